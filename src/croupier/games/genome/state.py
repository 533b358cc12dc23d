# cython: nonecheck=True
# an object made by `__new__` alone holds None for its parts, and C code would read it as an object and crash
"""A genome's game in play. This is the checked interface to the engine, the same interface that every game has
(`games.api`).

The caller passes in the random numbers: a seed, or a deck for each hand (see `game.py`). A refused action raises
IllegalAction and does not change the game (ruling B10). `observe` returns a view based on a game in which hidden cards
were dealt again at random, so that it contains no secret. `redeal` returns a copy for a search, with guessed hidden
cards. The copied game is over after the current hand, and its payoffs count from the beginning of this hand.
"""

from __future__ import annotations

from secrets import randbits
from time import monotonic
from typing import TYPE_CHECKING, Any

import cython

from croupier.betting.rulebook import IllegalAction
from croupier.cards import RANKS, BadCards, Cards, CardsLike, known, parse
from croupier.errors import short
from croupier.games.api import ALL, PUBLIC, Action, BadAction, Chance, Dealer, seed_of
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.engine import Engine
from croupier.games.genome.engine.policies import POLICIES, Policies
from croupier.games.genome.engine.program import Program
from croupier.games.genome.engine.search import Search
from croupier.games.genome.events import NAMES, Claim, GenomeEvent, HandProgress, ViewerLogs, events
from croupier.games.genome.legal import Legal
from croupier.games.genome.values import BadGenome, BettingAction, whole
from croupier.interrupt import check_signals
from croupier.rng import seeded

if TYPE_CHECKING:
    from croupier.games.api import RandomSource
    from croupier.games.genome.values import AnyPhase, GameGenome
    from croupier.games.genome.view import View

if not cython.compiled:
    from croupier.betting.constants import NOBODY

SEARCH_SLICE = 32
"""The number of search iterations between two checks of the clock. An iteration usually takes some tens of
microseconds; in long games it takes one or two milliseconds.
"""

CHIPS_LOST = "chips miscounted, or a game longer than it can be: a bug in the engine"


class State:
    """A game in play, made by `genome.game().start(...)`."""

    dealer: Dealer | None
    """The dealer that gives the random numbers of each hand, if they come neither from a seed nor with each hand."""

    def __init__(self, program: Program, seats: int) -> None:
        self.take_engine(Engine(program, seats))

    def take_engine(self, engine: Engine) -> None:
        """Wrap an engine."""
        self.engine = engine
        self.program = engine.program
        self.seats = engine.seats
        self.round = engine.round
        self.cards = engine.cards
        self.phases = engine.phases
        self.log = engine.log
        self.seen = ViewerLogs()
        self.dealer = None

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def genome(self) -> GameGenome:
        """Return the rules."""
        found: GameGenome = self.program.genome
        return found

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return self.seats

    @property
    def actor(self) -> int | None:
        """Return the seat that has to act, or None if the game is over or waits for a deck."""
        return None if self.phases.turn == NOBODY else self.phases.turn

    @property
    def is_over(self) -> bool:
        """Return True if the game has ended."""
        return bool(self.engine.is_done)

    @property
    def payoffs(self) -> list[int]:
        """Return the chips that each seat has won or lost. In a game without chips, count 1 for each seat behind it and
        -1 for each seat ahead.
        """
        return [self.engine.settlement.payoff(seat) for seat in range(self.seats)]

    @property
    def hands_played(self) -> int:
        """Return how many hands are over."""
        return self.engine.hands_over

    @property
    def is_between_hands(self) -> bool:
        """Return True if the next hand waits for its deck (`next_hand`)."""
        return bool(self.engine.is_between)

    @property
    def hand_no(self) -> int:
        """Return the number of hands that are over."""
        return self.engine.hands_over

    @property
    def first(self) -> int:
        """Return the seat that is first to act in this hand or, between two hands, in the next hand."""
        return self.phases.start

    @property
    def phase_now(self) -> AnyPhase | None:
        """Return the current phase."""
        return None if self.phases.turn == NOBODY else self.genome.phases[self.phases.phase]

    @property
    def progress(self) -> HandProgress:
        """Return the progress of this hand: round, step and open claim."""
        laid = int(self.cards.heap)
        for seat in range(self.seats):
            # in a claim phase the gifts are the cards just laid; in other phases they are cards being passed to a
            # neighbour
            if self.program.op[self.phases.phase] == constants.CLAIM:
                laid |= int(self.cards.gifts[seat])
        rank, claimant = RANKS[self.phases.claims.rank()], self.phases.claims.claimant
        claim = None if claimant == constants.NONE else Claim(claimant, rank, self.phases.thrown)
        # after the last round `rounds_over` is one too high
        rounds_over = min(self.phases.rounds_over, self.program.rounds - 1)
        return HandProgress(rounds_over, self.phases.phase, laid.bit_count(), rank, claim)

    @property
    def stacks(self) -> list[int]:
        """Return the stack of each seat: the chips that it has not put in."""
        return [self.round.stack[seat] for seat in range(self.seats)]

    @property
    def bets(self) -> list[int]:
        """Return the chips that each seat has put in during this betting round; zeros outside of betting."""
        # the round keeps the bets of the last betting phase until the next one begins
        betting = self.is_betting
        return [self.round.bet[seat] if betting else 0 for seat in range(self.seats)]

    @property
    def is_betting(self) -> bool:
        """Return True if somebody has to bet or answer a bet."""
        return self.phases.turn != NOBODY and bool(self.program.op[self.phases.phase] == constants.BET)

    @property
    def paid(self) -> list[int]:
        """Return the chips that each seat has put in during this hand, including antes."""
        return [self.round.total[seat] for seat in range(self.seats)]

    @property
    def pot(self) -> int:
        """Return all chips in the middle."""
        return int(self.round.pot())

    @property
    def price(self) -> int:
        """Return the chips that a seat must have put in during this betting round to stay; 0 outside of betting."""
        return int(self.round.price) if self.is_betting else 0

    @property
    def raises(self) -> int:
        """Return the number of raises in this betting round."""
        return int(self.round.raises) if self.is_betting else 0

    def is_all_in(self, seat: int) -> bool:
        """Return True if a seat is in the hand with no chips left to bet."""
        seat = self.checked_seat(seat)
        return self.program.chips > 0 and seat in self.live and bool(self.round.stack[seat] == 0)

    def has_folded(self, seat: int) -> bool:
        """Return True if a seat was dealt into this hand and has folded."""
        seat = self.checked_seat(seat)
        # a seat that is out of the game is not live either, but it has no chips
        return seat not in self.live and bool(self.round.stack[seat] > 0)

    @property
    def live(self) -> tuple[int, ...]:
        """Return the seats still in the hand."""
        return tuple([seat for seat in range(self.seats) if (self.round.live >> seat) & 1])

    @property
    def board(self) -> Cards:
        """Return the open cards that belong to every hand."""
        return known([self.cards.common[place] for place in range(self.cards.board_count)])

    @property
    def scores(self) -> list[int]:
        """Return the points of each seat from the hands that are over."""
        return [self.engine.settlement.points[seat] for seat in range(self.seats)]

    def legal(self) -> Legal:
        """Return what the seat to act may do."""
        if self.phases.turn == NOBODY:
            return Legal()
        count = self.phases.ask()
        codes = [self.phases.choice[at] for at in range(count)]
        actions = tuple([self.action_of(code) for code in codes])
        if self.program.op[self.phases.phase] != constants.BET:
            return Legal(self.phases.turn, actions, tuple(codes))
        return Legal(self.phases.turn, actions, tuple(codes), self.round.price, self.round.to_call,
                     self.round.full_raise)

    def action_of(self, code: int) -> Action:
        """Return a choice of the engine as an action."""
        kind = code & 31
        if kind == constants.BET_MADE or kind == constants.RAISED:
            return Action(NAMES[kind], int(self.round.price + self.round.full_raise))
        if kind in _CARD_KINDS:
            return Action(NAMES[kind], None, known([code >> constants.CARD_SHIFT]))
        return Action(NAMES[kind])

    @property
    def events(self) -> list[GenomeEvent]:
        """Return everything that happened."""
        return list(events(self.log.entries))

    def hand_strength(self, seat: int) -> float:
        """Return a simple strength from 0 to 1, by which the greedy player judges a seat's cards and the board."""
        return self.engine.values.strength(self.checked_seat(seat))

    # -- acted ---------------------------------------------------------------------------------------------------------

    def apply(self, action: Action | BettingAction) -> None:
        """Take an action; raise IllegalAction if it is not legal."""
        if isinstance(action, BettingAction):
            action = Action(action.name)
        if type(action) is not Action:
            raise BadAction(f"an Action is wanted, not {type(action).__name__}")
        legal = self.legal()
        code = legal.code_of(action)
        if code < 0:
            reason, clause = legal.refusal(action) or ("not legal", "B10")
            raise IllegalAction(reason, clause, legal)
        self.engine.act(code)
        self.check_books()
        # a game with a dealer never stops between hands
        self.deal_on()

    def fold(self) -> None:
        """Fold."""
        self.apply(Action("FOLD"))

    def check(self) -> None:
        """Check."""
        self.apply(Action("CHECK"))

    def call(self) -> None:
        """Match the bet."""
        self.apply(Action("CALL"))

    def bet(self) -> None:
        """Open the betting with the phase's `min_bet`."""
        self.apply(Action("BET"))

    def raise_(self) -> None:
        """Raise by the phase's `min_bet`."""
        self.apply(Action("RAISE"))

    def all_in(self) -> None:
        """Move all-in with a stack that is smaller than the bet."""
        self.apply(Action("ALL_IN"))

    def check_books(self) -> None:
        """Raise AssertionError if chips were miscounted or the game took more steps than it can (M2)."""
        if self.round.broken or self.engine.overran:
            raise AssertionError(CHIPS_LOST)

    def next_hand(self, deck: CardsLike) -> None:
        """Deal the next hand from a deck, which lists all cards of the game in the order in which they are dealt."""
        if not self.engine.is_between:
            raise BadAction("no deck is needed now: a hand is in play, or the game is over")
        cards = parse(deck)
        if len(cards) != self.program.deck_size:
            raise BadCards(f"a deck of this game has {self.program.deck_size} cards, not {len(cards)}")
        self.cards.lay_front(cards)
        self.engine.deal_next()
        self.check_books()

    def deal_on(self) -> None:
        """Deal hands until a seat has to act, if the game has a dealer."""
        while self.engine.is_between and self.dealer is not None:
            self.deal(self.dealer.chance(self.engine.hands_over + 1))

    def deal(self, chance: Chance) -> None:
        """Deal the next hand from a deck shuffled with these random numbers."""
        self.next_hand(shuffled(self.program.cards(), chance))

    def roll_out(self, rng: RandomSource) -> None:
        """Play the game at random to its end, in compiled code. If the game waits for decks, `rng` also shuffles them.
        """
        Policies(self.engine).play_out(seed_of(rng))
        self.check_books()

    def suggested(self, policy: str, seed: int | None = None) -> Action:
        """Return the action that a built-in policy would take now. Without `seed`, the policy's random numbers come
        from the operating system.
        """
        if policy not in POLICIES:
            raise BadAction(f"there is no policy {short(policy)}: there are {', '.join(POLICIES)}")
        return self.action_of(self.advisers(seed).chosen_by(POLICIES[policy]))

    def searched(self, iterations: int, seed: int | None = None, milliseconds: int | None = None) -> Action:
        """Return the choice of a search with this many iterations. The search uses only what the seat to act can see.

        With `milliseconds` the search also ends when that time has passed.
        """
        players = self.advisers(seed)
        return self.action_of(run_search(self, players, iterations, milliseconds).chosen(players))

    def advisers(self, seed: int | None) -> Policies:
        """Return the built-in players. They get a generator of random numbers, made from the seed. Raise IllegalAction
        if nobody has to act.
        """
        if self.phases.turn == NOBODY:
            raise IllegalAction("nobody has to act here", "B10")
        found = Policies(self.engine)
        # a separate generator, because asking for advice must not change the coming cards
        found.luck = seeded(randbits(64) if seed is None else seed_of(seed))
        return found

    def heard(self, action: Action, viewer: int) -> Action:
        """Return an action as a seat sees it, without the cards that the acting player puts down or gives away face
        down.
        """
        # called before the action is taken, so `turn` is still the acting seat
        if action.kind in _FACE_DOWN and viewer != self.phases.turn and self.phases.hides(_FACE_DOWN[action.kind]):
            return Action(action.kind)
        return action

    # -- copied --------------------------------------------------------------------------------------------------------

    def clone(self) -> State:
        """Return an independent copy."""
        twin = stated(self.engine.clone())
        self.log.copy_to(twin.log)
        twin.dealer = self.dealer
        return twin

    def end_after(self, hands: int) -> None:
        """End the game after this many hands at the latest."""
        self.engine.hands_limit = min(self.engine.hands_limit, whole(hands, 1, 10**9, "hands"))

    def redeal(self, seat: int, rng: RandomSource) -> State:
        """Return a copy of the game in which everything that the seat cannot see is dealt again. The copied game is
        over after the current hand.

        `rng` is a seed, a random.Random, or a generator with `below`.
        """
        twin = self.guessed(self.checked_seat(seat), seed_of(rng))
        twin.engine.forget_later_hands()
        return twin

    def guessed(self, seat: int, seed: int) -> State:
        """Return a copy in which the cards hidden from a seat are guessed. With -1, the cards hidden from the public
        are guessed.
        """
        twin = stated(self.engine.clone())
        twin.cards.guess(seat, seed)
        return twin

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> Any:
        raise TypeError("a game in play is not pickled: keep its genome, seed and actions, and play them again")

    # -- seen ----------------------------------------------------------------------------------------------------------

    def observe(self, viewer: int | str) -> View:
        """Return a view of the game for a viewer, which is a seat, PUBLIC or ALL."""
        from croupier.games.genome.view import View

        if viewer == ALL:
            return View(self.clone(), viewer, frozenset(self.program.cards()), self.log.entries.copy())
        seat = -1 if viewer == PUBLIC else self.checked_seat(viewer)
        # always with seed 0: the guessed cards are never shown, and equal knowledge must give equal views
        return View(self.guessed(seat, 0), viewer, self.known_cards(seat),
                    self.seen.entries_for(seat, self.log.entries))

    def known_cards(self, seat: int) -> frozenset[int]:
        """Return the cards whose place a seat knows. With -1, return the cards whose place is public."""
        mask = self.cards.known_to(-1 if seat == -1 else self.checked_seat(seat))
        return frozenset([card for card in self.program.cards() if mask >> card & 1])

    def cards_of(self, seat: int) -> Cards:
        """Return a seat's cards."""
        seat = self.checked_seat(seat)
        first = seat * constants.SLOTS
        return known([self.cards.hand[first + slot] for slot in range(self.cards.held[seat])])

    @property
    def pile_cards(self) -> Cards:
        """Return the cards that were played and not yet taken, the last one on top."""
        return known([self.cards.pile[place] for place in range(self.cards.pile_count)])

    def captured_by(self, seat: int) -> Cards:
        """Return the cards a seat has taken."""
        mask = self.cards.captured[self.checked_seat(seat)]
        return known([card for card in range(52) if mask >> card & 1])

    def tricks_of(self, seat: int) -> int:
        """Return the tricks a seat has taken in this hand."""
        return self.cards.tricks[self.checked_seat(seat)]

    def checked_seat(self, seat: Any) -> int:
        """Return the seat if it is one of this game."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadAction(f"{short(seat)} is not a seat: there are 0 to {self.seats - 1}")
        return seat

    def __repr__(self) -> str:
        turn = "over" if self.phases.turn == NOBODY else f"seat {self.phases.turn} to act"
        return f"<{self.genome.name}: hand {self.engine.hands_over + 1}, pot {self.pot}, {turn}>"


_FACE_DOWN = {"DISCARD": constants.THREW, "GIVE": constants.GAVE, "LAY": constants.LAID}
"""The actions whose cards the others may not see."""
_CARD_KINDS = {constants.THREW, constants.PLAYED, constants.GAVE, constants.TOOK_TOP, constants.LAID, constants.ASKED}
"""The kinds of choices that contain a card. ASK contains the lowest card of a rank."""


def search_policy(state: State, iterations: int, seed: int | None = None) -> list[float]:
    """Return the probability that a search of this many iterations chooses each legal action of a game."""
    players = state.advisers(seed)
    return run_search(state, players, iterations, None).chances(players)


def run_search(state: State, players: Policies, iterations: int, milliseconds: int | None) -> Search:
    """Run a search until its iterations or its time are used up, and return it. Ctrl-C ends it between two slices."""
    if type(iterations) is not int or not 0 < iterations <= 10**6:
        raise BadAction(f"iterations must be a whole number of 1 to 1,000,000, not {short(iterations)}")
    if milliseconds is not None and (type(milliseconds) is not int or milliseconds < 1):
        raise BadAction(f"milliseconds must be a whole number of at least 1, not {short(milliseconds)}")
    until = None if milliseconds is None else monotonic() + milliseconds / 1000
    search = Search(state.program, state.seats)
    search.begin(players)
    # at least one slice is searched, because otherwise no choice would have been tried
    left = iterations
    while left > 0 and (left == iterations or until is None or monotonic() < until):
        search.run(players, min(left, SEARCH_SLICE))
        left -= SEARCH_SLICE
        check_signals()
    return search


def open_game(program: Program, seats: int, chips: list[int], hands: int | None = None) -> State:
    """Return a game that waits for the deck of its first hand. All stacks are set."""
    state = State(program, seats)
    if len(chips) != seats:
        raise BadGenome(f"chips for {len(chips)} of {seats} seats")
    state.log.keeps = True
    state.engine.clear_game()
    for seat, amount in enumerate(chips):
        state.engine.settlement.give_chips(seat, whole(amount, 0, 10**12, "chips"))
    state.engine.wait_for_deck()
    if hands is not None:
        state.end_after(hands)
    return state


def start_game(program: Program, seats: int, seed: int, front: list[int], chips: list[int],
               hands: int | None = None) -> State:
    """Return a game with its first hand dealt: these cards first, then cards shuffled with this seed."""
    state = open_game(program, seats, chips, hands)
    # the first hand is dealt below; later hands are dealt with the seed
    state.engine.waits = False
    state.cards.lay_front(front)
    state.cards.rng = seeded(whole(seed, 0, 2**64 - 1, "a seed"))
    state.engine.deal_next()
    state.check_books()
    return state


def deal_game(state: State, dealer: Dealer) -> State:
    """Make a dealer deal every hand of a game, and deal the first hand."""
    state.dealer = dealer
    state.deal_on()
    return state


def shuffled(cards: list[int], chance: Chance) -> list[int]:
    """Return these cards shuffled by Fisher-Yates from the front, with one number from `chance.below` for each place.
    """
    for place in range(len(cards) - 1):
        other = place + chance.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def stated(engine: Engine) -> State:
    """Return a state that wraps this engine."""
    state = State.__new__(State)
    state.take_engine(engine)
    return state
