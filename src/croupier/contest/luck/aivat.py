"""Reduce the luck in the results of poker hands without a bias (AIVAT: Burch et al. 2018).

A hand's result is adjusted in three ways. None of these adjustments changes the expected result:

1. *Hands that might have been held.* A bot with a known policy (`Bot.policy`) would have played some other hands in the
   same way. The result is the average over those hands, weighted by how likely each was to be played so.
2. *Cards.* When a board card is dealt, the value of the hand changes by luck alone. The change is subtracted. The
   board comes from a small pack of cards, drawn at random around the real board, so that the expectation of a value
   over the next cards is computed exactly.
3. *Actions.* If a bot chooses at random between actions, this choice involves luck too. If its policy is known, the
   value after its action minus the expected value over all its actions is subtracted.

A position's value is the share of the pot that each side would win without further betting. If a player's policy is
known, the value takes into account how often this player folds right after the action. For board cards the caller may
give another value function (`values.py`). A poor estimate of the value removes less luck, but never adds a bias.
Results are adjusted only in games with one board and one winning hand (hold'em, short deck, Omaha). The adjustment for
cards is always made. The other two adjustments are made only heads-up and on request, because asking a policy about
every hand takes time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from croupier.bots.isolation.faults import GARBAGE, BotFault
from croupier.cards import Cards
from croupier.contest.luck.board_shares import BoardShares
from croupier.contest.luck.regression import Regression
from croupier.contest.luck.values import Value, board_luck
from croupier.contest.players import SeatedBot
from croupier.contest.seeds import derived
from croupier.errors import Error, short
from croupier.games.api import Action, Game, State
from croupier.games.poker import constants
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.games.poker.log_events import unpack

REST = 12
"""The number of cards in the pack that boards come from. It contains 792 boards of five cards."""
ALTERNATIVES = 6
"""The number of hands over which the result of a side with a known policy is averaged, its own hand included."""
PRIOR = (0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, *[1.0] * 8, *[0.0] * 8)
"""The weights of the kinds of luck before any hand was seen: the deal, flop, turn and river, each by the pot and by the
stacks; then the actions of both seats on four streets, by their value and by what they show of the cards.
"""
SUM_ERROR = 1e-6
"""The sum of a policy's probabilities may differ from 1 by this much, because of rounding."""
POLICY_MAX = 12
"""The luck of random choices is corrected only for policies with at most this many actions."""


class PolicyFailed(Error, RuntimeError):  # noqa: N818 - what happened
    """Raised if a bot's `policy` fails. `error` is the exception that it raised, or describes what is wrong with the
    probabilities.
    """

    def __init__(self, seat: int, error: BaseException) -> None:
        self.seat, self.error = seat, error
        super().__init__(str(error))


class Adjuster:
    """Adjusts the results of the hands of one table. It learns from each hand how to weight the different kinds of luck
    in later hands.
    """

    def __init__(self, game: Game, table: Sequence[SeatedBot], uses_policies: bool, value: Value | None,
                 report: Callable[[int, BaseException], object]) -> None:
        """Set the table. `report` is called with the seat of a bot whose policy fails, and with the exception."""
        self.game, self.value, self.report = game, value, report
        self.table = [player if uses_policies else replace(player, has_policy=False) for player in table]
        self.is_possible = isinstance(game, PokerGame) and _has_one_board(game)
        self.regression = Regression(PRIOR)

    def adjusted(self, state: State, seed: int, game: Game | None = None) -> list[float]:
        """Return what each seat won, after removing luck as far as possible. Pass `game` if its blinds have changed."""
        payoffs = [float(won) for won in state.payoffs]
        game = game or self.game
        if not self.is_possible or not isinstance(state, Hand) or not isinstance(game, PokerGame):
            return payoffs
        story = Story(state, any(player.has_policy for player in self.table))
        if len(self.table) == 2:
            result, luck = self.heads_up(game, state, story, seed)
            # the weights were learned from earlier hands only, so they do not depend on the luck of this hand and add
            # no bias
            first = result - self.regression.predict(luck)
            self.regression.learn(luck, result)
            return [first, -first]
        return ManySeats(state, story, Random(derived(seed, "luck")), self.value).adjusted(payoffs)

    def heads_up(self, game: PokerGame, state: Hand, story: Story, seed: int) -> tuple[float, list[float]]:
        """Return two values: what seat 0 won, averaged over the hands that it might have held, and how much of this was
        luck, as a list with one number for each kind of luck.

        A bot whose policy fails is reported. From then on it is treated like a bot without a known policy.
        """
        while True:
            hand = HeadsUp(game, state, story, self.table, Random(derived(seed, "luck")), self.value)
            try:
                return hand.adjusted(), hand.luck
            except PolicyFailed as failed:
                self.table[failed.seat] = replace(self.table[failed.seat], has_policy=False)
                self.report(failed.seat, failed.error)


def _has_one_board(game: PokerGame) -> bool:
    """Return True if a game deals hidden cards once, has one board, and only the high hand wins."""
    rules = game.rules
    return bool(rules.high and not rules.low and not rules.has_draws and not rules.has_bring_in
                and sum(street.board for street in rules.streets) == 5)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a hand (board cards, or an action of a seat), and the chips before this step."""

    board: list[int] | None
    seat: int
    action: Action | None
    paid: tuple[int, ...]
    """The chips that each seat has put in during the hand."""
    bets: tuple[int, ...]
    """The chips that each seat has put in on this street."""
    live: tuple[int, ...]
    pot: int


class Story:
    """The steps of a finished hand. If `actions` is False, it contains only the first step and the steps that deal
    board cards.
    """

    def __init__(self, hand: Hand, actions: bool) -> None:
        self.steps: list[Step] = []
        self.board: list[int] = []
        self.hole_places: dict[int, list[int]] = {}
        self._cards: dict[int, int] = {}
        self._paid, self._bets = [0] * hand.seats, [0] * hand.seats
        self._live = [seat for seat in range(hand.seats) if hand.starting_stacks[seat]]
        taken = iter(hand.actions) if actions else None
        for entry in hand.entries():
            self._read(hand, entry & 31, entry >> 5 & 15, entry >> 9, taken)
        self.paid, self.pot = tuple(self._paid), sum(self._paid)
        self.order = [self._cards[place] for place in range(max(self._cards) + 1)]
        """The cards of the deck that were dealt."""

    def _read(self, hand: Hand, kind: int, seat: int, amount: int, taken: Iterator[Action] | None) -> None:
        if kind in (constants.DEALT_DOWN, constants.DEALT_BOARD):
            self._deal(hand, kind, seat, unpack(amount))
        elif constants.FOLDED <= kind <= constants.BROUGHT_IN:
            if taken is not None or not self.steps:
                self._add(None, seat, None if taken is None else next(taken))
            chips = amount - self._bets[seat] if kind == constants.RAISED else amount
            self._pay(seat, chips)
            if kind == constants.FOLDED:
                self._live.remove(seat)
        elif kind in (constants.POSTED_ANTE, constants.POSTED_DEAD):
            self._paid[seat] += amount
        elif kind in (constants.POSTED_BLIND, constants.POSTED_STRADDLE):
            self._pay(seat, amount)
        elif kind == constants.RETURNED:
            self._paid[seat] -= amount
        elif kind == constants.STREET:
            self._bets = [0] * len(self._bets)

    def _deal(self, hand: Hand, kind: int, seat: int, places: list[int]) -> None:
        cards = hand.numbers_at(places)
        self._cards.update(zip(places, cards))
        if kind == constants.DEALT_BOARD:
            self.board = [*self.board, *cards]
            self._add(self.board, -1, None)
        else:
            self.hole_places[seat] = places

    def _pay(self, seat: int, chips: int) -> None:
        self._paid[seat] += chips
        self._bets[seat] += chips

    def _add(self, board: list[int] | None, seat: int, action: Action | None) -> None:
        self.steps.append(Step(board, seat, action, tuple(self._paid), tuple(self._bets), tuple(self._live),
                               sum(self._paid)))


def pack_around(story: Story, taken: set[int], size: int, rng: Random, deck: range) -> list[int]:
    """Return a pack of cards: the real board and other cards, drawn at random, that nobody holds."""
    others = [card for card in deck if card not in taken and card not in story.board]
    return [*story.board, *rng.sample(others, min(len(others), size - len(story.board)))]


class ManySeats:
    """Computes the luck of board cards in a hand with more than two seats, from the cards of all seats."""

    def __init__(self, hand: Hand, story: Story, rng: Random, value: Value | None) -> None:
        self.hand, self.story, self.value = hand, story, value
        self.holes = [[int(card) for card in hand.hole(seat)] for seat in range(hand.seats)]
        taken = {card for hole in self.holes for card in hole}
        self.rest = pack_around(story, taken, REST, rng, range(52 - hand.rules.deck, 52))

    def adjusted(self, payoffs: list[float]) -> list[float]:
        """Return the results minus the changes that new board cards made to the shares of the pot."""
        board: list[int] = []
        kind = self.hand.strength_kinds[0]
        for step in self.story.steps:
            if step.board is None:
                continue
            live = step.live
            if len(live) > 1:
                hands = [self.holes[seat] for seat in live]
                if self.value is not None:
                    luck = board_luck(self.value, hands, board, step.board, self.rest)
                else:
                    shares = BoardShares(kind, 5, self.rest, hands, [])
                    luck = [after - before for before, after in zip(shares.shares(board), shares.shares(step.board))]
                for seat, change in zip(live, luck):
                    payoffs[seat] -= step.pot * change
            board = step.board
        return payoffs


class HeadsUp:
    """A hand of two players. Its result is averaged over the hands that each player might have held."""

    def __init__(self, game: PokerGame, hand: Hand, story: Story, table: Sequence[SeatedBot], rng: Random,
                 value: Value | None) -> None:
        self.game, self.hand, self.story, self.table, self.worth = game, hand, story, table, value
        deck = range(52 - hand.rules.deck, 52)
        actual = [[int(card) for card in hand.hole(seat)] for seat in (0, 1)]
        taken = {*actual[0], *actual[1]}
        self.rest = pack_around(story, taken, REST, rng, deck)
        self.sides = [[hole] for hole in actual]
        if any(player.has_policy for player in table):
            self.add_alternatives([card for card in deck if card not in taken and card not in self.rest], rng)
        self.weights = [[1.0] * len(side) for side in self.sides]
        self.shares = BoardShares(hand.strength_kinds[0], 5, self.rest, self.sides[0], self.sides[1])
        self.twins = [[self.twin(seat, hole) for hole in self.sides[seat]] if table[seat].has_policy else []
                      for seat in (0, 1)]
        self.matrix = self.shares.matrix([])
        self.street = 0
        self.board: list[int] = []
        self.luck = [0.0] * len(PRIOR)
        edge = self.share(self.weights) - 0.5
        self.luck[0], self.luck[1] = edge * sum(story.steps[0].paid), edge * self.most

    def add_alternatives(self, free: list[int], rng: Random) -> None:
        """Add hands, made of these cards, that a player with a known policy might have held."""
        rng.shuffle(free)
        size = len(self.sides[0][0])
        for _ in range(ALTERNATIVES - 1):
            for seat in (0, 1):
                if self.table[seat].has_policy and len(free) >= size:
                    self.sides[seat].append([free.pop() for _ in range(size)])

    def twin(self, seat: int, hole: Sequence[int]) -> Hand:
        """Return the hand as it was dealt, but with different cards in one seat."""
        deck = list(self.story.order)
        for place, card in zip(self.story.hole_places[seat], hole):
            deck[place] = card
        return self.game.deal(self.hand.starting_stacks, self.hand.button, 0, deck=Cards(deck))

    def adjusted(self) -> float:
        """Return what seat 0 won, averaged over hands that it might have held. Store the luck in `luck`."""
        for step in self.story.steps:
            if step.board is not None:
                self.deal(step)
            elif step.action is not None:
                self.act(step, step.action)
        return self.result()

    def deal(self, step: Step) -> None:
        """Compute the luck of new board cards."""
        assert step.board is not None
        before = self.share(self.weights)
        self.matrix = self.shares.matrix(step.board)
        if self.worth is None:
            change = self.share(self.weights) - before
        # computed only for the hands that were really held, because calling a value function for all pairs would take
        # seconds
        else:
            change = board_luck(self.worth, (self.sides[0][0], self.sides[1][0]), self.board, step.board, self.rest)[0]
        self.board = step.board
        self.street += 1
        self.luck[2 * self.street] += step.pot * change
        self.luck[2 * self.street + 1] += self.most * change

    def act(self, step: Step, action: Action) -> None:
        """Compute the luck of a random action, and weight each hand by its probability of taking this action."""
        seat = step.seat
        if self.table[seat].has_policy:
            policies = [self.policy(seat, twin) for twin in self.twins[seat]]
            if all(len(policy) <= POLICY_MAX for policy in policies):
                self.luck[8 + 2 * self.street + seat] += self.luck_of(step, policies)
            chances = [policy.get(key_of(action, step), 0.0) for policy in policies]
            if chances[0] > 0:  # if a bot took an action that its policy excludes, the average is left as it was
                weights = [weight * chance for weight, chance in zip(self.weights[seat], chances)]
                whole = sum(weights)
                before = self.share(self.weights)
                self.weights[seat] = [weight / whole for weight in weights]
                shown = self.most * (self.share(self.weights) - before)
                self.luck[16 + 2 * self.street + seat] += shown if len(policies) > 1 else 0.0
        for twin in [*self.twins[0], *self.twins[1]]:
            twin.apply(action)

    def policy(self, seat: int, twin: Hand) -> Mapping[Any, float]:
        """Return the probabilities of a bot's actions by their effects (`key_in`). Raise PolicyFailed if the policy
        fails.
        """
        view = twin.observe(seat)
        try:
            return keyed(self.table[seat].bot.policy(view), view)
        except (Exception, SystemExit) as error:
            raise PolicyFailed(seat, error) from error

    def luck_of(self, step: Step, policies: Sequence[Mapping[Any, float]]) -> float:
        """Return the value of the action taken minus the expected value over all actions."""
        seat = step.seat
        now = self.weights[seat]
        whole = sum(now)
        keys = {key for policy in policies for key in policy}
        if len(keys) < 2:
            return 0.0
        values: dict[Any, float] = {}
        expected = 0.0
        for key in keys:
            joint = [weight * policy.get(key, 0.0) for weight, policy in zip(now, policies)]
            chance = sum(joint) / whole
            if chance > 0:
                values[key] = self.value(step, key, joint)
                expected += chance * values[key]
        return values.get(key_of(step.action, step), expected) - expected

    def value(self, step: Step, key: Any, joint: Sequence[float]) -> float:
        """Return what seat 0 wins if betting ends after an action and the other seat's fold or call."""
        seat, other = step.seat, 1 - step.seat
        if key == "FOLD":
            return float(-step.paid[0] if seat == 0 else step.paid[1])
        weights = [list(joint), self.weights[1]] if seat == 0 else [self.weights[0], list(joint)]
        if key == "CALL":
            level = max(step.paid)
            return self.showdown(weights, min(level, self.most))
        level = min(step.paid[seat] - step.bets[seat] + key, self.most)
        folds = self.folds(step, key) if self.table[other].has_policy else None
        if folds is None:
            return self.showdown(weights, level)
        stays = [weight * (1 - fold) for weight, fold in zip(weights[other], folds)]
        gone = 1 - sum(stays) / sum(weights[other])
        won = step.paid[1] if seat == 0 else -step.paid[0]
        if sum(stays) <= 0:
            return float(won)
        called = [weights[0], stays] if seat == 0 else [stays, weights[1]]
        return gone * won + (1 - gone) * self.showdown(called, level)

    def folds(self, step: Step, amount: int) -> list[float]:
        """Return the probability that each hand of the other seat folds to a raise."""
        other = 1 - step.seat
        found = []
        for twin in self.twins[other]:
            ahead = twin.clone()
            ahead.raise_to(amount)
            if ahead.actor != other:
                found.append(0.0)
            else:
                # looked up directly, because a random bot's policy has thousands of sizes
                found.append(self.policy(other, ahead).get("FOLD", 0.0))
        return found

    @property
    def most(self) -> int:
        """Return the maximum number of chips that each of the two players can lose."""
        return min(self.hand.starting_stacks)

    def showdown(self, weights: Sequence[Sequence[float]], level: int) -> float:
        """Return what seat 0 wins on average if both put in this many chips and show their hands."""
        return level * (2 * self.share(weights) - 1)

    def share(self, weights: Sequence[Sequence[float]]) -> float:
        """Return seat 0's share of the pot, averaged over the hands of both sides by their weights."""
        first, second = weights
        columns, total = len(second), 0.0
        for row, weight in enumerate(first):
            if weight:
                line = self.matrix[row * columns:(row + 1) * columns]
                total += weight * sum(share * other for share, other in zip(line, second))
        return total / (sum(first) * sum(second))

    def result(self) -> float:
        """Return what seat 0 won, averaged over the hands that both might have held."""
        won = self.hand.payoffs[0]
        if len(self.hand.live) < 2:
            return float(won)
        return self.story.pot * self.share(self.weights) - self.story.paid[0]


def keyed(policy: object, view: Any) -> Mapping[Any, float]:
    """Return the probabilities of a policy by the effects of its actions. Raise BotFault unless they sum to 1."""
    if not isinstance(policy, Mapping):
        raise BotFault(GARBAGE, f"policy returned {short(policy)}: it must return the probability of each action")
    if len(policy) > POLICY_MAX:
        return Keyed(policy, view)
    found: dict[Any, float] = {}
    for action, chance in policy.items():
        if not isinstance(action, Action) or not isinstance(chance, int | float) or not 0 <= chance <= 1:
            raise BotFault(GARBAGE, f"policy returned {short(action)} with a probability of {short(chance)}")
        key = key_in(action, view)
        found[key] = found.get(key, 0.0) + chance
    if abs(sum(found.values()) - 1) > SUM_ERROR:
        raise BotFault(GARBAGE, f"policy returned probabilities that sum to {sum(found.values()):.6g}, not to 1")
    return found


class Keyed(Mapping[Any, float]):
    """A mapping that returns the probability of an action from the action's effect."""

    def __init__(self, policy: Mapping[Action, float], view: Any) -> None:
        self.policy, self.view = policy, view

    def __getitem__(self, key: Any) -> float:
        if isinstance(key, str):
            return self.policy[self.view.fold() if key == "FOLD" else self.view.call()]
        return self.policy[self.view.raise_to(key)]

    def __iter__(self) -> Iterator[Any]:
        return (key_in(action, self.view) for action in self.policy)

    def __len__(self) -> int:
        return len(self.policy)


def key_in(action: Action, view: Any) -> Any:
    """Return the effect of an action: "FOLD", "CALL" (also for a check), or the amount that it raises to on this
    street.
    """
    if action.kind == "FOLD":
        return "FOLD"
    if action.kind in ("CHECK", "CALL"):
        return "CALL"
    if action.kind == "ALL_IN":
        total = view.legal.all_in
        return "CALL" if total is None or total <= view.price else total
    return action.amount


def key_of(action: Action | None, step: Step) -> Any:
    """Return the effect of an action of the log."""
    assert action is not None
    return action.amount if action.kind == "RAISE_TO" else "FOLD" if action.kind == "FOLD" else "CALL"
