"""`Play`: how a table hosts one hand of poker, or one whole game of any other kind (T10).

A table deals through `deal_play`, asks `actor`, passes on what clients send with `take`, and shows what `events`,
`prompt` and `snapshot` return. It never looks behind this interface, so that a new game needs no change in a table.
Seats are the table's seats throughout; inside, a game counts only the players who were dealt in.

Whatever a viewer is shown comes out of the game's own `observe` for that viewer, and out of nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import UnsetType

from croupier import protocol
from croupier.arena.core.plays.event_frames import Numbering
from croupier.arena.core.tables.public_state import PublicState


class Play(Protocol):
    """One hand, or one game, in play."""

    hand_id: str
    button: int
    seats: tuple[int, ...]
    """The seats dealt in, in order."""
    has_chips: bool
    """True if stacks are chips, which must add up (M2); otherwise they are points."""
    keeps_hole_cards: bool
    """True if hole cards do not change during the hand, as in hold'em."""
    frames: Numbering
    """Makes and numbers the event frames."""

    @property
    def event_no(self) -> int:
        """Return the number of the last event."""
        return self.frames.event_no

    def numbered(self, frame: protocol.Event) -> protocol.Event:
        """Give an event the next number of this hand."""
        return self.frames.numbered(frame)

    @property
    def actor(self) -> int | None:
        """Return the seat to act, None if there is none."""

    @property
    def is_over(self) -> bool:
        """Return True if the hand or game has ended."""

    @property
    def is_walk(self) -> bool:
        """Return True if the hand ended because everybody folded to the forced bets: no seat called, bet or checked."""
        return False

    def starting_stacks(self) -> dict[int, int]:
        """Return the chips of each seat before anything was posted."""

    def stacks(self) -> dict[int, int]:
        """Return the chips behind, or the points, of each seat."""

    def payoffs(self) -> dict[int, int]:
        """Return what each seat has won or lost."""

    def eliminations(self) -> list[tuple[int, int, int]]:
        """Return who went broke before the end of a game of several hands: seat, hand of the game, chips before it."""

    def check_word(self, sent: protocol.ActionSent) -> None:
        """Raise Refused if no seat could ever send this word here, whoever has to act (T4)."""

    def take(self, sent: protocol.ActionSent) -> None:
        """Take the answer of the seat to act. Raise Refused, with nothing changed, if it is not legal (B10)."""

    def automatic(self, policy: str) -> None:
        """Act for the seat to act, by the table's policy for timeouts (B14)."""

    def events(self, auto: str | None = None) -> list[protocol.Event]:
        """Return what everybody may know of what happened since the last call; `auto` says why the host acted."""

    def prompt(self, seat: int, decision: int, time_ms: int, time_bank_ms: int | UnsetType) -> bytes:
        """Return the `act` frame of the seat to act, encoded."""

    def snapshot(self, viewer: int | None, decision: int, left_ms: int | None) -> protocol.Snapshot:
        """Return the hand as a seat, or a spectator (None), may see it."""

    def hole(self, seat: int) -> list[str]:
        """Return a seat's own cards."""

    def public_view(self) -> dict[str, Any] | UnsetType:
        """Return the game's view for everybody, UNSET if frames of this game carry none."""

    def first_state(self, table_id: str) -> PublicState:
        """Return the public table before anything happened."""

    def refresh(self, state: PublicState) -> None:
        """Put into the public table what no event says: open cards and bets of games that are not poker."""

    def records(self, teams: Mapping[int, str], about: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the record as everybody may see it, and the record with every card."""
