"""Turn records into steps for the page's replayer (`/api/hands/ID?format=steps`, `/api/replay`).

    replay = steps_of(record)           {"players": [...], "steps": [{"events": [...], "state": {...}, ...}], ...}

A step is everything that happens at once: all forced bets, one deal, one action, one card of the board, one hand shown,
or the payment of the pots. A step has these fields:

    events      event frames, as a spectator saw them
    state       the public state after them, computed by `PublicState`
    call        what a call would cost the player to act
    cards       all cards that the record knows, by seat; only in steps that change them
    equities    the equities of the hands that are still in
    basis       how the equities were computed (`figures`)

Illegal actions are not repaired: the steps end there, and `fault` gives the reason.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, islice
from math import ceil
from typing import Any

import msgspec
from msgspec import UnsetType

from croupier import protocol
from croupier.arena.core.plays.event_frames import EventFrames
from croupier.arena.core.tables.public_state import PublicState
from croupier.betting.rulebook import BadAmount, IllegalAction
from croupier.cards import UNKNOWN, BadCards, Card, Cards, known
from croupier.games.poker.equities import Spot
from croupier.games.poker.events import Board, Dealt, Drew, Event, Posted
from croupier.games.poker.hand import Hand
from croupier.games.poker.rules import PokerRules
from croupier.notation.files import dumps, loads
from croupier.notation.hand_start import places_in_log, start_hand
from croupier.notation.money import UNKNOWN_STACK
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import steps
from croupier.notation.table_dict.positions import by_position
from croupier.ranking.equities.equity import Equity
from croupier.ranking.errors import BadEquity
from croupier.ranking.kernel import COMPILED
from croupier.stats import wilson

ACTIONS_MAX = 2_000
"""The most actions of a record that are turned into steps."""
SECONDS = 0.05 if COMPILED else 0.004
"""Seconds of sampling for the equities of one hand, with the compiled core. Interpreted, it is 100 times slower."""
SECONDS_EXACT = SECONDS / 8
SAMPLES_MIN, SAMPLES_MAX = 1_000, 50_000
"""The fewest and the most run-outs that are sampled for a step, whatever the time allows."""
SEED = 1
"""The seed of every sample, so that the same hand always has the same figures."""


class Holdings:
    """Each seat's cards while a record is replayed. `??` stands for a card that the record never names."""

    def __init__(self, record: HandRecord, seats: int) -> None:
        self.holes: list[Cards] = [known(())] * seats
        self.deals = iter(_deals(record))

    def feed(self, frame: protocol.Event) -> bool:
        """Take one event; return True if the cards of a seat changed."""
        own = isinstance(frame, protocol.CardsDealt) and not isinstance(frame.seat, UnsetType)
        if not own and not isinstance(frame, protocol.CardsDrawn):
            return False
        deal = next(self.deals)
        held = list(self.holes[deal.seat])
        if isinstance(deal, Dealt):
            held += deal.cards
        else:
            for old, new in zip(deal.discarded, deal.drawn):
                held[held.index(old)] = new
        self.holes[deal.seat] = known(held)
        return True

    def texts(self) -> list[list[str]]:
        """Return the cards as frames write them."""
        return [[str(card) for card in cards] for cards in self.holes]


def _deals(record: HandRecord) -> list[Dealt | Drew]:
    """Return all cards dealt to seats, as far as the record names them anywhere."""
    walk = steps(record)
    _, hand = next(walk)  # `walk` yields the same hand object after every step
    with suppress(IllegalAction, BadAmount, BadRecord):  # `steps` itself reports where the replay stops, and why
        deque(islice(walk, ACTIONS_MAX), maxlen=0)
    deals = [event for event in hand.events if isinstance(event, Dealt | Drew)]
    return deals if hand.rules.has_draws else list(_with_shown(deals, record))


def _with_shown(deals: list[Dealt | Drew], record: HandRecord) -> Iterator[Dealt | Drew]:
    """Yield the deals in order. Fill in unknown cards that were shown at the end of the hand."""
    fresh = {seat: iter([card for card in cards if not any(card in deal.cards for deal in deals
                                                           if isinstance(deal, Dealt))])
             for seat, cards in _shown(record)}
    for deal in deals:
        if isinstance(deal, Dealt) and deal.seat in fresh:
            filled = [next(fresh[deal.seat], card) if card == UNKNOWN else card for card in deal.cards]
            yield replace(deal, cards=known(filled))
        else:
            yield deal


def _shown(record: HandRecord) -> Iterator[tuple[int, list[Card]]]:
    """Yield the seats that show, and their cards."""
    for action in record.actions:
        words = action.split("#")[0].split()
        if len(words) > 2 and words[1] == "sm" and words[0][1:].isdecimal():
            with suppress(BadCards):  # the cards may be `-`, or damaged; the replay itself reports damage
                cards = [card for card in Cards(words[2]) if card != UNKNOWN]
                if cards:
                    yield int(words[0][1:]) - 1, cards


@dataclass(frozen=True)
class Moment:
    """The facts for the equities of one step: the known hands, their seats, and live seats whose cards are not known.
    """

    spot: Spot | None
    seats: tuple[int, ...]
    left_out: tuple[int, ...]


def moment(rules: PokerRules, holes: Sequence[Cards], live: Iterable[int], board: Sequence[str]) -> Moment | None:
    """Return the equities to compute at a step, or None if fewer than two hands are left or nothing is dealt."""
    live = [seat for seat in live if holes[seat]]
    if len(live) < 2:
        return None
    seats = tuple(seat for seat in live if UNKNOWN not in holes[seat])
    left_out = tuple(seat for seat in live if seat not in seats)
    if len(seats) < 2:
        return Moment(None, (), left_out)
    others = [card for seat, cards in enumerate(holes) if seat not in seats for card in cards]
    try:
        spot = Spot.of(rules, [holes[seat] for seat in seats], board, [] if rules.has_draws else others)
    except (BadEquity, BadCards):  # a card may occur twice, or the deal may be incomplete
        return None
    return Moment(spot, seats, left_out)


def figures(moments: Sequence[Moment | None], seats: int) -> list[dict[str, Any]]:
    """Return, for each moment, its equities and how they were computed, or an empty dict."""
    spots = {each.spot for each in moments if each is not None and each.spot is not None}
    sampled = sum(spot.seconds > SECONDS_EXACT for spot in spots)
    return [_figure(each, seats, SECONDS / max(1, sampled)) for each in moments]


def _figure(each: Moment | None, seats: int, seconds: float) -> dict[str, Any]:
    if each is None:
        return {}
    if each.spot is None:
        return {"basis": {"left_out": each.left_out}}
    found = _worth(each.spot, _samples(each.spot, seconds))
    shares = dict(zip(each.seats, found.equities))
    basis = {"standing": each.spot.standing, "exact": found.exact, "deals": found.boards, "margin": _margin(found),
             "left_out": each.left_out}
    return {"equities": [round(100 * shares[seat], 1) if seat in shares else None for seat in range(seats)],
            "basis": basis}


def _samples(spot: Spot, seconds: float) -> int:
    """Return how many run-outs can be dealt in this time; 0 means that all of them can."""
    if spot.seconds <= SECONDS_EXACT:
        return 0
    return min(SAMPLES_MAX, max(SAMPLES_MIN, int(seconds / spot.seconds_each) // 100 * 100))


@lru_cache(maxsize=4096)
def _worth(spot: Spot, samples: int) -> Equity:
    return spot.sampled(samples, SEED) if samples else spot.exact()


def _margin(found: Equity) -> float:
    """Return the margin of error, in percent, of the least certain share. For split pots the margin is larger than
    necessary.
    """
    if found.exact:
        return 0.0
    rates = [wilson(round(share * found.boards), found.boards) for share in found.equities]
    return ceil(10 * max(50 * (rate.high - rate.low) for rate in rates)) / 10


HANDS_MAX = 1_000
"""The most hands of an uploaded file that are listed. If there are others, `more` in the answer is true."""
_FORMATS = ("phh", "pokerstars", "json")


class RecordFrames(EventFrames):
    """Makes event frames from the events of a record.

    Each blind has a frame of its own, because records may have more than two. Cards dealt face down stay hidden in the
    frames; the field `cards` of a step has those that the record knows.
    """

    def _frames(self, event: Event, auto: str | None) -> Iterable[protocol.Event]:
        if isinstance(event, Dealt) and not event.up:
            event = replace(event, cards=known([UNKNOWN] * len(event.cards)))
        return super()._frames(event, auto)

    def _posted(self, event: Posted) -> Iterable[protocol.Event]:
        yield protocol.Post(seat=self.seats[event.seat], amount=event.amount, kind=event.kind)


def opened(text: str, index: int) -> dict[str, Any]:
    """Return the titles of a file's hands, and one of the hands as steps. Raise BadRecord if that hand cannot be read.
    """
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
    """Return a record as steps, with everything that a page needs to show and export it.

    With `shares=False`, the equities are left out.
    """
    if record.unsupported:
        raise BadRecord(f"this hand cannot be played here: {record.unsupported}", record.line)
    record = by_position(record)
    start = start_hand(record, places_in_log(record))
    walk = _Walk(record, start.hand, start.begun)
    found, fault = walk.steps()
    if shares:
        for step, figure in zip(found, figures(walk.moments, len(start.begun))):
            step.update(figure)
    return {"title": _title(record, 0), "variant": record.variant, "players": record.players, "places": start.places,
            "button": start.hand.button, "stacks": [None if stack >= UNKNOWN_STACK else stack for stack in start.begun],
            "steps": found, "fault": fault, "texts": _texts(record)}


class _Walk:
    """A record being replayed into steps."""

    def __init__(self, record: HandRecord, hand: Hand, begun: Sequence[int]) -> None:
        self.record = record
        self.frames = RecordFrames("", range(len(begun)), hand.button, plain=False)
        self.public = PublicState.of("", "", hand.button, dict(enumerate(begun)), hand.rules.streets[0].name)
        self.holdings = Holdings(record, len(begun))
        self.rules = hand.rules
        self.moments: list[Moment | None] = []
        self.shown = 0

    def steps(self) -> tuple[list[dict[str, Any]], str | None]:
        """Return the steps. If they end early, also return the reason."""
        found: list[dict[str, Any]] = []
        try:
            for _, hand in islice(steps(self.record), ACTIONS_MAX):
                found += self._after(hand)
        except IllegalAction as refusal:
            return found, f"{refusal.reason} ({refusal.clause})"
        except (BadAmount, BadRecord) as damage:
            return found, str(damage)
        return found, None

    def _after(self, hand: Hand) -> Iterator[dict[str, Any]]:
        """Yield the steps for everything that happened since the last action."""
        events = _settled(hand)
        fresh, self.shown = events[self.shown:], max(self.shown, len(events))
        frames = self.frames.make(fresh, hand.is_over)
        groups = [list(group) for _, group in groupby(frames, _moment)]
        for group in groups:
            for frame in group:
                self.public.feed(frame)
            dealt = [self.holdings.feed(frame) for frame in group]
            yield self._step(group, hand if group is groups[-1] else None, any(dealt))

    def _step(self, group: list[protocol.Event], hand: Hand | None, dealt: bool) -> dict[str, Any]:
        asked = hand is not None and hand.actor is not None and hand.awaits is None
        state = self.public.state(hand.actor if asked and hand is not None else None, None)
        made: dict[str, Any] = {"events": msgspec.to_builtins(group), "state": msgspec.to_builtins(state),
                                "street": _street(group, self.public.phase)}
        if asked and hand is not None:
            made["call"] = hand.legal().call or 0
        if dealt:
            made["cards"] = self.holdings.texts()
        live = [row.seat for row in state.players if not row.has_folded]
        self.moments.append(moment(self.rules, self.holdings.holes, live, state.community))
        return made


def _settled(hand: Hand) -> list[Event]:
    """Return the hand's events. Leave out a deal that is not complete yet."""
    events: list[Event] = hand.events
    while hand.awaits == "cards" and events and isinstance(events[-1], Board | Dealt | Drew):
        events.pop()
    return events


def _moment(frame: protocol.Event) -> tuple[str, int]:
    """Return a key that is the same for all frames of one step: forced bets, deals of one street, pots."""
    if isinstance(frame, protocol.Post):
        return "post", 0
    if isinstance(frame, protocol.CardsDealt):
        return f"deal {frame.street}", 0
    if isinstance(frame, protocol.PotAward):
        return "award", 0
    return "", frame.event_no


def _street(group: list[protocol.Event], phase: str) -> str:
    return "END" if isinstance(group[-1], protocol.PotAward) and phase == "SHOWDOWN" else phase


def _texts(record: HandRecord) -> dict[str, str]:
    """Return the hand in every format that can write it."""
    found = {}
    for name in _FORMATS:
        try:
            found[name] = dumps(HandRecord(dict(record.fields)), name)
        except (BadRecord, ValueError, KeyError, TypeError):  # not every hand can be written in every format
            continue
    return found


def _title(record: HandRecord, number: int) -> str:
    if record.damage is not None:
        return f"{number + 1}: cannot be read ({record.damage})"
    parts = [str(record.get(name)) for name in ("event", "venue", "table") if record.get(name)]
    return ", ".join([*parts, f"hand {record.get('hand', record.key or number + 1)}"])
