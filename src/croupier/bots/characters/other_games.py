"""How a character decides in poker games other than hold'em: by its chance against one random hand.

The chance is sampled (`games.poker.win_chance`), lowered for each opponent and for every bet they made, and weighed as
in hold'em: by the price of a call, and by how often a bet makes others fold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.bots.characters.holdem import FOLDS_TO, RAISED_BACK, Weighted, softmax
from croupier.bots.characters.story import CALLED, RAISED, HandStory
from croupier.games.poker.win_chance import chance

if TYPE_CHECKING:
    from croupier.bots.characters.traits import Traits
    from croupier.games.api import Action
    from croupier.games.poker.view import View

SAMPLES = 60
"""Deals for one chance at the default of 200 samples a decision; an Omaha deal costs about ten of hold'em."""
BET_SHOWS, CALL_SHOWS = 0.09, 0.04
"""How much better than a random hand an opponent's is for each of its bets and calls."""


def bet(view: View, traits: Traits) -> Weighted:
    """Return the probabilities of a betting decision."""
    story = HandStory(view)
    seat = view.seat or 0
    others = [other for other in view.live if other != seat]
    share = _share(view, story, others, traits)
    legal, pot, owed = view.legal, view.pot, view.to_call
    stack = max(1, view.stack)
    values: list[tuple[Action, float]] = []
    if legal.check:
        values.append((view.check(), share * pot + traits.trap * pot * (share > 0.75)))
    else:
        enters = 0.03 * (1 - traits.loose) * pot if story.street == 0 else 0.0
        worth = share * (pot + owed) - owed + traits.sticky * pot - enters
        values += [(view.fold(), 0.0), (view.call(), worth - traits.caution * pot * owed / stack)]
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        for size in traits.sizes:
            values.append(_raise(view, traits, size, share, others))
    return softmax(values, max(traits.temperature, 0.03) * pot)


def _share(view: View, story: HandStory, others: list[int], traits: Traits) -> float:
    """Return the expected share of the pot against all opponents, given their actions."""
    share = chance(view._hand, view.seat or 0, max(30, SAMPLES * traits.samples // 200))
    result = 1.0
    for other in others:
        shown = sum(BET_SHOWS if move.kind == RAISED else CALL_SHOWS if move.kind == CALLED else 0.0
                    for move in story.moves if move.seat == other)
        if view.rules.has_draws and story.draws:
            shown += 0.06 * (2 - min(story.draws.get(other, 2), 3))  # few cards drawn: a better hand
        result *= min(0.99, max(0.02, share - traits.reads * min(shown, 0.35) * 4 * share * (1 - share)))
    return max(result, 0.3 * share) if len(others) > 2 and view.rules.low else result


def _raise(view: View, traits: Traits, size: float, share: float, others: list[int]) -> tuple[Action, float]:
    """Return a raise by a part of the pot, and its value."""
    legal, pot, owed = view.legal, view.pot, view.to_call
    least, most = legal.min_raise_to or 0, legal.max_raise_to or 0
    amount = max(least, min(most, view.price + int(size * (pot + owed))))
    put = amount - view.bets[view.seat or 0]
    part = max(0.01, (amount - view.price) / max(1, pot + owed))
    alone = min(0.9, FOLDS_TO * traits.bluff * part / (1 + part))
    folds = 1.0
    for other in others:
        folds *= alone if view.stacks[other] else 0.0
    called = share - 0.5 * alone * share * (1 - share) * 2
    worth = folds * pot + (1 - folds) * (called * (pot + put + (put - owed)) - put) - RAISED_BACK * put
    stack = max(1, view.stack)
    return view.raise_to(amount), worth + traits.aggression * pot - traits.caution * pot * put / stack
