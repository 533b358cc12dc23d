"""Make a page to print from a rulebook: one self-contained HTML file in which cards look like cards.

The text is the Markdown of `rulebook.py`; HTML in it stays text. The page begins with what a reader needs at the table.
The origin of the game is folded away at the end and is not printed.
"""

from __future__ import annotations

import re
from html import escape

from croupier.games.genome.rulebook import LINEAGE
from croupier.games.genome.values import GameGenome

# matches whole cards only: not inside words, and not next to another suit
_CARD = re.compile(r"(?<![\w♣♦♥♠])(10|[2-9JQKA])([♣♦♥♠])")


def rulebook_page(genome: GameGenome, text: str) -> str:
    """Turn a rulebook in Markdown into a page."""
    # imported here, because only this page needs the package
    from markdown_it import MarkdownIt

    rendered: str = MarkdownIt("commonmark", {"html": False}).render(text)
    return _PAGE.format(title=escape(genome.name.replace("-", " ").capitalize()), style=_STYLE,
                        # after rendering, because Markdown would show our tags as text
                        body=_folded(_CARD.sub(_card, rendered)))


def _card(found: re.Match[str]) -> str:
    """Return a card with its rank above its suit."""
    rank, suit = found.groups()
    red = " red" if suit in "♦♥" else ""
    return f'<span class="card{red}"><b>{rank}</b>{suit}</span>'


def _folded(body: str) -> str:
    """Put the part about the origin of the game into a section that is folded at first."""
    head = f"<h2>{LINEAGE}</h2>"
    before, found, lineage = body.partition(head)
    return f"{before}<details><summary>{LINEAGE}</summary>{lineage}</details>" if found else before


_STYLE = """
:root{color-scheme:light;--ink:#1d2328;--line:#cfc8b8;--green:#0b5a41;--red:#b3202a}
body{margin:0 auto;max-width:44rem;padding:1.5rem 1.2rem;color:var(--ink);font:15px/1.45 Georgia,serif}
h1{font-size:1.7rem;margin:0 0 .4rem;color:var(--green)}
h2,summary{font:600 1.05rem system-ui,sans-serif;margin:1.1rem 0 .3rem;break-after:avoid}
ul,ol{margin:.2rem 0;padding-left:1.4rem}li{break-inside:avoid}
.card{display:inline-block;min-width:1.5em;padding:0 .18em;border:1px solid var(--line);border-radius:.25em;
background:#fff;text-align:center;line-height:1.35;font-family:system-ui,sans-serif;white-space:nowrap}
.card b{font-weight:650}.card.red{color:var(--red)}
summary{cursor:pointer}
@page{size:A4;margin:14mm}
@media print{body{max-width:none;padding:0;font-size:10pt;columns:2;column-gap:9mm}h1,h1+p{column-span:all}
details{display:none}}
""".strip()

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}: rules</title><style>{style}</style></head><body>
{body}</body></html>
"""
