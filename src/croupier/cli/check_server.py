"""`croupier check-server`: attack your own arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.app import Failed, Misused, as_json

if TYPE_CHECKING:
    from croupier.devtools.attacks import Finding


def check_server(url: str = "ws://localhost:8765/ws", /, *, only: str | None = None, operator: str | None = None,
                 yes_i_own_it: bool = False, json: bool = False) -> None:
    """Try the 39 attacks of docs/operations.md that work from outside, and report which of them succeeded.

    Only servers on this machine are attacked, unless you confirm that a server elsewhere is yours. The command needs
    two empty tables of hold'em, such as those of `croupier arena --tables 2 --house-bots 0`. The command plays at the
    last two empty tables and leaves them empty again. Do not use it on a server whose tables wait for a tournament. The
    command takes less than a minute. The attacks include wrong codes, so the server lets nobody from this machine take
    a seat for another minute. The exit code is 1 if an attack succeeded, or if there were too few tables for an attack
    that needs seats.

    Parameters
    ----------
    url
        The arena: ws://host:port/ws, or the address of its page.
    only
        Numbers of attacks, such as 14,16 or 19-24. Default: all.
    operator
        The server's operator code, to check what operators receive.
    yes_i_own_it
        Confirm that a server on another machine is yours.
    json
        Print a line of JSON for each attack.
    """
    from urllib.parse import urlsplit

    from croupier.arena.server.clock import enough_files
    from croupier.cli.loop import run
    from croupier.cli.progress import Bar
    from croupier.client.connection import socket_url
    from croupier.devtools.attacks import attack

    address = socket_url(url)
    host = urlsplit(address).hostname or ""
    if not yes_i_own_it and not is_here(host):
        raise Misused(f"{host} is not this machine: if it is yours, add --yes-i-own-it")
    numbers = numbers_of(only)
    enough_files(2000)
    try:
        with Bar("attacking") as bar:
            findings = run(lambda: attack(address, numbers, operator=operator, progress=bar))
    except ConnectionError as error:
        raise Failed(f"{address} cannot be attacked: {error}") from None
    _tell(findings, json)


def is_here(host: str) -> bool:
    """Return True if a host name or address is this machine."""
    import ipaddress

    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def numbers_of(text: str | None) -> set[int] | None:
    """Return the numbers of attacks in a text such as "14,16" or "19-24". Without a text return None, which means all
    attacks.
    """
    import re

    from croupier.devtools.attacks import ATTACKS

    if text is None:
        return None
    found: set[int] = set()
    for part in text.split(","):
        if not re.fullmatch(r"\s*\d{1,3}(-\d{1,3})?\s*", part, re.ASCII):
            raise Misused(f"--only takes numbers of attacks, as 14,16 or 19-24, not {text!r}")
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    known = {attack.number for attack in ATTACKS}
    if not found or not found <= known:
        raise Misused(f"--only: attacks have the numbers 1 to {max(known)}, not {text!r}")
    return found


def _tell(findings: list[Finding], json: bool) -> None:
    from collections import Counter
    from dataclasses import asdict

    from croupier.devtools.attacks import FAILED, NO_TABLE, SKIPPED
    from croupier.devtools.probes.target import START

    for finding in findings:
        print(as_json(asdict(finding)) if json else _words(finding))
    counts = Counter(finding.status for finding in findings if finding.number)
    if not json:
        print(f"\n{counts['ok']} held, {counts['failed']} got through, {counts['skipped']} skipped, "
              f"{counts['not from outside']} cannot be tried from outside")
        if any(NO_TABLE in finding.detail for finding in findings):
            print(f"Seats: {NO_TABLE}")
    failed = [finding.number for finding in findings if finding.status == FAILED]
    untried = [finding.number for finding in findings
               if finding.number and finding.status == SKIPPED and START in finding.detail]
    problems = (f"attacks {_list(failed)} got through" if any(failed) else "",
                "another match was disturbed" if 0 in failed else "",
                f"attacks {_list(untried)} need seats and were not tried: {START} has them" if untried else "")
    if any(problems):
        raise Failed("; ".join(filter(None, problems)))


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, filter(None, numbers)))


def _words(finding: Finding) -> str:
    from croupier.devtools.attacks import NO_TABLE

    mark = {"ok": "held", "failed": "THROUGH", "not from outside": "inside"}.get(finding.status, finding.status)
    first = f"{mark:8}{finding.number or '':>3}  {finding.what}"
    detail = finding.detail.replace(NO_TABLE, "it needs seats")
    if finding.status == "not from outside":
        detail += f"; {finding.test}"
    return f"{first}\n{'':13}{detail}" if detail else first
