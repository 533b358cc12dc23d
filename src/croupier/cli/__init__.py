"""The `croupier` command. One file a command; nothing heavy is loaded before it is known which one is wanted.

Exit codes: 0 done, 1 what was asked for failed, 2 it was asked wrongly (one line says how), 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = 0 if _told_version(given) else _run(given)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever read our output has gone, as in `croupier ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


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
