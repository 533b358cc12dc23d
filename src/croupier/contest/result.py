"""Hold the results of games and matches: numbers with intervals, a table to print, and values for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, isfinite
from typing import Any

from croupier.contest.events import Happened, TableEvent, Warned
from croupier.contest.seeds import BadContest
from croupier.games.api import ALL, State
from croupier.games.poker.event_stream import events_with
from croupier.games.poker.hand import Hand
from croupier.notation.game_record import GameRecord
from croupier.stats import Interval
from croupier.stats.columns import columns, without_unit

WARNINGS_MAX = 1000
"""The maximum number of warnings that are stored, so that a bot that fails in every hand cannot fill the memory. All
warnings are counted.
"""


@dataclass(slots=True)
class Warnings:
    """Counts all warnings by bot, and keeps the first ones."""

    first: list[Warned] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The number of warnings by bot and kind of fault."""

    def add(self, warning: Warned) -> None:
        """Count a warning, and keep it if there is room."""
        self.counts[warning.name] += 1
        self.kinds[warning.name, warning.kind] += 1
        if len(self.first) < WARNINGS_MAX:
            self.first.append(warning)

    def merge(self, other: Warnings) -> None:
        """Add the warnings of a part of the contest."""
        self.counts.update(other.counts)
        self.kinds.update(other.kinds)
        self.first += other.first[:WARNINGS_MAX - len(self.first)]

    def as_list(self) -> list[dict[str, Any]]:
        """Return values for JSON: for each bot and kind of fault the count, and the first warning with its
        traceback.
        """
        first = {(each.name, each.kind): each for each in reversed(self.first)}
        return [{"bot": name, "kind": kind, "times": count,
                 **({"hand": seen.hand, "reason": seen.reason, "traceback": seen.traceback}
                    if (seen := first.get((name, kind))) is not None else {})}
                for (name, kind), count in self.kinds.items()]

    def __str__(self) -> str:
        """Return a line for each bot that failed: the number of failures, the kinds of faults, and the first
        failure.
        """
        lines = []
        for name, times in self.counts.items():
            first = next((each for each in self.first if each.name == name), None)
            kinds = ", ".join(f"{kind} {count:,}" for (who, kind), count in self.kinds.items() if who == name)
            lines.append(f"warning: {name} failed {times:,} times" + (f" ({kinds})" if kinds else "") +
                         (f", first in {first}" if first else ""))
        return "\n".join(lines)


@dataclass(slots=True)
class PlayedHand:
    """A hand that was played: the events before it, its final state, and the warnings with their positions in the log.
    """

    number: int
    before: list[TableEvent]
    state: State
    warnings: list[tuple[int, Warned]]
    game: GameRecord | None = None
    """The record of a game that is not poker."""
    notes: list[dict[str, Any]] = field(default_factory=list)
    """The bots' notes about their decisions (`Bot.notes`), with the bot's name."""

    def events(self) -> list[TableEvent]:
        """Return everything that happened, in order."""
        asides: list[tuple[int, Any]] = list(self.warnings)
        if isinstance(self.state, Hand):
            merged: Sequence[object] = events_with(self.state, asides)
        else:
            merged = _merged(self.state.observe(ALL).events, asides)
        return self.before + [each if isinstance(each, Warned) else Happened(self.number, each)
                              for each in merged]


def _merged(events: Sequence[object], asides: list[tuple[int, Any]]) -> list[object]:
    """Insert each warning after the event at which it was issued."""
    merged = list(events)
    for place, aside in reversed(asides):
        merged.insert(place, aside)
    return merged


@dataclass(frozen=True)
class PlayResult:
    """The result of `play`. Lists have an entry for each seat. In `names` and `bb_per_100` the entry of an empty seat
    is None.

    `stacks` are the final chips or, in a game that sets its own chips, the winnings of each seat.
    """

    game: str
    seed: int
    hands: int
    ended: str
    names: tuple[str | None, ...]
    stacks: list[int]
    payoffs: list[int]
    hands_dealt: list[int]
    bb_per_100: list[Interval | None]
    faults: Warnings
    _records: list[PlayedHand] | None = field(repr=False)
    _after: list[TableEvent] = field(repr=False)

    @property
    def warnings(self) -> list[Warned]:
        """Return the warnings about failures of bots, at most the first thousand."""
        return self.faults.first

    @property
    def records(self) -> list[Hand]:
        """Return the records of the poker hands, to print, replay or save."""
        return [record.state for record in self._kept() if isinstance(record.state, Hand)]

    @property
    def notes(self) -> list[dict[str, Any]]:
        """Return the bots' notes about their decisions, with the number of the hand."""
        return [{"hand": record.number, **note} for record in self._kept() for note in record.notes]

    @property
    def games(self) -> list[GameRecord]:
        """Return the records of a game other than poker, to replay or save (`croupier.save_games`)."""
        return [record.game for record in self._kept() if record.game is not None]

    @cached_property
    def events(self) -> list[TableEvent]:
        """Return everything that happened, in order and with all cards. The list is made at the first call."""
        return [event for record in self._kept() for event in record.events()] + self._after

    def _kept(self) -> list[PlayedHand]:
        if self._records is None:
            raise BadContest(f"the {self.hands:,} hands of this game were not kept: play(..., record=True) keeps them, "
                             "and a bus delivers the events of any number of hands")
        return self._records

    def as_dict(self) -> dict[str, Any]:
        """Return values for JSON."""
        seats = [{"seat": seat, "name": name, "hands": self.hands_dealt[seat], "payoff": self.payoffs[seat],
                  "stack": self.stacks[seat], "per_100": rate.as_dict() if rate else None,
                  "warnings": self.faults.counts[name]}
                 for seat, (name, rate) in enumerate(zip(self.names, self.bb_per_100)) if name is not None]
        return {"game": self.game, "seed": self.seed, "hands": self.hands, "ended": self.ended, "seats": seats}

    def __str__(self) -> str:
        unit = next((rate.unit for rate in self.bb_per_100 if rate), "bb/100")
        rows = [(seat, name, f"{self.hands_dealt[seat]:,}", f"{self.payoffs[seat]:+,}", f"{self.stacks[seat]:,}",
                 without_unit(rate) if rate else "") for seat, (name, rate)
                in enumerate(zip(self.names, self.bb_per_100)) if name is not None]
        title = f"{self.game}: {self.hands:,} hands, seed {self.seed}, {self.ended}"
        table = columns(("seat", "bot", "hands", "chips", "stack", unit), rows, left=(1,))
        return "\n".join(part for part in (title, table, str(self.faults)) if part)


@dataclass(frozen=True)
class MatchResult:
    """The result of a duplicate match. Lists have an entry for each bot, in the order in which the bots were given."""

    game: str
    seed: int
    hands: int
    deals: int
    names: tuple[str, ...]
    payoffs: list[int]
    bb_per_100: list[Interval]
    lead: Interval
    """The lead of the best bot over the bot over which its lead is least significant, in the same deals."""
    faults: Warnings
    adjusted: list[Interval]
    """The results after removing luck, or the plain results if no luck could be removed."""
    variance_cut: list[float]
    """The factor by which duplicate deals and adjustment reduce the variance of each bot's mean."""
    until: float | None = None
    ranking: list[int] = field(default_factory=list)
    """The numbers of the bots, best bot first."""
    known_policies: tuple[str, ...] = ()
    """The bots with a known policy (`Bot.policy`)."""
    carry: str = ""
    """How stacks carried over; empty if they were the same before each hand."""
    leads: dict[tuple[int, int], Interval] = field(default_factory=dict)
    """For each pair, the lead of the first bot over the second in the same deals."""
    details: Any = field(default=None, repr=False, compare=False)

    @property
    def warnings(self) -> list[Warned]:
        """Return the warnings about failures of bots, at most the first thousand."""
        return self.faults.first

    @property
    def verdict(self) -> str:
        """Return a sentence that names the winner, or explains why the winner is not known yet."""
        best, second = (self.names[bot] for bot in self.ranking[:2])
        if self.lead.mean == 0:  # without this, one of two equal bots was reported "ahead by -0.0 bb/100"
            return f"no winner yet: {best} and {second} are level after {self.deals:,} deals"
        if self.lead.decided:
            return f"{best} wins, ahead of {second} by {self.lead}"
        if self.lead.method in ("bounded", "unknown"):
            ahead = f"{best} is ahead of {second} by {self.lead.mean:+,.1f} {self.lead.unit}"
            return (f"no verdict: {ahead}, but {self.deals:,} deals with results this skewed prove nothing yet; "
                    "play more hands")
        needed = hands_to_decide(self.lead, self.hands)
        more = f"; about {rounded(needed)} hands might tell" if needed else ""
        return f"no winner yet: {best} is ahead of {second} by {self.lead}{more}"

    def ahead(self, bot: int, other: int) -> Interval:
        """Return the lead of one bot over another. Bots are numbered in the order in which they were given."""
        if (bot, other) in self.leads:
            return self.leads[bot, other]
        lead = self.leads[other, bot]
        ends = None if lead.ends is None else (-lead.ends[1], -lead.ends[0])
        return replace(lead, mean=-lead.mean, ends=ends)

    def as_dict(self) -> dict[str, Any]:
        """Return values for JSON."""
        bots = [{"name": name, "payoff": payoff, "per_100": rate.as_dict(), "adjusted_per_100": fair.as_dict(),
                 "variance_cut": cut if isfinite(cut) else None, "warnings": self.faults.counts[name]}
                for name, payoff, rate, fair, cut
                in zip(self.names, self.payoffs, self.bb_per_100, self.adjusted, self.variance_cut)]
        return {"game": self.game, "seed": self.seed, "hands": self.hands, "deals": self.deals, "until": self.until,
                "unit": self.bb_per_100[0].unit, "bots": bots, "lead": self.lead.as_dict(), "verdict": self.verdict,
                "known_policies": list(self.known_policies), "carry": self.carry, "faults": self.faults.as_list(),
                **(self.details.as_dict(self.names) if self.details is not None else {}),
                "matrix": [{"bot": self.names[bot], "ahead_of": self.names[other], **lead.as_dict()}
                           for (bot, other), lead in self.leads.items()]}

    @property
    def played(self) -> str:
        """Return a line with the number of hands, the number of deals and the seed."""
        what = f"deals each played from all {len(self.names)} seatings"
        if self.carry:
            what = f"{self.carry}, stacks carried over, each played from all {len(self.names)} seatings"
        return f"{self.hands:,} hands, {self.deals:,} {what}, seed {self.seed}"

    def __str__(self) -> str:
        title = f"{self.game}: {self.played}"
        unit = self.bb_per_100[0].unit
        rows = [(self.names[bot], f"{self.payoffs[bot]:+,}", without_unit(self.bb_per_100[bot]),
                 without_unit(self.adjusted[bot]), times(self.variance_cut[bot])) for bot in self.ranking]
        table = columns(("bot", "chips", unit, f"adjusted {unit}", "variance cut"), rows)
        logs = [f"log of {name}: {path}" for name, path in (self.details.logs if self.details else {}).items()]
        return "\n".join(part for part in (title, table, self.verdict, str(self.faults), *logs) if part)


def times(factor: float) -> str:
    """Return a factor as text, or a dash if all results are equal and there is no variance to reduce."""
    return f"{factor:,.1f} ×" if isfinite(factor) else "–"


def hands_to_decide(interval: Interval, hands: int) -> int | None:
    """Estimate how many hands are needed to know which bot is better, that is, the sign of a mean. Return None if the
    sign is already known, or if too many hands are needed.
    """
    if interval.decided or not isfinite(interval.margin) or interval.mean == 0:
        return None
    needed = hands * (interval.margin / interval.mean) ** 2
    return None if needed > 10**9 else ceil(1.2 * needed)


def rounded(number: int) -> str:
    """Round an estimate up to two digits, as in 12,000."""
    size = 10 ** max(0, len(str(number)) - 2)
    return f"{-(-number // size) * size:,}"
