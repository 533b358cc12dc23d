"""Write tips for players: sentences with figures of what strong search does at each step of a game.

Tips are measured facts: searching players play hands against each other, and each tip gives the frequency of one of
their actions, or of one way in which hands ended. Steps with too few decisions are left out.

    tips(genome)    ["Step 1, nobody has bet yet: strong players bet 31 % of their hands: 72 % of the best third ..."]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from random import Random

from croupier.games.genome.rulebook import step_name
from croupier.games.genome.state import State
from croupier.games.genome.values import AnyPhase, BettingPhase, DiscardPhase, DrawPhase, ExchangePhase, GameGenome
from croupier.lab.solver.shrunken import called_share

HANDS, ITERATIONS = 120, 300
GUESSES = 12
"""The number of guesses of the hidden cards with which the strength of a hand is measured."""
LEAST = 15
"""The smallest number of decisions from which a tip is made."""
_FREE = (DrawPhase, DiscardPhase, ExchangePhase)
"""Phases in which players decide how many cards they draw or change."""
_DOES = {"BET": "bet", "CHECK": "check", "CALL": "call", "RAISE": "raise", "FOLD": "fold", "ALL_IN": "go all-in",
         "DRAW": "draw", "STAND_PAT": "stop", "DISCARD": "throw a card away", "PLAY": "play", "PASS": "pass",
         "TAKE_TOP": "take the pile's top card", "LAY": "lay cards", "CHALLENGE": "challenge", "ASK": "ask",
         "GIVE": "give"}


class StepCounts:
    """Counts of what searching players did at each step."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.done: dict[tuple[int, bool], Counter[str]] = defaultdict(Counter)
        """How often each kind of action was taken, by step and by whether there was a bet to answer."""
        self.opened: dict[int, list[tuple[float, bool]]] = defaultdict(list)
        """By betting step, for each decision without a bet to answer: the strength of the hand, and whether the player
        bet.
        """
        self.cards: dict[int, Counter[int]] = defaultdict(Counter)
        """How many cards were drawn or changed in a turn, by step, for steps in which players may choose the number."""
        self.hands = self.folded = self.first_won = 0

    def play(self, hands: int, iterations: int, seed: int) -> None:
        """Play hands from the opening stacks, with two players or, if the game needs more, with its smallest number of
        players.
        """
        for number in range(hands):
            self._play(self.genome.game().start(None, seed + number, hands=1), Random(f"{seed} {number}"), iterations)

    def _play(self, state: State, rng: Random, iterations: int) -> None:
        turns: Counter[tuple[int, int, int]] = Counter()
        while not state.is_over:
            legal, seat, now = state.legal(), state.actor, state.progress
            assert seat is not None, "a choice is offered to a seat"
            action = state.searched(iterations, rng.getrandbits(32)) if len(legal) > 1 else next(iter(legal))
            step = now.step_no
            if isinstance(self.genome.phases[step], _FREE) and "STAND_PAT" in legal.kinds:
                turns[now.round_no, step, seat] += action.kind != "STAND_PAT"
            elif len(legal) > 1:
                self.done[step, "CALL" in legal.kinds or "FOLD" in legal.kinds][action.kind] += 1
            if legal.is_betting and "CHECK" in legal.kinds and len(legal) > 1:
                share = called_share(state, seat, GUESSES, rng)
                self.opened[step].append((share, action.kind in ("BET", "RAISE", "ALL_IN")))
            state.apply(action)
        for (_, step, _), count in turns.items():
            self.cards[step][count] += 1
        self.hands += 1
        self.folded += sum(event.kind == "FOLD" for event in state.events) >= state.players - 1
        self.first_won += state.payoffs[0] > 0


def tips(genome: GameGenome, hands: int = HANDS, iterations: int = ITERATIONS, seed: int = 1) -> list[str]:
    """Return the tips; each is one sentence."""
    watched = StepCounts(genome)
    watched.play(hands, iterations, seed)
    return [*of_steps(watched), *of_hands(watched)]


def of_steps(watched: StepCounts) -> Iterable[str]:
    """Return sentences about the actions at each step."""
    for at, phase in enumerate(watched.genome.phases):
        if watched.cards[at].total() >= LEAST:
            yield _of_turns(at, phase, watched.cards[at])
        for answering in (False, True):
            counted = watched.done[at, answering]
            if counted.total() < LEAST or len(counted) < 2:
                continue
            if isinstance(phase, BettingPhase) and not answering:
                yield _opening(at, watched.opened[at])
                continue
            where = "with a bet to answer" if answering else step_name(phase)
            yield f"Step {at + 1}, {where}: strong players {_shares(counted)}."


def _of_turns(at: int, phase: AnyPhase, counted: Counter[int]) -> str:
    """Return a sentence about how many cards are drawn or changed in a turn."""
    does = "draw" if isinstance(phase, DrawPhase) else "throw away"
    parts = [f"{_cards(count)} in {_percent(counted[count], counted.total())} of their turns" if place == 0 else
             f"{_cards(count)} in {_percent(counted[count], counted.total())}"
             for place, count in enumerate(sorted(counted))]
    return f"Step {at + 1}, {step_name(phase)}: strong players {does} {_and(parts)}."


def _cards(count: int) -> str:
    return {0: "no card", 1: "one card"}.get(count, f"{count} cards")


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def _opening(at: int, found: list[tuple[float, bool]]) -> str:
    """Return a sentence about how often players open the betting with good, average and poor hands."""
    ranked = [bet for _, bet in sorted(found, key=lambda row: -row[0])]
    third = len(ranked) // 3
    parts = (ranked[:third], ranked[third:len(ranked) - third], ranked[len(ranked) - third:])
    best, middle, worst = (_percent(sum(part), len(part)) for part in parts)
    return (f"Step {at + 1}, nobody has bet yet: strong players bet {_percent(sum(ranked), len(ranked))} of their "
            f"hands: {best} of the best third, {middle} of the middle one, {worst} of the worst.")


def _shares(counted: Counter[str]) -> str:
    rest = [f"{_DOES.get(kind, kind.lower())} {_percent(count, counted.total())}"
            for kind, count in counted.most_common() if count / counted.total() >= 0.01]
    return _and(rest)


def of_hands(watched: StepCounts) -> Iterable[str]:
    """Return sentences about how hands ended."""
    if watched.genome.bets and watched.folded:
        yield f"{_percent(watched.folded, watched.hands)} of hands end because all others have folded."
    yield f"The first player wins {_percent(watched.first_won, watched.hands)} of hands."


def _percent(count: int, of: int) -> str:
    return f"{100 * count / of:.0f} %" if of else "none"
