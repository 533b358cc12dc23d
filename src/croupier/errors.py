"""The base of every exception that croupier raises on purpose.

    try:
        hand = croupier.holdem(10, 20).deal(stacks)
    except croupier.Error as error:
        print(error)

Each kind of refusal has a class of its own beside the code that raises it; most are ValueErrors too.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class Error(Exception):
    """The base of every exception that croupier raises on purpose."""


def unknown(kind: str, given: object, names: Iterable[str]) -> str:
    """Return the message for a name that does not exist, with the closest known name as a suggestion.

    >>> unknown("game", "holdm", ["holdem", "omaha"])
    "there is no game 'holdm': did you mean holdem? There are holdem, omaha"
    """
    known = list(names)
    lowered = {name.lower(): name for name in known}
    close = get_close_matches(given[:100].lower(), lowered, 1) if isinstance(given, str) else []
    hint = f"did you mean {lowered[close[0]]}? There" if close else "there"
    return f"there is no {kind} {short(given)}: {hint} are {', '.join(known)}"


def short(thing: object) -> str:
    """Return the repr of a value for a message, cut to 40 characters."""
    if isinstance(thing, int) and thing.bit_length() > 128:
        return f"a number of {thing.bit_length()} bits"
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."


def shown(text: str) -> str:
    """Escape unprintable characters (ESC, surrogates), so that the text is safe to print on a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
