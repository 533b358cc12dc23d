# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Count the money of a hand of any game from its text alone: what each player put in, got back and won.

    accounting = Accounting.of(record)
    accounting.final_stacks, accounting.rake, accounting.balances

A hand balances if two sums equal the total pot: all chips put in minus uncalled chips, and all chips collected plus the
rake. If a hand does not balance, its text is damaged, edited or truncated. In this case `problem` says what does not
fit, and nothing is repaired (ruling N12).
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.notation.record import HandRecord, Number


@dataclass(frozen=True, slots=True)
class Accounting:
    """What a text states about money. Tuples have one entry for each player, in the record's order."""

    players: tuple[str, ...]
    start: tuple[Number, ...]
    """The stacks as the text states them, from which dead posts are not yet subtracted."""
    put: tuple[Number, ...]
    uncalled: tuple[Number, ...]
    collected: tuple[Number, ...]
    final_stacks: tuple[Number, ...]
    total_pot: Number | None
    rake: Number | None
    posts: tuple[tuple[str, str, Number], ...]
    """All posts in the order of the text: the player, what was posted (in the text's own words), and the amount."""
    problem: str | None
    """Why the money does not add up, or None if it does."""

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
    """Counts the chips of a hand line by line. The bets of each street start at 0; antes and dead money are not part of
    a bet.
    """

    def __init__(self, start: list[Number]) -> None:
        self.start = start
        self.put: list[Number] = [0] * len(start)
        self.street: list[Number] = [0] * len(start)
        self.uncalled: list[Number] = [0] * len(start)
        self.collected: list[Number] = [0] * len(start)
        self.total_pot: Number | None = None
        self.rake: Number | None = None

    def next_street(self) -> None:
        """Begin a street: reset all bets to 0."""
        for seat in range(len(self.street)):
            self.street[seat] = 0

    def pay(self, seat: int, amount: Number, is_live: bool) -> None:
        """Add chips that a seat puts in: a post, a call or a bet."""
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
        """Return the final stack of each seat."""
        found = []
        for seat in range(len(self.start)):
            left = self.start[seat]
            # most amounts are 0, and arithmetic with Decimals is slow
            if self.put[seat]:
                left = left - self.put[seat]
            if self.uncalled[seat]:
                left = left + self.uncalled[seat]
            if self.collected[seat]:
                left = left + self.collected[seat]
            found.append(left)
        return found

    def problem(self) -> str | None:
        """Return why the money does not add up, or None if it does."""
        paid, won = sum(self.put) - sum(self.uncalled), sum(self.collected)
        if self.total_pot is None or self.rake is None:
            return "no line gives the total pot and the rake: the text is cut short"
        # both sums are checked, because one alone could hide a mistake in the other
        if paid != self.total_pot:
            return f"{paid} was put in and not returned, but the total pot is {self.total_pot}"
        if won + self.rake != self.total_pot:
            return f"{won} was collected and {self.rake} raked, but the total pot is {self.total_pot}"
        for seat in range(len(self.start)):
            if self.put[seat] and self.put[seat] > self.start[seat]:
                return f"{self.put[seat]} was put in from a stack of {self.start[seat]}"
        return None
