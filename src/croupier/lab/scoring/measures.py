"""Measure what makes a betting card game good. Each measure is a number from 0 to 1, computed by one formula from the
counts of trials.

    decisions     d / (d + 1.5), d the choice points of a player in a hand; passing three cards is one
    interaction   share of choice points that touch others
    tension       mean of 4wl over choice points; w and l are the decider's chances to win and to lose, by its search
    drama         twice the share of sessions won by a player who did not lead half-way
    lead_changes  c / (c + 2), c the changes of the leader in a session of thirty hands
    late          the part of a session after which its winner leads for good
    length        1 for games of 10 to 45 minutes, falling with the logarithm to 0 at 1 and at 240
    simplicity    (22 − n) / 18, n the number of things to explain
    skill         half each: what the greedy and what the searching player win from random ones, full at 0.6 of stakes
    depth         what search wins from search with an eighth of its iterations, full at 0.3 of stakes
    betting       what search wins from the same search that calls every bet, full at 0.2 of stakes
    fairness      1 − 4a, a what the first to act wins or loses between equal searchers, as a part of stakes
    engagement    half the share of hands with a bet, half the evenness of folds, checks and calls, bets and raises
    bluffing      share of bettors who bet on little and made all others fold, full at 0.15

All measures are cut off at 0 and 1. `trial.py` explains what is counted; `intervals.py` explains the interval of a
measure. For each measure `docs/lab.md` gives its expected value on known games, and a game that was designed to cheat
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log

from croupier.games.genome.values import BettingPhase, BlindsPhase, GameGenome
from croupier.lab.scoring.intervals import (
    Counts,
    Estimate,
    clipped,
    deviation_of,
    jackknifed,
    mean_estimate,
    part,
    share_estimate,
    unsigned,
    weighed_sum,
)
from croupier.stats.student import t_factor

NAMES = ("decisions", "interaction", "tension", "drama", "lead_changes", "late", "length", "simplicity", "skill",
         "depth", "betting", "fairness", "engagement", "bluffing")
CHEAP = ("drama", "lead_changes", "late", "length", "simplicity")
"""The measures that need no search."""
OF_BETS = ("betting", "engagement", "bluffing")
"""The measures that only games with chips have."""

SECONDS_A_HAND = 20.0
"""The time that people need between hands to gather the cards, shuffle, deal and pay, in seconds."""
SECONDS_A_DECISION = 5.0
"""The time that people need for a decision, in seconds."""
SKILL_FULL = 0.6
DEPTH_FULL = 0.3
BETTING_FULL = 0.2
BLUFFS_FULL = 0.15
UNFAIR_FULL = 0.25
"""The advantage of acting first at which the measure of fairness is 0, as a share of stakes."""
SIGNED = (-1.0, 1.0)
"""The limits of a result as a share of stakes."""


def names_for(genome: GameGenome) -> tuple[str, ...]:
    """Return the names of a game's measures. Only a game with chips has the measures of bets."""
    return tuple(name for name in NAMES if genome.bets or name not in OF_BETS)


def cheap(genome: GameGenome, blocks: Sequence[Counts]) -> dict[str, Estimate]:
    """Return the measures that need no search."""
    simple = simplicity(genome)
    return {"drama": share_estimate(blocks, "comebacks", "led").through(lambda share: clipped(2 * share)),
            "lead_changes": mean_estimate(blocks, "lead_changes", "led").through(_changes),
            "late": mean_estimate(blocks, "settled", "led", (0.0, 1.0)).through(clipped),
            "length": _length(blocks), "simplicity": Estimate(simple, simple, simple, len(blocks))}


def measured(genome: GameGenome, blocks: Sequence[Counts]) -> dict[str, Estimate]:
    """Return all measures of a game with their intervals."""
    found = {
        **cheap(genome, blocks),
        "decisions": mean_estimate(blocks, "points", "player_hands").through(density),
        "tension": mean_estimate(blocks, "openness", "points", (0.0, 1.0)).through(clipped),
        "interaction": share_estimate(blocks, "touching", "points"),
        "skill": skill(blocks),
        "depth": contest(blocks, "depth").through(lambda won: clipped(won / DEPTH_FULL)),
        "fairness": _fairness(blocks),
    }
    if genome.bets:
        found["betting"] = contest(blocks, "betting").through(lambda won: clipped(won / BETTING_FULL))
        found["engagement"] = jackknifed(blocks, engagement).through(clipped)
        found["bluffing"] = share_estimate(blocks, "bluffs", "bettors").through(
            lambda share: clipped(share / BLUFFS_FULL))
    return {name: found[name] for name in names_for(genome)}


def contest(blocks: Sequence[Counts], name: str) -> Estimate:
    """Return what one player won in a contest, as a share of the stakes that changed hands."""
    return mean_estimate(blocks, f"{name}_won", f"{name}_stakes", SIGNED)


def first_player(blocks: Sequence[Counts]) -> Estimate:
    """Return what the first to act wins between equal searchers, as a share of the stakes that change hands."""
    return mean_estimate(blocks, "opening", "stakes", SIGNED)


def unfairness(blocks: Sequence[Counts]) -> Estimate:
    """Return how much the first player wins or loses, as a share of stakes, corrected for the bias of few blocks."""
    return unsigned(first_player(blocks), len(blocks))


def _fairness(blocks: Sequence[Counts]) -> Estimate:
    found = unfairness(blocks)
    mean, low, high = (clipped(1 - size / UNFAIR_FULL) for size in (found.mean, found.high, found.low))
    return Estimate(mean, low, high, found.samples)


def skill(blocks: Sequence[Counts]) -> Estimate:
    """Return the mean of what a greedy player and a searching player win from random players, each in its own hands."""
    return weighed_sum([(0.5, contest(blocks, who).through(lambda won: clipped(won / SKILL_FULL)))
                        for who in ("greedy", "search")])


def _changes(count: float) -> float:
    return max(0.0, count) / (max(0.0, count) + 2)


def density(points: float) -> float:
    """Return the measure of decisions. The measure is 0.4 for one choice point of a player in a hand, 0.67 for three,
    and 0.87 for ten.
    """
    return max(0.0, points) / (max(0.0, points) + 1.5)


# -- length ------------------------------------------------------------------------------------------------------------


def minutes(counts: Counts) -> float:
    """Return how many minutes people would need for a game."""
    hands, decisions = part(counts, "game_hands", "games"), part(counts, "game_decisions", "games")
    return (hands * SECONDS_A_HAND + decisions * SECONDS_A_DECISION) / 60


def length(taken: float) -> float:
    """Return the measure of length for a game of this many minutes. The measure is 1 for 10 to 45 minutes, and 0 below
    1 or above 240 minutes. In between it changes with the logarithm of the minutes.
    """
    if taken <= 1 or taken >= 240:
        return 0.0
    return clipped(min(log(taken) / log(10), log(240 / taken) / log(240 / 45)))


def _length(blocks: Sequence[Counts]) -> Estimate:
    """Return the measure of length. The interval of this measure goes from its smallest to its largest value within the
    interval of the minutes.
    """
    found = jackknifed(blocks, minutes)
    ends = [length(max(0.0, found.low)), length(found.high)]
    most = 1.0 if found.low <= 45 and found.high >= 10 else max(ends)
    return Estimate(length(found.mean), min(ends), most, len(blocks))


# -- bets --------------------------------------------------------------------------------------------------------------


def engagement(counts: Counts) -> float:
    """Return the mean of two figures: the share of hands with a bet, and the evenness of actions."""
    return (part(counts, "contested", "hands") + evenness(counts)) / 2


def evenness(counts: Counts) -> float:
    """Return how evenly betting decisions are divided between folding, checking or calling, and betting or raising.
    This is the entropy of the three shares.
    """
    whole, found = counts["betting"], 0.0
    passive = whole - counts["folding"] - counts["aggressive"]
    for count in (counts["folding"], passive, counts["aggressive"]):
        if count > 0:
            found -= count / whole * log(count / whole)
    return found / log(3)


# -- simplicity --------------------------------------------------------------------------------------------------------


def things_to_explain(genome: GameGenome) -> float:
    """Return how many rules a new player has to learn."""
    setup, evaluation = genome.setup, genome.hand_evaluation
    kinds = {type(phase) for phase in genome.phases}
    stakes = {(phase.min_bet, phase.max_raises) for phase in genome.phases if isinstance(phase, BettingPhase)}
    return (len(genome.phases) + len(kinds) + max(0, len(stakes) - 1) + (genome.turn_structure.rounds > 1)
            + len(genome.win_conditions) + len(genome.scoring) + (setup.trump_suit is not None)
            + (len(setup.wild_ranks) > 0) + (setup.tableau != "none") + (setup.board_cards > 0)
            + (setup.initial_discard_count > 0) + (not setup.side_pots) + (evaluation.bust_limit > 0)
            + (len(evaluation.card_values) > 0) + len(evaluation.patterns) / 4 + len(setup.effects)
            + (setup.books > 1) + any(isinstance(phase, BlindsPhase) for phase in genome.phases))


def simplicity(genome: GameGenome) -> float:
    """Return 1 for a game with four things to explain, falling to 0 for 22 or more."""
    return clipped((22 - things_to_explain(genome)) / 18)


def geometric(values: dict[str, float], weights: dict[str, float]) -> float:
    """Return the weighted geometric mean of measures. The mean is low if one measure is near 0, however high the others
    are.
    """
    whole = sum(weights[name] for name in values)
    power = sum(weights[name] * log(max(FLOOR, value)) for name, value in values.items()) / whole
    return exp(power)


FLOOR = 0.02
"""A measure below this value counts as this value in a geometric mean."""


GROUPS = 12
"""The number of groups of blocks that are left out one at a time, to see how much the total varies."""


def total(genome: GameGenome, blocks: Sequence[Counts], weights: dict[str, float]) -> Estimate:
    """Return the geometric mean of all measures with its interval.

    On each side the interval reaches as far as the intervals of the measures' logarithms say, or as far as the
    jackknife says, whichever is farther. The first takes the measures for independent, which they are not quite. The
    second is blind to a measure that is at its bound in all blocks.
    """
    found = _log_total(genome, blocks, weights)
    reach = _reach_of_total(genome, blocks, weights)
    return Estimate(found.mean, min(found.low, found.mean - reach), min(0.0, max(found.high, found.mean + reach)),
                    found.samples).through(exp)


def _log_total(genome: GameGenome, blocks: Sequence[Counts], weights: dict[str, float]) -> Estimate:
    found = measured(genome, blocks)
    whole = sum(weights[name] for name in found)
    return weighed_sum([(weights[name] / whole, measure.through(lambda value: log(max(FLOOR, value))))
                        for name, measure in found.items()])


def _reach_of_total(genome: GameGenome, blocks: Sequence[Counts], weights: dict[str, float]) -> float:
    """Return half the width of the interval of the total's logarithm, by the jackknife over groups of blocks."""
    count = min(GROUPS, len(blocks))
    if count < 2:
        return inf
    without = [_log_total(genome, [block for at, block in enumerate(blocks) if at % count != left], weights).mean
               for left in range(count)]
    return t_factor(count - 1) * deviation_of(without)
