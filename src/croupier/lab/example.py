"""One hand of a game as an example: played by simple players, chosen to show something."""

from __future__ import annotations

from random import Random

from croupier.games.genome.story import Event
from croupier.games.genome.values import GameGenome

TRIES = 20


def example(genome: GameGenome, players: int | None = None, seed: int = 1) -> list[Event]:
    """The events of a first hand; of some tries the first with a bet and a showdown, if any has both."""
    hands = [first_hand(genome, players, seed + number) for number in range(TRIES)]
    return next((hand for hand in hands if _is_telling(genome, hand)), hands[0])


def first_hand(genome: GameGenome, players: int | None, seed: int) -> list[Event]:
    """The first hand of a game: bets at random but no folds before a bet, cards by the greedy player."""
    state, rng = genome.game().start(players, seed), Random(seed)
    while not state.is_over and state.hand_no == 0:
        legal = state.legal()
        state.apply(rng.choice(list(legal)) if legal.is_betting else state.suggested("greedy"))
    told = state.events
    ends = [at for at, event in enumerate(told) if at and event.kind in ("HAND", "END")]
    return told[:ends[0]] if ends else told


def _is_telling(genome: GameGenome, hand: list[Event]) -> bool:
    kinds = {event.kind for event in hand}
    return "SHOW" in kinds and (not genome.bets or "BET" in kinds)
