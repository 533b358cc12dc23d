"""`croupier bot BOT`: take a seat at an arena with a bot of yours."""

from __future__ import annotations

from croupier.cli.app import Failed, Misused


def bot(bot: str, /, *, url: str = "ws://localhost:8765/ws", team: str | None = None, code: str | None = None,
        table: str | None = None, once: bool = False, give_up: int = 60, seed: int | None = None,
        quiet: bool = False) -> None:
    """Connect a bot to an arena and play until it is over, coming back after every broken connection.

    Parameters
    ----------
    bot
        A file (mybot.py, mybot.py:Careful) or a house bot: the same class as for `croupier match`.
    url
        The arena: ws://host:port/ws, or the address of its page.
    team
        The team's name, the bot's own unless given.
    code
        The team's join code: whoever has it has the seat. A new one is made up and told unless given.
    table
        Which table, the first one unless given.
    once
        Stop when the match ends.
    give_up
        How many seconds the server may be away before this ends.
    seed
        Seeds the bot's own chance.
    quiet
        Say nothing but what goes wrong.
    """
    import asyncio
    import logging
    from secrets import token_hex

    from croupier.arena.client.link import Link, Refused, socket_url
    from croupier.arena.client.player import Player, seeded
    from croupier.bots import seat

    try:
        address = socket_url(url, table)
    except ValueError as error:
        raise Misused(str(error)) from None
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, format="%(message)s")
    player = Player(seeded(seat(bot), seed), team or "", code or token_hex(10))
    if not quiet:
        print(f"{player.team} goes to {address}" + ("" if code else f" with code {player.code}"), flush=True)
    link = Link(player, address, once=once, give_up_s=give_up)
    try:
        asyncio.run(link.run())
    except Refused as error:
        raise Failed(f"the arena refused {player.team}: {error}") from None
    except ConnectionError as error:
        raise Failed(str(error)) from None
    finally:
        if not quiet:
            _tell(link)


def _tell(link: object) -> None:
    from croupier.arena.client.link import Link

    assert isinstance(link, Link)
    report = link.player.report
    print(f"{link.player.team}: {report.hands:,} hands, {report.net:+,} chips, {report.won} of {report.matches} "
          f"matches won, {report.decisions:,} decisions, {report.timeouts} timeouts, {len(report.warnings)} warnings; "
          f"{link.latency()}")
