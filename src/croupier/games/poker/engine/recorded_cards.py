# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""Take the cards of a hand from a record. The engine deals places of the deck, and the record names the cards there.

Cards are named street by street with `name_hole` and `name_board`, `??` for unknown ones. Once every place dealt so far
is named, the hand continues by itself. After the last bet the hand waits until each live seat has shown (`show`) or
mucked (`muck`), and then divides the pot among the hands shown. A named card never changes: a contradicting name is
refused (N9, N12).
"""

from __future__ import annotations

from croupier.betting.rulebook import IllegalAction
from croupier.cards import text
from croupier.errors import short
from croupier.games.poker import constants
from croupier.games.poker.engine.engine import Engine


def card_number(card: object) -> int:
    """Return a card's number, or -1 if the object is not a card."""
    if type(card) is not int:
        return -1
    try:
        # in compiled code this assignment converts to a C int, which overflows for a number like 10**30
        number: int = card
    except OverflowError:  # only compiled code overflows
        return -1
    return number if 0 <= number <= constants.UNKNOWN else -1


def check(engine: Engine, seat: int, cards: list[int]) -> None:
    """Raise IllegalAction for a seat that is not in the hand or a card that is not in the deck."""
    if not 0 <= seat < engine.seats:
        raise IllegalAction(f"seat {seat} is not one of 0..{engine.seats - 1}", "N12")
    for card in cards:
        number = card_number(card)
        if number < 0:
            raise IllegalAction(f"{short(card)} is not a card number: 0..51, or 52 for an unknown card", "N9")
        # in a short deck the sixes to aces have the numbers 16 to 51
        if number < 52 - engine.deal.layout.deck_size:
            raise IllegalAction(f"{text([card])} is not in this game's deck of sixes to aces", "N9")


def refuse_twice(engine: Engine, cards: list[int]) -> None:
    """Raise IllegalAction if a card is dealt twice (N9). In draw games a card may be dealt again once no player holds
    it.
    """
    # a variable, because the .pxd makes it 64 bits wide; a literal 1 would be shifted as 32 bits
    one = 1
    seen = 0
    for card in cards:
        if card < constants.UNKNOWN:
            if (seen >> card) & 1 or is_on_table(engine, card):
                raise IllegalAction(f"{text([card])} is dealt twice", "N9")
            seen |= one << card


def is_on_table(engine: Engine, card: int) -> bool:
    """Return True if a card has been named and cannot be dealt again. In draw games a live seat must still hold it."""
    # a discarded card may be dealt again after a reshuffle, so only cards still held are taken
    if engine.deal.layout.draws:
        return engine.cards.holds(engine.round.live, card)
    return engine.cards.was_dealt(card)


def name_hole(engine: Engine, seat: int, cards: list[int]) -> None:
    """Name a seat's newly dealt cards, in the order of its slots."""
    check(engine, seat, cards)
    # a record may name a seat's cards in several lines, so one line may name only some of them
    if len(cards) > engine.cards.unnamed(seat):
        due = engine.cards.unnamed(seat)
        raise IllegalAction(f"seat {seat} is dealt {text(cards)}, but {due} cards are due to it", "B15")
    refuse_twice(engine, cards)
    at = 0
    for slot in range(engine.cards.held[seat]):
        place = engine.cards.hole_places[seat * constants.SLOTS + slot]
        if at < len(cards) and engine.deal.deck[place] == constants.UNNAMED:
            engine.deal.deck[place] = cards[at]
            at += 1
    go_on_if_named(engine)


def name_board(engine: Engine, cards: list[int]) -> None:
    """Name newly dealt board cards. In stud a record may name one shared card instead of each seat's own card."""
    check(engine, 0, cards)
    # the engine has dealt each seat its own card; the record says that one shared card came instead
    if (engine.phase == constants.DEALING and engine.deal.layout.stud and len(cards) == 1
            and engine.cards.board_count == 0):
        engine.cards.take_back_unnamed(engine.round.live)
        engine.deal_board(1)
    due = engine.cards.unnamed_board()
    if len(cards) != due or not cards:
        raise IllegalAction(f"the board is dealt {text(cards)}, but {due} cards are due", "B15")
    refuse_twice(engine, cards)
    for at in range(len(cards)):
        engine.deal.deck[engine.cards.board_places[engine.cards.board_count - len(cards) + at]] = cards[at]
    go_on_if_named(engine)


def go_on_if_named(engine: Engine) -> None:
    """Continue the hand if every card dealt so far has been named."""
    if engine.phase == constants.DEALING and engine.cards.named_places() == engine.cards.next_place:
        engine.dealer_is_done()
        settle_if_shown(engine)


def awaits_record(engine: Engine) -> bool:
    """Return True if the hand waits for the record to name or show cards."""
    return engine.phase == constants.DEALING or engine.phase == constants.SHOWING


def show(engine: Engine, seat: int, cards: list[int]) -> None:
    """Show a seat's hand. Unknown cards become known, and known cards must match. An empty list shows the cards already
    known.
    """
    check(engine, seat, cards)
    if not (engine.round.live >> seat) & 1 or not awaits_record(engine):
        raise IllegalAction(f"seat {seat} shows, but has no hand to show now", "N12")
    match_shown(engine, seat, cards)
    engine.shown |= 1 << seat
    settle_if_shown(engine)


def match_shown(engine: Engine, seat: int, cards: list[int]) -> None:
    """Assign shown cards to slots. Cards that were named before must match; the others fill the unknown slots."""
    # a hand that is shown in part ("Ah??") names only its known cards
    left = [card for card in cards if card != constants.UNKNOWN]
    free = []
    for slot in range(engine.cards.held[seat]):
        place = engine.cards.hole_places[seat * constants.SLOTS + slot]
        card = engine.deal.deck[place]
        if card in left:
            left.remove(card)
        elif card == constants.UNKNOWN:
            free.append(place)
        elif cards and card != constants.UNNAMED:
            raise IllegalAction(f"seat {seat} shows {text(cards)}, but was dealt {text([card])}", "N9")
    # more cards are shown than the seat has unknown slots for
    if len(left) > len(free):
        raise IllegalAction(f"seat {seat} shows {text(cards)}, more than it holds", "N9")
    refuse_twice(engine, left)
    for at in range(len(left)):
        engine.deal.deck[free[at]] = left[at]


def is_all_in_unasked(engine: Engine, seat: int) -> bool:
    """Return True if forced bets alone put this live seat all-in, so that it never gets to act."""
    if engine.phase == constants.OVER or not (engine.round.live >> seat) & 1 or engine.round.stack[seat] > 0:
        return False
    for place in range(engine.log.size):
        entry = engine.log.row[place]
        kind = entry & 31
        # a player can go all-in by these three actions only; a blind or ante has a different kind of entry
        if (entry >> 5) & 15 == seat and kind in (constants.CALLED, constants.RAISED, constants.BROUGHT_IN):
            return False
    # in a hand this long (its log has moved entries into `earlier`) every player has acted many times
    return engine.log.earlier is None


def fold_all_in(engine: Engine, seat: int) -> None:
    """Fold an all-in seat out of turn. If only one other seat is left, the hand ends."""
    engine.log.add(constants.FOLDED, seat, 0)
    engine.round.live &= ~(1 << seat)
    if engine.round.live & (engine.round.live - 1) == 0:

        engine.phase = constants.BETTING
        engine.finish_round()


def muck(engine: Engine, seat: int) -> None:
    """Give up a seat's hand at the showdown without showing it."""
    check(engine, seat, [])
    if not (engine.round.live >> seat) & 1 or not awaits_record(engine):
        raise IllegalAction(f"seat {seat} mucks, but has no hand to muck now", "N12")
    # otherwise a side pot could have no winner, and its chips would be lost (M2)
    if not is_covered(engine, seat):
        raise IllegalAction(f"seat {seat} mucks, but is the only one left to win a side pot", "N12")
    engine.mucked |= 1 << seat
    settle_if_shown(engine)


def is_covered(engine: Engine, seat: int) -> bool:
    """Return True if some other live seat that has not mucked has put in at least as much. Then every pot still has a
    possible winner.
    """
    for other in range(engine.seats):
        if other != seat and ((engine.round.live & ~engine.mucked) >> other) & 1:
            if engine.round.total[other] >= engine.round.total[seat]:
                return True
    return False


def settle_if_shown(engine: Engine) -> None:
    """Settle once every live seat has shown or mucked."""
    if engine.phase != constants.SHOWING or engine.round.live & ~(engine.shown | engine.mucked):
        return
    left = engine.round.live & ~engine.mucked
    if left == 0:
        raise IllegalAction("every hand was mucked: nobody is left to win the pot", "N12")
    # the last hand wins without a comparison, so its cards may remain unknown
    if left & (left - 1) != 0 and not engine.cards.all_known(left):
        raise IllegalAction("a hand was shown with unknown cards: the winner cannot be found", "N12")
    engine.settle_shown()
