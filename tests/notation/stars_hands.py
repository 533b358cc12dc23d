"""Hands of any game, played at random by the engine and written down as records."""

import random
from typing import Any

from croupier.games.poker.events import Acted, Board, Dealt, Drew, Shown
from croupier.games.poker.game import PokerGame, game, game_at
from croupier.games.poker.hand import Hand
from croupier.games.poker.rules import RULES
from croupier.notation.record import HandRecord

WORDS = {"FOLD": "f", "CHECK": "cc", "CALL": "cc", "BRING_IN": "pb"}


def a_game(code: str, chance: random.Random) -> PokerGame:
    """A game at some stakes."""
    if RULES[code].has_bring_in:
        return game(code, ante=chance.choice([0, 1]), bring_in=2, small_bet=4, big_bet=8)
    return game_at(code, 1, 2, 0 if RULES[code].button_blind else chance.choice([0, 0, 1]))


def a_hand(code: str, seed: int, short: bool = False) -> tuple[PokerGame, Hand]:
    """A hand played to its end by random choices, folds seldom."""
    chance = random.Random(seed)
    poker = a_game(code, chance)
    seats = chance.randint(2, min(poker.rules.seats, 6))
    stacks = [chance.randint(1 if short else 10, 60) for _ in range(seats)]
    hand = poker.deal(stacks, button=seats - 1, seed=seed)
    while not hand.is_over:
        choices = hand.legal().menu(12)
        bold = [action for action in choices if action.kind != "FOLD"] if chance.random() < 0.8 else choices
        hand.apply(chance.choice(bold))
    return poker, hand


def log(hand: Hand) -> list[str]:
    """The actions of a hand as PHH writes them."""
    actions: list[str] = []
    dealt: dict[int, str] = {}
    drawn: list[str] = []

    def flush() -> None:
        actions.extend(f"d dh p{seat + 1} {dealt[seat]}" for seat in sorted(dealt))
        actions.extend(drawn)
        dealt.clear()
        drawn.clear()

    street = ""
    for event in hand.events:
        if isinstance(event, Dealt):
            if event.street != street:
                flush()
            street = event.street
            dealt[event.seat] = dealt.get(event.seat, "") + str(event.cards)
            continue
        if isinstance(event, Drew):
            if dealt or event.street != street:
                flush()
            street = event.street
            actions.append(f"p{event.seat + 1} sd {event.discarded}".strip())
            if event.drawn:
                drawn.append(f"d dh p{event.seat + 1} {event.drawn}")
            continue
        if isinstance(event, (Acted, Board, Shown)):
            flush()
        if isinstance(event, Board):
            actions.append(f"d db {event.cards}")
        elif isinstance(event, Acted):
            word = WORDS.get(event.kind)
            actions.append(f"p{event.seat + 1} {word}" if word else f"p{event.seat + 1} cbr {event.to}")
        elif isinstance(event, Shown):
            actions.append(f"p{event.seat + 1} sm {event.cards}")
    flush()
    return actions


def as_record(poker: PokerGame, hand: Hand, names: list[str]) -> HandRecord:
    """A played hand on record."""
    seats = hand.seats
    fields: dict[str, Any] = {"variant": poker.rules.code, "ante_trimming_status": True, "antes": [poker.ante] * seats}
    if poker.rules.has_bring_in:
        fields.update(bring_in=poker.bring_in)
    elif poker.button_blind:
        fields.update(blinds_or_straddles=[0] * (seats - 1) + [poker.button_blind])
        if seats == 2:
            fields["blinds_or_straddles"].reverse()
    else:
        fields.update(blinds_or_straddles=[poker.sb, poker.bb, *[0] * (seats - 2)])
    if poker.rules.limit == "fixed":
        fields.update(small_bet=poker.small_bet, big_bet=poker.big_bet)
    else:
        fields.update(min_bet=poker.min_bet)
    fields.update(starting_stacks=hand.starting_stacks, actions=log(hand), players=names,
                  finishing_stacks=hand.stacks, hand=7)
    return HandRecord(fields)


