"""The gallery: one page that needs nothing else, and files to play from."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from croupier import lab
from croupier.games.genome.values import replaced
from croupier.lab.breeding.archive import ArchivedGame
from croupier.lab.breeding.evolution import Config, Evolution
from croupier.lab.drawing import archive_map, radar
from croupier.lab.gallery import marked, page_of, write_gallery
from croupier.lab.scoring.fitness import Budget, score

TINY = Budget(blocks=2, quick_hands=10, games=1, sessions=2, session_hands=6, greedy_deals=2, hands=2, iterations=3)


class Page(HTMLParser):
    """What a page loads, links to, and whether all is closed."""

    VOID = ("meta", "path", "circle", "rect", "br", "hr")

    def __init__(self, text):
        super().__init__()
        self.tags, self.loads, self.links, self.ids, self.open = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.tags.append(tag)
        self.loads += [found[name] for name in ("src", "data", "poster", "action") if name in found]
        self.links += [found["href"]] if "href" in found else []
        self.ids += [found["id"]] if "id" in found else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


@pytest.fixture
def run():
    made = Evolution(Config("party", 1, "elitist", 4, TINY))
    evil = replaced(lab.load("simple-poker"), name="<script>alert(1)</script>", max_hands=7,
                    lineage=("a <b>bold</b> change",), description="<img src=x onerror=alert(1)>")
    for game in (evil, replaced(lab.load("three-card-brag"), max_hands=9), lab.load("leduc-poker")):
        fitness = score(game, "party", budget=TINY)
        assert not fitness.failed
        made.archive.entries[game.name] = ArchivedGame(game, fitness, 0)
    return made


def test_the_page_is_self_contained_and_well_formed(run):
    page = Page(page_of(run, run.evolved()))
    assert page.loads == []
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert page.open == []
    assert "script" not in page.tags
    assert "img" not in page.tags


def test_text_of_others_stays_text(run):
    text = page_of(run, run.evolved())
    assert "<script>" not in text
    assert "&lt;script&gt;alert(1)" in text
    assert "<b>bold" not in text


def test_known_games_are_not_shown_as_new(run):
    assert [entry.genome.max_hands for entry in run.evolved() if entry.genome.name == "leduc-poker"] == []
    assert len(run.evolved()) == 2


def test_scores_rules_and_lineage_are_on_the_page(run):
    text = page_of(run, run.evolved())
    for words in ("bluffing", " to ", "Before each hand", "How it came about (1 changes)", "<h2>Who wins</h2>"):
        assert words in text


def test_games_are_written_as_genome_and_rulebook(run, tmp_path):
    run.archive.entries.pop("<script>alert(1)</script>")
    page = write_gallery(run, tmp_path)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert lab.load(tmp_path / "games" / "01-three-card-brag.json").max_hands == 9
    assert (tmp_path / "games" / "01-three-card-brag.md").read_text(encoding="utf-8").startswith("# ")


def test_names_are_no_paths(run, tmp_path):
    """A genome file may name itself anything; what is written stays in the folder."""
    write_gallery(run, tmp_path / "inner")
    assert {path.name for path in tmp_path.iterdir()} == {"inner"}
    assert all("/" not in path.name and "<" not in path.name for path in (tmp_path / "inner" / "games").iterdir())


def test_an_empty_run_has_a_page_too(tmp_path):
    empty = Evolution(Config("party", 1, "elitist", 4, TINY))
    assert Page(page_of(empty, [])).open == []


def test_pictures_stay_in_their_frames(run):
    entry = run.evolved()[0]
    assert radar(entry).count("<text") == 14
    assert "nan" not in radar(entry) + archive_map([(entry, "x")])


def test_html_in_markdown_stays_text():
    assert "<i>" not in marked("a <i>b</i>")


def test_games_of_an_earlier_gallery_go_and_other_files_stay(run, tmp_path):
    (tmp_path / "games").mkdir()
    for name in ("07-gone-long-ago.json", "07-gone-long-ago.md", "notes.md", "7-mine.json"):
        (tmp_path / "games" / name).write_text("old")
    write_gallery(run, tmp_path)
    names = {file.name for file in (tmp_path / "games").iterdir()}
    assert {"notes.md", "7-mine.json"} <= names
    assert not any("gone" in name for name in names)
