"""Rebuild a hand from the frames that a client gets, so that a bot gets the same view as in a local game.

The mirror turns frames into the actions of a hand record (`p2 cbr 60`, `d db 2c3d4h`), with unknown cards as `??`, and
the engine replays them. The mirror guesses nothing and shows only what the frames contained.
"""

from __future__ import annotations

from typing import Any

from croupier.games.poker.deal import Deal
from croupier.games.poker.hand import Hand, dealt_by_record
from croupier.games.poker.view import View
from croupier.games.registry import poker_at
from croupier.notation.actions import ActionPlayer
from croupier.table.forced_bets import Posts

Frame = dict[str, Any]
_VERBS = {"FOLD": "f", "CHECK": "cc", "CALL": "cc", "BRING_IN": "pb"}


class Mirror:
    """One hand, rebuilt from the frames of one seat."""

    def __init__(self, config: Frame, start: Frame, seat: int) -> None:
        """Begin a hand from the `config` of `welcome` and the `start_hand` frame."""
        self.config, self.start, self.seat = config, start, seat
        self.hole: list[str] = []
        self.actions: list[str] = []
        self.draws: list[tuple[int, int]] = []
        self.own = 0
        """The number of own cards dealt so far, not counting draws."""
        self.dealt: list[str] = []
        """The own cards that are known, in the order in which they were dealt."""
        stacks = {row["seat"]: row["stack"] for row in start["stacks"]}
        self.members = sorted(stacks)
        self.stacks = [stacks.get(seat, 0) for seat in range(config["seats"])]
        self.game = poker_at(config["variant"], start["sb"], start["bb"], start.get("ante", 0),
                             config.get("cap_heads_up", False))
        self.posts = Posts.from_start(self.game, start, self.members)
        self.plain = config["variant"] == "HUNL"

    @property
    def is_dealt_in(self) -> bool:
        """Return True if our seat was dealt in."""
        return self.seat in self.members

    @property
    def is_whole(self) -> bool:
        """Return False between our own draw and the arrival of our new cards."""
        return not self.draws

    def cards(self, hole: list[str]) -> None:
        """Store our own cards, as the server sent them."""
        # a `DRAW` event has only the number of cards: our new hand shows which ones we discarded
        if self.draws and self.hole:
            self._drew(hole)
        self.hole = list(hole)
        self.dealt += self.hole[len(self.dealt):self.own]

    def event(self, frame: Frame) -> None:
        """Add the actions that an `event` frame reports."""
        ev, seat = frame["ev"], frame.get("seat")
        player = f"p{seat + 1}" if seat is not None else ""
        if ev in _VERBS:
            self.actions.append(f"{player} {_VERBS[ev]}")
        elif ev == "BET":
            self.actions.append(f"{player} cbr {frame['to']}")
        elif ev in ("FLOP", "TURN", "RIVER"):
            self.actions.append("d db " + "".join(frame.get("cards") or [frame["card"]]))
        elif ev == "DEAL":
            self._dealt(seat, frame["cards"])
        elif ev == "DRAW":
            self._draw(seat if seat is not None else -1, frame["count"])
        elif ev == "SHOWDOWN":
            if seat == self.seat:
                self.cards(frame["hand"])
            self.actions.append(f"{player} sm {''.join(frame['hand'])}")

    def _dealt(self, seat: int | None, cards: list[str]) -> None:
        """Add the action for cards dealt in a game other than hold'em.

        The server sends our own cards separately. The action `own` is a placeholder until our cards arrive.
        """
        if seat is None:
            self.actions.append("d db " + "".join(cards))
        elif seat == self.seat:
            self.actions.append(f"own {self.own} {len(cards)}")
            self.own += len(cards)
        else:
            self.actions.append(f"d dh p{seat + 1} {''.join(cards)}")

    def _draw(self, seat: int, count: int) -> None:
        if seat == self.seat:
            self.actions.append(f"p{seat + 1} sd")
            self.draws.append((len(self.actions) - 1, count))
            if count == 0:
                self._drew(self.hole)
        else:
            self.actions.append(f"p{seat + 1} sd {'??' * count}".rstrip())
            if count:
                self.actions.append(f"later d dh p{seat + 1} {'??' * count}")

    def _drew(self, hole: list[str]) -> None:
        """Complete our own draw. The cards that are no longer in our hand were discarded."""
        at, _ = self.draws.pop(0)
        thrown = [card for card in self.hole if card not in hole]
        new = [card for card in hole if card not in self.hole]
        self.actions[at] = f"p{self.seat + 1} sd {''.join(thrown)}".rstrip()
        if new:
            self.actions.insert(at + 1, f"later d dh p{self.seat + 1} {''.join(new)}")

    # -- played --------------------------------------------------------------------------------------------------------

    def hand(self) -> Hand:
        """Return the hand so far."""
        hand = dealt_by_record(self._facts())
        actions = ActionPlayer(hand, 0)
        later: list[str] = []
        for action in [*self._first_cards(), *self.actions]:
            if action.startswith("later "):
                later.append(action.removeprefix("later "))
            else:
                actions.take(self._known(action))
            if later and hand.awaits == "cards":  # the engine deals replacement cards only after all players have drawn
                for cards in later:
                    actions.take(cards)
                later = []
        return hand

    def _facts(self) -> Deal:
        """Return the stakes, stacks and posts with which the hand starts.

        At a cash table a blind may be dead, and the stacks do not include dead money.
        """
        if self.posts is None:
            deal = self.game.facts(len(self.stacks), sum(1 << seat for seat in self.members), self.start["button"])
            deal.set_stacks(self.stacks)
            return deal
        deal = self.posts.facts(self.game, {seat: seat for seat in self.members}, len(self.stacks))
        deal.set_stacks([stack - self.posts.dead.get(seat, 0) for seat, stack in enumerate(self.stacks)])
        return deal

    def view(self) -> View:
        """Return our seat's view of the hand, as passed to `Bot.act`."""
        return self.hand().observe(self.seat)

    def _first_cards(self) -> list[str]:
        """Return the actions that deal two cards to each player.

        Only hold'em needs these actions. In other games, the server sends an event for every card.
        """
        if not self.plain:
            return []
        # in hold'em the server sends no event for the deal, only a `cards` frame to each seat
        return [f"d dh p{seat + 1} {self._hole(seat)}" for seat in self.members]

    def _hole(self, seat: int) -> str:
        return "".join(self.hole) if seat == self.seat and self.hole else "????"

    def _known(self, action: str) -> str:
        """Return an action with our own cards filled in."""
        word, *rest = action.split()
        if word == "own":
            first, count = int(rest[0]), int(rest[1])
            cards = (self.dealt[first:first + count] + ["??"] * count)[:count]
            return f"d dh p{self.seat + 1} {''.join(cards)}"
        return action
