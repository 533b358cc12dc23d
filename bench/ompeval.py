"""OMPEval, a C++ equity calculator, as a contender: compiled at run time from a copy of it, never copied into the tree.

Set `CROUPIER_OMPEVAL` to a checkout of OMPEval (the folder that holds `omp/`), or put one beside this repository as
`ompeval`. It is called in this process through one C function, on one thread.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.harness import Unavailable

HERE = Path(__file__).resolve().parent
DRIVER = HERE / "ompeval.cpp"
PLAYERS_MAX = 6


class Answer(NamedTuple):
    """Equities and wins by player, and the number of deals."""

    equities: tuple[float, ...]
    wins: tuple[int, ...]
    deals: int


def folder() -> Path:
    """Return the folder of OMPEval's sources, or raise Unavailable."""
    named = os.environ.get("CROUPIER_OMPEVAL")
    path = Path(named) if named else HERE.parent.parent / "ompeval"
    if not (path / "omp" / "EquityCalculator.h").is_file():
        raise Unavailable("no OMPEval sources (set CROUPIER_OMPEVAL)")
    return path


@cache
def library() -> ctypes.CDLL:
    """Compile OMPEval as its own Makefile does (-O3), with our driver, and load it."""
    source = folder()
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    if compiler is None:
        raise Unavailable("no C++ compiler for OMPEval (set CXX)")
    place = tempfile.TemporaryDirectory(prefix="croupier-ompeval-")
    atexit.register(place.cleanup)
    copy, built = Path(place.name) / "source", Path(place.name) / "ompeval.so"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns(".git"))
    chance = copy / "omp" / "Random.h"  # today's std::shuffle needs the bounds of a generator as constants
    chance.write_text(chance.read_text().replace("static uint64_t m", "static constexpr uint64_t m"))
    subprocess.run([compiler, "-O3", "-std=c++14", "-fPIC", "-shared", "-pthread", "-w", "-include", "functional",
                    f"-I{copy}", DRIVER, *sorted((copy / "omp").glob("*.cpp")), "-o", built], check=True)
    loaded = ctypes.CDLL(str(built))
    loaded.ompeval_equity.restype = ctypes.c_uint64
    return loaded


def asked(hands: tuple[str, ...], board: str = "", dead: str = "") -> Callable[[], Answer]:
    """Return a call that asks OMPEval for these equities; the arguments are converted to C beforehand."""
    ask = library().ompeval_equity
    n = len(hands)
    ranges = (ctypes.c_char_p * n)(*(hand.replace(" ", "").encode() for hand in hands))
    equity, wins, ties = (ctypes.c_double * n)(), (ctypes.c_uint64 * n)(), (ctypes.c_double * n)()
    arguments = ranges, n, board.encode(), dead.encode(), equity, wins, ties

    def call() -> Answer:
        deals = ask(*arguments)
        return Answer(tuple(equity), tuple(wins), deals)
    return call
