"""Return a hand as one player may see it (N10): without the seed, and with other players' cards face down.

The engine's `observe` decides which cards a player may see. This module only replaces the other cards in the log by
`??`. If the engine refuses a log, only the viewer's own cards, the board, and shown hands stay visible.
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
    """Return the hand as a player may see it, with that player as `author`.

    A name that is not in the hand sees no hole cards except those that were shown.
    """
    state = read(hand)
    place = state.column_of(player)
    seen = {"author": player, **{name: value for name, value in hand.items() if name not in (*SECRET, "author")}}
    if "actions" in hand:
        seen["actions"] = masked(state, place)
    return seen


def masked(state: TableHand, place: int | None) -> list[str]:
    """Return the log with the cards face down that the player of a column may not see. None means a spectator."""
    log = state.log
    # without cards there is nothing to hide
    if not any(words.cards_of(line) for line in log):
        return log[:]
    try:
        play = replayed(state)
    # the engine refuses the log, which may still hold cards: show as few as possible
    except BadTable:
        return [_redact_without_replay(line, place) for line in log]
    visible = view_of(play, place)
    seen = [_redact(line, place, visible, play) for line in log]
    keep(play, log)
    return seen


def view_of(play: HandInPlay, place: int | None) -> set[str]:
    """Return the cards that the player of a column may see, according to the engine. None means a spectator."""
    viewer = play.engine_seat.get(place, PUBLIC) if place is not None else PUBLIC
    view = play.hand.observe(viewer)
    cards = {str(card) for card in view.board if card != UNKNOWN}
    for seat in range(len(play.columns)):
        cards |= {str(card) for card in view.cards_of(seat) if card != UNKNOWN}
    # add cards shown by a player who folded later, because the engine has dropped them
    return cards | {card for shown in play.turned_up for card in shown}


def _redact(line: str, place: int | None, visible: set[str], play: HandInPlay) -> str:
    """Return one line of the log as the viewer may see it.

    The viewer's own cards are always visible, even after a discard.
    """
    if not words.cards_of(line) or (place is not None and _owner(line) == place):
        return line
    # in a draw game a card may be dealt twice: if the viewer sees it in the second hand, the first stays hidden
    return words.masked(line, visible if _is_held(line, play) and " sd " not in line else set())


def _is_held(line: str, play: HandInPlay) -> bool:
    """Return True if the player to whom a line dealt cards still holds all of them."""
    owner = _owner(line)
    cards = words.cards_in(words.cards_of(line))
    if owner is None or owner not in play.held:
        return True
    return all(card in play.held[owner] for card in cards if card != "??")


def _owner(line: str) -> int | None:
    """Return the column whose cards a line names."""
    parts = line.split(maxsplit=3)
    return words.column(parts[2]) if parts[:2] == ["d", "dh"] and len(parts) > 2 else words.column(line)


def _redact_without_replay(line: str, place: int | None) -> str:
    """Return a line of a log that the engine refuses, with cards face down.

    The viewer's own cards, the board and shown hands stay visible.
    """
    parts = line.split(maxsplit=3)
    if (place is not None and _owner(line) == place) or parts[:2] == ["d", "db"] or parts[1:2] == ["sm"]:
        return line
    return words.masked(line, set())
