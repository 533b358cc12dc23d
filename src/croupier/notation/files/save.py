"""Write hands to files in any format.

    save(hands, "out.phhs")          dumps(hand)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.notation.files.formats import named, of_file
from croupier.notation.record import BadRecord, HandRecord


def save(hands: HandRecord | Iterable[HandRecord], path: str | os.PathLike[str], format: str | None = None) -> int:
    """Write hands to a file in the format of its ending. If the path has no ending, write a folder with a .phh file for
    each hand.

    Return the number of hands. A file gets its name only when it is complete.
    """
    target = Path(path)
    listed = _Counted(_records(hands))
    form = named(format) if format else of_file(target.name)
    if form is None and (target.is_dir() or not target.suffix):
        return _save_each(listed, target)
    if form is None:
        raise BadRecord(f"{target.suffix!r} is not the ending of a hand file")
    # in the folder of the target, because a rename is atomic only within one file system
    partial = target.with_name(target.name + ".partial")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(form.write(listed))
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return listed.count


def dumps(hand: HandRecord | Iterable[HandRecord], format: str = "phh") -> str:
    """Return hands as text."""
    return "".join(named(format).write(_records(hand)))


def _records(hands: HandRecord | Iterable[HandRecord]) -> Iterator[HandRecord]:
    """Yield the records, which may be a single one or an iterable. Raise TypeError for anything that is not a record.
    """
    if not isinstance(hands, (HandRecord, Iterable)):
        raise TypeError(f"expected a HandRecord or several, not {type(hands).__name__}")
    # checked one by one while writing, because `hands` may be a generator of millions
    for record in [hands] if isinstance(hands, HandRecord) else hands:
        if not isinstance(record, HandRecord):
            raise TypeError(f"expected only HandRecords, not {type(record).__name__}")
        yield record


class _Counted(Iterator[HandRecord]):
    """An iterator that counts the hands that it yields. If a hand could not be read, it raises the hand's `damage`."""

    def __init__(self, hands: Iterable[HandRecord]) -> None:
        self.hands = iter(hands)
        self.count = 0

    def __next__(self) -> HandRecord:
        record = next(self.hands)
        if record.damage is not None:
            raise record.damage
        self.count += 1
        return record


def _save_each(hands: _Counted, folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for record in hands:
        (folder / f"{hands.count}.phh").write_text(dumps(record, "phh"), encoding="utf-8", newline="\n")
    return hands.count
