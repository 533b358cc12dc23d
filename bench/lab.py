"""Genomes inside the core: simple poker, random and greedy, and search on Leduc poker beside OpenSpiel.

An iteration of search is one guess of the hidden cards, one walk down the tree and one random playout; OpenSpiel's is
its C++ information-set MCTS with one random rollout, driven from Python one decision at a time.
"""

from __future__ import annotations

from bench.bars import Bar, ratio_bar
from bench.harness import Done, Factory, Options, Race, Work, race
from bench.players import SEED

RANDOM, GREEDY = "simple poker, random", "simple poker, greedy"
OURS, SPIEL = "croupier, Leduc", "OpenSpiel, Leduc"
ITERATIONS = 1000


def hands(policy: str) -> Factory:
    """Hands of simple poker between two players."""
    def factory() -> Work:
        from croupier import lab

        table = lab.load("simple-poker").game().playout(2, SEED, policy)
        return lambda n: Done(units=table.run_hands(n))
    return factory


def our_search() -> Work:
    """Leduc poker in which both seats search; every decision is so many iterations."""
    from croupier import lab

    table = lab.load("leduc-poker").game().playout(2, SEED, f"mcts:{ITERATIONS}")

    def work(n: int) -> Done:
        before = table.decisions
        while (table.decisions - before) * ITERATIONS < n:
            table.run_games(1)
        return Done(units=(table.decisions - before) * ITERATIONS)
    return work


def spiel_search() -> Work:
    """The same with OpenSpiel's bot."""
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.ISMCTSBot(SEED, evaluator, 0.7, ITERATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False,
                            False)

    def work(n: int) -> Done:
        done, number = 0, 0
        while done < n:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    legal = state.legal_actions()
                    number += 1
                    state.apply_action(legal[number * 7919 % len(legal)])
                else:
                    state.apply_action(bot.step(state))
                    done += ITERATIONS
        return Done(units=done)
    return work


def rate_bar(name: str, run: Race, contender: str, required: float) -> Bar:
    """A bar on hands a second; it means something for the compiled core only."""
    reason = run.missing(contender)
    return Bar(name, None if reason else run.rate(contender), required, "hands/s", note=reason or "")


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Both races and their bars."""
    played = race("evolved games, two players, one betting phase", "hands", {
        RANDOM: hands("random"), GREEDY: hands("greedy")}, options)
    searched = race("search on Leduc poker", "iterations", {OURS: our_search, SPIEL: spiel_search}, options)
    return [(played, RANDOM), (searched, OURS)], [
        rate_bar("simple poker by the random player", played, RANDOM, 1_000_000),
        rate_bar("simple poker by the greedy player", played, GREEDY, 500_000),
        ratio_bar("search iterations on Leduc to OpenSpiel", searched, OURS, SPIEL, 0.3)]
