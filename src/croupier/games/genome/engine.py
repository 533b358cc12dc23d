"""The course of a genome's game: hands, phases, turns, pots, and the end.

    begin_game → begin_hand: antes, cards → phase → phase → ... → finish_hand ┐
                    ↑        all phases gone through `rounds` times           ├→ over (G5)
                    └─────────────────────────────────────────────────────────┘
    one seat left: the hand is over, nothing is shown; somebody's hand empty: over, where that wins

Between decisions the game runs by itself (`run`): whatever needs no choice happens at once. Bets go through the one
kernel, `betting.Round`, with its fixed step (G1): the opening bet is no raise, a raise is one step, a seat without
chips is all-in (G2). Each hand is dealt from a full deck, the first to act moves on by one seat, bets start at 0 in
every betting phase while the pot stays (G4). Who wins what is `settling.py`'s to say.

The engine trusts its caller: `ask` lists what may be done, `act` takes one of these. It needs no lock and makes no
Python objects unless a story is kept. Every loop is bounded by the genome's own numbers.
"""

from __future__ import annotations

import cython

from croupier.games.genome.phases import Phases
from croupier.games.genome.program import Program
from croupier.rng import seeded

if not cython.compiled:
    from croupier.betting.order import NOBODY
    from croupier.games.genome.judge import NONE
    from croupier.games.genome.phases import CARD_SHIFT
    from croupier.games.genome.program import (
        DRAW,
        EXCHANGE,
        TRICK,
    )
    from croupier.games.genome.settling import (
        BET_MADE,
        DREW,
        ENDED,
        FOLDED,
        GAVE,
        PASSED,
        PLAYED,
        RAISED,
        RETURNED,
        STOOD,
        THREW,
        WENT_ALL_IN,
    )


class Engine(Phases):
    """A game that runs by itself between decisions."""

    def __init__(self, program: Program, seats: int) -> None:
        Phases.__init__(self, program, seats)
        self.is_done = True
        self.steps = 0
        self.hands_limit = program.max_hands
        self.overran = False

    # -- the game ------------------------------------------------------------------------------------------------------

    def begin_game(self, seed: int) -> None:
        """Hand out the chips and deal the first hand."""
        self.rng = seeded(seed)
        self.hands_over = 0
        self.start = 0
        self.steps = 0
        self.is_done = False
        self.hands_limit = self.program.max_hands
        for seat in range(self.seats):
            self.chips[seat] = self.program.chips
            self.base[seat] = self.program.chips
            self.hands_won[seat] = 0
            self.points[seat] = 0
        self.begin_hand()
        self.run()

    def run(self) -> None:
        """Go on until somebody has to decide, or the game is over."""
        while self.turn == NOBODY and not self.is_done:
            self.advance()

    def advance(self) -> None:
        """The next phase, the next round of phases, or the end of the hand."""
        if self.is_decided():
            self.finish_hand()
            return
        if self.next_phase == self.program.phases:
            self.rounds_over += 1
            self.next_phase = 0
            if self.rounds_over == self.program.rounds:
                self.finish_hand()
                return
        self.phase = self.next_phase
        self.next_phase += 1
        self.open_phase()

    def is_decided(self) -> bool:
        """Whether one seat is left, or somebody has got rid of all cards where that wins."""
        if self.round.live & (self.round.live - 1) == 0:
            return True
        return self.is_emptied()

    # -- acting --------------------------------------------------------------------------------------------------------

    def act(self, code: int) -> None:
        """Take one of the choices listed by `ask`, and go on to the next decision."""
        kind = code & 31
        card = code >> CARD_SHIFT
        self.steps += 1
        if self.steps > self.program.steps_max:  # cannot be: the bound is worked out from the genome
            self.overran = True
            self.is_done = True
            self.turn = NOBODY
            return
        if kind <= WENT_ALL_IN:
            self.act_bet(kind)
        elif kind == PLAYED:
            self.act_play(card)
        elif kind == DREW:
            self.act_draw()
        elif kind == THREW:
            self.act_throw(card)
        elif kind == GAVE:
            self.act_give(card)
        elif kind == PASSED:
            self.act_pass()
        else:
            self.act_stand()
        self.run()

    def act_bet(self, kind: int) -> None:
        """Fold, check, call, bet, raise or move all-in."""
        seat = self.turn
        before = self.round.stack[seat]
        if kind == FOLDED:
            self.round.fold(seat)
        elif kind == BET_MADE or kind == RAISED or (kind == WENT_ALL_IN and self.round.price == 0):
            self.round.ask(seat)
            self.round.raise_to(seat, self.round.least)
        else:
            self.round.call(seat)
        if self.keeps_story:
            self.note(kind, seat, before - self.round.stack[seat])
        self.turn = self.round.following
        if self.turn == NOBODY and self.program.side_pots:
            self.give_back()

    def give_back(self) -> None:
        """The round is over: a bet that nobody matched goes back (G3 with side pots)."""
        owner = self.round.uncalled()
        if owner != NOBODY and self.keeps_story:
            self.note(RETURNED, owner, self.round.returned)

    def act_play(self, card: int) -> None:
        """Play a card to the pile or to the trick."""
        if self.program.op[self.phase] == TRICK:
            if self.led == NONE:
                self.led = card & 3
            elif card & 3 != self.led and self.program.option[self.phase]:
                self.show_void(self.turn)
        self.play_card(self.turn, card)
        self.end_turn()

    def act_pass(self) -> None:
        """Play nothing; where a card must be played, that says what the hand is without."""
        if self.keeps_story:
            self.note(PASSED, self.turn, 0)
        if self.program.option[self.phase]:
            self.show_unfit(self.turn)
        self.end_turn()

    def act_draw(self) -> None:
        """Take one more card; who is bust or has all that may be had is done."""
        self.deal_one(self.turn, self.program.flag[self.phase] != 0)
        self.left -= 1
        if self.left == 0 or self.is_bust(self.turn):
            self.end_turn()

    def act_throw(self, card: int) -> None:
        """Throw a card away."""
        if self.keeps_story:
            self.note(THREW, self.turn, card)
        self.throw_card(self.turn, card)
        self.thrown += 1
        self.left -= 1
        if self.left == 0:
            self.finish_throwing()

    def act_stand(self) -> None:
        """Keep what is left."""
        if self.keeps_story:
            self.note(STOOD, self.turn, 0)
        if self.program.op[self.phase] == DRAW:
            self.end_turn()
        else:
            self.finish_throwing()

    def finish_throwing(self) -> None:
        """New cards for those thrown away, where they are exchanged."""
        if self.program.op[self.phase] == EXCHANGE:
            for _ in range(self.thrown):
                self.deal_one(self.turn, False)
        else:
            self.look_if_out(self.turn)
        self.end_turn()

    def act_give(self, card: int) -> None:
        """Lay a card aside for the next player."""
        if self.keeps_story:
            self.note(GAVE, self.turn, card)
        self.give_card(self.turn, card)
        self.left -= 1
        if self.left == 0:
            self.end_turn()

    # -- the end of a hand ---------------------------------------------------------------------------------------------

    def finish_hand(self) -> None:
        """Pay the winners, count points, and end the game or deal the next hand."""
        self.turn = NOBODY
        alone = self.round.live & (self.round.live - 1) == 0
        if not alone:
            self.value_hands()
        if self.program.chips > 0:
            self.pay_pots(alone)
            for seat in range(self.seats):
                self.chips[seat] = self.round.stack[seat]
        else:
            self.count_win(self.best_of(self.round.live))
        if self.program.scores > 0:
            self.count_points()
        self.hands_over += 1
        if self.ends_game():
            self.is_done = True
            if self.keeps_story:
                self.note(ENDED, 0, self.hands_over)
        else:
            self.start = self.start + 1 if self.start + 1 < self.seats else 0
            self.rigged = 0
            self.begin_hand()

    def ends_game(self) -> bool:
        """Whether the game is over: all hands played, all chips with one seat, or the target reached (G5)."""
        if self.hands_over >= self.hands_limit or self.round.broken:
            return True
        rich = 0
        for seat in range(self.seats):
            rich += self.chips[seat] > 0
            if self.program.target > 0 and self.points[seat] >= self.program.target:
                return True
        return self.program.chips > 0 and rich < 2

    def forget_later_hands(self) -> None:
        """Let the game end with this hand, won or lost being counted from its beginning: something to search in."""
        self.hands_limit = self.hands_over + 1
        for seat in range(self.seats):
            self.base[seat] = self.chips[seat]

    # -- copied --------------------------------------------------------------------------------------------------------

    def copy_engine(self, other: Engine) -> None:
        """Make another game exactly like this one, its story aside."""
        self.copy_cards(other)
        self.round.copy_to(other.round)
        other.first_out = self.first_out
        other.hands_over = self.hands_over
        other.start = self.start
        other.turn = self.turn
        other.is_done = self.is_done
        other.steps = self.steps
        other.overran = self.overran
        other.hands_limit = self.hands_limit
        other.next_phase = self.next_phase
        other.phase = self.phase
        other.rounds_over = self.rounds_over
        other.pending = self.pending
        other.left = self.left
        other.thrown = self.thrown
        other.leader = self.leader
        other.led = self.led
        other.tricks_left = self.tricks_left
        for seat in range(self.seats):
            other.chips[seat] = self.chips[seat]
            other.hands_won[seat] = self.hands_won[seat]
            other.points[seat] = self.points[seat]
            other.base[seat] = self.base[seat]
            other.laid[seat] = self.laid[seat]

