"""T6 in draw games: only the secret of a match decides in which order thrown cards come back into the deck."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from random import Random
from typing import Any

import pytest

import croupier
from croupier.arena.core.effects import Received, Tick
from croupier.arena.core.match_key import MatchKey
from croupier.arena.verify.match import find_problems
from croupier.fair import fair_deck, fair_muck_numbers
from croupier.games.poker.hand import dealt

from .driver import Arena, Client
from .played import Played
from .rig import whole_deck

SEATS = 6
TEAMS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
DECK = whole_deck("")
VECTORS = [9192834752378352855, 11487777585196243639, 16267346361331999111]
"""Match M-1, secret 00 01 .. 1f, hand 1, no nonces (docs/protocol.md)."""


def throwing(hand: croupier.Hand) -> dict[str, Any]:
    """Return the fields of an action that draws as many cards as possible, and never folds."""
    legal = hand.legal()
    if legal.discard:
        return {"action": "DISCARD", "cards": [str(card) for card in legal.hole]}
    return {"action": "CHECK" if legal.check else "CALL"}


def throw_everything(arena: Arena) -> list[int]:
    """Play one hand in which everybody calls and draws five; return all cards in the order they were dealt."""
    hand = arena.table.hand.play.hand
    while not hand.is_over and arena.table.in_hand:
        heard = arena.actor().acts(**throwing(hand))
        assert not [frame for frame in heard if frame["type"] == "error"]
    return [int(card) for event in hand.events for card in getattr(event, "drawn", ())]


def one_hand(secret: bytes) -> tuple[list[int], list[Client]]:
    """Play the first hand of a match with this secret at six seats of triple draw."""
    arena = Arena(secret=secret, variant="F2L3D", seats=SEATS, min_teams=SEATS, starting_stack=1000, sb=10, bb=20,
                  hand_pause_ms=10**6, frames_per_second=10_000)
    clients = [arena.join(team) for team in TEAMS]
    return throw_everything(arena), clients


@pytest.fixture
def one_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every match from the same deck, so that only the reshuffle can differ."""
    monkeypatch.setattr(MatchKey, "deck", lambda *_: list(DECK))


def test_T6_the_order_in_which_the_muck_comes_back_follows_from_the_secret_alone(one_deck: None) -> None:
    rng = Random(22)
    fresh = len(DECK) - SEATS * 5
    returned = [tuple(one_hand(rng.randbytes(32))[0][fresh:]) for _ in range(60)]
    assert len(set(returned)) == len(returned)  # with a constant generator all of them were equal
    firsts = Counter(order[0] for order in returned)
    assert len(firsts) > 10
    assert max(firsts.values()) < 15
    again = Random(22).randbytes(32)
    assert tuple(one_hand(again)[0][fresh:]) == returned[0]


def test_T6_nobody_can_name_the_holder_of_a_card_that_he_threw_away(one_deck: None) -> None:
    """The attack: deal the public deck again with what everybody can know, and say who holds our old card."""
    rng = Random(7)
    fresh = len(DECK) - SEATS * 5
    known = one_hand(bytes(32))[0]
    right = 0
    for _ in range(40):
        dealt_cards = one_hand(rng.randbytes(32))[0]
        right += dealt_cards[fresh] == known[fresh]
    assert right < 10


def test_T6_verify_deals_a_hand_with_a_reshuffled_muck_again() -> None:
    played = Played(variant="F2L3D", matches=1, starting_stack=200)
    played.join()
    moves = 0
    while not played.table.is_done and moves < 5000:
        moves += 1
        played.now += 50
        if not played.asked:
            played.now += 1100
            played.put(Tick())
            continue
        conn, frame = played.asked.popitem()
        name = frame.get("hand_id", frame.get("at_hand_id"))
        action = throwing(played.table.hand.play.hand)  # type: ignore[union-attr]
        played.put(Received(conn, json.dumps({"type": "action", "v": 1, "hand_id": name, **action})))
        if moves == 30:
            played.restart(1000)  # crash recovery deals the same cards again
            played.join(first_conn=10)
    assert played.table.is_done
    archive = played.store.queries.archive("M-1")
    assert archive is not None
    assert max(len(cards_drawn(hand)) for hand in archive["hands"]) > 52 - 15
    assert list(find_problems(archive)) == []
    archive["secret"] = bytes(32).hex()
    assert list(find_problems(archive))


def cards_drawn(hand: dict[str, Any]) -> list[str]:
    """Return the cards that players drew in an archived hand."""
    dealt_lines = [line.split()[3] for line in hand["record"]["actions"] if line.startswith("d dh")]
    return [cards[at:at + 2] for cards in dealt_lines[3:] for at in range(0, len(cards), 2)]


def test_T6_the_numbers_have_a_key_of_their_own_and_test_vectors() -> None:
    numbers = fair_muck_numbers("M-1", bytes(range(32)), 1, [], 3)
    assert numbers == fair_muck_numbers("M-1", bytes(range(32)), 1, [], 200)[:3]
    assert numbers != fair_muck_numbers("M-1", bytes(range(32)), 2, [], 3)
    assert fair_deck("M-1", bytes(range(32)), 1)[:2] != [number % 52 for number in numbers[:2]]
    assert numbers == VECTORS


def test_a_full_deck_without_a_seed_draws_the_reshuffle_from_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    game = croupier.triple_draw()
    seeds = iter([1, 2, 2])
    monkeypatch.setattr(secrets, "randbits", lambda bits: next(seeds))
    orders = []
    for _ in range(3):
        hand = game.deal([1000] * SEATS, deck=DECK)
        while not hand.is_over:
            legal = hand.legal()
            if legal.discard:
                hand.discard(hand.hole(hand.actor or 0))
            elif legal.check:
                hand.check()
            else:
                hand.call()
        orders.append([card for event in hand.events for card in getattr(event, "drawn", ())])
    assert orders[0] != orders[1]
    assert orders[1] == orders[2]


def test_a_draw_game_is_not_dealt_without_chance() -> None:
    deal = croupier.triple_draw().facts(3, 0b111, 0)
    with pytest.raises(AssertionError, match="without chance"):
        dealt(deal)


def test_a_draw_game_whose_deck_cannot_run_out_needs_no_chance() -> None:
    deal = croupier.triple_draw().facts(2, 0b11, 0)
    deal.set_stacks([100, 100])
    deal.set_deck(DECK)
    assert dealt(deal).actor == 0


@pytest.mark.parametrize("numbers", [[1, 2, 3], [-1] * 204, [1 << 64] * 204, ["1"] * 204, "12"])
def test_wrong_muck_numbers_are_refused(numbers: Any) -> None:
    with pytest.raises(croupier.BadSetup, match="muck_numbers"):
        croupier.triple_draw().deal([1000] * SEATS, deck=DECK, muck_numbers=numbers)
