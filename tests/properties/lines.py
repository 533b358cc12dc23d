"""Random hands of all games, random legal lines of play, and what can be seen of a hand from outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

import croupier
from croupier import Action, Hand, PokerGame
from croupier.games.poker.game import game_at
from croupier.games.poker.rules import RULES

GAMES: dict[str, PokerGame] = {
    **{code: game_at(code, 3, 10) for code in RULES},
    "antes": croupier.holdem(5, 10, ante=2),
    "big-blind ante": croupier.holdem(5, 10, bb_ante=10),
    "straddles": croupier.holdem(5, 10, straddles=(20, 45)),
    "button straddle": croupier.holdem(5, 10, straddles=(20,), button_straddle=40),
    "pot-limit hold'em": croupier.holdem(5, 10, limit="pot", ante=1),
    "no-limit Omaha": croupier.omaha(5, 10, limit="no"),
    "pot-limit Omaha hi/lo": croupier.omaha8(5, 10, limit="pot"),
    "short deck with blinds": croupier.short_deck(ante=3, sb=5, bb=10),
}


@dataclass(frozen=True)
class Start:
    """How a hand begins and how it is played: everything follows from these."""

    name: str
    stacks: tuple[int, ...]
    button: int
    seed: int
    play: int
    dead: tuple[int, ...] | None = None

    @property
    def game(self) -> PokerGame:
        return GAMES[self.name]

    def deck(self) -> list[int]:
        """All cards of the game's deck, shuffled."""
        size = self.game.rules.deck
        return Random(self.seed).sample(range(52 - size, 52), size)

    def deal(self, deck: list[int] | None = None) -> Hand:
        return self.game.deal(list(self.stacks), button=self.button, deck=deck or self.deck(), seed=self.seed,
                              dead=self.dead)

    @property
    def chips(self) -> int:
        return sum(self.stacks) + sum(self.dead or ())


def start_from(integer, choice) -> Start:
    """A start; `integer(low, high)` and `choice(options)` decide."""
    name = choice(sorted(GAMES))
    game = GAMES[name]
    least = 2 + len(game.straddles) + bool(game.button_blind and game.bb)
    n = integer(least, game.rules.seats)
    stacks = tuple(integer(1, choice([15, 60, 400])) for _ in range(n))
    dead = choice([None, None, tuple(integer(0, 9) for _ in range(n))])
    return Start(name, stacks, integer(0, n - 1), integer(0, 2**32), integer(0, 2**32), dead)


@st.composite
def starts(draw):
    return start_from(lambda low, high: draw(st.integers(low, high)), lambda options: draw(st.sampled_from(options)))


def random_start(rng: Random) -> Start:
    return start_from(rng.randint, rng.choice)


# -- play


def random_action(hand: Hand, rng: Random) -> Action:
    """Folds are rare, raises often minimal or all-in; draws keep any set of cards."""
    legal = hand.legal()
    if legal.discard:
        cards = [card for card in hand.hole(hand.actor) if rng.random() < 0.5]
        return Action("DISCARD", None, cards) if cards else Action("STAND_PAT")
    kinds = [Action(kind) for kind in legal.kinds if kind in ("CHECK", "CALL", "BRING_IN", "COMPLETE")] * 4
    if legal.fold:
        kinds.append(Action("FOLD"))
    if legal.max_raise_to is not None and not legal.complete:
        low, high = legal.min_raise_to, legal.max_raise_to
        kinds += [Action("RAISE_TO", low)] * 2 + [Action("RAISE_TO", high), Action("RAISE_TO", rng.randint(low, high))]
    return rng.choice(kinds)


def nodes(start: Start, hand: Hand | None = None) -> Iterator[Hand]:
    """The hand at each of its decisions, then at its end; it is played on between them."""
    hand, rng = hand or start.deal(), Random(start.play)
    yield hand
    while not hand.is_over:
        hand.apply(random_action(hand, rng))
        yield hand


# -- seen


def face(hand) -> tuple:
    """All that can be asked of a hand."""
    legal = hand.legal()
    return (str(hand), repr(hand), hand.events, hand.actions, hand.actor, hand.street, hand.stacks, hand.bets, hand.pot,
            hand.pots, hand.price, hand.full_raise, hand.raises, hand.live, hand.payoffs, hand.board, hand.is_over,
            [hand.hole(seat) for seat in range(len(hand.stacks))], legal_face(legal))


def legal_face(legal) -> tuple:
    return (str(legal), legal.kinds, legal.fold, legal.check, legal.call, legal.min_raise_to, legal.max_raise_to,
            legal.bring_in, legal.complete, legal.discard, legal.all_in)


def view_face(view) -> tuple:
    """All that can be asked of a view."""
    return (str(view), repr(view), view.events, view.actor, view.street, view.stacks, view.bets, view.pot, view.pots,
            view.price, view.full_raise, view.live, view.payoffs, view.board, view.is_over,
            [view.cards_of(seat) for seat in range(len(view.stacks))], legal_face(view.legal))
