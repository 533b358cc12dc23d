"""Hands as steps to look at: the replayer's view of any record (page, `/api/hands/ID?format=steps`, `/api/replay`).

    replay = steps_of(record)           {"players": [...], "steps": [{"events": [...], "state": {...}, ...}], ...}

A step is what happens at once: all forced bets, one deal, one action, one card of the board, one hand shown, the pots
paid. Its events are those of the arena's frames, its state is folded from them by the arena's own `Ledger`, `call` is
what the seat to act owes. Equities are those of the live hands whose cards the record knows. Nothing is repaired: an
illegal action ends the steps with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import Any

import msgspec

from croupier.arena import messages as told
from croupier.arena.ledger import Ledger
from croupier.arena.telling import Telling
from croupier.betting.rulebook import BadAmount, IllegalAction
from croupier.cards import Cards
from croupier.games.poker.events import Board, Dealt, Drew, Event, Posted
from croupier.games.poker.hand import Hand
from croupier.notation.begin import begin, places_in_log
from croupier.notation.files import dumps, loads
from croupier.notation.money import UNKNOWN_STACK
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import steps
from croupier.ranking.equities import equity
from croupier.ranking.errors import BadEquity

ACTIONS_MAX = 2_000
HANDS_MAX = 1_000
"""Hands of an uploaded file that are listed; the rest is passed over, which the answer says."""
SAMPLES = 20_000
"""Boards dealt for an equity before the flop: right to about half a percent."""
_EQUITY_GAMES = {"NT": "holdem", "FT": "holdem", "PT": "holdem", "PO": "omaha", "NO": "omaha", "FO": "omaha"}
_FORMATS = ("phh", "pokerstars", "json")


class Replayed(Telling):
    """A record's events as frames; every blind is told by itself, since records know more than two."""

    def _posted(self, event: Posted) -> Iterator[told.Event]:
        yield told.Post(seat=self.seats[event.seat], amount=event.amount, kind=event.kind)


def opened(text: str, index: int) -> dict[str, Any]:
    """A file's hands by title, one of them as steps; BadRecord says what cannot be read, and where."""
    hands = list(islice(loads(text.lstrip("\ufeff"), errors="keep"), HANDS_MAX + 1))
    if not hands:
        raise BadRecord("there is no hand in this text")
    more, hands = len(hands) > HANDS_MAX, hands[:HANDS_MAX]
    if not 0 <= index < len(hands):
        raise BadRecord(f"this text holds {len(hands)} hands, there is no number {index + 1}")
    chosen = hands[index]
    if chosen.damage is not None:
        raise chosen.damage
    titles = [_title(hand, number) for number, hand in enumerate(hands)]
    return {"hands": titles, "more": more, "index": index, **steps_of(chosen)}


def steps_of(record: HandRecord, *, shares: bool = True) -> dict[str, Any]:
    """A record as steps, with all that a page needs to show it and to pass it on; without `shares`, no equities."""
    if record.unsupported:
        raise BadRecord(f"this hand cannot be played here: {record.unsupported}", record.line)
    start = begin(record, places_in_log(record))
    walk = _Walk(record, start.hand, start.begun)
    known = _known(record)
    found, fault = walk.steps(known if shares else [[] for _ in known])
    return {"title": _title(record, 0), "variant": record.variant, "players": record.players, "places": start.places,
            "button": start.hand.button, "stacks": [None if stack >= UNKNOWN_STACK else stack for stack in start.begun],
            "holes": [cards or None for cards in known], "steps": found, "fault": fault, "texts": _texts(record)}


class _Walk:
    """A record being replayed into steps."""

    def __init__(self, record: HandRecord, hand: Hand, begun: Sequence[int]) -> None:
        self.record = record
        self.telling = Replayed("", range(len(begun)), hand.button, plain=False)
        self.ledger = Ledger.of("", "", hand.button, dict(enumerate(begun)), hand.rules.streets[0].name)
        self.told = 0

    def steps(self, known: list[list[str]]) -> tuple[list[dict[str, Any]], str | None]:
        """The steps, and why they end early if they do."""
        found: list[dict[str, Any]] = []
        try:
            for _, hand in islice(steps(self.record), ACTIONS_MAX):
                found += self._after(hand, known)
        except IllegalAction as refusal:
            return found, f"{refusal.reason} ({refusal.clause})"
        except (BadAmount, BadRecord) as damage:
            return found, str(damage)
        return found, None

    def _after(self, hand: Hand, known: list[list[str]]) -> Iterator[dict[str, Any]]:
        """The steps of what has happened since the last action."""
        events = _settled(hand)
        fresh, self.told = events[self.told:], max(self.told, len(events))
        frames = self.telling.tell(fresh, hand.is_over)
        groups = [list(group) for _, group in groupby(frames, _moment)]
        for group in groups:
            for frame in group:
                self.ledger.feed(frame)
            yield self._step(group, hand if group is groups[-1] else None, known)

    def _step(self, group: list[told.Event], hand: Hand | None, known: list[list[str]]) -> dict[str, Any]:
        asked = hand is not None and hand.actor is not None and hand.awaits is None
        state = self.ledger.state(hand.actor if asked and hand is not None else None, None)
        made: dict[str, Any] = {"events": msgspec.to_builtins(group), "state": msgspec.to_builtins(state),
                                "street": _street(group, self.ledger.phase)}
        if asked and hand is not None:
            made["call"] = hand.legal().call or 0
        live = tuple(row.seat for row in state.players if not row.has_folded)
        shares = _equities(self.record.variant, known, live, tuple(state.community))
        if shares is not None:
            made["equities"] = shares
        return made


def _settled(hand: Hand) -> list[Event]:
    """The hand's events without a deal that is still being told card by card."""
    events: list[Event] = hand.events
    while hand.awaits == "cards" and events and isinstance(events[-1], Board | Dealt | Drew):
        events.pop()
    return events


def _moment(frame: told.Event) -> tuple[str, int]:
    """What happens at once has one moment: forced bets, deals of a street, pots; all else stands alone."""
    if isinstance(frame, told.Post):
        return "post", 0
    if isinstance(frame, told.DealtCards):
        return f"deal {frame.street}", 0
    if isinstance(frame, told.PotAward):
        return "award", 0
    return "", frame.event_no


def _street(group: list[told.Event], phase: str) -> str:
    return "END" if isinstance(group[-1], told.PotAward) else phase


def _known(record: HandRecord) -> list[list[str]]:
    """Each player's cards as the record tells them anywhere; empty where it does not, or where they change."""
    found: list[list[str]] = [[] for _ in record.players]
    if record.variant[1:2] not in ("T", "S", "O"):
        return found
    for action in record.actions:
        words = action.split("#")[0].split()
        who, cards = (words[2:3], words[3:4]) if words[:2] == ["d", "dh"] else (words[:1], words[2:3])
        if (words[:2] == ["d", "dh"] or words[1:2] == ["sm"]) and cards and who[0][1:].isdigit():
            texts = [str(card) for card in Cards(cards[0])]
            if "??" not in texts and texts and 0 < int(who[0][1:]) <= len(found):
                found[int(who[0][1:]) - 1] = texts
    return found


def _equities(variant: str, known: list[list[str]], live: tuple[int, ...], board: tuple[str, ...]) -> list[Any] | None:
    """Percent by seat for the live hands whose cards are known, None where there are fewer than two."""
    game = _EQUITY_GAMES.get(variant)
    hands = tuple("".join(known[seat]) for seat in live if known[seat])
    if game is None or len(hands) < 2:
        return None
    shares = _shares(game, hands, "".join(board))
    if shares is None:
        return None
    parts = iter(shares)
    return [next(parts) if seat in live and known[seat] else None for seat in range(len(known))]


@lru_cache(maxsize=4096)
def _shares(game: str, hands: tuple[str, ...], board: str) -> tuple[float, ...] | None:
    try:
        found = equity(*hands, board=board, game=game, samples=SAMPLES if not board else None, seed=1, threads=1)
    except (BadEquity, ValueError):  # cards that stand twice: the replay itself will say so
        return None
    return tuple(round(100 * share, 1) for share in found.equities)


def _texts(record: HandRecord) -> dict[str, str]:
    """The hand in every format that can write it."""
    found = {}
    for name in _FORMATS:
        try:
            found[name] = dumps(HandRecord(dict(record.fields)), name)
        except (BadRecord, ValueError, KeyError, TypeError):  # not every hand has a form in every format
            continue
    return found


def _title(record: HandRecord, number: int) -> str:
    if record.damage is not None:
        return f"{number + 1}: cannot be read ({record.damage})"
    parts = [str(record.get(name)) for name in ("event", "venue", "table") if record.get(name)]
    return ", ".join([*parts, f"hand {record.get('hand', record.key or number + 1)}"])
