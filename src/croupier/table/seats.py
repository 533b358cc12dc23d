"""Seats from one hand to the next: who plays, who pays, who leaves, and where the blinds go.

A `SeatedPlayer` is a frozen record, and all functions of this module are pure. The functions work with seat numbers,
chips and intents only. Other modules handle cards, logs, clocks and notation.

    cash(seats, stakes, last)     a cash table: dead blinds, debts, waiting for the big blind (N2-N8, N15)
    match_spots(ready, last)      a tournament: the button goes to the next seat with chips; all are dealt in (T9)

The states of a seat at a cash table:

    inactive intent debt        its player                        at the next hand
    no       0      0           plays                             plays on; leaves if it has no chips
    no       1 2    0           asked for a pause                 sits out; intent 1 comes in on its big blind
    no       3      0           asked to leave                    is gone
    yes      0      0           is new, or back from a pause      comes in
    yes      0      > 0         is back before its big blind      comes in and pays its debt as dead money (N7)
    yes      1      0..1.5 BB   waits for the big blind           comes in free once the big blind reaches it
    yes      2      0..1.5 BB   pauses                            sits out and owes the blinds that pass it (N6)
    yes      3      any         leaves                            is gone; its debt is forgiven

The big blind moves first (N5). No player pays the big blind twice in a row, and a player who skips it owes it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from croupier.games.poker.start import blind_seats, heads_up_button
from croupier.table.blinds import SEATS_MAX, Spots, Stakes, antes, between, clockwise, posts

PLAY, WAIT_FOR_BB, PAUSE, LEAVE = range(4)
"""The intents of a player, with their numbers in `_intents` of the dicts."""
INTENTS = range(4)


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at the table; its stack and debt are in whole units."""

    player: str
    number: int
    """The seat number; seats are numbered 1, 2, ... clockwise."""
    stack: int
    intent: int = PLAY
    inactive: bool = False
    debt: int = 0
    dealt: bool = False
    """True if the player was dealt into the hand that has just ended, even if it has paused since."""

    @property
    def plays(self) -> bool:
        """Return True if the seat is dealt in."""
        return not self.inactive

    @property
    def is_out(self) -> bool:
        """Return True if the player sits out by choice and owes the blinds that pass (N6)."""
        return self.inactive and self.intent in (WAIT_FOR_BB, PAUSE)

    @property
    def has_left(self) -> bool:
        """Return True if the player is leaving for good (N4)."""
        return self.inactive and self.intent == LEAVE


@dataclass(frozen=True, slots=True)
class Lineup:
    """The seats, blinds and button for one hand. With fewer than two players the table waits."""

    seats: tuple[SeatedPlayer, ...]
    stakes: Stakes
    spots: Spots
    dead: dict[int, int] = field(default_factory=dict)
    """Debts paid at the start of this hand, by seat number. They are dead money in the pot (N7)."""
    waits: bool = False

    @property
    def active(self) -> list[int]:
        """Return the numbers of the seats that are dealt in; none while the table waits."""
        return [] if self.waits else [seat.number for seat in self.seats if seat.plays]

    @property
    def posts(self) -> dict[int, int]:
        """Return the blinds and straddles, by seat number."""
        return posts(self.active, self.stakes, self.spots)

    @property
    def antes(self) -> dict[int, int]:
        """Return the antes, by seat number."""
        return antes(self.active, self.stakes, self.spots)


# -- a cash table ------------------------------------------------------------------------------------------------------


def cash(seats: Sequence[SeatedPlayer], stakes: Stakes, last: Spots) -> Lineup:
    """Return the next hand's lineup at a cash table, from the players' state after the last hand and the seats of its
    blinds.
    """
    around = [_at_next_hand(seat, stakes) for seat in _by_number(seats) if seat.intent != LEAVE]
    return _move(around, stakes, last, _ready(around))


def undealt(seats: Sequence[SeatedPlayer], stakes: Stakes, spots: Spots, posted: Collection[int]) -> Lineup:
    """Recompute the lineup of a hand that is set up but not dealt, after players have paused, left or sat down.

    An active player stays in this hand, even if it has asked to pause or leave since. The big blind stays if its player
    still plays or waits for it. Otherwise the big blind moves on, and the players whom it passes owe a big blind.
    Newcomers wait for the next hand, unless fewer than two players would be left without them. A player who is due to
    post a blind, paused and came back owes nothing for the pause.

    `posted` are the seats with a blind in the dict. If the small blind is not among them, it was already dead, and its
    player was charged earlier.
    """
    # players of this hand, even if they have asked for a pause since: they will be folded at their turn (N4)
    here = [seat for seat in _by_number(seats) if seat.plays and seat.stack]
    around = [seat if seat in here else _at_next_hand(seat, stakes) for seat in _by_number(seats)]
    ready = [seat.number for seat in around if seat.plays or (
        seat.intent == PLAY and (len(here) < 2 or (seat.number in (spots.bb, spots.sb) and not seat.debt)))]
    if spots.bb is None:
        return _first_hand(around, stakes, ready)
    # move the big blind from one seat back: it arrives where it was, or moves on if that seat has no player
    return _move(around, stakes, spots_before_move(spots), ready, is_set_up=True, missed=spots.sb in posted)


def spots_before_move(spots: Spots) -> Spots:
    """Return the seats of blinds and button, with the big blind one seat back.

    `_move` then moves it to where it was, because a hand that was set up but not dealt has not used up its big blind.
    """
    return spots if spots.bb is None else Spots(_before(spots.bb), spots.sb, spots.button)


def _by_number(seats: Sequence[SeatedPlayer]) -> list[SeatedPlayer]:
    return sorted(seats, key=lambda seat: seat.number)


def _before(number: int) -> int:
    """Return the seat number to the right, whether or not somebody sits there."""
    return number - 1 if number > 1 else SEATS_MAX


def _at_next_hand(seat: SeatedPlayer, stakes: Stakes) -> SeatedPlayer:
    """Return a seat's state at the beginning of the next hand: it plays, is ready to come in, sits out or leaves (N8).

    A seat that is ready to come in is still inactive, with intent 0. A player who paused and came back within one hand
    simply plays on (N4). The debt is capped at 1.5 BB here (N6), because it may come from an old dict or from a time of
    higher blinds.
    """
    seat = replace(seat, debt=min(seat.debt, stakes.debt_max))
    # a player with 0 chips leaves too; one with any chips plays on, all-in for the blind if need be (N8)
    if seat.has_left or seat.stack == 0:
        return replace(seat, inactive=True, intent=LEAVE, dealt=False)
    if seat.intent == PAUSE or (seat.intent != PLAY and stakes.big):
        return replace(seat, inactive=True, dealt=False)
    if seat.intent == WAIT_FOR_BB:  # a game without blinds: there is nothing to wait for
        seat = replace(seat, intent=PLAY)
    # a player of the last hand pays no debt and needs no minimum stack (N4)
    if seat.dealt or not seat.inactive:
        return replace(seat, inactive=False, dealt=False)
    # the player cannot pay to come in: it stays inactive for this hand, and the next hand removes it (N8)
    if seat.stack < seat.debt + stakes.entry:
        return replace(seat, intent=LEAVE)
    return seat


def _ready(around: list[SeatedPlayer]) -> list[int]:
    """Return the numbers of the seats that play or come in now."""
    return [seat.number for seat in around if seat.intent == PLAY]


def _first_hand(around: list[SeatedPlayer], stakes: Stakes, ready: list[int]) -> Lineup:
    """Set up the first hand: small blind on the first ready seat, big blind on the second.

    Players who wait for the big blind come in if there are too few others (N15).
    """
    around, brought = _bring_in_waiting(around, stakes, ready, 0)
    ready = sorted({*ready, *brought})
    if len(ready) < 2:
        return _waiting(around, stakes, Spots())
    return _deal_in(around, stakes, _spots(Spots(ready[0], ready[-1]), ready[1], ready, is_set_up=False), ready)


def _move(around: list[SeatedPlayer], stakes: Stakes, last: Spots, ready: list[int], is_set_up: bool = False,
          missed: bool = False) -> Lineup:
    """Move the big blind, then the small blind and the button behind it.

    With `is_set_up`, the small blind and the button of `last` are already those of this hand and stay. With `missed`,
    the dict shows a small blind at the seat `last.sb`. If the player of this seat sits out, he is charged for the
    missed small blind.
    """
    if last.bb is None:
        return _first_hand(around, stakes, ready)
    around, brought = _bring_in_waiting(around, stakes, ready, last.bb)
    if len(ready) + len(brought) < 2:
        return _waiting(around, stakes, last)
    # too few players: waiting players come in free, and the first seat after the last big blind posts it (N15)
    if brought:
        bb = _first_dealt_in(last, [*ready, *brought], last.sb if is_set_up else last.bb)
    else:
        around, bb = _next_big_blind(around, stakes, last.bb, ready)
    ready = sorted({*ready, *brought, bb})
    if is_set_up:
        small = [last.sb] if missed and last.sb is not None else []
    else:
        numbers = [seat.number for seat in around]
        # players after the last small blind, up to the last big blind's seat, missed the small blind (N6)
        small = [last.bb] if last.sb is None else [*between(numbers, last.sb, last.bb), last.bb]
    around = _charge(around, stakes, between([seat.number for seat in around], last.bb, bb), small, ready)
    return _deal_in(around, stakes, _spots(last, bb, ready, is_set_up), ready)


def _bring_in_waiting(around: list[SeatedPlayer], stakes: Stakes, ready: list[int],
           bb: int) -> tuple[list[SeatedPlayer], list[int]]:
    """Bring in players who wait for the big blind and can pay it, if fewer than two would play without them (N15).

    Return all seats, and the numbers of the seats brought in. If fewer than two would play even so, bring in nobody.
    """
    waiting = [seat.number for seat in around if seat.is_out and seat.intent == WAIT_FOR_BB]
    able = [seat.number for seat in around if seat.number in waiting and seat.stack >= stakes.entry]
    # they are not needed, or they would not be enough
    if len(ready) >= 2 or len(ready) + len(able) < 2:
        return around, []
    around = [replace(seat, intent=LEAVE) if seat.number in waiting and seat.number not in able else seat
              for seat in around]
    return around, clockwise(able, bb)


def _first_dealt_in(last: Spots, dealt_in: list[int], just_paid: int | None) -> int:
    """Return the first seat dealt in after the last big blind, or the second if the first has just paid it (N15)."""
    assert last.bb is not None
    order = clockwise(dealt_in, last.bb)
    # nobody pays the big blind twice in a row (N15)
    return order[1] if order[0] == just_paid else order[0]


def _next_big_blind(around: list[SeatedPlayer], stakes: Stakes, last: int,
                    ready: list[int]) -> tuple[list[SeatedPlayer], int]:
    """Find the next big blind: the first seat clockwise that plays or waits for it (N5).

    A player who waits for the big blind but cannot pay it leaves (N8). Return all seats and the big blind's seat
    number.
    """
    seats = {seat.number: seat for seat in around}
    for number in clockwise(seats, last):
        seat = seats[number]
        if number in ready:
            return list(seats.values()), number
        # this player waited for its own big blind and comes in free (N6)
        if seat.intent == WAIT_FOR_BB and seat.stack >= stakes.entry:
            return list(seats.values()), number
        if seat.intent == WAIT_FOR_BB:
            seats[number] = replace(seat, intent=LEAVE)
    raise AssertionError("a hand without anybody to post the big blind")


def _charge(around: list[SeatedPlayer], stakes: Stakes, big: list[int], small: list[int],
         ready: list[int]) -> list[SeatedPlayer]:
    """Charge players who sit out (N6).

    A player owes a big blind if the big blind passes its seat (`big`), and half a big blind if the small blind does
    (`small`), at most 1.5 big blinds in total.
    """
    # half a big blind is rounded down to a whole unit
    owed = {seat.number: stakes.big * (seat.number in big) + stakes.big // 2 * (seat.number in small)
            for seat in around}
    return [replace(seat, debt=min(seat.debt + owed[seat.number], stakes.debt_max))
            if seat.is_out and seat.number not in ready else seat for seat in around]


def _spots(last: Spots, bb: int, ready: list[int], is_set_up: bool) -> Spots:
    """Return the seats of the blinds and of the button (N5).

    The small blind goes where the big blind was, and is dead if nobody plays there; the button goes where the small
    blind was.
    """
    # heads-up nothing is dead: the other player is small blind and button (B8, N5)
    if len(ready) == 2:
        first = heads_up_button(SEATS_MAX, sum(1 << number - 1 for number in ready), bb - 1) + 1
        return Spots(bb, first, first)
    small, button = (last.sb or last.bb, last.button) if is_set_up else (last.bb, last.sb)
    assert small is not None
    # players have left, and the old small blind's seat may no longer be behind the blinds: the button then goes to the
    # last player before the small blind
    if button is None or button in (small, bb) or button in between(range(1, SEATS_MAX + 1), small, bb):
        others = [number for number in ready if number not in (small, bb)]
        button = clockwise(others, small)[-1]
    return Spots(bb, small, button)


def _deal_in(around: list[SeatedPlayer], stakes: Stakes, spots: Spots, ready: list[int]) -> Lineup:
    """Deal players in, and take the debts of those who come in before their big blind (N6, N7)."""
    # a player who waited for the big blind has intent 1 and comes in free; one with intent 0 pays its debt
    dead = {seat.number: seat.debt for seat in around
            if seat.number in ready and seat.intent == PLAY and seat.debt}
    seated = [replace(seat, stack=seat.stack - dead.get(seat.number, 0), intent=PLAY, inactive=False, debt=0)
              if seat.number in ready and seat.inactive else seat for seat in around]
    return Lineup(tuple(seated), stakes, spots, dead)


def _waiting(around: list[SeatedPlayer], stakes: Stakes, last: Spots) -> Lineup:
    """Return a lineup that waits for players: nobody pays, no debt grows, the blinds stay where they were (N15)."""
    return Lineup(tuple(around), stakes, last, waits=True)


# -- a tournament ------------------------------------------------------------------------------------------------------


def match_spots(ready: Sequence[int], last: Spots) -> Spots:
    """Return the seats of button and blinds of a match's next hand, among two or more seats with chips (T9).

    When two are left, the last big blind takes the button, so that nobody pays the big blind twice in a row.
    """
    # the first hand: the lowest seat with chips (T9)
    if last.button is None:
        button = ready[0]
    # or the same player would pay the big blind twice in a row
    elif len(ready) == 2 and last.bb is not None and last.bb in ready:
        button = last.bb
    else:
        button = clockwise(ready, last.button)[0]
    small, big = blind_seats(SEATS_MAX, sum(1 << number - 1 for number in ready), button - 1)
    return Spots(big + 1, small + 1, button)
