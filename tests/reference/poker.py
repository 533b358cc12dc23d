"""The setup of a poker hand for chips: forced bets, order (B6–B8) and how much may be raised (B3, B4, B13)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .ledger import Entry, Ledger, chips_put, has_folded, street_bet
from .pots import share_one_by_one
from .street import Street

Range = tuple[int, int]


@dataclass(frozen=True)
class Poker:
    """What a hand begins with.

    `dead[s]` is dead money that seat s has already paid: it is *not* in `stacks` and lies in the main pot (N7).
    `straddles` are posted from left of the big blind on; `button_straddle` comes after them. `min_bet` is the big blind
    unless said otherwise. `cap` whole bets make a fixed-limit street full, the big blind being the first of them.
    `strengths` stand for the cards: the highest live one wins, equal ones tie.
    """

    stacks: Sequence[int]
    button: int = 0
    sb: int = 1
    bb: int = 2
    ante: int = 0
    bb_ante: int = 0
    straddles: Sequence[int] = ()
    button_straddle: int = 0
    dead: Sequence[int] = ()
    limit: str = "no"
    small_bet: int | None = None
    big_bet: int | None = None
    cap: int = 4
    min_bet: int | None = None
    streets: int = 4
    strengths: Sequence[int] = ()

    fold_when_free = True  # B9: FOLD is always legal in poker
    side_pots = True
    share = staticmethod(share_one_by_one)

    def __post_init__(self) -> None:
        n = len(self.stacks)
        assert 2 <= n <= 10
        assert all(stack > 0 for stack in self.stacks)
        assert 0 <= self.button < n
        assert 0 <= self.sb <= self.bb
        assert self.bb > 0
        assert len(self.straddles) + bool(self.button_straddle) <= n - 2, "one straddle a seat, none by the blinds"
        assert len(self.dead) in (0, n)
        assert len(self.strengths) in (0, n)
        assert self.limit in ("no", "pot", "fixed")
        assert self.limit != "fixed" or (self.small_bet and self.big_bet)
        prices = [amount for _, amount in self.posts[1:]]
        assert all(new >= 2 * old for old, new in pairwise(prices)), "a straddle doubles the price at least"

    # -- forced bets and order

    def left_of(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % len(self.stacks)

    @property
    def small_blind_seat(self) -> int:
        """Left of the button; heads-up the button itself (B8)."""
        return self.button if len(self.stacks) == 2 else self.left_of(self.button)

    @property
    def big_blind_seat(self) -> int:
        return self.left_of(self.small_blind_seat)

    @property
    def posts(self) -> list[tuple[int, int]]:
        """The nominal blinds and straddles, (seat, amount), in order of posting."""
        posts = [(self.small_blind_seat, self.sb), (self.big_blind_seat, self.bb)]
        posts += [(self.left_of(self.big_blind_seat, i), amount) for i, amount in enumerate(self.straddles, 1)]
        return posts + ([(self.button, self.button_straddle)] if self.button_straddle else [])

    def forced(self) -> tuple[Entry, ...]:
        """Antes, then blinds and straddles, then the big-blind ante; each is cut down to what the seat has."""
        antes = [(seat, "ante", self.ante) for seat in self.odd_chip_order]
        posts = [(seat, "blind", amount) for seat, amount in self.posts]
        entries: tuple[Entry, ...] = ()
        for seat, kind, amount in [*antes, *posts, (self.big_blind_seat, "dead", self.bb_ante)]:
            left = self.stacks[seat] - chips_put(entries, seat)
            entries += (Entry(0, seat, kind, min(amount, left)),)
        return entries

    @property
    def dead_before(self) -> int:
        return sum(self.dead)

    @property
    def odd_chip_order(self) -> list[int]:
        """All seats, from left of the button on."""
        return [self.left_of(self.button, i) for i in range(1, len(self.stacks) + 1)]

    def begins_after(self, street: int) -> int:
        """The seat left of which a street begins: the last blind or straddle, later the button (B8)."""
        return self.posts[-1][0] if street == 0 else self.button

    def opening_price(self, street: int) -> int:
        """The nominal big blind or last straddle before the flop (B6), nothing later."""
        return self.posts[-1][1] if street == 0 else 0

    # -- raises

    def raise_range(self, street: Street, seat: int) -> Range | None:
        """The least and the most this seat may raise to, or None."""
        if not self.may_raise(street, seat):
            return None
        all_in = street.bets[seat] + street.behind[seat]
        low = self.least(street)
        high = min(self.most(street, seat, low), all_in)
        return min(low, high), high

    def least(self, street: Street) -> int:
        """B3: a full raise above the price; in fixed-limit the first whole number of bets that is above it (B13)."""
        if self.limit != "fixed":
            return street.price + self.full_raise(street)
        to = 0
        while to <= street.price:
            to += self.bet_size(street)
        return to

    def may_raise(self, street: Street, seat: int) -> bool:
        return (
            street.can_be_raised(seat)
            and street.behind[seat] > street.owed(seat)
            and self.is_open(street, seat)
            and not (self.limit == "fixed" and self.is_capped(street))
        )

    def is_open(self, street: Street, seat: int) -> bool:
        """B4: not acted yet, or facing a full raise since; in fixed-limit half a bet is enough (B13)."""
        acted_at = street.acted_at(seat)
        if acted_at is None:
            return True
        faced, full = street.price - acted_at, self.full_raise(street)
        return 2 * faced >= full if self.limit == "fixed" else faced >= full

    def full_raise(self, street: Street) -> int:
        """B3: the minimum bet, or the last lift that was not short; in fixed-limit the bet of the street."""
        if self.limit == "fixed":
            return self.bet_size(street)
        full = self.bb if self.min_bet is None else self.min_bet
        for lift in street.lifts:
            full = max(full, lift.added)
        return full

    def most(self, street: Street, seat: int, least: int) -> int:
        """The limit's highest raise-to, before looking at the stack."""
        if self.limit == "no":
            return street.bets[seat] + street.behind[seat]
        if self.limit == "fixed":
            return least
        return max(least, street.price + self.pot_for_limit(street) + street.owed(seat))

    def pot_for_limit(self, street: Street) -> int:
        """The whole pot; before the flop short blinds and straddles count as if they were full (TDA 54)."""
        pot = self.dead_before + sum(e.chips for e in street.ledger)
        if street.number == 0:
            posted = sum(e.chips for e in street.ledger if e.kind == "blind")
            pot += sum(amount for _, amount in self.posts) - posted
        return pot

    # -- fixed-limit

    def bet_size(self, street: Street) -> int:
        return self.small_bet if street.number < 2 else self.big_bet

    def prices(self, street: Street) -> list[tuple[int, int]]:
        """Every price of the street with the number of seats that were not all-in before it was made.

        Blinds and straddles make prices too, their nominal amounts.
        """
        found, posts = [], dict(self.posts)
        for i, entry in enumerate(street.ledger):
            if entry.street == street.number and entry.kind in ("blind", "raise"):
                before = street.ledger[:i]
                to = posts[entry.seat] if entry.kind == "blind" else street_bet(
                    street.ledger[: i + 1], entry.seat, street.number)
                found.append((to, sum(self.could_bet(before, seat) for seat in street.seats)))
        return found

    def could_bet(self, ledger: Ledger, seat: int) -> bool:
        return not has_folded(ledger, seat) and chips_put(ledger, seat) < self.stacks[seat]

    def is_capped(self, street: Street) -> bool:
        """B13: `cap` whole bets were made, the last of them while more than two seats that were not all-in were in."""
        last = [seats for to, seats in self.prices(street) if to >= self.cap * self.bet_size(street)]
        return bool(last) and last[0] > 2
