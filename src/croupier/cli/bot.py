"""`croupier bot BOT`: take a seat at an arena with your bot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli.app import Failed, Misused

if TYPE_CHECKING:
    from croupier.bots import Bot
    from croupier.client.connection import ArenaConnection
    from croupier.games.poker.view import View


LEAVE_S = 10
"""The seconds in which the bot must finish its hand after SIGTERM, because the sender soon kills the process."""


def bot(bot: str, /, *, url: str = "ws://localhost:8765/ws", team: str | None = None, code: str | None = None,
        table: str | None = None, buy_in: int | None = None,
        auto_buy: Annotated[bool, Parameter(negative="--no-auto-buy")] = True, once: bool = False,
        give_up: int = 60, seed: int | None = None, acpc_game: Path | None = None, endpoint: str | None = None,
        decisions: Path | None = None, quiet: bool = False) -> None:
    """Connect a bot to an arena and play until the end. Reconnect whenever the connection breaks.

    Ctrl-C stops the bot. At a cash table the bot leaves with its chips once its hand is over; in a match its seat is
    kept. SIGTERM does the same, but waits at most ten seconds for the hand.

    Parameters
    ----------
    bot
        A file (mybot.py, mybot.py:Careful), a house bot or a player from elsewhere (mit:PORT), as for `croupier match`.
    url
        The arena: ws://host:port/ws, or the address of its page. An ACPC dealer: acpc://host:port.
    team
        Team name. Default: the bot's name.
    code
        Join code. It reclaims the seat from anywhere, so keep it secret. Default: a new one, which is printed.
    table
        Table to join. Default: the first one.
    buy_in
        Chips to buy at a cash table. Default: the table's usual buy-in.
    auto_buy
        Before every hand of a cash table, buy chips back up to the buy-in.
    once
        Stop when the match ends.
    give_up
        Seconds to keep trying while the server is unreachable.
    seed
        Seed of the bot's random numbers.
    acpc_game
        The game definition file of an ACPC dealer.
    endpoint
        The chat-completions address of a language model (llm:MODEL), such as http://localhost:8000/v1. Its key is read
        from the environment variable CROUPIER_LLM_KEY.
    decisions
        File to which a line of JSON is added for each decision of a language model: its tokens, cost and latency.
    quiet
        Print errors only.
    """
    import logging
    import os
    from secrets import token_hex

    from croupier.arena.core.names import team_name
    from croupier.cli.loop import run
    from croupier.client.connection import ArenaConnection, SeatRefused, socket_url
    from croupier.client.player import Player

    if endpoint is not None:
        os.environ["CROUPIER_LLM_ENDPOINT"] = endpoint
    if url.startswith("acpc://"):
        _at_dealer(_seated(bot, seed), url, acpc_game)
        return
    address = socket_url(url, table)
    if team is not None:
        team = team_name(team)
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, format="%(message)s")
    made = _seated(bot, seed)
    if decisions is not None:
        _keep_notes(made, decisions)
    player = Player(made, team or "", code or token_hex(10), buy_in=buy_in, auto_buy=auto_buy)
    if not quiet:
        print(f"{player.team} goes to {address}" + ("" if code else f" with code {player.code}"), flush=True)
    link = ArenaConnection(player, address, once=once, give_up_s=give_up)
    try:
        run(lambda: _played(link))
    except SeatRefused as error:
        raise Failed(f"the arena refused {player.team}: {error}") from None
    except ConnectionError as error:
        raise Failed(str(error)) from None
    finally:
        if not quiet:
            _tell(link)


def _seated(bot: str, seed: int | None) -> Bot:
    """Return the bot with this name, file or address, and seed its random numbers."""
    from secrets import randbits

    from croupier.bots import seat

    made = seat(bot)
    made.reseed(randbits(64) if seed is None else seed)
    return made


def _keep_notes(bot: Bot, file: Path) -> None:
    """Append the bot's notes about a hand to the file when the hand is over."""
    from croupier.cli.app import as_json

    ended = bot.on_hand_end

    def keep(view: View) -> None:
        ended(view)
        with file.open("a", encoding="utf-8") as lines:
            lines.writelines(as_json(note) + "\n"
                             for note in bot.notes())

    bot.on_hand_end = keep  # type: ignore[method-assign]


def _at_dealer(bot: Bot, url: str, definition: Path | None) -> None:
    """Play at an ACPC dealer until the dealer closes the connection."""
    from urllib.parse import urlsplit

    from croupier.adapters.wire.acpc_client import GameDefinition, play_at_dealer
    from croupier.bots import name_of

    if definition is None:
        raise Misused("an ACPC dealer does not state its game: give the definition with --acpc-game FILE.game")
    parts = urlsplit(url)
    if not parts.hostname or not parts.port:
        raise Misused(f"{url} is not the address of a dealer: acpc://127.0.0.1:48777 is one")
    try:
        found = play_at_dealer(bot, GameDefinition.read(definition.read_text()), parts.hostname, parts.port)
    except OSError as error:
        raise Failed(f"{url}: {error}") from None
    print(f"{name_of(bot)}: {found.hands:,} hands, {found.net:+,} chips")


async def _played(link: ArenaConnection) -> None:
    """Play until the end. The first Ctrl-C or SIGTERM makes the bot leave the table; a second one stops it at once."""
    import asyncio
    import contextlib
    import signal

    loop = asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []

    def leave_table() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        tasks.append(loop.create_task(link.leave()))

    with contextlib.suppress(NotImplementedError):
        loop.add_signal_handler(signal.SIGINT, leave_table)
    playing = loop.create_task(link.run())
    try:
        await asyncio.shield(playing)
    except asyncio.CancelledError:  # `loop.run` cancels the task on SIGTERM
        if link.socket is not None and not link.socket.closed:  # without a connection the bot has no seat to leave
            with contextlib.suppress(ConnectionError):
                await link.leave()
            await asyncio.wait([playing], timeout=LEAVE_S)
        raise
    finally:
        playing.cancel()


def _tell(link: ArenaConnection) -> None:
    report = link.player.report
    print(f"{link.player.team}: {report.hands:,} hands, {report.net:+,} chips, {report.won} of {report.matches} "
          f"matches won, {report.decisions:,} decisions, {report.timeouts} timeouts, {len(report.warnings)} warnings; "
          f"{link.latency()}")
    if link.player.is_cash:
        print(f"  brought {report.bought:,} chips to the table, took {report.taken:,} away")
