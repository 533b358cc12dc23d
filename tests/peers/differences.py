"""The known differences from pokerkit 0.7.7, each a predicate named by the clause that decides it.

A predicate sees one decision of a hand that both engines have played so far with the same chips. It answers true only
if the situation of its clause is there *and* both engines answer as their rules say they must. Whatever no predicate
recognises is a failure. `docs/known-differences.md` tells the story of each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

from croupier import Hand

from .deals import Deal
from .memory import CAP, Memory
from .settle import HABITS, Facts, final
from .table import Table

GO_ON, STOP, CHECK_THROUGH = "go on", "stop", "check through"


@dataclass
class Node:
    """One decision, in both engines."""

    deal: Deal
    hand: Hand
    table: Table
    memory: Memory

    def __post_init__(self) -> None:
        hand, legal = self.hand, self.hand.legal()
        self.seat = hand.actor
        self.ours = None if legal.max_raise_to is None else (legal.min_raise_to, legal.max_raise_to)
        self.call = legal.call or 0
        self.theirs = self.table.raises
        self.fields = {name for name, same in self.compared() if not same}

    def compared(self) -> list[tuple[str, bool]]:
        hand, table = self.hand, self.table
        found = [("actor", hand.actor == table.actor), ("stacks", hand.stacks == table.stacks)]
        found += [("bets", hand.is_over or hand.bets == table.bets)]
        return [*found, ("call", self.call == table.call), ("raise", self.ours == self.theirs)]

    # -- what the predicates ask

    @property
    def reach(self) -> int:
        return self.hand.bets[self.seat] + self.hand.stacks[self.seat]

    @property
    def moved(self) -> int | None:
        """How far the price has moved since the seat acted on this street; None if it has not acted."""
        acted_at = self.memory.acted_at.get(self.seat)
        return None if acted_at is None else self.hand.price - acted_at

    @property
    def others(self) -> list[int]:
        return [seat for seat in self.memory.live if seat != self.seat]

    @property
    def only_raise(self) -> bool:
        return self.fields == {"raise"}

    @property
    def only_ours(self) -> bool:
        return self.only_raise and self.ours == self.open_range(self.assumed) and self.theirs is None

    @property
    def only_theirs(self) -> bool:
        return self.only_raise and self.ours is None and self.theirs == self.their_range

    @property
    def bet(self) -> int:
        """The bet of this street of a fixed limit."""
        return self.hand.full_raise

    @property
    def whole_bets(self) -> int:
        """The whole bets in the price (B13)."""
        return self.hand.price // self.bet

    @property
    def their_range(self) -> tuple[int, int]:
        """The raise-to range of a seat that may raise by pokerkit's rules: always a full raise above the price."""
        return self.range_from(self.hand.price + self.hand.full_raise)

    def open_range(self, assumed: int = 0) -> tuple[int, int]:
        """The raise-to range of a seat that may raise; `assumed` chips are added to the pot of a pot limit.

        A fixed limit's raise goes to the next whole bet above the price (B13).
        """
        fixed = self.deal.limit == "fixed"
        return self.range_from((self.whole_bets + 1) * self.bet if fixed else self.hand.price + self.bet, assumed)

    def range_from(self, low: int, assumed: int = 0) -> tuple[int, int]:
        hand = self.hand
        most = {"no": self.reach, "fixed": low}.get(self.deal.limit)
        if most is None:
            most = max(low, 2 * hand.price - hand.bets[self.seat] + hand.pot + assumed)
        return min(low, self.reach), min(most, self.reach)

    @property
    def short_posts(self) -> int:
        """What blinds and straddles fell short of their nominal amounts."""
        deal = self.deal
        left = [max(0, stack - deal.ante) for stack in deal.stacks]
        return sum(max(0, amount - left[seat]) for seat, amount in deal.posts.items())

    @property
    def assumed(self) -> int:
        """What a pot limit adds for short posts before the flop (B13)."""
        return self.short_posts if self.on_first_street else 0

    @property
    def on_first_street(self) -> bool:
        return self.hand.street == self.hand.rules.streets[0].name

    @property
    def is_first(self) -> bool:
        return self.on_first_street and not self.memory.acted_at


# -- who may raise -----------------------------------------------------------------------------------------------------


def b4_limp_or_check_reopened(node: Node) -> bool:
    """After a limp or a check, only short all-ins: pokerkit counts no blind as a bet and lets the seat raise."""
    if not node.only_theirs or node.moved is None or any(lift.is_full for lift in node.memory.lifts):
        return False
    full = node.hand.full_raise
    return 0 < node.moved < full and (node.deal.limit != "fixed" or 2 * node.moved < full)


def b4_short_all_ins_add_up(node: Node) -> bool:
    """Several short all-ins since the seat acted make a full raise; pokerkit begins a new count after each sum."""
    if not node.only_ours or node.moved is None or node.deal.limit == "fixed":
        return False
    since = node.memory.lifts_since(node.seat)
    return len(since) > 1 and not any(lift.is_full for lift in since) and node.moved >= node.hand.full_raise


def b5_raise_nobody_can_call(node: Node) -> bool:
    """No other live seat could put in more than the price, but one still has chips."""
    if not node.only_ours:
        return False
    stacks, bets, price = node.hand.stacks, node.hand.bets, node.hand.price
    reach = [bets[seat] + stacks[seat] for seat in node.others]
    return max(reach) <= price and any(stacks[seat] for seat in node.others)


def b13_half_a_bet_reopens(node: Node) -> bool:
    """Fixed limit: half a bet or more since the seat acted, by short all-ins; pokerkit wants a whole one."""
    if not node.only_ours or node.moved is None or node.deal.limit != "fixed":
        return False
    since = node.memory.lifts_since(node.seat)
    return not any(lift.is_full for lift in since) and 2 * node.moved >= node.hand.full_raise


def b13_cap_lifted_for_two(node: Node) -> bool:
    """Fixed limit: pokerkit stops after four bets and raises even if only two seats could still bet before."""
    return _at_their_cap(node) and node.whole_bets >= CAP and node.memory.able_at_cap(node.bet) == 2


def b13_cap_counts_whole_bets(node: Node) -> bool:
    """Fixed limit: pokerkit counts every all-in towards the cap, ours counts whole bets."""
    return _at_their_cap(node) and node.whole_bets < CAP


def b13_big_blind_is_the_first_bet(node: Node) -> bool:
    """Fixed limit before the flop: blinds and straddles are bets of the street; pokerkit begins to count after them."""
    if not (node.only_theirs and node.deal.limit == "fixed" and node.on_first_street and len(node.memory.lifts) < CAP):
        return False
    return node.whole_bets >= CAP and node.memory.able_at_cap(node.bet) > 2


def b13_short_all_in_is_completed(node: Node) -> bool:
    """Fixed limit: ours raises to the next whole bet, pokerkit to a whole bet above the short all-in."""
    if not (node.only_raise and node.deal.limit == "fixed" and node.hand.price % node.bet):
        return False
    return node.ours == node.open_range() and node.theirs == node.their_range


def _at_their_cap(node: Node) -> bool:
    return node.only_ours and node.deal.limit == "fixed" and len(node.memory.lifts) == CAP


def b9_bring_in_is_no_completion(node: Node) -> bool:
    """Stud: a seat with no more than the bring-in can only bring in; pokerkit also calls its all-in a completion."""
    opening = node.hand.legal().bring_in
    return node.only_raise and opening is not None and node.ours is None and node.theirs == (opening, opening)


# -- how much ----------------------------------------------------------------------------------------------------------


def b13_pot_assumes_full_blinds(node: Node) -> bool:
    """Pot limit before the flop: a short blind counts in full; pokerkit counts what is there."""
    if not (node.only_raise and node.deal.limit == "pot" and node.assumed):
        return False
    return node.ours == node.open_range(node.assumed) and node.theirs == node.open_range()


def b6_short_big_blind_lowers_the_price(node: Node) -> bool:
    """Before the flop nobody has raised and the largest post is short: pokerkit's price is what was posted."""
    if not node.fields <= {"call", "raise"} or not node.on_first_street or node.memory.lifts:
        return False
    seat, bets = node.seat, node.hand.bets
    posted = max(bets)
    owed = min(node.hand.stacks[seat], posted - bets[seat])
    return posted < node.deal.price == node.hand.price and node.table.call == owed


# -- who acts ----------------------------------------------------------------------------------------------------------


def b5_no_prompt_with_nothing_to_win(node: Node) -> bool:
    """pokerkit asks a seat that owes nothing though every other live seat is all-in."""
    table, actor = node.table, node.table.actor
    if actor is None or not node.fields & {"actor", "drawing"} or table.call or table.raises is not None:
        return False
    return actor in node.memory.live and not any(table.stacks[s] for s in node.memory.live if s != actor)


def b8_last_straddler_was_short(node: Node) -> bool:
    """The nominal last poster posted less than another: pokerkit begins left of the largest bet."""
    deal, bets, stacks = node.deal, node.hand.bets, node.hand.stacks
    if not node.is_first or "actor" not in node.fields or {"stacks", "bets"} & node.fields:
        return False
    largest = max(deal.order, key=lambda seat: (bets[seat], deal.order.index(seat)))
    after = [(largest + i) % deal.seats for i in range(1, deal.seats + 1)]
    opener = next(seat for seat in after if stacks[seat])
    return largest != list(deal.posts)[-1] and node.table.actor == opener


def b7_big_blind_ante_comes_after_the_blind(node: Node) -> bool:
    """A big blind short of blind and ante: pokerkit takes the ante first, and has a smaller blind or nobody to ask."""
    deal, hand, table = node.deal, node.hand, node.table
    if not node.is_first or deal.bb_ante_paid() == deal.bb_ante_paid(first=True):
        return False
    if hand.is_over or table.actor is None:
        return hand.is_over != (table.actor is None)
    seat = deal.bb_seat
    stack = deal.stacks[seat]
    return hand.bets[seat] == min(deal.bb, stack) and table.bets[seat] == stack - deal.bb_ante_paid(first=True)


Predicate = Callable[[Node], bool]
KNOWN: list[tuple[Predicate, str]] = [
    (b7_big_blind_ante_comes_after_the_blind, STOP),
    (b8_last_straddler_was_short, STOP),
    (b6_short_big_blind_lowers_the_price, STOP),
    (b5_no_prompt_with_nothing_to_win, CHECK_THROUGH),
    (b4_limp_or_check_reopened, GO_ON),
    (b4_short_all_ins_add_up, GO_ON),
    (b5_raise_nobody_can_call, GO_ON),
    (b13_half_a_bet_reopens, GO_ON),
    (b13_cap_lifted_for_two, GO_ON),
    (b13_cap_counts_whole_bets, GO_ON),
    (b13_big_blind_is_the_first_bet, GO_ON),
    (b13_short_all_in_is_completed, GO_ON),
    (b13_pot_assumes_full_blinds, GO_ON),
    (b9_bring_in_is_no_completion, GO_ON),
]


def recognise(node: Node) -> tuple[str, str] | None:
    """The name of the first predicate that knows this difference, and what to do next."""
    return next(((predicate.__name__, then) for predicate, then in KNOWN if predicate(node)), None)


def recognise_end(facts: Facts, ours: list[int], theirs: list[int]) -> str | None:
    """The fewest of pokerkit's habits that turn B11's division, which must be ours, into theirs."""
    if final(facts) != ours:
        return None
    for size in range(1, len(HABITS) + 1):
        for habits in combinations(HABITS, size):
            if final(facts, habits) == theirs:
                return "b11_" + "_and_".join(habits)
    return None


def recognise_ante(facts: Facts, ours: list[int], theirs: list[int], line: list[object]) -> str | None:
    """Nobody could act, and each engine paid out what its order of blind and ante gives."""
    deal = facts.deal
    if line or not deal.bb_ante:
        return None
    paid, seat = deal.bb_ante_paid(first=True), deal.bb_seat
    totals = list(facts.totals)
    totals[seat] = min(deal.bb, deal.stacks[seat] - paid)
    peer = replace(facts, totals=tuple(totals), dead=paid)
    if paid != facts.dead and final(facts) == ours and final(peer, HABITS) == theirs:
        return b7_big_blind_ante_comes_after_the_blind.__name__
    return None
