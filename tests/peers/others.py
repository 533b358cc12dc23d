"""The six games without a board in lockstep: stud with its bring-in and open cards, draw with its exchanges.

pokerkit deals nothing here by itself: after every action it is given the cards that croupier's seats hold, so that
openers by open cards, exchanges and showdowns are compared on the same hands.
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    Mode,
    NoLimitDeuceToSevenLowballSingleDraw,
)

import croupier
from croupier import Hand, ranking

from .deals import Deal
from .differences import Node
from .lockstep import Lockstep, Move, play_number
from .memory import Memory
from .settle import Facts, Strengths, best, final, layers
from .table import CARDS, FORCED, Remembered, Table

STUD = {"F7S": FixedLimitSevenCardStud, "F7S/8": FixedLimitSevenCardStudHighLowSplitEightOrBetter, "FR": FixedLimitRazz}
DRAW = {"N2L1D": NoLimitDeuceToSevenLowballSingleDraw, "F2L3D": FixedLimitDeuceToSevenLowballTripleDraw,
        "FB": FixedLimitBadugi}
BY_ITSELF = tuple(a for a in Automation if "DEALING" not in a.name and "BURNING" not in a.name)


@dataclass(frozen=True)
class OtherDeal(Deal):
    """A deal of a stud or draw game."""

    bring_in: int = 0
    small_bet: int = 0

    @property
    def is_stud(self) -> bool:
        return self.code in STUD

    @property
    def limit(self) -> str:
        return "no" if self.code == "N2L1D" else "fixed"

    @property
    def price(self) -> int:
        return self.bring_in or self.bb

    def hand(self) -> Hand:
        if self.is_stud:
            stakes = {"bring_in": self.bring_in, "small_bet": self.small_bet, "big_bet": 2 * self.small_bet}
        else:
            stakes = {"sb": self.sb, "bb": self.bb}
        game = croupier.game(self.code, ante=self.ante, **stakes)
        return game.deal(list(self.stacks), button=self.button, deck=list(self.deck))


def random_other_deal(number: int, code: str | None = None) -> OtherDeal:
    """The deal with this number; at most seven at stud, so that the deck is enough for all."""
    rng = Random(number)
    code = code or rng.choice((*STUD, *DRAW))
    seats = rng.randint(2, 7 if code in STUD else 6)
    deep = rng.choice((60, 300, 1000))
    stacks = tuple(rng.randint(12 if rng.random() < 0.9 else 1, deep) for _ in range(seats))
    common = {"code": code, "button": rng.randrange(seats), "deck": tuple(rng.sample(range(52), 52)), "stacks": stacks}
    if code in STUD:
        return OtherDeal(**common, ante=rng.choice((1, 2)), bring_in=rng.choice((3, 5)), small_bet=10)
    return OtherDeal(**common, ante=rng.choice((0, 0, 1)), sb=5, bb=10)


class OtherTable(Table):
    """pokerkit, dealt by hand."""

    def __init__(self, deal: OtherDeal, hand: Hand) -> None:
        self.deal, self.hand, self.order = deal, hand, deal.order
        self.state = self._state()
        self.state.hand_types = tuple(map(Remembered, self.state.hand_types))
        self.state.automations = BY_ITSELF
        self.pump()

    def _state(self) -> Any:
        deal, n = self.deal, self.deal.seats
        stacks = [deal.stacks[seat] for seat in self.order]
        if deal.is_stud:
            sizes = (deal.bring_in, deal.small_bet, 2 * deal.small_bet)
            return STUD[deal.code].create_state(FORCED, True, deal.ante, *sizes, stacks, n, mode=Mode.CASH_GAME)
        sizes = (deal.bb,) if deal.limit == "no" else (deal.bb, 2 * deal.bb)
        blinds = (deal.sb, deal.bb)
        return DRAW[deal.code].create_state(FORCED, True, deal.ante, blinds, *sizes, stacks, n, mode=Mode.CASH_GAME)

    def pump(self) -> None:
        """Burn and deal whatever pokerkit waits for."""
        while self.state.status:
            if self.state.can_burn_card("??"):
                self.state.burn_card("??")
            elif self.state.hole_dealee_index is not None:
                self.deal_next(self.state.hole_dealee_index)
            else:
                return

    def deal_next(self, place: int) -> None:
        """The first card of our seat that pokerkit's does not hold yet."""
        held = self.state.hole_cards[place]
        ours = [CARDS[card] for card in self.hand.hole(self.order[place])]
        self.state.deal_hole((next(card for card in ours if card not in held),), place)

    @property
    def is_drawing(self) -> bool:
        return self.state.stand_patter_or_discarder_index is not None

    @property
    def actor(self) -> int | None:
        place = self.state.stand_patter_or_discarder_index
        return self.order[place] if place is not None else super().actor

    @property
    def call(self) -> int:
        return self.state.effective_bring_in_amount or super().call

    def play(self, kind: str, to: Any) -> None:
        if kind == "bring_in":
            self.state.post_bring_in()
        elif kind == "discard":
            self.state.stand_pat_or_discard(tuple(CARDS[card] for card in to))
        else:
            super().play(kind, to)
        self.pump()


class OtherNode(Node):
    """A decision that may be a bring-in, a completion or an exchange."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.call = self.hand.legal().bring_in or self.call
        self.fields = {name for name, same in self.compared() if not same}

    def compared(self) -> list[tuple[str, bool]]:
        drawing = self.hand.legal().discard == self.table.is_drawing
        return [*super().compared(), ("drawing", drawing or self.hand.is_over)]

    @property
    def their_range(self) -> tuple[int, int]:
        if not self.hand.legal().complete:
            return super().their_range
        full = min(self.hand.full_raise, self.reach)
        return full, full


class OtherMemory(Memory):
    """A bring-in is acted, and completing it is a full bet."""

    def note(self, hand: Hand, kind: str, to: Any) -> None:
        if kind == "discard":
            return
        completing = hand.legal().complete
        if kind == "bring_in":
            self.totals[hand.actor] += hand.legal().bring_in or 0
            self.acted_at[hand.actor] = self.deal.price
            return
        super().note(hand, kind, to)
        if kind == "raise" and completing and to >= hand.full_raise:
            self.lifts[-1] = replace(self.lifts[-1], added=to)


@dataclass(frozen=True)
class OtherFacts(Facts):
    """The end of a hand, its cards read from the hand itself."""

    hand: Hand | None = None

    def strengths(self) -> Strengths:
        halves: Strengths = [{}, {}]
        for seat in self.live:
            for half, value in zip(halves, _values(self.deal.code, bytes(self.hand.hole(seat)))):
                if value:
                    half[seat] = value
        return halves


def _values(code: str, cards: bytes) -> tuple[int, int]:
    if code == "FR":
        return ranking.low(cards), 0
    if code in STUD:
        return ranking.high(cards), ranking.low8(cards) if code == "F7S/8" else 0
    return (ranking.badugi(cards) if code == "FB" else ranking.deuce_to_seven(cards)), 0


def b11_stud_odd_chips_by_card(facts: Facts, ours: list[int]) -> bool:
    """Every share goes to the winners of its layer; only the odd chips lie otherwise than left of the button."""
    plain = [stack - put for stack, put in zip(facts.deal.stacks, facts.totals)]
    spare = [0] * len(plain)
    for amount, seats in layers(facts, [s for s in facts.deal.order if s in facts.live]):
        high, low = (best(seats, half) for half in facts.strengths())
        parts = [(amount - amount // 2, high), (amount // 2, low)] if low else [(amount, high)]
        for chips, winners in parts:
            for seat in winners:
                plain[seat] += chips // len(winners)
                spare[seat] += chips % len(winners) > 0
    return all(0 <= chips - least <= more for chips, least, more in zip(ours, plain, spare))


class OtherLockstep(Lockstep):
    """One hand of stud or draw."""

    node = OtherNode

    def __init__(self, deal: OtherDeal, rng: Random) -> None:
        self.deal, self.rng = deal, rng
        self.hand = deal.hand()
        self.table = OtherTable(deal, self.hand)
        self.memory = OtherMemory(deal, street=self.hand.rules.streets[0].name)
        self.met: Counter[str] = Counter()
        self.line: list[Move] = []

    def choose(self, node: Node) -> Move:
        legal = self.hand.legal()
        if legal.discard:
            return "discard", tuple(card for card in self.hand.hole(self.hand.actor) if self.rng.random() < 0.4)
        if legal.bring_in:
            may_complete = node.ours and node.ours == node.theirs
            return ("raise", node.ours[0]) if may_complete and self.rng.random() < 0.3 else ("bring_in", None)
        return super().choose(node)

    def apply(self, kind: str, to: Any) -> None:
        if kind == "discard":
            self.hand.discard(to)
        else:
            super().apply(kind, to)

    def explain_end(self, ours: list[int], theirs: list[int]) -> str | None:
        found = super().explain_end(ours, theirs)
        if found or not self.deal.is_stud:
            return found
        facts = self.facts()
        for habits in (("odd_to_first",), ("odd_to_first", "joined"), ("odd_to_first", "joined", "low_of_anyone")):
            if final(facts, habits) == theirs and b11_stud_odd_chips_by_card(facts, ours):
                return "b11_stud_odd_chips_by_card"
        return None

    def facts(self) -> Facts:
        found = super().facts()
        return OtherFacts(found.deal, found.totals, found.dead, found.live, self.hand)


def play_other_number(number: int, code: str | None = None) -> Counter[str]:
    """Play the stud or draw deal with this number to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return OtherLockstep(random_other_deal(number, code), Random(~number)).play()


SEVEN = ("FO/8", *STUD, *DRAW)
"""The games that the hold'em soak does not cover."""


def play_one_of_seven(number: int) -> Counter[str]:
    """Play one hand of the seven games in turn, so that every game gets as many."""
    code = SEVEN[number % len(SEVEN)]
    play = play_number if code == "FO/8" else play_other_number
    return play(number, code) + Counter({f"hands of {code}": 1})
