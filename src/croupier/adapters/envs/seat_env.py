"""Wrap one seat of a game as a Gymnasium environment, against opponents of your choice.

    env = gymnasium.make("croupier.adapters.envs.registration:croupier/holdem-v1", opponents=["caller"])
    env = SeatEnv("leduc-poker-v1", opponents=["mcts:100"])
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(action)

Opponents are names of bots or `Bot` objects, for the other seats in order. If there are fewer bots than seats, they
repeat. The learner's seat is chosen at random in every episode unless `seat` is given. `info["action_mask"]` marks the
legal actions. Since many of Gymnasium's agents ignore masks, an illegal action is replaced by the first legal one, and
`info["illegal"]` is then True. The reward is the seat's payoff, in chips or points, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from croupier.adapters.encoding.base import TRIES, BadEnvironment, row
from croupier.adapters.encoding.choose import AnyGame, encoding_of
from croupier.adapters.encoding.poker_actions import ActionSet
from croupier.adapters.envs.aec import RENDER_MODES, SEEDS, drawn, observation_space
from croupier.bots.base import Bot
from croupier.bots.load import seat as seated
from croupier.errors import short
from croupier.games.api import State


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game in which one learner plays against bots."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's own way

    def __init__(self, game: AnyGame = "holdem-v1", seats: int | None = None, *,
                 opponents: Sequence[str | Bot] = ("random",), seat: int | None = None,
                 stacks: Sequence[int] | None = None, actions: ActionSet | str = "sized", hands: int | None = 1,
                 observations: str = "array", render_mode: str | None = None) -> None:
        self.encoding = encoding_of(game, seats, stacks, actions, hands)
        if seat is not None and seat not in range(self.encoding.seats):
            raise BadEnvironment(f"seat {short(seat)} is not one of 0..{self.encoding.seats - 1}")
        if not opponents:
            raise BadEnvironment("at least one opponent is needed")
        self.bots = [seated(bot) for bot in opponents]
        self.seat, self.observations, self.render_mode = seat, observations, render_mode
        self.observation_space = observation_space(self.encoding, observations)["observation"]
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self.game_state: State | None = None
        self._own = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode, and let the opponents play until it is the learner's turn."""
        super().reset(seed=seed)
        for _ in range(TRIES):
            self._own = int(self.np_random.integers(self.encoding.seats)) if self.seat is None else self.seat
            self.game_state = self.encoding.start(int(self.np_random.integers(SEEDS)))
            for bot in self.bots:
                bot.reseed(int(self.np_random.integers(1 << 32)))
            self._opponents_play()
            # otherwise everybody has folded, so the learner has no decision in this hand
            if not self.game_state.is_over:
                return self._seen(), self._info()
        raise BadEnvironment(f"in {TRIES:,} deals of {self.encoding.name} the learner had nothing to decide")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply the learner's action, and let the opponents play until the learner's next turn or the end."""
        if self.game_state is None or self.game_state.is_over:
            raise BadEnvironment("reset() starts an episode: call it first")
        view: Any = self.game_state.observe(self._own)
        legal = self.encoding.legal(view)
        number = int(action)
        illegal = number not in legal
        self.game_state.apply(self.encoding.action(legal[0] if illegal else number, view))
        self._opponents_play()
        over = self.game_state.is_over
        reward = float(self.game_state.payoffs[self._own]) if over else 0.0
        return self._seen(), reward, over, False, {**self._info(), **({"illegal": True} if illegal else {})}

    def _opponents_play(self) -> None:
        state = self.game_state
        assert state is not None, "an episode was started"
        while state.actor is not None and state.actor != self._own:
            seat = state.actor
            bot = self.bots[(seat - (seat > self._own)) % len(self.bots)]
            state.apply(bot.act(state.observe(seat)))

    def _seen(self) -> Any:
        assert self.game_state is not None, "an episode was started"
        parts = self.encoding.parts(self.game_state.observe(self._own))
        if self.observations == "array":
            return np.array(row(parts), np.float32)
        return {name: np.array(part, np.float32) for name, part in parts.items()}

    def _info(self) -> dict[str, Any]:
        assert self.game_state is not None, "an episode was started"
        mask: Any = np.zeros(self.encoding.actions, np.int8)
        if self.game_state.actor == self._own:
            mask[self.encoding.legal(self.game_state.observe(self._own))] = 1
        return {"action_mask": mask, "seat": self._own}

    def action_masks(self) -> Any:
        """Return the mask of legal actions as booleans, in the form that learners of other libraries expect."""
        return self._info()["action_mask"].astype(bool)

    def render(self) -> Any:
        """Draw what spectators see, as text or as an SVG picture."""
        if self.game_state is None:
            raise BadEnvironment("reset() starts an episode: call it first")
        return drawn(self.game_state, self.render_mode)
