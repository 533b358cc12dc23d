"""Games from the lab on the page: the gallery, a game against the search, one question after it; a league's ladder."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.contest.league.store import LeagueGame, LeagueStore
from croupier.games.genome.files import dumps
from croupier.games.genome.known import known
from croupier.lab.ratings import RatingFile

from .house import Arena
from .players import asked, press, until
from .test_access import sound, violations
from .test_layout import fits

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""


def league(folder: Path) -> Path:
    """A league of two bots that played one game."""
    folder.mkdir()
    (folder / "league.toml").write_text('[bots]\nsharp = "strength"\nwild = "random"\n', encoding="utf-8")
    store = LeagueStore(folder / "league.db")
    store.settings("spring", {"standard": "hu-100bb", "deals": 10, "seed": 1, "adjust": "cards",
                              "table": None})
    game = LeagueGame(1, 1, ("sharp", "wild"), 7)
    store.plan("spring", [game])
    store.finish("spring", game, {"scores": [50.0, -50.0], "faults": {"wild": {"timeout": 2}}})
    store.close()
    return folder


@pytest.fixture(scope="module")
def lab(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """An arena with two short games of a gallery, a file of ratings, and a league."""
    folder: Path = tmp_path_factory.mktemp("lab")
    games = folder / "bred" / "games"
    games.mkdir(parents=True)
    for number, name in enumerate(("guts", "blackjack"), 1):
        short = msgspec.structs.replace(known(name), max_hands=1, name=f"short-{name}")
        (games / f"0{number}-short-{name}.json").write_text(dumps(short), encoding="utf-8")
    running = Arena(folder, "house_bots = 1\n[tables.T-1]\nseats = 2\nmatches = 0\n", "--gallery", str(folder / "bred"),
                    "--ratings", str(folder / "ratings.jsonl"), "--league", str(league(folder / "league")))
    yield running
    running.kill()


def test_the_gallery_has_a_pitch_rules_and_a_seat_for_every_game(visit, lab, shot):
    page = visit("#/games", base=lab.url)
    page.wait_for_selector(".game >> nth=1")
    first = page.locator("[data-game='G-1']")
    assert "Three cards, an ante, one bet" in first.inner_text()
    first.locator("summary").click()
    page.wait_for_selector("[data-game='G-1'] .helptext p")
    assert "3 players" in first.inner_text()
    for width, height in ((360, 780), (1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page) == []
        assert sound(page) == []
        shot(page, f"games-{width}")
    assert violations(page) == []


def play_to_the_end(page: Any) -> None:
    """Take the first choice until the game has ended and the question is there."""
    while page.locator(".rating").count() == 0:
        until(page, "document.querySelector('.rating') || document.querySelector('.panel[data-open]')")
        key = page.get_attribute(".panel", "data-decision")
        if page.locator(".rating").count() or key is None:
            return
        press(page, ".move:not([hidden]) >> nth=-1")
        until(page, f"document.querySelector('.rating') || document.querySelector('.panel').dataset.decision !== {key!r}")


def test_a_game_against_the_search_is_rated_once(visit, lab, shot):
    page = visit("#/games", base=lab.url)
    page.click("[data-game='G-1'] .primary")
    asked(page)
    assert "Oracle" in page.inner_text(".seats"), "the search plays"
    play_to_the_end(page)
    page.wait_for_selector(".rating")
    assert page.locator(".rating .primary").is_disabled()
    page.click(".rating .star >> nth=3")
    page.click(".rating [aria-label='Was it fair? Yes']")
    shot(page, "rating")
    assert violations(page) == []
    page.click(".rating .primary")
    page.wait_for_selector(".rating:has-text('Thank you')")
    (kept,) = RatingFile(lab.folder / "ratings.jsonl").read()
    assert (kept.game, kept.stars, kept.fair, kept.players) == ("short-guts", 4, True, 3)
    assert kept.actions > 0
    assert kept.hand_id.startswith("H-")
    body = {"team": "Nobody", "code": "x", "hand_id": kept.hand_id, "stars": 1}
    request = urllib.request.Request(f"{lab.url}api/ratings", json.dumps(body).encode(), method="POST")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(request)
    page.goto(f"{lab.url}#/games")
    page.wait_for_selector("[data-game='G-1']:has-text('4.0 of 5 stars')")


def test_the_ladder_of_a_league_is_on_the_standings(visit, lab, shot):
    page = visit("#/standings", base=lab.url)
    page.wait_for_selector(".ladder tbody tr")
    rows = page.eval_on_selector_all(".ladder tbody tr", "all => all.map(e => e.innerText)")
    assert rows[0].startswith("1")
    assert "sharp" in rows[0]
    assert "Season spring, hu-100bb, games of 10 deals" in page.inner_text(".ladder")
    assert rows[1].strip().endswith("2"), "its faults"
    assert violations(page) == []
    shot(page, "ladder")
