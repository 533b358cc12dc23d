"""Rank hands as numbers: the functions that games call in their inner loops.

A hand is given as bytes of card numbers. The result is an int: in every ranking the higher value wins, and 0 means that
no hand qualifies. Values of `high` go from 1 to 7462, the royal flush. The rules are:

- high, short deck, Omaha: the best five cards; in Omaha exactly two from the hand and three from the board; in the
  short deck A-6-7-8-9 is a straight and a flush beats a full house;
- ace-to-five low: aces are low, straights and flushes are ignored, pairs are bad. With eight or better, a low must have
  five different ranks from ace to eight;
- deuce-to-seven: the worst high hand wins, the ace is high only (A-2-3-4-5 is not a straight);
- badugi: the most cards that differ in rank and suit, then the lowest; aces low.

A card's key contains a number for its rank and a 1 in the nibble of its suit. In a sum of keys, the rank numbers
identify the multiset of ranks (`tables`), and the nibbles count the suits. So ranking a hand takes one sum, one test
for five cards of a suit, and one look-up. This module does not check its arguments; `calls` does. Cards must be
different numbers from 0 to 51, and their number must be as documented. The tables are built when the module is
imported.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.ranking import constants

if not cython.compiled:
    from croupier.ranking.tables import (
        NO_WHEEL,
        PART,
        RANK_KEYS,
        SHORT_WHEEL,
        WHEEL,
        bits,
        extend,
        flush_scores,
        lay_out,
        low_scores,
        plain_scores,
        rank_sums,
        store_flush,
        store_plain,
    )

    # one entry for every byte, so that even an invalid card number reads inside the table
    KEY = [0] * 256
    CARD_BIT = [0] * 64
    SUIT_RANK = [0] * 256
    START = [0] * 16
    ROW = [0] * constants.ROWS
    HIGH_PLAIN = [0] * constants.PLACES
    SHORT_PLAIN = [0] * constants.PLACES
    LOW_PLAIN = [0] * constants.PLACES
    DEUCE_PLAIN = [0] * constants.PLACES_OF_FIVE
    HIGH_FLUSH = [0] * 8192
    SHORT_FLUSH = [0] * 8192
    DEUCE_FLUSH = [0] * 8192
    EIGHT_LOW = [0] * 8192
    BADUGI_ORDER = [0] * 8192

COMPILED = cython.compiled

HIGH = 1
SHORT = 2
OMAHA = 3
LOW_A5 = 4
LOW8 = 5
OMAHA_LOW8 = 6
DEUCE = 7
BADUGI = 8
# the same numbers as in `constants`, for Python code
KINDS = {"high": 1, "short_deck": 2, "omaha": 3, "low": 4, "low8": 5, "omaha_low8": 6, "deuce_to_seven": 7, "badugi": 8}


# -- sums and look-ups -------------------------------------------------------------------------------------------------

def slot(key: int) -> int:
    """Return the index of a sum of keys in the tables of ranks."""
    low = key & constants.SUMS  # the lower 26 bits; the rest counts suits
    return ROW[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)


def key_of(cards: Sequence[int], n: int) -> int:
    """Return the sum of the keys of n cards. The caller adds it to an entry of START."""
    key = 0
    i = 0
    while i < n:
        key += KEY[cards[i]]
        i += 1
    return key


def flush_suit(key: int) -> int:
    """Return the suit of a flush from a sum of keys. The caller must know that the hand contains a flush."""
    full = (key >> 32) & 0x8888
    # without a branch, because the processor cannot predict the suit
    return (full > 0x8) + (full > 0x80) + (full > 0x800)


def suited(cards: Sequence[int], n: int, suit: int) -> int:
    """Return the ranks held in one suit, as a mask of 13 bits."""
    ranks = 0
    i = 0
    while i < n:
        ranks |= SUIT_RANK[cards[i]]
        i += 1
    return ranks >> (suit << 4) & 0x1FFF


def low_mask(cards: Sequence[int], n: int) -> int:
    """Return the ranks held, as a mask of 13 bits with the ace lowest."""
    mask = 0
    i = 0
    while i < n:
        # shifted up by one, so that the ace becomes bit 13, which is moved to bit 0 below
        mask |= 2 << (cards[i] >> 2)
        i += 1
    return (mask | mask >> 13) & 0x1FFF


# -- the rankings ------------------------------------------------------------------------------------------------------

def high(cards: Sequence[int], n: int) -> int:
    """Return the best high hand of 5 to 7 cards, 1..7462."""
    key = START[n] + key_of(cards, n)
    if (key >> 32) & 0x8888:
        return HIGH_FLUSH[suited(cards, n, flush_suit(key))]
    return HIGH_PLAIN[slot(key)]


def board_key(board: Sequence[int], n: int) -> int:
    """Return the sum of the keys of n board cards, which `high_with` needs for every hold'em hand."""
    return START[n + 2] + key_of(board, n)


def high_with(key: int, board: Sequence[int], n: int, hole_0: int, hole_1: int) -> int:
    """Return the value of `high` for two hole cards and n board cards. `key` is the sum of the board's keys."""
    key += KEY[hole_0] + KEY[hole_1]
    if (key >> 32) & 0x8888:
        suit = flush_suit(key)
        mask = suited(board, n, suit)
        # `suited` covers the board; the hole cards are added here
        if hole_0 & 3 == suit:
            mask |= 1 << (hole_0 >> 2)
        if hole_1 & 3 == suit:
            mask |= 1 << (hole_1 >> 2)
        return HIGH_FLUSH[mask]
    return HIGH_PLAIN[slot(key)]


def high_split(hole: Sequence[int], nhole: int, board: Sequence[int], nboard: int) -> int:
    """Return the value of `high` for the cards of two arrays, 5 to 7 cards together."""
    key = START[nhole + nboard] + key_of(hole, nhole) + key_of(board, nboard)
    if (key >> 32) & 0x8888:
        suit = flush_suit(key)
        return HIGH_FLUSH[suited(hole, nhole, suit) | suited(board, nboard, suit)]
    return HIGH_PLAIN[slot(key)]


def short_deck(cards: Sequence[int], n: int) -> int:
    """Return the best high hand of 5 to 7 cards from the deck of 36."""
    return short_split(cards, n, cards, 0)


def short_split(hole: Sequence[int], nhole: int, board: Sequence[int], nboard: int) -> int:
    """Return the value of `short_deck` for the cards of two arrays together."""
    key = START[nhole + nboard] + key_of(hole, nhole) + key_of(board, nboard)
    if (key >> 32) & 0x8888:
        suit = flush_suit(key)
        return SHORT_FLUSH[suited(hole, nhole, suit) | suited(board, nboard, suit)]
    return SHORT_PLAIN[slot(key)]


def low_a5(cards: Sequence[int], n: int) -> int:
    """Return the best ace-to-five low of 5 to 7 cards, 1..6175."""
    return LOW_PLAIN[slot(START[n] + key_of(cards, n))]


def low8(cards: Sequence[int], n: int) -> int:
    """Return the value of the best low of eight or better, 1..56. Return 0 if no low qualifies."""
    return EIGHT_LOW[low_mask(cards, n)]


def deuce(cards: Sequence[int], n: int) -> int:
    """Return the deuce-to-seven low of five cards, 1..7462."""
    key = START[5] + key_of(cards, 5)
    if (key >> 32) & 0x8888:
        return DEUCE_FLUSH[suited(cards, 5, flush_suit(key))]
    return DEUCE_PLAIN[slot(key)]


def badugi(cards: Sequence[int], n: int) -> int:
    """Return the value of the best badugi in up to four cards, 1..1092."""
    best = 0
    chosen = 1
    while chosen < 1 << n:
        value = _badugi_of(cards, n, chosen)
        if value > best:
            best = value
        chosen += 1
    return best


def _badugi_of(cards: Sequence[int], n: int, chosen: int) -> int:
    """Return the value of the chosen cards (a mask) as a badugi. Return 0 if two of them share a rank or a suit."""
    ranks = 0
    suits = 0
    i = 0
    while i < n:
        if chosen >> i & 1:
            # the ace is the lowest bit
            rank = 1 if cards[i] >= 48 else 2 << (cards[i] >> 2)
            suit = 1 << (cards[i] & 3)
            if ranks & rank or suits & suit:
                return 0
            ranks |= rank
            suits |= suit
        i += 1
    return BADUGI_ORDER[ranks]


def omaha(hole: Sequence[int], nhole: int, board: Sequence[int], nboard: int) -> int:
    """Return the best high hand with exactly two cards from the hand (2 to 6 cards) and three from the board (3 to 5
    cards).
    """
    best = 0
    i = 2
    while i < nboard:
        j = 1
        while j < i:
            k = 0
            while k < j:
                key = START[5] + KEY[board[i]] + KEY[board[j]] + KEY[board[k]]
                value = _omaha_three(hole, nhole, key, board[i], board[j], board[k])
                if value > best:
                    best = value
                k += 1
            j += 1
        i += 1
    return best


def _omaha_three(hole: Sequence[int], nhole: int, three: int, a: int, b: int, c: int) -> int:
    """Return the value of the best hand of three given board cards with any two hole cards. `three` is the sum of the
    keys of the board cards.
    """
    best = 0
    i = 1
    while i < nhole:
        key = three + KEY[hole[i]]
        j = 0
        while j < i:
            # the look-up is correct except for flushes, which are rare
            value = HIGH_PLAIN[slot(key + KEY[hole[j]])]
            if ((key + KEY[hole[j]]) >> 32) & 0x8888:
                value = HIGH_FLUSH[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2)
                                   | 1 << (hole[i] >> 2) | 1 << (hole[j] >> 2)]
            if value > best:
                best = value
            j += 1
        i += 1
    return best


def omaha_low8(hole: Sequence[int], nhole: int, board: Sequence[int], nboard: int) -> int:
    """Return the best eight-or-better low with exactly two cards from the hand and three from the board. Return 0 if no
    low qualifies.
    """
    best = 0
    i = 2
    while i < nboard:
        j = 1
        while j < i:
            k = 0
            while k < j:
                value = _low_three(hole, nhole, low_bit(board[i]) | low_bit(board[j]) | low_bit(board[k]))
                if value > best:
                    best = value
                k += 1
            j += 1
        i += 1
    return best


def low_bit(card: int) -> int:
    """Return a card's rank as a bit. The ace is the lowest bit."""
    return 1 if card >= 48 else 2 << (card >> 2)


def _low_three(hole: Sequence[int], nhole: int, three: int) -> int:
    """Return the best eight-or-better low of three board ranks with any two from the hand."""
    best = 0
    i = 1
    while i < nhole:
        j = 0
        while j < i:
            value = EIGHT_LOW[three | low_bit(hole[i]) | low_bit(hole[j])]
            if value > best:
                best = value
            j += 1
        i += 1
    return best


def strength(kind: int, hole: Sequence[int], nhole: int, board: Sequence[int], nboard: int) -> int:
    """Return the value of a hand in any ranking. Omaha uses two hole cards and three board cards; the other rankings
    use the best of all cards.
    """
    if kind == HIGH:
        return high_split(hole, nhole, board, nboard)
    if kind == OMAHA:
        return omaha(hole, nhole, board, nboard)
    if kind == OMAHA_LOW8:
        return omaha_low8(hole, nhole, board, nboard)
    if kind == SHORT:
        return short_split(hole, nhole, board, nboard)
    if kind == LOW_A5:
        return LOW_PLAIN[slot(START[nhole + nboard] + key_of(hole, nhole) + key_of(board, nboard))]
    if kind == LOW8:
        return EIGHT_LOW[low_mask(hole, nhole) | low_mask(board, nboard)]
    if kind == DEUCE:
        return deuce(hole, 5)
    return badugi(hole, nhole)


def all_different(cards: Sequence[int], n: int) -> bool:
    """Return True if all n bytes are card numbers and different from each other."""
    seen = 0
    i = 0
    while i < n:
        if cards[i] > 51 or seen & CARD_BIT[cards[i]]:
            return False
        seen |= CARD_BIT[cards[i]]
        i += 1
    return True


# -- the tables, built at import ---------------------------------------------------------------------------------------

CATEGORY_FLOORS: dict[int, list[tuple[int, int]]] = {}
"""For each kind of ranking, the lowest value of every category as a pair (value, category), from the worst category up.
"""


def _build_keys() -> None:
    """Build the key of each card, and the start value of a sum. The start value has a 3 in the nibble of each suit, so
    that five cards of a suit set the nibble's top bit.
    """
    for card in range(52):
        CARD_BIT[card] = 0x1 << card
        SUIT_RANK[card] = 0x1 << ((card & 3) << 4) + (card >> 2)
        KEY[card] = RANK_KEYS[card >> 2] + (0x100000000 << (card & 3) * 4)
    for n in range(5, 8):
        # 3 + 5 = 8 sets the top bit of a nibble, and 3 + 7 = 10 does not overflow it
        START[n] = (n - 5) * PART + 0x333300000000


def _build_rows() -> None:
    """Compute where the rows of the tables for five, six and seven cards are stored."""
    # rows that no hand uses keep index 0, which points to the first columns; these stay empty, so the value is 0
    start = constants.COLUMNS
    for n in range(5, 8):
        sums = rank_sums(n)
        assert len(set(sums)) == len(sums), "every multiset of ranks has a sum of its own"
        places = lay_out(sums, start)
        for row, at in places.items():
            ROW[(n - 5) * (PART // constants.COLUMNS) + row] = at
        # the next table begins after the columns of the last row
        start = max(places.values()) + constants.COLUMNS
        assert start <= (constants.PLACES if n > 5 else constants.PLACES_OF_FIVE), "the tables have room for all rows"


def _numbers(scores: list[int], *, low: bool) -> dict[int, int]:
    """Return a number from 1 up for each different score, so that the best score gets the highest number. In low games
    the smallest score is the best.
    """
    return {score: at + 1 for at, score in enumerate(sorted(set(scores), reverse=low))}


def _build(plain: list[int], flush: list[int], kind: int, lowest: int = 0) -> None:
    """Fill the tables of one kind of ranking: number all five-card scores, and compute six and seven cards from five.
    """
    # in these rankings the smallest score is the best hand
    low = kind in (LOW_A5, DEUCE)
    number = _numbers(plain + flush, low=low)
    CATEGORY_FLOORS[kind] = _floors(number)
    values, flushes = [number[score] for score in plain], [number[score] for score in flush]
    if kind == HIGH:
        store_plain(HIGH_PLAIN, ROW, values, lowest)
        store_flush(HIGH_FLUSH, flushes, lowest)
        extend(HIGH_PLAIN, ROW, lowest)
    elif kind == SHORT:
        store_plain(SHORT_PLAIN, ROW, values, lowest)
        store_flush(SHORT_FLUSH, flushes, lowest)
        extend(SHORT_PLAIN, ROW, lowest)
    elif kind == DEUCE:
        store_plain(DEUCE_PLAIN, ROW, values, lowest)
        store_flush(DEUCE_FLUSH, flushes, lowest)
    else:
        store_plain(LOW_PLAIN, ROW, values, lowest)
        extend(LOW_PLAIN, ROW, lowest)


def _build_masks() -> None:
    """Build the tables of lows of eight or better and of badugis; both are indexed by a mask of ranks with the ace
    lowest, and a smaller mask is better."""
    eights = [mask for mask in range(256) if bits(mask) == 5]
    for mask in range(8192):
        lowest = mask & 255
        # with more than five ranks, the highest ones do not count
        while bits(lowest) > 5:
            lowest &= (1 << lowest.bit_length() - 1) - 1
        # C(8, 5) = 56 lows; the first in rising order is the wheel, the best
        EIGHT_LOW[mask] = 56 - eights.index(lowest) if bits(lowest) == 5 else 0
    # more cards are better; with equally many, the smaller mask is better, because its highest card is lower
    badugis = sorted([mask for mask in range(1, 8192) if bits(mask) <= 4], key=lambda mask: (bits(mask), -mask))
    for at, mask in enumerate(badugis):
        BADUGI_ORDER[mask] = at + 1


def _floors(number: dict[int, int]) -> list[tuple[int, int]]:
    """Return the lowest value of each category (as `tables` numbers them), from the worst category up."""
    floors: dict[int, int] = {}
    for score, value in number.items():
        category = score >> 20
        floors[category] = min(value, floors.get(category, value))
    return sorted((value, category) for category, value in floors.items())


_build_keys()
_build_rows()
_build_masks()
_build(plain_scores(WHEEL, 0), flush_scores(WHEEL, 0), HIGH)
_build(plain_scores(SHORT_WHEEL, 4), flush_scores(SHORT_WHEEL, 4), SHORT, 4)
# deuce-to-seven has no tables for six and seven cards, because hands have five cards
_build(plain_scores(NO_WHEEL, 0), flush_scores(NO_WHEEL, 0), DEUCE)
_build(low_scores(), [], LOW_A5)
