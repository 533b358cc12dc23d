"""`python -m tests.soak.equilibrium`: the lab's scores of Kuhn and Leduc poker beside the truth.

Three tables of docs/lab.md: the exact values of both games; what two players in equilibrium do (hands drawn from the
solved tree) and what searchers do among themselves, counted alike by `lab.trial`'s rules; and how wide the interval of
fairness is. Whether a bet is weak is judged by 16 guesses, as in a trial; the equilibrium is shown with 100, too, which
tells how many of its bluffs are bets that only looked weak. Each row of play is 20 blocks of 1,000 hands, each figure
has its 95 % interval by the jackknife. The figures go to docs/evidence/equilibrium.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from croupier import lab
from croupier.games.genome.state import State
from croupier.lab.scoring.fitness import Budget, score
from croupier.lab.scoring.measures import Counts, jackknifed, part
from croupier.lab.scoring.trial import PLAYERS, Trial
from croupier.lab.solver.exact import Solution, gap_of, solve
from croupier.lab.solver.tree import evenly, tree_of

from .evidence import EVIDENCE, commit, versions

GAMES, SEARCHES = ("kuhn-poker", "leduc-poker"), (60, 1000)
BLOCKS, HANDS, SEED = 20, 1000, 7001
GUESSES = (16, 100)
WIDTHS, SEEDS = ("kuhn-poker", "leduc-poker", "simple-poker", "whist-for-stakes"), 12
COUNTED = ("played", "betting", "aggressive", "folding", "contested", "bettors", "bluffs", "opening", "stakes")
FIGURES: dict[str, Callable[[Counts], float]] = {
    "bluffs that pay / bettors": lambda counts: part(counts, "bluffs", "bettors"),
    "hands with a bet": lambda counts: part(counts, "contested", "played"),
    "folds": lambda counts: part(counts, "folding", "betting"),
    "bets and raises": lambda counts: part(counts, "aggressive", "betting"),
    "first to act, of stakes": lambda counts: part(counts, "opening", "stakes")}


def in_equilibrium(found: Solution, hands: int, guesses: int, rng: Random) -> Counts:
    """Hands between two players who follow a solution, counted as `Trial` counts its own."""
    tree, counts = found.tree, dict.fromkeys(COUNTED, 0.0)
    for _ in range(hands):
        node, bettors, weak, folder = rng.randrange(tree.levels[1]), set(), set(), None
        while tree.spot_of[node] >= 0:
            at = tree.spot_of[node]
            spot, first = tree.spots[at], tree.first_action[at]
            chances = found.strategy[first:tree.first_action[at + 1]]
            place = rng.choices(range(len(chances)), chances)[0]
            kind = spot.actions[place].kind
            counts["betting"] += 1
            if kind in ("BET", "RAISE"):
                counts["aggressive"] += 1
                bettors.add(spot.seat)
                if showdown_share(spot.state, spot.seat, guesses, rng) * 2 < 0.8:
                    weak.add(spot.seat)
            elif kind == "FOLD":
                counts["folding"] += 1
                folder = spot.seat
            node = tree.first_child[node] + place
        won = tree.payoffs[node * tree.seats]
        for name, more in (("played", 1), ("contested", bool(bettors)), ("bettors", len(bettors)), ("opening", won),
                           ("stakes", abs(won)), ("bluffs", 0 if folder is None else len(weak - {folder}))):
            counts[name] += more
    return counts


def showdown_share(state: State, seat: int, guesses: int, rng: Random) -> float:
    """How often a seat wins if all check and call from here, over so many guesses of what it cannot see."""
    won = 0.0
    for _ in range(guesses):
        guess = state.redeal(seat, rng)
        while not guess.is_over:
            guess.apply(guess.suggested("caller"))
        payoff = guess.payoffs[seat]
        won += 1.0 if payoff > 0 else 0.5 if payoff == 0 else 0.0
    return won / guesses


def searching(name: str, iterations: int, hands: int, seed: int) -> Counts:
    """Hands between searchers."""
    table = Trial(lab.load(name).game().program, 2, seed, iterations)
    table.self_play(PLAYERS["search"], hands)
    return {name: float(getattr(table, name)) for name in COUNTED}


def played(asked: tuple[str, str, int, int]) -> dict[str, Any]:
    """One row of play: by searchers of so many iterations, or in equilibrium, by so many guesses a bet."""
    name, players, size, hands = asked
    if players == "search":
        blocks = [searching(name, size, hands, SEED + block) for block in range(BLOCKS)]
    else:
        found = solve(tree_of(lab.load(name)))
        blocks = [in_equilibrium(found, hands, size, Random(SEED + block)) for block in range(BLOCKS)]
    return {"game": name, "players": f"search {size:,}" if players == "search" else f"equilibrium, {size} guesses",
            "hands": BLOCKS * hands, **{key: jackknifed(blocks, figure).as_dict() for key, figure in FIGURES.items()}}


def exact(name: str) -> dict[str, Any]:
    """One game's exact values."""
    tree = tree_of(lab.load(name))
    found = solve(tree)
    return {"game": name, "positions": tree.nodes, "spots": len(tree.spots), "first_player": found.values[0],
            "gap": found.gap, "iterations": found.iterations, "even_gap": gap_of(tree, tree.strategy(evenly))}


def width(name: str) -> dict[str, Any]:
    """How wide the interval of fairness is, on average over seeds."""
    budget = Budget(blocks=18, iterations=60)
    margins = [score(lab.load(name), seed=SEED + at, budget=budget).measures["fairness"].margin for at in range(SEEDS)]
    return {"game": name, "blocks": budget.blocks, "iterations": budget.iterations, "seeds": SEEDS,
            "fairness_margin": fmean(margins)}


def table_of(found: dict[str, Any]) -> str:
    """The tables for docs/lab.md."""
    lines = ["| | positions | spots | first player | gap after 1,000 iterations | even policy's gap |",
             "|---|--:|--:|--:|--:|--:|"]
    lines += [f"| {row['game']} | {row['positions']:,} | {row['spots']} | {row['first_player']:.5f} | "
              f"{row['gap']:.5f} | {row['even_gap']:.4f} |" for row in found["exact"]]
    lines += ["", f"| | {' | '.join(FIGURES)} |", "|---|" + "--:|" * len(FIGURES)]
    for row in found["play"]:
        figures = " | ".join(f"{row[key]['mean']:{'+' if 'first' in key else ''}.3f} ± {row[key]['margin']:.3f}"
                             for key in FIGURES)
        lines.append(f"| {row['game']}, {row['players']} | {figures} |")
    lines += [""] + [f"fairness of {row['game']} ± {row['fairness_margin']:.2f}" for row in found["widths"]]
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    """Work out all tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.equilibrium", description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="hands of each of the 20 blocks of a row")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=EVIDENCE / "equilibrium.json")
    asked = parser.parse_args(words)
    kinds = [("equilibrium", guesses) for guesses in GUESSES] + [("search", iterations) for iterations in SEARCHES]
    rows = [(name, players, size, asked.hands) for name in GAMES for players, size in kinds]
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        play, widths = pool.map(played, rows), pool.map(width, WIDTHS)
        found = {"check": "equilibrium", "what": "scores of small games beside their equilibrium",
                 "exact": [exact(name) for name in GAMES], "play": list(play), "widths": list(widths), "seed": SEED,
                 "commit": commit(), "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions()}
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(json.dumps(found, indent=1) + "\n")
    print(table_of(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
