"""A process that has not imported croupier, and forks others that import it with one module changed."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

from .trial import run_imported

FIRST = 20
"""How many tests run before the rest is collected: most mutants do not live longer."""


class Importer:
    """The process, and the line to it. Start it before this process imports croupier."""

    def __init__(self, root: Path) -> None:
        ours, theirs = socket.socketpair()
        self.child = os.fork()
        if self.child == 0:
            ours.close()
            try:
                _serve(root, theirs)
            finally:
                os._exit(0)
        theirs.close()
        self.line = ours
        self.answers = ours.makefile("r")

    def trial(self, path: str, source: str, tests: list[str], cpu: dict[str, float]) -> str:
        """Return the outcome of a mutant that is imported anew."""
        limit = 20 + int(3 * sum(cpu[name] for name in tests))
        sessions = [part for part in (tests[:FIRST], tests[FIRST:]) if part]
        self.line.sendall((json.dumps([path, source, sessions, limit]) + "\n").encode())
        return str(json.loads(self.answers.readline()))

    def close(self) -> None:
        """End the process."""
        self.answers.close()
        self.line.close()
        os.waitpid(self.child, 0)


def _serve(root: Path, line: socket.socket) -> None:
    for request in line.makefile("r"):
        outcome = run_imported(root, *json.loads(request))
        line.sendall((json.dumps(outcome) + "\n").encode())
