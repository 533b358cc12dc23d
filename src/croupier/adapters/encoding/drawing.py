"""Draw what a viewer sees of any game, as text and as a picture. Poker has its own pictures."""

from __future__ import annotations

from html import escape
from typing import Any

_LINE, _CHAR, _EDGE = 18, 7.3, 12


def as_text(view: Any) -> str:
    """Return a view as lines of text."""
    words = str(view)
    if words != repr(view):
        return words
    facts = view.as_json()
    return "\n".join([words.strip("<>"), *(f"{name}: {_short(value)}" for name, value in facts.items()
                                           if name not in ("v", "events") and value not in (None, [], ""))])


def as_svg(view: Any) -> str:
    """Return a view as an SVG picture."""
    if hasattr(view, "_repr_svg_"):
        return str(view._repr_svg_())
    lines = as_text(view).splitlines()
    width = int(2 * _EDGE + _CHAR * max(map(len, lines)))
    height = 2 * _EDGE + _LINE * len(lines)
    words = "".join(f'<text x="{_EDGE}" y="{_EDGE + _LINE * (at + 0.8):.0f}">{escape(line)}</text>'
                    for at, line in enumerate(lines))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="monospace" font-size="12"><rect width="100%" height="100%" rx="8" fill="#f4f1e8"/>'
            f'<g fill="#222">{words}</g></svg>')


def _short(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    if isinstance(value, list):
        return " | ".join(_short(part) for part in value)
    return "–" if value is None else str(value)
