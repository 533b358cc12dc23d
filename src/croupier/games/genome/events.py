"""The events of a genome's game. Events print as sentences, and each viewer gets only the events that it may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from croupier.cards import RANK_WORDS, RANKS, UNKNOWN, Cards, known
from croupier.games.genome.engine import constants

NAMES = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "ALL_IN", "DRAW", "STAND_PAT", "DISCARD", "PLAY", "PASS", "GIVE",
         "TAKE_TOP", "LAY", "CHALLENGE", "ASK", "HAND", "ANTE", "DEAL", "DEAL_UP", "OPEN", "RETURN", "TAKE", "RECEIVE",
         "SHOW", "WIN", "SCORE", "END", "STEAL", "BOOK", "SKIP", "REVERSE", "BLIND", "CLAIM", "FLIP", "SWEEP", "DROP",
         "GET")
"""The name of each kind of entry. The first sixteen are actions."""
NO_CARDS = Cards()
_SEAT, _AMOUNT = constants.SEAT_SHIFT, constants.AMOUNT_SHIFT
# kinds of entries whose card only the acting seat saw
_HIDDEN = (constants.DEALT, constants.THREW, constants.GAVE, constants.RECEIVED, constants.LAID)
_CARDS = (*_HIDDEN, constants.PLAYED, constants.TURNED_UP, constants.OPENED, constants.TOOK_TOP, constants.BOOKED,
          constants.ASKED, constants.FLIPPED, constants.DROPPED, constants.HANDED)


@dataclass(frozen=True, slots=True)
class GenomeEvent:
    """One event: its kind, its seat (if any), its chips or points, and its cards.

    In ASK and CLAIM the card is the lowest card of the rank. The amount of a CLAIM is the number of cards laid.
    """

    kind: str
    seat: int | None = None
    amount: int = 0
    cards: Cards = NO_CARDS

    def __str__(self) -> str:
        return sentence(self.kind, f"seat {self.seat}", self.amount, str(self.cards))


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat's claim about the cards that it has just laid face down."""

    seat: int
    rank: str
    cards: int


@dataclass(frozen=True, slots=True)
class HandProgress:
    """The progress of a hand: round, step and open claim.

    `round_no` and `step_no` count from 0. `heap_size` is the number of cards on the heap. `claim` is the claim that is
    open to challenges, if any, and `claim_rank` is its rank, or else the rank of the next claim.
    """

    round_no: int
    step_no: int
    heap_size: int
    claim_rank: str
    claim: Claim | None


def sentence(kind: str, who: str, amount: int, cards: str) -> str:
    """Return an event in words."""
    if kind == "SHOW" and not cards:
        return f"{who} has no cards left"
    named = rank_plural(cards[0], amount) if kind in ("ASK", "CLAIM") else ""
    return _SENTENCES[kind].format(who=who, amount=amount, cards=cards, hand=amount + 1, rank=named)


def rank_plural(rank: str, count: int = 0) -> str:
    """Return the name of a rank in the right number: "one seven", "no sevens", "two sixes"."""
    return RANK_WORDS[RANKS.index(rank)] + ("" if count == 1 else "es" if rank == "6" else "s")


_SENTENCES = {
    "FOLD": "{who} folds", "CHECK": "{who} checks", "CALL": "{who} calls {amount}",
    "BET": "{who} bets {amount}", "RAISE": "{who} puts in {amount} to raise",
    "ALL_IN": "{who} is all-in with {amount}", "STAND_PAT": "{who} stands",
    "DISCARD": "{who} throws away {cards}", "PLAY": "{who} plays {cards}", "PASS": "{who} passes",
    "GIVE": "{who} gives {cards}", "HAND": "hand {hand}: {who} is first",
    "ANTE": "{who} antes {amount}",
    "DEAL": "{who} is dealt {cards}", "DEAL_UP": "{who} is dealt {cards} face up",
    "OPEN": "{cards} is turned up", "RETURN": "{amount} not called go back to {who}",
    "TAKE": "{who} takes the cards", "RECEIVE": "{who} receives {cards}",
    "SHOW": "{who} shows {cards}",
    "WIN": "{who} wins {amount}", "SCORE": "{who} scores {amount}",
    "END": "the game is over after {amount} hands", "DRAW": "{who} draws",
    "TAKE_TOP": "{who} takes {cards} from the pile",
    "STEAL": "{who} draws an unseen card from the next player with cards",
    "BOOK": "{who} lays down {cards}", "SKIP": "{who} is skipped", "REVERSE": "{who} turns the order of play round",
    "BLIND": "{who} posts a blind of {amount}",
    "LAY": "{who} lays {cards} face down", "CLAIM": "{who} claims {amount} {rank}",
    "CHALLENGE": "{who} challenges the claim", "FLIP": "{who} has laid {cards}",
    "ASK": "{who} asks the next player for {rank}", "GET": "{who} gets {cards}",
    "SWEEP": "the pile is taken away, and {who} leads", "DROP": "{who} discards {cards} onto the pile",
}


def as_seen(entries: list[int], viewer: int) -> list[int]:
    """Return a log without the cards that a viewer did not see. A viewer below 0 sees only public cards."""
    hides = hidden_from(viewer)
    # kind and seat determine whether an entry is hidden, so a dictionary lookup is enough, without decoding the entry
    return [hides.get(entry & (1 << _AMOUNT) - 1, entry) for entry in entries]


# cached for each viewer, because making these tables took a tenth of a hosted game's time
@cache
def hidden_from(viewer: int) -> dict[int, int]:
    """Return, for every entry whose card is hidden from a viewer, the entry that the viewer sees instead."""
    # 16, because an entry has four bits for the seat
    return {kind | seat << _SEAT: kind | seat << _SEAT | UNKNOWN << _AMOUNT for kind in _HIDDEN for seat in range(16)
            if seat != viewer}


class ViewerLogs:
    """A cache of the log as each viewer may see it. A log only grows, so each call converts only the new entries."""

    def __init__(self) -> None:
        self._seen: dict[int, list[int]] = {}

    def entries_for(self, seat: int, entries: list[int]) -> list[int]:
        """Return the log without the cards that a seat did not see. With -1, return it without the cards that are not
        public.
        """
        seen = self._seen.setdefault(seat, [])
        seen.extend(as_seen(entries[len(seen):], seat))
        # a copy, because the caller may change its list and later calls extend this one
        return seen.copy()


def events(entries: list[int]) -> Iterator[GenomeEvent]:
    """Yield the events of a log."""
    shown: list[int] = []
    shower = -1
    for entry in entries:
        kind, seat, amount = entry & (1 << _SEAT) - 1, entry >> _SEAT & 15, entry >> _AMOUNT
        # each card shown has an entry of its own, because a hand may have more cards than fit into one entry
        if kind == constants.SHOWED and amount > 0:
            shown.append(amount - 1)
            continue
        if shower >= 0:
            yield GenomeEvent("SHOW", shower, 0, known(shown))
            shower = -1
        if kind == constants.SHOWED:
            shower, shown = seat, []
        elif kind == constants.CLAIMED:
            # a claim stores the number of cards in the bits above those of the card that names the rank
            yield GenomeEvent(NAMES[kind], seat, amount >> 6, known([amount & 63]))
        elif kind in _CARDS:
            yield GenomeEvent(NAMES[kind], None if kind == constants.OPENED else seat, 0, known([amount]))
        else:
            yield GenomeEvent(NAMES[kind], None if kind == constants.ENDED else seat,
                              0 if kind == constants.TOOK else amount)
    if shower >= 0:
        yield GenomeEvent("SHOW", shower, 0, known(shown))


TOGETHER = ("DEAL", "DEAL_UP", "DISCARD", "GIVE", "RECEIVE", "OPEN", "LAY", "FLIP", "GET", "BOOK")
"""The kinds of events with one card each that are shown together as one event."""


def together(events: Iterable[GenomeEvent]) -> list[GenomeEvent]:
    """Merge consecutive events of one kind, so that one sentence names all cards that a seat got or moved in one step.
    """
    found: list[GenomeEvent] = []
    for event in events:
        same = None
        # cards are dealt in turn, so a seat's previous card is a few events earlier
        for at in range(len(found) - 1, -1, -1):
            if found[at].kind != event.kind or event.kind not in TOGETHER:
                break
            if found[at].seat == event.seat:
                # a card may come back in between and move again: that is a new event
                again = any(card != UNKNOWN and card in found[at].cards for card in event.cards)
                same = None if again else at
                break
        if same is None:
            found.append(event)
        else:
            found[same] = GenomeEvent(event.kind, event.seat, 0, Cards([*found[same].cards, *event.cards]))
    return found
