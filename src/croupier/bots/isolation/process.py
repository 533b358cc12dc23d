"""Run a bot's process: exchange messages as lines, with clocks, limits and a log.

The caller sends a question and waits at most as long as a move may take. All running bots are measured several times a
second (`watch.py`). A bot that does not answer within the first milliseconds is measured more often, until it answers,
exceeds a limit or runs out of time.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from croupier.bots.isolation import faults
from croupier.bots.isolation.faults import BotFault
from croupier.bots.isolation.limits import LAUNCHER, BotLimits, protection_here
from croupier.bots.isolation.program import BotProgram, search_path, unreadable
from croupier.bots.isolation.watch import WATCHDOG, Usage, pids_below, usage_below

FIRST_LOOK_MS, LOOK_EVERY_MS = 20, 50
"""A bot's resources are measured for the first time after FIRST_LOOK_MS, and then every LOOK_EVERY_MS."""
EXIT_WAIT_S = 2.0
"""How long to wait for the exit code of a process that has closed its pipes. It comes a moment later; on a busy machine
0.2 s were too short, and a bot that had ended with an exit code was reported as one that had closed its pipes."""
LINE_MAX = 1 << 16
"""The maximum number of bytes in one answer."""
ENVIRONMENT = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1",
               "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "UV_USE_IO_URING": "0", "LANG": "C.UTF-8"}
"""Without these settings, libraries that start a thread for each core would reach the limit on processes at once."""


class BotProcess:
    """One process of a bot, from its start to its end."""

    def __init__(self, program: BotProgram, limits: BotLimits, log: Path, hidden: Sequence[str] = (),
                 after_fault: bool = False) -> None:
        """Start a bot. `after_fault` is True if the bot has failed before; then it gets a low priority."""
        self.program, self.limits, self.log = program, limits, log
        self.scratch = tempfile.mkdtemp(prefix="croupier-bot-")
        self._log = log.open("ab")
        self._unread = b""
        walls = protection_here().namespaces
        config: dict[str, Any] = {**limits.as_dict(), "namespaces": walls, "scratch": self.scratch,
                  "low_priority": after_fault,
                  "cwd": self._folder(walls), "command": list(program.command), "loopback": program.loopback,
                  "environment": self._environment(walls),
                  "readable": list(program.readable), "copied": [], "hidden": list(hidden)}
        if walls and os.getuid() == 0:
            config["copied"] = unreadable(program.readable)
            config["readable"] = [path for path in program.readable if path not in config["copied"]]
        launch = [sys.executable, "-I", "-S", str(LAUNCHER), json.dumps(config)]
        self._popen = subprocess.Popen(launch, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log,
                                       start_new_session=True, cwd="/")
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._in, self._out = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        os.set_blocking(self._in, False)
        self._was_asked = False
        self._exceeded: BotFault | None = None
        """The limit that the bot exceeded between two questions, after which the watchdog has ended it."""
        WATCHDOG.watch(self._popen.pid, self._judge)

    def _folder(self, walls: bool) -> str:
        return os.getcwd() if walls or not self.program.is_python else self.scratch

    def _environment(self, walls: bool) -> dict[str, str]:
        temporary = "/tmp" if walls else self.scratch
        libraries = {"PYTHONPATH": os.pathsep.join(search_path())} if search_path() else {}
        return {**ENVIRONMENT, **libraries, "PATH": os.environ.get("PATH", os.defpath), "HOME": temporary,
                "TMPDIR": temporary}

    @property
    def pid(self) -> int:
        """Return the process id of the launcher. All processes of the bot are its descendants."""
        return self._popen.pid

    @property
    def is_running(self) -> bool:
        """Return True if the process has not ended."""
        return self._popen.poll() is None

    # -- asked ---------------------------------------------------------------------------------------------------------

    def ask(self, message: dict[str, Any], time_ms: float) -> dict[str, Any]:
        """Send a message and return the answer. If no answer comes in time, end the process and raise BotFault."""
        try:
            until = time.monotonic() + time_ms / 1000
            self._refuse_early_answer()
            self.send(message, until)
            answer = self._parsed(self._line(until, time_ms))
            self._check_output()
            return answer
        except BotFault as fault:
            self.close()
            raise fault from None

    def _refuse_early_answer(self) -> None:
        """Raise BotFault if the bot has written something since its last answer. It may greet before the first
        question.
        """
        if self._was_asked and not self._unread and _is_ready(self._out, select.POLLIN, 0):
            self._unread = os.read(self._out, 1 << 16)  # nothing, if the bot has ended
        if self._was_asked and self._unread:
            raise BotFault(faults.GARBAGE, f"it answered {_shown(self._unread)} before it was asked")
        self._was_asked = True

    def send(self, message: dict[str, Any], until: float | None = None) -> None:
        """Send a message. Raise BotFault if the bot has ended, or if it does not read the message in time."""
        left = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        until = time.monotonic() + self.limits.move_time_ms / 1000 if until is None else until
        while left:
            try:
                left = left[os.write(self._in, left):]
            except BlockingIOError:
                if not _is_ready(self._in, select.POLLOUT, max(0.0, until - time.monotonic())):
                    raise BotFault(faults.TIMED_OUT, "it does not read what it is sent") from None
            except OSError:
                self._raise_ended()

    def _line(self, until: float, time_ms: float) -> bytes:
        """Return the next line of the bot's answers."""
        wait = FIRST_LOOK_MS / 1000
        while b"\n" not in self._unread:
            if len(self._unread) > LINE_MAX:
                raise BotFault(faults.GARBAGE, f"it answered {len(self._unread):,} bytes without the end of a line")
            left = until - time.monotonic()
            if left <= 0:
                raise BotFault(faults.TIMED_OUT, f"it did not answer within {time_ms:,.0f} ms")
            if not _is_ready(self._out, select.POLLIN, min(wait, left)):
                self._check_usage()
                wait = LOOK_EVERY_MS / 1000
            elif not (read := os.read(self._out, 1 << 16)):
                self._raise_ended()
            else:
                self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise BotFault(faults.GARBAGE, f"it answered {_shown(line)}, which is not JSON") from None
        if not isinstance(answer, dict):
            raise BotFault(faults.GARBAGE, f"it answered {_shown(line)}, which is not a JSON object")
        return answer

    # -- limits --------------------------------------------------------------------------------------------------------

    def _check_usage(self) -> None:
        """Raise BotFault if the bot's processes together exceed a limit, or if its log is too long."""
        self._refuse_excess(usage_below(self.pid))
        self._check_output()

    def _judge(self, used: Usage) -> None:
        """End the bot if its processes together exceed a limit. Called by the watchdog, in another thread."""
        try:
            self._refuse_excess(used)
        except BotFault as fault:
            self._exceeded = self._exceeded or fault
            if self._popen.poll() is None:
                _kill_tree(self._popen.pid)

    def _refuse_excess(self, used: Usage) -> None:
        limits = self.limits
        # launcher and init are ours; the limit is for the bot's own processes
        if used.tasks > limits.processes:
            raise BotFault(faults.TOO_MANY_PROCESSES, f"it has {limits.processes} processes and threads, as many as "
                           "it may")
        if used.memory > limits.memory_mb << 20:
            raise BotFault(faults.OUT_OF_MEMORY, f"it holds {used.memory >> 20:,} MB of memory, {limits.memory_mb:,} "
                           "are allowed")
        if used.cpu_seconds > limits.cpu_seconds:
            raise BotFault(faults.OUT_OF_CPU_TIME, f"it used {used.cpu_seconds:,.0f} s of processor time, "
                           f"{limits.cpu_seconds:,} are allowed")

    def _check_output(self) -> None:
        if os.fstat(self._log.fileno()).st_size > self.limits.output_kb << 10:
            raise BotFault(faults.TOO_MUCH_OUTPUT, f"it printed more than {self.limits.output_kb:,} kB")

    def _raise_ended(self) -> NoReturn:
        """Raise BotFault with the reason why the process no longer answers. Either the process has ended, or it has
        closed its pipes although it is still running.
        """
        if self._exceeded is not None:
            raise self._exceeded
        try:
            code = self._popen.wait(EXIT_WAIT_S)
        except subprocess.TimeoutExpired:
            raise BotFault(faults.CRASHED, "it closed its pipes") from None
        self._check_output()
        if code == 126:
            raise BotFault(faults.CRASHED, f"it could not be started: {self.last_words()}")
        if code > 128 and code - 128 in set(signal.Signals):
            name = signal.Signals(code - 128).name
            # soft and hard limit are equal (`set_limits`), so the kernel may send SIGKILL instead of SIGXCPU
            if name == "SIGXCPU" or (name == "SIGKILL" and self.limits.cpu_seconds < 60):
                raise BotFault(faults.OUT_OF_CPU_TIME, f"it used {self.limits.cpu_seconds:,} s of processor time")
            raise BotFault(faults.CRASHED, f"its process was ended by {name}")
        words = self.last_words()
        raise BotFault(faults.CRASHED, f"its process ended with exit code {code}"
                       + (f"; the last line of its log: {words}" if words else ""))

    def last_words(self) -> str:
        """Return the last line of the log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return lines[-1][:300] if lines else ""

    # -- ended ---------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End every process of the bot and remove its temporary files. The log stays."""
        WATCHDOG.forget(self._popen.pid)
        if self._popen.poll() is None:
            # init ends with the launcher, and every process of the namespace ends with init
            _kill_tree(self._popen.pid)
        self._popen.wait()
        for stream in (self._popen.stdin, self._popen.stdout, self._log):
            assert stream is not None
            with suppress(BrokenPipeError):  # raised for unsent bytes if the process has ended
                stream.close()
        shutil.rmtree(self.scratch, ignore_errors=True)
        _cut(self.log, self.limits.output_kb << 10)


def _is_ready(file: int, event: int, seconds: float) -> bool:
    """Wait until a file can be read or written, at most this long. Uses poll, because `select` refuses file descriptors
    above 1,023.
    """
    waiting = select.poll()
    waiting.register(file, event)
    return bool(waiting.poll(1000 * seconds))


def _kill_tree(root: int) -> None:
    """Kill a launcher and its descendants. Without namespaces, repeat this until no new descendant appears."""
    while not protection_here().namespaces and (below := pids_below(root)):
        for pid in below:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    os.killpg(root, signal.SIGKILL)


def _cut(log: Path, size: int) -> None:
    """Cut off the end of a log that is too long."""
    if log.stat().st_size > size:
        os.truncate(log, size)


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return repr(text if len(text) <= 60 else text[:57] + "...")
