"""A table of bots, hand after hand: the button goes round, stacks carry over, who has nothing left goes.

    result = play([Mine(), "caller", None, "random"], croupier.holdem(10, 20), hands=1000, seed=3)
    print(result)

The button moves to the next seat with chips; when only two are left, the last big blind takes it, so that nobody pays
the big blind twice running (ruling T9). The game ends after so many hands, or with one player left. The same seed and
the same bots give the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from croupier.betting.order import next_seat
from croupier.betting.rulebook import chips, short
from croupier.bots import BotLike
from croupier.contest.bus import Bus
from croupier.contest.dealer import Dealer
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
from croupier.contest.players import Player, seated
from croupier.contest.result import PlayResult, Record, Warnings
from croupier.contest.seeds import BadContest, checked_seed, derived, whole
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.stats import Tally

HANDS_MAX = 1_000_000_000
RECORDED_HANDS = 20_000
"""Games up to so many hands are kept whole unless told otherwise; a hand takes about 4 kB."""

Progress = Callable[[int, int], object]
"""Called with hands played and hands to play."""


def play(bots: Sequence[BotLike | None], game: PokerGame, hands: int = 1000, *,
         stack: int | Sequence[int] | None = None, seed: int | None = None, button: int = 0, reset: bool = False,
         bus: Bus | None = None, strict: bool = False, record: bool | None = None,
         progress: Progress | None = None) -> PlayResult:
    """Play up to so many hands at one table and give the result.

    `bots` has an entry a seat: a Bot, a class, the name of a house bot, a file, or None for an empty seat. `stack` is
    one for all or one each (100 big blinds by default); with `reset` every hand begins with it and nobody leaves. A bot
    that fails is folded with a warning; `strict` raises BotFailed instead. `record` keeps the hands, for `events` and
    `records`. Raises BadContest, BadBot, BadAmount or BadSetup for what cannot be.
    """
    number = whole("hands", hands, 1, HANDS_MAX)
    seed = checked_seed(seed)
    checked_progress(progress)
    if bus is not None and not isinstance(bus, Bus):
        raise BadContest(f"bus must be a croupier.Bus, not {short(bus)}")
    table = _Table(bots, game, stack, button, seed, bus)
    table.reset_to = list(table.stacks) if reset else None
    table.records = [] if record or (record is None and number <= RECORDED_HANDS) else None
    table.dealer.strict = strict
    table.run(number, progress)
    return table.result()


def checked_progress(progress: object) -> None:
    """Refuse what cannot be told how far a contest is."""
    if progress is not None and not callable(progress):
        raise BadContest(f"progress must be a function of hands played and hands to play, not {short(progress)}")


def big_blind(game: PokerGame) -> tuple[int, str]:
    """What results are counted in: the big blind, or where there is none the smallest bet."""
    return (game.bb, "bb/100") if game.bb else (game.min_bet, "bets/100")


def fitting(game: PokerGame, players: int) -> PokerGame:
    """The game without the straddles that so few players cannot post."""
    room = max(0, players - 2)
    button_straddle = game.button_blind if not game.bb or len(game.straddles) < room else 0
    straddles = game.straddles[:room]
    if straddles == game.straddles and button_straddle == game.button_blind:
        return game
    return replace(game, straddles=straddles, button_blind=button_straddle)


def starting_stacks(stack: int | Sequence[int] | None, bots: Sequence[object], game: PokerGame) -> list[int]:
    """The chips of each seat, 0 where nobody sits."""
    if stack is None:
        stack = 100 * big_blind(game)[0]
    many = isinstance(stack, Sequence) and not isinstance(stack, (str, bytes, bytearray, memoryview))
    each = list(stack) if many else [stack] * len(bots)  # type: ignore[arg-type]
    if len(each) != len(bots):
        raise BadContest(f"{len(each)} stacks for {len(bots)} seats: give one number for all, or one each")
    checked = [chips(amount, f"stack[{seat}]", 0 if bot is None else 1)
               for seat, (amount, bot) in enumerate(zip(each, bots))]
    return [0 if bot is None else amount for amount, bot in zip(checked, bots)]


class _Table:
    """Seats, chips and the button between the hands."""

    def __init__(self, bots: Sequence[BotLike | None], game: PokerGame, stack: int | Sequence[int] | None,
                 button: int, seed: int, bus: Bus | None) -> None:
        self.players: list[Player | None] = seated(bots, game, seed)
        self.names = tuple(player.name if player else None for player in self.players)
        self.stacks = starting_stacks(stack, self.players, game)
        self.button = self.checked_button(button)
        self.game, self.seed, self.bus = game, seed, bus
        self.begun = list(self.stacks)
        self.reset_to: list[int] | None = None
        self.tallies = [Tally() for _ in self.players]
        self.warnings = Warnings()
        self.records: list[Record] | None = None
        self.waiting: list[TableEvent] = []
        self.dealer = Dealer(self.heard)
        self.hand: Hand | None = None
        self.asides: list[tuple[int, Warned]] = []
        self.number = 0
        self.ended = ""
        game.deal(self.stacks, self.button, 0, out=self.empty())  # what the game refuses is refused before it begins

    def checked_button(self, button: object) -> int:
        """The first button: a seat where somebody sits."""
        taken = [seat for seat, player in enumerate(self.players) if player is not None]
        if type(button) is not int or button not in taken:
            raise BadContest(f"button {short(button)} is no seat with a player: those are {', '.join(map(str, taken))}")
        return button

    # -- the game ------------------------------------------------------------------------------------------------------

    def run(self, hands: int, progress: Progress | None) -> None:
        self.tell(GameStarted(0, str(self.game), self.names, tuple(self.stacks), self.button, self.seed))
        while self.number < hands and len(self.members()) > 1:
            self.play_hand()
            if progress is not None:
                progress(self.number, hands)
        self.ended = "all hands played" if self.number == hands and len(self.members()) > 1 else "one player left"
        self.tell(GameEnded(self.number, self.ended, tuple(self.stacks)))

    def members(self) -> list[int]:
        """The seats that play."""
        return [seat for seat, player in enumerate(self.players) if player is not None]

    def empty(self) -> list[int]:
        """The seats where nobody sits, or no longer."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def play_hand(self) -> None:
        """Deal a hand, have it played, settle it."""
        self.number += 1
        members = self.members()
        if self.reset_to is not None:
            self.stacks = list(self.reset_to)
        self.tell(HandStarted(self.number, self.button, tuple(members), tuple(self.stacks)))
        hand = fitting(self.game, len(members)).deal(self.stacks, self.button, derived(self.seed, "hand", self.number),
                                                     out=self.empty())
        self.hand, self.asides = hand, []
        if self.records is not None:
            self.records.append(Record(self.number, self.waiting, hand, self.asides))
            self.waiting = []
        self.dealer.live = self.bus is not None and self.bus.wants(Happened)  # somebody may have come since
        self.dealer.play(hand, self.number, self.players)
        self.settle(hand, members)

    def settle(self, hand: Hand, members: list[int]) -> None:
        """Count what was won, let the broke go, move the button."""
        payoffs, self.stacks, self.hand = hand.payoffs, hand.stacks, None
        for seat in members:
            self.tallies[seat].add(payoffs[seat])
        self.tell(HandEnded(self.number, tuple(payoffs), tuple(self.stacks)))
        if self.reset_to is None:
            self.dismiss([seat for seat in members if self.stacks[seat] == 0])
        self.button = self.next_button(members)

    def dismiss(self, broke: list[int]) -> None:
        """Players without chips are eliminated, then leave."""
        names = {seat: self.names[seat] or "" for seat in broke}
        for seat in broke:
            self.tell(Eliminated(self.number, seat, names[seat]))
        for seat in broke:
            self.players[seat] = None
            self.tell(Left(self.number, seat, names[seat]))

    def next_button(self, members: list[int]) -> int:
        """The next player's seat; the last big blind's when a hand of three or more leaves two (T9)."""
        seats, left = len(self.players), self.members()
        mask = sum(1 << seat for seat in left)
        if len(left) == 2 < len(members) and self.game.bb:
            big = self.last_big_blind(members)
            if big in left:
                return big
        return int(next_seat(seats, mask, self.button))

    def last_big_blind(self, members: list[int]) -> int:
        """The seat two after the button among those of the last hand, which were three or more."""
        seats, mask = len(self.players), sum(1 << seat for seat in members)
        return int(next_seat(seats, mask, next_seat(seats, mask, self.button)))

    # -- what is told --------------------------------------------------------------------------------------------------

    def heard(self, event: TableEvent) -> None:
        """From the dealer: warnings, which are kept, and at a live table everything else of the hand."""
        if isinstance(event, Warned):
            self.warnings.add(event)
            if self.hand is not None and self.records is not None:
                self.asides.append((len(self.hand.entries()), event))
        if self.bus is not None:
            self.bus.publish(event)

    def tell(self, event: TableEvent) -> None:
        """Something happened between the hands."""
        if self.records is not None:
            self.waiting.append(event)
        if self.bus is not None:
            self.bus.publish(event)

    def result(self) -> PlayResult:
        """What came of it."""
        unit, words = big_blind(self.game)
        payoffs = [int(tally.total) for tally in self.tallies]
        rates = [tally.per_100(unit, words) if tally.samples else None for tally in self.tallies]
        return PlayResult(str(self.game), self.seed, self.number, self.ended, self.names, self.stacks, payoffs,
                          [tally.samples for tally in self.tallies], rates, self.warnings, self.records, self.waiting)
