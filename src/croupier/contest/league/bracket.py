"""Run an elimination tournament. Each bot has one or two lives, and is out after losing that many matches.

    cup = Bracket(["a", "b", "c", "d"], lives=2)
    cup.next()                          # the matches that can be played now: [("a", "d"), ("b", "c")]
    cup.report("a", "d")                # winner, loser
    cup.winner                          # None until the tournament is over

The order of the names is the seeding. The first two cannot meet before the final of the winners' side. If the number of
bots is not a power of two, the first ones have no opponent in the first round. With two lives the losers of each round
move to the losers' side. The winner of that side then meets the unbeaten winner of the other side and has to win twice.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from croupier.contest.league.pairings import Pair, check_names
from croupier.contest.seeds import BadContest

Slot = str | None
"""The name of a bot, or None if its opponent gets a bye."""
Slots = list[Slot]
Stage = list[tuple[Slot, Slot]]
Results = tuple[Slots, Slots]
"""The winner and the loser of each pair of a stage, in order."""


@dataclass
class Bracket:
    """The bracket of a tournament, in which each bot has one or two lives. `names` lists the best bot first."""

    names: Sequence[str]
    lives: int = 1
    losses: dict[str, int] = field(init=False)
    finished: list[Pair] = field(init=False, default_factory=list)
    """The winner and the loser of each match played."""

    def __post_init__(self) -> None:
        check_names(self.names)
        if self.lives not in (1, 2):
            raise BadContest(f"a bracket has one or two lives, not {self.lives!r:.20}")
        self.losses = dict.fromkeys(self.names, 0)
        self._stages = _stages(seeded(self.names), self.lives)
        self._stage: Stage = next(self._stages)
        self._won: dict[frozenset[str], str] = {}
        """The winners of the matches of this stage played so far."""

    @property
    def winner(self) -> str | None:
        """Return the winner, or None as long as it is unknown."""
        left = [name for name, lost in self.losses.items() if lost < self.lives]
        return left[0] if len(left) == 1 else None

    def next(self) -> list[Pair]:
        """Return the matches that can be played now."""
        return [(first, second) for first, second in self._stage
                if first is not None and second is not None and frozenset((first, second)) not in self._won]

    def report(self, winner: str, loser: str) -> None:
        """Enter the result of a match. Raise BadContest if the match is not one of `next`."""
        if (winner, loser) not in self.next() and (loser, winner) not in self.next():
            raise BadContest(f"{winner} and {loser} do not meet now")
        self.finished.append((winner, loser))
        self.losses[loser] += 1
        self._won[frozenset((winner, loser))] = winner
        while not self.next() and self.winner is None:
            self._stage, self._won = self._stages.send(self._results()), {}
        if self.winner is not None:
            self._stage = []

    def _results(self) -> Results:
        """Return the winner and the loser of each pair of a finished stage."""
        winners: Slots = []
        losers: Slots = []
        for first, second in self._stage:
            if first is None or second is None:
                won, lost = (first, second) if second is None else (second, first)
            else:
                won = self._won[frozenset((first, second))]
                lost = second if won == first else first
            winners.append(won)
            losers.append(lost)
        return winners, losers


def _stages(slots: Slots, lives: int) -> Generator[Stage, Results, None]:
    """Yield the pairs of each stage; the caller sends the results back."""
    unbeaten, beaten = slots, Slots()
    while len(unbeaten) > 1:
        pairs, others = _paired(unbeaten), _paired(beaten) if len(beaten) > 1 else []
        won, lost = yield pairs + others
        first = not beaten
        unbeaten, dropped, beaten = won[:len(pairs)], lost[:len(pairs)], won[len(pairs):] or beaten
        if lives == 2 and first:
            beaten = dropped
        elif lives == 2:
            # reversed, so that bots that met on the winners' side do not meet again right away
            beaten, _ = yield list(zip(beaten, reversed(dropped), strict=True))
    while lives == 2:
        yield [(unbeaten[0], beaten[0])]


def _paired(slots: Slots) -> Stage:
    """Pair each bot with its neighbour in the bracket."""
    return list(zip(slots[::2], slots[1::2], strict=True))


def seeded(names: Sequence[str]) -> Slots:
    """Return names in the order of a bracket, so that the best bots meet as late as possible. None means that there is
    no opponent.
    """
    # Each place meets its mirror place, so that the best bots get the byes. Without this, the first two seeds met in
    # the first round if the number of bots was not a power of two.
    order = [0]
    while len(order) < len(names):
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return [names[place] if place < len(names) else None for place in order]
