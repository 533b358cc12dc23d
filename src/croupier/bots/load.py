"""Bots by name, from a user's file, or as they are.

`seat(what)` is the one door: it takes an instance, a class, the name of a house bot or the path of a file
(`mybot.py`, `mybot.py:Careful`) and gives a Bot, or says in one sentence what was wrong.
"""

from __future__ import annotations

import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from os import PathLike, fspath
from pathlib import Path
from types import ModuleType

from croupier.betting.rulebook import short
from croupier.bots.base import BadBot, Bot, BrokenBot
from croupier.bots.house import HOUSE
from croupier.bots.mcts import Mcts

BotLike = Bot | type[Bot] | str | PathLike[str]
"""Everything `seat` makes a bot of."""


def names() -> tuple[str, ...]:
    """The names of the house bots."""
    return tuple(dict.fromkeys((*HOUSE, "mcts")))


def named(name: str) -> Bot:
    """A new house bot; `mcts:1000` searches with so many iterations a decision."""
    word, colon, iterations = name.partition(":")
    if word == "mcts" and (not colon or (iterations.isascii() and iterations.isdecimal())):
        if len(iterations) > 7:
            raise BadBot(f"mcts searches with 1 to 9,999,999 iterations a decision, not {iterations[:40]}")
        return Mcts(int(iterations)) if colon else Mcts()
    if name == "house":  # loaded when it is named: only the sting has a house
        from croupier.bots.sting import House

        return House()
    if name not in HOUSE:
        hint = f"did you mean {name}.py?" if Path(f"{name}.py").is_file() else "a file of yours is named like mybot.py"
        raise BadBot(f"there is no bot {short(name)}: the house has {', '.join(names())}; {hint}")
    return HOUSE[name]()


def load(path: str | PathLike[str]) -> Bot:
    """A bot from a file: `mybot.py` when there is one Bot class in it, else `mybot.py:ClassName`."""
    file, class_name = _split(fspath(path))
    if not file.is_file():
        raise BadBot(f"there is no file {file}: `croupier new bot {file.stem}` writes one")
    module = _run(file)
    return _made(_chosen(module, class_name, file), f"{file}:{class_name}" if class_name else str(file))


def seat(what: BotLike) -> Bot:
    """A bot of anything that stands for one."""
    if isinstance(what, Bot):
        return what
    if isinstance(what, type):
        return _made(what, what.__name__)
    if isinstance(what, PathLike) or (isinstance(what, str) and _is_path(what)):
        return load(what)
    if isinstance(what, str):
        return named(what)
    raise BadBot(f"{short(what)} is no bot: give a Bot, a class, a name ({', '.join(names())}) or a file")


def _is_path(text: str) -> bool:
    return text.endswith(".py") or ".py:" in text or "/" in text or "\\" in text


def _split(text: str) -> tuple[Path, str]:
    """`mybot.py:Careful` in two; a colon elsewhere (C:\\bots) belongs to the path."""
    file, colon, class_name = text.rpartition(":")
    return (Path(file), class_name) if colon and file.endswith(".py") else (Path(text), "")


def _run(file: Path) -> ModuleType:
    """The file as a module; its neighbours can be imported while it runs."""
    name = f"croupier_bot_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise BadBot(f"{file} is no Python file: its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look their module up here
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a file that ends the program would end ours, in silence
        del sys.modules[name]
        raise BrokenBot(f"{file} does not run: {_told(error, file)}") from error
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module


def _told(error: BaseException, file: Path) -> str:
    """The error and the line of the user's file it came from."""
    told = f"{type(error).__name__}: {error}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)
             if frame.filename in (str(file), str(file.resolve()))]
    return f"{told} (line {lines[-1]})" if lines else told  # a SyntaxError names its line by itself


def _chosen(module: ModuleType, class_name: str, file: Path) -> type[Bot]:
    """The class named, or the only Bot class written in the file."""
    own = [thing for thing in vars(module).values()
           if isinstance(thing, type) and issubclass(thing, Bot) and thing.__module__ == module.__name__]
    if class_name:
        chosen = getattr(module, class_name, None)
        if not (isinstance(chosen, type) and issubclass(chosen, Bot)):
            raise BadBot(f"{file} has no bot {class_name!r}: {_listed(own)}")
        return chosen
    if len(own) != 1:
        raise BadBot(f"{file}: {_listed(own)}" + (f"; say which, as in {file}:{own[0].__name__}" if own else ""))
    return own[0]


def _listed(classes: list[type[Bot]]) -> str:
    if not classes:
        return "no class in it is a croupier.Bot"
    return "its bots are " + ", ".join(found.__name__ for found in classes)


def _made(bot_class: type, where: str) -> Bot:
    """An instance; a class that is no Bot or wants arguments is refused."""
    if not issubclass(bot_class, Bot):
        raise BadBot(f"{bot_class.__name__} is no bot: it must be a subclass of croupier.Bot")
    try:
        return bot_class()
    except (Exception, SystemExit) as error:
        raise BrokenBot(f"{where}: {bot_class.__name__}() does not work: {type(error).__name__}: {error}") from error
