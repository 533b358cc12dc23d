"""Local best response: a lower bound of how much a bot can be exploited in heads-up hold'em (Lisý and Bowling, 2017).

The measuring player keeps a belief about the bot's cards, from the probabilities with which the bot says it acts
(`Bot.policy`). At each turn it takes what would win most if both checked and called from there on: fold, call, or raise
one of a few sizes, counting how often the bot would fold. What it wins in real hands is a lower bound of what a perfect
answer wins. The belief is a sample of hands, which makes the bound slightly lower than with all hands, but still valid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from croupier import ranking
from croupier.bots.base import Bot
from croupier.games.api import Action
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.stats.intervals import Interval, mean_of

PARTICLES = 150
"""Hands of the bot that the belief is made of."""
ROLLOUTS = 60
"""Boards by which a showdown is judged."""
RAISES = (1.0, 4.0)
"""Raises that are tried, in parts of the pot after a call, and the largest."""


def local_best_response(bot: Bot, game: PokerGame, hands: int = 300, stack: int | None = None,
                        seed: int = 1) -> Interval:
    """Return what the local best response wins against a bot, in thousandths of a big blind a hand.

    Raise NotImplementedError if the bot does not say its probabilities.
    """
    chance = Random(seed)
    bot.reseed(seed)
    chips = stack or 100 * game.bb
    won = [_Measured(bot, game, chips, number % 2, chance).play() for number in range(hands)]
    return mean_of(won, 1000 / game.bb, "mbb")


class _Measured:
    """One hand: the measuring player in seat 0, the bot in seat 1."""

    def __init__(self, bot: Bot, game: PokerGame, chips: int, button: int, chance: Random) -> None:
        self.bot, self.game, self.chips, self.button, self.chance = bot, game, chips, button, chance
        cards = chance.sample(range(52), 9)
        self.own, self.theirs, self.runout = cards[:2], cards[2:4], cards[4:]
        self.hand = self._dealt(self.theirs, self.runout)
        unseen = [card for card in range(52) if card not in self.own]
        self.belief = {tuple(sorted(chance.sample(unseen, 2))): 1.0 for _ in range(PARTICLES)}

    def _dealt(self, theirs: Sequence[int], board: Sequence[int]) -> Hand:
        """Return the start of the hand if the bot held these cards."""
        first, second = (theirs, self.own) if self.button == 0 else (self.own, theirs)
        deck = [first[0], second[0], first[1], second[1], *board]
        return self.game.deal([self.chips] * 2, self.button, 0, deck)

    def play(self) -> int:
        """Play the hand; return the chips won."""
        while not self.hand.is_over:
            if self.hand.actor == 0:
                self.hand.apply(self._best())
            else:
                action = self.bot.act(self.hand.observe(1))
                self._learn(action)
                self.hand.apply(action)
        return self.hand.payoffs[0]

    # -- belief --------------------------------------------------------------------------------------------------------

    def _learn(self, action: Action) -> None:
        """Multiply each hand's weight by the probability that the bot acts like this with it."""
        board = set(self.hand.board)
        weighed = {cards: weight * _chance_of(action, policy) for cards, weight, policy in self._policies(self.hand)
                   if not board & set(cards)}
        if sum(weighed.values()) > 0:
            self.belief = weighed

    def _policies(self, hand: Hand) -> list[tuple[tuple[int, ...], float, Mapping[Action, float]]]:
        """Return the bot's policy in this position for each hand of the belief."""
        board, found = list(hand.board), []
        actions = hand.actions
        for cards, weight in self.belief.items():
            if weight > 0 and not set(cards) & set(board):
                guess = self._dealt(cards, board)
                for action in actions:
                    guess.apply(action)
                found.append((cards, weight, self.bot.policy(guess.observe(1))))
        return found

    # -- the choice ----------------------------------------------------------------------------------------------------

    def _best(self) -> Action:
        """Return the action that wins most if both only check and call afterwards."""
        legal, pot = self.hand.legal(), self.hand.pot
        owed = legal.call or 0
        share = self._share(dict(self.belief))
        choices = [(0.0, Action("FOLD")), (share * (pot + owed) - owed, Action("CALL" if owed else "CHECK"))]
        for amount in self._sizes(legal, pot, owed):
            choices.append((self._raise_worth(amount, pot), Action("RAISE_TO", amount)))
        return max(choices, key=lambda choice: choice[0])[1]

    def _sizes(self, legal: Any, pot: int, owed: int) -> set[int]:
        if legal.max_raise_to is None:
            return set()
        wanted = [self.hand.price + int(part * (pot + owed)) for part in RAISES]
        return {min(legal.max_raise_to, max(legal.min_raise_to, amount)) for amount in (*wanted, legal.max_raise_to)}

    def _raise_worth(self, amount: int, pot: int) -> float:
        """Return what a raise wins on average: the pot where the bot folds, a showdown where it does not."""
        raised = self.hand.clone()
        cost = amount - raised.bets[0]
        raised.raise_to(amount)
        if raised.actor != 1:
            return float("-inf")
        stays, folds, total = {}, 0.0, 0.0
        for cards, weight, policy in self._policies(raised):
            folding = policy.get(Action("FOLD"), 0.0)
            stays[cards] = weight * (1 - folding)
            folds, total = folds + weight * folding, total + weight
        if total == 0:
            return float("-inf")
        fold_chance = folds / total
        called = raised.legal().call or 0
        share = self._share(stays) if fold_chance < 1 else 0.0
        return fold_chance * pot + (1 - fold_chance) * (share * (pot + cost + called) - cost)

    def _share(self, weights: dict[tuple[int, ...], float]) -> float:
        """Return the part of the pot that a showdown wins against weighted hands, over random boards."""
        board = list(self.hand.board)
        taken = {*self.own, *board}
        usable = [(cards, weight) for cards, weight in weights.items() if weight > 0 and not taken & set(cards)]
        if not usable:
            return 0.5
        found = 0.0
        drawn = self.chance.choices([cards for cards, _ in usable], [weight for _, weight in usable], k=ROLLOUTS)
        for cards in drawn:
            rest = [card for card in range(52) if card not in taken and card not in cards]
            full = board + self.chance.sample(rest, 5 - len(board))
            mine, other = ranking.high(bytes([*self.own, *full])), ranking.high(bytes([*cards, *full]))
            found += 1.0 if mine > other else 0.5 if mine == other else 0.0
        return found / len(drawn)


def _chance_of(action: Action, policy: Mapping[Action, float]) -> float:
    """Return the probability of an action. A raise of another size gets a small one, so that rounding cannot make a
    hand impossible."""
    found = policy.get(action)
    if found is not None:
        return found
    return 0.01 if any(other.kind == action.kind for other in list(policy)[:8]) else 0.0
