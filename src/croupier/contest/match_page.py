"""The page of a match: one HTML file with everything that is known about it."""

from __future__ import annotations

from html import escape
from math import isfinite

from croupier.contest.html import curves, download, folded, page, section, table
from croupier.contest.result import MatchResult
from croupier.notation.files import loads
from croupier.stats.columns import without_unit
from croupier.stats.players import stats

STATS_HANDS = 20_000
"""Recorded hands from which VPIP and others are counted."""


def match_page(result: MatchResult) -> str:
    """Return the page of a match."""
    title = " v ".join(result.names) if len(result.names) < 4 else f"{len(result.names)} bots"
    return page(f"{title}: {result.game}",
                f"<p class=verdict>{escape(result.verdict)}</p>",
                f"<p>{result.hands:,} hands, {result.deals:,} deals each played from all {len(result.names)} seatings, "
                f"seed {result.seed}.</p>",
                _scores(result), section("Chips over hands", _course(result)),
                section("By position", _by(result, "positions")),
                section("By the street on which hands ended", _by(result, "streets")),
                section("How they play", _styles(result)), section("Biggest pots", _biggest(result)),
                section("Slowest decisions", _slowest(result)), section("Faults", _faults(result)))


def _scores(result: MatchResult) -> str:
    unit = result.bb_per_100[0].unit
    rows = [(result.names[bot], f"{result.payoffs[bot]:+,}", without_unit(result.bb_per_100[bot]),
             without_unit(result.adjusted[bot]), f"{result.variance_cut[bot]:,.1f} ×") for bot in result.ranking]
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
    keys = list(dict.fromkeys(key for _, key, _ in counts))
    rows = []
    for bot, name in enumerate(result.names):
        cells = [counts[bot, key, "chips"] / counts[bot, key, "hands"] if counts[bot, key, "hands"] else None
                 for key in keys]
        rows.append((name, *("" if cell is None else f"{cell:+,.1f}" for cell in cells)))
    return table(("chips a hand", *keys), rows) if keys else ""


def _styles(result: MatchResult) -> str:
    if not result.details.records:
        return ""
    hands = [record for text in result.details.records[:STATS_HANDS] for record in loads(text)]
    return f"<pre>{escape(str(stats(hands)))}</pre>"


def _biggest(result: MatchResult) -> str:
    return "".join(f"<p>{pot:,} chips, hand {number:,}: {download(f'hand-{number}.phh', text)} "
                   f"(<code>croupier replay hand-{number}.phh</code>)</p>{folded('the hand', text)}"
                   for pot, number, text in result.details.biggest)


def _slowest(result: MatchResult) -> str:
    rows = [(name, f"{ms:,.1f} ms", action) for ms, name, action in result.details.slowest]
    return table(("bot", "time", "action"), rows) if rows else ""


def _faults(result: MatchResult) -> str:
    rows = [(name, kind, f"{times:,}") for (name, kind), times in result.faults.kinds.items()]
    first = {(warning.name, warning.kind): warning for warning in reversed(result.warnings)}
    traces = "".join(folded(str(warning), warning.traceback or warning.reason) for warning in first.values())
    logs = "".join(f"<p>log of {escape(name)}: <code>{escape(path)}</code></p>"
                   for name, path in result.details.logs.items() if result.faults.counts[name])
    return (table(("bot", "fault", "times"), rows) + traces + logs) if rows else ""
