"""A hand that has ended, written down twice: as everybody may see it, and whole for the archive."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import UnsetType

from croupier.arena.core.effects import HandDone
from croupier.arena.core.tables.hand import InPlay
from croupier.arena.core.tables.match_progress import Match

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


def hand_done(table: ArenaTable, match: Match, hand: InPlay, now: int, void: bool = False) -> HandDone:
    """The record of a hand; a void one stops where it stood and everybody has what they began with."""
    play = hand.play
    teams = {seat: table.seats[seat].team for seat in play.seats}
    told = hand.start.deal.nonces
    nonces = {int(seat): nonce for seat, nonce in told.items()} if isinstance(told, dict) else {}
    about = {"table": table.table_id, "seat_count": table.config.seats, **when(hand.began_ms // 1000)}
    public, whole = play.records(teams, about)
    return HandDone(
        table_id=table.table_id, match_id=match.key.match_id, hand_no=match.hand_no, hand_id=play.hand_id,
        begun_ms=hand.began_ms, ended_ms=now, void=void, button=play.button, seats=teams,
        stacks=play.starting_stacks(), results=dict.fromkeys(teams, 0) if void else play.payoffs(), nonces=nonces,
        receipt=None if isinstance(table.out.receipt, UnsetType) else table.out.receipt, public=public, whole=whole,
        seating=hand.seating)


@lru_cache(16)
def when(second: int) -> dict[str, Any]:
    """A record's date and time."""
    at = datetime.fromtimestamp(second, UTC)
    return {"year": at.year, "month": at.month, "day": at.day, "time": at.time().replace(microsecond=0),
            "time_zone": "UTC"}
