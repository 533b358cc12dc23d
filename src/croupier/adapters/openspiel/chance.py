"""Describe the dealing of one hand: which cards are dealt, from which deck, with which probabilities.

A `Deals` holds the piles of a game and the largest number of cards that a hand can need from each pile. All these cards
are dealt before the first decision, in the order in which the game draws them. Cards that the hand does not need are
never seen by anybody and have no effect. Only one hand is played, because a second hand would need another deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from croupier.adapters.encoding.base import BadEnvironment, Encoding
from croupier.adapters.encoding.genome import GenomeEncoding
from croupier.adapters.encoding.poker import PokerEncoding
from croupier.adapters.encoding.sting import StingEncoding
from croupier.cards import known
from croupier.games.api import State
from croupier.games.genome.check import cards_needed, steps_max
from croupier.games.genome.values import replaced
from croupier.games.sting.cards import ROLES

UNBOUNDED = 1e6
"""The bound that OpenSpiel gets if results have none, which are points of evolved games and cash in the sting."""


@dataclass(frozen=True)
class Pile:
    """A deck that chance deals from: the number of copies of each outcome."""

    copies: dict[int, int]
    needed: int


@dataclass(frozen=True)
class Deals:
    """Describes how one hand is dealt."""

    piles: tuple[Pile, ...]
    begin: Callable[[list[list[int]]], State]
    """Starts the hand with the cards dealt from each pile."""
    name: Callable[[int], str]
    decisions: int
    """The largest number of decisions in a hand."""
    worst: float
    best: float
    zero_sum: bool = True

    @cached_property
    def order(self) -> list[int]:
        """Return the number of the pile for each chance node, in order."""
        return [number for number, pile in enumerate(self.piles) for _ in range(pile.needed)]

    @cached_property
    def count(self) -> float:
        """Return the number of ways to deal, where different orders count as different."""
        ways = 1.0
        for pile in self.piles:
            for gone in range(pile.needed):
                ways *= max(1, len(pile.copies) - gone)
        return ways

    def outcomes(self, dealt: Sequence[int]) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, each with its probability."""
        number = self.order[len(dealt)]
        first = self.order.index(number)
        left = dict(self.piles[number].copies)
        for outcome in dealt[first:]:
            left[outcome] -= 1
        total = sum(left.values())
        return [(outcome, count / total) for outcome, count in sorted(left.items()) if count]

    def start(self, dealt: Sequence[int]) -> State:
        """Start the hand with the cards that were dealt."""
        hands: list[list[int]] = [[] for _ in self.piles]
        for number, outcome in zip(self.order, dealt, strict=True):
            hands[number].append(outcome)
        return self.begin(hands)


def deals_of(encoding: Encoding) -> Deals:
    """Return a description of how a hand of this game is dealt. Raise BadEnvironment if chance does more in the game
    than deal from a deck.
    """
    if isinstance(encoding, PokerEncoding):
        return _poker(encoding)
    if isinstance(encoding, GenomeEncoding):
        return _genome(encoding)
    if isinstance(encoding, StingEncoding):
        return _sting(encoding)
    raise BadEnvironment(f"{encoding.name} has no deals that OpenSpiel could see")


def _poker(encoding: PokerEncoding) -> Deals:
    game, rules, stacks = encoding.game, encoding.game.rules, encoding.stacks
    if game.muck_numbers_needed(encoding.seats):
        raise BadEnvironment(f"{encoding.seats} players can draw more cards than the deck of {game.name} has; "
                             "OpenSpiel gets games without a reshuffle: fewer players")
    draws = sum(street.draw for street in rules.streets)
    board = sum(street.board for street in rules.streets)
    needed = min(rules.deck, encoding.seats * rules.hole_cards * (1 + draws) + board)
    raises = max(stacks) // encoding.unit + encoding.seats
    decisions = encoding.seats * (raises + (2 + draws) * len(rules.streets))
    return Deals((Pile(dict.fromkeys(range(52 - rules.deck, 52), 1), needed),),
                 lambda hands: game.deal(stacks, 0, 0, known(hands[0])), lambda card: str(known([card])), decisions,
                 -float(max(stacks)), float(sum(stacks)))


def _genome(encoding: GenomeEncoding) -> Deals:
    game, genome = encoding.game, encoding.game.genome
    needed = min(len(game.deck), cards_needed(genome, encoding.seats))
    chips = float(genome.setup.starting_chips)
    worst, best = (-chips, chips * (encoding.seats - 1)) if chips else (-UNBOUNDED, UNBOUNDED)
    decisions = max(1, steps_max(replaced(genome, max_hands=1), encoding.seats))
    return Deals((Pile(dict.fromkeys(game.deck, 1), needed),),
                 lambda hands: game.start(encoding.seats, 0, known(hands[0]), hands=1), lambda card: str(known([card])),
                 decisions, worst, best)


def _sting(encoding: StingEncoding) -> Deals:
    game, rules = encoding.game, encoding.game.rules
    faces = {role: [face for face, owner in enumerate(game.layout.owners) if owner == role] for role in range(3)}
    copies = [dict(zip(faces[role], (count for _, count in rules.decks[role]), strict=True)) for role in range(3)]
    piles = tuple(Pile(pile, min(sum(pile.values()), rules.hand * rules.rounds)) for pile in copies)

    def begin(hands: list[list[int]]) -> State:
        names = {role: [game.layout.cards[face].name for face in hand] for role, hand in zip(ROLES, hands)}
        return game.start(seed=0, hands=1, deal=names)

    decisions = rules.rounds * (3 * (rules.max_raises + 2) + 1)
    return Deals(piles, begin, lambda face: game.layout.cards[face].name, decisions, -UNBOUNDED, UNBOUNDED,
                 zero_sum=False)
