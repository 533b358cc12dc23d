"""The house bots with characters: `tight`, `loose`, `aggressive`, `station`, `careful` and `tricky`.

    Character("tight")              at its best
    Character("tight", "easy")      the same style, played with little skill
    Character("hard")               the player of a level

All of them are the class `Character` with traits from `traits.toml`. A character plays hold'em by ranges (`holdem`) and
other poker games by sampled deals (`other_games`). The probabilities of a character depend on the view and on its
memory, never on its own random numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from croupier.bots.base import Bot
from croupier.bots.characters.field import Field
from croupier.bots.characters.holdem import HoldemSpot
from croupier.bots.characters.memory import Memory
from croupier.bots.characters.other_games import OtherSpot
from croupier.bots.characters.reading import Reading
from croupier.bots.characters.story import HandStory
from croupier.bots.characters.traits import Traits
from croupier.bots.draws import cards_to_throw
from croupier.bots.greedy import Greedy
from croupier.bots.mcts import Mcts
from croupier.games.poker.legal import Legal

if TYPE_CHECKING:
    from croupier.games.api import Action
    from croupier.games.poker.view import View


class Character(Bot):
    """A bot that plays every poker game in the style of a character."""

    def __init__(self, character: str = "tight", level: str | None = None) -> None:
        """Set the traits and the skill. `character` names a character, or a level for that level's standard player.
        Raise BadBot for any other name.
        """
        self.traits = Traits.of(character, level)
        self.name = character if level is None else f"{character}:{level}"
        self.memory = Memory()
        self._reading = Reading()
        self._field = Field()

    def act(self, view: Any) -> Action:
        """Choose an action at random, with the probabilities that `policy` returns."""
        if not isinstance(view.legal, Legal):
            return self._elsewhere(view).act(view)
        chances = self.policy(view)
        pick = self.rng.random()
        action = None
        for action, chance in chances.items():
            pick -= chance
            if pick < 0:
                return action
        assert action is not None, "a policy has at least one action"
        return action

    def policy(self, view: Any) -> Mapping[Action, float]:
        """Return the probability of each action in this position, computed from the view and the remembered habits of
        opponents.
        """
        legal = view.legal
        if not isinstance(legal, Legal):
            raise NotImplementedError("characters say their probabilities in poker only")
        if legal.bring_in is not None:
            return {view.bring_in(): 1.0}
        if legal.discard:
            thrown = cards_to_throw(view)
            return {view.discard(thrown) if thrown else view.stand_pat(): 1.0}
        story = HandStory(view)
        if not is_holdem(view):
            return OtherSpot(view, story, self.traits, self.memory, self._field).by_equity()
        spot = HoldemSpot(view, story, self.traits, self.memory, self._reading)
        return spot.before_flop() if story.street == 0 else spot.by_equity()

    def on_hand_end(self, view: View) -> None:
        """Remember how the opponents played the hand."""
        if self.traits.memory and isinstance(getattr(view, "legal", None), Legal):
            self.memory.add(view)

    def _elsewhere(self, view: Any) -> Bot:
        """Return the bot that decides in games other than poker: a searching bot if the game has a fast search."""
        player: Bot = Mcts(self.traits.search) if hasattr(view, "searched") else Greedy()
        player.rng = self.rng
        return player


def is_holdem(view: View) -> bool:
    """Return True for hold'em with a full deck, whatever the limit."""
    rules = view.rules
    return rules.hole_cards == 2 and rules.high == "high" and rules.deck == 52 and not rules.has_draws
