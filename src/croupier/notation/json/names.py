"""Translate field names between PHH (`starting_stacks`) and JSON (`startingStacks`)."""

from __future__ import annotations

import re
from functools import lru_cache

_SNAKE = re.compile(r"(?<=[a-z0-9])_([a-z])")
_CAMEL = re.compile(r"(?<=[a-z0-9])([A-Z])")


@lru_cache(1024)
def camel(name: str) -> str:
    """Return `starting_stacks` as `startingStacks`; a leading underscore stays."""
    return _SNAKE.sub(lambda found: found[1].upper(), name)


@lru_cache(1024)
def snake(name: str) -> str:
    """Return `startingStacks` as `starting_stacks`."""
    return _CAMEL.sub(lambda found: "_" + found[1].lower(), name)


@lru_cache(1024)
def json_name(name: str) -> str:
    """Return a field's name in JSON: in camelCase, unless it could not be translated back."""
    # a user field such as `a_B` keeps its name, because it would be read back as another name
    return camel(name) if snake(camel(name)) == name else name


def phh_name(name: str) -> str:
    """Return the field's name in PHH. Return the name unchanged if it is not the JSON name of a field."""
    own = snake(name)
    return own if camel(own) == name else name
