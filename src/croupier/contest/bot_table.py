"""Define the table of bots, which is the common base of a poker table and of a series of any other game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.bots import BotLike
from croupier.contest.bus import Bus
from croupier.contest.event_log import EventLog
from croupier.contest.players import Isolation, SeatedBot, hand_notes, seated
from croupier.contest.result import PlayedHand, PlayResult
from croupier.contest.runner import HandRunner
from croupier.games.api import Action, Game, State
from croupier.stats import Interval, Tally

Progress = Callable[[int, int], object]
"""Called with the number of hands played and the number of hands to play."""


class BotTable:
    """A table with bots in its seats, which stores their winnings and the events so far."""

    def __init__(self, bots: Sequence[BotLike | None], game: Game, seed: int, bus: Bus | None,
                 isolation: Isolation | None) -> None:
        self.players: list[SeatedBot | None] = seated(bots, game, seed, isolation)
        self.seated = list(self.players)
        self.names = tuple(player.name if player else None for player in self.players)
        self.seed, self.log = seed, EventLog(bus)
        self.tallies = [Tally() for _ in self.players]
        self.runner = HandRunner(self.log.heard)
        self.number = 0
        """The number of hands or games begun so far."""

    @property
    def payoffs(self) -> list[int]:
        """Return the chips that each seat has won or lost so far."""
        return [int(tally.total) for tally in self.tallies]

    def play_state(self, state: State, length: Callable[[], int]) -> tuple[PlayedHand, list[Action]]:
        """Let the bots play a hand or game to its end. Return its record and the actions.

        `length` returns the number of events in the state's own log so far.
        """
        played = self.log.begin(self.number, state, length)
        self.runner.live = self.log.is_live
        actions = self.runner.play(state, self.number, self.players)
        played.notes = hand_notes(self.players)
        self.log.end()
        return played, actions

    def result_of(self, title: str, hands: int, ended: str, stacks: list[int] | None, dealt: list[int],
                  rates: Sequence[Interval | None]) -> PlayResult:
        """Return the result. If there are no stacks, use the winnings of each seat instead."""
        return PlayResult(title, self.seed, hands, ended, self.names, self.payoffs if stacks is None else stacks,
                          self.payoffs, dealt, list(rates), self.log.warnings, self.log.hands, self.log.after)
