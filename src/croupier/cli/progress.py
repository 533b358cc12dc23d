"""Show a progress bar on standard error, but only on a terminal and only after two seconds."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 2.0
"""Seconds before a bar appears."""
REFRESH = 0.1


class Bar:
    """A progress bar that appears late and is erased at the end."""

    def __init__(self, words: str, stream: TextIO | None = None) -> None:
        self.words = words
        self.stream = sys.stderr if stream is None else stream
        self._next = monotonic() + PATIENCE
        self._wanted = self.stream.isatty()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int, total: int) -> None:
        """Show how much is done. A call is so cheap that you may make it after every hand."""
        if self._wanted and monotonic() >= self._next:
            self._show(done, total)

    def _show(self, done: int, total: int) -> None:
        if self._bar is None:
            self._bar = self._made()
            self._task = self._bar.add_task(self.words, total=total)
        assert self._task is not None
        self._bar.update(self._task, completed=done)
        self._next = monotonic() + REFRESH

    def _made(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                       console=Console(file=self.stream), transient=True)
        bar.start()
        return bar

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
