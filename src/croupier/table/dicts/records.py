"""Write a table's hand as a PHH record. The record lists the players from the left of the button, so the button is
last.

`notation/table_dict/positions.py` reorders the players. Before that, the dict is read and its log is replayed, so that
a wrong dict is refused with the table's own reason. The record replays to the same result and holds no seed.
"""

from __future__ import annotations

from croupier.notation.json import from_dict
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.table_dict.positions import turned
from croupier.table.amounts import BadTable
from croupier.table.dicts.reading import read
from croupier.table.dicts.writing import Hand
from croupier.table.replay_cache import keep, replayed


def record(hand: Hand) -> HandRecord:
    """Return the record of a dealt hand. Raise BadTable if the hand is not dealt or the engine refuses its log."""
    state = read(hand)
    play = replayed(state)
    trimmed = play.antes_trimmed and any(state.antes)
    keep(play, state.log)
    try:
        return turned(from_dict({**state.hand, "anteTrimmingStatus": trimmed}))[0]
    except BadRecord as damage:
        raise BadTable(damage.reason, damage.clause) from None
