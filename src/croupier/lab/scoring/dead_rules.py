"""Find rules that never have an effect, and choices that are never worth taking.

A part of a game is *dead* if removing it makes no difference in 100,000 hands of random and of greedy players. To find
out, the game is played twice with the same seed: once with the part and once without the part. The part is dead if both
playouts give the same checksum. `pruned` removes dead parts and adds a note to the lineage.

A *trap* is a legal choice that search never takes and that costs more than the ante on average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from croupier.games.genome.check import is_sound
from croupier.games.genome.state import State
from croupier.games.genome.values import BettingPhase, GameGenome, replaced
from croupier.lab.scoring.intervals import Estimate
from croupier.stats.intervals import mean_of

HANDS = 10_000
RARER = 10
"""A part that seems dead is tested again with this many times the hands."""
POLICIES = ("random", "greedy")
OFFERED_LEAST = 20
"""How often a choice must have been legal before it can be called a trap."""


@dataclass(frozen=True, slots=True)
class DeadRule:
    """A part of a game that never has an effect, and the game without this part."""

    words: str
    without: GameGenome


@dataclass(frozen=True, slots=True)
class Trap:
    """A choice that search never takes, and what it costs in chips."""

    phase: int
    kind: str
    offered: int
    cost: Estimate

    def __str__(self) -> str:
        return f"{self.kind.lower()} in step {self.phase + 1} costs {self.cost.mean:.1f}"


def dead_rules(genome: GameGenome, hands: int = HANDS, seed: int = 1) -> list[DeadRule]:
    """Return the parts of a game that have no effect in this many hands of each policy."""
    mine = _course(genome, hands, seed)
    found = [dead for dead in _parts(genome) if is_sound(dead.without) and _course(dead.without, hands, seed) == mine]
    if not found:
        return []
    # with fewer hands, a rule about a rare hand such as a straight flush would seem dead
    longer = _course(genome, RARER * hands, seed)
    return [dead for dead in found if _course(dead.without, RARER * hands, seed) == longer]


def pruned(genome: GameGenome, hands: int = HANDS, seed: int = 1) -> GameGenome:
    """Return the game without its dead rules. Return the genome itself if it has no dead rules."""
    done = []
    while True:
        found = next(iter(dead_rules(genome, hands, seed)), None)
        if found is None:
            break
        genome = found.without
        done.append(found.words)
    return replaced(genome, lineage=(*genome.lineage, f"pruned: {'; '.join(done)}")) if done else genome


def _course(genome: GameGenome, hands: int, seed: int) -> tuple[tuple[int, int, int], ...]:
    """Return for each policy the number of hands, the number of decisions, and the checksum of all results."""
    found = []
    for policy in POLICIES:
        table = genome.game().playout(None, seed, policy)
        table.run_hands(hands)
        found.append((table.hands, table.decisions, table.checksum))
    return tuple(found)


def _parts(genome: GameGenome) -> Iterator[DeadRule]:
    """Yield every part that can be removed, with the game without it."""
    yield from _setup_parts(genome)
    for at, condition in enumerate(genome.win_conditions):
        if len(genome.win_conditions) > 1:
            rest = (*genome.win_conditions[:at], *genome.win_conditions[at + 1:])
            yield DeadRule(f"{condition.type} decides nothing", replaced(genome, win_conditions=rest))
    for at, rule in enumerate(genome.scoring):
        rest_rules = (*genome.scoring[:at], *genome.scoring[at + 1:])
        yield DeadRule(f"points per {rule.per} decide nothing", replaced(genome, scoring=rest_rules))
    evaluation = genome.hand_evaluation
    for at, pattern in enumerate(evaluation.patterns):
        if len(evaluation.patterns) > 1:
            rest_patterns = (*evaluation.patterns[:at], *evaluation.patterns[at + 1:])
            yield DeadRule(f"{pattern.name} is never made or never decides",
                           replaced(genome, hand_evaluation=replaced(evaluation, patterns=rest_patterns)))
    for at, phase in enumerate(genome.phases):
        if len(genome.phases) > 1:
            yield DeadRule(f"step {at + 1} ({type(phase).__name__}) changes nothing",
                           genome.with_phases(*genome.phases[:at], *genome.phases[at + 1:]))
        if isinstance(phase, BettingPhase) and phase.max_raises > 0:
            fewer = replaced(phase, max_raises=phase.max_raises - 1)
            yield DeadRule(f"raise {phase.max_raises} of step {at + 1} is never made",
                           genome.with_phases(*genome.phases[:at], fewer, *genome.phases[at + 1:]))


def _setup_parts(genome: GameGenome) -> Iterator[DeadRule]:
    """Yield the parts of the setup and of the evaluation."""
    setup, evaluation = genome.setup, genome.hand_evaluation
    for there, words, changes in (
            (setup.trump_suit, "trumps decide nothing", {"trump_suit": None}),
            (setup.wild_ranks, "wild cards decide nothing", {"wild_ranks": ()}),
            (setup.board_cards, "the board decides nothing", {"board_cards": 0}),
            (setup.initial_discard_count, "the pile at the start decides nothing", {"initial_discard_count": 0}),
            (setup.tableau != "none", "the tableau decides nothing", {"tableau": "none"}),
            (setup.effects, "the effects of ranks change nothing", {"effects": ()}),
            (setup.books, "books are never laid down, or change nothing", {"books": 0}),
            (not setup.side_pots, "the single pot is never short", {"side_pots": True})):
        if there:
            yield DeadRule(words, replaced(genome, setup=replaced(setup, **changes)))
    if evaluation.bust_limit:
        yield DeadRule("nobody is ever bust", replaced(genome, hand_evaluation=replaced(evaluation, bust_limit=0)))
    if evaluation.card_values:
        yield DeadRule("the card values decide nothing",
                       replaced(genome, hand_evaluation=replaced(evaluation, card_values=())))
    if genome.turn_structure.rounds > 1:
        rounds = genome.turn_structure.rounds - 1
        yield DeadRule(f"round {rounds + 1} changes nothing", genome.with_phases(*genome.phases, rounds=rounds))


# -- traps -------------------------------------------------------------------------------------------------------------


def traps(genome: GameGenome, hands: int = 200, iterations: int = 100, seed: int = 1) -> list[Trap]:
    """Return the choices that search never takes and that cost more than the ante."""
    offered: Counter[tuple[int, str]] = Counter()
    taken: Counter[tuple[int, str]] = Counter()
    for number in range(hands):
        state = _dealt(genome, seed + number)
        while not state.is_over:
            _decide(state, iterations, offered, taken, number)
    found = []
    for (phase, kind), count in sorted(offered.items()):
        if count >= OFFERED_LEAST and not taken[phase, kind]:
            cost = _cost(genome, phase, kind, hands, iterations, seed)
            if cost.mean > max(genome.setup.ante, 0) and cost.low > 0:
                found.append(Trap(phase, kind, count, cost))
    return found


def _dealt(genome: GameGenome, seed: int) -> State:
    """Deal one hand with the opening stacks."""
    return genome.game().start(None, seed, hands=1)


def _decide(state: State, iterations: int, offered: Counter[tuple[int, str]], taken: Counter[tuple[int, str]],
            seed: int) -> None:
    """Let the seat to act choose by search. Count its legal choices, and the choice that it takes."""
    legal = state.legal()
    phase = state.progress.step_no
    if len(legal) > 1:
        offered.update((phase, kind) for kind in legal.kinds)
        action = state.searched(iterations, seed)
        taken[phase, action.kind] += 1
    else:
        action = next(iter(legal))
    state.apply(action)


def _cost(genome: GameGenome, phase: int, kind: str, hands: int, iterations: int, seed: int) -> Estimate:
    """Return the chips that a seat loses if it takes a certain choice the first time it is legal, instead of choosing
    by search.
    """
    lost = []
    for number in range(hands):
        state = _dealt(genome, seed + number)
        rng = Random(number)
        while not state.is_over:
            legal = state.legal()
            here = state.progress.step_no == phase
            if here and len(legal) > 1 and kind in legal.kinds:
                lost.append(_difference(state, kind, iterations, rng))
                break
            state.apply(state.searched(iterations, number) if len(legal) > 1 else next(iter(legal)))
    if len(lost) < 2:
        return Estimate(0.0, 0.0, 0.0, len(lost))
    found = mean_of(lost)
    return Estimate(found.mean, found.low, found.high, len(lost))


def _difference(state: State, kind: str, iterations: int, rng: Random) -> float:
    """Return the payoff of the searched choice minus the payoff of a forced one. Search plays both hands to the end."""
    seat = state.actor
    assert seat is not None, "a choice is offered to a seat"
    forced = rng.choice([action for action in state.legal() if action.kind == kind])
    results = []
    for action in (state.searched(iterations, rng.getrandbits(32)), forced):
        twin = state.clone()
        twin.apply(action)
        while not twin.is_over:
            twin.apply(twin.searched(iterations, rng.getrandbits(32)))
        results.append(twin.payoffs[seat])
    return float(results[0] - results[1])
