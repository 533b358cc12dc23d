"""Shorten games whose hands are too long for people: first reduce the rounds, then the cards.

Mutations make hands longer more often than shorter, above all in games with many small plays, such as claiming,
shedding and collecting. A game that is too long would be refused at once, even if it is otherwise good. A shorter form
of the game may be accepted.
"""

from __future__ import annotations

from croupier.games.genome.check import is_sound
from croupier.games.genome.values import BadGenome, GameGenome, replaced
from croupier.lab.scoring.trial import PLAYERS, Trial

HANDS = 30
"""The number of hands that are played to count the choice points of a game."""
STEPS = 12
"""The maximum number of changes. If a game is still too long after them, it is not changed at all, and is later
refused.
"""


def shortened(genome: GameGenome, points_max: float) -> GameGenome:
    """Shorten the game until its hands have at most this many choice points. The lineage lists the changes."""
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
    """Return the average number of choice points in a hand. The average is measured with random players, and with
    players who never fold; the larger result counts.
    """
    game, found = genome.game(), []
    for player in ("random", "caller"):
        trial = Trial(game.program, game.seats(None), 1)
        trial.self_play(PLAYERS[player], HANDS)
        found.append(trial.points / max(1, trial.played))
    return max(found)


def _shorter(genome: GameGenome, part: float) -> GameGenome | None:
    """Return the game with its rounds reduced to about this share, or with one card fewer. Return None if neither gives
    a sound game.
    """
    rounds, cards = genome.turn_structure.rounds, genome.setup.cards_per_player
    try:
        if rounds > 1:
            made = genome.with_phases(*genome.phases, rounds=max(1, min(rounds - 1, int(rounds * part))))
        else:
            made = replaced(genome, setup=replaced(genome.setup, cards_per_player=cards - 1))
    except BadGenome:  # no cards would be left
        return None
    return made if is_sound(made) else None
