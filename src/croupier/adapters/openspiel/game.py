"""Implement OpenSpiel's interface over a croupier game: states, information states, tensors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel

from croupier.adapters.encoding.base import Encoding, row, size
from croupier.adapters.encoding.choose import VERSION, AnyGame, encoding_of
from croupier.adapters.encoding.poker_actions import ActionSet
from croupier.adapters.openspiel.chance import Deals, deals_of
from croupier.adapters.openspiel.dealt_hand import DealtHand, Shared

COLUMNS_MAX = 128
"""In the history of an information state, each action has its own column if the game has at most this many actions."""


class SpielGame(pyspiel.Game):
    """An OpenSpiel game: a croupier game with its encoding and its dealing."""

    def __init__(self, encoding: Encoding, name: str = "", players: Sequence[int] = (),
                 params: dict[str, Any] | None = None) -> None:
        """Make the game. A registered game passes its possible numbers of players and the parameters
        that were given.
        """
        deals = deals_of(encoding)
        self.encoding, self.deals = encoding, deals
        self.undealt = DealtHand(Shared(encoding, deals))
        self.type = _type_of(deals, name or encoding.name, players or (encoding.seats,))
        outcomes = max(max(pile.copies) for pile in deals.piles) + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.actions, max_chance_outcomes=outcomes, num_players=encoding.seats,
            min_utility=deals.worst, max_utility=deals.best, utility_sum=0.0 if deals.zero_sum else None,
            max_game_length=deals.decisions)
        super().__init__(self.type, info, params or {})

    def new_initial_state(self) -> SpielState:
        """Return the state before the first card is dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return the observer that fills tensors. The tensors include the history of actions if perfect recall is asked
        for.
        """
        return SpielObserver(self.encoding, self.deals, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):
    """A hand in progress, which begins with chance nodes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.hand = game.undealt

    # -- OpenSpiel's names ---------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        if self.hand.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.hand.actor is None else self.hand.actor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may come next, and the probability of each."""
        return self.hand.outcomes

    def _legal_actions(self, player: int) -> list[int]:
        return self.hand.legal if player == self.hand.actor else []

    def _apply_action(self, action: int) -> None:
        self.hand = self.hand.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.hand.rules.deals.name(action)}"
        return self.hand.rules.encoding.words(action)

    def is_terminal(self) -> bool:
        """Return True if the hand is over."""
        return self.hand.is_over

    def returns(self) -> list[float]:
        """Return the results of the seats at the end of the hand, and zeros before that."""
        return self.hand.results

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a copy of the state in which all cards that a player cannot see are dealt again. OpenSpiel's search
        calls this.
        """
        twin: SpielState = self.clone()
        twin.hand = self.hand.guess(player, Random(int(sampler() * (1 << 53))))
        return twin

    def __str__(self) -> str:
        return str(self.hand)


class SpielObserver:
    """Fills a tensor with what a player sees and, with perfect recall, the actions so far."""

    def __init__(self, encoding: Encoding, deals: Deals, recalls: bool) -> None:
        self.encoding, self.recalls = encoding, recalls
        self.columns = encoding.actions if encoding.actions <= COLUMNS_MAX else 3
        self.now = size(encoding)
        self.width = encoding.seats + self.columns + 1
        self.tensor: Any = np.zeros(encoding.seats + self.now + (deals.decisions * self.width if recalls else 0),
                                    np.float32)
        seats = encoding.seats
        self.dict = {"player": self.tensor[:seats], "observation": self.tensor[seats:seats + self.now]}
        if recalls:
            self.dict["history"] = self.tensor[seats + self.now:].reshape(deals.decisions, self.width)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees of a state."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.hand.play is None:
            return
        self.dict["observation"][:] = row(self.encoding.parts(state.hand.play.observe(player)))
        if self.recalls:
            for line, taken in zip(self.dict["history"], state.hand.taken):
                self._write(line, player, *taken)

    def _write(self, line: Any, player: int, seat: int, number: int, seen_by: tuple[bool, ...], cards: int) -> None:
        line[(seat - player) % self.encoding.seats] = 1
        columns = line[self.encoding.seats:]
        if not seen_by[player]:
            columns[self.columns] = 1 + cards
        elif self.columns == self.encoding.actions or number < 2:
            columns[number] = 1
        else:
            columns[2] = number / self.encoding.actions

    def string_from(self, state: SpielState, player: int) -> str:
        """Return as text everything that a player has seen (with perfect recall) or what it sees now (without)."""
        if self.recalls:
            return state.hand.told(player)
        if state.hand.play is None:
            return "not dealt"
        parts = self.encoding.parts(state.hand.play.observe(player))
        return "; ".join(f"{name} {' '.join(f'{value:g}' for value in part)}" for name, part in parts.items())


def _type_of(deals: Deals, name: str, players: Sequence[int]) -> Any:
    """Return the description of a game that OpenSpiel needs before the game is made."""
    utility = pyspiel.GameType.Utility
    specification = {"players": players[0]} if len(players) > 1 else {}
    return pyspiel.GameType(
        short_name="croupier_" + re.sub(r"\W+", "_", name.lower()), long_name=f"croupier: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if deals.zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=players[-1],
        min_num_players=players[0], parameter_specification=specification,
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=False)


def openspiel_game(game: AnyGame, seats: int | None = None, *, stacks: Sequence[int] | None = None,
                   actions: ActionSet | str = "sized") -> SpielGame:
    """Return one hand of a game as an OpenSpiel game. The game is given in the same way as for `envs.table_env`.

    The encoding's action numbers are OpenSpiel's actions. Seat 0 has the button in poker.
    """
    name = game.removesuffix(f"-{VERSION}") if isinstance(game, str) else ""
    return SpielGame(encoding_of(game, seats, stacks, actions, hands=1), Path(name).stem)
