"""`python -m tests.soak.opponents`: how the house's characters and levels play, at full volume.

Six characters at one table: style figures, deviation, stacks lost within ten hands. Every level against the one below,
heads-up and three against three; `normal` against players who always call, always move all-in or act at random; and the
time of a decision. Seeds are not those that anything was tuned on. Writes docs/evidence/opponents.json and the tables
of docs/opponents.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter_ns
from typing import Any

from tests.bots.styles import BB, PFR, SIX, STACK, VPIP, deviation, lost_within, percent, session, style

import croupier
from croupier import bots
from croupier.bots.characters import CHARACTERS, LEVELS, Character
from croupier.stats import Tally

from .evidence import EVIDENCE, commit, versions

CHUNK = 2_500
PAGE = EVIDENCE.parent / "opponents.md"
MARK = "<!-- tables: python -m tests.soak.opponents -->\n"


class AlwaysAllIn(croupier.Bot):
    """Moves all-in whenever it may."""

    name = "always-all-in"

    def act(self, view: Any) -> croupier.Action:
        """Move all-in, or call."""
        return view.raise_to(view.legal.max_raise_to) if view.legal.max_raise_to else view.call()


def made(name: str) -> croupier.Bot:
    """Return a bot by its name here."""
    return AlwaysAllIn() if name == "always-all-in" else bots.named("caller" if name == "always-call" else name)


def teams(asked: tuple[list[str], int]) -> tuple[list[float], list[int]]:
    """Play one part of a contest; return what the even seats won each hand, in bb a seat, and how many faults."""
    names, seed = asked
    played = croupier.play([made(name) for name in names], croupier.holdem(BB // 2, BB), hands=CHUNK, stack=STACK,
                           seed=seed, reset=True, record=True)
    return [sum(hand.payoffs[::2]) / BB / (len(names) / 2) for hand in played.records], [len(played.warnings)]


def contest(pool: ProcessPoolExecutor, names: list[str], parts: int, seed: int) -> dict[str, Any]:
    """Return what the even seats win, in bb/100 a seat, with its interval."""
    tally = Tally()
    for won, _ in pool.map(teams, [(names, seed + part) for part in range(parts)]):
        for each in won:
            tally.add(each)
    found = tally.interval(100, "bb/100")
    return {"seats": names, "hands": tally.samples, "mean": found.mean, "low": found.low, "high": found.high}


def table_of_six(seed: int) -> list[dict[str, Any]]:
    """Play one part of the table of six characters; return a row of counts each."""
    played = session(list(SIX), CHUNK, seed)
    lines = style(played)
    return [{"name": name, "hands": CHUNK, "vpip": lines[name].vpip, "pfr": lines[name].pfr,
             "bets": lines[name].aggressive, "calls": lines[name].calls, "flops": lines[name].saw_second,
             "showdowns": lines[name].showdowns, "won": [hand.payoffs[seat] for hand in played.records],
             "deviation": deviation(lines[name])} for seat, name in enumerate(SIX)]


def characters(pool: ProcessPoolExecutor, parts: int, seed: int) -> list[dict[str, Any]]:
    """Return the figures of each character at the table of six."""
    found = []
    for rows in zip(*pool.map(table_of_six, range(seed, seed + parts)), strict=True):
        sums = {key: sum(row[key] for row in rows) for key in ("hands", "vpip", "pfr", "bets", "calls", "flops",
                                                              "showdowns")}
        won = Tally()
        for payoff in itertools.chain.from_iterable(row["won"] for row in rows):
            won.add(payoff)
        rate = won.per_100(BB)
        name = rows[0]["name"]
        found.append({"name": name, **sums, "vpip_percent": percent(sums["vpip"], sums["hands"]),
                      "pfr_percent": percent(sums["pfr"], sums["hands"]), "bb_per_100": [rate.low, rate.high],
                      "deviation": 10 * statistics.pstdev(p / BB for row in rows for p in row["won"]),
                      "lost_within_ten": statistics.fmean(lost_within(row["won"]) for row in rows),
                      "microseconds": median_microseconds(name)})
    return found


def median_microseconds(name: str, decisions: int = 2000) -> float:
    """Return the median time of a decision of a character among the six, views made beforehand."""
    bot, taken = Character(name), []
    hands = session(list(SIX), 200, seed=424_242).records
    for hand in itertools.cycle(hands):
        again = croupier.holdem(BB // 2, BB).deal([STACK] * 6, button=hand.button, seed=len(taken))
        while again.actor is not None and len(taken) < decisions:
            view = again.observe(again.actor)
            begun = perf_counter_ns()
            action = bot.act(view)
            taken.append((perf_counter_ns() - begun) / 1000)
            again.apply(action)
        if len(taken) >= decisions:
            return statistics.median(taken)
    raise AssertionError("unreachable")


def checks(six: list[dict[str, Any]], ladder: list[dict[str, Any]], simple: list[dict[str, Any]]) -> dict[str, bool]:
    """Return what must show, line by line."""
    def inside(row: dict[str, Any], key: str, bands: dict[str, tuple[int, int]]) -> bool:
        low, high = row[key]
        return bands[row["name"]][0] <= low and high <= bands[row["name"]][1]

    return {"deviation of each character is 60 to 120 bb/100": all(60 <= row["deviation"] <= 120 for row in six),
            "a stack is lost within ten hands at most 2 % of the time": all(row["lost_within_ten"] <= 0.02
                                                                            for row in six),
            "VPIP lies in its band": all(inside(row, "vpip_percent", VPIP) for row in six),
            "PFR lies in its band": all(inside(row, "pfr_percent", PFR) for row in six),
            "a character decides within 200 microseconds (median)": all(row["microseconds"] <= 200 for row in six),
            "every level beats the one below": all(row["low"] > 0 for row in ladder),
            "simple players lose 50 bb/100 to normal": all(row["low"] >= 50 for row in simple)}


def page(found: dict[str, Any]) -> str:
    """Return the tables of docs/opponents.md."""
    def rows(head: str, lines: Iterable[str]) -> str:
        return f"{head}\n|{'---|' * (head.count('|') - 1)}\n" + "\n".join(lines) + "\n"

    six = rows("| character | style | VPIP | PFR | bets per call | showdowns | bb/100 at this table | deviation | "
               "stack lost in 10 hands | median decision |",
               [f"| `{row['name']}` | {CHARACTERS[row['name']]} | {row['vpip'] / row['hands']:.1%} | "
                f"{row['pfr'] / row['hands']:.1%} | {row['bets'] / row['calls']:.1f} | "
                f"{row['showdowns'] / row['hands']:.1%} | {row['bb_per_100'][0]:+.0f} to {row['bb_per_100'][1]:+.0f} | "
                f"{row['deviation']:.0f} | {row['lost_within_ten']:.2%} | {row['microseconds']:.0f} µs |"
                for row in found["six"]])
    levels = rows("| level | wins from | heads-up | three against three |",
                  [f"| `{pair['level']}` | `{pair['below']}` | {interval(pair['heads_up'])} | {interval(pair['six'])} |"
                   for pair in found["ladder"]])
    simple = rows("| `normal` against | bb/100 |", [f"| {row['seats'][1]} | {interval(row)} |"
                                                    for row in found["simple"]])
    held = "\n".join(f"- {'Holds' if held else '**Does not hold**'}: {what}." for what, held in found["checks"].items())
    return (f"{MARK}\n## At one table\n\n{found['hands']:,} hands of six characters, each with 100 big blinds.\n\n"
            f"{six}\n## Levels\n\nbb/100 for each seat, 95 % intervals.\n\n{levels}\n{simple}\n"
            f"## What must show\n\n{held}\n")


def interval(row: dict[str, Any]) -> str:
    """Return a mean with its interval."""
    return f"{row['mean']:+.0f} ({row['low']:+.0f} to {row['high']:+.0f}), {row['hands']:,} hands"


def main(words: list[str] | None = None) -> int:
    """Play everything; return 1 if something does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.opponents", description=__doc__)
    parser.add_argument("--parts", type=int, default=40, help=f"parts of {CHUNK} hands for each figure")
    parser.add_argument("--seed", type=int, default=310_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=EVIDENCE / "opponents.json")
    asked = parser.parse_args(words)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        six = characters(pool, max(2, asked.parts // 4), asked.seed)
        print("six characters played", flush=True)
        ladder = []
        for below, level in itertools.pairwise(LEVELS):
            upper, lower = bots.line_up(level, 3), bots.line_up(below, 3)
            mixed = [name for pair in zip(upper, lower, strict=True) for name in pair]
            ladder.append({"level": level, "below": below,
                           "heads_up": contest(pool, [level, below], asked.parts, asked.seed + 1000),
                           "six": contest(pool, mixed, asked.parts, asked.seed + 2000)})
            print(level, interval(ladder[-1]["heads_up"]), interval(ladder[-1]["six"]), flush=True)
        simple = [contest(pool, ["normal", other], asked.parts, asked.seed + 3000)
                  for other in ("always-call", "always-all-in", "random")]
    shown = checks(six, [pair[how] for pair in ladder for how in ("heads_up", "six")], simple)
    found = {"check": "opponents", "what": "how the house's characters and levels play", "six": six, "ladder": ladder,
             "simple": simple, "checks": shown, "hands": six[0]["hands"], "seed": asked.seed, "commit": commit(),
             "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions()}
    asked.out.write_text(json.dumps(found, indent=1) + "\n")
    text = PAGE.read_text() if PAGE.exists() else MARK
    PAGE.write_text(text[:text.index(MARK)] + page(found))
    for what, held in shown.items():
        print("holds" if held else "DOES NOT HOLD", what)
    return 0 if all(shown.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
