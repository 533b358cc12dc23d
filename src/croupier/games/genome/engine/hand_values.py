"""Compute what cards are worth in a genome's game: poker hands of any size with wild cards, patterns, totals, single
cards.

Every value is an int, and the higher value wins. If the low hand wins, low hands get high values. If all poker hands of
a game have five to seven cards and no card is wild, they are looked up in the ranking's tables (`ranking.kernel`).
Other hands are valued by this module, in the same order. A wild card counts as the card that helps most, and five of a
kind is the best hand. With fewer than five cards there are no straights and flushes. For poker hands, patterns and
totals, the cards of the board belong to every hand. For single cards only the player's own cards count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from croupier.cards import BadCards
from croupier.errors import short
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles, is_card
from croupier.games.genome.values import instance

if TYPE_CHECKING:
    from croupier.games.genome.values import HandPattern

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT, high

PATTERN_STEP = 0x1000000000000
"""A pattern's value is its priority times this number, plus up to twelve ranks packed into 48 bits, which break ties.
"""


class HandValues:
    """Computes the values of the cards in hands and on the board."""

    def __init__(self, cards: CardPiles) -> None:
        if not cython.compiled:
            # 52 cards in a hand and 52 on the board cannot happen together, but more than this is impossible
            self.gathered = bytearray(104)
            self.count = [0] * 13
            self.suit_ranks = [0] * 4
            self.suit_count = [0] * 4
        self.cards = instance(cards, CardPiles)
        self.program = self.cards.program
        self.wilds = 0
        self.top = 0
        self.largest = 0

    # -- cards counted -------------------------------------------------------------------------------------------------

    def gather(self, seat: int, with_board: bool) -> int:
        """Copy a seat's cards, and the board's if they count, into `gathered`. Return their number."""
        size = self.cards.held[seat]
        for slot in range(size):
            self.gathered[slot] = self.cards.hand[seat * constants.SLOTS + slot]
        if with_board:
            for place in range(self.cards.board_count):
                self.gathered[size] = self.cards.common[place]
                size += 1
        return size

    def tally(self, size: int) -> None:
        """Count the cards in `gathered` by rank and suit, and wild cards separately. Find the highest rank and the
        largest group.
        """
        self.wilds = 0
        self.top = 0
        self.largest = 0
        for rank in range(13):
            self.count[rank] = 0
        for suit in range(4):
            self.suit_ranks[suit] = 0
            self.suit_count[suit] = 0
        for at in range(size):
            card = self.gathered[at]
            rank = card >> 2
            if (self.program.wild >> rank) & 1:
                self.wilds += 1
            else:
                self.count[rank] += 1
                self.suit_ranks[card & 3] |= 1 << rank
                self.suit_count[card & 3] += 1
                self.top = rank if rank > self.top else self.top
                self.largest = self.count[rank] if self.count[rank] > self.largest else self.largest

    def grouped(self, size: int, but: int, wilds: int) -> int:
        """Return the highest rank that has this many cards with the help of wild cards, apart from one given rank.
        Return NONE if there is no such rank.
        """
        # the usual answer, found without a loop over the ranks
        if self.largest + wilds < size:
            return constants.NONE
        # searched from the ace down, so the first rank that fits is the highest
        for down in range(13):
            rank = constants.ACE - down
            if rank != but and self.count[rank] + wilds >= size:
                return rank
        return constants.NONE

    def spent(self, size: int, rank: int) -> int:
        """Return how many wild cards are needed to make a group of this size of a rank."""
        missing = size - self.count[rank]
        return missing if missing > 0 else 0

    def kickers(self, most: int, first: int, second: int) -> int:
        """Return the highest ranks except two given ones, at most this many, packed into one integer with four bits
        each. Missing ranks are 0.
        """
        packed = 0
        for down in range(self.top + 1):
            rank = self.top - down
            if most > 0 and self.count[rank] > 0 and rank != first and rank != second:
                packed = packed * 16 + rank + 1
                most -= 1
        while most > 0:
            packed *= 16
            most -= 1
        return packed

    # -- poker hands of any size ---------------------------------------------------------------------------------------

    def poker(self, size: int) -> int:
        """Return the value of the best five of the gathered cards: the category, then the ranks that break ties."""
        self.tally(size)
        # with fewer than five cards there are no straights and flushes
        best = self.poker_suited() if size >= 5 else 0
        # groups are valued after straights, so that trips and lower hands can be skipped if they cannot be the best
        alike = self.poker_groups(best >> 20)
        return alike if alike > best else best

    def poker_suited(self) -> int:
        """Return the best straight flush, flush or straight, or 0."""
        best = 0
        every = 0
        for suit in range(4):
            every |= self.suit_ranks[suit]
            if self.suit_count[suit] + self.wilds >= 5:
                top = run_top(self.suit_ranks[suit], 5, self.wilds, True)
                # overwritten if the suit also contains a straight
                value = (constants.FLUSH << 20) | best_five(self.suit_ranks[suit], self.wilds)
                if top >= 0:
                    value = (constants.STRAIGHT_FLUSH << 20) | top
                if value > best:
                    best = value
        top = run_top(every, 5, self.wilds, True)
        if top >= 0 and (constants.STRAIGHT << 20) | top > best:
            best = (constants.STRAIGHT << 20) | top
        return best

    def poker_groups(self, beaten: int) -> int:
        """Return the value of the best hand made of equal ranks. Skip categories below `beaten`, the category already
        reached.
        """
        rank = self.grouped(5, constants.NONE, self.wilds)
        if rank >= 0:
            return (constants.FIVE_ALIKE << 20) | (rank + 1)
        rank = self.grouped(4, constants.NONE, self.wilds)
        if rank >= 0:
            return (constants.QUADS << 20) | (rank + 1) * 16 | self.kickers(1, rank, constants.NONE)
        rank = self.grouped(3, constants.NONE, self.wilds)
        if rank >= 0:
            pair = self.grouped(2, rank, self.wilds - self.spent(3, rank))
            if pair >= 0:
                return (constants.FULL_HOUSE << 20) | (rank + 1) * 16 | (pair + 1)
        # only quads and full houses could still be better
        if beaten >= constants.STRAIGHT:
            return 0
        if rank >= 0:
            return (constants.TRIPS << 20) | (rank + 1) * 256 | self.kickers(2, rank, constants.NONE)
        return self.poker_pairs()

    def poker_pairs(self) -> int:
        """Return the value of two pair, a pair, or single cards."""
        rank = self.grouped(2, constants.NONE, self.wilds)
        if rank < 0:
            return (constants.SINGLES << 20) | self.kickers(5, constants.NONE, constants.NONE)
        other = self.grouped(2, rank, self.wilds - self.spent(2, rank))
        if other >= 0:
            return (constants.TWO_PAIR << 20) | (rank + 1) * 256 | (other + 1) * 16 | self.kickers(1, rank, other)
        return (constants.PAIR << 20) | (rank + 1) * 4096 | self.kickers(3, rank, constants.NONE)

    # -- patterns ------------------------------------------------------------------------------------------------------

    def pattern(self, size: int) -> int:
        """Return the value of the strongest pattern in the gathered cards, followed by their ranks, groups first.
        Return 0 if no pattern fits.
        """
        self.tally(size)
        for at in range(self.program.patterns):
            top = self.matches(at, size)
            if top >= 0:
                return (self.program.pattern_priority[at] * PATTERN_STEP) | self.pattern_ranks(top)
        return self.pattern_ranks(0)

    def matches(self, at: int, size: int) -> int:
        """Return the top of a pattern's run if the pattern fits the counted cards and has a run. Return 0 if it fits
        and has no run, and -1 if it does not fit.
        """
        # 0 means that the pattern fits hands of any size
        if self.program.pattern_cards[at] and self.program.pattern_cards[at] != size:
            return constants.NONE
        if not self.has_groups(at):
            return constants.NONE
        suited = self.program.pattern_suited[at]
        run = self.program.pattern_run[at]
        if run == 0:
            return 0 if self.has_suited(suited) else constants.NONE
        best = constants.NONE
        every = 0
        for suit in range(4):
            every |= self.suit_ranks[suit]
            if suited and self.suit_count[suit] + self.wilds >= suited:
                top = run_top(self.suit_ranks[suit], run, self.wilds, self.program.pattern_wrap[at] != 0)
                best = top if top > best else best
        return best if suited else run_top(every, run, self.wilds, self.program.pattern_wrap[at] != 0)

    def has_suited(self, wanted: int) -> bool:
        """Return True if this many cards share a suit."""
        for suit in range(4):
            if self.suit_count[suit] + self.wilds >= wanted:
                return True
        return False

    def has_groups(self, at: int) -> bool:
        """Return True if the cards, with the help of wild cards, contain all groups of a pattern. Larger groups are
        matched first.
        """
        used = 0
        wilds = self.wilds
        for place in range(4):
            size = self.program.pattern_groups[4 * at + place]
            if size == 0:
                return True
            rank = self.fullest(used)
            if rank < 0 or self.count[rank] + wilds < size:
                return False
            wilds -= self.spent(size, rank)
            used |= 1 << rank
        return True

    def fullest(self, used: int) -> int:
        """Return the unused rank with the most cards. If several ranks have equally many, return the highest."""
        best = constants.NONE
        for down in range(13):
            rank = constants.ACE - down
            if not (used >> rank) & 1 and (best < 0 or self.count[rank] > self.count[best]):
                best = rank
        return best

    def pattern_ranks(self, top: int) -> int:
        """Return the number that breaks ties between hands with the same pattern. For a run the number is its highest
        rank. Without a run, the number is all ranks packed into one integer: the ranks with most cards first, then the
        higher ones.
        """
        # runs with the same highest rank are equal, because the other cards do not count
        if top > 0:
            return top
        packed = 0
        used = 0
        # twelve digits of four bits; PATTERN_STEP is the next bit
        for _ in range(12):
            rank = self.fullest(used)
            if rank >= 0 and self.count[rank] > 0:
                used |= 1 << rank
                packed = packed * 16 + rank + 1
            else:
                packed *= 16
        return packed

    # -- totals and single cards ---------------------------------------------------------------------------------------

    def total(self, size: int, high: bool) -> int:
        """Return the points of the cards in `gathered`. Values of cards with two values are chosen so that the total
        comes as near to the bust limit as possible without exceeding it. If every choice exceeds the limit, so does the
        result.

        Without a limit each card counts its higher value if the high total wins, its lower value if the low total wins.
        """
        least = 0
        most = 0
        for at in range(size):
            least += self.program.low_points[self.gathered[at] >> 2]
            most += self.program.high_points[self.gathered[at] >> 2]
        # low totals use the low values; a hand that is bust even with its low values stays bust
        if not high or least > self.program.bust > 0:
            return least
        return self.nearest_total(size) if self.program.bust else most

    def nearest_total(self, size: int) -> int:
        """Return the highest total within the bust limit over all choices of card values. `reached` is the set of
        possible totals, as bits.
        """
        reached = CARD_BIT[0]
        for at in range(size):
            rank = self.gathered[at] >> 2
            reached = (reached << self.program.low_points[rank]) | (reached << self.program.high_points[rank])
            # totals above the limit, which is at most 60, are dropped, so the set fits into 64 bits
            reached &= 2 * CARD_BIT[self.program.bust] - 1
        total: int = self.program.bust
        while not reached & CARD_BIT[total]:
            total -= 1
        return total

    def is_bust(self, seat: int) -> bool:
        """Return True if a seat's total is beyond the bust limit."""
        bust: int = self.program.bust
        return bust > 0 and self.total(self.gather(seat, True), True) > bust

    def single_cards(self, size: int, high: bool) -> int:
        """Return the ranks of twelve cards in `gathered` packed into one integer, which compares hands card by card.
        The highest card comes first, or the lowest if the low hand wins.
        """
        self.tally(size)
        packed = 0
        room = 12
        for at in range(13):
            rank = constants.ACE - at if high else at
            copies = self.count[rank] + (self.wilds if at == 0 else 0)
            while copies > 0 and room > 0:
                packed = packed * 16 + (rank + 1 if high else constants.ACE + 1 - rank)
                copies -= 1
                room -= 1
        while room > 0:
            packed *= 16
            room -= 1
        return packed

    # -- a seat's worth ------------------------------------------------------------------------------------------------

    def worth(self, seat: int, condition: int) -> int:
        """Return a seat's value for a win condition; the highest wins."""
        if condition == constants.BEST_HAND:
            return self.hand_worth(seat)
        if condition == constants.HIGH_CARD or condition == constants.LOW_CARD:
            return self.single_cards(self.gather(seat, False), condition == constants.HIGH_CARD)
        if condition == constants.HIGH_TOTAL or condition == constants.LOW_TOTAL:
            total = self.total(self.gather(seat, True), condition == constants.HIGH_TOTAL)
            if total > self.program.bust > 0:
                return constants.NONE
            # 10,000 is above every total, so low totals become high positive values
            return total if condition == constants.HIGH_TOTAL else 10_000 - total
        if condition == constants.MOST_TRICKS or condition == constants.FEWEST_TRICKS:
            return self.cards.tricks[seat] if condition == constants.MOST_TRICKS else 100 - self.cards.tricks[seat]
        if condition == constants.MOST_CAPTURED:
            return bits_in(self.cards.captured[seat])
        if condition == constants.FIRST_TO_EMPTY:
            # the player who gets rid of all cards first wins; otherwise fewer cards are better
            return 100 if seat == self.cards.first_out else 60 - self.cards.held[seat]
        return self.score(seat) if condition != constants.LOW_SCORE else -self.score(seat)

    def hand_worth(self, seat: int) -> int:
        """Return the value of a seat's poker hand or pattern, including the board."""
        size = self.gather(seat, True)
        # the tables need five to seven cards; a guess or an unfinished hand may have fewer, and then gets a value of
        # its own scale
        if self.program.valued_by == constants.RANKED and 5 <= size <= 7:
            return high(self.gathered, size)
        if self.program.valued_by == constants.PATTERNS:
            return self.pattern(size)
        return self.poker(size)

    def score(self, seat: int) -> int:
        """Return a seat's points of this hand by the scoring rules."""
        points = 0
        held = 0
        for slot in range(self.cards.held[seat]):
            held |= CARD_BIT[self.cards.hand[seat * constants.SLOTS + slot]]
        for at in range(self.program.scores):
            counted = bits_in(held & self.program.score_cards[at])
            if self.program.score_per[at] == constants.PER_TRICK:
                counted = self.cards.tricks[seat]
            elif self.program.score_per[at] == constants.PER_CARD:
                counted = bits_in(self.cards.captured[seat] & self.program.score_cards[at])
            points += self.program.score_points[at] * counted
        return points

    # -- the greedy player's eye ---------------------------------------------------------------------------------------

    def strength(self, seat: int) -> float:
        """Return a simple strength from 0 to 1, by which the greedy player judges a seat's hand and the board."""
        return self.strength_of(self.gather(seat, True))

    def strength_of(self, size: int) -> float:
        """Return 0.2 for each extra card of the best group, plus up to 0.4 for the highest rank (0.4 for an ace)."""
        if size == 0:
            return 0.0
        self.tally(size)
        # a wild card can be an ace
        top = constants.ACE if self.wilds > 0 else self.top
        group = self.largest + self.wilds
        found = 0.2 * (group - 1) + 0.4 * (top + 1) / 13.0
        # wild cards can make groups beyond four
        return found if found < 1.0 else 1.0

    # -- for Python callers --------------------------------------------------------------------------------------------

    def put_cards(self, numbers: list[int]) -> int:
        """Copy these cards into `gathered` and return their number. Raise BadCards if they are not cards of a deck
        (M1).
        """
        if self.program is None:
            raise BadCards("these values were never built: `HandValues` needs the cards of a game")
        if len(numbers) > constants.SLOTS or not all(is_card(number) for number in numbers):
            raise BadCards(f"at most 52 cards from 0 to 51 are wanted, not {short(numbers)}")
        for at, number in enumerate(numbers):
            self.gathered[at] = number
        return len(numbers)

    def strength_with(self, numbers: list[int]) -> float:
        """Return the strength of these cards."""
        return self.strength_of(self.put_cards(numbers))

    def poker_with(self, numbers: list[int]) -> int:
        """Return the value of the poker hand in these cards."""
        return self.poker(self.put_cards(numbers))

    def pattern_with(self, numbers: list[int]) -> int:
        """Return the value of the pattern in these cards."""
        return self.pattern(self.put_cards(numbers))

    def total_with(self, numbers: list[int], high: bool) -> int:
        """Return the total of these cards."""
        return self.total(self.put_cards(numbers), high)

    def pattern_name(self, numbers: list[int]) -> str:
        """Return the name of the pattern in these cards, or an empty text if there is none."""
        priority = self.pattern_with(numbers) // PATTERN_STEP
        for pattern in self.program.genome.hand_evaluation.patterns or _poker_patterns():
            if pattern.priority == priority:
                return str(pattern.name)
        return ""


def run_top(ranks: int, length: int, wilds: int, wrap: bool) -> int:
    """Return the top of the highest run of `length` ranks, 1 (deuce) to 13 (ace), or -1; an ace may also be low."""
    if length < 1:
        return 0
    ladder = (ranks << 1) | ((ranks >> 12) & 1 if wrap else 0)  # bit 0 stands for an ace that counts low
    # without `wrap` the ace is always high
    lowest = 0 if wrap else 1
    top = 13
    # searched from the highest run down, so the first run found is the best
    while top - length + 1 >= lowest:
        missing = length
        for step in range(length):
            missing -= (ladder >> (top - step)) & 1
        if missing <= wilds:
            return top
        top -= 1
    return -1


def best_five(ranks: int, wilds: int) -> int:
    """Return the five highest of a set of ranks, packed into one integer. Wild cards count as the highest missing
    ranks.
    """
    packed = 0
    room = 5
    for down in range(13):
        rank = 12 - down
        if room > 0 and ((ranks >> rank) & 1 or wilds > 0):
            wilds -= 1 - ((ranks >> rank) & 1)
            packed = packed * 16 + rank + 1
            room -= 1
    return packed


def bits_in(cards: int) -> int:
    """Return how many cards a set has."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


def _poker_patterns() -> tuple[HandPattern, ...]:
    from croupier.games.genome.values import POKER_PATTERNS

    return POKER_PATTERNS
