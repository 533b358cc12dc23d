"""Make the HTML pages that contests write. Each page is a single file that contains no scripts and loads nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
pre { overflow: auto; background: #8881; padding: .75rem; border-radius: .4rem; font-size: .85rem; }
svg { width: 100%; height: auto; }
.verdict { font-size: 1.2rem; }
.pictures { display: flex; gap: 1rem; overflow-x: auto; scroll-snap-type: x mandatory; }
.pictures figure { flex: 0 0 min(100%, 42rem); margin: 0; scroll-snap-align: start; }
.pictures figcaption { min-height: 1.5em; }
"""
COLOURS = ("#2a78c8", "#d0662a", "#2a9a6a", "#9a4ac0", "#c03a5a", "#7a7a2a", "#2a9aa8", "#b07a2a", "#5a5ad0", "#6a6a6a")


def page(title: str, *parts: str) -> str:
    """Return a whole page."""
    return (f"<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
            f"content='width=device-width'><title>{escape(title)}</title><style>{STYLE}</style></head><body>"
            f"<h1>{escape(title)}</h1>\n" + "\n".join(part for part in parts if part) + "\n</body></html>\n")


def table(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table. The text of its cells is escaped."""
    head = "".join(f"<th>{escape(title)}" for title in titles)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}" for cell in row) for row in rows)
    return f"<table><tr>{head}{body}</table>"


def section(title: str, *parts: str) -> str:
    """Return a section, or an empty text if it has no content."""
    content = "".join(parts)
    return f"<h2>{escape(title)}</h2>{content}" if content else ""


def folded(title: str, text: str) -> str:
    """Return a text that is hidden until its title is clicked."""
    return f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"


def unfolded(title: str, content: str, name: str) -> str:
    """Return content that is hidden until its title is clicked, and that links can lead to."""
    # the id is on the inner element, because a browser unfolds the section if a link leads into it
    return f"<details><summary>{escape(title)}</summary><div id='{escape(name)}'>{content}</div></details>"


def download(name: str, text: str) -> str:
    """Return a link that saves a text as a file."""
    data = b64encode(text.encode()).decode()
    return f"<a download='{escape(name)}' href='data:text/plain;base64,{data}'>{escape(name)}</a>"


def curves(series: Sequence[tuple[str, Sequence[tuple[float, float]], float]], unit: str) -> str:
    """Return a chart of lines over hands. Each line has a name, points, and half the width of its interval at the
    end.
    """
    points = [point for _, line, _ in series for point in line]
    if len(points) < 2:
        return ""
    right = max(x for x, _ in points) or 1.0
    least = min(min(y for _, y in points), 0.0, *(line[-1][1] - band for _, line, band in series if line))
    most = max(max(y for _, y in points), 0.0, *(line[-1][1] + band for _, line, band in series if line))
    high = most - least or 1.0

    def place(x: float, y: float) -> str:
        return f"{60 + 720 * x / right:.1f},{290 - 270 * (y - least) / high:.1f}"

    drawn = [f"<line x1=60 x2=780 y1='{290 + 270 * least / high:.1f}' y2='{290 + 270 * least / high:.1f}' "
             "stroke='currentColor' opacity='.4'/>"]
    for number, (name, line, band) in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        if band and line:
            # the margin of a sum grows with the square root of the number of hands
            edge = [(x, y + band * (x / right) ** 0.5) for x, y in line]
            back = [(x, y - band * (x / right) ** 0.5) for x, y in reversed(line)]
            drawn.append(f"<polygon points='{' '.join(place(*each) for each in [*edge, *back])}' fill='{colour}' "
                         "opacity='.15'/>")
        drawn.append(f"<polyline points='{' '.join(place(*each) for each in line)}' fill='none' stroke='{colour}' "
                     "stroke-width='2'/>")
        drawn.append(f"<text x=66 y='{34 + 18 * number}' fill='{colour}' font-size='14'>{escape(name)}</text>")
    labels = (f"<text x=56 y=24 text-anchor='end' font-size='12' fill='currentColor'>{most:,.0f}</text>"
              f"<text x=56 y=294 text-anchor='end' font-size='12' fill='currentColor'>{least:,.0f}</text>"
              f"<text x=780 y=308 text-anchor='end' font-size='12' fill='currentColor'>{right:,.0f} "
              f"{escape(unit)}</text>")
    return f"<svg viewBox='0 0 800 312' role=img>{''.join(drawn)}{labels}</svg>"
