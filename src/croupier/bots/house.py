"""The house bots: simple and quick players for every game.

    random      checks or calls, folds facing a bet, raises when it may: all equally likely
    caller      checks and calls, never raises, never folds
    folder      checks, folds to any bet
    strength    compares its chance to win with the pot odds; raises good hands, calls at fair odds, folds the rest
    maniac      raises two times in three if a raise is legal, calls otherwise
    greedy      bets by the strength of its hand alone (`greedy.py`)
    mcts        searches a tree of actions, over guesses of the hidden cards (`mcts.py`)
    rollouts    tries each action on the same guesses (`rollouts.py`)

Bots with different styles, and the bots of the levels from easy to expert, are in `characters`.

All of these bots play every poker game. In other games they decide by the names of the legal actions, and the game's
own simple policy, if it has one, chooses cards. `strength` needs a view with a strength.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from croupier.bots.base import BadBot, Bot
from croupier.bots.draws import cards_to_throw
from croupier.bots.greedy import Greedy
from croupier.bots.mcts import Mcts
from croupier.bots.rollouts import Rollouts
from croupier.games.api import Legal as AnyLegal
from croupier.games.poker.legal import Legal

if TYPE_CHECKING:
    from croupier.games.api import Action
    from croupier.games.poker.view import View


class BettingBot(Bot):
    """The base class of bots that decide only about bets. These bots post the bring-in instead of completing, and draw
    by a simple rule.
    """

    def act(self, view: Any) -> Action:
        """Return an action in poker or in any other game."""
        return self.in_poker(view) if isinstance(view.legal, Legal) else self.in_other_game(view)

    def in_other_game(self, view: Any) -> Action:
        """Return an action in a game that is not poker."""
        raise NotImplementedError

    def policy(self, view: Any) -> Mapping[Action, float]:
        """Return the action that `act` chooses, with probability 1. A bot that draws its actions at random must
        override this method.
        """
        return {self.act(view): 1.0}

    def in_poker(self, view: View) -> Action:
        """Post the bring-in if it is due, make a draw, or choose a bet."""
        if view.legal.bring_in is not None:
            return view.bring_in()
        return self.draw(view) if view.legal.discard else self.bet(view)

    def draw(self, view: View) -> Action:
        """Keep all cards."""
        return view.stand_pat()

    def bet(self, view: View) -> Action:
        """Return an action in a betting round."""
        raise NotImplementedError


class Caller(BettingBot):
    """Checks and calls."""

    name = "caller"

    def in_other_game(self, view: Any) -> Action:
        """Stay in at any price."""
        return stay_in(view)

    def bet(self, view: View) -> Action:
        """Call any bet."""
        return view.call()


class Folder(BettingBot):
    """A bot that checks and folds to any bet."""

    name = "folder"

    def in_other_game(self, view: Any) -> Action:
        """Check or else fold. If neither is legal, make the game's simplest choice."""
        return first_of(view.legal, "CHECK", "FOLD") or stay_in(view)

    def bet(self, view: View) -> Action:
        """Check if possible, otherwise fold."""
        return view.check() if view.legal.check else view.fold()


class RandomBot(BettingBot):
    """A bot that takes every kind of action with equal probability, and raises of any size."""

    name = "random"

    def in_other_game(self, view: Any) -> Action:
        """Choose one of up to 64 legal actions at random."""
        choices: list[Action] = view.legal.menu(64)
        return self.rng.choice(choices)

    def bet(self, view: View) -> Action:
        """Check or call, fold to a bet, or raise if that is legal, all with equal probability."""
        legal = view.legal
        choices = [view.call()]
        if not legal.check:
            choices.append(view.fold())
        if legal.min_raise_to is not None and legal.max_raise_to is not None:
            choices.append(view.raise_to(self.rng.randint(legal.min_raise_to, legal.max_raise_to)))
        return self.rng.choice(choices)

    def policy(self, view: Any) -> Mapping[Action, float]:
        """Return the same probability for each kind of action. The probability of a raise is divided equally among all
        sizes.
        """
        if not isinstance(view.legal, Legal) or view.legal.bring_in is not None or view.legal.discard:
            raise NotImplementedError("probabilities are known for bets in poker only")
        return EvenChances(view)

    def draw(self, view: View) -> Action:
        """Discard each card with probability one half."""
        thrown = [card for card in view.hole if self.rng.random() < 0.5]
        return view.discard(thrown) if thrown else view.stand_pat()


class EvenChances(Mapping["Action", float]):
    """The policy of the random bot, as a mapping that computes the probability of a raise instead of listing every
    size.
    """

    def __init__(self, view: View) -> None:
        legal = view.legal
        self.view = view
        self.plain = [view.call()] if legal.check else [view.call(), view.fold()]
        self.sizes = range(0)
        if legal.min_raise_to is not None and legal.max_raise_to is not None:
            self.sizes = range(legal.min_raise_to, legal.max_raise_to + 1)
        self.kinds = len(self.plain) + bool(self.sizes)

    def __getitem__(self, action: Action) -> float:
        if action in self.plain:
            return 1 / self.kinds
        if action.kind == "RAISE_TO" and action.amount in self.sizes:
            return 1 / (self.kinds * len(self.sizes))
        raise KeyError(action)

    def __iter__(self) -> Iterator[Action]:
        yield from self.plain
        yield from (self.view.raise_to(amount) for amount in self.sizes)

    def __len__(self) -> int:
        return len(self.plain) + len(self.sizes)


class Maniac(BettingBot):
    """A bot that raises two times in three if a raise is legal."""

    name = "maniac"

    def in_other_game(self, view: Any) -> Action:
        """Bet or raise two times in three if that is legal, otherwise stay in."""
        raises: list[Action] = [action for action in view.legal if action.kind in ("BET", "RAISE")]
        if raises and self.rng.random() < 2 / 3:
            return self.rng.choice(raises)
        return stay_in(view)

    def policy(self, view: Any) -> Mapping[Action, float]:
        """Return a probability of two thirds for a raise of about the pot, if a raise is legal, and the rest for a
        call.
        """
        if not isinstance(view.legal, Legal) or view.legal.max_raise_to is None or view.legal.bring_in is not None:
            return super().policy(view)
        return {raise_by_pot(view, 1.0): 2 / 3, view.call(): 1 / 3}

    def bet(self, view: View) -> Action:
        """Raise by about the pot, or call."""
        if view.legal.max_raise_to is not None and self.rng.random() < 2 / 3:
            return raise_by_pot(view, 1.0)
        return view.call()


class Strength(BettingBot):
    """A bot that compares its chance of winning with the price of a call."""

    name = "strength"

    def in_other_game(self, view: Any) -> Action:
        """Bet by the strength of the hand. Raise BadBot if the game's views have no strength."""
        if not hasattr(view, "strength"):
            raise BadBot("strength plays games whose hands have a strength: this one has none")
        chance = view.strength ** (len(view.live) - 1)
        if chance > 0.65 and (raised := first_of(view.legal, "RAISE", "BET")):
            return raised
        owed = getattr(view, "to_call", 0)
        if not owed or chance > owed / (view.pot + owed):
            return stay_in(view)
        return first_of(view.legal, "FOLD") or stay_in(view)

    def bet(self, view: View) -> Action:
        """Raise hands that are likely to win, call if the pot odds are good enough, and check or fold the rest."""
        chance = view.strength ** (len(view.live) - 1)  # the hand must beat every other player
        if chance > 0.65 and view.legal.max_raise_to is not None:
            return raise_by_pot(view, 0.6)
        if view.legal.check or chance > view.to_call / (view.pot + view.to_call):
            return view.call()
        return view.fold()

    def draw(self, view: View) -> Action:
        """Keep low cards of different ranks (in badugi also of different suits), because low hands win all draw games
        here."""
        thrown = cards_to_throw(view)
        return view.discard(thrown) if thrown else view.stand_pat()


def first_of(legal: AnyLegal, *kinds: str) -> Action | None:
    """Return a legal action of the first of these kinds that is legal, or None if none of them is."""
    return next((action for kind in kinds for action in legal if action.kind == kind), None)


def stay_in(view: Any) -> Action:
    """Check, call or continue. If cards must be chosen instead, take the choice of the game's simplest policy."""
    found = first_of(view.legal, "CHECK", "CALL", "CONTINUE", "ALL_IN")
    if found is not None:
        return found
    if hasattr(view, "suggested"):
        suggested: Action = view.suggested("caller")
        return suggested
    first: Action = view.legal.menu(1)[0]
    return first


def raise_by_pot(view: View, part: float) -> Action:
    """Raise by this share of the pot after a call, or by the nearest legal amount. Call if no raise is legal."""
    least, most = view.legal.min_raise_to, view.legal.max_raise_to
    if least is None or most is None:
        return view.call()
    wanted = view.price + int(part * (view.pot + view.to_call))
    return view.raise_to(max(least, min(most, wanted)))


HOUSE: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, Caller, Folder, Strength, Maniac, Greedy, Mcts,
                                                  Rollouts)}
"""The classes of the house bots by name."""
