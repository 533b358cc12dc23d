"""A cash table: players sit down with chips, pause, wait for the big blind, top up and leave (seed 004, rulings N2-N8).

Who plays the next hand, who pays what and where the blinds go is `croupier.table.seats.cash`, the one rule for it; a
seat here is that rule's seat with a connection. What is this module's own: when it is asked, and what is told.

    hello → buy-in, inactive → (next hand) plays ⇄ intent 1, 2: out → intent 3 or broke: gone with its chips

A leaver goes at once, or with the end of the hand it is in; who cannot pay any more goes with the hand after the next
(N8). Nobody connected for `absence_ms`: the seat pauses. Instead of matches there are stretches of `secret_hands`
hands, each with a secret of its own (T6); chips, blinds and debts pass from one to the next.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UnsetType

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import ChipsMoved, MatchBegun, MatchDone, WantMatch
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.buy_ins import Bank
from croupier.arena.core.tables.deal import new_hand
from croupier.arena.core.tables.match_progress import Match
from croupier.arena.core.tables.seats import Seat
from croupier.protocol import errors
from croupier.protocol.errors import Refused
from croupier.table import seats as rule
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts, stakes_of
from croupier.table.seats import LEAVE, PAUSE, PLAY, WAIT_FOR_BB


class CashTable(ArenaTable):
    """One cash table."""

    def __init__(self, table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
                 roster: dict[str, str] | None = None) -> None:
        super().__init__(table_id, config, numbers, outbox, roster)
        self.stakes = stakes_of(config.game())
        self.bank = Bank(config)
        self.left_with: dict[str, tuple[int, int]] = {}
        """The chips that leavers took away, and until when they must bring as many; never their debts (N8)."""
        self.opening: dict[str, Any] = {}
        """The table as the present secret found it."""
        self.before: list[rule.Seat] = []
        """The seats as they went into the hand, in case it is void."""

    def kept(self) -> dict[str, Any]:
        """The bank's books and what is remembered of leavers, too."""
        return {**super().kept(), "brought": self.bank.brought, "left_with": self.left_with, "opening": self.opening,
                "banned": sorted(self.seats.banned)}

    def take_back(self, kept: dict[str, Any]) -> None:
        """Be again what was kept."""
        kept = dict(kept)
        self.bank.brought, self.seats.banned = kept.pop("brought"), set(kept.pop("banned"))
        super().take_back(kept)

    # -- asked ---------------------------------------------------------------------------------------------------------

    def enough(self) -> bool:
        """Whether enough will play, by their wishes as they stand; at a practice table not house bots alone."""
        match = self.match
        if match is None or match.hand_no >= self.config.secret_hands:
            return False
        active = rule.cash(self._rows(), self.stakes, match.spots).active
        if self.config.practice and all(self.seats[number - 1].house for number in active):
            return False
        return len(active) >= self.config.min_teams

    @property
    def deadline(self) -> int | None:
        """When it wants a tick: for its prompt or next hand, or because a pause is too long."""
        times = [seat.paused_ms + (self.config.absence_ms if self._is_missed(seat) else self.config.pause_max_ms)
                 for seat in self.seats if seat.paused_ms is not None]
        hand = super().deadline
        return min([*times, *([] if hand is None else [hand])], default=None)

    @property
    def wants_match(self) -> bool:
        """Whether the next secret is missing."""
        used_up = self.match is not None and self.match.hand_no >= self.config.secret_hands
        return self.match is None or (used_up and not self.in_hand and not self.stopping)

    def _rows(self) -> list[rule.Seat]:
        """The seats as the rule knows them, were a hand to begin now."""
        return [rule.Seat(seat.team, seat.seat + 1, seat.stack + self._top_up(seat), seat.intent, seat.inactive,
                          seat.debt, seat.dealt) for seat in self.seats]

    def _is_missed(self, seat: Seat) -> bool:
        """Whether a seat still plays though nobody is connected."""
        return seat.conn is None and seat.intent in (PLAY, WAIT_FOR_BB) and not self._is_in_hand(seat)

    def _is_in_hand(self, seat: Seat) -> bool:
        return self.in_hand and seat.dealt

    # -- coming --------------------------------------------------------------------------------------------------------

    def join(self, conn: int, hello: protocol.Hello, now: int, house: bool = False) -> None:
        """A hello: a seat with a buy-in, or the old one on a new connection (T1, N2)."""
        seat = self.seats.known(hello)
        came_back = seat is not None and seat.intent != LEAVE
        if seat is None or seat.intent == LEAVE:
            seat = self._sit_down(hello, seat, now)
            seat.house, seat.time_bank_ms = house, self.config.time_bank_ms
        elif seat.conn is not None:
            self.out.close(seat.conn, errors.REPLACED)
        seat.sits(conn, hello)
        seat.auto_buy = hello.auto_buy
        if seat.absent:
            seat.intent, seat.absent = PLAY, False
        seat.paused_ms = None if seat.intent == PLAY else seat.paused_ms
        if self.match is not None:
            self.audience.private(seat, self.audience.welcome(seat, self.match))
        if not came_back:
            self._move(seat, seat.buy_in, "buy_in", now)
        self.tell_lobby()
        if (came_back or self.in_hand) and self.match is not None:
            self.audience.private(seat, self.audience.snapshot(self.hand, seat.seat, now, self.paused))
        self.consider(now)

    def _sit_down(self, hello: protocol.Hello, leaving: Seat | None, now: int) -> Seat:
        """Seat a newcomer: inactive until the next hand and free of debt (N2).

        If the team is still leaving another seat, release that seat first, once the new one is certain.
        """
        if leaving is not None and self._is_in_hand(leaving):
            raise Refused("TEAM_TAKEN", f"{leaving.team} is leaving: come back when the hand is over",
                          close=errors.REFUSED)
        wanted = None if isinstance(hello.buy_in, UnsetType) else hello.buy_in
        name = self.seats.name(hello)
        least = leaving.stack if leaving is not None and self.config.leaver_memory_ms else self._remembered(name, now)
        chips = self.bank.buy_in(name, wanted, leaving.stack if leaving is not None else 0, least)
        place = self.seats.free(None if isinstance(hello.seat, UnsetType) else hello.seat, leaving)
        if leaving is not None:
            self._release(leaving, now)
        seat = self.seats.add(hello, place)
        seat.buy_in, seat.intent, seat.entered, seat.inactive = chips, hello.intent, True, True
        seat.paused_ms = now if hello.intent else None
        self.left_with.pop(seat.team.casefold(), None)
        return seat

    def _remembered(self, team: str, now: int) -> int:
        """Return the chips that a team took away not long ago; 0 if it may buy in for any amount (N8)."""
        chips, until = self.left_with.get(team.casefold(), (0, 0))
        return chips if now < until else 0

    def leave(self, conn: int, now: int) -> None:
        """A connection has ended: its seat pauses if it does not come back in a while."""
        seat = self.seats.of(conn)
        if seat is not None and seat.paused_ms is None and seat.intent != LEAVE:
            seat.paused_ms = now
        super().leave(conn, now)

    def resume(self, since: int, now: int) -> None:
        """Time that the server was away is no pause, and no memory fades in it."""
        away = now - since
        for seat in self.seats:
            seat.paused_ms = now if seat.paused_ms is None else seat.paused_ms + away
        self.left_with = {team: (chips, until + away) for team, (chips, until) in self.left_with.items()}
        super().resume(since, now)

    # -- wishes --------------------------------------------------------------------------------------------------------

    def intent(self, seat: Seat, sent: protocol.IntentSent, now: int) -> None:
        """A wish; who wants out is out of the hand from now on and is folded at its turn (N4)."""
        if seat.intent == LEAVE:
            raise Refused("INTENT_REFUSED", "you have left: a new hello sits down anew", clause="N4")
        if sent.intent == seat.intent:
            return
        self._intend(seat, sent.intent, now)

    def _intend(self, seat: Seat, intent: int, now: int) -> None:
        seat.intent, seat.absent = intent, False
        seat.inactive = seat.inactive or intent != PLAY
        seat.paused_ms = None if intent in (PLAY, LEAVE) else now if seat.paused_ms is None else seat.paused_ms
        if intent == LEAVE and not self._is_in_hand(seat):
            self._release(seat, now)
        self.tell_lobby()
        if self.prompt is not None and self.prompt.seat == seat.seat and seat.is_away:
            self.act_for(seat.away, now)

    def buy(self, seat: Seat, sent: protocol.BuySent, now: int) -> None:
        """Chips to be added before the next hand; what is above the largest buy-in by then is not bought."""
        if seat.intent == LEAVE:
            raise Refused("BUY_REFUSED", "you have left: a new hello buys in anew", clause="N4")
        room = min(self.bank.most - (0 if self._is_in_hand(seat) else seat.stack), self.bank.left(seat.team))
        if seat.top_up + sent.amount > room:
            raise Refused("BUY_REFUSED", f"you can buy {max(0, room - seat.top_up)} chips now: up to {self.bank.most}, "
                          f"{seat.top_up} are bought already", clause="N14")
        if not seat.stack and not seat.auto_buy and seat.top_up + sent.amount < self.bank.least:
            raise Refused("BUY_REFUSED", f"you have no chips left: buy in for {self.bank.least} at least", clause="N14")
        seat.top_up += sent.amount
        self.tell_lobby()

    def _top_up(self, seat: Seat) -> int:
        """What a seat buys before the next hand."""
        return self.bank.top_up(seat)

    def policy(self, seat: Seat) -> str:
        """Who wanted out is folded, whatever a check would cost (N4)."""
        return "fold" if seat.is_away else super().policy(seat)

    def tick(self, now: int) -> None:
        """Do what is due; pauses that are too long end in leaving."""
        for seat in list(self.seats):
            away = now - seat.paused_ms if seat.paused_ms is not None else 0
            if away >= self.config.pause_max_ms and self._still_sits(seat):
                self._intend(seat, LEAVE, now)
        super().tick(now)
        self.consider(now)

    def consider(self, now: int) -> None:
        """Deal if it is time; who has not been there for a while pauses."""
        for seat in list(self.seats):
            away = now - seat.paused_ms if seat.paused_ms is not None else 0
            if away >= self.config.absence_ms and self._still_sits(seat) and self._is_missed(seat):
                self._intend(seat, PAUSE, now)
                seat.absent = True
        super().consider(now)

    def _still_sits(self, seat: Seat) -> bool:
        """Whether a seat is still its team's: who went just before may have ended the hand, and others with it."""
        return self.seats.taken.get(seat.seat) is seat

    # -- going ---------------------------------------------------------------------------------------------------------

    def remove(self, seat: Seat, now: int) -> None:
        """The operator removes a team: it folds, gets its chips after the hand, and its code no longer opens."""
        seat.removed = True
        self.seats.banned.add(seat.team.casefold())
        self._intend(seat, LEAVE, now)

    def _release(self, seat: Seat, now: int) -> None:
        """Free a seat: its chips go with its team, its debt is forgiven (N8)."""
        if seat.stack and self.config.leaver_memory_ms:
            self.left_with = {team: kept for team, kept in self.left_with.items() if kept[1] > now}
            self.left_with[seat.team.casefold()] = seat.stack, now + self.config.leaver_memory_ms
        broke, chips = seat.stack < self.stakes.entry, seat.stack
        seat.stack = 0
        self._move(seat, -chips, "removed" if seat.removed else "cash_out", now)
        if seat.conn is not None:
            self.out.close(seat.conn, errors.REMOVED if seat.removed else errors.BROKE if broke else errors.LEFT)
        if self.hand is not None:
            self.hand.vacated.add(seat.seat)
        self.seats.drop(seat)

    def _move(self, seat: Seat, chips: int, why: str, now: int) -> None:
        """Move chips to or from a seat, record it and tell everybody; before the first secret `give` does that."""
        seat.stack += max(0, chips)
        self.bank.moved(seat.team, chips)
        if self.match is not None:
            self._record(seat, chips, why, now)
            self._tell_chips(seat, chips, why)

    def _tell_chips(self, seat: Seat, chips: int, why: str) -> None:
        frame = protocol.ChipsChanged(table_id=self.table_id, seat=seat.seat, team=seat.team, amount=chips,
                                stack=seat.stack, why=why)
        self.audience.broadcast(frame)
        if seat.ear is None:
            self.audience.private(seat, frame)

    def _record(self, seat: Seat, chips: int, why: str, now: int) -> None:
        """Record chips that moved, under the present secret."""
        match = self._match()
        self.out.record(ChipsMoved(self.table_id, match.key.match_id, match.hand_no, seat.seat, seat.team, chips, why,
                                   now))

    # -- secrets -------------------------------------------------------------------------------------------------------

    def give(self, key: MatchKey, now: int) -> None:
        """A new secret, the first or the next: everybody learns its commitment before a card is dealt (T6)."""
        last = self.match
        if last is not None:
            self._close(last, now)
        self.match = Match(key, self.config, spots=last.spots if last is not None else Spots())
        self.opening = {"seats": self._seats_as_they_are() if last is not None else (),
                        "spots": _spots(self.match.spots)}
        for seat in self.seats:
            seat.nonce, seat.silent, seat.time_bank_ms = "", 0, self.config.time_bank_ms
            if last is None:
                self._record(seat, seat.stack, "buy_in", now)
        self._welcome_all(self.match, is_first=last is None)
        for seat in self.seats if last is None else ():
            self._tell_chips(seat, seat.stack, "buy_in")
        self.consider(now)

    def _close(self, match: Match, now: int) -> None:
        """The hands of one secret are over."""
        match.over = True
        revealed = self.config.reveals == "match"
        self.out.record(MatchDone(self.table_id, match.key.match_id, now, match.hand_no, tuple(match.void), (),
                                  revealed, self._seats_as_they_are()))
        self.audience.broadcast(protocol.Reveal(table_id=self.table_id,
                                            deal=match.key.revealed(match.hand_no, match.void, revealed)))

    def _seats_as_they_are(self) -> tuple[dict[str, Any], ...]:
        return tuple({"seat": seat.seat, "team": seat.team, "stack": seat.stack, "inactive": seat.inactive,
                      "debt": seat.debt, "dealt": seat.dealt} for seat in self.seats)

    # -- hands ---------------------------------------------------------------------------------------------------------

    def _start_hand(self, match: Match, now: int) -> None:
        """Chips bought, the blinds moved, debts paid, who cannot stay gone; then the cards."""
        if not match.begun:
            match.begun = True
            self.out.record(MatchBegun(self.table_id, match.key.match_id, now, match.key.commit,
                                       msgspec.to_builtins(self.config), self.opening))
        rows, before = self._rows(), self._states()
        seating = rule.cash(rows, self.stakes, match.spots)
        self._take_top_ups(now)
        self._seat(seating, now)
        if before != self._states():
            self.tell_lobby()
        match.count_hand(seating.spots)
        members = [seat for seat in self.seats if seat.dealt]
        dead = {number - 1: chips for number, chips in seating.dead.items()}
        posts = Posts.of(self.config.game(), [seat.seat for seat in members], seating.spots, dead)
        stacks = {seat.seat: seat.stack + dead.get(seat.seat, 0) for seat in members}
        nonces = {seat.seat: seat.nonce for seat in members if seat.nonce}
        hand = new_hand(self, match, posts.button, stacks, nonces, now, posts)
        hand.seating, self.before = tuple(map(_row, rows)), rows
        self._begin(match, hand, now)

    def _take_top_ups(self, now: int) -> None:
        """Top-ups come onto the table."""
        for seat in self.seats:
            chips, seat.top_up = self._top_up(seat), 0
            if chips:
                self._move(seat, chips, "top_up", now)

    def _seat(self, seating: rule.Seating, now: int) -> None:
        """Everybody as the rule seats them."""
        seated = {seat.number - 1: seat for seat in seating.seats}
        for seat in list(self.seats):
            new = seated.get(seat.seat)
            if new is None:
                self._release(seat, now)
                continue
            seat.stack, seat.intent, seat.inactive, seat.debt = new.stack, new.intent, new.inactive, new.debt
            seat.dealt = new.plays
            seat.paused_ms = None if new.plays and seat.conn is not None else seat.paused_ms

    def _states(self) -> list[Any]:
        """What a lobby says of each seat that only it says."""
        return [(seat.team, seat.intent, seat.inactive, seat.debt, seat.top_up) for seat in self.seats]

    def _is_out(self, seat: Seat, chips: int) -> bool:
        """Broke, unless more chips are bought already."""
        return not self._top_up(seat)

    def void_hand(self, now: int) -> None:
        """Give everything back: debts that were paid are owed again, who came in is out as before. Whoever sits down
        while it is played, the same team perhaps, has nothing to be given back."""
        vacated = self._hand().vacated
        for row in self.before:
            seat = self.seats.taken.get(row.number - 1)
            if seat is not None and seat.seat not in vacated:
                seat.debt, seat.dealt, seat.inactive = row.debt, row.dealt, row.inactive or seat.inactive
                seat.intent = row.intent if seat.intent == PLAY and row.intent == WAIT_FOR_BB else seat.intent
        super().void_hand(now)

    def _after_hand(self, match: Match, now: int) -> None:
        for seat in list(self.seats):
            if seat.intent == LEAVE:
                self._release(seat, now)
        self.bank.audit(self.seats)
        self.tell_lobby()
        if self.wants_match:
            self.out.want(WantMatch(self.table_id))
        self.next_at = now + self.config.hand_pause_ms


def _row(seat: rule.Seat) -> dict[str, Any]:
    """A seat as it went into a hand, for the record."""
    return {"seat": seat.number - 1, "team": seat.player, "stack": seat.stack, "intent": seat.intent,
            "inactive": seat.inactive, "debt": seat.debt, "dealt": seat.dealt}


def _spots(spots: Spots) -> list[int | None]:
    return [None if number is None else number - 1 for number in (spots.bb, spots.sb, spots.button)]
