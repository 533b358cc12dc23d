"""Compute how often a character takes each action in any poker game, from its equity against what opponents may hold.

Every action gets a value in chips. A fold is worth 0, and a check the equity. A call is worth the equity minus its
price, plus what may be won on later streets. The value of a bet is the average of two cases: everybody folds, or
somebody calls. Traits add to the values of actions that a character overrates. A softmax turns the values into
probabilities, so that actions of about the same value are mixed. Mistakes stay human: nobody folds a winner or calls
without any chance, and few risk a whole stack by mistake. `holdem` and `other_games` sample what opponents may hold.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from croupier.bots.characters.story import CALLED, CHECKED, RAISED, HandStory, Move
from croupier.games.api import Action

if TYPE_CHECKING:
    from croupier.bots.characters.memory import Habits, Memory
    from croupier.bots.characters.traits import Traits
    from croupier.games.poker.view import View

REALISED_IN, REALISED_OUT = 0.15, 0.35
"""The part of its equity that a weak hand loses on later streets, in position and out of position."""
FOLDS_TO = 0.9
"""How often players fold to a bet, divided by the frequency at which a bluff breaks even."""
FOLDS_TO_RAISE = 1.1
"""How often players fold to a raise, divided by how often they fold to a bet."""
IMPLIED = 0.12
"""What a call is expected to win on later streets, as a factor of its equity times the pot."""
RAISED_BACK = 0.06
"""The share of a bet that is lost on average because opponents raise, which is not simulated."""
NEVER = 0.002
"""Probabilities below this count as 0."""
SOBER = 0.06
"""The highest temperature of a fold: players without skill call too much, but do not throw winners away."""
HOPE = 4.0
"""A call counts as a possible mistake in full if the share of the pot, times the number of opponents, is one fourth."""
CARE = 0.9
"""How much less often than a small bet a whole stack is risked by mistake."""
SAFE = 8.0
"""Caution counts in full if one time in eight, or more often, the pot is lost."""
SURE = 0.95
"""With this share of the pot on the last street, the last player to act bets instead of checking."""
CRUMBS = 0.2
"""A player whose raise leaves less than this part of the pot, after a call, moves all-in instead."""
Weighted = dict[Action, float]
Sample = tuple[float, list[float], list[float], list[float]]
"""The share of the pot won, and three lists by bet size: the chance that all fold, and the share won and the number of
callers if somebody calls.
"""
Kept = tuple[float, float, float, float]
"""Which hands take an action, as the arguments `low`, `high`, `top` and `floor` of `narrow`."""


class PokerSpot:
    """One decision: the view, the actions so far and the opponents who are still in the hand."""

    def __init__(self, view: View, story: HandStory, traits: Traits, memory: Memory) -> None:
        self.view, self.story, self.traits, self.memory = view, story, traits, memory
        self.legal = view.legal
        self.seat = view.seat or 0
        self.stacks, self.bets = view.stacks, view.bets
        self.others = [seat for seat in view.live if seat != self.seat]
        self.pot, self.owed = view.pot, view.to_call
        self.hole, self.board = bytes(view.hole), bytes(view.board)
        self.streets = len(view.rules.streets) - 1 - story.street
        """The number of streets to come."""

    def in_position(self) -> bool:
        """Return True if this seat acts last on later streets."""
        return self.story.is_in_position(self.seat, self.others)

    def habits_of(self, seat: int) -> Habits | None:
        """Return the habits of an opponent, or None if the character does not remember any."""
        return self.memory.of((seat - self.seat) % len(self.stacks)) if self.traits.memory else None

    def seed(self) -> int:
        """Return a seed that depends only on the cards and the bets."""
        number = self.pot
        for card in (*self.hole, *self.board):
            number = number * 53 + card
        return number

    # -- what opponents hold -------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Narrow the range of each opponent by all its actions in this hand."""
        raise NotImplementedError

    def sampled(self, folding: list[list[float]]) -> Sample:
        """Return the share of the pot that is won, and the outcomes of bets of these sizes."""
        raise NotImplementedError

    def folding(self, sizes: list[float]) -> list[list[float]]:
        """Return for each opponent the part of its range that folds to each of these bet sizes (in pots)."""
        raised = any(move.street == self.story.street and move.kind == RAISED for move in self.story.moves)
        found = []
        for seat in self.others[:9]:
            habits = self.habits_of(seat)
            habit = 1.0 if habits is None else habits.folding
            if self.stacks[seat] == 0:
                habit = 0.0
            elif raised:
                habit *= FOLDS_TO_RAISE
            found.append([min(0.95, FOLDS_TO * self.traits.bluff * habit * size / (1 + size)) for size in sizes])
        return found

    # -- by equity -----------------------------------------------------------------------------------------------------

    def by_equity(self) -> Weighted:
        """Compute the value of every action against the opponents' ranges, and return the resulting probabilities."""
        self.read()
        sizes, amounts = self.sizes()
        share, folds, shares, callers = self.sampled(self.folding(sizes))
        values: list[tuple[Action, float, float]] = []
        traits, pot, stack = self.traits, self.pot, max(1, self.stacks[self.seat])
        scale, caution = traits.temperature * pot, traits.caution * pot / stack
        realised = self.realised(share, self.owed >= stack)
        trap = traits.trap * pot * (share > 0.8 and self.streets > 0)
        enters, leads = self.entering() * pot, self.leading() * pot
        if self.legal.check:
            if not (amounts and share > SURE and self.ends_betting()):
                values.append((self.view.check(), realised * pot + trap, scale))
        else:
            paid = min(self.owed, stack)
            implied = IMPLIED * share * min(stack - paid, pot) * (self.streets > 0)
            hope = min(1.0, HOPE * share * len(self.others))
            sticky = hope * traits.sticky * pot * (1 - paid / stack)
            worth = realised * (pot + paid) - paid + implied + trap + sticky + enters
            worth -= min(caution, 0.5 * pot / stack) / 2 * paid * min(1.0, SAFE * (1 - share))
            values += [(self.view.fold(), 0.0, min(scale, SOBER * pot)),
                       (self.view.call(), worth, scale * hope * (1 - CARE * paid / stack))]
        for at, amount in enumerate(amounts):
            put = amount - self.bets[self.seat]
            extra = min(put - self.owed, max(self.stacks[seat] for seat in self.others))
            won = self.realised(shares[at], put >= stack)
            called = won * (pot + put + max(callers[at], 0.0) * extra) - put
            worth = folds[at] * pot + (1 - folds[at]) * called - RAISED_BACK * put * (put < stack)
            worth += traits.aggression * pot - caution * put * min(1.0, SAFE * (1 - shares[at])) + enters + leads
            values.append((self.view.raise_to(amount), worth, scale * (1 - CARE * put / stack)))
        return softmax(values)

    def ends_betting(self) -> bool:
        """Return True if a check here ends the betting of the last street."""
        acted = {move.seat for move in self.story.moves if move.street == self.story.street}
        return self.streets == 0 and all(seat in acted or self.stacks[seat] == 0 for seat in self.others)

    def entering(self) -> float:
        """Return what the character adds to the value of entering a hand, in pots."""
        return 0.0

    def leading(self) -> float:
        """Return what the character adds to the value of the first raise, in pots."""
        return 0.0

    def realised(self, share: float, all_in: bool) -> float:
        """Return the share of the pot that a hand wins in the end if betting continues. Weak hands win less than their
        equity.
        """
        if self.streets == 0 or all_in:
            return share
        lost = REALISED_IN if self.in_position() else REALISED_OUT
        return share * (1 - lost * (1 - share))

    def sizes(self) -> tuple[list[float], list[int]]:
        """Return the raises to consider, twice: as sizes in pots, and as the amounts raised to."""
        least, most = self.legal.min_raise_to, self.legal.max_raise_to
        if least is None or most is None:
            return [], []
        after = self.pot + self.owed
        sizes = self.traits.sizes[:1] if self.owed else self.traits.sizes
        wanted = [self.view.price + int(size * after) for size in sizes]
        total = self.stacks[self.seat] + self.bets[self.seat]
        if total <= self.view.price + 0.7 * after:
            wanted.append(total)
        amounts = sorted({self.raise_to(amount).amount or least for amount in wanted})
        return [(amount - self.view.price) / after for amount in amounts], amounts

    def raise_to(self, wanted: int) -> Action:
        """Return a raise as near to this amount as the rules allow, rounded to half big blinds, as people usually bet.
        Return an all-in if few chips would be left.
        """
        least, most = self.legal.min_raise_to or 0, self.legal.max_raise_to or 0
        total = self.stacks[self.seat] + self.bets[self.seat]
        called = self.pot + self.owed + 2 * max(0, wanted - self.view.price)
        if most == total and (wanted > 0.8 * total or total - wanted < CRUMBS * called):
            wanted = total
        else:
            unit = max(1, self.story.big_blind // 2)
            wanted = (wanted + unit // 2) // unit * unit
        return self.view.raise_to(max(least, min(most, wanted)))


def kept_by(move: Move, reads: float, wild: float) -> Kept | None:
    """Return which hands take an action, as the arguments `low`, `high`, `top` and `floor` of `narrow`.

    `reads` is how much the character infers from actions; `wild` is how often the opponent bets, divided by an ordinary
    player's frequency.
    """
    unread = 1 - reads
    size = min(move.size, 2.0)
    if move.kind == RAISED:
        floor = (0.30 - 0.08 * size if move.raises == 0 else 0.05 / move.raises) * wild
        low = 0.52 + 0.12 * size if move.raises == 0 else min(0.97, 0.87 + 0.03 * size + 0.03 * move.raises)
        return low / wild ** 0.2, 2.0, 1.0, min(0.9, floor + 0.3 * unread)
    if move.kind == CALLED:
        return 0.30 + 0.28 * size, 0.90, 0.55, 0.04 + 0.8 * unread
    if move.kind == CHECKED:
        return -1.0, 0.68, 0.45 + 0.5 * unread, 0.02
    return None


def softmax(values: list[tuple[Action, float, float]]) -> Weighted:
    """Turn values into probabilities. Each action comes with its value and a scale: if it is worth `scale` less than
    the best action, it is e times less likely.
    """
    best = max(value for _, value, _ in values)
    found: Weighted = {}
    for action, value, scale in values:
        weight = exp((value - best) / max(scale, 1e-9))
        if weight > NEVER:
            found[action] = found.get(action, 0.0) + weight
    total = sum(found.values())
    return {action: weight / total for action, weight in found.items()}
