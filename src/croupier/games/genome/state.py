# cython: nonecheck=True
"""A genome's game in play: the checked face of the engine, with the face of every game here (`games.api`).

A refused action raises IllegalAction and leaves the game as it was (ruling B10). `observe` gives a viewer a game in
which what it may not see is dealt anew at random, so that nothing in it is a secret; `redeal` gives a search such a
guess that ends with the present hand, won and lost counted from the hand's beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from croupier.betting.round import Round
from croupier.betting.rulebook import IllegalAction, short
from croupier.cards import BadCards, Cards, known
from croupier.games.api import ALL, PUBLIC, Action, BadAction, seed_of
from croupier.games.genome.judge import is_card
from croupier.games.genome.legal import Legal
from croupier.games.genome.policies import POLICIES, Policies
from croupier.games.genome.program import Program
from croupier.games.genome.search import Search
from croupier.games.genome.story import NAMES, Event, as_seen, events
from croupier.rng import seeded

if TYPE_CHECKING:
    from croupier.games.genome.values import AnyPhase, GameGenome
    from croupier.games.genome.view import View

if not cython.compiled:
    from croupier.betting.order import NOBODY
    from croupier.games.genome.phases import CARD_SHIFT
    from croupier.games.genome.program import BET
    from croupier.games.genome.settling import BET_MADE, RAISED
    from croupier.games.genome.table import SLOTS

CHIPS_LOST = "chips miscounted, or a game longer than it can be: a bug in the engine"


class State(Policies):
    """A game in play; `genome.game().start(...)` makes it."""

    seen: dict[int, list[int]] | None
    """The story as viewers had it when they last looked: it only ever grows."""

    def __init__(self, program: Program, seats: int) -> None:
        Policies.__init__(self, program, seats)
        self.seen = None

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def genome(self) -> GameGenome:
        """The rules."""
        found: GameGenome = self.program.genome
        return found

    @property
    def players(self) -> int:
        """How many seats play."""
        return self.seats

    @property
    def actor(self) -> int | None:
        """The seat that has to act, None when the game is over."""
        return None if self.turn == NOBODY else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.is_done)

    @property
    def payoffs(self) -> list[int]:
        """Chips won or lost per seat; in a game without chips what each seat takes from those it is ahead of."""
        return [self.payoff(seat) for seat in range(self.seats)]

    @property
    def hand_no(self) -> int:
        """Hands that are over."""
        return self.hands_over

    @property
    def first(self) -> int:
        """The seat that is first to act in this hand."""
        return self.start

    @property
    def phase_now(self) -> AnyPhase | None:
        """The phase in which somebody has to act."""
        return None if self.turn == NOBODY else self.genome.phases[self.phase]

    @property
    def stacks(self) -> list[int]:
        """Chips behind, per seat."""
        return [self.round.stack[seat] for seat in range(self.seats)]

    @property
    def bets(self) -> list[int]:
        """Chips put in during this betting round, per seat; none where no betting goes on."""
        betting = self.is_betting
        return [self.round.bet[seat] if betting else 0 for seat in range(self.seats)]

    @property
    def is_betting(self) -> bool:
        """Whether somebody has to bet or answer a bet."""
        return self.turn != NOBODY and bool(self.program.op[self.phase] == BET)

    @property
    def paid(self) -> list[int]:
        """Chips put in during this hand, antes with them, per seat."""
        return [self.round.total[seat] for seat in range(self.seats)]

    @property
    def pot(self) -> int:
        """All chips in the middle."""
        return int(self.round.pot())

    @property
    def price(self) -> int:
        """What a seat must have in during this betting round to stay; nothing where no betting goes on."""
        return int(self.round.price) if self.is_betting else 0

    @property
    def live(self) -> tuple[int, ...]:
        """The seats still in the hand."""
        return tuple([seat for seat in range(self.seats) if (self.round.live >> seat) & 1])

    @property
    def board(self) -> Cards:
        """The open cards that belong to every hand."""
        return known([self.common[place] for place in range(self.board_count)])

    @property
    def scores(self) -> list[int]:
        """Points of the hands that are over, per seat."""
        return [self.points[seat] for seat in range(self.seats)]

    def legal(self) -> Legal:
        """What the seat to act may do."""
        if self.turn == NOBODY:
            return Legal()
        count = self.ask()
        codes = [self.choice[at] for at in range(count)]
        actions = tuple([self.action_of(code) for code in codes])
        if self.program.op[self.phase] != BET:
            return Legal(self.turn, actions, tuple(codes))
        return Legal(self.turn, actions, tuple(codes), self.round.price, self.round.to_call, self.round.full_raise)

    def action_of(self, code: int) -> Action:
        """A choice of the engine as an action."""
        kind = code & 31
        if kind == BET_MADE or kind == RAISED:
            return Action(NAMES[kind], int(self.round.price + self.round.full_raise))
        if kind in _CARD_KINDS:
            return Action(NAMES[kind], None, known([code >> CARD_SHIFT]))
        return Action(NAMES[kind])

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        return list(events(self.story or []))

    def hand_strength(self, seat: int) -> float:
        """Seed 001's strength of a seat's cards with the board, 0..1."""
        return self.strength(self.checked_seat(seat))

    # -- acted ---------------------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Take an action; IllegalAction if it is none of the legal ones."""
        if type(action) is not Action:
            raise BadAction(f"an Action is wanted, not {type(action).__name__}")
        legal = self.legal()
        code = legal.code_of(action)
        if code < 0:
            reason, clause = legal.refusal(action) or ("not legal", "B10")
            raise IllegalAction(reason, clause, legal)
        self.act(code)
        if self.round.broken or self.overran:
            raise AssertionError(CHIPS_LOST)

    def roll_out(self, rng: Any) -> None:
        """Play at random to the end, inside the core."""
        self.play_out(seed_of(rng))
        if self.round.broken or self.overran:
            raise AssertionError(CHIPS_LOST)

    def suggested(self, policy: str, seed: int = 0) -> Action:
        """What a policy of the core would do now; its chance follows from the seed."""
        if policy not in POLICIES:
            raise BadAction(f"there is no policy {short(policy)}: there are {', '.join(POLICIES)}")
        self.begin_advice(seed)
        return self.action_of(self.chosen_by(POLICIES[policy]))

    def searched(self, iterations: int, seed: int = 0) -> Action:
        """What a search of so many iterations finds best for the seat to act, by what that seat knows."""
        if type(iterations) is not int or not 0 < iterations <= 10**6:
            raise BadAction(f"iterations must be a whole number of 1 to 1,000,000, not {short(iterations)}")
        self.begin_advice(seed)
        return self.action_of(Search(self.program, self.seats).best_code(self, iterations))

    def begin_advice(self, seed: int) -> None:
        """Somebody has to act, and chance is set."""
        if self.turn == NOBODY:
            raise IllegalAction("nobody has to act here", "B10")
        self.luck = seeded(seed_of(seed))

    def heard(self, action: Action, viewer: int) -> Action:
        """What a seat hears of an action: cards thrown away or given are the actor's own business."""
        if action.kind in ("DISCARD", "GIVE") and viewer != self.turn:
            return Action(action.kind)
        return action

    # -- copied --------------------------------------------------------------------------------------------------------

    def clone(self) -> State:
        """An independent copy."""
        twin = _blank(self.program, self.seats)
        self.copy_engine(twin)
        twin.keeps_story = self.keeps_story
        twin.story = None if self.story is None else self.story.copy()
        return twin

    def redeal(self, seat: int, rng: Any) -> State:
        """A copy in which everything the seat cannot see is dealt anew; it ends with the present hand.

        `rng` is a seed, a random.Random, or a generator with `below`.
        """
        twin = self.guessed(self.checked_seat(seat), seed_of(rng))
        twin.forget_later_hands()
        return twin

    def guessed(self, seat: int, seed: int) -> State:
        """A copy with a guess of what a seat, or with -1 anybody, cannot see."""
        twin = _blank(self.program, self.seats)
        self.copy_engine(twin)
        twin.keeps_story = False
        twin.guess(seat, seed)
        return twin

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> Any:
        raise TypeError("a game in play is not pickled: keep its genome, seed and actions, and play them again")

    # -- seen ----------------------------------------------------------------------------------------------------------

    def observe(self, viewer: int | str) -> View:
        """The game as a seat, PUBLIC or ALL may see it."""
        from croupier.games.genome.view import View

        if viewer == ALL:
            return View(self.clone(), viewer, self.everything(), list(self.story or []))
        seat = -1 if viewer == PUBLIC else self.checked_seat(viewer)
        return View(self.guessed(seat, 0), viewer, self.known_cards(seat), self.story_for(seat))

    def story_for(self, seat: int) -> list[int]:
        """The story without the cards that a seat, or with -1 anybody, did not see; looks only at what is new."""
        if self.seen is None:
            self.seen = {}
        seen: list[int] = self.seen.setdefault(seat, [])
        seen.extend(as_seen((self.story or [])[len(seen):], seat))
        return seen.copy()

    def everything(self) -> frozenset[int]:
        """All cards of the deck."""
        return frozenset([self.program.deck[place] for place in range(self.program.deck_size)])

    def known_cards(self, seat: int) -> frozenset[int]:
        """The cards whose place a seat, or with -1 anybody, knows."""
        mask = self.known_to(-1 if seat == -1 else self.checked_seat(seat))
        return frozenset([card for card in self.everything() if mask >> card & 1])

    def cards_of(self, seat: int) -> Cards:
        """A seat's cards."""
        seat = self.checked_seat(seat)
        return known([self.hand[seat * SLOTS + slot] for slot in range(self.held[seat])])

    @property
    def pile_cards(self) -> Cards:
        """The cards played and not yet taken, the last one on top."""
        return known([self.pile[place] for place in range(self.pile_count)])

    def captured_by(self, seat: int) -> Cards:
        """The cards a seat has taken."""
        mask = self.captured[self.checked_seat(seat)]
        return known([card for card in range(52) if mask >> card & 1])

    def tricks_of(self, seat: int) -> int:
        """The tricks a seat has taken in this hand."""
        return self.tricks[self.checked_seat(seat)]

    def checked_seat(self, seat: Any) -> int:
        """The seat if it is one of this game."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadAction(f"{short(seat)} is no seat: there are 0 to {self.seats - 1}")
        return seat

    def __repr__(self) -> str:
        turn = "over" if self.turn == NOBODY else f"seat {self.turn} to act"
        return f"<{self.genome.name}: hand {self.hands_over + 1}, pot {self.pot}, {turn}>"

    def lay_front(self, front: list[int]) -> None:
        """Lay these cards on top of the deck of the first hand."""
        deck = [self.program.deck[place] for place in range(self.program.deck_size)]
        if not all(is_card(card) and card in deck for card in front) or len(set(front)) < len(front):
            raise BadCards(f"{short(front)} are not cards of the deck, once each")
        rest = [card for card in deck if card not in front]
        for place, card in enumerate([*front, *rest]):
            self.deck[place] = card
        self.rigged = len(front)


_CARD_KINDS = {8, 9, 11}
"""Throwing, playing, giving: the choices that name a card."""


def begun(program: Program, seats: int, seed: int, front: list[int]) -> State:
    """A game begun: its first hand dealt, up to the first decision."""
    state = State(program, seats)
    state.story = []
    state.keeps_story = True
    state.lay_front(front)
    state.begin_game(seed)
    if state.round.broken or state.overran:
        raise AssertionError(CHIPS_LOST)
    return state


def _blank(program: Program, seats: int) -> State:
    """A game over some rules, its state still to be written."""
    if not cython.compiled:
        return State(program, seats)
    state = State.__new__(State)
    state.program = program
    state.seats = seats
    state.round = Round.__new__(Round)
    return state
