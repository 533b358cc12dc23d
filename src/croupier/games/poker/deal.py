"""Hold the starting facts of a hand: the game laid out in numbers, the seats, the forced bets and the deck.

A hand is its starting facts and its log of actions. The facts never change once the hand has begun. Therefore copies of
a hand share them, and `undo` replays the log from them. A view is the same hand with a different deck, in which the
hidden cards are unknown. A hand does not store cards. Instead a hand stores places, which are positions in the deck:
the card at a place is `deck[place]`. In a draw game discarded cards are reshuffled into a deck that ran out; these
cards get the places from 52 on. In a guess it may be decided beforehand which cards these will be. Then the deck also
stores the first place of each of them, and `returns_decided` is their number.

The caller passes in the random numbers: the state of a generator (`rng`, from a seed), or `muck_numbers`, which a host
derives from its secret (T6). A draw game without random numbers is refused, because players could predict the order of
the reshuffled cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting import constants as betting
from croupier.betting.forced import Forced
from croupier.betting.limits import LIMIT_NAMES
from croupier.betting.order import how_many, next_seat
from croupier.betting.rulebook import CHIPS_MAX
from croupier.games.poker import constants
from croupier.games.poker.rules import MAX_BETS, PokerRules
from croupier.ranking.kernel import KINDS
from croupier.rng import Rng, seeded

if not cython.compiled:
    from croupier.rng import shuffled


class Layout:
    """A game's rules and bet sizes as plain numbers, shared by all its hands."""

    def __init__(self, rules: PokerRules, small_bet: int, big_bet: int, bring_in: int,
                 max_bets: int = MAX_BETS, cap_heads_up: bool = False) -> None:
        if not cython.compiled:
            self.down = [0] * constants.STREETS_MAX
            self.up = [0] * constants.STREETS_MAX
            self.board = [0] * constants.STREETS_MAX
            self.draw = [0] * constants.STREETS_MAX
            self.opener = [0] * constants.STREETS_MAX
            self.min_bet = [0] * constants.STREETS_MAX
        self.rules = rules
        self.streets = len(rules.streets)
        self.limit = LIMIT_NAMES[rules.limit]
        # in poker only a fixed limit has a cap; -1 means that there is no cap (B13)
        self.cap = max_bets if rules.limit == "fixed" else -1
        self.cap_heads_up = cap_heads_up
        self.high = KINDS[rules.high] if rules.high else 0
        self.low = KINDS[rules.low] if rules.low else 0
        self.deck_size = rules.deck
        self.bring_in = bring_in
        self.hole_size = rules.hole_cards
        self.board_size = sum(street.board for street in rules.streets)
        self.draws = rules.has_draws
        self.stud = rules.has_bring_in
        self.lay_streets(rules, small_bet, big_bet)

    def lay_streets(self, rules: PokerRules, small_bet: int, big_bet: int) -> None:
        """Copy each street and the size of its bets."""
        for place, street in enumerate(rules.streets):
            self.down[place] = street.down
            self.up[place] = street.up
            self.board[place] = street.board
            self.draw[place] = street.draw
            self.opener[place] = street.opener
            self.min_bet[place] = big_bet if street.big and rules.limit == "fixed" else small_bet


class MuckNumbers:
    """Random numbers for the reshuffle in draw games, one for each card that can return to the deck."""

    def __init__(self, numbers: Sequence[int]) -> None:
        if not cython.compiled:
            self.number = [0] * constants.RETURNED_MAX
        for at, number in enumerate(numbers):
            self.number[at] = number

    def below(self, at: int, bound: int) -> int:
        """Return number `at` modulo a bound. The numbers have 64 bits, so no card's probability is off by more than
        2^-58.
        """
        # a bound is at most 52, below 2^6
        return self.number[at] % bound


class Deal:
    """One hand's starting facts; `order` is the seats dealt in, from the left of the button."""

    muck_numbers: MuckNumbers | None

    def __init__(self, layout: Layout, forced: Forced) -> None:
        if not cython.compiled:
            self.stack = [0] * betting.SEATS_MAX
            self.deck = [0] * constants.PLACES
            self.order = [0] * betting.SEATS_MAX
        self.layout = layout
        self.forced = forced
        self.rng = 0
        self.muck_numbers = None
        self.returns_decided = 0
        self.seat(0, 0, 0)
        self.deck_size = layout.deck_size

    def new_deck(self) -> None:
        """Put the cards in order, unshuffled: all 52, or sixes to aces."""
        if self.layout is None:  # made by `__new__` without `__init__`
            return
        self.deck_size = self.layout.deck_size
        for place in range(self.deck_size):
            # a short deck has the highest card numbers only: the sixes start at 16
            self.deck[place] = 52 - self.deck_size + place

    def seat(self, seats: int, members: int, button: int) -> None:
        """Set the number of seats, the set of seats that are dealt in, and the button. Raise ValueError if the three
        values do not fit together.
        """
        if not (0 <= seats <= betting.SEATS_MAX and 0 <= members < 1 << seats and 0 <= button <= seats):
            raise ValueError(f"there are no {seats} seats, no members {members} or no seat {button} for the button")
        self.seats = seats
        self.members = members
        self.button = button
        self.order_count = how_many(members)
        seat = button
        for place in range(self.order_count):
            seat = next_seat(seats, members, seat)
            self.order[place] = seat

    def shuffle(self, seed: int) -> None:
        """Shuffle a new deck from a seed."""
        self.new_deck()
        self.rng = shuffled(self.deck, self.deck_size, self.deck_size, seeded(seed))

    def reshuffle(self, chance: Rng) -> None:
        """Shuffle only as many cards as the hand can need, and advance the generator for the next hand."""
        chance.shuffle(self.deck, self.deck_size, self.needed())
        # only draw games use the generator again, when the muck is reshuffled
        if self.layout.draws:
            self.rng = seeded(chance.state)

    def needed(self) -> int:
        """Return the largest number of cards that the hand can need."""
        if self.layout.draws:
            # a hand that draws may use the whole deck
            return self.deck_size
        count = self.seats * self.layout.hole_size + self.layout.board_size
        return count if count < self.deck_size else self.deck_size

    def rotate(self) -> None:
        """Move the button to the next member, and the forced bets with it."""
        if self.order_count == 0:
            return
        # the order of the seats begins left of the button, so it moves by one seat with the button
        self.button = self.order[0]
        self.forced.rotate(self.order, self.order_count)
        for place in range(1, self.order_count):
            self.order[place - 1] = self.order[place]
        self.order[self.order_count - 1] = self.button

    def chips(self) -> int:
        """Return the sum of all chips at the start of the hand (M2)."""
        total = 0
        for seat in range(self.seats):
            if (self.members >> seat) & 1:
                total += self.stack[seat]
            # dead money counts even if its owner is not dealt in, because it is part of this pot
            total += self.forced.dead[seat]
        return total

    def hidden(self) -> Deal:
        """Return the same facts with a deck of unknown cards, for a view."""
        other = Deal(self.layout, self.forced)
        other.seat(self.seats, self.members, self.button)
        for seat in range(self.seats):
            other.stack[seat] = self.stack[seat]
        for place in range(constants.PLACES):
            other.deck[place] = constants.UNKNOWN
        # This makes every place count as original, so that `card_at` never looks up where a reshuffled card was before.
        # That would reveal the card.
        other.deck_size = constants.PLACES
        return other

    def reveal(self, place: int, card: int) -> None:
        """Put a known card, which the viewer may see, at one place of a deck of unknown cards."""
        self.deck[place] = card

    def guess(self, chance: Rng) -> None:
        """Fill the unknown places of the deck at random with the cards that the viewer has not seen."""
        self.deck_size = self.layout.deck_size
        first = 52 - self.deck_size
        unseen = 0
        # the spare end of the deck array is used as scratch space: no allocation without the interpreter lock
        for card in range(first, 52):
            self.deck[constants.SPARE + card] = 1
        # cards that the viewer has seen cannot be anywhere else
        for place in range(self.deck_size):
            if self.deck[place] != constants.UNKNOWN:
                self.deck[constants.SPARE + self.deck[place]] = 0
        for card in range(first, 52):
            if self.deck[constants.SPARE + card]:
                self.deck[constants.SPARE + unseen] = card
                unseen += 1
        for place in range(self.deck_size):
            if self.deck[place] == constants.UNKNOWN:
                at = chance.below(unseen)
                unseen -= 1
                self.deck[place] = self.deck[constants.SPARE + at]
                # draw without replacement: the last unseen card fills the gap
                self.deck[constants.SPARE + at] = self.deck[constants.SPARE + unseen]
        self.rng = chance.state

    def set_guess(self, laid: list[int], chance: Rng) -> None:
        """Set the whole deck of a guess, including reshuffled cards. `laid` lists first the cards of the deck. After
        them it has one entry for each reshuffled card: the original place of that card.
        """
        self.deck_size = self.layout.deck_size
        self.set_deck(laid)
        self.returns_decided = len(laid) - self.deck_size
        self.rng = chance.state

    def forget_names(self) -> None:
        """Mark every card of the deck as not yet named by a record."""
        for place in range(constants.PLACES):
            self.deck[place] = constants.UNNAMED
        # a record names cards in the order in which it deals them, so the muck is never reshuffled and every place is
        # original
        self.deck_size = constants.PLACES

    # -- from Python ---------------------------------------------------------------------------------------------------

    def take_stacks(self, stacks: Sequence[object]) -> bool:
        """Set the chips of each seat. Return False if an amount is not whole chips above 0 (M1)."""
        if len(stacks) < self.seats:
            return False
        for seat in range(self.seats):
            stack = stacks[seat]
            # bool is an int too, and 10**30 does not fit a C number: both are refused before the assignment
            if type(stack) is not int or not 1 <= stack <= CHIPS_MAX:
                return False
            self.stack[seat] = stack
        return True

    def set_stacks(self, stacks: list[int]) -> None:
        """Set the chips of each seat before anything is posted. Raise ValueError if there are more stacks than seats.
        """
        if len(stacks) > betting.SEATS_MAX:
            raise ValueError(f"{len(stacks)} stacks: there are at most {betting.SEATS_MAX} seats")
        for seat, stack in enumerate(stacks):
            self.stack[seat] = stack

    def get_stacks(self) -> list[int]:
        """Return the chips of each seat before anything was posted."""
        return [self.stack[seat] for seat in range(self.seats)]

    def set_muck_numbers(self, numbers: Sequence[int]) -> None:
        """Use these numbers, instead of the generator, to reshuffle the muck. An empty list changes nothing."""
        if numbers:
            # more numbers than places would be written beyond the array
            self.muck_numbers = MuckNumbers(numbers[:constants.RETURNED_MAX])

    def has_chance(self) -> bool:
        """Return True if the caller passed in random numbers with which the muck can be reshuffled."""
        return self.rng != 0 or self.muck_numbers is not None or not self.can_run_out()

    def can_run_out(self) -> bool:
        """Return True if the draws can take more cards than the deck has."""
        # the most cards are used if every seat replaces its whole hand in every draw
        rounds = 1
        for street in range(self.layout.streets):
            rounds += self.layout.draw[street]
        return rounds > 1 and self.order_count * self.layout.hole_size * rounds > self.deck_size

    def set_deck(self, cards: list[int]) -> None:
        """Set the cards of the deck, in the order in which they are dealt. Raise ValueError if the cards are not a
        deck.
        """
        if len(cards) > constants.PLACES:
            raise ValueError(f"{len(cards)} cards do not fit a deck")
        for place, card in enumerate(cards):
            if not 0 <= card <= constants.UNNAMED:
                raise ValueError(f"{card} is not the number of a card")
            self.deck[place] = card

    def get_deck(self, places: int) -> list[int]:
        """Return the cards at the first places of the deck. Raise ValueError if the deck has fewer places."""
        if not 0 <= places <= constants.PLACES:
            raise ValueError(f"a deck has no {places} places")
        return [self.deck[place] for place in range(places)]
