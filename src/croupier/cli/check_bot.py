"""`croupier check-bot BOT`: try a bot in awkward situations and report its mistakes."""

from __future__ import annotations

from croupier.cli.app import Failed, Misused, as_json


def check_bot(bot: str, /, *, move_time_ms: int = 15_000, tries: int = 3,
              trusted: bool = False, json: bool = False) -> None:
    """Ask a bot to act in awkward situations, as the arena would ask, and report its mistakes.

    A bot from a file, module, command or address runs in a process of its own, with limits. The exit code is 1 if any
    answer is illegal, late, missing or an exception.

    Parameters
    ----------
    bot
        A file (mybot.py, mybot.py:Careful), a module, a command ("exec:./mybot"), an address or a house bot.
    move_time_ms
        Time for an answer in milliseconds.
    tries
        How often each situation is tried, with different cards.
    trusted
        Run a bot from a file or module in this process, without protection.
    json
        Print a line of JSON for each situation.
    """
    if move_time_ms < 1:
        raise Misused(f"--move-time-ms must be at least 1, not {move_time_ms}")
    if tries < 1:
        raise Misused(f"--tries must be at least 1, not {tries}")
    import logging
    from dataclasses import asdict

    from croupier.bots import seat
    from croupier.bots.isolation import BotLimits, RemoteBot
    from croupier.devtools.bot_check import HANGS_MAX, SITUATIONS, check
    from croupier.games.poker.game import holdem

    logging.getLogger("croupier.client").setLevel(logging.CRITICAL)  # the mistakes are printed below
    wrong, tried = 0, 0
    made = seat(bot, limits=None if trusted else BotLimits(move_time_ms=move_time_ms, strikes=10**6))
    if isinstance(made, RemoteBot):
        made.set_game(holdem(10, 20))  # every situation is dealt at these stakes
    for finding in check(made, move_time_ms, tries):
        tried += 1
        wrong += bool(finding.problem)
        if json:
            print(as_json(asdict(finding)))
        else:
            mark = "WRONG" if finding.problem else "ok   "
            print(f"{mark}  {finding.situation}: {finding.answer} ({finding.millis:.1f} ms)")
            if finding.problem:
                print(f"       {finding.problem}")
    made.close()
    if tried < len(SITUATIONS):
        raise Failed(f"{HANGS_MAX} situations in a row without an answer: the other {len(SITUATIONS) - tried} were "
                     "left out")
    if wrong:
        raise Failed(f"{wrong} of the {tried} situations went wrong")
