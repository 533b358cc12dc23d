"""Every frame of the arena, typed: what the server says here, what clients say in `said`, events in `happenings`.

One JSON object a frame, `type` and `v` first (`docs/protocol.md`). Seed 002's fields keep their names and meaning; what
is added (ruling T7) stands after them. Fields that are left out, not null, are `UNSET` here.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from croupier.protocol.events import EVENTS
from croupier.protocol.frame import Frame

LegalActions = list[str | dict[str, Any]]
"""Action words in no-limit hold'em, action objects in every other game (T10)."""


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
    format: str = "match"
    """`match`: the last stack wins. `cash`: players sit in and out, buy chips and take them away."""
    buy_in_min: int | UnsetType = UNSET
    buy_in_max: int | UnsetType = UNSET
    secret_hands: int | UnsetType = UNSET
    """Cash tables: how many hands are dealt from one secret."""
    open: bool | UnsetType = UNSET
    """True at a table without codes: `hello` needs no `join_code`, and whoever gives a team's name has its seat."""
    spectator_delay: int | UnsetType = UNSET
    """Seconds by which everything public about this table is held back: spectators, relays, the HTTP API."""


class Welcome(Frame, kw_only=True, tag="welcome"):
    """The seat is yours. Sent again when a new match gives you a new seat and a new `deal`."""

    table_id: str
    seat: int
    config: TableFacts
    deal: DealFacts
    waits_for: str | UnsetType = UNSET
    """What you wait for, if you are not dealt in already: the next `match`; at a cash table the next `hand`, the
    `big_blind`, or your own wish to `play` again."""


class LobbyPlayer(Struct, kw_only=True):
    """A seat in the lobby. From `inactive` on: cash tables only, and there always together with `intent`."""

    seat: int
    team: str
    connected: bool
    stack: int
    nonce: str | UnsetType = UNSET
    intent: int | UnsetType = UNSET
    """0 play, 1 wait for the big blind, 2 pause, 3 leave; left out in a match where it is 0."""
    inactive: bool | UnsetType = UNSET
    """Not dealt in: a newcomer before its first hand, or sitting out."""
    debt: int | UnsetType = UNSET
    """Blinds missed: to be paid as dead money on coming back before the big blind."""
    top_up: int | UnsetType = UNSET
    """Chips bought that come onto the table before the next hand; left out where there are none."""


class Lobby(Frame, kw_only=True, tag="lobby"):
    """Who sits where; broadcast when somebody joins, goes or changes."""

    players: list[LobbyPlayer]
    table_id: str
    paused: bool | UnsetType = UNSET
    """The operator has stopped the clock, and no hand begins; left out where not."""


class SeatStack(Struct, kw_only=True):
    """A seat's chips."""

    seat: int
    stack: int


class SpotSeats(Struct, kw_only=True):
    """Where the button and the blinds of a cash table stand, by seat; a seat may be empty or its player out."""

    button: int
    sb: int
    bb: int


class DeadMoney(Struct, kw_only=True):
    """Dead money of a seat."""

    seat: int
    amount: int


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
    spots: SpotSeats | UnsetType = UNSET
    """Cash tables: where button and blinds stand, dead or not. `button` is the last player at or before the spot."""
    dead: list[DeadMoney] | UnsetType = UNSET
    """Cash tables: who comes back and pays its debt as dead money, told again by `POST` events."""


class You(Struct, kw_only=True):
    """The asked seat's own things."""

    hole: list[str]
    stack: int
    to_call: int
    time_ms: int
    committed: int
    time_bank_ms: int | UnsetType = UNSET
    """Time that is used up after `time_ms`, once for the whole match; left out at tables without a time bank."""


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
    legal: LegalActions
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


class HoleCards(Frame, kw_only=True, tag="cards"):
    """Your own cards as they stand. Private, and only for those who asked for it in `hello`."""

    hand_id: str
    seat: int
    hole: list[str]


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
    receipt: str | UnsetType = UNSET
    """The journal's record that ended the hand, `NUMBER-SEAL`: keep it, and nobody can change the journal unseen."""


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
    legal: LegalActions | UnsetType = UNSET
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
    paused: bool | UnsetType = UNSET
    """The operator has stopped the clock: `time_ms_remaining` stands still. Left out where not."""


class FinalStack(Struct, kw_only=True):
    """A team's end of a match; `place` 1 is the winner."""

    seat: int
    team: str
    stack: int
    place: int
    removed: int | UnsetType = UNSET
    """Chips that left the match when the operator removed the team (T5)."""


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
    """The match is over: one stack is left, or its one game has ended (T10)."""

    winner: Winner
    final_stacks: list[FinalStack]
    deal: Revealed


class ChipsChanged(Frame, kw_only=True, tag="chips"):
    """Cash tables: chips came onto the table or left it. `why`: buy_in, top_up, cash_out, removed."""

    table_id: str
    seat: int
    team: str
    amount: int
    """Above 0 for chips that came, below 0 for chips that went."""
    stack: int
    """What the seat has now."""
    why: str


class Reveal(Frame, kw_only=True, tag="reveal"):
    """Cash tables: the hands of one secret have been played; the next `welcome` carries the next commitment."""

    table_id: str
    deal: Revealed


class TableState(Frame, kw_only=True, tag="state"):
    """For spectators and those who asked for it, after each event: the public table, at the end with the results."""

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
    view: dict[str, Any] | UnsetType = UNSET
    """Games that are not poker, after the last event that an action brought: what everybody may see (T10)."""


class SpectateReply(Frame, kw_only=True, tag="spectate"):
    """You are watching."""

    table_id: str
    config: TableFacts
    deal: DealFacts


class OperatorReply(Frame, kw_only=True, tag="operator"):
    """What became of an operator's command."""

    command: str
    status: str
    table_id: str
    hand_id: str | None = None


class Notice(Frame, kw_only=True, tag="notice"):
    """The operator did something that concerns everybody; or, to operators alone, the server FAILED and stops."""

    notice: str
    seat: int | UnsetType = UNSET
    msg: str


class ErrorFrame(Frame, kw_only=True, tag="error"):
    """A message was not taken; `msg` says why and what is allowed, `clause` names the rule."""

    code: str
    msg: str
    clause: str | UnsetType = UNSET


FROM_SERVER: tuple[type[Frame], ...] = (Welcome, Lobby, StartHand, Act, HoleCards, *EVENTS, EndHand, Snapshot, MatchEnd,
                                        ChipsChanged, Reveal, TableState, SpectateReply, OperatorReply, Notice,
                                        ErrorFrame)
