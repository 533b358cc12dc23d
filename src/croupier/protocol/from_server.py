"""Frames that the server sends, as typed values, except `event` frames (`events`).

Each frame is one JSON object with `type` and `v` first; `docs/protocol.md` describes them all. Fields may be added to a
frame but never renamed or dropped (T7). A field that is `UNSET` is missing from the JSON, as opposed to null.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from croupier.protocol.events import EVENTS, Frame

LegalActions = list[str | dict[str, Any]]
"""Action words in no-limit hold'em, action objects in every other game (T10)."""


class DealFacts(Struct, kw_only=True):
    """Fair dealing (T6): the deck algorithm, the match, the hand, and the hash of the match's secret."""

    alg: str
    match_id: str
    hand_no: int
    commit: str
    nonces: dict[str, str] | UnsetType = UNSET
    """In `start_hand`: the nonces mixed into this deck, by seat."""


class TableFacts(Struct, kw_only=True):
    """A table's game and settings. `variant` is HUNL for no-limit hold'em, else the game's PHH code or name."""

    variant: str
    seats: int
    starting_stack: int
    sb: int
    bb: int
    move_time_ms: int
    ante: int | UnsetType = UNSET
    timeouts: str = "check-call-fold"
    reveal: str = "match"
    """Who gets the secret afterwards: everybody, by `match_end`, so that folded cards can be seen (`match`); the
    operator (`auditor`); nobody (`never`)."""
    format: str = "match"
    """`match`: the last player with chips wins. `cash`: players join, pause and leave with their chips."""
    match_hands: int | UnsetType = UNSET
    """Number of hands in a match of fixed length: every hand begins with `starting_stack`, nobody is eliminated, and
    the team that won the most chips wins the match."""
    cap_heads_up: bool | UnsetType = UNSET
    """Fixed limit: True if the cap on bets also holds between two players."""
    buy_in_min: int | UnsetType = UNSET
    buy_in_max: int | UnsetType = UNSET
    secret_hands: int | UnsetType = UNSET
    """Cash tables: number of hands dealt from one secret."""
    open: bool | UnsetType = UNSET
    """True at a table without codes: `hello` needs no `join_code`, and the team's name alone reclaims its seat."""
    spectator_delay: int | UnsetType = UNSET
    """Seconds by which this table is delayed for spectators, relays and the HTTP API."""


class Welcome(Frame, kw_only=True, tag="welcome"):
    """Your seat and the table's settings. Sent again when a new match gives you a new seat and a new `deal`."""

    table_id: str
    seat: int
    config: TableFacts
    deal: DealFacts
    waits_for: str | UnsetType = UNSET
    """What you are waiting for if you are not in the current hand: the next `match`; at a cash table the next
    `hand`, the `big_blind`, or until you want to `play` again."""


class LobbyPlayer(Struct, kw_only=True):
    """A seat in the lobby. Only cash tables send `inactive`, `debt` and `top_up`, and always together with `intent`."""

    seat: int
    team: str
    connected: bool
    stack: int
    nonce: str | UnsetType = UNSET
    intent: int | UnsetType = UNSET
    """0 play, 1 wait for the big blind, 2 pause, 3 leave; missing in a match if it is 0."""
    inactive: bool | UnsetType = UNSET
    """True for a seat that is not dealt in: a new player before the first hand, or a player who sits out."""
    debt: int | UnsetType = UNSET
    """Missed blinds. A player who comes back before its big blind pays them as dead money."""
    top_up: int | UnsetType = UNSET
    """Chips bought that will be added before the next hand; missing if there are none."""


class Lobby(Frame, kw_only=True, tag="lobby"):
    """The seats and their players. Broadcast when a player joins, leaves or changes."""

    players: list[LobbyPlayer]
    table_id: str
    paused: bool | UnsetType = UNSET
    """True while the operator has paused the table: the clock stops and no hand begins."""


class SeatStack(Struct, kw_only=True):
    """A seat's chips."""

    seat: int
    stack: int


class SpotSeats(Struct, kw_only=True):
    """The seats of the button and the blinds at a cash table. A seat may be empty, or its player may sit out."""

    button: int
    sb: int
    bb: int


class DeadMoney(Struct, kw_only=True):
    """Dead money that a seat pays at the start of a hand."""

    seat: int
    amount: int


class StartHand(Frame, kw_only=True, tag="start_hand"):
    """A hand begins. `stacks` are before the blinds. `seed` is public and does not influence the deck."""

    hand_id: str
    seed: int
    button: int
    stacks: list[SeatStack]
    sb: int
    bb: int
    ante: int | UnsetType = UNSET
    deal: DealFacts
    spots: SpotSeats | UnsetType = UNSET
    """Cash tables: the seats of button and blinds, dead or not. `button` is the last player at or before its seat."""
    dead: list[DeadMoney] | UnsetType = UNSET
    """Cash tables: returning players who pay their debt as dead money; each also gets a `POST` event."""


class You(Struct, kw_only=True):
    """Your own cards, chips and time."""

    hole: list[str]
    stack: int
    to_call: int
    time_ms: int
    committed: int
    time_bank_ms: int | UnsetType = UNSET
    """Extra time after `time_ms`, shared by all decisions of the match; missing at tables without a time bank."""


class TableNow(Struct, kw_only=True):
    """The table in an `act`; `seats` is the number of players dealt in."""

    sb: int
    bb: int
    seats: int
    button: int


class PlayerNow(Struct, kw_only=True):
    """A player in the hand: `committed` on this street, `total_in_pot` in this hand."""

    seat: int
    stack: int
    has_folded: bool
    committed: int
    total_in_pot: int
    all_in: bool
    cards: list[str] | UnsetType = UNSET
    """In games with open cards (stud): the player's cards, `??` for hidden ones."""


class Act(Frame, kw_only=True, tag="act"):
    """It is your turn. Sent to you alone. Amounts that do not apply are missing."""

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
    """In games other than no-limit hold'em: everything that you may see (T10)."""


class HoleCards(Frame, kw_only=True, tag="cards"):
    """Your own cards. Sent to you alone, if you asked for it in `hello`."""

    hand_id: str
    seat: int
    hole: list[str]


class SeatResult(Struct, kw_only=True):
    """Chips that a seat won or lost in a hand."""

    seat: int
    net: int


class EndHand(Frame, kw_only=True, tag="end_hand"):
    """The hand is over. A void hand returns all bets."""

    hand_id: str
    stacks: list[SeatStack]
    results: list[SeatResult]
    void: bool | UnsetType = UNSET
    receipt: str | UnsetType = UNSET
    """Number and seal of the journal record that ended the hand. Keep it: it proves later changes to the journal."""


class YouNow(Struct, kw_only=True):
    """Your own seat, cards and chips, as part of a snapshot."""

    seat: int
    hole: list[str]
    stack: int
    to_call: int


class HoleThen(Struct, kw_only=True):
    """Your own cards after an event."""

    event_no: int
    hole: list[str]


class Snapshot(Frame, kw_only=True, tag="snapshot"):
    """The current state of the table, sent when you reconnect. `legal` and the amounts are there only on your turn."""

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
    """`start_hand` and every `event` of the hand so far, so that a client can rebuild the hand."""
    holes: list[HoleThen] | UnsetType = UNSET
    """In games that deal cards more than once: your own cards after each deal."""
    view: dict[str, Any] | UnsetType = UNSET
    paused: bool | UnsetType = UNSET
    """True while the operator has paused the table and `time_ms_remaining` does not run."""


class FinalStack(Struct, kw_only=True):
    """A team's result in a match; `place` 1 is the winner."""

    seat: int
    team: str
    stack: int
    place: int
    net: int | UnsetType = UNSET
    """Matches with `match_hands`: chips won or lost in all hands. `stack` is the stack after the last hand."""
    removed: int | UnsetType = UNSET
    """Chips that left the match when the operator removed the team (T5)."""


class Winner(Struct, kw_only=True):
    """The winner of a match."""

    seat: int
    team: str


class Revealed(Struct, kw_only=True):
    """The match's secret, if it is published. With it, anybody can deal every deck again."""

    alg: str
    match_id: str
    commit: str
    hands: int
    void: list[int]
    secret: str | UnsetType = UNSET


class MatchEnd(Frame, kw_only=True, tag="match_end"):
    """The match is over: one player has all the chips, all `match_hands` are played, its single game has ended
    (T10), or nobody plays any more."""

    winner: Winner
    final_stacks: list[FinalStack]
    deal: Revealed
    why: str | UnsetType = UNSET
    """`walks` if the match ended because everybody folded to the forced bets 100 times in a row: most chips win."""


class ChipsChanged(Frame, kw_only=True, tag="chips"):
    """Cash tables: a player brought chips to the table or left with chips. `why` is buy_in, top_up, cash_out or
    removed.
    """

    table_id: str
    seat: int
    team: str
    amount: int
    """Positive for chips brought, negative for chips taken away."""
    stack: int
    """The seat's chips afterwards."""
    why: str


class Reveal(Frame, kw_only=True, tag="reveal"):
    """Cash tables: all hands dealt from one secret have been played. The next `welcome` carries a new commitment."""

    table_id: str
    deal: Revealed


class TableState(Frame, kw_only=True, tag="state"):
    """The public table after each event, for spectators and clients that asked for it. The last `state` of a hand has
    its results.
    """

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
    """In games other than poker, after the last event of an action: everything that is public (T10)."""


class SpectateReply(Frame, kw_only=True, tag="spectate"):
    """The answer to `spectate`: the table and its settings."""

    table_id: str
    config: TableFacts
    deal: DealFacts


class OperatorReply(Frame, kw_only=True, tag="operator"):
    """The result of an operator's command."""

    command: str
    status: str
    table_id: str
    hand_id: str | None = None


class Notice(Frame, kw_only=True, tag="notice"):
    """An announcement to everybody about something the operator did; or, to operators only, that the server FAILED."""

    notice: str
    seat: int | UnsetType = UNSET
    msg: str


class ErrorFrame(Frame, kw_only=True, tag="error"):
    """A frame was refused. `msg` gives the reason and what is allowed, `clause` the rule."""

    code: str
    msg: str
    clause: str | UnsetType = UNSET


FROM_SERVER: tuple[type[Frame], ...] = (Welcome, Lobby, StartHand, Act, HoleCards, *EVENTS, EndHand, Snapshot, MatchEnd,
                                        ChipsChanged, Reveal, TableState, SpectateReply, OperatorReply, Notice,
                                        ErrorFrame)
