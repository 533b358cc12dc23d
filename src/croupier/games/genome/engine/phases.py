"""Run the phases of a hand. Each phase does something by itself or asks a player; this module also lists that player's
choices.

Seats take their turns clockwise from the first to act; folded seats take no part (ruling G4). `open_phase` begins a
phase and stores in `turn` the seat that has to choose, or NOBODY if there is nothing to choose. `end_turn` goes on to
the next seat. After the last seat `end_turn` closes the phase: it hands over gifts, compares the cards of a war, or
gives the trick to its winner. `ask` lists what the seat to act may do. Bets go through `betting.Round`, with its fixed
step (G1).

In some games each player takes a whole turn (`by_player`). In these games `solo` is the seat whose turn it is. This
seat goes through the phases up to the next phase that belongs to everybody. After that the next seat of `waiting`
begins at the phase `block`.
"""

from __future__ import annotations

import cython

from croupier.betting.order import how_many, next_seat
from croupier.betting.round import Round
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.claims import Claims
from croupier.games.genome.engine.log import GameLog
from croupier.games.genome.engine.melds import Melds
from croupier.games.genome.values import instance

if not cython.compiled:
    from croupier.betting.constants import NOBODY
    from croupier.ranking.kernel import CARD_BIT


class Phases:
    """The course of one hand: its phases, whose turn it is, and what that seat may choose."""

    next_phase: int
    rounds_over: int

    def __init__(self, cards: CardPiles, round: Round, log: GameLog) -> None:
        if not cython.compiled:
            self.choice = [0] * constants.OPTIONS
            self.laid = [0] * constants.SEATS
        self.cards = instance(cards, CardPiles)
        self.round = instance(round, Round)
        self.log = instance(log, GameLog)
        self.program = self.cards.program
        self.seats = self.cards.seats
        self.melds = Melds(cards)
        self.claims = Claims(cards)
        self.start = 0
        self.choices = 0
        self.clear()

    # -- a hand --------------------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Return to the beginning of a hand, with all cards in the deck."""
        self.cards.clear_cards()
        self.leader = constants.NONE
        self.led = constants.NONE
        self.tricks_left = 0
        self.phase = 0
        self.next_phase = 0
        self.rounds_over = 0
        self.pending = 0
        self.left = 0
        self.thrown = 0
        self.skips = 0
        self.backwards = False
        self.turn = NOBODY
        self.solo = constants.NONE
        self.waiting = 0
        self.block = 0
        self.melds.clear()
        self.claims.clear()

    def deal_hand(self, number: int) -> None:
        """Take the antes and deal: first the hands, one card at a time from the first to act, then the board and the
        pile.
        """
        if self.log.keeps:
            self.log.note(constants.BEGAN, self.start, number)
        if self.program.ante > 0:
            self.take_antes()
        self.deal_cards()

    def step_on(self) -> bool:
        """Go to the next phase. Return False after the last phase of the last round."""
        # a player's own turn continues first; if every player has had one, the phases continue for all
        if self.solo != constants.NONE and self.step_on_alone():
            return True
        if self.next_phase == self.program.phases:
            self.rounds_over += 1
            self.next_phase = 0
            if self.rounds_over == self.program.rounds:
                return False
        self.phase = self.next_phase
        self.next_phase += 1
        if self.program.by_player and not self.program.shared[self.phase]:
            self.block = self.phase
            self.waiting = self.round.live
            # the seat before the first, because `next_alone` begins after the seat it is given
            self.solo = self.next_alone(self.start - 1 if not self.backwards else self.start + 1)
        return True

    def step_on_alone(self) -> bool:
        """Continue one player's turn, or begin the next player's turn. Return False if every player has had a turn."""
        if self.next_phase == self.program.phases or self.program.shared[self.next_phase]:
            self.waiting &= ~(1 << self.solo)
            self.solo = self.next_alone(self.solo)
            if self.solo == constants.NONE:
                return False
            self.next_phase = self.block
        self.phase = self.next_phase
        self.next_phase += 1
        return True

    def next_alone(self, after: int) -> int:
        """Return the next seat that takes its own turn, and skip seats that must miss their turn. Return NONE if no
        seat is left.
        """
        seat = self.following(self.waiting, after)
        # a skip is used up when the seat misses a turn
        while seat != NOBODY and (self.skips >> seat) & 1:
            self.skips &= ~(1 << seat)
            self.waiting &= ~(1 << seat)
            seat = self.following(self.waiting, seat)
        return constants.NONE if seat == NOBODY else seat

    def take_antes(self) -> None:
        """Take every player's ante, or the whole stack if it is smaller."""
        seat = self.start - 1
        for _ in range(how_many(self.round.live)):
            seat = next_seat(self.seats, self.round.live, seat)
            # an ante counts for side pots like a bet, so a short ante makes a side pot (G3)
            paid = self.round.ante(seat, self.program.ante)
            if self.log.keeps:
                self.log.note(constants.ANTED, seat, paid)

    def deal_cards(self) -> None:
        """Deal the first cards of the hand."""
        players = how_many(self.round.live)
        for _ in range(self.program.cards_each):
            seat = self.start - 1
            # one card at a time, as at a table; the order matters if the caller passed in the deck
            for _player in range(players):
                seat = next_seat(self.seats, self.round.live, seat)
                self.deal_one(seat, False)
        for _ in range(self.program.board_first):
            self.reveal_one()
        for _ in range(self.program.pile_first):
            card = self.cards.open_pile()
            if self.log.keeps:
                self.log.note(constants.OPENED, 0, card)
        if self.program.books > 0:
            for seat in range(self.seats):
                self.lay_books(seat)

    def lay_books(self, seat: int) -> None:
        """Lay down a seat's books: the cards of every rank of which it holds enough."""
        rank = self.cards.book_of(seat)
        while rank >= 0:
            left = self.program.books
            for place in range(self.program.deck_size):
                # in the shuffled order, because in rising order the cards laid down would reveal something about a card
                # that is kept
                card = self.cards.deck[place]
                if left > 0 and card >> 2 == rank and self.cards.slot_of(seat, card) >= 0:
                    self.cards.lay_aside(seat, card)
                    left -= 1
                    if self.log.keeps:
                        self.log.note(constants.BOOKED, seat, card)
            # the hand may have another book
            rank = self.cards.book_of(seat)
        self.cards.look_if_out(seat)

    def deal_one(self, seat: int, open: bool) -> None:
        """Deal one card to a seat."""
        card = self.cards.deal_to(seat, open)
        if self.log.keeps:
            self.log.note(constants.TURNED_UP if open else constants.DEALT, seat, card)

    def reveal_one(self) -> None:
        """Deal one card to the board."""
        card = self.cards.turn_up()
        if self.log.keeps:
            self.log.note(constants.OPENED, 1, card)

    # -- phases --------------------------------------------------------------------------------------------------------

    def open_phase(self) -> None:
        """Begin a phase: carry out what needs no choice, then find the seat that has to choose first."""
        op = self.program.op[self.phase]
        if op == constants.BET:
            self.open_betting()
        elif op == constants.DRAW and self.program.source[self.phase] != constants.FROM_DECK:
            self.ask_around(self.round.live, self.start - 1)
        elif op == constants.DRAW and self.program.option[self.phase]:
            self.draw_for_all()
        elif op == constants.REVEAL:
            for _ in range(self.program.amount[self.phase]):
                self.reveal_one()
        elif op == constants.TRICK:
            self.tricks_left = self.program.amount[self.phase]
            self.begin_trick()
        elif op == constants.DRAW:
            self.ask_around(self.round.live, self.start - 1)
        else:
            # cards laid in an earlier phase must not count in a war of this phase
            self.forget_laid()
            if op == constants.PLAY and self.program.flag[self.phase]:
                self.play_from_top()
            else:
                self.ask_around(self.with_cards(), self.start - 1)

    def open_betting(self) -> None:
        """Begin a betting round, if the game is played for chips (G1)."""
        if self.program.chips > 0:
            self.round.open(self.program.amount[self.phase], self.program.option[self.phase])
            # blinds are posted once a hand, not in every round of phases
            if self.program.big_blind[self.phase] > 0 and self.rounds_over == 0:
                self.turn = self.round.next_actor(self.post_blinds())
            else:
                self.turn = self.round.next_actor(self.start - 1)

    def post_blinds(self) -> int:
        """Post the small blind for the first player and the big blind for the next. Return the seat of the big blind.
        """
        small = next_seat(self.seats, self.round.live, self.start - 1)
        big = next_seat(self.seats, self.round.live, small)
        if self.program.small_blind[self.phase] > 0:
            self.note_blind(small, self.round.post(small, self.program.small_blind[self.phase]))
        self.note_blind(big, self.round.post(big, self.program.big_blind[self.phase]))
        return big

    def note_blind(self, seat: int, paid: int) -> None:
        """Log a blind."""
        if self.log.keeps:
            self.log.note(constants.POSTED, seat, paid)

    def with_cards(self) -> int:
        """Return the live seats that hold cards."""
        members = 0
        for seat in range(self.seats):
            if self.cards.held[seat] > 0:
                members |= 1 << seat
        # a folded seat takes no part in any later phase (G4), though it still has its cards
        return members & self.round.live

    def ask_around(self, members: int, after: int) -> None:
        """Ask these seats to choose, clockwise after a seat."""
        if self.solo != constants.NONE:
            members &= 1 << self.solo
        elif self.skips and self.program.op[self.phase] == constants.PLAY:
            members &= ~self.skips
            self.skips = 0
        self.pending = members
        # only PLAY phases are reversed; a reversed trick would begin with a seat that holds no card
        if self.backwards and self.program.op[self.phase] == constants.PLAY and self.solo == constants.NONE:
            # `after` is the seat before the first one; in reversed order it must be the seat behind it
            after = (after + 2) % self.seats
        self.turn = self.following(members, after)
        self.begin_turn()

    def following(self, members: int, after: int) -> int:
        """Return the first of these seats that follows a seat, clockwise or, while the order is reversed,
        counterclockwise.
        """
        if not self.backwards or (self.program.op[self.phase] != constants.PLAY and not self.waiting):
            return next_seat(self.seats, members, after)
        seat = after
        for _ in range(self.seats):
            seat = (seat + self.seats - 1) % self.seats
            if (members >> seat) & 1:
                return seat
        return NOBODY

    def take_effect(self, seat: int, card: int) -> None:
        """Apply the effect of a played card of this rank to the next player who holds cards."""
        effect = self.program.effect[card >> 2]
        if effect == constants.NO_EFFECT:
            return
        players = self.with_cards() & ~(1 << seat)
        # with two players left a reversal would change nothing, so it skips the other player, as is usual at the table
        if effect == constants.REVERSE and how_many(players) > 1:
            self.backwards = not self.backwards
            if self.log.keeps:
                self.log.note(constants.REVERSED, seat, 0)
            return
        # nobody else holds cards, so there is no effect
        other = self.following(players, seat)
        if other == NOBODY:
            return
        if effect == constants.DRAW_TWO:
            for _ in range(2):
                self.deal_one(other, False)
            if self.program.books > 0:
                self.lay_books(other)
            return
        if self.log.keeps:
            self.log.note(constants.SKIPPED, other, 0)
        # if the player's turn in this phase is still to come, it is skipped; otherwise the next one will be
        if (self.pending >> other) & 1:
            self.pending &= ~(1 << other)
        elif self.solo != constants.NONE and (self.waiting >> other) & 1:
            self.waiting &= ~(1 << other)
        else:
            self.skips |= 1 << other

    def begin_turn(self) -> None:
        """Set how many cards the seat to act has to draw, discard or give."""
        self.thrown = 0
        self.left = 1
        if self.turn != NOBODY:
            op = self.program.op[self.phase]
            if op == constants.PLAY and self.program.sweep[self.phase]:
                self.sweep_pile()
            if op != constants.PLAY and op != constants.TRICK:
                self.left = self.program.amount[self.phase]
                # a player cannot discard more cards than the hand has
                if op != constants.DRAW and self.cards.held[self.turn] < self.left:
                    self.left = self.cards.held[self.turn]

    def sweep_pile(self) -> None:
        """Take the pile away if all other players have passed since the last play. The seat to act then leads."""
        # a player without cards need not pass
        others = self.with_cards() & ~self.melds.passed & ~self.melds.player
        if self.cards.pile_count > 0 and self.melds.passed and others == 0:
            self.cards.pile_count = 0
            self.melds.passed = 0
            if self.log.keeps:
                self.log.note(constants.SWEPT, self.turn, 0)

    def end_turn(self) -> None:
        """Go on to the next seat, or end the phase. If the hand is already decided, end it at once."""
        self.pending &= ~(1 << self.turn)
        if self.cards.is_emptied() and self.program.op[self.phase] != constants.TRICK:  # a trick is always finished
            self.turn = NOBODY
            return
        self.turn = self.following(self.pending, self.turn)
        self.begin_turn()
        if self.turn == NOBODY:
            self.close_phase()

    def close_phase(self) -> None:
        """Finish a phase in which everybody has chosen: hand over gifts, compare the cards of a war, or give the trick
        to its winner."""
        op = self.program.op[self.phase]
        if op == constants.PASS:
            self.hand_over()
        elif op == constants.PLAY and self.program.tableau == constants.WAR:
            self.settle_war()
        elif op == constants.TRICK:
            self.settle_trick()

    def draw_for_all(self) -> None:
        """Deal the phase's cards to every live seat, or only to the seat that takes its own turn."""
        members = self.round.live if self.solo == constants.NONE else 1 << self.solo
        players = how_many(members)
        for _ in range(self.program.amount[self.phase]):
            seat = self.start - 1
            for _player in range(players):
                seat = next_seat(self.seats, members, seat)
                self.deal_one(seat, self.program.flag[self.phase] != 0)

    def play_from_top(self) -> None:
        """Play the first card of every hand."""
        members = self.with_cards()
        if self.solo != constants.NONE:
            members &= 1 << self.solo
        seat = self.start - 1
        for _ in range(how_many(members)):
            seat = next_seat(self.seats, members, seat)
            self.play_card(seat, self.cards.hand[seat * constants.SLOTS])
            # the first player without cards wins at once, even in the middle of a round, as the rulebook says
            if self.cards.is_emptied():
                return
        self.close_phase()

    def forget_laid(self) -> None:
        """Forget which cards were laid, before a new war or trick."""
        for seat in range(self.seats):
            self.laid[seat] = constants.NONE

    def play_card(self, seat: int, card: int) -> None:
        """Lay a card on the pile. The card may capture other cards, and it may be its owner's last card."""
        if self.log.keeps:
            self.log.note(constants.PLAYED, seat, card)
        self.cards.lay_card(seat, card)
        self.laid[seat] = card
        if self.program.op[self.phase] == constants.PLAY and self.program.tableau == constants.MATCH_RANK:
            if self.cards.capture_rank(seat) and self.log.keeps:
                self.log.note(constants.TOOK, seat, card)
        self.cards.look_if_out(seat)

    def use_step(self) -> bool:
        """Count one card that the seat drew, discarded or gave. Return True if the seat may choose no more cards."""
        self.left -= 1
        return self.left == 0

    def throw(self, card: int) -> None:
        """Discard a card of the seat to act, face down or onto the pile."""
        is_open = self.program.op[self.phase] == constants.DISCARD and self.program.flag[self.phase]
        if self.log.keeps:
            self.log.note(constants.DROPPED if is_open else constants.THREW, self.turn, card)
        if is_open:
            self.cards.lay_card(self.turn, card)
            # after an open discard the next player must beat a single card, whatever was on the pile before
            self.melds.pile_size = 1
            self.melds.pile_run = False
        else:
            self.cards.throw_card(self.turn, card)
        self.thrown += 1

    def hides(self, kind: int) -> bool:
        """Return True if a choice of this kind hides its card from the other players."""
        if kind == constants.THREW:
            return self.program.op[self.phase] != constants.DISCARD or not self.program.flag[self.phase]
        return kind == constants.GAVE or kind == constants.LAID

    def settle_war(self) -> None:
        """Give the pile to the highest card of this turn; if several are equal, leave the pile."""
        best = -1
        winner = NOBODY
        for seat in range(self.seats):
            if self.laid[seat] != constants.NONE:
                if self.laid[seat] >> 2 > best:
                    best = self.laid[seat] >> 2
                    winner = seat
                elif self.laid[seat] >> 2 == best:
                    # if two highest cards are equal, the pile stays for the next war
                    winner = NOBODY
        if winner != NOBODY:
            self.cards.capture_pile(winner)
            if self.log.keeps:
                self.log.note(constants.TOOK, winner, 0)

    def hand_over(self) -> None:
        """Hand every gift to the next live seat."""
        for seat in range(self.seats):
            if self.cards.gifts[seat]:
                self.cards.recall(seat, next_seat(self.seats, self.round.live, seat))
        # in two loops, because `recall` must see each giver's hand before any gift changes a hand
        for seat in range(self.seats):
            self.cards.recalls[seat] = 0
            if self.cards.gifts[seat]:
                to = next_seat(self.seats, self.round.live, seat)
                for place in range(self.program.deck_size):
                    if self.cards.gifts[seat] & CARD_BIT[self.program.deck[place]]:
                        self.cards.receive(to, self.program.deck[place])
                        if self.log.keeps:
                            self.log.note(constants.RECEIVED, to, self.program.deck[place])
                self.cards.gifts[seat] = 0
        if self.program.books > 0:
            for seat in range(self.seats):
                self.lay_books(seat)

    # -- tricks --------------------------------------------------------------------------------------------------------

    def begin_trick(self) -> None:
        """Begin a trick. The winner of the last trick leads; if there was none, the first to act leads. No trick begins
        when the cards are used up.
        """
        self.forget_laid()
        self.led = constants.NONE
        members = self.with_cards()
        after = self.start - 1 if self.leader == constants.NONE else self.leader - 1
        if members and self.tricks_left > 0:
            self.tricks_left -= 1
            self.ask_around(members, after)

    def settle_trick(self) -> None:
        """Give the trick to the highest trump, or else to the highest card of the suit led."""
        best = -1
        winner = NOBODY
        for seat in range(self.seats):
            card = self.laid[seat]
            if card != constants.NONE:
                power = card >> 2
                if card & 3 == self.program.trump:
                    # 100 is above every rank, so any trump beats any other card
                    power += 100
                elif card & 3 != self.led:
                    # neither a trump nor the suit led, so it cannot win
                    power = -1
                if power > best:
                    best = power
                    winner = seat
        # the winner leads the next trick
        self.leader = winner
        self.cards.count_trick(winner)
        if self.log.keeps:
            self.log.note(constants.TOOK, winner, 0)
        if not self.cards.is_emptied():
            self.begin_trick()

    def must_follow(self, seat: int) -> bool:
        """Return True if a seat has to follow suit: the rules require it, and the seat holds a card of the suit led."""
        # the first card of a trick sets the suit
        if self.led == constants.NONE or not self.program.option[self.phase]:
            return False
        for slot in range(self.cards.held[seat]):
            if self.cards.hand[seat * constants.SLOTS + slot] & 3 == self.led:
                return True
        return False

    def show_void(self, seat: int) -> None:
        """Note that everybody saw that a seat could not follow suit."""
        for place in range(self.program.deck_size):
            if self.program.deck[place] & 3 == self.led:
                self.cards.rule_out(seat, CARD_BIT[self.program.deck[place]])

    def show_unfit(self, seat: int) -> None:
        """Note that everybody saw that a seat holds no card that fits the pile. If several cards had to be played at
        once, the pass proves nothing.
        """
        # the player may hold fitting cards, but too few of them
        if self.melds.needed(self.phase) > 1:
            return
        for place in range(self.program.deck_size):
            if self.fits(self.program.deck[place]):
                self.cards.rule_out(seat, CARD_BIT[self.program.deck[place]])

    def show_without(self, seat: int, rank: int) -> None:
        """Note that everybody saw that a seat has no more cards of a rank."""
        for place in range(self.program.deck_size):
            if self.program.deck[place] >> 2 == rank:
                self.cards.rule_out(seat, CARD_BIT[self.program.deck[place]])

    # -- choices -------------------------------------------------------------------------------------------------------

    def ask(self) -> int:
        """Write the choices of the seat to act into `choice`, each as `kind | card << 5`. Return their number."""
        self.choices = 0
        op = self.program.op[self.phase]
        if op == constants.BET:
            self.ask_bet()
        elif op == constants.DRAW:
            self.ask_draw()
        elif op == constants.PLAY:
            self.ask_play()
        elif op == constants.MELD:
            self.ask_several()
        elif op == constants.CLAIM:
            self.ask_claim()
        elif op == constants.TRICK:
            follows = self.must_follow(self.turn)
            for slot in range(self.cards.held[self.turn]):
                card = self.cards.hand[self.turn * constants.SLOTS + slot]
                if not follows or card & 3 == self.led:
                    self.offer(constants.PLAYED | (card << constants.CARD_SHIFT))
        else:
            kind = constants.GAVE if op == constants.PASS else constants.THREW
            if op == constants.EXCHANGE or (op == constants.DISCARD and not self.program.option[self.phase]):
                self.offer(constants.STOOD)
            for slot in range(self.cards.held[self.turn]):
                self.offer(kind | (self.cards.hand[self.turn * constants.SLOTS + slot] << constants.CARD_SHIFT))
        return self.choices

    def ask_draw(self) -> None:
        """Offer to draw from the deck, the pile or the neighbour, and to stand if drawing is not mandatory."""
        source = self.program.source[self.phase]
        if source == constants.FROM_ASKED:
            self.ask_ranks()
        elif source != constants.FROM_NEIGHBOUR or self.victim() != NOBODY:
            self.offer(constants.DREW)
        if source == constants.FROM_PILE and self.cards.pile_count > 0:
            self.offer(constants.TOOK_TOP | (self.cards.pile[self.cards.pile_count - 1] << constants.CARD_SHIFT))
        # a player must have a choice even if the draw is mandatory but no card is left
        if self.choices == 0 or not self.program.option[self.phase]:
            self.offer(constants.STOOD)

    def ask_ranks(self) -> None:
        """Offer one question for each rank in the hand of the player. The lowest card of a rank stands for the rank. If
        no question is possible, offer to draw a card from the deck.
        """
        if self.victim() != NOBODY:
            for at in range(self.program.ranks):
                rank = self.program.rank_at[at]
                if self.cards.count_rank(self.turn, rank) > 0:
                    self.offer(constants.ASKED | (self.program.name_of[rank] << constants.CARD_SHIFT))
        if self.choices == 0 and self.cards.place < self.program.deck_size:
            self.offer(constants.DREW)

    def ask_claim(self) -> None:
        """Offer the claimant cards to lay, and the other players to pass or to challenge."""
        if self.claims.claimant != constants.NONE:
            self.offer(constants.PASSED)
            self.offer(constants.CHALLENGED)
            return
        if self.thrown > 0:
            self.offer(constants.STOOD)
        for slot in range(self.cards.held[self.turn]):
            self.offer(constants.LAID | (self.cards.hand[self.turn * constants.SLOTS + slot] << constants.CARD_SHIFT))

    def ask_several(self) -> None:
        """Offer the cards that begin or extend a play or meld. Also offer to stop or to pass where the rules allow
        this.
        """
        is_play = self.program.op[self.phase] == constants.PLAY
        begun = self.melds.size > 0
        if begun and self.melds.may_stop(self.phase):
            self.offer(constants.STOOD)
        for slot in range(self.cards.held[self.turn]):
            card = self.cards.hand[self.turn * constants.SLOTS + slot]
            if begun:
                fitting = self.melds.may_add(self.phase, self.turn, card)
            else:
                fitting = (not is_play or self.fits(card)) and self.melds.may_begin(self.phase, self.turn, card)
            if fitting:
                self.offer(constants.PLAYED | (card << constants.CARD_SHIFT))
        if not begun and (not is_play or self.choices == 0 or not self.program.option[self.phase]):
            self.offer(constants.PASSED)
        # this only happens in a guess, where the hand may lack the cards that complete the play
        if begun and self.choices == 0:
            self.offer(constants.STOOD)

    def victim(self) -> int:
        """Return the next player after the seat to act who has cards, or NOBODY."""
        return next_seat(self.seats, self.with_cards() & ~(1 << self.turn), self.turn)

    def offer(self, code: int) -> None:
        """Add a choice."""
        self.choice[self.choices] = code
        self.choices += 1

    def ask_bet(self) -> None:
        """Offer bets (G1): `betting.Round` decides what is legal, and this method names the actions."""
        self.round.ask(self.turn)
        owed = self.round.price - self.round.bet[self.turn]
        if owed == 0:
            self.offer(constants.CHECKED)
            if self.round.price > 0:
                # the big blind may not raise if its stack is too short for a whole step, because short raises do not
                # exist here (G1)
                if self.round.most >= self.round.price + self.round.full_raise:  # the big blind may still raise
                    self.offer(constants.RAISED)
            elif self.round.most > 0:
                self.offer(constants.BET_MADE if self.round.most == self.round.full_raise else constants.WENT_ALL_IN)
            return
        self.offer(constants.CALLED if self.round.to_call == owed else constants.WENT_ALL_IN)
        if self.round.most > 0:
            self.offer(constants.RAISED)
        self.offer(constants.FOLDED)

    def ask_play(self) -> None:
        """Offer the cards that fit the pile. Also offer to pass if passing is allowed or no card fits."""
        if self.program.several:
            self.ask_several()
            return
        for slot in range(self.cards.held[self.turn]):
            card = self.cards.hand[self.turn * constants.SLOTS + slot]
            if self.fits(card):
                self.offer(constants.PLAYED | (card << constants.CARD_SHIFT))
        if self.choices == 0 or not self.program.option[self.phase]:
            self.offer(constants.PASSED)

    def fits(self, card: int) -> bool:
        """Return True if a card may be played on the pile. A card of a wild rank may always be played."""
        rule = self.program.amount[self.phase]
        if rule == constants.ANY_CARD or self.cards.pile_count == 0 or (self.program.wild >> (card >> 2)) & 1:
            return True
        top = self.cards.pile[self.cards.pile_count - 1]
        if rule == constants.MATCHING:
            return card >> 2 == top >> 2 or card & 3 == top & 3
        # runs are compared by their lowest cards
        if self.melds.pile_run and self.melds.pile_size <= self.cards.pile_count:
            # the first card of the last play
            top = self.cards.pile[self.cards.pile_count - self.melds.pile_size]
        return card >> 2 > top >> 2

    # -- copied --------------------------------------------------------------------------------------------------------

    def copy_to(self, other: Phases) -> None:
        """Copy the state of the phases to another hand. The caller copies cards, bets and log."""
        other.start = self.start
        other.turn = self.turn
        other.next_phase = self.next_phase
        other.phase = self.phase
        other.rounds_over = self.rounds_over
        other.pending = self.pending
        other.left = self.left
        other.thrown = self.thrown
        other.leader = self.leader
        other.led = self.led
        other.tricks_left = self.tricks_left
        other.skips = self.skips
        other.backwards = self.backwards
        other.solo = self.solo
        other.waiting = self.waiting
        other.block = self.block
        self.melds.copy_to(other.melds)
        self.claims.copy_to(other.claims)
        for seat in range(self.seats):
            other.laid[seat] = self.laid[seat]
