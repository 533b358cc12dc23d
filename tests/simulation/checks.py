"""What must hold after every step, checked by other means than the arena's own.

- Chips (M2): a ledger kept from the public events alone; no chip comes or goes, stacks are what the ledger says.
- Order: one seat is asked at a time, it is in the hand with chips behind, and it is the next clockwise.
- Clocks: a prompt ends when its time is up, counted here: not at a reconnect, not in the server's absence, not early.
- Secrets: a frame holds no card but those its reader may see, no secret before `match_end`, no chain key ever.
- Names: a hand id is used once; a match keeps its commitment.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

import msgspec

from croupier.arena.core.effects import HandDone, Send
from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.hand import InPlay

CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
OPENING = ("FLOP", "TURN", "RIVER", "SHOWDOWN", "DEAL")
WRITTEN = re.compile(rb"[2-9TJQKA][cdhs]")
FACE_UP = ("THIRD", "FOURTH", "FIFTH", "SIXTH")
HAND = re.compile(rb'hand_id":"([^"]+)"')
_DECODE = msgspec.json.Decoder()


class Violation(AssertionError):  # noqa: N818 - what it is
    """Something that must hold does not."""


def must(holds: bool, *words: object) -> None:
    if not holds:
        raise Violation(" ".join(map(str, words)))


class Speaker(NamedTuple):
    """Whose frame an input is, and to which prompt it says it answers."""

    table_id: str
    seat: int
    decision: int | None


class HandLedger:
    """One hand of hold'em by its public events: chips, who may act, whose turn comes."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.stacks = {row["seat"]: row["stack"] for row in start["stacks"]}
        self.total = sum(self.stacks.values())
        self.order = sorted(self.stacks)
        self.button = start["button"]
        self.folded: set[int] = set()
        self.pot = 0
        self.last = self.button
        self.event_no = 0
        self.opened = False

    def feed(self, event: dict[str, Any]) -> None:
        """Take the next event."""
        self.event_no += 1
        must(event["event_no"] == self.event_no, "event", event["event_no"], "is not", self.event_no)
        word, seat = event["ev"], event.get("seat")
        if word == "POST_BLINDS":
            self._pay(event.get("sb_seat"), event["sb"])
            self._pay(event["bb_seat"], event["bb"])
            self.last = event["bb_seat"]
        elif word == "POST":
            self._pay(seat, event["amount"])
        elif word in ("BET", "CALL", "CHECK", "FOLD"):
            must(seat == self.next_actor(), "seat", seat, "acts out of turn, seat", self.next_actor(), "was next")
            self._pay(seat, event.get("amount", 0))
            self.folded |= {seat} if word == "FOLD" else set()
            self.last = seat
        elif word in ("FLOP", "TURN", "RIVER"):
            self.last = self.button
        elif word == "POT_AWARD":
            self.stacks[seat] += event["amount"]
            self.pot -= event["amount"]
        must(self.pot + sum(self.stacks.values()) == self.total, "chips lost in", event)

    def _pay(self, seat: int | None, chips: int) -> None:
        if seat is not None:
            self.stacks[seat] -= chips
            self.pot += chips
            must(self.stacks[seat] >= 0, "seat", seat, "paid more than it had")

    def next_actor(self) -> int | None:
        """The next seat clockwise that is in the hand and has chips."""
        at = self.order.index(self.last)
        around = self.order[at + 1:] + self.order[:at + 1]
        return next((seat for seat in around if seat not in self.folded and self.stacks[seat]), None)


class TableCheck:
    """What is known of one table, step after step."""

    def __init__(self, table_id: str, plain: bool, hidden: bool) -> None:
        self.table_id, self.plain, self.hidden = table_id, plain, hidden
        self.hand_id = ""
        self.told = 0
        self.ledger: HandLedger | None = None
        self.clocks: dict[tuple[str, int], list[tuple[int, int | None, int | None]]] = {}
        """By prompt: from which record on, until when, or with what left while the clock stands."""
        self.commits: dict[str, str] = {}
        self.taken: list[tuple[int, str, int]] = []
        """Chips that left a match with a removed team, or went to and from a cash table: record, match, how many."""
        self.public: set[bytes] = set()
        self.holes: dict[str, dict[str, set[bytes]]] = {}
        self.owners: dict[str, dict[int, str]] = {}
        self.opened: dict[str, set[bytes]] = {}
        self.turned_up: Counter[tuple[int, str]] = Counter()

    def took(self, match_id: str, chips: int, number: int) -> None:
        """Chips have left."""
        self.taken.append((number, match_id, chips))

    def gone(self, match_id: str) -> int:
        """Chips that have left."""
        return sum(chips for _, match, chips in self.taken if match == match_id)

    # -- before and after an input -------------------------------------------------------------------------------------

    def before(self, table: ArenaTable) -> tuple[int, tuple[str, int], int | None] | None:
        """The open prompt: its seat, its name, and until when it is open."""
        if table.prompt is None or table.hand is None:
            return None
        key = (table.hand.hand_id, table.prompt.decision)
        return table.prompt.seat, key, self.clocks[key][-1][1]

    def after(self, table: ArenaTable, now: int, came: int, number: int, prior: Any,
              speaker: Speaker | None = None) -> None:
        """Check a table after an input, which may have come before it was taken."""
        self._events(table, came, prior, speaker)
        self._actor(table)
        self._clock(table, now, came, number)
        self._stacks(table)
        if table.match is not None:
            commit = self.commits.setdefault(table.match.key.match_id, table.match.key.commit)
            must(commit == table.match.key.commit, "T6: the commitment of", table.match.key.match_id, "changed")

    def restart(self, table: ArenaTable, since: int, now: int, kept: int, number: int) -> None:
        """A server has come back: the prompt that is open now was open then, with as much time left."""
        self.hand_id, self.public = "", shown(table)
        self.taken = [row for row in self.taken if row[0] <= kept]
        clocks = {key: [row for row in rows if row[0] <= kept] for key, rows in self.clocks.items()}
        self.clocks = {key: rows for key, rows in clocks.items() if rows}
        if table.prompt is None or table.hand is None:
            return
        key = (table.hand.hand_id, table.prompt.decision)
        if key in self.clocks:
            _, until, left = self.clocks[key][-1]
            row = (number, until + now - since if until is not None else None, left)
            self.clocks[key].append(row)
            must(table.prompt.deadline == row[1], "the clock of", key, "says", table.prompt.deadline, "not", row[1])

    # -- events --------------------------------------------------------------------------------------------------------

    def _events(self, table: ArenaTable, came: int, prior: Any, speaker: Speaker | None) -> None:
        hand = table.hand
        if hand is None:
            self.hand_id = ""
            return
        if hand.hand_id != self.hand_id:
            self.hand_id, self.told = hand.hand_id, 0
            self.ledger = HandLedger(_DECODE.decode(msgspec.json.encode(hand.start))) if self.plain else None
            self.turned_up = Counter()
            if self.hidden:
                self._remember_owners(table)
        if self.hidden and len(hand.sent_events) > self.told:  # cards come and go by events alone
            self._remember_holes(hand)
        for raw in hand.sent_events[self.told:]:
            event = _DECODE.decode(raw)
            prior = self._answered(event, came, prior, speaker)
            if self.ledger is not None:
                self.ledger.feed(event)
            if event["ev"] == "DEAL" and self.hidden:
                self._turned_up(event, shown(table, "SHOWDOWN"))
            if event["ev"] in OPENING:
                self.opened.setdefault(hand.hand_id, set()).update(opened_by(event))
        if len(self.opened) > 8:
            self.opened = dict(list(self.opened.items())[-4:])
        self.told = len(hand.sent_events)

    def _remember_owners(self, table: ArenaTable) -> None:
        """Whose cards are whose, by hand and team: a seat may have another owner before it is looked at."""
        assert table.hand is not None
        hand_id, known = table.hand.hand_id, self.owners.get(table.hand.hand_id)
        is_other = known is not None and not set(known) <= set(table.hand.play.seats)
        if is_other:  # a crash lost the hand before it was written; one that was shown is looked at by the clients
            self.holes.pop(hand_id, None)
            self.opened.pop(hand_id, None)
        if table.in_hand or known is None or is_other:
            self.owners[hand_id] = {seat: table.seats[seat].team for seat in table.hand.play.seats
                                    if seat in table.seats.taken}
            self.holes.setdefault(hand_id, {})
        self.owners = dict(list(self.owners.items())[-5:])
        self.holes = dict(list(self.holes.items())[-5:])

    def _remember_holes(self, hand: InPlay) -> None:
        """All cards a team has held in a hand: it knows what it threw away, too."""
        play: Any = hand.play
        for seat, team in self.owners[hand.hand_id].items():
            mine = {str(card).encode() for card in play.hand.hole(play.index[seat])}
            self.holes[hand.hand_id].setdefault(team, set()).update(mine)

    def ended(self, record: HandDone) -> None:
        """A hand has ended; it may have begun and ended within one input, so that nobody could look at it in play."""
        if not self.hidden:
            return
        holes, opened = self.holes.setdefault(record.hand_id, {}), self.opened.setdefault(record.hand_id, set())
        for line in record.whole["actions"]:
            cards = set(WRITTEN.findall(line.rpartition(" ")[2].encode()))
            if line.startswith("d dh"):
                team = record.seats[record.whole["seats"][int(line.split()[2][1:]) - 1] - 1]
                holes.setdefault(team, set()).update(cards)
            elif line.startswith("d db") or " sm " in line:
                opened |= cards

    def _turned_up(self, event: dict[str, Any], in_the_end: set[bytes]) -> None:
        """Cards are dealt to a seat face up only on the streets of stud that do so, one each; where a hand runs out in
        one step, what is shown in its end is told already as it is dealt."""
        if "seat" in event:
            key = event["seat"], event["street"]
            self.turned_up[key] += sum(card != "??" and card.encode() not in in_the_end for card in event["cards"])
            must(self.turned_up[key] <= (event["street"] in FACE_UP), "face up:", event)

    def _answered(self, event: dict[str, Any], came: int, prior: Any, speaker: Speaker | None) -> Any:
        """An answer is its seat's, to its prompt, and came before the time was up; the host's own for a silent seat is
        after."""
        if prior is None or event.get("hand_id") != prior[1][0] or event.get("seat") != prior[0]:
            return prior
        if event["ev"] in ("BET", "CALL", "CHECK", "FOLD", "DRAW", "BRING_IN"):
            until, auto = prior[2], event.get("auto")
            if auto is None:
                must(until is None or came < until, "a late answer was taken:", event, "at", came, "until", until)
                must(speaker is not None and (speaker.table_id, speaker.seat) == (self.table_id, prior[0]),
                     "an answer of", speaker, "was taken for seat", prior[0])
                must(speaker is None or speaker.decision in (None, prior[1][1]), "an answer to decision",
                     speaker, "was taken for", prior[1])
            elif auto == "timeout":
                must(until is not None and came >= until, "timed out early:", event, "at", came, "until", until)
            return None
        return prior

    def _actor(self, table: ArenaTable) -> None:
        if not table.in_hand or table.hand is None:
            must(table.prompt is None, "somebody is asked though no hand is in play")
            return
        must(table.prompt is not None, "a hand is in play and nobody is asked")
        assert table.prompt is not None
        must(table.prompt.seat == table.hand.play.actor, "seat", table.prompt.seat, "is asked out of turn")
        if self.ledger is not None:
            must(table.prompt.seat == self.ledger.next_actor(), "seat", table.prompt.seat, "is asked, not seat",
                 self.ledger.next_actor())

    # -- clocks --------------------------------------------------------------------------------------------------------

    def _clock(self, table: ArenaTable, now: int, came: int, number: int) -> None:
        prompt, hand = table.prompt, table.hand
        if prompt is None or hand is None:
            return
        time_ms = table.config.move_time_ms
        key = (hand.hand_id, prompt.decision)
        rows = self.clocks.get(key)
        if rows is None:
            until = now + time_ms if time_ms and not table.paused else None
            left = time_ms if time_ms and table.paused else None
            self.clocks[key] = [(number, until, left)]
            if len(self.clocks) > 200:
                self.clocks = dict(list(self.clocks.items())[-100:])
        else:
            _, until, left = rows[-1]
            if table.paused and until is not None:
                rows.append((number, None, max(1, until - now)))
            elif not table.paused and left is not None:
                rows.append((number, now + left, None))
        until = self.clocks[key][-1][1]
        must(prompt.deadline == until, "the clock of", key, "says", prompt.deadline, "not", until)
        must(until is None or until > came, "the time of", key, "was up at", until)

    # -- chips ---------------------------------------------------------------------------------------------------------

    def _stacks(self, table: ArenaTable) -> None:
        """Every chip of a match is in a stack, in the pot, or left with a team that was removed."""
        if table.match is None or not table.config.hosted.is_poker:
            return
        held = {place: seat.stack for place, seat in table.seats.taken.items() if seat.entered}
        due = table.config.starting_stack * len(held) - self.gone(table.match.key.match_id)
        if table.config.is_cash:
            due = -self.gone("")
        if table.in_hand and table.hand is not None:
            play = table.hand.play
            begun, stacks = play.starting_stacks(), play.stacks()
            dead = {row.seat: row.amount for row in table.hand.start.dead or ()}
            must(all(held[seat] == chips - dead.get(seat, 0) for seat, chips in begun.items()),
                 "stacks changed during a hand")
            held = {**held, **begun}
            if self.ledger is not None:
                must(stacks == self.ledger.stacks, "stacks are", stacks, "told as", self.ledger.stacks)
        must(sum(held.values()) == due, "M2:", sum(held.values()), "chips at", self.table_id, "not", due)

    # -- frames --------------------------------------------------------------------------------------------------------

    def frames(self, table: ArenaTable, sent: list[tuple[Send, str]], secrets: list[bytes]) -> None:
        """Look at every frame that goes out, in order, and at the team that reads it, if one alone does."""
        for effect, reader in sent:
            if b'"match_end"' not in effect.data[:24]:
                must(not any(secret in effect.data for secret in secrets), "a secret leaves:", effect.data[:80])
            if self.hidden:
                self._cards(table, effect, reader)

    def _cards(self, table: ArenaTable, effect: Send, reader: str) -> None:
        data = effect.data
        if data.startswith(b'{"type":"start_hand"'):
            self.public = set()
        found = set(CARD.findall(data))
        if data.startswith(b'{"type":"event"'):
            self._said(data)
        if found - self.public:
            is_event = data.startswith(b'{"type":"event"')
            allowed = self.public | (self._open(data) if is_event else self._own(table, data, reader))
            must(found <= allowed, "cards", found - allowed, "leak to", effect.conns, "in", data[:300])

    def _said(self, data: bytes) -> None:
        """Cards become public on the board and at a showdown, and in no other event."""
        event = _DECODE.decode(data)
        if event["ev"] in OPENING:
            self.public |= opened_by(event)

    def _open(self, data: bytes) -> set[bytes]:
        """Cards of a hand that were told when nobody was there to hear it."""
        hand = HAND.search(data)
        return self.opened.get(hand[1].decode(), set()) if hand is not None else set()

    def _own(self, table: ArenaTable, data: bytes, reader: str) -> set[bytes]:
        """What has been told of the hand, and the cards that the reader's team had in it."""
        hand = HAND.search(data)
        own = self.holes.get(hand[1].decode(), {}).get(reader, set()) if hand is not None else set()
        return shown(table) | self._open(data) | own


def opened_by(event: dict[str, Any]) -> set[bytes]:
    """The cards that an event makes public."""
    cards = event["hand"] if event["ev"] == "SHOWDOWN" else event.get("cards") or [event["card"]]
    return {card.encode() for card in cards}


def shown(table: ArenaTable, kind: str | None = None) -> set[bytes]:
    """The cards that everybody has been told of in the hand in play, by events of any kind or of one."""
    events = [_DECODE.decode(raw) for raw in table.hand.sent_events] if table.hand is not None else []
    return {card.encode() for event in events if kind in (None, event["ev"])
            for card in (event.get("hand") or event.get("cards") or [event.get("card", "")])}
