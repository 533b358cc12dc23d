"""Make Arrow tables and Parquet files of recorded hands, with one row for each decision.

    table = croupier.frame(croupier.load("session.phhs"))       a pyarrow.Table; .to_pandas() for a DataFrame
    for batch in batches(hands): ...                            the same, piece by piece, in constant memory
    write_parquet(hands, "session.parquet")

Each hand is replayed, so that a row contains the engine's values and not what the file states. Amounts are whole units
of the hand. Divide them by 10 ** `places` to get the file's own numbers, or by `big_blind` to get big blinds.
`docs/data.md` lists the columns.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from croupier.adapters.data import constants
from croupier.adapters.data.decision_rows import ACTIONS, DecisionRows
from croupier.games.poker.rules import ALL_RULES, PokerRules
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import Replay

ROWS = 1 << 16
"""The number of rows in a batch. Only one batch is in memory at a time."""
STREETS = tuple(dict.fromkeys(street.name for rules in ALL_RULES.values() for street in rules.streets))
_SMALL = {"places": pa.int8(), "decision": pa.int16(), "seat": pa.int8(), "position": pa.int8(), "players": pa.int8(),
          "live": pa.int8()}
_NAMES = ("hand", "game", "places", "big_blind", "decision", "street", "seat", "player", "position", "players", "live",
          "pot", "price", "to_call", "stack", "bet", "action", "amount", "to", "all_in", "result")
_WORDS = pa.dictionary(pa.int32(), pa.string())
_TYPES = {**dict.fromkeys(_NAMES, pa.int64()), **_SMALL, "all_in": pa.bool_(),
          **dict.fromkeys(("game", "street", "player", "action"), _WORDS)}
SCHEMA = pa.schema([*((name, _TYPES[name]) for name in _NAMES), ("cards", pa.string()), ("board", pa.string()),
                    ("source", _WORDS), ("key", pa.string())])
"""The columns of the Arrow table."""
Refuse = Callable[[HandRecord, str], None]


class ArrowRows:
    """Collects the decisions of hands and returns them as record batches."""

    def __init__(self, refuse: Refuse, first: int = 0, rows: int = ROWS) -> None:
        self.rows = DecisionRows(rows + constants.HAND_ROWS)
        self.limit = rows
        self.refuse = refuse
        self.hands = first
        self._players: dict[str, int] = {}
        self._games: dict[str, int] = {}
        self._streets: dict[str, list[int]] = {}
        self._forget()

    def _forget(self) -> None:
        """Begin a new batch."""
        self.rows.clear()
        self._players.clear()
        self._sources: dict[str, int] = {}
        self._source_of: list[int] = []
        self._keys: list[str | None] = []
        self._counts: list[int] = []

    def add(self, record: HandRecord) -> bool:
        """Write a hand's rows. Return False if the hand was refused."""
        replay = Replay(record)
        hand, start = replay.hand, replay.start
        if replay.failed or hand is None or start is None:
            self.refuse(record, replay.reason or replay.status)
            return False
        players = self._players
        numbers = [players.setdefault(name, len(players)) for name in replay.played.players]
        rules = hand.rules
        written = self.rows.add(hand, self.hands, self._games.setdefault(rules.code, len(self._games)), start.places,
                                self._street_numbers(rules), numbers, start.unknown)
        if written < 0:
            self.refuse(record, "more actions than a frame takes for one hand")
            return False
        self.hands += 1
        self._source_of.append(self._sources.setdefault(record.source, len(self._sources)))
        self._keys.append(record.key)
        self._counts.append(written)
        return True

    def _street_numbers(self, rules: PokerRules) -> list[int]:
        if rules.code not in self._streets:
            self._streets[rules.code] = [STREETS.index(street.name) for street in rules.streets]
        return self._streets[rules.code]

    @property
    def is_full(self) -> bool:
        """Return True if a batch should be taken before the next hand."""
        return self.rows.count >= self.limit

    def batch(self) -> Any:
        """Return the rows so far as a record batch, and begin the next batch."""
        words = {"game": list(self._games), "street": list(STREETS), "player": list(self._players),
                 "action": list(ACTIONS)}
        columns = [self._column(number, name, words.get(name)) for number, name in enumerate(_NAMES)]
        columns += [self._texts(is_board=False), self._texts(is_board=True)]
        each = pa.array([hand for hand, count in enumerate(self._counts) for _ in range(count)], pa.int32())
        sources = pa.array(self._source_of, pa.int32()).take(each)
        columns += [pa.DictionaryArray.from_arrays(sources, pa.array(list(self._sources), pa.string())),
                    pa.array(self._keys, pa.string()).take(each)]
        found = pa.RecordBatch.from_arrays(columns, schema=SCHEMA)
        self._forget()
        return found

    def _column(self, number: int, name: str, words: list[str] | None) -> Any:
        count = self.rows.count
        column = pa.Array.from_buffers(pa.int64(), count, [None, pa.py_buffer(self.rows.column(number))])
        if words is not None:
            return pa.DictionaryArray.from_arrays(column.cast(pa.int32()), pa.array(words, pa.string()))
        if name in ("stack", "result"):
            return pc.if_else(pc.equal(column, constants.NOT_KNOWN), pa.scalar(None, pa.int64()), column)
        return column.cast(_TYPES[name])

    def _texts(self, is_board: bool) -> Any:
        """Return a column of cards. A player's cards are null if the record does not name them."""
        ends, text = self.rows.texts(is_board)
        found = pa.Array.from_buffers(pa.string(), self.rows.count, [None, pa.py_buffer(ends), pa.py_buffer(text)])
        return found if is_board else pc.if_else(pc.equal(found, ""), pa.scalar(None, pa.string()), found)


def _raise(record: HandRecord, reason: str) -> None:
    hand = f" [{record.key}]" if record.key else ""
    raise BadRecord(f"{record.source}{hand}: {reason}", record.line)


def batches(hands: Iterable[HandRecord], on_error: str | Refuse = "raise", rows: int = ROWS) -> Iterator[Any]:
    """Yield the decisions of hands as record batches of about `rows` rows each, in constant memory.

    If a hand cannot be replayed, raise BadRecord, or leave the hand out if `on_error` is "skip". `on_error` may also be
    a function; it is called with the record and the reason.
    """
    if on_error not in ("raise", "skip") and not callable(on_error):
        raise ValueError(f"on_error is 'raise', 'skip' or a function, not {on_error!r}")
    refuse = on_error if callable(on_error) else _raise if on_error == "raise" else lambda record, reason: None
    writer = ArrowRows(refuse, rows=rows)
    for record in [hands] if isinstance(hands, HandRecord) else hands:
        writer.add(record)
        if writer.is_full:
            yield writer.batch()
    if writer.rows.count:
        yield writer.batch()


def frame(hands: Iterable[HandRecord], on_error: str | Refuse = "raise") -> Any:
    """Return the decisions of hands as a pyarrow.Table with one row for each decision."""
    return pa.Table.from_batches(list(batches(hands, on_error)), SCHEMA).unify_dictionaries()


def write_parquet(hands: Iterable[HandRecord], path: str | os.PathLike[str], on_error: str | Refuse = "raise") -> int:
    """Write the decisions of hands to a Parquet file, in constant memory. Return the number of rows.

    The file gets its name only when it is complete.
    """
    return save_batches(batches(hands, on_error), Path(path))


def save_batches(found: Iterable[Any], target: Path) -> int:
    """Write record batches with this schema to a Parquet file. Return the number of rows."""
    partial = target.with_name(target.name + ".partial")
    rows = 0
    try:
        with pq.ParquetWriter(partial, SCHEMA, compression="zstd", compression_level=1) as writer:
            for batch in found:
                writer.write_batch(batch)
                rows += batch.num_rows
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return rows
