"""Make `event` frames from the events of a hand of poker (rulings T3 and T10).

The input is the engine's public events, whose seats are replaced by the table's seats. Frames differ from events in two
ways. One frame reports both blinds. Uncalled chips are returned by a `POT_AWARD`: after the pots that were won,
together with the whole pot if everybody else folded, or at once if players have yet to draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from croupier import protocol
from croupier.cards import Cards
from croupier.games.poker.events import Acted, Awarded, Board, Dealt, Drew, Event, Posted, Returned, Shown
from croupier.games.poker.start import blind_seats
from croupier.table.forced_bets import Posts

_MOVES = {"BET": "BET", "RAISE": "BET", "COMPLETE": "BET", "CALL": "CALL", "BRING_IN": "BRING_IN"}


def texts(cards: Cards) -> list[str]:
    """Return cards as texts, as frames write them."""
    return list(map(str, cards))


class Numbering:
    """Numbers the events of a hand."""

    def __init__(self, hand_id: str) -> None:
        self.hand_id = hand_id
        self.event_no = 0
        self.raiser: int | None = None
        """In poker, the seat that bet or raised last on this street."""

    def numbered(self, frame: protocol.Event) -> protocol.Event:
        """Give an event the next number of this hand."""
        self.event_no += 1
        frame.hand_id, frame.event_no = self.hand_id, self.event_no
        return frame


class EventFrames(Numbering):
    """Makes frames from the events of one hand, in order."""

    def __init__(self, hand_id: str, seats: Sequence[int], button: int, plain: bool,
                 posts: Posts | None = None) -> None:
        """Begin a hand. `seats` are the table's seats, in the order of the hand's seats.

        With `plain`, the frames have the form of no-limit hold'em. At a cash table, `posts` has the seats of the
        blinds.
        """
        super().__init__(hand_id)
        self.seats = seats
        self.button = button
        self.plain = plain
        self.posts = posts
        self.board: list[str] = []
        self.blinds: dict[int, int] = {}
        self.uncalled: Returned | None = None
        self.shown = False

    def make(self, events: Iterable[Event], over: bool, auto: str | None = None) -> list[protocol.Event]:
        """Return the frames of some events. `over` is true if these are the last events of the hand."""
        frames = [frame for event in events for frame in self._frames(event, auto)]
        if not over:
            frames += self._uncalled(frames)
        if self.blinds:
            posts = (place for place, frame in enumerate(frames) if not isinstance(frame, protocol.Post))
            at = next(posts, len(frames))
            frames.insert(at, self._post_blinds())
        if over:
            frames += self._uncalled(frames)
        return [self.numbered(frame) for frame in frames]

    def _frames(self, event: Event, auto: str | None) -> Iterable[protocol.Event]:
        if isinstance(event, Acted):
            return (self.moved(event.seat, event.kind, event.amount, event.to, event.all_in, auto),)
        if isinstance(event, Posted):
            return self._posted(event)
        if isinstance(event, Dealt):
            return () if self.plain else (protocol.CardsDealt(seat=self.seats[event.seat], cards=texts(event.cards),
                                                          street=event.street),)
        if isinstance(event, Board):
            return (self._board(event),)
        if isinstance(event, Shown):
            self.shown = True
            return (protocol.Showdown(seat=self.seats[event.seat], hand=texts(event.cards), board=list(self.board),
                                  rank=event.words),)
        if isinstance(event, Drew):
            return (protocol.CardsDrawn(seat=self.seats[event.seat], count=len(event.drawn), street=event.street,
                                   auto=auto or UNSET),)
        if isinstance(event, Returned):
            self.uncalled = event
            return ()
        return (self._awarded(event),)

    def _posted(self, event: Posted) -> Iterable[protocol.Event]:
        if event.kind == "blind":
            self.blinds[event.seat] = event.amount
            return ()
        return (protocol.Post(seat=self.seats[event.seat], amount=event.amount, kind=event.kind),)

    def _post_blinds(self) -> protocol.PostBlinds:
        """Return the frame of both blinds. At a cash table the small blind may be dead."""
        small, big = self._blind_seats()
        paid, self.blinds = {self.seats[place]: chips for place, chips in self.blinds.items()}, {}
        return protocol.PostBlinds(sb_seat=UNSET if small is None else small, bb_seat=big,
                               sb=0 if small is None else paid.get(small, 0), bb=paid.get(big, 0))

    def _blind_seats(self) -> tuple[int | None, int]:
        """Return the seats of the blinds. The seats follow from the button (B8), except at a cash table, which passes
        them in.
        """
        if self.posts is not None:
            spots = self.posts.spots
            assert spots.sb is not None
            assert spots.bb is not None
            small, big = spots.sb - 1, spots.bb - 1
            return small if small in self.seats and small != big else None, big
        small, big = blind_seats(len(self.seats), (1 << len(self.seats)) - 1, self.button)
        return self.seats[small], self.seats[big]

    def _board(self, event: Board) -> protocol.Event:
        cards = texts(event.cards)
        self.board += cards
        self.raiser = None
        if event.street == "FLOP":
            return protocol.Flop(cards=cards)
        if event.street == "TURN":
            return protocol.TurnOrRiver(ev="TURN", card=cards[0])
        if event.street == "RIVER":
            return protocol.TurnOrRiver(ev="RIVER", card=cards[0])
        return protocol.CardsDealt(cards=cards, street=event.street)

    def moved(self, place: int, kind: str, amount: int, to: int, all_in: bool, auto: str | None) -> protocol.Event:
        """Return the frame of a fold, check, call or raise."""
        seat, why = self.seats[place], auto or UNSET
        if kind == "CHECK":
            return protocol.CheckedOrFolded(ev="CHECK", seat=seat, auto=why)
        if kind == "FOLD":
            return protocol.CheckedOrFolded(ev="FOLD", seat=seat, auto=why)
        word = _MOVES[kind]
        if word == "BET":
            self.raiser = seat
        return protocol.PutChips(ev=word, seat=seat, amount=amount, to=to, all_in=all_in, auto=why)  # type: ignore[arg-type]

    def _awarded(self, event: Awarded) -> protocol.PotAward:
        """Return the frame of a seat's share of a pot. If everybody else folded, the share includes the uncalled chips
        (T3).
        """
        amount = event.amount
        if not self.shown and self.uncalled is not None:
            amount += self.uncalled.amount
            self.uncalled = None
        half = UNSET if self.plain else event.half
        return protocol.PotAward(seat=self.seats[event.seat], amount=amount, pot=event.pot, half=half)

    def _uncalled(self, frames: list[protocol.Event]) -> list[protocol.Event]:
        """Return the frame that returns uncalled chips. Returned chips count as one more pot, numbered after the
        others.
        """
        if self.uncalled is None:
            return []
        event, self.uncalled = self.uncalled, None
        top = max((frame.pot for frame in frames if isinstance(frame, protocol.PotAward) and frame.pot is not UNSET),
                  default=-1)
        return [protocol.PotAward(seat=self.seats[event.seat], amount=event.amount,
                                  pot=UNSET if top < 0 else top + 1, uncalled=True)]
