"""Classify games by family and kind of betting, and measure how much the structures of two games differ.

A game's family is the way in which a hand is won: by comparing hands, taking tricks, getting rid of cards, collecting
them, drawing better ones, passing them on, or making false claims. A game's kind of betting is the time at which chips
are bet. Family and kind of betting are the two axes of the archive: a new game survives if it is the best of its cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from croupier.games.genome.known import known, names
from croupier.games.genome.values import BettingPhase, BlindsPhase, DrawPhase, GameGenome

FAMILIES = ("comparing", "tricks", "shedding", "collecting", "drawing", "passing", "claiming")
BETTING = ("no bets", "one round", "several rounds", "blinds")
CLOSE = 0.12
"""Two games whose distance is below this are variants of the same game."""

_TRICK_WINS = {"most_tricks", "fewest_tricks"}
_COMPARED = {"best_hand", "high_card", "low_card", "high_total", "low_total"}


def family(genome: GameGenome) -> str:
    """Return the family of a game."""
    kinds = {type(phase).__name__ for phase in genome.phases}
    wins = genome.win_conditions[0].type
    if "ClaimPhase" in kinds:
        return "claiming"
    if wins in _TRICK_WINS or ("TrickPhase" in kinds and wins not in _COMPARED):
        return "tricks"
    if wins == "first_to_empty":
        return "shedding"
    if wins not in _COMPARED:
        return "collecting"
    if "PassPhase" in kinds:
        return "passing"
    return "drawing" if _draws(genome) else "comparing"


def _draws(genome: GameGenome) -> bool:
    """Return True if players choose which cards to draw or to exchange."""
    return any(type(phase).__name__ in ("ExchangePhase", "DiscardPhase")
               or (isinstance(phase, DrawPhase) and (not phase.mandatory or phase.source != "deck"))
               for phase in genome.phases)


def betting_kind(genome: GameGenome) -> str:
    """Return the kind of betting: the time in a hand at which chips are bet."""
    rounds = [phase for phase in genome.phases if isinstance(phase, BettingPhase)]
    if not genome.bets or not rounds:
        return "no bets"
    if any(phase.blinds[1] for phase in rounds):
        return "blinds"
    return "several rounds" if len(rounds) * genome.turn_structure.rounds > 1 else "one round"


def cell(genome: GameGenome) -> tuple[int, int]:
    """Return the row and column of a game's cell in the archive."""
    return FAMILIES.index(family(genome)), BETTING.index(betting_kind(genome))


def features(genome: GameGenome) -> Counter[str]:
    """Return the parts of a game's structure, without the sizes of bets and the numbers of chips."""
    setup, evaluation = genome.setup, genome.hand_evaluation
    found: Counter[str] = Counter(f"win {condition.type}" for condition in genome.win_conditions[:2])
    found.update(_phase_feature(phase) for phase in genome.phases)
    found.update(_phase_feature(one) + _phase_feature(other) for one, other in zip(genome.phases, genome.phases[1:]))
    found.update(f"scores {rule.per} {'+' if rule.points > 0 else '-'}" for rule in genome.scoring)
    for name, there in (("trumps", setup.trump_suit), ("wild", setup.wild_ranks), ("board", setup.board_cards),
                        ("pile", setup.initial_discard_count), ("bust", evaluation.bust_limit),
                        ("patterns", evaluation.patterns), ("chips", setup.starting_chips),
                        ("several rounds", genome.turn_structure.rounds > 1),
                        ("turns by player", genome.turn_structure.by_player), ("books", setup.books > 1),
                        ("blinds", any(isinstance(phase, BlindsPhase) for phase in genome.phases))):
        found[name] += bool(there)
    found.update(f"effect {effect.effect}" for effect in setup.effects)
    found[f"tableau {setup.tableau}"] += setup.tableau != "none"
    found["cards"] += min(6, setup.cards_per_player // 2)
    return +found


def _phase_feature(phase: object) -> str:
    """Return a phase's kind and its options, without its numbers."""
    switches = [str(value) for name in getattr(phase, "__struct_fields__", ())
                if isinstance(value := getattr(phase, name), bool | str)]
    return f"{type(phase).__name__}({','.join(switches)})"


def distance(one: GameGenome, other: GameGenome) -> float:
    """Return how much of the structure of two games differs, from 0 (the same) to 1."""
    return _difference(features(one), features(other))


def _difference(first: Counter[str], second: Counter[str]) -> float:
    whole = (first | second).total()
    return 1 - (first & second).total() / whole if whole else 0.0


def novelty(genome: GameGenome, others: Iterable[GameGenome] = ()) -> float:
    """Return the distance from a game to the nearest known game or game in `others`."""
    mine = features(genome)
    return min((_difference(mine, other) for other in (*_known_features(), *map(features, others))), default=1.0)


@cache
def _known_features() -> tuple[Counter[str], ...]:
    return tuple(features(known(name)) for name in names())


def empty_cells() -> list[tuple[str, str]]:
    """Return the cells of the archive to which no known game belongs."""
    filled = {(family(known(name)), betting_kind(known(name))) for name in names()}
    return [(one, other) for one in FAMILIES for other in BETTING if (one, other) not in filled]
