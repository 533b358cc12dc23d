"""The phases of a hand: what each does by itself, whom it asks, and what may be chosen.

Seats take their turns clockwise from the first to act; folded seats take no part (ruling G4). `open_phase` begins a
phase and leaves in `turn` who has to choose, NOBODY if there is nothing to choose; `end_turn` goes on to the next seat
and, after the last, closes the phase: gifts are handed over, a war is fought, a trick taken. `ask` lists what the seat
to act may do. Bets go through the one kernel, `betting.Round`, with its fixed step (G1).
"""

from __future__ import annotations

import cython

from croupier.betting.order import how_many, next_seat
from croupier.games.genome.program import Program
from croupier.games.genome.settling import Settling

if not cython.compiled:
    from croupier.betting.limits import FIXED_STEP
    from croupier.betting.order import NOBODY
    from croupier.games.genome.judge import NONE
    from croupier.games.genome.program import (
        ANY_CARD,
        BET,
        DISCARD,
        DRAW,
        EXCHANGE,
        MATCH_RANK,
        MATCHING,
        PASS,
        PLAY,
        REVEAL,
        TRICK,
        WAR,
    )
    from croupier.games.genome.settling import (
        ANTED,
        BEGAN,
        BET_MADE,
        CALLED,
        CHECKED,
        DEALT,
        DREW,
        FOLDED,
        GAVE,
        OPENED,
        PASSED,
        PLAYED,
        RAISED,
        RECEIVED,
        STOOD,
        THREW,
        TOOK,
        TURNED_UP,
        WENT_ALL_IN,
    )
    from croupier.games.genome.table import SEATS, SLOTS
    from croupier.ranking.kernel import CARD_BIT

    CARD_SHIFT = 5
    OPTIONS = 64


class Phases(Settling):
    """A hand in play."""

    next_phase: int
    rounds_over: int

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.choice = [0] * OPTIONS
            self.laid = [0] * SEATS
        Settling.__init__(self, program, seats)
        self.hands_over = 0
        self.start = 0
        self.turn = NOBODY
        self.choices = 0

    # -- a hand --------------------------------------------------------------------------------------------------------

    def begin_hand(self) -> None:
        """A full deck, antes, cards one at a time from the first to act, then board and pile."""
        self.clear_cards()
        self.first_out = NONE
        self.leader = NONE
        self.led = NONE
        self.tricks_left = 0
        self.phase = 0
        self.next_phase = 0
        self.rounds_over = 0
        self.pending = 0
        self.left = 0
        self.thrown = 0
        self.turn = NOBODY
        self.round.clear(self.seats, FIXED_STEP)
        for seat in range(self.seats):
            if self.program.chips == 0 or self.chips[seat] > 0:
                self.round.sit(seat, self.chips[seat])
        if self.keeps_story:
            self.note(BEGAN, self.start, self.hands_over)
        if self.program.ante > 0:
            self.take_antes()
        self.deal_cards()

    def take_antes(self) -> None:
        """Everybody's ante, as much of it as there is."""
        seat = self.start - 1
        for _ in range(how_many(self.round.live)):
            seat = next_seat(self.seats, self.round.live, seat)
            paid = self.round.ante(seat, self.program.ante)
            if self.keeps_story:
                self.note(ANTED, seat, paid)

    def deal_cards(self) -> None:
        """The first cards of the hand."""
        players = how_many(self.round.live)
        for _ in range(self.program.cards_each):
            seat = self.start - 1
            for _player in range(players):
                seat = next_seat(self.seats, self.round.live, seat)
                self.deal_one(seat, False)
        for _ in range(self.program.board_first):
            self.reveal_one()
        for _ in range(self.program.pile_first):
            card = self.draw_card()
            self.shown |= CARD_BIT[card]
            self.pile[self.pile_count] = card
            self.pile_count += 1
            if self.keeps_story:
                self.note(OPENED, 0, card)

    def deal_one(self, seat: int, open: bool) -> None:
        """One card to a seat."""
        card = self.deal_to(seat, open)
        if self.keeps_story:
            self.note(TURNED_UP if open else DEALT, seat, card)

    def reveal_one(self) -> None:
        """One card to the board."""
        card = self.turn_up()
        if self.keeps_story:
            self.note(OPENED, 1, card)

    # -- phases --------------------------------------------------------------------------------------------------------

    def open_phase(self) -> None:
        """Begin a phase: do what needs no choice, find who has to choose first."""
        op = self.program.op[self.phase]
        if op == BET:
            self.open_betting()
        elif op == DRAW and self.program.option[self.phase]:
            self.draw_for_all()
        elif op == REVEAL:
            for _ in range(self.program.amount[self.phase]):
                self.reveal_one()
        elif op == TRICK:
            self.tricks_left = self.program.amount[self.phase]
            self.begin_trick()
        elif op == DRAW:
            self.ask_around(self.round.live, self.start - 1)
        else:
            self.forget_laid()
            if op == PLAY and self.program.flag[self.phase]:
                self.play_from_top()
            else:
                self.ask_around(self.with_cards(), self.start - 1)

    def open_betting(self) -> None:
        """A betting round; without chips there is none (G1)."""
        if self.program.chips > 0:
            self.round.open(self.program.amount[self.phase], self.program.option[self.phase])
            self.turn = self.round.next_actor(self.start - 1)

    def with_cards(self) -> int:
        """The live seats that hold cards."""
        members = 0
        for seat in range(self.seats):
            if self.held[seat] > 0:
                members |= 1 << seat
        return members & self.round.live

    def ask_around(self, members: int, after: int) -> None:
        """These seats have to choose, clockwise after a seat."""
        self.pending = members
        self.turn = next_seat(self.seats, members, after)
        self.begin_turn()

    def begin_turn(self) -> None:
        """What the seat to act has before it: so many cards to draw, to throw, to give."""
        self.thrown = 0
        self.left = 1
        if self.turn != NOBODY:
            op = self.program.op[self.phase]
            if op != PLAY and op != TRICK:
                self.left = self.program.amount[self.phase]
                if op != DRAW and self.held[self.turn] < self.left:
                    self.left = self.held[self.turn]

    def end_turn(self) -> None:
        """The seat to act is done: the next one, or the end of the phase; a hand that is decided ends at once."""
        self.pending &= ~(1 << self.turn)
        if self.is_emptied() and self.program.op[self.phase] != TRICK:  # a trick is played to its end
            self.turn = NOBODY
            return
        self.turn = next_seat(self.seats, self.pending, self.turn)
        self.begin_turn()
        if self.turn == NOBODY:
            self.close_phase()

    def close_phase(self) -> None:
        """Everybody has chosen: hand the gifts over, fight the war, take the trick."""
        op = self.program.op[self.phase]
        if op == PASS:
            self.hand_over()
        elif op == PLAY and self.program.tableau == WAR:
            self.settle_war()
        elif op == TRICK:
            self.settle_trick()

    def draw_for_all(self) -> None:
        """Everybody gets so many cards."""
        players = how_many(self.round.live)
        for _ in range(self.program.amount[self.phase]):
            seat = self.start - 1
            for _player in range(players):
                seat = next_seat(self.seats, self.round.live, seat)
                self.deal_one(seat, self.program.flag[self.phase] != 0)

    def play_from_top(self) -> None:
        """Everybody's first card is played."""
        members = self.with_cards()
        seat = self.start - 1
        for _ in range(how_many(members)):
            seat = next_seat(self.seats, members, seat)
            self.play_card(seat, self.hand[seat * SLOTS])
            if self.is_emptied():
                return
        self.close_phase()

    def forget_laid(self) -> None:
        """Nobody has laid a card for this war or trick."""
        for seat in range(self.seats):
            self.laid[seat] = NONE

    def play_card(self, seat: int, card: int) -> None:
        """Lay a card on the pile; it may capture, and it may be the last."""
        if self.keeps_story:
            self.note(PLAYED, seat, card)
        self.lay_card(seat, card)
        self.laid[seat] = card
        if self.program.op[self.phase] == PLAY and self.program.tableau == MATCH_RANK:
            if self.capture_rank(seat) and self.keeps_story:
                self.note(TOOK, seat, card)
        self.look_if_out(seat)

    def is_emptied(self) -> bool:
        """Whether somebody has got rid of all cards where that wins."""
        return self.program.ends_empty and self.first_out != NONE

    def look_if_out(self, seat: int) -> None:
        """Remember who got rid of all cards first."""
        if self.held[seat] == 0 and self.first_out == NONE:
            self.first_out = seat

    def settle_war(self) -> None:
        """The highest card of this turn takes the pile; of equal ones none does, and the pile stays."""
        best = -1
        winner = NOBODY
        for seat in range(self.seats):
            if self.laid[seat] != NONE:
                if self.laid[seat] >> 2 > best:
                    best = self.laid[seat] >> 2
                    winner = seat
                elif self.laid[seat] >> 2 == best:
                    winner = NOBODY
        if winner != NOBODY:
            self.capture_pile(winner)
            if self.keeps_story:
                self.note(TOOK, winner, 0)

    def hand_over(self) -> None:
        """Every gift to the next live seat."""
        for seat in range(self.seats):
            if self.gifts[seat]:
                self.recall(seat, next_seat(self.seats, self.round.live, seat))
        for seat in range(self.seats):
            self.recalls[seat] = 0
            if self.gifts[seat]:
                to = next_seat(self.seats, self.round.live, seat)
                for place in range(self.program.deck_size):
                    if self.gifts[seat] & CARD_BIT[self.program.deck[place]]:
                        self.receive(to, self.program.deck[place])
                        if self.keeps_story:
                            self.note(RECEIVED, to, self.program.deck[place])
                self.gifts[seat] = 0

    # -- tricks --------------------------------------------------------------------------------------------------------

    def begin_trick(self) -> None:
        """The last trick's winner leads, at first the first to act; without cards there are no more tricks."""
        self.forget_laid()
        self.led = NONE
        members = self.with_cards()
        after = self.start - 1 if self.leader == NONE else self.leader - 1
        if members and self.tricks_left > 0:
            self.tricks_left -= 1
            self.ask_around(members, after)

    def settle_trick(self) -> None:
        """The highest trump, else the highest card of the suit led, takes the trick."""
        best = -1
        winner = NOBODY
        for seat in range(self.seats):
            card = self.laid[seat]
            if card != NONE:
                power = card >> 2
                if card & 3 == self.program.trump:
                    power += 100
                elif card & 3 != self.led:
                    power = -1
                if power > best:
                    best = power
                    winner = seat
        self.tricks[winner] += 1
        self.leader = winner
        self.capture_pile(winner)
        if self.keeps_story:
            self.note(TOOK, winner, 0)
        if not self.is_emptied():
            self.begin_trick()

    def must_follow(self, seat: int) -> bool:
        """Whether a seat has to play the suit led: it must be followed, and the seat can."""
        if self.led == NONE or not self.program.option[self.phase]:
            return False
        for slot in range(self.held[seat]):
            if self.hand[seat * SLOTS + slot] & 3 == self.led:
                return True
        return False

    def show_void(self, seat: int) -> None:
        """Everybody saw that a seat could not follow suit."""
        for place in range(self.program.deck_size):
            if self.program.deck[place] & 3 == self.led:
                self.lacks[seat] |= CARD_BIT[self.program.deck[place]]

    def show_unfit(self, seat: int) -> None:
        """Everybody saw that a seat had no card that fits the pile."""
        for place in range(self.program.deck_size):
            if self.fits(self.program.deck[place]):
                self.lacks[seat] |= CARD_BIT[self.program.deck[place]]

    # -- choices -------------------------------------------------------------------------------------------------------

    def ask(self) -> int:
        """List what the seat to act may do in `choice`, as `kind | card << 5`; how many choices there are."""
        self.choices = 0
        op = self.program.op[self.phase]
        if op == BET:
            self.ask_bet()
        elif op == DRAW:
            self.offer(DREW)
            self.offer(STOOD)
        elif op == PLAY:
            self.ask_play()
        elif op == TRICK:
            follows = self.must_follow(self.turn)
            for slot in range(self.held[self.turn]):
                card = self.hand[self.turn * SLOTS + slot]
                if not follows or card & 3 == self.led:
                    self.offer(PLAYED | (card << CARD_SHIFT))
        else:
            kind = GAVE if op == PASS else THREW
            if op == EXCHANGE or (op == DISCARD and not self.program.option[self.phase]):
                self.offer(STOOD)
            for slot in range(self.held[self.turn]):
                self.offer(kind | (self.hand[self.turn * SLOTS + slot] << CARD_SHIFT))
        return self.choices

    def offer(self, code: int) -> None:
        """One more choice."""
        self.choice[self.choices] = code
        self.choices += 1

    def ask_bet(self) -> None:
        """Seed 001's menu (G1): the kernel says what may be done, here it gets its name."""
        self.round.ask(self.turn)
        owed = self.round.price - self.round.bet[self.turn]
        if owed == 0:
            self.offer(CHECKED)
            if self.round.most > 0:
                self.offer(BET_MADE if self.round.most == self.round.full_raise else WENT_ALL_IN)
            return
        self.offer(CALLED if self.round.to_call == owed else WENT_ALL_IN)
        if self.round.most > 0:
            self.offer(RAISED)
        self.offer(FOLDED)

    def ask_play(self) -> None:
        """Cards that fit the pile; passing where it is allowed or nothing fits."""
        for slot in range(self.held[self.turn]):
            card = self.hand[self.turn * SLOTS + slot]
            if self.fits(card):
                self.offer(PLAYED | (card << CARD_SHIFT))
        if self.choices == 0 or not self.program.option[self.phase]:
            self.offer(PASSED)

    def fits(self, card: int) -> bool:
        """Whether a card may be played on the pile; wild ranks always may."""
        rule = self.program.amount[self.phase]
        if rule == ANY_CARD or self.pile_count == 0 or (self.program.wild >> (card >> 2)) & 1:
            return True
        top = self.pile[self.pile_count - 1]
        if rule == MATCHING:
            return card >> 2 == top >> 2 or card & 3 == top & 3
        return card >> 2 > top >> 2
