"""A duplicate match: every deal is played once from each seating, so that luck with the cards cancels out.

With n bots each deal is played n times, the bots moved on by one seat each time: everybody plays everybody's cards.
Stacks are the same before every hand. A deal's hands depend on each other, so a deal is one sample: the interval is
over deals, not over hands. All deals of one seating come before the next seating, so that a bot that remembers
the last hand learns nothing about the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.bots import BotLike
from croupier.contest.dealer import Dealer
from croupier.contest.events import TableEvent, Warned
from croupier.contest.play import HANDS_MAX, Progress, big_blind, starting_stacks
from croupier.contest.players import Player, seated
from croupier.contest.result import MatchResult, Warnings
from croupier.contest.seeds import BadContest, checked_seed, derived, whole
from croupier.games.poker.game import PokerGame
from croupier.stats import Interval, mean_of


def match(bots: Sequence[BotLike], game: PokerGame, hands: int = 1000, seed: int | None = None, *,
          stack: int | None = None, strict: bool = False, progress: Progress | None = None) -> MatchResult:
    """Play about so many hands (whole deals, rounded up) between two or more bots and give the result.

    `stack` is what everybody has before each hand, 100 big blinds by default. Raises what `play` raises.
    """
    number = whole("hands", hands, 1, HANDS_MAX)
    seed = checked_seed(seed)
    if isinstance(bots, Sequence) and None in bots:
        raise BadContest("a match has no empty seats: give two or more bots")
    if stack is not None:
        whole("stack", stack, 1, 10**15)
    players = [player for player in seated(bots, game, seed) if player is not None]
    contest = _Match(players, game, starting_stacks(stack, players, game), seed, strict)
    contest.run(-(-number // len(players)), progress)
    return contest.result()


class _Match:
    """Deals, seatings, and what each bot won with each deal."""

    def __init__(self, players: list[Player], game: PokerGame, stacks: list[int], seed: int, strict: bool) -> None:
        self.players = players
        self.game = game
        self.stacks = stacks
        self.seed = seed
        self.dealer = Dealer(self.heard, strict=strict)
        self.warnings = Warnings()
        self.won: list[list[int]] = []

    def run(self, deals: int, progress: Progress | None) -> None:
        """Every seating, every deal."""
        size = len(self.players)
        self.won = [[0] * size for _ in range(deals)]
        for turn in range(size):
            for deal in range(deals):
                self.play_deal(deal, turn)
                if progress is not None:
                    progress(turn * deals + deal + 1, deals * size)

    def play_deal(self, deal: int, turn: int) -> None:
        """A deal with the bots moved on by so many seats."""
        size = len(self.players)
        order = [(seat + turn) % size for seat in range(size)]
        hand = self.game.deal(self.stacks, deal % size, derived(self.seed, "deal", deal))
        self.dealer.play(hand, turn * len(self.won) + deal + 1, [self.players[bot] for bot in order])
        for seat, payoff in enumerate(hand.payoffs):
            self.won[deal][order[seat]] += payoff

    def heard(self, event: TableEvent) -> None:
        """Warnings are kept."""
        if isinstance(event, Warned):
            self.warnings.add(event)

    def result(self) -> MatchResult:
        """What each bot won, deal by deal."""
        size = len(self.players)
        names = tuple(player.name for player in self.players)
        payoffs = [sum(won[bot] for won in self.won) for bot in range(size)]
        rates = [self.rate(won[bot] for won in self.won) for bot in range(size)]
        best, second = sorted(range(size), key=lambda bot: -payoffs[bot])[:2]
        lead = self.rate(won[best] - won[second] for won in self.won)
        return MatchResult(str(self.game), self.seed, size * len(self.won), len(self.won), names, payoffs, rates, lead,
                           self.warnings)

    def rate(self, samples: Iterable[int]) -> Interval:
        """Chips a deal as big blinds a hundred hands; a deal is as many hands as there are bots."""
        unit, words = big_blind(self.game)
        return mean_of(samples, 100 / (unit * len(self.players)), words)
