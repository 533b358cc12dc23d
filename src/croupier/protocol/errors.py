"""Error codes (T4) and WebSocket close codes, each with its meaning."""

from __future__ import annotations

from croupier.errors import Error

ERRORS = {
    "BAD_SCHEMA": "broken JSON, a field missing or of the wrong type, or `v` other than 1",
    "BAD_HELLO": "the first frame was not `hello` (or `spectate`, `operator`), none came in time, or a second one came",
    "TEAM_TAKEN": "the team is seated under another join code",
    "TEAM_UNKNOWN": "the team and code are not on the roster",
    "TABLE_FULL": "no free seat, entry to the match has closed, or too many spectators",
    "TABLE_UNKNOWN": "this server has no table of that name",
    "INVALID_ACTION": "an unknown action word, or an action that the rules refuse now; the clock keeps running",
    "OUT_OF_TURN": "the seat has not been prompted yet",
    "ACTION_TOO_LATE": "an action for another hand, or for a prompt that has ended",
    "UNKNOWN_TYPE": "there is no frame of that type",
    "RATE_LIMITED": "too many frames (those above the rate are dropped), connections, or wrong codes from one address",
    "NONCE_USED": "the seat has already sent its nonce for this match",
    "INTENT_REFUSED": "this table does not accept that intent; nobody sits out in a match",
    "BUY_REFUSED": "the buy-in or top-up is outside the table's limits, or the table does not accept chips",
    "NOT_OPERATOR": "the operator's code is wrong, or the server has none",
    "BAD_COMMAND": "the operator's command is unknown or not possible now",
}
"""Error codes and their meanings."""

REPLACED = 4000
LEFT = 4001
REMOVED = 4002
BROKE = 4003
FINISHED = 4004
BAD_HELLO = 4400
REFUSED = 4401
SPOKE = 4403
NO_HELLO = 4408
SLOW = 4410
FLOODED = 4429
GOING_AWAY = 1001

CLOSINGS = {
    REPLACED: "another connection took the seat with the same team and code",
    LEFT: "the team left",
    REMOVED: "the operator removed the team",
    BROKE: "too few chips to continue at a cash table; a new hello buys in again",
    FINISHED: "all matches have been played and the server is closing",
    BAD_HELLO: "the first frame could not be understood",
    REFUSED: "the hello was refused",
    SPOKE: "a spectator sent a frame",
    NO_HELLO: "no hello came in time",
    SLOW: "the client left far too many frames unread",
    FLOODED: "far too many frames, bytes, connections or wrong codes",
    GOING_AWAY: "the server is shutting down",
}
"""Close codes and their meanings."""


class Refused(Error):  # noqa: N818 - what happened
    """A frame was refused. Nothing has changed; the sender gets the reason."""

    def __init__(self, code: str, msg: str, *, close: int | None = None, clause: str | None = None,
                 is_guess: bool = False) -> None:
        assert code in ERRORS, code
        super().__init__(f"{code}: {msg}")
        self.code = code
        self.msg = msg
        self.close = close
        self.clause = clause
        self.is_guess = is_guess
        """True if the frame may have been a guess at a code; guesses are limited per address and minute."""
