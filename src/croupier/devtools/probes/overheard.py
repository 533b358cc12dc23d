"""What a pair heard while it played: nobody's cards but their own, nothing that determines a deck.

Both know their cards, so that whatever one of them, a spectator or a page should not have shown can be found.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from croupier.cards import Cards
from croupier.devtools.probes.pair import Pair, action
from croupier.devtools.probes.target import Frame, Skip, expect
from croupier.fair import commitment, fair_deck

FOLDED = 6
"""Hands that are played alike, to see whether they are told alike."""
Heard = list[tuple[str, Frame]]
Holes = dict[str, tuple[int, list[str]]]
_CARD = re.compile(r'"[2-9TJQKA][cdhs]"')
_ID = re.compile(r"H-\d{4}-\d\d-\d\d-\d+")
_NUMBER = re.compile(r"\d+")
_HEX = re.compile(r'"(receipt|commit)":"[^"]*"')


@dataclass
class Record:
    """What is asked for besides what the pair heard."""

    pages: Heard = field(default_factory=list)
    """What the API said, with the hand it was asked about."""
    folded: list[str] = field(default_factory=list)
    """Hands that were all played the same way."""


_records: WeakKeyDictionary[Pair, Record] = WeakKeyDictionary()


async def _played(pair: Pair) -> Record:
    """Hands of all kinds: folded, checked down, with a player who came back in the middle; once for a pair."""
    if pair in _records:
        return _records[pair]
    record = _records[pair] = Record()
    for _ in range(FOLDED):
        record.folded.append((await pair.fresh_hand())[2]["hand_id"])
        await _look(pair, record, record.folded[-1])
        await pair.act("FOLD")
    for hand in record.folded:
        record.pages.append((await _page(pair, f"/api/hands/{hand}"), {"hand_id": hand}))
    player, _, prompt = await pair.fresh_hand()
    await pair.says(player, action(prompt, "CALL"))
    await player.come()
    await pair.act("CHECK")
    await _look(pair, record, prompt["hand_id"])
    await pair.check_down()
    return record


async def _look(pair: Pair, record: Record, hand: str) -> None:
    record.pages.append((await _page(pair, f"/api/tables/{pair.table}"), {"hand_id": hand}))


async def _page(pair: Pair, path: str) -> str:
    for _ in range(20):
        status, text = await pair.target.get(path)
        if status != 404:
            break
        await asyncio.sleep(0.05)  # the hand is about to end
    expect(status == 200, f"{path} is {status}")
    return text


def leaked(heard: Heard, hidden: Holes) -> str:
    """The first card of these that was heard without having been shown, and where; nothing if there is none."""
    hand, shown = "", set[str]()
    for text, frame in heard:
        if frame["type"] == "start_hand":
            hand, shown = frame["hand_id"], set()
        elif frame["type"] == "snapshot":
            hand = frame["at_hand_id"] or ""
        for event in (frame, *frame.get("events", ())):
            if event.get("ev") == "SHOWDOWN":
                shown.update(event["hand"])
        for card in hidden.get(hand, (0, []))[1]:
            if f'"{card}"' in text and card not in shown:
                return f"{card} of another in {frame['type']} of {hand}"
    return ""


async def others_cards(pair: Pair) -> str:
    """Cards of others in frames, snapshots after coming back, the lobby, pages, and records of folded hands."""
    record = await _played(pair)
    for player, other in ((pair.one, pair.two), (pair.two, pair.one)):
        found = leaked(player.heard(), other.holes())
        expect(not found, found)
        for text, frame in record.pages:
            cards = other.holes()[frame["hand_id"]][1]
            told = [f'"{card}"' for card in cards] + ["".join(cards), "".join(reversed(cards))]
            expect(not any(card in text for card in told), f"the API shows cards of {frame['hand_id']}")
    return f"{len(pair.one.holes())} hands"


async def spectators_cards(pair: Pair) -> str:
    """A second connection of a player that only watches."""
    await _played(pair)
    heard = list(zip(pair.watcher.texts, pair.watcher.frames, strict=True))
    for player in (pair.one, pair.two):
        found = leaked(heard, player.holes())
        expect(not found, found)
    return f"{len(heard):,} frames"


async def private_frames(pair: Pair) -> str:
    """Prompts and cards that went to more than their own seat."""
    await _played(pair)
    told = [frame["type"] for frame in pair.watcher.frames if frame["type"] in ("act", "cards") or "you" in frame]
    expect(not told, f"a spectator was sent {', '.join(told[:3])}")
    for player in (pair.one, pair.two):
        seat = -1
        for _, frame in player.heard():
            if frame["type"] == "welcome":
                seat = frame["seat"]
            private = frame["type"] in ("act", "cards")
            expect(not private or frame["seat"] == seat, f"seat {seat} was sent the {frame['type']} of another")
    return "each to its own seat alone"


def _shape(text: str) -> str:
    """What is left of a frame without cards, numbers and seals: its length and order."""
    return _NUMBER.sub("0", _CARD.sub('"??"', _HEX.sub("", text)))


async def alike(pair: Pair) -> str:
    """Hands that were played alike: length and order of frames must not depend on cards."""
    record = await _played(pair)
    for who, heard in (("spectators", list(zip(pair.watcher.texts, pair.watcher.frames, strict=True))),
                       ("players", pair.one.heard()), ("players", pair.two.heard())):
        shapes: dict[str, set[tuple[str, ...]]] = {}
        for hand, told in _by_hand(heard, record.folded).items():
            expect(bool(told), f"{who} heard nothing of {hand}")
            button = told[0].partition('"button":')[2][:1]
            shapes.setdefault(button, set()).add(tuple(map(_shape, told)))
        expect(all(len(kinds) == 1 for kinds in shapes.values()), f"{who} heard {len(record.folded)} hands, played "
               "alike, in different frames")
    return f"{len(record.folded)} hands; how long it takes is not judged here"


def _by_hand(heard: Heard, hands: list[str]) -> dict[str, list[str]]:
    """What was heard of each hand, from its start to its end."""
    told: dict[str, list[str]] = {hand: [] for hand in hands}
    hand = ""
    for text, frame in heard:
        if frame["type"] == "start_hand":
            hand = frame["hand_id"]
        if hand in told:
            told[hand].append(text)
        if frame["type"] == "end_hand":
            hand = ""
    return told


async def numbered(pair: Pair) -> str:
    """Events without a number, twice, or with a gap."""
    await _played(pair)
    for client in (pair.watcher, *pair.one.past, *pair.two.past):
        found = gap(client.frames)
        expect(not found, found)
    return "events are numbered without a gap"


def gap(frames: list[Frame]) -> str:
    """The first event that does not follow the one before; nothing if all do."""
    last = None
    for frame in frames:
        if frame["type"] == "start_hand":
            last = 0
        elif frame["type"] == "snapshot":
            last = frame.get("event_no", 0)
        elif frame["type"] == "event":
            if last is not None and frame["event_no"] != last + 1:
                return f"after event {last} of {frame['hand_id']} came {frame['event_no']}"
            last = frame["event_no"]
    return ""


# -- to the end of a match ---------------------------------------------------------------------------------------------


async def _match_end(pair: Pair) -> Frame:
    """Everything goes in until one has it all; what is said then."""
    await _played(pair)
    for _ in range(20):
        for found in pair.watcher.frames:
            if found["type"] == "match_end":
                return found
        await pair.all_in()
        await pair.act("CALL")
        await pair.turn()
        await asyncio.sleep(0.05)  # spectators hear it last
    raise Skip("twenty times all-in did not end the match")


def _told(pair: Pair) -> Heard:
    """What everybody heard."""
    return [*zip(pair.watcher.texts, pair.watcher.frames, strict=True), *pair.one.heard(), *pair.two.heard()]


async def secret_kept(pair: Pair) -> str:
    """A match's secret, or anything like it, before the match has ended."""
    deal = (await _match_end(pair))["deal"]
    if "secret" not in deal:
        raise Skip("secrets are not published here (--reveal)")
    expect(commitment(deal["match_id"], bytes.fromhex(deal["secret"])).hex() == deal["commit"],
           "the secret does not fit its hash")
    for text, frame in _told(pair):
        early = frame["type"] != "match_end" and ("secret" in text or deal["secret"] in text or '"deck"' in text)
        expect(not early, f"{frame['type']} tells the secret")
        commit = frame.get("deal", {}).get("commit", deal["commit"])
        same = frame.get("deal", {}).get("match_id") != deal["match_id"] or commit == deal["commit"]
        expect(same, "the hash was changed while the match was played")
    return "kept to the end, and it fits the hash that was shown first"


async def dealt_from_the_secret(pair: Pair) -> str:
    """Decks that follow from anything but the secret, and ids that tell something."""
    deal = (await _match_end(pair))["deal"]
    if "secret" not in deal:
        raise Skip("secrets are not published here (--reveal)")
    starts = {frame["hand_id"]: frame for _, frame in _told(pair) if frame["type"] == "start_hand"}
    hands = [frame for frame in starts.values() if frame["deal"]["match_id"] == deal["match_id"]]
    dealt = 0
    for start in hands:
        expect(_ID.fullmatch(start["hand_id"]) is not None, f"{start['hand_id']} is no plain id")
        dealt += _as_dealt(pair, start, bytes.fromhex(deal["secret"]))
    expect(dealt > 0, "no hand of it was seen")
    commits = {frame["deal"]["match_id"]: frame["deal"]["commit"] for _, frame in _told(pair) if "deal" in frame}
    expect(len(set(commits.values())) == len(commits), "two matches have the same secret")
    return f"{dealt} hands dealt again"


def _as_dealt(pair: Pair, start: Frame, secret: bytes) -> int:
    """1 if the hand's cards are those of its secret, 0 if they were not all seen."""
    seen = dict(player.holes()[start["hand_id"]] for player in (pair.one, pair.two) if start["hand_id"] in
                player.holes())
    if len(seen) != 2:
        return 0
    deck = fair_deck(start["deal"]["match_id"], secret, start["deal"]["hand_no"], [b"", b""])
    button = start["button"]
    first = next(seat for seat in seen if seat != button)
    for seat, places in ((first, (0, 2)), (button, (1, 3))):
        wanted = {str(Cards([deck[place]])) for place in places}
        expect(set(seen[seat]) == wanted, f"{start['hand_id']} was dealt otherwise than its secret says")
    return 1
