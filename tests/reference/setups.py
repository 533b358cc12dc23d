"""Random setups: every kind of forced bet, short stacks, all limits.

`poker_from` and `step_from` ask for each number; hypothesis answers in `poker_setups` and `step_setups` (and shrinks
what fails), a plain generator answers in `random_poker`, for long runs.
"""

from random import Random

from hypothesis import strategies as st

from .naive import Poker, Step


def poker_from(integer, choice):
    """A poker setup; `integer(low, high)` and `choice(options)` decide."""
    n, bb = integer(2, 10), integer(1, 20)
    straddles = []
    for _ in range(integer(0, min(2, n - 2))):
        straddles.append(2 * (straddles or [bb])[-1] + integer(0, 3))
    button_straddle = choice([0, 0, 2 * (straddles or [bb])[-1]]) if len(straddles) < n - 2 else 0
    return Poker(
        stacks=[integer(1, 15 * bb) for _ in range(n)],
        button=integer(0, n - 1),
        sb=integer(0, bb),
        bb=bb,
        ante=choice([0, 0, 1, bb]),
        bb_ante=choice([0, 0, bb]),
        straddles=straddles,
        button_straddle=button_straddle,
        dead=choice([(), tuple(integer(0, bb) for _ in range(n))]),
        limit=choice(["no", "pot", "fixed"]),
        small_bet=(small_bet := choice([bb, bb, bb, 2 * bb, bb + 3])),
        big_bet=2 * small_bet,
        cap=choice([4, 4, 4, 3, 2]),
        streets=integer(1, 4),
        strengths=[integer(0, 3) for _ in range(n)],
    )


def step_from(integer, choice):
    """A setup of seed 001's fixed step."""
    n = integer(2, 6)
    return Step(
        stacks=[integer(0, 80) for _ in range(n)],
        phases=[(integer(1, 20), integer(0, 4)) for _ in range(integer(1, 3))],
        first=integer(0, n - 1),
        ante=choice([0, 0, 5]),
        side_pots=choice([True, False]),
        strengths=[integer(0, 3) for _ in range(n)],
    )


@st.composite
def poker_setups(draw):
    return poker_from(lambda low, high: draw(st.integers(low, high)), lambda options: draw(st.sampled_from(options)))


@st.composite
def step_setups(draw):
    return step_from(lambda low, high: draw(st.integers(low, high)), lambda options: draw(st.sampled_from(options)))


def random_poker(rng: Random) -> Poker:
    return poker_from(rng.randint, rng.choice)
