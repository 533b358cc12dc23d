"""`python -m tools.baselines [PART ...] [--hands N]`: measure the baselines that papers can cite, for docs/research.md.

The parts are `exact`, `lbr`, `speed` and `known`; without a name, all of them are measured, which takes about a quarter
of an hour. OpenSpiel and the extra `envs` are needed for `known` and the rows beside other libraries; rows that cannot
be measured here are left out.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.bars import race_table
from bench.harness import Options, race

from bench import envs
from bench import lab as lab_bench
from croupier import holdem, lab
from croupier.bots.base import Bot
from croupier.bots.load import named
from croupier.games.genome.values import GameGenome
from croupier.lab.solver.exact import gap_of, solve
from croupier.lab.solver.local_best_response import local_best_response
from croupier.lab.solver.shrunken import variants
from croupier.lab.solver.tree import Tree, TreeTooBig, evenly, tree_of
from croupier.stats.intervals import Interval
from tools.pages import write

HOUSE = ("random", "caller", "folder", "maniac", "strength", "greedy")
BRED = 3
"""How many bred games are solved in small, those with the smallest trees."""
NODES_MAX = 60_000
EVOLVED = Path(__file__).parents[1] / "docs" / "evolved"


def small_games() -> Iterator[tuple[str, GameGenome]]:
    """Kuhn, Leduc, and bred games with the deck of Leduc and few cards each."""
    for name in ("kuhn-poker", "leduc-poker"):
        yield name, lab.load(name)
    fits = [(tree_of(small, nodes_max=NODES_MAX).nodes, file.stem, small) for file in sorted(EVOLVED.glob("*.json"))
            if (small := _of_six_cards(lab.load(file))) is not None]
    for _, name, small in sorted(fits, key=lambda row: row[:2])[:BRED]:
        yield f"{name}, six cards", small


def _of_six_cards(genome: GameGenome) -> GameGenome | None:
    """Return the smallest variant of a game with the deck of Leduc poker, if one can be solved."""
    for small in reversed([*variants(genome)]):
        if small.setup.initial_deck == "leduc_6":
            try:
                tree_of(small, nodes_max=NODES_MAX)
            except TreeTooBig:
                return None
            return small
    return None


def policy_of(bot: Bot) -> Callable[[Any], list[float]]:
    """Return a bot as a policy of the solver: the probability of each legal action."""
    def chances(state: Any) -> list[float]:
        legal = state.legal()
        found = [0.0] * len(legal.codes)
        for action, chance in bot.policy(state.observe(state.actor)).items():
            found[legal.codes.index(legal.code_of(action))] += chance
        return found
    return chances


def gap_text(tree: Tree, name: str) -> str:
    """Return a house bot's exploitability in a game, or a dash where it does not say its probabilities."""
    try:
        policy = evenly if name == "random" else policy_of(named(name))
        return f"{gap_of(tree, tree.strategy(policy)):.4f}"
    except (NotImplementedError, ValueError, ZeroDivisionError):
        return "–"


def exact_table() -> str:
    """Return the exploitability of every house bot in every small game."""
    rows = ["| game | positions | value of the first player | " + " | ".join(HOUSE) + " |",
            "|---|--:|--:|" + "--:|" * len(HOUSE)]
    for title, genome in small_games():
        tree = tree_of(genome)
        found = solve(tree, 2000, gap=1e-5)
        gaps = " | ".join(gap_text(tree, name) for name in HOUSE)
        rows.append(f"| {title} | {tree.nodes:,} | {found.values[0]:+.4f} | {gaps} |")
    return "\n".join(rows)


def lbr_table(hands: int) -> str:
    """Return lower bounds of the house bots' exploitability in heads-up no-limit hold'em."""
    rows = ["| bot | local best response wins, mbb a hand | hands | exploitable by at least, mbb a hand |",
            "|---|--:|--:|--:|"]
    for name in ("folder", "caller", "random", "maniac", "strength"):
        won = local_best_response(named(name), holdem(sb=1, bb=2), hands)
        rows.append(f"| {name} | {str(won).removesuffix(' mbb')} | {hands:,} | {bound_text(won)} |")
    return "\n".join(rows)


def bound_text(won: Interval) -> str:
    """Return the lower end of what was won, or that it proves nothing: nobody can be exploited by less than 0."""
    return f"{won.low:,.1f}" if won.low > 0 else "nothing shown"


def speed_tables(options: Options) -> str:
    """Return the speeds beside other libraries, in one run."""
    driven = race("no-limit hold'em, six players, stacks of 10,000, driven from Python", "actions", _driven(), options)
    races = [(driven, "croupier"),
             *envs.measure(options)[0], (lab_bench.solver_race(options), lab_bench.OUR_CFR)]
    return "\n\n".join(race_table(found, ours) for found, ours in races if found.rates)


def known_table() -> str:
    """Return the values of Kuhn and Leduc poker that OpenSpiel's solver in C++ finds, directly on our games."""
    import pyspiel

    import_module("croupier.adapters.openspiel.registration")
    rows = ["| game | iterations of CFR+ | value of the first player | exploitability | known value |",
            "|---|--:|--:|--:|--:|"]
    for name, iterations, known in (("kuhn-poker", 1000, "−1/18 = −0.0556"), ("leduc-poker", 300, "−0.0856")):
        game = pyspiel.load_game(f"croupier_{name.replace('-', '_')}")
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found = solver.tabular_average_policy()
        value = pyspiel.expected_returns(game.new_initial_state(), [found, found], -1, True)[0]
        gap = pyspiel.exploitability(game, found)
        rows.append(f"| {name} | {iterations:,} | {value:.4f} | {gap:.4f} | {known} |".replace("| -", "| −"))
    return "\n".join(rows)


def _driven() -> dict[str, Any]:
    from bench.engine import DRIVEN, HAND, POKERKIT

    others = {name: factory for name, factory in DRIVEN.items() if "OpenSpiel" in name or name == POKERKIT}
    return {"croupier": DRIVEN[HAND], **others}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(prog="python -m tools.baselines", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="exact, lbr, speed, known; all of them without a name")
    parser.add_argument("--hands", type=int, default=3000, help="hands of each local best response")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each race")
    asked = parser.parse_args()
    tables: dict[str, Callable[[], str]] = {
        "exact": exact_table, "lbr": lambda: lbr_table(asked.hands),
        "speed": lambda: f"{speed_tables(Options(asked.rounds, 0.4))}\n\n{machine()}", "known": known_table}
    if unknown := set(asked.parts) - set(tables):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; the parts are {', '.join(tables)}")
    for part in asked.parts or tables:
        write("research.md", {part: tables[part]()})


def machine() -> str:
    """Return when and where speeds were measured."""
    return (f"{time.strftime('%Y-%m-%d')}, Python {platform.python_version()}, {os.cpu_count()} processors, "
            f"load {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
