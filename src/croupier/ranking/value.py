"""Give hands values, which can be compared within a game and have a name in words.

    >>> rank("AhKhQhJhTh2c3d").words
    'royal flush'
    >>> rank("8c6d4h2sAc", game="low8") > rank("8c7d4h2sAc", game="low8")
    True

The cards that play are found with the ranking: they are the cards that alone have the value of the whole hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import total_ordering
from itertools import combinations

from croupier.cards import BadCards, Cards, CardsLike, known, parse
from croupier.errors import short
from croupier.ranking import calls, words

GAMES = ("high", "short_deck", "omaha", "low", "low8", "omaha_low8", "deuce_to_seven", "badugi")
ALIASES = {"holdem": "high", "stud": "high", "razz": "low", "deuce": "deuce_to_seven"}


@total_ordering
class Rank:
    """A hand's value in one game. The hand with the higher value wins; values of different games cannot be compared."""

    __slots__ = ("best", "category", "game", "value", "words")

    def __init__(self, game: str, value: int, best: Cards, category: str, words: str) -> None:
        self.game = game
        self.value = value
        self.best = best
        self.category = category
        self.words = words

    def __eq__(self, other: object) -> bool:
        return self.value == self._like(other).value if isinstance(other, Rank) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.value < self._like(other).value if isinstance(other, Rank) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.game, self.value))

    # `rank` always returns a Rank, even if no low qualifies
    def __bool__(self) -> bool:
        """Return False if nothing qualifies."""
        return self.value > 0

    def _like(self, other: Rank) -> Rank:
        if self.game != other.game:
            raise TypeError(f"a rank of {self.game} and a rank of {other.game} do not compare")
        return other

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Rank {self.game} {self.value}: {self.words} ({self.best})>"


def rank(cards: CardsLike, game: str = "high", board: CardsLike = "") -> Rank:
    """Return the value of a hand, together with the board, in a game (one of GAMES).

    In Omaha's games exactly two cards of the hand and three of the board play. In all other games any cards of hand and
    board play. Raise BadCards for a wrong number of cards, an unknown card or a card that occurs twice.
    """
    name = _game(game)
    hole, table = bytes(parse(cards)), bytes(parse(board))
    if not name.startswith("omaha"):
        # refuses a card that is in the hand and on the board
        parse(hole + table)
        hole, table = hole + table, b""
    value = _value(name, hole, table)
    return _described(name, value, _best(name, value, hole, table))


def in_words(game: str, hole: bytes, board: bytes) -> str:
    """Return `rank(...).words` for known cards of one of GAMES.

    Hands of equal value have the same name, so each name is computed once.
    """
    if not game.startswith("omaha"):
        hole, board = hole + board, b""
    named = game, _value(game, hole, board)
    # cached, because naming a hand of seven cards tries 21 combinations, and a match of bots asks for the same names
    # again and again
    called = _NAMED.get(named)
    if called is None:
        called = _NAMED[named] = _words(game, _best(game, named[1], hole, board), _wheel(game))
    return called


_NAMED: dict[tuple[str, int], str] = {}
"""A cache of names by game and value, with at most a few thousand entries."""


def _game(game: str) -> str:
    plain = game.lower().replace("-", "_").replace(" ", "_") if isinstance(game, str) else ""
    plain = ALIASES.get(plain, plain)
    if plain not in GAMES:
        raise BadCards(f"{short(game)} is not a ranking: there are {', '.join(GAMES)}")
    return plain


def _value(game: str, hole: bytes, board: bytes) -> int:
    """Return the checked number of a hand."""
    if game.startswith("omaha"):
        return calls.omaha(hole, board) if game == "omaha" else calls.omaha_low8(hole, board)
    if game == "badugi" and len(hole) < 4:
        return calls.some_badugi(hole)
    return int(getattr(calls, game)(hole))


def _best(game: str, value: int, hole: bytes, board: bytes) -> bytes:
    """Return the cards that alone have the value of the whole hand. Return no cards if no hand qualifies."""
    if not value:
        return b""
    # if there are only five cards, all play; a badugi may leave cards out
    if len(hole) == 5 and not board and game != "badugi":
        return hole
    return b"".join(next(play for play in _plays(game, hole, board) if _value(game, *play) == value))


def _plays(game: str, hole: bytes, board: bytes) -> Iterable[tuple[bytes, bytes]]:
    """Return the combinations of cards that the rules of a game allow to play."""
    if game.startswith("omaha"):
        return ((bytes(two), bytes(three)) for two in combinations(hole, 2) for three in combinations(board, 3))
    sizes = (1, 2, 3, 4) if game == "badugi" else (5,)
    return ((bytes(chosen), b"") for size in sizes for chosen in combinations(hole, size))


def _described(game: str, value: int, cards: bytes) -> Rank:
    """Return the `Rank` for a ranking's number and the cards that play."""
    ace_low = game in ("low", "low8", "omaha_low8", "badugi")
    wheel = _wheel(game)
    ordered = words.by_weight(cards, ace_low=ace_low or _is_wheel(cards, wheel, game))
    return Rank(game, value, known(ordered), _category(game, cards, wheel), _words(game, cards, wheel))


def _wheel(game: str) -> int:
    """Return the highest rank of the straight in which the ace is low, for this game."""
    return 7 if game == "short_deck" else 3


def _is_wheel(cards: bytes, wheel: int, game: str) -> bool:
    """Return True if the ace is at the bottom of a straight."""
    # in deuce-to-seven A-2-3-4-5 is not a straight and the ace is high
    return game != "deuce_to_seven" and words.straight_top([card >> 2 for card in cards], wheel) == wheel


def _category(game: str, cards: bytes, wheel: int) -> str:
    if not cards:
        return "no low"
    if game == "badugi":
        return words.badugi_category(cards)
    if game in ("high", "omaha", "short_deck"):
        return words.category(cards, wheel)
    # deuce-to-seven counts straights and flushes against a hand; other lows ignore them
    name = words.category(cards, None) if game == "deuce_to_seven" else words.matched([card >> 2 for card in cards])
    return "low" if name == "high card" else name


def _words(game: str, cards: bytes, wheel: int) -> str:
    if not cards:
        return "no low"
    if game == "badugi":
        return words.badugi_words(cards)
    if game in ("high", "omaha", "short_deck"):
        return words.high_words(cards, wheel)
    return words.deuce_words(cards) if game == "deuce_to_seven" else words.low_words(cards)
