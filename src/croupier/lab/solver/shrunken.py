"""Shrink a game to a variant that can be solved exactly: fewer ranks, cards and rounds, but the same structure.

A search may play a game badly, or better from one seat than from the other. If so, the result of the first player
between searching players is an artefact. If a game can be shrunk until the solver can solve it, the equilibrium of the
small variant shows what acting first is worth, and how often players who cannot be exploited bluff. Search also plays
the small variant. If the result of the search differs from the equilibrium, the results of the search for the full game
are not reliable.

A variant keeps the structure of its game. If players choose among their cards, each has at least two. With one card
each, a trick game is decided by the deal, and its value says nothing about the game that people would play.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from croupier.games.genome.check import cards_needed, is_sound
from croupier.games.genome.state import State
from croupier.games.genome.values import (
    DECKS,
    BadGenome,
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    PassPhase,
    PlayPhase,
    RevealPhase,
    TrickPhase,
    replaced,
)
from croupier.lab.solver.exact import Solution, Solver, solve
from croupier.lab.solver.tree import TreeTooBig, information_set, tree_of

NODES_MAX = 60_000
"""The maximum number of positions of a variant."""
ITERATIONS = 400
"""The number of iterations of CFR+ for a variant."""
_DECKS = ("royal_20", "leduc_6", "kuhn_3")
_COUNTED = (DrawPhase, DiscardPhase, ExchangePhase, RevealPhase, PassPhase)
_CHOSEN = (DiscardPhase, ExchangePhase, PassPhase, PlayPhase, TrickPhase)
"""The phases in which players choose among their cards."""
_STAKES_LEAST = 0.02
"""Stakes below this share of the smallest bet count as 0. In this case nobody bets in the equilibrium, and shares of
the stakes would be noise.
"""


@dataclass(frozen=True)
class Shrunken:
    """A small variant with its equilibrium."""

    genome: GameGenome
    first_player: float
    """What the first to act wins, as a share of the stakes that change hands. It is 0 if no stakes change hands."""
    gap: float
    """The solution's gap (see `exact.Solution`), as a share of the stakes that change hands."""
    bluffs: float | None
    """The share of bettors who bet on less than four fifths of a fair share and made all others fold."""
    nodes: int

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as values for JSON."""
        setup = self.genome.setup
        return {"deck": setup.initial_deck, "cards": setup.cards_per_player,
                "rounds": self.genome.turn_structure.rounds, "first_player": self.first_player, "gap": self.gap,
                "bluffs": self.bluffs, "nodes": self.nodes}


def shrunken(genome: GameGenome, nodes_max: int = NODES_MAX) -> Shrunken | None:
    """Solve the largest variant of a game that the solver can solve. Return None if there is no such variant."""
    for small in variants(genome):
        try:
            tree = tree_of(small, nodes_max=nodes_max)
        except TreeTooBig:
            continue
        return _solved(small, solve(tree, ITERATIONS))
    return None


def variants(genome: GameGenome) -> Iterator[GameGenome]:
    """Yield playable two-player variants of a game, the largest one first."""
    phases = tuple(_smaller(phase) for phase in genome.phases)
    least = min(_cards_least(genome, phases), genome.setup.cards_per_player)
    for deck in _DECKS:
        for cards in dict.fromkeys((min(4, genome.setup.cards_per_player), 3, 2, 1)):
            if cards < least:
                continue
            for rounds in dict.fromkeys((genome.turn_structure.rounds, 2, 1)):
                if cards > genome.setup.cards_per_player or rounds > genome.turn_structure.rounds:
                    continue
                made = _variant(genome, deck, cards, rounds, tuple(_tricks(phase, cards) for phase in phases))
                if made is not None:
                    yield made


def _cards_least(genome: GameGenome, phases: Iterable[Any]) -> int:
    """Return how many cards a hand must have for the variant to keep the game's structure."""
    if any(condition.type == "first_to_empty" for condition in genome.win_conditions):
        return 4  # with fewer cards, the player who begins would always be out first
    return 2 if any(isinstance(phase, _CHOSEN) for phase in phases) else 1


def _variant(genome: GameGenome, deck: Any, cards: int, rounds: int, phases: Any) -> GameGenome | None:
    try:
        setup = replaced(genome.setup, initial_deck=deck, cards_per_player=cards, min_players=2, max_players=2,
                         initial_discard_count=min(1, genome.setup.initial_discard_count),
                         board_cards=min(1, genome.setup.board_cards))
        made = replaced(genome, setup=setup, max_hands=1).with_phases(*phases, rounds=rounds)
    except BadGenome:
        return None
    return made if is_sound(made) else None


def _smaller(phase: Any) -> Any:
    """Return the phase with only one card."""
    return replaced(phase, count=1) if isinstance(phase, _COUNTED) else phase


def _tricks(phase: Any, cards: int) -> Any:
    """Return the phase with at most as many tricks as a hand has cards."""
    return replaced(phase, tricks=min(cards, phase.tricks)) if isinstance(phase, TrickPhase) else phase


def _solved(genome: GameGenome, found: Solution) -> Shrunken:
    stakes = _stakes(found)
    bets = [phase.min_bet for phase in genome.phases if isinstance(phase, BettingPhase)] if genome.bets else []
    if stakes <= _STAKES_LEAST * min(bets, default=1):
        return Shrunken(genome, 0.0, 0.0, None, found.tree.nodes)
    return Shrunken(genome, found.values[0] / stakes, found.gap / stakes,
                    _bluffs(genome, found) if genome.bets else None, found.tree.nodes)


def _stakes(found: Solution) -> float:
    """Return the average stakes that change hands, which is the mean absolute result of the first player."""
    sizes = array("d", [abs(value) for value in found.tree.payoffs])
    solver = Solver(replace(found.tree, payoffs=sizes))
    solver.take(found.strategy)
    return solver.value(0)


def _bluffs(genome: GameGenome, found: Solution, hands: int = 400, guesses: int = 24) -> float | None:
    """Return how often bettors bluff in equilibrium, measured on random hands from the solved tree."""
    rng, bettors, bluffs = Random(1), 0, 0
    spots = {spot.key: at for at, spot in enumerate(found.tree.spots)}
    deck, needed, game = DECKS[genome.setup.initial_deck], cards_needed(genome, 2), genome.game()
    for _ in range(hands):  # uses the deals of the tree, in which the cards that no hand needs are in a fixed order
        state, bets, weak = game.start(2, 0, rng.sample(deck, needed)), set(), set()
        while not state.is_over:
            seat = state.actor
            assert seat is not None, "a hand that is not over has a seat to act"
            at = spots[information_set(state).key]
            first, actions = found.tree.first_action[at], found.tree.spots[at].actions
            action = rng.choices(actions, found.strategy[first:first + len(actions)])[0]
            if action.kind in ("BET", "RAISE"):
                bets.add(seat)
                weak |= {seat} if called_share(state, seat, guesses, rng) < 0.4 else set()
            state.apply(action)
        bettors += len(bets)
        bluffs += any(event.kind == "FOLD" for event in state.events) and state.payoffs[min(weak, default=0)] > 0 \
            if weak else 0
    return bluffs / bettors if bettors else None


def called_share(state: State, seat: int, guesses: int, rng: Random) -> float:
    """Return the share of pots that a seat wins if all bets are called from here, averaged over guesses of the hidden
    cards.
    """
    won = 0.0
    for _ in range(guesses):
        guess = state.redeal(seat, rng)
        while not guess.is_over:
            guess.apply(guess.suggested("caller", rng.getrandbits(32)))
        payoff = guess.payoffs[seat]
        won += 1.0 if payoff > 0 else 0.5 if payoff == 0 else 0.0
    return won / guesses
