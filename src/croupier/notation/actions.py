# cython: nonecheck=True
# an object made by `__new__` without `__init__` has None as its hand, and C code would read it as a hand and crash
"""Play the actions of a hand's log in the engine. Each action must be legal and in turn.

    d dh p2 AhKd   cards to a player        p2 f        folds           p2 sm AhKd   shows these cards
    d db 2c3d4h    cards on the board       p2 cc       checks, calls   p2 sm -      shows what is known of them
    p2 sd 2c       draws (none: stands pat) p2 cbr 60   bets, raises to p2 sm        mucks
    p2 pb          brings in                # words     says something  p2 sm ????   keeps them face down

Nothing is repaired: an action out of turn, an illegal action, or a card that was already dealt raises IllegalAction and
does not change the hand. There are five exceptions, in which a record is accepted although our rules do not allow it:

- a hand kept face down at the end (`????`) loses to any hand that is shown; if nobody shows, the winner is unknown;
- a check of a seat that ruling B5 does not ask, because all others are all-in, changes nothing;
- a raise below the minimum that puts the only opponent with chips exactly all-in is read as the smallest legal raise:
  the rest goes back uncalled, so that the result is the same (WSOP 2023 #43, hand 85);
- a fixed-limit raise by other houses' rules, a whole bet above a short all-in or one bet more than the cap, is taken
  from a record with a note (B13), never from a table in play;
- a fold of an absent player whose blind put it all-in is taken from a record with a note, never from a table in play.
"""

from __future__ import annotations

from croupier.betting import constants as betting
from croupier.betting.rulebook import IllegalAction
from croupier.cards import UNKNOWN, text
from croupier.games.poker import constants
from croupier.games.poker.engine import recorded_cards
from croupier.games.poker.hand import Hand
from croupier.notation.card_text import bit_of, cards_from, cards_in, first_of, without_commentary
from croupier.notation.money import PLACES_MAX, amount, places_of, read, units, units_from, units_in
from croupier.notation.record import BadRecord

# the actions that a player takes in turn; `sm` may come at any time
_VERBS = frozenset(("f", "cc", "cbr", "sd", "pb"))
_PLAYERS = {f"p{seat + 1}": seat for seat in range(10)}


class Finer(Exception):  # noqa: N818 - not an error: the hand is started again with a finer unit
    """An amount with more decimal places than the hand's unit."""

    def __init__(self, places: int) -> None:
        self.places = places
        super().__init__(places)


class ActionPlayer:
    """A player of the actions of one hand."""

    def __init__(self, hand: Hand, places: int, is_record: bool = False) -> None:
        """Prepare to play a hand whose amounts have this many decimal places. `is_record` is True if the hand was
        played elsewhere.
        """
        if not isinstance(hand, Hand):  # compiled code would dereference a null pointer
            raise TypeError(f"a hand is needed, not {type(hand).__name__}")
        self.hand = hand
        self.places = places
        self.is_record = is_record
        # counts the actions, so that an error can say which of them was refused
        self.taken = 0
        self.out = 0
        self.muck = 0
        self.dealt = 0
        self.face_up = 0
        self.face_down = 0
        self.face_down_early = 0
        self.notes: list[str] = []

    def take(self, action: str) -> None:
        """Take one action of the log. The usual forms are read directly, all others word by word."""
        size = len(action)
        # the usual lines are read character by character, without splitting them into words
        if size > 3 and action[0] == "p" and action[2] == " " and "1" <= action[1] <= "9":
            if self.take_quickly(ord(action[1]) - 49, action, size):
                return
        elif size > 6 and action[0] == "d" and action[1] == " " and action[2] == "d" and action[4] == " ":
            if self.deal_quickly(action, size):
                return
        self.take_words(action)

    def take_quickly(self, seat: int, action: str, size: int) -> bool:
        """Take `p2 f`, `p2 cc`, `p2 cbr 60` of the seat to act, or `p2 sm AhKd`; return False for anything else."""
        hand = self.hand
        if action[3] == "s" and size > 7 and action[4] == "m" and action[5] == " " and seat < hand.seats:
            cards = cards_from(action, 6, size)
            if cards is not None:
                self.show_cards(seat, cards)
                return True
        # actions out of turn, bring-ins and draws take the slower path, which has the error messages
        elif seat == hand.engine.turn and hand.engine.phase == constants.BETTING:
            if size == 4 and action[3] == "f":
                self.fold(seat)
                return True
            if size == 5 and action[3] == "c" and action[4] == "c":
                self.check_or_call(seat)
                return True
            if size > 7 and action[3] == "c" and action[4] == "b" and action[5] == "r" and action[6] == " ":
                total = units_from(action, 7, self.places)
                # UNCOUNTED is below 0: an unusual amount is read again on the slower path
                if total >= 0:
                    self.raise_to(seat, total)
                    return True
        return False

    def deal_quickly(self, action: str, size: int) -> bool:
        """Take `d dh p2 AhKd` or `d db 2c3d4h`; return False for anything else."""
        if action[3] == "b":
            cards = cards_from(action, 5, size)
            if cards is not None:
                self.take_out(cards)
                recorded_cards.name_board(self.hand.engine, cards)
                return True
        elif action[3] == "h" and action[5] == "p" and size > 8 and action[7] == " " and "1" <= action[6] <= "9":
            cards = cards_from(action, 8, size)
            if cards is not None:
                self.take_out(cards)
                recorded_cards.name_hole(self.hand.engine, ord(action[6]) - 49, cards)
                return True
        return False

    def take_words(self, action: str) -> None:
        """Take an action, read word by word."""
        words = action.split()
        # commentary is rare, so most lines are split only once
        if "#" in action:
            words = without_commentary(words)
        count = len(words)
        if count == 0:
            return
        if words[0] == "d":
            self.deal(words, count, action)
            return
        seat = _PLAYERS.get(words[0], -1)
        if seat < 0 or seat >= self.hand.seats or count < 2 or count > 3:
            raise BadRecord(f"{action!r:.60} is not an action")
        verb = words[1]
        if verb == "sm":
            self.show(seat, words[2] if count == 3 else "")
        # poker rooms write a check even for a player who could only bet against all-in hands, who does not act under B5
        elif verb == "cc" and count == 2 and self.needs_no_check(seat):
            self.notes.append(f"p{seat + 1} checks though nobody can bet against it (B5)")
        else:
            self.act(seat, verb, words[2] if count == 3 else "", action)

    def act(self, seat: int, verb: str, rest: str, action: str) -> None:
        """Take a player's action in turn."""
        # only `cbr` has an amount; `sd` may have cards or not
        if verb not in _VERBS or (verb != "sd" and (verb == "cbr") != (rest != "")):
            raise BadRecord(f"{action!r:.60} is not an action")
        # handled before the turn is checked, because it is never this player's turn
        if verb == "f" and self.is_record and self.fold_all_in(seat):
            return
        self.expect(seat)
        if verb == "f":
            self.fold(seat)
        elif verb == "cc":
            self.check_or_call(seat)
        elif verb == "cbr":
            self.raise_to(seat, self.number(rest))
        elif verb == "sd":
            self.draw(seat, rest)
        else:
            self.hand.bring_in()

    def expect(self, seat: int) -> None:
        """Raise IllegalAction unless it is this seat's turn."""
        hand = self.hand
        if hand.engine.turn == seat:
            return
        if hand.engine.phase == constants.OVER:
            raise IllegalAction(f"p{seat + 1} acts, but the hand is over", "B10")
        if hand.engine.phase == constants.DEALING:
            raise IllegalAction(f"p{seat + 1} acts before the cards of this street are dealt", "B15")
        if hand.engine.turn == betting.NOBODY:
            raise IllegalAction(f"p{seat + 1} acts, but the betting is over", "B10")
        raise IllegalAction(f"p{seat + 1} acts out of turn: it is p{hand.engine.turn + 1}'s", "B8")

    def needs_no_check(self, seat: int) -> bool:
        """Return True if a recorded check changes nothing, because all other players are all-in and the seat need not
        act.
        """
        hand = self.hand
        phase = hand.engine.phase
        if phase != constants.DEALING and phase != constants.DRAWING and phase != constants.SHOWING:
            return False
        others = hand.engine.round.live & ~(1 << seat)
        return others != 0 and others != hand.engine.round.live and hand.engine.round.able & others == 0

    # -- cards ---------------------------------------------------------------------------------------------------------

    def deal(self, words: list[str], count: int, action: str) -> None:
        """Take an action of the dealer."""
        if count == 4 and words[1] == "dh" and words[2] in _PLAYERS:
            cards = cards_in(words[3])
            self.take_out(cards)
            recorded_cards.name_hole(self.hand.engine, _PLAYERS[words[2]], cards)
        elif count == 3 and words[1] == "db":
            cards = cards_in(words[2])
            self.take_out(cards)
            recorded_cards.name_board(self.hand.engine, cards)
        else:
            raise BadRecord(f"{action!r:.60} is not an action")

    def take_out(self, cards: list[int]) -> None:
        """Mark cards as dealt. Raise IllegalAction if a card was dealt before, unless it may have been reshuffled from
        the muck.
        """
        for card in cards:
            # unknown cards are counted too, because they determine when the deck has run out
            self.dealt += 1
            if card == UNKNOWN:
                continue
            bit = bit_of(card)
            # a card can come back only after the deck may have run out; records may have burned one card before each
            # draw
            if self.muck & bit and self.dealt + self.hand.engine.street_no > self.hand.engine.deal.layout.deck_size:
                self.muck &= ~bit
            elif (self.out | self.muck) & bit:
                raise IllegalAction(f"{text([card])} is dealt though it is out already", "N9")
            self.out |= bit

    def draw(self, seat: int, cards: str) -> None:
        """Discard cards. Unknown cards are taken from the unknown slots."""
        hand = self.hand
        if hand.engine.phase != constants.DRAWING:
            raise IllegalAction(f"p{seat + 1} draws, but there is no draw now", "B9")
        slots = 0
        for card in cards_in(cards):
            slot = self.slot_of(seat, card, slots)
            slots |= 1 << slot
            # only known cards can be recognised after a reshuffle
            if card != UNKNOWN:
                self.toss(card)
        hand.engine.act_discard(slots)
        hand.audit()
        recorded_cards.go_on_if_named(hand.engine)

    def slot_of(self, seat: int, card: int, used: int) -> int:
        """Return the slot of a card. If no slot is known to hold it, return a slot with an unknown card."""
        hand = self.hand
        unknown = -1
        for slot in range(hand.engine.cards.held[seat]):
            held = hand.engine.deal.deck[hand.engine.cards.hole_places[seat * constants.SLOTS + slot]]
            # each slot is used for one card only
            if (used >> slot) & 1 == 0:
                if held == card:
                    return slot
                if held == UNKNOWN and unknown < 0:
                    unknown = slot
        if unknown < 0:
            raise IllegalAction(f"p{seat + 1} throws away {text([card])}, which it does not hold", "N9")
        return unknown

    def toss(self, card: int) -> None:
        """Mark a card as being in the muck."""
        bit = bit_of(card)
        self.out &= ~bit
        self.muck |= bit

    # -- bets ----------------------------------------------------------------------------------------------------------

    def fold(self, seat: int) -> None:
        """Fold. In a game whose muck can be reshuffled, mark the folded cards as being in the muck."""
        hand = self.hand
        hand.fold()
        # in other games a folded card is never dealt again
        if hand.engine.deal.layout.draws:
            for slot in range(hand.engine.cards.held[seat]):
                card = hand.engine.deal.deck[hand.engine.cards.hole_places[seat * constants.SLOTS + slot]]
                if card < UNKNOWN:
                    self.toss(card)

    def fold_all_in(self, seat: int) -> bool:
        """Accept the fold of an absent player whose blind or ante put it all-in, and add a note. Return False for any
        other fold.

        Poker rooms deal an absent player in and fold its hand when its turn comes, even though an all-in player does
        not act.
        """
        if not recorded_cards.is_all_in_unasked(self.hand.engine, seat):
            return False
        recorded_cards.fold_all_in(self.hand.engine, seat)
        self.hand.audit()
        self.notes.append(f"p{seat + 1} is folded though its blind put it all-in")
        return True

    def check_or_call(self, seat: int) -> None:
        """Check if there is nothing to call, otherwise call."""
        if self.hand.engine.round.bet[seat] == self.hand.engine.round.price:
            self.hand.check()
        else:
            self.hand.call()

    def number(self, token: str) -> int:
        """Return an amount of the log in units."""
        exact = units_in(token, self.places)
        if exact >= 0:
            return exact
        number = read(token)
        places = places_of(number)
        if places > PLACES_MAX:
            raise BadRecord(f"an amount with {places} decimal places: {PLACES_MAX} at most", clause="M1")
        if places > self.places:
            raise Finer(places)
        return units(number, self.places)

    def raise_to(self, seat: int, total: int) -> None:
        """Bet, complete or raise. A raise may be short if it puts the only opponent exactly all-in."""
        hand = self.hand
        try:
            hand.raise_to(total)
        # most raises are legal, so the exceptions for records are checked only after a refusal
        except IllegalAction as refusal:
            if self.is_record and refusal.clause == "B13" and self.raise_as_recorded(seat, total):
                return
            least = hand.legal().min_raise_to
            # the one tolerated short raise is a raise, is short, and stops exactly at the only opponent's all-in
            if least is None or not 0 < total < least or total != self.opponents_last_chip(seat):
                raise self.worded(refusal) from None
            hand.raise_to(least)
            self.notes.append(f"p{seat + 1}'s raise stops at the last chip of its only opponent")

    def raise_as_recorded(self, seat: int, total: int) -> bool:
        """Accept a fixed-limit raise that other poker rooms allow (B13), and add a note. Return False if the raise is
        not of this kind.
        """
        around = self.hand.engine.round
        if around.limit != betting.FIXED_LIMIT or self.hand.engine.phase != constants.BETTING:
            return False
        # B4 applies in every poker room
        if not around.is_reopened(seat):
            return False
        reach = around.bet[seat] + around.stack[seat]
        completed = around.full_to()
        if total <= around.price or total > reach or around.able & ~(1 << seat) == 0:
            return False
        # the raise must complete a bet or add a whole bet to the price; both may be shorter if the player is all-in
        if total != min(completed, reach) and total != min(around.price + around.full_raise, reach):
            return False
        self.note_raise(seat, total, completed, around.is_capped())
        # the engine is called directly, because `Hand` would refuse the raise
        self.hand.engine.act_raise(total)
        self.hand.audit()
        return True

    def note_raise(self, seat: int, total: int, completed: int, beyond: bool) -> None:
        """Add a note that says what is unusual about a fixed-limit raise."""
        words = f"p{seat + 1} raises to {amount(total, self.places)}"
        if beyond:
            self.notes.append(f"{words}, beyond the cap of {self.hand.engine.deal.layout.cap} bets (B13)")
        else:
            self.notes.append(f"{words}, a whole bet above a short all-in that {amount(completed, self.places)} "
                              "would complete (B13)")

    def opponents_last_chip(self, seat: int) -> int:
        """Return the street total that puts the only opponent with chips all-in. Return 0 unless there is exactly one
        such opponent.
        """
        around = self.hand.engine.round
        total = 0
        for other in range(self.hand.seats):
            # a second opponent with chips could call more, so the smallest legal raise would not have the same result
            if other != seat and (around.live >> other) & 1 and around.stack[other] > 0:
                if total:
                    return 0
                total = around.bet[other] + around.stack[other]
        return total if total > around.price else 0

    def worded(self, refusal: IllegalAction) -> IllegalAction:
        """Return the error. If its amounts are counted in units below one chip, add the unit to its text."""
        if not self.places:
            return refusal
        unit = amount(1, self.places)
        return IllegalAction(f"{refusal.reason} (in units of {unit})", refusal.clause, refusal.legal)

    # -- the showdown --------------------------------------------------------------------------------------------------

    def show(self, seat: int, shown: str) -> None:
        """Take a `sm` action: `sm` alone mucks, `sm -` shows the known cards, and `sm` with cards shows these."""
        if shown != "":
            self.show_cards(seat, [] if shown == "-" else cards_in(shown))
        elif self.hand.engine.phase == constants.OVER:
            self.show_after(seat, [])
        else:
            self.expect_show(seat)
            recorded_cards.muck(self.hand.engine, seat)
            self.settle_if_all_known()

    def show_cards(self, seat: int, cards: list[int]) -> None:
        """Show these cards, or the known cards if none are given. If all given cards are unknown, keep the hand face
        down. After everybody else has folded, the winner may show some of the cards.
        """
        if self.hand.engine.phase == constants.OVER:
            self.show_after(seat, cards)
            return
        self.expect_show(seat)
        # all cards are ??
        if cards and min(cards) == UNKNOWN:
            self.keep_down(seat)
        else:
            self.turn_up(seat, cards)
        self.settle_if_all_known()

    def expect_show(self, seat: int) -> None:
        """Raise IllegalAction for a seat that has nothing to show now."""
        hand = self.hand
        if hand.engine.phase != constants.DEALING and hand.engine.phase != constants.SHOWING:
            raise IllegalAction(f"p{seat + 1} shows while there is betting to be done", "N12")
        if not (hand.engine.round.live >> seat) & 1:
            raise IllegalAction(f"p{seat + 1} shows a hand that it has given up", "B12")

    def turn_up(self, seat: int, cards: list[int]) -> None:
        """Show cards face up. Cards that were unknown until now must not have been dealt elsewhere."""
        hand = self.hand
        held = 0
        for slot in range(hand.engine.cards.held[seat]):
            card = hand.engine.deal.deck[hand.engine.cards.hole_places[seat * constants.SLOTS + slot]]
            if card < UNKNOWN:
                held |= bit_of(card)
        for card in cards:
            if card < UNKNOWN:
                bit = bit_of(card)
                # a card in the muck of a draw game may have come back to this hand
                if self.out & bit & ~held or (self.muck & bit and not hand.engine.deal.layout.draws):
                    raise IllegalAction(f"p{seat + 1} shows {text([card])}, which is out elsewhere", "N9")
                self.out |= bit
        self.face_down &= ~(1 << seat)
        self.face_up |= 1 << seat
        recorded_cards.show(hand.engine, seat, cards)

    def keep_down(self, seat: int) -> None:
        """Keep the hand face down. It may still be shown later if the last card has not been dealt yet."""
        # before the showdown this is only stored, because the hand may still be shown
        if self.hand.engine.phase == constants.SHOWING:
            self.face_down |= 1 << seat
        else:
            self.face_down_early |= 1 << seat

    def settle_if_all_known(self) -> None:
        """Settle once every live hand is shown, mucked or face down. Hands that are face down lose to hands that are
        shown.
        """
        hand = self.hand
        settled = self.face_up | self.face_down | hand.engine.mucked
        if hand.engine.phase != constants.SHOWING or hand.engine.round.live & ~settled:
            return
        # if nobody shows, the winner is unknown, and this module does not guess
        if self.face_up == 0 and hand.engine.round.live & ~hand.engine.mucked & ~self.face_down == 0:
            return
        if not self.face_up_covers():
            return
        for seat in range(hand.seats):
            # the phase is checked again, because the last muck may have ended the hand
            if hand.engine.phase == constants.SHOWING and ((self.face_down & hand.engine.round.live) >> seat) & 1:
                recorded_cards.muck(hand.engine, seat)

    def face_up_covers(self) -> bool:
        """Return True if for every pot that a face-down hand could win there is also a hand shown face up that could
        win it.
        """
        around = self.hand.engine.round
        shown = 0
        hidden = 0
        for seat in range(self.hand.seats):
            if (around.live >> seat) & 1 and not (self.hand.engine.mucked >> seat) & 1:
                if (self.face_down >> seat) & 1:
                    hidden = max(hidden, around.total[seat])
                else:
                    # a shown hand that has put in as much can win every layer that the hidden hand could win
                    shown = max(shown, around.total[seat])
        return shown >= hidden

    def show_after(self, seat: int, cards: list[int]) -> None:
        """Check cards shown after the end. These cards change nothing, but they must agree with the seat's known cards
        and must not have been dealt elsewhere.
        """
        hand = self.hand
        if not (hand.engine.round.live >> seat) & 1:
            raise IllegalAction(f"p{seat + 1} shows a hand that it has given up", "B12")
        if len(cards) > hand.engine.cards.held[seat]:
            raise IllegalAction(f"p{seat + 1} shows {text(cards)}, more than it holds", "N9")
        own = hand.hole(seat)
        # they may replace unknown ones of this hand, but not known ones (N9)
        others = [card for card in cards if card != UNKNOWN and card not in own]
        for card in others:
            if self.out & bit_of(card):
                raise IllegalAction(f"p{seat + 1} shows {text([card])}, which is out elsewhere", "N9")
        known = [card for card in own if card < UNKNOWN]
        if len(others) > hand.engine.cards.held[seat] - len(known):
            raise IllegalAction(f"p{seat + 1} shows {text(cards)}, but was dealt {text(known)}", "N9")

    def finish(self) -> str | None:
        """End the log. Return None if the hand is over, or else a text that says what is missing."""
        hand = self.hand
        if hand.engine.phase == constants.OVER:
            return None
        # hands that were kept face down early, and not shown later, stay face down
        self.face_down |= self.face_down_early & ~self.face_up
        self.settle_if_all_known()
        if self.hand.engine.phase == constants.OVER:
            return None
        left = hand.engine.round.live & ~hand.engine.mucked
        if hand.engine.phase == constants.SHOWING and left & (left - 1) == 0:
            # if all others have mucked, the last hand wins without being shown
            recorded_cards.show(hand.engine, first_of(left), [])
            return None
        if hand.engine.phase == constants.SHOWING and self.face_down and self.face_up:
            return "a side pot is left to hands face down: its winner is not known"
        if hand.engine.phase == constants.SHOWING and self.face_down:
            return "nobody shows a hand: the winner is not known"
        if hand.engine.phase == constants.SHOWING:
            return "the record ends before every hand is shown or mucked"
        if hand.engine.phase == constants.DEALING:
            return "the record ends before all cards are dealt"
        return f"the record ends with p{hand.engine.turn + 1} to act"
