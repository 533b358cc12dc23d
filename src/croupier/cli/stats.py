"""`croupier stats PATH...`: how each player plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import Failed, Misused, as_json
from croupier.notation.record import HandRecord

SUFFIXES = (".phh", ".phhs", ".txt")


def stats(*paths: Annotated[str, Parameter(negative="")], by_position: bool = False, json: bool = False) -> None:
    """Count each player's VPIP, PFR, 3-bet, aggression, showdowns, and bb/100 with its 95 % interval.

    Parameters
    ----------
    paths
        Files (.phh, .phhs, PokerStars .txt) and folders of them.
    by_position
        Count each position for itself as well.
    json
        Print JSON.
    """
    if not paths:
        raise Misused("whose hands? as in: croupier stats session.txt")
    from croupier.stats.players import stats as counted

    table = counted(record for path in paths for file in _files(Path(path)) for record in _records(file))
    if not table.hands:
        raise Failed("no hand could be replayed" + "".join(f", {n} {status}" for status, n in table.skipped.items()))
    if json:
        print(as_json(table.as_dict(by_position)))
        return
    print(table)
    for player in table if by_position else ():
        print(f"\n{player}\n{table.by_position(player)}")


def _files(path: Path) -> Iterator[Path]:
    """A file, or the histories in a folder."""
    if path.is_dir():
        yield from (file for file in sorted(path.rglob("*")) if file.suffix in SUFFIXES and file.is_file())
    elif path.is_file():
        yield path
    else:
        raise Failed(f"{path} is neither a file nor a folder")


def _records(file: Path) -> Iterator[HandRecord]:
    """The hands of a file, by what it is called."""
    if file.suffix == ".txt":
        from croupier.notation.pokerstars import records

        yield from records(file.read_bytes(), str(file))
    else:
        from croupier.notation import phh

        with file.open(encoding="utf-8") as lines:
            yield from phh.read(lines, str(file))
