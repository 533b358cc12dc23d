"""A table of the arena: seats, hands, prompts, clock and match, without sockets and without a clock of its own.

    lobby → (min_teams seated) → hand: start_hand, events, act → ... → end_hand → next hand → match_end → lobby

It is driven by the host: `join`, `act`, `tick` and so on, each with the time. What it wants done goes into its outbox.
Whatever it refuses raises `Refused` and changes nothing. Rulings: T1, T4-T9, T11, B10, B14.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from croupier.arena import codes
from croupier.arena import messages as told
from croupier.arena.audience import Audience
from croupier.arena.codes import Refused
from croupier.arena.config import TableConfig
from croupier.arena.dealing import MatchKey, hand_id, public_seed
from croupier.arena.gameplay import GamePlay
from croupier.arena.inplay import InPlay, Prompt
from croupier.arena.inputs import HandBegun, MatchBegun, MatchDone, TeamRemoved, WantMatch
from croupier.arena.ledger import Ledger
from croupier.arena.match import Match
from croupier.arena.outbox import Outbox
from croupier.arena.play import PokerPlay
from croupier.arena.recording import hand_done
from croupier.arena.seats import Seat, Seating
from croupier.table.seats import LEAVE, PAUSE, PLAY


class Numbers:
    """The numbers of hands, one after the other, for all tables of a host (T8)."""

    def __init__(self, last: int = 0) -> None:
        self.last = last

    def next(self) -> int:
        """A number never given before."""
        self.last += 1
        return self.last


class ArenaTable:
    """One table."""

    def __init__(self, table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
                 roster: dict[str, str] | None = None) -> None:
        self.table_id, self.config, self.numbers, self.out = table_id, config, numbers, outbox
        self.seats = Seating(config.seats, roster)
        self.audience = Audience(table_id, config, self.seats, outbox)
        self.match: Match | None = None
        self.matches_begun = 0
        self.hand: InPlay | None = None
        self.next_at: int | None = None
        """When the next hand is due."""
        self.paused = False
        self.wanted = False
        """Whether the operator wants the next hand."""
        self.stopping = False

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""
        return self.hand is not None and not self.hand.play.is_over

    @property
    def prompt(self) -> Prompt | None:
        """Who has been asked."""
        return self.hand.prompt if self.hand is not None else None

    @property
    def deadline(self) -> int | None:
        """When it wants a tick."""
        if self.prompt is not None:
            return self.prompt.deadline
        waits = self.next_at is None or (self.config.hand_control == "operator" and not self.wanted)
        return None if waits or not self.may_deal() else self.next_at

    @property
    def is_last(self) -> bool:
        """Whether no match comes after this one."""
        return 0 < self.config.matches <= self.matches_begun

    @property
    def is_done(self) -> bool:
        """Whether the last match has ended."""
        return self.match is not None and self.match.over and self.is_last

    def enough(self) -> bool:
        """Whether there are teams enough for a hand."""
        if self.match is None or self.match.over:
            return False
        return len(self.seats.playing()) >= (2 if self.match.begun else self.config.min_teams)

    def may_deal(self) -> bool:
        """Whether a hand could begin now, time and operator aside."""
        return self.enough() and not (self.in_hand or self.paused or self.stopping)

    # -- coming and going ----------------------------------------------------------------------------------------------

    def join(self, conn: int, hello: told.Hello, now: int, house: bool = False) -> None:
        """A hello: a new seat, or the old one on a new connection (T1, T5)."""
        seat = self.seats.known(hello)
        came_back = seat is not None
        if seat is None:
            seat = self._new_team(hello, house)
        elif seat.conn is not None:
            self.out.close(seat.conn, codes.REPLACED)
        seat.conn, seat.intent, seat.wants_cards = conn, PLAY, hello.cards
        if self.match is not None:
            self.audience.private(seat, self.audience.welcome(seat, self.match))
        self.tell_lobby()
        if came_back or self.in_hand:
            self.audience.private(seat, self.audience.snapshot(self.hand, seat.seat, now))
        self.consider(now)

    def _new_team(self, hello: told.Hello, house: bool) -> Seat:
        """A seat; chips too if the match is still open to newcomers (T5)."""
        open_to_all = self.match is None or self.match.entry_open
        if not open_to_all and self.is_last:
            raise Refused("TABLE_FULL", "entry to the last match has closed", close=codes.REFUSED)
        seat = self.seats.add(hello)
        seat.house = house
        if open_to_all:
            seat.stack, seat.entered = self.config.starting_stack, True
        return seat

    def spectate(self, conn: int, now: int) -> None:
        """Somebody watches."""
        watching = self.audience.spectators
        if len(watching) >= self.config.spectators:
            raise Refused("TABLE_FULL", f"{len(watching)} spectators are watching already", close=codes.REFUSED)
        watching[conn] = None
        if self.match is not None:
            self.out.send([conn], self.audience.spectating(self.match))
        self.out.send([conn], self.audience.lobby(self._stacks_now()))
        self.out.send([conn], self.audience.snapshot(self.hand, None, now))

    def leave(self, conn: int) -> None:
        """A connection has ended; the seat and its chips stay."""
        self.audience.spectators.pop(conn, None)
        seat = self.seats.of(conn)
        if seat is not None:
            seat.conn = None
            self.tell_lobby()

    # -- messages of a seat --------------------------------------------------------------------------------------------

    def act(self, seat: Seat, sent: told.ActionSent, now: int) -> None:
        """An action: taken if it is this seat's turn and legal (T4, B10)."""
        hand = self.hand
        if hand is None or sent.hand_id != hand.hand_id or hand.play.is_over:
            raise Refused("ACTION_TOO_LATE", f"hand {sent.hand_id[:40]!r} is not in play" +
                          (f": the hand is {hand.hand_id}" if hand is not None and self.in_hand else ""))
        hand.play.check_word(sent)
        hand.check_answer(seat.seat, sent)
        hand.play.take(sent)
        seat.silent = 0
        self._go_on(hand, now)

    def nonce(self, seat: Seat, sent: told.NonceSent) -> None:
        """A seat's own bytes for the decks, once a match (T6)."""
        if seat.nonce:
            raise Refused("NONCE_USED", "one nonce a match: yours stands in the lobby")
        seat.nonce = sent.nonce.lower()
        self.tell_lobby()

    def intent(self, seat: Seat, sent: told.IntentSent, now: int) -> None:
        """Seed 004's intents; in a match nobody sits out, a leaver is dealt in and acted for (T11)."""
        if PLAY < sent.intent <= PAUSE:
            raise Refused("INTENT_REFUSED", "in a match nobody sits out: intent 0 plays, 3 leaves", clause="T11")
        seat.intent = sent.intent
        if sent.intent == LEAVE and seat.conn is not None:
            self.out.close(seat.conn, codes.LEFT)
            seat.conn = None
        self.tell_lobby()
        if self.prompt is not None and self.prompt.seat == seat.seat and seat.is_away:
            self.act_for("left", now)

    # -- time ----------------------------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Do what is due."""
        if self.prompt is not None and self.prompt.deadline is not None and self.prompt.deadline <= now:
            self.act_for("timeout", now)
        if self.next_at is not None and self.next_at <= now:
            self.consider(now)

    def act_for(self, why: str, now: int) -> None:
        """Act for the asked seat, by the table's policy (B14)."""
        hand = self._hand()
        assert hand.prompt is not None
        self._automatic(hand, self.seats[hand.prompt.seat], why)
        self._go_on(hand, now, why)

    def _automatic(self, hand: InPlay, seat: Seat, why: str) -> None:
        policy = self.config.timeouts
        if seat.removed:
            policy = "fold"
        elif self.config.strikes and seat.silent >= self.config.strikes:
            policy = "check-fold"
        if why == "timeout":
            seat.silent += 1
        hand.play.automatic(policy)

    def stop_clock(self, now: int) -> None:
        """Nobody loses time from now on, and no hand begins."""
        self.paused = True
        if self.hand is not None:
            self.hand.stop_clock(now)

    def start_clock(self, now: int) -> None:
        """The clock runs again, with what was left."""
        self.paused = False
        if self.hand is not None:
            self.hand.start_clock(now)

    def halt(self, void: bool, now: int) -> None:
        """No further hand; the one in play goes on, or everything is given back."""
        self.stopping = True
        if void and self.in_hand:
            self.void_hand(now)

    def resume(self, since: int, now: int) -> None:
        """The server was away since then: nobody is connected any more, and nobody loses that time."""
        for seat in self.seats:
            seat.conn = None
        self.audience.spectators.clear()
        self.stopping = False
        if self.next_at is not None:
            self.next_at += now - since
        if self.prompt is not None and self.prompt.deadline is not None:
            self.prompt.deadline += now - since
        self.consider(now)

    # -- matches -------------------------------------------------------------------------------------------------------

    @property
    def wants_match(self) -> bool:
        """Whether the next match's name and secret are missing."""
        return self.match is None or (self.match.over and not self.is_last and not self.stopping)

    def give(self, key: MatchKey, now: int) -> None:
        """The next match has its name and secret: everybody learns the commitment before a card is dealt (T6)."""
        again = self.match is not None
        self.match = Match(key, self.config)
        self.hand = None  # seats change hands: nobody may look back at another's cards
        if again:
            self._seat_anew()
        for seat in self.seats:
            seat.nonce, seat.silent, seat.entered = "", 0, True
            seat.stack = self.config.starting_stack
            self.audience.private(seat, self.audience.welcome(seat, self.match))
        for conn in self.audience.spectators:
            self.out.send([conn], self.audience.spectating(self.match))
        self.tell_lobby()
        self.next_at = now + self.config.match_pause_ms if again else None
        self.consider(now)

    def _seat_anew(self) -> None:
        """Between matches: those who left or were removed are gone, the others move on by a seat."""
        for seat in list(self.seats):
            absent = seat.conn is None and (self.config.release_absent or seat.intent == LEAVE)
            if seat.removed or absent:
                self.seats.drop(seat)
        self.seats.rotate()

    def consider(self, now: int) -> None:
        """Deal if it is time: hands that nobody has to act in follow one another at once."""
        while self.may_deal():
            if self.config.hand_control == "operator" and not self.wanted:
                return
            if self.next_at is not None and self.next_at > now:
                return
            self.out.save(self)
            self._start_hand(self._match(), now)

    def begin(self, now: int) -> None:
        """Deal the next hand, come what may: what a restored table does (`saving.restore`)."""
        self._start_hand(self._match(), now)
        self.consider(now)

    def _end_match(self, match: Match, now: int) -> None:
        """One stack is left."""
        match.over = True
        left = self.seats.playing() if self.config.hosted is None else [seat for seat in self.seats if seat.entered]
        places = match.places({seat.team: seat.stack for seat in left})
        rows = [told.FinalStack(seat=seat.seat, team=seat.team, stack=seat.stack, place=places[seat.team])
                for seat in self.seats if seat.team in places]
        rows.sort(key=lambda row: (row.place, row.seat))
        revealed = self.config.reveal == "match"
        self.out.record(MatchDone(self.table_id, match.key.match_id, now, match.hand_no, tuple(match.void),
                                  tuple(msgspec.to_builtins(row) for row in rows), revealed))
        self.audience.broadcast(told.MatchEnd(winner=told.Winner(seat=rows[0].seat, team=rows[0].team),
                                              final_stacks=rows,
                                              deal=match.key.revealed(match.hand_no, match.void, revealed)))
        if self.wants_match:
            self.out.want(WantMatch(self.table_id))

    # -- hands ---------------------------------------------------------------------------------------------------------

    def _start_hand(self, match: Match, now: int) -> None:
        self.wanted, self.next_at = False, None
        if not match.begun:
            match.begun = True
            self.matches_begun += 1
            self.out.record(MatchBegun(self.table_id, match.key.match_id, now, match.key.commit,
                                       msgspec.to_builtins(self.config)))
        playing = self.seats.playing()
        stacks = {seat.seat: seat.stack for seat in playing}
        button = match.begin_hand(stacks)
        self.hand = self._deal(match, button, stacks, {seat.seat: seat.nonce for seat in playing if seat.nonce}, now)
        self.out.record(HandBegun(self.table_id, match.key.match_id, match.hand_no, self.hand.hand_id, now))
        self.audience.broadcast(self.hand.start)
        self._go_on(self.hand, now)

    def _deal(self, match: Match, button: int, stacks: dict[int, int], nonces: dict[int, str], now: int) -> InPlay:
        """A hand by T6."""
        no, name = match.hand_no, hand_id(now, self.numbers.next())
        level, hosted = self.config.level(no), self.config.hosted
        start = told.StartHand(
            hand_id=name, seed=public_seed(match.key.match_id, no), button=button,
            stacks=[told.SeatStack(seat=seat, stack=stack) for seat, stack in stacks.items()], sb=level.sb, bb=level.bb,
            ante=UNSET, deal=match.key.facts(no, nonces))
        if hosted is not None:
            other = GamePlay(hosted, name, stacks, button, match.key.chance(no, list(stacks), nonces))
            return InPlay(other, start, Ledger.of(self.table_id, name, button, stacks, "PLAY"), now)
        game = self.config.game(no)
        deck = match.key.deck(no, list(stacks), nonces, game.rules.deck)
        start.ante = game.ante or UNSET
        ledger = Ledger.of(self.table_id, name, button, stacks, game.rules.streets[0].name)
        return InPlay(PokerPlay(game, level, name, stacks, button, deck), start, ledger, now)

    def _go_on(self, hand: InPlay, now: int, auto: str | None = None) -> None:
        """Tell what happened, act for those who are away, ask the next, or end the hand."""
        hand.prompt = None
        while True:
            frames = hand.play.news(auto)
            if hand.play.is_over:
                self._finish(hand, frames, now)
                return
            actor = hand.play.actor
            assert actor is not None
            self.audience.tell(hand, frames, actor)
            self._private_cards(hand, frames)
            hand.ask(actor)
            seat = self.seats[actor]
            if not seat.is_away:
                self._ask(hand, seat, now)
                return
            auto = "removed" if seat.removed else "left"
            self._automatic(hand, seat, auto)

    def _ask(self, hand: InPlay, seat: Seat, now: int) -> None:
        time_ms = self.config.move_time_ms
        deadline = now + time_ms if time_ms and not self.paused else None
        hand.prompt = Prompt(seat.seat, hand.decision, deadline, time_ms or None)
        if seat.conn is not None:
            self.audience.private(seat, hand.play.act(seat.seat, hand.decision, time_ms))

    def _private_cards(self, hand: InPlay, frames: list[told.Event]) -> None:
        """Their own cards, for those who asked to have them as they are dealt."""
        dealing = (told.PostBlinds, told.Post, told.DealtCards, told.DrewCards, told.Happened)
        if not any(isinstance(frame, dealing) for frame in frames):
            return
        for place in hand.play.seats:
            seat = self.seats[place]
            if seat.wants_cards or not hand.play.plain:
                hole = hand.play.hole(place)
                if not hand.play.plain:
                    hand.holes[place].append(told.HoleThen(event_no=hand.play.telling.event_no, hole=hole))
                if seat.wants_cards:
                    self.audience.private(seat, told.Cards(hand_id=hand.hand_id, seat=place, hole=hole))

    def _finish(self, hand: InPlay, frames: list[told.Event], now: int) -> None:
        """The hand is over: chips counted, the broke out, everybody told."""
        match, play = self._match(), hand.play
        before = play.starting_stacks()
        for place, stack in play.stacks().items():
            seat = self.seats[place]
            seat.stack = stack
            if stack == 0 and self.config.hosted is None:
                match.went_out(seat.team, before[place])
                frames.append(play.telling.numbered(told.Eliminated(seat=place)))
        self.out.record(hand_done(self, match, hand, now))
        results = hand.results()
        self.audience.tell(hand, frames, None, results)
        hand.audit()
        self._end_hand(hand, results, UNSET)
        self._after_hand(match, now)

    def void_hand(self, now: int) -> None:
        """Give everything back; the hand keeps its number, the button stays where it was."""
        match, hand = self._match(), self._hand()
        match.void_hand()
        for place, stack in hand.play.starting_stacks().items():
            self.seats[place].stack = stack
        self.out.record(hand_done(self, match, hand, now, void=True))
        self.hand = None
        self._end_hand(hand, [told.SeatResult(seat=seat, net=0) for seat in hand.play.seats], True)
        self._after_hand(match, now)

    def _end_hand(self, hand: InPlay, results: list[told.SeatResult], void: bool | msgspec.UnsetType) -> None:
        stacks = [told.SeatStack(seat=seat, stack=self.seats[seat].stack) for seat in hand.play.seats]
        self.audience.broadcast(told.EndHand(hand_id=hand.hand_id, stacks=stacks, results=results, void=void,
                                             receipt=self.out.receipt))

    def _after_hand(self, match: Match, now: int) -> None:
        for seat in self.seats:
            if seat.removed and seat.stack:
                self._take_chips(seat, match)
        one_game = self.config.hosted is not None and match.hand_no not in match.void
        if one_game or len(self.seats.playing()) < 2:
            self._end_match(match, now)
        else:
            self.next_at = now + self.config.hand_pause_ms

    def remove(self, seat: Seat, now: int) -> None:
        """The operator removes a team: it folds when it is asked, its chips go after the hand."""
        seat.removed = True
        if seat.conn is not None:
            self.out.close(seat.conn, codes.REMOVED)
            seat.conn = None
        self.tell_lobby()
        if self.match is None or not self.match.begun or self.match.over:
            seat.stack = 0
        elif self.prompt is not None and self.prompt.seat == seat.seat:
            self.act_for("removed", now)
        elif not self.in_hand:
            self._after_hand(self.match, now)

    def _take_chips(self, seat: Seat, match: Match) -> None:
        """A removed team's chips leave the match."""
        self.out.record(TeamRemoved(self.table_id, match.key.match_id, match.hand_no, seat.seat, seat.team, seat.stack))
        match.went_out(seat.team, seat.stack)
        seat.stack = 0
        gone = told.Eliminated(seat=seat.seat)
        self.audience.broadcast(self.hand.play.telling.numbered(gone) if self.hand is not None else gone)

    # -- small things --------------------------------------------------------------------------------------------------

    def tell_lobby(self) -> None:
        """Tell everybody who sits where."""
        self.audience.broadcast(self.audience.lobby(self._stacks_now()))

    def _stacks_now(self) -> dict[int, int]:
        return self.hand.play.stacks() if self.hand is not None and self.in_hand else {}

    def _hand(self) -> InPlay:
        assert self.hand is not None
        return self.hand

    def _match(self) -> Match:
        assert self.match is not None
        return self.match
