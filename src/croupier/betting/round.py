"""Play one betting round for chips: decide which actions are legal, and move the chips.

The state is small (ruling B2). Each seat has a `stack`, a `bet` (on this street), a `total` (live money in this hand),
`dead` money (in this hand) and `acted_at` (the price when the seat last acted, or NEVER). The round has a `price` (the
bet that a seat needs to stay in), a `full_raise` (the amount that a full raise must add), the number of `raises`, and
`live`, the set of seats still in the hand. From this state the methods compute whose turn it is, who may raise, how
much a seat must call and whether the round is over. Two computed sets are stored because every turn needs them: `able`,
the live seats with chips left, and `waiting`, the seats of `able` that have not acted at the current price (`acted_at <
price`). The tests check both sets by computing them again.

    NEVER acted            may do anything
    acted, price unmoved   is not asked again
    acted, price moved     call or fold; raise too once the price has moved by a full raise since (B4)

Amounts are raise-to: totals for the street (B1). The round does not know about cards, streets or clocks. Methods under
"questions" do not move chips. The caller must check that an action is legal before it calls `post`, `ante`, `fold`,
`call` or `raise_to`. In compiled form only C code can call these methods; Python code uses `checked.py`. The same round
plays no-limit, pot-limit, fixed-limit (B13) and the fixed step of evolved games (G1).
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting import constants
from croupier.betting.limits import highest
from croupier.betting.order import how_many, next_seat


class Round:
    """The chips of one hand in play, and the rules by which they are bet."""

    cap: int
    """With a fixed limit, the most whole bets on a street (B13). With the other limits, the most raises on a street
    (G1). -1 means no cap.
    """
    cap_heads_up: bool
    """True if the cap of a fixed limit also holds between two players, as in the ACPC's games (B13)."""
    capped: bool
    """True if the cap of a fixed limit was reached. Heads-up it is set only with `cap_heads_up`."""
    completing: bool

    def __init__(self) -> None:
        if not cython.compiled:
            self.stack = [0] * constants.SEATS_MAX
            self.bet = [0] * constants.SEATS_MAX
            self.total = [0] * constants.SEATS_MAX
            self.dead = [0] * constants.SEATS_MAX
            self.acted_at = [0] * constants.SEATS_MAX
        self.clear(0, 0)
        self.open(0, -1)

    # -- setting up ----------------------------------------------------------------------------------------------------

    def clear(self, seats: int, limit: int) -> None:
        """Reset the round for a new hand with this many seats, all of them empty."""
        self.seats = seats
        self.limit = limit
        self.all_in_counts = True
        self.cap_heads_up = False
        self.live = 0
        self.posted_short = 0
        self.has_antes = False
        self.begun = 0
        self.dead_money = 0
        self.returned = 0
        self.following = constants.NOBODY
        self.to_call = 0
        self.least = 0
        self.most = 0
        self.broken = False
        self.able = 0
        self.price = 0
        self.full_raise = 0
        self.raises = 0
        # all ten seats, used or not, because the C compiler unrolls a loop with a constant bound
        for seat in range(constants.SEATS_MAX):
            self.stack[seat] = 0
            self.total[seat] = 0
            self.dead[seat] = 0

    def sit(self, seat: int, stack: int) -> None:
        """Put a seat into the hand with its chips."""
        self.begun += stack
        self.stack[seat] = stack
        self.live |= 1 << seat
        if stack > 0:
            self.able |= 1 << seat

    def sit_all(self, stacks: Sequence[int], members: int) -> None:
        """Put these seats into the hand."""
        for seat in range(self.seats):
            if (members >> seat) & 1:
                self.sit(seat, stacks[seat])

    def open(self, min_bet: int, cap: int) -> None:
        """Start a street: reset all bets, mark every seat as not having acted, and set the full raise to the minimum
        bet. Totals are kept.

        In fixed limit the minimum bet is the bet of the street. A minimum bet of 0 then counts as 1, because prices are
        divided by it.
        """
        for seat in range(constants.SEATS_MAX):
            self.bet[seat] = 0
            self.acted_at[seat] = constants.NEVER
        # all-in players are not asked on later streets
        self.waiting = self.able
        self.price = 0
        self.full_raise = 1 if min_bet == 0 and self.limit == constants.FIXED_LIMIT else min_bet
        self.raises = 0
        self.cap = cap
        self.capped = False
        self.completing = False

    # -- forced money --------------------------------------------------------------------------------------------------

    def post(self, seat: int, nominal: int) -> int:
        """Post a live blind and return the chips paid. The price is the whole blind, even if the stack is too short to
        pay it (B6).
        """
        # the big blind is the first of the bets that the cap counts (B13)
        if self.limit == constants.FIXED_LIMIT:
            self.watch_cap(nominal)
        paid = self.pay(seat, nominal)
        self.bet[seat] += paid
        # the price must not fall if the small blind is posted after the big blind, which can happen heads-up
        if nominal > self.price:
            self.price = nominal
        # the pot-limit maximum is computed as if short blinds had been paid in full (B13)
        self.posted_short += nominal - paid
        return paid

    def ante(self, seat: int, amount: int) -> int:
        """Take an ante. An ante is divided into side pots like a bet, but is not part of the bet on this street (B7).
        """
        self.has_antes = True
        return self.pay(seat, amount)

    def ante_dead(self, seat: int, amount: int) -> int:
        """Take dead money from the stack, such as a big-blind ante (B7)."""
        paid = self.pay(seat, amount)
        # `pay` has counted it as live money, but dead money does not belong to any layer (B7)
        self.total[seat] -= paid
        self.dead[seat] += paid
        self.dead_money += paid
        return paid

    def add_dead(self, seat: int, amount: int) -> None:
        """Add to the pot the dead money that a seat paid before the hand, such as a missed blind (N7)."""
        # these chips do not come from a stack, so they are added to the sum that must stay constant (M2)
        self.begun += amount
        self.dead[seat] += amount
        self.dead_money += amount

    def bring_in(self, seat: int, amount: int) -> int:
        """Post the bring-in of a stud hand: a bet below the minimum, which the other players may call, complete or fold
        to.
        """
        paid = self.post(seat, amount)
        # the bring-in counts as an action: the seat may raise only after somebody has completed or raised (B4)
        self.acted_at[seat] = self.price
        self.waiting &= ~(1 << seat)
        self.completing = True
        self.following = self.next_actor(seat)
        return paid

    def pay(self, seat: int, amount: int) -> int:
        """Move chips from a stack into the middle as live money, at most the whole stack."""
        paid = min(amount, self.stack[seat])
        self.stack[seat] -= paid
        self.total[seat] += paid
        if self.stack[seat] == 0:
            self.able &= ~(1 << seat)
            self.waiting &= ~(1 << seat)
        return paid

    # -- questions -----------------------------------------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        """Compute what a seat may bet: the chips to call (`to_call`) and the bounds of a raise-to (`least` and `most`).

        `most` is 0 when the seat may not raise (B4, B5, B13, G1).
        """
        owed = self.price - self.bet[seat]
        reach = self.bet[seat] + self.stack[seat]
        self.to_call = min(owed, self.stack[seat])
        self.least = 0
        self.most = 0
        # a seat that may not raise may not raise all-in either (B4)
        if reach <= self.price or not self.is_reopened(seat) or self.is_capped():
            return
        # a raise is not allowed if nobody could call it (B5)
        if self.able & ~(1 << seat) == 0:
            return
        # evolved games have no short raises: a player whose stack cannot pay the whole step may only call (G1)
        if self.limit == constants.FIXED_STEP and owed > 0 and reach < self.price + self.full_raise:
            return
        full_to = self.full_to()
        self.least = min(full_to, reach)
        self.most = reach
        # no-limit, the most common limit, does not need the pot, whose sum takes a loop
        if self.limit != constants.NO_LIMIT:
            self.most = highest(self.limit, self.price, full_to, reach, self.pot() + self.posted_short, owed)

    def full_to(self) -> int:
        """Return the total to which a full raise goes.

        In fixed limit this is the next whole bet above the price, which completes a bring-in or a short all-in (B13).
        In all other limits a full raise goes to the price plus `full_raise` (B3), or to the first full bet after a
        bring-in.
        """
        if self.limit == constants.FIXED_LIMIT:
            return (self.price // self.full_raise + 1) * self.full_raise
        if self.completing and self.price < self.full_raise:
            return self.full_raise
        return self.price + self.full_raise

    def deny(self) -> None:
        """Remove the raise from the choices that `ask` computed."""
        self.least = 0
        self.most = 0

    def why_no_raise(self, seat: int) -> str:
        """Return the clause of the rules that does not allow this seat to raise."""
        if self.bet[seat] + self.stack[seat] <= self.price:
            return "B6"
        if self.able & ~(1 << seat) == 0:
            return "B5"
        if not self.is_reopened(seat):
            return "B4"
        return "B13" if self.is_capped() else "G1"

    def is_reopened(self, seat: int) -> bool:
        """Return True if the betting is open for a seat: it has not acted, or the price has risen by a full raise since
        it acted (B4). In fixed limit half a bet is enough.
        """
        # with a fixed step any increase reopens the betting, even a short one (G1)
        if self.acted_at[seat] == constants.NEVER or self.limit == constants.FIXED_STEP:
            return True
        # the sum of several short all-ins can be a full raise (TDA 47); a check counts as acting at a price of 0 (B4)
        moved = self.price - self.acted_at[seat]
        if self.limit == constants.FIXED_LIMIT:
            return 2 * moved >= self.full_raise
        return moved >= self.full_raise

    def is_capped(self) -> bool:
        """Return True if no more raises are allowed on this street (B13, G1).

        The opening bet does not count as a raise, so that a street without raises can still be opened (G1).
        """
        if self.limit == constants.FIXED_LIMIT:
            return self.capped
        return self.price > 0 and 0 <= self.cap <= self.raises

    def pot(self) -> int:
        """Return all chips in the middle, including the bets of this street."""
        chips_in = self.dead_money
        for seat in range(constants.SEATS_MAX):
            chips_in += self.total[seat]
        return chips_in

    def next_actor(self, after: int) -> int:
        """Return the next seat to act, clockwise after a seat, or NOBODY when the round is over (B5).

        Every action stores the result in `following`. Each call also counts the chips, even after a fold, and sets
        `broken` if the count is wrong (M2).
        """
        self.count_chips()
        if self.waiting == 0:
            return constants.NOBODY
        # one player with chips is left: he acts only if he can still lose chips to somebody (B5), and to players who
        # have folded he cannot
        if self.able & (self.able - 1) == 0 and not self.can_lose(next_seat(self.seats, self.able, 0)):
            return constants.NOBODY
        return next_seat(self.seats, self.waiting, after)

    def count_chips(self) -> None:
        """Set `broken` unless every chip is in a stack or in the middle (M2)."""
        chips_all = self.dead_money
        for seat in range(constants.SEATS_MAX):
            chips_all += self.stack[seat] + self.total[seat]
        if chips_all != self.begun:
            self.broken = True

    def can_lose(self, seat: int) -> bool:
        """Return True if another live seat has put more into this street, so that this seat can lose chips (B5)."""
        for other in range(self.seats):
            if (self.live >> other) & 1 and self.bet[other] > self.bet[seat]:
                return True
        return False

    # -- actions -------------------------------------------------------------------------------------------------------

    def fold(self, seat: int) -> None:
        """Fold the hand. The seat's chips stay in the pot."""
        self.live &= ~(1 << seat)
        self.able &= ~(1 << seat)
        self.waiting &= ~(1 << seat)
        self.following = self.next_actor(seat)

    def call(self, seat: int) -> int:
        """Call, or check if there is nothing to call. Return the chips put in."""
        paid = self.pay(seat, self.price - self.bet[seat])
        self.bet[seat] += paid
        self.acted_at[seat] = self.price
        self.waiting &= ~(1 << seat)
        self.following = self.next_actor(seat)
        return paid

    def raise_to(self, seat: int, amount: int) -> int:
        """Bet or raise to a total for the street. Return the chips put in."""
        added = amount - self.price
        opened = self.price > 0
        if self.limit == constants.FIXED_LIMIT:
            self.count_bets(amount)
        paid = self.pay(seat, amount - self.bet[seat])
        self.bet[seat] = amount
        self.price = amount
        self.acted_at[seat] = amount
        # the price has risen, so every able seat acts again; `ask` decides which of them may raise
        self.waiting = self.able & ~(1 << seat)
        if self.completing:
            self.complete(seat)
        # a short all-in raises the price but neither counts as a raise nor changes the full raise (B3)
        elif self.limit != constants.FIXED_LIMIT and added >= self.full_raise:
            if opened and self.counts_as_raise(seat):
                self.raises += 1
            # in no-limit and pot-limit the next raise must add at least as much; fixed steps and fixed bets do not
            # change
            if self.limit < constants.FIXED_LIMIT:
                self.full_raise = added
        self.following = self.next_actor(seat)
        return paid

    def counts_as_raise(self, seat: int) -> bool:
        """Return True if this full raise counts towards the cap. In evolved games an all-in may not count (G1).

        With a fixed step, a raise with the whole stack is still called RAISE and counts; an action ALL_IN is never a
        raise of an existing bet.
        """
        return self.all_in_counts or self.limit == constants.FIXED_STEP or self.stack[seat] > 0

    def count_bets(self, amount: int) -> None:
        """Count a fixed-limit raise to this amount if it adds at least half a bet (B13)."""
        bets = self.bets_in(self.price)
        # the opening bet is not a raise, and an all-in that adds less than half a bet does not count as a bet
        if bets > 0 and self.bets_in(amount) > bets:
            self.raises += 1
        self.watch_cap(amount)

    def bets_in(self, amount: int) -> int:
        """Return how many bets of the street an amount contains. Half a bet is rounded up."""
        # floor(amount / bet + 1/2), in whole numbers
        return (2 * amount + self.full_raise) // (2 * self.full_raise)

    def watch_cap(self, amount: int) -> None:
        """Set `capped` if a bet to this amount reaches the maximum number of whole bets.

        If only two seats that are not all-in are left, there is no cap, unless the game has one even then
        (`cap_heads_up`).

        Call this method before the chips move. A cap that has been reached remains, even if players then fold or go
        all-in (B13).
        """
        if 0 <= self.cap <= amount // self.full_raise and (self.cap_heads_up or how_many(self.able) > 2):
            self.capped = True

    def complete(self, raiser: int) -> None:
        """Reopen the betting for players who called the bring-in, if the raise completes the bring-in to the full bet.
        """
        self.completing = False
        # an all-in between the bring-in and the full bet does not complete the bring-in, so it does not reopen the
        # betting
        if self.price >= self.full_raise:
            for seat in range(self.seats):
                if seat != raiser:
                    self.acted_at[seat] = constants.NEVER

    def uncalled(self) -> int:
        """Return the uncalled part of a bet to the player who bet it (B11). Return this player's seat, or NOBODY if
        every bet was called.

        The amount is stored in `returned`. If antes were paid, this method compares totals instead of bets, because the
        unmatched part of an ante is not part of any bet (B7). Without antes, two equal highest bets mean that
        everything was matched.
        """
        # a folded player's bet counts as a match, because its chips stay in the pot (B11)
        matched = 0
        for seat in range(constants.SEATS_MAX):
            matched += self.bet[seat] == self.price
        if matched > 1 and not self.has_antes:  # the usual case, found without a branch
            return constants.NOBODY
        # if a seat could not pay the whole ante, part of the others' antes is unmatched, and this part is not in any
        # bet
        owner = self.ahead(self.total) if self.has_antes else self.ahead(self.bet)
        if owner != constants.NOBODY:
            self.give_back(owner)
        return owner

    def trim_antes(self) -> int:
        """Give back the part of an ante that no other player matched.

        Call this method if antes differ, before blinds are posted. After that, `uncalled` compares bets only. Return
        the seat of the player who gets chips back, or NOBODY if every ante was matched. The amount is stored in
        `returned`.
        """

        self.has_antes = False
        owner = self.ahead(self.total)
        if owner != constants.NOBODY:
            self.give_back(owner)
        return owner

    def ahead(self, chips: Sequence[int]) -> int:
        """Return the live seat that has put in more than every other seat, or NOBODY if there is none. Store the
        difference between this seat and the second highest in `returned`.
        """
        top = 0
        second = 0
        owner = constants.NOBODY
        for seat in range(self.seats):
            if chips[seat] > top:
                second = top
                top = chips[seat]
                owner = seat
            elif chips[seat] > second:
                second = chips[seat]
        self.returned = top - second
        # a folded player gets nothing back: what he put in beyond the others stays in the last pot (B11)
        return owner if self.returned > 0 and (self.live >> owner) & 1 else constants.NOBODY

    def give_back(self, owner: int) -> None:
        """Move the returned chips from the middle to their owner's stack."""
        self.stack[owner] += self.returned
        self.total[owner] -= self.returned
        # a returned ante was never part of the street's bet, which must not become negative
        self.bet[owner] -= min(self.returned, self.bet[owner])
        # the player may have been all-in and has chips again
        self.able |= 1 << owner

    def forget_short_posts(self) -> None:
        """Forget short blinds. From the flop on, a pot-limit bet counts only the chips that are really in the pot
        (B13).
        """
        self.posted_short = 0

    def win(self, seat: int, amount: int) -> None:
        """Pay chips of the pot to a seat. `sweep` later empties the pot."""
        self.stack[seat] += amount

    def sweep(self) -> None:
        """Reset all bets, totals and dead money after the whole pot has been paid out."""
        self.price = 0
        for seat in range(constants.SEATS_MAX):
            self.bet[seat] = 0
            self.total[seat] = 0
            self.dead[seat] = 0
        self.dead_money = 0
        # count once more at the end of the hand: every chip must be in a stack (M2)
        self.count_chips()

    def copy_to(self, other: Round) -> None:
        """Copy the whole state of this round to another round."""
        other.seats = self.seats
        other.limit = self.limit
        other.all_in_counts = self.all_in_counts
        other.live = self.live
        other.able = self.able
        other.waiting = self.waiting
        other.price = self.price
        other.full_raise = self.full_raise
        other.raises = self.raises
        other.cap = self.cap
        other.cap_heads_up = self.cap_heads_up
        other.capped = self.capped
        other.completing = self.completing
        other.following = self.following
        other.posted_short = self.posted_short
        other.has_antes = self.has_antes
        other.returned = self.returned
        other.begun = self.begun
        other.dead_money = self.dead_money
        other.broken = self.broken
        for seat in range(constants.SEATS_MAX):
            other.stack[seat] = self.stack[seat]
            other.bet[seat] = self.bet[seat]
            other.total[seat] = self.total[seat]
            other.dead[seat] = self.dead[seat]
            other.acted_at[seat] = self.acted_at[seat]
