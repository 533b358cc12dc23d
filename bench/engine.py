"""Random six-handed no-limit hold'em, 50/100 and stacks of 10,000: inside the core, and driven from Python.

Inside the core whole hands are counted, beside pokerkit and the C limit; from Python actions are counted, beside
pokerkit and OpenSpiel. OpenSpiel lists every amount as an action, so it is also played with stacks of 200 and blinds
1/2, the same game in small blinds; ours is then compared in that game. `clone()` is timed before the flop and late.
"""

from __future__ import annotations

import croupier
from bench import limit
from bench.bars import Bar, ratio_bar
from bench.harness import Factory, Options, Race, Work, race
from bench.players import (
    DEEP,
    SEATS,
    SEED,
    SHALLOW,
    driven,
    hands_of,
    openspiel_dealt_hands,
    openspiel_hands,
    our_hands,
    pokerkit_hands,
)

CORE, LIMIT, POKERKIT = "croupier inside the core", "C limit", "pokerkit"
HAND, HAND_200 = "croupier Hand", "croupier Hand, stacks of 200"
SPIEL, SPIEL_200, SPIEL_DEALT = "OpenSpiel", "OpenSpiel, stacks of 200", "OpenSpiel, stacks of 200, cards fed in"
EARLY, LATE = "clone() before the flop", "clone() on the river"


def playout(seed: int = SEED) -> object:
    """A table of six that plays by itself at random."""
    from croupier.games.poker.engine.playout import Playout

    stack, small, big = DEEP
    deal = croupier.holdem(small, big).facts(SEATS, (1 << SEATS) - 1, 0)
    deal.set_stacks([stack] * SEATS)
    return Playout(deal, seed)


def our_core() -> Work:
    table = playout()

    def work(n: int) -> None:
        table.run(n)
    return work


def pokerkit() -> Work:
    return hands_of(pokerkit_hands(*DEEP))


def clones(called: int) -> Factory:
    """Copies of a hand in which so many checks and calls were made."""
    def factory() -> Work:
        clone = called_hand(called).clone

        def work(n: int) -> None:
            for _ in range(n):
                clone()
        return work
    return factory


def called_hand(called: int) -> croupier.Hand:
    """A six-handed hand after so many checks and calls."""
    stack, small, big = DEEP
    hand = croupier.holdem(small, big).deal([stack] * SEATS, 0, seed=SEED)
    for _ in range(called):
        hand.check() if hand.legal().check else hand.call()
    return hand


CORES = {CORE: our_core, LIMIT: limit.hands, POKERKIT: pokerkit}
DRIVEN = {HAND: driven(our_hands, DEEP), HAND_200: driven(our_hands, SHALLOW), POKERKIT: driven(pokerkit_hands, DEEP),
          SPIEL: driven(openspiel_hands, DEEP), SPIEL_200: driven(openspiel_hands, SHALLOW),
          SPIEL_DEALT: driven(openspiel_dealt_hands, SHALLOW)}
CLONES = {EARLY: clones(0), LATE: clones(4 * SEATS - 1)}


def clone_bar(copies: Race) -> Bar:
    """The slower of the two."""
    slowest = min(CLONES, key=copies.rate)
    return Bar("clone()", 1e6 / copies.rate(slowest), 0.5, "µs", at_most=True, note=slowest)


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The three races and their bars."""
    core = race("whole hands, six-handed, random", "hands", CORES, options)
    drive = race("driven from Python, six-handed, random", "actions", DRIVEN, options)
    copies = race("copies of a hand", "copies", CLONES, options)
    return [(core, CORE), (drive, HAND), (copies, LATE)], [
        ratio_bar("hands inside the core to pokerkit", core, CORE, POKERKIT, 5000),
        ratio_bar("hands inside the core to the C limit", core, CORE, LIMIT, 0.65),
        ratio_bar("actions from Python to pokerkit", drive, HAND, POKERKIT, 400),
        ratio_bar("actions from Python to OpenSpiel", drive, HAND, SPIEL, 8),
        ratio_bar("the same, stacks of 200, blinds 1/2", drive, HAND_200, SPIEL_200, 8),
        clone_bar(copies)]
