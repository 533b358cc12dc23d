"""The arena's frames as plain values: what clients send, what the server sends, events, errors and close codes.

    from croupier import protocol

    message = protocol.parse(b'{"type":"hello","v":1,"team":"Alpha","join_code":"KF7Q9C"}')     # a protocol.Hello
    protocol.encode(protocol.ErrorFrame(code="OUT_OF_TURN", msg="wait for an act"))                    # bytes to send

A frame is one JSON object with `type` and `v`. This package imports nothing of the server, so that any client can use
it. `schema` makes the JSON Schema and the AsyncAPI document of all frames.
"""

from croupier.protocol.errors import CLOSINGS, ERRORS, Refused
from croupier.protocol.events import (
    EVENTS,
    VERSION,
    CardsDealt,
    CardsDrawn,
    CheckedOrFolded,
    Eliminated,
    Event,
    Flop,
    Frame,
    GameEvent,
    Post,
    PostBlinds,
    PotAward,
    PutChips,
    Removed,
    Showdown,
    TurnOrRiver,
    encode,
)
from croupier.protocol.from_client import (
    FROM_CLIENT,
    WORDS,
    ActionSent,
    BuySent,
    FromClient,
    Hello,
    IntentSent,
    NonceSent,
    OperatorSent,
    SpectateSent,
    may_be_first,
    parse,
)
from croupier.protocol.from_server import (
    FROM_SERVER,
    Act,
    ChipsChanged,
    DeadMoney,
    DealFacts,
    EndHand,
    ErrorFrame,
    FinalStack,
    HoleCards,
    HoleThen,
    LegalActions,
    Lobby,
    LobbyPlayer,
    MatchEnd,
    Notice,
    OperatorReply,
    PlayerNow,
    Reveal,
    Revealed,
    SeatResult,
    SeatStack,
    Snapshot,
    SpectateReply,
    SpotSeats,
    StartHand,
    TableFacts,
    TableNow,
    TableState,
    Welcome,
    Winner,
    You,
    YouNow,
)

__all__ = [
    "CLOSINGS", "ERRORS", "EVENTS", "FROM_CLIENT", "FROM_SERVER", "VERSION", "WORDS", "Act", "ActionSent", "BuySent",
    "CardsDealt", "CardsDrawn", "CheckedOrFolded", "ChipsChanged", "DeadMoney", "DealFacts", "Eliminated", "EndHand",
    "ErrorFrame", "Event", "FinalStack", "Flop", "Frame", "FromClient", "GameEvent", "Hello", "HoleCards", "HoleThen",
    "IntentSent", "LegalActions", "Lobby", "LobbyPlayer", "MatchEnd", "NonceSent", "Notice", "OperatorReply",
    "OperatorSent", "PlayerNow", "Post", "PostBlinds", "PotAward", "PutChips", "Refused", "Removed", "Reveal",
    "Revealed", "SeatResult", "SeatStack", "Showdown", "Snapshot", "SpectateReply", "SpectateSent", "SpotSeats",
    "StartHand", "TableFacts", "TableNow", "TableState", "TurnOrRiver", "Welcome", "Winner", "You", "YouNow", "encode",
    "may_be_first", "parse",
]
