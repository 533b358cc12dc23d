"""Run a league: the bots of a folder play each other until every rating's interval is as narrow as required.

    league = League("bots/", width=60)
    league.run()
    print(league.ladder())

Every `*.py` file of the folder with a bot in it takes part, and every entry of `league.toml`:

    [bots]
    careful = "careful.py:Careful"
    other = "exec:node other.mjs"
    house = "strength"

Games are short duplicate matches of `deals` deals. Games are planned in batches from the results so far. First every
pair plays once. After that, the bots with the widest intervals play opponents with about the same rating. A batch does
not depend on where it is played, so several cores or machines give the same league as one core. All results are in
`league.db`, and a league that was killed continues where it stopped. If you add a bot, it plays the others until its
interval is narrow enough, too.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import combinations
from multiprocessing import get_context
from os import PathLike
from pathlib import Path
from typing import Any

from croupier.bots import elsewhere
from croupier.bots import names as house_names
from croupier.bots.base import BadBot
from croupier.bots.isolation import BotLimits
from croupier.contest.league.ratings import Rating, rate, rate_tables
from croupier.contest.league.store import LeagueGame, LeagueStore, open_games
from croupier.contest.matches.match import match
from croupier.contest.matches.standards import STANDARDS, Standard, TableSetting
from croupier.contest.players import Isolation
from croupier.contest.result import MatchResult
from croupier.contest.seeds import BadContest, derived
from croupier.contest.stakes import unit_of
from croupier.errors import unknown
from croupier.stats.columns import columns
from croupier.workers import begin_work

BATCH = 12
"""The number of games that are planned together, for any number of cores."""
DEALS = 100
"""The default number of deals in a game."""
GAMES_MAX = 200
"""The default maximum number of games between a pair in a season."""


STAKE = 100
"""The loss of a bot that does not start, in a game that sets its own chips."""


@dataclass(frozen=True)
class GameJob:
    """One game to play on any machine: the bots, how they are started, and the settings."""

    game: LeagueGame
    specs: tuple[str, ...]
    standard: Standard
    deals: int
    isolation: Isolation
    adjust: str


Run = Callable[[Iterable[GameJob]], Iterator[dict[str, Any]]]
"""Plays games and yields their results in order."""


class League:
    """One season of the bots in a folder, with the store of its games."""

    def __init__(self, folder: str | PathLike[str], *, width: float = 100.0, deals: int | None = None,
                 season: str = "1", standard: str | TableSetting | None = None, seed: int | None = None,
                 limits: BotLimits | None = None, adjust: str | None = None, games_max: int = GAMES_MAX) -> None:
        """Open a season, or begin a new one.

        `standard` is a named setting or any other game with its stakes. Like `deals`, `seed` and `adjust` it is stored
        with the season. Raise BadContest if the season was begun with other settings.
        """
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise BadContest(f"there is no folder {self.folder}: make one and put bots in it")
        self.season, self.width, self.games_max = season, width, games_max
        table = standard.pinned() if isinstance(standard, TableSetting) else None
        name = str(table) if table is not None else standard
        if table is None and name is not None and name not in STANDARDS:
            raise BadContest(unknown("standard", name, STANDARDS))
        given = {"standard": name, "deals": deals, "seed": seed, "adjust": adjust}
        usual = {"standard": "hu-100bb", "deals": DEALS, "seed": 1, "adjust": "cards"}
        self.store = LeagueStore(self.folder / "league.db")
        self.settings = self.store.settings(season, {**{key: usual[key] if value is None else value
                                                        for key, value in given.items()},
                                                     "table": table and asdict(table)})
        self._check_settings(given)
        kept = self.settings["table"]
        self.standard = STANDARDS[self.settings["standard"]] if kept is None else TableSetting.of(kept).standard()
        self.limits = limits or BotLimits()
        self.bots = find_bots(self.folder)

    def _check_settings(self, given: dict[str, Any]) -> None:
        """Raise BadContest if the season was begun with other settings than these."""
        for key, value in given.items():
            if value is not None and value != self.settings[key]:
                self.close()
                raise BadContest(f"season {self.season} was begun with {key} {self.settings[key]}, not {value}: "
                                 "begin another season, or leave it out")

    # -- played --------------------------------------------------------------------------------------------------------

    def run(self, run: Run | None = None, progress: Callable[[str], object] | None = None) -> None:
        """Play until every rating's interval is as narrow as `width`, or every pair has met as often as allowed."""
        if len(self.bots) < self.standard.seats:
            raise BadContest(f"a game takes {self.standard.seats} bots; {self.folder} has {len(self.bots)}")
        if self.standard.seats > 2:
            rate_tables([])  # raises an error now if openskill is missing, and not only after the first games
        run = run or play_here
        while batch := open_games(self.store.games(self.season)) or self.plan():
            for game, result in zip(batch, run(self.play_of(game) for game in batch)):
                self.store.finish(self.season, game, result)
                if progress is not None:
                    won = ", ".join(f"{name} {score:+,.0f}" for name, score in zip(game.bots, result["scores"]))
                    progress(f"batch {game.batch}, game {game.number}: {won} chips")

    def play_of(self, game: LeagueGame) -> GameJob:
        """Return the settings with which a game is played."""
        logs = self.folder / "logs" / self.season / f"{game.batch}-{game.number}"
        return GameJob(game, tuple(self.bots.get(name, name) for name in game.bots), self.standard,
                    self.settings["deals"], Isolation(limits=self.limits, logs=logs), self.settings["adjust"])

    def plan(self) -> list[LeagueGame]:
        """Plan and store the next batch of games. The batch is empty if every rating's interval is narrow enough."""
        games = self.store.games(self.season)
        batch = 1 + max((game.batch for game in games), default=0)
        tables = self.first_tables(games) or self.next_tables(games)
        planned = [LeagueGame(batch, number, table, derived(self.settings["seed"], self.season, batch, number))
                   for number, table in enumerate(tables, 1)]
        self.store.plan(self.season, planned)
        return planned

    def first_tables(self, games: Sequence[LeagueGame]) -> list[tuple[str, ...]]:
        """Plan tables for pairs of bots that have not met yet."""
        met = self.meetings(games)
        return self.filled([pair for pair in combinations(sorted(self.bots), 2) if not met[frozenset(pair)]], met, 1)

    def next_tables(self, games: Sequence[LeagueGame]) -> list[tuple[str, ...]]:
        """Plan tables for the bots with the widest intervals, against opponents with about the same rating."""
        ratings, times = self.ratings(games), self.meetings(games)
        unknown = sorted((name for name in self.bots
                          if ratings[name].margin > self.width and not is_apart(name, ratings)),
                         key=lambda name: (-ratings[name].margin, name))
        pairs: list[tuple[str, str]] = []
        for name in unknown:
            others = [other for other in self.bots
                      if other != name and times[frozenset((name, other))] < self.games_max]
            # a difference of a hundred points counts as much as one earlier meeting
            others.sort(key=lambda other: (abs(ratings[other].rating - ratings[name].rating) / 100
                                           + times[frozenset((name, other))], other))
            pairs += [(name, other) for other in others[:2] if (other, name) not in pairs]
        return self.filled(pairs, times, self.games_max)

    @staticmethod
    def meetings(games: Sequence[LeagueGame]) -> Counter[frozenset[str]]:
        """Return how often each pair of bots has sat at one table."""
        return Counter(frozenset(pair) for game in games for pair in combinations(game.bots, 2))

    def filled(self, pairs: Sequence[tuple[str, str]], met: Counter[frozenset[str]],
               most: int) -> list[tuple[str, ...]]:
        """Plan a full table for each pair. The other seats go to the bots that have met the bots at the table least
        often.

        `met` is updated with each new table. A pair that has met `most` times gets no further table.
        """
        tables: list[tuple[str, ...]] = []
        for pair in pairs:
            if len(tables) == BATCH:
                break
            if met[frozenset(pair)] >= most:
                continue
            table: tuple[str, ...] = pair
            while len(table) < self.standard.seats:
                others = [name for name in sorted(self.bots) if name not in table]
                table = (*table, min(others, key=lambda name: sum(met[frozenset((name, other))] for other in table)))
            met.update(frozenset(each) for each in combinations(table, 2))
            tables.append(table)
        return tables

    # -- ranked --------------------------------------------------------------------------------------------------------

    def ratings(self, games: Sequence[LeagueGame] | None = None) -> dict[str, Rating]:
        """Return the ratings of all bots. Heads-up games are rated by Bradley–Terry, larger tables by openskill."""
        games = [game for game in (self.store.games(self.season) if games is None else games) if game.result]
        if self.standard.seats > 2:
            rated = rate_tables([list(zip(game.bots, game.scores)) for game in games])
            return {name: rated.get(name, Rating(1500.0, 1000.0, 0)) for name in self.bots}
        results: dict[tuple[str, str], tuple[float, float]] = {}
        for game in games:
            first, second = game.bots
            points, count = results.get((first, second), (0.0, 0.0))
            won = game.scores[0] - game.scores[1]
            results[first, second] = points + (0.5 if won == 0 else float(won > 0)), count + 1
        return rate(results, sorted(self.bots))

    def table(self) -> list[tuple[str, Rating]]:
        """Return the bots with their ratings, best bot first."""
        return sorted(self.ratings().items(), key=lambda each: (-each[1].rating, each[0]))

    def matrix(self) -> dict[tuple[str, str], tuple[float, int]]:
        """Return for each pair the winnings per hundred hands, in big blinds or chips, and the number of games."""
        sums: dict[tuple[str, str], tuple[float, int]] = {}
        for game in self.store.games(self.season):
            if game.result is None:
                continue
            for (first, mine), (second, _) in _ordered_pairs(list(zip(game.bots, game.scores))):
                total, count = sums.get((first, second), (0.0, 0))
                sums[first, second] = total + mine, count + 1
        hands = self.settings["deals"] * self.standard.seats
        return {pair: (100 * total / (count * hands * unit_of(self.standard.game)[0]), count)
                for pair, (total, count) in sums.items()}

    def faults(self) -> Counter[tuple[str, str]]:
        """Return how often each bot failed, by kind."""
        found: Counter[tuple[str, str]] = Counter()
        for game in self.store.games(self.season):
            for name, kinds in (game.result or {}).get("faults", {}).items():
                for kind, times in kinds.items():
                    found[name, kind] += times
        return found

    def ladder(self) -> str:
        """Return the ladder as a table to print."""
        faults = self.faults()
        rows = [(place, name, f"{rating.rating:,.0f}", f"± {rating.margin:,.0f}", rating.games,
                 ", ".join(f"{kind} {times:,}" for (who, kind), times in sorted(faults.items()) if who == name))
                for place, (name, rating) in enumerate(self.table(), 1)]
        title = f"season {self.season}, {self.settings['standard']}, games of {self.settings['deals']:,} deals"
        return title + "\n" + columns(("", "bot", "rating", "95 %", "games", "faults"), rows, left=(1, 5))

    def close(self) -> None:
        """Close the store."""
        self.store.close()



def is_apart(name: str, ratings: Mapping[str, Rating]) -> bool:
    """Return True if no other bot's interval overlaps this bot's interval, so that its rank is known.

    The interval of a bot that loses every game never gets narrow, because its losses do not show how much worse it
    could be.
    """
    mine = ratings[name]
    return all(other.high < mine.low or mine.high < other.low for who, other in ratings.items() if who != name)


def _ordered_pairs(table: Sequence[tuple[str, float]]) -> Iterator[tuple[tuple[str, float], tuple[str, float]]]:
    return ((mine, other) for mine in table for other in table if mine is not other)


def find_bots(folder: Path) -> dict[str, str]:
    """Return the bots of a folder by their names.

    Raise BadBot if an entry of `league.toml` is not a text, or if it gives the name of a bot's file to another bot.
    """
    found = {file.stem: str(file) for file in sorted(folder.glob("*.py"))
             if not file.name.startswith(("_", "test_", "."))}
    listed = folder / "league.toml"
    if listed.is_file():
        try:
            entries = tomllib.loads(listed.read_text(encoding="utf-8")).get("bots", {})
        except tomllib.TOMLDecodeError as error:
            raise BadBot(f"{listed}: {error}") from None
        for name, what in entries.items():
            if not isinstance(what, str):
                raise BadBot(f"{listed}: {name} must be a text, such as \"mybot.py\" or \"exec:./mybot\"")
            # without this check, an entry tight = "tight" would silently replace a file tight.py
            if name in found and Path(found[name]).name not in what:
                raise BadBot(f"{listed}: {name} = \"{what}\" would hide the bot in {found[name]}: choose another name")
            found[name] = _beside(folder, what)
    return found


def _beside(folder: Path, what: str) -> str:
    """Resolve the paths in a bot's text, relative to the league's folder."""
    if what.startswith("exec:"):
        words = what.removeprefix("exec:").split(" ")
        return "exec:" + " ".join(str((folder / word).resolve()) if (folder / word).is_file() else word
                                  for word in words)
    word, rest = elsewhere.split(what)
    if word:
        return f"{word}:{_beside(folder, rest)}" if (folder / rest.partition(":")[0]).is_file() else what
    file = what.partition(":")[0]
    if what.partition(":")[0] in house_names() or not (folder / file).is_file():
        return what
    return str((folder / file).resolve()) + what[len(file):]


# -- somewhere ---------------------------------------------------------------------------------------------------------


def play_game(play: GameJob) -> dict[str, Any]:
    """Play one game of a league and return its result. A bot that does not start loses the game."""
    try:
        result = match(play.specs, play.standard.game, play.deals * play.standard.seats, play.game.seed,
                       stack=play.standard.stack, isolation=play.isolation, adjust=play.adjust)
    except BadBot as error:
        return _not_started(play, str(error))
    return _summary(play, result)


def _summary(play: GameJob, result: MatchResult) -> dict[str, Any]:
    hands = result.hands
    scores = [rate.mean * hands * unit_of(play.standard.game)[0] / 100 for rate in result.adjusted]
    faults: dict[str, dict[str, int]] = {}
    for (name, kind), times in result.faults.kinds.items():
        faults.setdefault(play.game.bots[result.names.index(name)], {})[kind] = times
    biggest = [[pot, number, text] for pot, number, text in result.details.biggest[:1]]
    return {"chips": list(result.payoffs), "scores": scores, "faults": faults, "hands": hands,
            "verdict": result.verdict, "decided": result.lead.decided, "biggest": biggest}


def _not_started(play: GameJob, reason: str) -> dict[str, Any]:
    """Return a result in which every bot that does not start has lost and the others have drawn."""
    bad = [not _starts(spec, play.isolation) for spec in play.specs]
    stake = float(play.standard.stack or STAKE)
    scores = [-stake if is_bad else stake * sum(bad) / max(1, len(bad) - sum(bad)) for is_bad in bad]
    faults = {name: {"NOT_STARTED": 1} for name, is_bad in zip(play.game.bots, bad) if is_bad}
    return {"chips": [0] * len(bad), "scores": scores if not all(bad) else [0.0] * len(bad), "faults": faults,
            "hands": 0, "verdict": f"not played: {reason}", "decided": sum(bad) == 1, "biggest": []}


def _starts(spec: str, isolation: Isolation) -> bool:
    from croupier.bots import seat

    try:
        bot = seat(spec, limits=isolation.limits)
    except BadBot:
        return False
    bot.close()
    return True


def play_here(plays: Iterable[GameJob]) -> Iterator[dict[str, Any]]:
    """Play games one after another in this process."""
    return map(play_game, plays)


def on_cores(cores: int) -> Run:
    """Return a function that plays games on several cores, with the same results."""
    def run(plays: Iterable[GameJob]) -> Iterator[dict[str, Any]]:
        with ProcessPoolExecutor(cores, get_context("spawn"), begin_work) as pool:
            yield from pool.map(play_game, plays)
    return run
