"""`croupier check-server`: attack an arena of one's own."""

from __future__ import annotations

from croupier.cli.app import Failed, Misused, as_json


def check_server(url: str = "ws://localhost:8765/ws", /, *, yes_i_own_it: bool = False, json: bool = False) -> None:
    """Try the attacks of docs/operations.md that can be tried from outside, and say which of them got through.

    Only servers on this machine, unless you say that the other one is yours too. Takes about half a minute; wrong codes
    lock this machine out of that server's seats for a minute. Exit code 1 if an attack got through.

    Parameters
    ----------
    url
        The arena: ws://host:port/ws, or the address of its page.
    yes_i_own_it
        It is on another machine, and it is yours.
    json
        Print a line of JSON for each attack.
    """
    import asyncio
    from urllib.parse import urlsplit

    from croupier.arena.client.link import socket_url

    try:
        address = socket_url(url)
    except ValueError as error:
        raise Misused(str(error)) from None
    host = urlsplit(address).hostname or ""
    if not yes_i_own_it and not is_here(host):
        raise Misused(f"{host} is not this machine: attack only what is yours, and then say --yes-i-own-it")
    try:
        wrong = asyncio.run(_tell(address, json))
    except ConnectionError as error:
        raise Failed(f"{address} cannot be reached: {error}") from None
    if wrong:
        raise Failed(f"{wrong} attacks got through")


def is_here(host: str) -> bool:
    """Whether a host is this machine by its name or address."""
    import ipaddress

    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def _tell(address: str, json: bool) -> int:
    from dataclasses import asdict

    from croupier.arena.client.attacking import attack

    wrong = 0
    async for finding in attack(address):
        wrong += bool(finding.problem)
        if json:
            print(as_json(asdict(finding)), flush=True)
            continue
        mark = "THROUGH" if finding.problem else "skipped" if finding.skipped else "held   "
        print(f"{mark} {finding.number:3}  {finding.what}", flush=True)
        if finding.problem or finding.skipped:
            print(f"             {finding.problem or finding.skipped}", flush=True)
    return wrong
