"""A server's settings from a TOML file, and rosters from TOML or CSV.

    host = "0.0.0.0"                    [tables.T-1]                    [roster]
    port = 8765                         seats = 6                       Alpha = "KF7Q9C"
    db = "arena.db"                     sb = 50                         Beta = "H2X7PM"
    house_bots = 0                      bb = 100

    proxies = ["10.0.0.7"]              [limits]
                                        per_address = 64

Every name is checked: a misspelt one is refused, not passed over.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena, TableConfig, from_dict, team_name


class Settings(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a file may say; None leaves it to the command line or the defaults."""

    host: str | None = None
    port: int | None = None
    db: str | None = None
    operator_code: str | None = None
    house_bots: int | None = None
    line_up: list[str] | None = None
    origins: list[str] = []
    cert: str | None = None
    key: str | None = None
    void_on_stop: bool | None = None
    tables: dict[str, dict[str, Any]] = {}
    roster: dict[str, str] | None = None
    proxies: list[str] = []
    limits: dict[str, Any] = {}


def load(path: str | Path) -> Settings:
    """The settings in a file."""
    try:
        settings = msgspec.convert(_toml(Path(path)), Settings)
    except msgspec.ValidationError as error:
        raise BadArena(f"{path}: {error}") from None
    _check_once(settings.roster or (), path)
    return settings


def _check_once(teams: Iterable[object], path: str | Path) -> None:
    """No team stands in a roster twice: it would have two codes, and one of them would be refused."""
    seen = set()
    for team in teams:
        name = team_name(str(team)).casefold()
        if name in seen:
            raise BadArena(f"{path}: {team} stands in the roster twice")
        seen.add(name)


def tables_of(settings: Settings) -> dict[str, TableConfig]:
    """The tables a file describes."""
    return {name: _table(name, values) for name, values in settings.tables.items()}


def _table(name: str, values: dict[str, Any]) -> TableConfig:
    try:
        return from_dict(values)
    except ValueError as error:
        raise BadArena(f"[tables.{name}]: {str(error).removeprefix('table: ')}") from None


def roster_of(path: str | Path) -> dict[str, str]:
    """Teams and codes: a TOML file of `Team = "code"` lines, or lines `team,code`."""
    file = Path(path)
    try:
        found: dict[Any, Any] = _toml(file) if file.suffix == ".toml" else dict(_csv(file))
    except BadArena:
        raise
    except ValueError as error:
        raise BadArena(f"{path}: {error}") from None
    _check_once(found, path)
    roster = {team_name(str(team)): code for team, code in found.items()}
    if not roster or not all(isinstance(code, str) and code for code in roster.values()):
        raise BadArena(f"{path}: a roster gives each team a code")
    return roster


def _csv(file: Path) -> list[tuple[str, str]]:
    with _opened(file) as stream:
        reader = csv.reader(stream)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if row and row[0][:1] != "#"]
    names = set()
    for line, row in rows:
        if len(row) != 2:
            raise BadArena(f"{file}, line {line}: every line is team,code")
        if row[0].casefold() in names:
            raise BadArena(f"{file}, line {line}: {row[0]} stands there twice")
        names.add(row[0].casefold())
    return [(row[0], row[1]) for _, row in rows if row != ["team", "code"]]


def _toml(file: Path) -> dict[str, Any]:
    with _opened(file) as stream:
        try:
            return tomllib.loads(stream.read())
        except UnicodeDecodeError:
            raise BadArena(f"{file}: it is no UTF-8 text") from None
        except tomllib.TOMLDecodeError as error:
            raise BadArena(f"{file}: {error}") from None


def _opened(file: Path) -> Any:
    try:
        return file.open(encoding="utf-8-sig")
    except OSError as error:
        raise BadArena(f"{file} cannot be read: {error.strerror}") from error
