"""Carry out the operator's commands (cases 002-33, 002-36, 002-50).

    START_HAND  deal a hand; replies started, queued (paused, or sent during a hand with `queue`), waiting_for_players
                or hand_in_progress
    PAUSE       stop the clock and deal no further hand; the player to act may still answer
    RESUME      continue with the time that was left on the clock
    SKIP        act for the player to act, as if its time had run out; everybody gets a notice
    REMOVE      remove a team: it folds, its chips leave the match, and its code is not accepted again in this match;
                before the first hand its seat is free at once; at a cash table its code is never accepted again
    VOID        give all bets back and deal again under a new hand id; the hand keeps its number
    MIN_TEAMS   wait for only `count` teams before the next match begins
    MESSAGE     show the text `msg` to all players and spectators of the table
    STATUS      return what the table is doing
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from croupier import protocol
from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.match import MatchTable
from croupier.protocol.errors import Refused


def operate(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    """Carry out a command and return the status; raise Refused if that is not possible."""
    command = COMMANDS.get(sent.command)
    if command is None:
        raise Refused("BAD_COMMAND", f"{sent.command[:40]!r} is not a command: {', '.join(COMMANDS)}")
    return command(table, sent, now)


def _start(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    if table.in_hand and not sent.queue:
        return "hand_in_progress"
    if table.in_hand or (table.paused and table.enough()):
        table.wanted = True
        return "queued"
    if not table.may_deal():
        return "waiting_for_players"
    table.wanted, table.next_at = True, None
    table.consider(now)
    return "started"


def _pause(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    if not table.paused:
        table.stop_clock(now)
        _notice(table, "PAUSED", "the operator stopped the clock")
    return "paused"


def _resume(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    if table.paused:
        table.start_clock(now)
        _notice(table, "RESUMED", "the operator started the clock")
        table.consider(now)
    return "running"


def _skip(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    if table.prompt is None:
        raise Refused("BAD_COMMAND", "nobody has been asked: there is nothing to skip")
    seat = table.prompt.seat
    _notice(table, "SKIPPED", f"the operator acts for seat {seat}", seat)
    table.act_for("skipped", now)
    table.consider(now)
    return "skipped"


def _void(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
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


def _message(table: ArenaTable, sent: protocol.OperatorSent, now: int) -> str:
    if not isinstance(sent.msg, str) or not sent.msg.strip() or not sent.msg.isprintable():
        raise Refused("BAD_COMMAND", "MESSAGE needs `msg`: a line of text")
    _notice(table, "MESSAGE", sent.msg.strip())
    return "sent"


def _notice(table: ArenaTable, notice: str, msg: str, seat: int | None = None) -> None:
    table.audience.broadcast(protocol.Notice(notice=notice, msg=msg, seat=UNSET if seat is None else seat))


COMMANDS: dict[str, Callable[[ArenaTable, protocol.OperatorSent, int], str]] = {
    "START_HAND": _start, "PAUSE": _pause, "RESUME": _resume, "SKIP": _skip, "REMOVE": _remove, "VOID": _void,
    "MIN_TEAMS": _lower_min_teams, "MESSAGE": _message, "STATUS": lambda table, sent, now: table.status}
"""The function that carries out each command and returns its status. The module's docstring explains the commands."""
