"""Write the page of a match: one HTML file with all results."""

from __future__ import annotations

from html import escape
from math import isfinite

from croupier.contest.pages.hand_pictures import hand_pictures
from croupier.contest.pages.html import curves, download, folded, page, section, table, unfolded
from croupier.contest.result import MatchResult, times
from croupier.notation.files import loads
from croupier.stats.columns import without_unit
from croupier.stats.players import stats

STREETS = ("PRE_FLOP", "PRE_DRAW", "THIRD", "DRAW_1", "DRAW_2", "DRAW_3", "FLOP", "FOURTH", "TURN", "FIFTH", "SIXTH",
           "RIVER", "SEVENTH", "SHOWDOWN")
STATS_HANDS = 20_000
"""The largest number of recorded hands from which VPIP and similar figures are counted."""


def match_page(result: MatchResult) -> str:
    """Return the page of a match."""
    title = " v ".join(result.names) if len(result.names) < 4 else f"{len(result.names)} bots"
    return page(f"{title}: {result.game}",
                f"<p class=verdict>{escape(result.verdict)}</p>",
                f"<p>{escape(result.played)}.</p>",
                _scores(result), section(f"Row ahead of column, {result.lead.unit}", _matrix(result)),
                section("Chips over hands", _course(result)),
                section("By position", _by(result, "positions")),
                section("By the street on which hands ended", _by(result, "streets")),
                section("How they play", _styles(result)), section("Biggest pots", _biggest(result)),
                section("Slowest decisions", _slowest(result)), section("Faults", _faults(result)))


def _scores(result: MatchResult) -> str:
    unit = result.bb_per_100[0].unit
    rows = [(result.names[bot], f"{result.payoffs[bot]:+,}", without_unit(result.bb_per_100[bot]),
             without_unit(result.adjusted[bot]), times(result.variance_cut[bot])) for bot in result.ranking]
    return table(("bot", "chips", unit, f"adjusted {unit}", "variance cut"), rows)


def _course(result: MatchResult) -> str:
    series = []
    for bot, name in enumerate(result.names):
        rate = result.bb_per_100[bot]
        scale = result.payoffs[bot] / rate.mean if rate.mean else 0.0
        band = abs(scale) * rate.margin if isfinite(rate.margin) else 0.0
        line = [(0.0, 0.0), *((float(hands), float(totals[bot])) for hands, totals in result.details.course)]
        series.append((name, line, band))
    return curves(series, "hands")


def _by(result: MatchResult, what: str) -> str:
    counts = getattr(result.details, what)
    keys = sorted(dict.fromkeys(key for _, key, _ in counts), key=_place)
    rows = []
    for bot, name in enumerate(result.names):
        cells = [counts[bot, key, "chips"] / counts[bot, key, "hands"] if counts[bot, key, "hands"] else None
                 for key in keys]
        rows.append((name, *("" if cell is None else f"{cell:+,.1f}" for cell in cells)))
    return table(("chips a hand", *keys), rows) if keys else ""


def _place(key: str) -> tuple[int, str]:
    """Return the sorting key of a position or street. Streets are in the order of play, with the showdown last."""
    return (STREETS.index(key), "") if key in STREETS else (len(STREETS), "")


def _styles(result: MatchResult) -> str:
    if not result.details.records:
        return ""
    hands = [record for text in result.details.records[:STATS_HANDS] for record in loads(text)]
    found = stats(hands)
    # without the column of results, which are shown above with intervals over deals
    rows = [(name, *found[name].cells()[:-1]) for name in found]
    return table(("bot", "hands", "VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD"), rows)


def _biggest(result: MatchResult) -> str:
    return "".join(f"<p>{pot:,} chips, hand {number:,}: <a href='#replay-{number}'>replay</a>, "
                   f"{download(f'hand-{number}.phh', text)}</p>"
                   + unfolded(f"Replay of hand {number:,}: scroll through the steps", hand_pictures(text),
                              f"replay-{number}")
                   for pot, number, text in result.details.biggest)


def _matrix(result: MatchResult) -> str:
    """Return a table of how far each bot is ahead of each other bot, if there are three or more."""
    if len(result.names) < 3:
        return ""
    rows = [(result.names[bot], *("" if bot == other else without_unit(result.ahead(bot, other))
                                  for other in result.ranking)) for bot in result.ranking]
    return table(("", *(result.names[bot] for bot in result.ranking)), rows)


def _slowest(result: MatchResult) -> str:
    rows = [(name, f"{ms:,.1f} ms", action) for ms, name, action in result.details.slowest]
    return table(("bot", "time", "action"), rows) if rows else ""


def _faults(result: MatchResult) -> str:
    rows = [(name, kind, f"{times:,}") for (name, kind), times in result.faults.kinds.items()]
    first = {(warning.name, warning.kind): warning for warning in reversed(result.warnings)}
    traces = "".join(folded(str(warning), warning.traceback or warning.reason) for warning in first.values())
    logs = "".join(f"<p>log of {escape(name)}: <code>{escape(path)}</code></p>"
                   for name, path in result.details.logs.items())
    return (table(("bot", "fault", "times"), rows) + traces + logs) if rows else ""
