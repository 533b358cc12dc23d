"""What is soaked: each check is cut into numbered items, so that any failure can be run again by its number."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.notation.fuzz import fuzz
from tests.properties import checks as properties
from tests.properties.lines import random_start
from tests.reference.engine import deal, with_cards
from tests.reference.naive import Hand, compare_random, compare_tree
from tests.reference.poker import Poker
from tests.reference.setups import random_poker
from tests.reference.step_engine import StepHand
from tests.reference.trees import BIG_TREES, TREES, name

from croupier import ranking

ROOT = Path(__file__).resolve().parents[2]
SETUPS = TREES + BIG_TREES
SMALL = [at for at, (_, leaves) in enumerate(SETUPS) if leaves <= 6000]
KNOWN_HANDS = {
    5: {"royal flush": 4, "straight flush": 40, "four of a kind": 624, "full house": 3744, "flush": 5108,
        "straight": 10_200, "three of a kind": 54_912, "two pair": 123_552, "pair": 1_098_240,
        "high card": 1_302_540, "total": 2_598_960},
    7: {"royal flush": 4324, "straight flush": 41_584, "four of a kind": 224_848, "full house": 3_473_184,
        "flush": 4_047_644, "straight": 6_180_020, "three of a kind": 6_461_620, "two pair": 31_433_400,
        "pair": 58_627_800, "high card": 23_294_460, "total": 133_784_560},
}


@dataclass(frozen=True)
class Check:
    """A check: `run(item number)` gives counts of what it saw and raises AssertionError where something is wrong.

    An item that takes more CPU time, or a process that needs more memory, than the limits allow is a failure.
    """

    name: str
    what: str
    volume: int
    chunk: int
    run: Callable[[int], Counter[str]]
    seconds_max: float | None = None
    memory_max_mb: int | None = None
    plan: Callable[[list[str]], list[dict[str, Any]]] | None = None
    """For evidence: what was planned, with each result, from the failures."""


def pokerkit(number: int) -> Counter[str]:
    """One random hand in lockstep."""
    from tests.peers.lockstep import play_number

    return play_number(number)


def pokerkit_others(number: int) -> Counter[str]:
    """One random hand of Omaha hi/lo, stud or draw in lockstep."""
    from tests.peers.others import play_one_of_seven

    return play_one_of_seven(number)


def fuzz_phh(number: int) -> Counter[str]:
    """One spoiled .phh or .phhs text."""
    return fuzz("phh", number)


def fuzz_json(number: int) -> Counter[str]:
    """One spoiled .json or .jsonl text."""
    return fuzz("json", number)


def fuzz_pokerstars(number: int) -> Counter[str]:
    """One spoiled PokerStars text."""
    return fuzz("pokerstars", number)


def verify_a_million(number: int) -> Counter[str]:
    """One file of a million hands through `croupier verify`."""
    from .memory import verify_memory

    return verify_memory(1_000_000)


def phevaluator(number: int) -> Counter[str]:
    """A thousand random hands of 5 to 7 cards, and a hundred of Omaha."""
    from phevaluator import evaluate_cards, evaluate_omaha_cards

    rng = Random(number)
    for at in range(1000):
        cards = rng.sample(range(52), 5 + at % 3)
        assert ranking.high(bytes(cards)) == 7463 - evaluate_cards(*cards), cards
    for _ in range(100):
        cards = rng.sample(range(52), 9)
        theirs = 7463 - evaluate_omaha_cards(*cards)
        assert ranking.omaha(bytes(cards[5:]), bytes(cards[:5])) == theirs, cards
    return Counter({"hands of 5 to 7 cards": 1000, "Omaha hands": 100})


def census(number: int) -> Counter[str]:
    """Every hand of five cards, then of seven, by category."""
    size = (5, 7)[number % 2]
    counts = ranking.census(size)
    assert counts == KNOWN_HANDS[size], counts
    return Counter({f"{size} cards, {category}": count for category, count in counts.items()})


def properties_of(number: int) -> Counter[str]:
    """All properties of one random hand."""
    start = random_start(Random(number))
    for check in (properties.check_chips, properties.check_legal, properties.check_clones, properties.check_undo,
                  properties.check_same_seed, properties.check_absent, properties.check_views,
                  properties.check_redeal):
        try:
            check(start)
        except AssertionError as error:
            raise AssertionError(f"{check.__name__}({start}): {error}") from error
    return Counter({"hands": 1, start.name: 1})


def lines(number: int) -> Counter[str]:
    """One random line in the engine and the naive model, near misses refused at every node."""
    rng = Random(number)
    setup, deck = with_cards(random_poker(rng), number)
    line = compare_random(lambda: Hand.deal(setup), lambda: deal(setup, deck), rng, refusals=True)
    return Counter({"lines": 1, "decisions": len(line), setup.limit: 1})


def perft(number: int) -> Counter[str]:
    """One whole tree, every node compared with the naive model, the leaves with the pinned number."""
    setup, leaves = SETUPS[number % len(SETUPS)]
    if isinstance(setup, Poker):
        setup, deck = with_cards(setup, number)
        counted = compare_tree(lambda: Hand.deal(setup), lambda: deal(setup, deck))
    else:
        counted = compare_tree(lambda: Hand.deal(setup), lambda: StepHand(setup))
    assert counted == leaves, f"{name(setup)}: {counted} leaves, {leaves} pinned"
    return Counter({name(SETUPS[number % len(SETUPS)][0]): counted, "leaves": counted})


def perft_interpreted(number: int) -> Counter[str]:
    """A smaller tree with the engine as plain Python, in a process of its own."""
    at = SMALL[number % len(SMALL)]
    code = f"from tests.soak.checks import perft; from croupier.ranking import kernel; " \
           f"assert not kernel.COMPILED; print(perft({at})['leaves'])"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-500:]
    leaves = int(done.stdout)
    return Counter({name(SETUPS[at][0]): leaves, "leaves": leaves})


def simulation(number: int) -> Counter[str]:
    """One world of the arena's simulation."""
    from .arena import worlds

    return worlds(number)


def kill9(number: int) -> Counter[str]:
    """Ten kills of a real server under load."""
    from .arena import kill9 as killed

    return killed(number)


def arena_memory(number: int) -> Counter[str]:
    """A million hands in one journal."""
    from .arena import a_million_hands

    return a_million_hands(number)


def frames(number: int) -> Counter[str]:
    """A hundred thousand malformed frames against real servers."""
    from .frames import flat

    return flat(number)


def all_frames(number: int) -> Counter[str]:
    """Send a hundred thousand frames of all kinds to a real server."""
    from .all_frames import all_frames as sent

    return sent(number)


def half_load(number: int) -> Counter[str]:
    """An hour at half load."""
    from .half_load import an_hour

    return an_hour(number)


def table_evening(number: int) -> Counter[str]:
    """An evening of a hundred hands at a random table: chips, blinds, debts, leavers, tampered dicts."""
    from tests.table.evening import Evening

    return Evening(number).play(100) + Counter({"evenings": 1})


def cash_evening(number: int) -> Counter[str]:
    """An evening at a cash table of the arena: chips, blinds and debts by a second model, every stretch verified."""
    from tests.arena.evening import Evening

    from croupier.games.poker.rules import RULES

    variant = Random(number).choice(["HUNL"] * 5 + [code for code in RULES if code != "NT"])
    return Evening(number, variant=variant).run(1000).end() + Counter({"evenings": 1})


def sting(number: int) -> Counter[str]:
    """A thousand random hands of the sting: each ends within bounds, the engine counting its cards; the house's mix."""
    from croupier.games.sting.game import Sting
    from croupier.games.sting.layout import choice

    game, rng = Sting(), Random(number)
    playout = game.playout()
    for role in range(3):
        playout.set_policy(role, rng.choice(["house", "random"]))
    actions = playout.play_hands(1000, number)
    assert actions <= 1000 * 38, actions  # three rounds of at most twelve turns, two decisions
    counts = Counter({"hands": 1000, "actions": actions})
    for role, round_no, evidence in ((0, 1, 0), (0, 2, 0), (0, 3, 0), (1, 2, 0), (1, 3, 60), (1, 3, 61)):
        moves = Counter(choice(game.layout, role, round_no, evidence, rng.randrange(100)) for _ in range(1000))
        where = f"{('Narc', 'Customer')[role]}, round {round_no}, evidence {evidence}"
        counts += Counter({f"{where}: {('checks', 'raises', 'folds')[move]}": seen for move, seen in moves.items()})
    return counts


def genomes(number: int) -> Counter[str]:
    """A random genome (even numbers) or a line of mutations of a known one (odd), or the reason why it is refused.

    It is played, guessed at, searched, described, journalled, and compared with a world that should look the same.
    """
    from tests.genome.volume import check_genome

    from croupier import lab

    rng = Random(number)
    genome = lab.random_genome(rng, sound=False)
    if number % 2:
        genome = lab.load(rng.choice(lab.names()))
        for _ in range(rng.randint(1, 20)):
            genome = lab.mutate(genome, rng)
    kind = "mutated" if number % 2 else "random"
    faults = lab.faults(genome)
    assert kind == "random" or not faults, f"a mutation left {faults[0]}: {lab.dumps(genome)}"
    if any(fault.fatal for fault in faults):
        return Counter({f"{kind}, refused: {faults[0].path.split('[')[0]}": 1, f"{kind}, refused": 1})
    return Counter({f"{kind}, played": 1}) + check_genome(genome, rng, 5)


def hosted_genomes(number: int) -> Counter[str]:
    """One random game at a table of the arena: its chips in every state."""
    from tests.arena.test_other_chips import check_random_game

    return Counter({"games": 1, "states": check_random_game(number)})


def hosted_games(number: int) -> Counter[str]:
    """One match of an evolved game or the sting at an arena table, verified."""
    from .hosted_games import play_and_verify

    return play_and_verify(number)


def hidden_order(number: int) -> Counter[str]:
    """A random game and a bred one, each compared with itself with two unseen cards exchanged."""
    from tests.genome.test_hidden_order import check_any_genome, check_open_cards_and_passing, check_stolen_market

    return Counter({"open cards and passing": check_open_cards_and_passing(number),
                    "stolen-market-53": check_stolen_market(number), "random genomes": check_any_genome(number)})


def page_agrees(number: int) -> Counter[str]:
    """Twenty hands of one game, watched, played and rejoined by three pages in Chromium."""
    from .dom.check import pages_agree

    return pages_agree(number)


def attack_round(number: int) -> Counter[str]:
    """Run one kind of attacks of the second round."""
    from .attack_round.check import run_kind

    return run_kind(number)


def attack_plan(failures: list[str]) -> list[dict[str, Any]]:
    """Return the plan of the second round of attacks, with its results."""
    from .attack_round.check import plan_and_results

    return plan_and_results(failures)


def preflop_equities(number: int) -> Counter[str]:
    """Compare one kind of hand with all others before the flop."""
    from .equities import preflop

    return preflop(number)


def preflop_ompeval(number: int) -> Counter[str]:
    """One kind of hand against all up to itself, as by OMPEval."""
    from .equities import preflop_as_ompeval

    return preflop_as_ompeval(number)


def ompeval(number: int) -> Counter[str]:
    """Put one random equity question to OMPEval."""
    from .equities import against_ompeval

    return against_ompeval(number)


def origins_pair(number: int) -> Counter[str]:
    """One heads-up match of 2,000 hands between players of two origins."""
    from tests.adapters.origins import PAIRS, play_pair

    return play_pair(PAIRS[number % len(PAIRS)], 2_000, 1 + number)


def origins_table(number: int) -> Counter[str]:
    """A thousand hands at a table of six of all origins but MIT."""
    from tests.adapters.origins import play_table

    return play_table(1_000, 1 + number)


def vector(number: int) -> Counter[str]:
    """A thousand steps of a vectorised environment in lockstep with single hands."""
    from tests.soak.vector import agree

    return agree(number)


CHECKS = {check.name: check for check in (
    Check("origins-pairs", "heads-up matches of 2,000 hands between players of croupier, PyPokerEngine, RLCard, MIT's "
          "protocol and the ACPC's: chips conserved, no fault", 10, 1, origins_pair),
    Check("origins-table", "thousands of hands of six players of croupier, PyPokerEngine, RLCard, OpenSpiel and the "
          "ACPC: chips conserved, no fault", 10, 1, origins_table),
    Check("pokerkit", "random hands in lockstep with pokerkit 0.7.7", 100_000, 100, pokerkit),
    Check("pokerkit-others", "20,000 random hands of each of Omaha hi/lo, three studs and three draws in lockstep with "
          "pokerkit 0.7.7", 7 * 20_000, 140, pokerkit_others),
    Check("fuzz-phh", "spoiled .phh and .phhs texts: a named error with its line, in bounded time and memory",
          1_000_000, 1_000, fuzz_phh, seconds_max=5, memory_max_mb=1024),
    Check("fuzz-json", "spoiled .json and .jsonl texts: a named error with its line, in bounded time and memory",
          1_000_000, 1_000, fuzz_json, seconds_max=5, memory_max_mb=1024),
    Check("fuzz-pokerstars", "spoiled PokerStars texts: a named error with its line, in bounded time and memory",
          1_000_000, 1_000, fuzz_pokerstars, seconds_max=5, memory_max_mb=1024),
    Check("verify-memory", "a file of a million hands of all games through croupier verify, in constant memory", 1, 1,
          verify_a_million),
    Check("phevaluator", "thousands of random hands ranked as by phevaluator 0.6.0", 1_000, 10, phevaluator),
    Check("census", "all five-card and all seven-card hands by category", 2, 1, census),
    Check("preflop-equities", "all 14,365 pairs of the 169 kinds of hands, by matchups and by a sweep over all boards",
          169, 1, preflop_equities),
    Check("preflop-ompeval", "all 14,365 pairs of the 169 kinds of hands, answered as by OMPEval (set "
          "CROUPIER_OMPEVAL)", 169, 1, preflop_ompeval),
    Check("ompeval", "random equity questions, answered as by OMPEval (set CROUPIER_OMPEVAL)", 10_000, 100, ompeval),
    Check("perft", "whole trees, node by node with the naive model", len(SETUPS), 1, perft),
    Check("perft-interpreted", "the smaller trees with the engine interpreted", len(SMALL), 1, perft_interpreted),
    Check("lines", "random lines, node by node with the naive model", 100_000, 250, lines),
    Check("sting", "random hands of the sting, and 100,000 draws of each mix of ruling I7", 100, 5, sting),
    Check("genomes", "random and mutated genomes of the whole language: checked, played, guessed at, described, "
          "journalled, compared with a second world", 100_000, 50, genomes),
    Check("hosted-genomes", "random genomes hosted at a table, the chips counted in every state", 1_000, 10,
          hosted_genomes),
    Check("hosted-games", "matches of evolved games and the sting at arena tables that restart in mid-game, 40,000 of "
          "which are a million hands; verify applies the journal again and deals every card again", 40_000, 20,
          hosted_games),
    Check("hidden-order", "games compared with themselves with two unseen cards exchanged: no viewer may notice", 1_000,
          10, hidden_order),
    Check("properties", "all properties of random hands of all games", 10_000, 25, properties_of),
    Check("simulation", "worlds of 200 hands each: a million hands at an arena that crashes, whose disk forgets, whose "
          "network breaks and whose clients misbehave", 5_160, 10, simulation),
    Check("kill9", "200 kills of a real server under load, ten a match: nothing shown is lost", 20, 1, kill9),
    Check("arena-memory", "a million hands in one journal: memory flat, bytes per hand, seconds to start again", 1, 1,
          arena_memory),
    Check("frames", "a million malformed frames, a hundred thousand an item: a named error or a close, other matches "
          "go on, memory flat", 10, 1, frames),
    Check("all-frames", "ten million frames, floods and malformed ones, a hundred thousand an item: a named error or a "
          "close, players elsewhere miss nothing", 100, 1, all_frames),
    Check("attacks-round-2", "attacks and faults planned from the protocol page and the rulings, by kind, on a live "
          "server, its API, files and compiled functions; players elsewhere play on", 55, 1, attack_round,
          plan=attack_plan),
    Check("dom", "hands in a real browser, twenty an item: before every decision and after every hand, the DOM of a "
          "watching, a playing and a reconnecting page equals the server's public state", 104, 1, page_agrees),
    Check("half-load", "an hour of 510 players at half load: memory, open files and answer times do not grow", 1, 1,
          half_load),
    Check("vector", "a million random steps of the vectorised environment in lockstep with single hands, all games",
          1_000, 5, vector),
    Check("table", "evenings of a hundred hands each at random tables", 10_000, 2, table_evening),
    Check("cash", "evenings of a thousand events each at cash tables of the arena", 2_000, 1, cash_evening),
)}
