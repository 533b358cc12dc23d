"""What the searching player wins from others: every deal from every seat, hands from the opening stacks."""

from __future__ import annotations

from croupier import lab
from croupier.lab.scoring.trial import PLAYERS, Trial
from croupier.stats.intervals import Interval, mean_of

OTHERS = {"random": "random", "greedy": "greedy", "always-bet": "bettor"}
GAMES = tuple(name for name in lab.names() if name != "war")  # there is nothing to decide in war


def faced(name: str, other: str, deals: int, seed: int = 1001, iterations: int = 100) -> Interval:
    """Chips a hand that one searcher wins among others, the mean over deals; a deal counts once, from all its seats."""
    game = lab.load(name).game()
    seats = game.players[0]
    table, won = Trial(game.program, seats, seed, iterations), []
    for _ in range(deals):
        table.forget()
        table.face(PLAYERS["search"], PLAYERS[OTHERS[other]], 1)
        won.append(table.hero_won / seats)
    return mean_of(won)
