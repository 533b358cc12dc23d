"""Load a player of another system from the text that names it: `FILE.py:name`, `package.module:name`, or a name
alone.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from croupier.bots.base import BadBot, BrokenBot
from croupier.bots.isolation.program import is_module_path, split_class
from croupier.bots.load import class_in, run_file


def module_of(text: str) -> tuple[ModuleType, str] | None:
    """Load the module that a text names. Return the module and the name after the colon, or None if the text names
    neither a file nor a module.
    """
    file, name = split_class(text)
    if file.suffix == ".py":
        if not file.is_file():
            raise BadBot(f"there is no file {file}")
        return run_file(file), name
    if is_module_path(text):
        module, _, name = text.partition(":")
        return import_module(module), name
    return None


def player_in(text: str, base: type[Any]) -> Any:
    """Return an instance of the class that a text names. Raise BadBot if it is not a subclass of `base`."""
    found = module_of(text)
    if found is None:
        raise BadBot(f"{text} is neither a file like fish.py:Fish nor a module like package.fish:Fish")
    module, name = found
    return called(class_in(module, name, Path(text), base), text)


def called(make: Any, text: str, *arguments: Any) -> Any:
    """Call a class or function, and return the result. Raise BrokenBot if the call raises."""
    try:
        return make(*arguments)
    except (Exception, SystemExit) as error:
        raise BrokenBot(f"{text}: {getattr(make, '__name__', make)} does not work: "
                        f"{type(error).__name__}: {error}") from error
