"""Read the poker hands that an arena keeps: in its SQLite store, and in the archive of a match.

    store      table `hands`, a JSON object in `body` for each hand that has ended, in order of `number`
    archive    a JSON object, `"format": "croupier-match-1"`, with the same objects in `hands`

Each of these objects contains the hand's record in JSON form: in a store in the field `whole`, with every card, and in
an archive in the field `record`. Only this module of `notation` depends on how an arena stores hands.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

from croupier.notation.json.reader import check_if_played, from_dict
from croupier.notation.record import BadRecord, HandRecord

STORE_MARK = b"SQLite format 3\x00"
"""The first bytes of every SQLite file."""
STORE_ENDINGS = (".db", ".sqlite", ".sqlite3")
ARCHIVE_MARK = b'"croupier-match-1"'
# the format is named in one of the first fields of an archive
HEAD_SIZE = 512
"""The number of bytes at the beginning of a file that are searched for the format mark."""
_HANDS = "SELECT body FROM hands ORDER BY number"


def is_store(path: Path) -> bool:
    """Return True if a file is an SQLite database."""
    with path.open("rb") as stream:
        return stream.read(len(STORE_MARK)) == STORE_MARK


def is_archive(head: bytes) -> bool:
    """Return True if a file that begins with these bytes is the archive of a match."""
    # only the beginning is searched, because an ordinary JSON hand may contain the same words later
    return head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and ARCHIVE_MARK in head[:HEAD_SIZE]


def read_store(path: Path, source: str) -> Iterator[HandRecord]:
    """Yield the hands of an arena's store, with every card. The arena may be running."""
    try:
        # read-only, so that a running arena is not blocked and a wrong path does not create an empty database
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            for body, in database.execute(_HANDS):
                yield _record_in(body, "whole", source)
    except sqlite3.Error as error:
        yield HandRecord({}, source, damage=BadRecord(f"this database is not an arena's store: {error}"))


def read_archive(stream: TextIO, source: str) -> Iterator[HandRecord]:
    """Yield the hands of a match's archive."""
    try:
        hands = json.loads(stream.read())["hands"]
        bodies = [json.dumps(hand) for hand in hands]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        yield HandRecord({}, source, damage=BadRecord(f"this archive of a match cannot be read: {error!s:.100}"))
        return
    for body in bodies:
        yield _record_in(body, "record", source)


def _record_in(body: str, name: str, source: str) -> HandRecord:
    """Return the record of a hand. For a game other than poker, return a record that the replay reports as unsupported.
    """
    try:
        hand = json.loads(body)
        found, key = hand[name], str(hand["hand_id"])
        # the store contains hands of every game
        if "startingStacks" not in found:
            return _not_poker(found, source, key)
        record = from_dict(found, source, key)
        check_if_played(record, 1)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        reason = error.reason if isinstance(error, BadRecord) else f"{error!s:.100}"
        return HandRecord({}, source, damage=BadRecord(f"a damaged hand: {reason}"))
    return record


def _not_poker(found: dict[str, Any], source: str, key: str) -> HandRecord:
    game = str(found.get("game", "another game"))
    return HandRecord({"variant": game, "hand": key, "_unsupported": f"a hand of {game}, which is not poker"}, source,
                      key)
