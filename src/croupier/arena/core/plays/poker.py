"""Host one hand of poker at a table of the arena.

The methods take and return seats of the table; inside, the hand counts only the seats dealt in. What a viewer is shown
comes from the engine's `observe` for that viewer and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from croupier import protocol
from croupier.arena.core.config import Level
from croupier.arena.core.plays.act_frame import Prompter
from croupier.arena.core.plays.event_frames import EventFrames, texts
from croupier.arena.core.plays.play import Play
from croupier.arena.core.tables.public_state import PublicState
from croupier.betting.rulebook import IllegalAction
from croupier.cards import BadCards, Cards, known
from croupier.games.api import ALL, PUBLIC, Action
from croupier.games.poker.event_stream import EventStream
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand, dealt
from croupier.games.poker.legal import Legal
from croupier.games.poker.view import View
from croupier.notation.json import as_dict
from croupier.notation.phh_order import listed
from croupier.notation.recording import record_of, script, spelled
from croupier.protocol.errors import Refused
from croupier.table import timeouts
from croupier.table.forced_bets import Posts

NO_CARDS = known(())
_FORCED = ("FOLD", "BRING_IN")
"""The actions that are left to a seat that does not want to play."""
_OTHER_WORDS = (*protocol.WORDS, "BRING_IN", "COMPLETE", "STAND_PAT", "DISCARD")


class PokerPlay(Play):
    """A hand of poker at a table (`Play`)."""

    has_chips = True

    def __init__(self, game: PokerGame, level: Level, hand_id: str, stacks: Mapping[int, int], button: int,
                 deck: Sequence[int], posts: Posts | None = None, muck_numbers: Sequence[int] = ()) -> None:
        """Deal a hand; `stacks` are before anything is posted, dead money included.

        `posts` has the forced bets of a cash table; `muck_numbers` decide how the muck of a draw game comes back (T6).
        """
        self.game, self.level, self.hand_id = game, level, hand_id
        self.seats = tuple(sorted(stacks))
        self.button = button
        self.index = {seat: place for place, seat in enumerate(self.seats)}
        self.dead = [0 if posts is None else posts.dead.get(seat, 0) for seat in self.seats]
        self.hand: Hand = self._dealt([stacks[seat] for seat in self.seats], deck, posts, muck_numbers)
        self.plain = game.rules.code == "NT"
        """True for no-limit hold'em, whose frames are the shortest; other games have those of ruling T10."""
        self.keeps_hole_cards = self.plain
        self.frames = EventFrames(hand_id, self.seats, self.index[button], self.plain, posts)
        self.stream = EventStream(with_holes=not self.plain)
        self._holes = ['["' + '","'.join(texts(self.hand.observe(place).hole)) + '"]'
                       for place in range(len(self.seats) if self.plain else 0)]
        """Each seat's own cards as JSON, in hold'em, where they never change."""
        self._begun = [stack + dead for stack, dead in zip(self.hand.starting_stacks, self.dead)]
        self._prompter = Prompter(f'{{"type":"act","v":{protocol.VERSION},"hand_id":"{hand_id}","seat":',
                                  f'{{"sb":{level.sb},"bb":{level.bb},"seats":{len(self.seats)},"button":{button}}}',
                                  self.seats, self._begun)

    def _dealt(self, stacks: list[int], deck: Sequence[int], posts: Posts | None, muck_numbers: Sequence[int]) -> Hand:
        if posts is None:
            return self.game.deal(stacks, self.index[self.button], deck=deck, muck_numbers=muck_numbers)
        deal = posts.facts(self.game, self.index, len(stacks))
        deal.set_stacks([stack - dead for stack, dead in zip(stacks, self.dead)])
        deal.set_deck(list(deck))
        deal.set_muck_numbers(muck_numbers)
        return dealt(deal)

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """Return the seat to act."""
        return None if self.hand.actor is None else self.seats[self.hand.actor]

    @property
    def is_over(self) -> bool:
        """Return True if the hand has ended."""
        return self.hand.is_over

    @property
    def is_walk(self) -> bool:
        """Return True if every seat but the winner folded, and nobody did more than bring in."""
        hand = self.hand
        return hand.is_over and len(hand.live) == 1 and all(each.kind in _FORCED for each in hand.actions)

    @property
    def phase(self) -> str:
        """Return the name of the street."""
        return self.hand.street

    def stacks(self) -> dict[int, int]:
        """Return the chips behind, by seat."""
        return dict(zip(self.seats, self.hand.stacks))

    def payoffs(self) -> dict[int, int]:
        """Return chips won or lost, by seat; dead money is its seat's loss."""
        return {seat: won - dead for seat, won, dead in zip(self.seats, self.hand.payoffs, self.dead)}

    def starting_stacks(self) -> dict[int, int]:
        """Return the chips before anything was posted, by seat."""
        return dict(zip(self.seats, self._begun))

    # -- actions -------------------------------------------------------------------------------------------------------

    def take(self, sent: protocol.ActionSent) -> None:
        """Take the answer of the seat to act; raise Refused, with nothing changed, if it is not legal (B10)."""
        place = self.hand.actor
        try:
            self._do(sent)
        except IllegalAction as error:
            words = str(error.legal).removeprefix(f"seat {place} may ")
            reason = error.reason.replace(f"seat {place} has", "you have")
            raise Refused("INVALID_ACTION", f"{reason}; you may {words}", clause=error.clause) from None

    def eliminations(self) -> list[tuple[int, int, int]]:
        """Return an empty list: eliminations end a hand of poker."""
        return []

    def check_word(self, sent: protocol.ActionSent) -> None:
        """Refuse a word that is never legal here, whichever seat is to act, and a RAISE_TO without amount (T4)."""
        words = protocol.WORDS if self.plain else _OTHER_WORDS
        if sent.action not in words:
            raise Refused("INVALID_ACTION", f"{sent.action[:40]!r} is not an action here: {', '.join(words)}")
        if sent.action == "RAISE_TO" and type(sent.amount) is not int:
            raise Refused("BAD_SCHEMA", "RAISE_TO needs an amount: your total for this street, in whole chips")

    def _do(self, sent: protocol.ActionSent) -> None:
        """Play what was sent; the four usual words are quicker than `Hand.apply`."""
        word, hand = sent.action, self.hand
        if word == "CALL":
            hand.call()
        elif word == "CHECK":
            hand.check()
        elif word == "FOLD":
            hand.fold()
        elif word == "RAISE_TO":
            hand.raise_to(sent.amount or 0)
        else:
            hand.apply(Action(word, None, _cards(sent.cards) if word == "DISCARD" else NO_CARDS))

    def automatic(self, policy: str) -> None:
        """Act for the seat to act."""
        legal = self.hand.legal()
        self.hand.apply(timeouts.action(policy, legal, legal.kinds))

    # -- frames and records --------------------------------------------------------------------------------------------

    def events(self, auto: str | None = None) -> list[protocol.Event]:
        """Return what everybody may know of what happened since the last call."""
        hand = self.hand
        move = self.stream.move(hand)
        if move is not None:
            return [self.frames.numbered(self.frames.moved(*move, auto))]
        return self.frames.make(self.stream.news(hand, lambda: hand.observe(PUBLIC)._hand), hand.is_over, auto)

    def prompt(self, seat: int, decision: int, time_ms: int, time_bank_ms: int | UnsetType = UNSET) -> bytes:
        """Return the `act` frame of the seat to act, encoded."""
        if not self.plain or time_bank_ms is not UNSET:
            return protocol.encode(self.act(seat, decision, time_ms, time_bank_ms))
        return self._prompter.act(self.hand, self._holes[self.index[seat]], self.frames.board, decision, time_ms,
                                  self.frames.raiser)

    def act(self, seat: int, decision: int, time_ms: int, time_bank_ms: int | UnsetType = UNSET) -> protocol.Act:
        """Return the `act` frame of the seat to act."""
        place, hand = self.index[seat], self.hand
        view = None if self.plain else hand.observe(place)
        players, legal = self.players(view), hand.legal()
        you = protocol.You(hole=self.hole(seat) if view is None else texts(view.hole), stack=players[place].stack,
                       to_call=legal.call or 0, time_ms=time_ms, committed=players[place].committed,
                           time_bank_ms=time_bank_ms)
        table = protocol.TableNow(sb=self.level.sb, bb=self.level.bb, seats=len(self.seats), button=self.button)
        return protocol.Act(
            hand_id=self.hand_id, seat=seat, phase=hand.street, decision=decision, you=you, table=table,
            players=players, community=self.frames.board, pot=hand.pot, current_bet=hand.price,
            min_raise_increment=hand.full_raise, last_raiser=self.frames.raiser, view=self._view(view),
            **self.choices(legal))

    def choices(self, legal: Legal) -> dict[str, Any]:
        """Return the legal actions as `act` and `snapshot` carry them (T2, T10)."""
        return {"legal": legal_words(legal) if self.plain else legal_objects(legal),
                "call_amount": _or_unset(legal.call),
                "min_raise_to": _or_unset(legal.min_raise_to), "max_raise_to": _or_unset(legal.max_raise_to)}

    def players(self, view: View | None) -> list[protocol.PlayerNow]:
        """Return every seat of the hand: chips, which are public, and the cards that a viewer may see."""
        hand = self.hand
        live, over = hand.live, hand.is_over
        rows = [protocol.PlayerNow(seat=seat, stack=stack, has_folded=place not in live, committed=bet,
                               total_in_pot=0 if over else begun - stack, all_in=stack == 0 and place in live)
                for place, (seat, stack, bet, begun) in enumerate(zip(self.seats, hand.stacks, hand.bets, self._begun))]
        if view is not None and not self.plain:
            for place, row in enumerate(rows):
                row.cards = texts(view.cards_of(place))
        return rows

    def snapshot(self, viewer: int | None, decision: int, left_ms: int | None) -> protocol.Snapshot:
        """Return the hand as a seat, or a spectator (None), may see it."""
        place = self.index.get(viewer) if viewer is not None else None
        view = self.hand.observe(PUBLIC if place is None else place)
        shot = protocol.Snapshot(
            at_hand_id=self.hand_id, phase=view.street, players=self.players(view), community=texts(view.board),
            next_actor=self.actor, time_ms_remaining=left_ms, button=self.button, pot=view.pot,
            event_no=self.frames.event_no, decision=decision)
        if place is not None and viewer is not None:
            shot.you = protocol.YouNow(seat=viewer, hole=texts(view.hole), stack=view.stack, to_call=_owed(view, place))
            shot.view = self._view(view)
            if self.actor == viewer:
                for name, value in self.choices(view.legal).items():
                    setattr(shot, name, value)
        return shot

    def hole(self, seat: int) -> list[str]:
        """Return a seat's own cards."""
        return texts(self.hand.observe(self.index[seat]).hole)

    def _view(self, view: View | None) -> dict[str, Any] | UnsetType:
        if view is None or self.plain:
            return UNSET
        cards = {str(seat): texts(view.cards_of(place)) for place, seat in enumerate(self.seats)}
        return {**view.as_json(), "cards": cards}  # by seat of the table

    def public_view(self) -> UnsetType:
        """Return nothing: spectators of poker get the board and the open cards in other fields."""
        return UNSET

    def first_state(self, table_id: str) -> PublicState:
        """Return the public table before anything happened."""
        return PublicState.of(table_id, self.hand_id, self.button, self.starting_stacks(),
                              self.game.rules.streets[0].name)

    def refresh(self, state: PublicState) -> None:
        """Begin the street that the hand is on: no event says that a draw begins and bets go in."""
        if not self.is_over:
            state.begin_street(self.phase)

    def records(self, teams: Mapping[int, str], about: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the record for everybody and the whole one; only the actions differ, as cards are nowhere else."""
        hand = self.seen(whole=True)
        order = listed(hand.seats, hand.button)
        lines = script(hand, order)
        record = record_of(hand, [teams[seat] for seat in self.seats], lines,
                           seats=[self.seats[place] + 1 for place in order], **about)
        record.fields["hand"] = self.hand_id
        whole = as_dict(record)
        return {**whole, "actions": spelled(lines, self.seen(whole=False))}, whole

    def seen(self, whole: bool) -> Hand:
        """Return the hand for a record: with every card, or as everybody may see it."""
        return self.hand.observe(ALL if whole else PUBLIC)._hand


def legal_words(legal: Legal) -> list[str]:
    """Return the legal words: FOLD, CHECK or CALL, RAISE_TO (T2), and those of stud and draw games."""
    words = [(legal.fold, "FOLD"), (legal.check, "CHECK"), (legal.call is not None, "CALL"),
             (legal.bring_in is not None, "BRING_IN"), (legal.max_raise_to is not None, "RAISE_TO")]
    if legal.discard:
        words += [(True, "STAND_PAT"), (True, "DISCARD")]
    return [word for may, word in words if may]


def legal_objects(legal: Legal) -> list[dict[str, Any]]:
    """Return the legal actions as objects to send back (T10): a raise with its range, a discard with its cards."""
    objects: list[dict[str, Any]] = [{"action": word} for word in legal_words(legal)]
    for each in objects:
        if each["action"] == "RAISE_TO":
            each |= {"min_amount": legal.min_raise_to, "max_amount": legal.max_raise_to}
        elif each["action"] == "CALL":
            each |= {"costs": legal.call}
        elif each["action"] == "DISCARD":
            each |= {"any_of": texts(legal.hole)}
    return objects


def _cards(sent: list[str] | UnsetType) -> Cards:
    if sent is UNSET or len(sent) > 7:
        raise Refused("BAD_SCHEMA", 'DISCARD needs cards: a list of texts such as ["9c", "Ah"]')
    try:
        return Cards(sent)
    except BadCards as error:
        raise Refused("INVALID_ACTION", str(error)) from None


def _or_unset(amount: int | None) -> int | UnsetType:
    return UNSET if amount is None else amount


def _owed(view: View, place: int) -> int:
    """Return what a call would cost a seat, whether or not it is its turn."""
    if place not in view.live or view.is_over:
        return 0
    return min(view.stacks[place], max(0, view.price - view.bets[place]))
