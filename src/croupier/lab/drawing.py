"""Draw the gallery's SVG pictures: the map of the archive, and the radar chart of one game's measures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from croupier.lab.breeding.archive import ArchivedGame
from croupier.lab.breeding.families import BETTING, FAMILIES, cell

_WIDTH, _HEIGHT = 92, 34
_LEFT, _TOP = 84, 26
_RADIUS, _CENTRE = 84, 140


def archive_map(entries: Sequence[tuple[ArchivedGame, str]]) -> str:
    """Draw the archive as a grid of families and kinds of betting. The better the best game of a cell, the darker the
    cell. Each cell links to its best game.
    """
    best: dict[tuple[int, int], tuple[ArchivedGame, str]] = {}
    # the entries begin with the best game, which is drawn last, on top of the others
    for entry, link in reversed(entries):
        best[cell(entry.genome)] = (entry, link)
    cells = [_drawn_cell(place, *found) for place, found in sorted(best.items())]
    width, height = len(BETTING) * _WIDTH, len(FAMILIES) * _HEIGHT
    lines = "".join([*(f'<path d="M{_LEFT} {_TOP + at * _HEIGHT}h{width}"/>' for at in range(len(FAMILIES) + 1)),
                     *(f'<path d="M{_LEFT + at * _WIDTH} {_TOP}v{height}"/>' for at in range(len(BETTING) + 1))])
    heads = "".join(f'<text x="{_LEFT + (at + 0.5) * _WIDTH}" y="{_TOP - 8}">{escape(name)}</text>'
                    for at, name in enumerate(BETTING))
    sides = "".join(f'<text x="{_LEFT - 6}" y="{_TOP + (at + 0.5) * _HEIGHT + 4}" class="end">{escape(name)}</text>'
                    for at, name in enumerate(FAMILIES))
    return (f'<svg viewBox="0 0 {_LEFT + width + 4} {_TOP + height + 4}" class="map" role="img" '
            f'aria-label="map of the games kept"><g class="grid">{lines}</g>{"".join(cells)}{heads}{sides}</svg>')


def _drawn_cell(place: tuple[int, int], entry: ArchivedGame, link: str) -> str:
    x, y = _LEFT + place[1] * _WIDTH, _TOP + place[0] * _HEIGHT
    total = entry.fitness.total.mean
    words = f"{entry.genome.name}: {total:.2f}"
    return (f'<a href="#{escape(link)}"><title>{escape(words)}</title>'
            f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" fill="{_colour(total)}"/>'
            f'<text x="{x + _WIDTH / 2}" y="{y + _HEIGHT / 2 + 4}" class="{"light" if total > 0.5 else "dark"}">'
            f"{100 * total:.0f}</text></a>")


def _colour(value: float) -> str:
    """Return a colour between sand for a score of 0.2 and deep green for 0.7. Most scores lie in this range."""
    shade = min(1.0, max(0.0, (value - 0.2) / 0.5))
    mix = [round(low + (high - low) * shade) for low, high in ((244, 8), (232, 84), (200, 62))]
    return f"rgb({mix[0]},{mix[1]},{mix[2]})"


def radar(entry: ArchivedGame) -> str:
    """Draw the radar chart of a game's measures, with a band for their intervals."""
    measures = entry.fitness.measures
    names = list(measures)
    rings = "".join(f'<circle cx="{_CENTRE}" cy="{_CENTRE}" r="{_RADIUS * ring / 4}"/>' for ring in range(1, 5))
    outer = _outline([measures[name].high for name in names])
    inner = _outline([measures[name].low for name in names])
    words = "".join(_label(at, name, len(names)) for at, name in enumerate(names))
    return (f'<svg viewBox="0 0 {2 * _CENTRE} {2 * _CENTRE}" class="radar" role="img" aria-label="scores">'
            f'<g class="grid">{rings}</g><path class="band" fill-rule="evenodd" d="{outer}{inner}"/>'
            f'<path class="line" d="{_outline([measures[name].mean for name in names])}"/>{words}</svg>')


def _point(at: int, value: float, count: int) -> tuple[float, float]:
    angle = 2 * pi * at / count - pi / 2
    return _CENTRE + _RADIUS * value * cos(angle), _CENTRE + _RADIUS * value * sin(angle)


def _outline(values: list[float]) -> str:
    points = [_point(at, min(1.0, max(0.0, value)), len(values)) for at, value in enumerate(values)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _label(at: int, name: str, count: int) -> str:
    x, y = _point(at, 1.12, count)
    anchor = "middle" if abs(x - _CENTRE) < 20 else "start" if x > _CENTRE else "end"
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" class="{anchor}">{name.replace("_", " ")}</text>'
