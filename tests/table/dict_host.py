"""A host that runs a table with nothing but the public functions on dicts, as a server of seed 004's clients would.

A request that is refused changes nothing and returns the reason; one that is taken returns None.
"""

from __future__ import annotations

from typing import Any

from croupier import table
from croupier.games.api import Action
from croupier.notation.money import amount
from croupier.table import BadTable
from croupier.table.dicts.reading import TableHand, read
from croupier.table.play import HandInPlay, replay

_VERBS = {"FOLD": "f", "CHECK": "cc", "CALL": "cc", "BRING_IN": "pb", "STAND_PAT": "sd"}


class DictHost:
    """One table as a dict, and what its players ask for."""

    def __init__(self, hand: dict[str, Any]) -> None:
        self.hand = hand
        self._known: tuple[int, TableHand, HandInPlay | None] | None = None

    def _read(self) -> tuple[int, TableHand, HandInPlay | None]:
        if self._known is None or self._known[0] != id(self.hand):
            state = read(self.hand)
            self._known = id(self.hand), state, replay(state) if state.is_dealt else None
        return self._known

    @property
    def state(self) -> TableHand:
        return self._read()[1]

    @property
    def play(self) -> HandInPlay | None:
        return self._read()[2]

    @property
    def is_in_hand(self) -> bool:
        return self.play is not None and not self.play.hand.is_over

    @property
    def actor(self) -> str | None:
        place = None if self.play is None else self.play.actor
        return None if place is None else self.state.seats[place].player

    # -- requests ------------------------------------------------------------------------------------------------------

    def join(self, player: Any, stack: Any, seat: Any = None, intent: Any = 0) -> str | None:
        reason = table.why_not_join(self.hand, player, stack, seat)
        if reason is not None:
            return reason
        client = {**table.join(self.hand, player, stack, seat), "author": player}
        return self._merge({**client, "_intents": [*client["_intents"][:-1], intent]}, 0)

    def intend(self, player: Any, intent: Any, now: int) -> str | None:
        if type(player) is not str or player not in self.hand["players"]:
            return "no such player"
        view = table.personalize(self.hand, player)
        marks = [0] * len(view["players"])
        marks[view["players"].index(player)] = intent
        reason = self._merge({**view, "_intents": marks}, now)
        return self._go_on(now) if reason is None else reason

    def act(self, player: Any, action: Any, now: int) -> str | None:
        if type(player) is not str or player not in self.hand["players"]:
            return "no such player"
        view = table.personalize(self.hand, player)
        name = f"p{view['players'].index(player) + 1}"
        line = f"{name} {self._words(action)}" if isinstance(action, Action) else f"{name} {action}"
        reason = self._merge({**view, "actions": [*view["actions"], line]}, now)
        return self._go_on(now) if reason is None else reason

    def _words(self, action: Action) -> str:
        assert self.play is not None
        legal, places = self.play.hand.legal(), self.state.hand_places
        if action.kind == "DISCARD":
            return f"sd {action.cards}".strip()
        total = {"COMPLETE": legal.min_raise_to, "ALL_IN": legal.max_raise_to}.get(action.kind, action.amount)
        return _VERBS.get(action.kind) or ("cc" if total is None else f"cbr {amount(total, places)}")

    def _merge(self, client: dict[str, Any], now: int) -> str | None:
        reason = table.refusal(self.hand, client, now=now)
        if reason is None:
            self.hand = table.merge(self.hand, client, now=now)
        return reason

    def top_up(self, player: Any, chips: Any) -> str | None:
        """Note chips to be added before the next hand, in the host's own field."""
        if type(player) is not str or player not in self.hand["players"]:
            return "no such player"
        added = list(self.hand.get("_topUps") or [0] * len(self.hand["players"]))
        added[self.hand["players"].index(player)] = chips
        try:
            read({**self.hand, "_topUps": added})
        except BadTable as refused:
            return refused.reason
        self.hand = {**self.hand, "_topUps": added}
        return None

    def tick(self, now: int) -> None:
        self.hand = table.auto(self.hand, now)
        self._go_on(now)

    def _go_on(self, now: int) -> None:
        """Let the dealer go on; write the results of a hand that is over."""
        if self.play is not None and "finishingStacks" not in self.hand:
            self.hand = table.advance(self.hand, now)
            if self.play is not None and self.play.hand.is_over:
                self.hand = table.finish(self.hand)

    def next_hand(self, seed: Any, now: int) -> str | None:
        if self.is_in_hand:
            return "the hand is not complete"
        try:
            self.hand = table.advance(table.next_hand(self.hand, seed), now)
        except BadTable as refused:
            return refused.reason
        self._go_on(now)
        return None
