"""`python -m croupier.lab.solver.push_fold`: solve push or fold for two to six players and 1 to 15 big blinds.

The game has blinds of a half and one, equal stacks and no antes. All players before the *pusher* have folded. The
pusher moves all-in or folds. After a push the players behind the pusher call or fold one after the other, until one has
called. The game is simplified in two ways. There is at most one caller, because overcalls are rare at these stacks. And
the hands of players behind are treated as independent of each other: only the pusher's and the caller's cards are dealt
from the same deck. With two players these simplifications change nothing.

What a pusher should do depends only on how many players are behind, not on how many have folded. So the tables for six
players contain those for fewer. Regret matching with weighted averages computes the tables. `gains` adds up how much
more each player could win with the best response to a table.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from croupier.bots.characters.preflop import ORDER
from croupier.bots.characters.push_fold import DIGITS, FILE
from croupier.ranking import equity, parse_range

STACKS = range(1, 16)
BEHIND_MAX = 5
"""The maximum number of players behind the pusher."""
ITERATIONS = 1000
"""The number of iterations of regret matching for one game."""
Array = Any
"""A numpy array. Only solving the game needs numpy; using its tables does not."""


class KindsOfHands:
    """The probability of each kind of hand, also given another player's hand, and the equities of all kinds against
    each other.
    """

    def __init__(self, equities: Sequence[Sequence[float]]) -> None:
        import numpy as np

        hands = [[frozenset(hand) for hand in parse_range(kind)] for kind in ORDER]
        pairs = np.array([[sum(not one & other for one in mine for other in theirs) for theirs in hands]
                          for mine in hands], dtype=float)
        self.equity: Array = np.array(equities)
        self.chance: Array = np.array([len(mine) / 1326 for mine in hands])
        self.beside: Array = pairs / pairs.sum(axis=1, keepdims=True)
        """Row i has the probabilities of the kinds of hands of another player, if a player holds kind i."""


def row_of_equities(place: int) -> list[float]:
    """Return the equities of a kind of hand against itself and all later kinds."""
    return [equity(ORDER[place], other).equities[0] for other in ORDER[place:]]


def all_equities(jobs: int = 2) -> list[list[float]]:
    """Compute the equities of all kinds of hands against each other over every board. This takes minutes."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        rows = list(pool.map(row_of_equities, range(len(ORDER))))
    return [[rows[mine][other - mine] if other >= mine else 1 - rows[other][mine - other]
             for other in range(len(ORDER))] for mine in range(len(ORDER))]


class PushFold:
    """One game: a pusher with a number of players behind, all with the same stack in big blinds."""

    def __init__(self, deals: KindsOfHands, stack: float, behind: int) -> None:
        self.deals, self.stack, self.behind = deals, stack, behind
        self.posted = [1.0, 0.5, 0.0, 0.0, 0.0][:behind] if behind > 1 else [1.0]
        self.own = 0.5 if behind == 1 else 0.0
        self.others = 1.0 if behind == 1 else 1.5

    def pot(self, caller: int) -> float:
        """Return the pot if this player calls: two stacks and the blinds of the other players."""
        return 2 * self.stack + self.others - self.posted[caller]

    def reaches(self, calls: list[Array]) -> list[Array]:
        """Return, for each hand of the pusher, the probability that nobody calls before each player. The last entry is
        the probability that nobody calls at all.
        """
        reach: list[Array] = [1.0] * (self.behind + 1)
        for caller in range(self.behind - 1, -1, -1):
            reach[caller - 1 if caller else self.behind] = reach[caller] * (1 - self.deals.beside @ calls[caller])
        return reach

    def push_values(self, calls: list[Array]) -> Array:
        """Return for each hand how much more pushing is worth than folding."""
        reach = self.reaches(calls)
        worth = reach[self.behind] * self.others
        for caller in range(self.behind):
            won = self.deals.equity * self.pot(caller) - self.stack
            worth = worth + reach[caller] * ((self.deals.beside * won) @ calls[caller])
        return worth + self.own

    def call_values(self, push: Array, calls: list[Array], caller: int) -> Array:
        """Return for each hand how much more calling is worth than folding, times the probability that this player gets
        to decide.
        """
        weight = push * self.reaches(calls)[caller]
        won = (1 - self.deals.equity.T) * self.pot(caller) - self.stack + self.posted[caller]
        return (self.deals.beside * won) @ weight

    def solve(self, iterations: int = ITERATIONS) -> tuple[Array, list[Array]]:
        """Return two strategies: how often to push with each hand, and how often each player behind should call with
        each hand.
        """
        import numpy as np

        regrets = [np.zeros((2, len(ORDER))) for _ in range(self.behind + 1)]
        now: list[Array] = [np.full(len(ORDER), 0.5) for _ in regrets]
        sums: list[Array] = [np.zeros(len(ORDER)) for _ in regrets]
        for step in range(1, iterations + 1):
            for who in range(self.behind + 1):
                value = self.push_values(now[1:]) if who == 0 else self.call_values(now[0], now[1:], who - 1)
                regret = regrets[who]
                regret[0] = np.maximum(regret[0] + value * (1 - now[who]), 0)
                regret[1] = np.maximum(regret[1] - value * now[who], 0)
                total = regret.sum(axis=0)
                now[who] = np.where(total > 0, regret[0] / np.where(total > 0, total, 1), 0.5)
                sums[who] += step * now[who]
        scale = iterations * (iterations + 1) / 2
        return sums[0] / scale, [each / scale for each in sums[1:]]

    def gains(self, push: Array, calls: list[Array]) -> float:
        """Return how much more the players would win with their best responses than with these strategies, as a sum in
        bb per hand.
        """
        value = self.push_values(calls)
        found = float(self.deals.chance @ (value.clip(min=0) - push * value))
        for caller in range(self.behind):
            value = self.call_values(push, calls, caller)
            found += float(self.deals.chance @ (value.clip(min=0) - calls[caller] * value))
        return found


def digits(strategy: Array) -> str:
    """Return a digit for each kind of hand: 0 for never, f for always."""
    return "".join(DIGITS[round(15 * min(1.0, max(0.0, float(part))))] for part in strategy)


def numbers(text: str) -> Array:
    """Return the strategy for a row of digits, the inverse of `digits`."""
    import numpy as np

    return np.array([DIGITS.index(digit) / 15 for digit in text])


def solve_stack(deals: KindsOfHands, stack: int) -> tuple[str, float]:
    """Return the tables of one stack as text, and the largest gain of best responses against the rounded tables, in
    bb/100.
    """
    lines, worst = [f"[bb{stack}]"], 0.0
    for behind in range(1, BEHIND_MAX + 1):
        game = PushFold(deals, stack, behind)
        push, calls = game.solve()
        written = digits(push), [digits(call) for call in calls]
        worst = max(worst, 100 * game.gains(numbers(written[0]), [numbers(text) for text in written[1]]))
        lines.append(f'push{behind} = "{written[0]}"')
        lines += [f'call{behind}_{caller} = "{text}"' for caller, text in enumerate(written[1])]
    return "\n".join(lines) + "\n", worst


HEAD = """# Push or fold: written by `python -m croupier.lab.solver.push_fold`. bb10: ten big blinds. push2: all-in with
# two players behind; call2_0: the last of them calls, call2_1 the one before. A digit for each kind of hand in the
# order of preflop.toml: 0 never, f always.
"""


def main(path: Path = FILE, equities: list[list[float]] | None = None) -> int:
    """Solve all games and write the tables. Return 1 if best responses win 0.1 bb/100 or more against one of the
    tables, and 0 otherwise.
    """
    deals = KindsOfHands(equities or all_equities())
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = list(pool.map(partial(solve_stack, deals), STACKS))
    path.write_text(HEAD + "\n" + "\n".join(text for text, _ in found))
    for stack, (_, worst) in zip(STACKS, found, strict=True):
        print(f"{stack:3} bb: best answers win at most {worst:.4f} bb/100")
    return int(max(worst for _, worst in found) >= 0.1)


if __name__ == "__main__":
    sys.exit(main())
