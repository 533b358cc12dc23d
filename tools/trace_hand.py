"""`python -m tools.trace_hand`: play a hand and print, step by step, which modules are called in which order.

Calls of compiled functions cannot be traced, so the sources are imported even where compiled modules lie beside them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "croupier"


def uncompiled(folder: str) -> FileFinder:
    """Return a finder of source files for a folder of croupier (the interface of `sys.path_hooks`)."""
    if not Path(folder).resolve().is_relative_to(PACKAGE):
        raise ImportError("not a folder of croupier")
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))


class Trace:
    """Collect the names of croupier's modules in the order in which their functions are first called."""

    def __init__(self) -> None:
        self.modules: list[str] = []

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Note the module of a Python function that is being called (the interface of `sys.setprofile`)."""
        path = Path(frame.f_code.co_filename)
        if event != "call" or not path.is_relative_to(PACKAGE):
            return
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        if module not in self.modules and module != "__init__":
            self.modules.append(module)


def steps() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield each step of a hand: the line of code, and the call itself."""
    import croupier

    game = croupier.holdem(sb=10, bb=20)
    hand = game.deal(stacks=[1000, 1000, 1000], button=0, seed=7)
    yield "game.deal(stacks=[1000, 1000, 1000], button=0, seed=7)", lambda: game.deal([1000] * 3, button=0, seed=7)
    yield "hand.legal()", hand.legal
    yield "hand.raise_to(60)", lambda: hand.raise_to(60)
    hand.call()
    yield "hand.observe(2)  # what seat 2 may see", lambda: hand.observe(2)
    hand.call()
    while hand.street != "RIVER":
        hand.check()
    hand.check()
    hand.check()
    yield "hand.check()  # the last one: showdown, pots, payoffs", hand.check
    yield "hand.events", lambda: hand.events
    names = ["Ann", "Bob", "Cy"]
    record = croupier.record_of(hand, names)
    yield "croupier.record_of(hand, names)", lambda: croupier.record_of(hand, names)
    text = croupier.dumps(record, "phh")
    yield 'croupier.dumps(record, "phh")', lambda: croupier.dumps(record, "phh")
    yield "list(croupier.loads(text))", lambda: list(croupier.loads(text))
    yield "croupier.Replay(record).status  # plays the record again", lambda: croupier.Replay(record).status


def traced(call: Callable[[], object]) -> list[str]:
    """Return the modules that a call goes through."""
    trace = Trace()
    sys.setprofile(trace)
    try:
        call()
    finally:
        sys.setprofile(None)
    return trace.modules


def main() -> None:
    """Print the steps as a Markdown list."""
    sys.path_hooks.insert(0, uncompiled)
    for _, call in steps():  # once without a trace, so that imports and caches are done
        call()
    for line, call in steps():
        print(f"- `{line}`\\\n  " + " → ".join(f"`{module}`" for module in traced(call)))


if __name__ == "__main__":
    main()
