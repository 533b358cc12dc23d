"""What every Omaha has to show, whatever the number of hole cards: a test file a game subclasses `OmahaChecks`.

Ranks and equities are worked out the slow way: every two of the hand with every three of the board.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import croupier
from croupier import PokerGame, Replay, ranking
from croupier.cards import text
from croupier.games.poker.rules import RULES
from croupier.notation.pokerstars import read, write
from croupier.notation.recording import record_of
from rules.lines import passively, play


def brute_rank(hole: list[int], board: list[int]) -> int:
    """The best of all C(n, 2) x C(m, 3) hands of five."""
    return max(ranking.high(bytes([*two, *three])) for two in combinations(hole, 2) for three in combinations(board, 3))


def brute_equity(hands: list[list[int]], board: list[int], deck: list[int]) -> list[float]:
    """Each hand's share over every way to fill the board."""
    shares, count = [0.0] * len(hands), 0
    for rest in combinations(deck, 5 - len(board)):
        worth = [brute_rank(hand, [*board, *rest]) for hand in hands]
        winners = [at for at, value in enumerate(worth) if value == max(worth)]
        for at in winners:
            shares[at] += 1 / len(winners)
        count += 1
    return [share / count for share in shares]


class OmahaChecks:
    """Tests of one Omaha, known by its code."""

    code: str

    @property
    def cards(self) -> int:
        return RULES[self.code].hole_cards

    @property
    def game(self) -> PokerGame:
        return croupier.game(self.code, sb=10, bb=20)

    def test_everybody_gets_the_cards_and_bets_the_pot(self):
        hand = self.game.deal([1000] * 3, seed=1)
        assert [len(hand.hole(seat)) for seat in range(3)] == [self.cards] * 3
        assert (hand.legal().min_raise_to, hand.legal().max_raise_to) == (40, 70)

    def test_a_full_table_is_dealt_and_played_to_the_end(self):
        seats = RULES[self.code].seats
        hand = passively(self.game.deal([500] * seats, seed=3))
        assert (hand.is_over, sum(hand.stacks)) == (True, 500 * seats)
        with pytest.raises(croupier.BadSetup):
            self.game.deal([500] * (seats + 1), seed=3)

    def test_the_rank_is_the_best_of_every_two_with_every_three(self):
        rng = Random(self.code)
        for _ in range(300):
            cards = rng.sample(range(52), self.cards + 5)
            hole, board = cards[: self.cards], cards[self.cards :][: rng.choice((3, 4, 5))]
            assert ranking.omaha(bytes(hole), bytes(board)) == brute_rank(hole, board)

    def test_the_showdown_pays_the_best_of_every_two_with_every_three(self):
        for seed in range(40):
            hand = play(self.game.deal([1000, 1000], seed=seed), "c x x x x x x x")
            worth = [brute_rank(list(hand.hole(seat)), list(hand.board)) for seat in range(2)]
            assert [payoff > 0 for payoff in hand.payoffs] == [worth[0] > worth[1], worth[1] > worth[0]]

    def test_equity_is_that_of_every_board(self):
        rng = Random(self.code)
        for board in (3, 4):
            cards = rng.sample(range(52), 52)
            hands = [cards[: self.cards], cards[self.cards : 2 * self.cards]]
            rest = cards[2 * self.cards :]
            table, deck, dead = rest[:board], rest[board : board + 9], rest[board + 9 :]
            found = croupier.equity(*map(text, hands), board=table, dead=dead, game=RULES[self.code].typed)
            assert list(found.equities) == pytest.approx(brute_equity(hands, table, deck))
            assert found.exact

    def test_a_sampled_equity_comes_near_the_exact_one(self):
        hands = [text(range(51, 51 - self.cards, -1)), text(range(20, 20 + self.cards))]
        exact = croupier.equity(*hands, board="2s3s4c", game=self.code)
        sampled = croupier.equity(*hands, board="2s3s4c", game=self.code, samples=20_000, seed=1)
        assert sampled.equities[0] == pytest.approx(exact.equities[0], abs=0.02)

    @pytest.mark.parametrize("seed", range(5))
    def test_records_come_back_as_phh_json_and_pokerstars_text(self, seed):
        hand = passively(self.game.deal([500] * 4, seed=seed))
        record = record_of(hand)
        assert record.variant == self.code
        for form in ("phh", "json"):
            again, = croupier.loads(croupier.dumps(record, form))
            assert (again.variant, Replay(again).status) == (self.code, "ok")
            assert Replay(again).final_stacks == Replay(record).final_stacks
        assert f"{RULES[self.code].stars} Pot Limit" in write(record)
        again, = read(write(record))
        assert (again.variant, Replay(again).status) == (self.code, "ok")
        assert Replay(again).final_stacks == Replay(record).final_stacks
