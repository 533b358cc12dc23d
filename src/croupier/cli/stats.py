"""`croupier stats PATH...`: how each player plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import Failed, Misused, as_json
from croupier.notation.record import HandRecord


def stats(*paths: Annotated[str, Parameter(negative="")], by_position: bool = False, json: bool = False) -> None:
    """Count each player's VPIP, PFR, 3-bet, aggression, showdowns, and bb/100 with its 95 % interval.

    Parameters
    ----------
    paths
        Files in any format, archives, and folders of them.
    by_position
        Count each position for itself as well.
    json
        Print JSON.
    """
    if not paths:
        raise Misused("whose hands? as in: croupier stats session.txt")
    from croupier.stats.players import stats as counted

    table = counted(record for path in paths for record in _records(Path(path)))
    if not table.hands:
        raise Failed("no hand could be replayed" + "".join(f", {n} {status}" for status, n in table.skipped.items()))
    if json:
        print(as_json(table.as_dict(by_position)))
        return
    print(table)
    for player in table if by_position else ():
        print(f"\n{player}\n{table.by_position(player)}")


def _records(path: Path) -> Iterator[HandRecord]:
    """The hands of a file, an archive or a folder, whatever their format; what cannot be read is passed over."""
    from croupier.notation.files import load

    if not path.exists():
        raise Failed(f"{path} is neither a file nor a folder")
    yield from load(path, errors="keep")
