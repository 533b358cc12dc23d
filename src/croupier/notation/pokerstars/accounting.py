# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Count the money of a hand from its text alone, in any game: what each player put in, got back and won.

    accounting = Accounting.of(record)
    accounting.final_stacks, accounting.rake, accounting.balances

A hand balances when everything put in, less what was returned uncalled, is the total pot, and everything collected,
with the rake, is the total pot too. Otherwise `problem` says why, and nothing is repaired: the text is damaged, edited
or cut off (ruling N12).
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.notation.record import HandRecord, Number


@dataclass(frozen=True, slots=True)
class Accounting:
    """What a text states about money, one entry for each player in the record's order."""

    players: tuple[str, ...]
    start: tuple[Number, ...]
    """Stacks as the text states them, before dead posts are taken off."""
    put: tuple[Number, ...]
    uncalled: tuple[Number, ...]
    collected: tuple[Number, ...]
    final_stacks: tuple[Number, ...]
    total_pot: Number | None
    rake: Number | None
    posts: tuple[tuple[str, str, Number], ...]
    """Player, what was posted in the text's own words, amount; in the order of the text."""
    problem: str | None
    """Why the money does not add up, None if it does."""

    @property
    def balances(self) -> bool:
        """Return True if the money adds up."""
        return self.problem is None

    @classmethod
    def of(cls, record: HandRecord) -> Accounting:
        """Return the accounting of a record that was read from PokerStars text."""
        nothing = [0] * len(record["starting_stacks"])
        dead = record.get("_dead_money") or nothing
        posts = tuple((record.players[int(seat[1:]) - 1], what, paid) for seat, what, paid in record.get("_posts", ()))
        return cls(tuple(record.players), tuple(a + b for a, b in zip(record["starting_stacks"], dead, strict=True)),
                   tuple(record.get("_put", nothing)), tuple(record.get("_uncalled", nothing)),
                   tuple(record.get("winnings", nothing)), tuple(record["finishing_stacks"]), record.get("_total_pot"),
                   record.get("_rake"), posts, record.get("_unbalanced"))


class ChipLedger:
    """A counter of a hand's chips, line by line. A street begins at 0; antes and dead money never count for a
    street."""

    def __init__(self, start: list[Number]) -> None:
        self.start = start
        self.put: list[Number] = [0] * len(start)
        self.street: list[Number] = [0] * len(start)
        self.uncalled: list[Number] = [0] * len(start)
        self.collected: list[Number] = [0] * len(start)
        self.total_pot: Number | None = None
        self.rake: Number | None = None

    def next_street(self) -> None:
        """Begin a street: every bet is 0."""
        for seat in range(len(self.street)):
            self.street[seat] = 0

    def pay(self, seat: int, amount: Number, is_live: bool) -> None:
        """Put in chips of a seat: a post, a call, a bet."""
        self.put[seat] += amount
        if is_live:
            self.street[seat] += amount

    def raise_to(self, seat: int, total: Number) -> None:
        """Raise a seat's bet of this street to a total."""
        self.put[seat] += total - self.street[seat]
        self.street[seat] = total

    def give_back(self, seat: int, amount: Number) -> None:
        """Return an uncalled bet to a seat."""
        self.uncalled[seat] += amount

    def collect(self, seat: int, amount: Number) -> None:
        """Give a seat chips from a pot."""
        self.collected[seat] += amount

    def final(self) -> list[Number]:
        """Return what each seat has in the end."""
        found = []
        for seat in range(len(self.start)):
            left = self.start[seat]
            # most are 0, and arithmetic with Decimals is costly
            if self.put[seat]:
                left = left - self.put[seat]
            if self.uncalled[seat]:
                left = left + self.uncalled[seat]
            if self.collected[seat]:
                left = left + self.collected[seat]
            found.append(left)
        return found

    def problem(self) -> str | None:
        """Return why the money does not add up, None if it does."""
        paid, won = sum(self.put) - sum(self.uncalled), sum(self.collected)
        if self.total_pot is None or self.rake is None:
            return "no line gives the total pot and the rake: the text is cut short"
        # two sums, because a mistake in one can be hidden by the other
        if paid != self.total_pot:
            return f"{paid} was put in and not returned, but the total pot is {self.total_pot}"
        if won + self.rake != self.total_pot:
            return f"{won} was collected and {self.rake} raked, but the total pot is {self.total_pot}"
        for seat in range(len(self.start)):
            if self.put[seat] and self.put[seat] > self.start[seat]:
                return f"{self.put[seat]} was put in from a stack of {self.start[seat]}"
        return None
