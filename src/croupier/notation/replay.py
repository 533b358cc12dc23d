"""Replay a recorded hand. Check that every action is legal, that no card occurs twice, and that the final stacks are as
stated.

    result = Replay(record)
    result.status, result.final_stacks, result.reason

Statuses: `ok`; `partial` (the record stops before the hand is over, or does not say who won); `illegal` (an action or a
card that the rules refuse); `unbalanced` (stated results that the replay contradicts); `unsupported` (a valid record of
a hand the engine does not play); `unreadable`. Nothing is repaired. The replay stops at the first illegal action, and
`final_stacks` are the stacks at that moment.

The dict of a table is played with its players sorted by position (`played`, `table_dict`). Results and reasons use the
order of the dict's columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.betting.rulebook import BadAmount, IllegalAction
from croupier.games.poker.hand import Hand
from croupier.games.poker.rules import ALL_RULES, PokerRules
from croupier.notation.actions import ActionPlayer, Finer
from croupier.notation.hand_start import Start, Unplayable, places_in_log, start_hand
from croupier.notation.money import CENTS, INF, UNKNOWN_STACK, amount, plain
from croupier.notation.record import BadRecord, HandRecord, Number
from croupier.notation.results import Unbalanced, compare
from croupier.notation.table_dict.log_lines import renamed
from croupier.notation.table_dict.positions import by_position, is_table, names_in, turned

STATUSES = ("ok", "partial", "illegal", "unbalanced", "unsupported", "unreadable")
FAILED = frozenset(("illegal", "unbalanced", "unreadable"))
SHOWN_MAX = 80
"""The maximum number of characters of an action that a reason quotes."""


class Replay:
    """The outcome of playing a record."""

    def __init__(self, record: HandRecord, rules: PokerRules | None = None) -> None:
        """Play the record. If `rules` is given, use it instead of the rules of the record's variant."""
        check_record(record)
        self.record = record
        self.played = record
        self.order: list[int] = []
        self.rules = rules
        self.start: Start | None = None
        self.status = "ok"
        self.reason: str | None = None
        self.clause: str | None = None
        self.line: int | None = None
        self.notes: list[str] = []
        try:
            check_log(record)
            if is_table(record):
                self.played, self.order = turned(record)
            self._play(start_hand(self.played, 0, rules))
        # a bet in the log has more decimal places than the columns, from which the unit was computed
        except Finer as finer:
            self._play_finer(finer.places)
        except Unplayable as reason:
            self._fail("unsupported", reason.reason, reason.clause, reason.line)
        except BadRecord as damage:
            self._fail("unreadable", damage.reason, damage.clause, damage.line or record.line)
        # pokerkit 0.7.7 plays FO/8 by pot-limit rules, and its files do not say so
        if self.clause == "B13" and record.variant == "FO/8" and rules is None:
            self._play_by_pot_limit()
        # the money of the text does not add up by itself, so the result is unbalanced whatever the replay says (N12)
        if record.fields.get("_unbalanced"):
            self._fail("unbalanced", str(record.fields["_unbalanced"]), "M2", record.line)

    @property
    def hand(self) -> Hand | None:
        """Return the hand after the last action. Return None if the hand could not be started."""
        return None if self.start is None else self.start.hand

    @property
    def final_stacks(self) -> list[Number]:
        """Return the stack of every seat after the last action, as amounts of the file.

        If a PokerStars text accounts for every chip including the rake, return the final stacks of the text.
        """
        # the engine does not take rake, so the stacks of the text are more accurate
        if "_rake" in self.record.fields and self.status in ("ok", "unsupported", "unbalanced"):
            return list(self.record.fields.get("finishing_stacks") or ())
        return self.played_stacks

    @property
    def played_stacks(self) -> list[Number]:
        """Return the stack of every seat in the engine, without any rake."""
        if self.start is None or not self.order:
            return [] if self.start is None else _stacks(self.start)
        # seats that take no part keep what they have
        stacks = list(self.record.fields["starting_stacks"])
        for place, stack in zip(self.order, _stacks(self.start)):
            stacks[place] = stack
        return stacks

    @property
    def failed(self) -> bool:
        """Return True if something is wrong with the record."""
        return self.status in FAILED

    def as_json(self) -> dict[str, Any]:
        """Return one line of `croupier verify --json`. Amounts are as in the file; amounts with a point are text."""
        return {"file": self.record.source, "key": self.record.key, "status": self.status,
                "final_stacks": [plain(stack) for stack in self.final_stacks], "reason": self.reason,
                "clause": self.clause, "line": self.line}

    def _play_by_pot_limit(self) -> None:
        """Replay FO/8 with pot-limit rules, as pokerkit 0.7.7 does. If the result then is as stated, keep it and add a
        note.
        """
        again = Replay(self.record, ALL_RULES["PO/8"])
        if again.status == "ok" and "finishing_stacks" in self.record.fields:
            self.start = again.start
            self.status, self.reason, self.clause, self.line = "ok", None, None, None
            self.notes = [*again.notes, "FO/8 bet by pot-limit rules, as pokerkit 0.7.7 plays it (B13)"]

    def _named(self, reason: str) -> str:
        """Return a reason that names players as the record does."""
        return renamed(reason, names_in(self.order)) if self.order else reason

    def _seats(self) -> list[int]:
        """Return the seat of each column of a table's dict, or -1 for a player who takes no part. Return an empty list
        for other records.
        """
        if not self.order:
            return []
        return [self.order.index(place) if place in self.order else -1
                for place in range(len(self.record.fields["starting_stacks"]))]

    def _fail(self, status: str, reason: str, clause: str | None, line: int | None) -> None:
        self.status, self.reason, self.clause, self.line = status, reason, clause, line

    def _play_finer(self, places: int) -> None:
        """Replay again with a finer unit, because a bet in the log has more decimal places than the columns."""
        self._play(start_hand(self.played, max(places, CENTS, places_in_log(self.played)), self.rules))

    def _play(self, start: Start) -> None:
        """Take every action, and then check the result."""
        self.start = start
        player = ActionPlayer(start.hand, start.places, is_record=True)
        missing = None
        try:
            take_all(player, self.played.fields["actions"])
            missing = player.finish()
        except (IllegalAction, BadAmount) as refusal:
            self._refused(refusal, player.taken)
        except BadRecord as damage:
            self._fail("unreadable", self._named(damage.reason), damage.clause, self.record.line_of(player.taken))
        self.notes = player.notes
        if self.status == "ok":
            self._judge(start, missing)

    def _refused(self, refusal: IllegalAction | BadAmount, at: int) -> None:
        actions = self.record.fields["actions"]
        what = f"{actions[at]:.{SHOWN_MAX}}: " if at < len(actions) else ""
        # if the error comes after the last action, it concerns the showdown
        line = self.record.line_of(at) if at < len(actions) else self.record.line
        reason = refusal.reason if isinstance(refusal, IllegalAction) else str(refusal)
        self._fail("illegal", f"{what}{self._named(reason):.300}", refusal.clause, line)

    def _judge(self, start: Start, missing: str | None) -> None:
        """Check that a legal hand is complete and ends as stated."""
        if "_cash_outs" in self.played.fields:
            self.notes = [*self.notes, "a player cashed out: the room paid it and took its share of the pot"]
        if start.unknown:
            self.notes = [*self.notes, "stacks are not known: only legality is checked"]
            # if stacks are unknown, nobody can say who won, so a hand that lacks only the showdown counts as complete
            if missing and not _ends_in_silence(start.hand):
                self._fail("partial", missing, "N12", self.record.line)
        elif missing:
            self._fail("partial", missing, "N12", self.record.line)
        else:
            self._compare(start)

    def _compare(self, start: Start) -> None:
        fields = self.played.fields
        if "finishing_stacks" not in fields and "winnings" not in fields:
            return
        try:
            self.notes = [*self.notes, *compare(self.played, start, self._seats())]
        except Unbalanced as difference:
            self._fail("unbalanced", str(difference), "M2", self.record.line)

    def __repr__(self) -> str:
        return f"<Replay {self.status}{': ' + self.reason if self.reason else ''}>"


def check_record(record: HandRecord) -> None:
    """Raise TypeError for anything but a record, because this is an error in the caller's program and not in a file."""
    if not isinstance(record, HandRecord):
        raise TypeError(f"expected a HandRecord, as load and loads give them, not {type(record).__name__}")
    if type(record.fields) is not dict:
        raise TypeError(f"a HandRecord's fields are a dict, not {type(record.fields).__name__}")


def check_log(record: HandRecord) -> None:
    """Raise BadRecord for a damaged record, or for a log that is not a list of texts."""
    if record.damage is not None:
        raise record.damage
    actions = record.fields.get("actions")
    if type(actions) is not list:
        if actions is None and "_unsupported" in record.fields:
            return
        reason = "actions is not an array" if "actions" in record.fields else "the hand has no actions"
        raise BadRecord(reason, record.line)
    for action in actions:
        if type(action) is not str:
            raise BadRecord(f"the action {action!r:.40} is not text", record.line)


def take_all(player: ActionPlayer, actions: list[str]) -> None:
    """Take every action of a log."""
    for action in actions:
        player.take(action)
        player.taken += 1


def _stacks(start: Start) -> list[Number]:
    """Return the stack of every seat as amounts of the file. An unknown stack stays `inf`."""
    if not start.places and not start.unknown:
        return list(start.stacks())
    return [INF if begun == UNKNOWN_STACK else amount(stack, start.places)
            for stack, begun in zip(start.stacks(), start.begun)]


def _ends_in_silence(hand: Hand) -> bool:
    """Return True if only the showdown is missing."""
    return hand.awaits == "show"


def steps(record: HandRecord) -> Iterator[tuple[str, Hand]]:
    """Yield each action's text with the hand after the action. Before these, yield an empty text with the hand as it
    begins.
    """
    check_record(record)
    check_log(record)
    # the dict of a table is played in PHH's order
    record = by_position(record)
    start = start_hand(record, places_in_log(record))
    player = ActionPlayer(start.hand, start.places, is_record=True)
    yield "", start.hand
    for action in record.actions:
        player.take(action)
        yield action, start.hand
    player.finish()
