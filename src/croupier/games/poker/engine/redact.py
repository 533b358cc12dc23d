# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""Decide what a viewer may see of a hand (B12, N10), in one place: `reveal_to`.

Both copies of a hand that a viewer may get use a deck that `reveal_to` has filled. In a view, the hidden cards of this
deck are unknown. In a guess, the hidden cards are dealt again at random.
"""

from __future__ import annotations

import cython

from croupier.betting.rulebook import IllegalAction
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal
from croupier.games.poker.engine.engine import Engine
from croupier.rng import Rng

if not cython.compiled:
    from croupier.games.poker.engine.engine import blank


def copied(engine: Engine) -> Engine:
    """Return an independent copy."""
    return over(engine, engine.deal)


def over(engine: Engine, deal: Deal) -> Engine:
    """Return a copy of a hand with another deck."""
    twin = blank(deal)
    engine.copy_to(twin)
    return twin


def masked(engine: Engine, viewer: int) -> Engine:
    """Return a copy of the hand in which only the cards that the viewer may see are known."""
    deal = engine.deal.hidden()
    reveal_to(engine, deal, viewer)
    twin = over(engine, deal)
    twin.cards.rng = 0  # the generator and the places of returned cards would reveal the deck
    twin.cards.returned = 0
    return twin


def redealt(engine: Engine, seat: int, chance: Rng) -> Engine:
    """Return a copy in which all cards that the seat cannot see are dealt again at random."""
    deal = engine.deal.hidden()
    reveal_to(engine, deal, seat)
    # A place beyond the deck was dealt, so the muck was reshuffled. Everybody knows which cards were in it, but not
    # their order.
    if engine.cards.next_place > deal.layout.deck_size:
        guess_returned(engine, deal, chance)
    else:
        deal.guess(chance)
    twin = over(engine, deal)
    twin.by_record = False  # a guess deals the coming cards itself, even if a record named the earlier ones
    twin.cards.rng = deal.rng
    # the guess counts the reshuffled cards again while it reshuffles its own muck
    twin.cards.returned = 0
    twin.cards.bring_back(deal.returns_decided)
    return twin


def guess_returned(engine: Engine, deal: Deal, chance: Rng) -> None:
    """Fill a hidden deck so that it fits the cards that the seat has seen, although the muck was reshuffled."""
    # imported here: that module reads logs through modules that import this one
    from croupier.games.poker.engine.reshuffle_guess import guessed_deck

    laid = guessed_deck(engine.log.entries(), deal.get_deck(deal.deck_size), deal.layout.deck_size, chance)
    if not laid:
        # refuse instead of guessing wrong: a guess that contradicts what the seat saw would mislead every search
        raise IllegalAction("the record's muck did not come back as B15 says: hidden cards cannot be guessed", "B15")
    deal.set_guess(laid, chance)


def reveal_to(engine: Engine, deal: Deal, viewer: int) -> None:
    """Set the cards that a viewer may see in a hidden deck. For SEES_ALL set all cards."""
    if viewer == constants.SEES_ALL:
        # the whole deck, including the cards still to come
        for place in range(engine.deal.deck_size + engine.cards.returned):
            deal.reveal(place, engine.cards.card_at(place))
    for entry in engine.log.earlier or ():
        reveal_entry(engine, deal, viewer, entry)
    for at in range(engine.log.size):
        reveal_entry(engine, deal, viewer, engine.log.row[at])


def reveal_entry(engine: Engine, deal: Deal, viewer: int, entry: int) -> None:
    """Set the cards that one log entry shows to a viewer."""
    kind = entry & 31
    seat = (entry >> 5) & 15
    if (kind == constants.DEALT_BOARD or kind == constants.DEALT_UP
            or ((kind == constants.DEALT_DOWN or kind == constants.DREW) and seat == viewer)):
        entry >>= 9
        while entry > 1:
            deal.reveal(entry & 255, engine.cards.card_at(entry & 255))
            entry >>= 8
    # a folded hand has no SHOWN entry, so its cards stay hidden (B12)
    elif kind == constants.SHOWN:
        for slot in range(engine.cards.held[seat]):
            place = engine.cards.hole_places[seat * constants.SLOTS + slot]
            deal.reveal(place, engine.cards.card_at(place))
