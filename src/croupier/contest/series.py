"""Games of any kind between bots, one after another, each played to its end.

A game deals and counts its own chips; the series only sums what each seat won. Where a game consists of several hands
(`HandSeries`), results are counted by the hand, otherwise by the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.bots import BotLike
from croupier.contest.bus import Bus
from croupier.contest.events import GameEnded, GameStarted, HandEnded, HandStarted, Happened, TableEvent, Warned
from croupier.contest.players import Isolation, Player, seated
from croupier.contest.poker_table import Progress
from croupier.contest.result import PlayResult, Record, Warnings
from croupier.contest.runner import HandRunner
from croupier.contest.seeds import derived
from croupier.contest.stakes import unit_of
from croupier.games.api import ALL, Game, HandSeries, State
from croupier.notation.game_record import GameRecord
from croupier.stats import Tally


class GameSeries:
    """Bots in fixed seats who play a game again and again."""

    def __init__(self, bots: Sequence[BotLike | None], game: Game, seed: int, bus: Bus | None,
                 isolation: Isolation | None = None) -> None:
        self.players: list[Player | None] = seated(bots, game, seed, isolation)
        self.seated = self.players
        self.names = tuple(player.name for player in self.players if player is not None)
        self.game, self.seed, self.bus = game, seed, bus
        self.tallies = [Tally() for _ in self.players]
        self.warnings = Warnings()
        self.records: list[Record] | None = None
        self.waiting: list[TableEvent] = []
        self.runner = HandRunner(self.heard)
        self.state: State | None = None
        self.asides: list[tuple[int, Warned]] = []
        self.games = 0
        self.hands = 0

    def run(self, hands: int, progress: Progress | None) -> None:
        """Play games until this many hands are over."""
        nothing = (0,) * len(self.players)
        self.publish(GameStarted(0, self.game.name, self.names, nothing, 0, self.seed))
        while self.hands < hands:
            self.play_game()
            if progress is not None:
                progress(min(self.hands, hands), hands)
        self.publish(GameEnded(self.games, "all hands played", tuple(int(tally.total) for tally in self.tallies)))

    def play_game(self) -> None:
        """Start a game, let the bots play it, count what each won."""
        self.games += 1
        seed = derived(self.seed, "hand", self.games)
        state = self.game.start(len(self.players), seed)
        self.state, self.asides = state, []
        seats = tuple(range(len(self.players)))
        self.publish(HandStarted(self.games, 0, seats, tuple(state.payoffs)))
        record = Record(self.games, self.waiting, state, self.asides)
        self.runner.live = self.bus is not None and self.bus.wants(Happened)
        actions = self.runner.play(state, self.games, self.players)
        if self.records is not None:
            record.game = GameRecord(self.game.name, self.names, seed, tuple(actions), tuple(state.payoffs))
            self.records.append(record)
            self.waiting = []
        self.settle(state)

    def settle(self, state: State) -> None:
        """Count a finished game and its hands."""
        hands = max(1, state.hands_played) if isinstance(state, HandSeries) else 1
        self.hands += hands
        for tally, won in zip(self.tallies, state.payoffs):
            tally.add(won)
        self.state = None
        self.publish(HandEnded(self.games, tuple(state.payoffs), tuple(int(tally.total) for tally in self.tallies)))

    def heard(self, event: TableEvent) -> None:
        """Take an event from the runner: keep warnings, publish everything."""
        if isinstance(event, Warned):
            self.warnings.add(event)
            if self.state is not None and self.records is not None:
                self.asides.append((len(self.state.observe(ALL).events), event))
        if self.bus is not None:
            self.bus.publish(event)

    def publish(self, event: TableEvent) -> None:
        """Keep and publish an event that happened between games."""
        if self.records is not None:
            self.waiting.append(event)
        if self.bus is not None:
            self.bus.publish(event)

    def result(self) -> PlayResult:
        """Return the result."""
        unit, words = unit_of(self.game)
        per_game = self.hands / self.games if self.games else 1
        payoffs = [int(tally.total) for tally in self.tallies]
        rates = [tally.interval(100 / (unit * per_game), words) for tally in self.tallies]
        return PlayResult(self.game.name, self.seed, self.hands, "all hands played", self.names, payoffs, payoffs,
                          [self.hands] * len(self.players), list(rates), self.warnings, self.records, self.waiting)
