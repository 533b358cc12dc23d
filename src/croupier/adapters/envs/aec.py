"""Wrap any croupier game as a PettingZoo environment, in which every seat is an agent and agents act in turn (AEC).

    env = table_env("holdem-v1", seats=6)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

An observation is a dict with `observation` and `action_mask`. The first is one row of numbers, or a dict of named rows
if `observations` is "dict"; `encoding` explains the numbers. An episode is one hand of poker, or `hands` hands of
another game. When an episode ends, each seat gets its payoff, in chips or points, as reward.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from croupier.adapters.encoding.base import BadEnvironment, Encoding, require, row, size, started
from croupier.adapters.encoding.choose import VERSION, AnyGame, encoding_of
from croupier.adapters.encoding.drawing import as_svg, as_text
from croupier.adapters.encoding.poker_actions import ActionSet
from croupier.errors import short
from croupier.games.api import PUBLIC, State

SEEDS = 1 << 62
RENDER_MODES = ("text", "svg")


def observation_space(encoding: Encoding, observations: str = "array") -> spaces.Dict:
    """Return the space of one seat's observations."""
    if observations not in ("array", "dict"):
        raise BadEnvironment(f"observations are 'array' or 'dict', not {short(observations)}")
    mask = spaces.Box(0, 1, (encoding.actions,), np.int8)
    if observations == "array":
        return spaces.Dict({"observation": _box(size(encoding)), "action_mask": mask})
    parts = spaces.Dict({name: _box(length) for name, length in encoding.shape.items()})
    return spaces.Dict({"observation": parts, "action_mask": mask})


def observed(encoding: Encoding, state: State, seat: int, observations: str = "array") -> dict[str, Any]:
    """Return what a seat sees, with the mask of its legal actions. The mask is all zeros unless it is the seat's
    turn.
    """
    view: Any = state.observe(seat)
    mask: Any = np.zeros(encoding.actions, np.int8)
    if state.actor == seat:
        mask[encoding.legal(view)] = 1
    parts = encoding.parts(view)
    if observations == "array":
        return {"observation": np.array(row(parts), np.float32), "action_mask": mask}
    return {"observation": {name: np.array(part, np.float32) for name, part in parts.items()}, "action_mask": mask}


def drawn(state: State, mode: str | None) -> str:
    """Draw what spectators see, in this render mode."""
    if mode not in RENDER_MODES:
        raise BadEnvironment(f"render modes are {' and '.join(RENDER_MODES)}, not {short(mode)}")
    view = state.observe(PUBLIC)
    return as_svg(view) if mode == "svg" else as_text(view)


def _box(length: int) -> spaces.Box:
    return spaces.Box(-np.inf, np.inf, (length,), np.float32)


class TableEnv(AECEnv[str, Any, Any]):
    """The environment itself, without PettingZoo's wrappers."""

    def __init__(self, encoding: Encoding, observations: str = "array", render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadEnvironment(f"render modes are {' and '.join(RENDER_MODES)}, not {short(render_mode)}")
        self.encoding, self.observations, self.render_mode = encoding, observations, render_mode
        self.metadata = {"name": f"{encoding.name.replace(' ', '-')}-{VERSION}", "render_modes": list(RENDER_MODES),
                         "is_parallelizable": False, "render_fps": 2}
        self.possible_agents = [f"seat_{seat}" for seat in range(encoding.seats)]
        self.agents: list[str] = []
        self._spaces = {agent: observation_space(encoding, observations) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents}
        self._seeds: Any = None
        self.game_state: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, which is always the same object."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, which is always the same object."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode. Without a seed, continue the series of episodes that the last seed began."""
        if seed is not None or self._seeds is None:
            self._seeds, _ = seeding.np_random(seed)
        self.game_state = started(self.encoding, lambda: int(self._seeds.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def _playing(self) -> State:
        if self.game_state is None:
            raise BadEnvironment("reset() starts an episode: call it first")
        return self.game_state

    def _turn(self) -> None:
        """Select the agent to act. At the end of an episode, give all agents their rewards."""
        state = self._playing()
        if state.actor is not None:
            self.agent_selection = self.possible_agents[state.actor]
            return
        for agent, payoff in zip(self.possible_agents, state.payoffs, strict=True):
            self.rewards[agent] = float(payoff)
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def step(self, action: Any) -> None:
        """Apply the action of the selected agent. The action must be None if the episode is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._playing()
        view: Any = state.observe(self.possible_agents.index(agent))
        state.apply(self.encoding.action(require(action, self.encoding.legal(view)), view))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._turn()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees."""
        return observed(self.encoding, self._playing(), self.possible_agents.index(agent), self.observations)

    def render(self) -> Any:
        """Draw what spectators see, as text or as an SVG picture."""
        return drawn(self._playing(), self.render_mode)

    def close(self) -> None:
        """Do nothing, because the environment has no resources to close."""


def table_env(game: AnyGame = "holdem-v1", seats: int | None = None, *, stacks: Sequence[int] | None = None,
              actions: ActionSet | str = "sized", hands: int | None = 1, observations: str = "array",
              render_mode: str | None = None) -> Any:
    """Return a PettingZoo environment for a game, which is an object or a versioned name. PettingZoo's wrappers check
    that it is used correctly.
    """
    raw = TableEnv(encoding_of(game, seats, stacks, actions, hands), observations, render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))
