"""How a character decides in hold'em: by shares of hands before the flop, by equity against ranges afterwards.

After the flop every action gets a value in chips. A fold is worth 0, a check the equity, a call the equity minus its
price, and a bet the average of what it wins if everybody folds and what it is worth if somebody calls. Traits add to
the values of actions that a character overrates. The probabilities are those of a softmax: actions of about the same
value are mixed.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from croupier.bots.characters import preflop, push_fold
from croupier.bots.characters.reading import Reading, quality_on
from croupier.bots.characters.story import CALLED, CHECKED, RAISED, HandStory, Move
from croupier.games.api import Action

if TYPE_CHECKING:
    from croupier.bots.characters.memory import Memory
    from croupier.bots.characters.traits import Traits
    from croupier.games.poker.view import View

COMMITS = 0.35
"""A price above this part of the stack is judged by equity, before the flop too."""
REALISED_IN, REALISED_OUT = 0.15, 0.35
"""What weak hands lose of their equity on the streets to come, in and out of position."""
FOLDS_TO = 0.9
"""How often players fold to a bet, to what would make a bluff even."""
FOLDS_TO_RAISE = 1.1
"""The same against a raise, to a bet."""
IMPLIED = 0.12
RAISED_BACK = 0.06
"""What a bet loses on average to raises that are not looked at, of its size."""
NEVER = 0.002
"""Chances below this are none."""
Weighted = dict[Action, float]


class HoldemSpot:
    """One decision: the view, the story so far and who is still in."""

    def __init__(self, view: View, story: HandStory, traits: Traits, memory: Memory, reading: Reading) -> None:
        self.view, self.story, self.traits, self.memory, self.reading = view, story, traits, memory, reading
        self.legal = view.legal
        self.seat = view.seat or 0
        self.stacks, self.bets = view.stacks, view.bets
        self.others = [seat for seat in view.live if seat != self.seat]
        self.pot, self.owed = view.pot, view.to_call
        self.hole, self.board = bytes(view.hole), bytes(view.board)

    def depth(self) -> float:
        """Return the effective stack in big blinds: the most that can be lost to any opponent."""
        behind = max(self.stacks[seat] + self.bets[seat] for seat in self.others)
        return min(self.stacks[self.seat] + self.bets[self.seat], behind) / self.story.big_blind

    def in_position(self) -> bool:
        """Return True if this seat acts last on the streets to come."""
        return self.story.is_in_position(self.seat, self.others)

    # -- ranges --------------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Narrow the range of each opponent by everything it has done."""
        reads, count = self.traits.reads, len(self.stacks)
        self.reading.begin(len(self.others))
        self.reading.see(preflop.QUALITY)
        habits = [self.memory.of((seat - self.seat) % count) if self.traits.memory else None for seat in self.others]
        for who, seat in enumerate(self.others[:9]):
            best, worst = preflop.range_of(self.story, seat, habits[who])
            if worst < 1.0:
                self.reading.narrow(who, 1 - worst, 1 - best, 0.35 if best else 1.0, 0.02 + 0.5 * (1 - reads))
        for street in range(1, self.story.street + 1):
            quality = quality_on(self.board[:2 + street])
            moves = [move for move in self.story.moves if move.street == street and move.seat in self.others]
            if street == self.story.street or moves:
                self.reading.see(quality)
            for move in moves:
                who = self.others.index(move.seat)
                known = habits[who]
                self.narrow(who, move, reads, 1.0 if known is None else known.aggression)

    def narrow(self, who: int, move: Move, reads: float, wild: float) -> None:
        """Narrow a range by one move after the flop."""
        unread = 1 - reads
        size = min(move.size, 2.0)
        if move.kind == RAISED:
            floor = (0.30 - 0.08 * size if move.raises == 0 else 0.05 / move.raises) * wild
            low = 0.52 + 0.12 * size if move.raises == 0 else min(0.97, 0.87 + 0.03 * size + 0.03 * move.raises)
            self.reading.narrow(who, low / wild ** 0.2, 2.0, 1.0, min(0.9, floor + 0.3 * unread))
        elif move.kind == CALLED:
            self.reading.narrow(who, 0.30 + 0.28 * size, 0.90, 0.55, 0.04 + 0.8 * unread)
        elif move.kind == CHECKED:
            self.reading.narrow(who, -1.0, 0.68, 0.45 + 0.5 * unread, 0.02)

    def folding(self, sizes: list[float]) -> list[list[float]]:
        """Return, for each opponent, the share of its range that folds to bets of these sizes (in pots)."""
        count = len(self.stacks)
        raised = any(move.street == self.story.street and move.kind == RAISED for move in self.story.moves)
        found = []
        for seat in self.others[:9]:
            habit = self.memory.of((seat - self.seat) % count).folding if self.traits.memory else 1.0
            if self.stacks[seat] == 0:
                habit = 0.0
            elif raised:
                habit *= FOLDS_TO_RAISE
            found.append([min(0.95, FOLDS_TO * self.traits.bluff * habit * size / (1 + size)) for size in sizes])
        return found

    def seed(self) -> int:
        """Return a number that is the same for the same cards and the same bets."""
        number = self.pot
        for card in (*self.hole, *self.board):
            number = number * 53 + card
        return number

    # -- before the flop -----------------------------------------------------------------------------------------------

    def before_flop(self) -> Weighted:
        """Return the probabilities before the flop."""
        raises = [move for move in self.story.moves if move.kind == RAISED]
        stack = self.stacks[self.seat]
        if self.traits.solved and (chances := self.short_stack(raises)) is not None:
            return chances
        if raises and (self.owed >= COMMITS * stack or self.legal.max_raise_to is None):
            return self.by_equity()
        if raises:
            return self.against_raise(raises)
        return self.unopened()

    def short_stack(self, raises: list[Move]) -> Weighted | None:
        """Return the probabilities of the solved tables, or None if they do not cover the stack or the actions so
        far."""
        depth = self.depth()
        if depth > push_fold.STACK_MAX or self.view.rules.limit != "no" or any(
                move.kind == CALLED for move in self.story.moves):
            return None
        behind = self.story.behind(self.seat)
        if not raises and behind:
            chance = push_fold.chance_to_push(depth, behind, self.hole)
            action = self.view.raise_to(self.legal.max_raise_to or 0)
        elif len(raises) == 1 and self.stacks[raises[0].seat] == 0:
            chance = push_fold.chance_to_call(depth, self.story.behind(raises[0].seat), behind, self.hole)
            action = self.view.call()
        else:
            return None
        if chance is None:
            return None
        return {each: part for each, part in ((action, chance), (self.view.fold(), 1 - chance)) if part > NEVER}

    def unopened(self) -> Weighted:
        """Return the probabilities to open, limp, check or fold if nobody has raised."""
        traits, place = self.traits, preflop.place_of(self.hole[0], self.hole[1])
        limpers = sum(move.kind == CALLED for move in self.story.moves)
        share = preflop.open_share(self.story, self.seat) * preflop.by_depth("open", self.depth())
        share = min(0.97, share * traits.loose)
        if self.legal.check:  # the big blind, in for nothing
            opens = preflop.within(place, 0.16 * traits.loose * (1 - 0.7 * traits.limp)) * (1 - traits.limp / 2)
            return self.mixed(opens, 1.0, self.opening(limpers))
        if limpers:
            share *= 0.75
        plays = preflop.within(place, share * (1 + 0.5 * traits.limp))
        opens = preflop.within(place, share) * (1 - traits.limp * min(1.0, 0.3 + place / max(share, 0.01)))
        return self.mixed(opens, plays, self.opening(limpers))

    def opening(self, limpers: int) -> int:
        """Return the total that an opening raise goes to."""
        big = self.story.big_blind
        return int((2.5 if self.depth() > 12 else 2.0) * big + limpers * big)

    def against_raise(self, raises: list[Move]) -> Weighted:
        """Return the probabilities to reraise, call or fold against a raise that does not commit the stack."""
        traits, place = self.traits, preflop.place_of(self.hole[0], self.hole[1])
        count = len(self.stacks)
        raiser = raises[-1].seat
        habits = self.memory.of((raiser - self.seat) % count) if traits.memory else None
        _, worst = preflop.range_of(self.story, raiser, habits)
        price = self.owed / (self.pot + self.owed)
        depth, in_position = self.depth(), self.in_position()
        is_last = self.story.behind(self.seat) == 0 and len(raises) == 1
        again, calls = preflop.shares_against(worst, len(raises), traits, price, depth, in_position, is_last)
        callers = sum(move.kind == CALLED and move.raises > 0 for move in self.story.moves)
        again *= 0.85 ** callers
        raised = preflop.within(place, again) * (1 - 0.5 * traits.trap)
        bluffs = preflop.RERAISE_BLUFF * (traits.bluff - 0.3) * traits.reraise
        if len(raises) == 1 and bluffs > 0 and worst > 0.1:
            raised += bluffs * preflop.within(place, worst * 1.1) * (1 - preflop.within(place, worst * 0.7))
        plays = preflop.within(place, max(calls, again))
        to = int(self.view.price * (3.0 if in_position else 3.5) + callers * self.view.price)
        if len(raises) >= 2:
            to = int(self.view.price * 2.3)
        return self.mixed(min(raised, 1.0), max(plays, min(raised, 1.0)), to)

    def mixed(self, raised: float, plays: float, to: int) -> Weighted:
        """Return a raise to an amount, a call and a fold with these probabilities; `plays` is the probability of not
        folding."""
        plays = 1.0 if self.legal.check else plays
        if self.legal.max_raise_to is None or self.legal.min_raise_to is None:
            raised = 0.0
        raised = min(raised, plays)
        chances = [(self.raise_to(to), raised) if raised else (self.view.fold(), 0.0),
                   (self.view.call(), plays - raised), (self.view.fold(), 1 - plays)]
        kept = {action: chance for action, chance in chances if chance > NEVER}
        total = sum(kept.values())
        return {action: chance / total for action, chance in kept.items()}

    def raise_to(self, wanted: int) -> Action:
        """Return a raise as near to an amount as the rules allow; all-in if little would be left."""
        least, most = self.legal.min_raise_to or 0, self.legal.max_raise_to or 0
        total = self.stacks[self.seat] + self.bets[self.seat]
        if most == total and wanted > 0.8 * total:
            wanted = total
        return self.view.raise_to(max(least, min(most, wanted)))

    # -- by equity -----------------------------------------------------------------------------------------------------

    def by_equity(self) -> Weighted:
        """Return the probabilities from the value of every action against the opponents' ranges."""
        self.read()
        sizes, amounts = self.sizes()
        samples = self.traits.samples
        share, folds, shares, callers = self.reading.sample(self.hole, self.board, self.folding(sizes), samples,
                                                            self.seed())
        values: list[tuple[Action, float]] = []
        traits, pot, stack = self.traits, self.pot, max(1, self.stacks[self.seat])
        streets = 3 - self.story.street if self.story.street < 3 else 0
        realised = self.realised(share, streets, self.owed >= stack)
        trap = traits.trap * pot * (share > 0.8 and streets > 0)
        if self.legal.check:
            values.append((self.view.check(), realised * pot + trap))
        else:
            paid = min(self.owed, stack)
            implied = IMPLIED * share * min(stack - paid, pot) * (streets > 0)
            worth = realised * (pot + paid) - paid + implied + trap + traits.sticky * pot * (1 - paid / stack)
            risk = traits.caution / 2 * pot * paid / stack
            values += [(self.view.fold(), 0.0), (self.view.call(), worth - risk)]
        for at, amount in enumerate(amounts):
            put = amount - self.bets[self.seat]
            extra = min(put - self.owed, max(self.stacks[seat] for seat in self.others))
            won = self.realised(shares[at], streets, put >= stack)
            called = won * (pot + put + max(callers[at], 0.0) * extra) - put
            worth = folds[at] * pot + (1 - folds[at]) * called - RAISED_BACK * put * (put < stack)
            worth += traits.aggression * pot - traits.caution * pot * put / stack
            values.append((self.view.raise_to(amount), worth))
        return softmax(values, traits.temperature * pot)

    def realised(self, share: float, streets: int, all_in: bool) -> float:
        """Return the share of the pot that is won in the end if betting goes on: weak hands realise less of their
        equity."""
        if streets == 0 or all_in:
            return share
        lost = REALISED_IN if self.in_position() else REALISED_OUT
        return share * (1 - lost * (1 - share))

    def sizes(self) -> tuple[list[float], list[int]]:
        """Return the raises to look at: in pots, and the totals they go to."""
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


def softmax(values: list[tuple[Action, float]], scale: float) -> Weighted:
    """Return probabilities: an action that is worth `scale` less than the best is e times less likely."""
    best = max(value for _, value in values)
    found: Weighted = {}
    for action, value in values:
        weight = exp((value - best) / max(scale, 1e-9))
        if weight > NEVER:
            found[action] = found.get(action, 0.0) + weight
    total = sum(found.values())
    return {action: weight / total for action, weight in found.items()}
