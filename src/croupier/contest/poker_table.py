"""A poker table of bots, hand after hand: stacks carry over, the button moves, broke players leave.

The button moves to the next seat with chips; when only two are left, the last big blind takes it, so that nobody pays
the big blind twice in a row (T9).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from croupier.betting.order import next_seat
from croupier.betting.rulebook import short
from croupier.bots import BotLike
from croupier.contest.bus import Bus
from croupier.contest.events import (
    Eliminated,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    Happened,
    Left,
    TableEvent,
    Warned,
)
from croupier.contest.players import Isolation, Player, seated
from croupier.contest.result import PlayResult, Record, Warnings
from croupier.contest.runner import HandRunner
from croupier.contest.seeds import BadContest, derived
from croupier.contest.stakes import starting_stacks, unit_of
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.stats import Tally

Progress = Callable[[int, int], object]
"""Called with hands played and hands to play."""


def fitting(game: PokerGame, players: int) -> PokerGame:
    """Return the game without the straddles that this few players cannot post."""
    room = max(0, players - 2)
    button_straddle = game.button_blind if not game.bb or len(game.straddles) < room else 0
    straddles = game.straddles[:room]
    if straddles == game.straddles and button_straddle == game.button_blind:
        return game
    return replace(game, straddles=straddles, button_blind=button_straddle)


class PokerTable:
    """Seats, chips and the button between the hands."""

    def __init__(self, bots: Sequence[BotLike | None], game: PokerGame, stack: int | Sequence[int] | None,
                 button: int, seed: int, bus: Bus | None, isolation: Isolation | None = None) -> None:
        self.players: list[Player | None] = seated(bots, game, seed, isolation)
        self.seated = list(self.players)
        self.names = tuple(player.name if player else None for player in self.players)
        self.stacks = starting_stacks(stack, self.players, game) or []
        self.button = self.checked_button(button)
        self.game, self.seed, self.bus = game, seed, bus
        self.games: dict[int, PokerGame] = {}
        self.begun = list(self.stacks)
        self.reset_to: list[int] | None = None
        self.tallies = [Tally() for _ in self.players]
        self.warnings = Warnings()
        self.records: list[Record] | None = None
        self.waiting: list[TableEvent] = []
        self.runner = HandRunner(self.heard)
        self.hand: Hand | None = None
        self.asides: list[tuple[int, Warned]] = []
        self.number = 0
        self.ended = ""
        game.deal(self.stacks, self.button, 0, out=self.empty())  # refuse a bad setup before the first hand

    def checked_button(self, button: object) -> int:
        """Return the first button: a seat with a player."""
        taken = [seat for seat, player in enumerate(self.players) if player is not None]
        if type(button) is not int or button not in taken:
            raise BadContest(f"button {short(button)} is not a seat with a player: those are "
                             f"{', '.join(map(str, taken))}")
        return button

    # -- the hands -----------------------------------------------------------------------------------------------------

    def run(self, hands: int, progress: Progress | None) -> None:
        self.tell(GameStarted(0, str(self.game), self.names, tuple(self.stacks), self.button, self.seed))
        while self.number < hands and len(self.members()) > 1:
            self.play_hand()
            if progress is not None:
                progress(self.number, hands)
        self.ended = "all hands played" if self.number == hands and len(self.members()) > 1 else "one player left"
        self.tell(GameEnded(self.number, self.ended, tuple(self.stacks)))

    def members(self) -> list[int]:
        """Return the seats that play."""
        return [seat for seat, player in enumerate(self.players) if player is not None]

    def empty(self) -> list[int]:
        """Return the seats without a player."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def play_hand(self) -> None:
        """Deal a hand, let the bots play it, settle it."""
        self.number += 1
        members = self.members()
        if self.reset_to is not None:
            self.stacks = list(self.reset_to)
        self.tell(HandStarted(self.number, self.button, tuple(members), tuple(self.stacks)))
        game = self.fitting(len(members))
        hand = game.deal(self.stacks, self.button, derived(self.seed, "hand", self.number), out=self.empty())
        self.hand, self.asides = hand, []
        if self.records is not None:
            self.records.append(Record(self.number, self.waiting, hand, self.asides))
            self.waiting = []
        # asked before every hand: a subscriber may have joined since the last one
        self.runner.live = self.bus is not None and self.bus.wants(Happened)
        self.runner.play(hand, self.number, self.players)
        self.settle(hand, members)

    def fitting(self, members: int) -> PokerGame:
        """Return the game for this many players, and send it to the bots when it changes."""
        if members not in self.games:
            self.games[members] = fitting(self.game, members)
        for player in self.players:
            if player is not None:
                player.set_game(self.games[members])
        return self.games[members]

    def settle(self, hand: Hand, members: list[int]) -> None:
        """Count what was won, remove broke players, move the button."""
        payoffs, self.stacks, self.hand = hand.payoffs, hand.stacks, None
        for seat in members:
            self.tallies[seat].add(payoffs[seat])
        self.tell(HandEnded(self.number, tuple(payoffs), tuple(self.stacks)))
        if self.reset_to is None:
            self.dismiss([seat for seat in members if self.stacks[seat] == 0])
        self.button = self.next_button(members)

    def dismiss(self, broke: list[int]) -> None:
        """Eliminate players without chips; they leave their seats."""
        names = {seat: self.names[seat] or "" for seat in broke}
        for seat in broke:
            self.tell(Eliminated(self.number, seat, names[seat]))
        for seat in broke:
            self.players[seat] = None
            self.tell(Left(self.number, seat, names[seat]))

    def next_button(self, members: list[int]) -> int:
        """Return the next player's seat, or the last big blind's when a hand of three or more leaves two (T9)."""
        seats, left = len(self.players), self.members()
        mask = sum(1 << seat for seat in left)
        if len(left) == 2 < len(members) and self.game.bb:
            big = self.last_big_blind(members)
            if big in left:
                return big
        return int(next_seat(seats, mask, self.button))

    def last_big_blind(self, members: list[int]) -> int:
        """Return the big blind of the last hand, which had three players or more."""
        seats, mask = len(self.players), sum(1 << seat for seat in members)
        return int(next_seat(seats, mask, next_seat(seats, mask, self.button)))

    # -- events --------------------------------------------------------------------------------------------------------

    def heard(self, event: TableEvent) -> None:
        """Take an event from the runner: keep warnings, publish everything."""
        if isinstance(event, Warned):
            self.warnings.add(event)
            if self.hand is not None and self.records is not None:
                self.asides.append((len(self.hand.entries()), event))
        if self.bus is not None:
            self.bus.publish(event)

    def tell(self, event: TableEvent) -> None:
        """Keep and publish an event that happened between hands."""
        if self.records is not None:
            self.waiting.append(event)
        if self.bus is not None:
            self.bus.publish(event)

    def result(self) -> PlayResult:
        """Return the result."""
        unit, words = unit_of(self.game)
        payoffs = [int(tally.total) for tally in self.tallies]
        rates = [tally.per_100(unit, words) if tally.samples else None for tally in self.tallies]
        return PlayResult(str(self.game), self.seed, self.number, self.ended, self.names, self.stacks, payoffs,
                          [tally.samples for tally in self.tallies], rates, self.warnings, self.records, self.waiting)
