"""Play an example hand of a game with simple players and describe it in sentences. The hand is chosen so that it
contains betting and a showdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from croupier.cards import UNKNOWN, Cards
from croupier.games.genome.events import GenomeEvent, together
from croupier.games.genome.hand_words import made
from croupier.games.genome.values import GameGenome

TRIES = 20
"""The number of hands that are played to find one with a bet and a showdown."""


def example(genome: GameGenome, players: int | None = None, seed: int = 1) -> list[GenomeEvent]:
    """Return the events of an example hand: the first of several hands that has a bet and a showdown."""
    hands = [first_hand(genome, players, seed + number) for number in range(TRIES)]
    return next((hand for hand in hands if _has_bet_and_showdown(genome, hand)), hands[0])


def first_hand(genome: GameGenome, players: int | None, seed: int) -> list[GenomeEvent]:
    """Return the first hand of a game. The players bet at random but never fold before a bet; the greedy player chooses
    their cards.
    """
    state, rng = genome.game().start(players, seed), Random(seed)
    while not state.is_over and state.hand_no == 0:
        legal = state.legal()
        state.apply(rng.choice(list(legal)) if legal.is_betting else state.suggested("greedy"))
    found = state.events
    ends = [at for at, event in enumerate(found) if at and event.kind in ("HAND", "END")]
    # the hand ends before the first event of the next hand or of the end of the game
    return found[:ends[0]] if ends else found


def _has_bet_and_showdown(genome: GameGenome, hand: list[GenomeEvent]) -> bool:
    kinds = {event.kind for event in hand}
    return "SHOW" in kinds and (not genome.bets or "BET" in kinds)


# -- as text -----------------------------------------------------------------------------------------------------------


def as_lines(genome: GameGenome, hand: Iterable[GenomeEvent]) -> Iterator[str]:
    """Yield a hand as lines of a list; players are counted from 1."""
    opened: list[int] = []
    for event in together(hand):
        if event.kind == "HAND":
            yield f"{_player(event.seat)} is the first player.\n"
            continue
        if event.kind == "OPEN":
            opened += event.cards
        if event.kind != "SHOW" or event.cards:
            yield f"- {_sentence(event)}{value_words(genome, event, opened)}."


def _player(seat: int | None) -> str:
    return "Nobody" if seat is None else f"Player {seat + 1}"


def _sentence(event: GenomeEvent) -> str:
    words = str(event).replace(f"seat {event.seat}", _player(event.seat))
    if event.cards:
        words = words.replace(str(event.cards), spoken(event.cards))
    if event.kind == "OPEN" and len(event.cards) > 1:
        words = words.replace("is turned", "are turned")
    return words[0].upper() + words[1:]


def spoken(cards: Cards) -> str:
    """Return cards as players write them: 10♠ K♥."""
    return " ".join("?" if card == UNKNOWN else _face(str(Cards([card]))) for card in cards)


def _face(card: str) -> str:
    return card[0].replace("T", "10") + _SUITS[card[1]]


_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def value_words(genome: GameGenome, event: GenomeEvent, opened: list[int]) -> str:
    """Return the end of a sentence that states the value of a shown hand. `opened` are the cards turned up before.

    Cards of the pile do not belong to any hand. These pile cards are turned up after the first board cards.
    """
    if event.kind != "SHOW":
        return ""
    first = genome.setup.board_cards
    # pile cards come between the first board cards and the board cards of later phases
    board = opened[:first] + opened[first + genome.setup.initial_discard_count:]
    words = made(genome, [*event.cards, *board])
    return f": {words}" if words else ""
