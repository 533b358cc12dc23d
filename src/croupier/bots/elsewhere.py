"""Find players from other systems by prefixes: `pypokerengine:fish.py:Fish`, `mit:./bot`, `llm:MODEL`.

Bots do not import adapters. Each prefix belongs to a module, which is imported when the prefix is first used. The
module's function `seat(text, limits, log, hidden)` returns a Bot for the text after the prefix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING

from croupier.bots.base import BadBot, Bot

if TYPE_CHECKING:
    from croupier.bots.isolation import BotLimits


@dataclass(frozen=True, slots=True)
class Origin:
    """The module that provides the players of one prefix."""

    module: str
    is_python: bool
    """Whether the players are Python objects, which run either in this process or in a process of their own."""
    package: str = ""
    """The package that the module needs. The extra of croupier that installs it has the same name."""


ORIGINS = {
    "pypokerengine": Origin("croupier.adapters.agents.pypokerengine", True, "pypokerengine"),
    "rlcard": Origin("croupier.adapters.agents.rlcard", True, "rlcard"),
    "openspiel": Origin("croupier.adapters.agents.openspiel_bots", True, "openspiel"),
    "mit": Origin("croupier.adapters.wire.mit", False),
    "acpc": Origin("croupier.adapters.wire.acpc", False),
    "llm": Origin("croupier.adapters.llm.bot", False),
}


def split(text: str) -> tuple[str, str]:
    """Return the prefix and the text after it, or two empty strings if the text has no known prefix."""
    word, colon, rest = text.partition(":")
    return (word, rest) if colon and word in ORIGINS else ("", "")


def is_python(text: str) -> bool:
    """Return True if the text names a player that is a Python object of another package."""
    word, _ = split(text)
    return bool(word) and ORIGINS[word].is_python


def is_always_outside(text: str) -> bool:
    """Return True if the text names a player that never runs in this process."""
    word, _ = split(text)
    return bool(word) and not ORIGINS[word].is_python


def seat_from(text: str, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
              hidden: Sequence[str] = ()) -> Bot:
    """Return the player that a text names. Raise BadBot if the player does not exist or its package is not
    installed.
    """
    word, rest = split(text)
    if not rest:
        raise BadBot(f"{word}: needs the name of a player after the colon")
    origin = ORIGINS[word]
    try:
        module = import_module(origin.module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("croupier"):  # a bug of our own, and not a missing package
            raise
        raise BadBot(f"{word}: needs the package {error.name}: pip install 'croupier[{origin.package}]'") from None
    bot: Bot = module.seat(rest, limits, log, hidden)
    return bot
