"""Look for secrets in the frames and pages that two probe players received: hidden cards, and values that determine a
deck.

Each of the two players knows its own cards. So a probe can recognise a card that the server should not have sent to the
opponent, to a spectator or on a page.
"""

from __future__ import annotations

import asyncio
import re

from croupier.cards import Cards
from croupier.devtools.probes.pair import Pair, action
from croupier.devtools.probes.target import Frame, Skip, expect
from croupier.fair import commitment, fair_deck

FOLDED = 6
"""How many hands are played in the same way, to compare their frames."""
Received = list[tuple[str, Frame]]
Holes = dict[str, tuple[int, list[str]]]
_CARD = re.compile(r'"[2-9TJQKA][cdhs]"')
_ID = re.compile(r"H-\d{4}-\d\d-\d\d-\d+")
_NUMBER = re.compile(r"\d+")
_HEX = re.compile(r'"(receipt|commit)":"[^"]*"')


async def _play_all_kinds(pair: Pair) -> None:
    """Play folded and checked-down hands, with a reconnection in the middle. Do this once for each pair."""
    if pair.folded:
        return
    for _ in range(FOLDED):
        pair.folded.append((await pair.fresh_hand())[2]["hand_id"])
        await _fetch(pair, f"/api/tables/{pair.table}", pair.folded[-1])
        await pair.act("FOLD")
    for hand in pair.folded:
        await _fetch(pair, f"/api/hands/{hand}", hand)
    player, _, prompt = await pair.fresh_hand()
    await pair.accepted(player, action(prompt, "CALL"))
    await player.connect()
    await pair.act("CHECK")
    await _fetch(pair, f"/api/tables/{pair.table}", prompt["hand_id"])
    await pair.check_down()


async def _fetch(pair: Pair, path: str, hand: str) -> None:
    """Fetch a page about a hand, and keep its text in `pair.pages`."""
    for _ in range(20):
        status, text = await pair.target.get(path)
        if status != 404:
            break
        await asyncio.sleep(0.05)  # the page appears when the hand has ended, which may take a moment
    expect(status == 200, f"{path} is {status}")
    pair.pages.append((text, {"hand_id": hand}))


def leaked(received: Received, hidden: Holes) -> str:
    """Return the first hidden card that was received before it was shown, and where; else an empty text."""
    hand, shown = "", set[str]()
    for text, frame in received:
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
    """Look for the opponent's cards in frames, snapshots, the lobby, pages, and records of folded hands."""
    await _play_all_kinds(pair)
    for player, other in ((pair.one, pair.two), (pair.two, pair.one)):
        found = leaked(player.received(), other.hole_cards())
        expect(not found, found)
        for text, frame in pair.pages:
            cards = other.hole_cards()[frame["hand_id"]][1]
            texts = [f'"{card}"' for card in cards] + ["".join(cards), "".join(reversed(cards))]
            expect(not any(card in text for card in texts), f"the API shows cards of {frame['hand_id']}")
    return f"{len(pair.one.hole_cards())} hands"


async def spectators_cards(pair: Pair) -> str:
    """Look for players' cards in the frames of a second connection that only watches."""
    await _play_all_kinds(pair)
    for player in (pair.one, pair.two):
        found = leaked(pair.watcher.received, player.hole_cards())
        expect(not found, found)
    return f"{len(pair.watcher.frames):,} frames"


async def private_frames(pair: Pair) -> str:
    """Look for prompts and cards that were sent to anybody but their own seat."""
    await _play_all_kinds(pair)
    private = [frame["type"] for frame in pair.watcher.frames if frame["type"] in ("act", "cards") or "you" in frame]
    expect(not private, f"a spectator was sent {', '.join(private[:3])}")
    for player in (pair.one, pair.two):
        seat = -1
        for _, frame in player.received():
            if frame["type"] == "welcome":
                seat = frame["seat"]
            is_private = frame["type"] in ("act", "cards")
            expect(not is_private or frame["seat"] == seat, f"seat {seat} was sent the {frame['type']} of another")
    return "each to its own seat alone"


def _shape(text: str) -> str:
    """Return a frame with its cards, numbers and hashes replaced. The length and the order of the fields stay the same.
    """
    return _NUMBER.sub("0", _CARD.sub('"??"', _HEX.sub("", text)))


async def alike(pair: Pair) -> str:
    """Compare hands that were played in the same way. The length and order of the frames must not depend on cards."""
    await _play_all_kinds(pair)
    for who, received in (("spectators", pair.watcher.received), ("players", pair.one.received()),
                          ("players", pair.two.received())):
        shapes: dict[str, set[tuple[str, ...]]] = {}
        for hand, texts in _by_hand(received, pair.folded).items():
            expect(bool(texts), f"{who} received nothing of {hand}")
            button = texts[0].partition('"button":')[2][:1]
            shapes.setdefault(button, set()).add(tuple(map(_shape, texts)))
        expect(all(len(kinds) == 1 for kinds in shapes.values()), f"{who} received different frames of "
               f"{len(pair.folded)} hands that were played in the same way")
    return f"{len(pair.folded)} hands; how long it takes is not judged here"


def _by_hand(received: Received, hands: list[str]) -> dict[str, list[str]]:
    """Return the frames of each hand, from its start to its end."""
    texts: dict[str, list[str]] = {hand: [] for hand in hands}
    hand = ""
    for text, frame in received:
        if frame["type"] == "start_hand":
            hand = frame["hand_id"]
        if hand in texts:
            texts[hand].append(text)
        if frame["type"] == "end_hand":
            hand = ""
    return texts


async def numbered(pair: Pair) -> str:
    """Look for events without a number, with a repeated number, or with a gap before them."""
    await _play_all_kinds(pair)
    for client in (pair.watcher, *pair.one.past, *pair.two.past):
        found = gap(client.frames)
        expect(not found, found)
    return "events are numbered without a gap"


def gap(frames: list[Frame]) -> str:
    """Return the first event whose number does not follow that of the previous event, or an empty text."""
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
    """Go all-in until one player has all the chips; return `match_end`."""
    await _play_all_kinds(pair)
    for _ in range(20):
        for found in pair.watcher.frames:
            if found["type"] == "match_end":
                return found
        await pair.all_in()
        await pair.act("CALL")
        await pair.turn()
        await asyncio.sleep(0.05)  # the server sends to spectators last
    raise Skip("twenty times all-in did not end the match")


def _everything(pair: Pair) -> Received:
    """Return all frames that the players and the spectator received."""
    return [*pair.watcher.received, *pair.one.received(), *pair.two.received()]


async def secret_kept(pair: Pair) -> str:
    """Look for a match's secret, or parts of a deck, before the match has ended."""
    deal = (await _match_end(pair))["deal"]
    if "secret" not in deal:
        raise Skip("secrets are not published here (--reveal)")
    expect(commitment(deal["match_id"], bytes.fromhex(deal["secret"])).hex() == deal["commit"],
           "the secret does not fit its hash")
    for text, frame in _everything(pair):
        # `match_end` is the frame that may publish the secret
        early = frame["type"] != "match_end" and ("secret" in text or deal["secret"] in text or '"deck"' in text)
        expect(not early, f"{frame['type']} contains the secret")
        commit = frame.get("deal", {}).get("commit", deal["commit"])
        same = frame.get("deal", {}).get("match_id") != deal["match_id"] or commit == deal["commit"]
        expect(same, "the hash was changed while the match was played")
    return "kept to the end, and it fits the hash that was shown first"


async def dealt_from_the_secret(pair: Pair) -> str:
    """Deal the hands again from the published secret and compare the cards. Check the form of the hand ids too."""
    deal = (await _match_end(pair))["deal"]
    if "secret" not in deal:
        raise Skip("secrets are not published here (--reveal)")
    starts = {frame["hand_id"]: frame for _, frame in _everything(pair) if frame["type"] == "start_hand"}
    hands = [frame for frame in starts.values() if frame["deal"]["match_id"] == deal["match_id"]]
    dealt = 0
    for start in hands:
        expect(_ID.fullmatch(start["hand_id"]) is not None, f"{start['hand_id']} has not the form of a hand id")
        dealt += _check_deal(pair, start, bytes.fromhex(deal["secret"]))
    expect(dealt > 0, "no hand of the match was seen")
    commits = {frame["deal"]["match_id"]: frame["deal"]["commit"] for _, frame in _everything(pair) if "deal" in frame}
    expect(len(set(commits.values())) == len(commits), "two matches have the same secret")
    return f"{dealt} hands dealt again"


def _check_deal(pair: Pair, start: Frame, secret: bytes) -> int:
    """Check that a hand was dealt from the match's secret. Return 1, or 0 if some of its cards were never seen."""
    seen = dict(player.hole_cards()[start["hand_id"]] for player in (pair.one, pair.two) if start["hand_id"] in
                player.hole_cards())
    if len(seen) != 2:
        return 0
    deck = fair_deck(start["deal"]["match_id"], secret, start["deal"]["hand_no"], [b"", b""])
    button = start["button"]
    first = next(seat for seat in seen if seat != button)
    for seat, places in ((first, (0, 2)), (button, (1, 3))):
        wanted = {str(Cards([deck[place]])) for place in places}
        expect(set(seen[seat]) == wanted, f"{start['hand_id']} was not dealt from its secret")
    return 1
