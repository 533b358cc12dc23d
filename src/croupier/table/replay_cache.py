"""Keep hands in play between calls, so that a dict is not replayed from its first card each time.

`merge`, `advance`, `personalize` and `status` take dicts and return dicts; without this cache, each call would rebuild
the engine's hand from the dict. So a call that has replayed a dict stores the hand here. The key is all that the replay
depends on: the facts that the hand began with, and the whole log. The next call with the same facts and log takes the
hand out, and stores it again under the longer log that it returns.

The cache saves time and changes no result. A dict that comes from elsewhere, or in which a fact was changed, is not
found and is replayed. While a call uses a hand, the hand is out of the cache, so that two threads never share it. A
call that fails does not put its hand back.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand
from croupier.table.play import HandInPlay, played

PLAYS_MAX = 256
"""The most hands that are kept. The hand whose last use is longest ago is dropped first."""

_PLAYS: dict[tuple[Any, ...], HandInPlay] = {}
_LOCK = Lock()


def replayed(state: TableHand) -> HandInPlay:
    """Return the hand of a state, its log replayed or taken from the cache. Raise BadTable if the log is refused.

    The caller owns the hand, and may pass it to `keep` together with the log that leads to it.
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
    """Keep a hand for the next call. It must be in the state that this log leads to."""
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
    """Return all that a replay depends on: the facts that `HandInPlay` reads from a state, and the log.

    The key leaves out intents and marks, which decide what a table does next but not how the log is replayed.
    """
    stated = state.hand.get("anteTrimmingStatus")
    players = tuple([(place, state.seats[place].number, state.seats[place].stack, state.blinds[place],
                      state.posts[place], state.antes[place]) for place in state.members])
    return (state.rules.code, state.unit, state.hand_places, state.bets, state.stakes, state.spots, state.is_tables,
            stated if type(stated) is bool else None, state.dead, players, tuple(log))
