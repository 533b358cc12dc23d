"""Score five cards, and pack sparse tables into small ones. `kernel` builds its tables with these functions.

Every ranking is defined for five cards only. The values of six and seven cards follow from those of five: a hand is
worth as much as the best of its subsets with one card left out. The functions get hands as ascending ranks, with at
most four of a kind. Suits matter only for flushes, which have their own tables, indexed by a mask of ranks.

The sum of `RANK_KEYS` over five, six or seven cards names the multiset of their ranks, but the sums are spread over
eight million places. `lay_out` cuts that line into short rows and shifts the rows over each other so that no two filled
places collide (row displacement). The result fits into the processor's first caches. This module has no state: callers
pass in the tables that it fills.
"""

from __future__ import annotations

import cython

from croupier.ranking import constants

# Integers whose sums over five, six and seven cards all differ, with at most four of a rank (`kernel` asserts it), and
# stay below 2^23.
RANK_KEYS = [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181]
# The room for the sums of one n: the largest, four aces and three kings, is 7,825,759.
PART = 1 << 23
# How many places `first_fit` tries at once, and the places that a row tried there can fall on.
WINDOW = 2048
ALL_TRIED = (1 << WINDOW) - 1
NEAR = (1 << WINDOW + constants.COLUMNS) - 1

# Categories in rising order: high card 0, pair 1, two pair 2, trips 3, then these; a flush of the short deck stands
# above a full house.
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
SHORT_FLUSH = 7
QUADS = 8
STRAIGHT_FLUSH = 9
# The category of five cards by how many pairs of them are alike: none, a pair, two pair, trips, full house, -, quads.
MATCHED = [0, 1, 2, 3, 6, 0, 8]
# The top rank of the straight that an ace begins: five, or nine in the short deck; none in deuce-to-seven.
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
        # six and seven cards could have five of a rank, which no deck holds
        if not _five_alike(ranks, n):
            return True


def _five_alike(ranks: list[int], n: int) -> bool:
    """Return True if five neighbouring cards have the same rank."""
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
    """Return ascending ranks as hex digits, from digit 4 down. Each rank occurs once; larger groups come first, then
    higher ranks.
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
                # + 1, so that a deuce differs from no card
                digits |= (ranks[i] + 1) << place
                place -= 4
            i = first - 1
        want -= 1
    return digits


def straight_top(ranks: list[int], wheel: int) -> int:
    """Return the top rank of five ascending ranks in sequence, or 0 if they are not in sequence."""
    # the ranks differ: the caller has counted no pairs (and a flush has none)
    if ranks[4] - ranks[0] == 4:
        return ranks[4]
    # aces sort last, so the wheel is four low ranks and an ace
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
    # with 36 cards a flush is rarer than a full house
    category = SHORT_FLUSH if wheel == SHORT_WHEEL else FLUSH
    return category << 20 | packed(ranks, 5)


def low_score(ranks: list[int]) -> int:
    """Return the number that orders five cards by ace-to-five low, for ascending ranks whose aces come last."""
    if not cython.compiled:
        lows = [0] * 5
    # aces count as rank 0 and go to the front, which keeps the ranks ascending
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
    # the lowest five neighbouring ranks: no smaller mask has five
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
                # by rising mask, so the smaller masks are filled already
                table[mask] = best_without_one(table, mask)
        mask += 1


def best_without_one(table: list[int], mask: int) -> int:
    """Return the best entry of a mask with one of its bits left out."""
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
    """Fill the part for n cards from the part for n - 1 cards. Each value is the best value with one card left out."""
    if not cython.compiled:
        ranks = [0] * 7
    begin(ranks, n, lowest)
    going = True
    while going:
        total = sum_of(ranks, n)
        best = 0
        i = 0
        while i < n:
            # one card fewer is one part lower
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
        # four of the lowest rank, then of the next: the first multiset that `advance` knows
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
    """Return the place of a sum: its row's place plus its column."""
    return rows[total >> constants.COLUMN_BITS] + (total & constants.COLUMN)


def bits(mask: int) -> int:
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def unpack(mask: int, ranks: list[int]) -> None:
    """Write the ranks of a mask, ascending."""
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
        # sums of m cards of the ranks so far: k of this rank and m - k of the earlier ones
        sums = [[rest + k * key for k in range(min(4, m) + 1) for rest in sums[m - k]] for m in range(n + 1)]
    return sums[n]


def lay_out(sums: list[int], start: int) -> dict[int, int]:
    """Shift the rows of the table of these sums over each other, and return where each row begins, from `start` on.

    Long rows go first. The search for a free place starts at the place of the last row of the same length. This packs
    nearly as well as trying every place and is a hundred times faster.
    """
    rows: dict[int, list[int]] = {}
    for total in sums:
        rows.setdefault(total // constants.COLUMNS, []).append(total % constants.COLUMNS)
    taken = length = first = at = 0
    places = {}
    for row in sorted(rows, key=lambda row: -len(rows[row])):
        if len(rows[row]) != length:
            length = len(rows[row])
            # shorter rows may fit into gaps before the place where the last length began
            first = at = first_fit(taken, rows[row], first - first // 4)
        else:
            # a row of the same length did not fit before that place, so this one hardly will
            at = first_fit(taken, rows[row], at)
        taken |= sum([1 << column for column in rows[row]]) << at
        places[row] = start + at
    return places


def first_fit(taken: int, columns: list[int], at: int) -> int:
    """Return the first place from `at` on where a row fits because all its columns fall on free places.

    Sets of places are the bits of an int, so that one shift tries WINDOW places. This is fast even without a compiler.
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
