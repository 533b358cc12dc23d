"""Compute a lower bound of how much a bot can be exploited in heads-up hold'em (local best response: Lisý and Bowling,
2017).

The measuring player keeps a belief about the bot's cards, which it updates by the probabilities of the bot's actions
(`Bot.policy`). At each turn it considers folding, calling and a few sizes of raise. The player takes the action that
would win most if both only checked and called afterwards, and takes into account how often the bot would fold to a
raise. What the measuring player wins in real hands is a lower bound of what a best response wins. The belief contains
only a sample of hands, which makes the bound slightly lower, but still valid.

Results at a showdown are averaged over the bot's possible hands and over the boards to come. Each possible hand is
weighted by how likely the bot's actions are with it. The answer to an all-in is averaged in the same way. This
averaging does not change the mean, because the real hand is one of the possible ones, but makes the interval narrower.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from croupier import ranking
from croupier.bots.base import Bot
from croupier.games.api import Action
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.stats.intervals import Interval, mean_of

PARTICLES = 150
"""The number of the bot's possible hands in the belief."""
ROLLOUTS = 60
"""The number of random boards with which a showdown is evaluated."""
AVERAGED = 80
"""The number of the bot's possible hands, including the real one, over which a result is averaged."""
RUNOUTS = 4
"""The number of random boards for each of these hands, if cards are to come."""
RAISES = (1.0, 4.0)
"""The sizes of raise that are tried, in pots after a call; the largest possible raise is also tried."""

Weights = dict[tuple[int, ...], float]


def local_best_response(bot: Bot, game: PokerGame, hands: int = 300, stack: int | None = None,
                        seed: int = 1) -> Interval:
    """Return what the local best response wins against a bot, in thousandths of a big blind per hand.

    Raise NotImplementedError if the bot does not have a `policy`.
    """
    chance = Random(seed)
    bot.reseed(seed)
    chips = stack or 100 * game.bb
    won = [Measured(bot, game, chips, number % 2, chance).play() for number in range(hands)]
    return mean_of(won, 1000 / game.bb, "mbb")


class Measured:
    """Plays one hand, with the measuring player in seat 0 and the bot in seat 1."""

    def __init__(self, bot: Bot, game: PokerGame, chips: int, button: int, chance: Random) -> None:
        self.bot, self.game, self.chips, self.button, self.chance = bot, game, chips, button, chance
        cards = chance.sample(range(52), 9)
        self.own, self.theirs, self.runout = cards[:2], cards[2:4], cards[4:]
        self.hand = self._dealt(self.theirs, self.runout)
        unseen = [card for card in range(52) if card not in self.own]
        self.belief: Weights = {tuple(sorted(chance.sample(unseen, 2))): 1.0 for _ in range(PARTICLES)}
        self.answers: list[tuple[Hand, Action]] = []
        """The actions of the bot, each with the hand before the action."""

    def _dealt(self, theirs: Sequence[int], board: Sequence[int]) -> Hand:
        """Return the hand as it was dealt, but with these cards for the bot."""
        first, second = (theirs, self.own) if self.button == 0 else (self.own, theirs)
        deck = [first[0], second[0], first[1], second[1], *board]
        return self.game.deal([self.chips] * 2, self.button, 0, deck)

    def play(self) -> float:
        """Play the hand. Return the chips won, averaged over the hands that the bot might hold."""
        board: list[int] = []
        risked = 0
        while not self.hand.is_over:
            board, risked = list(self.hand.board), self.chips - min(self.hand.stacks)
            if self.hand.actor == 0:
                self.hand.apply(self._best())
            # the measuring player is all-in, so no decision is left after the bot's answer
            elif self.hand.stacks[0] == 0:
                return self._expected(board, risked)
            else:
                action = self.bot.act(self.hand.observe(1))
                self.answers.append((self.hand.clone(), action))
                self._learn(action)
                self.hand.apply(action)
        if len(self.hand.live) == 1:
            return self.hand.payoffs[0]
        return self._expected(board, risked)

    def _expected(self, board: list[int], risked: int) -> float:
        """Return the average winnings if each player risks this many chips."""
        unseen = [card for card in range(52) if card not in self.own and card not in board]
        others = [self.chance.sample(unseen, 2) for _ in range(AVERAGED - 1)]
        hands = [(tuple(cards), 1.0) for cards in (self.theirs, *others)]
        for hand, action in self.answers:
            hands = [(cards, weight * policy.get(action, 0.0)) for cards, weight, policy in self._policies(hand, hands)]
        answered = [(cards, weight, 0.0) for cards, weight in hands]
        if not self.hand.is_over:
            answered = [(cards, weight, policy.get(Action("FOLD"), 0.0))
                        for cards, weight, policy in self._policies(self.hand, hands)]
        won = total = 0.0
        for cards, weight, folding in answered:
            called = (2 * self._wins(cards, board) - 1) * risked if folding < 1 else 0.0
            won += weight * (folding * (self.chips - self.hand.stacks[1]) + (1 - folding) * called)
            total += weight
        return won / total

    def _wins(self, cards: tuple[int, ...], board: list[int]) -> float:
        """Return the average share of the pot that is won against two cards at showdown, over boards that begin with
        these cards.
        """
        rest = [card for card in range(52) if card not in self.own and card not in cards and card not in board]
        boards = RUNOUTS if len(board) < 5 else 1
        return sum(self._showdown(cards, board + self.chance.sample(rest, 5 - len(board)))
                   for _ in range(boards)) / boards

    def _showdown(self, cards: tuple[int, ...], board: list[int]) -> float:
        """Return the result of a showdown: 1 for a win, 0.5 for a tie, 0 for a loss."""
        mine, other = ranking.high(bytes([*self.own, *board])), ranking.high(bytes([*cards, *board]))
        return 1.0 if mine > other else 0.5 if mine == other else 0.0

    # -- belief --------------------------------------------------------------------------------------------------------

    def _learn(self, action: Action) -> None:
        """Multiply the weight of each hand by the probability that the bot takes this action with it."""
        board = set(self.hand.board)
        weighed = {cards: weight * _chance_of(action, policy)
                   for cards, weight, policy in self._policies(self.hand, self.belief.items())
                   if not board & set(cards)}
        if sum(weighed.values()) > 0:
            self.belief = weighed

    def _policies(self, hand: Hand, held: Iterable[tuple[tuple[int, ...], float]]) -> list[
            tuple[tuple[int, ...], float, Mapping[Action, float]]]:
        """Return the bot's policy in this position for each of these weighted hands."""
        board, found = list(hand.board), []
        actions = hand.actions
        for cards, weight in held:
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
        share = self._share(self.belief)
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
        """Return what a raise wins on average: the pot if the bot folds, and the result of a showdown if it calls."""
        raised = self.hand.clone()
        cost = amount - raised.bets[0]
        raised.raise_to(amount)
        if raised.actor != 1:
            return float("-inf")
        stays: Weights = {}
        folds, total = 0.0, 0.0
        for cards, weight, policy in self._policies(raised, self.belief.items()):
            folding = policy.get(Action("FOLD"), 0.0)
            stays[cards] = weight * (1 - folding)
            folds, total = folds + weight * folding, total + weight
        if total == 0:
            return float("-inf")
        fold_chance = folds / total
        called = raised.legal().call or 0
        share = self._share(stays) if fold_chance < 1 else 0.0
        return fold_chance * pot + (1 - fold_chance) * (share * (pot + cost + called) - cost)

    def _share(self, weights: Weights) -> float:
        """Return the average share of the pot that is won at showdown against the weighted hands, over random
        boards.
        """
        board = list(self.hand.board)
        taken = {*self.own, *board}
        usable = [(cards, weight) for cards, weight in weights.items() if weight > 0 and not taken & set(cards)]
        if not usable:
            return 0.5
        found = 0.0
        drawn = self.chance.choices([cards for cards, _ in usable], [weight for _, weight in usable], k=ROLLOUTS)
        for cards in drawn:
            rest = [card for card in range(52) if card not in taken and card not in cards]
            found += self._showdown(cards, board + self.chance.sample(rest, 5 - len(board)))
        return found / len(drawn)


def _chance_of(action: Action, policy: Mapping[Action, float]) -> float:
    """Return the probability of an action. If a policy does not list a raise of this size, return a small probability,
    so that rounding of sizes cannot make a hand impossible.
    """
    found = policy.get(action)
    if found is not None:
        return found
    return 0.01 if any(other.kind == action.kind for other in list(policy)[:8]) else 0.0
