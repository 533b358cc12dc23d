"""Use OpenSpiel's bots and policies as croupier bots, in limit and no-limit hold'em.

    openspiel:random                    OpenSpiel's uniform random bot
    openspiel:agents.py:make            make(game, player) returns a pyspiel.Bot or a policy for OpenSpiel's game

The hand is rebuilt as a state of OpenSpiel's `universal_poker` with all bet sizes. Cards that the seat does not see are
dealt at random. A bot is asked by `step(state)`, and a policy by `action_probabilities(state, player)`. OpenSpiel's
limit game allows four bets on each street, heads-up too. Play it with `cap_heads_up`; otherwise a fifth bet is
UNPLAYABLE.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import pyspiel

from croupier.adapters.agents.loading import called, module_of
from croupier.adapters.hand_so_far import HandSoFar, refuse_other_games
from croupier.adapters.wire.match_state import MatchState, told
from croupier.bots.base import BadBot, Bot
from croupier.bots.isolation import BotFault, BotLimits, faults
from croupier.games.api import Action
from croupier.games.poker.view import View

RANKS, SUITS = "23456789TJQKA", "cdhs"


def seat(text: str, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
         hidden: Sequence[str] = ()) -> Bot:
    """Return a croupier bot for the OpenSpiel bot or policy that a text names. Raise BadBot if there is none."""
    if text == "random":
        return OpenSpielBot(lambda game, player: pyspiel.make_uniform_random_bot(player, 1), "openspiel-random")
    found = module_of(text)
    if found is None or not hasattr(found[0], found[1] or "make"):
        raise BadBot(f"openspiel:{text[:60]} is neither random nor a file like agents.py:make")
    module, name = found
    return OpenSpielBot(lambda *arguments: called(getattr(module, name or "make"), text, *arguments), name or "make")


class OpenSpielBot(Bot):
    """A bot or policy of OpenSpiel in a seat. `make` takes OpenSpiel's game and the player's number and returns the bot
    or policy.
    """

    def __init__(self, make: Any, name: str) -> None:
        self.make, self.name = make, name
        self.players: dict[tuple[str, int], tuple[Any, Any]] = {}

    def on_hand_start(self, view: View) -> None:
        """Raise BadBot unless the game is hold'em."""
        refuse_other_games(view, "OpenSpiel")

    def act(self, view: View) -> Action:
        """Ask the bot or policy for its action. Raise BotFault if OpenSpiel cannot describe the hand."""
        so_far = HandSoFar(view)
        for event in view.events:
            so_far.take(event)
        own = view.seat or 0
        position = so_far.order.index(own)
        line, _ = MatchState.read(told(view, 0)[-1])
        player, game = self.player(game_string(view, so_far), position)
        state = self.rebuilt(game, line, view, so_far)
        return self.read(self.asked(player, state, position), view, so_far.totals[own] - so_far.bets[own])

    def player(self, name: str, position: int) -> tuple[Any, Any]:
        """Return the bot or policy for a game and position, and OpenSpiel's game."""
        if (name, position) not in self.players:
            game = pyspiel.load_game(name)
            self.players[name, position] = self.make(game, position), game
        return self.players[name, position]

    def rebuilt(self, game: Any, line: MatchState, view: View, so_far: HandSoFar) -> Any:
        """Return the hand rebuilt as a state of OpenSpiel."""
        position = line.position
        own, board = [number_of(str(card)) for card in view.hole], [number_of(card) for card in so_far.board]
        rest = [number for number in range(52) if number not in own and number not in board]
        self.rng.shuffle(rest)
        holes = [number for seat in range(len(so_far.order)) for number in (
            own if seat == position else (rest.pop(), rest.pop()))]
        cards, actions = holes + board, [action for _, action in line.actions()]
        state = game.new_initial_state()
        while cards or actions:
            source: list[Any] = cards if state.is_chance_node() else actions
            if not source:
                break
            first = source.pop(0)
            chosen = first if isinstance(first, int) else {"f": 0, "c": 1}.get(first, int(first[1:] or 2))
            if state.is_terminal() or chosen not in state.legal_actions():
                raise BotFault(faults.UNPLAYABLE, f"OpenSpiel's universal_poker does not allow {line}")
            state.apply_action(chosen)
        if state.is_terminal() or state.current_player() != position:
            raise BotFault(faults.UNPLAYABLE, f"in OpenSpiel's universal_poker it is another player's turn: {line}")
        return state

    def asked(self, player: Any, state: Any, position: int) -> int:
        """Return the number of the action that a bot or policy chooses."""
        if hasattr(player, "action_probabilities"):
            chances = player.action_probabilities(state, position)
            return int(self.rng.choices(list(chances), list(chances.values()))[0])
        return int(player.step(state))

    def read(self, number: int, view: View, spent_before: int) -> Action:
        """Convert OpenSpiel's number of an action to a croupier action: 0 folds, 1 calls, and others raise."""
        if number == 0:
            return view.fold()
        if number == 1:
            return view.call()
        if view.rules.limit == "fixed":
            return view.raise_to(view.legal.min_raise_to or view.price + 1)
        return view.raise_to(max(0, number - spent_before))


def game_string(view: View, so_far: HandSoFar) -> str:
    """Return the text with which OpenSpiel loads this game. The text lists stacks and blinds from the left of the
    button.
    """
    players = len(so_far.order)
    blinds = [sum(put.paid for put in so_far.history[0] if put.seat == seat and put.kind == "BLIND")
              for seat in so_far.order]
    stacks = " ".join(str(so_far.start[seat]) for seat in so_far.order)
    if any(put.kind == "ANTE" for put in so_far.history[0]):
        raise BotFault(faults.UNPLAYABLE, "OpenSpiel's universal_poker has no antes")
    betting = "nolimit"
    if view.rules.limit == "fixed":
        small = max(blinds)
        betting = f"limit,raiseSize={small} {small} {2 * small} {2 * small},maxRaises=3 4 4 4"
    first = "2 1 1 1" if players == 2 else "3 1 1 1"
    abstraction = "" if view.rules.limit == "fixed" else ",bettingAbstraction=fullgame"
    return (f"universal_poker(betting={betting},numPlayers={players},numRounds=4,stack={stacks},"
            f"blind={' '.join(map(str, blinds))},firstPlayer={first},numSuits=4,numRanks=13,numHoleCards=2,"
            f"numBoardCards=0 3 1 1{abstraction})")


def number_of(card: str) -> int:
    """Return OpenSpiel's number for a card."""
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])
