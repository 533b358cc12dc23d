"""`python -m tests.soak.opponents`: how the house's characters and levels play, at full volume.

    six             characters at one table: style figures, deviation, stacks lost within ten hands, time of a decision
    tables          six opponents of a level at one table: deviation, stacks lost within ten hands
    ladder          every level against the one below, heads-up and three against three
    simple          `normal` against players who always call, always move all-in or act at random
    league          a ladder of all opponents, by `croupier league`
    responses       what a local best response wins from each
    games           characters against simple players in every other poker game
    clock           processor time of decisions of `expert` in every game, beside the time for a move

Seeds are not those that anything was tuned on. Writes docs/evidence/opponents.json and the tables of docs/opponents.md;
parts that are not named keep what an earlier run found.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter_ns, process_time
from typing import Any

from tests.bots.styles import BB, PFR, SIX, STACK, VPIP, deviation, lost_within, percent, session, style

import croupier
from croupier import bots, lab
from croupier.arena.core.config import TableConfig
from croupier.bots.characters import CHARACTERS, LEVELS, Character
from croupier.bots.sting import opponents
from croupier.contest import Isolation
from croupier.contest.matches.units import Job, play_unit
from croupier.contest.stakes import unit_of
from croupier.games.poker.rules import NAMES
from croupier.games.poker.rules import named as rules_named
from croupier.games.sting.game import Sting
from croupier.lab.solver.local_best_response import local_best_response
from croupier.stats import Tally

from .evidence import EVIDENCE, commit, versions

CHUNK = 2_500
CLOCK_MS = TableConfig().move_time_ms
PAGE = EVIDENCE.parent / "opponents.md"
EVOLVED = EVIDENCE.parent / "evolved"
ELSEWHERE = ("tight", "loose", "aggressive")
SIMPLE = ("caller", "random", "strength")
SEARCHED = (*lab.names(), *sorted(path.stem for path in EVOLVED.glob("*.json")))
"""Games of the lab and bred games, in which the time of a search is taken."""
DEALS_WITHOUT_CHOICE = 20
"""If nobody has had a choice in this many deals, the game has none (war)."""
CLOCKED = (*NAMES, *SEARCHED, "sting")
LEAGUE = (*SIX, *LEVELS, "strength", "greedy", "caller", "maniac", "random", "folder")
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


def teams(asked: tuple[list[str], int]) -> tuple[list[float], list[float]]:
    """Play one part of a contest, every deal from two seatings with the teams changed round.

    Return what the even places won with each deal, in bb a hand and seat: plain, and with luck taken out.
    """
    names, seed = asked
    game, stacks = croupier.holdem(BB // 2, BB), (STACK,) * len(names)
    units = [play_unit(Job(tuple(made(name) for name in names), game, stacks, seed, range(CHUNK // 2), turn,
                           Isolation())) for turn in (0, 1)]
    assert not any(unit.warnings.counts for unit in units), "a house bot failed"
    plain, adjusted = (
        [sum(sum(each[::2]) for each in deal) / BB / len(names) for deal in zip(*results, strict=True)]
        for results in ([unit.payoffs for unit in units], [unit.adjusted for unit in units]))
    return plain, adjusted


def contest(pool: ProcessPoolExecutor, names: list[str], parts: int, seed: int) -> dict[str, Any]:
    """Return what the even places win, in bb/100 a seat, with luck taken out; and plain."""
    plain, adjusted = Tally(), Tally()
    for part in pool.map(teams, [(names, seed + part) for part in range(parts)]):
        for tally, won in zip((plain, adjusted), part, strict=True):
            for each in won:
                tally.add(each)
    found, rough = adjusted.interval(100, "bb/100"), plain.interval(100, "bb/100")
    return {"seats": names, "hands": 2 * adjusted.samples, "mean": found.mean, "low": found.low, "high": found.high,
            "plain": [rough.mean, rough.low, rough.high]}


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


def tables(pool: ProcessPoolExecutor, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the largest deviation and the largest part of stacks lost at a table of each level."""
    parts = max(2, asked.parts // 4)
    rows = list(pool.map(table_of_level, [(level, asked.seed + 6000 + part) for level in LEVELS
                                          for part in range(parts)]))
    return [{"level": level, "hands": parts * CHUNK, **worst([row for row in rows if row["level"] == level])}
            for level in LEVELS]


def table_of_level(asked: tuple[str, int]) -> dict[str, Any]:
    """Play one part of a table of a level; return what each seat won."""
    level, seed = asked
    played = session(bots.line_up(level, 6), CHUNK, seed)
    return {"level": level, "won": [[hand.payoffs[seat] for hand in played.records] for seat in range(6)]}


def worst(parts: list[dict[str, Any]]) -> dict[str, float]:
    """Return the largest deviation of a seat, the largest part of its stacks lost within ten hands, and the mean of
    both over all seats.
    """
    seats = [[part["won"][seat] for part in parts] for seat in range(6)]
    spread = [10 * statistics.pstdev(won / BB for part in seat for won in part) for seat in seats]
    lost = [statistics.fmean(lost_within(part) for part in seat) for seat in seats]
    return {"deviation": statistics.fmean(spread), "deviation_most": max(spread),
            "lost_within_ten": statistics.fmean(lost), "lost_most": max(lost)}


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


def later_checks(found: dict[str, Any]) -> dict[str, bool]:
    """Return what other games and the clock must show."""
    shown = {}
    if rows := found.get("tables"):
        shown["at a table of any level, too, a stack is lost within ten hands at most 2 % of the time"] = all(
            row["lost_within_ten"] <= 0.02 for row in rows)
    if games := found.get("games"):
        shown["characters win from a caller and from random in every other poker game"] = all(
            row["low"] > 0 for row in games if row["other"] != "strength")
    if times := found.get("clock"):
        shown["expert decides within the clock always"] = all(row["within_the_clock"] == row["decisions"]
                                                              for row in times)
    return shown


# -- the parts ---------------------------------------------------------------------------------------------------------


def levels(pool: ProcessPoolExecutor, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Play every level against the one below, heads-up and three against three."""
    ladder = []
    for below, level in itertools.pairwise(LEVELS):
        upper, lower = bots.line_up(level, 3), bots.line_up(below, 3)
        mixed = [name for pair in zip(upper, lower, strict=True) for name in pair]
        ladder.append({"level": level, "below": below,
                       "heads_up": contest(pool, [level, below], asked.parts, asked.seed + 1000),
                       "six": contest(pool, mixed, asked.parts, asked.seed + 2000)})
        print(level, interval(ladder[-1]["heads_up"]), interval(ladder[-1]["six"]), flush=True)
    return ladder


def simple_players(pool: ProcessPoolExecutor, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Play `normal` against players without any skill."""
    return [contest(pool, ["normal", other], asked.parts, asked.seed + 3000)
            for other in ("always-call", "always-all-in", "random")]


def league(_: ProcessPoolExecutor, asked: argparse.Namespace) -> dict[str, Any]:
    """Rate all opponents by `croupier league`, from an empty folder."""
    with tempfile.TemporaryDirectory(prefix="croupier-opponents-") as folder:
        listed = "".join(f'{name} = "{name}"\n' for name in LEAGUE)
        (Path(folder) / "league.toml").write_text("[bots]\n" + listed, encoding="utf-8")
        words = ["league", folder, "--width", str(asked.width), "--games-max", str(asked.games_max), "--cores",
                 str(asked.jobs), "--seed", str(asked.seed), "--json"]
        done = subprocess.run([sys.executable, "-m", "croupier", *words], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return {"command": "croupier " + " ".join(["league", "DIR", *words[2:]]), "ladder": found["ladder"]}


def measured(asked: tuple[str, int, int]) -> dict[str, Any]:
    """Measure how much a bot can be exploited at least."""
    name, hands, seed = asked
    found = local_best_response(bots.named(name), croupier.holdem(BB // 2, BB), hands, STACK, seed)
    # from thousandths of a big blind a hand to big blinds a hundred hands
    return {"name": name, "hands": hands, "mean": found.mean / 10, "low": found.low / 10, "high": found.high / 10}


def responses(pool: ProcessPoolExecutor, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure the local best response to every character and level, or to those asked for."""
    old = json.loads(asked.out.read_text(encoding="utf-8")).get("responses", []) if asked.response_to else []
    names = asked.response_to or (*SIX, *LEVELS)
    new = {row["name"]: row for row in pool.map(measured, [(name, asked.response_hands, asked.seed) for name in names])}
    return [new.pop(row["name"], row) for row in old] + list(new.values())


def poker(name: str) -> Any:
    """Return a poker game at stakes of 50 and 100."""
    return croupier.game(name, **rules_named(name).stakes(BB // 2, BB))


def duels(asked: tuple[str, str, int, int]) -> dict[str, Any]:
    """Play some characters against a simple player, every deal from both seats."""
    name, other, deals, seed = asked
    game, won = poker(name), Tally()
    unit, word = unit_of(game)
    for at, who in enumerate(ELSEWHERE):
        units = [play_unit(Job((bots.named(who), bots.named(other)), game, (100 * unit,) * 2, seed + at, range(deals),
                               turn, Isolation(), adjust="none")) for turn in (0, 1)]
        assert not any(each.warnings.counts for each in units), "a house bot failed"
        for deal in zip(*[each.payoffs for each in units], strict=True):
            won.add(sum(each[0] for each in deal) / unit / 2)
    found = won.interval(100, word)
    return {"game": name, "other": other, "hands": 2 * won.samples, "unit": word, "mean": found.mean, "low": found.low,
            "high": found.high}


def other_games(pool: ProcessPoolExecutor, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Play every other poker game against simple players."""
    return list(pool.map(duels, [(name, other, asked.game_deals, asked.seed + 4000) for name in NAMES
                                 if name != "holdem" for other in SIMPLE]))


def slowest(asked: tuple[str, int, int]) -> dict[str, Any]:
    """Take the processor time of decisions of `expert` in a game."""
    name, decisions, seed = asked
    taken: list[float] = []
    bred = EVOLVED / f"{name}.json"
    game = Sting() if name == "sting" else poker(name) if name in NAMES else lab.load(
        bred if bred.exists() else name).game()
    for number in itertools.count(seed):
        players: list[croupier.Bot] = opponents("expert") if name == "sting" else [bots.named("expert")] * 6
        hand = game.start(seed=number) if name == "sting" else (
            game.deal([100 * unit_of(game)[0]] * 6, button=number % 6, seed=number) if name in NAMES
            else game.start(game.players[0], seed=number))
        while hand.actor is not None and len(taken) < decisions:
            view = hand.observe(hand.actor)
            bot = players[hand.actor] if hand.actor < len(players) else bots.named("random")
            begun = process_time()
            action = bot.act(view)
            if hand.actor < len(players):
                taken.append(1000 * (process_time() - begun))
            hand.apply(action)
        if len(taken) >= decisions or (not taken and number >= seed + DEALS_WITHOUT_CHOICE):
            break
    return {"game": name, "decisions": len(taken), "median_ms": statistics.median(taken or [0]),
            "slowest_ms": max(taken, default=0), "within_the_clock": sum(each <= CLOCK_MS for each in taken)}


def clocks(pool: ProcessPoolExecutor, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Take the time of `expert` in every game."""
    rows = pool.map(slowest, [(name, 500 if name in NAMES else 60, asked.seed + 5000) for name in CLOCKED])
    return [row for row in rows if row["decisions"]]


PARTS = {"six": lambda pool, asked: characters(pool, max(2, asked.parts // 4), asked.seed), "tables": tables,
         "ladder": levels,
         "simple": simple_players, "league": league, "responses": responses,
         "games": other_games, "clock": clocks}


TABLES = """
Six opponents of one level, as `croupier play` and the arena's practice tables seat them:

{rows}"""
OTHER_GAMES = """## Other poker games

In each game, `tight`, `loose` and `aggressive` play heads-up against simple players. The table shows the mean of what
the three win. Stacks are 100 big blinds, and every deal is played from both seats. Figures are in bb/100, in stud
games in small bets.

{rows}
"""
PAGE_TEXT = """{mark}
## At one table

Six characters played {hands:,} hands, each with 100 big blinds.

{six}{tables}
## Levels

Results are in bb/100 for each seat, with 95 % intervals. Every deal is played twice with the seats exchanged, and luck
with the board is taken out, as [`croupier match`](contests.md) does.

{levels}
{simple}
## League

`{command}`, from an empty folder: heads-up no-limit hold'em, 100 big blinds, games of 100 deals. 400 points are ten to
one for a game.

{ladder}
{elsewhere}## How much they can be exploited

A local best response knows how an opponent plays each hand and looks one action ahead. A perfect answer would win at
least as much as the local best response. Measured at commit {responses_at}.

{best}
## Time

The table shows the processor time that `expert` takes at a table of six, in games of the lab, in bred games and in the
sting. The arena gives 15 seconds for a move.

{times}
## What must show

{held}
"""


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
    of_levels = rows("| level | deviation | stack lost in 10 hands | of the seat that loses most |",
                     [f"| `{row['level']}` | {row['deviation']:.0f} bb/100 | {row['lost_within_ten']:.2%} | "
                      f"{row['lost_most']:.2%} |" for row in found.get("tables", [])])
    levels = rows("| level | wins from | heads-up | three against three |",
                  [f"| `{pair['level']}` | `{pair['below']}` | {interval(pair['heads_up'])} | {interval(pair['six'])} |"
                   for pair in found["ladder"]])
    simple = rows("| `normal` against | bb/100 |", [f"| {row['seats'][1]} | {interval(row)} |"
                                                    for row in found["simple"]])
    ladder = rows("| opponent | rating | 95 % | games |",
                  [f"| `{row['bot']}` | {row['rating']:,.0f} | ± {row['margin']:,.0f} | {row['games']:,} |"
                   for row in found.get("league", {}).get("ladder", [])])
    best = rows("| opponent | a local best response wins, bb/100 |",
                [f"| `{row['name']}` | {interval(row)} |" for row in found.get("responses", [])])
    other = rows("| game | from a caller | from random | from `strength` | hands of each |",
                     ["| " + " | ".join([name, *[f"{row['mean']:+.0f} ({row['low']:+.0f} to {row['high']:+.0f})"
                                                for row in line],
                                      " to ".join(f"{hands:,}" for hands in sorted({row["hands"] for row in line}))])
                      + " |"
                      for name, line in [(name, list(line)) for name, line in itertools.groupby(
                          found.get("games", []), key=lambda row: row["game"])]])
    elsewhere = OTHER_GAMES.format(rows=other) if "games" in found else ""
    times = rows("| game | decisions | median | slowest | within the clock |",
                 [f"| {row['game']} | {row['decisions']:,} | {row['median_ms']:.2f} ms | {row['slowest_ms']:.1f} ms | "
                  f"{math.floor(100 * row['within_the_clock'] / row['decisions'])}% |"
                  for row in found.get("clock", [])])
    held = "\n".join(f"- {'Holds' if held else '**Does not hold**'}: {what}." for what, held in found["checks"].items())
    command = found.get("league", {}).get("command", "croupier league DIR")
    return PAGE_TEXT.format(mark=MARK, hands=found["six"][0]["hands"], six=six, levels=levels,
                            tables=TABLES.format(rows=of_levels) if "tables" in found else "", simple=simple,
                            command=command, ladder=ladder, elsewhere=elsewhere, best=best,
                            responses_at=found.get("commits", {}).get("responses", "")[:8],
                            times=times, held=held)


def interval(row: dict[str, Any]) -> str:
    """Return a mean with its interval."""
    return f"{row['mean']:+.0f} ({row['low']:+.0f} to {row['high']:+.0f}), {row['hands']:,} hands"


def main(words: list[str] | None = None) -> int:
    """Play some parts or all of them; return 1 if something does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.opponents", description=__doc__)
    parser.add_argument("played", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--parts", type=int, default=40, help=f"parts of {CHUNK} hands for each figure")
    parser.add_argument("--width", type=float, default=60, help="margin of the ratings of the league")
    parser.add_argument("--games-max", type=int, default=20, help="games of each pair of the league at most")
    parser.add_argument("--game-deals", type=int, default=500, help="deals of each pair in every other poker game")
    parser.add_argument("--response-hands", type=int, default=2000, help="hands of each local best response")
    parser.add_argument("--response-to", nargs="*", help="measure these again, keep the rest of an earlier run")
    parser.add_argument("--seed", type=int, default=310_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=EVIDENCE / "opponents.json")
    asked = parser.parse_args(words)
    if unknown := set(asked.played) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}: there are {', '.join(PARTS)}")
    played = {}
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for part in asked.played or PARTS:
            played[part] = PARTS[part](pool, asked)
            print(f"{part} played", flush=True)
    # read when everything is played: another run may have written other parts in the meantime
    found = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
    found |= {**played, "commits": found.get("commits", {}) | dict.fromkeys(played, commit())}
    against = [pair[how] for pair in found["ladder"] for how in ("heads_up", "six")]
    shown = checks(found["six"], against, found["simple"]) | later_checks(found)
    found |= {"check": "opponents", "what": "how the house's characters and levels play", "checks": shown,
              "commit": commit(), "seed": asked.seed, "date": datetime.now(UTC).strftime("%Y-%m-%d"),
              "versions": versions()}
    asked.out.write_text(json.dumps(found, indent=1) + "\n")
    text = PAGE.read_text() if PAGE.exists() else MARK
    PAGE.write_text(text[:text.index(MARK)] + page(found))
    for what, held in shown.items():
        print("holds" if held else "DOES NOT HOLD", what)
    return 0 if all(shown.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
