"""Simulate many games of any kind with policies. If the game has a playout, it runs in compiled code; otherwise house
bots play.

An evolved game has policies of its own (`random`, `greedy`, `caller`, `bettor`, `mcts:ITERATIONS`), which play millions
of hands a second. In every other game a policy is the name of a house bot.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.contest.bot_table import Progress
from croupier.contest.players import seated
from croupier.contest.runner import HandRunner
from croupier.contest.seeds import BadContest, derived
from croupier.games.api import Game
from croupier.games.genome.engine.playout import Playout
from croupier.games.genome.game import GenomeGame
from croupier.stats import Tally

STEP = 1 << 14
"""The number of hands after which progress is reported and Ctrl-C takes effect."""


@dataclass(frozen=True)
class GamesPlayed:
    """The results of some games, with a tally for each seat and one sample for each game."""

    games: int
    hands: int
    actions: int
    tallies: list[Tally]

    @property
    def hands_per_game(self) -> float:
        """Return the average number of hands in one game."""
        return self.hands / self.games


def play_games(game: Game, policies: tuple[str, ...], hands: int, seed: int, progress: Progress | None) -> GamesPlayed:
    """Play games until at least this many hands are over."""
    if isinstance(game, GenomeGame):
        return _inside_the_core(game.playout(len(policies), seed, policies), hands, progress)
    return _by_bots(game, policies, hands, seed, progress)


def _inside_the_core(table: Playout, hands: int, progress: Progress | None) -> GamesPlayed:
    while table.hands < hands:
        table.run_hands(min(STEP, hands - table.hands))
        if progress is not None:
            progress(min(table.hands, hands), hands)
    tallies = [Tally(table.games, total, squares) for total, squares in table.results()]
    return GamesPlayed(table.games, table.hands, table.decisions, tallies)


def _by_bots(game: Game, policies: tuple[str, ...], hands: int, seed: int, progress: Progress | None) -> GamesPlayed:
    players = seated(list(policies), game, seed)
    tallies, actions = [Tally() for _ in policies], 0
    runner = HandRunner(_refuse_failures, strict=True)
    for number in range(1, hands + 1):
        state = game.start(len(policies), derived(seed, "hand", number), hands=1)
        actions += len(runner.play(state, number, players))
        for tally, won in zip(tallies, state.payoffs):
            tally.add(won)
        if progress is not None:
            progress(number, hands)
    return GamesPlayed(hands, hands, actions, tallies)


def _refuse_failures(event: object) -> None:
    """Raise BadContest for any report. A strict runner reports nothing, so a report is a bug in croupier."""
    raise BadContest(f"unexpected report in a simulation: {event}")
