"""The names of refusals (ruling T4) and the numbers of closings, in one place, with what each means."""

from __future__ import annotations

from croupier.errors import Error

ERRORS = {
    "BAD_SCHEMA": "broken JSON, a field missing or of the wrong type, or `v` other than 1",
    "BAD_HELLO": "the first frame was not `hello` (or `spectate`, `operator`), none came in time, or a second one came",
    "TEAM_TAKEN": "the team is seated under another join code",
    "TEAM_UNKNOWN": "the team and code are not on the roster",
    "TABLE_FULL": "no free seat, entry to the match has closed, or too many spectators",
    "TABLE_UNKNOWN": "there is no such table in this server",
    "INVALID_ACTION": "an unknown action word, or an action that the rules refuse now; the clock keeps running",
    "OUT_OF_TURN": "the seat has not been asked yet",
    "ACTION_TOO_LATE": "an action for another hand, or for a prompt that has ended",
    "UNKNOWN_TYPE": "no message of that type is known",
    "RATE_LIMITED": "too many frames (those above the rate are dropped), connections, or wrong codes from one address",
    "NONCE_USED": "the seat has sent its nonce for this match already",
    "INTENT_REFUSED": "this table does not know that intent; in a match nobody sits out",
    "BUY_REFUSED": "the buy-in or top-up is outside the table's limits, or the table takes none",
    "NOT_OPERATOR": "the operator's code is wrong or none is set",
    "BAD_COMMAND": "the operator's command is unknown or cannot be followed now",
}
"""Error codes, each with what it says."""

REPLACED = 4000
LEFT = 4001
REMOVED = 4002
BROKE = 4003
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
    BROKE: "too few chips to go on at a cash table; a new hello buys in again",
    BAD_HELLO: "the first frame could not be understood",
    REFUSED: "the hello was refused",
    SPOKE: "a spectator spoke",
    NO_HELLO: "no hello came in time",
    SLOW: "far too many frames were left unread",
    FLOODED: "far too many frames, bytes, connections or wrong codes",
    GOING_AWAY: "the server is shutting down",
}
"""Close codes, each with what it says."""


class Refused(Error):  # noqa: N818 - what happened
    """A message that is not taken: nothing has changed, the sender is told why."""

    def __init__(self, code: str, msg: str, *, close: int | None = None, clause: str | None = None,
                 is_guess: bool = False) -> None:
        assert code in ERRORS, code
        super().__init__(f"{code}: {msg}")
        self.code = code
        self.msg = msg
        self.close = close
        self.clause = clause
        self.is_guess = is_guess
        """Whether it may have been a guess at a code, of which an address has so many a minute."""
