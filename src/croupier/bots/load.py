"""Load a bot given as a Bot, a class, the name of a house bot, a file, a module, a command or an address.

    seat("strength")                        a house bot, in this process
    seat("mybot.py:Careful")                a class of a file, in this process: for code you trust
    seat("mybot.py", limits=Limits())       the same, isolated in a process of its own
    seat("exec:./mybot --fast")             a program in any language: always a process of its own
    seat("pypokerengine:fish.py:Fish")      a player written for another system (`elsewhere.py`)
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from os import PathLike, fspath
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from croupier.bots import elsewhere
from croupier.bots.base import BadBot, Bot, BrokenBot
from croupier.bots.characters import CHARACTERS, LEVELS, Character
from croupier.bots.house import HOUSE
from croupier.bots.mcts import Mcts
from croupier.errors import short, unknown

if TYPE_CHECKING:
    from croupier.bots.isolation import BotLimits

TIMED_ITERATIONS = 1_000_000
"""The largest number of iterations of a search that has a time limit."""
BotLike = Bot | type[Bot] | str | PathLike[str]
"""What `seat` accepts."""


def names() -> tuple[str, ...]:
    """Return the names of the house bots."""
    return (*CHARACTERS, *LEVELS, *HOUSE)


def named(name: str) -> Bot:
    """Return a new house bot by its name. Raise BadBot if there is no such bot.

    `mcts:1000` searches with 1,000 iterations for each decision, and `mcts:200ms` for 200 milliseconds. `tight:easy` is
    a character with the skill of a level.
    """
    if not isinstance(name, str):
        raise BadBot(f"a house bot is named by text, not {type(name).__name__}")
    word, colon, iterations = name.partition(":")
    if word in CHARACTERS or word in LEVELS:
        return Character(word, iterations if colon else None)
    if word == "mcts" and iterations.endswith("ms") and iterations[:-2].isascii() and iterations[:-2].isdecimal():
        # limits the digits, because int() raises an error of its own for a text with thousands of digits
        if len(iterations) > 8:
            raise BadBot(f"mcts searches for 1 to 999,999 milliseconds a decision, not {iterations[:40]}")
        return Mcts(TIMED_ITERATIONS, milliseconds=int(iterations[:-2]))
    if word == "mcts" and (not colon or (iterations.isascii() and iterations.isdecimal())):
        if len(iterations) > 7:
            raise BadBot(f"mcts searches with 1 to 9,999,999 iterations a decision, not {iterations[:40]}")
        return Mcts(int(iterations)) if colon else Mcts()
    if name == "house":  # imported here, because only the sting has a house
        from croupier.bots.sting import StingHouse

        return StingHouse()
    if name not in HOUSE:
        if Path(f"{name}.py").is_file():
            raise BadBot(f"there is no bot {short(name)}: did you mean {name}.py?")
        raise BadBot(f"{unknown('bot', name, names())}; your own file is named like mybot.py")
    return HOUSE[name]()


def load(path: str | PathLike[str]) -> Bot:
    """Load a bot from a file, given as `mybot.py` if the file has one Bot class, or else as `mybot.py:ClassName`.

    Raise BadBot if there is no such bot, and BrokenBot if the file does not run.
    """
    if not isinstance(path, str | PathLike):
        raise BadBot(f"a bot's file is named by a path, not {type(path).__name__}")
    file, class_name = _split(fspath(path))
    if not file.is_file():
        raise BadBot(f"there is no file {file}: `croupier new bot {file.stem}` writes one")
    module = run_file(file)
    return made(class_in(module, class_name, file), f"{file}:{class_name}" if class_name else str(file))


def seat(what: BotLike, *, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
         hidden: Sequence[str] = ()) -> Bot:
    """Return a bot. Commands and addresses always run outside this process. Files and modules run outside only if
    `limits` are given.

    `log` and `hidden` are passed to `isolation.isolate`. Raise BadBot or BrokenBot if the bot does not exist or does
    not work.
    """
    if isinstance(what, Bot):
        return what
    if isinstance(what, type):
        return made(what, what.__name__)
    if not isinstance(what, str | PathLike):
        raise BadBot(f"{short(what)} is not a bot: give a Bot, a class, a name ({', '.join(names())}) or a file")
    text = fspath(what)
    if elsewhere.is_always_outside(text):
        return elsewhere.seat_from(text, limits, log, hidden)
    if is_outside(text) or (limits is not None and is_file_or_module(text)):
        from croupier.bots.isolation import isolate

        return isolate(text, limits, log=log, hidden=hidden)
    if elsewhere.split(text)[0]:
        return elsewhere.seat_from(text)
    if isinstance(what, PathLike) or _is_path(text):
        return load(what)
    return _load_module(text) if _is_module(text) else named(text)


def is_outside(text: str) -> bool:
    """Return True if a text names a command, an address or a remote player, none of which run in this process."""
    return text.startswith(("exec:", "ws://", "wss://")) or elsewhere.is_always_outside(text)


def is_file_or_module(text: str) -> bool:
    """Return True if a text names a file, a module path or another package's player, which can run in this process or
    outside.
    """
    return not is_outside(text) and (elsewhere.is_python(text) or _is_path(text) or _is_module(text))


def files_of_others(place: int, bots: Sequence[object]) -> list[str]:
    """Return the files and folders of all bots but one, which that bot must not see."""
    from croupier.bots.isolation.program import BotProgram

    texts = [fspath(bot) for at, bot in enumerate(bots) if at != place and isinstance(bot, str | PathLike)]
    own = [BotProgram.of(text).own for text in texts if is_file_or_module(text) or text.startswith("exec:")]
    return [file for file in own if file]


def _is_path(text: str) -> bool:
    return text.endswith(".py") or ".py:" in text or "/" in text or "\\" in text


def _is_module(text: str) -> bool:
    from croupier.bots.isolation.program import is_module_path

    word = text.partition(":")[0]
    return word not in (*names(), "house") and is_module_path(text)


def _load_module(text: str) -> Bot:
    name, _, class_name = text.partition(":")
    return made(class_in(import_module(name), class_name, Path(name)), text)


def _split(text: str) -> tuple[Path, str]:
    """Split `mybot.py:Careful` into file and class. A colon elsewhere (C:\\bots) belongs to the path."""
    file, colon, class_name = text.rpartition(":")
    return (Path(file), class_name) if colon and file.endswith(".py") else (Path(text), "")


def run_file(file: Path) -> ModuleType:
    """Run a file as a module. While it runs, it can import other files in its folder."""
    name = f"croupier_bot_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise BadBot(f"{file} is not a Python file: its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look up the module here
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a file that calls exit() must not end our program
        del sys.modules[name]
        raise BrokenBot(f"{file} does not run: {_one_line(error, file)}") from error
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module


def _one_line(error: BaseException, file: Path) -> str:
    """Describe an error in one line, with the line of the user's file where it was raised."""
    words = f"{type(error).__name__}: {error}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)
             if frame.filename in (str(file), str(file.resolve()))]
    return f"{words} (line {lines[-1]})" if lines else words  # a SyntaxError contains its line already


def class_in(module: ModuleType, class_name: str, file: Path, base: type[Any] = Bot) -> type[Any]:
    """Return the class with this name, or else the only subclass of `base` in the file. Raise BadBot if there is
    none.
    """
    own = [thing for thing in vars(module).values()
           if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__]
    if class_name:
        chosen = getattr(module, class_name, None)
        if not (isinstance(chosen, type) and issubclass(chosen, base)):
            raise BadBot(f"{file} has no bot {class_name!r}: {_listed(own, base)}")
        return chosen
    if len(own) != 1:
        raise BadBot(f"{file}: {_listed(own, base)}" + (f"; say which, as in {file}:{own[0].__name__}" if own else ""))
    return own[0]


def _listed(classes: list[type[Any]], base: type[Any]) -> str:
    if not classes:
        return f"no class in it is a {'croupier.Bot' if base is Bot else base.__name__}"
    return "its bots are " + ", ".join(found.__name__ for found in classes)


def made(bot_class: type, where: str) -> Bot:
    """Return an instance of a class. Raise BadBot if the class is not a Bot, and BrokenBot if it needs arguments or
    raises.
    """
    if not issubclass(bot_class, Bot):
        raise BadBot(f"{bot_class.__name__} is not a bot: it must be a subclass of croupier.Bot")
    try:
        return bot_class()
    except (Exception, SystemExit) as error:  # a bot that calls exit() must not end the program that seats it
        raise BrokenBot(f"{where}: {bot_class.__name__}() does not work: {type(error).__name__}: {error}") from error
