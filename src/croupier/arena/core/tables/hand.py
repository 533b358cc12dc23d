"""Keep a hand at a table: deal it from the match's key (T6), keep its prompts and its clock, and make its records at
the end.

Rules that it keeps:

- Each prompt has a decision number, one more than the last. An answer counts only for the open prompt, and only if its
  bytes were read after that prompt was sent (T4).
- The clock runs for the open prompt. A stopped clock keeps the time that was left.
- Every event that was sent is kept, so that a snapshot can rebuild the hand; private cards are kept apart, by seat.
- When the hand ends, no chip has been added or lost, neither in the game nor in the frames that were sent (M2).

Other modules decide which actions are legal (`plays`), who receives a frame (`broadcast`), who may sit down, and what
follows the hand (`match`, `cash`). This module reads no clock: every time is passed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import HandDone
from croupier.arena.core.match_key import Match, MatchKey, hand_id, public_seed
from croupier.arena.core.plays.any_game import GamePlay
from croupier.arena.core.plays.play import Play
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.public_state import PublicState
from croupier.games.poker.hand import ChipsLost
from croupier.protocol.errors import Refused
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


@dataclass(slots=True)
class Prompt:
    """The open prompt of a seat."""

    seat: int
    decision: int
    deadline: int | None
    left_ms: int | None = None
    """The time left while the clock is stopped, else None."""


class InPlay:
    """One hand, from `start_hand` to `end_hand`. The table keeps it until the next hand begins."""

    def __init__(self, play: Play, start: protocol.StartHand, table_id: str, began_ms: int) -> None:
        self.play, self.start, self.began_ms = play, start, began_ms
        self._public, self._unread = play.first_state(table_id), list[protocol.Event]()
        """The public state, and the events that have not been applied to it yet."""
        self.prompt: Prompt | None = None
        self.decision = 0
        self.asked: set[int] = set()
        """Seats that have had a prompt."""
        self.sent_events: list[bytes] = []
        self.seating: tuple[dict[str, Any], ...] = ()
        """At a cash table, the seats at the start of this hand, for the record."""
        self.vacated: set[int] = set()
        """Seats whose players have left during the hand. A newcomer in that seat sees only the public side of this
        hand.
        """
        self.holes: dict[int, list[protocol.HoleThen]] = {seat: [] for seat in play.seats}
        """For games that deal more than once, each seat's own cards after each deal."""

    @property
    def hand_id(self) -> str:
        """Return the hand's id."""
        return self.play.hand_id

    # -- prompts -------------------------------------------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        """Give a seat's decision the next number, and note that the seat was prompted."""
        self.decision += 1
        self.asked.add(seat)

    def check_answer(self, seat: int, sent: protocol.ActionSent, stood: int | None = None) -> None:
        """Refuse an answer unless it is for this seat's open prompt and was received after that prompt was sent (T4).
        """
        prompt = self.prompt
        if prompt is None or prompt.seat != seat:
            if seat in self.asked:
                raise Refused("ACTION_TOO_LATE", "your last prompt in this hand has ended; the next comes as an act")
            raise Refused("OUT_OF_TURN", "you have not been asked: wait for an act")
        if sent.decision is not UNSET and sent.decision != prompt.decision:
            raise Refused("ACTION_TOO_LATE", f"decision {sent.decision} is not open: decision {prompt.decision} is")
        if sent.decision is UNSET and stood is not None and stood != prompt.decision:
            raise Refused("ACTION_TOO_LATE", f"it was received before decision {prompt.decision} was sent")

    def time_left(self, now: int) -> int | None:
        """Return the time left on the clock of the seat to act, or None without a clock."""
        if self.prompt is None:
            return None
        if self.prompt.deadline is None:
            return self.prompt.left_ms
        return max(0, self.prompt.deadline - now)

    def stop_clock(self, now: int) -> None:
        """Stop the clock. Keep at least 1 ms, because a seat that still has to act was in time."""
        if self.prompt is not None and self.prompt.deadline is not None:
            self.prompt.left_ms, self.prompt.deadline = max(1, self.prompt.deadline - now), None

    def start_clock(self, now: int) -> None:
        """Start the clock with the time that was left."""
        if self.prompt is not None and self.prompt.left_ms is not None:
            self.prompt.deadline = now + self.prompt.left_ms

    # -- events --------------------------------------------------------------------------------------------------------

    def add_event(self, frame: protocol.Event, text: bytes) -> None:
        """Keep an event that was sent, for snapshots. In a game of many hands, drop the events of earlier hands."""
        if isinstance(frame, protocol.GameEvent) and frame.ev == "HAND":
            # otherwise a spectator who joins a long game late gets the events of all its hands: once half a megabyte
            self.sent_events.clear()
        self.sent_events.append(text)
        self._unread.append(frame)

    @property
    def public(self) -> PublicState:
        """Return the public state after all events sent so far. The state is computed on demand, at the latest by
        `audit`.
        """
        for frame in self._unread:
            self._public.feed(frame)
        self._unread.clear()
        return self._public

    def state(self, next_actor: int | None, left_ms: int | None, is_last: bool) -> protocol.TableState:
        """Return the public state of the table after the last event. `is_last` is true if no other event of the same
        action follows.
        """
        state = self.public.state(next_actor, left_ms)
        if is_last:
            state.view = self.play.public_view()
        return state

    def refresh(self) -> None:
        """Update the public state with facts that are in no event, after all events of an action have been sent."""
        self.play.refresh(self.public)

    def snapshot(self, viewer: int | None, now: int) -> protocol.Snapshot:
        """Return the hand as a viewer may see it, with all events so far."""
        viewer = None if viewer in self.vacated else viewer
        shot = self.play.snapshot(viewer, self.decision, self.time_left(now))
        shot.start, shot.events = self.start, [msgspec.Raw(text) for text in self.sent_events]
        if viewer is not None and self.holes.get(viewer):
            shot.holes = self.holes[viewer]
        return shot

    def results(self) -> list[protocol.SeatResult]:
        """Return what each seat won or lost."""
        return [protocol.SeatResult(seat=seat, net=net) for seat, net in self.play.payoffs().items()]

    def audit(self) -> None:
        """Raise ChipsLost if a chip was added or lost, or if the frames do not add up to the stacks (M2)."""
        if not self.play.has_chips:  # only chips have to add up, points need not
            return
        before, stacks, removed = self.play.starting_stacks(), self.play.stacks(), self.public.removed
        sent = {seat: stack + removed.get(seat, 0) for seat, stack in self.public.stacks().items()}
        if sum(before.values()) != sum(stacks.values()) or sent != stacks:
            raise ChipsLost(f"{self.hand_id}: {before} became {stacks}, sent as {sent}")


def hand_done(table: ArenaTable, match: Match, hand: InPlay, now: int, void: bool = False) -> HandDone:
    """Return both records of a hand that has ended: the public record, and the whole record for the archive.

    The record of a void hand ends with its last action, and every result is 0.
    """
    play = hand.play
    teams = {seat: table.seats[seat].team for seat in play.seats}
    sent = hand.start.deal.nonces
    nonces = {int(seat): nonce for seat, nonce in sent.items()} if isinstance(sent, dict) else {}
    about = {"table": table.table_id, "seat_count": table.config.seats, **when(hand.began_ms // 1000)}
    public, whole = play.records(teams, about)
    return HandDone(
        table_id=table.table_id, match_id=match.key.match_id, hand_no=match.hand_no, hand_id=play.hand_id,
        begun_ms=hand.began_ms, ended_ms=now, void=void, button=play.button, seats=teams,
        stacks=play.starting_stacks(), results=dict.fromkeys(teams, 0) if void else play.payoffs(), nonces=nonces,
        receipt=None if isinstance(table.out.receipt, UnsetType) else table.out.receipt, public=public, whole=whole,
        seating=hand.seating, keys=table.seats.keys(play.seats))


@lru_cache(16)
def when(second: int) -> dict[str, Any]:
    """Return the date and time fields of a record."""
    at = datetime.fromtimestamp(second, UTC)
    return {"year": at.year, "month": at.month, "day": at.day, "time": at.time().replace(microsecond=0),
            "time_zone": "UTC"}


def new_hand(table: ArenaTable, match: Match, button: int, stacks: dict[int, int], nonces: dict[int, str], now: int,
             posts: Posts | None = None) -> InPlay:
    """Deal the next hand of a match. The match has already counted this hand. `posts` has the forced bets of a cash
    table.
    """
    config, no, name = table.config, match.hand_no, hand_id(now, table.numbers.next())
    level = config.level(no)
    start = protocol.StartHand(
        hand_id=name, seed=public_seed(match.key.match_id, no), button=button,
        stacks=[protocol.SeatStack(seat=seat, stack=stack) for seat, stack in stacks.items()], sb=level.sb, bb=level.bb,
        ante=level.ante or UNSET, deal=match.key.facts(no, nonces))
    if posts is not None:
        start.spots = spot_seats(posts.spots)
        start.dead = [protocol.DeadMoney(seat=seat, amount=chips) for seat, chips in posts.dead.items()] or UNSET
    play = deal_play(config, match.key, no, name, stacks, button, nonces, posts)
    return InPlay(play, start, table.table_id, now)


def deal_play(config: TableConfig, key: MatchKey, hand_no: int, hand_id: str, stacks: Mapping[int, int], button: int,
              nonces: Mapping[int, str], posts: Posts | None = None) -> Play:
    """Deal a hand of poker, or start a game of another kind, in a table's variant.

    All its random numbers come from the hand key (T6).
    """
    hosted, seats = config.hosted, list(stacks)
    if not hosted.is_poker:
        return GamePlay(hosted, hand_id, stacks, button, key.dealer(hand_no, seats, nonces))
    game = config.game(hand_no)
    deck = key.deck(hand_no, seats, nonces, game.rules.deck)
    muck = key.muck_numbers(hand_no, seats, nonces, game.muck_numbers_needed(len(seats)))
    return PokerPlay(game, config.level(hand_no), hand_id, stacks, button, deck, posts, muck)


def spot_seats(spots: Spots) -> protocol.SpotSeats:
    """Return the seats of button and blinds as frames write them, counted from 0."""
    assert spots.button is not None
    assert spots.sb is not None
    assert spots.bb is not None
    return protocol.SpotSeats(button=spots.button - 1, sb=spots.sb - 1, bb=spots.bb - 1)
