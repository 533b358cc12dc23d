"""`croupier stress`: put load on an arena and measure how long players wait."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from croupier.cli.app import Failed, Misused, as_json

if TYPE_CHECKING:
    from croupier.devtools.load import LoadReport
    from croupier.devtools.own_server import OwnServer


def stress(url: str | None = None, /, *, tables: int = 10, seats: int = 6, spectators: int = 0, think_ms: float = 50,
           seconds: float = 10, faults: float = 0.0, memory: bool = False,
           seed: int = 1, json: bool = False) -> None:
    """Put load on an arena: fill tables with players who answer after a while, and add spectators.

    Without an address the command opens a server of its own and also reports that server's processor time. The exit
    code is 1 if a connection was dropped, or if a client that made no mistake was refused.

    Parameters
    ----------
    url
        A server with empty tables T-1, T-2, ... Its limits (--per-address) must let everybody in.
    tables
        Number of tables.
    seats
        Players at each table.
    spectators
        Total number of spectators.
    think_ms
        Milliseconds that a player takes for a decision; 0 for as fast as possible.
    seconds
        How long to measure.
    faults
        Probability that a decision goes wrong: the connection breaks, the data are malformed, or no answer comes.
    memory
        If the command opens its own server, keep that server's records in memory. The difference shows what the disk
        costs.
    seed
        The same seed gives the same players.
    json
        Print the report as JSON.
    """
    _check(tables=(tables, tables >= 1, "at least 1"), seats=(seats, 2 <= seats <= 10, "from 2 to 10"),
           spectators=(spectators, spectators >= 0, "at least 0"), think_ms=(think_ms, think_ms >= 0, "at least 0"),
           seconds=(seconds, seconds > 0, "above 0"), faults=(faults, 0 <= faults <= 1, "from 0 to 1"))
    from croupier.arena.server.clock import enough_files
    from croupier.arena.server.run import loop_factory
    from croupier.cli.loop import run
    from croupier.client.connection import socket_url
    from croupier.devtools.load import Load, Plan
    from croupier.devtools.own_server import own_server

    if url is not None:
        url = socket_url(url)
    names = tuple(f"T-{number + 1}" for number in range(tables))
    plan = Plan(names, seats, spectators, think_ms, seconds, faults, seed)
    everybody = tables * seats + spectators
    enough_files(everybody)
    room = str(2 * everybody + 100)
    options = ("--tables", str(tables), "--seats", str(seats), "--min-teams", str(seats), "--house-bots", "0", "--pace",
               "fast", "--connections", room, "--per-address", room, "--spectators", str(max(1, spectators)),
               "--move-time-ms", "5000")
    try:
        with own_server(*options, disk=not memory) if url is None else nullcontext() as own:
            load = Load(plan, own.url, own.cpu_seconds) if own else Load(plan, url or "")
            report = run(load.run, loop_factory())
            used = _used(own, report)
    except (OSError, ValueError) as error:
        raise Failed(f"{url or 'the server'}: {error}") from None
    figures: dict[str, Any] = {**report.as_dict(), **used}
    print(as_json(figures) if json else _words(figures))
    if report.dropped or (report.errors and not faults):
        raise Failed(f"{report.dropped} connections were dropped, {sum(report.errors.values())} answers refused")


def _check(**given: tuple[float, bool, str]) -> None:
    """Raise Misused for the first option that is out of range; the message gives its value and the range."""
    for name, (value, may_be, words) in given.items():
        if not may_be:
            raise Misused(f"--{name.replace('_', '-')} is a number {words}, not {value}")


def _used(own: OwnServer | None, report: LoadReport) -> dict[str, Any]:
    """Return the processor time that the server opened by this command used during the measurement."""
    seconds = report.server_cpu_seconds
    if own is None or seconds is None:
        return {}
    megabytes = own.resident_mb()
    return {"server_cpu_seconds": seconds,
            "server_cpu_us_per_action": round(1e6 * seconds / report.actions) if report.actions else None,
            "server_mb": round(megabytes) if megabytes else None}


def _words(figures: dict[str, Any]) -> str:
    times = figures["answer_ms"]
    late = f", {figures['unanswered']:,} not at all" if figures["unanswered"] else ""
    lines = [f"{figures['connections']:,} connections for {figures['seconds']} s: {figures['actions']:,} actions "
             f"({figures['actions_per_second']:,}/s), {figures['hands']:,} hands, {figures['frames']:,} frames heard",
             "answers heard after " + ", ".join(f"{value} ms ({name})" for name, value in times.items())
             + late, f"dropped: {figures['dropped']}    refused: {figures['errors'] or 'nothing'}"]
    lines += [f"    {count:,} × {why}" for why, count in figures["endings"].items()]
    if figures["reach_ms"] is not None:
        lines.append(f"from the first spectator who hears of something to the last: {figures['reach_ms']} ms (p99), "
                     f"missed: {figures['missed']:,}")
    if figures["faults"]:
        lines.append(f"faults made: {figures['faults']}")
    lines.append(f"load generator: {figures['generator_cpu_seconds']} s of processor time "
                 f"({figures['generator_share']:.0%} of a core"
                 f"{': it was the limit, not the server' if figures['generator_was_limit'] else ''})")
    if "server_mb" in figures:
        lines.append(f"server: {figures['server_cpu_seconds']} s of processor time "
                     f"({figures['server_cpu_us_per_action']} µs an action), {figures['server_mb']} MB")
    return "\n".join(lines)
