"""Tips for players: what strong search does at each step of a game, as figures in sentences.

Nothing here is opinion. Searching players play hands against each other; every sentence says how often they did
something, or how often hands ended in some way. Steps with too few decisions are left out.

    tips(genome)    ["Step 1, nobody has bet yet: strong players bet 31 % of their hands: 72 % of the best third ..."]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from random import Random

from croupier.games.genome.rulebook import step_name
from croupier.games.genome.state import State
from croupier.games.genome.values import BettingPhase, GameGenome
from croupier.lab.solver.shrunken import called_share

HANDS, ITERATIONS = 120, 300
GUESSES = 12
"""Guesses of the hidden cards by which a hand is ranked among the best, the middle or the worst third."""
LEAST = 15
"""Decisions of a kind that a sentence needs."""
_DOES = {"BET": "bet", "CHECK": "check", "CALL": "call", "RAISE": "raise", "FOLD": "fold", "ALL_IN": "go all-in",
         "DRAW": "draw", "STAND_PAT": "stop", "DISCARD": "throw a card away", "PLAY": "play", "PASS": "pass",
         "TAKE_TOP": "take the pile's top card", "LAY": "lay cards", "CHALLENGE": "challenge", "ASK": "ask",
         "GIVE": "give"}


class StepCounts:
    """What searching players did, by step."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.done: dict[tuple[int, bool], Counter[str]] = defaultdict(Counter)
        """By step, and whether there was a bet to answer: how often each kind of action was taken."""
        self.opened: dict[int, list[tuple[float, bool]]] = defaultdict(list)
        """By betting step, for decisions without a bet to answer: how good the hand was, and whether it was bet."""
        self.hands = self.folded = self.first_won = 0

    def play(self, hands: int, iterations: int, seed: int) -> None:
        """Play hands of two players, or of as few as the game takes, from the opening stacks."""
        for number in range(hands):
            self._play(self.genome.game().start(None, seed + number, hands=1), Random(f"{seed} {number}"), iterations)

    def _play(self, state: State, rng: Random, iterations: int) -> None:
        while not state.is_over:
            legal = state.legal()
            if len(legal) == 1:
                state.apply(next(iter(legal)))
                continue
            action = state.searched(iterations, rng.getrandbits(32))
            if state.phase_now is not None:
                step = self.genome.phases.index(state.phase_now)
                self.done[step, "CALL" in legal.kinds or "FOLD" in legal.kinds][action.kind] += 1
                if legal.is_betting and "CHECK" in legal.kinds:
                    assert state.actor is not None, "a choice is offered to a seat"
                    share = called_share(state, state.actor, GUESSES, rng)
                    self.opened[step].append((share, action.kind in ("BET", "RAISE", "ALL_IN")))
            state.apply(action)
        self.hands += 1
        self.folded += sum(event.kind == "FOLD" for event in state.events) >= state.players - 1
        self.first_won += state.payoffs[0] > 0


def tips(genome: GameGenome, hands: int = HANDS, iterations: int = ITERATIONS, seed: int = 1) -> list[str]:
    """Return the tips, each one sentence."""
    watched = StepCounts(genome)
    watched.play(hands, iterations, seed)
    return [*_of_steps(watched), *_of_hands(watched)]


def _of_steps(watched: StepCounts) -> Iterable[str]:
    for at, phase in enumerate(watched.genome.phases):
        for answering in (False, True):
            counted = watched.done[at, answering]
            if counted.total() < LEAST or len(counted) < 2:
                continue
            if isinstance(phase, BettingPhase) and not answering:
                yield _opening(at, watched.opened[at])
                continue
            where = "with a bet to answer" if answering else step_name(phase)
            yield f"Step {at + 1}, {where}: strong players {_shares(counted)}."


def _opening(at: int, found: list[tuple[float, bool]]) -> str:
    """Return how often a bet is opened with good, middling and poor hands."""
    ranked = [bet for _, bet in sorted(found, key=lambda row: -row[0])]
    third = len(ranked) // 3
    parts = (ranked[:third], ranked[third:len(ranked) - third], ranked[len(ranked) - third:])
    best, middle, worst = (_percent(sum(part), len(part)) for part in parts)
    return (f"Step {at + 1}, nobody has bet yet: strong players bet {_percent(sum(ranked), len(ranked))} of their "
            f"hands: {best} of the best third, {middle} of the middle one, {worst} of the worst.")


def _shares(counted: Counter[str]) -> str:
    rest = [f"{_DOES.get(kind, kind.lower())} {_percent(count, counted.total())}"
            for kind, count in counted.most_common() if count / counted.total() >= 0.01]
    return rest[0] if len(rest) == 1 else ", ".join(rest[:-1]) + " and " + rest[-1]


def _of_hands(watched: StepCounts) -> Iterable[str]:
    if watched.genome.bets and watched.folded:
        yield f"{_percent(watched.folded, watched.hands)} of hands end because all others have folded."
    yield f"The first player wins {_percent(watched.first_won, watched.hands)} of hands."


def _percent(count: int, of: int) -> str:
    return f"{100 * count / of:.0f} %" if of else "none"
