"""Everything that a deck file decides: the cards of the roles, the rules of a hand and of a run, and how the house
plays.

The defaults are the values of the deck `seed`. A designer changes values by editing a deck file, without changing code.
Impossible values are refused with a BadDeck error that gives the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

from croupier.betting.initiative import RESPOND
from croupier.errors import short
from croupier.games.sting.cards import CUSTOMER, NARC, PLAYER, ROLES, BadDeck, Card

# the sizes of the engine's arrays (`constants.py`)
HAND_MAX, ROUNDS_MAX, RAISES_MAX, DECK_MAX, HANDS_MAX = 8, 6, 8, 60, 1000
CASH_MAX = 10**9
PROFIT_MAX = 10**15


@dataclass(frozen=True)
class Mix:
    """How the house plays a role: percentages for each round, and a second set of percentages that applies if the open
    evidence is above a limit.

    In all other cases the house checks. A raise plays a random card of the hand.
    """

    raises: tuple[int, ...] = (0, 0, 0)
    folds: tuple[int, ...] = (0, 0, 0)
    nervous_above: int | None = None
    nervous_raises: tuple[int, ...] = (0, 0, 0)
    nervous_folds: tuple[int, ...] = (0, 0, 0)

    def check(self, role: str, rounds: int) -> None:
        """Raise BadDeck unless there is one percentage for each round."""
        for name in ("raises", "folds", "nervous_raises", "nervous_folds"):
            chances = getattr(self, name)
            if len(chances) != rounds:
                raise BadDeck(f"house.{role}.{name} needs {rounds} chances, one for each round, not {len(chances)}")
            for chance in chances:
                whole(f"house.{role}.{name}", chance, 0, 100)
        pairs = [*zip(self.raises, self.folds), *zip(self.nervous_raises, self.nervous_folds)]
        # the sum is at most 100, because one random number below 100 decides between fold, raise and check
        if any(raised + folded > 100 for raised, folded in pairs):
            raise BadDeck(f"house.{role}.raises and its folds come to more than 100 percent in a round")
        if self.nervous_above is not None:
            whole(f"house.{role}.nervous_above", self.nervous_above, 0, CASH_MAX)


def house_mix() -> dict[str, Mix]:
    """Return the default mix (I7): the Narc raises with 40, 60 and 80 percent, and the Customer does not raise before
    round 3.
    """
    return {"narc": Mix(raises=(40, 60, 80)),
            "customer": Mix(raises=(0, 0, 70), nervous_above=60, nervous_raises=(0, 0, 70),
                            nervous_folds=(0, 0, 30))}


@dataclass(frozen=True)
class Rules:
    """A deck with its rules, returned by `decks.reader.load` and played by `game.Sting`."""

    name: str
    decks: tuple[tuple[tuple[Card, int], ...], ...]
    """For each role, its cards and the number of copies of each."""
    hand: int = 3
    rounds: int = 3
    max_raises: int = 3
    respond: str = "order"
    order: tuple[int, ...] = (NARC, CUSTOMER, PLAYER)
    hands: int = 5
    cash: int = 0
    heat: int = 0
    fine: int = 0
    """The share of the Player's cash that is lost on a bust, in percent. It is 0 in the deck `seed`."""
    fold_fee: int = 0
    """The cash that a fold costs, at most the Player's cash. It is 0 in the deck `seed`."""
    house: dict[str, Mix] = field(default_factory=house_mix)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isprintable() or not 1 <= len(self.name) <= 200:
            raise BadDeck("name must be a text of 1 to 200 signs")
        whole("rules.hand", self.hand, 1, HAND_MAX)
        whole("rules.rounds", self.rounds, 1, ROUNDS_MAX)
        whole("rules.max_raises", self.max_raises, 1, RAISES_MAX)
        whole("run.hands", self.hands, 1, HANDS_MAX)
        whole("run.cash", self.cash, 0, CASH_MAX)
        whole("run.heat", self.heat, -CASH_MAX, CASH_MAX)
        whole("rules.fine", self.fine, 0, 100)
        whole("rules.fold_fee", self.fold_fee, 0, CASH_MAX)
        if not isinstance(self.respond, str) or self.respond not in RESPOND:
            raise BadDeck(f"rules.respond {short(self.respond)} is not one of {', '.join(RESPOND)}")
        if self.order not in permutations((NARC, CUSTOMER, PLAYER)):
            raise BadDeck(f"rules.order must name each of {', '.join(ROLES)} once")
        for role, mix in self.house.items():
            mix.check(role, self.rounds)
        for role, deck in zip(ROLES, self.decks, strict=True):
            self._check_deck(role, deck)
        self._check_profit()

    def _check_deck(self, role: str, deck: Sequence[tuple[Card, int]]) -> None:
        names = [card.name for card, _ in deck]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise BadDeck(f"{role} has {twice!r} twice: give it a count instead")
        size = sum(whole(f"count of {card.name!r}", count, 1, DECK_MAX) for card, count in deck)
        if not self.hand <= size <= DECK_MAX:
            raise BadDeck(f"{role} has {size} cards: a deck has {self.hand} (a hand) to {DECK_MAX}")

    def _check_profit(self) -> None:
        """Raise BadDeck if a hand could pay more than 10^15. With this limit every sum of a run fits into 64 bits."""
        cards = [card for deck in self.decks for card, _ in deck]
        dearest = max(card.price for card in cards)
        boldest = max(card.multiplier for card in cards)
        # the worst case: the maximum number of cards is played, and each has the largest multiplier
        plays = self.rounds * self.max_raises
        if dearest * boldest**plays > PROFIT_MAX * 100**plays:
            raise BadDeck(f"multiplier {boldest / 100:g} on a price of {dearest}, {plays} times, is beyond 10^15")

    def deck_size(self, role: int) -> int:
        """Return the number of cards that a role begins with."""
        return sum(count for _, count in self.decks[role])

    def __str__(self) -> str:
        sizes = ", ".join(f"{role} {self.deck_size(seat)}" for seat, role in enumerate(ROLES))
        return f"the sting, {self.name} ({sizes})"


def whole(what: str, number: object, least: int, most: int) -> int:
    """Return the number. Raise BadDeck if it is not a whole number within the bounds."""
    if type(number) is not int or not least <= number <= most:
        raise BadDeck(f"{what} must be a whole number from {least} to {most}, not {short(number)}")
    return number
