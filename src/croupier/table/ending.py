"""End a hand: compute the final stacks and the rake, and set up the next hand.

A hand begins with starting stacks and dead money and ends with finishing stacks and rake. The chips at the beginning
and at the end must be exactly equal (N7, M2). Rake is taken only if the host asks for it (`rakePercentage`, `rakeCap`,
or a stated `rake`). The winners pay it, and there is none before the flop.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from croupier.notation.facts import won
from croupier.table.amounts import BadTable, dict_amount, exact, places_in, short, units
from croupier.table.blinds import Spots
from croupier.table.dicts.reading import TableHand, read
from croupier.table.dicts.settings import rake_share
from croupier.table.dicts.writing import Hand, written
from croupier.table.play import HandInPlay, check_seed
from croupier.table.replay_cache import keep, replayed
from croupier.table.seats import LEAVE, cash, spots_before_move

RESULTS = ("author", "finishingStacks", "winnings", "rake", "totalPot", "seed", "_topUps", "_rake", "_totalPot", "_put",
           "_uncalled", "_posts", "_unbalanced", "_unread", "_unsupported")
"""Fields that belong to one hand and are not copied to the next. The last ones occur in records imported from a poker
room's text.
"""


def finish(hand: Hand) -> Hand:
    """Return the hand with `finishingStacks`, `winnings`, `totalPot` and `rake`. Raise BadTable if it is not over."""
    state = read(hand)
    play = replayed(state)
    ended = Ending(state, play)
    keep(play, state.log)
    return {**hand, "finishingStacks": [*map(state.dict_amount, ended.stacks)],
            "winnings": [*map(state.dict_amount, ended.winnings)],
            "totalPot": state.dict_amount(ended.pot), "rake": state.dict_amount(ended.rake)}


class Ending:
    """The results of a hand. Lists have one entry for each player, in the order of the dict. Amounts are in units."""

    def __init__(self, state: TableHand, play: HandInPlay) -> None:
        self.state = state
        if not play.hand.is_over:
            raise BadTable(f"the hand is not complete: {_missing(play)}", "N12")
        gains, _ = won(play.hand)
        self.stacks = [seat.stack for seat in state.seats]
        self.winnings = [0] * len(state.seats)
        for at, place in enumerate(play.columns):
            self.stacks[place] = play.hand.stacks[at] * state.unit
            self.winnings[place] = gains[at] * state.unit
        self.pot = sum(self.winnings)
        self.rake = self._rake(play)
        self._take_rake()
        self._balance()

    def _rake(self, play: HandInPlay) -> int:
        """Return the rake of the pots, 0 before the flop."""
        hand, places = self.state.hand, self.state.places
        # no flop, no rake; in games without a flop the second street counts
        if not play.saw_second_street:
            return 0
        if hand.get("rake") is not None:
            stated = _units(hand["rake"], "rake", places)
            if stated > self.pot:
                pot = dict_amount(self.pot, places)
                raise BadTable(f"a rake of {short(hand['rake'])} of a pot of {pot}", "M2")
            return stated
        # Decimal times int is exact; rounding down favours the players
        taken = int(self.pot * rake_share(hand))
        if hand.get("rakeCap") is not None:
            # a cap with more decimal places than the hand has is rounded down
            taken = min(taken, units(exact(hand["rakeCap"], "rakeCap"), places))
        # a multiple of the hand's unit, because a part of a unit could not be paid out
        return taken // self.state.unit * self.state.unit

    def _take_rake(self) -> None:
        """Take the rake from each winner.

        If an imported record shows how much rake each winner paid, use those shares. Otherwise take the rake in
        proportion to the winnings.
        """
        shares = self._shares_stated() or self._shares()
        self.stacks = [stack - share for stack, share in zip(self.stacks, shares)]
        self.winnings = [gain - share for gain, share in zip(self.winnings, shares)]

    def _shares_stated(self) -> list[int]:
        """Return the rake that each winner paid, if an imported record's results show it; otherwise return nothing."""
        stated = stated_stacks(self.state) if "_rake" in self.state.hand else None
        shares = [stack - left for stack, left in zip(self.stacks, stated or ())]
        # results may differ from ours for other reasons, so use them only if rake alone explains the difference
        may_be = sum(shares) == self.rake and all(0 <= share <= gain for share, gain in zip(shares, self.winnings))
        return shares if may_be else []

    def _shares(self) -> list[int]:
        """Return each winner's rake, in proportion to the winnings. The first winners pay the remainder."""
        unit = self.state.unit
        shares = [self.rake * won // (self.pot * unit) * unit if self.pot else 0 for won in self.winnings]
        left = self.rake - sum(shares)
        for place, won_units in enumerate(self.winnings):
            # nobody pays more rake than it won
            more = min(left, won_units - shares[place])
            shares[place] += more
            left -= more
        return shares

    def _balance(self) -> None:
        """Check that the chips add up and that the results stated in the dict agree with the computed ones."""
        start, left = self.state.starting_chips, sum(self.stacks)
        if start != left + self.rake:
            raise BadTable(f"{start} units at the start, {left} and {self.rake} rake at the end", "M2")
        stated = stated_stacks(self.state)
        if stated is not None and stated != self.stacks:
            raise BadTable("finishingStacks as stated contradict the hand as played", "M2")


def _units(value: Any, what: str, places: int) -> int:
    """Return a stated amount in units. Raise BadTable if the amount is not a whole number of units."""
    number = exact(value, what)
    if places_in([number]) > places:
        raise BadTable(f"{what} {short(value)} is finer than the unit of this hand", "M1")
    return units(number, places)


def stated_stacks(state: TableHand) -> list[int] | None:
    """Return `finishingStacks` in units, or None if the dict has no such field. Raise BadTable if the chips do not add
    up.
    """
    column = state.hand.get("finishingStacks")
    if column is None:
        return None
    if type(column) is not list or len(column) != len(state.seats):
        raise BadTable("finishingStacks do not hold one amount for each player")
    stacks = [_units(value, "finishingStacks", state.places) for value in column]
    rake = state.hand.get("rake")
    taken = 0 if rake is None else _units(rake, "rake", state.places)
    if state.starting_chips != sum(stacks) + taken:
        raise BadTable("starting stacks and dead money are not finishing stacks and rake", "M2")
    return stacks


def _missing(play: HandInPlay) -> str:
    if play.hand.awaits is not None:
        return "cards are to be dealt" if play.hand.awaits == "cards" else "hands are to be shown"
    return f"{play.state.seats[play.actor or 0].player} is to act"


# -- the hand that follows ---------------------------------------------------------------------------------------------


def next_hand(hand: Hand, seed: int | str | None = None) -> Hand:
    """Return the next hand: leavers are removed, debts are charged and paid, the blinds move, and the log is empty.

    The next hand gets the `seed` passed in, else one derived from this hand's seed. If there is no seed at all, cards
    are dealt face down, because this library does not know them. Raise BadTable if this hand is not over.
    """
    state = read(hand)
    # top-ups are added after the hand is settled, so that chips bought during the hand were never at risk
    stacks = [stack + added for stack, added in zip(_ended(state), top_ups(state))]
    seats = [replace(seat, stack=stack) for seat, stack in zip(state.seats, stacks)]
    seating = cash(seats, state.stakes, _last_spots(state))
    fresh = written(state, seating)
    for name in RESULTS:
        fresh.pop(name, None)
    fresh["actions"] = []
    if type(hand.get("hand")) is int:
        fresh["hand"] = hand["hand"] + 1
    new_seed = _next_seed(hand) if seed is None else seed
    if new_seed is not None:
        check_seed(new_seed)
        fresh["seed"] = new_seed
    return fresh


def _last_spots(state: TableHand) -> Spots:
    """Return the seats of the blinds that were posted last.

    A hand that nobody played posted no blinds, unless the dict states its results.
    """
    was_posted = state.is_dealt or state.hand.get("finishingStacks") is not None
    return state.spots if was_posted or not any(state.blinds) else spots_before_move(state.spots)


def top_ups(state: TableHand) -> list[int]:
    """Return the chips that players add between hands (`_topUps`), in units. Leavers add no chips."""
    added = state.hand.get("_topUps") or [0] * len(state.seats)
    return [0 if seat.intent == LEAVE else _units(amount, "_topUps", state.places)
            for seat, amount in zip(state.seats, added)]


def _ended(state: TableHand) -> list[int]:
    """Return the stacks at the end of a hand, computed by replaying the log.

    If the engine refuses the log or the log is not complete, return the stacks that the dict states.
    """
    if not state.is_dealt:
        return _undealt(state)
    stated = stated_stacks(state)
    try:
        play = replayed(state)
    # a log that cannot be replayed must not block the table if the host has stated the result
    except BadTable:
        if stated is None:
            raise
        return stated
    if stated is not None and not play.hand.is_over:
        return stated
    stacks = Ending(state, play).stacks
    keep(play, state.log)
    return stacks


def _undealt(state: TableHand) -> list[int]:
    """Return the stacks after a hand that was never dealt.

    Use the stacks that the dict states, else the starting stacks plus the debts that players paid to come in.
    """
    stated = stated_stacks(state)
    if stated is not None:
        return stated
    staying = [seat for seat in state.seats if seat.intent != LEAVE]
    if sum(seat.plays for seat in staying) > 1:
        raise BadTable("the hand is not complete: it has not been dealt", "N12")
    return [seat.stack + dead for seat, dead in zip(state.seats, state.dead)]


def _next_seed(hand: Hand) -> int | str | None:
    """Derive the next hand's seed from this hand's seed, with the same type.

    The derivation is one-way: nobody can compute the old seed from the new one.
    """
    seed: int | str | None = hand.get("seed")
    if seed is None:
        return None
    check_seed(seed)
    number = hand.get("hand")
    # the hand number may be any value, and Python refuses to print a huge int: `short` prints both
    number = number if type(number) is str else short(number)
    digest = hashlib.sha256(f"croupier next hand|{number}|{seed}".encode("utf-8", "surrogatepass")).digest()
    # 63 bits fit a signed 64-bit integer
    return digest.hex() if type(seed) is str else int.from_bytes(digest[:8], "big") >> 1
