"""A table as a spectator sees it: its current state, and its events in words.

This module computes nothing. The stacks, the pot, the turn and the winners are copied from the last `snapshot` or
`state`. A client that reconnects gets them again with its snapshot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from croupier.games.genome.events import NAMES, sentence
from croupier.games.sting.events import Outcome

Frame = dict[str, Any]
_SILENT = ("DEAL", "DREW")
"""Events that get no sentence: cards dealt face down, one by one."""


def event_sentence(frame: Frame, who: str) -> str:
    """Return a sentence for an event of a game that is not poker. The sentence is empty for cards dealt face down."""
    word, data = frame["ev"], frame["data"]
    if word in _SILENT:
        return ""
    if word in NAMES:
        return sentence(word, who, data.get("amount", 0), " ".join(data.get("cards", [])))
    if word in _STING:
        return _STING[word](who, data)
    return f"{who}: {word.lower()}" if "seat" in frame else str(word.lower())


def _card(data: Frame) -> str:
    return str(data["card"]["name"]) if data.get("card") else "a card"


_STING: dict[str, Callable[[str, Frame], str]] = {
    "HANDBEGAN": lambda who, data: f"hand {data['hand']}: cash {data['cash']:,}, heat {data['heat']}",
    "ENTERED": lambda who, data: f"round {data['round']}" if data["phase"] == "betting" else "",
    "CHECKED": lambda who, data: f"{who} checks" + (", having no card left" if data.get("by_itself") else ""),
    "RAISED": lambda who, data: f"{who} plays {_card(data)} face down",
    "FOLDED": lambda who, data: f"{who} folds",
    "FLIPPED": lambda who, data: f"{who} played {_card(data)}",
    "CONTINUED": lambda who, data: "the Player goes on",
    "OUTCOME": lambda who, data: str(Outcome(**data)),
}


LINES_MAX = 200
"""The most lines about past events that are kept."""
_OUT = {1: "waits for the big blind", 2: "pauses", 3: "leaves"}


@dataclass(frozen=True)
class SeatRow:
    """A seat as `croupier watch` shows it."""

    seat: int
    team: str
    stack: int
    committed: int
    folded: bool
    to_act: bool
    button: bool
    note: str


class Watched:
    """A table, kept up to date by a spectator's frames."""

    def __init__(self) -> None:
        self.teams: dict[int, str] = {}
        self.lobby: list[Frame] = []
        self.players: list[Frame] = []
        self.shown: dict[int, str] = {}
        self.board: list[str] = []
        self.pot = 0
        self.button: int | None = None
        self.actor: int | None = None
        self.hands = 0
        self.title = "croupier"
        self.lines: list[str] = []

    def feed(self, frame: Frame) -> list[str]:
        """Update the table from a frame, and return lines of text that describe the frame."""
        handler = getattr(self, f"_on_{frame['type']}", None)
        lines: list[str] = list(handler(frame) or []) if handler is not None else []
        self.lines = (self.lines + lines)[-LINES_MAX:]
        return lines

    def rows(self) -> list[SeatRow]:
        """Return the current state of every seat."""
        players = {row["seat"]: row for row in self.players}
        rows = []
        for each in self.lobby:
            seat, now = each["seat"], players.get(each["seat"])
            note = self.shown.get(seat, "") or ("all-in" if now and now["all_in"] else "")
            out = _OUT.get(each.get("intent", 0), "") if each.get("inactive") else ""
            note = " ".join(filter(None, (note, out, "" if each["connected"] else "away")))
            stack, bet = (now["stack"], now["committed"]) if now else (each["stack"], 0)
            rows.append(SeatRow(seat, each["team"], stack, bet,
                                now is None or now["has_folded"], seat == self.actor, seat == self.button, note))
        return rows

    def _on_spectate(self, frame: Frame) -> None:
        config = frame["config"]
        stakes = f" {config['sb']}/{config['bb']}" if config["bb"] else ""
        self.title = f"{frame['table_id']}: {config['variant']}{stakes}"

    def _on_lobby(self, frame: Frame) -> None:
        self.lobby = frame["players"]
        self.teams = {row["seat"]: row["team"] for row in self.lobby}

    def _on_snapshot(self, frame: Frame) -> list[str]:
        self.players, self.board, self.pot = frame["players"], frame["community"], frame["pot"]
        self.button, self.actor = frame.get("button"), frame["next_actor"]
        return [line for event in frame.get("events", []) for line in self._on_event(event)]

    def _on_state(self, frame: Frame) -> None:
        self.players, self.board, self.pot = frame["players"], frame["community"], frame["pot"]
        self.button, self.actor = frame["button"], frame["next_actor"]

    def _on_start_hand(self, frame: Frame) -> list[str]:
        self.shown, self.board, self.pot, self.players = {}, [], 0, []
        self.button = frame["button"]
        return [f"--- hand {frame['deal']['hand_no']}, {self._team(frame['button'])} deals ---"]

    def _on_event(self, frame: Frame) -> list[str]:
        ev, team = frame["ev"], self._team(frame.get("seat"))
        late = " (time)" if frame.get("auto") == "timeout" else ""
        if "data" in frame:
            other = event_sentence(frame, team)
            return [other + late] if other else []
        if ev == "SHOWDOWN":
            self.shown[frame["seat"]] = f"{' '.join(frame['hand'])}  {frame['rank']}"
        words = {
            "POST_BLINDS": lambda: (f"{self._team(frame['sb_seat'])} posts {frame['sb']:,}, " if "sb_seat" in frame else
                                    "") + f"{self._team(frame['bb_seat'])} posts {frame['bb']:,}",
            "POST": lambda: f"{team} posts {frame['amount']:,} ({frame['kind']})",
            "BET": lambda: f"{team} bets {frame['to']:,}" + (" all-in" if frame["all_in"] else ""),
            "CALL": lambda: f"{team} calls {frame['amount']:,}" + (" all-in" if frame["all_in"] else ""),
            "BRING_IN": lambda: f"{team} brings in {frame['amount']:,}",
            "CHECK": lambda: f"{team} checks", "FOLD": lambda: f"{team} folds",
            "FLOP": lambda: f"flop {' '.join(frame['cards'])}", "TURN": lambda: f"turn {frame['card']}",
            "RIVER": lambda: f"river {frame['card']}",
            "DRAW": lambda: f"{team} draws {frame['count']}",
            "SHOWDOWN": lambda: f"{team} shows {' '.join(frame['hand'])}: {frame['rank']}",
            "POT_AWARD": lambda: f"{team} {'gets back' if frame.get('uncalled') else 'wins'} {frame['amount']:,}",
            "ELIMINATED": lambda: f"{team} is out",
            "REMOVED": lambda: f"the operator removed {team}",
        }.get(ev)
        if words is None:
            return []
        return [words() + late]

    def _on_end_hand(self, frame: Frame) -> list[str]:
        self.hands += 1
        self.actor = None
        return ["the hand is void"] if frame.get("void") else []

    def _on_match_end(self, frame: Frame) -> list[str]:
        why = " (everybody only folded: most chips win)" if frame.get("why") == "walks" else ""
        return [f"=== {frame['winner']['team']} wins the match{why} ==="]

    def _on_chips(self, frame: Frame) -> list[str]:
        word = {"buy_in": "sits down with", "top_up": "buys", "cash_out": "leaves with", "removed": "is sent away with"}
        return [f"{frame['team']} {word[frame['why']]} {abs(frame['amount']):,}"]

    def _on_notice(self, frame: Frame) -> list[str]:
        return [frame["msg"]]

    def _team(self, seat: int | None) -> str:
        return self.teams.get(seat, f"seat {seat}") if seat is not None else "nobody"
