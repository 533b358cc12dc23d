"""Remove rules without effect, so that a rulebook contains only what matters.

Mutations leave rules behind that no longer have an effect: trumps after the last trick phase was removed, a pile that
nobody plays on, points for cards that the deck does not have, two betting rounds with nothing between them. `tidied`
removes these rules and adds a note to the lineage. The game stays the same, except that the second of two adjacent
betting rounds is removed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from croupier.cards import RANKS
from croupier.games.genome.check import is_sound, scores_something
from croupier.games.genome.values import (
    DECKS,
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    HandEvaluation,
    PassPhase,
    PlayPhase,
    RevealPhase,
    TrickPhase,
    replaced,
)

_COMPARED = {"best_hand", "high_card", "low_card"}
_TOTALS = {"high_total", "low_total"}


def tidied(genome: GameGenome) -> GameGenome:
    """Return the game without the rules that have no effect. Return the genome itself if it has no such rules."""
    done = []
    for step in STEPS:
        made = step(genome)
        if made is not None and made != genome and is_sound(made):
            genome = made
            done.append((step.__doc__ or "").split(".")[0].lower())
    return replaced(genome, lineage=(*genome.lineage, f"tidied: {'; '.join(done)}")) if done else genome


def _has(genome: GameGenome, *kinds: type) -> bool:
    return any(isinstance(phase, kinds) for phase in genome.phases)


def _wins(genome: GameGenome) -> set[str]:
    return {condition.type for condition in genome.win_conditions}


def _no_dead_scoring(genome: GameGenome) -> GameGenome | None:
    """Remove points that nobody can score."""
    counted = _wins(genome) & {"high_score", "low_score", "first_to_score"}
    live = tuple(rule for rule in genome.scoring if counted and scores_something(genome, rule))
    return replaced(genome, scoring=live)


def _no_dead_trumps(genome: GameGenome) -> GameGenome | None:
    """Remove trumps from games without tricks."""
    return None if _has(genome, TrickPhase) else replaced(genome, setup=replaced(genome.setup, trump_suit=None))


def _no_dead_pile(genome: GameGenome) -> GameGenome | None:
    """Remove a pile or tableau that nobody plays on."""
    tableau = genome.setup.tableau if _has(genome, PlayPhase) else "none"
    drawn = any(isinstance(phase, DrawPhase) and phase.source == "pile" for phase in genome.phases)
    pile = genome.setup.initial_discard_count if drawn or _has(genome, PlayPhase, TrickPhase) else 0
    effects = genome.setup.effects if _has(genome, PlayPhase) else ()
    return replaced(genome, setup=replaced(genome.setup, tableau=tableau, initial_discard_count=pile, effects=effects))


def _no_dead_wilds(genome: GameGenome) -> GameGenome | None:
    """Remove wild cards that are never wild."""
    ranks = {RANKS[card >> 2] for card in DECKS[genome.setup.initial_deck]}
    fitted = any(isinstance(phase, PlayPhase) and phase.rule != "any" for phase in genome.phases)
    wild = tuple(rank for rank in genome.setup.wild_ranks if rank in ranks and (fitted or _wins(genome) & _COMPARED))
    return replaced(genome, setup=replaced(genome.setup, wild_ranks=wild))


def _no_dead_values(genome: GameGenome) -> GameGenome | None:
    """Remove the bust limit, card values and patterns that no way to win uses."""
    found, wins = genome.hand_evaluation, _wins(genome)
    counted = bool(wins & _TOTALS)
    values = found.card_values if counted else ()
    limit = found.bust_limit if counted else 0
    if "best_hand" not in wins:
        return replaced(genome, hand_evaluation=HandEvaluation(card_values=values, bust_limit=limit))
    return replaced(genome, hand_evaluation=replaced(found, card_values=values, bust_limit=limit))


def _no_dead_board(genome: GameGenome) -> GameGenome | None:
    """Remove a board that is not part of any player's hand."""
    if _wins(genome) & ({"best_hand"} | _TOTALS):
        return None
    phases = tuple(phase for phase in genome.phases if not isinstance(phase, RevealPhase))
    made = replaced(genome, setup=replaced(genome.setup, board_cards=0))
    return made.with_phases(*phases) if phases else None


def _no_dead_ending(genome: GameGenome) -> GameGenome | None:
    """Remove phases that change cards when the cards can no longer matter."""
    matters = any(rule.per == "left" for rule in genome.scoring) or bool(
        _wins(genome) & (_COMPARED | _TOTALS | {"first_to_empty"}))
    phases = list(genome.phases)
    idle = (DrawPhase, DiscardPhase, ExchangePhase, PassPhase, RevealPhase)
    while len(phases) > 1 and isinstance(phases[-1], idle) and genome.turn_structure.rounds == 1 and not matters:
        phases.pop()
    return genome.with_phases(*phases)


def _no_double_bets(genome: GameGenome) -> GameGenome | None:
    """Remove a betting round that directly follows another."""
    if not genome.bets:
        return None
    kept = [genome.phases[0]] + [phase for before, phase in pairwise(genome.phases)
                                 if not (isinstance(before, BettingPhase) and isinstance(phase, BettingPhase))]
    return genome.with_phases(*kept)


STEPS: tuple[Callable[[GameGenome], GameGenome | None], ...] = (
    _no_dead_scoring, _no_dead_trumps, _no_dead_pile, _no_dead_wilds, _no_dead_values, _no_dead_board,
    _no_dead_ending, _no_double_bets)
"""The steps, in the order in which they are applied."""
