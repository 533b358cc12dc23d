"""Keep hands in play between calls, so that a dict is not replayed from its first card each time.

`merge`, `advance`, `personalize` and `status` take dicts and return dicts; the engine's hand behind a dict would have
to be built again for every call. So a call that has replayed a dict leaves its hand here, under everything that the
replay depends on: the facts that the hand began with and the whole log. The next call that meets the same facts and log
takes it out again, and leaves it under the longer log that it returns.

Nothing depends on this but time. A dict from elsewhere, or one with a changed fact, is not found and is replayed. A
hand is out of the cache while a call uses it, so that two threads never share one, and a call that fails does not put
it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand
from croupier.table.play import HandInPlay, played

PLAYS_MAX = 256
"""The most hands kept; the one that was used longest ago goes first."""

_PLAYS: dict[tuple[Any, ...], HandInPlay] = {}
_LOCK = Lock()


def replayed(state: TableHand) -> HandInPlay:
    """Return the hand of a state, its log replayed or taken from the cache. Raise BadTable if the log is refused.

    The caller owns the hand, and may `keep` it once it knows which log the hand stands for.
    """
    with _LOCK:
        # popped, not read: an owner may play on without another call seeing half of it
        play = _PLAYS.pop(_key(state, state.log), None)
    if play is None:
        return played(state)
    play.state = state
    # the one thing that the key leaves out: stamps are part of the log but not of the replay
    play.clock_from = words.last_stamp(state.log)
    return play


def keep(play: HandInPlay, log: Sequence[str]) -> None:
    """Keep a hand for the next call: it stands where this log ends."""
    with _LOCK:
        _PLAYS[_key(play.state, log)] = play
        # a dict is in order of insertion, and every use inserts again
        if len(_PLAYS) > PLAYS_MAX:
            del _PLAYS[next(iter(_PLAYS))]


def forget() -> None:
    """Empty the cache."""
    with _LOCK:
        _PLAYS.clear()


def _key(state: TableHand, log: Sequence[str]) -> tuple[Any, ...]:
    """Return everything that a replay depends on: what `HandInPlay` reads of a state, and the log.

    Intents and marks are not part of it: they decide what a table does next, not how the log is replayed.
    """
    stated = state.hand.get("anteTrimmingStatus")
    players = tuple([(place, state.seats[place].number, state.seats[place].stack, state.blinds[place],
                      state.posts[place], state.antes[place]) for place in state.members])
    return (state.rules.code, state.unit, state.hand_places, state.bets, state.stakes, state.spots, state.is_tables,
            stated if type(stated) is bool else None, state.dead, players, tuple(log))
