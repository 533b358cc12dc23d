"""What live hands are worth at each step of a replay: equities, or who is ahead where draws are to come.

The cards are those that the record tells anywhere, and no others: a hand shown at the end is known from its first card.
A hand of which a card is not known has no figure and is left out of the others', as if it had folded, which `basis`
says. Known cards that are out (folded, thrown away) cannot come again.

    "equities": [61.4, null, 38.6]      percent of the main pot by seat, null for a hand without a figure
    "basis": {"standing": false,        true: hands as they stand, draws to come not played (draw games)
              "exact": false, "deals": 20000, "margin": 0.7,      sampled: 95 % sure to be within so many percent
              "left_out": [1]}          live seats whose cards are not known

Where fewer than two live hands are known there is a `basis` that says so, with nothing but `left_out`. Every run-out is
counted where that is quick; what has to be sampled shares a fixed amount of work among the spots of a hand, so that no
hand keeps a server busy, and the same hand always gets the same figures.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import ceil
from typing import Any

from msgspec import UnsetType

from croupier import protocol
from croupier.betting.rulebook import BadAmount, IllegalAction
from croupier.cards import UNKNOWN, BadCards, Card, Cards, known
from croupier.games.poker.equities import Spot
from croupier.games.poker.events import Dealt, Drew
from croupier.games.poker.rules import PokerRules
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import steps
from croupier.ranking.equities import Equity
from croupier.ranking.errors import BadEquity
from croupier.ranking.kernel import COMPILED
from croupier.stats import wilson

ACTIONS_MAX = 2_000
SECONDS = 0.05 if COMPILED else 0.004
"""Work on the samples of one hand, by the compiled core's measure; interpreted, it takes a hundred times as long."""
SECONDS_EXACT = SECONDS / 8
SAMPLES_MIN, SAMPLES_MAX = 1_000, 50_000
SEED = 1


class Holdings:
    """Each seat's cards while a record is replayed, `??` where it tells them nowhere."""

    def __init__(self, record: HandRecord, seats: int) -> None:
        self.holes: list[Cards] = [known(())] * seats
        self.deals = iter(_deals(record))

    def feed(self, frame: protocol.Event) -> bool:
        """Take one event; whether somebody's cards changed."""
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
        """The cards as frames write them."""
        return [[str(card) for card in cards] for cards in self.holes]


def _deals(record: HandRecord) -> list[Dealt | Drew]:
    """All cards that seats got, with everything that the record tells of them anywhere."""
    walk = steps(record)
    _, hand = next(walk)  # one hand, on which every step plays
    with suppress(IllegalAction, BadAmount, BadRecord):  # the replay itself says where it stops, and why
        deque(islice(walk, ACTIONS_MAX), maxlen=0)
    deals = [event for event in hand.events if isinstance(event, Dealt | Drew)]
    return deals if hand.rules.has_draws else list(_with_shown(deals, record))


def _with_shown(deals: list[Dealt | Drew], record: HandRecord) -> Iterator[Dealt | Drew]:
    """The same with cards shown when all was over, in the places of those not known until then, in their order."""
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
    """The seats that show, and what."""
    for action in record.actions:
        words = action.split("#")[0].split()
        if len(words) > 2 and words[1] == "sm" and words[0][1:].isdecimal():
            with suppress(BadCards):  # `-`, or damage that the replay itself reports
                cards = [card for card in Cards(words[2]) if card != UNKNOWN]
                if cards:
                    yield int(words[0][1:]) - 1, cards


@dataclass(frozen=True)
class Moment:
    """One step's question: the spot of the known hands, whose they are, and who is left out."""

    spot: Spot | None
    seats: tuple[int, ...]
    left_out: tuple[int, ...]


def moment(rules: PokerRules, holes: Sequence[Cards], live: Iterable[int], board: Sequence[str]) -> Moment | None:
    """What there is to ask at a step, None where no two hands are left or nothing is dealt."""
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
    except (BadEquity, BadCards):  # a card that stands twice, or a deal half told: there is nothing to ask
        return None
    return Moment(spot, seats, left_out)


def figures(moments: Sequence[Moment | None], seats: int) -> list[dict[str, Any]]:
    """For each moment what its step tells: equities and their basis, or nothing."""
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
    """How many run-outs to deal in about so many seconds, 0 for all there are."""
    if spot.seconds <= SECONDS_EXACT:
        return 0
    return min(SAMPLES_MAX, max(SAMPLES_MIN, int(seconds / spot.seconds_each) // 100 * 100))


@lru_cache(maxsize=4096)
def _worth(spot: Spot, samples: int) -> Equity:
    return spot.sampled(samples, SEED) if samples else spot.exact()


def _margin(found: Equity) -> float:
    """How far off, in percent, the least certain share may be; pots that are split vary less than this allows for."""
    if found.exact:
        return 0.0
    rates = [wilson(round(share * found.boards), found.boards) for share in found.equities]
    return ceil(10 * max(50 * (rate.high - rate.low) for rate in rates)) / 10
