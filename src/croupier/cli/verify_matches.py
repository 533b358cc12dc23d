"""Verify the files of an arena for `croupier verify`: match archives and stores."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.notation.files.arena import HEAD_SIZE, STORE_MARK, is_archive, is_store

if TYPE_CHECKING:
    from croupier.arena.journal.queries import Queries

def is_match(path: Path) -> bool:
    """Return True if a file belongs to an arena: a store, or an archive of a match."""
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_SIZE)
    except OSError:
        return False
    return head.startswith(STORE_MARK) or is_archive(head)


def verify_matches(paths: Iterable[Path], json: bool, receipts: tuple[str, ...] = ()) -> int:
    """Check every journal and every match, print a line for each with its errors, and return the number of failures."""
    failed = 0
    for path in paths:
        failed += _journal(path, json, receipts)
        for archive, found in _checked(path):
            failed += bool(found)
            _print(path, archive, found, json)
    return failed


def _journal(path: Path, json: bool, receipts: tuple[str, ...]) -> int:
    """Replay a store's journal and print the result; return 1 if anything is wrong."""
    from croupier.arena.journal.sqlite import SqliteStore
    from croupier.arena.server.standings import find_standings_problems
    from croupier.arena.verify.journal import Audit

    if not is_store(path):
        return 0
    with closing(SqliteStore.open_to_read(path)) as store:
        audit = Audit(store, receipts)
        found = list(islice(audit.find_problems(), 1000)) or list(find_standings_problems(store))
    if json:
        print(json_text.dumps({"file": str(path), "records": audit.records, "hands": audit.hands, "problems": found}))
        return int(bool(found))
    held = f", {len(audit.known)} receipts found" if receipts else ""
    what = "not what it says it is" if found else "sealed and replayed"
    print(f"{path}: journal of {audit.records:,} records, {audit.hands:,} hands, {what}{held}: "
          f"{'WRONG' if found else 'ok'}")
    for problem in found[:20]:
        print(f"    {problem}")
    return int(bool(found))


def _checked(path: Path) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield every match of a file with its errors."""
    from croupier.arena.journal.sqlite import SqliteStore
    from croupier.arena.verify.match import find_problems

    if not is_store(path):
        archive = _loaded(path)
        yield archive, list(find_problems(archive))
        return
    with closing(SqliteStore.open_to_read(path)) as store:
        for match_id in store.queries.match_ids():
            yield _kept(store.queries, match_id)


def _kept(queries: Queries, match_id: str) -> tuple[dict[str, Any], list[str]]:
    from croupier.arena.core.config import BadArena
    from croupier.arena.verify.match import find_problems

    try:
        archive = queries.whole_match(match_id)
    except BadArena as error:
        return {"match_id": match_id}, [str(error)]
    return archive, list(find_problems(archive))


def _loaded(path: Path) -> dict[str, Any]:
    try:
        value: dict[str, Any] = json_text.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        print(f"croupier verify: {path} is not an archive: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    return value


def _print(path: Path, archive: dict[str, Any], found: list[str], json: bool) -> None:
    name, hands = archive.get("match_id"), archive.get("hands") or []
    if json:
        print(json_text.dumps({"file": str(path), "match_id": name, "hands": len(hands), "problems": found,
                               "redealt": bool(archive.get("secret"))}))
        return
    what = "dealt again and replayed" if archive.get("secret") else "replayed (its secret is not known yet)"
    void = sum(bool(hand.get("void")) for hand in hands if isinstance(hand, dict))
    print(f"{path}: match {name}, {len(hands):,} hands {what}, {void} void: {'ok' if not found else 'WRONG'}")
    for problem in found[:20]:
        print(f"    {problem}")
