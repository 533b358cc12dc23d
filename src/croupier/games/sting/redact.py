"""Hide the cards of a run that a seat cannot see. Only this module decides which cards these are.

A role's deck is hidden from everybody. A seat does not see another role's hand, its face-down cards, or its cards that
were lost without being flipped. In a view the hidden cards are sorted, so that their places reveal nothing. In a guess
the hidden cards are shuffled.
"""

from __future__ import annotations

from croupier.games.sting import constants
from croupier.games.sting.engine import Engine


def hide_from(run: Engine, seat: int, shuffled: bool) -> None:
    """Rearrange all cards that a seat cannot see, separately for each role. Sort these cards, or shuffle them with the
    run's generator.
    """
    for role in range(3):
        # cards that the caller stacked are hidden too, so a copy must not draw them
        run.stacked_size[role] = 0
        hidden = hidden_of(run, role, seat)
        # sorted even before a shuffle, so that nobody can use the seed to compute where the cards were
        hidden.sort()
        # a role knows the contents of its own deck but not their order; each draw is random anyway
        if shuffled and role != seat:
            shuffle(run, hidden)
        lay_hidden(run, role, seat, hidden)


def hidden_of(run: Engine, role: int, seat: int) -> list[int]:
    """Return the cards of a role that a seat cannot see."""
    hidden = [run.pile[role * constants.PILE + place] for place in range(run.size[role])]
    if role != seat:
        hidden += faces_of(run, role)
        hidden += [run.table[place] for place in face_down(run, role)]
        hidden += [run.gone[place] for place in gone_unseen(run, role)]
    return hidden


def lay_hidden(run: Engine, role: int, seat: int, hidden: list[int]) -> None:
    """Put these cards, in this order, into the places of a role's cards that a seat cannot see."""
    at = 0
    for place in range(run.size[role]):
        run.pile[role * constants.PILE + place] = hidden[at]
        at += 1
    if role == seat:
        return
    for slot in range(run.held[role]):
        run.hand[role * constants.HAND + slot] = hidden[at]
        at += 1
    for place in face_down(run, role):
        run.table[place] = hidden[at]
        at += 1
    for place in gone_unseen(run, role):
        run.gone[place] = hidden[at]
        at += 1


def face_down(run: Engine, role: int) -> list[int]:
    """Return the places on the table of a role's face-down cards."""
    return [place for place in range(run.flipped, run.table_count) if run.owner[place] == role]


def gone_unseen(run: Engine, role: int) -> list[int]:
    """Return the places of the cards that a role played but that left the game without being flipped. Only a Player who
    folded has lost cards in this way.
    """
    if role != constants.PLAYER:
        return []
    return [place for place in range(run.gone_count) if not run.gone_seen[place]]


def shuffle(run: Engine, cards: list[int]) -> None:
    """Shuffle a list of cards in place with the run's generator."""
    for at in range(len(cards) - 1):
        other = at + run.below(len(cards) - at)
        card = cards[at]
        cards[at] = cards[other]
        cards[other] = card


def faces_of(run: Engine, role: int) -> list[int]:
    """Return the faces (card numbers) of a role's hand."""
    return [run.hand[role * constants.HAND + slot] for slot in range(run.held[role])]
