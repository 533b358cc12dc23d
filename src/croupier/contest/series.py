"""Play games of any kind between bots, one after another, and each to its end.

A game deals cards and counts chips by itself, and the series only adds up what each seat won. In a game with several
hands (`HandSeries`) each hand is a sample; otherwise each game is.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.bots import BotLike
from croupier.contest.bot_table import BotTable, Progress
from croupier.contest.bus import Bus
from croupier.contest.events import GameEnded, GameStarted, HandEnded, HandStarted
from croupier.contest.players import Isolation
from croupier.contest.result import PlayResult
from croupier.contest.seeds import derived
from croupier.contest.stakes import unit_of
from croupier.games.api import ALL, Game, HandSeries, State
from croupier.notation.game_record import GameRecord


class GameSeries(BotTable):
    """Lets bots in fixed seats play a game again and again."""

    def __init__(self, bots: Sequence[BotLike | None], game: Game, seed: int, bus: Bus | None,
                 isolation: Isolation | None = None) -> None:
        super().__init__(bots, game, seed, bus, isolation)
        self.game = game
        self.hands = 0

    def run(self, hands: int, progress: Progress | None) -> None:
        """Play games until this many hands are over."""
        nothing = (0,) * len(self.players)
        self.log.between(GameStarted(0, self.game.name, self.names, nothing, 0, self.seed))
        while self.hands < hands:
            self.play_game()
            if progress is not None:
                progress(min(self.hands, hands), hands)
        self.log.between(GameEnded(self.number, "all hands played", tuple(self.payoffs)))

    def play_game(self) -> None:
        """Start a game, let the bots play it, and count what each seat won."""
        self.number += 1
        seed = derived(self.seed, "hand", self.number)
        state = self.game.start(len(self.players), seed)
        self.log.between(HandStarted(self.number, 0, tuple(range(len(self.players))), tuple(state.payoffs)))
        played, actions = self.play_state(state, lambda: len(state.observe(ALL).events))
        names = tuple(name or "" for name in self.names)
        played.game = GameRecord(self.game.name, names, seed, tuple(actions), tuple(state.payoffs))
        self.settle(state)

    def settle(self, state: State) -> None:
        """Add a finished game and its hands to the counts."""
        hands = max(1, state.hands_played) if isinstance(state, HandSeries) else 1
        self.hands += hands
        for tally, won in zip(self.tallies, state.payoffs):
            tally.add(won)
        self.log.between(HandEnded(self.number, tuple(state.payoffs), tuple(self.payoffs)))

    def result(self) -> PlayResult:
        """Return the result."""
        unit, words = unit_of(self.game)
        per_game = self.hands / self.number if self.number else 1
        rates = [tally.interval(100 / (unit * per_game), words) for tally in self.tallies]
        return self.result_of(self.game.name, self.hands, "all hands played", None, [self.hands] * len(self.players),
                              rates)
