# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""Add up the flipped cards and decide how the hand ends (I6).

Only the last product and the last location count; evidence, cover and modifiers add up; heat is the sum over all
flipped cards, including overridden ones. Profit is the product's price times all multipliers, truncated once, at the
end. Evidence and cover are never below 0. More evidence than cover is a bust. Insurance prevents a bust if the Player
can pay for it and the heat after this hand is below the threshold of an active conviction.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.games.api import BadAction
from croupier.games.sting import constants
from croupier.games.sting.layout import Layout

VERDICTS = ("covered", "insured", "folded", "no insurance", "insurance not paid", "convicted")
"""The reasons for the end of a hand, by verdict. From the fourth on they are busts."""


class Totals:
    """Sums over the cards of one table."""

    heat: int
    product: int
    location: int
    insurance: int
    conviction: int

    def __init__(self, layout: Layout, faces: Iterable[int] = ()) -> None:
        if not isinstance(layout, Layout):
            raise BadAction(f"totals are of a layout's cards, not of {type(layout).__name__}")
        self.layout = layout
        self.clear()
        for face in faces:
            self.add(face)

    def clear(self) -> None:
        """Clear the table."""
        self.added_evidence = 0
        self.added_cover = 0
        self.heat = 0
        self.product = constants.NONE
        self.location = constants.NONE
        self.insurance = constants.NONE
        self.conviction = constants.NONE
        self.times = 1
        self.per = 1

    def add(self, face: int) -> None:
        """Add a flipped card. Raise BadAction if it is not in the deck."""
        self.lay(self.layout.checked_face(face))

    def lay(self, face: int) -> None:
        """Add a flipped card without checking that it is in the deck."""
        layout = self.layout
        kind = layout.kind[face]
        self.heat += layout.heat[face]
        # the last product replaces earlier ones, but their heat stays in the sum above (I6)
        if kind == constants.PRODUCT:
            self.product = face
        elif kind == constants.LOCATION:
            self.location = face
        elif kind == constants.CONVICTION:
            self.conviction = face
        else:
            self.added_evidence += layout.evidence[face]
            self.added_cover += layout.cover[face]
            if kind == constants.INSURANCE:
                self.insurance = face
            # a multiplier of 1 is skipped to keep the fraction short
            elif layout.multiplier[face] != 100:
                self.multiply(layout.multiplier[face])

    def multiply(self, multiplier: int) -> None:
        """Apply one more multiplier, in percent; the result stays exact."""
        # stored as a fraction of whole numbers, so that profit is divided and truncated only once, at the end (I6)
        self.times *= multiplier
        self.per *= 100

    @property
    def evidence(self) -> int:
        """Return all evidence, never below 0."""
        return self.count_evidence()

    @property
    def cover(self) -> int:
        """Return all cover, never below 0."""
        return self.count_cover()

    @property
    def profit(self) -> int:
        """Return what the deal pays, or 0 without a product."""
        return self.count_profit()

    def count_evidence(self) -> int:
        """Return the base evidence of the location plus the evidence of all cards."""
        total = self.added_evidence
        if self.location != constants.NONE:
            total += self.layout.evidence[self.location]
        return total if total > 0 else 0

    def count_cover(self) -> int:
        """Return the base cover of the location plus the cover of all cards."""
        total = self.added_cover
        if self.location != constants.NONE:
            total += self.layout.cover[self.location]
        return total if total > 0 else 0

    def count_profit(self) -> int:
        """Return the price times all multipliers, truncated."""
        if self.product == constants.NONE:
            return 0
        price: int = self.layout.price[self.product]
        # computed with Python ints, because with eighteen multipliers the numerator does not fit into 64 bits
        return price if self.per == 1 else price * self.times // self.per

    # -- what becomes of it --------------------------------------------------------------------------------------------

    def verdict(self, cash: int, heat: int) -> int:
        """Return how a hand ends, as an index of VERDICTS, for a Player who had this cash and heat before the hand."""
        if self.count_evidence() <= self.count_cover():
            return constants.COVERED
        if self.insurance == constants.NONE:
            return constants.BUST
        # the heat after this hand counts, whether or not the insurance could be paid (I6)
        if self.conviction != constants.NONE and self.layout.threshold[self.conviction] <= heat + self.heat:
            return constants.CONVICTED
        return constants.INSURED if cash >= self.layout.cost[self.insurance] else constants.UNPAID

    def check_verdict(self, verdict: int) -> None:
        """Raise BadAction unless this is a verdict that the cards on the table allow."""
        uninsured = verdict == constants.INSURED and self.insurance == constants.NONE
        if uninsured or not constants.COVERED <= verdict <= constants.CONVICTED:
            raise BadAction(f"{verdict} is not a verdict for this table")

    def cash_after(self, verdict: int, cash: int) -> int:
        """Return the Player's cash after the hand."""
        self.check_verdict(verdict)
        if verdict == constants.COVERED:
            return cash + self.count_profit()
        if verdict == constants.INSURED:
            return cash + self.count_profit() - self.layout.cost[self.insurance]
        if verdict == constants.FOLDED:
            # the fee is at most the Player's cash
            return cash - self.layout.fold_fee if cash > self.layout.fold_fee else 0
        return cash - cash * self.layout.fine // 100

    def heat_after(self, verdict: int, heat: int) -> int:
        """Return the Player's heat after the hand. The heat of the cards counts in every outcome, and used insurance
        adds its penalty.
        """
        self.check_verdict(verdict)
        return heat + self.heat + (self.layout.penalty[self.insurance] if verdict == constants.INSURED else 0)

    def copy_to(self, other: Totals) -> None:
        """Copy these totals to another object."""
        other.added_evidence = self.added_evidence
        other.added_cover = self.added_cover
        other.heat = self.heat
        other.product = self.product
        other.location = self.location
        other.insurance = self.insurance
        other.conviction = self.conviction
        other.times = self.times
        other.per = self.per
