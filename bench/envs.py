"""Environments and data: steps of many tables at once, beside PettingZoo's no-limit hold'em (RLCard); Parquet files.

A step is one decision of one seat, chosen at random among the legal ones, with its observation and its mask of legal
actions written.
"""

from __future__ import annotations

import tempfile
import warnings
from functools import cache
from pathlib import Path
from random import Random

from bench.bars import Bar, ratio_bar
from bench.harness import Done, Factory, Options, Race, Work, race
from bench.players import SEED

VECTOR, SINGLE, RLCARD = "croupier, 1,024 tables", "croupier, PettingZoo", "PettingZoo texas_holdem_no_limit"
RECORDS, TEXTS = "from records", "from PHH text"
TABLES, HANDS = 1024, 2000


def vector() -> Work:
    """Heads-up no-limit hold'em at many tables."""
    import croupier
    from croupier.adapters.envs import VectorTables

    tables = VectorTables(croupier.holdem(sb=1, bb=2), TABLES, 2, seed=SEED)
    actions = tables.sample()

    def work(n: int) -> Done:
        rounds = max(1, n // TABLES)
        for _ in range(rounds):
            tables.step(tables.sample(actions))
        return Done(units=rounds * TABLES)
    return work


def stepped(env: object, n: int) -> Done:
    """Play an AEC environment at random for about this many steps."""
    from typing import Any

    table: Any = env
    done = 0
    while done < n:
        table.reset()
        for agent in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            if over or cut:
                table.step(None)
            else:
                table.step(table.action_space(agent).sample(seen["action_mask"]))
                done += 1
    return Done(units=done)


def single() -> Work:
    """The same game through PettingZoo's interface."""
    from croupier.adapters.envs import table_env

    env = table_env("holdem-v1", 2)
    env.reset(seed=SEED)
    return lambda n: stepped(env, n)


def rlcard() -> Work:
    """PettingZoo's own no-limit hold'em."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import texas_holdem_no_limit_v6

        env = texas_holdem_no_limit_v6.env()
        env.reset(seed=SEED)
    return lambda n: stepped(env, n)


def parquet(from_text: bool) -> Factory:
    """Write random six-handed hands of no-limit hold'em to a Parquet file, from records or from PHH text."""
    def factory() -> Work:
        import croupier
        from croupier.adapters.data.arrow import write_parquet

        records = list(croupier.loads(hands_text()))
        target = Path(tempfile.mkdtemp()) / "hands.parquet"

        def work(n: int) -> Done:
            rounds = max(1, n // len(records))
            for _ in range(rounds):
                write_parquet(croupier.loads(hands_text()) if from_text else records, target)
            return Done(units=rounds * len(records))
        return work
    return factory


@cache
def hands_text() -> str:
    """PHH text of random hands, six players, stacks of a hundred big blinds."""
    import croupier

    game, records = croupier.holdem(sb=5, bb=10), []
    for seed in range(HANDS):
        hand, chance = game.deal([1000] * 6, seed % 6, seed), Random(seed)
        while not hand.is_over:
            hand.apply(chance.choice(hand.legal().menu(4)))
        records.append(croupier.record_of(hand, [f"player {seat}" for seat in range(6)]))
    return croupier.dumps(records, "phhs")


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """All races and their bars."""
    steps = race("environments, heads-up no-limit hold'em, random legal actions", "steps",
                 {VECTOR: vector, SINGLE: single, RLCARD: rlcard}, options)
    written = race("hands to Parquet, six players", "hands", {RECORDS: parquet(False), TEXTS: parquet(True)}, options)
    reason = written.missing(RECORDS)
    return [(steps, VECTOR), (written, RECORDS)], [
        ratio_bar("vectorised steps to PettingZoo's no-limit hold'em", steps, VECTOR, RLCARD, 100),
        Bar("hands written to Parquet", None if reason else written.rate(RECORDS), 20_000, "hands/s",
            note=reason or "")]
