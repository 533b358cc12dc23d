"""What makes a betting card game good, as numbers from 0 to 1: one formula a measure, from what trials counted.

Counts are added up over independent blocks of hands; a measure is a formula of the sums. How sure it is comes from the
blocks: the jackknife leaves one out at a time and looks how much the result moves, which holds for ratios, for bent
formulas and for totals of measures that share their hands.

    density       r / (r + 1.5), r real decisions of a player in a hand
    tension       mean of 4wl over real decisions, w and l the decider's chances to win and to lose if all check and
                  call from there
    comebacks     twice the share of sessions won by somebody who did not lead half-way, at most 1
    interaction   share of real decisions that touch others
    length        1 for games of 10 to 45 minutes, falling with their logarithm to 0 at 1 and at 240
    simplicity    (22 − n) / 18 within 0..1, n the number of things to explain
    skill         half each: what the greedy and what the searching player take from random ones, full at 0.6 of stakes
    depth         what the searching player takes from greedy ones, or from those who search an eighth as much if that
                  is less, full at 0.3 of stakes
    fairness      1 − 2|a| at least 0, a what the first to act takes between equal searchers, as a part of stakes
    engagement    half the share of hands with a bet, half the evenness of folds, checks and calls, bets and raises
    bluffing      share of bettors who bet on little and made all others fold, full at 0.15

`trial.py` says what is counted: what a real decision is, one that touches others, and a bet on little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt

from croupier.games.genome.values import BettingPhase, GameGenome
from croupier.stats.intervals import Interval
from croupier.stats.student import t_factor

Counts = dict[str, float]
"""What was counted, by name; of several blocks they add up."""

NAMES = ("density", "tension", "comebacks", "interaction", "length", "simplicity", "skill", "depth", "fairness",
         "engagement", "bluffing")
CHEAP = ("comebacks", "length", "simplicity")
"""Measures that need no search."""

SECONDS_A_HAND = 20.0
"""To gather the cards, shuffle, deal and pay."""
SECONDS_A_DECISION = 5.0
SKILL_FULL = 0.6
DEPTH_FULL = 0.3
BLUFFS_FULL = 0.15


def added(blocks: Sequence[Counts]) -> Counts:
    """Blocks added up."""
    return {name: sum(block[name] for block in blocks) for name in blocks[0]} if blocks else {}


def part(counts: Counts, some: str, of: str) -> float:
    """One count as a part of another, 0 where there is nothing."""
    return counts[some] / counts[of] if counts.get(of) else 0.0


def clipped(value: float) -> float:
    """Within 0..1."""
    return min(1.0, max(0.0, value))


# -- the formulas ------------------------------------------------------------------------------------------------------


def cheap(genome: GameGenome, counts: Counts) -> dict[str, float]:
    """The measures that need no search."""
    return {"comebacks": clipped(2 * part(counts, "comebacks", "led")), "length": length(minutes(counts)),
            "simplicity": simplicity(genome)}


def measured(genome: GameGenome, counts: Counts) -> dict[str, float]:
    """All measures."""
    return dict(sorted({
        **cheap(genome, counts),
        "density": density(part(counts, "real", "player_hands")),
        "tension": part(counts, "openness", "real"),
        "interaction": part(counts, "touching", "real"),
        "skill": (clipped(part(counts, "greedy_won", "greedy_stakes") / SKILL_FULL)
                  + clipped(part(counts, "search_won", "search_stakes") / SKILL_FULL)) / 2,
        "depth": clipped(min(part(counts, "depth_won", "depth_stakes"), part(counts, "haste_won", "haste_stakes"))
                         / DEPTH_FULL),
        "fairness": clipped(1 - 2 * abs(part(counts, "opening", "stakes"))),
        "engagement": (part(counts, "contested", "hands") + evenness(counts)) / 2 if genome.bets else 0.0,
        "bluffing": clipped(part(counts, "bluffs", "bettors") / BLUFFS_FULL),
    }.items(), key=lambda item: NAMES.index(item[0])))


def density(real: float) -> float:
    """Real decisions of a player in a hand: one counts 0.4, three 0.67, ten 0.87."""
    return real / (real + 1.5)


def minutes(counts: Counts) -> float:
    """How long people would sit at a game."""
    hands, decisions = part(counts, "game_hands", "games"), part(counts, "game_decisions", "games")
    return (hands * SECONDS_A_HAND + decisions * SECONDS_A_DECISION) / 60


def length(taken: float) -> float:
    """Full between 10 and 45 minutes, nothing below 1 and above 240."""
    if taken <= 1 or taken >= 240:
        return 0.0
    return clipped(min(log(taken) / log(10), log(240 / taken) / log(240 / 45)))


def evenness(counts: Counts) -> float:
    """How evenly betting decisions fall on folding, checking and calling, betting and raising: their entropy."""
    whole, found = counts["betting"], 0.0
    passive = whole - counts["folding"] - counts["aggressive"]
    for count in (counts["folding"], passive, counts["aggressive"]):
        if count > 0:
            found -= count / whole * log(count / whole)
    return found / log(3)


def things_to_explain(genome: GameGenome) -> float:
    """How many rules a new player has to hear."""
    setup, evaluation = genome.setup, genome.hand_evaluation
    kinds = {type(phase) for phase in genome.phases}
    stakes = {(phase.min_bet, phase.max_raises) for phase in genome.phases if isinstance(phase, BettingPhase)}
    return (len(genome.phases) + len(kinds) + max(0, len(stakes) - 1) + (genome.turn_structure.rounds > 1)
            + len(genome.win_conditions) + len(genome.scoring) + (setup.trump_suit is not None)
            + (len(setup.wild_ranks) > 0) + (setup.tableau != "none") + (setup.board_cards > 0)
            + (setup.initial_discard_count > 0) + (not setup.side_pots) + (evaluation.bust_limit > 0)
            + (len(evaluation.card_values) > 0) + len(evaluation.patterns) / 4)


def simplicity(genome: GameGenome) -> float:
    """Full for games of four things to explain, nothing from 22 on."""
    return clipped((22 - things_to_explain(genome)) / 18)


# -- how sure ----------------------------------------------------------------------------------------------------------


def jackknifed(blocks: Sequence[Counts], formula: Callable[[Counts], float]) -> Interval:
    """A formula of all blocks with its 95 % interval, from how it moves when each block is left out."""
    count = len(blocks)
    whole = added(blocks)
    if count < 2:
        return Interval(formula(whole), float("inf"), count)
    without = [formula({name: whole[name] - block[name] for name in whole}) for block in blocks]
    mean = sum(without) / count
    spread = sqrt((count - 1) / count * sum((value - mean) ** 2 for value in without))
    return Interval(formula(whole), t_factor(count - 1) * spread, count)
