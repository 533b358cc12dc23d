"""Score five cards, and pack sparse tables into small ones. `kernel` builds its tables with these functions.

Every ranking is defined for five cards only. The values of six and seven cards follow from those of five: the value of
a hand is the best value that it has with one card left out. The functions take hands as ascending ranks, with at most
four of a kind. Suits matter only for flushes, which have their own tables, indexed by a mask of ranks.

The sum of `RANK_KEYS` over five, six or seven cards identifies the multiset of their ranks, but a table indexed by
these sums would have eight million entries, most of them empty. `lay_out` cuts this sparse table into short rows and
shifts the rows over each other, so that no two filled entries collide (row displacement). The result fits into the
processor's first-level caches. This module has no state: callers pass in the tables that it fills.
"""

from __future__ import annotations

import cython

from croupier.ranking import constants

# Integers whose sums over five, six and seven cards all differ, with at most four of a rank (`kernel` asserts it), and
# stay below 2^23.
RANK_KEYS = [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181]
# The size of the part of a table for one number of cards. The largest sum, four aces and three kings, is 7,825,759.
PART = 1 << 23
# The number of places that `first_fit` tries at once, and a mask of the places that a row tried there can use.
WINDOW = 2048
ALL_TRIED = (1 << WINDOW) - 1
NEAR = (1 << WINDOW + constants.COLUMNS) - 1

# Categories in rising order. High card is 0, pair 1, two pair 2 and trips 3. A flush of the short deck is above a full
# house.
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
SHORT_FLUSH = 7
QUADS = 8
STRAIGHT_FLUSH = 9
# The category of five cards, indexed by the number of pairs of equal cards: none, a pair, two pair, trips, full house,
# impossible, quads.
MATCHED = [0, 1, 2, 3, 6, 0, 8]
# The highest rank of the straight in which the ace is low: five, or nine in the short deck. Deuce-to-seven has no such
# straight.
WHEEL = 3
SHORT_WHEEL = 7
NO_WHEEL = 0


def advance(ranks: list[int], n: int) -> bool:
    """Change n ascending ranks to the next multiset with at most four of a rank; return False after the last."""
    while True:
        i = n - 1
        while i >= 0 and ranks[i] == 12:
            i -= 1
        if i < 0:
            return False
        rank = ranks[i] + 1
        while i < n:
            ranks[i] = rank
            i += 1
        # skips multisets with five cards of a rank, which do not exist
        if not _five_alike(ranks, n):
            return True


def _five_alike(ranks: list[int], n: int) -> bool:
    """Return True if five of the ascending ranks are equal."""
    i = 0
    while i + 4 < n:
        if ranks[i] == ranks[i + 4]:
            return True
        i += 1
    return False


def equal_pairs(ranks: list[int], n: int) -> int:
    """Return the number of pairs of cards with the same rank."""
    pairs = 0
    i = 0
    while i < n:
        j = 0
        while j < i:
            pairs += ranks[i] == ranks[j]
            j += 1
        i += 1
    return pairs


def packed(ranks: list[int], n: int) -> int:
    """Return ascending ranks packed into hex digits, from digit 4 down. Each rank occurs once: ranks with more cards
    come first, then higher ranks.
    """
    digits = 0
    place = 16
    want = 4
    while want:
        i = n - 1
        while i >= 0:
            first = i
            while first > 0 and ranks[first - 1] == ranks[i]:
                first -= 1
            if i - first + 1 == want:
                # + 1, so that a deuce differs from a missing card
                digits |= (ranks[i] + 1) << place
                place -= 4
            i = first - 1
        want -= 1
    return digits


def straight_top(ranks: list[int], wheel: int) -> int:
    """Return the top rank of five ascending ranks in sequence, or 0 if they are not in sequence."""
    # all ranks differ, because the caller has found no pairs (and a flush has none)
    if ranks[4] - ranks[0] == 4:
        return ranks[4]
    # the ace is sorted last, so the lowest straight is four low ranks and an ace
    if wheel and ranks[4] == 12 and ranks[3] == wheel and ranks[0] == wheel - 3:
        return wheel
    return 0


def plain_score(ranks: list[int], wheel: int) -> int:
    """Return a number that orders five ascending ranks, ignoring suits: the category, then five hex digits."""
    pairs = equal_pairs(ranks, 5)
    if not pairs:
        top = straight_top(ranks, wheel)
        if top:
            return STRAIGHT << 20 | top
    return MATCHED[pairs] << 20 | packed(ranks, 5)


def flush_score(ranks: list[int], wheel: int) -> int:
    """Return the number that orders five ascending ranks of one suit."""
    top = straight_top(ranks, wheel)
    if top:
        return STRAIGHT_FLUSH << 20 | top
    # in a deck of 36 cards a flush is rarer than a full house
    category = SHORT_FLUSH if wheel == SHORT_WHEEL else FLUSH
    return category << 20 | packed(ranks, 5)


def low_score(ranks: list[int]) -> int:
    """Return the number that orders five cards by ace-to-five low, for ascending ranks whose aces come last."""
    if not cython.compiled:
        lows = [0] * 5
    # aces become rank 0 and move to the front, which keeps the ranks ascending
    aces = 0
    while aces < 5 and ranks[4 - aces] == 12:
        aces += 1
    i = 0
    while i < 5:
        lows[i] = 0 if i < aces else ranks[i - aces] + 1
        i += 1
    return MATCHED[equal_pairs(lows, 5)] << 20 | packed(lows, 5)


# -- filling tables ----------------------------------------------------------------------------------------------------

def plain_scores(wheel: int, lowest: int) -> list[int]:
    """Return the scores of all five-card multisets of ranks from `lowest` up, in the order of `advance`."""
    if not cython.compiled:
        ranks = [0] * 5
    begin(ranks, 5, lowest)
    scores = [plain_score(ranks, wheel)]
    while advance(ranks, 5):
        scores.append(plain_score(ranks, wheel))
    return scores


def low_scores() -> list[int]:
    """Return the ace-to-five scores of all five-card multisets, in the order of `advance`."""
    if not cython.compiled:
        ranks = [0] * 5
    begin(ranks, 5, 0)
    scores = [low_score(ranks)]
    while advance(ranks, 5):
        scores.append(low_score(ranks))
    return scores


def flush_scores(wheel: int, lowest: int) -> list[int]:
    """Return the scores of all five-card flushes with ranks from `lowest` up, by rising mask."""
    if not cython.compiled:
        ranks = [0] * 5
    scores = []
    # the five lowest ranks, which are the smallest mask with five bits
    mask = 31 << lowest
    while mask < 8192:
        if bits(mask) == 5 and not mask & ((1 << lowest) - 1):
            unpack(mask, ranks)
            scores.append(flush_score(ranks, wheel))
        mask += 1
    return scores


def store_plain(table: list[int], rows: list[int], values: list[int], lowest: int) -> None:
    """Write the values of five-card multisets, in the order of `advance`, to their places."""
    if not cython.compiled:
        ranks = [0] * 5
    begin(ranks, 5, lowest)
    for value in values:
        table[place(rows, sum_of(ranks, 5))] = value
        advance(ranks, 5)


def store_flush(table: list[int], values: list[int], lowest: int) -> None:
    """Write the values of five-card flushes by rising mask, and compute the values of flushes in six and seven cards.
    """
    at = 0
    mask = 31 << lowest
    while mask < 8192:
        if not mask & ((1 << lowest) - 1):
            if bits(mask) == 5:
                table[mask] = values[at]
                at += 1
            elif bits(mask) > 5:
                # smaller masks come first, so they are filled already
                table[mask] = best_without_one(table, mask)
        mask += 1


def best_without_one(table: list[int], mask: int) -> int:
    """Return the best entry of the table among the masks that lack one bit of this mask."""
    best = 0
    bit = 1
    while bit <= mask:
        if mask & bit and table[mask ^ bit] > best:
            best = table[mask ^ bit]
        bit <<= 1
    return best


def extend(table: list[int], rows: list[int], lowest: int) -> None:
    """Fill the parts of a table for six and seven cards from the part for five cards."""
    extend_to(6, table, rows, lowest)
    extend_to(7, table, rows, lowest)


def extend_to(n: int, table: list[int], rows: list[int], lowest: int) -> None:
    """Fill the part of a table for n cards from the part for n - 1 cards. Each value is the best value with one card
    left out.
    """
    if not cython.compiled:
        ranks = [0] * 7
    begin(ranks, n, lowest)
    going = True
    while going:
        total = sum_of(ranks, n)
        best = 0
        i = 0
        while i < n:
            # the part for one card fewer begins PART lower
            value = table[place(rows, total - RANK_KEYS[ranks[i]] - PART)]
            if value > best:
                best = value
            i += 1
        table[place(rows, total)] = best
        going = advance(ranks, n)


def begin(ranks: list[int], n: int, lowest: int) -> None:
    """Write the first multiset of n ranks in the order of `advance`."""
    i = 0
    while i < n:
        # four cards of the lowest rank, then the next rank: the first multiset of `advance`
        ranks[i] = lowest + i // 4
        i += 1


def sum_of(ranks: list[int], n: int) -> int:
    """Return the sum of the keys of n ranks, in the part of the tables for n cards."""
    total = (n - 5) * PART
    i = 0
    while i < n:
        total += RANK_KEYS[ranks[i]]
        i += 1
    return total


def place(rows: list[int], total: int) -> int:
    """Return the index of a sum in a packed table: the place of its row plus its column."""
    return rows[total >> constants.COLUMN_BITS] + (total & constants.COLUMN)


def bits(mask: int) -> int:
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def unpack(mask: int, ranks: list[int]) -> None:
    """Write the ranks of a mask into `ranks`, ascending."""
    at = 0
    rank = 0
    while rank < 13:
        if mask >> rank & 1:
            ranks[at] = rank
            at += 1
        rank += 1


# -- folding -----------------------------------------------------------------------------------------------------------

def rank_sums(n: int) -> list[int]:
    """Return the key sum of every multiset of n ranks, at most four of each."""
    sums: list[list[int]] = [[0]] + [[] for _ in range(n)]
    for key in RANK_KEYS:
        # sums of m cards use k cards of this rank and m - k of the earlier ranks
        sums = [[rest + k * key for k in range(min(4, m) + 1) for rest in sums[m - k]] for m in range(n + 1)]
    return sums[n]


def lay_out(sums: list[int], start: int) -> dict[int, int]:
    """Pack the table for these sums: shift its rows over each other. Return the place where each row begins, from
    `start` on.

    Long rows are placed first. The search for a free place starts where the last row of the same length was placed.
    This packs nearly as well as trying every place, and is a hundred times faster.
    """
    rows: dict[int, list[int]] = {}
    for total in sums:
        rows.setdefault(total // constants.COLUMNS, []).append(total % constants.COLUMNS)
    taken = length = first = at = 0
    places = {}
    for row in sorted(rows, key=lambda row: -len(rows[row])):
        if len(rows[row]) != length:
            length = len(rows[row])
            # shorter rows may fit into gaps before the place where rows of the last length began
            first = at = first_fit(taken, rows[row], first - first // 4)
        else:
            # a row of the same length did not fit before that place, so this row hardly will
            at = first_fit(taken, rows[row], at)
        taken |= sum([1 << column for column in rows[row]]) << at
        places[row] = start + at
    return places


def first_fit(taken: int, columns: list[int], at: int) -> int:
    """Return the first place from `at` on where a row fits because all its columns fall on free places.

    A set of places is stored as the bits of an int, so that one shift tests WINDOW places. This is fast even in
    interpreted code.
    """
    while True:
        near = taken >> at & NEAR
        occupied = 0
        for column in columns:
            occupied |= near >> column
            if occupied & ALL_TRIED == ALL_TRIED:
                break
        else:
            free = ~occupied & ALL_TRIED
            return at + (free & -free).bit_length() - 1
        at += WINDOW
