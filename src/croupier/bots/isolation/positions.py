"""Send what one seat may see of a poker hand to another process, and rebuild the complete view there.

The message contains the actions so far and the deck of a guess (`view.guess`): the cards that the seat sees are at
their places, and all other cards are random. The other process replays the actions with this deck. The seat's view of
the resulting hand is the original view, so a bot there can do everything that a bot in this process can, including
`guess` and `strength`. No hidden card is sent, because the guess is made from the view alone.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from croupier.cards import Cards
from croupier.games.api import Action
from croupier.games.poker import constants
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.games.poker.log_events import unpack
from croupier.games.poker.rules import named
from croupier.games.poker.view import View

_DEALING = (constants.DEALT_DOWN, constants.DEALT_UP, constants.DEALT_BOARD, constants.DREW)
GUESS_SEED = 1
"""The seed of the guess. Any number will do, because the bot gets only the part of the guess that the seat sees."""


def game_to_json(game: PokerGame) -> dict[str, Any]:
    """Return a game's code and stakes as values for JSON."""
    stakes = {each.name: getattr(game, each.name) for each in fields(game) if each.init and each.name != "rules"}
    return {"code": game.rules.code, "stakes": {name: list(value) if isinstance(value, tuple) else value
                                                for name, value in stakes.items() if value}}


def game_from_json(facts: dict[str, Any]) -> PokerGame:
    """Return the game that `game_to_json` described."""
    stakes: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in facts["stakes"].items()}
    rules = named(facts["code"])
    assert rules is not None, "both processes know the same games"
    return PokerGame(rules, **stakes)


def to_json(view: View) -> dict[str, Any] | None:
    """Return a seat's view as values for JSON. Return None in a draw game once discards have been shuffled back into
    the deck.
    """
    guess = view.guess(GUESS_SEED)
    places = [place for entry in guess.entries() if entry & 31 in _DEALING for place in unpack(entry >> 9)]
    if places and max(places) >= view.rules.deck:
        return None
    deck = guess.numbers_at(list(range(max(places) + 1))) if places else []
    stacks = guess.starting_stacks
    return {"seat": view.seat, "button": view.button, "stacks": stacks, "deck": str(Cards(deck)).replace(" ", ""),
            "actions": [_written(action) for action in guess.actions]}


def from_json(game: PokerGame, facts: dict[str, Any]) -> View:
    """Return the view that `to_json` described."""
    stacks = facts["stacks"]
    out = [seat for seat, stack in enumerate(stacks) if stack == 0]
    hand: Hand = game.deal(stacks, facts["button"], 0, deck=facts["deck"], out=out)
    for written in facts["actions"]:
        hand.apply(_read(written))
    view: View = hand.observe(facts["seat"])
    return view


def _written(action: Action) -> list[Any]:
    if action.cards:
        return [action.kind, str(action.cards).replace(" ", "")]
    return [action.kind] if action.amount is None else [action.kind, action.amount]


def _read(written: list[Any]) -> Action:
    kind, *rest = written
    if rest and isinstance(rest[0], str):
        return Action(kind, None, Cards(rest[0]))
    return Action(kind, *rest)
