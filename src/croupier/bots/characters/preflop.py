"""Look up which hands to open, call and reraise before the flop, by position, stack and price (`preflop.toml`).

The *place* of a hand is the share of all hands that are better than it. Opening, calling and reraising each have a
limit: hands whose place is below it take the action, and around the limit the action becomes gradually less likely.
Raises that commit a large part of a stack, and all-ins, are judged by equity instead (`holdem`).
"""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.bots.characters.story import CALLED, RAISED, HandStory

if TYPE_CHECKING:
    from croupier.bots.characters.memory import Habits
    from croupier.bots.characters.traits import Traits

_TABLE = tomllib.loads((Path(__file__).parent / "preflop.toml").read_text())
ORDER: list[str] = _TABLE["order"].split()
"""The 169 kinds of hands, best first."""
OPEN: list[float] = _TABLE["open"]
OPEN_HEADS_UP: float = _TABLE["open_heads_up"]
_DEPTHS = sorted((int(depth), rates) for depth, rates in _TABLE["depth"].items())
RERAISE, RERAISE_BLUFF = 0.24, 0.10
"""The part of a raiser's range that reraises for value, and the part that reraises as a bluff."""
CALL_OF_RANGE = 0.80
"""The part of a raiser's range with which an ordinary player at least calls at the usual price."""
USUAL_PRICE = 0.33
"""The cost of a call before the flop, divided by the pot after the call, to which CALL_OF_RANGE applies."""
EDGE = 0.012
"""The width, as a share of all hands, of the edge over which a range fades out."""
EDGE_OF_RANGE = 0.12
"""The largest width of the edge as a part of the range, so that the best hands always belong to a small range."""
_RANKS = "23456789TJQKA"


def kind_of(first: int, second: int) -> str:
    """Return the kind of two cards, such as `AKs`."""
    high, low = max(first, second), min(first, second)
    ranks = _RANKS[high >> 2] + _RANKS[low >> 2]
    return ranks if ranks[0] == ranks[1] else ranks + ("s" if (high ^ low) & 3 == 0 else "o")


def _places() -> tuple[list[float], bytes]:
    """Return for each of the 1,326 hands the share of hands that are better, and its quality from 0 to 255."""
    begins: dict[str, float] = {}
    seen = 0
    for kind in ORDER:
        begins[kind] = seen / 1326
        seen += 6 if len(kind) == 2 else 4 if kind[2] == "s" else 12
    places = [begins[kind_of(high, low)] for high in range(52) for low in range(high)]
    return places, bytes(int(255 * (1 - place)) for place in places)


PLACES, QUALITY = _places()


def place_of(first: int, second: int) -> float:
    """Return the share of hands that are better than these two cards."""
    high, low = max(first, second), min(first, second)
    return PLACES[high * (high - 1) // 2 + low]


def within(place: float, share: float) -> float:
    """Return the probability that a hand takes an action for which the best `share` of all hands is meant."""
    x = (place - share) / max(1e-6, min(EDGE, EDGE_OF_RANGE * share))
    # beyond 30 the answer is 0 or 1 to thirteen digits
    return 0.0 if x > 30 else 1.0 if x < -30 else 1.0 / (1.0 + exp(x))


def by_depth(what: str, depth: float) -> float:
    """Return the factor by which a share changes at an effective stack of `depth` big blinds."""
    below = None
    for at, rates in _DEPTHS:
        if depth <= at:
            if below is None:
                return float(rates[what])
            part = (depth - below[0]) / (at - below[0])
            return float(below[1][what] + part * (rates[what] - below[1][what]))
        below = at, rates
    return float(_DEPTHS[-1][1][what])


def open_share(story: HandStory, seat: int) -> float:
    """Return the share of hands that an ordinary player opens in a seat."""
    if len(story.order) == 2:
        return OPEN_HEADS_UP if story.behind(seat) == 1 else 0.5
    return OPEN[min(max(story.behind(seat), 1), 9)]


def range_of(story: HandStory, seat: int, habits: Habits | None) -> tuple[float, float]:
    """Estimate a seat's range from its actions before the flop; return the places of its best and its worst hand."""
    best, worst = 0.0, 1.0
    loose = 1.0 if habits is None else habits.looseness
    raising = 1.0 if habits is None else habits.raising
    opened = open_share(story, seat)
    for move in story.moves:
        if move.street or move.seat != seat:
            continue
        if move.kind == RAISED:
            share = opened if move.raises == 0 else 0.10 if move.raises == 1 else 0.045 if move.raises == 2 else 0.03
            best, worst = 0.0, min(worst, share * raising)
        elif move.kind == CALLED:
            if move.raises == 0:
                best, worst = 0.06, min(worst, 0.55 * loose)
            else:
                share = 0.30 if move.raises == 1 else 0.09 if move.raises == 2 else 0.05
                cheap = min(1.6, max(0.6, 0.6 / max(move.size, 0.1)))
                best, worst = 0.035 / move.raises, min(worst, share * loose * cheap)
    return best, min(1.0, max(worst, 0.02))


def shares_against(raiser: float, raises: int, traits: Traits, price: float, depth: float,
                   in_position: bool, is_last: bool) -> tuple[float, float]:
    """Return two shares of all hands: the share that reraises against a raiser's range, and the share that at least
    calls.

    `price` is the cost of a call divided by the pot after the call.
    """
    again = RERAISE * raiser * traits.reraise * by_depth("reraise", depth)
    if raises > 1:
        again *= 0.9 if raises == 2 else 0.8
    cheap = min(2.2, max(0.3, (USUAL_PRICE / max(price, 0.05)) ** 1.5))
    place = 1.0 if in_position else 0.8
    if is_last:
        place = 1.15
    calls = CALL_OF_RANGE * raiser * traits.call * cheap * place * by_depth("call", depth)
    return again, max(calls, again)
