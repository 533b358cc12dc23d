"""Examine a game in full: for members of the archive, and for `score --full`.

    ladder          search of 100 iterations against 30, 300 against 100, 1,000 against 300, 3,000 against 1,000
    betting         what search wins from the same search that calls every bet
    first_player    what acting first is worth between strong searchers
    exact           the same in an equilibrium of a shrunken variant, and how often players bluff there
    searched        what the first player wins by search in that variant; the game is marked if that differs
    bluffs          share of bettors whose weak bet made all others fold, and how many
                    of these bets were average hands after all
    uniformity      for three and more: how evenly the places around the table win hands, 1 for evenly
    dead, traps     rules that never matter, choices that only hurt

A game passes if four conditions hold. Acting first is worth at most 5 % of stakes: exactly if a variant could be
solved, otherwise by the interval of search with 2,000 iterations. Betting is worth significantly more than nothing.
Search with 1,000 iterations wins significantly from search with 300. No rule is dead.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from croupier.games.genome.values import GameGenome
from croupier.lab.scoring.dead_rules import Trap, dead_rules, traps
from croupier.lab.scoring.gates import UNFAIR_MAX
from croupier.lab.scoring.intervals import Counts, Estimate, block_seed, mean_estimate, share_estimate, unsigned
from croupier.lab.scoring.measures import SIGNED
from croupier.lab.scoring.trial import PLAYERS, Trial
from croupier.lab.scoring.uniformity import uniformity_of
from croupier.lab.solver.shrunken import Shrunken, shrunken
from croupier.rng import seeded

RUNGS = (30, 100, 300, 1_000, 3_000)
"""The search iterations of the ladder. Each number plays against the one before it."""
BLOCKS = 10
"""The number of independent blocks in each contest."""
STRONG = 2_000
"""The number of search iterations with which fairness is measured in a game that cannot be solved."""
CHECKED = 200
"""The number of guesses with which a weak bet is judged again, to find out whether the hand was in fact average."""
DISAGREE = 0.1
"""The largest difference between search and equilibrium in the first player's result, as a share of stakes, before a
game is marked.
"""


@dataclass(frozen=True, slots=True)
class Rung:
    """What a search with more iterations wins from a search with fewer, as a share of the stakes that change hands."""

    iterations: int
    below: int
    won: Estimate


@dataclass(frozen=True)
class Examination:
    """The results of the full examination of a game."""

    ladder: tuple[Rung, ...]
    betting: Estimate | None
    first_player: Estimate
    exact: Shrunken | None
    searched: Estimate | None
    bluffs: Estimate | None
    even_bluffs: Estimate | None
    uniformity: Estimate | None
    dead: tuple[str, ...]
    traps: tuple[Trap, ...]
    marks: tuple[str, ...] = field(default=())

    @property
    def depth(self) -> int:
        """Return the number of rungs, from the lowest up, before the first one on which more search does not win
        significantly.
        """
        steady = 0
        for rung in self.ladder:
            if rung.won.low <= 0:
                break
            steady += 1
        return steady

    def as_dict(self) -> dict[str, Any]:
        """Return the examination as values for JSON."""
        return {"ladder": [{"iterations": rung.iterations, "below": rung.below, **rung.won.as_dict()}
                           for rung in self.ladder],
                "depth": self.depth, "betting": self.betting and self.betting.as_dict(),
                "first_player": self.first_player.as_dict(), "exact": self.exact and self.exact.as_dict(),
                "searched": self.searched and self.searched.as_dict(), "bluffs": self.bluffs and self.bluffs.as_dict(),
                "even_bluffs": self.even_bluffs and self.even_bluffs.as_dict(),
                "uniformity": self.uniformity and self.uniformity.as_dict(), "dead": list(self.dead),
                "traps": [str(trap) for trap in self.traps],
                "marks": list(self.marks)}


def examine(genome: GameGenome, *, players: int | None = None, seed: int = 1, deals: int = 12,
            rungs: tuple[int, ...] = RUNGS, iterations: int = 300) -> Examination:
    """Play all contests of the full examination and return their results. Each contest has ten blocks of `deals` deals.
    """
    program, seats = genome.game().program, genome.game().seats(players)
    ladder = tuple(Rung(upper, lower, contest(program, seats, seed, deals, upper, glance=lower))
                   for lower, upper in pairwise(rungs))
    betting = contest(program, seats, seed, deals, iterations, others="search-calls") if genome.bets else None
    exact = shrunken(genome) if seats == 2 else None
    judged = Judged(program, seats, seed, deals, iterations if exact else max(iterations, STRONG))
    searched = Judged(exact.genome.game().program, 2, seed, 8 * deals, iterations).first_player if exact else None
    found = Examination(ladder, betting, judged.first_player, exact, searched,
                        judged.bluffs if genome.bets else None, judged.even_bluffs if genome.bets else None,
                        uniformity(program, seats, seed, 10 * deals) if seats > 2 else None,
                        tuple(dead.words for dead in dead_rules(genome)), tuple(traps(genome, hands=40)))
    return replace(found, marks=_marks(found))


def _marks(found: Examination) -> tuple[str, ...]:
    """Return the names of the conditions that a game fails, and a mark if search and equilibrium disagree."""
    marks = []
    if found.exact is not None:
        if abs(found.exact.first_player) > UNFAIR_MAX + found.exact.gap:
            marks.append(f"unfair: the first player wins {found.exact.first_player:+.1%} of stakes in equilibrium")
        if found.searched is not None and not _agree(found.exact, found.searched):
            marks.append(f"search is wrong about the first player of the small variant: {found.searched.mean:+.1%} of "
                         f"stakes, {found.exact.first_player:+.1%} in equilibrium")
    elif unsigned(found.first_player, BLOCKS).low > UNFAIR_MAX:
        marks.append(f"unfair: the first player wins {found.first_player.mean:+.1%} of stakes")
    if found.betting is not None and found.betting.low <= 0:
        marks.append("betting is not surely worth anything")
    if not any(rung.below == 300 and rung.won.low > 0 for rung in found.ladder):
        marks.append("the ladder does not surely rise from 300 to 1,000")
    if found.dead:
        marks.append(f"dead rules: {', '.join(found.dead)}")
    marks += [f"trap: {trap}" for trap in found.traps]
    return tuple(marks)


def _agree(exact: Shrunken, searched: Estimate) -> bool:
    """Return True if the first player of a solved variant wins about as much by search as in equilibrium (see
    `DISAGREE`).
    """
    return searched.low - DISAGREE <= exact.first_player <= searched.high + DISAGREE


def contest(program: Any, seats: int, seed: int, deals: int, iterations: int, *, glance: int | None = None,
            others: str = "glance") -> Estimate:
    """Return what one searching player wins from others, as a share of the stakes that change hands. Every deal is
    played from every seat.
    """
    blocks: list[Counts] = []
    for block in range(BLOCKS):
        table = Trial(program, seats, block_seed(seed, block), iterations)
        if glance is not None:
            table.set_glance(glance)
        table.face(PLAYERS["search"], PLAYERS[others], deals)
        blocks.append({"won": table.hero_won, "stakes": table.hero_stakes})
    return mean_estimate(blocks, "won", "stakes", SIGNED)


class Judged:
    """Plays hands between equal searching players, and measures what the first to act wins, how often players bluff,
    and how many of these bluffs were in fact average hands.
    """

    def __init__(self, program: Any, seats: int, seed: int, deals: int, iterations: int, checked: int = CHECKED
                 ) -> None:
        """Play the hands. If `checked` is 0, bets are not judged; judging them takes longer than playing the hands."""
        blocks: list[Counts] = []
        for block in range(BLOCKS):
            table = Trial(program, seats, block_seed(seed, block + BLOCKS), iterations)
            table.check_bluffs(checked)
            table.judging_bets = checked > 0
            table.self_play(PLAYERS["search"], deals * seats)
            blocks.append({"opening": table.opening, "stakes": table.stakes, "bettors": table.bettors,
                           "bluffs": table.bluffs, "even": table.even_bluffs})
        self.first_player = mean_estimate(blocks, "opening", "stakes", SIGNED)
        self.bluffs = share_estimate(blocks, "bluffs", "bettors")
        self.even_bluffs = share_estimate(blocks, "even", "bluffs")


def uniformity(program: Any, seats: int, seed: int, deals: int, iterations: int = 100) -> Estimate:
    """Return how evenly the hands won are divided between the seats, if all players are equal searching players. Every
    deal is played once for each seat.
    """
    table, counted = Trial(program, seats, seeded(seed) >> 1, iterations), []
    for _ in range(deals):
        table.forget()
        table.self_play(PLAYERS["search"], seats)
        won = table.hands_by_seat()
        counted.append({"hands": sum(won), **{f"won{seat}": count for seat, count in enumerate(won)}})
    return uniformity_of(counted, seats)
