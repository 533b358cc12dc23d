"""`croupier replay`: show one hand step by step, in the terminal, as a picture or as a web page."""

from __future__ import annotations

import html as html_text
import sys
from itertools import islice
from pathlib import Path

from croupier.betting.rulebook import IllegalAction
from croupier.cli.app import Failed, Misused, shown_lines
from croupier.errors import shown
from croupier.games.poker.drawing.svg import as_svg
from croupier.games.poker.drawing.text import Labels, as_text
from croupier.notation.files import load
from croupier.notation.hand_start import places_in_log, start_hand
from croupier.notation.money import UNKNOWN_STACK
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.table_dict.positions import by_position

STEPS_MAX = 2_000
"""The most actions of a hand that are shown."""


def replay(file: Path, /, *, hand: str | None = None, svg: Path | None = None, html: Path | None = None,
           all: bool = False) -> None:
    """Step through a recorded hand. Enter shows the next action; q quits.

    Parameters
    ----------
    file
        A hand file in any format, an arena's store or a match archive.
    hand
        Key of the hand (its section or number) if the file holds several hands. Default: the first.
    svg
        Instead of stepping, write a picture of the end of the hand to this file.
    html
        Instead of stepping, write a self-contained web page with every step to this file.
    all
        Print all steps at once. Output that is not a terminal always gets all steps at once.
        """
    record = by_position(chosen(file, hand))
    if svg is not None:
        _write(svg, pictures(record)[-1][1])
    if html is not None:
        _write(html, page(record))
    if svg is None and html is None:
        _walk(record, wait=not all and sys.stdin.isatty() and sys.stdout.isatty())


def _write(target: Path, text: str) -> None:
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failed(f"{target} cannot be written: {error.strerror}") from error


def chosen(file: Path, key: str | None) -> HandRecord:
    """Return the hand with this key; without a key, return the first hand."""
    if not file.exists():
        raise Misused(f"{file} does not exist")
    try:
        for record in load(file, errors="keep"):
            if key is None or record.key == key or str(record.get("hand")) == key:
                if record.damage is not None:
                    raise record.damage
                return record
    except OSError as error:
        raise Failed(f"{file} cannot be read: {error.strerror}") from error
    raise BadRecord(f"{file} holds no hand" + (f" {key!r}" if key else ""))


def title(record: HandRecord) -> str:
    """Return a title for the hand."""
    where = [str(record.get(name)) for name in ("event", "venue", "table") if record.get(name)]
    number = f"hand {record['hand']}" if record.get("hand") is not None else ""
    return shown(", ".join([record.variant, *where, *([number] if number else [])]))


def spoken(record: HandRecord, action: str) -> str:
    """Return an action in words, beginning with the player's name."""
    who = action.split(" ", 1)[0]
    names = record.get("players") or []
    if who[:1] == "p" and who[1:].isdigit() and 0 < int(who[1:]) <= len(names):
        return shown(f"{action}   ({names[int(who[1:]) - 1]})")
    return shown(action) or "the hand begins"


def labels_of(record: HandRecord) -> Labels:
    """Return the players' names, and a function that writes an amount of chips in the file's units."""
    places = start_hand(record, places_in_log(record)).places
    return Labels([shown(name) for name in record.players], lambda units: _written(units, places))


def _written(units: int, places: int) -> str:
    """Return chips in the file's units; `inf` for an unknown stack."""
    if units > UNKNOWN_STACK // 2:
        return "inf"
    whole, rest = divmod(units, 10 ** places)
    return f"{whole}.{rest:0{places}}" if places else str(whole)


def _walk(record: HandRecord, wait: bool) -> None:
    """Print the hand, one step after another."""
    print(title(record))
    labels = labels_of(record)
    try:
        for number, (action, hand) in enumerate(islice(record.replay(), STEPS_MAX)):
            print(f"\n{number}. {spoken(record, action)}\n{as_text(hand, labels)}")
            if wait and not hand.is_over and input("  [Enter] next, [q] quit ").strip().lower() == "q":
                return
    except IllegalAction as refusal:
        print(f"\nstopped: {shown_lines(str(refusal))}")
        raise SystemExit(1) from None


def pictures(record: HandRecord) -> list[tuple[str, str]]:
    """Yield each action with a picture of the table after it. At an illegal action, yield the reason and stop."""
    found: list[tuple[str, str]] = []
    labels = labels_of(record)
    try:
        for action, hand in islice(record.replay(), STEPS_MAX):
            found.append((spoken(record, action), as_svg(hand, labels)))
    except IllegalAction as refusal:
        found.append((f"stopped: {refusal}", found[-1][1] if found else ""))
    return found


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 56rem; padding: 0 1rem }}
h1 {{ font-size: 1.4rem; margin: 0 }} figcaption {{ margin: 0 0 .5rem; min-height: 1.5em }}
figure {{ margin: 0; display: none }} figure.now {{ display: block }} figure svg {{ width: 100%; height: auto }}
nav {{ display: flex; gap: .75rem; align-items: center; margin: .75rem 0 }} nav input {{ flex: 1; min-width: 4rem }}
button {{ font: inherit; padding: .3rem 1rem }} output {{ min-width: 4.5em; text-align: right }}
</style></head><body>
<h1>{title}</h1>
<nav><button id="back">Back</button><input id="at" type="range" min="0" max="{last}" value="0" aria-label="step">
<button id="on">Next</button><output id="step"></output></nav>
{figures}
<script>
const steps = document.querySelectorAll("figure"), at = document.getElementById("at");
function show(n) {{
  n = Math.max(0, Math.min(steps.length - 1, n)); at.value = n;
  steps.forEach((step, i) => step.classList.toggle("now", i === n));
  document.getElementById("step").textContent = n + " / " + (steps.length - 1);
}}
at.oninput = () => show(+at.value);
document.getElementById("back").onclick = () => show(+at.value - 1);
document.getElementById("on").onclick = () => show(+at.value + 1);
document.onkeydown = event => {{
  if (event.target === at) return;
  if (event.key === "ArrowLeft") show(+at.value - 1); if (event.key === "ArrowRight") show(+at.value + 1);
}};
show(0);
</script></body></html>
"""


def page(record: HandRecord) -> str:
    """Return a self-contained page with a picture for every step. Buttons and arrow keys move between the steps."""
    shown = pictures(record)
    figures = "\n".join(f"<figure><figcaption>{html_text.escape(words)}</figcaption>{picture}</figure>"
                        for words, picture in shown)
    return _PAGE.format(title=html_text.escape(title(record)), last=len(shown) - 1, figures=figures)
