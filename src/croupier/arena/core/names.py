"""Decide which names teams may have (ruling T13).

Rules for one name: it is normalized (NFKC), has no invisible, blank or control characters, and meets the Highly
Restrictive level of Unicode Technical Standard 39: one script, or Latin with the scripts of Japanese, Chinese or
Korean. Rule for two names: their skeletons (UTS 39, section 4) differ, with and without letter case and spaces.

Scripts and look-alike characters are Unicode's data: `name_tables.toml`, written by `tools/name_tables.py`.
"""

from __future__ import annotations

import tomllib
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import NamedTuple

from croupier.arena.core.config import TEAM_MAX, BadArena
from croupier.protocol import errors
from croupier.protocol.errors import Refused

MARKS_MAX = 3
"""The most combining marks on one letter. A Hebrew letter with points has three; more would cover the line above."""
_TOGETHER = (frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}), frozenset({"LATIN", "HAN", "BOPOMOFO"}),
             frozenset({"LATIN", "HAN", "HANGUL"}))
"""The only scripts that one name may mix."""
_PUNCTUATION = frozenset("·֊׳״་‐’‧゠・")
"""Punctuation that is allowed besides ASCII, because names in some languages need it (UAX 31, tables 3 and 3a)."""
_IGNORABLE = ((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
              (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
              (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
              (0xE0000, 0xE0FFF))
"""Unicode's Default_Ignorable_Code_Point: characters that are not drawn. Some of them are letters or marks."""


class Tables(NamedTuple):
    """Unicode's data on the characters that names can contain."""

    scripts: list[tuple[int, int, str]]
    """The first and last code point of each range, and its script. Only scripts in everyday use are listed (UAX 31,
    table 5).
    """
    prototypes: dict[str, str]
    """The text that replaces a character in a skeleton."""

    def script(self, char: str) -> str | None:
        """Return the script of a character, or None if the script is not in everyday use."""
        found = bisect_right(self.scripts, (ord(char), 0x110000, "")) - 1
        return self.scripts[found][2] if found >= 0 and ord(char) <= self.scripts[found][1] else None


def team_name(text: str) -> str:
    """Return a team's name in the form that is shown. Raise BadArena if it breaks a rule for single names."""
    name = unicodedata.normalize("NFKC", text).strip(" ")
    if not name or len(name) > TEAM_MAX:
        raise BadArena(f"a team's name has 1 to {TEAM_MAX} characters")
    for char in name:
        if not may_be_used(char):
            raise BadArena(f"a team's name cannot contain {_describe(char)}: use letters, digits and punctuation")
    scripts = {tables().script(char) for char in name} - {"COMMON", "INHERITED"}
    if None in scripts:
        raise BadArena("a team's name uses scripts in everyday use only")
    if len(scripts) > 1 and not any(scripts <= group for group in _TOGETHER):
        raise BadArena("a team's name is written in one alphabet")
    if _most_marks(name) > MARKS_MAX or unicodedata.category(name[0])[0] == "M":
        raise BadArena(f"a letter of a team's name has at most {MARKS_MAX} marks")
    return name


def check_new(name: str, others: Iterable[str]) -> None:
    """Raise `Refused` if a name looks like one of the other names."""
    other = find_look_alike(name, others)
    if other is not None:
        raise Refused("TEAM_TAKEN", f"{name} looks like {other}, who is seated", close=errors.REFUSED)


def find_look_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of the other names that a reader could confuse with this name. Return None if there is no such
    name.
    """
    looks = _looks(name)
    return next((other for other in others if not looks.isdisjoint(_looks(other))), None)


def skeleton(name: str) -> str:
    """Return a name's skeleton (UTS 39). Names that look alike have the same skeleton."""
    found = tables().prototypes
    spread = unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFD", "".join([found.get(char, char) for char in spread]))


def _looks(name: str) -> frozenset[str]:
    """Return a name's skeletons without letter case and spaces.

    Letter case is removed both before and after the skeleton is taken. `Ian` looks like `lan` as it is written, and is
    the same name as `IAN` to most readers. The Cyrillic letter U+04CF is taken for `i`, as in Unicode's data, and for
    `l`, which it looks like in most fonts.
    """
    written = {name, name.casefold(), name.replace("\u04cf", "l")}
    return frozenset("".join(skeleton(each).casefold().split()) for each in written)


def may_be_used(char: str) -> bool:
    """Return True for a visible character that is ASCII, a letter, a mark, a digit, or punctuation of names."""
    if char.isascii():
        return char.isprintable()
    if any(first <= ord(char) <= last for first, last in _IGNORABLE):
        return False
    return unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd") or char in _PUNCTUATION


def _describe(char: str) -> str:
    return f"U+{ord(char):04X} ({unicodedata.name(char, 'no character')})"


def _most_marks(name: str) -> int:
    """Return the largest number of combining marks on one letter."""
    most = run = 0
    for char in name:
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        most = max(most, run)
    return most


@cache
def tables() -> Tables:
    """Return Unicode's data on the characters that names can contain. The file is read when the first name is checked.
    """
    text = resources.files("croupier.arena.core").joinpath("name_tables.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    scripts = sorted((int(first, 16), int(last, 16), script) for script, ranges in data["scripts"].items()
                     for first, last in [each.split("-") for each in ranges.split()])
    alike = data["look_alikes"]
    prototypes = {char: word[0] for line in alike["classes"] for word in line.split() for char in word}
    return Tables(scripts, {**prototypes, **alike["sequences"]})
