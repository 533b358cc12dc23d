"""Read the files of `croupier arena`: settings in TOML, rosters in TOML or CSV.

    host = "0.0.0.0"                    [tables.T-1]                    [roster]
    port = 8765                         seats = 6                       Alpha = "KF7Q9C"
    db = "arena.db"                     stack = 5000                    Beta = "H2X7PM"
    house_bots = 0                      bb = 100

    proxy = ["10.0.0.7"]                [limits]
                                        handshake_ms = 2000

Every option of `croupier arena` can be set in the file by a key of the same name. A `[tables.NAME]` section sets
options for that table alone. `cli.arena` lists the keys and refuses a misspelt key.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier.arena.core.config import BadArena
from croupier.arena.core.names import find_look_alike, team_name


def load(path: str | Path) -> dict[str, Any]:
    """Return the keys and values of a settings file; raise BadArena if it cannot be read."""
    return _toml(Path(path))


def checked_roster(found: dict[Any, Any], path: str | Path) -> dict[str, str]:
    """Return the code of each team; raise BadArena if a team is listed twice or has no code."""
    _check_once(found, path)
    roster = {team_name(str(team)): code for team, code in found.items()}
    if not roster or not all(isinstance(code, str) and code for code in roster.values()):
        raise BadArena(f"{path}: a roster gives each team a code")
    return roster


def _check_once(teams: Iterable[object], path: str | Path) -> None:
    """Raise BadArena if a roster lists the same team twice, or lists two teams whose names look alike (T13)."""
    seen: dict[str, str] = {}
    for team in teams:
        name = team_name(str(team))
        if name.casefold() in seen:
            raise BadArena(f"{path}: {team} is listed twice")
        other = find_look_alike(name, seen.values())
        if other is not None:
            raise BadArena(f"{path}: {team} looks like {other}")
        seen[name.casefold()] = name


def roster_of(path: str | Path) -> dict[str, str]:
    """Read the code of each team from a TOML file of `Team = "code"` lines, or from a CSV file of `team,code` lines."""
    file = Path(path)
    try:
        found: dict[Any, Any] = _toml(file) if file.suffix == ".toml" else dict(_csv(file))
    except BadArena:
        raise
    except ValueError as error:
        raise BadArena(f"{path}: {error}") from None
    return checked_roster(found, path)


def _csv(file: Path) -> list[tuple[str, str]]:
    with _opened(file) as stream:
        reader = csv.reader(stream)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if row and row[0][:1] != "#"]
    names = set()
    for line, row in rows:
        if len(row) != 2:
            raise BadArena(f"{file}, line {line}: every line is team,code")
        if row[0].casefold() in names:
            raise BadArena(f"{file}, line {line}: {row[0]} is listed twice")
        names.add(row[0].casefold())
    return [(row[0], row[1]) for _, row in rows if row != ["team", "code"]]


def _toml(file: Path) -> dict[str, Any]:
    with _opened(file) as stream:
        try:
            return tomllib.loads(stream.read())
        except UnicodeDecodeError:
            raise BadArena(f"{file}: it is not UTF-8 text") from None
        except tomllib.TOMLDecodeError as error:
            raise BadArena(f"{file}: {error}") from None
        except RecursionError:
            raise BadArena(f"{file}: it is nested too deeply") from None


def _opened(file: Path) -> Any:
    try:
        return file.open(encoding="utf-8-sig")
    except OSError as error:
        raise BadArena(f"{file} cannot be read: {error.strerror}") from error
