"""Read deck files: TOML that a designer edits. An error names the line.

    [rules]                      hand, rounds, max_raises, respond, order, fine, fold_fee
    [run]                        hands, cash, heat
    [house.narc]                 raises, folds, nervous_above, nervous_raises, nervous_folds (percent, one a round)
    [[player]]                   a card: name, kind, count, and the fields of its kind; likewise [[narc]], [[customer]]

`load("seed")` and `load("tuned")` are the decks that come with croupier; anything else is the path of a file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from importlib.resources import files
from os import PathLike, fspath
from os.path import isfile
from pathlib import Path
from typing import Any

from croupier.errors import short
from croupier.games.sting.cards import FIELDS, MULTIPLIER_MAX, REQUIRED, ROLES, BadDeck, Card
from croupier.games.sting.rules import DECK_MAX, ROUNDS_MAX, Mix, Rules, house_mix

NAMES = ("seed", "tuned")
"""The decks that come with croupier."""
FILE_MAX = 1 << 20

# tomllib does not return line numbers, so this module searches the text for tables and keys
_TABLE = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.\s\"']+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*[\"']?([A-Za-z0-9_-]+)[\"']?\s*=")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_SECTIONS = {"rules": ("hand", "rounds", "max_raises", "respond", "order", "fine", "fold_fee"),
             "run": ("hands", "cash", "heat")}
_MIX_LISTS = ("raises", "folds", "nervous_raises", "nervous_folds")


def load(what: str | PathLike[str] = "seed") -> Rules:
    """Return a deck by its name or from a file. Raise BadDeck with the file, the line and the reason."""
    name = fspath(what)
    if name in NAMES:
        text = files("croupier.games.sting.decks").joinpath(f"{name}.toml").read_text(encoding="utf-8")
        return loads(text, f"{name}.toml")
    if not isfile(name):
        raise BadDeck(f"there is no deck {short(name)}: there are {', '.join(NAMES)}, or name a .toml file")
    try:
        with Path(name).open("rb") as file:
            # reads one byte more than allowed, to recognise a file that is too large, or a device without an end
            data = file.read(FILE_MAX + 1)
    except OSError as error:
        raise BadDeck(f"{error.strerror}", None, name) from None
    if len(data) > FILE_MAX:
        raise BadDeck(f"{name} is too big for a deck: at most {FILE_MAX:,} bytes")
    try:
        return loads(data.decode("utf-8"), name)
    except UnicodeDecodeError:
        raise BadDeck("not UTF-8 text", None, name) from None


def loads(text: str, where: str = "") -> Rules:
    """Return a deck from the text of a file."""
    lines = LineIndex(text)
    try:
        # Decimal: a multiplier of 1.15 must be 115 percent, not 114.99999999999999
        fields = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError, ArithmeticError) as error:
        reason = str(error) or type(error).__name__
        at = _AT_LINE.search(reason)
        raise BadDeck(f"not TOML: {_AT_LINE.sub('', reason).strip()}", int(at[1]) if at else None, where) from None
    return DeckReader(fields, lines, where).rules()


class LineIndex:
    """The line numbers of a file's tables and keys."""

    def __init__(self, text: str) -> None:
        self.at: dict[tuple[str, int, str], int] = {}
        counts: dict[str, int] = {}
        table, number = "", 0
        for line, words in enumerate(text.splitlines(), 1):
            if head := _TABLE.match(words):
                table = re.sub(r"[\s\"']", "", head[1])
                number = counts[table] = counts.get(table, -1) + 1
                self.at[table, number, ""] = line
            elif key := _KEY.match(words):
                # keeps the first line of a key; tomllib reports an error if a key occurs twice
                self.at.setdefault((table, number, key[1]), line)

    def of(self, table: str, number: int = 0, key: str = "") -> int | None:
        """Return the line of a key. If the key is not found, return the line of its table, or of the key that contains
        the table.
        """
        for spot in ((table, number, key), (f"{table}.{key}", 0, ""), (table, number, ""),
                     ("", 0, table.split(".")[0])):
            if spot in self.at:
                return self.at[spot]
        return None

    def top(self, key: str) -> int | None:
        """Return the line of a top-level key or table."""
        # the name may be a table or a plain key
        return next((line for (table, _, name), line in self.at.items() if key == (table.split(".")[0] or name)), None)


class DeckReader:
    """A reader that checks the fields of a file one after another; an error names the line."""

    def __init__(self, fields: Mapping[str, Any], lines: LineIndex, where: str) -> None:
        self.fields, self.lines, self.where = fields, lines, where

    def rules(self) -> Rules:
        """Return the rules that the whole file gives."""
        self.refuse_strangers(self.fields, ("name", "house", *_SECTIONS, *ROLES), "")
        name = self.fields.get("name", self.where or "a deck")
        decks = tuple(self.deck(role) for role in ROLES)
        given: dict[str, Any] = {}
        for section, keys in _SECTIONS.items():
            given |= self.table(section, self.fields.get(section, {}), keys)
        if "order" in given:
            given["order"] = self.order(given["order"])
        given["house"] = self.house(given.get("rounds", 3))
        try:
            return Rules(name, decks, **given)
        except BadDeck as error:  # the reason begins with the path of the wrong field: rules.hand, house.narc.raises
            table, _, key = error.reason.split()[0].rpartition(".")
            raise self.refused(error.reason, table, 0, key) from None

    def refused(self, reason: str, table: str, number: int = 0, key: str = "") -> BadDeck:
        """Return a BadDeck error for a field, with the field's line."""
        return BadDeck(reason, self.lines.of(table, number, key), self.where)

    def order(self, roles: Any) -> tuple[int, ...]:
        """Return the order of play from the names of the roles."""
        if not isinstance(roles, list) or sorted(map(str, roles)) != sorted(ROLES):
            raise self.refused(f"rules.order must name each of {', '.join(ROLES)} once", "rules", 0, "order")
        return tuple(ROLES.index(role) for role in roles)

    def house(self, rounds: Any) -> dict[str, Mix]:
        """Return how the house plays each role: as the file says, or by the default rule (I7)."""
        found = house_mix()
        given = self.table("house", self.fields.get("house", {}), ROLES[:2])
        for role, mix in found.items():
            # if a deck has more rounds than the default mix, the file must say how the house plays them
            if role not in given and type(rounds) is int and 1 <= rounds <= ROUNDS_MAX and rounds != len(mix.raises):
                raise self.refused(f"rules.rounds is {rounds}, the house's usual {role} plays {len(mix.raises)}: write "
                                   f"[house.{role}] and its raises, one chance for each round", "rules", 0, "rounds")
        for role, mix in given.items():
            found[role] = self.mix(f"house.{role}", mix, (0,) * rounds if type(rounds) is int and rounds < 9 else ())
        return found

    def mix(self, table: str, given: Any, blank: tuple[int, ...]) -> Mix:
        """Return the percentages with which the house plays a role. Missing percentages are 0."""
        lists: dict[str, Any] = dict.fromkeys(_MIX_LISTS, blank)
        above = None
        for key, value in self.table(table, given, ("nervous_above", *_MIX_LISTS)).items():
            # `nervous_above` is a number, and all other values are lists
            if (key == "nervous_above") == isinstance(value, list):
                wanted = "list" if key in _MIX_LISTS else "number"
                raise self.refused(f"{table}.{key} must be a {wanted}", table, 0, key)
            if key in _MIX_LISTS:
                lists[key] = tuple(value)
            else:
                above = value
        return Mix(nervous_above=above, **lists)

    def deck(self, role: str) -> tuple[tuple[Card, int], ...]:
        """Return a role's cards."""
        given = self.fields.get(role)
        if not given:
            raise self.refused(f"no {role} cards: write [[{role}]] and a card below it", role)
        if not isinstance(given, list):
            raise self.refused(f"{role} must be a list of cards: [[{role}]]", role)
        cards = [self.card(role, number, card) for number, card in enumerate(given)]
        names = [card.name for card, _ in cards]
        for number, name in enumerate(names):
            if name in names[:number]:
                raise self.refused(f"{role} has {name!r} twice: give it a count instead", role, number, "name")
        return tuple(cards)

    def card(self, role: str, number: int, given: Any) -> tuple[Card, int]:
        """Return one card of the file and how many copies the deck has."""
        fields = dict(self.table(role, given, None, number))
        for key in ("name", "kind"):
            if not _is_text(fields.get(key)):
                raise self.refused(f"a card needs a {key}: a text of 1 to 60 signs", role, number, key)
        name, kind, count = fields["name"], fields["kind"], fields.pop("count", 1)
        if kind not in FIELDS:
            raise self.refused(f"unknown kind {kind!r}: there are {', '.join(FIELDS)}", role, number, "kind")
        self.refuse_strangers(fields, ("name", "kind", *FIELDS[kind]), role, number, "count")
        # a product without a price is a mistake; a free product has price = 0
        if kind in REQUIRED and REQUIRED[kind] not in fields:
            raise self.refused(f"{name!r}, a {kind}, needs a {REQUIRED[kind]}", role, number)
        if type(count) is not int or not 1 <= count <= DECK_MAX:
            raise self.refused(f"count of {name!r} must be a whole number from 1 to {DECK_MAX}, not {short(count)}",
                               role, number, "count")
        if "multiplier" in fields:
            fields["multiplier"] = self.percent(fields["multiplier"], role, number)
        try:
            return Card(**fields), count
        except BadDeck as error:  # the reason begins with the name of the field
            raise self.refused(error.reason, role, number, error.reason.split()[0]) from None

    def percent(self, value: Any, role: str, number: int) -> int:
        """Return a multiplier in whole percent."""
        if type(value) is int or (isinstance(value, Decimal) and value.is_finite()):
            # whole percent, so that profit stays exact (I6)
            if 0 <= value <= MULTIPLIER_MAX // 100 and value * 100 == int(value * 100):
                return int(value * 100)
        raise self.refused(f"multiplier must be a number from 0 to {MULTIPLIER_MAX // 100} with at most two decimals, "
                           f"not {value!s:.40}", role, number, "multiplier")

    def table(self, table: str, given: Any, keys: tuple[str, ...] | None, number: int = 0) -> Mapping[str, Any]:
        """Return a table of the file. If `keys` is given, raise BadDeck for any other key."""
        if not isinstance(given, dict):
            raise self.refused(f"{table} must be a table", table, number)
        if keys is not None:
            self.refuse_strangers(given, keys, table, number)
        return given

    def refuse_strangers(self, given: Mapping[str, Any], keys: tuple[str, ...], table: str, number: int = 0,
                         *also: str) -> None:
        """Raise BadDeck for an unknown key: a misspelt one would otherwise be ignored silently."""
        for key in given:
            if key not in keys:
                line = self.lines.of(table, number, key) if table else self.lines.top(key)
                known = ", ".join((*keys, *also))
                raise BadDeck(f"unknown field {key!r}{f' in {table}' if table else ''}: there are {known}", line,
                              self.where)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and 0 < len(value.strip()) <= len(value) <= 60
