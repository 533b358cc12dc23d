"""Play hand after hand at a poker table of bots. Stacks carry over, the button moves, and broke players leave.

The button moves to the next seat with chips. When only two players are left, the last big blind gets the button, so
that nobody pays the big blind twice in a row (T9).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from croupier.bots import BotLike
from croupier.contest.bot_table import BotTable, Progress
from croupier.contest.bus import Bus
from croupier.contest.events import GameEnded, GameStarted, HandEnded, HandStarted, Left, PlayerEliminated
from croupier.contest.players import Isolation
from croupier.contest.result import PlayResult
from croupier.contest.seeds import BadContest, derived
from croupier.contest.stakes import starting_stacks, unit_of
from croupier.errors import short
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.games.poker.start import blind_seats
from croupier.table.blinds import Spots
from croupier.table.seats import match_spots


def fitting(game: PokerGame, players: int) -> PokerGame:
    """Return the game without the straddles for which there are too few players."""
    room = max(0, players - 2)
    button_straddle = game.button_blind if not game.bb or len(game.straddles) < room else 0
    straddles = game.straddles[:room]
    if straddles == game.straddles and button_straddle == game.button_blind:
        return game
    return replace(game, straddles=straddles, button_blind=button_straddle)


def next_button(seats: int, members: Sequence[int], left: Sequence[int], button: int, has_blinds: bool) -> int:
    """Return the button of the next hand by the table's rule for matches (T9).

    `members` are the seats that played the last hand, and `left` those that play the next one.
    """
    if len(left) < 2:
        return button
    big_blind = blind_seats(seats, sum(1 << seat for seat in members), button)[1] + 1 if has_blinds else None
    spots = match_spots([seat + 1 for seat in left], Spots(bb=big_blind, button=button + 1))
    assert spots.button is not None
    return spots.button - 1


class PokerTable(BotTable):
    """A poker table: its seats, its chips, and the button between hands."""

    def __init__(self, bots: Sequence[BotLike | None], game: PokerGame, stack: int | Sequence[int] | None,
                 button: int, seed: int, bus: Bus | None, isolation: Isolation | None = None) -> None:
        super().__init__(bots, game, seed, bus, isolation)
        self.game = game
        self.stacks = starting_stacks(stack, self.players, game) or []
        self.button = self.checked_button(button)
        self.games: dict[int, PokerGame] = {}
        self.reset_to: list[int] | None = None
        self.ended = ""
        # raises an error for a bad setup before the first hand
        game.deal(self.stacks, self.button, 0, out=self.empty())

    def checked_button(self, button: object) -> int:
        """Return the seat of the first button. Raise BadContest unless a player sits there."""
        taken = [seat for seat, player in enumerate(self.players) if player is not None]
        if type(button) is not int or button not in taken:
            raise BadContest(f"button {short(button)} is not a seat with a player: those are "
                             f"{', '.join(map(str, taken))}")
        return button

    # -- the hands -----------------------------------------------------------------------------------------------------

    def run(self, hands: int, progress: Progress | None) -> None:
        self.log.between(GameStarted(0, str(self.game), self.names, tuple(self.stacks), self.button, self.seed))
        while self.number < hands and len(self.members()) > 1:
            self.play_hand()
            if progress is not None:
                progress(self.number, hands)
        self.ended = "all hands played" if self.number == hands and len(self.members()) > 1 else "one player left"
        self.log.between(GameEnded(self.number, self.ended, tuple(self.stacks)))

    def members(self) -> list[int]:
        """Return the seats that play."""
        return [seat for seat, player in enumerate(self.players) if player is not None]

    def empty(self) -> list[int]:
        """Return the seats without a player."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def play_hand(self) -> None:
        """Deal a hand, let the bots play it, and settle it."""
        self.number += 1
        members = self.members()
        if self.reset_to is not None:
            self.stacks = list(self.reset_to)
        self.log.between(HandStarted(self.number, self.button, tuple(members), tuple(self.stacks)))
        game = self.fitting(len(members))
        hand = game.deal(self.stacks, self.button, derived(self.seed, "hand", self.number), out=self.empty())
        self.play_state(hand, lambda: len(hand.entries()))
        self.settle(hand, members)

    def fitting(self, members: int) -> PokerGame:
        """Return the game for this many players. Send the game to the bots if it has changed."""
        if members not in self.games:
            self.games[members] = fitting(self.game, members)
        for player in self.players:
            if player is not None:
                player.set_game(self.games[members])
        return self.games[members]

    def settle(self, hand: Hand, members: list[int]) -> None:
        """Move the chips won, remove broke players, and move the button."""
        payoffs, self.stacks = hand.payoffs, hand.stacks
        for seat in members:
            self.tallies[seat].add(payoffs[seat])
        self.log.between(HandEnded(self.number, tuple(payoffs), tuple(self.stacks)))
        if self.reset_to is None:
            self.dismiss([seat for seat in members if self.stacks[seat] == 0])
        self.button = next_button(len(self.players), members, self.members(), self.button, bool(self.game.bb))

    def dismiss(self, broke: list[int]) -> None:
        """Eliminate players without chips, and empty their seats."""
        names = {seat: self.names[seat] or "" for seat in broke}
        for seat in broke:
            self.log.between(PlayerEliminated(self.number, seat, names[seat]))
        for seat in broke:
            self.players[seat] = None
            self.log.between(Left(self.number, seat, names[seat]))

    def result(self) -> PlayResult:
        """Return the result."""
        unit, words = unit_of(self.game)
        rates = [tally.per_100(unit, words) if tally.samples else None for tally in self.tallies]
        return self.result_of(str(self.game), self.number, self.ended, self.stacks,
                              [tally.samples for tally in self.tallies], rates)
