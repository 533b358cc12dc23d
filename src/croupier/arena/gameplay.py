"""One game that is not poker at an arena's table (ruling T10): the same face as a hand of poker.

`act` carries `view`, what the seat may see, and `legal`, a list of action objects to send back. Views and events are
told by what they are made of: every public attribute of the view that the game's `observe` gave for that viewer, every
field of an event. What is not in the view cannot be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET

from croupier.arena import messages as told
from croupier.arena import policies
from croupier.arena.codes import Refused
from croupier.arena.hosted import Hosted
from croupier.arena.telling import Numbering
from croupier.betting.rulebook import IllegalAction
from croupier.cards import BadCards, Card, Cards
from croupier.games.api import ALL, PUBLIC, Action, BadAction, State

_UNTOLD = ("events", "legal", "genome", "layout", "viewer")
"""Attributes of views that are told elsewhere or are the same for everybody."""
_SEATED = ("cards_of", "held_by", "deck_of", "captured_by", "tricks_of")
"""What views answer for each seat: told as a list."""
_FIGURES = {"Totals": ("evidence", "cover", "heat", "profit")}
"""Values that are told by some of their figures."""
_DEPTH = 6


class GamePlay:
    """A game in play; `stacks` are the seats' chips before it, plus what they won once it is over."""

    plain = False

    def __init__(self, game: Hosted, hand_id: str, stacks: Mapping[int, int], button: int, seed: int) -> None:
        self.game, self.hand_id, self.button = game, hand_id, button
        self.seats = tuple(sorted(stacks))
        self.index = {seat: place for place, seat in enumerate(self.seats)}
        self.begun = [stacks[seat] for seat in self.seats]
        self.state: State = game.start(len(self.seats), seed)
        self.telling = Numbering(hand_id)
        self.actions: list[dict[str, Any]] = []
        self.told = 0

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that has to act."""
        return None if self.state.actor is None else self.seats[self.state.actor]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    def payoffs(self) -> dict[int, int]:
        """What each seat won or lost; nothing before the end."""
        return dict(zip(self.seats, self.state.payoffs if self.is_over else [0] * len(self.seats)))

    def starting_stacks(self) -> dict[int, int]:
        """Chips before the game."""
        return dict(zip(self.seats, self.begun))

    def stacks(self) -> dict[int, int]:
        """Chips with what was won."""
        won = self.payoffs()
        return {seat: stack + won[seat] for seat, stack in self.starting_stacks().items()}

    # -- acted ---------------------------------------------------------------------------------------------------------

    def check_word(self, sent: told.ActionSent) -> None:
        """Which words there are is the game's business, asked when the seat's turn is known."""

    def take(self, sent: told.ActionSent) -> None:
        """Take the asked seat's answer; Refused says why not."""
        try:
            action = Action(sent.action, sent.amount if isinstance(sent.amount, int) else None,
                            Cards(sent.cards) if isinstance(sent.cards, list) else ())
            self.apply(action)
        except (IllegalAction, BadAction, BadCards) as error:
            choices = "; ".join(str(each) for each in list(self.state.legal())[:20])
            reason = error.reason if isinstance(error, IllegalAction) else str(error)
            raise Refused("INVALID_ACTION", f"{reason}; you may: {choices}"[:400]) from None

    def apply(self, action: Action) -> None:
        """Take an action and remember it."""
        if action not in self.state.legal():
            raise BadAction(f"{action} is not legal now")
        self.state.apply(action)
        self.actions.append(as_object(action))

    def automatic(self, policy: str) -> None:
        """Act for the asked seat."""
        legal = list(self.state.legal())
        word = policies.chosen(policy, [each.kind for each in legal])
        self.apply(next((each for each in legal if each.kind == word), legal[0]))

    # -- told ----------------------------------------------------------------------------------------------------------

    def news(self, auto: str | None = None) -> list[told.Event]:
        """What happened since the last call, as everybody may know it."""
        view = self.state.observe(PUBLIC)
        if hasattr(view, "since"):
            fresh, self.told = view.since(self.told)
        else:
            events = getattr(view, "events", ())
            fresh, self.told = events[self.told:], len(events)
        return [self.telling.numbered(self._event(event, auto)) for event in fresh]

    def _event(self, event: Any, auto: str | None) -> told.Event:
        facts = {each.name: plain(getattr(event, each.name)) for each in fields(event)}
        word = str(facts.pop("kind", "")) or type(event).__name__.upper()
        place = facts.pop("seat", facts.pop("role", None))
        return told.Happened(ev=word, seat=self.seats[place] if isinstance(place, int) else UNSET, data=facts,
                             auto=auto or UNSET)

    def prompt(self, seat: int, decision: int, time_ms: int) -> bytes:
        """The prompt of the seat that has to act, as it goes out."""
        return told.encode(self.act(seat, decision, time_ms))

    def act(self, seat: int, decision: int, time_ms: int) -> told.Act:
        """The prompt of the seat that has to act."""
        view = self.state.observe(self.index[seat])
        legal = self.state.legal()
        return told.Act(
            hand_id=self.hand_id, seat=seat, phase=_phase(view), decision=decision,
            you=told.You(hole=self._hole(view), stack=self.stacks()[seat], to_call=getattr(legal, "call", None) or 0,
                         time_ms=time_ms, committed=0),
            table=told.TableNow(sb=0, bb=0, seats=len(self.seats), button=self.button), players=self.players(),
            community=plain(getattr(view, "board", [])), legal=legal_objects(legal),
            pot=getattr(view, "pot", 0), current_bet=getattr(view, "price", 0), min_raise_increment=0,
            view=described(view))

    def players(self) -> list[told.PlayerNow]:
        """Every seat, as everybody may see it."""
        view = self.state.observe(PUBLIC)
        live = getattr(view, "live", range(len(self.seats)))
        return [told.PlayerNow(seat=seat, stack=stack, has_folded=self.index[seat] not in live, committed=0,
                               total_in_pot=0, all_in=False) for seat, stack in self.stacks().items()]

    def snapshot(self, viewer: int | None, decision: int, left_ms: int | None) -> told.Snapshot:
        """The game as a seat of the table, or nobody in particular, may see it."""
        place = self.index.get(viewer) if viewer is not None else None
        view = self.state.observe(PUBLIC if place is None else place)
        shot = told.Snapshot(
            at_hand_id=self.hand_id, phase=_phase(view), players=self.players(),
            community=plain(getattr(view, "board", [])), next_actor=self.actor, time_ms_remaining=left_ms,
            button=self.button, pot=getattr(view, "pot", 0), event_no=self.telling.event_no, decision=decision,
            view=described(view))
        if place is not None and viewer is not None:
            shot.you = told.YouNow(seat=viewer, hole=self._hole(view), stack=self.stacks()[viewer], to_call=0)
            if self.actor == viewer:
                shot.legal = legal_objects(self.state.legal())
        return shot

    def hole(self, seat: int) -> list[str]:
        """A seat's own cards."""
        return self._hole(self.state.observe(self.index[seat]))

    def _hole(self, view: Any) -> list[str]:
        for name in ("hole", "hand"):
            cards = getattr(view, name, None)
            if cards is not None:
                return [text if isinstance(text, str) else str(text.get("name", text)) for text in plain(cards)]
        return []

    def record(self, whole: bool) -> dict[str, Any]:
        """The game written down: its actions are hidden as long as its cards are."""
        events = getattr(self.state.observe(ALL if whole else PUBLIC), "events", ())
        written: dict[str, Any] = {"variant": self.game.name, "events": [plain(event) for event in events]}
        return {**written, "actions": self.actions} if whole else written


def as_object(action: Action) -> dict[str, Any]:
    """An action as `legal` lists it and `action` sends it back."""
    made: dict[str, Any] = {"action": action.kind}
    if action.amount is not None:
        made["amount"] = action.amount
    if action.cards:
        made["cards"] = [str(card) for card in Cards(action.cards)]
    return made


def legal_objects(legal: Any) -> list[str | dict[str, Any]]:
    """The choices as `act` lists them: each with its words, what a call costs, and the card that a raise plays."""
    told_by, cards = getattr(legal, "told", str), getattr(legal, "cards", {})
    objects = []
    for action in legal:
        made = {**as_object(action), "words": told_by(action)}
        if action.kind == "CALL" and getattr(legal, "call", None):
            made["costs"] = legal.call
        if isinstance(cards, Mapping) and action.amount in cards:
            made["card"] = cards[action.amount].name
        objects.append(made)
    return objects  # type: ignore[return-value]


def described(view: Any) -> dict[str, Any]:
    """A view by what it is made of."""
    facts = {}
    for name in _SEATED:
        if hasattr(view, name):
            facts[name] = [plain(getattr(view, name)(seat)) for seat in range(len(view.payoffs))]
    for name in dir(type(view)):
        kind = getattr(type(view), name)
        if not name.startswith("_") and name not in _UNTOLD and isinstance(kind, property | cached_property):
            try:
                facts[name] = plain(getattr(view, name))
            except BadAction:  # a question only another viewer may ask
                continue
    return facts


def plain(value: Any, depth: int = _DEPTH) -> Any:
    """A value as JSON can hold it; what is neither a number, a text, cards, a record nor a list of them is left out."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, Card):
        return str(value)
    if depth == 0:
        return None
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name), depth - 1) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(part, depth - 1) for key, part in value.items()}
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if type(value).__name__ in _FIGURES:
        return {name: getattr(value, name) for name in _FIGURES[type(value).__name__]}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part, depth - 1) for part in value]
    return None


def _phase(view: Any) -> str:
    for name in ("street", "state"):
        word = getattr(view, name, None)
        if isinstance(word, str):
            return word.upper()
    return "SHOWDOWN" if view.is_over else "PLAY"
