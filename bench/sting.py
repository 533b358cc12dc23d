"""The sting: whole hands by random play inside the core, and searches for its Player; there is no peer to race."""

from __future__ import annotations

from random import Random

from bench.bars import Bar
from bench.harness import Done, Options, Race, Work, race

RANDOM, HOUSE = "random hands inside the core", "hands of the house and a fixed line"
GUESSES = "guesses played to the end"
REQUIRED = 100_000
SEED = 11


def random_hands() -> Work:
    """Three roles that take any legal action."""
    from croupier.games.sting.game import Sting

    playout = Sting().playout()
    for role in range(3):
        playout.set_policy(role, "random")

    def work(n: int) -> None:
        playout.play_hands(n, SEED)
    return work


def house_hands() -> Work:
    """Narc and Customer of the house against the quick Player of search."""
    from croupier.games.sting.game import Sting

    playout = Sting().playout()

    def work(n: int) -> None:
        playout.play_hands(n, SEED)
    return work


def guesses() -> Work:
    """What look-ahead does: deal hidden cards anew and play a whole run on to its end."""
    from croupier.games.sting.game import Sting

    view, rng = Sting().start(seed=SEED).observe(0), Random(SEED)

    def work(n: int) -> Done:
        for _ in range(n):
            view.guess(rng).roll_out(rng)
        return Done(n)
    return work


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The race and its bar."""
    found = race("the sting, one core", "units", {RANDOM: random_hands, HOUSE: house_hands, GUESSES: guesses}, options)
    return [(found, RANDOM)], [Bar("random hands of the sting", found.rate(RANDOM), REQUIRED, "hands/s")]
