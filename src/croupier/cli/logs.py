"""Write the server's log: one line for each event, as text or JSON. The log holds no secrets, and its lines are
limited.

Lines name tables, matches, hands and connection numbers. Codes, cards and clients' messages are never logged. At most
`KIND_MAX` lines of one kind are written a minute; the first line of the next minute says how many were left out.
"""

from __future__ import annotations

import json
import logging
import time

from aiohttp.http_exceptions import HttpProcessingError

from croupier.arena.core.config import BadArena

KIND_MAX = 20
MINUTE = 60.0
FORMS = ("text", "json")


class KindLimit(logging.Filter):
    """Lets through at most `most` lines a minute of the same kind (format string). Critical lines always pass."""

    def __init__(self, most: int = KIND_MAX) -> None:
        super().__init__()
        self.most = most
        self._kinds: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the line should be written."""
        if record.levelno >= logging.CRITICAL:
            return True
        kind, now = str(record.msg)[:200], record.created
        began, count = self._kinds.get(kind, (now, 0))
        if now - began >= MINUTE:
            left_out = max(0, count - self.most)
            if left_out:
                record.msg = f"{record.msg} ({left_out} more like it within a minute)"
            began, count = now, 0
        if len(self._kinds) > 1000:  # our own format strings are few, but other libraries might make new ones for ever
            self._kinds.clear()
        self._kinds[kind] = (began, count + 1)
        return count < self.most


class NoClientText(logging.Filter):
    """Replaces aiohttp's traceback for a request that cannot be parsed, because it would quote what the client sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the text and traceback of aiohttp's parser error with the fixed line; let every line through."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError):
            record.msg, record.args, record.exc_info = "a request could not be parsed", (), None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class AsText(logging.Formatter):
    """Formats a record as a line of text: the time, the message and, if the record has one, the address."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        line, address = super().format(record), getattr(record, "address", None)
        return f"{line} [{address}]" if address else line


class AsJson(logging.Formatter):
    """Formats a record as a line of JSON: the time, the level, the message and, if the record has one, the address."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line = {"at": at, "level": record.levelname.lower(), "from": record.name, "msg": record.getMessage()}
        if address := getattr(record, "address", None):
            line["address"] = address
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


def start_logging(form: str) -> None:
    """Log to standard error, as text or JSON."""
    if form not in FORMS:
        raise BadArena(f"--log is {' or '.join(FORMS)}, not {form!r}")
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if form == "json" else AsText("%(asctime)s %(message)s", "%H:%M:%S"))
    handler.addFilter(NoClientText())
    handler.addFilter(KindLimit())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
