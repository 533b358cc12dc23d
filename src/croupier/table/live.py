"""A live cash table: its seats and their chips from hand to hand (seed 004; rulings N2-N8, N14, N15, M2).

    table = LiveTable(croupier.holdem(sb=10, bb=20), CashRules(buy_in_min=400, buy_in_max=4000))
    ann, bob = table.join("Ann", 2000), table.join("Bob", 2000)
    hand = table.deal(seed=7)                       add top-ups, post blinds, charge debts, deal cards
    ...                                             play the hand
    table.finish(hand)                              update stacks; let leavers go with their chips

A seat goes through these states:

    join → inactive → (next hand) plays ⇄ sits out (intent 1 or 2) → gone with its chips (intent 3, or broke)

The pure function `seats.cash` decides who plays and who posts. This module keeps the rest: buy-ins and top-ups,
intents, pauses, the chips that recent leavers took away, and a sum of all chips that came and went. It reads no clock
and sends nothing. The caller passes the time as `now`, in milliseconds, and every method that moves chips on or off the
table returns a list of `Moved`. A refused request raises `BadTable` and changes nothing. The arena's cash tables are
`LiveTable`s whose seats have connections.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, TypeVar

from croupier.betting.rulebook import CHIPS_MAX
from croupier.errors import short
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import ChipsLost, Hand, dealt
from croupier.table import seats as rule
from croupier.table.amounts import BadTable
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts, stakes_of
from croupier.table.joining import bought_in
from croupier.table.seats import INTENTS, LEAVE, PAUSE, PLAY, WAIT_FOR_BB


@dataclass(frozen=True, slots=True)
class CashRules:
    """The house rules of a cash table, in chips and milliseconds."""

    seats: int = 6
    buy_in_min: int = 1
    buy_in_max: int = CHIPS_MAX
    """The largest buy-in; no top-up raises a stack above it."""
    usual_buy_in: int = 0
    """The buy-in of a player who names no amount."""
    bankroll: int = 0
    """The most chips that a player may bring to the table in total, less those it took away. 0 means no limit."""
    absence_ms: int | None = None
    """A seat pauses once its player has been absent for this time. None means never."""
    pause_max_ms: int | None = None
    """The longest pause. A player who pauses longer leaves with its chips. None means no limit."""
    leaver_memory_ms: int = 0
    """A leaver who comes back within this time must bring at least the chips it left with (N8). 0 turns the rule
    off.
    """


@dataclass(slots=True)
class LiveSeat:
    """A player at the table."""

    seat: int
    """The seat's number, counted from 0."""
    player: str
    stack: int = 0
    intent: int = PLAY
    inactive: bool = False
    debt: int = 0
    dealt: bool = False
    """True if the seat was dealt into the current hand or, between hands, the last one."""
    buy_in: int = 0
    auto_buy: bool = False
    """True if the player tops up to its buy-in before every hand."""
    top_up: int = 0
    """Chips to be added before the next hand."""
    absent: bool = False
    """True if the seat pauses only because its player is absent."""
    paused_ms: int | None = None
    """When the seat began to sit out or its player went away; None if neither happened."""

    @property
    def is_here(self) -> bool:
        """Return True if the player is present; at the arena that means connected."""
        return True

    def row(self, chips: int = 0) -> rule.SeatedPlayer:
        """Return the seat as `seats.cash` needs it: numbered from 1, with the `chips` just bought in its stack."""
        return rule.SeatedPlayer(self.player, self.seat + 1, self.stack + chips, self.intent, self.inactive, self.debt,
                         self.dealt)


Place = TypeVar("Place", bound=LiveSeat)


@dataclass(frozen=True, slots=True)
class Moved(Generic[Place]):
    """A change of one seat's chips: `chips` is positive if they came onto the table, negative if they left it."""

    seat: Place
    chips: int
    stack: int
    """The seat's stack after the change."""
    why: str
    """`buy_in`, `top_up` or `cash_out`."""


@dataclass(frozen=True, slots=True)
class HandPlan(Generic[Place]):
    """The start of a hand: the players dealt in, their chips, and their forced bets."""

    stacks: dict[int, int]
    """Chips by seat before any post. They still include the debts that are paid in this hand."""
    posts: Posts
    rows: list[rule.SeatedPlayer]
    """All seats of the table at the start of the hand."""
    moved: list[Moved[Place]]


@dataclass
class LiveTable(Generic[Place]):
    """One cash table, during its hands and between them."""

    game: PokerGame
    rules: CashRules = field(default_factory=CashRules)
    seats: dict[int, Place] = field(default_factory=dict)
    """The seats that are taken, in order."""
    spots: Spots = field(default_factory=Spots)
    """The seats of the blinds and the button in the last hand that was not void."""
    brought: dict[str, int] = field(default_factory=dict)
    """The chips that each player brought, less the chips it took away; letter case does not matter."""
    left_with: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each leaver: the chips it took away, and the time until which it must bring back at least as many (N8).

    Debts are not kept here: they are forgiven when a player leaves.
    """
    in_hand: bool = False

    def __post_init__(self) -> None:
        self.stakes = stakes_of(self.game)
        self._before: tuple[Spots, list[rule.SeatedPlayer]] = self.spots, []
        self._plan: HandPlan[Place] | None = None
        self._hand: Hand | None = None
        self.vacated: set[int] = set()
        """Seats that players gave up during the hand in play, even if somebody has sat down there since."""

    def kept(self) -> dict[str, Any]:
        """Return the data that a checkpoint between two hands stores besides the seats."""
        return {"spots": asdict(self.spots), "brought": self.brought, "left_with": self.left_with}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Restore the state that `kept` returned."""
        self.spots, self.brought = Spots(**kept["spots"]), dict(kept["brought"])
        self.left_with = {player: (chips, until) for player, (chips, until) in kept["left_with"].items()}

    # -- coming --------------------------------------------------------------------------------------------------------

    def join(self: LiveTable[LiveSeat], player: str, chips: int | None = None, seat: int | None = None,
             intent: int = PLAY, now: int = 0) -> LiveSeat:
        """Seat a newcomer at the seat it asks for, else at the lowest free one, and return that seat."""
        if not isinstance(player, str) or not player.strip():
            raise BadTable(f"{short(player)} is not a name", "N1")
        if any(_key(player) == _key(other.player) for other in self.seats.values()):
            raise BadTable(f"{player} sits here already", "N1")
        # check everything before changing anything
        chips = self.check_buy_in(player, chips, now)
        new = LiveSeat(free_seat(self.seats, self.rules.seats, seat), player)
        self.sit(new, chips, intent, now)
        return new

    def check_buy_in(self, player: str, wanted: int | None, now: int, leaving: Place | None = None) -> int:
        """Return a player's buy-in, cut down to the chips it owns. Raise BadTable if it may not sit down (N8, N14).

        A player who is still `leaving` another seat gets the chips of that seat back first.
        """
        rules, back = self.rules, 0 if leaving is None else leaving.stack
        kept = back if rules.leaver_memory_ms and leaving is not None else self._remembered(player, now)
        # a leaver who names no amount comes back with what it took, even if the usual buy-in is smaller
        asked = max(rules.usual_buy_in, kept) if wanted is None else wanted
        if asked < kept:
            raise BadTable(f"{player} left with {kept} and cannot come back with {asked} yet", "N8")
        # a player who left with more than the largest buy-in must be able to bring it all back (N8)
        if not rules.buy_in_min <= asked <= max(rules.buy_in_max, kept):
            raise BadTable(f"a buy-in of {asked} is outside {self._range}", "N14")
        chips: int = bought_in(asked, player, {player: self.left(player) + back} if rules.bankroll else None)
        if chips < rules.buy_in_min:
            raise BadTable(f"{player} has {chips} left, which is outside {self._range}", "N14")
        return chips

    def sit(self, seat: Place, chips: int, intent: int, now: int) -> list[Moved[Place]]:
        """Put a new player into a seat. The player is inactive until the next hand and has no debt (N2)."""
        if type(intent) is not int or intent not in (PLAY, WAIT_FOR_BB, PAUSE):
            raise BadTable(f"a player sits down with intent 0, 1 or 2, not {intent!r}", "N2")
        self.seats[seat.seat] = seat
        # sort the dict by seat: a dict keeps the order of insertion, and cards are dealt in that order
        for place in sorted(self.seats):
            self.seats[place] = self.seats.pop(place)
        seat.buy_in, seat.intent, seat.inactive = chips, intent, True
        seat.paused_ms = now if intent else None
        # the leaver has brought its chips back
        self.left_with.pop(_key(seat.player), None)
        return [self._move(seat, chips, "buy_in")]

    @property
    def _range(self) -> str:
        return f"{self.rules.buy_in_min}..{self.rules.buy_in_max}"

    def _remembered(self, player: str, now: int) -> int:
        """Return the chips that a recent leaver must bring back; 0 if the player may buy in for any amount (N8)."""
        chips, until = self.left_with.get(_key(player), (0, 0))
        return chips if now < until else 0

    def left(self, player: str) -> int:
        """Return the chips that a player may still bring to the table."""
        if not self.rules.bankroll:
            return CHIPS_MAX
        return max(0, self.rules.bankroll - self.brought.get(_key(player), 0))

    # -- requests ------------------------------------------------------------------------------------------------------

    def intend(self, seat: Place, intent: int, now: int) -> list[Moved[Place]]:
        """Set a player's intent. A player who pauses or leaves is inactive from now on and is folded at its turn (N4).

        A leaver who was not dealt in gives up its seat at once.
        """
        if seat.intent == LEAVE:
            raise BadTable(f"{seat.player} has left the table", "N4")
        if type(intent) is not int or intent not in INTENTS:
            raise BadTable(f"intent {intent!r} is not 0, 1, 2 or 3", "N3")
        seat.intent, seat.absent = intent, False
        # coming back does not make a seat active: the next hand decides (N4, N6)
        seat.inactive = seat.inactive or intent != PLAY
        # changing from one kind of pause to another does not restart its time
        seat.paused_ms = None if intent in (PLAY, LEAVE) else now if seat.paused_ms is None else seat.paused_ms
        return [self.release(seat, now)] if intent == LEAVE and not self.is_in_hand(seat) else []

    def buy(self, seat: Place, chips: int) -> None:
        """Reserve chips to be added before the next hand. Raise BadTable for more than the largest buy-in allows (N14).
        """
        most, least = self.rules.buy_in_max, self.rules.buy_in_min
        if seat.intent == LEAVE:
            raise BadTable(f"{seat.player} has left the table", "N4")
        if type(chips) is not int or chips < 1:
            raise BadTable(f"a top-up is a whole number of chips, not {chips!r}", "M1")
        # during a hand the stack may still change, so a player may ask for up to the largest buy-in; `top_up_of` cuts
        # the request down before the next hand
        room = min(most - (0 if self.is_in_hand(seat) else seat.stack), self.left(seat.player))
        if seat.top_up + chips > room:
            raise BadTable(f"you can buy {max(0, room - seat.top_up)} chips now: up to {most}, {seat.top_up} are "
                           "bought already", "N14")
        # a player without chips buys in again, so the smallest buy-in applies as for a newcomer
        if not seat.stack and not seat.auto_buy and seat.top_up + chips < least:
            raise BadTable(f"you have no chips left: buy in for {least} at least", "N14")
        seat.top_up += chips

    def top_up_of(self, seat: Place) -> int:
        """Return the chips that a seat buys before the next hand: the chips asked for, or enough to restore its buy-in.

        A player without chips buys at least the smallest buy-in, or nothing (N14).
        """
        if seat.intent == LEAVE:
            return 0
        wanted = seat.top_up
        if seat.auto_buy and seat.intent != PAUSE:
            wanted = max(wanted, seat.buy_in - seat.stack)
        bought = max(0, min(wanted, self.rules.buy_in_max - seat.stack, self.left(seat.player)))
        return 0 if not seat.stack and bought < self.rules.buy_in_min else bought

    def is_in_hand(self, seat: Place) -> bool:
        """Return True if a hand is being played and this seat was dealt in."""
        return self.in_hand and seat.dealt

    # -- going ---------------------------------------------------------------------------------------------------------

    def release(self, seat: Place, now: int) -> Moved[Place]:
        """Free a seat. The player leaves with its chips, and its debt is forgiven (N8)."""
        memory = self.rules.leaver_memory_ms
        if seat.stack and memory:
            # drop expired entries here, so that the dict does not grow with every visitor
            self.left_with = {player: kept for player, kept in self.left_with.items() if kept[1] > now}
            self.left_with[_key(seat.player)] = seat.stack, now + memory
        del self.seats[seat.seat]
        # kept until the next hand: if this hand is void, a newcomer at this seat must not get the leaver's chips
        self.vacated.add(seat.seat)
        return self._move(seat, -seat.stack, "cash_out")

    def _move(self, seat: Place, chips: int, why: str) -> Moved[Place]:
        """Add chips to a seat's stack, or remove them if negative, and record the change in `brought`."""
        seat.stack += chips
        key = _key(seat.player)
        self.brought[key] = self.brought.get(key, 0) + chips
        return Moved(seat, chips, seat.stack, why)

    def audit(self) -> None:
        """Raise ChipsLost unless the sum of the stacks equals the chips brought less the chips taken away (M2)."""
        stacks, due = {place: seat.stack for place, seat in self.seats.items()}, sum(self.brought.values())
        if sum(stacks.values()) != due:
            raise ChipsLost(f"{due} chips were brought to the table and not taken away, {stacks} are there")

    # -- time ----------------------------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """Return the earliest time at which a seat's pause or absence becomes too long, or None."""
        ends = [(seat.paused_ms, self.rules.absence_ms if self._is_absent(seat) else self.rules.pause_max_ms)
                for seat in self.seats.values()]
        return min((since + limit for since, limit in ends if since is not None and limit is not None), default=None)

    def paused_too_long(self, now: int) -> list[Place]:
        """Return the seats that have to leave because their pause has become too long."""
        return self._since(now, self.rules.pause_max_ms, self.seats.values())

    def absent_too_long(self, now: int) -> list[Place]:
        """Return the seats that have to pause because their players have been absent for too long."""
        return self._since(now, self.rules.absence_ms, filter(self._is_absent, self.seats.values()))

    @staticmethod
    def _since(now: int, limit: int | None, seats: Iterable[Place]) -> list[Place]:
        return [seat for seat in seats if limit is not None and seat.intent != LEAVE and
                seat.paused_ms is not None and now - seat.paused_ms >= limit]

    def _is_absent(self, seat: Place) -> bool:
        return not seat.is_here and seat.intent in (PLAY, WAIT_FOR_BB) and not self.is_in_hand(seat)

    def skip_time(self, since: int, now: int) -> None:
        """Exclude the time from `since` to `now` from all pauses and from the leavers' deadlines.

        A server calls this after it was down: nobody was away by choice.
        """
        for seat in self.seats.values():
            seat.paused_ms = now if seat.paused_ms is None else seat.paused_ms + now - since
        self.left_with = {player: (chips, until + now - since) for player, (chips, until) in self.left_with.items()}

    # -- hands ---------------------------------------------------------------------------------------------------------

    def seating(self) -> rule.Lineup:
        """Return the players and the posts that the next hand would have if it began now."""
        return rule.cash(self._rows(), self.stakes, self.spots)

    def _rows(self) -> list[rule.SeatedPlayer]:
        return [seat.row(self.top_up_of(seat)) for seat in self.seats.values()]

    def begin(self, now: int) -> HandPlan[Place]:
        """Begin the next hand: add bought chips, move the blinds, charge debts, and remove players who cannot stay.

        Raise BadTable if a hand is being played or there are too few players.
        """
        # taken before any change, because `void` restores these rows
        rows, seating = self._rows(), self.seating()
        if self.in_hand or seating.waits:
            raise BadTable("the hand is not over" if self.in_hand else "fewer than two players are ready", "N15")
        moved = self._take_top_ups()
        self.vacated = set()
        moved += self._seat(seating, now)
        self._before = self.spots, rows
        self.spots, self.in_hand = seating.spots, True
        dead = {number - 1: chips for number, chips in seating.dead.items()}
        # a paid debt has left the stack; count it again, because `start_hand.stacks` are the stacks before any post
        stacks = {place: seat.stack + dead.get(place, 0) for place, seat in self.seats.items() if seat.dealt}
        self._plan = HandPlan(stacks, Posts.of(self.game, list(stacks), seating.spots, dead), rows, moved)
        return self._plan

    def _take_top_ups(self) -> list[Moved[Place]]:
        bought = [(seat, self.top_up_of(seat)) for seat in self.seats.values()]
        for seat, _ in bought:
            seat.top_up = 0
        return [self._move(seat, chips, "top_up") for seat, chips in bought if chips]

    def _seat(self, seating: rule.Lineup, now: int) -> list[Moved[Place]]:
        """Write the lineup of `seats.cash` into the seats, and release the seats that it leaves out."""
        seated = {seat.number - 1: seat for seat in seating.seats}
        gone = [self.release(seat, now) for place, seat in list(self.seats.items()) if place not in seated]
        for place, seat in self.seats.items():
            new = seated[place]
            seat.stack, seat.intent, seat.inactive, seat.debt = new.stack, new.intent, new.inactive, new.debt
            # newcomers are in `seats` too, but play only if `seats.cash` brought them in
            seat.dealt = new.plays
            seat.paused_ms = None if new.plays and seat.is_here else seat.paused_ms
        return gone

    def deal(self, seed: int, now: int = 0) -> Hand:
        """Begin the next hand, deal it and return it. Pass it to `finish` when it is over.

        Seat i of the returned hand belongs to `players[i]`.
        """
        plan = self.begin(now)
        places = {seat: place for place, seat in enumerate(plan.stacks)}
        deal = plan.posts.facts(self.game, places, len(places))
        # the engine counts dead money separately from the stacks (N7)
        deal.set_stacks([chips - plan.posts.dead.get(seat, 0) for seat, chips in plan.stacks.items()])
        deal.shuffle(seed)
        self._hand = dealt(deal)
        return self._hand

    @property
    def players(self) -> list[Place]:
        """Return the seats dealt into the current or last hand, in the order of that hand's seats."""
        return [seat for seat in self.seats.values() if seat.dealt]

    def finish(self, hand: Hand, now: int = 0) -> list[Moved[Place]]:
        """End a hand that `deal` returned: update the stacks, then remove leaving players (`end`)."""
        # another hand, or this one a second time, would put its stacks over those of the seats
        if self._plan is None or not self.in_hand or hand is not self._hand:
            raise BadTable("this is not the hand that deal returned and that is being played here", "N12")
        if not hand.is_over:
            raise BadTable("the hand is not over", "N12")
        for seat, stack in zip(self._plan.stacks, hand.stacks):
            self.seats[seat].stack = stack
        return self.end(now)

    def end(self, now: int) -> list[Moved[Place]]:
        """End the hand after its result has been written to the stacks: remove leaving players, then `audit`."""
        self.in_hand = False
        # not earlier, because an all-in player who left stays in for its pots (N4)
        gone = [self.release(seat, now) for seat in list(self.seats.values()) if seat.intent == LEAVE]
        # checked after every hand, also in production
        self.audit()
        return gone

    def void(self) -> None:
        """Cancel the hand and restore the seats.

        Stacks are returned, paid debts are owed again, and players who had come in with this hand are out again. A
        player who sat down during the hand gets nothing back, even if the previous player of that seat took part. Call
        `end` afterwards.
        """
        self.spots, rows = self._before
        for row in rows:
            seat = self.seats.get(row.number - 1)
            # a player who has left took its chips along and is not paid twice
            if seat is not None and seat.seat not in self.vacated:
                seat.stack = row.stack
                seat.debt, seat.dealt, seat.inactive = row.debt, row.dealt, row.inactive or seat.inactive
                # a player whom the void hand brought in on the big blind goes back to waiting for it
                seat.intent = row.intent if seat.intent == PLAY and row.intent == WAIT_FOR_BB else seat.intent


def free_seat(taken: Collection[int], size: int, wanted: int | None = None) -> int:
    """Return the wanted seat, else the lowest free one. Raise BadTable if that seat is not free."""
    free = [seat for seat in range(size) if seat not in taken]
    if not free:
        raise BadTable(f"all {size} seats are taken", "N1")
    if wanted is not None and wanted not in free:
        raise BadTable(f"seat {wanted} is not free: {', '.join(map(str, free))} can be had", "N1")
    return free[0] if wanted is None else wanted


def _key(player: str) -> str:
    """Return a player's name case-folded, so that one player is not counted under two spellings."""
    return player.casefold()
