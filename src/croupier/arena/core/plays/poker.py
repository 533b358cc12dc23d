"""Host one hand of poker at a table of the arena.

The methods take and return seats of the table. The engine's hand, in contrast, numbers only the seats dealt in.
Everything that a viewer is shown comes from the engine's `observe` for that viewer.
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
"""The only actions in a walk, a hand in which everybody folds to the forced bets."""
_OTHER_WORDS = (*protocol.WORDS, "BRING_IN", "COMPLETE", "STAND_PAT", "DISCARD")


class PokerPlay(Play):
    """A hand of poker at a table (`Play`)."""

    has_chips = True

    def __init__(self, game: PokerGame, level: Level, hand_id: str, stacks: Mapping[int, int], button: int,
                 deck: Sequence[int], posts: Posts | None = None, muck_numbers: Sequence[int] = ()) -> None:
        """Deal a hand. `stacks` are the chips before any post, with dead money included.

        `posts` has the forced bets of a cash table. `muck_numbers` decide the order of the mucked cards when a draw
        game deals them again (T6).
        """
        super().__init__(hand_id, stacks, button)
        self.game, self.blinds = game, (level.sb, level.bb)
        self.dead = [0 if posts is None else posts.dead.get(seat, 0) for seat in self.seats]
        self.state = self.hand = self._dealt(deck, posts, muck_numbers)
        self.plain = game.rules.code == "NT"
        """True for no-limit hold'em, which has the shortest frames. Other games have the frames of ruling T10."""
        self.keeps_hole_cards = self.plain
        self.frames = EventFrames(hand_id, self.seats, self.index[button], self.plain, posts)
        self.stream = EventStream(with_holes=not self.plain)
        self._holes = ['["' + '","'.join(texts(self.hand.observe(place).hole)) + '"]'
                       for place in range(len(self.seats) if self.plain else 0)]
        """In no-limit hold'em, each seat's own cards as JSON. They never change."""
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
        """Return True if every seat except the winner folded, and nobody put in more than forced bets."""
        hand = self.hand
        return hand.is_over and len(hand.live) == 1 and all(each.kind in _FORCED for each in hand.actions)

    def payoffs(self) -> dict[int, int]:
        """Return the chips won or lost, by seat. Dead money is a loss of the seat that paid it."""
        return {seat: won - dead for seat, won, dead in zip(self.seats, self.hand.payoffs, self.dead)}

    # -- actions -------------------------------------------------------------------------------------------------------

    def take(self, sent: protocol.ActionSent) -> None:
        """Play the answer of the player to act. If it is not legal, raise Refused and change nothing (B10)."""
        place = self.hand.actor
        try:
            self._do(sent)
        except IllegalAction as error:
            words = str(error.legal).removeprefix(f"seat {place} may ")
            reason = error.reason.replace(f"seat {place} has", "you have")
            raise Refused("INVALID_ACTION", f"{reason}; you may {words}", clause=error.clause) from None

    def check_word(self, sent: protocol.ActionSent) -> None:
        """Refuse a word that is never legal in this game, whoever has to act, and a RAISE_TO without an amount (T4)."""
        words = protocol.WORDS if self.plain else _OTHER_WORDS
        if sent.action not in words:
            raise Refused("INVALID_ACTION", f"{sent.action[:40]!r} is not an action here: {', '.join(words)}")
        if sent.action == "RAISE_TO" and type(sent.amount) is not int:
            raise Refused("BAD_SCHEMA", "RAISE_TO needs an amount: your total for this street, in whole chips")

    def _do(self, sent: protocol.ActionSent) -> None:
        """Play the action that was sent. The four most frequent actions use a faster path than `Hand.apply`."""
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
        """Act for the player to act, by the policy."""
        legal = self.hand.legal()
        self.hand.apply(timeouts.action(policy, legal, legal.kinds))

    # -- frames and records --------------------------------------------------------------------------------------------

    def events(self, auto: str | None = None) -> list[protocol.Event]:
        """Return the public events since the last call."""
        hand = self.hand
        move = self.stream.move(hand)
        if move is not None:
            return [self.frames.numbered(self.frames.moved(*move, auto))]
        return self.frames.make(self.stream.news(hand, lambda: hand.observe(PUBLIC)._hand), hand.is_over, auto)

    def prompt(self, seat: int, decision: int, time_ms: int, time_bank_ms: int | UnsetType = UNSET) -> bytes:
        """Return the encoded `act` frame for the player to act."""
        if not self.plain or time_bank_ms is not UNSET:
            return super().prompt(seat, decision, time_ms, time_bank_ms)
        return self._prompter.act(self.hand, self._holes[self.index[seat]], self.frames.board, decision, time_ms,
                                  self.frames.raiser)

    def legal_actions(self, legal: Any) -> protocol.LegalActions:
        """Return the legal actions: a raise with its range, a discard with its cards. In no-limit hold'em they are
        words alone (T2).
        """
        words = legal_words(legal)
        if self.plain:
            return [*words]
        facts = {"RAISE_TO": {"min_amount": legal.min_raise_to, "max_amount": legal.max_raise_to},
                 "CALL": {"costs": legal.call}, "DISCARD": {"any_of": texts(legal.hole)}}
        return [{"action": word, **facts.get(word, {})} for word in words]

    def players(self, view: View) -> list[protocol.PlayerNow]:
        """Return every seat of the hand with its chips, and the cards that a viewer may see."""
        rows = super().players(view)
        for place, row in enumerate(rows if not self.plain else ()):
            row.cards = texts(view.cards_of(place))
        return rows

    def paid(self, view: View) -> list[int]:
        """Return the chips that each seat has put into the pot. Once the pot is paid out, they are 0."""
        return [0 if view.is_over else begun - stack for begun, stack in zip(self.begun, view.stacks)]

    def raise_step(self, legal: Any) -> int:
        """Return the least that a full raise must add."""
        return self.hand.full_raise

    def view_of(self, view: View) -> dict[str, Any] | UnsetType:
        """Return the view of a seat in games other than no-limit hold'em. Spectators get these facts in other fields.
        """
        if self.plain or view.seat is None:
            return UNSET
        cards = {str(seat): texts(view.cards_of(place)) for place, seat in enumerate(self.seats)}
        return {**view.as_json(), "cards": cards}  # keyed by the table's seats

    def first_state(self, table_id: str) -> PublicState:
        """Return the public state of the table before the first event."""
        return PublicState.of(table_id, self.hand_id, self.button, self.starting_stacks(),
                              self.game.rules.streets[0].name)

    def refresh(self, state: PublicState) -> None:
        """Begin the hand's current street in the public state.

        This is needed because no event reports that a draw begins and that the bets go into the pot.
        """
        if not self.is_over:  # without this, the page showed bets on the table until the first player had drawn
            state.begin_street(self.hand.street)

    def records(self, teams: Mapping[int, str], about: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the public record and the whole record. The two records differ only in their actions, because no other
        field has cards.
        """
        hand = self.seen(whole=True)
        order = listed(hand.seats, hand.button)
        lines = script(hand, order)
        record = record_of(hand, [teams[seat] for seat in self.seats], lines,
                           seats=[self.seats[place] + 1 for place in order], **about)
        record.fields["hand"] = self.hand_id
        whole = as_dict(record)
        return {**whole, "actions": spelled(lines, self.seen(whole=False))}, whole

    def seen(self, whole: bool) -> Hand:
        """Return the hand for a record, either with every card or as everybody may see it."""
        return self.hand.observe(ALL if whole else PUBLIC)._hand


def legal_words(legal: Legal) -> list[str]:
    """Return the legal words: FOLD, CHECK or CALL, RAISE_TO (T2), and the words of stud and draw games."""
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
