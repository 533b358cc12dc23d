"""Write the gallery of a run: one self-contained HTML page, and a file for each of the best games, which can be played.

The page shows the map of the archive. For each of the best games it shows the scores with intervals, the radar chart,
the lineage and the rulebook. All text is escaped; the page runs no scripts and loads nothing.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from croupier.games.genome.files import dumps
from croupier.games.genome.rulebook import rulebook
from croupier.lab.breeding.archive import ArchivedGame
from croupier.lab.breeding.evolution import Evolution
from croupier.lab.breeding.families import betting_kind, empty_cells, family, novelty
from croupier.lab.drawing import archive_map, radar
from croupier.lab.scoring.fitness import weights
from croupier.lab.scoring.measures import minutes

PAGE = "gallery.html"
GAMES = "games"
SHOWN = 20
_WRITTEN = re.compile(r"[0-9]{2,}-[a-z0-9-]+\.(json|md)")
"""The names of files that a gallery writes."""


def write_gallery(run: Evolution, folder: Path, shown: int = SHOWN) -> Path:
    """Write the page, and for each of the best games a genome and a rulebook. Return the page's path."""
    games = folder / GAMES
    games.mkdir(parents=True, exist_ok=True)
    for old in games.iterdir():
        if _WRITTEN.fullmatch(old.name):
            old.unlink()  # removes the files of an earlier gallery, whose games may have had other ranks
    best = run.evolved()[:shown]
    for number, entry in enumerate(best, 1):
        file = str(games / f"{number:02d}-{safe_name(entry)}")
        Path(file + ".json").write_text(dumps(entry.genome), encoding="utf-8")
        Path(file + ".md").write_text(rulebook(entry.genome), encoding="utf-8")
    page = folder / PAGE
    page.write_text(page_of(run, best), encoding="utf-8")
    return page


def safe_name(entry: ArchivedGame) -> str:
    """Return a game's name as a file name: letters, digits and dashes."""
    return re.sub("[^a-z0-9]+", "-", entry.genome.name.lower()).strip("-") or "game"


def page_of(run: Evolution, best: list[ArchivedGame]) -> str:
    """Return the whole page."""
    kept = [(entry, f"game-{best.index(entry) + 1}" if entry in best else "games") for entry in run.archive]
    placed = archive_map(kept) if kept else "<p>Nothing was kept yet.</p>"
    cards = "".join(_card(number, entry) for number, entry in enumerate(best, 1))
    return _PAGE.format(style=_STYLE, name=escape(run.config.style), generations=_counted(run.generations),
                        scored=run.scored,
                        kept=len(run.archive), seed=run.config.seed, mode=escape(run.config.mode), map=placed,
                        empty=escape(_empty()), weights=_weights(run),
                        cards=cards or "<p>No new game yet: let it run on.</p>")


def _empty() -> str:
    """Return a sentence that lists the cells without a known game."""
    return "; ".join(f"{one} with {other}" for one, other in empty_cells()) or "none"


def _weights(run: Evolution) -> str:
    ranked = sorted(weights(run.config.style).items(), key=lambda item: -item[1])
    if ranked[0][1] == ranked[-1][1]:
        return "all measures alike"
    return ", ".join(f"{name} {100 * weight:.0f} %" for name, weight in ranked)


def _card(number: int, entry: ArchivedGame) -> str:
    """Return the section of the page about one game."""
    total, genome = entry.fitness.total, entry.genome
    return (f'<article id="game-{number}"><h2>{number}. {escape(genome.name)} '
            f"<small>{total.mean:.3f} ({total.low:.3f} to {total.high:.3f})</small></h2>"
            f'<p class="facts">{family(genome)}, {betting_kind(genome)} · {_players(entry)} players · '
            f"about {minutes(entry.fitness.counts):.0f} minutes · generation {entry.generation + 1} · "
            f"{novelty(genome):.0%} of its structure is new</p>"
            f'<div class="pair">{radar(entry)}{_table(entry)}</div>'
            f"<details><summary>How it came about ({len(genome.lineage)} changes)</summary>{_lineage(entry)}</details>"
            f"<details{' open' if number == 1 else ''}><summary>Rules</summary>"
            f'<div class="rules">{marked(rulebook(genome))}</div></details></article>')


def _players(entry: ArchivedGame) -> str:
    players = entry.genome.game().players
    return f"{players[0]}" if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _table(entry: ArchivedGame) -> str:
    rows = "".join(f"<tr><th>{escape(name.replace('_', ' '))}</th><td>{found.mean:.2f}</td>"
                   f"<td>{found.low:.2f} to {found.high:.2f}</td></tr>"
                   for name, found in entry.fitness.measures.items())
    return f"<table>{rows}</table>"


def _lineage(entry: ArchivedGame) -> str:
    steps = "".join(f"<li>{escape(step)}</li>" for step in entry.genome.lineage)
    return f"<ol>{steps}</ol>" if steps else "<p>Made from nothing.</p>"


def marked(text: str) -> str:
    """Convert Markdown to HTML. HTML in the Markdown is escaped."""
    from markdown_it import MarkdownIt

    rendered: str = MarkdownIt("commonmark", {"html": False}).render(text)
    return rendered


_STYLE = """
:root{color-scheme:light;--ink:#20262b;--soft:#66727a;--line:#d8d2c4;--green:#0b5a41;--paper:#fbf8f1}
body{margin:0 auto;max-width:62rem;padding:2rem 1.2rem;background:var(--paper);color:var(--ink);
font:16px/1.55 Georgia,serif}
h1,h2,summary,th,td,.facts,svg text{font-family:system-ui,sans-serif}
h2 small{color:var(--green);font-weight:600;font-size:.8em}
article{border-top:2px solid var(--line);padding:1rem 0}
.facts,small{color:var(--soft)}
.pair{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:center}
.map{width:100%;max-width:26rem}.radar{width:22rem;max-width:100%}
svg text{font-size:12px;fill:var(--ink);text-anchor:middle}
svg .start{text-anchor:start}svg .end{text-anchor:end}.radar text{font-size:11px}
svg .light{fill:#fff}.grid{fill:none;stroke:var(--line)}
.band{fill:#0b5a4133}.line{fill:none;stroke:var(--green);stroke-width:2}
table{border-collapse:collapse}th{text-align:left;font-weight:500}td,th{padding:.1rem .7rem .1rem 0}
td{text-align:right;font-variant-numeric:tabular-nums}td:last-child{color:var(--soft)}
summary{cursor:pointer;color:var(--green)}details{margin:.5rem 0}
.rules{background:#fff;border:1px solid var(--line);border-radius:6px;padding:.2rem 1.4rem}
.rules h1{font-size:1.4rem}.rules h2{font-size:1.1rem}
""".strip()

def _counted(generations: int) -> str:
    return "one generation" if generations == 1 else f"{generations} generations"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>croupier: {kept} games, {name}</title><style>{style}</style></head><body>
<h1>New games, {name}</h1>
<p>{scored:,} games were scored in {generations} (seed {seed}, mode {mode}); {kept} were kept. Scores go
from 0 to 1 and are given with their 95 % intervals. The style weighs {weights}.</p>
{map}
<p class="facts">Cells that no known game fills: {empty}.</p>
<section id="games">{cards}</section>
</body></html>
"""
