"""The operator's commands (cases 002-33, 002-36, 002-50).

    START_HAND  deal; replies started, queued (paused, or `queue` during a hand), waiting_for_players, hand_in_progress
    PAUSE       stop the clock and deal no further hand; the seat to act may still answer
    RESUME      go on, with what was left on the clock
    SKIP        act for the seat to act, as if its time were up; everybody gets a notice
    REMOVE      take a team out: it folds, its chips leave the match, its code is not accepted in it any more; before
                the first hand its seat is free at once; at a cash table its code is never accepted again
    VOID        give everything back and deal again under a new hand id; the hand keeps its number
    MIN_TEAMS   wait for only `count` teams before the next match begins
    MESSAGE     show everybody at the table, players and spectators, the text `msg`
    STATUS      what the table is doing
"""

from __future__ import annotations

from msgspec import UNSET

from croupier import protocol
from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.match import MatchTable
from croupier.protocol.errors import Refused

COMMANDS = ("START_HAND", "PAUSE", "RESUME", "SKIP", "REMOVE", "VOID", "MIN_TEAMS", "MESSAGE", "STATUS")


def operate(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    """Carry out a command and return the status; raise Refused if that is not possible."""
    if sent.command not in COMMANDS:
        raise Refused("BAD_COMMAND", f"{sent.command[:40]!r} is not a command: {', '.join(COMMANDS)}")
    if sent.command == "START_HAND":
        return _start(table, sent.queue, now)
    if sent.command in ("PAUSE", "RESUME"):
        return _pause(table, sent.command == "PAUSE", now)
    if sent.command == "STATUS":
        return table.status
    if sent.command == "MIN_TEAMS":
        return _lower_min_teams(table, sent, now)
    if sent.command == "REMOVE":
        return _remove(table, sent, now)
    if sent.command == "MESSAGE":
        return _message(table, sent)
    return _skip(table, now) if sent.command == "SKIP" else _void(table, now)


def _start(table: ArenaTable, queue: bool, now: int) -> str:
    if table.in_hand and not queue:
        return "hand_in_progress"
    if table.in_hand or (table.paused and table.enough()):
        table.wanted = True
        return "queued"
    if not table.may_deal():
        return "waiting_for_players"
    table.wanted, table.next_at = True, None
    table.consider(now)
    return "started"


def _pause(table: ArenaTable, pause: bool, now: int) -> str:
    if pause == table.paused:
        return "paused" if pause else "running"
    if pause:
        table.stop_clock(now)
    else:
        table.start_clock(now)
    word = "stopped" if pause else "started"
    _notice(table, "PAUSED" if pause else "RESUMED", f"the operator {word} the clock")
    if not pause:
        table.consider(now)
    return "paused" if pause else "running"


def _skip(table: ArenaTable, now: int) -> str:
    if table.prompt is None:
        raise Refused("BAD_COMMAND", "nobody has been asked: there is nothing to skip")
    seat = table.prompt.seat
    _notice(table, "SKIPPED", f"the operator acts for seat {seat}", seat)
    table.act_for("skipped", now)
    table.consider(now)
    return "skipped"


def _void(table: ArenaTable, now: int) -> str:
    if not table.in_hand:
        raise Refused("BAD_COMMAND", "no hand is in play: there is nothing to void")
    _notice(table, "VOID", "the operator declared the hand void: everything goes back")
    table.void_hand(now)
    table.consider(now)
    return "void"


def _remove(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    seat = table.seats.team(sent.team) if isinstance(sent.team, str) else None
    if seat is None or seat.removed:
        raise Refused("BAD_COMMAND", "REMOVE needs the name of a seated team")
    _notice(table, "REMOVED", f"the operator removed {seat.team}", seat.seat)
    table.remove(seat, now)
    table.consider(now)
    return "removed"


def _lower_min_teams(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    least, most, count = table.config.hosted.least, table.config.seats, sent.count
    if not isinstance(table, MatchTable) or type(count) is not int or not least <= count <= most:
        raise Refused("BAD_COMMAND", f"MIN_TEAMS needs `count`, {least} to {most}, at a table of matches")
    table.min_teams = count
    table.consider(now)
    return "waiting_for_players" if not table.in_hand and not table.enough() else table.status


def _message(table: ArenaTable, sent: protocol.OperatorSent) -> str:
    if not isinstance(sent.msg, str) or not sent.msg.strip() or not sent.msg.isprintable():
        raise Refused("BAD_COMMAND", "MESSAGE needs `msg`: a line of text")
    _notice(table, "MESSAGE", sent.msg.strip())
    return "sent"


def _notice(table: ArenaTable, notice: str, msg: str, seat: int | None = None) -> None:
    table.audience.broadcast(protocol.Notice(notice=notice, msg=msg, seat=UNSET if seat is None else seat))
