"""Return a hand as one player may see it (N10): other players' cards face down, no seed, the viewer as author.

The engine's `observe` decides which cards a player may see; this module only writes its answer into the log. If the
engine refuses a log, only the viewer's own cards, the board, and shown hands stay visible.
"""

from __future__ import annotations

from croupier.cards import UNKNOWN
from croupier.games.api import PUBLIC
from croupier.notation.table_dict.positions import SECRET
from croupier.table.amounts import BadTable
from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand, read
from croupier.table.dicts.writing import Hand
from croupier.table.play import HandInPlay
from croupier.table.replay_cache import keep, replayed


def personalize(hand: Hand, player: str) -> Hand:
    """Return the hand as a player may see it. Somebody who is not in the hand sees nobody's cards."""
    state = read(hand)
    place = state.column_of(player)
    seen = {"author": player, **{name: value for name, value in hand.items() if name not in (*SECRET, "author")}}
    if "actions" in hand:
        seen["actions"] = masked(state, place)
    return seen


def masked(state: TableHand, place: int | None) -> list[str]:
    """Return the log with the cards face down that the player of a column may not see; None stands for a stranger."""
    log = state.log
    # nothing to hide, so nothing to replay
    if not any(words.cards_of(line) for line in log):
        return log[:]
    try:
        play = replayed(state)
    # a log that the engine refuses must still be shown, and may hold cards: show as little as possible
    except BadTable:
        return [_shut(line, place) for line in log]
    visible = view_of(play, place)
    seen = [_open(line, place, visible, play) for line in log]
    keep(play, log)
    return seen


def view_of(play: HandInPlay, place: int | None) -> set[str]:
    """Return the cards that a column may see, according to the engine."""
    viewer = play.engine_seat.get(place, PUBLIC) if place is not None else PUBLIC
    view = play.hand.observe(viewer)
    cards = {str(card) for card in view.board if card != UNKNOWN}
    for seat in range(len(play.columns)):
        cards |= {str(card) for card in view.cards_of(seat) if card != UNKNOWN}
    # cards shown by a player who folded later, which the engine no longer holds
    return cards | {card for shown in play.turned_up for card in shown}


def _open(line: str, place: int | None, visible: set[str], play: HandInPlay) -> str:
    """Return one line as the viewer may see it. The viewer's own cards are always visible, even after a discard."""
    if not words.cards_of(line) or (place is not None and _owner(line) == place):
        return line
    # a card seen later in another hand must not uncover the line that dealt it to somebody before
    return words.masked(line, visible if _is_held(line, play) and " sd " not in line else set())


def _is_held(line: str, play: HandInPlay) -> bool:
    """Return True if the cards that a line dealt have not come back from the muck since."""
    owner = _owner(line)
    cards = words.cards_in(words.cards_of(line))
    if owner is None or owner not in play.held:
        return True
    return all(card in play.held[owner] for card in cards if card != "??")


def _owner(line: str) -> int | None:
    """Return the column whose cards a line names."""
    parts = line.split(maxsplit=3)
    return words.column(parts[2]) if parts[:2] == ["d", "dh"] and len(parts) > 2 else words.column(line)


def _shut(line: str, place: int | None) -> str:
    """Mask a line of a log that the engine refuses. The viewer's own cards, the board and shown hands stay visible."""
    parts = line.split(maxsplit=3)
    if (place is not None and _owner(line) == place) or parts[:2] == ["d", "db"] or parts[1:2] == ["sm"]:
        return line
    return words.masked(line, set())
