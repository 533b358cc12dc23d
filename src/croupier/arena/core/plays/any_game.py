"""One game that is not poker at an arena's table (ruling T10): the same face as a hand of poker.

`act` carries `view`, what the seat may see, and `legal`, a list of action objects to send back; seed 002's own fields
say the same of every game: chips where the game has them (`Hosted.chips`), else points and nothing in the middle (T7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from msgspec import UNSET

from croupier import protocol
from croupier.arena.core import timeouts
from croupier.arena.core.plays.as_json import described, plain
from croupier.arena.core.plays.event_frames import Numbering
from croupier.betting.rulebook import IllegalAction
from croupier.cards import BadCards, Cards
from croupier.games.api import ALL, PUBLIC, Action, BadAction, State
from croupier.games.registry import Hosted
from croupier.protocol.errors import Refused


class GamePlay:
    """A game in play; `stacks` are the chips behind, or, in a game without chips, points with what was won."""

    plain = False

    def __init__(self, game: Hosted, hand_id: str, stacks: Mapping[int, int], button: int, seed: int) -> None:
        self.game, self.hand_id, self.button = game, hand_id, button
        self.seats = tuple(sorted(stacks))
        self.index = {seat: place for place, seat in enumerate(self.seats)}
        self.begun = [stacks[seat] for seat in self.seats]
        self.has_chips = game.chips > 0 and set(self.begun) == {game.chips}  # else points, as at older tables
        self.state: State = game.start(len(self.seats), seed)
        self.telling = Numbering(hand_id)
        self.actions: list[dict[str, Any]] = []
        self.told = 0
        self._public: Any = None

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
        """Chips behind; points with what was won."""
        if self.has_chips:
            chips: Any = self.state
            return dict(zip(self.seats, chips.stacks))
        won = self.payoffs()
        return {seat: stack + won[seat] for seat, stack in self.starting_stacks().items()}

    def public(self) -> Any:
        """The game as everybody may see it, looked at once after each action."""
        if self._public is None:
            self._public = self.state.observe(PUBLIC)
        return self._public

    # -- acted ---------------------------------------------------------------------------------------------------------

    def check_word(self, sent: protocol.ActionSent) -> None:
        """Which words there are is the game's business, asked when the seat's turn is known."""

    def take(self, sent: protocol.ActionSent) -> None:
        """Take the asked seat's answer; Refused says why not."""
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
        """Take an action and remember it."""
        if action not in self.state.legal():
            raise BadAction(f"{action} is not legal now")
        self._public = None
        self.state.apply(action)
        self.actions.append(as_object(action))

    def automatic(self, policy: str) -> None:
        """Act for the asked seat; where a stack is short of the bet, its call is an ALL_IN (G1)."""
        legal = self.state.legal()
        actions = {each.kind: each for each in reversed(list(legal))}
        if getattr(legal, "call", None) and "CALL" not in actions and "ALL_IN" in actions:
            actions["CALL"] = actions["ALL_IN"]
        word = timeouts.chosen(policy, actions)
        self.apply(actions[word] if word is not None else next(iter(legal)))

    # -- told ----------------------------------------------------------------------------------------------------------

    def news(self, auto: str | None = None) -> list[protocol.Event]:
        """What happened since the last call, as everybody may know it."""
        view = self.public()
        if hasattr(view, "since"):
            fresh, self.told = view.since(self.told)
        else:
            events = getattr(view, "events", ())
            fresh, self.told = events[self.told:], len(events)
        return [self.telling.numbered(self._event(event, auto)) for event in fresh]

    def _event(self, event: Any, auto: str | None) -> protocol.Event:
        facts = {each.name: plain(getattr(event, each.name)) for each in fields(event)}
        word = str(facts.pop("kind", "")) or type(event).__name__.upper()
        place = facts.pop("seat", facts.pop("role", None))
        return protocol.GameEvent(ev=word, seat=self.seats[place] if isinstance(place, int) else UNSET, data=facts,
                             auto=auto or UNSET)

    def prompt(self, seat: int, decision: int, time_ms: int) -> bytes:
        """The prompt of the seat that has to act, as it goes out."""
        return protocol.encode(self.act(seat, decision, time_ms))

    def act(self, seat: int, decision: int, time_ms: int) -> protocol.Act:
        """The prompt of the seat that has to act."""
        place = self.index[seat]
        view: Any = self.state.observe(place)
        legal = self.state.legal()
        return protocol.Act(
            hand_id=self.hand_id, seat=seat, phase=phase(view, self.is_over), decision=decision,
            you=protocol.You(hole=self._hole(view), stack=self.stacks()[seat],
                             to_call=getattr(legal, "call", None) or 0, time_ms=time_ms,
                             committed=view.bets[place] if self.has_chips else 0),
            table=protocol.TableNow(sb=0, bb=0, seats=len(self.seats), button=self.button), players=self.players(view),
            community=plain(getattr(view, "board", [])), pot=self._pot(view),
            current_bet=view.price if self.has_chips else 0, min_raise_increment=getattr(legal, "step", 0),
            view=described(view), **choices(legal))

    def players(self, view: Any) -> list[protocol.PlayerNow]:
        """Every seat, as every view shows it."""
        nothing = [0] * len(self.seats)
        live = getattr(view, "live", range(len(self.seats)))
        bets, paid = (view.bets, view.paid) if self.has_chips else (nothing, nothing)
        return [protocol.PlayerNow(seat=seat, stack=stack, has_folded=place not in live, committed=bets[place],
                               total_in_pot=paid[place], all_in=self.has_chips and place in live and stack == 0)
                for place, (seat, stack) in enumerate(self.stacks().items())]

    def _pot(self, view: Any) -> int:
        """Chips in the middle."""
        return int(view.pot) if self.has_chips else 0

    def _owed(self, view: Any, place: int) -> int:
        """What a seat of a betting round would have to put in, as far as its chips go."""
        if not self.has_chips or self.is_over or place not in view.live:
            return 0
        return max(0, int(min(view.price - view.bets[place], view.stacks[place])))

    def snapshot(self, viewer: int | None, decision: int, left_ms: int | None) -> protocol.Snapshot:
        """The game as a seat of the table, or nobody in particular, may see it."""
        place = self.index.get(viewer) if viewer is not None else None
        view = self.state.observe(PUBLIC if place is None else place)
        shot = protocol.Snapshot(
            at_hand_id=self.hand_id, phase=phase(view, self.is_over), players=self.players(view),
            community=plain(getattr(view, "board", [])), next_actor=self.actor, time_ms_remaining=left_ms,
            button=self.button, pot=self._pot(view), event_no=self.telling.event_no, decision=decision,
            view=described(view))
        if place is not None and viewer is not None:
            shot.you = protocol.YouNow(seat=viewer, hole=self._hole(view), stack=self.stacks()[viewer],
                                   to_call=self._owed(view, place))
            if self.actor == viewer:
                for name, value in choices(self.state.legal()).items():
                    setattr(shot, name, value)
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


def choices(legal: Any) -> dict[str, Any]:
    """What the asked seat may do, as `act` and `snapshot` say it (T2, T10)."""
    amounts = {"call_amount": "call", "min_raise_to": "min_raise_to", "max_raise_to": "max_raise_to"}
    return {"legal": legal_objects(legal),
            **{said: getattr(legal, name, None) or UNSET for said, name in amounts.items()}}


def legal_objects(legal: Any) -> list[str | dict[str, Any]]:
    """The choices as `act` lists them: each with its words, what a call costs, and the card that a raise plays."""
    told_by, cards = getattr(legal, "told", str), getattr(legal, "cards", {})
    objects: list[str | dict[str, Any]] = []
    for action in legal:
        made = {**as_object(action), "words": told_by(action)}
        if action.kind == "CALL" and getattr(legal, "call", None):
            made["costs"] = legal.call
        if isinstance(cards, Mapping) and action.amount in cards:
            made["card"] = cards[action.amount].name
        objects.append(made)
    return objects


def phase(view: Any, is_over: bool) -> str:
    """Where a game stands, in a word."""
    for name in ("street", "state"):
        word = getattr(view, name, None)
        if isinstance(word, str):
            return word.upper()
    return "SHOWDOWN" if is_over else "PLAY"
