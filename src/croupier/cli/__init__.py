"""The `croupier` command, one module for each subcommand.

Exit codes: 0 success, 1 failure, 2 usage error (one line says what was wrong), 130 stopped by Ctrl-C, 143 stopped by
SIGTERM. SIGTERM ends a command in the same way as Ctrl-C: the command closes the servers it opened and removes its
temporary folders.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _replace_closed_output()
    try:
        with ending_in_order():
            code = 0 if _print_version(given) else _run(given)
            sys.stdout.flush()
    except KeyboardInterrupt as stop:
        print("\nstopped", file=sys.stderr)
        return 143 if isinstance(stop, Terminated) else 130
    except BrokenPipeError:  # the program that reads our output has ended, as in `croupier ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # such as a full disk or an unreadable file
        _let_go_of_output()
        print(f"croupier{f' {given[0]}' if given else ''}: {os_error_text(error)}", file=sys.stderr)
        return 1
    return code


def os_error_text(error: OSError) -> str:
    """Return the file name of an operating system error, followed by the system's message."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename}: {reason}"


def _replace_closed_output() -> None:
    """Discard what is written to a standard stream that was closed before the start (`croupier ... >&-`)."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _let_go_of_output() -> None:
    """Discard output that cannot be written.

    Otherwise the interpreter would try to write it again at exit, fail, and print a traceback.
    """
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Terminated(KeyboardInterrupt):
    """Raised when the process receives SIGTERM."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Turn SIGTERM into an exception, like Ctrl-C, so that cleanup code runs."""
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


def _print_version(given: list[str]) -> bool:
    """Print what `croupier --version` prints, without loading the package."""
    if given not in (["--version"], ["-V"]):
        return False
    from croupier import __version__

    print(f"croupier {__version__} ({'compiled' if is_compiled() else 'interpreted'} core, Python {_python()})")
    return True


def is_compiled() -> bool:
    """Return True if the engine is compiled.

    If it was installed without a C compiler, Python interprets the same files, which is slower.
    """
    from importlib.util import find_spec

    spec = find_spec("croupier.games.poker.hand")
    return spec is not None and spec.origin is not None and spec.origin.endswith((".so", ".pyd"))


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def _run(given: list[str]) -> int:
    from croupier.cli.app import run

    return run(given)
