# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""Decide what a viewer may see of a hand (B12, N10), in one place: `reveal_to`.

Everything that is shown to anybody comes from a deck that `reveal_to` filled: a view is the same hand over a deck with
hidden cards blanked, and a guess is the same hand over a deck whose hidden cards were dealt again at random.
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
    """Return a copy of a hand over another deck."""
    twin = blank(deal)
    engine.copy_to(twin)
    return twin


def masked(engine: Engine, viewer: int) -> Engine:
    """Return the same hand over a deck in which only what the viewer may see is known."""
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
    # a place beyond the deck was dealt: cards have come back, and which ones is public while their order is not
    if engine.cards.next_place > deal.layout.deck_size:
        guess_returned(engine, deal, chance)
    else:
        deal.guess(chance)
    twin = over(engine, deal)
    twin.by_record = False  # a guess deals the cards to come by itself, even if a record named the earlier ones
    twin.cards.rng = deal.rng
    # `returned` is counted again as the guess brings its own cards back
    twin.cards.returned = 0
    twin.cards.bring_back(deal.returns_decided)
    return twin


def guess_returned(engine: Engine, deal: Deal, chance: Rng) -> None:
    """Fill a hidden deck after the muck was shuffled back, so that it fits the cards that the seat has seen."""
    # imported here: that module reads logs through modules that import this one
    from croupier.games.poker.engine.reshuffle_guess import guessed_deck

    laid = guessed_deck(engine.log.entries(), deal.get_deck(deal.deck_size), deal.layout.deck_size, chance)
    if not laid:
        # a guess that contradicts what the seat saw would mislead every search
        raise IllegalAction("the record's muck did not come back as B15 says: hidden cards cannot be guessed", "B15")
    deal.set_guess(laid, chance)


def reveal_to(engine: Engine, deal: Deal, viewer: int) -> None:
    """Turn up in a hidden deck the cards that a viewer may see, all of them for SEES_ALL."""
    if viewer == constants.SEES_ALL:
        # the whole deck, the cards to come as well
        for place in range(engine.deal.deck_size + engine.cards.returned):
            deal.reveal(place, engine.cards.card_at(place))
    for entry in engine.log.earlier or ():
        reveal_entry(engine, deal, viewer, entry)
    for at in range(engine.log.size):
        reveal_entry(engine, deal, viewer, engine.log.row[at])


def reveal_entry(engine: Engine, deal: Deal, viewer: int, entry: int) -> None:
    """Turn up what one log entry shows a viewer."""
    kind = entry & 31
    seat = (entry >> 5) & 15
    if (kind == constants.DEALT_BOARD or kind == constants.DEALT_UP
            or ((kind == constants.DEALT_DOWN or kind == constants.DREW) and seat == viewer)):
        entry >>= 9
        while entry > 1:
            deal.reveal(entry & 255, engine.cards.card_at(entry & 255))
            entry >>= 8
    # a folded hand has no SHOWN entry, so its cards are never turned up (B12)
    elif kind == constants.SHOWN:
        for slot in range(engine.cards.held[seat]):
            place = engine.cards.hole_places[seat * constants.SLOTS + slot]
            deal.reveal(place, engine.cards.card_at(place))
