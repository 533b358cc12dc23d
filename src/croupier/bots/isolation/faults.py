"""Name the ways in which an isolated bot can fail.

    CRASHED          its process ended: an exit, a signal, a closed pipe
    TIMED_OUT        no answer within the time of a move, or none left of the match's time
    GARBAGE          an answer that is not one line of JSON with an action, or probabilities that do not sum to 1
    TOO_MANY_PROCESSES, OUT_OF_MEMORY, OUT_OF_CPU_TIME, TOO_MUCH_OUTPUT      it reached a limit
    RAISED           its code raised an exception, whose traceback is in its log
    UNPLAYABLE       the protocol that it speaks cannot describe the hand
    FORFEITED        it has no strikes left, so it folds every further hand

Every fault except RAISED, UNPLAYABLE and FORFEITED counts as a strike and ends the process. A new process is started
for the next decision.
"""

from __future__ import annotations

from croupier.errors import Error, shown

CRASHED, TIMED_OUT, GARBAGE, RAISED, FORFEITED = "CRASHED", "TIMED_OUT", "GARBAGE", "RAISED", "FORFEITED"
TOO_MANY_PROCESSES, OUT_OF_MEMORY = "TOO_MANY_PROCESSES", "OUT_OF_MEMORY"
OUT_OF_CPU_TIME, TOO_MUCH_OUTPUT = "OUT_OF_CPU_TIME", "TOO_MUCH_OUTPUT"
UNPLAYABLE = "UNPLAYABLE"

STRIKES = frozenset((CRASHED, TIMED_OUT, GARBAGE, TOO_MANY_PROCESSES, OUT_OF_MEMORY, OUT_OF_CPU_TIME, TOO_MUCH_OUTPUT))
"""The faults that count against a bot."""


class BotFault(Error, RuntimeError):  # noqa: N818 - what happened
    """Raised when an isolated bot fails. `kind` is one of the names above; `traceback` is that of the bot's own code,
    if any.
    """

    def __init__(self, kind: str, reason: str, traceback: str = "") -> None:
        # a bot's words are printed on terminals, which obey codes in them
        self.kind, self.reason = kind, shown(reason)
        self.traceback = "\n".join(map(shown, traceback.split("\n")))
        super().__init__(self.reason)
