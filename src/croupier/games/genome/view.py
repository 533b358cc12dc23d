"""Show a viewer what it may see of a genome's game, and offer ways to answer.

A view contains no secret: it contains a game in which all cards that the viewer cannot see were dealt again at random,
and shows these cards as `??`. Methods named after actions do not act; each returns an `Action`, which the bot returns
as its answer.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import UNKNOWN, Cards, known
from croupier.games.answers import Answers
from croupier.games.api import ALL, Action, BadAction
from croupier.games.genome.events import GenomeEvent, HandProgress, events
from croupier.games.genome.legal import Legal
from croupier.games.genome.values import ClaimPhase

if TYPE_CHECKING:
    from croupier.games.api import RandomSource
    from croupier.games.genome.state import State
    from croupier.games.genome.values import AnyPhase, GameGenome


class View(Answers):
    """A game as one viewer sees it."""

    def __init__(self, state: State, viewer: int | str, knows: frozenset[int], entries: list[int]) -> None:
        self._state = state
        self._knows = knows
        self._entries = entries
        self.viewer = viewer

    @cached_property
    def events(self) -> list[GenomeEvent]:
        """Return the events so far, without the cards that the viewer did not see."""
        return list(events(self._entries))

    def since(self, place: int) -> tuple[list[GenomeEvent], int]:
        """Return the events after a position in the log and the new position, for bots that follow a long game."""
        return list(events(self._entries[place:])), len(self._entries)

    # -- the table -----------------------------------------------------------------------------------------------------

    @property
    def genome(self) -> GameGenome:
        """Return the rules."""
        return self._state.genome

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat, or None for a spectator."""
        return self.viewer if isinstance(self.viewer, int) else None

    @property
    def actor(self) -> int | None:
        """Return the seat that has to act."""
        return self._state.actor

    @property
    def phase(self) -> AnyPhase | None:
        """Return the current phase."""
        return self._state.phase_now

    @cached_property
    def progress(self) -> HandProgress:
        """Return the progress of this hand: round, step and open claim."""
        return self._state.progress

    @property
    def hand_no(self) -> int:
        """Return the number of hands that are over."""
        return self._state.hand_no

    @property
    def first(self) -> int:
        """Return the seat that is first to act in this hand."""
        return self._state.first

    @property
    def stacks(self) -> list[int]:
        """Return the stack of each seat: the chips that it has not put in."""
        return self._state.stacks

    @property
    def bets(self) -> list[int]:
        """Return the chips that each seat has put in during this betting round."""
        return self._state.bets

    @property
    def paid(self) -> list[int]:
        """Return the chips that each seat has put in during this hand, including antes."""
        return self._state.paid

    @property
    def stack(self) -> int:
        """Return the viewer's own stack: the chips that it has not put in."""
        return self.stacks[self._own()]

    @property
    def pot(self) -> int:
        """Return all chips in the middle."""
        return self._state.pot

    @property
    def price(self) -> int:
        """Return the chips that a seat must have put in during this round to stay."""
        return self._state.price

    @property
    def raises(self) -> int:
        """Return the number of raises in this betting round."""
        return self._state.raises

    def is_all_in(self, seat: int) -> bool:
        """Return True if a seat is in the hand with no chips left to bet."""
        return self._state.is_all_in(seat)

    def has_folded(self, seat: int) -> bool:
        """Return True if a seat was dealt into this hand and has folded."""
        return self._state.has_folded(seat)

    @property
    def live(self) -> tuple[int, ...]:
        """Return the seats still in the hand."""
        return self._state.live

    @property
    def is_over(self) -> bool:
        """Return True if the game has ended."""
        return self._state.is_over

    @property
    def payoffs(self) -> list[int]:
        """Return the chips that each seat has won or lost."""
        return self._state.payoffs

    @property
    def scores(self) -> list[int]:
        """Return the points of each seat from the hands that are over."""
        return self._state.scores

    @property
    def board(self) -> Cards:
        """Return the open cards that belong to every hand."""
        return self._state.board

    @property
    def pile(self) -> Cards:
        """Return the cards that were played and not yet taken, the last one on top."""
        return self._state.pile_cards

    @property
    def hole(self) -> Cards:
        """Return the viewer's own cards."""
        return self.cards_of(self._own())

    def cards_of(self, seat: int) -> Cards:
        """Return a seat's cards: first those that the viewer knows, in the order in which the seat got them, then `??`
        for each hidden card.

        Known cards come first because passed cards enter a hand in the order of the deck. Between hidden cards, the
        place of an open card would reveal how many hidden cards are lower.
        """
        cards = self._state.cards_of(seat)
        seen = [card for card in cards if card in self._knows]
        return known([*seen, *[UNKNOWN] * (len(cards) - len(seen))])

    def captured_by(self, seat: int) -> Cards:
        """Return the cards a seat has taken."""
        return self._state.captured_by(seat)

    def tricks_of(self, seat: int) -> int:
        """Return the tricks a seat has taken in this hand."""
        return self._state.tricks_of(seat)

    @cached_property
    def strength(self) -> float:
        """Return a simple strength from 0 to 1, by which the greedy player judges the viewer's cards and the board."""
        return self._state.hand_strength(self._own())

    # -- what to do ----------------------------------------------------------------------------------------------------

    @cached_property
    def legal(self) -> Legal:
        """Return the viewer's legal choices. There are no legal choices if it is not the viewer's turn."""
        return self._state.legal() if self.viewer in (self.actor, ALL) else Legal()

    @property
    def to_call(self) -> int:
        """Return the chips that a call would put in now, or 0 if there is nothing to call."""
        return self.legal.call or 0

    def call(self) -> Action:
        """Return a call. If the stack is too small to call, return an all-in; if there is nothing to call, return a
        check.
        """
        return Action("CHECK" if self.legal.check else "CALL" if "CALL" in self.legal else "ALL_IN")

    def suggested(self, policy: str, seed: int | None = None) -> Action:
        """Return the action that a built-in policy (random, greedy, caller, bettor) would take with the viewer's
        knowledge.
        """
        if not self.legal:
            raise BadAction(f"{self.viewer} is not asked to act")
        return self._state.suggested(policy, seed)

    def searched(self, iterations: int, seed: int | None = None, milliseconds: int | None = None) -> Action:
        """Return the choice of the built-in search, which uses only what the viewer sees. `milliseconds` limits its
        time.
        """
        if not self.legal:
            raise BadAction(f"{self.viewer} is not asked to act")
        return self._state.searched(iterations, seed, milliseconds)

    def as_json(self) -> dict[str, object]:
        """Return what the viewer sees as JSON values. The server sends exactly these values to clients."""
        seats, phase = range(len(self.payoffs)), self.phase
        facts: dict[str, object] = {
            "v": 1, "seat": self.seat, "actor": self.actor, "hand_no": self.hand_no, "first": self.first,
            "round_no": self.progress.round_no, "step_no": self.progress.step_no,
            "phase": None if phase is None else msgspec.to_builtins(phase), "is_over": self.is_over,
            "payoffs": list(self.payoffs), "scores": list(self.scores), "live": list(self.live),
            "stacks": list(self.stacks), "bets": list(self.bets), "paid": list(self.paid), "pot": self.pot,
            "price": self.price, "raises": self.raises, "to_call": self.to_call,
            "board": _texts(self.board), "pile": _texts(self.pile),
            "cards_of": [_texts(self.cards_of(seat)) for seat in seats],
            "captured_by": [_texts(self.captured_by(seat)) for seat in seats],
            "tricks_of": [self.tricks_of(seat) for seat in seats]}
        if any(isinstance(each, ClaimPhase) for each in self.genome.phases):
            claim = self.progress.claim
            facts |= {"heap_size": self.progress.heap_size, "claim_rank": self.progress.claim_rank,
                      "claim": None if claim is None else asdict(claim)}
        if self.seat is not None:
            facts |= {"hole": _texts(self.hole), "stack": self.stack, "strength": self.strength}
        return facts

    def guess(self, rng: RandomSource) -> State:
        """Return a complete game that fits what the viewer sees and ends with this hand, for a search."""
        return self._state.redeal(self._own(), rng)

    def _own(self) -> int:
        if self.seat is None:
            raise BadAction(f"{self.viewer} has no seat and no cards of its own")
        return self.seat

    def __repr__(self) -> str:
        hands = " ".join(str(self.cards_of(seat)) or "–" for seat in range(len(self.stacks)))
        return f"<View of {self.viewer}: {hands} on {self.board or 'no board'}, pot {self.pot}>"


def _texts(cards: Cards) -> list[str]:
    return [str(card) for card in cards]
