"""Host one game of any kind that implements `games.api` (T10), through the same interface as a hand of poker.

The `act` frame has the seat's `view` of the game, and in `legal` a list of action objects, one of which the client
sends back. The dealer draws all random numbers of the game from the hand key (T6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

import msgspec
from msgspec import UNSET

from croupier import protocol
from croupier.arena.core.plays.event_frames import Numbering
from croupier.arena.core.plays.play import Play, phase
from croupier.arena.core.tables.public_state import PublicGameState, PublicState
from croupier.betting.rulebook import IllegalAction
from croupier.cards import BadCards, Card, Cards
from croupier.games.api import ALL, PUBLIC, Action, BadAction, Dealer
from croupier.games.registry import HostedGame
from croupier.protocol.errors import Refused
from croupier.table import timeouts


class GamePlay(Play):
    """A game at a table (`Play`). `stacks` are the chips behind or, in a game for points, the points including
    winnings.
    """

    keeps_hole_cards = False

    def __init__(self, game: HostedGame, hand_id: str, stacks: Mapping[int, int], button: int, dealer: Dealer) -> None:
        assert game.start is not None, "poker is dealt hand by hand"
        super().__init__(hand_id, stacks, button)
        self.game = game
        self.has_chips = game.chips > 0
        self.state = game.start(len(self.seats), dealer)
        self.frames = Numbering(hand_id)
        self.actions: list[dict[str, Any]] = []
        self._shown = 0
        """The number of events that `events` has returned so far."""
        self._public: Any = None
        self._broke: dict[int, tuple[int, int]] = {}
        """For each seat that went broke: the hand of the game in which it did, and its chips before that hand."""
        self._before_hand = list(self.begun)

    # -- state ---------------------------------------------------------------------------------------------------------

    def payoffs(self) -> dict[int, int]:
        """Return what each seat won or lost. Before the end it is 0 for all."""
        return dict(zip(self.seats, self.state.payoffs if self.is_over else [0] * len(self.seats)))

    def observed(self, seat: int) -> Any:
        """Return the game as a seat may see it."""
        return self.state.observe(self.index[seat])

    def public(self) -> Any:
        """Return the game's public view. The view is computed once after each action."""
        if self._public is None:
            self._public = self.state.observe(PUBLIC)
        return self._public

    # -- actions -------------------------------------------------------------------------------------------------------

    def check_word(self, sent: protocol.ActionSent) -> None:
        """Accept every word, because `take` asks the game whether the action is legal."""

    def take(self, sent: protocol.ActionSent) -> None:
        """Play the answer of the player to act. Raise Refused if it is not legal."""
        try:
            action = Action(sent.action, sent.amount if isinstance(sent.amount, int) else None,
                            Cards(sent.cards) if isinstance(sent.cards, list) else ())
            self.apply(action)
        except (IllegalAction, BadAction, BadCards) as error:
            legal = self.state.legal()
            words = "; ".join(getattr(legal, "told", str)(each) for each in list(legal)[:20])
            reason = error.reason if isinstance(error, IllegalAction) else str(error)
            raise Refused("INVALID_ACTION", f"{reason}; you may: {words}"[:400]) from None

    def apply(self, action: Action) -> None:
        """Apply an action and record it. Raise BadAction if it is not legal."""
        if action not in self.state.legal():
            raise BadAction(f"{action} is not legal now")
        self._public = None
        self.state.apply(action)
        self.actions.append(as_object(action))

    def automatic(self, policy: str) -> None:
        """Act for the player to act. A player with fewer chips than the bet calls by ALL_IN (G1)."""
        legal = self.state.legal()
        actions = {each.kind: each for each in reversed(list(legal))}
        if getattr(legal, "call", None) and "CALL" not in actions and "ALL_IN" in actions:
            actions["CALL"] = actions["ALL_IN"]
        word = timeouts.chosen(policy, actions)
        self.apply(actions[word] if word is not None else next(iter(legal)))

    # -- frames and records --------------------------------------------------------------------------------------------

    def events(self, auto: str | None = None) -> list[protocol.Event]:
        """Return the public events since the last call. If the host acted for a seat, `auto` says why."""
        view = self.public()
        if hasattr(view, "since"):  # read only new events: reading all of them made a long game slower with every hand
            fresh, self._shown = view.since(self._shown)
        else:
            fresh, self._shown = view.events[self._shown:], len(view.events)
        frames: list[protocol.Event] = []
        for event in fresh:
            frame = self._event(event, auto)
            if frame.ev == "HAND" and self._shown > 1:
                frames += self._eliminated(int(getattr(view, "hand_no", 0)) - 1)
            frames.append(self.frames.numbered(frame))
        if self.is_over:
            frames += self._eliminated(int(getattr(view, "hand_no", 0)))
        return frames

    def _eliminated(self, hand_no: int) -> list[protocol.Event]:
        """Return one ELIMINATED event for each seat that lost its last chip in the hand that ended (T3, T10).

        A seat that puts its last chips in as the next hand's ante has no chips left, but is dealt in and therefore not
        eliminated.
        """
        if not self.has_chips:
            return []
        dealt_in = () if self.is_over else self.public().live
        found: list[protocol.Event] = []
        stacks = self.stacks()
        for place, seat in enumerate(self.seats):
            if stacks[seat] == 0 and seat not in self._broke and place not in dealt_in:
                self._broke[seat] = hand_no, self._before_hand[place]
                found.append(self.frames.numbered(protocol.Eliminated(seat=seat)))
        self._before_hand = list(stacks.values())
        return found

    def eliminations(self) -> list[tuple[int, int, int]]:
        """Return the seats that went broke, each with the hand of the game and the chips before that hand."""
        return [(seat, hand, chips) for seat, (hand, chips) in self._broke.items()]

    def _event(self, event: Any, auto: str | None) -> protocol.Event:
        if not is_dataclass(event):
            return protocol.GameEvent(ev=str(event).upper(), auto=auto or UNSET)
        facts = as_json(event)
        word = str(facts.pop("kind", "")) or type(event).__name__.upper()
        place = facts.pop("seat", facts.pop("role", None))
        return protocol.GameEvent(ev=word, seat=self.seats[place] if isinstance(place, int) else UNSET, data=facts,
                                  auto=auto or UNSET)

    def legal_actions(self, legal: Any) -> protocol.LegalActions:
        """Return the legal actions as objects.

        Each object has a sentence that describes it and, where they apply, the cost of a call and the card to play.
        """
        told_by, cards = getattr(legal, "told", str), getattr(legal, "cards", {})
        objects: protocol.LegalActions = []
        for action in legal:
            made = {**as_object(action), "words": told_by(action)}
            if action.kind == "CALL" and getattr(legal, "call", None):
                made["costs"] = legal.call
            if isinstance(cards, Mapping) and action.amount in cards:
                made["card"] = cards[action.amount].name
            objects.append(made)
        return objects

    def paid(self, view: Any) -> list[int]:
        """Return the chips that each seat has put in during this hand of the game."""
        return list(view.paid)

    def raise_step(self, legal: Any) -> int:
        """Return the chips that a raise adds, or 0 in a game without raises."""
        return int(getattr(legal, "step", 0))

    def view_of(self, view: Any) -> dict[str, Any]:
        """Return a view in the form that frames have."""
        return dict(view.as_json())

    def public_view(self) -> dict[str, Any]:
        """Return the game's view for everybody."""
        return self.view_of(self.public())

    def first_state(self, table_id: str) -> PublicState:
        """Return the public state of the table before the first event."""
        return PublicGameState.of(table_id, self.hand_id, self.button, self.starting_stacks(), "PLAY", self.has_chips)

    def refresh(self, state: PublicState) -> None:
        """Update the public state with facts that are in no event: the open cards, and which bets have been collected.
        """
        assert isinstance(state, PublicGameState)
        view = self.public()
        state.look(view, self.stacks(), phase(view))

    def records(self, teams: Mapping[int, str], about: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the public record and the whole record. Actions are hidden as long as the cards are."""
        decks = {"decks": as_json(self.game.decks)} if self.game.decks else {}
        return self._record(PUBLIC), {**self._record(ALL), **decks, "actions": self.actions}

    def _record(self, viewer: int | str) -> dict[str, Any]:
        events = self.state.observe(viewer).events
        return {"variant": self.game.name, "events": [recorded_event(event) for event in events]}

    def replay(self, actions: list[dict[str, Any]]) -> None:
        """Play the recorded actions in a game that was dealt again.

        Raise IllegalAction or BadAction at the first action that is not legal.
        """
        # call it before the first action, as a table does: after a bet of all chips, a player would look eliminated
        self.events()
        for each in actions:
            self.apply(Action(each["action"], each.get("amount"), each.get("cards", ())))
            self.events()  # called for its side effect: it notes who goes broke

    def replayed(self, actions: list[dict[str, Any]], seat: int) -> dict[str, Any]:
        """Play the recorded actions in a game that was dealt again, and return the game's record as a seat saw it."""
        self.replay(actions)
        return self._record(self.index[seat])


def recorded_event(event: Any) -> Any:
    """Return an event in the form of a record. `ev` names the event if its own fields do not."""
    facts = as_json(event)
    return {"ev": type(event).__name__.upper(), **facts} if is_dataclass(event) and "kind" not in facts else facts


def as_json(value: Any) -> Any:
    """Return a value of an event in a form that JSON can hold. Raise TypeError if it cannot be written as JSON."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=_card_text)


def _card_text(value: Any) -> str:
    if isinstance(value, Card):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be sent to clients")


def as_object(action: Action) -> dict[str, Any]:
    """Return an action as the object that `legal` lists and an `action` frame sends back."""
    made: dict[str, Any] = {"action": action.kind}
    if action.amount is not None:
        made["amount"] = action.amount
    if action.cards:
        made["cards"] = [str(card) for card in Cards(action.cards)]
    return made
