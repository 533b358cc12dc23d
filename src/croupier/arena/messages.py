"""Every frame of the arena, typed: what clients say and what the server says (seed 002; `docs/protocol.md`).

One JSON object a frame, `type` and `v` first. Seed 002's fields keep their names and meaning; what is added (ruling
T7) stands after them. Fields that are left out, not null, are `UNSET` here. `parse` is the only door for what clients
send: whatever is wrong with a frame ends there as a `Refused` with a code of ruling T4.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.arena.codes import Refused

VERSION = 1
WORDS = ("FOLD", "CHECK", "CALL", "RAISE_TO")
"""Seed 002's action words; other games have more (ruling T10)."""

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Short = Annotated[str, Meta(max_length=128)]
Legal = list[str | dict[str, Any]]
"""Action words in no-limit hold'em, action objects in every other game (T10)."""


class Frame(Struct, kw_only=True, tag_field="type"):
    """What every frame has: `type` and `v`."""

    v: int = VERSION


# -- client to server --------------------------------------------------------------------------------------------------


class FromClient(Frame, kw_only=True):
    """A frame from a client; `ts` is for debugging and not looked at."""

    ts: str | UnsetType = UNSET


class Hello(FromClient, kw_only=True, tag="hello"):
    """Take a seat, or come back to it. `cards` asks for `cards` frames: your own cards as they are dealt."""

    team: Name
    join_code: Name
    cards: bool = False


class ActionSent(FromClient, kw_only=True, tag="action"):
    """Answer an `act`. `decision` echoes the prompt's number, so that a late answer cannot hit a later prompt."""

    hand_id: Short
    action: Short
    amount: int | UnsetType | None = UNSET
    decision: int | UnsetType = UNSET
    cards: list[Annotated[str, Meta(max_length=3)]] | UnsetType = UNSET


class NonceSent(FromClient, kw_only=True, tag="nonce"):
    """32 bytes of your own, as 64 hex digits: mixed into every deck from the next hand on."""

    nonce: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]


class IntentSent(FromClient, kw_only=True, tag="intent"):
    """Sit in, sit out: 0 play, 1 wait for the big blind, 2 pause, 3 leave. A match knows only 0 and 3."""

    intent: Annotated[int, Meta(ge=0, le=3)]


class SpectateSent(FromClient, kw_only=True, tag="spectate"):
    """Instead of `hello`: watch. A spectator who says anything more is closed with 4403."""


class OperatorSent(FromClient, kw_only=True, tag="operator"):
    """Run the table. As a first frame it opens an operator's connection; `code` is needed only then."""

    command: Short
    code: Short | UnsetType = UNSET
    team: Short | UnsetType = UNSET
    queue: bool = False


FROM_CLIENT: dict[str, type[FromClient]] = {
    "hello": Hello, "action": ActionSent, "nonce": NonceSent, "intent": IntentSent, "spectate": SpectateSent,
    "operator": OperatorSent}
"""What clients may send, by type."""


class _Head(Struct):
    """As much of a frame as says what it is."""

    type: str
    v: int


_HEAD = msgspec.json.Decoder(_Head)
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in FROM_CLIENT.items()}


def parse(data: str | bytes) -> FromClient:
    """A client's frame; Refused with BAD_SCHEMA or UNKNOWN_TYPE where it is none."""
    try:
        head = _HEAD.decode(data)
        if head.v != VERSION:
            raise Refused("BAD_SCHEMA", f"v must be {VERSION}, not {head.v}")
        decoder = _DECODERS.get(head.type)
        if decoder is None:
            raise Refused("UNKNOWN_TYPE", f"there is no type {head.type[:40]!r}: one of {', '.join(FROM_CLIENT)}")
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("BAD_SCHEMA", f"{str(error)[:200]}") from None


# -- server to client --------------------------------------------------------------------------------------------------


class DealFacts(Struct, kw_only=True):
    """Fair dealing (ruling T6): which deck algorithm, which match, which hand, and the hash of the match's secret."""

    alg: str
    match_id: str
    hand_no: int
    commit: str
    nonces: dict[str, str] | UnsetType = UNSET
    """In `start_hand`: the nonces mixed into this deck, by seat."""


class TableFacts(Struct, kw_only=True):
    """What a table plays. `variant` is HUNL for no-limit hold'em, else the game's PHH code."""

    variant: str
    seats: int
    starting_stack: int
    sb: int
    bb: int
    move_time_ms: int
    ante: int | UnsetType = UNSET
    timeouts: str = "check-call-fold"
    reveal: str = "match"
    """Who gets the secret when: `match` (everybody, with `match_end`; it opens folded cards), `auditor`, `never`."""


class Welcome(Frame, kw_only=True, tag="welcome"):
    """The seat is yours. Sent again when a new match gives you a new seat and a new `deal`."""

    table_id: str
    seat: int
    config: TableFacts
    deal: DealFacts
    waits_for: str | UnsetType = UNSET
    """What you wait for, if you are not dealt in by the next hand: `match`."""


class LobbyPlayer(Struct, kw_only=True):
    """A seat in the lobby."""

    seat: int
    team: str
    connected: bool
    stack: int
    nonce: str | UnsetType = UNSET
    intent: int | UnsetType = UNSET


class Lobby(Frame, kw_only=True, tag="lobby"):
    """Who sits where; broadcast when somebody joins, goes or changes."""

    players: list[LobbyPlayer]
    table_id: str


class SeatStack(Struct, kw_only=True):
    """A seat's chips."""

    seat: int
    stack: int


class StartHand(Frame, kw_only=True, tag="start_hand"):
    """A hand begins; `stacks` are before the blinds. `seed` is public and no input to the deck."""

    hand_id: str
    seed: int
    button: int
    stacks: list[SeatStack]
    sb: int
    bb: int
    ante: int | UnsetType = UNSET
    deal: DealFacts


class You(Struct, kw_only=True):
    """The asked seat's own things."""

    hole: list[str]
    stack: int
    to_call: int
    time_ms: int
    committed: int


class TableNow(Struct, kw_only=True):
    """The table in an `act`: `seats` counts those dealt in."""

    sb: int
    bb: int
    seats: int
    button: int


class PlayerNow(Struct, kw_only=True):
    """A seat in play: `committed` on this street, `total_in_pot` in this hand."""

    seat: int
    stack: int
    has_folded: bool
    committed: int
    total_in_pot: int
    all_in: bool
    cards: list[str] | UnsetType = UNSET
    """Open cards where a game has them (stud), `??` for hidden ones."""


class Act(Frame, kw_only=True, tag="act"):
    """Your turn. Private. Amounts that do not apply are left out."""

    hand_id: str
    seat: int
    phase: str
    you: You
    table: TableNow
    players: list[PlayerNow]
    community: list[str]
    legal: Legal
    call_amount: int | UnsetType = UNSET
    min_raise_to: int | UnsetType = UNSET
    max_raise_to: int | UnsetType = UNSET
    decision: int
    pot: int
    current_bet: int
    min_raise_increment: int
    last_raiser: int | None = None
    view: dict[str, Any] | UnsetType = UNSET
    """In other games than no-limit hold'em: what the seat may see (T10)."""


class Cards(Frame, kw_only=True, tag="cards"):
    """Your own cards as they stand. Private, and only for those who asked for it in `hello`."""

    hand_id: str
    seat: int
    hole: list[str]


class Event(Frame, kw_only=True):
    """Something happened; `event_no` counts within the hand."""

    ev: str
    hand_id: str = ""
    event_no: int = 0


class PostBlinds(Event, kw_only=True, tag="event"):
    """The blinds as they were really posted."""

    ev: Literal["POST_BLINDS"] = "POST_BLINDS"
    sb_seat: int | UnsetType = UNSET
    bb_seat: int
    sb: int
    bb: int


class Post(Event, kw_only=True, tag="event"):
    """Other forced money: `kind` is ante, straddle, blind or dead."""

    ev: Literal["POST"] = "POST"
    seat: int
    amount: int
    kind: str


class Moved(Event, kw_only=True, tag="event"):
    """A bet or raise (`BET`), a call, or a stud bring-in: `amount` is the chips added now, `to` the seat's street."""

    ev: Literal["BET", "CALL", "BRING_IN"]
    seat: int
    amount: int
    to: int
    all_in: bool = False
    auto: str | UnsetType = UNSET
    """Why the host acted for the seat, if it did: `timeout`, `left`, `removed`, `skipped`."""


class Stayed(Event, kw_only=True, tag="event"):
    """A check or a fold."""

    ev: Literal["CHECK", "FOLD"]
    seat: int
    auto: str | UnsetType = UNSET


class Flop(Event, kw_only=True, tag="event"):
    """Three cards on the board."""

    ev: Literal["FLOP"] = "FLOP"
    cards: list[str]


class OneCard(Event, kw_only=True, tag="event"):
    """The turn or the river."""

    ev: Literal["TURN", "RIVER"]
    card: str


class DealtCards(Event, kw_only=True, tag="event"):
    """Other games: cards to a seat, `??` where they are hidden; without a seat, cards for everybody."""

    ev: Literal["DEAL"] = "DEAL"
    seat: int | UnsetType = UNSET
    cards: list[str]
    street: str


class DrewCards(Event, kw_only=True, tag="event"):
    """Draw games: a seat threw so many cards away and drew as many."""

    ev: Literal["DRAW"] = "DRAW"
    seat: int
    count: int
    street: str
    auto: str | UnsetType = UNSET


class Showdown(Event, kw_only=True, tag="event"):
    """A seat shows; `rank` is its hand in words."""

    ev: Literal["SHOWDOWN"] = "SHOWDOWN"
    seat: int
    hand: list[str]
    board: list[str]
    rank: str


class PotAward(Event, kw_only=True, tag="event"):
    """Chips of one layer of the pot; `pot` counts layers from the main pot, 0."""

    ev: Literal["POT_AWARD"] = "POT_AWARD"
    seat: int
    amount: int
    pot: int | UnsetType = UNSET
    half: str | UnsetType = UNSET
    uncalled: bool | UnsetType = UNSET


class Eliminated(Event, kw_only=True, tag="event"):
    """A seat has no chips left; once per seat."""

    ev: Literal["ELIMINATED"] = "ELIMINATED"
    seat: int


class Happened(Event, kw_only=True, tag="event"):
    """Games that are not poker: what happened, in the game's own words."""

    ev: str
    seat: int | UnsetType = UNSET
    data: Any = UNSET
    auto: str | UnsetType = UNSET


EVENTS: tuple[type[Event], ...] = (PostBlinds, Post, Moved, Stayed, Flop, OneCard, DealtCards, DrewCards, Showdown,
                                   PotAward, Eliminated, Happened)


class SeatResult(Struct, kw_only=True):
    """What a seat won or lost in a hand."""

    seat: int
    net: int


class EndHand(Frame, kw_only=True, tag="end_hand"):
    """The hand is over. A void hand gives everything back."""

    hand_id: str
    stacks: list[SeatStack]
    results: list[SeatResult]
    void: bool | UnsetType = UNSET


class YouNow(Struct, kw_only=True):
    """The recipient's own things in a snapshot."""

    seat: int
    hole: list[str]
    stack: int
    to_call: int


class HoleThen(Struct, kw_only=True):
    """A seat's own cards after an event."""

    event_no: int
    hole: list[str]


class Snapshot(Frame, kw_only=True, tag="snapshot"):
    """The table as it stands, on coming back. `legal` and the amounts only if it is your turn."""

    at_hand_id: str | None
    phase: str
    you: YouNow | UnsetType = UNSET
    players: list[PlayerNow]
    community: list[str]
    next_actor: int | None
    time_ms_remaining: int | None
    legal: Legal | UnsetType = UNSET
    call_amount: int | UnsetType = UNSET
    min_raise_to: int | UnsetType = UNSET
    max_raise_to: int | UnsetType = UNSET
    decision: int | UnsetType = UNSET
    button: int | UnsetType = UNSET
    pot: int = 0
    event_no: int = 0
    start: StartHand | UnsetType = UNSET
    events: list[Any] | UnsetType = UNSET
    """`start_hand` and every `event` of the hand so far, so that a client can follow from here."""
    holes: list[HoleThen] | UnsetType = UNSET
    """Games that deal more than once: your own cards after each deal."""
    view: dict[str, Any] | UnsetType = UNSET


class FinalStack(Struct, kw_only=True):
    """A team's end of a match; `place` 1 is the winner."""

    seat: int
    team: str
    stack: int
    place: int


class Winner(Struct, kw_only=True):
    """Who won a match."""

    seat: int
    team: str


class Revealed(Struct, kw_only=True):
    """The match's secret, once it may be known: every deck can be dealt again from it."""

    alg: str
    match_id: str
    commit: str
    hands: int
    void: list[int]
    secret: str | UnsetType = UNSET


class MatchEnd(Frame, kw_only=True, tag="match_end"):
    """One stack is left."""

    winner: Winner
    final_stacks: list[FinalStack]
    deal: Revealed


class State(Frame, kw_only=True, tag="state"):
    """For spectators, after each event: the whole public table; after the last of a hand with what each seat won."""

    table_id: str
    hand_id: str
    event_no: int
    phase: str
    button: int
    pot: int
    current_bet: int
    community: list[str]
    players: list[PlayerNow]
    next_actor: int | None
    time_ms_remaining: int | None
    results: list[SeatResult] | UnsetType = UNSET


class Spectating(Frame, kw_only=True, tag="spectate"):
    """You are watching."""

    table_id: str
    config: TableFacts
    deal: DealFacts


class Reply(Frame, kw_only=True, tag="operator"):
    """What became of an operator's command."""

    command: str
    status: str
    table_id: str
    hand_id: str | None = None


class Notice(Frame, kw_only=True, tag="notice"):
    """The operator did something that concerns everybody."""

    notice: str
    seat: int | UnsetType = UNSET
    msg: str


class Error(Frame, kw_only=True, tag="error"):
    """A message was not taken; `msg` says why and what is allowed, `clause` names the rule."""

    code: str
    msg: str
    clause: str | UnsetType = UNSET


FROM_SERVER: tuple[type[Frame], ...] = (Welcome, Lobby, StartHand, Act, Cards, *EVENTS, EndHand, Snapshot, MatchEnd,
                                        State, Spectating, Reply, Notice, Error)

_ENCODER = msgspec.json.Encoder()


def encode(frame: Frame) -> bytes:
    """A frame as it goes out."""
    return _ENCODER.encode(frame)
