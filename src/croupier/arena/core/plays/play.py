"""`Play`: how a table hosts one hand of poker, or one whole game of any other kind (T10).

A table deals with `deal_play`, reads the seat to act from `actor`, passes clients' actions to `take`, and sends what
`events`, `prompt` and `snapshot` return. A table uses nothing else of a game, so that a new game needs no change in the
table. The seats in this interface are the table's seats; inside, a game numbers only the players who were dealt in.

Everything that is shown to a viewer comes from the game's `observe` for that viewer: `act` and `snapshot` are made from
a view alone. The fields of poker's frames have the same meaning in every game. A game without chips has points in their
place, and no pot (T7).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import UNSET, UnsetType

from croupier import protocol
from croupier.arena.core.plays.event_frames import Numbering
from croupier.arena.core.tables.public_state import PublicState
from croupier.games.api import PUBLIC


class Play(Protocol):
    """One hand of poker, or one game of another kind, in play."""

    hand_id: str
    button: int
    seats: tuple[int, ...]
    """The table's seats that are dealt in, in order."""
    index: dict[int, int]
    """Each seat's place among the seats dealt in, which is its seat in the game."""
    begun: list[int]
    """The chips before any post, by place."""
    has_chips: bool
    """True if stacks are chips, which must add up (M2); otherwise they are points."""
    keeps_hole_cards: bool
    """True if hole cards do not change during the hand, as in hold'em."""
    blinds: tuple[int, int] = (0, 0)
    state: Any
    """The game itself (`games.api.State`). A game with chips has `stacks`, and its views have `bets`, `price`, `pot`
    and `live`.
    """
    frames: Numbering
    """Makes and numbers the event frames."""

    def __init__(self, hand_id: str, stacks: Mapping[int, int], button: int) -> None:
        """Begin with the seats dealt in and their chips before any post."""
        self.hand_id, self.button = hand_id, button
        self.seats = tuple(sorted(stacks))
        self.index = {seat: place for place, seat in enumerate(self.seats)}
        self.begun = [stacks[seat] for seat in self.seats]

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def event_no(self) -> int:
        """Return the number of the last event."""
        return self.frames.event_no

    def numbered(self, frame: protocol.Event) -> protocol.Event:
        """Give an event the next number of this hand."""
        return self.frames.numbered(frame)

    @property
    def actor(self) -> int | None:
        """Return the seat whose turn it is, or None."""
        return None if self.state.actor is None else self.seats[self.state.actor]

    @property
    def is_over(self) -> bool:
        """Return True if the hand or game has ended."""
        return bool(self.state.is_over)

    @property
    def is_walk(self) -> bool:
        """Return True if everybody folded to the forced bets, without a call, bet or check."""
        return False

    def starting_stacks(self) -> dict[int, int]:
        """Return the chips of each seat before any post."""
        return dict(zip(self.seats, self.begun))

    def stacks(self) -> dict[int, int]:
        """Return each seat's chips behind or, in a game for points, its points including winnings."""
        if self.has_chips:
            return dict(zip(self.seats, self.state.stacks))
        won = self.payoffs()
        return {seat: points + won[seat] for seat, points in self.starting_stacks().items()}

    def payoffs(self) -> dict[int, int]:
        """Return what each seat has won or lost."""

    def eliminations(self) -> list[tuple[int, int, int]]:
        """Return the seats that went broke before the end of a game of several hands, each with the hand of the game
        and the chips before that hand.
        """
        return []

    # -- actions -------------------------------------------------------------------------------------------------------

    def check_word(self, sent: protocol.ActionSent) -> None:
        """Raise Refused if this word is never legal in this game, whoever has to act (T4)."""

    def take(self, sent: protocol.ActionSent) -> None:
        """Play the answer of the player to act. If it is not legal, raise Refused and change nothing (B10)."""

    def automatic(self, policy: str) -> None:
        """Act for the player to act, by the table's policy for timeouts (B14)."""

    # -- frames --------------------------------------------------------------------------------------------------------

    def events(self, auto: str | None = None) -> list[protocol.Event]:
        """Return the public events since the last call. If the host acted for a seat, `auto` says why."""

    def prompt(self, seat: int, decision: int, time_ms: int, time_bank_ms: int | UnsetType = UNSET) -> bytes:
        """Return the encoded `act` frame for the player to act."""
        return protocol.encode(self.act(seat, decision, time_ms, time_bank_ms))

    def act(self, seat: int, decision: int, time_ms: int, time_bank_ms: int | UnsetType = UNSET) -> protocol.Act:
        """Return the `act` frame for the player to act."""
        place = self.index[seat]
        view, legal = self.state.observe(place), self.state.legal()
        small, big = self.blinds
        players = self.players(view)
        return protocol.Act(
            hand_id=self.hand_id, seat=seat, phase=phase(view), decision=decision,
            you=protocol.You(hole=hole_of(view), stack=players[place].stack, to_call=getattr(legal, "call", None) or 0,
                             time_ms=time_ms, committed=players[place].committed, time_bank_ms=time_bank_ms),
            table=protocol.TableNow(sb=small, bb=big, seats=len(self.seats), button=self.button),
            players=players, community=board_of(view), pot=self._pot(view),
            current_bet=view.price if self.has_chips else 0, min_raise_increment=self.raise_step(legal),
            last_raiser=self.frames.raiser, view=self.view_of(view), **self._choices(legal))

    def snapshot(self, viewer: int | None, decision: int, left_ms: int | None) -> protocol.Snapshot:
        """Return the snapshot of the hand for a seat, or for a spectator (None)."""
        place = self.index.get(viewer) if viewer is not None else None
        view = self.state.observe(PUBLIC if place is None else place)
        shot = protocol.Snapshot(
            at_hand_id=self.hand_id, phase=phase(view), players=self.players(view), community=board_of(view),
            next_actor=self.actor, time_ms_remaining=left_ms, button=self.button, pot=self._pot(view),
            event_no=self.event_no, decision=decision, view=self.view_of(view))
        if place is not None and viewer is not None:
            shot.you = protocol.YouNow(seat=viewer, hole=hole_of(view), stack=shot.players[place].stack,
                                       to_call=self._owed(view, place))
            if self.actor == viewer:
                for name, value in self._choices(self.state.legal()).items():
                    setattr(shot, name, value)
        return shot

    def players(self, view: Any) -> list[protocol.PlayerNow]:
        """Return every seat as an object of frames, with the cards that a view shows."""
        nothing = [0] * len(self.seats)
        live = getattr(view, "live", range(len(self.seats)))
        bets, paid = (view.bets, self.paid(view)) if self.has_chips else (nothing, nothing)
        return [protocol.PlayerNow(seat=seat, stack=stack, has_folded=place not in live, committed=bets[place],
                                   total_in_pot=paid[place], all_in=self.has_chips and place in live and stack == 0)
                for place, (seat, stack) in enumerate(self.stacks().items())]

    def _pot(self, view: Any) -> int:
        """Return the chips in the middle."""
        return int(view.pot) if self.has_chips else 0

    def _owed(self, view: Any, place: int) -> int:
        """Return what a call would cost a seat, at most its stack. The answer does not depend on whose turn it is."""
        if not self.has_chips or self.is_over or place not in view.live:
            return 0
        return max(0, int(min(view.price - view.bets[place], view.stacks[place])))

    def _choices(self, legal: Any) -> dict[str, Any]:
        """Return the legal actions in the form that `act` and `snapshot` have (T2, T10)."""
        amounts = {"call_amount": "call", "min_raise_to": "min_raise_to", "max_raise_to": "max_raise_to"}
        return {"legal": self.legal_actions(legal),
                **{name: getattr(legal, source, None) or UNSET for name, source in amounts.items()}}

    def legal_actions(self, legal: Any) -> protocol.LegalActions:
        """Return the legal actions: words in no-limit hold'em, objects to send back in every other game (T10)."""

    def paid(self, view: Any) -> list[int]:
        """Return the chips that each seat has put into the pot, in a game with chips."""

    def raise_step(self, legal: Any) -> int:
        """Return the least that a full raise must add, or 0 in a game without raises."""

    def view_of(self, view: Any) -> dict[str, Any] | UnsetType:
        """Return a view in the form that frames have. Return UNSET if this game's frames have no views."""

    def hole(self, seat: int) -> list[str]:
        """Return a seat's own cards."""
        return hole_of(self.state.observe(self.index[seat]))

    def public_view(self) -> dict[str, Any] | UnsetType:
        """Return the game's public view. Return UNSET if this game's frames have no views."""
        return UNSET

    # -- the public table, and records ---------------------------------------------------------------------------------

    def first_state(self, table_id: str) -> PublicState:
        """Return the public state of the table before the first event."""

    def refresh(self, state: PublicState) -> None:
        """Update the public state with facts that are in no event: open cards, and bets of games that are not poker."""

    def records(self, teams: Mapping[int, str], about: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the public record, and the whole record with every card."""


def phase(view: Any) -> str:
    """Return the phase of a game in one word."""
    for name in ("street", "state"):
        word = getattr(view, name, None)
        if isinstance(word, str):
            return word.upper()
    return "SHOWDOWN" if view.is_over else "PLAY"


def hole_of(view: Any) -> list[str]:
    """Return the viewer's own cards from a view, which calls them `hole` or `hand`."""
    for name in ("hole", "hand"):
        cards = getattr(view, name, None)
        if cards is not None:
            return [str(getattr(card, "name", card)) for card in cards]
    return []


def board_of(view: Any) -> list[str]:
    """Return the open cards that all players share."""
    return [str(card) for card in getattr(view, "board", ())]
