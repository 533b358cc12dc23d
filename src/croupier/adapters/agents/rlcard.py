"""Use RLCard's agents as croupier bots, in no-limit and limit hold'em.

    rlcard:random                       RLCard's own random agent
    rlcard:limit-holdem-rule-v1         a model that comes with RLCard
    rlcard:agents.py:make               make(env) returns an agent for RLCard's environment of the game

The agent gets the state of RLCard's `no-limit-holdem` or `limit-holdem` environment, with chips in RLCard's unit (a big
blind is 2). The agent is offered those of RLCard's actions that croupier's rules allow. RLCard's raises of half a pot,
a pot and all-in say how many chips the player adds now.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
import rlcard
from rlcard.agents import RandomAgent
from rlcard.games.nolimitholdem.game import Stage
from rlcard.games.nolimitholdem.round import Action as Move

from croupier.adapters.agents.loading import called, module_of
from croupier.adapters.hand_so_far import HandSoFar, refuse_other_games
from croupier.bots.base import BadBot, Bot
from croupier.bots.isolation import BotFault, BotLimits, faults
from croupier.games.api import Action
from croupier.games.poker.view import View

BIG_BLIND = 2
"""The big blind in RLCard's unit of chips."""
RAISES_MAX = 4
"""The maximum number of raises on a street in RLCard's limit game."""


def seat(text: str, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
         hidden: Sequence[str] = ()) -> Bot:
    """Return a croupier bot for the RLCard agent that a text names. Raise BadBot if there is none."""
    found = module_of(text)
    if found is not None:
        module, name = found
        if not hasattr(module, name or "make"):
            raise BadBot(f"{text}: there is no {name or 'make'} in it")
        return RLCardBot(lambda env: called(getattr(module, name or "make"), text, env), name or "make")
    if text == "random":
        return RLCardBot(lambda env: RandomAgent(env.num_actions), "rlcard-random")
    from rlcard import models
    from rlcard.models.registration import model_registry

    if text not in model_registry.model_specs:
        raise BadBot(f"RLCard has no model {text[:40]!r}: it has {', '.join(model_registry.model_specs)}")
    return RLCardBot(lambda env: models.load(text).agents[0], text)


class RLCardBot(Bot):
    """An agent of RLCard in a seat. `make` takes RLCard's environment and returns the agent."""

    def __init__(self, make: Any, name: str) -> None:
        self.make, self.name = make, name
        self.agent: Any = None
        self.env: Any = None
        self.is_limit = False

    def on_hand_start(self, view: View) -> None:
        """Make the agent at the first hand, because the game is not known before."""
        refuse_other_games(view, "RLCard")
        is_limit = view.rules.limit == "fixed"
        if self.env is None or is_limit != self.is_limit:
            self.is_limit = is_limit
            self.env = rlcard.make("limit-holdem" if is_limit else "no-limit-holdem")
            self.agent = self.make(self.env)

    def act(self, view: View) -> Action:
        """Return the agent's action. Raise BotFault(GARBAGE) if the action was not offered."""
        so_far = HandSoFar(view)
        for event in view.events:
            so_far.take(event)
        moves = self.limit_moves(view) if self.is_limit else self.moves(view)
        state = self.state(view, so_far, list(moves))
        move, _ = self.agent.eval_step(state)
        if not getattr(self.agent, "use_raw", False):
            move = self.env.actions[int(move)] if self.is_limit else Move(int(move))
        if move not in moves and move in (self.env.actions if self.is_limit else list(Move)):
            return moves.get("check", view.fold())  # RLCard's environment handles illegal moves in the same way
        if move not in moves:
            raise BotFault(faults.GARBAGE, f"it chose {move}, but was offered {', '.join(map(str, moves))}")
        return moves[move]

    def moves(self, view: View) -> dict[Any, Action]:
        """Return the legal moves of RLCard's no-limit game, each with croupier's action for it."""
        legal, bet = view.legal, view.bets[view.seat or 0]
        found = {Move.FOLD: view.fold(), Move.CHECK_CALL: view.call()}
        for move, chips in ((Move.RAISE_HALF_POT, view.pot // 2), (Move.RAISE_POT, view.pot)):
            to = bet + chips
            if legal.min_raise_to is not None and legal.min_raise_to <= to <= (legal.max_raise_to or 0):
                found[move] = view.raise_to(to)
        if legal.all_in is not None and legal.all_in > view.price:
            found[Move.ALL_IN] = view.all_in()
        return found

    def limit_moves(self, view: View) -> dict[Any, Action]:
        """Return the legal moves of RLCard's limit game, each with croupier's action for it."""
        legal = view.legal
        found: dict[Any, Action] = {"check": view.check()} if legal.check else {"call": view.call()}
        if legal.min_raise_to is not None:
            found["raise"] = view.raise_to(legal.min_raise_to)
        return found if legal.check else {**found, "fold": view.fold()}

    def state(self, view: View, so_far: HandSoFar, offered: list[Any]) -> dict[str, Any]:
        """Return the state in the form of RLCard's environment."""
        bb = max((put.paid for put in so_far.history[0] if put.kind == "BLIND"), default=1)
        unit = BIG_BLIND / bb
        order = so_far.order
        own, public = [card_of(card) for card in map(str, view.hole)], [card_of(card) for card in so_far.board]
        chips = [so_far.totals[seat] * unit for seat in order]
        mine = so_far.totals[view.seat or 0] * unit
        raw: dict[str, Any] = {"hand": own, "public_cards": public, "all_chips": chips, "my_chips": mine,
                               "legal_actions": offered}
        obs = np.zeros(72 if self.is_limit else 54)
        obs[[self.env.card2index[card] for card in own + public]] = 1
        if self.is_limit:
            raises = [min(RAISES_MAX, sum(put.raised_by > 0 and put.kind != "BLIND" for put in street))
                      for street in so_far.history]
            raw["raise_nums"] = (raises + [0, 0, 0, 0])[:4]
            for street, number in enumerate(raw["raise_nums"]):
                obs[52 + street * 5 + number] = 1
        else:
            obs[52], obs[53] = mine, max(chips)
            raw |= {"stakes": [so_far.stacks[seat] * unit for seat in order], "pot": view.pot * unit,
                    "current_player": order.index(view.seat or 0), "stage": Stage(so_far.street)}
        ids = [self.env.actions.index(move) if self.is_limit else move.value for move in offered]
        return {"legal_actions": OrderedDict.fromkeys(ids), "obs": obs, "raw_obs": raw, "raw_legal_actions": offered,
                "action_record": []}


def card_of(card: str) -> str:
    """Return a card as RLCard writes it: `Ah` is `HA`."""
    return card[1].upper() + card[0]
