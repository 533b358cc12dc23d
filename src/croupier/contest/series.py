"""Play games of any kind between bots, one after another, each to its end.

A game deals and counts chips by itself; the series only adds up what each seat won. If a game consists of several hands
(`HandSeries`), results are counted by the hand, otherwise by the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.bots import BotLike
from croupier.contest.bus import Bus
from croupier.contest.event_log import EventLog
from croupier.contest.events import GameEnded, GameStarted, HandEnded, HandStarted
from croupier.contest.players import Isolation, SeatedBot, seated
from croupier.contest.poker_table import Progress
from croupier.contest.result import PlayResult
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
        self.players: list[SeatedBot | None] = seated(bots, game, seed, isolation)
        self.seated = self.players
        self.names = tuple(player.name for player in self.players if player is not None)
        self.game, self.seed, self.log = game, seed, EventLog(bus)
        self.tallies = [Tally() for _ in self.players]
        self.runner = HandRunner(self.log.heard)
        self.games = 0
        self.hands = 0

    def run(self, hands: int, progress: Progress | None) -> None:
        """Play games until this many hands are over."""
        nothing = (0,) * len(self.players)
        self.log.between(GameStarted(0, self.game.name, self.names, nothing, 0, self.seed))
        while self.hands < hands:
            self.play_game()
            if progress is not None:
                progress(min(self.hands, hands), hands)
        self.log.between(GameEnded(self.games, "all hands played", tuple(int(tally.total) for tally in self.tallies)))

    def play_game(self) -> None:
        """Start a game, let the bots play it, count what each won."""
        self.games += 1
        seed = derived(self.seed, "hand", self.games)
        state = self.game.start(len(self.players), seed)
        seats = tuple(range(len(self.players)))
        self.log.between(HandStarted(self.games, 0, seats, tuple(state.payoffs)))
        played = self.log.begin(self.games, state, lambda: len(state.observe(ALL).events))
        self.runner.live = self.log.is_live
        actions = self.runner.play(state, self.games, self.players)
        played.game = GameRecord(self.game.name, self.names, seed, tuple(actions), tuple(state.payoffs))
        self.log.end()
        self.settle(state)

    def settle(self, state: State) -> None:
        """Count a finished game and its hands."""
        hands = max(1, state.hands_played) if isinstance(state, HandSeries) else 1
        self.hands += hands
        for tally, won in zip(self.tallies, state.payoffs):
            tally.add(won)
        self.log.between(HandEnded(self.games, tuple(state.payoffs), tuple(int(tally.total) for tally in self.tallies)))

    def result(self) -> PlayResult:
        """Return the result."""
        unit, words = unit_of(self.game)
        per_game = self.hands / self.games if self.games else 1
        payoffs = [int(tally.total) for tally in self.tallies]
        rates = [tally.interval(100 / (unit * per_game), words) for tally in self.tallies]
        return PlayResult(self.game.name, self.seed, self.hands, "all hands played", self.names, payoffs, payoffs,
                          [self.hands] * len(self.players), list(rates), self.log.warnings, self.log.hands,
                          self.log.after)
