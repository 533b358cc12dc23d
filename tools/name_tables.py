"""Write the tables behind team names: `python -m tools.name_tables`.

The source is Unicode's Scripts.txt and confusables.txt (UTS 39), version 15.1, as the package `confusable-homoglyphs`
3.3.1 delivers them; install it to run this. Only characters that a team's name can contain are kept.

The package lists pairs of look-alikes, not prototypes. This joins the pairs to classes and takes one member of each as
its prototype. Whatever has equal skeletons in Unicode's own table has equal ones here.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

from croupier.arena.core import names

TABLE = Path(names.__file__).with_name("name_tables.toml")
RECOMMENDED = (
    "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI",
    "GURMUKHI", "HAN", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN", "MALAYALAM",
    "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN")
"""The scripts in everyday use (UAX 31, table 5)."""
SHARED = ("COMMON", "INHERITED")
"""Characters of these may stand beside any script."""
HEAD = """# Written by `python -m tools.name_tables` from Unicode 15.1: Scripts.txt, confusables.txt (Unicode License).
"""


def page() -> str:
    """Return the text of the table."""
    from confusable_homoglyphs.categories import categories_data
    from confusable_homoglyphs.confusables import confusables_data

    ranges = script_ranges(categories_data)
    lines = [HEAD, "[scripts]  # the code points of each script, as ranges", *(
        f'{script} = "{" ".join(f"{first:x}-{last:x}" for first, last in ranges[script])}"'
        for script in (*RECOMMENDED, *SHARED))]
    classes, sequences = look_alikes(confusables_data, ranges)
    lines += ["", "[look_alikes]", "# each word is a prototype and the characters that look like it", "classes = ["]
    lines += [f'    "{" ".join(classes[start:start + 12])}",' for start in range(0, len(classes), 12)]
    lines += ["]", "", "[look_alikes.sequences]  # characters that look like several"]
    lines += [f'"{char}" = "{text}"' for char, text in sequences.items()]
    return "\n".join(lines) + "\n"


def script_ranges(data: dict[str, Any]) -> dict[str, list[tuple[int, int]]]:
    """Return the code points of each script, neighbouring ranges joined."""
    found: dict[str, list[tuple[int, int]]] = {}
    for first, last, script, _ in sorted(data["code_points_ranges"]):
        ranges = found.setdefault(data["iso_15924_aliases"][script], [])
        if ranges and ranges[-1][1] == first - 1:
            ranges[-1] = (ranges[-1][0], last)
        else:
            ranges.append((first, last))
    return found


def look_alikes(data: dict[str, Any], ranges: dict[str, list[tuple[int, int]]]) -> tuple[list[str], dict[str, str]]:
    """Return the classes of look-alikes, and the characters that look like a sequence of others."""
    in_use = [span for script in (*RECOMMENDED, *SHARED) for span in ranges[script]]
    known = {char: prototype for char, prototype in prototypes(data).items()
             if names.may_be_used(char) and unicodedata.normalize("NFKC", char) == char
             and any(first <= ord(char) <= last for first, last in in_use)}
    members: dict[str, list[str]] = {}
    for char, prototype in sorted(known.items()):
        members.setdefault(prototype, []).append(char)
    quoted = str.maketrans({'"': '\\"', "\\": "\\\\"})
    classes = [(prototype + "".join([char for char in chars if char != prototype])).translate(quoted)
               for prototype, chars in members.items() if len(prototype) == 1 and len(chars) > 1]
    sequences = {char: text for char, text in sorted(known.items()) if len(text) > 1}
    return classes, {char.translate(quoted): text.translate(quoted) for char, text in sequences.items()}


def prototypes(data: dict[str, Any]) -> dict[str, str]:
    """Return the prototype of every character that has a look-alike."""
    alike: dict[str, set[str]] = {}
    for text, pairs in data.items():  # some texts are wrapped in U+200E, which is not part of them
        alike.setdefault(text.strip("\u200e"), set()).update([pair["c"].strip("\u200e") for pair in pairs])
    classes: dict[str, str] = {}
    for start in alike:
        if start not in classes:
            members = reachable(start, alike)
            classes.update(dict.fromkeys(members, unicodedata.normalize("NFD", min(members, key=order))))
    return {char: "".join([classes.get(each, each) for each in prototype]) if len(prototype) > 1 else prototype
            for char, prototype in classes.items() if len(char) == 1}


def order(text: str) -> tuple[int, bool, bool, bool, str]:
    """Order look-alikes so that the first can be their prototype: a sequence (`rn` for `m`), then a plain letter."""
    return -len(unicodedata.normalize("NFD", text)), not text.isascii(), not text.isalpha(), not text.islower(), text


def reachable(start: str, edges: dict[str, set[str]]) -> set[str]:
    """Return everything that edges lead to from a start, with the start."""
    found, todo = {start}, [start]
    while todo:
        new = edges.get(todo.pop(), set()) - found
        found |= new
        todo += new
    return found


if __name__ == "__main__":
    TABLE.write_text(page(), encoding="utf-8")
