"""Compute equity in every poker game: the share of the pot that each known hand wins on average if nobody folds.

    equity("AhAd2c", "8s9sTs", game="F7S/8")            exact unless samples= is given, as in `croupier.ranking`
    spot = Spot.of(RULES["FR"], ["Ah2d3c", "8s9hTd"])   the same in two steps: first the amount of work, then the answer

The rules for each kind of game:

- the cards still to come are dealt at random from the unseen cards. `dead` lists cards that can no longer come (folded
  hands, open cards of folded hands, discards). A `??` in `dead` is an unseen card that has left the deck. Since nobody
  knows which card it is, no card is excluded, but the deck runs out one card earlier;
- in board games the rest of the board is dealt. In stud each hand gets its own cards street by street; if the deck is
  too short for that (eight players), all hands share one card;
- in hi/lo games the best low of eight or better wins half the pot. If no low qualifies, the high hand wins the whole
  pot. Ties share equally. `wins` counts pots that a hand won whole (scooped), and `ties` counts pots of which it won a
  part;
- in draw games nobody knows what players will discard, and this module does not guess. The hands are compared as they
  are, as if everybody stood pat from now on. `Spot.standing` is True if the hands are compared in this way.

Equity refers to the main pot, which all these hands can win. Hands are given card by card. Ranges are possible only in
hold'em and Omaha, where `croupier.ranking` computes the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from croupier.cards import UNKNOWN, BadCards, CardsLike, parse, refuse_twice, text
from croupier.errors import unknown
from croupier.games.poker.rules import NAMES, RULES, PokerRules, named
from croupier.games.poker.runouts import Runouts
from croupier.ranking.equities.equity import BY_KIND_SECONDS, SAMPLES_MAX, Equity
from croupier.ranking.equities.equity import equity as board_equity
from croupier.ranking.equities.questions import HOLE_CARDS, THREADS_MAX, whole
from croupier.ranking.errors import BadEquity, TooBig
from croupier.ranking.kernel import KINDS

# two halves of 2520 parts each; 2520 is the smallest number divisible by 1 to 10 winners (`HALF_POT` of the compiled
# code)
PARTS = 5040
"""`Runouts` counts a pot as this many parts."""
RANKED_PER_SECOND = {"high": 20e6, "short_deck": 20e6, "low": 20e6, "low8": 50e6, "omaha": 3.6e6, "omaha_low8": 5e6,
                     "deuce_to_seven": 20e6, "badugi": 20e6}
"""Roughly how many hands a second one thread deals and ranks in compiled code. Used to estimate how long an answer
takes.
"""
SECONDS_MAX = 60
"""The longest time that an exact answer may take, in seconds. If the estimate is longer, the answer is refused."""


def equity(*hands: str, board: CardsLike = "", dead: CardsLike = "", game: str = "holdem", samples: int | None = None,
           seed: int | None = None, threads: int | None = None,
           progress: Callable[[int, int], object] | None = None) -> Equity:
    """Return the equities of 2 to 10 hands, exact unless `samples` is given; `game` is a typed name or a PHH code.

    Hold'em and Omaha take ranges and threads, and a function `progress`, which is called with the number of parts of
    the work that are done and the number of all parts. The other games take hands card by card. Raise BadCards for
    invalid or repeated cards, BadRange for an invalid range, BadEquity for any other question without an answer and
    TooBig (a BadEquity) when an exact answer would take too long.
    """
    known = isinstance(game, str) and game in HOLE_CARDS
    rules = _rules(game) if not known else None
    by_board = game if rules is None else _by_board(rules)
    if rules is None or by_board:
        return board_equity(*hands, board=board, dead=dead, game=by_board, samples=samples, seed=seed, threads=threads,
                            progress=progress)
    if threads is not None:
        whole("threads", threads, 1, THREADS_MAX)
    spot = Spot.of(rules, hands, board, dead)
    return spot.exact() if samples is None else spot.sampled(samples, 0 if seed is None else seed)


def _rules(game: object) -> PokerRules:
    rules = named(game) if isinstance(game, str) else None
    if rules is None:
        raise BadEquity(f"{unknown('game', game, NAMES)}, or a PHH code: {', '.join(RULES)}")
    return rules


def _by_board(rules: PokerRules) -> str:
    """Return the name under which `croupier.ranking` knows the game ("omaha5"). Return an empty text if it does not
    know the game.
    """
    if rules.low or rules.has_bring_in or rules.has_draws or rules.high not in ("high", "omaha"):
        return ""
    return next((name for name, cards in HOLE_CARDS.items() if cards == rules.hole_cards), "")


@dataclass(frozen=True)
class Spot:
    """Known hands at one moment of a game: the cards that can come, and how many of them go to each hand and to the
    board.
    """

    rules: PokerRules
    hands: tuple[bytes, ...]
    board: bytes
    dead: bytes
    deck: bytes
    own: int
    shared: int

    @classmethod
    def of(cls, rules: PokerRules, hands: Sequence[CardsLike], board: CardsLike = "", dead: CardsLike = "") -> Spot:
        """Check the hands and return the spot. Raise BadEquity or BadCards if the spot is impossible."""
        held = tuple(bytes(_known(hand, "a hand")) for hand in hands)
        table, gone = bytes(_known(board, "the board")), parse(dead)
        if not 2 <= len(held) <= rules.seats:
            raise BadEquity(f"equity in {rules.name} is between 2 to {rules.seats} hands, not {len(held)}")
        known = b"".join(held) + table + bytes(card for card in gone if card != UNKNOWN)
        _check(rules, held, table, known)
        deck = bytes(card for card in range(52 - rules.deck, 52) if card not in known)
        # a `??` may be any card, so no card is removed for it, but the deck runs out one card earlier
        own, shared = _to_come(rules, held, table, len(deck) - gone.count(UNKNOWN))
        return cls(rules, held, table, known[len(table) + sum(map(len, held)):], deck, own, shared)

    @property
    def standing(self) -> bool:
        """Return True if the hands are compared as they are, although draws are still to come."""
        return self.rules.has_draws

    @property
    def ways(self) -> int:
        """Return the number of run-outs, which are all equally likely."""
        # a hand's cards are a set, so their order is not counted; the last line does the same for the shared cards
        left, ways = len(self.deck), 1
        for _ in self.hands:
            ways *= comb(left, self.own)
            left -= self.own
        return ways * comb(left, self.shared)

    @property
    def seconds_each(self) -> float:
        """Return the estimated seconds for one run-out in compiled code."""
        # Omaha ranks every pair of hole cards; RANKED_PER_SECOND was measured with four hole cards
        pairs = comb(self.rules.hole_cards, 2) / comb(4, 2) if str(self.rules.high).startswith("omaha") else 1
        kinds = [kind for kind in (self.rules.high, self.rules.low) if kind]
        return len(self.hands) * sum(pairs / RANKED_PER_SECOND[kind] for kind in kinds)

    @property
    def seconds(self) -> float:
        """Return the estimated seconds for an exact answer in compiled code on one thread."""
        if self._by_kind:
            return BY_KIND_SECONDS * len(self.hands)
        return self.ways * self.seconds_each

    @property
    def _by_kind(self) -> bool:
        """Return True if the boards need not be dealt one by one."""
        return _by_board(self.rules) == "holdem" and not self.board

    def exact(self) -> Equity:
        """Return the equities over all run-outs. Raise TooBig if that would take minutes."""
        if self.seconds > SECONDS_MAX:
            raise TooBig(f"{self.ways:,} run-outs take about {self.seconds:,.0f} seconds: give samples=1_000_000 for "
                         "an estimate")
        # `ranking` counts classes of boards, which takes 1 ms before the flop; here 1.7 million boards would be dealt
        if _by_board(self.rules) == "holdem":
            return board_equity(*map(text, self.hands), board=self.board, dead=self.dead, threads=1)
        runouts = self._runouts()
        runouts.every()
        return self._answer(runouts, exact=True)

    def sampled(self, samples: int, seed: int = 0) -> Equity:
        """Return the equities over this many random run-outs. The same seed gives the same equities. If only one
        run-out exists, the answer is exact.
        """
        count = whole("samples", samples, 1, SAMPLES_MAX)
        start = whole("seed", seed, 0, 2**64 - 1)
        # no card is left to chance, so a million samples would all be equal
        if self.ways == 1:
            return self.exact()
        runouts = self._runouts()
        runouts.sample(count, start)
        return self._answer(runouts, exact=False)

    def _runouts(self) -> Runouts:
        high, low = (KINDS[kind] if kind else 0 for kind in (self.rules.high, self.rules.low))
        return Runouts(self.hands, self.board, self.deck, self.own, self.shared, high, low)

    def _answer(self, runouts: Runouts, *, exact: bool) -> Equity:
        parts, wins, ties, deals = runouts.tally()
        # M2's rule for equities: no part of a pot may be lost
        assert sum(parts) == PARTS * deals, "the shares of all hands add up to the pots"
        # the sums are exact whole numbers, so each share is rounded only once, here
        shares = tuple(float(Fraction(part, PARTS * deals)) for part in parts)
        return Equity(tuple(map(text, self.hands)), shares, tuple(wins), tuple(ties), deals, exact)


# -- checks ------------------------------------------------------------------------------------------------------------

def _known(cards: CardsLike, name: str) -> list[int]:
    numbers = parse(cards)
    if UNKNOWN in numbers:
        raise BadCards(f"{name} holds an unknown card, ??: equity needs every card of every hand")
    return numbers


def _check(rules: PokerRules, hands: tuple[bytes, ...], board: bytes, known: bytes) -> None:
    """Raise an error if a hand or the board has an impossible size, or if a card is not in the game's deck."""
    refuse_twice(known)
    strangers = [card for card in known if card < 52 - rules.deck]
    if strangers:
        raise BadCards(f"{text(strangers)} is not in the deck of {rules.deck} cards (sixes to aces)")
    sizes = _hand_sizes(rules)
    for hand in hands:
        if len(hand) not in sizes or len(hand) != len(hands[0]):
            raise BadEquity(f"every hand of {rules.name} has {_one_of(sizes)} cards, all alike, not {text(hand)!r}")
    boards = _board_sizes(rules, len(hands[0]))
    if len(board) not in boards:
        raise BadEquity(f"the board of {rules.name} has {_one_of(boards)} cards here, not {len(board)}")


def _hand_sizes(rules: PokerRules) -> list[int]:
    """Return the possible sizes of a hand: its number of cards after each street that deals cards to it."""
    sizes, held = [], 0
    for street in rules.streets:
        held += street.down + street.up
        sizes.append(held)
    return sorted(set(sizes))


def _board_sizes(rules: PokerRules, held: int) -> list[int]:
    """Return the possible numbers of board cards. In stud one card is possible, which replaces the last card of each
    hand.
    """
    sizes, board = [], 0
    for street in rules.streets:
        board += street.board
        sizes.append(board)
    # with eight stud players the last card is shared: six cards each and one on the board are complete hands
    if rules.has_bring_in and held == _hand_sizes(rules)[-2]:
        sizes.append(1)
    return sorted(set(sizes))


def _one_of(sizes: Sequence[int]) -> str:
    return " or ".join(map(str, sizes))


def _to_come(rules: PokerRules, hands: tuple[bytes, ...], board: bytes, left: int) -> tuple[int, int]:
    """Return two numbers: the cards that each hand still gets, and the cards to come that all hands share. The deck has
    `left` cards.
    """
    if not rules.has_bring_in:
        own, shared = 0, _board_sizes(rules, 0)[-1] - len(board)
    else:
        own = shared = 0
        for _ in range(_hand_sizes(rules)[-1] - len(hands[0]) - len(board)):
            # with too few cards for one each, all hands share one card (B15)
            if left < len(hands):
                shared, left = shared + 1, left - 1
            else:
                own, left = own + 1, left - len(hands)
    if left < 0 or (not rules.has_bring_in and left < shared):
        raise BadEquity(f"there are not enough cards left for these hands of {rules.name}")
    return own, shared
