"""Names that pass for nobody else's: what a new team may not be called, though it could be written.

`config.team_name` says what a name is; this is the door's rule for those who choose their own. Names are compared by
how they look: Latin, Greek and Cyrillic letters of one shape, 0 and O, 1, I and l, full-width letters, spaces aside.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from croupier.protocol import errors
from croupier.protocol.errors import Refused

MARKS_MAX = 2
"""Combining marks on one letter: more climb over the lines above."""
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_CYRILLIC = dict(zip("АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝьҮү", "ABESIJKMHOPCTYXaesijopcyxdhqwbYy", strict=True))
_GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανικορτυχ", "ABEZHIKMNOPTYXavikoptux", strict=True))
_SAME = str.maketrans({**_CYRILLIC, **_GREEK, "0": "O", "1": "l", "I": "l", "|": "l"})


def looks(name: str) -> str:
    """What a name looks like: equal for names that cannot be told apart."""
    plain = unicodedata.normalize("NFKC", name).translate(_SAME).translate(_SAME)
    return "".join(plain.split()).casefold()


def check_new(name: str, seated: Iterable[str]) -> None:
    """Nothing, if a new team may be called so beside those seated; Refused otherwise."""
    scripts = {script for char in name for script in _SCRIPTS if unicodedata.name(char, "").startswith(script)}
    if len(scripts) > 1:
        raise Refused("BAD_SCHEMA", "a team's name mixes no alphabets", close=errors.BAD_HELLO)
    if _marks(name) > MARKS_MAX or unicodedata.combining(name[0]):
        raise Refused("BAD_SCHEMA", f"a letter of a team's name has at most {MARKS_MAX} marks", close=errors.BAD_HELLO)
    for other in seated:
        if looks(other) == looks(name):
            raise Refused("TEAM_TAKEN", f"{name} looks like {other}, who is seated", close=errors.REFUSED)


def _marks(name: str) -> int:
    """The most combining marks on one letter."""
    most = run = 0
    for char in name:
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        most = max(most, run)
    return most
