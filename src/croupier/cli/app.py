"""The commands by name, and how their errors are reported."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from cyclopts import App, CycloptsError, Parameter, convert

from croupier import __version__
from croupier.errors import Error

COMMANDS = {
    "arena": ("croupier.cli.arena:arena", "Open an arena for bots and people over WebSocket, with a page to watch."),
    "bot": ("croupier.cli.bot:bot", "Take a seat at an arena with your bot."),
    "watch": ("croupier.cli.watch:watch", "Watch a table of an arena in the terminal."),
    "relay": ("croupier.cli.relay:relay", "Show a table of an arena to thousands of spectators."),
    "check-bot": ("croupier.cli.check_bot:check_bot", "Try a bot in awkward situations and report its mistakes."),
    "stress": ("croupier.cli.stress:stress", "Put load on an arena and measure how long players wait."),
    "check-server": ("croupier.cli.check_server:check_server", "Attack your own arena and report what got through."),
    "match": ("croupier.cli.match:match", "Play bots against each other, every deal from every seat."),
    "league": ("croupier.cli.league:league", "Let a folder of bots play each other until their ratings are known."),
    "sim": ("croupier.cli.sim:sim", "Play millions of hands with built-in policies."),
    "equity": ("croupier.cli.equity:equity", "Compute how much of the pot hands and ranges win."),
    "rank": ("croupier.cli.rank:rank", "Name and rank a hand."),
    "verify": ("croupier.cli.verify:verify", "Replay recorded hands and check rules, cards, chips and results."),
    "convert": ("croupier.cli.convert:convert", "Turn hand records into another format: phh, phhs, json, PokerStars."),
    "replay": ("croupier.cli.replay:replay", "Step through a recorded hand."),
    "stats": ("croupier.cli.stats:stats", "Count how each player plays: VPIP, PFR, bb/100 and more."),
    "table": ("croupier.cli.table:table", "Watch a session at a table: players join, pause, return and leave."),
    "play": ("croupier.cli.play:app", "Play a game in the terminal: play sting."),
    "study": ("croupier.cli.study:app", "Study a game by playing it many times: study sting."),
    "rules": ("croupier.cli.rules:rules", "Print a clause of the rulebook (B4), or the rules of a game."),
    "evolve": ("croupier.cli.evolve:evolve", "Breed new betting card games and end with a gallery of the best."),
    "score": ("croupier.cli.score:score", "Score a game, measure by measure, with intervals."),
    "gallery": ("croupier.cli.gallery:gallery", "Write the gallery of an evolution run."),
    "new": ("croupier.cli.new:app", "Create a bot to start from: new bot NAME."),
}


class Failed(Error):  # noqa: N818 - what happened
    """A command failed: print one line and exit with code 1."""


class Misused(Error):  # noqa: N818
    """Usage error: print one line and exit with code 2."""


def build() -> App:
    """Return the command line. Commands are loaded when they are called."""
    app = App(name="croupier", version=__version__, help="Betting card games: bots, simulations, equities, rankings.",
              suppress_keyboard_interrupt=False, version_flags=["--version", "-V"], result_action="return_value",
              default_parameter=Parameter(converter=_exact))
    for name, (where, words) in COMMANDS.items():
        app.command(where, name=name, help=words)
    return app


def _exact(kind: Any, tokens: Any) -> Any:
    """Convert arguments as the parser does, but refuse fractions where a whole number is expected: the parser would
    round them, and change the stakes (M1).
    """
    return convert(kind, tokens, converter=_leaf)


def _leaf(kind: type, value: str) -> Any:
    if kind is not int:
        return convert(kind, [value])
    return int(value, 0) if value.lstrip("+-")[:2].lower() in ("0x", "0o", "0b") else int(value)


def run(given: list[str]) -> int:
    """Run a command. Errors that the user can fix are printed in one line, without a traceback."""
    try:
        build()(given, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return _refused(given, _line(error), 2)
    except Misused as error:
        return _refused(given, str(error), 2)
    except Failed as error:
        return _refused(given, str(error), 1)
    except ValueError as error:
        return _refused(given, str(error), _code_of(error))
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    return 0


def _code_of(error: ValueError) -> int:
    """Return 1 for a failure and 2 for a usage error; raise an error that is not ours, because it is a bug."""
    from croupier.bots.base import BadBot, BrokenBot
    from croupier.ranking.errors import TooBig

    if isinstance(error, BrokenBot | TooBig):
        return 1
    if isinstance(error, BadBot) or type(error).__module__.startswith("croupier."):
        return 2
    raise error


def _refused(given: list[str], words: str, code: int) -> int:
    command = f"croupier {given[0]}" if given and given[0] in COMMANDS else "croupier"
    print(f"{command}: {shown_lines(words)}", file=sys.stderr)
    return code


def skipped_files(skipped: Counter[str]) -> str:
    """Return what a summary says about files that were skipped: nothing, or `, 3 files skipped (.md 2, .png 1)`."""
    if not skipped:
        return ""
    kinds = ", ".join(f"{shown(ending) or 'no ending'} {count:,}" for ending, count in skipped.most_common(5))
    total = sum(skipped.values())
    return f", {total:,} {'file' if total == 1 else 'files'} skipped ({kinds})"


def shown(text: str) -> str:
    """Return text that is safe to print on a terminal: unprintable characters (ESC, surrogates) are escaped."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def shown_lines(text: str) -> str:
    """Return several lines, each made safe to print."""
    return "\n".join(map(shown, text.split("\n")))


def _line(error: CycloptsError) -> str:
    """Return the parser's message as one line."""
    return " ".join(str(error).split())


def as_json(value: Any) -> str:
    """Return a value as one line of JSON."""
    import json

    return json.dumps(value)
