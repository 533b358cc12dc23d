"""The house bots: simple and quick players for every game.

    random      checks or calls, folds facing a bet, raises when it may: all equally likely
    caller      checks and calls, never raises, never folds
    folder      checks, folds to any bet
    strength    weighs its chance against the price; raises good hands, pays fair prices, folds the rest
    aggressive  raises two times in three when it may, calls otherwise
    greedy      bets by the strength of its hand alone (`greedy.py`)
    mcts        searches a tree of guesses (`mcts.py`)
    rollouts    tries each action on the same guesses (`rollouts.py`)

All of them play every poker game. In other games they decide by the words of the legal actions, and leave the choice
of cards to the game's own simple policy where it has one; `strength` needs a view that has a strength.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.bots.base import BadBot, Bot
from croupier.bots.greedy import Greedy
from croupier.bots.mcts import Mcts
from croupier.bots.rollouts import Rollouts
from croupier.games.api import Legal as AnyLegal
from croupier.games.poker.legal import Legal

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.api import Action
    from croupier.games.poker.view import View


class HouseBot(Bot):
    """A bot that decides about bets only: it brings in for the least, and draws by a rule of its own."""

    def act(self, view: Any) -> Action:
        """Return an action in poker or in any other game."""
        return self.in_poker(view) if isinstance(view.legal, Legal) else self.in_other_game(view)

    def in_other_game(self, view: Any) -> Action:
        """Return an action in a game that is not poker."""
        raise NotImplementedError

    def in_poker(self, view: View) -> Action:
        """Bring in for the least, draw, or bet."""
        if view.legal.bring_in is not None:
            return view.bring_in()
        return self.draw(view) if view.legal.discard else self.bet(view)

    def draw(self, view: View) -> Action:
        """Which cards to throw away: none."""
        return view.stand_pat()

    def bet(self, view: View) -> Action:
        """What to do in a betting round."""
        raise NotImplementedError


class Caller(HouseBot):
    """Checks and calls."""

    name = "caller"

    def in_other_game(self, view: Any) -> Action:
        """Stay in for whatever it costs."""
        return stay_in(view)

    def bet(self, view: View) -> Action:
        """Whatever it costs."""
        return view.call()


class Folder(HouseBot):
    """Checks, folds to any bet."""

    name = "folder"

    def in_other_game(self, view: Any) -> Action:
        """Check, or fold; where neither is offered, make the game's simplest choice."""
        return first_of(view.legal, "CHECK", "FOLD") or stay_in(view)

    def bet(self, view: View) -> Action:
        """Only what is free."""
        return view.check() if view.legal.check else view.fold()


class RandomBot(HouseBot):
    """Does anything, all kinds equally likely, raises of any size."""

    name = "random"

    def in_other_game(self, view: Any) -> Action:
        """Return any of up to 64 choices."""
        choices: list[Action] = view.legal.menu(64)
        return self.rng.choice(choices)

    def bet(self, view: View) -> Action:
        """Call or check, fold when facing a bet, raise when it may."""
        legal = view.legal
        choices = [view.call()]
        if not legal.check:
            choices.append(view.fold())
        if legal.min_raise_to is not None and legal.max_raise_to is not None:
            choices.append(view.raise_to(self.rng.randint(legal.min_raise_to, legal.max_raise_to)))
        return self.rng.choice(choices)

    def draw(self, view: View) -> Action:
        """Each card with even chances."""
        thrown = [card for card in view.hole if self.rng.random() < 0.5]
        return view.discard(thrown) if thrown else view.stand_pat()


class Aggressive(HouseBot):
    """Raises two times in three when it may."""

    name = "aggressive"

    def in_other_game(self, view: Any) -> Action:
        """Bet or raise two times in three when it may, else stay in."""
        raises: list[Action] = [action for action in view.legal if action.kind in ("BET", "RAISE")]
        if raises and self.rng.random() < 2 / 3:
            return self.rng.choice(raises)
        return stay_in(view)

    def bet(self, view: View) -> Action:
        """A raise of about the pot, or a call."""
        if view.legal.max_raise_to is not None and self.rng.random() < 2 / 3:
            return raise_by_pot(view, 1.0)
        return view.call()


class Strength(HouseBot):
    """Weighs its chance to win against what it costs to find out."""

    name = "strength"

    def in_other_game(self, view: Any) -> Action:
        """Bet by the strength of the hand, where the game's views have one."""
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
        """Raise what is likely to win, call what the pot pays for, check or fold the rest."""
        chance = view.strength ** (len(view.live) - 1)  # it has to beat each of the others
        if chance > 0.65 and view.legal.max_raise_to is not None:
            return raise_by_pot(view, 0.6)
        if view.legal.check or chance > view.to_call / (view.pot + view.to_call):
            return view.call()
        return view.fold()

    def draw(self, view: View) -> Action:
        """All draw games here are won by low cards: keep those that are low and do not clash."""
        thrown = _clashing(view)
        return view.discard(thrown) if thrown else view.stand_pat()


def first_of(legal: AnyLegal, *kinds: str) -> Action | None:
    """Return the first legal action of the first of these words that is legal, None if none is."""
    return next((action for kind in kinds for action in legal if action.kind == kind), None)


def stay_in(view: Any) -> Action:
    """Check, call or go on; where cards are chosen, take what the game's simplest policy would."""
    found = first_of(view.legal, "CHECK", "CALL", "CONTINUE", "ALL_IN")
    if found is not None:
        return found
    if hasattr(view, "suggested"):
        suggested: Action = view.suggested("caller")
        return suggested
    first: Action = view.legal.menu(1)[0]
    return first


def raise_by_pot(view: View, part: float) -> Action:
    """Raise by this part of the pot after a call, as near to it as the rules allow; call where no raise is legal."""
    least, most = view.legal.min_raise_to, view.legal.max_raise_to
    if least is None or most is None:
        return view.call()
    wanted = view.price + int(part * (view.pot + view.to_call))
    return view.raise_to(max(least, min(most, wanted)))


def _clashing(view: View) -> list[Card]:
    """Cards above an eight, pairs, and in badugi second cards of a suit."""
    thrown: list[Card] = []
    ranks: set[int] = set()
    suits: set[int] = set()
    badugi = view.rules.high == "badugi"
    for card in sorted(view.hole, key=lambda card: (card.rank + 1) % 13 if badugi else card.rank):
        high = card.rank > 6 and not (badugi and card.rank == 12)
        if high or card.rank in ranks or (badugi and card.suit in suits):
            thrown.append(card)
        else:
            ranks.add(card.rank)
            suits.add(card.suit)
    return thrown


HOUSE: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, Caller, Folder, Strength, Aggressive, Greedy, Mcts,
                                                  Rollouts)}
"""The bots that have a name of their own."""
