"""Draw a recorded hand as a row of pictures, one for each step, for a page without scripts."""

from __future__ import annotations

from html import escape
from itertools import islice

from croupier.betting.rulebook import IllegalAction
from croupier.games.poker.drawing.svg import as_svg
from croupier.games.poker.drawing.text import Labels
from croupier.notation.files import loads
from croupier.notation.record import HandRecord

STEPS_MAX = 200
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""An attribute that a picture needs in a file of its own, but not inside a page."""
VERBS = {"f": "folds", "cc": "checks or calls", "pb": "brings in", "sd": "draws", "sm": "shows"}


def hand_pictures(text: str) -> str:
    """Return the replay of the first hand in a PHH text, as pictures side by side."""
    record = next(iter(loads(text)))
    labels = Labels(list(record.players), str)
    steps = []
    try:
        for number, (action, hand) in enumerate(islice(record.replay(), STEPS_MAX)):
            steps.append(f"<figure><figcaption>{number}. {escape(words_of(record, action))}</figcaption>"
                         f"{as_svg(hand, labels).replace(NAMESPACE, '')}</figure>")
    except IllegalAction as refusal:
        steps.append(f"<figure><figcaption>stopped: {escape(str(refusal))}</figcaption></figure>")
    return f"<div class=pictures tabindex=0>{''.join(steps)}</div>"


def words_of(record: HandRecord, action: str) -> str:
    """Describe an action of a record in words: `p1 cbr 300` becomes "strength bets or raises to 300"."""
    parts = action.split()
    if len(parts) < 2:
        return "the hand begins"
    who, verb, *rest = parts
    if who == "d":
        return f"board: {' '.join(rest)}" if verb == "db" else f"{_name(record, rest[0])} is dealt {' '.join(rest[1:])}"
    done = f"bets or raises to {rest[0]}" if verb == "cbr" else " ".join([VERBS.get(verb, verb), *rest])
    return f"{_name(record, who)} {done}"


def _name(record: HandRecord, place: str) -> str:
    number = place.removeprefix("p")
    return str(record.players[int(number) - 1]) if number.isdecimal() and 0 < int(number) <= len(record.players) \
        else place
