"""Random deals that both engines can play: seats, stacks, forced bets, cards.

Stacks are uneven and often shorter than a blind, because that is where engines differ. A deal is made from its number
alone, so that any hand of a long run can be played again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import croupier
from croupier import Hand
from croupier.games.poker.rules import RULES

BOARD_GAMES = tuple(code for code, rules in RULES.items() if not rules.has_bring_in and not rules.has_draws)


@dataclass(frozen=True)
class Deal:
    """Everything a hand begins with."""

    code: str
    stacks: tuple[int, ...]
    button: int
    deck: tuple[int, ...]
    sb: int = 0
    bb: int = 0
    ante: int = 0
    bb_ante: int = 0
    straddles: tuple[int, ...] = ()
    button_blind: int = 0

    @property
    def seats(self) -> int:
        return len(self.stacks)

    @property
    def limit(self) -> str:
        return RULES[self.code].limit

    @property
    def min_bet(self) -> int:
        return self.bb or self.button_blind

    @property
    def order(self) -> list[int]:
        """All seats from left of the button on."""
        return [(self.button + i) % self.seats for i in range(1, self.seats + 1)]

    @property
    def posts(self) -> dict[int, int]:
        """Nominal blinds and straddles by seat, in the order they are posted."""
        left = self.order
        seats = left[-1:] + left[:1] if self.seats == 2 else left
        posts = dict(zip(seats, (self.sb, self.bb, *self.straddles))) if self.bb else {}
        return posts | ({self.button: self.button_blind} if self.button_blind else {})

    @property
    def price(self) -> int:
        """The nominal price before the flop."""
        return max(self.posts.values())

    @property
    def bb_seat(self) -> int:
        return list(self.posts)[1]

    def bb_ante_paid(self, first: bool = False) -> int:
        """What the big blind pays as its ante: after the blind (B7), or before it."""
        if not self.bb_ante:
            return 0
        stack = self.stacks[self.bb_seat]
        return min(self.bb_ante, stack if first else max(0, stack - self.bb))

    def hand(self) -> Hand:
        """The hand in croupier."""
        fixed = {"small_bet": self.bb, "big_bet": 2 * self.bb} if self.limit == "fixed" else {}
        game = croupier.game(self.code, sb=self.sb, bb=self.bb, ante=self.ante, bb_ante=self.bb_ante,
                             straddles=self.straddles, button_blind=self.button_blind, **fixed)
        return game.deal(list(self.stacks), button=self.button, deck=list(self.deck))


def random_deal(number: int, code: str | None = None) -> Deal:
    """The deal with this number, of any game unless one is named."""
    rng = Random(number)
    code = code or rng.choice((*BOARD_GAMES, "NT"))
    rules = RULES[code]
    seats = min(rng.choice((2, 3, 3, 4, 5, 6, 6, 8, 9, 10)), (rules.deck - 8) // rules.hole_cards)  # board and burns
    unit = rng.choice((1, 2, 5, 10))
    cards = range(52 - rules.deck, 52)
    common = {"code": code, "button": rng.randrange(seats), "deck": tuple(rng.sample(cards, len(cards)))}
    if rules.button_blind:
        blind = 2 * unit
        return Deal(**common, stacks=_stacks(rng, seats, blind), ante=rng.choice((unit, blind)), button_blind=blind)
    bb = 2 * unit
    return Deal(**common, stacks=_stacks(rng, seats, bb), sb=rng.choice((unit, unit, unit, 0, bb)), bb=bb,
                **_extras(rng, seats, bb))


def _stacks(rng: Random, seats: int, bb: int) -> tuple[int, ...]:
    """From less than a blind, one in twenty, to a hundred."""
    tops = (bb, *(4 * bb,) * 2, *(12 * bb,) * 5, *(40 * bb,) * 6, *(100 * bb,) * 6)
    return tuple(rng.randint(1, rng.choice(tops)) for _ in range(seats))


def _extras(rng: Random, seats: int, bb: int) -> dict[str, object]:
    """Antes of one kind or the other (the peer cannot mix them), straddles where there is room."""
    extras: dict[str, object] = rng.choice(({}, {}, {"ante": rng.choice((1, max(1, bb // 4)))}, {"bb_ante": bb}))
    straddles = [bb * 2 ** (i + 1) for i in range(rng.choice((0, 0, 0, 1, 2)))][: seats - 2]
    if straddles:
        extras = {**extras, "straddles": tuple(straddles)}
    if seats - 2 > len(straddles) and rng.random() < 0.1:
        extras = {**extras, "button_blind": 2 * (straddles or [bb])[-1]}
    return extras
