"""Pictures for the gallery, as SVG: the map of what was kept, and the radar of one game's scores."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from croupier.lab.breeding.archive import AXES, CELLS, Entry, place_of
from croupier.lab.scoring.measures import NAMES

_SIDE = 36
_LEFT, _TOP = 46, 10
_RADIUS, _CENTRE = 84, 140


def archive_map(entries: Sequence[tuple[Entry, str]]) -> str:
    """The grid over bluffing and skill, each cell as dark as its best game is good, linked to the game's place."""
    side = CELLS * _SIDE
    best: dict[tuple[int, int], tuple[Entry, str]] = {}
    for entry, link in reversed(entries):  # the best come first: they are drawn last, over the others
        best[_cell(entry)] = (entry, link)
    cells = [_drawn_cell(place, *found) for place, found in sorted(best.items())]
    lines = "".join(f'<path d="M{_LEFT} {_TOP + at * _SIDE}h{side}M{_LEFT + at * _SIDE} {_TOP}v{side}"/>'
                    for at in range(CELLS + 1))
    return (f'<svg viewBox="0 0 {side + 60} {side + 50}" class="map" role="img" aria-label="map of the games kept">'
            f'<g class="grid">{lines}</g>{"".join(cells)}'
            f'<text x="{_LEFT + side / 2}" y="{_TOP + side + 30}">{AXES[0]} →</text>'
            f'<text transform="translate(24 {_TOP + side / 2}) rotate(-90)">{AXES[1]} →</text></svg>')


def _cell(entry: Entry) -> tuple[int, int]:
    across, up = place_of(entry.fitness)
    return min(CELLS - 1, int(across * CELLS)), min(CELLS - 1, int(up * CELLS))


def _drawn_cell(place: tuple[int, int], entry: Entry, link: str) -> str:
    x, y = _LEFT + place[0] * _SIDE, _TOP + (CELLS - 1 - place[1]) * _SIDE
    total = entry.fitness.total.mean
    words = f"{entry.genome.name}: {total:.2f}"
    return (f'<a href="#{escape(link)}"><title>{escape(words)}</title>'
            f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{_colour(total)}"/>'
            f'<text x="{x + _SIDE / 2}" y="{y + _SIDE / 2 + 4}" class="{"light" if total > 0.6 else "dark"}">'
            f"{100 * total:.0f}</text></a>")


def _colour(value: float) -> str:
    """From sand at 0.4 to deep green at 0.9: where the scores are that differ."""
    shade = min(1.0, max(0.0, (value - 0.4) / 0.5))
    mix = [round(low + (high - low) * shade) for low, high in ((244, 8), (232, 84), (200, 62))]
    return f"rgb({mix[0]},{mix[1]},{mix[2]})"


def radar(entry: Entry) -> str:
    """All measures of a game round a circle, the band of their intervals behind them."""
    measures = entry.fitness.measures
    rings = "".join(f'<circle cx="{_CENTRE}" cy="{_CENTRE}" r="{_RADIUS * ring / 4}"/>' for ring in range(1, 5))
    outer = _outline([measures[name].high for name in NAMES])
    inner = _outline([measures[name].low for name in NAMES])
    words = "".join(_label(at, name) for at, name in enumerate(NAMES))
    return (f'<svg viewBox="-30 0 {2 * _CENTRE + 60} {2 * _CENTRE}" class="radar" role="img" aria-label="scores">'
            f'<g class="grid">{rings}</g><path class="band" fill-rule="evenodd" d="{outer}{inner}"/>'
            f'<path class="line" d="{_outline([measures[name].mean for name in NAMES])}"/>{words}</svg>')


def _point(at: int, value: float) -> tuple[float, float]:
    angle = 2 * pi * at / len(NAMES) - pi / 2
    return _CENTRE + _RADIUS * value * cos(angle), _CENTRE + _RADIUS * value * sin(angle)


def _outline(values: list[float]) -> str:
    points = [_point(at, min(1.0, max(0.0, value))) for at, value in enumerate(values)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _label(at: int, name: str) -> str:
    x, y = _point(at, 1.12)
    anchor = "middle" if abs(x - _CENTRE) < 20 else "start" if x > _CENTRE else "end"
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" class="{anchor}">{name}</text>'
