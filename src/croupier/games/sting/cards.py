"""The cards of the sting: the seven kinds, the fields of each kind, and a description of each card in words.

A new Product or Location replaces the one before. Evidence, Cover and Deal Modifiers add up. The last Insurance and the
last Conviction played are active (I6). A card is a frozen value, read from a deck file (`decks/reader.py`). Multipliers
are whole percent, so that profit is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Error, short

ROLES = ("narc", "customer", "player")
"""The three roles, by seat."""
NARC, CUSTOMER, PLAYER = range(3)

KINDS = ("product", "location", "evidence", "cover", "modifier", "insurance", "conviction")
FIELDS = {
    "product": ("price", "heat"),
    "location": ("evidence", "cover", "heat"),
    "evidence": ("evidence", "heat"),
    "cover": ("cover", "heat"),
    "modifier": ("multiplier", "evidence", "cover", "heat"),
    "insurance": ("cover", "cost", "penalty"),
    "conviction": ("threshold",),
}
"""The fields that a card of each kind may have. A missing field counts as 0, a missing multiplier as 1."""
REQUIRED = {"product": "price", "conviction": "threshold", "insurance": "cover"}
"""The field that a card of each kind must have."""
SIGNED = {"evidence": ("modifier",), "cover": ("modifier",), "heat": KINDS}
"""The fields that may be negative, and the kinds in which they may."""

# far above every card of a realistic deck, and small enough that all sums of a run fit into 64 bits
VALUE_MAX = 1_000_000
MULTIPLIER_MAX = 1000


class BadDeck(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for a deck that cannot be played. `line` is the line of the deck file with the fault, if there is a file.
    """

    def __init__(self, reason: str, line: int | None = None, where: str = "") -> None:
        self.reason, self.line, self.where = reason, line, where
        place = ", ".join(part for part in (where, f"line {line}" if line else "") if part)
        super().__init__(f"{place}: {reason}" if place else reason)


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck file. `multiplier` is in percent."""

    name: str
    kind: str
    price: int = 0
    multiplier: int = 100
    evidence: int = 0
    cover: int = 0
    heat: int = 0
    cost: int = 0
    penalty: int = 0
    threshold: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not isinstance(self.kind, str) or self.kind not in KINDS:
            raise BadDeck(f"kind {short(self.kind)} of {short(self.name)} is not one of {', '.join(KINDS)}")
        for field in ("price", "multiplier", "evidence", "cover", "heat", "cost", "penalty", "threshold"):
            self._check(field, getattr(self, field))

    def _check(self, field: str, value: object) -> None:
        most = MULTIPLIER_MAX if field == "multiplier" else VALUE_MAX
        least = -most if self.kind in SIGNED.get(field, ()) else 0
        if type(value) is not int or not least <= value <= most:
            raise BadDeck(f"{field} of {self.name!r} must be a whole number from {least} to {most}, not {short(value)}")
        # refused, because a field that this kind of card does not have would be ignored in play
        if field not in FIELDS[self.kind] and value != (100 if field == "multiplier" else 0):
            raise BadDeck(f"a {self.kind} has no {field}: {self.name!r} may say {', '.join(FIELDS[self.kind])}")

    @property
    def figures(self) -> str:
        """Return the card's fields in short: `sells 100, heat +30`."""
        parts = {
            "price": f"sells {self.price}", "multiplier": f"price ×{percent(self.multiplier)}",
            "evidence": f"evidence {self.evidence:+}", "cover": f"cover {self.cover:+}", "heat": f"heat {self.heat:+}",
            "cost": f"costs {self.cost}", "penalty": f"heat {self.penalty:+} when used",
            "threshold": f"from heat {self.threshold}"}
        shown = [field for field in FIELDS[self.kind] if self._says(field)]
        return ", ".join(parts[field] for field in shown) or "nothing"

    def _says(self, field: str) -> bool:
        value: int = getattr(self, field)
        # a price and a cost are listed even if they are 0
        return value != 100 if field == "multiplier" else value != 0 or field in ("price", "cost")

    @property
    def words(self) -> str:
        """Return what the card does in words, for somebody who has never seen it."""
        return f"{self.name} ({self.kind}): {self.figures}. {EXPLAINED[self.kind]}"


EXPLAINED = {
    "product": "What is sold; only the last product played counts, its heat always does.",
    "location": "Where it is sold; only the last location's evidence and cover count, its heat always does.",
    "evidence": "Adds up. More evidence than cover at the end is a bust.",
    "cover": "Adds up against the evidence.",
    "modifier": "Changes the deal; all modifiers add up, their multipliers multiply.",
    "insurance": "Adds cover; on a bust it pays its cost from your cash and saves you, unless a conviction holds.",
    "conviction": "Defeats insurance once your heat after this hand reaches its threshold.",
}


def percent(multiplier: int) -> str:
    """Return a multiplier in percent as people write it: 150 is 1.5."""
    # computed with whole numbers, because floats may print more digits than the file has
    return f"{multiplier // 100}.{multiplier % 100:02d}".rstrip("0").rstrip(".")
