"""The course of a genome's game: hands, phases, turns, pots, and the end.

    begin_game → begin_hand: antes, cards → phase → phase → ... → finish_hand ┐
                    ↑        all phases gone through `rounds` times           ├→ over (G5)
                    └─────────────────────────────────────────────────────────┘
    one seat left: the hand is over, nothing is shown; somebody's hand empty: over, where that wins

Between decisions the game runs by itself (`run`): every step without a choice is carried out at once. Bets go through
`betting.Round`, with its fixed step (G1): the opening bet does not count as a raise, a raise is one step, a seat
without chips is all-in (G2). Each hand is dealt from a full deck, and the first to act moves on to the next seat that
has chips. In every betting phase bets start at 0, while the pot stays (G4). `settlement.py` decides who wins what.

The engine trusts its caller. `ask` lists the legal choices; the caller must pass one of them to `act`. The engine needs
no lock and makes no Python objects unless a log is kept. Every loop is bounded by the genome's own numbers.
"""

from __future__ import annotations

import cython

from croupier.betting.order import next_seat
from croupier.betting.round import Round
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.hand_values import HandValues
from croupier.games.genome.engine.log import GameLog
from croupier.games.genome.engine.phases import Phases
from croupier.games.genome.engine.program import Program
from croupier.games.genome.engine.settlement import Settlement
from croupier.rng import seeded

if not cython.compiled:
    from croupier.betting.constants import NOBODY


class Engine:
    """A game that runs by itself between decisions."""

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.history = [0] * constants.HISTORY
        self.cards = CardPiles(program, seats)
        self.program = program
        self.seats = seats
        self.round = Round()
        self.log = GameLog()
        self.values = HandValues(self.cards)
        self.settlement = Settlement(self.cards, self.values, self.round, self.log)
        self.phases = Phases(self.cards, self.round, self.log)
        self.is_done = True
        self.steps = 0
        self.hands_over = 0
        self.hands_limit = program.max_hands
        self.overran = False
        self.waits = False
        self.is_between = False
        self.history_count = 0

    # -- the game ------------------------------------------------------------------------------------------------------

    def begin_game(self, seed: int) -> None:
        """Give each seat its chips and deal the first hand. A generator with this seed deals all hands of the game."""
        self.cards.rng = seeded(seed)
        self.clear_game()
        for seat in range(self.seats):
            # chips are handed out once; they carry over from hand to hand (G4)
            self.settlement.give_chips(seat, self.program.chips)
        self.begin_hand()
        # this may play the whole hand, because a hand may have no decision
        self.run()

    def clear_game(self) -> None:
        """Set all counters of the game back to its beginning."""
        self.hands_over = 0
        self.phases.start = 0
        self.steps = 0
        self.is_done = False
        self.waits = False
        self.is_between = False
        self.hands_limit = self.program.max_hands

    def wait_for_deck(self) -> None:
        """Wait for the first hand's deck: the caller provides every deck (`deal_next`)."""
        self.waits = True
        self.is_between = True
        self.phases.turn = NOBODY
        # a resumed game may begin with any stacks; a seat without chips cannot be the first to act
        if self.program.chips > 0 and self.settlement.chips[0] == 0:
            self.phases.start = self.next_start()
        self.phases.clear()
        self.settlement.seat_players()

    def deal_next(self) -> None:
        """Deal the next hand from the deck in its current order."""
        self.is_between = False
        self.begin_hand()
        self.run()

    def deal_rest_from(self, seed: int) -> None:
        """Deal all later hands with a generator of this seed instead of waiting for decks."""
        self.cards.rng = seeded(seed)
        self.waits = False
        if self.is_between:
            # the deck passed in was for one hand; later hands are shuffled
            self.cards.rigged = 0
            self.deal_next()

    def begin_hand(self) -> None:
        """Begin a hand with a full deck: seat every player who has chips, take the antes and deal."""
        self.history_count = 0
        self.phases.clear()
        self.settlement.seat_players()
        self.phases.deal_hand(self.hands_over)

    def deal_again(self, other: Engine) -> None:
        """Deal the current hand of another game again in this game, from this game's deck in its current order."""
        other.settlement.copy_to(self.settlement)
        self.phases.start = other.phases.start
        self.hands_over = other.hands_over
        self.steps = 0
        self.is_done = False
        self.is_between = False
        # a search only looks at this hand
        self.forget_later_hands()
        self.begin_hand()
        self.run()

    def run(self) -> None:
        """Go on until somebody has to decide, a deck is needed, or the game is over."""
        while self.phases.turn == NOBODY and not self.is_done and not self.is_between:
            self.advance()

    def advance(self) -> None:
        """Go to the next phase, the next round of phases, or the end of the hand."""
        # checked before every phase, because a fold may leave only one seat, which ends the hand at once
        if self.is_decided():
            self.finish_hand()
            return
        if self.phases.step_on():
            self.phases.open_phase()
        else:
            self.finish_hand()

    def is_decided(self) -> bool:
        """Return True if only one seat is left, or if a seat has won by getting rid of all its cards."""
        if self.round.live & (self.round.live - 1) == 0:
            return True
        return self.cards.is_emptied()

    # -- acting --------------------------------------------------------------------------------------------------------

    def act(self, code: int) -> None:
        """Take one of the choices listed by `ask`, and go on to the next decision."""
        kind = code & 31
        card = code >> constants.CARD_SHIFT
        self.steps += 1
        if self.steps > self.program.steps_max:  # this cannot happen unless the bound computed from the genome is wrong
            self.overran = True
            self.is_done = True
            self.phases.turn = NOBODY
            return
        # a longer hand cannot be replayed, and its search starts from the current position
        if self.history_count < constants.HISTORY:
            self.history[self.history_count] = code
            self.history_count += 1
        if kind <= constants.WENT_ALL_IN:
            self.act_bet(kind)
        elif kind == constants.PLAYED:
            self.act_play(card)
        elif kind == constants.DREW:
            self.act_draw()
        elif kind == constants.THREW:
            self.act_throw(card)
        elif kind == constants.GAVE:
            self.act_give(card)
        elif kind == constants.PASSED:
            self.act_pass()
        elif kind == constants.TOOK_TOP:
            self.act_take_top()
        elif kind == constants.LAID:
            self.act_lay(card)
        elif kind == constants.CHALLENGED:
            self.act_challenge()
        elif kind == constants.ASKED:
            self.act_ask(card >> 2)
        else:
            self.act_stand()
        self.run()

    def act_bet(self, kind: int) -> None:
        """Fold, check, call, bet, raise or move all-in."""
        seat = self.phases.turn
        before = self.round.stack[seat]
        if kind == constants.FOLDED:
            self.round.fold(seat)
        elif (kind == constants.BET_MADE or kind == constants.RAISED
              # without a bet, all-in is an opening bet below the minimum (G1)
              or (kind == constants.WENT_ALL_IN and self.round.price == 0)):
            self.round.ask(seat)
            # with a fixed step a raise has only one size (G1)
            self.round.raise_to(seat, self.round.least)
        else:
            self.round.call(seat)
        if self.log.keeps:
            self.log.note(kind, seat, before - self.round.stack[seat])
        self.phases.turn = self.round.following
        # in a game with a single pot an unmatched bet stays in the pot (G3)
        if self.phases.turn == NOBODY and self.program.side_pots:
            self.give_back()

    def give_back(self) -> None:
        """End a betting round: return a bet that nobody matched (G3 with side pots)."""
        owner = self.round.uncalled()
        if owner != NOBODY and self.log.keeps:
            self.log.note(constants.RETURNED, owner, self.round.returned)

    def act_play(self, card: int) -> None:
        """Play a card to the pile or the trick, or lay it down as part of a meld."""
        # if several cards may be played at once, `melds` also handles a single card
        if self.program.op[self.phases.phase] == constants.MELD or (
                self.program.several and self.program.op[self.phases.phase] == constants.PLAY):
            self.act_add(card)
            return
        if self.program.op[self.phases.phase] == constants.TRICK:
            if self.phases.led == constants.NONE:
                self.phases.led = card & 3
            # everybody sees that the player could not follow suit, so no guess gives him a card of that suit
            elif card & 3 != self.phases.led and self.program.option[self.phases.phase]:
                self.phases.show_void(self.phases.turn)
        self.phases.play_card(self.phases.turn, card)
        if self.program.effects > 0 and self.program.op[self.phases.phase] == constants.PLAY:
            self.phases.take_effect(self.phases.turn, card)
        self.phases.end_turn()

    def act_add(self, card: int) -> None:
        """Put down one card of a set or run. The play ends when everybody can see that no card can be added."""
        seat = self.phases.turn
        if self.program.op[self.phases.phase] == constants.PLAY:
            self.phases.play_card(seat, card)
        else:
            self.cards.lay_aside(seat, card)
            if self.log.keeps:
                self.log.note(constants.BOOKED, seat, card)
        self.phases.melds.add(card)
        if self.phases.melds.is_full(self.phases.phase, seat):
            self.finish_play()

    def finish_play(self) -> None:
        """End a play or a meld; after a meld its owner may lay down another one."""
        is_play = self.program.op[self.phases.phase] == constants.PLAY
        seat = self.phases.turn
        self.phases.melds.end_play(seat, is_play)
        if is_play and self.program.effects > 0:
            self.phases.take_effect(seat, self.phases.melds.last)
        self.cards.look_if_out(seat)
        # in a meld phase the same player is asked again, until he passes or has no cards
        if is_play or self.cards.held[seat] == 0:
            self.phases.end_turn()

    def act_pass(self) -> None:
        """Pass without playing a card. In a game where players must play if they can, a pass shows which cards the hand
        does not hold.
        """
        if self.log.keeps:
            self.log.note(constants.PASSED, self.phases.turn, 0)
        if self.program.op[self.phases.phase] == constants.CLAIM:
            self.accept_claim()
            return
        if self.program.op[self.phases.phase] == constants.PLAY:
            # a pass reveals something about the hand only if playing is mandatory
            if self.program.option[self.phases.phase]:
                self.phases.show_unfit(self.phases.turn)
            self.phases.melds.note_pass(self.phases.turn)
        self.phases.end_turn()

    # -- claims and questions ------------------------------------------------------------------------------------------

    def act_lay(self, card: int) -> None:
        """Lay a card face down for a claim."""
        if self.log.keeps:
            self.log.note(constants.LAID, self.phases.turn, card)
        self.cards.lay_hidden(self.phases.turn, card)
        self.phases.thrown += 1
        if self.phases.use_step():
            self.make_claim()

    def make_claim(self) -> None:
        """Claim that the cards laid have the rank, and ask the other players in turn."""
        seat = self.phases.turn
        others = self.round.live & ~(1 << seat)
        self.phases.claims.open_claim(seat, others)
        if self.log.keeps:
            named = self.program.name_of[self.phases.claims.rank()]
            self.log.note(constants.CLAIMED, seat, self.phases.thrown * 64 + named)
        self.phases.turn = next_seat(self.seats, others, seat)

    def accept_claim(self) -> None:
        """Accept another player's claim. If nobody challenges it, its cards stay on the heap."""
        self.phases.claims.answers &= ~(1 << self.phases.turn)
        if self.phases.claims.answers:
            self.phases.turn = next_seat(self.seats, self.phases.claims.answers, self.phases.turn)
        else:
            self.finish_claim()

    def act_challenge(self) -> None:
        """Turn the cards of the claim face up. If the claim was a lie, the claimant takes the heap; otherwise the
        challenger takes it.
        """
        claimant = self.phases.claims.claimant
        if self.log.keeps:
            self.log.note(constants.CHALLENGED, self.phases.turn, 0)
            for place in range(self.program.deck_size):
                if self.cards.is_laid(claimant, self.program.deck[place]):
                    self.log.note(constants.FLIPPED, claimant, self.program.deck[place])
        self.cards.turn_over(claimant)
        loser = self.phases.turn if self.phases.claims.is_true() else claimant
        self.cards.settle_laid(claimant)
        if self.log.keeps:
            self.log.note(constants.TOOK, loser, 0)
        for place in range(self.program.deck_size):
            if self.cards.take_heap_card(loser, self.program.deck[place]) and self.log.keeps:
                self.log.note(constants.RECEIVED, loser, self.program.deck[place])
        if self.program.books > 0:
            self.phases.lay_books(loser)
        self.finish_claim()

    def finish_claim(self) -> None:
        """End the turn of the claimant, who may have got rid of all cards."""
        seat = self.phases.claims.claimant
        self.phases.claims.close_claim()
        # it is the claimant's turn again, although other players answered last
        self.phases.turn = seat
        self.cards.look_if_out(seat)
        # taking the heap may have completed a book and so emptied another hand
        self.phases.pending &= self.phases.with_cards()
        self.phases.end_turn()

    def act_ask(self, rank: int) -> None:
        """Ask the next player who has cards for a rank. Take all his cards of this rank; if he has none, draw a card if
        the deck has one.
        """
        seat = self.phases.turn
        victim = self.phases.victim()
        # a player may only ask for ranks in his hand, so the same questions may be illegal after another deal
        self.cards.in_order = False
        self.cards.show_held(seat, rank)
        if self.log.keeps:
            self.log.note(constants.ASKED, seat, self.program.name_of[rank])
        found = False
        for place in range(self.program.deck_size):
            card = self.program.deck[place]
            if card >> 2 == rank and self.cards.slot_of(victim, card) >= 0:
                self.cards.hand_across(victim, seat, card)
                found = True
                if self.log.keeps:
                    self.log.note(constants.HANDED, seat, card)
        # the other player now has no cards of this rank, whether he had any before or not
        self.phases.show_without(victim, rank)
        self.cards.look_if_out(victim)
        # "go fish": draw a card; if the deck is empty, the turn ends without one
        if not found and self.cards.place < self.program.deck_size:
            self.phases.deal_one(seat, False)
        self.end_draw()

    def act_draw(self) -> None:
        """Deal one more card to the seat to act. The seat's turn ends when it is bust or has taken as many cards as
        allowed.
        """
        # with other cards the hand might be bust here, so the same actions may be illegal after another deal
        self.cards.in_order = False
        if self.program.source[self.phases.phase] == constants.FROM_NEIGHBOUR:
            self.steal_card()
        else:
            self.phases.deal_one(self.phases.turn, self.program.flag[self.phases.phase] != 0)
        self.end_draw()

    def act_take_top(self) -> None:
        """Take the top card of the pile."""
        card = self.cards.take_top(self.phases.turn)
        self.phases.melds.take_top()
        if self.log.keeps:
            self.log.note(constants.TOOK_TOP, self.phases.turn, card)
        self.end_draw()

    def steal_card(self) -> None:
        """Draw an unseen card of the next player."""
        victim = self.phases.victim()
        card = self.cards.steal(self.phases.turn, victim)
        if self.log.keeps:
            self.log.note(constants.STOLE, self.phases.turn, victim)
            self.log.note(constants.RECEIVED, self.phases.turn, card)
        self.cards.look_if_out(victim)

    def end_draw(self) -> None:
        """Lay down complete books, and end the turn if no more cards may be drawn."""
        if self.program.books > 0:
            self.phases.lay_books(self.phases.turn)
        # a hand over the limit draws no more, as at every blackjack table
        if self.phases.use_step() or self.values.is_bust(self.phases.turn):
            self.phases.end_turn()

    def act_throw(self, card: int) -> None:
        """Discard a card."""
        self.phases.throw(card)
        if self.phases.use_step():
            self.finish_throwing()

    def act_stand(self) -> None:
        """Keep the rest of the hand. This ends the play or, with cards laid for a claim, makes the claim."""
        # STOOD can end three different things; a play that has been begun is checked first
        if self.phases.melds.size > 0:
            self.finish_play()
            return
        if self.program.op[self.phases.phase] == constants.CLAIM:
            self.make_claim()
            return
        if self.log.keeps:
            self.log.note(constants.STOOD, self.phases.turn, 0)
        if self.program.op[self.phases.phase] == constants.DRAW:
            self.phases.end_turn()
        else:
            self.finish_throwing()

    def finish_throwing(self) -> None:
        """Deal new cards for those discarded, if the phase is an exchange."""
        if self.program.op[self.phases.phase] == constants.EXCHANGE:
            # dealt only after all discards, so that no player can choose a discard after seeing a new card
            for _ in range(self.phases.thrown):
                self.phases.deal_one(self.phases.turn, False)
            if self.program.books > 0:
                self.phases.lay_books(self.phases.turn)
        else:
            self.cards.look_if_out(self.phases.turn)
        self.phases.end_turn()

    def act_give(self, card: int) -> None:
        """Put a card aside for the next player."""
        if self.log.keeps:
            self.log.note(constants.GAVE, self.phases.turn, card)
        self.cards.give_card(self.phases.turn, card)
        if self.phases.use_step():
            self.phases.end_turn()

    # -- the end of a hand ---------------------------------------------------------------------------------------------

    def finish_hand(self) -> None:
        """Pay the winners, count points, and end the game or deal the next hand."""
        self.phases.turn = NOBODY
        alone = self.round.live & (self.round.live - 1) == 0
        # if everybody else has folded, the hand is not shown, so it needs no value
        if not alone:
            self.settlement.value_hands()
        if self.program.chips > 0:
            self.settlement.pay_pots(alone)
            self.settlement.take_chips()
        else:
            self.settlement.count_win(self.settlement.best_of(self.round.live))
        if self.program.scores > 0:
            self.settlement.count_points()
        self.hands_over += 1
        if self.ends_game():
            self.is_done = True
            if self.log.keeps:
                self.log.note(constants.ENDED, 0, self.hands_over)
        else:
            self.phases.start = self.next_start()
            if self.waits:
                self.is_between = True
            else:
                self.cards.rigged = 0
                self.begin_hand()

    def next_start(self) -> int:
        """Return the next seat clockwise that still has chips; in a game without chips, the next seat (G4)."""
        seat = self.phases.start
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.program.chips == 0 or self.settlement.chips[seat] > 0:
                return seat
        return seat

    def ends_game(self) -> bool:
        """Return True if the game is over: all hands are played, one seat has all chips, or a seat has reached the
        target (G5).
        """
        # a miscounted chip ends the game at once (M2); `Playout.is_broken` reports it
        if self.hands_over >= self.hands_limit or self.round.broken:
            return True
        rich = 0
        for seat in range(self.seats):
            rich += self.settlement.chips[seat] > 0
            if self.program.target > 0 and self.settlement.points[seat] >= self.program.target:
                return True
        return self.program.chips > 0 and rich < 2

    def forget_later_hands(self) -> None:
        """Make this hand the last one, and count winnings from the beginning of this hand. A search needs this."""
        self.hands_limit = self.hands_over + 1
        # between two hands the hand is over, so nothing is left to search
        self.is_done = self.is_done or self.is_between
        self.settlement.count_from_here()

    # -- copied --------------------------------------------------------------------------------------------------------

    def copy_to(self, other: Engine) -> None:
        """Copy this game, without its log, to another one."""
        self.cards.copy_to(other.cards)
        self.round.copy_to(other.round)
        self.settlement.copy_to(other.settlement)
        self.phases.copy_to(other.phases)
        other.hands_over = self.hands_over
        other.is_done = self.is_done
        other.steps = self.steps
        other.overran = self.overran
        other.waits = self.waits
        other.is_between = self.is_between
        other.hands_limit = self.hands_limit
        other.history_count = self.history_count
        for at in range(self.history_count):
            other.history[at] = self.history[at]

    def clone(self) -> Engine:
        """Return a copy of the game with an empty log."""
        twin = Engine(self.program, self.seats)
        self.copy_to(twin)
        return twin
