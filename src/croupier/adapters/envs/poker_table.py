"""Play hands at one table of a vectorised poker environment, number the actions, and write what the seat to act sees.

The table writes its observation, its mask of legal actions and its seat to act into its rows of the caller's arrays.
Actions and observations are the same as in `encoding.poker`. Separate C code computes both here, because
`encoding.poker` needs a view, which is a Python object. Tests compare both results step by step. When a hand ends, its
result is written to `rewards`. The next hand is dealt at once, with the button moved by one seat and the stacks reset.

Between two hands this code does not touch Python objects and does not need the interpreter lock.
"""

from __future__ import annotations

from typing import Any

import cython

from croupier.betting import constants as betting
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal
from croupier.games.poker.engine.engine import Engine
from croupier.rng import seeded

if not cython.compiled:
    from croupier.rng import scaled, shuffled, stepped

_WIDTH = 52


class VectorTable:
    """One poker table. `number` is its row in the arrays."""

    def __init__(self, deal: Deal, number: int, seed: int, percents: Any, most: int, arrays: tuple[Any, ...]) -> None:
        if not cython.compiled:
            self.drawn = [0] * betting.SEATS_MAX
            self.amount = [0] * 32
        self.engine = Engine(deal)
        self.engine.log.is_kept = False
        self.deal = deal
        self.number = number
        self.key = seeded(seed)
        self.luck = seeded(seed ^ 0x5DEECE66D)
        self.hand_no = 0
        self.percents = percents
        self.sizes = len(percents)
        self.most = most
        self.betting_actions = 2 + most if most else 4 + len(percents)
        self.discards = 1 << deal.layout.hole_size if deal.layout.draws else 0
        self.actions = self.betting_actions + self.discards
        self.has_open = False
        for street in range(deal.layout.streets):
            self.has_open |= self.deal.layout.up[street] > 0
        self.observations, self.masks, self.seat_to_act, self.rewards, self.ended = arrays
        self.width = len(self.observations) // len(self.seat_to_act)
        self.at = 0
        self.begin_hand()

    # -- hands ---------------------------------------------------------------------------------------------------------

    def hand_seed(self) -> int:
        """Return the seed of the current hand. `PokerGame.deal` deals the same hand with it."""
        return seeded(self.key + self.hand_no)

    def begin_hand(self) -> None:
        """Deal a hand and write its first observation."""
        self.deal.new_deck()
        self.deal.rng = shuffled(self.deal.deck, self.deal.deck_size, self.deal.needed(), seeded(self.hand_seed()))
        for seat in range(self.deal.seats):
            self.drawn[seat] = 0
        self.engine.begin()
        self.write()

    def end_hand(self) -> None:
        """Write the result of the hand to the rewards and move the button."""
        first = self.number * self.deal.seats
        for seat in range(self.deal.seats):
            self.rewards[first + seat] = self.engine.round.stack[seat] - self.deal.stack[seat]
        self.ended[self.number] = 1
        self.hand_no += 1
        self.deal.rotate()

    def clear_rewards(self) -> None:
        """Set the rewards of the last hand to 0."""
        first = self.number * self.deal.seats
        for seat in range(self.deal.seats):
            self.rewards[first + seat] = 0
        self.ended[self.number] = 0

    # -- actions -------------------------------------------------------------------------------------------------------

    def find_raises(self) -> None:
        """Compute the amount of each sized raise, or 0 if that raise is not legal. Call `round.ask` first."""
        least = self.engine.round.least
        most = self.engine.round.most
        last = least
        pot = self.engine.round.pot() + self.engine.round.to_call
        self.amount[0] = least if most > 0 else 0
        for place in range(self.sizes):
            wanted = self.engine.round.price + pot * self.percents[place] // 100
            self.amount[1 + place] = 0
            if most > 0 and last < wanted < most:
                self.amount[1 + place] = wanted
                last = wanted
        self.amount[1 + self.sizes] = most if most > least else 0

    def is_legal(self, action: int) -> bool:
        """Return True if an action number is legal now."""
        if not 0 <= action < self.actions:
            return False
        if self.engine.phase == constants.DRAWING:
            return action >= self.betting_actions
        if action < 2:
            return action == 1 or self.engine.phase == constants.BETTING
        if action >= self.betting_actions:
            return False
        if self.most == 0:
            return self.amount[action - 2] > 0
        # `write` has called `round.ask`, so the round still stores the legal bets
        return 0 < self.engine.round.least <= action - 1 <= self.engine.round.most

    def step(self, action: int) -> None:
        """Apply a legal action. Deal the next hand if this one ends."""
        if self.ended[self.number]:
            self.clear_rewards()
        if self.engine.phase == constants.DRAWING:
            self.draw_cards(action - self.betting_actions)
        elif action == 0:
            self.engine.act_fold()
        elif action == 1:
            if self.engine.phase == constants.BRINGING_IN:
                self.engine.act_bring_in()
            else:
                self.engine.act_call()
        elif self.most == 0:
            self.engine.act_raise(self.amount[action - 2])
        else:
            self.engine.act_raise(action - 1)
        if self.engine.phase != constants.OVER:
            self.write()
        else:
            self.end_hand()
            self.begin_hand()

    def draw_cards(self, slots: int) -> None:
        """Exchange the cards in these slots."""
        count = 0
        for slot in range(constants.SLOTS):
            count += (slots >> slot) & 1
        self.drawn[self.engine.turn] = count
        self.engine.act_discard(slots)

    def choose(self) -> int:
        """Return a legal action number at random, all with equal probability."""
        self.luck = stepped(self.luck)
        if self.engine.phase == constants.DRAWING:
            return self.betting_actions + scaled(self.luck, self.discards)
        if self.most > 0:
            return self.choose_amount()
        first = self.number * self.actions
        count = 0
        for action in range(self.betting_actions):
            if self.masks[first + action]:
                count += 1
        left = scaled(self.luck, count)
        for action in range(self.betting_actions):
            if self.masks[first + action]:
                left -= 1
                if left < 0:
                    return action
        return -1

    def choose_amount(self) -> int:
        """Return a legal number of the full set at random."""
        lowest = 0 if self.engine.phase == constants.BETTING else 1
        plain = 2 - lowest
        raises = 0
        if self.engine.round.most > 0:
            raises = self.engine.round.most - self.engine.round.least + 1
        at = scaled(self.luck, plain + raises)
        if at < plain:
            return lowest + at
        return self.engine.round.least + 1 + at - plain

    # -- what the seat to act sees -------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the observation and the mask of the seat to act."""
        self.at = self.number * self.width
        for place in range(self.width):
            self.observations[self.at + place] = 0
        self.seat_to_act[self.number] = self.engine.turn
        if self.engine.phase == constants.DRAWING:
            self.engine.round.deny()
        else:
            self.engine.ask()
        self.write_cards()
        self.write_seats()
        self.write_betting()
        if self.most == 0:
            self.write_mask()

    def write_cards(self) -> None:
        """Write the seat's own cards, the board, the open cards of others, the street and the phase."""
        seat = self.engine.turn
        for slot in range(self.engine.cards.held[seat]):
            self.observations[self.at + self.engine.cards.hole_card(seat, slot)] = 1
        self.at += _WIDTH
        for place in range(self.engine.cards.board_count):
            self.observations[self.at + self.engine.cards.card_at(self.engine.cards.board_places[place])] = 1
        self.at += _WIDTH
        if self.has_open:
            self.write_open_cards(seat)
        self.observations[self.at + self.engine.street_no] = 1
        self.at += self.deal.layout.streets
        phase = 0
        if self.engine.phase == constants.DRAWING:
            phase = 2
        elif self.engine.phase == constants.BRINGING_IN:
            phase = 1
        self.observations[self.at + phase] = 1
        self.at += 3

    def write_open_cards(self, viewer: int) -> None:
        """Write the open cards of every other seat."""
        seat = viewer
        for _ in range(self.deal.seats - 1):
            seat = seat + 1 if seat + 1 < self.deal.seats else 0
            for slot in range(self.engine.cards.held[seat]):
                if (self.engine.cards.up[seat] >> slot) & 1:
                    self.observations[self.at + self.engine.cards.hole_card(seat, slot)] = 1
            self.at += _WIDTH

    def write_seats(self) -> None:
        """Write the public facts of each seat, beginning with the viewer's seat."""
        seats = self.deal.seats
        unit = self.deal.layout.min_bet[0]
        seat = self.engine.turn
        rows = self.at + 4 * seats
        for place in range(seats):
            self.observations[self.at + place] = self.engine.round.stack[seat] / unit
            self.observations[self.at + seats + place] = self.engine.round.bet[seat] / unit
            self.observations[self.at + 2 * seats + place] = \
                (self.deal.stack[seat] - self.engine.round.stack[seat]) / unit
            self.observations[self.at + 3 * seats + place] = (self.engine.round.live >> seat) & 1
            if self.discards:
                self.observations[rows + place] = self.drawn[seat]
                self.observations[rows + seats + place] = seat == self.deal.button
            else:
                self.observations[rows + place] = seat == self.deal.button
            seat = seat + 1 if seat + 1 < seats else 0
        self.at = rows + (2 * seats if self.discards else seats)
        self.observations[self.at] = 1  # it is always the viewer's turn
        self.at += seats

    def write_betting(self) -> None:
        """Write the pot, the price, the chips to call and the range of raises."""
        unit = self.deal.layout.min_bet[0]
        self.observations[self.at] = self.engine.round.pot() / unit
        self.observations[self.at + 1] = self.engine.round.price / unit
        if self.engine.phase == constants.DRAWING:
            return
        self.observations[self.at + 2] = self.engine.round.to_call / unit
        if self.engine.round.most > 0:
            self.observations[self.at + 3] = self.engine.round.least / unit
            self.observations[self.at + 4] = self.engine.round.most / unit

    def write_mask(self) -> None:
        """Write the mask of the legal numbers of a sized set."""
        first = self.number * self.actions
        is_drawing = self.engine.phase == constants.DRAWING
        self.find_raises()
        self.masks[first] = self.engine.phase == constants.BETTING
        self.masks[first + 1] = not is_drawing
        for place in range(self.sizes + 2):
            self.masks[first + 2 + place] = not is_drawing and self.amount[place] > 0
        for place in range(self.discards):
            self.masks[first + self.betting_actions + place] = is_drawing


def is_broken(table: VectorTable) -> bool:
    """Return True if chips were miscounted at a table (M2)."""
    return table.engine.round.broken


def hand_of(table: VectorTable) -> tuple[int, int, int]:
    """Return the number, the seed and the button of the current hand."""
    if table is None:  # compiled code would dereference a null pointer
        raise TypeError("a table is needed")
    return table.hand_no, table.hand_seed(), table.deal.button
