"""Check questions about equity, and answer the shortest ones. Every call of `equity` goes through this module.

A question has two to ten ranges, a board and dead cards. This module checks the question, and removes hands that cannot
be dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import cython

from croupier.cards import UNKNOWN, BadCards, CardsLike, refuse_twice, text
from croupier.errors import short, unknown
from croupier.ranking.equities.one_hand import OneHand
from croupier.ranking.errors import BadEquity
from croupier.ranking.ranges import cards_of, range_cards

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT, all_different

HOLE_CARDS = {"holdem": 2, "omaha": 4, **{f"omaha{cards}": cards for cards in (5, 6)}}
"""The number of hole cards in each game. In Omaha exactly two of them play."""
# the least common multiple of 1 to 10
POT = 2520
"""The number of parts in a pot. Every number of winners up to ten divides it."""

Counts = list[list[int]]
"""For each player, how often he was one of 1, 2, ... winners."""
THREADS_MAX = 256


class Question:
    """A checked question: the hands that each player may hold, the board, and the dead cards."""

    hole_cards: int
    ranges: list[bytes]
    board: bytes
    dead: bytes
    sizes: list[int]

    def __init__(self, hole_cards: int, ranges: list[bytes], board: bytes, dead: bytes) -> None:
        self.hole_cards = hole_cards
        self.ranges = ranges
        self.board = board
        self.dead = dead
        self.sizes = [len(cards) // hole_cards for cards in ranges]

    def boards(self) -> int:
        """Return the number of boards for one choice of hands."""
        left = 52 - len(self.ranges) * self.hole_cards - len(self.board) - len(self.dead)
        return comb(left, 5 - len(self.board))


def whole(name: str, number: object, lowest: int, highest: int) -> int:
    """Return a whole number; raise BadEquity if it is outside the bounds."""
    if type(number) is not int or not lowest <= number <= highest:
        raise BadEquity(f"{name} is an int from {lowest} to {highest:,}, not {short(number)}")
    return number


def mask_of(cards: bytes) -> int:
    """Return a mask with a bit for each card."""
    mask = 0
    i = 0
    while i < len(cards):
        mask |= CARD_BIT[cards[i]]
        i += 1
    return mask


def question_of(hands: Sequence[str], board: CardsLike, dead: CardsLike, game: str) -> Question:
    """Return a checked question; raise BadCards, BadRange or BadEquity if it has no answer."""
    hole_cards = HOLE_CARDS.get(game) if isinstance(game, str) else None
    if hole_cards is None:
        raise BadEquity(unknown("game", game, HOLE_CARDS))
    if not 2 <= len(hands) <= 10:
        raise BadEquity(f"equity is between 2 to 10 hands, not {len(hands)}")
    on_board = _known(board, "board") if board else b""
    gone = _known(dead, "dead") if dead else b""
    if len(on_board) not in (0, 3, 4, 5):
        raise BadEquity(f"a board has 0, 3, 4 or 5 cards, not {len(on_board)}")
    seen = on_board + gone
    ranges = [range_cards(hand, hole_cards) for hand in hands]
    # a range of one hand is a known hand, whose cards cannot be anywhere else
    fixed = b"".join([cards for cards in ranges if len(cards) == hole_cards]) + seen
    if not all_different(fixed, len(fixed)):
        refuse_twice(fixed)
    if len(hands) * hole_cards + 5 + len(gone) > 52:
        raise BadEquity("there are not enough cards for these hands and a board")
    if seen:
        for i in range(len(ranges)):
            ranges[i] = _possible(ranges[i], hole_cards, seen, hands[i])
    return Question(hole_cards, ranges, on_board, gone)


def _known(cards: CardsLike, name: str) -> bytes:
    numbers = cards_of(cards)
    if UNKNOWN in numbers:
        raise BadCards(f"the {name} holds an unknown card, ??")
    return numbers


def _possible(cards: bytes, hole_cards: int, seen: bytes, name: str) -> bytes:
    """Return the hands of a range that contain no card seen elsewhere."""
    # known hands have been checked against the board already
    if len(cards) == hole_cards:
        return cards
    gone = mask_of(seen)
    left = bytearray()
    at = 0
    n = len(cards)
    while at < n:
        mask = 0
        i = 0
        while i < hole_cards:
            mask |= CARD_BIT[cards[at + i]]
            i += 1
        if not gone & mask:
            left += cards[at:at + hole_cards]
        at += hole_cards
    if not left:
        raise BadEquity(f"no hand of {name!r} is left once {text(seen)} are gone")
    return bytes(left)


# -- answers -----------------------------------------------------------------------------------------------------------

def count_one_hand(question: Question) -> Counts:
    """Count one hand against a range on a board."""
    if not isinstance(question, Question):  # C code would read None as a question
        raise BadEquity(f"{short(question)} is not a question")
    # either of the two may be the known hand
    hero = question.sizes.index(1)
    wins, ties, deals = OneHand(question.ranges[hero], question.ranges[1 - hero], question.board, question.dead).count()
    if not deals:
        raise no_deal()
    rows = [[wins, ties], [deals - wins - ties, ties]]
    return rows if hero == 0 else [rows[1], rows[0]]


def no_deal() -> BadEquity:
    """Return the error for ranges that cannot be dealt together."""
    return BadEquity("these ranges cannot be dealt together: every choice holds a card twice")


def summed(counts: Counts) -> tuple[tuple[float, ...], tuple[int, ...], tuple[int, ...], int]:
    """Return equities, wins, ties and the number of deals."""
    wins = tuple([row[0] for row in counts])
    ties = tuple([sum(row[1:]) for row in counts])
    shares = [sum([times * (POT // winners) for winners, times in enumerate(row, 1)]) for row in counts]
    total = sum(shares)
    boards, rest = divmod(total, POT)
    assert rest == 0, "the shares of all hands add up to the boards"
    return tuple([share / total for share in shares]), wins, ties, boards
