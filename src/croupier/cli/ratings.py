"""`croupier ratings`: print or export people's ratings of games, and ask a player in a terminal for one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.cli.app import Failed, as_json

if TYPE_CHECKING:
    from croupier.cli.play_genome import GenomeTable
    from croupier.games.genome.values import GameGenome


def ratings(file: str = "ratings.jsonl", /, *, each: bool = False, csv: str | None = None, json: bool = False) -> None:
    """Print people's ratings of games: stars, whether the game was fair, and how long it took.

    Parameters
    ----------
    file
        File of ratings, written by the page of `croupier arena` and by `croupier play`.
    each
        Print every rating instead of one line for each game.
    csv
        Write every rating to this CSV file.
    json
        Print JSON instead of a table.
    """
    from msgspec import to_builtins

    from croupier.lab.ratings import RatingFile

    kept = RatingFile(file)
    rows = to_builtins(kept.read())
    if csv is not None:
        _write_csv(csv, rows)
    if not each:
        opinions = sorted(kept.opinions().values(), key=lambda opinion: (-opinion.stars, opinion.game))
        rows = to_builtins(opinions)
    if json:
        print(as_json(rows))
    elif not rows:
        print(f"no ratings in {file}: play a game with `croupier play`, or on the page of `croupier arena`")
    else:
        print("\n".join(map(_line_of_one if each else _line_of_game, rows)))


def _line_of_game(row: dict[str, Any]) -> str:
    fair = "" if row["fair"] is None else (f", fair {row['fair']:.0%} ({row['fair_low']:.0%} to "
                                           f"{row['fair_high']:.0%})")
    count = "1 rating" if row["ratings"] == 1 else f"{row['ratings']} ratings"
    return f"{row['game']:<24} {row['stars']:.1f} of 5 stars, {count}{fair}, {row['seconds'] / 60:.1f} minutes"


def _line_of_one(row: dict[str, Any]) -> str:
    fair = {True: "fair", False: "not fair", None: "–"}[row["fair"]]
    return (f"{row['game']:<24} {'★' * row['stars']:<5} {fair:<8} seat {row['seat']} of {row['players']}, "
            f"{row['result']:+d}, {row['actions']} actions, {row['seconds']} s {row['hand_id']}".rstrip())


def _write_csv(path: str, rows: list[dict[str, Any]]) -> None:
    from csv import DictWriter

    from croupier.lab.ratings import GameRating

    try:
        with open(path, "w", encoding="utf-8", newline="") as stream:
            writer = DictWriter(stream, GameRating.__struct_fields__)
            writer.writeheader()
            writer.writerows(rows)
    except OSError as error:
        raise Failed(f"{path} cannot be written: {error.strerror}") from None


def ask(table: GenomeTable, file: str) -> None:
    """Ask the person who played for a rating, and add it to the file. An empty answer adds no rating."""
    from croupier.cli.person import YOU

    stars = _answer("How many stars, 1 to 5? (Enter: none) ", {str(number): number for number in range(1, 6)})
    if stars is None:
        return
    fair = _answer("Was it fair? y or n (Enter: no answer) ", {"y": True, "n": False, "yes": True, "no": False})
    rate(file, table.genome, stars=stars, fair=fair, seat=YOU, players=table.state.players, result=table.won,
         seconds=round(time.monotonic() - table.began), actions=table.actions)
    print(f"Thank you. It is kept in {file}; --ratings off does not ask.")


def rate(file: str, genome: GameGenome, **facts: Any) -> None:
    """Add a rating of a game to a file."""
    from croupier.games.genome.files import rules_key
    from croupier.lab.ratings import GameRating, RatingFile

    RatingFile(file).append(GameRating(at_ms=time.time_ns() // 1_000_000, game=genome.name, genome=rules_key(genome),
                                       **facts))


def _answer(question: str, answers: dict[str, Any]) -> Any:
    """Ask until the person types one of the answers, and return its value. Return None if the person types nothing."""
    while True:
        try:
            typed = input(question).strip().lower()
        except EOFError:
            return None
        if not typed or typed in answers:
            return answers.get(typed)


@dataclass(frozen=True)
class ArenaRatings:
    """Adds the ratings of an arena's visitors to a file (`RatingDesk`)."""

    file: str

    def rate(self, genome: Any, **facts: Any) -> None:
        """Add a rating of a game to the file."""
        rate(self.file, genome, **facts)

    def opinion(self, genome: Any) -> dict[str, Any] | None:
        """Return the summary of a game's ratings so far."""
        from msgspec import to_builtins

        from croupier.games.genome.files import rules_key
        from croupier.lab.ratings import RatingFile

        found = RatingFile(self.file).opinions().get(rules_key(genome))
        return None if found is None else to_builtins(found)
