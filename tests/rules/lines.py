"""Short lines of play, so that a test reads like the hand it tells.

    play(table(1000, 1000, 30), "c c a")     call, call, all-in

f fold, x check, c call, a all-in, a number: bet or raise to it; i bring in, C complete, p stand pat, d9cAh discard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

import croupier
from croupier.games.poker.events import Awarded, Board, Returned, Shown

ROYAL = "AhKhQhJhTh"
"""A board that plays for everybody: all who are still in tie."""


def table(*stacks: int, button: int = 0, seed: int | None = 1, deck: str | None = None, dead: Any = None, out: Any = (),
          **stakes: Any) -> croupier.Hand:
    """A hold'em hand with blinds of 10 and 20 unless other stakes are named."""
    game = croupier.holdem(**{"sb": 10, "bb": 20, **stakes})
    return game.deal(stacks=list(stacks), button=button, seed=seed, deck=deck, dead=dead, out=out)


def play(hand: croupier.Hand, line: str) -> croupier.Hand:
    """Take the actions of a line, one word each."""
    plain = {"f": hand.fold, "x": hand.check, "c": hand.call, "a": hand.all_in, "i": hand.bring_in, "C": hand.complete,
             "p": hand.stand_pat}
    for word in line.split():
        if word in plain:
            plain[word]()
        elif word[0] == "d":
            hand.discard(word[1:])
        else:
            hand.raise_to(int(word))
    return hand


def passively(hand: croupier.Hand) -> croupier.Hand:
    """Bring in, stand pat, check and call to the end."""
    while not hand.is_over:
        kinds = hand.legal().kinds
        play(hand, next(word for kind, word in (("BRING_IN", "i"), ("STAND_PAT", "p"), ("CHECK", "x"), ("CALL", "c"))
                        if kind in kinds))
    return hand


def rigged(hands: dict[int, str], board: str, seats: int, button: int = 0, each: int = 2) -> str:
    """A `deck=` that gives these seats these cards and this board; the others get low cards that are left (B15)."""
    named = croupier.Cards("".join(hands.values()) + board)
    spare = iter(card for card in range(52) if card not in named)
    order = [(button + 1 + place) % seats for place in range(seats)]
    dealt = [croupier.Cards(hands[seat])[turn] if seat in hands else next(spare)
             for turn in range(each) for seat in order]
    return str(croupier.Cards(dealt)) + board


def everything(hand: croupier.Hand) -> dict[str, Any]:
    """All that can be asked of a hand, to show that nothing changed."""
    return {"actor": hand.actor, "street": hand.street, "stacks": hand.stacks, "bets": hand.bets, "price": hand.price,
            "full_raise": hand.full_raise, "raises": hand.raises, "live": hand.live, "pots": hand.pots, "pot": hand.pot,
            "board": hand.board, "holes": [hand.hole(seat) for seat in range(hand.seats)], "events": hand.events,
            "actions": hand.actions, "legal": str(hand.legal()), "kinds": hand.legal().kinds, "over": hand.is_over,
            "payoffs": hand.payoffs, "text": str(hand)}


@contextmanager
def refused(hand: croupier.Hand, clause: str | None = None) -> Iterator[SimpleNamespace]:
    """The body is refused with IllegalAction, for this clause, and the hand is as it was (B10)."""
    before = everything(hand)
    found = SimpleNamespace()
    with pytest.raises(croupier.IllegalAction) as caught:
        yield found
    error = caught.value
    found.reason, found.clause, found.legal, found.text = error.reason, error.clause, error.legal, str(error)
    assert everything(hand) == before
    assert clause is None or error.clause == clause, f"{error.clause} instead of {clause}: {error}"
    assert str(error.legal) == before["legal"]
    assert before["legal"] in str(error)


def of_kind(hand: croupier.Hand, kind: type) -> list[Any]:
    """The events of one kind."""
    return [event for event in hand.events if isinstance(event, kind)]


def awards(hand: croupier.Hand) -> list[tuple[int, int, int]]:
    """Who won how much of which pot: (seat, amount, pot)."""
    return [(event.seat, event.amount, event.pot) for event in of_kind(hand, Awarded)]


def returns(hand: croupier.Hand) -> list[tuple[int, int]]:
    """What went back uncalled: (seat, amount)."""
    return [(event.seat, event.amount) for event in of_kind(hand, Returned)]


def shown(hand: croupier.Hand) -> list[int]:
    """Who showed, in order."""
    return [event.seat for event in of_kind(hand, Shown)]


def boards(hand: croupier.Hand) -> list[tuple[str, int]]:
    """The streets dealt and how many cards each."""
    return [(event.street, len(event.cards)) for event in of_kind(hand, Board)]


def chips(hand: croupier.Hand) -> int:
    """All chips of the hand, wherever they are (M2)."""
    return sum(hand.stacks) + hand.pot


Doing = Callable[[croupier.Hand], None]
