"""Clients of every kind: prompt, slow, silent, last, early, doubling, flaky, hostile; they keep what they are shown.

What a client has been shown was safe before it was sent. So after every crash it must find it again: the events it saw
are the first events of the hand, a hand it saw end has ended, the nonce it saw in the lobby is in the decks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from .checks import must

if TYPE_CHECKING:
    from .world import World

RUBBISH = ('{', '[]', 'null', '{"type":"action"}', '{"type":"hello","v":1}', '{"type":"nonce","v":1,"nonce":"x"}',
           '{"type":"action","v":2,"hand_id":"x","action":"FOLD"}', '{"type":"what","v":1}', '\u0000', '{"v":1}',
           '{"type":"action","v":1,"hand_id":"x","action":"RAISE_TO","amount":1e9}',
           '{"type":"intent","v":1,"intent":2}')
PROFILES = {
    "prompt": {"think": (1, 40)},
    "slow": {"think": (200, 1500)},
    "last": {"think": (1, 40), "last": 0.8},
    "silent": {"think": (1, 60), "silent": 0.6},
    "early": {"think": (1, 60), "early": 0.3},
    "doubling": {"think": (1, 60), "double": 0.7},
    "flaky": {"think": (1, 80), "breaks": 0.12},
    "hostile": {"think": (1, 80), "rubbish": 0.8, "double": 0.2, "early": 0.2},
}
_DECODE = msgspec.json.Decoder()


def text(**fields: Any) -> str:
    return msgspec.json.encode({"v": 1, **fields}).decode()


@dataclass
class Line:
    """A connection, as the network has it: frames keep their order in each direction."""

    conn: int
    epoch: int
    up_at: int = 0
    down_at: int = 0
    is_open: bool = True


@dataclass
class Client:
    """A team, a spectator or an operator."""

    world: World
    name: str
    table_id: str
    role: str = "player"
    profile: str = "prompt"
    line: Line | None = None
    seat: int = -1
    match_id: str = ""
    hand_id: str = ""
    seen: list[Any] = field(default_factory=list)
    """The events of the hand that were shown."""
    ended: str = ""
    """The last hand that was seen to end."""
    nonce: str = ""
    nonce_safe: str = ""
    """The match in whose lobby the nonce stood."""
    asked: dict[str, Any] | None = None

    def trait(self, name: str) -> Any:
        return PROFILES[self.profile].get(name, 0)

    # -- coming --------------------------------------------------------------------------------------------------------

    def come(self) -> None:
        """Connect, or try again later."""
        if self.line is not None and self.line.is_open:
            return
        self.line = self.world.connect(self)
        if self.line is None:
            wait = max(0, self.world.back_at - self.world.now)
            self.world.later(wait + self.world.rng.randint(0, 300), self.come)
            return
        if self.role == "player":
            self.say(type="hello", team=self.name, join_code=f"{self.name}-code", cards=self.profile == "early")
        elif self.role == "spectator":
            self.say(type="spectate")
        else:
            self.say(type="operator", code="op", command="STATUS")

    def say(self, **fields: Any) -> None:
        self.send(text(**fields), fields.get("decision"))

    def send(self, data: str, decision: int | None = None) -> None:
        """`decision`: to which prompt it is an answer, if it says so."""
        if self.line is not None and self.line.is_open:
            self.world.up(self.line, data, decision)

    def cut(self, wait: int) -> None:
        """The connection is gone, for whatever reason."""
        self.line, self.asked = None, None
        self.world.later(wait, self.come)

    # -- hearing -------------------------------------------------------------------------------------------------------

    def hear(self, line: Line, frames: list[dict[str, Any]]) -> None:
        if line is not self.line:
            return
        for frame in frames:
            handler = getattr(self, f"_on_{frame['type']}", None)
            if handler is not None:
                handler(frame)

    def _on_welcome(self, frame: dict[str, Any]) -> None:
        self.seat = frame["seat"]
        if frame["deal"]["match_id"] != self.match_id:
            self.match_id, self.nonce = frame["deal"]["match_id"], ""
            if self.world.rng.random() < 0.5:
                self.nonce = self.world.rng.randbytes(32).hex()
                self.say(type="nonce", nonce=self.nonce)

    def _on_lobby(self, frame: dict[str, Any]) -> None:
        mine = next((row for row in frame["players"] if row["team"] == self.name), None)
        if mine is not None and self.nonce and mine.get("nonce") == self.nonce:
            self.nonce_safe = self.match_id
        elif "inactive" in (mine or {}) and self.nonce_safe == self.match_id:
            self.nonce = ""  # at a cash table a seat that was left is another one on coming back

    def _on_start_hand(self, frame: dict[str, Any]) -> None:
        self.hand_id, self.seen, self.asked = frame["hand_id"], [], None
        before = self.world.started.setdefault(self.hand_id, frame)
        must(before == frame, self.name, "was shown", self.hand_id, "dealt otherwise than before:", before)
        deal = frame["deal"]
        if self.nonce and self.nonce_safe == deal["match_id"] and self.role == "player":
            dealt = [row["seat"] for row in frame["stacks"]]
            if self.seat in dealt:
                must(deal.get("nonces", {}).get(str(self.seat)) == self.nonce, self.name, "lost its nonce")

    def _on_event(self, frame: dict[str, Any]) -> None:
        if frame["hand_id"] == self.hand_id:
            self.seen.append(frame)
        self._be_early()

    def _on_end_hand(self, frame: dict[str, Any]) -> None:
        self.ended = frame["hand_id"]

    def _on_snapshot(self, frame: dict[str, Any]) -> None:
        now, disk = frame["at_hand_id"], self.world.disk
        if self.ended:
            must(self.ended in disk.hands, self.name, "saw", self.ended, "end, and it has not")
        if self.hand_id and now != self.hand_id and self.seen:
            must(self.hand_id in disk.hands, self.name, "was in", self.hand_id, "which is forgotten")
        if now is not None and "start" in frame:
            events = frame["events"]
            if now == self.hand_id:
                must(events[:len(self.seen)] == self.seen, self.name, "saw events in", now, "that are lost")
            self.hand_id, self.seen = now, list(events)
        if "legal" in frame:
            self._asked(frame)

    def _on_act(self, frame: dict[str, Any]) -> None:
        must(frame["seat"] == self.seat, self.name, "got the prompt of seat", frame["seat"])
        self._asked(frame)

    def _asked(self, frame: dict[str, Any]) -> None:
        self.asked, rng = frame, self.world.rng
        if rng.random() < self.trait("silent"):
            self.world.counts["silent client"] += 1
            return
        low, high = self.trait("think")
        wait = rng.randint(low, high)
        left = frame.get("time_ms_remaining") or frame.get("you", {}).get("time_ms")
        if left and rng.random() < self.trait("last"):
            self.world.counts["answer at the last moment"] += 1
            wait = max(1, left + rng.choice((-70, -12, -4, -1, 0, 1, 5, 30)))
        self.world.later(wait, self._answer, frame)

    def _on_error(self, frame: dict[str, Any]) -> None:
        self.world.counts[f"refused: {frame['code']}"] += 1

    # -- speaking ------------------------------------------------------------------------------------------------------

    def _answer(self, frame: dict[str, Any]) -> None:
        if self.line is None:
            return
        rng, counts = self.world.rng, self.world.counts
        answer = self._choice(frame)
        if rng.random() < self.trait("rubbish"):
            counts["hostile frame"] += 1
            self.send(rng.choice(RUBBISH))
            self.say(**{**answer, "action": "RAISE_TO", "amount": rng.choice((-1, 0, 1, 10**15))})
        self.say(**answer)
        if self.asked is not frame:
            counts["late answer"] += 1
        if rng.random() < self.trait("double"):
            counts["doubled answer"] += 1
            self.say(**answer)
        if rng.random() < self.trait("breaks"):
            counts["connection broken"] += 1
            self.world.drop(self, rng.choice((0, 0, 20, 800)))

    def wander(self) -> None:
        """At a cash table people sit out, come back, buy chips, leave."""
        rng = self.world.rng
        word = rng.choice(("intent", "intent", "buy", "leave"))
        self.world.counts[f"cash: {word}"] += 1
        if word == "buy":
            self.say(type="buy", amount=rng.choice((20, 200, 10_000)))
        else:
            self.say(type="intent", intent=3 if word == "leave" else rng.choice((1, 2, 2)))
            self.world.later(rng.randint(50, 3000), lambda: self.say(type="intent", intent=0))
        self.world.later(rng.randint(500, 9000), self.wander)

    def _choice(self, frame: dict[str, Any]) -> dict[str, Any]:
        rng, legal = self.world.rng, frame["legal"]
        hand_id = frame.get("hand_id", frame.get("at_hand_id"))
        answer: dict[str, Any] = {"type": "action", "hand_id": hand_id}
        if rng.random() < 0.7:
            answer["decision"] = frame["decision"]
        pick = rng.choice(legal)
        if isinstance(pick, dict):
            answer |= {name: value for name, value in pick.items() if name in ("action", "amount", "cards")}
            if pick["action"] == "RAISE_TO":
                answer["amount"] = pick.get("min_amount", pick.get("amount"))
            elif pick["action"] == "DISCARD" and "any_of" in pick:
                answer["cards"] = pick["any_of"][:1]
            return answer
        answer["action"] = pick
        if pick == "RAISE_TO":
            answer["amount"] = frame[rng.choice(("min_raise_to", "max_raise_to"))]
        return answer

    def _be_early(self) -> None:
        """An answer before the question."""
        rng = self.world.rng
        if rng.random() < self.trait("early") * 0.2:
            self.world.counts["early answer"] += 1
            self.say(type="action", hand_id=self.hand_id, action=rng.choice(("FOLD", "CALL", "CHECK")))
