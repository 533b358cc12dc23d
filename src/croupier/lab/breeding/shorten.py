"""Shorten games that nobody would sit through: fewer rounds, then fewer cards.

Mutations make hands longer more often than shorter, above all in games of many small plays: claims, shedding,
collecting. Such a game would be refused at once, whatever else it promises; its shorter form may be a good one.
"""

from __future__ import annotations

from croupier.games.genome.check import is_sound
from croupier.games.genome.values import BadGenome, GameGenome, replaced
from croupier.lab.scoring.trial import PLAYERS, Trial

HANDS = 30
STEPS = 12
"""Changes at most: a game that is too long even then is left as it is, and refused."""


def shortened(genome: GameGenome, points_max: float) -> GameGenome:
    """Return the game, shortened until its hands have at most this many choice points; the lineage says how."""
    made, points = genome, choice_points(genome)
    for _ in range(STEPS):
        if points <= points_max:
            break
        shorter = _shorter(made, points_max / points)
        if shorter is None:
            return genome
        made, points = shorter, choice_points(shorter)
    if made is genome or points > points_max:
        return genome
    words = f"shortened: {made.setup.cards_per_player} cards each, the phases {made.turn_structure.rounds} times"
    return replaced(made, lineage=(*genome.lineage, words))


def choice_points(genome: GameGenome) -> float:
    """Return how many choice points a hand has: between random players, or if nobody ever folds, if those are more."""
    game, found = genome.game(), []
    for player in ("random", "caller"):
        trial = Trial(game.program, game.seats(None), 1)
        trial.self_play(PLAYERS[player], HANDS)
        found.append(trial.points / max(1, trial.played))
    return max(found)


def _shorter(genome: GameGenome, part: float) -> GameGenome | None:
    """Return the game with about this part of its rounds, or with a card less; None if neither makes a sound game."""
    rounds, cards = genome.turn_structure.rounds, genome.setup.cards_per_player
    try:
        if rounds > 1:
            made = genome.with_phases(*genome.phases, rounds=max(1, min(rounds - 1, int(rounds * part))))
        else:
            made = replaced(genome, setup=replaced(genome.setup, cards_per_player=cards - 1))
    except BadGenome:  # no card is left
        return None
    return made if is_sound(made) else None
