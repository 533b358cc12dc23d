"""List the commands by name, and report their errors."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from cyclopts import App, CycloptsError, Group, Parameter, convert

from croupier import __version__
from croupier.errors import Error, short, shown

WORKERS_MAX = 1000
"""The largest number of processes that a command starts."""

SUMMARY = "Run betting card games: play them, write bots, hold contests, check hand records, breed new games."

GROUPS = {
    "Play": {
        "play": ("play:app", "Play a game in the terminal: play sting."),
        "rules": ("rules:rules", "Print a clause of the rulebook (B4), or the rules of a game."),
        "watch": ("watch:watch", "Watch a table of an arena in the terminal."),
    },
    "Bots": {
        "new": ("new:app", "Create a bot to start from: new bot NAME."),
        "check-bot": ("check_bot:check_bot", "Try a bot in awkward situations and report its mistakes."),
        "bot": ("bot:bot", "Take a seat at an arena with your bot."),
        "mcp": ("mcp:mcp", "Let agents play at an arena through the Model Context Protocol."),
    },
    "Contests": {
        "match": ("match:match", "Play bots against each other, every deal from every seat."),
        "league": ("league:league", "Let a folder of bots play each other until their ratings are known."),
        "tournament": ("tournament:tournament", "Find a winner among many bots: round robin, Swiss, brackets."),
        "sim": ("sim:sim", "Play millions of hands with built-in policies."),
    },
    "Arena and tables": {
        "arena": ("arena:arena", "Open an arena for bots and people over WebSocket, with a page to watch."),
        "operator": ("operator:operator", "Run the tables of an arena: pause, resume, start, skip, void, remove."),
        "relay": ("relay:relay", "Show a table of an arena to thousands of spectators."),
        "stress": ("stress:stress", "Put load on an arena and measure how long players wait."),
        "check-server": ("check_server:check_server", "Attack your own arena and report what got through."),
        "table": ("table:table", "Watch a session at a table: players join, pause, return and leave."),
    },
    "Hand records": {
        "verify": ("verify:verify", "Replay recorded hands and check rules, cards, chips and results."),
        "convert": ("convert:convert", "Turn hand records into another format: phh, phhs, json, PokerStars."),
        "replay": ("replay:replay", "Step through a recorded hand."),
        "stats": ("stats:stats", "Count how each player plays: VPIP, PFR, bb/100 and more."),
    },
    "Lab": {
        "evolve": ("evolve:evolve", "Breed new betting card games and end with a gallery of the best."),
        "score": ("score:score", "Score a game, measure by measure, with intervals."),
        "ratings": ("ratings:ratings", "Print or export what people thought of games they played."),
        "gallery": ("gallery:gallery", "Write the gallery of an evolution run."),
        "calibrate": ("calibrate:calibrate", "Show what people say about games and fit the weights of a style to it."),
        "study": ("study:app", "Study a game by playing it many times: study sting."),
    },
    "Tools": {
        "equity": ("equity:equity", "Compute how much of the pot hands and ranges win."),
        "rank": ("rank:rank", "Name and rank a hand."),
        "referee": ("referee:referee", "Show where poker engines disagree about betting, and which rule decides."),
        "completion": ("completion:completion", "Print a completion script for your shell: bash, zsh or fish."),
    },
}
"""The commands in the order of `croupier --help`. Each has a module, a function and one line of help."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}


class Failed(Error):  # noqa: N818 - what happened
    """Raised when a command fails. The message is printed in one line, and the exit code is 1."""


class Misused(Error):  # noqa: N818
    """Raised for a usage error. The message is printed in one line, and the exit code is 2."""


def build() -> App:
    """Build the parser of the command line. The module of a command is imported when the command is called."""
    app = App(name="croupier", version=__version__, help=SUMMARY, version_flags=["--version", "-V"],
              suppress_keyboard_interrupt=False, result_action="return_value",
              default_parameter=Parameter(converter=_exact, negative=()))
    for order, (title, commands) in enumerate(GROUPS.items()):
        group = Group(title, sort_key=order)
        for name, (where, words) in commands.items():
            app.command(f"croupier.cli.{where}", name=name, help=words, group=group)
    app["--help"].group = app["--version"].group = Group("Options", sort_key=len(GROUPS))
    return app


def _exact(kind: Any, tokens: Any) -> Any:
    """Convert arguments like the parser, but refuse a fraction where a whole number is expected.

    The parser would round it, and so change the stakes (M1).
    """
    return convert(kind, tokens, converter=_leaf)


def _leaf(kind: type, value: str) -> Any:
    if kind is Path and not value:  # `Path("")` is the current folder: an unset variable of a script would name it
        raise ValueError("a path is not empty")
    if kind is not int:
        return convert(kind, [value])
    return int(value, 0) if value.lstrip("+-")[:2].lower() in ("0x", "0o", "0b") else int(value)


def run(given: list[str]) -> int:
    """Run a command. If the user can fix an error, print it in one line, without a traceback."""
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
        if isinstance(error.__context__, BrokenPipeError):  # rich's answer to `croupier --help | head`
            return 0
        return error.code if isinstance(error.code, int) else 1
    return 0


def _code_of(error: ValueError) -> int:
    """Return the exit code for an error: 1 for a failure, 2 for a usage error.

    Raise any other error again, because it is a bug.
    """
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


def checked_workers(workers: int | None) -> int | None:
    """Return a number of processes. Raise Misused if it is not one that can be started; 0 is one for each processor."""
    if workers is not None and not 0 <= workers <= WORKERS_MAX:
        raise Misused(f"--workers must be a whole number from 0 to {WORKERS_MAX:,}, not {short(workers)}")
    return workers


def skipped_files(skipped: Counter[str]) -> str:
    """Return the end of a summary, such as `, 3 files skipped (.md 2, .png 1)`, or an empty text if none was skipped.
    """
    if not skipped:
        return ""
    kinds = ", ".join(f"{shown(ending) or 'no ending'} {count:,}" for ending, count in skipped.most_common(5))
    total = sum(skipped.values())
    return f", {total:,} {'file' if total == 1 else 'files'} skipped ({kinds})"


def shown_lines(text: str) -> str:
    """Escape unprintable characters in a text of several lines."""
    return "\n".join(map(shown, text.split("\n")))


def _line(error: CycloptsError) -> str:
    """Return the parser's message as one line."""
    return " ".join(str(error).split())


def as_json(value: Any) -> str:
    """Return a value as one line of JSON."""
    import json

    return json.dumps(value)
