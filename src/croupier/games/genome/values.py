"""Genomes: the rules of a betting card game as frozen values.

`setup` says what is dealt. `turn_structure` lists the phases of a hand, which are repeated `rounds` times.
`win_conditions` says who wins a hand: each condition breaks the ties that the conditions before it leave.
`hand_evaluation` and `scoring` say what cards are worth. Hands are played until the game ends (rulings G1–G5).

The annotations say what each field may hold. `files.py` checks JSON against them, and a value made in Python is checked
in the same way. `check.py` checks whether the parts together make a game that can be played.
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
"""The cards of each deck. The decks from standard to royal differ in their lowest rank, which rises from the deuce to
the ten. Leduc's deck is J, Q, K in two suits. The old maid's deck begins with the seven and lacks the queen of clubs.
"""

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
"""A text without control characters. A game's texts are printed to terminals, which would execute some control
characters.
"""
LINES = r"\A[^\x00-\x08\x0b-\x1f\x7f-\x9f]*\Z"
"""A text that may hold tabs and line ends, but no other control characters."""


class BadGenome(Error, ValueError):  # noqa: N818 - named for what was wrong, as all our refusals are
    """Raised for a genome that cannot be read or played. The message names the field."""


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen part of a genome. Its constructor refuses values that its annotations do not allow."""

    def __post_init__(self) -> None:
        # msgspec checks what it reads from JSON, but not what Python code passes to a constructor
        for name, kind in _fields(type(self)):
            given = getattr(self, name)
            try:
                held = msgspec.convert(given, kind)
            except msgspec.ValidationError as error:
                raise BadGenome(f"{type(self).__name__}.{name}: {error}") from None
            if held is not given:  # a list was converted to a tuple
                msgspec.structs.force_setattr(self, name, held)


@cache
def _fields(kind: type[Value]) -> tuple[tuple[str, Any], ...]:
    """Return the names and types of a part's fields. The result is cached, because reading annotations takes fifty
    times as long as checking a value.
    """
    return tuple((field.name, field.type) for field in msgspec.structs.fields(kind))


# -- what is dealt -----------------------------------------------------------------------------------------------------


class RankEffect(Value, frozen=True):
    """The effect that a card of a rank has on the next player when it is played onto the pile.

    `skip` makes the next player miss a turn. `reverse` reverses the order of play; with two players it acts like
    `skip`. `draw_two` makes the next player draw two cards.
    """

    rank: Rank
    effect: Effect


class SetupRules(Value, frozen=True):
    """The setup of a hand: deck, chips, and the cards dealt before the first decision."""

    cards_per_player: Annotated[int, Meta(ge=1, le=26)]
    initial_deck: Deck = "standard_52"
    initial_discard_count: Annotated[int, Meta(ge=0, le=10)] = 0
    """Number of cards turned up at the start on the pile to which cards are played."""
    trump_suit: Suit | None = None
    starting_chips: Chips = 0
    """The chips of each player at the start. 0 means a game without betting."""
    min_players: Players = 2
    max_players: Players | None = None
    """The largest number of players. None means as many as the deck has cards for, at most six."""
    ante: Chips = 0
    side_pots: bool = True
    """True if a short all-in wins only what it matched (ruling G3)."""
    wild_ranks: Annotated[tuple[Rank, ...], Meta(max_length=3)] = ()
    board_cards: Annotated[int, Meta(ge=0, le=10)] = 0
    """Number of open cards in the middle that belong to every hand."""
    tableau: Tableau = "none"
    """What a played card does: nothing, compete with the other cards of its turn, or capture cards of its rank."""
    effects: Annotated[tuple[RankEffect, ...], Meta(max_length=6)] = ()
    """What cards of some ranks do when they are played."""
    books: Annotated[int, Meta(ge=0, le=4)] = 0
    """Number of cards of one rank that make a book. A player who holds a book lays it down at once and has then
    captured it. With 0 or 1 there are no books.
    """


# -- phases ------------------------------------------------------------------------------------------------------------


class Phase(Value, frozen=True, tag_field="type", tag=True):
    """One step of a hand. Seats take their turns from the first to act; folded seats take no part (ruling G4)."""


class BettingPhase(Phase, frozen=True):
    """A betting round. A game without chips skips it (ruling G1)."""

    min_bet: Bet = 10
    max_raises: Annotated[int, Meta(ge=0, le=20)] = 3

    @property
    def blinds(self) -> tuple[int, int]:
        """Return the small and the big blind. Both are 0 if there are none."""
        return 0, 0


class BlindsPhase(BettingPhase, frozen=True):
    """A betting round that begins with blinds the first time it is reached in a hand.

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
    """Everybody draws some cards. If drawing is not mandatory, a player draws one card at a time and stops when he
    likes.

    From `pile`, the player chooses for each card between the deck and the top card of the pile. From `neighbour`, the
    player draws an unseen card of the next player who has cards. With `ask`, the player names a rank that he holds. The
    next player who has cards must then hand over every card of that rank. A player who gets nothing this way draws a
    card from the deck.
    """

    count: Count = 1
    mandatory: bool = True
    face_up: bool = False
    source: Source = "deck"


class DiscardPhase(Phase, frozen=True):
    """Every player discards `count` cards, or up to `count` if discarding is not mandatory. The cards go face down to
    the muck or face up onto the pile.
    """

    count: Count = 1
    mandatory: bool = True
    face_up: bool = False


class ExchangePhase(Phase, frozen=True):
    """Every player discards up to `count` cards and draws the same number of new ones."""

    count: Count = 3


class RevealPhase(Phase, frozen=True):
    """Turn `count` cards of the deck face up on the board."""

    count: Count = 1


class PlayPhase(Phase, frozen=True):
    """Every player plays a card face up. Depending on `rule`, any card may be played, or the card must match the pile's
    top card in suit or rank, or it must be higher.

    If playing is not mandatory, a player may pass. A player who has no fitting card must pass. With `from_top` the
    first card of the hand is played automatically. Up to `sets` cards of one rank may be played at once, and runs of
    one suit with at least `runs` cards (0 means no runs). If the rule is `higher`, a play must have as many cards as
    the last play, and be a set or a run like it. With `sweep` the pile is taken away when everybody has passed since
    the last play, and the next player leads.
    """

    rule: Literal["any", "match", "higher"] = "any"
    mandatory: bool = True
    from_top: bool = False
    sets: Annotated[int, Meta(ge=1, le=4)] = 1
    runs: Annotated[int, Meta(ge=0, le=13)] = 0
    sweep: bool = False


class TrickPhase(Phase, frozen=True):
    """Play tricks. One player leads, and everybody else plays a card. The winner takes the cards and leads the next
    trick.
    """

    tricks: Annotated[int, Meta(ge=1, le=26)] = 1
    follow_suit: bool = True


class PassPhase(Phase, frozen=True):
    """Everybody gives `count` cards to the next player. All cards are handed over at the same moment."""

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
    comes the lowest again. The other players in turn may challenge the claim. At the first challenge the cards of the
    claim are turned up. If one of them has another rank, the claimant takes the whole heap; otherwise the challenger
    does.
    """

    most: Annotated[int, Meta(ge=1, le=4)] = 4


AnyPhase = (BettingPhase | BlindsPhase | DrawPhase | DiscardPhase | ExchangePhase | RevealPhase | PlayPhase | TrickPhase
            | PassPhase | MeldPhase | ClaimPhase)
SHARED_PHASES = (BettingPhase, RevealPhase, TrickPhase, PassPhase)
"""Phases that all players go through together, even in games in which each player takes a whole turn
(`TurnStructure.by_player`).
"""


class TurnStructure(Value, frozen=True):
    """What happens in a hand: the phases in order, repeated `rounds` times.

    With `by_player` one player goes through all phases before the next player does. Only the phases that belong to
    everybody (bets, board, tricks, passing) are different: they begin when all players have finished the phases before
    them.
    """

    phases: Annotated[tuple[AnyPhase, ...], Meta(min_length=1, max_length=PHASES_MAX)]
    rounds: Annotated[int, Meta(ge=1, le=ROUNDS_MAX)] = 1
    by_player: bool = False


# -- winning -----------------------------------------------------------------------------------------------------------


class WinCondition(Value, frozen=True):
    """A way to win a hand. `target` is the score that ends a game of `first_to_score`."""

    type: Win
    target: Annotated[int, Meta(ge=0, le=10**6)] = 0


class CardValue(Value, frozen=True):
    """The points of a rank in a total: one value, or two to choose from."""

    rank: Rank
    value: Annotated[int, Meta(ge=0, le=50)]
    alternate: Annotated[int, Meta(ge=0, le=50)] | None = None


class HandPattern(Value, frozen=True):
    """A combination: what a hand needs for it, and its priority over other combinations.

    `cards` is the exact number of cards of the combination, or 0 for any number. `same_suit` says how many cards share
    a suit, and `run` how many ranks follow each other. `groups` gives the sizes of the groups of one rank, such as (3,
    2). `wrap` lets the ace stand below the deuce.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=ONE_LINE)]
    priority: Annotated[int, Meta(ge=1, le=1000)]
    cards: Annotated[int, Meta(ge=0, le=26)] = 5
    same_suit: Annotated[int, Meta(ge=0, le=26)] = 0
    groups: Annotated[tuple[Annotated[int, Meta(ge=2, le=4)], ...], Meta(max_length=4)] = ()
    run: Annotated[int, Meta(ge=0, le=13)] = 0
    wrap: bool = False


POKER_PATTERNS = (
    # the priorities are ten apart, so that a genome can rank its own patterns between poker's
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
"""The value of each rank unless a genome sets another: the printed number, 10 for face cards, and 11 or 1 for an ace.
"""


class HandEvaluation(Value, frozen=True):
    """Says how hands are compared. `best_hand` uses poker's ranking or patterns; totals use card values.

    A total above `bust_limit` cannot win; 0 means no limit. If a card has two values, the choice is made so that the
    total comes as near to the limit as possible.
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
    """What the lab's operators have changed in the game, the oldest change first."""
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
        """Return a playable game of these rules. If the rules cannot be played, raise BadGenome with the reasons."""
        from croupier.games.genome.game import GenomeGame

        return GenomeGame(self)

    def with_phases(self, *phases: AnyPhase, rounds: int | None = None) -> GameGenome:
        """Return the same game with other phases."""
        turns = self.turn_structure
        # made with `replaced`, so that the new phases are validated
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
