# cython: nonecheck=True, boundscheck=True, wraparound=True
"""The stakes of a hand as PHH writes them: antes, blinds, dead money and bet sizes, from what players posted.

Each blind is written at the seat that pays it. With two players PHH writes the small blind first, although the button
(p2) pays it. A newcomer's live post is negative. Dead money is subtracted from the starting stack (ruling N7).
"""

from __future__ import annotations

from decimal import ROUND_DOWN
from typing import Any

from croupier.notation.phh_order import posting_order
from croupier.notation.pokerstars.hand_text import HandText, StatedPost
from croupier.notation.record import Number


class PostedStakes:
    """Computes the stakes from the posts of one hand. `place` maps the text's seats to PHH's order."""

    def __init__(self, hand: HandText, order: list[int], place: list[int]) -> None:
        self.hand = hand
        self.order = order
        self.place = place
        self.size = len(order)
        self.has_bring_in = hand.header.has_bring_in

    def add_to(self, found: dict[str, Any]) -> None:
        """Add antes, blinds, bet sizes and starting stacks to the fields of a record."""
        antes, is_equal = self.antes()
        dead = self.dead()
        stacks = [self.hand.stacks[seat] for seat in self.order]
        found["ante_trimming_status"] = is_equal
        found["antes"] = antes
        if not self.has_bring_in:
            found["blinds_or_straddles"] = self.blinds()
        found.update(self.bets())
        found["starting_stacks"] = stacks if dead is None else [stack - less for stack, less in zip(stacks, dead)]
        if dead is not None:
            found["_dead_money"] = dead

    def antes(self) -> tuple[list[Number], bool]:
        """Return the ante of each seat, and whether all antes are equal. If a stack was too short, its ante counts in
        full.
        """
        paid: list[Number] = [0] * self.size
        posts = [post for post in self.hand.posts if post.kind == "ante"]
        # without antes, trimming has no meaning, and PHH's default is false (B7)
        if not posts:
            return paid, False
        for post in posts:
            paid[self.place[post.seat]] += post.amount
        short = {self.place[post.seat] for post in posts if post.all_in}
        nominal = max(paid)
        payers = [place for place, amount in enumerate(paid) if amount]
        # if only one player pays, it is a big-blind ante, which is not divided into side pots
        is_equal = all(paid[place] == nominal or place in short for place in payers) and len(payers) > 1
        # a short ante is written in full, because the engine takes only what the stack has
        column = [nominal if is_equal and amount else amount for amount in paid]
        return posting_order(column), is_equal

    def dead(self) -> list[Number] | None:
        """Return the dead money of each seat: a second small blind, or the small part of "small & big blinds". Return
        None if nobody posted dead money.
        """
        column: list[Number] = [0] * self.size
        is_any = False
        for post in self.hand.posts:
            if post.kind == "dead":
                column[self.place[post.seat]] += post.amount
                is_any = True
            elif post.kind == "both":
                column[self.place[post.seat]] += post.amount - self.live_part(post)
                is_any = True
        return column if is_any and any(column) else None

    def live_part(self, post: StatedPost) -> Number:
        """Return the part of a post that counts as a bet."""
        big = self.hand.header.big_blind if post.kind == "both" else 0
        return min(post.amount, big) if big else post.amount

    def nominal(self, kind: str) -> Number:
        """Return a blind as the header states it, or 0 if it does not."""
        header = self.hand.header
        if kind != "small":
            return header.big_blind
        return 0 if header.stakes is None or header.is_fixed else header.stakes[0]

    def blinds(self) -> list[Number]:
        """Return the blinds and straddles of each seat. A newcomer's post is negative."""
        column: list[Number] = [0] * self.size
        is_big_posted = False
        for post in self.hand.posts:
            kind = post.kind
            if kind == "ante" or kind == "dead":
                continue
            is_big = kind == "big" or kind == "both"
            amount = self.live_part(post) if kind == "both" else post.amount
            if post.all_in:
                # for a blind posted all-in, the price is the nominal blind (B6)
                amount = max(amount, self.nominal(kind))
                if kind == "straddle":
                    amount = max(amount, 2 * max(column))  # a straddle is at least twice the largest post (B8)
            # a second big blind is a newcomer's live post, which PHH writes as a negative number (N12)
            column[self.place[post.seat]] += -amount if is_big and is_big_posted else amount
            is_big_posted = is_big_posted or is_big
        return posting_order(column)

    def bets(self) -> dict[str, Any]:
        """Return the minimum bet, or in fixed limit the two bets and the bring-in."""
        header = self.hand.header
        found: dict[str, Any]
        if not header.is_fixed:
            found = {"min_bet": header.big_blind or self.largest_blind()}
        elif header.stakes is not None:
            found = {"small_bet": header.stakes[0], "big_bet": header.stakes[1]}
        else:
            found = {"small_bet": self.largest_blind(), "big_bet": 2 * self.largest_blind()}
        if self.has_bring_in:
            found = {"bring_in": self.bring_in(next(iter(found.values()))), **found}
        return found

    def largest_blind(self) -> Number:
        """Return the largest big or button blind that was posted."""
        return max((post.amount for post in self.hand.posts if post.kind in ("big", "button")), default=0)

    def bring_in(self, small_bet: Number) -> Number:
        """Return the bring-in. The bring-in is the amount paid, or the amount that the next player called if the
        payer's stack was too short.

        If the opener completed at once, the text does not state the bring-in. In this case half a small bet is assumed,
        in whole units, or the amount of the completion if it was a smaller all-in.
        """
        opening = [step for step in self.hand.steps if step.kind in ("bring_in", "call", "bet", "raise")][:2]
        if opening and opening[0].kind == "bring_in":
            called = opening[1].amount if len(opening) == 2 and opening[1].kind == "call" else 0
            return max(opening[0].amount, called)
        completed = opening[0].amount if opening else small_bet
        # any amount below the completion gives the same replay
        half = small_bet // 2 if isinstance(small_bet, int) else (small_bet / 2).quantize(small_bet, ROUND_DOWN)
        return half if 0 < half < completed else min([post.amount for post in self.hand.posts] + [completed])
