"""`croupier stats PATH...`: count how each player plays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from croupier.cli.app import Failed, Misused, as_json, skipped_files
from croupier.errors import shown
from croupier.notation.record import HandRecord


def stats(*paths: Path, by_position: bool = False, json: bool = False) -> None:
    """Count each player's VPIP, PFR, 3-bet, aggression, showdowns, and bb/100 with its 95 % interval.

    Parameters
    ----------
    paths
        Files (.phh, .phhs, .json, PokerStars .txt), zips and folders of them, an arena's store, match archives.
    by_position
        Also count each position separately.
    json
        Print JSON.
    """
    if not paths:
        raise Misused("whose hands? as in: croupier stats session.txt")
    from croupier.notation.files import load
    from croupier.notation.files.load import skipped_in
    from croupier.stats.players import stats as counted

    for path in paths:
        if not path.exists():
            raise Misused(f"{path} is neither a file nor a folder")
    records = (record for path in paths for record in load(path, errors="keep"))
    table = counted(records if json else map(_with_shown_names, records))
    if not table.hands:
        raise Failed("no hand could be replayed" + "".join(f", {n} {status}" for status, n in table.skipped.items()))
    skipped = sum((skipped_in(path) for path in paths), Counter[str]())
    if json:
        print(as_json({**table.as_dict(by_position), "files_skipped": dict(skipped)}))
        return
    print(f"{table}{skipped_files(skipped)}")
    for player in table if by_position else ():
        print(f"\n{player}\n{table.by_position(player)}")


def _with_shown_names(record: HandRecord) -> HandRecord:
    """Escape the players' names in a record, before the widths of columns are computed."""
    if record.damage is None and record.get("players"):
        record.fields["players"] = [shown(name) for name in record["players"]]
    return record
