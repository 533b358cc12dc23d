"""The poker games as data: what they are called, how they are dealt and bet, and what wins.

Each game is one value of `PokerRules` in RULES. All other code that lists games reads RULES: the command line and its
help, the web page, the equities, the readers and writers of records, and the tests. To add a game, add a value here and
a test file.

A street says which cards it deals, whether it begins with a draw, and who opens the betting. The opener is one of

    BLINDS      the seat left of the last blind or straddle; on later streets the seat left of the button
    LOW_DOOR    the seat with the lowest door card, which brings in (ties by suit: clubs lowest)
    HIGH_DOOR   the seat with the highest door card, which brings in, aces low (razz)
    HIGH_BOARD  the seat with the best hand showing
    LOW_BOARD   the seat with the best low hand showing (razz)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from croupier.errors import Error, short

# a bet and three raises, as in Robert's Rules of Poker and in the limit games of the ACPC
MAX_BETS = 4
"""The maximum number of whole bets on a street in fixed limit, unless a game sets another (B13)."""
LIMIT_WORDS = {"no": "no-limit", "pot": "pot-limit", "fixed": "fixed-limit"}
_DRAWN_MAX = 204
"""The maximum number of cards that a hand can deal and draw. A place in the log has eight bits, and 52 of these 256
places are reserved.
"""
_AT_ONCE_MAX = 6
"""The maximum number of cards that a seat gets at once. A log entry has 64 bits, and a seventh place would not fit into
it.
"""
BLINDS, LOW_DOOR, HIGH_DOOR, HIGH_BOARD, LOW_BOARD = range(5)


class BadSetup(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for an impossible game or deal: too many seats, a button that is not at a seat, blinds that do not fit
    together.
    """


@dataclass(frozen=True, slots=True)
class Street:
    """One dealing step and the betting after it."""

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    draw: bool = False
    opener: int = BLINDS
    big: bool = False
    """True if fixed-limit bets are big bets on this street."""


@dataclass(frozen=True, slots=True)
class PokerRules:
    """The rules of a poker game, without stakes."""

    code: str
    """The PHH code. Games that PHH does not define have a code of the same kind (PO5)."""
    name: str
    """The display name: "pot-limit Omaha"."""
    limit: str
    streets: tuple[Street, ...]
    typed: str = ""
    """The name on the command line: `omaha8`. It is empty for a game with an unusual limit."""
    stars: str = ""
    """The game's name in PokerStars hand histories, without the limit."""
    high: str | None = None
    low: str | None = None
    deck: int = 52
    seats: int = 10
    button_blind: bool = False
    """True if everybody posts an ante and the button posts the only blind (short deck)."""

    def __post_init__(self) -> None:
        # these are the sizes of the engine's arrays (`constants.py`); compiled code would write beyond them into other
        # fields
        dealt = sum(street.down + street.up for street in self.streets)
        board = sum(street.board for street in self.streets)
        if not 1 <= len(self.streets) <= 8 or dealt > 7 or board > 5 or self.deck not in (52, 36):
            raise BadSetup("a poker game has 1 to 8 streets, at most 7 cards each and 5 on the board, "
                           "and a deck of 52 or 36")
        if not 2 <= self.seats <= 10 or self.limit not in LIMIT_WORDS or min(
                min(street.down, street.up, street.board) for street in self.streets) < 0:
            raise BadSetup("a poker game has 2 to 10 seats, a limit of no, pot or fixed, and no negative cards")
        if self.seats * (self.streets[0].down + self.streets[0].up) + board > self.deck:
            raise BadSetup(f"{self.seats} seats take more cards than a deck of {self.deck} has")
        at_once = max(max(street.down, street.up, dealt if street.draw else 0) for street in self.streets)
        if at_once > _AT_ONCE_MAX:
            raise BadSetup(f"a street deals or draws at most {_AT_ONCE_MAX} cards at a time, not {at_once}")
        draws = sum(street.draw for street in self.streets)
        # the deck must hold one hand more than there are seats, because a player may discard and draw a whole hand
        if draws and ((self.seats + 1) * dealt > self.deck or self.seats * dealt * (1 + draws) > _DRAWN_MAX):
            raise BadSetup(f"{self.seats} seats of {dealt} cards cannot draw {draws} times: a deck of {self.deck} must "
                           f"hold one hand more, and all hands and draws {_DRAWN_MAX} cards at most")

    @property
    def title(self) -> str:
        """Return the display name with a capital letter: "Pot-limit Omaha"."""
        return self.name[:1].upper() + self.name[1:]

    @property
    def hole_cards(self) -> int:
        """Return the number of cards that each player is dealt during the whole hand."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def has_bring_in(self) -> bool:
        """Return True if a bring-in opens the hand instead of blinds."""
        return self.streets[0].opener != BLINDS

    @property
    def has_draws(self) -> bool:
        """Return True if players may draw cards."""
        return any(street.draw for street in self.streets)

    def stakes(self, sb: int, bb: int, ante: int = 0) -> dict[str, int]:
        """Return the stakes of this game at a small and a big blind, as `PokerGame` names them.

        In stud the two blinds become the bring-in and the small bet, and the ante is a quarter of the small bet unless
        it is given. In short deck the two blinds become the ante and the button's blind.
        """
        if self.has_bring_in:
            # a quarter of a bet below 4 would round down to no ante
            return {"ante": ante or max(1, bb // 4), "bring_in": sb, "small_bet": bb}
        if self.button_blind:
            return {"ante": ante or sb, "button_blind": bb}
        return {"sb": sb, "bb": bb, "ante": ante}


def _board_streets(hole: int) -> tuple[Street, ...]:
    return (Street("PRE_FLOP", down=hole), Street("FLOP", board=3), Street("TURN", board=1, big=True),
            Street("RIVER", board=1, big=True))


def _stud_streets(door: int, board: int) -> tuple[Street, ...]:
    return (Street("THIRD", down=2, up=1, opener=door), Street("FOURTH", up=1, opener=board),
            Street("FIFTH", up=1, opener=board, big=True), Street("SIXTH", up=1, opener=board, big=True),
            Street("SEVENTH", down=1, opener=board, big=True))


def _draw_streets(hole: int, draws: int) -> tuple[Street, ...]:
    # big bets begin in the second half of the draws: with three draws, after the second
    later = (Street(f"DRAW_{n}", draw=True, big=n > draws // 2) for n in range(1, draws + 1))
    return (Street("PRE_DRAW", down=hole), *later)


RULES = {rules.code: rules for rules in (
    PokerRules("NT", "no-limit hold'em", "no", _board_streets(2), typed="holdem", stars="Hold'em", high="high"),
    PokerRules("FT", "fixed-limit hold'em", "fixed", _board_streets(2), typed="limit-holdem", stars="Hold'em",
               high="high"),
    PokerRules("NS", "no-limit short-deck hold'em", "no", _board_streets(2), typed="short-deck", stars="6+ Hold'em",
               high="short_deck", deck=36, button_blind=True),
    PokerRules("PO", "pot-limit Omaha", "pot", _board_streets(4), typed="omaha", stars="Omaha", high="omaha"),
    # 52 cards are enough for a board of five and at most nine hands of five cards, or seven of six
    PokerRules("PO5", "pot-limit five-card Omaha", "pot", _board_streets(5), typed="omaha5", stars="5 Card Omaha",
               high="omaha", seats=9),
    PokerRules("PO6", "pot-limit six-card Omaha", "pot", _board_streets(6), typed="omaha6", stars="6 Card Omaha",
               high="omaha", seats=7),
    PokerRules("FO/8", "fixed-limit Omaha hi/lo", "fixed", _board_streets(4), typed="omaha8", stars="Omaha Hi/Lo",
               high="omaha", low="omaha_low8"),
    PokerRules("F7S", "fixed-limit seven-card stud", "fixed", _stud_streets(LOW_DOOR, HIGH_BOARD), typed="stud",
               stars="7 Card Stud", high="high", seats=8),
    PokerRules("F7S/8", "fixed-limit seven-card stud hi/lo", "fixed", _stud_streets(LOW_DOOR, HIGH_BOARD),
               typed="stud8", stars="7 Card Stud Hi/Lo", high="high", low="low8", seats=8),
    PokerRules("FR", "fixed-limit razz", "fixed", _stud_streets(HIGH_DOOR, LOW_BOARD), typed="razz", stars="Razz",
               high="low", seats=8),
    PokerRules("N2L1D", "no-limit deuce-to-seven single draw", "no", _draw_streets(5, 1), typed="single-draw",
               stars="Single Draw 2-7 Lowball", high="deuce_to_seven", seats=9),
    PokerRules("F2L3D", "fixed-limit deuce-to-seven triple draw", "fixed", _draw_streets(5, 3), typed="triple-draw",
               stars="Triple Draw 2-7 Lowball", high="deuce_to_seven", seats=9),
    PokerRules("FB", "fixed-limit badugi", "fixed", _draw_streets(4, 3), typed="badugi", stars="Badugi", high="badugi"),
)}
"""The games by code: the eleven of PHH, and Omaha with five and six cards."""

_LIMIT_CODES = {"no": "N", "pot": "P", "fixed": "F"}


def with_limit(rules: PokerRules, limit: str) -> PokerRules:
    """Return the same game with another limit, which has its own code and name."""
    if not isinstance(limit, str) or limit not in LIMIT_WORDS:
        raise BadSetup(f"limit {short(limit)} is not one of {', '.join(LIMIT_WORDS)}")
    if limit == rules.limit:
        return rules
    code = _LIMIT_CODES[limit] + rules.code[1:]
    # PHH defines the code FT; PT is made here in the same way
    return RULES.get(code) or replace(rules, code=code, limit=limit, typed="",
                                      name=rules.name.replace(LIMIT_WORDS[rules.limit], LIMIT_WORDS[limit]))


ALL_RULES = {rules.code: rules for base in RULES.values() for limit in LIMIT_WORDS
             for rules in (with_limit(base, limit),)}
"""Every game with every limit, by code: PT is pot-limit hold'em, PO/8 is pot-limit Omaha hi/lo."""

NAMES = {rules.typed: rules.code for rules in RULES.values()}
"""The code of each game by its name on the command line."""


def named(name: str) -> PokerRules | None:
    """Return the game for a typed name ("short-deck", "Short_Deck") or for a code with any limit. Return None for an
    unknown name.
    """
    return ALL_RULES.get(NAMES.get(name.strip().lower().replace("_", "-").replace(" ", "-"), name.strip().upper()))
