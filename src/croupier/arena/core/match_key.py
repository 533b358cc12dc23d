"""Define a match: its secret and fair dealing (ruling T6), the names of matches and hands (T8), and its progress.

A match has a secret of 32 bytes that only the host knows; every `welcome` and `start_hand` carries its hash. Each deck
follows from the secret, the hand's number and the seats' nonces, so that neither side can choose it alone. Once the
secret is published, anybody can deal the hands again. The secret is passed in: this module draws no random numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property, lru_cache

from msgspec import UNSET

from croupier.arena.core.config import TableConfig
from croupier.cards import DECK_36, DECK_52
from croupier.fair import FAIR, FairChance, commitment, fair_deck, fair_muck_numbers
from croupier.protocol import DealFacts, Revealed
from croupier.table import seats as rule
from croupier.table.blinds import Spots

SECRET_BYTES = 32
WALKS_MAX = 100
"""A match ends after this many hands in a row in which everybody folded to the forced bets.

Without this limit, two bots that had forfeited folded to each other for ever.
"""


@dataclass(frozen=True)
class MatchKey:
    """A match's name and secret. The `repr` of a key does not show the secret."""

    match_id: str
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a match's secret has {SECRET_BYTES} bytes, not {len(self.secret)}")

    @cached_property
    def commit(self) -> str:
        """Return the commitment: the hash that binds the host to the secret."""
        return commitment(self.match_id, self.secret).hex()

    def facts(self, hand_no: int, nonces: Mapping[int, str] | None = None) -> DealFacts:
        """Return what everybody may know about a hand's deck before the hand."""
        mixed = {str(seat): nonce for seat, nonce in sorted((nonces or {}).items())}
        return DealFacts(alg=FAIR, match_id=self.match_id, hand_no=hand_no, commit=self.commit, nonces=mixed or UNSET)

    def revealed(self, hands: int, void: Sequence[int], with_secret: bool) -> Revealed:
        """Return what everybody may know about the match afterwards. The secret is included if the table publishes it.
        """
        return Revealed(alg=FAIR, match_id=self.match_id, commit=self.commit, hands=hands, void=list(void),
                        secret=self.secret.hex() if with_secret else UNSET)

    def deck(self, hand_no: int, seats: Sequence[int], nonces: Mapping[int, str], size: int = 52) -> list[int]:
        """Return the deck of a hand, which depends on the nonces of the seats dealt in."""
        return fair_deck(self.match_id, self.secret, hand_no, _mixed(seats, nonces), DECK_36 if size == 36 else DECK_52)

    def muck_numbers(self, hand_no: int, seats: Sequence[int], nonces: Mapping[int, str], count: int) -> list[int]:
        """Return the random numbers that decide how a hand's muck is shuffled when it becomes the deck again.

        If `count` is 0, the list is empty.
        """
        return fair_muck_numbers(self.match_id, self.secret, hand_no, _mixed(seats, nonces), count) if count else []

    def dealer(self, hand_no: int, seats: Sequence[int], nonces: Mapping[int, str]) -> FairDealer:
        """Return the dealer of a game that is not poker. Its cards follow from the same data as a poker deck.
        """
        return FairDealer(self, hand_no, _mixed(seats, nonces))


@dataclass(frozen=True)
class FairDealer:
    """Draws all random numbers of a game's hands from the hand key (`games.api.Dealer`)."""

    key: MatchKey
    hand_no: int
    nonces: list[bytes]

    def chance(self, game_hand: int) -> FairChance:
        """Return the random source for one hand of the game. Hands are numbered from 1."""
        return FairChance(self.key.match_id, self.key.secret, self.hand_no, self.nonces, game_hand)


def _mixed(seats: Sequence[int], nonces: Mapping[int, str]) -> list[bytes]:
    """Return the nonces of the seats dealt in, in seat order, empty where a seat sent none."""
    return [bytes.fromhex(nonces.get(seat, "")) for seat in sorted(seats)]


def public_seed(match_id: str, hand_no: int) -> int:
    """Return `start_hand.seed`: a number that anybody can compute and that no card depends on.

    The seed is below 2^53, so that JavaScript can hold it.
    """
    digest = hashlib.sha256(f"croupier-seed/{match_id}/{hand_no}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def hand_id(now: int, number: int) -> str:
    """Return a hand's id, H-YYYY-MM-DD-NNNNN: the day on which it began, and its number, which grows with every hand in
    the store.
    """
    return f"H-{_day(now)}-{number:05d}"


def match_id(now: int, number: int) -> str:
    """Return a match's id, M-YYYY-MM-DD-NNNN: the day on which it began, and its number in the store."""
    return f"M-{_day(now)}-{number:04d}"


def _day(now: int) -> str:
    return _date(now // 86_400_000)


@lru_cache(2)
def _date(days: int) -> str:
    """Return the date this many days after the start of 1970. Raise OverflowError if it is out of range."""
    return (date(1970, 1, 1) + timedelta(days)).isoformat()


@dataclass
class Match:
    """One match of a table."""

    key: MatchKey
    config: TableConfig
    begun: bool = False
    over: bool = False
    hand_no: int = 0
    void: list[int] = field(default_factory=list)
    spots: Spots = field(default_factory=Spots)
    """The seats of the button and the blinds in the last hand that was not void."""
    before: Spots = field(default_factory=Spots)
    """The spots of the hand before that, which are restored if the last hand is void."""
    gone: list[tuple[str, int, int]] = field(default_factory=list)
    """The teams that went out, each with the hand's number and its chips before that hand."""
    nets: dict[str, int] = field(default_factory=dict)
    """The chips that each team has won or lost in a match of fixed length."""
    removed: dict[str, int] = field(default_factory=dict)
    """The chips that left the match with teams that the operator removed."""
    walks: int = 0
    """The number of hands in a row, up to the last that was not void, in which everybody folded to the forced bets."""

    @property
    def entry_open(self) -> bool:
        """Return True if a new team may still enter (T5)."""
        if self.over or (self.begun and not self.config.hosted.is_poker):
            return False
        if self.config.late_entry_hands is None:
            return not (self.begun if self.config.match_hands else self.gone)
        return self.hand_no <= self.config.late_entry_hands

    @property
    def is_played(self) -> bool:
        """Return True if all hands of a match of fixed length are played. Void hands do not count."""
        return 0 < self.config.match_hands <= self.hand_no - len(self.void)

    def count_results(self, results: Mapping[str, int]) -> None:
        """Add the results of a hand to the teams' totals, in a match of fixed length."""
        if self.config.match_hands:
            for team, net in results.items():
                self.nets[team] = self.nets.get(team, 0) + net

    @property
    def is_stuck(self) -> bool:
        """Return True if nobody plays any more: all of the last `WALKS_MAX` hands were folded to the forced bets.

        Two seats that always fold would pass the blinds back and forth for ever. A match of fixed length is never
        stuck, because its hands run out.
        """
        return self.walks >= WALKS_MAX and not self.config.match_hands

    def count_walk(self, is_walk: bool) -> None:
        """Count a hand in which everybody folded to the forced bets. Any other hand sets the count to 0."""
        self.walks = self.walks + 1 if is_walk else 0

    def begin_hand(self, stacks: Mapping[int, int]) -> int:
        """Count the next hand of these seats, and return the seat of its button (T9)."""
        self.before, self.spots = self.spots, rule.match_spots([seat + 1 for seat in sorted(stacks)], self.spots)
        self.hand_no += 1
        assert self.spots.button is not None
        return self.spots.button - 1

    def void_hand(self) -> None:
        """Declare the hand void. The hand's number stays used, and the button moves back."""
        self.void.append(self.hand_no)
        self.spots = self.before

    def went_out(self, team: str, chips: int) -> None:
        """Note that a team lost all its chips in the hand just played."""
        self.gone.append((team, self.hand_no, chips))

    def was_removed(self, team: str, chips: int) -> None:
        """Note that the operator removed a team.

        The team's place is below all teams that are still in and all teams that go out in this hand.
        """
        self.gone.append((team, self.hand_no, -1))
        self.removed[team] = chips

    def places(self, left: Mapping[str, int]) -> dict[str, int]:
        """Return every team's place.

        Teams that are still in come first, ordered by chips. Then come the teams that went out, the last one first. In
        a match of fixed length, the chips are those won in all hands.
        """
        order = [(team, (1, self.nets.get(team, 0) if self.config.match_hands else chips, 0))
                 for team, chips in left.items()]
        order += [(team, (0, hand, chips)) for team, hand, chips in self.gone]
        keys = [key for _, key in order]
        return {team: 1 + sum(other > key for other in keys) for team, key in order}
