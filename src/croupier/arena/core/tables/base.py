"""A table of the arena: seats, hands, prompts and clock, without sockets and without a clock of its own.

    lobby → (enough teams) → hand: start_hand, events, act → ... → end_hand → next hand → ...

The host calls `join`, `act`, `tick` and other methods, each with the time. Effects go into the outbox. A refused call
raises `Refused` and changes nothing. This module holds what all tables have in common. The modules `match` (the last
player with chips wins) and `cash` (players come and go) decide who may sit down, who is dealt in, and what follows a
hand. Rulings: T4, T6, T8, B10, B14.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from msgspec import UNSET, UnsetType

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import HandBegun
from croupier.arena.core.match_key import Match, MatchKey
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.broadcast import Audience
from croupier.arena.core.tables.hand import InPlay, Prompt, hand_done
from croupier.arena.core.tables.public_state import PublicTable
from croupier.arena.core.tables.seats import Seat, Seating
from croupier.protocol import errors
from croupier.protocol.errors import Refused
from croupier.table.timeouts import policy_for

HANDS_AT_ONCE = 8
"""The most hands that a table deals in a row without prompting a player.

A match whose players have all left is played in portions of this size; otherwise the whole server would wait for its
end.
"""
_DEALING = {protocol.PostBlinds, protocol.Post, protocol.CardsDealt, protocol.CardsDrawn, protocol.GameEvent}
"""Events that may deal new cards."""


class Numbers:
    """Counts the hands of all tables of a host (T8)."""

    def __init__(self, last: int = 0) -> None:
        self.last = last

    def next(self) -> int:
        """Return a number that was never used before."""
        self.last += 1
        return self.last


class ArenaTable(ABC):
    """One table, of either format."""

    def __init__(self, table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
                 roster: dict[str, str] | None = None) -> None:
        self.table_id, self.config, self.numbers, self.out = table_id, config, numbers, outbox
        self.seats = Seating(config.seats, roster, is_open=config.open)
        self.audience = Audience(table_id, config, self.seats, outbox)
        self.delay_ms = self.audience.feed.delay_ms
        self.match: Match | None = None
        self.hand: InPlay | None = None
        self.next_at: int | None = None
        """When the next hand is due."""
        self.paused = False
        self.wanted = False
        """True if the operator has asked for the next hand."""
        self.stopping = False
        self.dealt_ms, self.in_a_row = 0, 0
        """The time of the last deal, and how many hands were dealt at that time without a prompt."""

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def in_hand(self) -> bool:
        """Return True if a hand is in play."""
        return self.hand is not None and not self.hand.play.is_over

    @property
    def prompt(self) -> Prompt | None:
        """Return the open prompt, or None."""
        return self.hand.prompt if self.hand is not None else None

    @property
    def deadline(self) -> int | None:
        """Return when the table needs a tick."""
        prompt = self.prompt
        if prompt is not None:
            return prompt.deadline
        waits = self.next_at is None or (self.config.hand_control == "operator" and not self.wanted)
        return None if waits or not self.may_deal() else self.next_at

    @property
    def status(self) -> str:
        """Return one word for what the table is doing."""
        if self.is_done:
            return "finished"
        if self.paused:
            return "paused"
        if self.in_hand:
            return "hand_in_progress"
        return "between_hands" if self.may_deal() else "waiting_for_players"

    @property
    def is_done(self) -> bool:
        """Return True if the last match has ended."""
        return False

    @abstractmethod
    def enough(self) -> bool:
        """Return True if there are enough teams for a hand."""

    def may_deal(self) -> bool:
        """Return True if a hand could begin now. Pauses and the operator's commands are not considered."""
        return not (self.in_hand or self.paused or self.stopping) and self.enough()

    # -- coming and going ----------------------------------------------------------------------------------------------

    @abstractmethod
    def join(self, conn: int, hello: protocol.Hello, now: int, house: bool = False) -> None:
        """Give a team a seat, or its old seat on a new connection (T1)."""

    def _welcome(self, seat: Seat, came_back: bool, now: int, then: Callable[[], None] = lambda: None) -> None:
        """Send a player who sat down its first frames: `welcome` (T1), the lobby, and the hand in play."""
        if self.match is not None:
            self.audience.private(seat, self.audience.welcome(seat, self.match))
        then()
        self.send_lobby()
        if (came_back or self.in_hand) and self.match is not None:
            self.audience.private(seat, self.audience.snapshot(self.hand, seat.seat, now, self.paused))
        self.consider(now)

    def spectate(self, conn: int, now: int) -> None:
        """Add a spectator."""
        watching = len(self.audience.watching)
        if watching >= self.config.spectators:
            raise Refused("TABLE_FULL", f"{watching} spectators are watching already", close=errors.REFUSED)
        self.audience.add_spectator(conn)
        self.catch_up(conn, now)

    def catch_up(self, conn: int, now: int) -> None:
        """Send a snapshot to a spectator who arrives, or to a client that missed frames.

        Before the first match is journalled, send nothing: `give` will send the snapshot.
        """
        seat = self.seats.of(conn)
        if seat is None:
            for frame in self.public(now).on_arrival():
                self.out.send((), frame, (conn,))
        elif self.match is not None:
            self.audience.private(seat, self.audience.welcome(seat, self.match))
            self.audience.private(seat, self.audience.lobby(self.stacks_now(), self.paused))
            self.audience.private(seat, self.audience.snapshot(self.hand, seat.seat, now, self.paused))

    def public(self, now: int) -> PublicTable:
        """Return the table as everybody may see it now. At a table with a spectator delay, this is an earlier state."""
        feed = self.audience.feed
        return feed.shown if self.delay_ms else PublicTable.of(self, now)

    def publish(self, now: int) -> None:
        """End a command: its frames and the resulting state become public after the table's spectator delay."""
        self.audience.feed.publish(lambda: PublicTable.of(self, now), now)

    def leave(self, conn: int, now: int) -> None:
        """Handle the end of a connection. The seat and its chips stay."""
        self.audience.remove_spectator(conn)
        seat = self.seats.of(conn)
        if seat is not None:
            seat.conn = None
            self.send_lobby()

    @abstractmethod
    def remove(self, seat: Seat, now: int) -> None:
        """Remove a team. The team's hand is folded at its turn, and its chips are removed after the hand."""

    # -- messages of a seat --------------------------------------------------------------------------------------------

    def act(self, seat: Seat, sent: protocol.ActionSent, now: int, stood: int | None = None) -> None:
        """Take an action if it is this seat's turn and the action is legal (T4, B10).

        `stood` is the number of the last decision for which this seat had been prompted when the action was received.
        """
        hand = self.hand
        if hand is None or sent.hand_id != hand.hand_id or hand.play.is_over:
            raise Refused("ACTION_TOO_LATE", f"hand {sent.hand_id[:40]!r} is not in play" +
                          (f": the hand is {hand.hand_id}" if hand is not None and self.in_hand else ""))
        hand.play.check_word(sent)
        hand.check_answer(seat.seat, sent, stood)
        hand.play.take(sent)
        self._charge_time_bank(hand, now)
        seat.silent = 0
        self._go_on(hand, now)

    def nonce(self, seat: Seat, sent: protocol.NonceSent) -> None:
        """Store the nonce that a seat contributes to the decks. Each seat may send one per match (T6)."""
        if seat.nonce:
            raise Refused("NONCE_USED", "one nonce a match: yours is in the lobby")
        seat.nonce = sent.nonce.lower()
        self.send_lobby()

    @abstractmethod
    def intent(self, seat: Seat, sent: protocol.IntentSent, now: int) -> None:
        """Store a player's intent: to play, wait for the big blind, pause or leave."""

    @abstractmethod
    def buy(self, seat: Seat, sent: protocol.BuySent, now: int) -> None:
        """Handle a request for more chips."""

    # -- time ----------------------------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Do all that is due at this time."""
        if self.prompt is not None and self.prompt.deadline is not None and self.prompt.deadline <= now:
            self.act_for("timeout", now)
        if self.next_at is not None and self.next_at <= now:
            self.consider(now)

    def act_for(self, why: str, now: int) -> None:
        """Act for the player whose turn it is, by that seat's policy (B14)."""
        hand = self._hand()
        assert hand.prompt is not None
        self._charge_time_bank(hand, now)
        self._automatic(hand, self.seats[hand.prompt.seat], why)
        self._go_on(hand, now, why)

    def _automatic(self, hand: InPlay, seat: Seat, why: str) -> None:
        policy = self.policy(seat)
        if why == "timeout":
            seat.silent += 1
        hand.play.automatic(policy)

    def policy(self, seat: Seat) -> str:
        """Return the policy for a seat that does not act: the seat's own (T12), else the table's (B14)."""
        if seat.removed:
            return "fold"
        return policy_for(seat.on_timeout or self.config.timeouts, seat.silent, self.config.strikes)

    def stop_clock(self, now: int) -> None:
        """Stop the clock. No hand begins until the clock is started again."""
        self.paused = True
        if self.hand is not None:
            self.hand.stop_clock(now)

    def start_clock(self, now: int) -> None:
        """Start the clock again with the time that was left."""
        self.paused = False
        if self.hand is not None:
            self.hand.start_clock(now)

    def halt(self, void: bool, now: int) -> None:
        """Deal no further hand. The hand in play goes on, or is declared void."""
        self.stopping = True
        if void and self.in_hand:
            self.void_hand(now)

    def resume(self, since: int, now: int) -> None:
        """Continue after a restart of the server. No client is connected yet.

        The time in which the server was down is not charged to any player.
        """
        for seat in self.seats:
            seat.conn = None
        self.audience.remove_spectators()
        self.stopping = False
        if self.next_at is not None:
            self.next_at += now - since
        if self.prompt is not None and self.prompt.deadline is not None:
            self.prompt.deadline += now - since
        self.consider(now)

    # -- checkpoints ---------------------------------------------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Return what a checkpoint just before a hand stores, apart from the seats and the match."""
        return {"next_at": self.next_at, "paused": self.paused, "wanted": self.wanted, "stopping": self.stopping,
                "dealt_ms": self.dealt_ms, "in_a_row": self.in_a_row, "banned": sorted(self.seats.banned)}

    def take_back(self, kept: dict[str, Any]) -> None:
        """Restore the state that `kept` returned."""
        self.seats.banned = set(kept["banned"])
        for name in kept.keys() - {"banned"}:
            setattr(self, name, kept[name])

    # -- hands ---------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def wants_match(self) -> bool:
        """Return True if the table has no name and secret for its next match yet."""

    @abstractmethod
    def give(self, key: MatchKey, now: int) -> None:
        """Begin the next match with this name and secret. The commitment to the secret is sent before a card is dealt
        (T6).
        """

    def consider(self, now: int) -> None:
        """Deal a hand if it is time. Up to HANDS_AT_ONCE hands without a prompt follow one another at once."""
        while self.prompt is None and self.may_deal():
            if self.config.hand_control == "operator" and not self.wanted:
                return
            if self.next_at is not None and self.next_at > now:
                return
            if self.dealt_ms != now:
                self.dealt_ms, self.in_a_row = now, 0
            if self.in_a_row == HANDS_AT_ONCE:
                self.next_at = now + 1  # let other tables and clients have their turn first
                return
            self.in_a_row += 1
            self.out.save(self)
            self._next_hand(now)

    def begin(self, now: int) -> None:
        """Deal the next hand even if it is not due yet. `checkpoint.restore` uses this to deal a hand again."""
        self._next_hand(now)
        # `consider` began this hand in a loop that may have dealt more hands: continue that loop
        ArenaTable.consider(self, now)

    def _next_hand(self, now: int) -> None:
        self.wanted, self.next_at = False, None
        self._start_hand(self._match(), now)

    @abstractmethod
    def _start_hand(self, match: Match, now: int) -> None:
        """Choose the seats that are dealt in, and begin the hand (`_begin`)."""

    def _begin(self, match: Match, hand: InPlay, now: int) -> None:
        """Record and send the start of a hand, and send the first prompt."""
        self.hand = hand
        self.out.record(HandBegun(self.table_id, match.key.match_id, match.hand_no, hand.hand_id, now))
        self.audience.broadcast(hand.start)
        self._go_on(hand, now)

    def _go_on(self, hand: InPlay, now: int, auto: str | None = None) -> None:
        """Send new events. Then act for seats whose players are away, and send the next prompt or end the hand."""
        hand.prompt = None
        while True:
            frames = hand.play.events(auto)
            if hand.play.is_over:
                self._finish(hand, frames, now)
                return
            actor = hand.play.actor
            assert actor is not None
            self.audience.send_events(hand, frames, actor)
            self._private_cards(hand, frames)
            hand.ask(actor)
            seat = self.seats[actor]
            if not seat.is_away:
                self._ask(hand, seat, now)
                return
            auto = seat.away
            self._automatic(hand, seat, auto)

    def _ask(self, hand: InPlay, seat: Seat, now: int) -> None:
        time_ms = self.config.move_time_ms
        total_ms = time_ms + seat.time_bank_ms
        deadline = now + total_ms if time_ms and not self.paused else None
        self.in_a_row = 0
        hand.prompt = Prompt(seat.seat, hand.decision, deadline, total_ms if time_ms else None)
        if seat.conn is not None:
            bank = seat.time_bank_ms if time_ms and self.config.time_bank_ms else UNSET
            act = hand.play.prompt(seat.seat, hand.decision, time_ms, bank)
            self.out.ask(seat.conn, act, hand.hand_id, hand.decision)

    def _charge_time_bank(self, hand: InPlay, now: int) -> None:
        """Subtract from a seat's time bank the time that it used beyond its move time (T12)."""
        assert hand.prompt is not None
        seat, left = self.seats[hand.prompt.seat], hand.time_left(now)
        if seat.time_bank_ms and left is not None:
            seat.time_bank_ms = min(seat.time_bank_ms, left)

    def _private_cards(self, hand: InPlay, frames: list[protocol.Event]) -> None:
        """Send each seat its own cards after a deal, if its `hello` asked for them."""
        if _DEALING.isdisjoint(map(type, frames)):
            return
        for place in hand.play.seats:
            seat = self.seats[place]
            if seat.wants_cards or not hand.play.keeps_hole_cards:
                hole = hand.play.hole(place)
                if not hand.play.keeps_hole_cards:
                    hand.holes[place].append(protocol.HoleThen(event_no=hand.play.event_no, hole=hole))
                if seat.wants_cards and seat.connection is not None:
                    self.audience.private(seat, protocol.HoleCards(hand_id=hand.hand_id, seat=place, hole=hole))

    def _finish(self, hand: InPlay, frames: list[protocol.Event], now: int) -> None:
        """End the hand: set the stacks, eliminate seats without chips, send the last events and results."""
        match, play = self._match(), hand.play
        before = play.starting_stacks()
        for place, stack in play.stacks().items():
            seat = self.seats[place]
            seat.stack = stack
            if stack == 0 and self._is_out(seat, before[place]):
                frames.append(play.numbered(protocol.Eliminated(seat=place)))
        self.out.record(hand_done(self, match, hand, now))  # recorded before any frame shows how the hand ended
        results = hand.results()
        frames += [play.numbered(frame) for frame in self._remove_chips(match)]
        self.audience.send_events(hand, frames, None, results)
        hand.audit()
        self._end_hand(hand, results)
        self._after_hand(match, now)

    @abstractmethod
    def _is_out(self, seat: Seat, chips: int) -> bool:
        """Return True if a seat without chips is eliminated."""

    def _remove_chips(self, match: Match) -> list[protocol.Event]:
        """Take the chips of removed teams out of play when a hand ends, and return an event for each team (T5)."""
        return []

    @abstractmethod
    def _after_hand(self, match: Match, now: int) -> None:
        """Prepare the next hand, or end the match."""

    def void_hand(self, now: int) -> None:
        """Declare the hand void and give all chips back. The hand keeps its number, and the button stays where it was.
        """
        match, hand = self._match(), self._hand()
        match.void_hand()
        for place, stack in hand.play.starting_stacks().items():
            self.seats[place].stack = stack
        self.out.record(hand_done(self, match, hand, now, void=True))
        self.hand = None
        self._end_hand(hand, [protocol.SeatResult(seat=seat, net=0) for seat in hand.play.seats], void=True)
        self._after_hand(match, now)

    def _end_hand(self, hand: InPlay, results: list[protocol.SeatResult], void: bool | UnsetType = UNSET) -> None:
        stacks = [protocol.SeatStack(seat=seat, stack=self.seats[seat].stack) for seat in hand.play.seats]
        self.audience.broadcast(protocol.EndHand(hand_id=hand.hand_id, stacks=stacks, results=results, void=void,
                                             receipt=self.out.receipt))

    # -- helpers -------------------------------------------------------------------------------------------------------

    def send_lobby(self) -> None:
        """Send everybody the lobby. Before the first match is journalled, send nothing, because `welcome` has to come
        first (T1).
        """
        if self.match is not None:
            self.audience.broadcast(self.audience.lobby(self.stacks_now(), self.paused))

    def _welcome_all(self, match: Match, is_first: bool = False) -> None:
        """Send everybody the commitment of a new match. At the first match, spectators get a snapshot, too."""
        for seat in self.seats:
            self.audience.private(seat, self.audience.welcome(seat, match))
        self.audience.send((), self.audience.spectating(match))
        self.send_lobby()
        if is_first:
            self.audience.send((), self.audience.snapshot(None, None, 0, self.paused))

    def stacks_now(self) -> dict[int, int]:
        """Return the chips of the seats in the hand in play."""
        return self.hand.play.stacks() if self.hand is not None and self.in_hand else {}

    def _hand(self) -> InPlay:
        assert self.hand is not None
        return self.hand

    def _match(self) -> Match:
        assert self.match is not None
        return self.match
