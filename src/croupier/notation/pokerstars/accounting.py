"""The money of a hand by plain counting of its text, whatever the game: who put in what, got back what, won what.

    accounting = Accounting.of(record)
    accounting.final_stacks, accounting.rake, accounting.balances

A hand balances when everything put in, less what was returned uncalled, is the total pot, and everything collected,
with the rake, is the total pot too. One that does not is told so (`problem`), never repaired: cash-outs, damaged or
edited texts, lines cut off (ruling N12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.notation.record import HandRecord, Number


@dataclass(frozen=True, slots=True)
class Accounting:
    """What a text says of its money, one entry a player in the record's order."""

    players: tuple[str, ...]
    start: tuple[Number, ...]
    """Stacks as the text gives them: dead posts not yet taken off."""
    put: tuple[Number, ...]
    uncalled: tuple[Number, ...]
    collected: tuple[Number, ...]
    final_stacks: tuple[Number, ...]
    total_pot: Number | None
    rake: Number | None
    posts: tuple[tuple[str, str, Number], ...]
    """Player, what was posted in the text's own words, amount; in the order of the text."""
    problem: str | None
    """Why the money does not add up, None where it does."""

    @property
    def balances(self) -> bool:
        """Whether the money adds up."""
        return self.problem is None

    @classmethod
    def of(cls, record: HandRecord) -> Accounting:
        """The accounting of a record that was read from PokerStars text."""
        nothing = [0] * len(record["starting_stacks"])
        dead = record.get("_dead_money") or nothing
        posts = tuple((record.players[int(seat[1:]) - 1], what, paid) for seat, what, paid in record.get("_posts", ()))
        return cls(tuple(record.players), tuple(a + b for a, b in zip(record["starting_stacks"], dead, strict=True)),
                   tuple(record.get("_put", nothing)), tuple(record.get("_uncalled", nothing)),
                   tuple(record.get("winnings", nothing)), tuple(record["finishing_stacks"]), record.get("_total_pot"),
                   record.get("_rake"), posts, record.get("_unbalanced"))


class Ledger:
    """Counts the chips of a hand line by line; streets begin anew, antes and dead money never count for a street."""

    def __init__(self, start: Sequence[Number]) -> None:
        self.start = list(start)
        self.put: list[Number] = [0] * len(start)
        self.street: list[Number] = [0] * len(start)
        self.uncalled: list[Number] = [0] * len(start)
        self.collected: list[Number] = [0] * len(start)
        self.total_pot: Number | None = None
        self.rake: Number | None = None

    def next_street(self) -> None:
        """Bets begin at nothing again."""
        self.street = [0] * len(self.street)

    def pay(self, seat: int, amount: Number, live: bool = True) -> None:
        """A seat puts in chips: a post, a call, a bet."""
        self.put[seat] += amount
        if live:
            self.street[seat] += amount

    def raise_to(self, seat: int, total: Number) -> None:
        """A seat raises its bet of this street to a total."""
        self.pay(seat, total - self.street[seat])

    @property
    def final(self) -> list[Number]:
        """What each seat has in the end."""
        columns = zip(self.start, self.put, self.uncalled, self.collected, strict=True)
        return [start - put + back + won for start, put, back, won in columns]

    def problem(self) -> str | None:
        """Why the money does not add up; None where it does."""
        paid, won = sum(self.put) - sum(self.uncalled), sum(self.collected)
        if self.total_pot is None or self.rake is None:
            return "no line gives the total pot and the rake: the text is cut short"
        if paid != self.total_pot:
            return f"{paid} was put in and not returned, but the total pot is {self.total_pot}"
        if won + self.rake != self.total_pot:
            return f"{won} was collected and {self.rake} raked, but the total pot is {self.total_pot}"
        over = [f"{put} was put in from a stack of {start}" for put, start in zip(self.put, self.start, strict=True)
                if put > start]
        return over[0] if over else None
