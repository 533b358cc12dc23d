"""Convert files of hands to a Parquet file on all processors, in constant memory (`croupier convert` runs this)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from croupier.adapters.data.arrow import SCHEMA, ArrowRows, save_batches
from croupier.notation.files.batches import FileBatch, batches, hands_of, spread
from croupier.notation.record import HandRecord


class Converted(NamedTuple):
    """The result of converting some files: the rows as an Arrow stream, the number of hands, and the hands that could
    not be converted.
    """

    stream: bytes
    hands: int
    refused: list[tuple[HandRecord, str]]


def rows_of(files: FileBatch) -> Converted:
    """Return the decisions of the hands in some files. The hands are numbered from 0."""
    refused: list[tuple[HandRecord, str]] = []
    writer = ArrowRows(lambda record, reason: refused.append((record, reason)))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, SCHEMA) as stream:
        for record in hands_of(files):
            if record.damage is not None:
                refused.append((record, record.damage.reason))
                continue
            writer.add(record)
            if writer.is_full:
                stream.write_batch(writer.batch())
        if writer.rows.count:
            stream.write_batch(writer.batch())
    return Converted(sink.getvalue().to_pybytes(), writer.hands, refused)


def to_parquet(source: Path, target: Path, progress: Any, workers: int | None) -> None:
    """Write the decisions of all hands in a file, a folder or a zip to a Parquet file.

    `progress.add` is called with numbers of converted hands, and `progress.refuse` for each hand that cannot be
    converted.
    """
    save_batches(_numbered(source, progress, workers), target)


def _numbered(source: Path, progress: Any, workers: int | None) -> Iterator[Any]:
    """Yield all record batches, with hands numbered across all files."""
    hands = 0
    for found in spread(rows_of, batches([source]), workers):
        with pa.ipc.open_stream(found.stream) as stream:
            for batch in stream:
                yield batch.set_column(0, SCHEMA.field("hand"), pc.add(batch.column(0), hands))
        hands += found.hands
        progress.add(found.hands)
        for record, reason in found.refused:
            progress.refuse(record, reason)
