"""Random hands at a real server, watched, played and rejoined by three pages in Chromium.

All other seats answer only when told to, so the table rests before every decision. Then the DOM of each page is
compared with the public state that the server's API gives at that moment; a page has time to draw, but must come to
show exactly that. At the end of each hand of poker, stacks, winners and what they won are compared too. One item is
some hands of one game.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.page.conftest import FLAGS
from tests.page.house import Arena
from tests.patience import PATIENCE

from .expected import differences, ended
from .players import OPERATOR, Teams, answer

HANDS = 20
VISITOR = "Visitor"
AWAKE = ["--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
         "--disable-background-timer-throttling"]
"""A page draws although another one is in front."""
GAMES = {"HUNL": ("holdem", 6), "FT": ("FT", 4), "NS": ("NS", 5), "PO": ("PO", 4), "FO/8": ("FO/8", 3),
         "F7S": ("F7S", 4), "F7S/8": ("F7S/8", 3), "FR": ("FR", 4), "F2L3D": ("F2L3D", 4),
         "N2L1D": ("N2L1D", 3), "FB": ("FB", 4),
         "evolved": ("genome:eights-for-stakes", 3), "sting": ("sting", 3)}
"""The eleven games of poker, a game from the lab and the sting; each with its number of seats."""
SETTINGS = """
[limits]
requests_per_second = 1000000
bytes_per_second = 100000000

[tables.T]
game = "{game}"
seats = {seats}
min_teams = {seats}
matches = 0
hand_control = "operator"
hand_pause_ms = 0
match_pause_ms = 0
move_time_ms = 0
"""
HERE = Path(__file__).parent
READING, ACTING, SPY = ((HERE / name).read_text(encoding="utf-8") for name in ("reading.js", "acting.js", "spy.js"))


class Trial:
    """Plays hands at one table with its teams and three pages."""

    def __init__(self, arena: Arena, browser: Any, seats: int, rng: Random) -> None:
        self.url, self.rng, self.counts = arena.url, rng, Counter[str]()
        self.is_long = self.table()["config"]["variant"].startswith("genome:")
        self.errors: list[str] = []
        self.teams = Teams(arena.url, "T", [f"Team {number}" for number in range(1, seats)])
        self.watching, self.returning, self.playing = (self._page(browser, address) for address in ("", "", "/1"))
        self.playing.fill("#team", VISITOR)
        self.playing.click("form .primary")
        self.playing.wait_for_selector(".panel")
        self.last_rest: dict[str, Any] = {}
        self.names: dict[int, str] = {}
        self.pressed = ""

    def _page(self, browser: Any, how: str) -> Any:
        context = browser.new_context(viewport={"width": 1100, "height": 760}, reduced_motion="reduce")
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.add_init_script(SPY)
        page.goto(f"{self.url}#/table/T{how}")
        page.wait_for_selector("form.join" if how else ".felt, .sting")
        return page

    def table(self) -> dict[str, Any]:
        """Return the public state."""
        with urllib.request.urlopen(f"{self.url}api/tables/T") as reply:
            return dict(json.load(reply))

    def until(self, what: str, truth: Callable[[], Any]) -> Any:
        """Wait for something and return it; the pages go on meanwhile."""
        end = time.monotonic() + PATIENCE
        while not (found := truth()):
            assert time.monotonic() < end, f"not within {PATIENCE} s: {what}"
            self.watching.wait_for_timeout(2)
        return found

    def agree(self, pages: dict[str, Any], compare: Callable[[Any], list[str]]) -> None:
        """Wait until each page shows what it must; AssertionError with what it shows otherwise."""
        end = time.monotonic() + PATIENCE
        for name, page in pages.items():
            while wrong := compare(page):
                assert time.monotonic() < end, f"{name} page: {'; '.join(wrong)[:1500]}"
                page.wait_for_timeout(20)
            self.counts[f"looks at the {name} page"] += 1

    def look(self, page: Any, table: dict[str, Any]) -> list[str]:
        """Return what a page shows otherwise than the table."""
        read = page.evaluate(READING)
        own = page.evaluate("window.own") if page is self.playing else None
        if own is not None and own["seat"] not in [row["seat"] for row in table["hand"]["players"]]:
            own = None  # it is out of the match
        return differences(read, table, own)

    def rest(self, before: tuple[Any, ...]) -> dict[str, Any] | None:
        """Wait until the next decision, or return None if the hand has ended."""
        def found() -> dict[str, Any] | None:
            table = self.table()
            if table["status"] == "hand_in_progress" and key(table) == before:
                return None
            return table

        table = self.until(f"the decision after {before}, {self.pressed}", found)
        return dict(table) if table["status"] == "hand_in_progress" else None

    def hand(self) -> None:
        """Deal a hand and play it to its end; the pages are compared before every decision."""
        before = self.table()
        if not self.is_long:
            del self.teams.frames[:]
        self.until("a table that can deal", lambda: self.table()["status"] in ("between_hands", "hand_in_progress"))
        last: tuple[Any, ...] = (None, None)
        if before["status"] != "hand_in_progress":
            self.teams.send("operator", {"type": "operator", "command": "START_HAND"})
            self.until("a new hand", lambda: (self.table()["hand_no"], self.table()["match_id"])
                       != (before["hand_no"], before["match_id"]))
        while (table := self.rest(last)) is not None:
            last = key(table)
            self.decide(table)
            if self.is_long and self.rounds() > self.counts["hands"]:  # a game of many hands is played as far as needed
                self.counts["hands"] += 1
                return
        self.result()
        self.counts["hands"] += 1

    def rounds(self) -> int:
        """Return how many hands of a game from the lab have begun."""
        return sum(frame["type"] == "event" and frame["ev"] == "HAND" for frame in self.teams.frames)

    def decide(self, table: dict[str, Any]) -> None:
        """Compare the pages, perhaps after a connection was lost, and let the seat to act answer."""
        shot = self.last_rest = table["hand"]
        names = self.names = {row["seat"]: row["team"] for row in table["players"]}
        team, asked = names[shot["next_actor"]], (shot["at_hand_id"], shot["decision"])
        if team == VISITOR:
            self.until("the page's own decision",
                       lambda: self.playing.evaluate(READING)["decision"] == f"{asked[0]}/{asked[1]}")
        else:
            self.until("a prompt", lambda: self.is_asked(team, asked))
        self.disturb()
        pages = {"watching": self.watching, "reconnecting": self.returning, "playing": self.playing}
        self.agree(pages, lambda page: self.look(page, table))
        self.counts["decisions"] += 1
        if team == VISITOR:
            self.pressed = self.playing.evaluate(ACTING, [self.rng.random() for _ in range(7)])
            self.counts["decisions by the page's buttons"] += 1
        else:
            said = answer(self.teams.prompts[team], self.rng)
            self.pressed = f"{team}: {said}"
            self.teams.send(team, said)

    def is_asked(self, team: str, asked: tuple[str, int]) -> bool:
        prompt = self.teams.prompts.get(team)
        return prompt is not None and (prompt["hand_id"], prompt["decision"]) == asked

    def disturb(self) -> None:
        """Now and then a page loses its connection, or is loaded again; it must come to show the same."""
        dice = self.rng.random()
        if dice < 0.08:
            page = self.playing if dice < 0.02 else self.returning
            before = page.evaluate("window.sockets.at(-1).close(), window.sockets.length")
            self.until("a new connection", lambda: page.evaluate("window.sockets.length") > before)
            self.until("a live connection", lambda: page.text_content("#link") == "live")
            self.counts["lost connections"] += 1
        elif dice < 0.11:
            (self.playing if dice < 0.09 else self.returning).reload()
            self.counts["pages loaded again"] += 1

    def result(self) -> None:
        """Compare the end of a hand of poker with what the server paid."""
        self.until("the end of the hand", lambda: any(frame["type"] == "end_hand" for frame in self.teams.frames))
        end = next(frame for frame in self.teams.frames if frame["type"] == "end_hand")
        events = [frame for frame in self.teams.frames
                  if frame["type"] == "event" and frame["hand_id"] == end["hand_id"]]
        if not any(frame["ev"] == "POT_AWARD" for frame in events):
            return
        awards: Counter[int] = Counter()
        for frame in events:
            if frame["ev"] == "POT_AWARD" and not frame.get("uncalled"):
                awards[frame["seat"]] += frame["amount"]
        shows = any(frame["ev"] == "SHOWDOWN" for frame in events)
        if not shows and len(awards) == 1 and self.last_rest.get("at_hand_id") == end["hand_id"]:
            totals = {row["seat"]: row["total_in_pot"] for row in self.last_rest["players"]}
            (winner,) = awards
            others = max(paid for seat, paid in totals.items() if seat != winner)
            awards[winner] = sum(totals.values()) - max(0, totals[winner] - others)
        stacks = {"players": end["stacks"]}
        self.agree({"watching": self.watching, "playing": self.playing},
                   lambda page: ended(page.evaluate(READING), stacks, dict(awards), self.names))
        self.counts["results"] += 1


def key(table: dict[str, Any]) -> tuple[Any, ...]:
    """Tell one decision from the next."""
    return table["hand"]["at_hand_id"], table["hand"].get("decision")


def pages_agree(number: int, hands: int = HANDS) -> Counter[str]:
    """Play some hands of one game and compare the pages before every decision and after every hand."""
    from playwright.sync_api import sync_playwright

    rng, name = Random(number), list(GAMES)[number % len(GAMES)]
    game, seats = GAMES[name]
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        arena = Arena(Path(folder), SETTINGS.format(game=game, seats=seats), "--operator", OPERATOR)
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *AWAKE])
        try:
            trial = Trial(arena, browser, seats, rng)
            for _ in range(hands):
                trial.hand()
            assert trial.errors == [], trial.errors
            trial.teams.close()
        finally:
            browser.close()
            arena.kill()
    hands_of = Counter({f"hands of {name}": trial.counts["hands"]})
    return Counter({what: many for what, many in trial.counts.items() if what != "hands"}) + hands_of
