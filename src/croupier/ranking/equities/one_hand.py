"""Compare one known hand with a range on a flop, turn or river: the most common question.

Without flushes a hand's value depends on ranks alone. For each pair of ranks of turn and river, the known hand is
compared once with each pair of ranks in the range. The results are added up, weighted by the number of hands in the
range with these ranks. The sum of these results is then corrected for each run-out: hands of the range that contain the
turn or river card are subtracted, and if the board has three or more cards of a suit, hands that make a flush are
compared again.

This module is for hold'em only. The arguments are checked by `equity` and not here.
"""

from __future__ import annotations

import cython

from croupier.ranking import constants

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, ROW, START
    from croupier.ranking.tables import RANK_KEYS

# 52 >> 2 is 13, an extra rank, so the tables by pairs of ranks need no special case
NO_CARD = 52
"""Stands for the turn or river card when the board already has it."""


class OneHand:
    """Compares a hand with a range on a board of at least three cards, and counts how often the hand wins and ties."""

    def __init__(self, hand: bytes, hands: bytes, board: bytes, gone: bytes) -> None:
        if not cython.compiled:
            self.card_0 = [0] * 1326
            self.card_1 = [0] * 1326
            self.kind = [0] * 1326
            self.holding = [[0] * 64 for _ in range(53)]
            self.nholding = [0] * 53
            self.pairs = [[0] * 1326 for _ in range(4)]
            self.npairs = [0] * 4
            self.kind_key = [0] * 91
            self.kind_count = [0] * 91
            self.kind_at = [0] * 256
            self.mine = [0] * 105
            # 105 pairs of 14 ranks (13 and none) for turn and river; 91 pairs of ranks in a hand
            self.value = [[0] * 91 for _ in range(105)]
            self.base_wins = [0] * 105
            self.base_ties = [0] * 105
            self.filled = [0] * 105
            self.deck = [0] * 64
            self.mask = [0] * 5
            self.suit = [0] * 53
            self.suit_count = [0] * 5
            self.mine_suited = [0] * 5
            self.mine_suited_count = [0] * 5
        self.wins = 0
        self.ties = 0
        self.deals = 0
        self._set_up(hand, hands, board, gone)

    def _set_up(self, hand: bytes, hands: bytes, board: bytes, gone: bytes) -> None:
        """Store the cards. Leave out hands of the range that cannot be dealt."""
        self.mine_0 = hand[0]
        self.mine_1 = hand[1]
        self.nboard = len(board)
        self.nhands = 0
        self.nkinds = 0
        bit = CARD_BIT
        used = bit[self.mine_0] | bit[self.mine_1]
        # without the counts of suits, so that sums of ranks can be used as an index
        self.board_key = START[7] & constants.SUMS
        i = 0
        while i < self.nboard:
            used |= bit[board[i]]
            self.board_key += RANK_KEYS[board[i] >> 2]
            self.mask[board[i] & 3] |= 1 << (board[i] >> 2)
            self.suit_count[board[i] & 3] += 1
            i += 1
        # 4 means "no suit"
        self.board_suit = 4
        i = 0
        while i < 4:
            if self.suit_count[i] >= 3:
                self.board_suit = i
            i += 1
        self.suit[52] = 4
        i = 0
        while i < len(gone):
            used |= bit[gone[i]]
            i += 1
        self.left = 0
        card = 0
        while card < 52:
            self.suit[card] = card & 3
            if not used & bit[card]:
                self.deck[self.left] = card
                self.left += 1
            card += 1
        self.mine_suited[self.mine_0 & 3] |= 1 << (self.mine_0 >> 2)
        self.mine_suited[self.mine_1 & 3] |= 1 << (self.mine_1 >> 2)
        self.mine_suited_count[self.mine_0 & 3] += 1
        self.mine_suited_count[self.mine_1 & 3] += 1
        i = 0
        n = len(hands)
        while i < n:
            if not used & (bit[hands[i]] | bit[hands[i + 1]]):
                self._add_hand(hands[i], hands[i + 1])
            i += 2

    def _add_hand(self, high: int, low: int) -> None:
        """Add a hand to the range."""
        hand = self.nhands
        self.nhands += 1
        self.card_0[hand] = high
        self.card_1[hand] = low
        ranks = (high >> 2) * 16 + (low >> 2)
        kind = self.kind_at[ranks] - 1
        if kind < 0:
            kind = self.nkinds
            self.kind_key[kind] = RANK_KEYS[high >> 2] + RANK_KEYS[low >> 2]
            self.kind_count[kind] = 0
            self.nkinds += 1
            self.kind_at[ranks] = self.nkinds
            self.kind_at[(low >> 2) * 16 + (high >> 2)] = self.nkinds
        self.kind[hand] = kind
        self.kind_count[kind] += 1
        self.holding[high][self.nholding[high]] = hand
        self.nholding[high] += 1
        self.holding[low][self.nholding[low]] = hand
        self.nholding[low] += 1
        if high & 3 == low & 3:
            self.pairs[high & 3][self.npairs[high & 3]] = hand
            self.npairs[high & 3] += 1

    def count(self) -> tuple[int, int, int]:
        """Return how often the hand won and tied, and how many deals there are."""
        with cython.nogil:
            self._deal()
        return self.wins, self.ties, self.deals

    def _deal(self) -> None:
        """Deal every run-out."""
        i = 0
        if self.nboard == 5:
            self._show(52, 52)
        elif self.nboard == 4:
            self._deal_rivers(52, self.left)
        else:
            while i < self.left:
                # only cards before the turn card in the deck are rivers, because turn and river in either order make
                # the same board
                self._deal_rivers(self.deck[i], i)
                i += 1

    def _deal_rivers(self, turn: int, count: int) -> None:
        """Deal each of the first `count` cards of the deck as the river."""
        wins = 0
        ties = 0
        plain = 0
        # pairs of ranks are numbered as in a triangle, because the turn's rank is never below the river's
        row = (turn >> 2) * ((turn >> 2) + 1) // 2
        turn_suit = self.suit[turn]
        holding = self.nholding[turn]
        # with fewer than two cards of its suit on the board, the river cannot make three of a suit
        flush_at = 2
        if self.board_suit < 4 or self.suit_count[turn_suit] == 2:
            flush_at = -9  # with every river the board has three cards of a suit
        k = 0
        while k < count:
            river = self.deck[k]
            ranks = row + (river >> 2)
            # if no hand contains the turn or river card and no flush is possible, the sums for these ranks are the
            # answer
            if (holding == 0 and self.nholding[river] == 0 and self.filled[ranks]
                    and self.suit_count[self.suit[river]] + (self.suit[river] == turn_suit) < flush_at):
                wins += self.base_wins[ranks]
                ties += self.base_ties[ranks]
                plain += 1
            else:
                self._show(turn, river)
            k += 1
        self.wins += wins
        self.ties += ties
        self.deals += plain * self.nhands

    def _fill(self, ranks: int, turn: int, river: int) -> None:
        """Compare the hand with every pair of ranks in the range, for a turn and river of these ranks, ignoring
        flushes."""
        key = self.board_key
        if turn < 52:
            key += RANK_KEYS[turn >> 2]
        if river < 52:
            key += RANK_KEYS[river >> 2]
        rows = ROW
        plain = HIGH_PLAIN
        low = key + RANK_KEYS[self.mine_0 >> 2] + RANK_KEYS[self.mine_1 >> 2]
        mine = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
        wins = 0
        ties = 0
        kind = 0
        while kind < self.nkinds:
            low = key + self.kind_key[kind]
            value = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
            self.value[ranks][kind] = value
            wins += self.kind_count[kind] * (value < mine)
            ties += self.kind_count[kind] * (value == mine)
            kind += 1
        self.mine[ranks] = mine
        self.base_wins[ranks] = wins
        self.base_ties[ranks] = ties
        self.filled[ranks] = 1

    def _show(self, turn: int, river: int) -> None:
        """Count one board. The turn must be above the river, and either may be NO_CARD."""
        ranks = (turn >> 2) * ((turn >> 2) + 1) // 2 + (river >> 2)
        if not self.filled[ranks]:
            self._fill(ranks, turn, river)
        suit = self._flush_suit(turn, river)
        if suit < 4:
            self._show_suited(turn, river, ranks, suit)
        else:
            self._count(turn, river, ranks, self.mine[ranks], self.base_wins[ranks], self.base_ties[ranks])

    def _flush_suit(self, turn: int, river: int) -> int:
        """Return the suit of which the board has three or more cards. Return 4 if there is no such suit."""
        turn_suit = self.suit[turn]
        river_suit = self.suit[river]
        if self.suit_count[turn_suit] + (turn_suit == river_suit) >= 2:
            return turn_suit
        if self.suit_count[river_suit] >= 2:
            return river_suit
        return self.board_suit

    def _count(self, turn: int, river: int, ranks: int, mine: int, wins: int, ties: int) -> None:
        """Subtract the hands that hold the turn or river card, and add up the rest."""
        deals = self.nhands - self.nholding[turn] - self.nholding[river]
        i = 0
        while i < self.nholding[turn]:
            value = self.value[ranks][self.kind[self.holding[turn][i]]]
            wins -= value < mine
            ties -= value == mine
            i += 1
        i = 0
        while i < self.nholding[river]:
            hand = self.holding[river][i]
            if self.card_0[hand] == turn or self.card_1[hand] == turn:
                deals += 1  # this hand was already subtracted with the turn card
            else:
                value = self.value[ranks][self.kind[hand]]
                wins -= value < mine
                ties -= value == mine
            i += 1
        self.wins += wins
        self.ties += ties
        self.deals += deals

    def _show_suited(self, turn: int, river: int, ranks: int, suit: int) -> None:
        """Count one board with three or more cards of a suit."""
        mask = self.mask[suit]
        count = self.suit_count[suit]
        if self.suit[turn] == suit:
            mask |= 1 << (turn >> 2)
            count += 1
        if self.suit[river] == suit:
            mask |= 1 << (river >> 2)
            count += 1
        mine = self.mine[ranks]
        wins = self.base_wins[ranks]
        ties = self.base_ties[ranks]
        if count + self.mine_suited_count[suit] >= 5:
            mine = HIGH_FLUSH[mask | self.mine_suited[suit]]
            wins = 0
            ties = 0
            kind = 0
            while kind < self.nkinds:
                wins += self.kind_count[kind] * (self.value[ranks][kind] < mine)
                ties += self.kind_count[kind] * (self.value[ranks][kind] == mine)
                kind += 1
        self._count(turn, river, ranks, mine, wins, ties)
        # if the board has three cards of the suit, only hands with two cards of the suit make a flush
        if count == 3:
            i = 0
            while i < self.npairs[suit]:
                self._compare_again(self.pairs[suit][i], turn, river, ranks, mine, mask, suit)
                i += 1
            return
        i = 0
        while i < self.nhands:
            if count == 5 or self.card_0[i] & 3 == suit or self.card_1[i] & 3 == suit:
                self._compare_again(i, turn, river, ranks, mine, mask, suit)
            i += 1

    def _compare_again(self, hand: int, turn: int, river: int, ranks: int, mine: int, mask: int, suit: int) -> None:
        """Replace the result of a hand, computed without flushes, with the result of its flush."""
        high = self.card_0[hand]
        low = self.card_1[hand]
        if high == turn or high == river or low == turn or low == river:
            return
        if high & 3 == suit:
            mask |= 1 << (high >> 2)
        if low & 3 == suit:
            mask |= 1 << (low >> 2)
        flush = HIGH_FLUSH[mask]
        value = self.value[ranks][self.kind[hand]]
        self.wins += (flush < mine) - (value < mine)
        self.ties += (flush == mine) - (value == mine)
