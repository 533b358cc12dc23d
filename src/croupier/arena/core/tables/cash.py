"""A cash table: players sit down with chips, pause, wait for the big blind, top up and leave (seed 004, rulings N2-N8).

`croupier.table.live` keeps the seats, the chips and the blinds; this module connects it to clients: it takes their
messages, sends frames, and records every chip that comes or goes. Instead of matches, a cash table plays series of
`secret_hands` hands, each with a secret of its own (T6); chips, blinds and debts pass from one series to the next.

Every change of chips is recorded before its frame is sent (`_send_moves`). `live`, not this module, decides who is
dealt in, who posts, what a debt is and which buy-in is allowed. This module turns `BadTable` into a refusal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import UnsetType

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import ChipsMoved, MatchBegun, MatchDone, WantMatch
from croupier.arena.core.match_key import Match, MatchKey
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.hand import new_hand
from croupier.arena.core.tables.seats import Seat
from croupier.protocol import errors
from croupier.protocol.errors import Refused
from croupier.table import seats as rule
from croupier.table.amounts import BadTable
from croupier.table.live import CashRules, LiveTable, Moved
from croupier.table.seats import LEAVE, PAUSE, PLAY


class CashTable(ArenaTable):
    """One cash table."""

    def __init__(self, table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
                 roster: dict[str, str] | None = None) -> None:
        super().__init__(table_id, config, numbers, outbox, roster)
        least, most = config.buy_ins
        rules = CashRules(config.seats, least, most, config.starting_stack, config.bankroll, config.absence_ms,
                          config.pause_max_ms, config.leaver_memory_ms)
        self.live: LiveTable[Seat] = LiveTable(config.game(), rules, self.seats.taken)
        self.opening: dict[str, Any] = {}
        """The seats and blinds when the hands of the current secret began."""

    def kept(self) -> dict[str, Any]:
        """Return what a checkpoint stores, apart from the seats and the match."""
        return {**super().kept(), **self.live.kept(), "opening": self.opening}

    def take_back(self, kept: dict[str, Any]) -> None:
        """Restore the state that `kept` returned."""
        kept = dict(kept)
        self.live.restore({name: kept.pop(name) for name in self.live.kept()})
        super().take_back(kept)

    def enough(self) -> bool:
        """Return True if enough seats would be dealt in now. At a practice table, one of them must be a visitor's."""
        match = self.match
        if match is None or match.hand_no >= self.config.secret_hands:
            return False
        active = self.live.seating().active
        if self.config.practice and all(self.seats[number - 1].house for number in active):
            return False
        return len(active) >= self.config.min_teams

    @property
    def deadline(self) -> int | None:
        """Return when the table needs a tick, for its prompt, its next hand, or the end of a pause."""
        return min((due for due in (super().deadline, self.live.deadline) if due is not None), default=None)

    @property
    def wants_match(self) -> bool:
        """Return True if the table needs a secret for its next hands."""
        used_up = self.match is not None and self.match.hand_no >= self.config.secret_hands
        return self.match is None or (used_up and not self.in_hand and not self.stopping)

    # -- coming --------------------------------------------------------------------------------------------------------

    def join(self, conn: int, hello: protocol.Hello, now: int, house: bool = False) -> None:
        """Seat a new team with its buy-in, or give a known team its seat on a new connection (T1, N2)."""
        seat, moved = self.seats.known(hello), list[Moved[Seat]]()
        came_back = seat is not None and seat.intent != LEAVE
        if seat is None or seat.intent == LEAVE:
            seat, moved = self._sit_down(hello, seat, now)
            seat.house, seat.time_bank_ms = house, self.config.time_bank_ms
        elif seat.conn is not None:
            self.out.close(seat.conn, errors.REPLACED)
        seat.connect(conn, hello)
        seat.auto_buy = hello.auto_buy
        if seat.absent:
            seat.intent, seat.absent = PLAY, False
        seat.paused_ms = None if seat.intent == PLAY else seat.paused_ms
        self._welcome(seat, came_back, now, lambda: self._send_moves(moved, now))

    def _sit_down(self, hello: protocol.Hello, leaving: Seat | None, now: int) -> tuple[Seat, list[Moved[Seat]]]:
        """Seat a newcomer.

        If the team is still leaving another seat, that seat is released only when nothing can refuse the new one.
        """
        if leaving is not None and self.live.is_in_hand(leaving):
            raise Refused("TEAM_TAKEN", f"{leaving.team} is leaving: come back when the hand is over",
                          close=errors.REFUSED)
        wanted = None if isinstance(hello.buy_in, UnsetType) else hello.buy_in
        with _refusing("BUY_REFUSED", errors.REFUSED):
            chips = self.live.check_buy_in(self.seats.name(hello), wanted, now, leaving)
        place = self.seats.free(None if isinstance(hello.seat, UnsetType) else hello.seat, leaving)
        if leaving is not None:  # from here on nothing can be refused, so it is safe to give up the old seat
            self._send_moves([self.live.release(leaving, now)], now)
        seat = self.seats.add(hello, place)
        seat.entered = True
        return seat, self.live.sit(seat, chips, hello.intent, now)

    def leave(self, conn: int, now: int) -> None:
        """Handle the end of a connection. The seat will pause if its player does not reconnect within `absence_ms`."""
        seat = self.seats.of(conn)
        if seat is not None and seat.paused_ms is None and seat.intent != LEAVE:
            seat.paused_ms = now
        super().leave(conn, now)

    def resume(self, since: int, now: int) -> None:
        """Continue after a restart. The time without a server is excluded from pauses and absences."""
        self.live.skip_time(since, now)
        super().resume(since, now)

    # -- requests ------------------------------------------------------------------------------------------------------

    def intent(self, seat: Seat, sent: protocol.IntentSent, now: int) -> None:
        """Store a player's intent (N4)."""
        if seat.intent == LEAVE or sent.intent != seat.intent:
            with _refusing("INTENT_REFUSED"):
                self._intend(seat, sent.intent, now)

    def _intend(self, seat: Seat, intent: int, now: int) -> None:
        self._send_moves(self.live.intend(seat, intent, now), now)
        self.send_lobby()
        if self.prompt is not None and self.prompt.seat == seat.seat and seat.is_away:
            self.act_for(seat.away, now)

    def buy(self, seat: Seat, sent: protocol.BuySent, now: int) -> None:
        """Note a top-up, which is added before the next hand (N14)."""
        with _refusing("BUY_REFUSED"):
            self.live.buy(seat, sent.amount)
        self.send_lobby()

    def policy(self, seat: Seat) -> str:
        """Return `fold` for a player who pauses or leaves, even if a check is free (N4)."""
        return "fold" if seat.is_away else super().policy(seat)

    def tick(self, now: int) -> None:
        """Do all that is due at this time. A player whose pause has become too long leaves."""
        while late := self.live.paused_too_long(now):
            self._intend(late[0], LEAVE, now)
        super().tick(now)
        self.consider(now)

    def consider(self, now: int) -> None:
        """Deal a hand if it is time. First pause the seats whose players have been disconnected too long."""
        while missed := self.live.absent_too_long(now):
            self._intend(missed[0], PAUSE, now)
            missed[0].absent = True
        super().consider(now)

    def remove(self, seat: Seat, now: int) -> None:
        """Remove a team. The team's hand is folded; after the hand, the team leaves with its chips and cannot come
        back.
        """
        seat.removed = True
        self.seats.banned.add(seat.team.casefold())
        if seat.intent != LEAVE:
            self._intend(seat, LEAVE, now)

    # -- chips ---------------------------------------------------------------------------------------------------------

    def _send_moves(self, moved: Sequence[Moved[Seat]], now: int) -> None:
        """Record and send the chips that came to the table or left it, and close the connections of players who have
        left.
        """
        for each in moved:
            self._send_chips(each.seat, each.chips, each.stack, "removed" if each.seat.removed else each.why, now)
            if each.why == "cash_out" and each.seat.conn is not None:
                is_broke = -each.chips < self.live.stakes.entry
                self.out.close(each.seat.conn, errors.REMOVED if each.seat.removed else
                               errors.BROKE if is_broke else errors.LEFT)

    def _send_chips(self, seat: Seat, chips: int, stack: int, why: str, now: int) -> None:
        """Record and send the chips that one seat brought or took away.

        Before the first secret nothing is recorded; `give` does that later.
        """
        match = self.match
        if match is None:
            return
        self.out.record(ChipsMoved(self.table_id, match.key.match_id, match.hand_no, seat.seat, seat.team, chips, why,
                                   now))
        frame = protocol.ChipsChanged(table_id=self.table_id, seat=seat.seat, team=seat.team, amount=chips,
                                      stack=stack, why=why)
        self.audience.broadcast(frame)
        if seat.connection is None:
            self.audience.private(seat, frame)

    # -- secrets -------------------------------------------------------------------------------------------------------

    def give(self, key: MatchKey, now: int) -> None:
        """Start a match with a new key. Its secret decides the cards, and everybody gets the commitment to the secret
        before a card is dealt (T6).
        """
        last = self.match
        if last is not None:
            self._close(last, now)
        self.match = Match(key, self.config)
        spots = self.live.spots
        self.opening = {"seats": self._closing() if last is not None else (),
                        "spots": [None if at is None else at - 1 for at in (spots.bb, spots.sb, spots.button)]}
        for seat in self.seats:
            seat.nonce, seat.silent, seat.time_bank_ms = "", 0, self.config.time_bank_ms
        self._welcome_all(self.match, is_first=last is None)
        for seat in self.seats if last is None else ():
            self._send_chips(seat, seat.stack, seat.stack, "buy_in", now)
        self.consider(now)

    def _close(self, match: Match, now: int) -> None:
        """End the series of hands of the current secret."""
        match.over = True
        revealed = self.config.reveals == "match"
        self.out.record(MatchDone(self.table_id, match.key.match_id, now, match.hand_no, tuple(match.void), (),
                                  revealed, self._closing()))
        self.audience.broadcast(protocol.Reveal(table_id=self.table_id,
                                                deal=match.key.revealed(match.hand_no, match.void, revealed)))

    def _closing(self) -> tuple[dict[str, Any], ...]:
        return tuple(_row(seat.row()) for seat in self.seats)

    # -- hands ---------------------------------------------------------------------------------------------------------

    def _start_hand(self, match: Match, now: int) -> None:
        """Seat the players of the next hand and deal it."""
        if not match.begun:
            match.begun = True
            self.out.record(MatchBegun(self.table_id, match.key.match_id, now, match.key.commit,
                                       msgspec.to_builtins(self.config), self.opening))
        before = self._lobby_facts()
        plan = self.live.begin(now)
        self._send_moves(plan.moved, now)
        if before != self._lobby_facts():
            self.send_lobby()
        match.hand_no += 1
        nonces = {place: self.seats[place].nonce for place in plan.stacks if self.seats[place].nonce}
        hand = new_hand(self, match, plan.posts.button, plan.stacks, nonces, now, plan.posts)
        hand.seating, hand.vacated = tuple(map(_row, plan.rows)), self.live.vacated
        self._begin(match, hand, now)

    def _lobby_facts(self) -> list[Any]:
        """Return the facts about each seat that only the lobby frame has."""
        return [(seat.team, seat.intent, seat.inactive, seat.debt, seat.top_up) for seat in self.seats]

    def _is_out(self, seat: Seat, chips: int) -> bool:
        """Return True if a seat has no chips and has not bought any."""
        return not self.live.top_up_of(seat)

    def void_hand(self, now: int) -> None:
        """Declare the hand void and give all chips back."""
        self.live.void()
        super().void_hand(now)

    def _after_hand(self, match: Match, now: int) -> None:
        self._send_moves(self.live.end(now), now)
        self.send_lobby()
        if self.wants_match:
            self.out.want(WantMatch(self.table_id))
        self.next_at = now + self.config.hand_pause_ms


@contextmanager
def _refusing(code: str, close: int | None = None) -> Iterator[None]:
    """Raise `Refused` with this code for each `BadTable` that the block raises."""
    try:
        yield
    except BadTable as error:
        raise Refused(code, error.reason, close=close, clause=error.clause) from None


def _row(seat: rule.SeatedPlayer) -> dict[str, Any]:
    """Return a seat in the form of a record, in which seats are numbered from 0."""
    return {"seat": seat.number - 1, "team": seat.player, "stack": seat.stack, "intent": seat.intent,
            "inactive": seat.inactive, "debt": seat.debt, "dealt": seat.dealt}
