"""Keep track of every card of a hand (deck, hands, board, pile and captured cards) and of which seats know it.

Each draw shuffles one card: it swaps a random card of the rest of the deck to the front. The state of the random
generator is stored here, so that a copy draws the same cards. A deck that the caller passed in is dealt in its own
order (`rigged`).

`shown` is the set of cards whose place everybody knows. `knows[seat]` is the set of cards whose place only this seat
knows besides: the cards in its hand, and those that it discarded or gave away. If a seat gave cards to another hand,
and a card then leaves that hand face down, the seat no longer knows them. `guess` uses these two sets: it deals all
other cards again among the places that the seat does not know.

`lacks[seat]` is the set of cards that a hand cannot hold, because the play has shown it: a suit that the player could
not follow, or cards that would have fitted when the player had to pass. No guess puts these cards into the hand. The
set is cleared when an unseen card comes into the hand. `holds[seat]` is the set of ranks that a seat has asked for. The
seat must hold a card of each of these ranks until a card leaves its hand.

Claimed cards lie face down on the `heap`, but the cards of an open claim are still in the claimant's `gifts`.
`in_order` is True until a card leaves a hand. Until then everybody knows the order in which the cards were dealt, and a
guess keeps that order, so that the hand can be replayed from its deal.
"""

from __future__ import annotations

import cython

from croupier.cards import BadCards
from croupier.errors import short
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.program import Program
from croupier.games.genome.values import BadGenome
from croupier.rng import scaled, seeded, stepped

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT


class CardPiles:
    """The cards of a hand in play."""

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.deck = [0] * constants.SLOTS
            self.hand = [0] * (constants.SEATS * constants.SLOTS)
            self.held = [0] * constants.SEATS
            self.common = [0] * constants.SLOTS
            self.pile = [0] * constants.SLOTS
            self.captured = [0] * constants.SEATS
            self.tricks = [0] * constants.SEATS
            self.knows = [0] * constants.SEATS
            self.gifts = [0] * constants.SEATS
            self.recalls = [0] * constants.SEATS
            self.lacks = [0] * constants.SEATS
            self.holds = [0] * constants.SEATS
            self.place_of = [0] * constants.SLOTS
        if not isinstance(program, Program):
            raise BadGenome(f"a game in play needs a program, not {type(program).__name__}: genome.game() makes one")
        if type(seats) is not int or not 0 < seats <= constants.SEATS:
            raise BadGenome(f"{short(seats)} seats: a table has 1 to {constants.SEATS}")
        self.program = program
        self.seats = seats
        # a state of 0 would stay 0 for ever
        self.rng = 1
        self.rigged = 0
        self.new_deck()
        self.clear_cards()

    def new_deck(self) -> None:
        """Put the deck in order."""
        for place in range(self.program.deck_size):
            self.deck[place] = self.program.deck[place]

    def clear_cards(self) -> None:
        """Put all cards back into the deck (ruling G4)."""
        self.place = 0
        self.in_order = True
        self.first_out = constants.NONE
        self.board_count = 0
        self.pile_count = 0
        self.shown = 0
        self.muck = 0
        self.heap = 0
        self.claim_rank = constants.NONE
        self.claim_seat = constants.NONE
        for seat in range(self.seats):
            self.held[seat] = 0
            self.captured[seat] = 0
            self.tricks[seat] = 0
            self.knows[seat] = 0
            self.gifts[seat] = 0
            self.recalls[seat] = 0
            self.lacks[seat] = 0
            self.holds[seat] = 0

    # -- the deck ------------------------------------------------------------------------------------------------------

    def draw_card(self) -> int:
        """Return the next card of the deck. Cards that were put on top (`lay_front`) come first, in their order."""
        at = self.place
        # only the drawn cards are shuffled, because most hands use a small part of the deck
        if at >= self.rigged:
            self.rng = stepped(self.rng)
            other = at + scaled(self.rng, self.program.deck_size - at)
            swap = self.deck[at]
            self.deck[at] = self.deck[other]
            self.deck[other] = swap
        self.place = at + 1
        return self.deck[at]

    def lay_front(self, front: list[int]) -> None:
        """Put these cards on top of the deck; raise BadCards if one is not in the deck or occurs twice."""
        deck = self.program.cards()
        if not all(is_card(card) and card in deck for card in front) or len(set(front)) < len(front):
            raise BadCards(f"{short(front)} are not cards of the deck, once each")
        rest = [card for card in deck if card not in front]
        for place, card in enumerate([*front, *rest]):
            self.deck[place] = card
        self.rigged = len(front)

    def deal_to(self, seat: int, open: bool) -> int:
        """Deal a seat one card, face down or open to all."""
        card = self.draw_card()
        self.hand[seat * constants.SLOTS + self.held[seat]] = card
        self.held[seat] += 1
        self.knows[seat] |= CARD_BIT[card]
        if open:
            self.shown |= CARD_BIT[card]
        else:
            # the unseen card may be one of those that the hand was known to lack
            self.lacks[seat] = 0
        return card

    def turn_up(self) -> int:
        """Turn up the next card of the deck on the board."""
        card = self.draw_card()
        self.common[self.board_count] = card
        self.board_count += 1
        self.shown |= CARD_BIT[card]
        return card

    def open_pile(self) -> int:
        """Turn up the next card of the deck on the pile."""
        card = self.draw_card()
        self.shown |= CARD_BIT[card]
        self.pile[self.pile_count] = card
        self.pile_count += 1
        return card

    def take_top(self, seat: int) -> int:
        """Move the top card of the pile, which everybody has seen, into a hand."""
        self.in_order = False
        self.pile_count -= 1
        card = self.pile[self.pile_count]
        self.hand[seat * constants.SLOTS + self.held[seat]] = card
        self.held[seat] += 1
        self.knows[seat] |= CARD_BIT[card]
        return card

    def steal(self, thief: int, victim: int) -> int:
        """Move an unseen card of one hand into another.

        Its place in the hand is computed from public numbers. The deal alone decides which card is at that place, so
        the order of the deck remains the only random input of a hand.
        """
        # any formula works here; a random number would not be repeated when the hand is replayed from its deck
        mix = 31 * self.place + 7 * self.pile_count
        for seat in range(self.seats):
            mix += (5 * seat + 3) * self.held[seat]
        card = self.hand[victim * constants.SLOTS + mix % self.held[victim]]
        # the thief still knows the other cards that he had seen in this hand; only the other players lose sight of them
        kept = self.knows[thief] & self.hand_of(victim)
        self.lose_sight(victim)
        self.knows[thief] |= kept | CARD_BIT[card]
        self.take_card(victim, card)
        self.receive(thief, card)
        return card

    def book_of(self, seat: int) -> int:
        """Return a rank of which a hand holds enough cards to lay them down, or -1."""
        for rank in range(13):
            if self.count_rank(seat, rank) >= self.program.books:
                return rank
        return constants.NONE

    def count_rank(self, seat: int, rank: int) -> int:
        """Return how many cards of a rank a hand holds."""
        found = 0
        for slot in range(self.held[seat]):
            found += self.hand[seat * constants.SLOTS + slot] >> 2 == rank
        return found

    def lay_aside(self, seat: int, card: int) -> None:
        """Move a card from a hand, face up, to its owner's captured cards."""
        self.take_card(seat, card)
        self.shown |= CARD_BIT[card]
        self.captured[seat] |= CARD_BIT[card]

    # -- hands ---------------------------------------------------------------------------------------------------------

    def slot_of(self, seat: int, card: int) -> int:
        """Return the slot in which a seat holds a card, or -1."""
        for slot in range(self.held[seat]):
            if self.hand[seat * constants.SLOTS + slot] == card:
                return slot
        return -1

    def take_card(self, seat: int, card: int) -> None:
        """Take a card out of a hand and close the gap."""
        # from now on the order of the deal no longer determines who holds which card
        self.in_order = False
        # the card that he had to hold may be the one that left
        self.holds[seat] = 0
        slot = self.slot_of(seat, card)
        self.held[seat] -= 1
        while slot < self.held[seat]:
            self.hand[seat * constants.SLOTS + slot] = self.hand[seat * constants.SLOTS + slot + 1]
            slot += 1

    def throw_card(self, seat: int, card: int) -> None:
        """Discard a card, face down."""
        self.lose_sight(seat)
        self.take_card(seat, card)
        self.muck |= CARD_BIT[card]

    def give_card(self, seat: int, card: int) -> None:
        """Put a card aside for the neighbour, face down. Only the neighbour will see which card it is."""
        hand = self.hand_of(seat)
        for other in range(self.seats):
            if other != seat:
                # the receiver will see which card it was and can then be sure of the others again (`recall`)
                self.recalls[other] |= self.knows[other] & hand
        self.lose_sight(seat)
        self.take_card(seat, card)
        self.gifts[seat] |= CARD_BIT[card]

    def lay_hidden(self, seat: int, card: int) -> None:
        """Lay a card face down for a claim. The others cannot tell which card of the hand it is, so they no longer know
        which cards are left.
        """
        self.lose_sight(seat)
        # cards that everybody had seen become hidden too, because any of them may be the card laid down
        self.shown &= ~self.hand_of(seat)
        self.take_card(seat, card)
        self.gifts[seat] |= CARD_BIT[card]

    def is_laid(self, seat: int, card: int) -> bool:
        """Return True if a card belongs to a seat's open claim."""
        return self.gifts[seat] & CARD_BIT[card] != 0

    def turn_over(self, seat: int) -> None:
        """Turn the cards of a claim face up."""
        self.shown |= self.gifts[seat]

    def settle_laid(self, seat: int) -> None:
        """Move the cards of a claim onto the heap."""
        self.heap |= self.gifts[seat]
        self.gifts[seat] = 0

    def take_heap_card(self, seat: int, card: int) -> bool:
        """Move a card of the heap into a hand; return False if the heap does not hold the card."""
        if not self.heap & CARD_BIT[card]:
            return False
        self.heap &= ~CARD_BIT[card]
        self.receive(seat, card)
        return True

    def hand_across(self, giver: int, seat: int, card: int) -> None:
        """Move a card from one hand to another, face up."""
        self.take_card(giver, card)
        self.shown |= CARD_BIT[card]
        self.hand[seat * constants.SLOTS + self.held[seat]] = card
        self.held[seat] += 1
        self.knows[seat] |= CARD_BIT[card]

    def show_held(self, seat: int, rank: int) -> None:
        """Remember that a hand holds a card of a rank, because its owner asked for it."""
        self.holds[seat] |= 1 << rank

    def lose_sight(self, seat: int) -> None:
        """Update what the other players know after a card has left a hand face down. The other players cannot tell
        which card it was, so they no longer know any card of the hand for certain.
        """
        hand = self.hand_of(seat)
        for other in range(self.seats):
            if other != seat:
                self.knows[other] &= ~hand

    def hand_of(self, seat: int) -> int:
        """Return the set of cards that a seat holds."""
        held = 0
        for slot in range(self.held[seat]):
            held |= CARD_BIT[self.hand[seat * constants.SLOTS + slot]]
        return held

    def recall(self, giver: int, receiver: int) -> None:
        """Restore what a seat knows of the giver's hand: it sees the cards that it was given, so the giver still holds
        the other known cards.
        """
        # without this, a player who receives passed cards would no longer know what the neighbour had shown before
        self.knows[receiver] |= self.recalls[receiver] & self.hand_of(giver)

    def lay_card(self, seat: int, card: int) -> None:
        """Play a card face up onto the pile."""
        self.take_card(seat, card)
        self.shown |= CARD_BIT[card]
        self.pile[self.pile_count] = card
        self.pile_count += 1

    def look_if_out(self, seat: int) -> None:
        """Remember the first seat that got rid of all its cards."""
        if self.held[seat] == 0 and self.first_out == constants.NONE:
            self.first_out = seat

    def is_emptied(self) -> bool:
        """Return True if a seat has got rid of all its cards and this wins the game."""
        return self.program.ends_empty and self.first_out != constants.NONE

    def rule_out(self, seat: int, cards: int) -> None:
        """Record that a hand cannot hold these cards, because the play has shown it."""
        self.lacks[seat] |= cards

    def count_trick(self, seat: int) -> None:
        """Give a trick to a seat."""
        self.tricks[seat] += 1
        # the cards of a trick are its winner's captured cards
        self.capture_pile(seat)

    def receive(self, seat: int, card: int) -> None:
        """Put a card that somebody gave into a hand."""
        self.hand[seat * constants.SLOTS + self.held[seat]] = card
        self.held[seat] += 1
        self.knows[seat] |= CARD_BIT[card]
        self.lacks[seat] = 0

    def capture_pile(self, seat: int) -> None:
        """Move all cards of the pile to a seat."""
        for place in range(self.pile_count):
            self.captured[seat] |= CARD_BIT[self.pile[place]]
        self.pile_count = 0

    def capture_rank(self, seat: int) -> bool:
        """Capture the card just played together with all earlier cards of its rank. Return False if there are no
        earlier ones.
        """
        last = self.pile_count - 1
        rank = self.pile[last] >> 2
        kept = 0
        for place in range(last):
            if self.pile[place] >> 2 == rank:
                self.captured[seat] |= CARD_BIT[self.pile[place]]
            else:
                self.pile[kept] = self.pile[place]
                kept += 1
        # nothing matched: the card stays on the pile, and the loop has moved nothing
        if kept == last:
            return False
        self.captured[seat] |= CARD_BIT[self.pile[last]]
        self.pile_count = kept
        return True

    # -- what a seat cannot see ----------------------------------------------------------------------------------------

    def known_to(self, seat: int) -> int:
        """Return the set of cards whose place a seat knows. For a seat below 0, return the cards whose place everybody
        knows.
        """
        if seat < 0:
            return self.shown
        return self.shown | self.knows[seat]

    def guess(self, seat: int, seed: int) -> None:
        """Deal all cards that the seat cannot see again. Each card goes to a hidden place where it may be, as far as
        the play has shown.
        """
        # these steps take cards from the pool in its order: hands first, then gifts, muck and heap, then the deck
        known = self.known_to(seat)
        size = self.gather_unknown(known)
        self.rng = seeded(seed)
        for at in range(size):
            self.rng = stepped(self.rng)
            other = at + scaled(self.rng, size - at)
            swap = self.pool[at]
            self.pool[at] = self.pool[other]
            self.pool[other] = swap
        self.mend_hands(known, size)
        self.mend_asked(known, size)
        self.trust_claim(known)
        used = self.guess_hands(known)
        used = self.guess_aside(known, used)
        rest = self.program.deck_size - self.place
        # later cards are drawn at random again, even where the real deck was handed in
        self.rigged = 0
        self.guess_deck(used, rest)

    def gather_unknown(self, known: int) -> int:
        """Put all cards whose place is not known into the pool, in the deck's order. Return their number."""
        if not cython.compiled:
            self.pool = [0] * constants.SLOTS
        size = 0
        for place in range(self.program.deck_size):
            # in the order of a new deck, because a guess must not depend on where the cards really are
            if not known & CARD_BIT[self.program.deck[place]]:
                self.pool[size] = self.program.deck[place]
                size += 1
        return size

    def mend_hands(self, known: int, size: int) -> None:
        """Swap cards of the pool until no hand gets a card that it cannot hold. The first cards of the pool are dealt
        to the hands, in order.
        """
        if not cython.compiled:
            self.owner = [-1] * constants.SLOTS
            self.came = [-1] * constants.SLOTS
            self.queue = [-1] * constants.SLOTS
        lacking = 0
        used = 0
        for seat in range(self.seats):
            lacking |= self.lacks[seat]
            for slot in range(self.held[seat]):
                if not known & CARD_BIT[self.hand[seat * constants.SLOTS + slot]]:
                    self.owner[used] = seat
                    used += 1
        for at in range(used, size):
            # gifts, muck and deck may hold any card
            self.owner[at] = -1
        # in most games the play does not show what a hand lacks, so the shuffled pool needs no swaps
        if lacking == 0:
            return
        for at in range(used):
            if not self.may_hold(at, self.pool[at]):
                self.mend_place(at, size)

    def may_hold(self, at: int, card: int) -> bool:
        """Return True if a card may be at a hidden place, judging by what the play has shown."""
        return self.owner[at] < 0 or not self.lacks[self.owner[at]] & CARD_BIT[card]

    def mend_place(self, at: int, size: int) -> None:
        """Move the card at one place, which it may not have, along a cycle of places: each place gives its card to
        another place of the cycle, and each gets a card that it may have. Choose the shortest cycle.

        If a deal exists in which every place has a card that it may have, there is a cycle of this kind. The present
        deal and this possible deal differ by a permutation, and one cycle of the permutation contains the place `at`.
        """
        for place in range(size):
            self.came[place] = -1
        self.rng = stepped(self.rng)
        # the search starts at a random place, so that no cycle is preferred among those of equal length
        first = scaled(self.rng, size)
        # a breadth-first search finds a shortest cycle first, which changes the shuffle as little as possible
        self.came[at] = at
        self.queue[0] = at
        reached = 1
        asked = 0
        while asked < reached:
            place = self.queue[asked]
            asked += 1
            for step in range(size):
                other = first + step if first + step < size else first + step - size
                if self.came[other] < 0 and self.may_hold(place, self.pool[other]):
                    self.came[other] = place
                    if self.may_hold(other, self.pool[at]):
                        self.pass_round(at, other)
                        return
                    self.queue[reached] = other
                    reached += 1

    def pass_round(self, at: int, last: int) -> None:
        """Move cards along a cycle: each place, from the last to the first, gives its card to the place before it."""
        card = self.pool[at]
        place = last
        while place != at:
            swap = self.pool[place]
            self.pool[place] = card
            card = swap
            place = self.came[place]
        self.pool[at] = card

    def mend_asked(self, known: int, size: int) -> None:
        """Give every hand a card of each rank that its owner has asked for, as far as swapping two places allows."""
        for seat in range(self.seats):
            if self.holds[seat] == 0:
                continue
            for rank in range(13):
                if (self.holds[seat] >> rank) & 1 and self.guessed_of(seat, rank, known, size) == 0:
                    self.put_rank(seat, rank, known, size)

    def guessed_of(self, seat: int, rank: int, known: int, size: int) -> int:
        """Return how many cards of a rank a hand will hold if the pool is dealt in its current order."""
        found = 0
        for slot in range(self.held[seat]):
            if known & CARD_BIT[self.hand[seat * constants.SLOTS + slot]]:
                found += self.hand[seat * constants.SLOTS + slot] >> 2 == rank
        for at in range(size):
            found += self.owner[at] == seat and self.pool[at] >> 2 == rank
        return found

    def may_spare(self, at: int, known: int, size: int) -> bool:
        """Return True if the card at a place is not the only one of a rank that its owner has asked for."""
        rank = self.pool[at] >> 2
        seat = self.owner[at]
        if seat < 0 or not (self.holds[seat] >> rank) & 1:
            return True
        return self.guessed_of(seat, rank, known, size) > 1

    def put_rank(self, seat: int, rank: int, known: int, size: int) -> None:
        """Swap a card of a rank into a hand, from a place chosen at random."""
        self.rng = stepped(self.rng)
        first = scaled(self.rng, size) if size > 0 else 0
        for step in range(size):
            other = first + step if first + step < size else first + step - size
            if self.pool[other] >> 2 == rank and self.may_spare(other, known, size):
                for at in range(size):
                    if (self.owner[at] == seat and self.may_spare(at, known, size)
                            and self.may_hold(at, self.pool[other]) and self.may_hold(other, self.pool[at])):
                        self.swap_places(at, other)
                        return

    def swap_places(self, at: int, other: int) -> None:
        """Swap two cards of the pool."""
        swap = self.pool[at]
        self.pool[at] = self.pool[other]
        self.pool[other] = swap

    def trust_claim(self, known: int) -> None:
        """Make an open claim true in some guesses, as far as hidden cards of the claimed rank exist."""
        if self.claim_seat == constants.NONE:
            return
        self.rng = stepped(self.rng)
        # claims can be lies: a search that believed every claim would never challenge
        if scaled(self.rng, 100) >= constants.HONEST:
            return
        first = self.places_in_hands(known)  # the cards of the claim come right after those of the hands
        last = first
        size = 0
        for place in range(self.program.deck_size):
            if not known & CARD_BIT[self.program.deck[place]]:
                size += 1
                last += self.is_laid(self.claim_seat, self.program.deck[place])
        at = first
        for other in range(size):
            if (other < first or other >= last) and self.pool[other] >> 2 == self.claim_rank:
                while at < last and self.pool[at] >> 2 == self.claim_rank:
                    at += 1
                if at < last and self.may_hold(other, self.pool[at]):
                    self.swap_places(at, other)

    def places_in_hands(self, known: int) -> int:
        """Return the number of hidden places in hands."""
        used = 0
        for seat in range(self.seats):
            for slot in range(self.held[seat]):
                used += not known & CARD_BIT[self.hand[seat * constants.SLOTS + slot]]
        return used

    def guess_hands(self, known: int) -> int:
        """Put cards of the pool into the hidden places of the hands, and return how many were used. In the guess each
        player knows the hand that was guessed for him.
        """
        used = 0
        if self.in_order:
            for place in range(self.place):
                self.place_of[self.deck[place]] = place
        for seat in range(self.seats):
            self.knows[seat] &= known
            self.recalls[seat] &= known
            for slot in range(self.held[seat]):
                if not known & CARD_BIT[self.hand[seat * constants.SLOTS + slot]]:
                    if self.in_order:
                        # while the order of the deal is public, the deck must match the guessed hands, so that the hand
                        # can be replayed
                        self.deck[self.place_of[self.hand[seat * constants.SLOTS + slot]]] = self.pool[used]
                    self.hand[seat * constants.SLOTS + slot] = self.pool[used]
                    self.knows[seat] |= CARD_BIT[self.pool[used]]
                    used += 1
        return used

    def guess_aside(self, known: int, used: int) -> int:
        """Guess the cards that were discarded, that lie on the heap, or that are being passed to a neighbour."""
        for other in range(self.seats):
            # known cards stay where they are; only unknown cards are guessed
            fresh = self.gifts[other] & known
            for place in range(self.program.deck_size):
                if self.gifts[other] & ~known & CARD_BIT[self.program.deck[place]]:
                    fresh |= CARD_BIT[self.pool[used]]
                    used += 1
            self.gifts[other] = fresh
        thrown = self.muck & known
        for place in range(self.program.deck_size):
            if self.muck & ~known & CARD_BIT[self.program.deck[place]]:
                thrown |= CARD_BIT[self.pool[used]]
                used += 1
        self.muck = thrown
        laid = self.heap & known
        for place in range(self.program.deck_size):
            if self.heap & ~known & CARD_BIT[self.program.deck[place]]:
                laid |= CARD_BIT[self.pool[used]]
                used += 1
        self.heap = laid
        return used

    def guess_deck(self, used: int, rest: int) -> None:
        """Put the rest of the pool into the deck, as its undealt cards. Put the cards already dealt before them, in an
        arbitrary order unless everybody knows the order.
        """
        left = 0
        for at in range(rest):
            self.deck[self.place + at] = self.pool[used + at]
            left |= CARD_BIT[self.pool[used + at]]
        # `guess_hands` has put the dealt cards into their places already
        if self.in_order:
            return
        front = 0
        for place in range(self.program.deck_size):
            if not left & CARD_BIT[self.program.deck[place]]:
                self.deck[front] = self.program.deck[place]
                front += 1

    def copy_to(self, other: CardPiles) -> None:
        """Copy all piles to another object."""
        other.first_out = self.first_out
        other.rng = self.rng
        other.rigged = self.rigged
        other.place = self.place
        other.in_order = self.in_order
        other.board_count = self.board_count
        other.pile_count = self.pile_count
        other.shown = self.shown
        other.muck = self.muck
        other.heap = self.heap
        other.claim_rank = self.claim_rank
        other.claim_seat = self.claim_seat
        for place in range(self.program.deck_size):
            other.deck[place] = self.deck[place]
        for place in range(self.board_count):
            other.common[place] = self.common[place]
        for place in range(self.pile_count):
            other.pile[place] = self.pile[place]
        for seat in range(self.seats):
            other.held[seat] = self.held[seat]
            other.captured[seat] = self.captured[seat]
            other.tricks[seat] = self.tricks[seat]
            other.knows[seat] = self.knows[seat]
            other.gifts[seat] = self.gifts[seat]
            other.recalls[seat] = self.recalls[seat]
            other.lacks[seat] = self.lacks[seat]
            other.holds[seat] = self.holds[seat]
            for slot in range(self.held[seat]):
                other.hand[seat * constants.SLOTS + slot] = self.hand[seat * constants.SLOTS + slot]


def is_card(number: object) -> bool:
    """Return True if a value is the number of a card. A Card is an int, so it counts; a bool does not count."""
    # compiled code reads arrays without a bounds check, so any other value must be refused (M1)
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < constants.SLOTS
