"""Keep hands in play between calls, so that a dict is not replayed from its first card each time.

`merge`, `advance`, `personalize` and `status` take dicts and return dicts. Without this cache, each call would rebuild
the engine's hand from the dict. Instead, a call that has replayed a dict stores the hand here. The key is everything
that the replay depends on: the start of the hand, and the whole log. The next call with the same start and log takes
the hand out, plays on, and stores it under the longer log that it returns.

The cache saves time and changes no result. If a dict comes from elsewhere or its start was changed, its key is not
found, and its log is replayed. While a call uses a hand, the hand is out of the cache, so that two threads never share
it. A call that fails does not put its hand back.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand
from croupier.table.play import HandInPlay, replay

PLAYS_MAX = 256
"""The most hands that are kept. The least recently used hand is dropped first."""

_PLAYS: dict[tuple[Any, ...], HandInPlay] = {}
_LOCK = Lock()


def replayed(state: TableHand) -> HandInPlay:
    """Return the hand of a state from the cache, or else replay its log. Raise BadTable if the engine refuses the log.

    The caller owns the hand, and may pass it to `keep` together with the log that leads to it.
    """
    with _LOCK:
        # take it out of the cache: the caller changes the hand, which no other call may see half-way
        play = _PLAYS.pop(_key(state, state.log), None)
    if play is None:
        return replay(state)
    play.state = state
    # the last caller may have set it to a time that it did not write into the log
    play.clock_from = words.last_stamp(state.log)
    return play


def keep(play: HandInPlay, log: Sequence[str]) -> None:
    """Store a hand for the next call. The hand must be the result of replaying this log."""
    with _LOCK:
        _PLAYS[_key(play.state, log)] = play
        # the first key is the least recently used, because every use inserts its hand again at the end
        if len(_PLAYS) > PLAYS_MAX:
            del _PLAYS[next(iter(_PLAYS))]


def forget() -> None:
    """Empty the cache."""
    with _LOCK:
        _PLAYS.clear()


def _key(state: TableHand, log: Sequence[str]) -> tuple[Any, ...]:
    """Return everything that a replay depends on: the values that `HandInPlay` reads from a state, and the log.

    The key leaves out intents and inactive marks. Intents and marks decide what a table does next, but not how the log
    is replayed.
    """
    stated = state.hand.get("anteTrimmingStatus")
    players = tuple([(place, state.seats[place].number, state.seats[place].stack, state.blinds[place],
                      state.posts[place], state.antes[place]) for place in state.members])
    return (state.rules.code, state.unit, state.hand_places, state.bets, state.stakes, state.spots, state.is_tables,
            stated if type(stated) is bool else None, state.dead, players, tuple(log))
