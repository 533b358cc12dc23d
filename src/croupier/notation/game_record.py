"""Records of games other than poker. A record says how a game was started and which actions were taken, so that it can
be replayed.

    record = result.games[0]
    save_games(result.games, "evening.jsonl")
    for record in load_games("evening.jsonl"):
        record.replay(game)                     # check that every action is legal and the payoffs are equal

A file has one JSON object on each line. The record names its game; the caller who replays it provides the `Game`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from croupier.betting.rulebook import IllegalAction
from croupier.games.api import Action, BadAction, Game, State
from croupier.notation.record import BadRecord

VERSION = 1


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: its name, how it was started, its players, its actions and its payoffs."""

    game: str
    names: tuple[str, ...]
    seed: int
    actions: tuple[Action, ...]
    payoffs: tuple[int, ...]
    hands: int | None = None
    """The limit on the number of hands that the game was started with."""

    def replay(self, game: Game) -> State:
        """Replay the record and return the final state.

        Raise BadRecord if the record belongs to another game, if an action is refused, or if the payoffs differ.
        """
        if game.name != self.game:
            raise BadRecord(f"this is a record of {self.game}, not of {game.name}")
        state = game.start(len(self.names), self.seed, hands=self.hands)
        for number, action in enumerate(self.actions, 1):
            try:
                state.apply(action)
            except IllegalAction as error:
                raise BadRecord(f"action {number}, {action}: {error.reason}", 0, error.clause) from error
        if not state.is_over or tuple(state.payoffs) != self.payoffs:
            raise BadRecord(f"the game comes to {list(state.payoffs)}, the record says {list(self.payoffs)}")
        return state

    def as_dict(self) -> dict[str, Any]:
        """Return the record as values for JSON. The seed is text, because JavaScript cannot hold 64 bits."""
        return {"v": VERSION, "game": self.game, "names": list(self.names), "seed": str(self.seed),
                "hands": self.hands, "actions": [_written(action) for action in self.actions],
                "payoffs": list(self.payoffs)}


def save_games(records: Iterable[GameRecord], path: str | PathLike[str]) -> int:
    """Write records to a file, one record on each line. Return their number."""
    target = Path(path)
    partial = target.with_name(target.name + ".partial")
    count = 0
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as stream:
            for record in records:
                count += 1
                stream.write(json.dumps(record.as_dict(), separators=(",", ":")) + "\n")
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return count


def load_games(path: str | PathLike[str]) -> Iterator[GameRecord]:
    """Read the records of a file, lazily. If a record is malformed, raise BadRecord with its line."""
    with Path(path).open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            yield _read(line, number)


def _read(line: str, number: int) -> GameRecord:
    try:
        fields = json.loads(line)
        # checked first, because fields may have other meanings in a later version
        if fields["v"] != VERSION:
            raise BadRecord(f"version {fields['v']!r} of a game's record is not known", number)
        return GameRecord(str(fields["game"]), tuple(map(str, fields["names"])), int(fields["seed"]),
                          tuple(_action(action) for action in fields["actions"]),
                          tuple(map(_whole, fields["payoffs"])),
                          None if fields["hands"] is None else _whole(fields["hands"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"not a record of a game: {error}", number) from error


def _written(action: Action) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": action.kind}
    if action.amount is not None:
        fields["amount"] = action.amount
    if action.cards:
        fields["cards"] = str(action.cards)
    return fields


def _action(fields: dict[str, Any]) -> Action:
    amount = fields.get("amount")
    try:
        return Action(fields["kind"], None if amount is None else _whole(amount), fields.get("cards", ()))
    except BadAction as error:
        raise ValueError(str(error)) from error


def _whole(number: object) -> int:
    """Return a whole number. Raise ValueError for anything else: floats, bools, text (M1)."""
    if type(number) is not int:
        raise ValueError(f"{number!r:.40} is not a whole number")
    return number
