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
        super().__init__(hand_id, stacks, button)
        self.game, self.blinds = game, (level.sb, level.bb)
        self.dead = [0 if posts is None else posts.dead.get(seat, 0) for seat in self.seats]
        self.state = self.hand = self._dealt(deck, posts, muck_numbers)
        self.plain = game.rules.code == "NT"
        """True for no-limit hold'em, whose frames are the shortest; other games have those of ruling T10."""
        self.keeps_hole_cards = self.plain
        self.frames = EventFrames(hand_id, self.seats, self.index[button], self.plain, posts)
        self.stream = EventStream(with_holes=not self.plain)
        self._holes = ['["' + '","'.join(texts(self.hand.observe(place).hole)) + '"]'
                       for place in range(len(self.seats) if self.plain else 0)]
        """Each seat's own cards as JSON, in hold'em, where they never change."""
        self._prompter = Prompter(f'{{"type":"act","v":{protocol.VERSION},"hand_id":"{hand_id}","seat":',
                                  f'{{"sb":{level.sb},"bb":{level.bb},"seats":{len(self.seats)},"button":{button}}}',
                                  self.seats, self.begun)

    def _dealt(self, deck: Sequence[int], posts: Posts | None, muck_numbers: Sequence[int]) -> Hand:
        if posts is None:
            return self.game.deal(self.begun, self.index[self.button], deck=deck, muck_numbers=muck_numbers)
        deal = posts.facts(self.game, self.index, len(self.begun))
        deal.set_stacks([stack - dead for stack, dead in zip(self.begun, self.dead)])
        deal.set_deck(list(deck))
        deal.set_muck_numbers(muck_numbers)
        return dealt(deal)

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def is_walk(self) -> bool:
        """Return True if every seat but the winner folded, and nobody did more than bring in."""
        hand = self.hand
        return hand.is_over and len(hand.live) == 1 and all(each.kind in _FORCED for each in hand.actions)

    def payoffs(self) -> dict[int, int]:
        """Return chips won or lost, by seat; dead money is its seat's loss."""
        return {seat: won - dead for seat, won, dead in zip(self.seats, self.hand.payoffs, self.dead)}

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
            return super().prompt(seat, decision, time_ms, time_bank_ms)
        return self._prompter.act(self.hand, self._holes[self.index[seat]], self.frames.board, decision, time_ms,
                                  self.frames.raiser)

    def legal_actions(self, legal: Any) -> protocol.LegalActions:
        """Return the legal actions: a raise with its range, a discard with its cards; in hold'em words alone (T2)."""
        words = legal_words(legal)
        if self.plain:
            return [*words]
        facts = {"RAISE_TO": {"min_amount": legal.min_raise_to, "max_amount": legal.max_raise_to},
                 "CALL": {"costs": legal.call}, "DISCARD": {"any_of": texts(legal.hole)}}
        return [{"action": word, **facts.get(word, {})} for word in words]

    def players(self, view: View) -> list[protocol.PlayerNow]:
        """Return every seat of the hand: chips, which are public, and the cards that a viewer may see."""
        rows = super().players(view)
        for place, row in enumerate(rows if not self.plain else ()):
            row.cards = texts(view.cards_of(place))
        return rows

    def paid(self, view: View) -> list[int]:
        """Return the chips that each seat has put into the pot, 0 once it is paid out."""
        return [0 if view.is_over else begun - stack for begun, stack in zip(self.begun, view.stacks)]

    def raise_step(self, legal: Any) -> int:
        """Return the least that a full raise must add."""
        return self.hand.full_raise

    def view_of(self, view: View) -> dict[str, Any] | UnsetType:
        """Return what a seat may see, in games other than hold'em; spectators get it in other fields."""
        if self.plain or view.seat is None:
            return UNSET
        cards = {str(seat): texts(view.cards_of(place)) for place, seat in enumerate(self.seats)}
        return {**view.as_json(), "cards": cards}  # by seat of the table

    def first_state(self, table_id: str) -> PublicState:
        """Return the public table before anything happened."""
        return PublicState.of(table_id, self.hand_id, self.button, self.starting_stacks(),
                              self.game.rules.streets[0].name)

    def refresh(self, state: PublicState) -> None:
        """Begin the street that the hand is on: no event says that a draw begins and bets go in."""
        if not self.is_over:  # without this, bets stayed on the table until the first player had drawn
            state.begin_street(self.hand.street)

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


def _cards(sent: list[str] | UnsetType) -> Cards:
    if sent is UNSET or len(sent) > 7:
        raise Refused("BAD_SCHEMA", 'DISCARD needs cards: a list of texts such as ["9c", "Ah"]')
    try:
        return Cards(sent)
    except BadCards as error:
        raise Refused("INVALID_ACTION", str(error)) from None
