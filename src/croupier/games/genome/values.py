"""Genomes: the rules of a betting card game as frozen values.

A genome says what is dealt (`setup`), what happens in a hand (`turn_structure`: phases, gone through `rounds` times),
who wins it (`win_conditions`, in order: the next one decides what the one before leaves tied) and how cards are
valued (`hand_evaluation`, `scoring`). Hands are played until the game ends (rulings G1–G5).

The annotations are the rules of what a field may hold: `files.py` reads JSON by them, and a value made in Python is
held to them too. Whether the whole makes sense as a game is decided by `check.py`.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from croupier.errors import Error, short

if TYPE_CHECKING:
    from croupier.games.genome.game import GenomeGame

SCHEMA_VERSION = 1
# the length of the program's rows (`engine/program.py`)
PHASES_MAX = 12
ROUNDS_MAX = 26
SEATS_MAX = 6

DECKS = {
    "standard_52": tuple(range(52)),
    "short_36": tuple(range(16, 52)),
    "piquet_32": tuple(range(20, 52)),
    "euchre_24": tuple(range(28, 52)),
    "royal_20": tuple(range(32, 52)),
    "leduc_6": (38, 39, 42, 43, 46, 47),
    "kuhn_3": (39, 43, 47),
    "old_maid_31": tuple(card for card in range(20, 52) if card != 40),
}
"""The cards of each deck: the lowest rank goes up from the deuce to the ten; Leduc's is J, Q, K in two suits, the
old maid's goes from the seven up and lacks the queen of clubs."""

Deck = Literal["standard_52", "short_36", "piquet_32", "euchre_24", "royal_20", "leduc_6", "kuhn_3",
               "old_maid_31"]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Tableau = Literal["none", "war", "match_rank"]
Effect = Literal["skip", "reverse", "draw_two"]
Source = Literal["deck", "pile", "neighbour", "ask"]
Win = Literal["best_hand", "high_card", "low_card", "high_total", "low_total", "most_tricks", "fewest_tricks",
              "most_captured", "first_to_empty", "high_score", "low_score", "first_to_score"]
Chips = Annotated[int, Meta(ge=0, le=10**12)]
Bet = Annotated[int, Meta(ge=1, le=10**12)]
Count = Annotated[int, Meta(ge=1, le=10)]
Players = Annotated[int, Meta(ge=2, le=SEATS_MAX)]
ONE_LINE = r"\A[^\x00-\x1f\x7f-\x9f]*\Z"
"""No control characters: a game's words are printed to terminals, which obey some of them."""
LINES = r"\A[^\x00-\x08\x0b-\x1f\x7f-\x9f]*\Z"
"""The same with tabs and line ends."""


class BadGenome(Error, ValueError):  # noqa: N818 - named for what was wrong, as all our refusals are
    """A genome that cannot be read or played; the message names the field."""


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen part of a genome that refuses what its annotations do not allow."""

    def __post_init__(self) -> None:
        # msgspec checks what it reads from JSON, but not what Python code passes to a constructor
        for name, kind in _fields(type(self)):
            given = getattr(self, name)
            try:
                held = msgspec.convert(given, kind)
            except msgspec.ValidationError as error:
                raise BadGenome(f"{type(self).__name__}.{name}: {error}") from None
            if held is not given:  # a list where a tuple is kept
                msgspec.structs.force_setattr(self, name, held)


@cache
def _fields(kind: type[Value]) -> tuple[tuple[str, Any], ...]:
    """Return names and types of a part's fields: to read annotations takes fifty times as long as to check a value."""
    return tuple((field.name, field.type) for field in msgspec.structs.fields(kind))


# -- what is dealt -----------------------------------------------------------------------------------------------------


class RankEffect(Value, frozen=True):
    """What a card of a rank does to the next player when it is played onto the pile.

    `skip` passes the player over, `reverse` turns the order of play round (between two players it skips), `draw_two`
    makes the player draw two cards.
    """

    rank: Rank
    effect: Effect


class SetupRules(Value, frozen=True):
    """The setup of a hand: deck, chips, and the cards dealt before the first decision."""

    cards_per_player: Annotated[int, Meta(ge=1, le=26)]
    initial_deck: Deck = "standard_52"
    initial_discard_count: Annotated[int, Meta(ge=0, le=10)] = 0
    """Cards turned up on the pile that cards are played to."""
    trump_suit: Suit | None = None
    starting_chips: Chips = 0
    """0: a game without betting."""
    min_players: Players = 2
    max_players: Players | None = None
    """None: as many as the deck serves, at most six."""
    ante: Chips = 0
    side_pots: bool = True
    """Whether a short all-in wins only what it matched (ruling G3)."""
    wild_ranks: Annotated[tuple[Rank, ...], Meta(max_length=3)] = ()
    board_cards: Annotated[int, Meta(ge=0, le=10)] = 0
    """Open cards in the middle that belong to every hand."""
    tableau: Tableau = "none"
    """What a played card does: nothing, fight the others of its turn, or capture its rank."""
    effects: Annotated[tuple[RankEffect, ...], Meta(max_length=6)] = ()
    """What cards of some ranks do when they are played."""
    books: Annotated[int, Meta(ge=0, le=4)] = 0
    """Cards of one rank that a player who holds them lays down at once, and has then captured; 0 or 1: none are."""


# -- phases ------------------------------------------------------------------------------------------------------------


class Phase(Value, frozen=True, tag_field="type", tag=True):
    """One step of a hand; seats take their turns from the first to act, folded ones take no part (ruling G4)."""


class BettingPhase(Phase, frozen=True):
    """A betting round; skipped in a game without chips (ruling G1)."""

    min_bet: Bet = 10
    max_raises: Annotated[int, Meta(ge=0, le=20)] = 3

    @property
    def blinds(self) -> tuple[int, int]:
        """Return the small and the big blind, 0 if there are none."""
        return 0, 0


class BlindsPhase(BettingPhase, frozen=True):
    """A betting round that opens with blinds, the first time in a hand.

    The first player puts in the small blind and the next one the big blind; the player after that acts first, and the
    big blind may raise even if all others have only called.
    """

    small_blind: Chips = 5
    big_blind: Bet = 10

    @property
    def blinds(self) -> tuple[int, int]:
        """Return the small and the big blind."""
        return self.small_blind, self.big_blind


class BettingAction(Enum):
    """The actions of a betting round; a state's `apply` also accepts them directly."""

    CHECK = "check"
    BET = "bet"
    CALL = "call"
    RAISE = "raise"
    ALL_IN = "all_in"
    FOLD = "fold"


class DrawPhase(Phase, frozen=True):
    """Everybody draws some cards; if not mandatory, one at a time and as many of them as the player likes.

    From `pile`, the player chooses for each card between the deck and the top card of the pile. From `neighbour`, the
    player draws an unseen card of the next player who has cards. With `ask`, the player names a rank that they hold:
    the next player who has cards must hand over every card of that rank. A player who gets nothing this way draws a
    card from the deck.
    """

    count: Count = 1
    mandatory: bool = True
    face_up: bool = False
    source: Source = "deck"


class DiscardPhase(Phase, frozen=True):
    """Everybody discards `count` cards, face down or onto the pile; if not mandatory, up to `count`."""

    count: Count = 1
    mandatory: bool = True
    face_up: bool = False


class ExchangePhase(Phase, frozen=True):
    """Everybody discards up to `count` cards and draws as many new ones."""

    count: Count = 3


class RevealPhase(Phase, frozen=True):
    """Turn `count` cards of the deck face up on the board."""

    count: Count = 1


class PlayPhase(Phase, frozen=True):
    """Everybody plays a card face up: any, one that matches the pile's top card in suit or rank, or a higher one.

    If not mandatory a player may pass; one who has no fitting card has to. `from_top` plays the first card of the
    hand without asking. Up to `sets` cards of one rank may be played at once, and runs of one suit with at least `runs`
    cards (0: no runs); `higher` then asks for the same number of cards, in a set or in a run like the last play.
    With `sweep` the pile is taken away when everybody has passed since the last play, and the next player leads.
    """

    rule: Literal["any", "match", "higher"] = "any"
    mandatory: bool = True
    from_top: bool = False
    sets: Annotated[int, Meta(ge=1, le=4)] = 1
    runs: Annotated[int, Meta(ge=0, le=13)] = 0
    sweep: bool = False


class TrickPhase(Phase, frozen=True):
    """Play tricks: one player leads, everybody else plays a card; the winner takes the cards and leads next."""

    tricks: Annotated[int, Meta(ge=1, le=26)] = 1
    follow_suit: bool = True


class PassPhase(Phase, frozen=True):
    """Everybody gives `count` cards to the next player; all are handed over at once."""

    count: Count = 1


class MeldPhase(Phase, frozen=True):
    """Everybody may lay down melds of at least `least` cards, which then count as captured.

    A meld is a set (cards of one rank) or a run (cards of one suit in a row).
    """

    least: Annotated[int, Meta(ge=2, le=5)] = 3
    sets: bool = True
    runs: bool = True


class ClaimPhase(Phase, frozen=True):
    """Everybody lays one to `most` cards face down on the heap and claims that they are all of one rank.

    The rank is the deck's lowest at the first claim of a hand and one higher at each further claim; after the highest
    comes the lowest again. The other players in turn may challenge the claim. The first challenge turns its cards
    up: if one of them is of another rank, the claimant takes the whole heap, otherwise the challenger does.
    """

    most: Annotated[int, Meta(ge=1, le=4)] = 4


AnyPhase = (BettingPhase | BlindsPhase | DrawPhase | DiscardPhase | ExchangePhase | RevealPhase | PlayPhase | TrickPhase
            | PassPhase | MeldPhase | ClaimPhase)
SHARED_PHASES = (BettingPhase, RevealPhase, TrickPhase, PassPhase)
"""Phases that all players go through together even where each takes a whole turn (`TurnStructure.by_player`)."""


class TurnStructure(Value, frozen=True):
    """What happens in a hand: the phases in order, repeated `rounds` times.

    With `by_player` one player goes through all phases before the next player does; only the phases that belong to
    everybody (bets, board, tricks, passing) are gone through together, when all have had their turns before them.
    """

    phases: Annotated[tuple[AnyPhase, ...], Meta(min_length=1, max_length=PHASES_MAX)]
    rounds: Annotated[int, Meta(ge=1, le=ROUNDS_MAX)] = 1
    by_player: bool = False


# -- winning -----------------------------------------------------------------------------------------------------------


class WinCondition(Value, frozen=True):
    """What wins a hand; `target` is the score that ends a game of `first_to_score`."""

    type: Win
    target: Annotated[int, Meta(ge=0, le=10**6)] = 0


class CardValue(Value, frozen=True):
    """The points of a rank in a total: one value, or two to choose from."""

    rank: Rank
    value: Annotated[int, Meta(ge=0, le=50)]
    alternate: Annotated[int, Meta(ge=0, le=50)] | None = None


class HandPattern(Value, frozen=True):
    """A combination: what a hand needs for it, and its priority over other combinations.

    `cards` is the exact number of cards it is made of (0: any number), `same_suit` how many share a suit, `groups` how
    many are of one rank each, as in (3, 2), `run` how many ranks follow each other; `wrap` lets the ace stand below
    the deuce.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=ONE_LINE)]
    priority: Annotated[int, Meta(ge=1, le=1000)]
    cards: Annotated[int, Meta(ge=0, le=26)] = 5
    same_suit: Annotated[int, Meta(ge=0, le=26)] = 0
    groups: Annotated[tuple[Annotated[int, Meta(ge=2, le=4)], ...], Meta(max_length=4)] = ()
    run: Annotated[int, Meta(ge=0, le=13)] = 0
    wrap: bool = False


POKER_PATTERNS = (
    # priorities leave gaps of ten, so that a genome can put patterns of its own between poker's
    HandPattern("straight flush", 90, same_suit=5, run=5, wrap=True),
    HandPattern("four of a kind", 80, groups=(4,)),
    HandPattern("full house", 70, groups=(3, 2)),
    HandPattern("flush", 60, same_suit=5),
    HandPattern("straight", 50, run=5, wrap=True),
    HandPattern("three of a kind", 40, groups=(3,)),
    HandPattern("two pair", 30, groups=(2, 2)),
    HandPattern("pair", 20, groups=(2,)),
)
"""Poker's own combinations of five cards."""

BLACKJACK_VALUES = (
    CardValue("2", 2), CardValue("3", 3), CardValue("4", 4), CardValue("5", 5), CardValue("6", 6), CardValue("7", 7),
    CardValue("8", 8), CardValue("9", 9), CardValue("T", 10), CardValue("J", 10), CardValue("Q", 10),
    CardValue("K", 10), CardValue("A", 11, 1))
"""Cards count as printed, pictures 10, an ace 11 or 1: what a rank counts unless a genome says otherwise."""


class HandEvaluation(Value, frozen=True):
    """How hands are compared: `best_hand` by poker's ranking or by patterns, totals by card values.

    A total above `bust_limit` (0: none) cannot win; alternates are chosen to come as near to it as possible.
    """

    method: Literal["poker", "patterns"] = "poker"
    patterns: Annotated[tuple[HandPattern, ...], Meta(max_length=20)] = ()
    card_values: Annotated[tuple[CardValue, ...], Meta(max_length=13)] = ()
    bust_limit: Annotated[int, Meta(ge=0, le=60)] = 0


class ScoringRule(Value, frozen=True):
    """Points at the end of a hand for each trick won, each card captured, or each card left in the hand."""

    per: Literal["trick", "card", "left"]
    points: Annotated[int, Meta(ge=-100, le=100)] = 1
    suit: Suit | None = None
    rank: Rank | None = None


# -- the whole ---------------------------------------------------------------------------------------------------------


class GameGenome(Value, frozen=True):
    """A game: its rules, its name, and where it comes from."""

    setup: SetupRules
    turn_structure: TurnStructure
    win_conditions: Annotated[tuple[WinCondition, ...], Meta(min_length=1, max_length=4)]
    scoring: Annotated[tuple[ScoringRule, ...], Meta(max_length=8)] = ()
    hand_evaluation: HandEvaluation = HandEvaluation()
    max_hands: Annotated[int, Meta(ge=1, le=1000)] = 100
    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=ONE_LINE)] = "unnamed"
    description: Annotated[str, Meta(max_length=2000, pattern=LINES)] = ""
    lineage: Annotated[tuple[Annotated[str, Meta(pattern=ONE_LINE)], ...], Meta(max_length=1000)] = ()
    """What the operators did to get here, the oldest first."""
    schema_version: Literal[1] = 1

    @property
    def phases(self) -> tuple[AnyPhase, ...]:
        """Return the phases of a hand."""
        return self.turn_structure.phases

    @property
    def bets(self) -> bool:
        """Return True if the game is played for chips."""
        return self.setup.starting_chips > 0

    def game(self) -> GenomeGame:
        """Return the game to play. Raise BadGenome, with the reasons, if it cannot be played."""
        from croupier.games.genome.game import GenomeGame

        return GenomeGame(self)

    def with_phases(self, *phases: AnyPhase, rounds: int | None = None) -> GameGenome:
        """Return the same game with other phases."""
        turns = self.turn_structure
        # through `replaced`, so that the new phases are checked like any others
        turns = replaced(turns, phases=phases, rounds=turns.rounds if rounds is None else rounds)
        return replaced(self, turn_structure=turns)


def whole(given: object, least: int, most: int, what: str) -> int:
    """Return a whole number within bounds; raise BadGenome for anything else (M1)."""
    if type(given) is not int or not least <= given <= most:
        raise BadGenome(f"{what} must be a whole number of {least:,} to {most:,}, not {short(given)}")
    return given


T = TypeVar("T")


def instance(given: object, kind: type[T]) -> T:
    """Return the value if it is of this class; raise BadGenome if not, because compiled code does not check it
    again."""
    if not isinstance(given, kind):
        raise BadGenome(f"a {kind.__name__} is needed, not {type(given).__name__}")
    return given


V = TypeVar("V", bound=Value)


def replaced(value: V, **changes: Any) -> V:
    """Return a copy with some fields changed, validated again."""
    return msgspec.structs.replace(value, **changes)
