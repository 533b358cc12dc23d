"""Genomes as JSON text and files: read with a path to every fault, written readably, old ones brought up to date.

A file without `schema_version` is of version 0, the time before versions: it may name a fixed `player_count`, and may
leave out everything about betting. Each entry of MIGRATIONS turns one version into the next.
"""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec

from croupier.betting.rulebook import short
from croupier.games.genome.values import SCHEMA_VERSION, BadGenome, GameGenome

TEXT_MAX = 1 << 18
"""Bytes of a genome's text: far more than any valid one has."""


def loads(text: str | bytes) -> GameGenome:
    """The genome in a JSON text; BadGenome says what is wrong and where."""
    if not isinstance(text, str | bytes):
        raise BadGenome(f"a genome's JSON text is wanted, not {type(text).__name__}")
    if len(text) > TEXT_MAX:
        raise BadGenome(f"{len(text):,} characters are too many: a genome has at most {TEXT_MAX:,}")
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadGenome(f"no JSON: {error}") from None
    return from_dict(found)


def from_dict(found: Any) -> GameGenome:
    """The genome in JSON-like dicts, lists, texts and ints; older versions are brought up to date first."""
    if not isinstance(found, dict):
        raise BadGenome(f"$: a genome is an object with setup, turn_structure and win_conditions, "
                        f"not {type(found).__name__}")
    try:
        return msgspec.convert(_up_to_date(found), GameGenome)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadGenome(_led(str(error))) from None


def to_dict(genome: GameGenome) -> dict[str, Any]:
    """The genome as JSON-like dicts."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(genome))
    return found


def dumps(genome: GameGenome) -> str:
    """The genome as JSON text, every field written out."""
    return msgspec.json.format(msgspec.json.encode(genome), indent=2).decode() + "\n"


def read(path: str | PathLike[str]) -> GameGenome:
    """The genome in a file."""
    file = Path(path)
    try:
        if file.stat().st_size > TEXT_MAX:
            raise BadGenome(f"{file}: {file.stat().st_size:,} bytes are too many: a genome has at most {TEXT_MAX:,}")
        return loads(file.read_bytes())
    except OSError as error:
        raise BadGenome(f"{file}: {error.strerror}") from None
    except BadGenome as error:
        raise BadGenome(str(error) if str(error).startswith(str(file)) else f"{file}: {error}") from None


def write(genome: GameGenome, path: str | PathLike[str], *, force: bool = False) -> None:
    """Write a genome to a file; one that is there is not overwritten unless forced."""
    try:
        with Path(path).open("w" if force else "x", encoding="utf-8") as file:
            file.write(dumps(genome))
    except FileExistsError:
        raise BadGenome(f"{path} is there already: nothing was written (force overwrites it)") from None


def _led(words: str) -> str:
    """The path first, then the reason: `$.setup.ante: Expected int >= 0`."""
    reason, _, path = words.rpartition(" - at ")
    return f"{path.strip('`')}: {reason.replace('`', '')}" if reason else f"$: {words.replace('`', '')}"


# -- versions ----------------------------------------------------------------------------------------------------------


def _up_to_date(found: dict[str, Any]) -> dict[str, Any]:
    """The same genome in the present version."""
    version = found.get("schema_version", 0)
    if type(version) is not int or version < 0:
        raise BadGenome(f"$.schema_version: {short(version)} is no version")
    if version > SCHEMA_VERSION:
        raise BadGenome(f"$.schema_version: {short(version)} is newer than {SCHEMA_VERSION}, the newest known here")
    while version < SCHEMA_VERSION:
        found = MIGRATIONS[version](found)
        version += 1
    return found


def _from_0(found: dict[str, Any]) -> dict[str, Any]:
    """Version 0 had no version and could name a fixed number of players outside the setup."""
    found = {**found, "schema_version": 1}
    if "player_count" in found:
        players, setup = found.pop("player_count"), found.get("setup")
        found["setup"] = {"min_players": players, "max_players": players, **(setup if isinstance(setup, dict) else {})}
    return found


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {0: _from_0}
