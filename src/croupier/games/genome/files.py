"""Read and write genomes as JSON. Errors name the path to the fault; older versions are converted.

A file without `schema_version` has version 0. A file of version 0 may name a fixed `player_count`, and may leave out
everything about betting. Each entry of MIGRATIONS turns one version into the next. Games of darwindeck, whose versions
are strings, are read by `darwindeck.py`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from math import isfinite
from os import PathLike
from pathlib import Path
from shutil import copymode
from typing import Any

import msgspec

from croupier.errors import short
from croupier.games.genome.darwindeck import is_darwindeck, read_dict
from croupier.games.genome.values import SCHEMA_VERSION, BadGenome, GameGenome, replaced

TEXT_MAX = 1 << 18
"""Largest number of bytes in a genome's text, far more than any valid text has."""


def loads(text: str | bytes) -> GameGenome:
    """Return the genome in a JSON text. If the text is invalid, raise BadGenome with the fault and the path to it."""
    if not isinstance(text, str | bytes):
        raise BadGenome(f"a genome's JSON text is wanted, not {type(text).__name__}")
    if len(text) > TEXT_MAX:
        raise BadGenome(f"{len(text):,} characters are too many: a genome has at most {TEXT_MAX:,}")
    # if a field occurs twice, msgspec uses one of the two without an error
    spot = _strange_spot(text)
    if spot:
        raise BadGenome(spot)
    try:
        found = msgspec.json.decode(text)
    # a deeply nested text causes a RecursionError
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadGenome(f"no JSON: {error}") from None
    return from_dict(found)


def from_dict(found: Any) -> GameGenome:
    """Return the genome that JSON-like dicts, lists, strings and ints describe. Older versions are converted first."""
    if not isinstance(found, dict):
        raise BadGenome(f"$: a genome is an object with setup, turn_structure and win_conditions, "
                        f"not {type(found).__name__}")
    if is_darwindeck(found):
        return read_dict(found)[0]
    try:
        return msgspec.convert(_up_to_date(found), GameGenome)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadGenome(path_first(str(error))) from None


def to_dict(genome: GameGenome) -> dict[str, Any]:
    """Return the genome as JSON-like dicts."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(genome))
    return found


def dumps(genome: GameGenome) -> str:
    """Return the genome as JSON text in which every field is written out."""
    if not isinstance(genome, GameGenome):
        raise BadGenome(f"a GameGenome is wanted, not {type(genome).__name__}")
    return msgspec.json.format(msgspec.json.encode(genome), indent=2).decode() + "\n"


def rules_key(genome: GameGenome) -> str:
    """Return a key that is equal for games with equal rules, whatever their names and lineages."""
    # without the fields that have no effect on play
    bare = replaced(genome, name="unnamed", description="", lineage=())
    return sha256(msgspec.json.encode(bare)).hexdigest()[:16]


def read(path: str | PathLike[str]) -> GameGenome:
    """Return the genome in a file."""
    file = Path(path)
    try:
        size = file.stat().st_size
        if size > TEXT_MAX:
            raise BadGenome(f"{size:,} bytes are too many: a genome has at most {TEXT_MAX:,}")
        with file.open("rb") as opened:
            return loads(opened.read(TEXT_MAX + 1))  # limited, because reading a device might never end
    except OSError as error:
        raise BadGenome(f"{file}: {error.strerror}") from None
    except ValueError as error:  # BadGenome, or an impossible file name
        raise BadGenome(f"{file}: {error}") from None


def write(genome: GameGenome, path: str | PathLike[str], *, force: bool = False) -> None:
    """Write a genome to a file. Overwrite an existing file only if `force` is True."""
    text = dumps(genome)
    try:
        put_in_place(path, text.encode(), force=force)
    # must come before OSError, of which it is a subclass
    except FileExistsError:
        raise BadGenome(f"{path} is there already: nothing was written (force overwrites it)") from None
    except OSError as error:
        raise BadGenome(f"{path}: {error.strerror}") from None
    except ValueError as error:  # an impossible file name
        raise BadGenome(f"{path}: {error}") from None


def put_in_place(path: str | PathLike[str], data: bytes, *, force: bool = True) -> None:
    """Write a file completely or not at all. An existing file stays until the new file is safely on disk.

    Raise FileExistsError if the file exists, unless `force` is given.
    """
    place = Path(path).resolve() if force else Path(path)  # for a symbolic link, write the file that it points to
    if force and place.exists() and not place.is_file():  # a terminal or a pipe has no old content to protect
        place.write_bytes(data)
        return
    # beside the file, not in /tmp: a rename is only atomic within one file system
    fresh = place.with_name(place.name + ".new") if force else place
    with fresh.open("wb" if force else "xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # also catches Ctrl-C, which must not leave a partial file
        except BaseException:
            fresh.unlink()
            raise
    if force:
        if place.exists():
            # keep the permissions of the old file
            copymode(place, fresh)
        fresh.replace(place)


def path_first(words: str) -> str:
    """Return msgspec's error with the path first: `$.setup.ante: Expected int >= 0`."""
    reason, _, path = words.rpartition(" - at ")
    if "matching regex" in reason:
        reason = "control characters are not allowed"
    message = f"{path.strip('`')}: {reason.replace('`', '')}" if reason else f"$: {words.replace('`', '')}"
    # the message quotes unknown field names, which may contain control characters
    return "".join(letter if letter.isprintable() else "?" for letter in message)


# -- what other readers of JSON let pass -------------------------------------------------------------------------------


class _RepeatedField(dict[str, Any]):
    """An object in which a field occurs twice. A reader would silently take one of the two values."""

    field = ""


def _strange_spot(text: str | bytes) -> str:
    """Return the path to the first NaN, Infinity or field that occurs twice. Return an empty text if there is none."""
    try:
        # parse_int=bool avoids the conversion of numbers, which are not checked here
        found = json.loads(text, object_pairs_hook=_object, parse_int=bool)
        return next(_strange_spots(found, "$"), "")
    except (ValueError, RecursionError):  # not JSON; msgspec has the better error message
        return ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice = _RepeatedField(found)
    twice.field = Counter(name for name, _ in pairs).most_common(1)[0][0]
    return twice


def _strange_spots(found: Any, path: str) -> Iterator[str]:
    if isinstance(found, float) and not isfinite(found):
        yield f"{path}: a whole number is wanted, not {'NaN' if found != found else 'Infinity'}"
    if isinstance(found, _RepeatedField):
        yield f"{path}.{_step(found.field)}: occurs twice"
    inner = ([(f"{path}.{_step(name)}", value) for name, value in found.items()] if isinstance(found, dict) else
             [(f"{path}[{at}]", value) for at, value in enumerate(found)] if isinstance(found, list) else [])
    for where, value in inner:
        yield from _strange_spots(value, where)


def _step(name: str) -> str:
    return name if name.isidentifier() and len(name) <= 40 else short(name)


# -- versions ----------------------------------------------------------------------------------------------------------


def _up_to_date(found: dict[str, Any]) -> dict[str, Any]:
    """Convert the data of a genome to the current version."""
    version = found.get("schema_version", 0)
    if type(version) is not int or version < 0:
        raise BadGenome(f"$.schema_version: {short(version)} is not a version")
    if version > SCHEMA_VERSION:
        raise BadGenome(f"$.schema_version: {short(version)} is newer than {SCHEMA_VERSION}, the newest known here")
    while version < SCHEMA_VERSION:
        found = MIGRATIONS[version](found)
        version += 1
    return found


def _from_0(found: dict[str, Any]) -> dict[str, Any]:
    """Convert a genome of version 0 to version 1. Version 0 had no `schema_version`, and could give a fixed number of
    players outside the setup.
    """
    found = {**found, "schema_version": 1}
    if "player_count" in found:
        # fields of the setup override the old field
        players, setup = found.pop("player_count"), found.get("setup")
        found["setup"] = {"min_players": players, "max_players": players, **(setup if isinstance(setup, dict) else {})}
    return found


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {0: _from_0}
