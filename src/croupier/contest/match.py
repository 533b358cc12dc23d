"""A duplicate match: every deal is played once from each seating, so that luck with the cards cancels out.

With n bots each deal is played n times, the bots moved on by one seat each time: everybody plays everybody's cards.
Everybody has the same chips before every hand. A deal's hands depend on each other, so a deal is one sample: the
interval is over deals, not over hands. All deals of one seating come before the next seating, so that a bot that
remembers the last hand learns nothing about the next; a very long match goes through all seatings every million deals,
and only sums are kept of the deals before.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from croupier.bots import BotLike
from croupier.contest.events import TableEvent, Warned
from croupier.contest.play import HANDS_MAX, checked_progress
from croupier.contest.players import Isolation, Player, seated
from croupier.contest.poker_table import Progress
from croupier.contest.result import MatchResult, Warnings
from croupier.contest.runner import HandRunner
from croupier.contest.seeds import BadContest, checked_seed, derived, whole
from croupier.contest.stakes import deal_hand, starting_stacks, unit_of
from croupier.games.api import Game
from croupier.stats import Interval
from croupier.stats.intervals import from_sums

BLOCK = 1 << 20
"""Deals that are played from one seating before the next: what they brought is held until all seatings are done."""


def match(bots: Sequence[BotLike], game: Game, hands: int = 1000, seed: int | None = None, *,
          stack: int | None = None, strict: bool = False, progress: Progress | None = None,
          isolation: Isolation | None = None) -> MatchResult:
    """Play a duplicate match of any game between two or more bots and return the result.

    `hands` is rounded up to whole deals. `stack` is what everybody has before each hand of poker, 100 big blinds by
    default; other games bring their own chips. Raise what `play` raises.
    """
    number = whole("hands", hands, 1, HANDS_MAX)
    seed = checked_seed(seed)
    checked_progress(progress)
    if isinstance(bots, Sequence) and any(bot is None for bot in bots):
        raise BadContest("a match has no empty seats: give two or more bots")
    if stack is not None:
        whole("stack", stack, 1, 10**15)
    players = [player for player in seated(bots, game, seed, isolation) if player is not None]
    contest = _Match(players, game, starting_stacks(stack, players, game), seed, strict)
    contest.run(-(-number // len(players)), progress)
    return contest.result()


class _Sums:
    """What each bot won, deal by deal, as exact sums: of chips, and of products of the chips of two bots."""

    def __init__(self, bots: int) -> None:
        self.deals = 0
        self.totals = [0] * bots
        self.products = [[0] * bots for _ in range(bots)]

    def add(self, won: Sequence[int]) -> None:
        """Count one deal."""
        self.deals += 1
        for bot, chips in enumerate(won):
            self.totals[bot] += chips
            row = self.products[bot]
            for other in range(bot + 1):
                row[other] += chips * won[other]

    def of(self, bot: int) -> tuple[int, int]:
        """The sum and the sum of squares of a bot's chips."""
        return self.totals[bot], self.products[bot][bot]

    def between(self, bot: int, other: int) -> tuple[int, int]:
        """The same of how far a bot is ahead of another."""
        both = self.products[max(bot, other)][min(bot, other)]
        return self.totals[bot] - self.totals[other], self.of(bot)[1] + self.of(other)[1] - 2 * both


class _Match:
    """Deals, seatings, and what each bot won."""

    def __init__(self, players: list[Player], game: Game, stacks: list[int] | None, seed: int, strict: bool) -> None:
        self.players = players
        self.game = game
        self.stacks = stacks
        self.seed = seed
        self.runner = HandRunner(self.heard, strict=strict)
        self.warnings = Warnings()
        self.sums = _Sums(len(players))
        self.hands = 0

    def run(self, deals: int, progress: Progress | None) -> None:
        """Every deal from every seating, a block of deals after another."""
        for first in range(0, deals, BLOCK):
            for _ in self.play_block(range(first, min(first + BLOCK, deals))):
                if progress is not None:
                    progress(self.hands, deals * len(self.players))

    def play_block(self, deals: range) -> Iterator[int]:
        """Some deals: all of one seating, then all of the next; gives the number of each hand once it is played."""
        size = len(self.players)
        won = array("q", bytes(8 * size * len(deals)))
        for turn in range(size):
            for place, deal in enumerate(deals):
                for bot, payoff in self.play_deal(deal, turn):
                    won[place * size + bot] += payoff
                yield self.hands
        for place in range(0, len(won), size):
            self.sums.add(won[place:place + size])

    def play_deal(self, deal: int, turn: int) -> Iterable[tuple[int, int]]:
        """A deal with the bots moved on by so many seats; each bot and what it won."""
        size = len(self.players)
        order = [(seat + turn) % size for seat in range(size)]
        hand = deal_hand(self.game, size, deal, derived(self.seed, "deal", deal), self.stacks)
        self.hands += 1
        self.runner.play(hand, self.hands, [self.players[bot] for bot in order])
        return zip(order, hand.payoffs)

    def heard(self, event: TableEvent) -> None:
        """Warnings are kept."""
        if isinstance(event, Warned):
            self.warnings.add(event)

    def result(self) -> MatchResult:
        """What each bot won, and how far the best is ahead."""
        size, sums = len(self.players), self.sums
        names = tuple(player.name for player in self.players)
        best, second = sorted(range(size), key=lambda bot: -sums.totals[bot])[:2]
        return MatchResult(str(self.game), self.seed, self.hands, sums.deals, names, sums.totals,
                           [self.rate(*sums.of(bot)) for bot in range(size)], self.rate(*sums.between(best, second)),
                           self.warnings)

    def rate(self, total: int, squares: int) -> Interval:
        """Chips a deal as big blinds a hundred hands; a deal is as many hands as there are bots."""
        unit, words = unit_of(self.game)
        return from_sums(self.sums.deals, total, squares, 100 / (unit * len(self.players)), words)
