"""Genomes inside the core: simple poker, random and greedy, and search on Leduc poker beside OpenSpiel.

An iteration of search is one guess of the hidden cards, one walk down the tree and one random playout; OpenSpiel's is
its C++ information-set MCTS with one random rollout, driven from Python one decision at a time.
"""

from __future__ import annotations

import time
from random import Random

from bench.bars import Bar, ratio_bar
from bench.harness import Done, Factory, Options, Race, Unavailable, Work, race
from bench.players import SEED

RANDOM, GREEDY = "simple poker, random", "simple poker, greedy"
OURS, SPIEL = "croupier, Leduc", "OpenSpiel, Leduc"
OUR_CFR, SPIEL_CFR = "croupier, CFR+", "OpenSpiel C++, CFR+"
ONE, TWO = "one core", "two cores"
GAMES = 64
TURN_SECONDS = 6.0  # long enough that the last game of a turn, for which one core waits, weighs little
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


def our_cfr() -> Work:
    """CFR+ on the whole tree of Leduc poker."""
    from croupier import lab
    from croupier.lab.solver.exact import Solver
    from croupier.lab.solver.tree import tree_of

    return Solver(tree_of(lab.load("leduc-poker"))).run


def spiel_cfr() -> Work:
    """The same with OpenSpiel's C++ solver on its own Leduc poker."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))

    def work(n: int) -> None:
        for _ in range(n):
            solver.evaluate_and_update_policy()
    return work


def solver_race(options: Options) -> Race:
    """Iterations of CFR+ a second, ours beside OpenSpiel's."""
    return race("CFR+ on Leduc poker", "iterations", {OUR_CFR: our_cfr, SPIEL_CFR: spiel_cfr}, options)


def evolution(cores: int) -> Factory:
    """Random games scored as a run of evolution scores them, by so many processes; the wall's seconds count."""
    def factory() -> Work:
        from croupier import lab
        from croupier.lab.breeding.evolution import SCOUTING
        from croupier.lab.breeding.workers import Processes, Task, processors, scores

        if processors() < cores:
            raise Unavailable(f"needs {cores} cores, here is {processors()}")
        games = [lab.random_genome(Random(number)) for number in range(GAMES)]
        tasks = [Task(game, "balanced", SEED, SCOUTING) for game in games]
        workers = Processes(cores)
        scores(workers, tasks[:cores * 2])  # the processes are started

        def work(n: int) -> Done:
            begin = time.perf_counter()
            scores(workers, (tasks * (n // GAMES + 1))[:n])
            return Done(units=n, seconds=time.perf_counter() - begin)
        return work

    return factory


def rate_bar(name: str, run: Race, contender: str, required: float) -> Bar:
    """A bar on hands a second; it means something for the compiled core only."""
    reason = run.missing(contender)
    return Bar(name, None if reason else run.rate(contender), required, "hands/s", note=reason or "")


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """All races and their bars."""
    played = race("evolved games, two players, one betting phase", "hands", {
        RANDOM: hands("random"), GREEDY: hands("greedy")}, options)
    searched = race("search on Leduc poker", "iterations", {OURS: our_search, SPIEL: spiel_search}, options)
    solved = solver_race(options)
    evolved = race("games scored", "games", {ONE: evolution(1), TWO: evolution(2)},
                   Options(options.rounds, max(TURN_SECONDS, options.seconds)))
    return [(played, RANDOM), (searched, OURS), (solved, OUR_CFR), (evolved, TWO)], [
        rate_bar("simple poker by the random player", played, RANDOM, 1_000_000),
        rate_bar("simple poker by the greedy player", played, GREEDY, 500_000),
        ratio_bar("search iterations on Leduc to OpenSpiel", searched, OURS, SPIEL, 4.0),
        ratio_bar("evolution on two cores to one", evolved, TWO, ONE, 1.7)]
