"""Answer questions about a store's matches and hands. This module only reads.

Until a match's secret is public, the server gives out a hand only through `public_hand`, `hands` and `archive`, and to
a player who had a seat in it through `own_hand` and `own_hands`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena, TableConfig, from_dict
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.plays.any_game import GamePlay
from croupier.arena.core.tables.hand import deal_play
from croupier.arena.journal.reader import Database, refuse_damage

ARCHIVE_FORMAT = "croupier-match-1"
"""The value of `format` in a match's archive."""
LOOK_BACK = 20_000
"""The number of hands, of all tables, that one request searches for a seat's own hands. This takes a few hundredths of
a second.
"""
_OPERATED = b'{"type":"OperatorCommand",'
"""The first bytes of each record of an operator's command."""
_ENDED = "json_extract(body, '$.ended_ms')"
"""The SQL expression for the time at which a hand ended."""


class Queries:
    """The committed results of a store: matches, hands, archives. Damaged rows raise BadArena."""

    def __init__(self, db: Database, until: Mapping[str, int] | None = None) -> None:
        self.db, self._until = db, until or {}

    def as_of(self, until: Mapping[str, int]) -> Queries:
        """Return queries that leave out everything that happened at a table after the time given for it (in ms)."""
        return Queries(self.db, until) if until else self

    def _is_known(self, table_id: str, at_ms: int) -> bool:
        return at_ms <= self._until.get(table_id, at_ms)

    def _known(self, table: str, at_ms: str) -> str:
        """Return the SQL condition that leaves out what is too new. The parameters of the condition are `_times`."""
        return "".join(f" AND NOT ({table} = ? AND {at_ms} > ?)" for _ in self._until)

    @property
    def _times(self) -> list[str | int]:
        return [value for pair in self._until.items() for value in pair]

    @refuse_damage("the list of hands")
    def last_hand(self) -> int:
        """Return the highest number of any hand, finished or not (T8)."""
        return int(self._select("SELECT coalesce(max(number), 0) FROM dealt")[0][0])

    @refuse_damage("the list of matches")
    def last_match(self) -> int:
        """Return the highest number of any match."""
        return int(self._select("SELECT coalesce(max(number), 0) FROM matches")[0][0])

    @refuse_damage("the list of matches")
    def match_ids(self) -> list[str]:
        """Return the names of all matches that began, in order."""
        return [str(name) for (name,) in self._select(
            "SELECT match_id FROM matches JOIN begun USING (match_id) ORDER BY number")]

    @refuse_damage("the list of matches")
    def matches(self, limit: int = 100, before: int | None = None) -> list[dict[str, Any]]:
        """Return the latest matches without their secrets, newest first. With `before`, return only matches with lower
        numbers.
        """
        rows = self._select(
            "SELECT match_id, table_id, b.begun_ms, e.ended_ms, e.body,"
            " (SELECT count(*) FROM hands h WHERE h.match_id = m.match_id"
            f"{self._known('h.table_id', _ENDED)})"
            " FROM matches m JOIN begun b USING (match_id) LEFT JOIN ended e USING (match_id)"
            f" WHERE m.number < ?{self._known('m.table_id', 'b.begun_ms')} ORDER BY m.number DESC LIMIT ?",
            *self._times, before if before is not None else 1 << 62, *self._times, limit)
        return [{"match_id": match_id, "table_id": table_id, "begun_ms": begun, "hands": hands, "ended": is_over,
                 "standings": json.loads(ended)["standings"] if is_over else []}
                for match_id, table_id, begun, ended_ms, ended, hands in rows
                for is_over in [ended is not None and self._is_known(table_id, ended_ms)]]

    @refuse_damage("a match in the store")
    def match_config(self, match_id: str) -> TableConfig:
        """Return the settings with which a match was played."""
        return from_dict(self._load("begun", match_id)["config"])

    @refuse_damage("the list of hands")
    def hands(self, limit: int = 50, before: int | None = None, table_id: str | None = None,
              match_id: str | None = None) -> list[dict[str, Any]]:
        """Return the latest hands as everybody may see them, newest first; `before` is the number of a hand."""
        rows = self._select(
            "SELECT body FROM hands WHERE number < ? AND (? IS NULL OR table_id = ?) AND (? IS NULL OR match_id = ?)"
            f"{self._known('table_id', _ENDED)} ORDER BY number DESC LIMIT ?",
            before if before is not None else 1 << 62, table_id, table_id, match_id, match_id, *self._times, limit)
        return [_show(body, whole=False) for (body,) in rows]

    def hands_after(self, count: int) -> Iterator[HandDone]:
        """Yield the hands after the first `count`, with every card, in the order in which they ended."""
        with refuse_damage("a hand in the store"):
            for (body,) in self.db.execute("SELECT body FROM hands WHERE place > ? ORDER BY place", (count,)):
                yield msgspec.json.decode(body, type=HandDone)

    def finished_matches(self) -> Iterator[MatchDone]:
        """Yield the results of all matches that have ended."""
        with refuse_damage("the result of a match in the store"):
            for (body,) in self.db.execute("SELECT body FROM ended"):
                yield msgspec.json.decode(body, type=MatchDone)

    def public_hand(self, hand_id: str) -> dict[str, Any] | None:
        """Return a hand as everybody may see it. Return None if no hand with this id has ended."""
        return self._find_hand(hand_id, may_open=False)

    def opened_hand(self, hand_id: str) -> dict[str, Any] | None:
        """Return a hand with every card if its match's secret is public (T6). Otherwise return the same as
        `public_hand`.
        """
        return self._find_hand(hand_id, may_open=True)

    @refuse_damage("a hand in the store")
    def _find_hand(self, hand_id: str, may_open: bool) -> dict[str, Any] | None:
        for body, match_id in self._select("SELECT body, match_id FROM hands WHERE hand_id = ?", hand_id):
            hand = _show(body, whole=may_open and self.is_revealed(match_id))
            return hand if self._is_known(hand["table_id"], hand["ended_ms"]) else None
        return None

    @refuse_damage("a match in the store")
    def is_revealed(self, match_id: str) -> bool:
        """Return True if a match's secret is public: it has ended and its table publishes secrets (T6)."""
        ended = self._ended(match_id)
        return ended is not None and bool(ended["revealed"])

    def _ended(self, match_id: str) -> Any:
        ended = self._load("ended", match_id)
        return ended if ended is not None and self._is_known(ended["table_id"], ended["ended_ms"]) else None

    @refuse_damage("a match in the store")
    def archive(self, match_id: str, *, everything: bool = False) -> dict[str, Any] | None:
        """Return a whole match. The secret and hidden cards are included only if they are public, or for an auditor
        (`everything`).

        Return None if no match of this name has begun.
        """
        begun, given = self._load("begun", match_id), self._select(
            "SELECT secret FROM matches WHERE match_id = ?", match_id)
        if begun is None or not given or not self._is_known(begun["table_id"], begun["begun_ms"]):
            return None
        table_id, ended = begun["table_id"], self._ended(match_id)
        whole = everything or self.is_revealed(match_id)
        removed = self._select("SELECT body FROM removed WHERE match_id = ? ORDER BY hand_no, place", match_id)
        hands = self._select("SELECT body FROM hands WHERE match_id = ? ORDER BY hand_no", match_id)
        shown = [hand for (body,) in hands
                 if self._is_known(table_id, (hand := _show(body, whole))["ended_ms"])]
        # removals and purchases after a hand become public with the next hand, or when the match ends
        is_all = ended is not None or table_id not in self._until
        last = max((hand["hand_no"] for hand in shown), default=0)
        return {"format": ARCHIVE_FORMAT, "match_id": match_id,
                **{name: begun[name] for name in ("table_id", "begun_ms", "commit", "config", "opening")},
                "secret": given[0][0].hex() if whole else None, "ended": ended,
                "removed": [each for (body,) in removed if (each := json.loads(body))["hand_no"] < last or is_all],
                "hands": shown}

    @refuse_damage("the journal")
    def operator_log(self, limit: int) -> list[dict[str, Any]]:
        """Return the operator's latest commands, newest first: `at_ms`, `table_id`, `command` and the command's own
        fields.

        Commands further back than 10 * LOOK_BACK records of the journal are left out.
        """
        rows = self._select(
            "SELECT at_ms, table_id, body FROM journal WHERE substr(body, 1, ?) = ? AND number >"
            " (SELECT max(number) FROM journal) - ? ORDER BY number DESC LIMIT ?",
            len(_OPERATED), _OPERATED, 10 * LOOK_BACK, limit)
        return [{"at_ms": at_ms, "table_id": table_id, **_operated(body)} for at_ms, table_id, body in rows]

    # -- a seat's own hands --------------------------------------------------------------------------------------------

    @refuse_damage("the list of hands")
    def own_hands(self, key: str, limit: int, before: int | None = None,
                  wanted: Callable[[dict[str, Any]], bool] = lambda hand: True,
                  whole: bool = False) -> tuple[list[dict[str, Any]], int]:
        """Return the latest hands of the seats with this key (`seat_key`), newest first, in the form of `own_hand`.

        Also return the value of `before` for the next call, or 0 if there are no more hands. One call searches at most
        LOOK_BACK hands.

        Without `whole`, games other than poker have no events in the result, because they would have to be dealt again.
        """
        start = self.last_hand() + 1 if before is None else before
        rows = self.db.execute(
            "SELECT number, body FROM hands WHERE number < ? AND number >= ? AND instr(body, ?)"
            f"{self._known('table_id', _ENDED)} ORDER BY number DESC",
            (start, start - LOOK_BACK, f'"{key}"', *self._times))
        found: list[dict[str, Any]] = []
        for number, body in rows:
            hand = json.loads(body)
            if key in hand["keys"].values() and wanted(hand):
                found.append(self._own(hand, key, whole))
                if len(found) == limit:
                    return found, int(number)
        return found, max(0, start - LOOK_BACK)

    @refuse_damage("a hand in the store")
    def own_hand(self, hand_id: str, key: str, whole: bool = True) -> dict[str, Any] | None:
        """Return a hand as the seat with this key saw it: the public record with this seat's own cards filled in.

        The field `seat` is that seat's number. Without `whole`, a game other than poker has no events in the result.
        Return None if no hand with this id has ended, or if no seat of the hand has this key.
        """
        for (body,) in self._select("SELECT body FROM hands WHERE hand_id = ?", hand_id):
            hand = json.loads(body)
            if key in hand["keys"].values() and self._is_known(hand["table_id"], hand["ended_ms"]):
                return self._own(hand, key, whole)
        return None

    def _own(self, hand: dict[str, Any], key: str, with_events: bool) -> dict[str, Any]:
        seat = seat_of(hand, key)
        hidden, public = hand.pop("whole"), hand.pop("public")
        del hand["keys"]
        if "actions" in public:
            record = _own_lines(public, hidden, seat)
        else:
            record = self._own_events(hand, hidden, seat) if with_events else {
                "variant": public["variant"], "length": len(hidden["actions"])}
        return {**hand, "seat": seat, "record": record}

    def _own_events(self, hand: dict[str, Any], whole: dict[str, Any], seat: int) -> dict[str, Any]:
        """Return the record of a game that is not poker as a seat saw it.

        For this, the game is dealt again (T6) and replayed.
        """
        secret = self._select("SELECT secret FROM matches WHERE match_id = ?", hand["match_id"])[0][0]
        stacks, nonces = ({int(place): value for place, value in hand[name].items()} for name in ("stacks", "nonces"))
        play = deal_play(self.match_config(hand["match_id"]), MatchKey(hand["match_id"], secret), hand["hand_no"],
                         hand["hand_id"], dict(sorted(stacks.items())), hand["button"], nonces)
        assert isinstance(play, GamePlay)
        return play.replayed(whole["actions"], seat)

    def _select(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return list(self.db.execute(sql, values))

    def _load(self, table: str, match_id: str) -> Any:
        for (body,) in self._select(f"SELECT body FROM {table} WHERE match_id = ?", match_id):
            return json.loads(body)
        return None

    def whole_match(self, match_id: str) -> dict[str, Any]:
        """Return a match for the auditor; raise BadArena if it is missing or damaged."""
        archive = self.archive(match_id, everything=True)
        if archive is None:
            raise BadArena(f"match {match_id} is not in the store")
        return archive

    def archives(self) -> Iterator[dict[str, Any]]:
        """Yield every match that began, for the auditor."""
        return map(self.whole_match, self.match_ids())


def _operated(body: bytes) -> dict[str, Any]:
    message = json.loads(body)["message"]
    return {name: message[name] for name in ("command", "team", "count", "msg") if name in message}


def seat_of(hand: dict[str, Any], key: str) -> int:
    """Return the seat of a stored hand that has this key."""
    return next(int(seat) for seat, own in hand["keys"].items() if own == key)


def _own_lines(public: dict[str, Any], whole: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return the record of a poker hand as a seat saw it: the public lines, with its own cards shown."""
    player = f"p{public['seats'].index(seat + 1) + 1}"
    lines = [secret if secret.startswith((f"d dh {player} ", f"{player} sd")) else shown
             for shown, secret in zip(public["actions"], whole["actions"], strict=True)]
    return {**public, "actions": lines}


def _show(body: str, whole: bool) -> dict[str, Any]:
    """Return a stored hand with one of its two records: the whole one with every card, or the public one."""
    hand = json.loads(body)
    hidden, shown = hand.pop("whole"), hand.pop("public")
    hand.pop("keys")
    return {**hand, "record": hidden if whole else shown}
