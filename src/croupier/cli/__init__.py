"""The `croupier` command. One file a command; nothing heavy is loaded before it is known which one is wanted.

Exit codes: 0 done, 1 what was asked for failed, 2 it was asked wrongly (one line says how), 130 stopped by Ctrl-C, 143
by SIGTERM, which ends a command in the same order: servers it opened end with it, folders it made are gone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with ending_in_order():
            code = 0 if _told_version(given) else _run(given)
            sys.stdout.flush()
    except KeyboardInterrupt as stop:
        print("\nstopped", file=sys.stderr)
        return 143 if isinstance(stop, Terminated) else 130
    except BrokenPipeError:  # whoever read our output has gone, as in `croupier ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a disk that is full, a file that cannot be read
        _let_go_of_output()
        print(f"croupier{f' {given[0]}' if given else ''}: {hindrance(error)}", file=sys.stderr)
        return 1
    return code


def hindrance(error: OSError) -> str:
    """What the machine would not do, and with which file."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename}: {reason}"


def _let_go_of_output() -> None:
    """Where nothing more can be printed nothing is: the interpreter would try again at its end, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Terminated(KeyboardInterrupt):
    """SIGTERM came."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM, which would end a process in the middle of things, be an exception like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def _terminate(number: int, frame: object) -> None:
    raise Terminated


def _told_version(given: list[str]) -> bool:
    """`croupier --version`, without loading anything."""
    if given not in (["--version"], ["-V"]):
        return False
    from croupier import __version__

    print(f"croupier {__version__} ({'compiled' if is_compiled() else 'interpreted'} core, Python {_python()})")
    return True


def is_compiled() -> bool:
    """Whether the engine runs as C; the same files run interpreted where there was no compiler, only slower."""
    from importlib.util import find_spec

    spec = find_spec("croupier.games.poker.hand")
    return spec is not None and spec.origin is not None and spec.origin.endswith((".so", ".pyd"))


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def _run(given: list[str]) -> int:
    from croupier.cli.app import run

    return run(given)
