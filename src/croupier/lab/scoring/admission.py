"""Decide whether a game that has a good score may enter an archive, by a short form of the full examination.

    betting      in a game with chips: searchers surely win something from searchers that call every bet, and somebody
                 has to put something in before the first bet
    exact        where a shrunken variant can be solved, its first player wins or loses at most 5 % of stakes
    fairness     where none can: nor does the first player between searchers, by the middle of the estimate
    ladder       search wins something from search with three tenths of its iterations, by the middle of the estimate

Search has five times as many iterations as for the score. A usual run scores games with 60 iterations, so here it is
300, and the ladder compares 1,000 with 300.

A score comes from short trials, in which a game can be lucky; the best of thousands of games are the lucky ones. The
trials here cost ten times as much, so only games that would otherwise be kept go through them. Even these are far too
short to prove anything; `examination.py` does that for the few games that are published.
"""

from __future__ import annotations

from croupier.games.genome.values import GameGenome
from croupier.lab.scoring.examination import BLOCKS, Judged, contest
from croupier.lab.scoring.gates import UNFAIR_MAX, Refusal, unforced
from croupier.lab.scoring.intervals import unsigned
from croupier.lab.solver.shrunken import shrunken

DEEPER = 5
"""Searches here use this many times the iterations that were used for the score."""
WORK = 4_000
"""A block has this many deals, divided by the square of the choice points in a hand, because the time to search a hand
grows with that square.
"""
DEALS_LEAST, DEALS_MOST = 6, 30
"""The limits for the number of deals in a block."""
NODES_MAX = 12_000
"""The largest number of positions of a variant that is solved here."""


def refusal(genome: GameGenome, points: float, seed: int, iterations: int = 60) -> Refusal | None:
    """Return why a game may not enter an archive, or None if it may. `points` is its number of choice points in a hand.

    `iterations` is the number of search iterations with which the game was scored.
    """
    free = unforced(genome)
    if free:
        return free
    lower, upper = DEEPER * iterations, DEEPER * iterations * 10 // 3
    program, seats = genome.game().program, genome.game().seats(None)
    deals = max(DEALS_LEAST, min(DEALS_MOST, int(WORK / max(1.0, points) ** 2)))
    refused = None
    if genome.bets:
        worth = contest(program, seats, seed, deals, lower, others="search-calls")
        if worth.low <= 0:
            refused = Refusal("betting", f"betting is worth {worth} of stakes, not surely more than nothing")
    refused = refused or _unfair(genome, deals, lower, seed + 1)
    if refused is None:
        rise = contest(program, seats, seed + 2, deals, upper, glance=lower)
        if rise.mean <= 0:
            refused = Refusal("ladder", f"{upper:,} iterations win {rise} of stakes from {lower}")
    return refused


def _unfair(genome: GameGenome, deals: int, iterations: int, seed: int) -> Refusal | None:
    """Return a refusal if acting first is worth too much, in an equilibrium if one is known, otherwise between
    searching players.
    """
    program, seats = genome.game().program, genome.game().seats(None)
    exact = shrunken(genome, NODES_MAX) if seats == 2 else None
    if exact is not None:
        if abs(exact.first_player) <= UNFAIR_MAX + exact.gap:
            return None
        return Refusal("exact", f"the first player wins {exact.first_player:+.1%} of stakes in equilibrium")
    judged = Judged(program, seats, seed, deals, iterations, checked=0).first_player
    if unsigned(judged, BLOCKS).mean <= UNFAIR_MAX:
        return None
    return Refusal("fairness", f"the first player wins {judged} of stakes between searchers")
