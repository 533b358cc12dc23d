"""`croupier rules CLAUSE|GAME|FILE`: print a clause of the rulebook, or the rules of a game in Markdown."""

from __future__ import annotations

import textwrap
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.app import Failed, Misused, as_json
from croupier.cli.games import coded
from croupier.games.poker.rules import NAMES

if TYPE_CHECKING:
    from croupier.rulebook import Clause


def rules(name: str | None = None, /, *, players: int | None = None, seed: int = 1, tips: bool = False,
          out: Path | None = None, force: bool = False, json: bool = False) -> None:
    """Print a clause of the rulebook (B4) or the rules of a game (holdem, sting, guts). Without a name, list all
    clauses and games.

    Parameters
    ----------
    name
        The number of a clause, the name or PHH code of a poker game, `sting`, a game of the lab, or a genome's file.
    players
        Number of players in the example hand of a game of the lab. Default: as few as possible.
    seed
        Seed of the example hand. Another seed gives another example.
    tips
        Add advice for a game of the lab, from what players do that search deeply. These players play some hands first,
        which takes a while.
    out
        Write to this file instead of printing. If the name ends in .html, the rules of a game of the lab are written as
        a page to print.
    force
        Overwrite the file if it exists.
    json
        Print JSON.
    """
    if name is None:
        print(as_json(_listed()) if json else _list())
        return
    clause = _clause(name)
    if clause is not None:
        text = as_json(_facts(clause)) + "\n" if json else _shown(clause)
    else:
        text = _game(name, players, seed, tips)
        if out is not None and out.suffix == ".html":
            text = _page(name, text)
        text = as_json({"game": name, "rules": text}) + "\n" if json else text
    _output(text, out, force)


def _clause(name: str) -> Clause | None:
    from croupier.rulebook import CLAUSES

    return CLAUSES.get(name.upper())


def _facts(clause: Clause) -> dict[str, str]:
    return {"clause": clause.number, "title": clause.title, "text": clause.text, "example": clause.example}


def _shown(clause: Clause) -> str:
    """Return a clause with its lines wrapped for a terminal."""
    return "\n\n".join(textwrap.fill(paragraph, 100) for paragraph in str(clause).split("\n\n")) + "\n"


def _page(name: str, text: str) -> str:
    """Return the rules of a game of the lab as HTML."""
    from croupier import lab
    from croupier.cli.genomes import playable
    from croupier.games.genome.rulebook_page import rulebook_page

    if name not in lab.names() and not _is_file(name):
        raise Misused(f"only games of the lab have a page to print, not {name}")
    return rulebook_page(playable(name), text)


def _game(name: str, players: int | None, seed: int, with_tips: bool) -> str:
    """Return the rules of a game in Markdown; raise Misused with a suggestion if there is no such game."""
    from croupier import lab
    from croupier.cli.game_rules import poker_rules, sting_rules
    from croupier.cli.genomes import playable
    from croupier.games.poker.rules import ALL_RULES

    if coded(name) in ALL_RULES:
        return poker_rules(ALL_RULES[coded(name)])
    if name.lower() == "sting":
        return sting_rules()
    if name not in lab.names() and not _is_file(name):
        raise Misused(_unknown(name))
    from croupier.lab.tips import tips

    genome = playable(name)
    return lab.rulebook(genome, players=players, seed=seed, tips=tips(genome, seed=seed) if with_tips else ())


def _is_file(name: str) -> bool:
    return "/" in name or name.endswith(".json") or Path(name[:255]).is_file()


def _unknown(name: str) -> str:
    """Return the error message for a name that is neither a clause nor a game."""
    from croupier import lab
    from croupier.rulebook import CLAUSES

    close = get_close_matches(name.lower(), [*NAMES, "sting", *lab.names(), *map(str.lower, CLAUSES)], 1)
    hint = f"did you mean {close[0].upper() if close[0].upper() in CLAUSES else close[0]}?" if close else \
        "`croupier rules` lists the clauses and the games"
    return f"there is no clause or game {name[:40]!r}: {hint}"


def _listed() -> dict[str, dict[str, str]]:
    """Return the titles of all clauses and the names of all games."""
    from croupier import lab
    from croupier.games.poker.rules import RULES
    from croupier.rulebook import CLAUSES

    return {"clauses": {number: clause.title for number, clause in CLAUSES.items()},
            "poker": {name: RULES[code].name for name, code in NAMES.items()},
            "other": {"sting": "three rounds with initiative, for one player",
                      **{name: lab.load(name).description for name in lab.names()}}}


def _list() -> str:
    headings = {"clauses": "Clauses: croupier rules B4", "poker": "Poker: croupier rules omaha8",
                "other": "Other games: croupier rules guts, or a genome's file"}
    blocks = [[headings[kind], *(f"  {name:<18} {words}" for name, words in entries.items())]
              for kind, entries in reversed(_listed().items())]
    return "\n\n".join("\n".join(block) for block in blocks)


def _output(text: str, out: Path | None, force: bool) -> None:
    """Print the text, or write it to the file."""
    from croupier.games.genome.files import put_in_place

    if out is None:
        print(text, end="")
        return
    try:
        put_in_place(out, text.encode(), force=force)
    except FileExistsError:
        raise Failed(f"{out} exists, so nothing was written; --force overwrites it") from None
    except OSError as error:
        raise Failed(f"{out}: {error.strerror}") from None
