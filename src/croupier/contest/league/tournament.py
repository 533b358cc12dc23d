"""Play a tournament of many bots in heads-up matches: round robin, Swiss, or elimination with one or two lives.

    bots = named_bots(["tight", "caller", "mybot.py"])          # or the bots of a folder: find_bots(Path("bots"))
    result = Tournament("swiss", bots, hands=1000, seed=7).run()
    print(result)                                               # rounds and final standings
    result.standings[0].name                                    # the winner

Each match is a short duplicate match of a named standard, and the adjusted result decides it. On several cores all
matches of a round are played at the same time, with the same results. A tournament always has a winner, even if the
difference could be luck. Each match states whether its difference is significant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import ceil, log2
from pathlib import Path
from typing import Any

from croupier.contest.league.bracket import Bracket
from croupier.contest.league.league import GameJob, Run, play_here
from croupier.contest.league.pairings import Pair, check_names, round_robin, swiss_round
from croupier.contest.league.store import LeagueGame
from croupier.contest.matches.standards import TableSetting
from croupier.contest.matches.standards import standard as named_standard
from croupier.contest.play import HANDS_MAX
from croupier.contest.players import Isolation
from croupier.contest.seeds import BadContest, checked_seed, derived, whole
from croupier.contest.stakes import unit_of
from croupier.errors import unknown
from croupier.stats.columns import columns

KINDS = {"round-robin": "round robin", "swiss": "Swiss tournament", "single": "single elimination",
         "double": "double elimination"}
BOTS_MAX = 256


@dataclass(frozen=True)
class TournamentMatch:
    """A match of a round. The results are those of the first bot."""

    round: int
    bots: Pair
    per_100: float
    """The winnings per hundred hands, in the unit `unit` (such as big blinds), after removing luck."""
    decided: bool
    """Whether the difference is more than luck, with 95 % confidence."""
    winner: str | None
    """The name of the winner, or None for a draw."""
    faults: dict[str, dict[str, int]] = field(default_factory=dict)
    unit: str = "bb/100"

    def __str__(self) -> str:
        first, second = self.bots if self.winner != self.bots[1] else self.bots[::-1]
        lead = f"{abs(self.per_100):,.1f} {self.unit}" + ("" if self.decided else ", could be luck")
        return f"{first} draws with {second}" if self.winner is None else f"{first} beats {second} by {lead}"


@dataclass(frozen=True)
class Standing:
    """A bot's place in the final standings. Bots that went out in the same round of a bracket share a place."""

    place: int
    name: str
    points: float
    won: int
    drawn: int
    lost: int
    per_100: float
    """The mean of the bot's results in its matches."""
    faults: dict[str, int]


@dataclass(frozen=True)
class TournamentResult:
    """The matches of a tournament, and its final standings with the winner first."""

    kind: str
    standard: str
    hands: int
    seed: int
    matches: list[TournamentMatch]
    byes: list[tuple[int, str]]
    """The rounds of a Swiss tournament in which a bot had no opponent. Such a round counts as a win."""
    standings: list[Standing]
    unit: str = "bb/100"

    def as_dict(self) -> dict[str, Any]:
        """Return the result as values for JSON."""
        return asdict(self)

    @property
    def title(self) -> str:
        """Return one line that describes the tournament."""
        return (f"{KINDS[self.kind]} of {len(self.standings)} bots, {self.standard}, {self.hands:,} hands a match, "
                f"seed {self.seed}")

    def table(self) -> str:
        """Return the final standings as a table to print."""
        rows = [(each.place, each.name, f"{each.points:g}", each.won, each.drawn, each.lost, f"{each.per_100:+,.1f}",
                 ", ".join(f"{kind} {times:,}" for kind, times in each.faults.items())) for each in self.standings]
        return columns(("", "bot", "points", "won", "drawn", "lost", self.unit, "faults"), rows, left=(1, 7))

    def __str__(self) -> str:
        lines = [self.title]
        for number in sorted({match.round for match in self.matches}):
            lines += [f"round {number}: {name} has no opponent" for at, name in self.byes if at == number]
            lines += [f"round {number}: {match}" for match in self.matches if match.round == number]
        return "\n".join([*lines, self.table()])


class Tournament:
    """A tournament: the bots by name, the kind, and the settings of its matches."""

    def __init__(self, kind: str, bots: Mapping[str, str], *, standard: str | TableSetting = "hu-100bb",
                 hands: int = 1000, rounds: int | None = None, seed: int | None = None,
                 isolation: Isolation | None = None, adjust: str = "cards") -> None:
        """Set up a tournament. The order of the bots is the seeding. Raise BadContest if the setting is not possible.

        `rounds` is for Swiss tournaments. By default there are as many rounds as leave at most one bot that has won all
        its matches.
        """
        if kind not in KINDS:
            raise BadContest(unknown("kind of tournament", kind, KINDS))
        self.kind, self.bots = kind, dict(bots)
        check_names(list(self.bots))
        whole("the number of bots", len(self.bots), 2, BOTS_MAX)
        self.standard_name = str(standard)
        self.standard = named_standard(standard, 2) if isinstance(standard, str) else standard.standard()
        if self.standard.seats != 2:
            raise BadContest(f"{self.standard_name}: matches of a tournament are played by two bots")
        self.chips, self.unit = unit_of(self.standard.game)
        self.deals = ceil(whole("hands", hands, 1, HANDS_MAX) / 2)
        self.rounds = self._checked_rounds(rounds)
        self.seed = checked_seed(seed)
        self.isolation, self.adjust = isolation or Isolation(), adjust
        self.matches: list[TournamentMatch] = []
        self.byes: list[tuple[int, str]] = []
        self.out: dict[str, int] = {}
        """The round in which a bot went out of a bracket."""

    def _checked_rounds(self, rounds: int | None) -> int:
        if rounds is not None and self.kind != "swiss":
            raise BadContest(f"a {KINDS[self.kind]} has as many rounds as it needs: rounds are for Swiss tournaments")
        most = len(self.bots) - 1 + len(self.bots) % 2
        if rounds is None:
            return ceil(log2(len(self.bots)))
        if whole("rounds", rounds, 1, 1_000_000) > most:
            raise BadContest(f"{rounds} rounds are too many: {len(self.bots)} bots have all met after {most}")
        return rounds

    # -- played --------------------------------------------------------------------------------------------------------

    def run(self, run: Run | None = None, progress: Callable[[str], object] | None = None) -> TournamentResult:
        """Play all rounds in this process, or on several cores or machines with `run`. Call `progress` with a line for
        each match.
        """
        play = {"round-robin": self._round_robin, "swiss": self._swiss}.get(self.kind, self._bracket)
        play(lambda number, pairs: self._play(number, pairs, run or play_here, progress))
        return TournamentResult(self.kind, self.standard_name, 2 * self.deals, self.seed, self.matches, self.byes,
                                self._standings(), self.unit)

    def _play(self, number: int, pairs: Sequence[Pair], run: Run,
              progress: Callable[[str], object] | None) -> list[TournamentMatch]:
        """Play the matches of one round."""
        jobs = [self._job(number, place, pair) for place, pair in enumerate(pairs, 1)]
        played = []
        for job, result in zip(jobs, run(jobs)):
            played.append(self._match(job.game, result))
            if progress is not None:
                progress(f"round {number}: {played[-1]}")
        self.matches += played
        return played

    def _job(self, number: int, place: int, pair: Pair) -> GameJob:
        game = LeagueGame(number, place, pair, derived(self.seed, self.kind, number, place))
        logs = self.isolation.logs and Path(self.isolation.logs) / f"{number}-{place}"
        return GameJob(game, tuple(self.bots[name] for name in pair), self.standard, self.deals,
                       Isolation(self.isolation.trusted, self.isolation.limits, logs), self.adjust)

    def _match(self, game: LeagueGame, result: dict[str, Any]) -> TournamentMatch:
        first, second = game.bots
        mine, other = result["scores"]
        rate = 100 * mine / (2 * self.deals * self.chips)
        winner = None if mine == other else first if mine > other else second
        return TournamentMatch(game.batch, (first, second), rate, result["decided"], winner, result["faults"],
                               self.unit)

    def _round_robin(self, play: Callable[[int, Sequence[Pair]], list[TournamentMatch]]) -> None:
        for number, pairs in enumerate(round_robin(list(self.bots)), 1):
            play(number, pairs)

    def _swiss(self, play: Callable[[int, Sequence[Pair]], list[TournamentMatch]]) -> None:
        for number in range(1, self.rounds + 1):
            pairs = swiss_round(self._points(), [match.bots for match in self.matches])
            rests = set(self.bots) - {name for pair in pairs for name in pair}
            self.byes += [(number, name) for name in rests]
            play(number, pairs)

    def _bracket(self, play: Callable[[int, Sequence[Pair]], list[TournamentMatch]]) -> None:
        bracket, number, names = Bracket(list(self.bots), 1 if self.kind == "single" else 2), 0, list(self.bots)
        while bracket.winner is None:
            number += 1
            for match in play(number, bracket.next()):
                # somebody must advance: after a draw it is the bot with the higher seed
                winner = match.winner or min(match.bots, key=names.index)
                loser = match.bots[match.bots[0] == winner]
                bracket.report(winner, loser)
                if bracket.losses[loser] == bracket.lives:
                    self.out[loser] = number

    # -- ranked --------------------------------------------------------------------------------------------------------

    def _points(self) -> dict[str, float]:
        """Return the points so far: one for a win or for a round without an opponent, and half for a draw."""
        points = dict.fromkeys(self.bots, 0.0)
        for match in self.matches:
            for name in match.bots:
                points[name] += 0.5 if match.winner is None else float(match.winner == name)
        for _, name in self.byes:
            points[name] += 1
        return points

    def _standings(self) -> list[Standing]:
        points, names = self._points(), list(self.bots)
        met = {name: [match for match in self.matches if name in match.bots] for name in names}
        rates = {name: _mean([match.per_100 * (1 if match.bots[0] == name else -1) for match in met[name]])
                 for name in names}

        def rank(name: str) -> tuple[float, ...]:
            """Return the values by which a bot is ranked: in a bracket the round in which it went out, otherwise its
            points, its opponents' points and its winnings.
            """
            if self.kind in ("single", "double"):
                return (-self.out.get(name, len(self.matches) + 1),)
            opponents = sum(points[other] for match in met[name] for other in match.bots if other != name)
            return -points[name], -opponents, -rates[name]
        ranks = {name: rank(name) for name in names}
        order = sorted(names, key=lambda name: (ranks[name], names.index(name)))
        return [self._standing(1 + sum(ranks[other] < ranks[name] for other in names), name, points[name], met[name],
                               rates[name]) for name in order]

    def _standing(self, place: int, name: str, points: float, met: Sequence[TournamentMatch], rate: float) -> Standing:
        drawn = sum(match.winner is None for match in met)
        won = sum(match.winner == name for match in met)
        faults: Counter[str] = Counter()
        for match in met:
            faults.update(match.faults.get(name, {}))
        return Standing(place, name, points, won, drawn, len(met) - won - drawn, rate, dict(faults))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def named_bots(specs: Sequence[str]) -> dict[str, str]:
    """Return bots by short names. A file's short name is its name without folder and ending, with a number if it occurs
    twice.
    """
    found: dict[str, str] = {}
    for spec in specs:
        file, _, rest = spec.partition(":")
        name = Path(file).stem + (f":{rest}" if rest else "") if file.endswith(".py") else spec
        number = 1
        unique = name
        while unique in found:
            number += 1
            unique = f"{name} {number}"
        found[unique] = spec
    return found
