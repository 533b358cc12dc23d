"""Actions that are late, doubled, forged or of impossible amounts; chips at cash tables; other games."""

from __future__ import annotations

import asyncio
from typing import Any

from .live import Live
from .plan import attack
from .raw_socket import Raw, frame

HUGE = 1 << 63
CASH = {"cash": True, "buy_in_min": 1000, "buy_in_max": 20_000, "stack": 10_000, "bankroll": 30_000}


async def answer(player: Raw, prompt: dict[str, Any], word: str, **more: Any) -> None:
    await player.say(type="action", hand_id=prompt["hand_id"], action=word, decision=prompt["decision"], **more)


async def still_asked(live: Live, asked: Raw, other: Raw, prompt: dict[str, Any]) -> None:
    """The same prompt still stands and takes a sound answer."""
    await answer(asked, prompt, "CALL")
    event = await other.until("event", ev="CALL")
    assert event["seat"] == prompt["seat"], event


@attack("T4, M1: known fields of the wrong type, amounts outside the range", "BAD_SCHEMA or INVALID_ACTION; the prompt still stands",
        negative=-1, zero=0, one=1, too_large=HUGE - 1, beyond_int64=HUGE, beyond_uint64=1 << 64, very_long=10**300, fraction=150.5,
        whole_float=400.0, exponent=1e3, text="400", true=True, list_=[400], object_={}, null=None, below_the_minimum="min-1", above_the_maximum="max+1")
async def raise_to_an_impossible_amount(live: Live, amount: Any) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    if amount == "min-1":
        amount = prompt["min_raise_to"] - 1
    elif amount == "max+1":
        amount = prompt["max_raise_to"] + 1
    await answer(asked, prompt, "RAISE_TO", amount=amount)
    assert await asked.error() in ("BAD_SCHEMA", "INVALID_ACTION")
    await still_asked(live, asked, other, prompt)


@attack("T4, B9: unknown words and actions that the rules refuse", "INVALID_ACTION; the prompt still stands",
        lower_case="call", mixed_case="Call", with_a_space="CALL ", all_in="ALL_IN", bet="BET", raise_="RAISE", check_when_owing="CHECK",
        discard="DISCARD", bring_in="BRING_IN", play="PLAY", empty="", long="C" * 3000, null_character="CALL\x00", post="POST", show="SHOWDOWN")
async def odd_word(live: Live, word: str) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    await answer(asked, prompt, word)
    code = await asked.error()
    assert code == "INVALID_ACTION" or (len(word) > 100 and code == "BAD_SCHEMA"), code
    await still_asked(live, asked, other, prompt)


@attack("T4: decision and hand_id", "ACTION_TOO_LATE (BAD_SCHEMA for a wrong type); the prompt still stands",
        old_decision={"decision": -1}, later_decision={"decision": 99}, huge_decision={"decision": HUGE}, text_decision={"decision": "1"},
        float_decision={"decision": 1.0}, other_hand={"hand_id": "H-2020-01-01-00001"}, no_hand={"hand_id": ""}, hand_number={"hand_id": 5},
        long_hand={"hand_id": "H" * 3000})
async def answer_to_another_prompt(live: Live, fields: dict[str, Any]) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    await asked.say(**{"type": "action", "hand_id": prompt["hand_id"], "action": "CALL", "decision": prompt["decision"], **fields})
    code = await asked.error()
    assert code in ("ACTION_TOO_LATE", "BAD_SCHEMA", "OUT_OF_TURN"), code
    await still_asked(live, asked, other, prompt)


@attack("T4: a duplicate without `decision`", "ACTION_TOO_LATE; the next prompt is not answered by it")
async def call_sent_five_times_in_one_packet(live: Live) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    one = f'{{"type":"action","v":1,"hand_id":"{prompt["hand_id"]}","action":"CALL"}}'.encode()
    await asked.send(frame(one) * 5)
    errors = [await asked.error() for _ in range(4)]
    assert set(errors) <= {"ACTION_TOO_LATE", "OUT_OF_TURN"}, errors
    second = await other.until("act")
    check = f'{{"type":"action","v":1,"hand_id":"{prompt["hand_id"]}","action":"CHECK"}}'.encode()
    await other.send(frame(check) * 3)
    errors = [await other.error() for _ in range(2)]
    assert set(errors) <= {"ACTION_TOO_LATE", "OUT_OF_TURN"}, errors
    while not any(message["type"] == "act" and message["phase"] == "FLOP" for message in other.heard):
        await other.next()
    await other.say(type="action", hand_id=prompt["hand_id"], action="CHECK", decision=second["decision"] + 1)
    await asked.until("event", ev="CHECK")


@attack("T4: not yet prompted", "OUT_OF_TURN; the one who is asked can still answer", with_a_forged_seat=True, plain=False)
async def acting_for_the_other(live: Live, forged: bool) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    await answer(other, prompt, "FOLD", **({"seat": prompt["seat"], "team": "Ann"} if forged else {}))
    assert await other.error() in ("OUT_OF_TURN", "ACTION_TOO_LATE")
    await still_asked(live, asked, other, prompt)


@attack("T1, T4: coming back", "the snapshot has the same decision; the answer counts once, from the new connection")
async def two_connections_answer_the_same_prompt(live: Live) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    name = "Ann" if asked is ann else "Bob"
    again = await live.join(name)
    shown = await again.until("snapshot")
    assert shown["decision"] == prompt["decision"], shown
    assert shown["you"]["hole"] == prompt["you"]["hole"]
    await answer(asked, prompt, "FOLD")
    assert await asked.closed() == 4000
    await answer(again, prompt, "CALL")
    await answer(again, prompt, "CALL")
    assert await again.error() in ("ACTION_TOO_LATE", "OUT_OF_TURN")
    await other.until("event", ev="CALL")


@attack("the protocol page: nonce is 64 hex digits, once", "BAD_SCHEMA, then one is taken, then NONCE_USED")
async def odd_nonces(live: Live) -> None:
    ann = await live.join("Ann")
    await ann.until("lobby")
    for nonce in ("", "ab", "a" * 63, "a" * 65, "g" * 64, "０" * 64, " " + "a" * 63, "0x" + "a" * 62, 5, None, ["a" * 64]):
        await ann.say(type="nonce", nonce=nonce)
        assert await ann.error() == "BAD_SCHEMA", nonce
    await ann.say(type="nonce", nonce="AB" * 32)
    await ann.until("lobby")
    await ann.say(type="nonce", nonce="cd" * 32)
    assert await ann.error() == "NONCE_USED"


@attack("T11: in a match nobody sits out", "INTENT_REFUSED or BAD_SCHEMA; no change", one=1, two=2, four=4, negative=-1, huge=HUGE, true=True,
        text="3", fraction=0.5)
async def intent_in_a_match(live: Live, intent: Any) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    await asked.say(type="intent", intent=intent)
    assert await asked.error() in ("INTENT_REFUSED", "BAD_SCHEMA")
    await still_asked(live, asked, other, prompt)


@attack("the protocol page: buy is for cash tables", "BUY_REFUSED; no chips appear")
async def buying_in_a_match(live: Live) -> None:
    ann, bob = await live.pair(buy_in=10**12, auto_buy=True)
    _, _, prompt = await live.turn(ann, bob)
    await ann.say(type="buy", amount=1000)
    assert await ann.error() == "BUY_REFUSED"
    assert sum(row["stack"] + row["total_in_pot"] for row in prompt["players"]) == 200_000_000, prompt["players"]


@attack("the protocol page: cash tables, buy_in between its limits", "BUY_REFUSED or BAD_SCHEMA; nobody sits", table=CASH,
        zero={"buy_in": 0}, negative={"buy_in": -5}, below={"buy_in": 999}, above={"buy_in": 20_001}, huge={"buy_in": HUGE}, text={"buy_in": "5000"},
        true={"buy_in": True}, fraction={"buy_in": 5000.5}, seat_negative={"seat": -1}, seat_99={"seat": 99}, seat_text={"seat": "1"},
        intent_4={"intent": 4}, intent_negative={"intent": -1}, auto_buy_text={"auto_buy": "yes"})
async def odd_buy_in(live: Live, fields: dict[str, Any]) -> None:
    raw = await live.join("Mallory", **fields)
    code = await raw.error()
    assert code in ("BUY_REFUSED", "BAD_SCHEMA", "TABLE_FULL", "INTENT_REFUSED", "BAD_HELLO"), code
    assert not any(message["type"] == "welcome" for message in raw.heard), raw.heard


@attack("the protocol page: buy up to the largest buy-in; --bankroll", "BUY_REFUSED above it, also by leaving and coming back", table=CASH)
async def chips_from_nothing(live: Live) -> None:
    brought = 0
    for _ in range(6):
        raw = await live.join("Mallory", buy_in=10_000)
        if await _seated(raw):
            brought += 10_000
            await raw.say(type="buy", amount=HUGE)
            assert await raw.error() in ("BUY_REFUSED", "BAD_SCHEMA")
            await raw.say(type="buy", amount=-1000)
            assert await raw.error() in ("BUY_REFUSED", "BAD_SCHEMA")
            await raw.say(type="intent", intent=3)
            assert await raw.closed() == 4001
            brought -= 10_000
    assert brought == 0


async def _seated(raw: Raw) -> bool:
    while (message := await raw.next()) is not None:
        if message["type"] in ("lobby", "error"):
            return message["type"] == "lobby"
    return False


@attack("N4, N6: intents at a cash table", "no prompt is lost, chips are conserved, frames are limited", table=CASH)
async def intents_back_and_forth(live: Live) -> None:
    ann, bob = await live.pair(buy_in=10_000)
    asked, other, prompt = await live.turn(ann, bob)
    for number in range(40):
        await other.say(type="intent", intent=number % 3)
        await asyncio.sleep(0.03)
    await other.say(type="intent", intent=0)
    await answer(asked, prompt, "FOLD")
    end = await other.until("end_hand")
    assert sum(row["stack"] for row in end["stacks"]) == 20_000, end


@attack("N4, N8: leaving", "an all-in seat stays for its pots and is paid out; the sum is kept", table=CASH)
async def leaving_while_all_in(live: Live) -> None:
    ann, bob = await live.pair(buy_in=10_000)
    asked, other, prompt = await live.turn(ann, bob)
    await answer(asked, prompt, "RAISE_TO", amount=prompt["max_raise_to"])
    await asked.say(type="intent", intent=3)
    await other.until("event", ev="BET")
    second = await other.until("act")
    await answer(other, second, "CALL")
    end = await other.until("end_hand")
    assert sum(row["stack"] for row in end["stacks"]) == 20_000, end
    assert await asked.closed() in (4001, 4003)


@attack("B5: no raise when every other live seat is all-in", "RAISE_TO is not offered and INVALID_ACTION")
async def raising_against_an_all_in(live: Live) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    await answer(asked, prompt, "RAISE_TO", amount=prompt["max_raise_to"])
    second = await other.until("act")
    assert second["legal"] == ["FOLD", "CALL"], second["legal"]
    assert "max_raise_to" not in second
    await answer(other, second, "RAISE_TO", amount=second["call_amount"] * 2)
    assert await other.error() == "INVALID_ACTION"
    await answer(other, second, "FOLD")
    await asked.until("end_hand")


DRAW = {"game": "badugi"}


@attack("T10: games with other actions", "INVALID_ACTION or BAD_SCHEMA; the prompt still stands", table=DRAW,
        five_cards=["2c", "3c", "4c", "5c", "6c"], a_card_twice="twice", somebody_elses_card="other", unknown_card=["??"], no_card=["Xx"],
        number=[5], text="Ah", null=[None], hundreds=["Ah"] * 300)
async def odd_discard(live: Live, cards: Any) -> None:
    ann, bob = await live.pair(cards=True)
    for _ in range(2):
        asked, other, prompt = await live.turn(ann, bob)
        word = next(row["action"] for row in prompt["legal"] if row["action"] in ("CALL", "CHECK"))
        await answer(asked, prompt, word)
    asked, other, prompt = await live.turn(ann, bob)
    hole = prompt["you"]["hole"]
    if cards == "twice":
        cards = [hole[0], hole[0]]
    elif cards == "other":
        cards = [next(card for card in ("Ah", "Kd", "2c", "9s", "5h") if card not in hole)]
    await answer(asked, prompt, "DISCARD", cards=cards)
    code = await asked.error()
    assert code in ("INVALID_ACTION", "BAD_SCHEMA"), code
    await answer(asked, prompt, "DISCARD", cards=hole[:1])
    await other.until("event", ev="DRAW")


@attack("T10: games that are not poker", "INVALID_ACTION or BAD_SCHEMA; the prompt still stands", table={"game": "genome:leduc-poker", "seats": 2},
        other_word="PLAY", lower_case="check", amount="BET", unknown="WIN", empty="", all_in="ALL_IN")
async def odd_action_of_an_evolved_game(live: Live, word: str) -> None:
    ann, bob = await live.pair()
    asked, other, prompt = await live.turn(ann, bob)
    more = {"amount": HUGE - 1} if word == "BET" else {"cards": ["Ah"]}
    if any(row["action"] == word for row in prompt["legal"]) and word != "BET":
        return
    await answer(asked, prompt, word, **more)
    code = await asked.error()
    assert code in ("INVALID_ACTION", "BAD_SCHEMA"), code
    await asked.say(type="action", hand_id=prompt["hand_id"], decision=prompt["decision"], **prompt["legal"][0])
    await other.until("event")
