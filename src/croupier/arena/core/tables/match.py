"""A table that plays matches. All teams begin with the same chips, and the last team with chips wins. Then the next
match begins.

In a match of fixed length (`match_hands`) every hand begins with the same chips, and the team that won the most chips
wins. A match also ends when nobody plays any more (`Match.is_stuck`); the teams' places then follow from their chips.

Every team with chips is dealt in; no team sits out (T11). A team that comes too late waits for the next match (T5).

A match of a game that is not poker is one game (T10). At a practice table this game ends when its visitor leaves or has
been disconnected for `pause_max_ms`. The game is then void, and the seat is free. Rulings: T1, T5, T9-T11.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import MatchBegun, MatchDone, TeamRemoved, WantMatch
from croupier.arena.core.match_key import Match, MatchKey
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.hand import InPlay, new_hand
from croupier.arena.core.tables.seats import Seat
from croupier.protocol import errors
from croupier.protocol.errors import Refused
from croupier.table.seats import LEAVE, PAUSE, PLAY


class MatchTable(ArenaTable):
    """One table of matches."""

    def __init__(self, table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
                 roster: dict[str, str] | None = None) -> None:
        super().__init__(table_id, config, numbers, outbox, roster)
        self.matches_begun = 0
        self.min_teams: int | None = None
        """The number of teams for which a match waits, if the operator has lowered it."""
        self.removed: list[str] = []
        """The teams that the operator removed and that have not come back since, case-folded."""

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def is_last(self) -> bool:
        """Return True if no match follows this one."""
        return 0 < self.config.matches <= self.matches_begun

    @property
    def is_done(self) -> bool:
        """Return True if the last match has ended."""
        return self.match is not None and self.match.over and self.is_last

    @property
    def wants_match(self) -> bool:
        """Return True if the table has no name and secret for its next match yet."""
        return self.match is None or (self.match.over and not self.is_last and not self.stopping)

    def kept(self) -> dict[str, Any]:
        """Return what a checkpoint stores besides seats and match: the number of matches begun, the number of teams
        that the operator asked for, and the removed teams.
        """
        return {**super().kept(), "matches_begun": self.matches_begun, "min_teams": self.min_teams,
                "removed": list(self.removed)}

    @property
    def _frees_seats(self) -> bool:
        """Return True if the seat of a team that leaves now is free at once, because no hand has been dealt (T5).

        If the seat stayed taken, a table that waits for all its teams would wait for ever, even after restarts.
        """
        return self.match is None or not self.match.begun

    def enough(self) -> bool:
        """Return True if there are enough teams for a hand."""
        if self.match is None or self.match.over:
            return False
        return len(self._next_players()) >= (self.config.hosted.least if self.match.begun else self.teams_wanted)

    def _next_players(self) -> list[Seat]:
        """Return the seats that will be dealt into the next hand."""
        if self.config.match_hands:  # every hand begins with fresh chips, so a team that lost all its chips plays on
            return [seat for seat in self.seats if seat.entered and not seat.removed]
        return self.seats.playing()

    @property
    def teams_wanted(self) -> int:
        """Return how many teams a match waits for: never more than are on the roster and were not removed (T5).

        A removed team may come back for the next match, but no match of the series waits for it.
        """
        wanted = self.config.min_teams if self.min_teams is None else self.min_teams
        roster = self.seats.roster
        if roster is not None:
            wanted = min(wanted, sum(team.casefold() not in self.removed for team in roster))
        return max(wanted, self.config.hosted.least)  # games other than poker may need more than two (T10)

    @property
    def deadline(self) -> int | None:
        """Return when the table needs a tick, for its prompt, its next hand, or the end of the time for which a
        visitor's game waits.
        """
        gone = self.seats.gone_until(self.config.pause_max_ms) if self.config.is_for_visitors else {}
        return min((due for due in (super().deadline, *gone.values()) if due is not None), default=None)

    # -- coming and going ----------------------------------------------------------------------------------------------

    def join(self, conn: int, hello: protocol.Hello, now: int, house: bool = False) -> None:
        """Give a team a seat, or its old seat on a new connection (T1, T5)."""
        seat = self.seats.known(hello)
        came_back = seat is not None
        if seat is None:
            seat = self._new_team(hello, house)
        elif seat.conn is not None:
            self.out.close(seat.conn, errors.REPLACED)
        seat.connect(conn, hello)
        seat.intent, seat.paused_ms = PLAY, None
        self._welcome(seat, came_back, now)

    def _new_team(self, hello: protocol.Hello, house: bool) -> Seat:
        """Return a new team's seat, with chips if the match is still open to newcomers (T5)."""
        open_to_all = self.match is None or self.match.entry_open
        if not open_to_all and self.is_last:
            raise Refused("TABLE_FULL", "entry to the last match has closed", close=errors.REFUSED)
        seat = self.seats.add(hello, self.seats.free())
        self.removed = [team for team in self.removed if team != seat.team.casefold()]
        seat.house, seat.time_bank_ms = house, self.config.time_bank_ms
        if open_to_all:
            seat.stack, seat.entered = self.config.starting_stack, True
        return seat

    def intent(self, seat: Seat, sent: protocol.IntentSent, now: int) -> None:
        """Store a player's intent, to play or to leave.

        Once the match has begun, a leaver is still dealt in, and the table acts for it (T11).
        """
        if PLAY < sent.intent <= PAUSE:
            raise Refused("INTENT_REFUSED", "in a match nobody sits out: intent 0 plays, 3 leaves", clause="T11")
        seat.intent = sent.intent
        if sent.intent == LEAVE:
            self._left(seat, now)
        else:
            self.send_lobby()

    def _left(self, seat: Seat, now: int) -> None:
        """Handle a team that left: act for it from now on, or end the game if nobody else plays in it."""
        if seat.conn is not None:
            self.out.close(seat.conn, errors.LEFT)
            seat.conn = None
        if self._frees_seats:
            self.seats.drop(seat)
        self.send_lobby()
        match = self.match
        if (self.config.is_for_visitors and match is not None and match.begun and not match.over
                and all(seat.house or seat.is_away for seat in self.seats)):
            if self.in_hand:
                self.void_hand(now)
            self._end_match(match, now)
        elif self.prompt is not None and self.prompt.seat == seat.seat:
            self.act_for("left", now)

    def leave(self, conn: int, now: int) -> None:
        """Handle the end of a connection. The seat stays taken; at a practice table only for a while."""
        seat = self.seats.of(conn)
        if seat is not None and not seat.house:
            seat.paused_ms = now
        super().leave(conn, now)

    def tick(self, now: int) -> None:
        """Do what is due. A visitor who has been disconnected too long leaves."""
        if self.config.is_for_visitors:
            for place, due in self.seats.gone_until(self.config.pause_max_ms).items():
                if due <= now:
                    self.seats[place].intent = LEAVE
                    self._left(self.seats[place], now)
        super().tick(now)

    def resume(self, since: int, now: int) -> None:
        """Continue after a restart. Visitors get the full time to come back."""
        for seat in self.seats:
            if not seat.house:
                seat.paused_ms = now
        super().resume(since, now)

    def buy(self, seat: Seat, sent: protocol.BuySent, now: int) -> None:
        """Refuse to add chips, because all teams begin with the same chips."""
        raise Refused("BUY_REFUSED", "in a match nobody buys chips", clause="T5")

    def remove(self, seat: Seat, now: int) -> None:
        """Remove a team. The team's hand is folded at its turn, and its chips are removed after the hand.

        If the match has not begun, the team's seat is free at once. In both cases the team's code is not accepted until
        the next match.
        """
        seat.removed = True
        self.removed.append(seat.team.casefold())
        if seat.conn is not None:
            self.out.close(seat.conn, errors.REMOVED)
            seat.conn = None
        if self._frees_seats:
            self.seats.banned.add(seat.team.casefold())
            self.seats.drop(seat)
        self.send_lobby()
        if self.match is None or not self.match.begun or self.match.over:
            seat.stack = 0
        elif self.prompt is not None and self.prompt.seat == seat.seat:
            self.act_for("removed", now)
        elif not self.in_hand:
            self._after_hand(self.match, now)

    def _remove_chips(self, match: Match) -> list[protocol.Event]:
        """Take the chips of removed teams out of the match.

        Each removed team gets the lowest place that is not taken yet (T5).
        """
        frames: list[protocol.Event] = []
        for seat in self.seats:
            is_in = seat.team not in match.removed if self.config.match_hands else seat.stack
            if seat.removed and is_in:
                chips, seat.stack = seat.stack, 0
                self.out.record(TeamRemoved(self.table_id, match.key.match_id, match.hand_no, seat.seat, seat.team,
                                            chips))
                match.was_removed(seat.team, chips)
                frames.append(protocol.Removed(seat=seat.seat, amount=chips))
        return frames

    # -- matches -------------------------------------------------------------------------------------------------------

    def give(self, key: MatchKey, now: int) -> None:
        """Begin the next match with this name and secret. The commitment to the secret is sent before a card is dealt
        (T6).
        """
        again = self.match is not None
        self.match = Match(key, self.config)
        self.hand = None  # teams change seats, and must not see the cards of the team that sat there before
        if again:
            self._move_seats()
        for seat in self.seats:
            seat.nonce, seat.silent, seat.entered = "", 0, True
            seat.time_bank_ms = self.config.time_bank_ms
            seat.stack = self.config.starting_stack
        self._welcome_all(self.match, is_first=not again)
        self.next_at = now + self.config.match_pause_ms if again else None
        self.consider(now)

    def _move_seats(self) -> None:
        """Drop the teams that left or were removed, and move every other team on to the next taken seat."""
        self.seats.banned.clear()
        for seat in list(self.seats):
            absent = seat.conn is None and (self.config.release_absent or seat.intent == LEAVE)
            if seat.removed or absent:
                self.seats.drop(seat)
        if not self.config.is_for_visitors:  # a visitor keeps its seat, because in the sting the seat is its role
            self.seats.rotate()

    def _end_match(self, match: Match, now: int) -> None:
        """End the match: record the places, and send them with the secret."""
        match.over = True
        gone = {team for team, _, _ in match.gone}
        left = [seat for seat in self.seats if seat.entered and seat.team not in gone]
        places = match.places({seat.team: seat.stack for seat in left})
        rows = [protocol.FinalStack(seat=seat.seat, team=seat.team, stack=seat.stack, place=places[seat.team],
                                    net=match.nets.get(seat.team, 0) if self.config.match_hands else UNSET,
                                    removed=match.removed.get(seat.team, UNSET))
                for seat in self.seats if seat.team in places]
        rows.sort(key=lambda row: (row.place, row.seat))
        revealed = self.config.reveals == "match"
        self.out.record(MatchDone(self.table_id, match.key.match_id, now, match.hand_no, tuple(match.void),
                                  tuple(msgspec.to_builtins(row) for row in rows), revealed))
        self.audience.broadcast(protocol.MatchEnd(winner=protocol.Winner(seat=rows[0].seat, team=rows[0].team),
                                              final_stacks=rows, why="walks" if match.is_stuck else UNSET,
                                              deal=match.key.revealed(match.hand_no, match.void, revealed)))
        if self.wants_match:
            self.out.want(WantMatch(self.table_id))

    # -- hands ---------------------------------------------------------------------------------------------------------

    def _start_hand(self, match: Match, now: int) -> None:
        """Deal in every team with chips, and move the button by T9."""
        if not match.begun:
            match.begun = True
            self.matches_begun += 1
            self.out.record(MatchBegun(self.table_id, match.key.match_id, now, match.key.commit,
                                       msgspec.to_builtins(self.config)))
        playing = self._next_players()
        if self.config.match_hands:
            for seat in playing:
                seat.stack = self.config.starting_stack
        stacks = {seat.seat: seat.stack for seat in playing}
        button = match.begin_hand(stacks)
        nonces = {seat.seat: seat.nonce for seat in playing if seat.nonce}
        self._begin(match, new_hand(self, match, button, stacks, nonces, now), now)

    def _is_out(self, seat: Seat, chips: int) -> bool:
        """Return True if a seat without chips is out of the match. In a game for points, or in a match of fixed length,
        no seat is out.
        """
        is_out = self.config.hosted.is_poker and not self.config.match_hands
        if is_out:
            self._match().went_out(seat.team, chips)
        return is_out

    def _end_hand(self, hand: InPlay, results: list[protocol.SeatResult], void: bool | UnsetType = UNSET) -> None:
        match = self._match()
        match.count_results({self.seats[row.seat].team: row.net for row in results})
        if void is UNSET:
            match.count_walk(hand.play.is_walk)
        super()._end_hand(hand, results, void)

    def _after_hand(self, match: Match, now: int) -> None:
        for frame in self._remove_chips(match):  # chips of teams that were removed between two hands
            self.audience.broadcast(self.hand.play.numbered(frame) if self.hand is not None else frame)
        if self.hand is not None:
            for place, hand_no, chips in self.hand.play.eliminations():
                match.gone.append((self.seats[place].team, hand_no, chips))
        one_game = not self.config.hosted.is_poker and match.hand_no not in match.void
        if one_game or match.is_played or match.is_stuck or len(self._next_players()) < self.config.hosted.least:
            self._end_match(match, now)
        else:
            self.next_at = now + self.config.hand_pause_ms
