"""Find out which command runs a bot and which files the bot may read. The bot is given as a Python file, a module or a
command line.

    Program.of("mybot.py:Careful")          a class in a file
    Program.of("mypackage.bots:Careful")    a class in a module that can be imported
    Program.of("exec:./mybot --fast")       any program that speaks JSON lines
    Program.of("rlcard:agents.py:make")     a Python player written for another system (`bots/elsewhere.py`)
"""

from __future__ import annotations

import os
import shlex
import shutil
import site
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from croupier.bots import elsewhere
from croupier.bots.base import BadBot
from croupier.errors import short

WORKER = "croupier.bots.isolation.worker"
PACKAGE = Path(__file__).resolve().parents[2]
COPIED_MAX = 64 << 20
"""Largest size in bytes of a folder that is copied because the bot's own user cannot read it."""


@dataclass(frozen=True, slots=True)
class BotProgram:
    """A command to run, the folders it may read, and the name of what it runs."""

    name: str
    command: tuple[str, ...]
    readable: tuple[str, ...]
    is_python: bool
    """True if the command is our worker with a Python bot, which gets complete views; False for a program that reads
    JSON lines.
    """
    own: str
    """The file or folder that other bots must not see."""
    loopback: bool = False
    """Whether the program may connect to itself over TCP. It never reaches the host's own loopback interface."""

    @staticmethod
    def of(text: str) -> BotProgram:
        """Return the program for a bot given as a file, a module path or `exec:COMMAND`. Raise BadBot for any other
        text.
        """
        if text.startswith("exec:"):
            return command_program(text.removeprefix("exec:"))
        word, rest = elsewhere.split(text)
        if word:
            return _adapted(word, rest)
        file, class_name = split_class(text)
        if file.suffix == ".py" or "/" in text or "\\" in text:
            return _python_file(file, class_name)
        return _module(text)


def split_class(text: str) -> tuple[Path, str]:
    """Split `mybot.py:Careful` into file and class. A colon elsewhere (C:\\bots) belongs to the path."""
    file, colon, class_name = text.rpartition(":")
    return (Path(file), class_name) if colon and file.endswith(".py") else (Path(text), "")


def is_module_path(text: str) -> bool:
    """Return True if a text names a module that can be imported: `package.module` or `module:Class`."""
    module = text.partition(":")[0]
    if not all(part.isidentifier() for part in module.split(".")) or ("." not in module and ":" not in text):
        return False
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def python_folders() -> tuple[str, ...]:
    """Return the folders that a Python bot needs: the interpreter, its libraries, this package, PYTHONPATH."""
    package = PACKAGE
    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, *site.getsitepackages(), str(package.parent),
             *search_path()]
    return tuple(dict.fromkeys(os.path.realpath(folder) for folder in found)) + tuple(dict.fromkeys(found))


def search_path() -> list[str]:
    """Return the folders of PYTHONPATH as absolute paths."""
    return [os.path.abspath(folder) for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]


def _python_file(file: Path, class_name: str) -> BotProgram:
    if not file.is_file():
        raise BadBot(f"there is no file {file}: `croupier new bot {file.stem}` writes one")
    path = file.resolve()
    what = f"{path}:{class_name}" if class_name else str(path)
    return BotProgram(path.stem, _worker(what), (*python_folders(), *folder_of(path)), True, str(path))


def _module(text: str) -> BotProgram:
    module = text.partition(":")[0]
    found = find_spec(module.partition(".")[0])
    if found is None or not found.origin:
        raise BadBot(f"there is no module {short(module)}")
    place = Path(found.origin).resolve()
    top = place.parent.parent if place.name == "__init__.py" else place.parent
    return BotProgram(text.rpartition(":")[2], _worker(f"module={text}={top}"), (*python_folders(), str(top)), True,
                   str(place.parent if place.name == "__init__.py" else place))


def _worker(what: str) -> tuple[str, ...]:
    package = PACKAGE.parent
    begin = f"import sys; sys.path.insert(0, {str(package)!r}); from {WORKER} import main; main({what!r})"
    return (sys.executable, "-P" if sys.version_info >= (3, 11) else "-s", "-c", begin)


def _adapted(word: str, rest: str) -> BotProgram:
    """Return the program for a Python player of another system, given as a file, a module, or a name known to its
    adapter.
    """
    file, class_name = split_class(rest)
    if file.suffix == ".py" or is_module_path(rest):
        found = _python_file(file, class_name) if file.suffix == ".py" else _module(rest)
        what = f"{word}:{file.resolve()}:{class_name}".rstrip(":") if file.suffix == ".py" else f"{word}:{rest}"
        return replace(found, command=_worker(what))
    return BotProgram(rest, _worker(f"{word}:{rest}"), python_folders(), True, "")


def command_program(line: str) -> BotProgram:
    """Return the program that a command line names. Raise BadBot if it cannot be run."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BadBot(f"exec:{line} cannot be read as a command: {error}") from None
    if not words:
        raise BadBot("exec: needs a command, as in exec:./mybot --fast")
    program = shutil.which(words[0])
    if program is None:
        if os.path.isfile(words[0]):
            raise BadBot(f"{words[0]} cannot be run: chmod +x {words[0]}, or put its interpreter before it, as in "
                         f"exec:python3 {words[0]}")
        raise BadBot(f"there is no program {short(words[0])} to run")
    program = os.path.abspath(program)
    files = [Path(word).resolve() for word in words[1:] if os.path.isfile(word)]
    own = Path(program).resolve() if not files else files[0]
    folders = [folder for path in [Path(program).resolve(), *files] for folder in folder_of(path)]
    folders += [str(path) for path in Path("/etc").glob("java-*")]  # a Java machine does not start without its settings
    return BotProgram(own.stem, (program, *words[1:]), (*folders, *python_folders(), *installed(Path(program))), False,
                   str(own))


def installed(program: Path) -> Iterable[str]:
    """Return the folders that a program needs, because version managers keep parts of a program beside it.

    For example, `~/.pyenv/shims/python3` needs `~/.pyenv`, and `~/.nvm/versions/node/v22/bin/node` needs the folder
    above its `bin`.
    """
    folder = program.parent
    above = folder.parent
    if folder.name in ("bin", "shims") and above not in (Path("/"), Path("/usr"), Path.home(), Path.home() / ".local"):
        return str(above), str(folder)
    return (str(folder),)


def folder_of(path: Path) -> Iterable[str]:
    """Return the folder of a program's file. If that is a home or system folder, return only the file itself."""
    folder = path.parent
    if folder in (Path("/"), Path.home(), Path("/tmp"), Path("/usr/bin"), Path("/bin")):
        return (str(path),)
    return (str(folder),)


def unreadable(folders: Iterable[str]) -> list[str]:
    """Return the folders that another user cannot read and that must therefore be copied. Raise BadBot if a folder is
    too large to copy.
    """
    found = []
    for folder in folders:
        if os.path.isdir(folder) and os.stat(folder).st_mode & 0o005 != 0o005:
            size = sum(os.path.getsize(os.path.join(base, name)) for base, _, files in os.walk(folder)
                       for name in files if os.path.isfile(os.path.join(base, name)))
            if size > COPIED_MAX:
                raise BadBot(f"{folder} cannot be read by other users and is too large to copy: chmod o+rx {folder}")
            found.append(folder)
        elif os.path.isfile(folder) and not os.stat(folder).st_mode & 0o004:
            raise BadBot(f"{folder} cannot be read by other users: chmod o+r {folder}")
    return found
