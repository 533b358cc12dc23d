"""Decide for a character in hold'em: before the flop by the rank of the hand among all hands, and later by equity
against ranges (`spot`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.bots.characters import preflop, push_fold
from croupier.bots.characters.reading import Reading, quality_on
from croupier.bots.characters.spot import NEVER, PokerSpot, Sample, Weighted, kept_by
from croupier.bots.characters.story import CALLED, RAISED, HandStory, Move

if TYPE_CHECKING:
    from croupier.bots.characters.memory import Memory
    from croupier.bots.characters.traits import Traits
    from croupier.games.poker.view import View

COMMITS = 0.35
"""A call that costs more than this share of the stack is judged by equity, even before the flop."""


class HoldemSpot(PokerSpot):
    """One decision in hold'em."""

    def __init__(self, view: View, story: HandStory, traits: Traits, memory: Memory, reading: Reading) -> None:
        super().__init__(view, story, traits, memory)
        self.reading = reading

    def depth(self) -> float:
        """Return the effective stack in big blinds, which is the most that can be lost to any one opponent."""
        behind = max(self.stacks[seat] + self.bets[seat] for seat in self.others)
        return min(self.stacks[self.seat] + self.bets[self.seat], behind) / self.story.big_blind

    # -- ranges --------------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Narrow the range of each opponent by all its actions in this hand."""
        reads = self.traits.reads
        self.reading.begin(len(self.others))
        self.reading.see(preflop.QUALITY)
        habits = [self.habits_of(seat) for seat in self.others]
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
                kept = kept_by(move, reads, 1.0 if known is None else known.aggression)
                if kept is not None:
                    self.reading.narrow(who, *kept)

    def sampled(self, folding: list[list[float]]) -> Sample:
        """Return the share of the pot that is won, and the outcomes of bets of these sizes."""
        return self.reading.sample(self.hole, self.board, folding, self.traits.samples, self.seed())

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
        """Return the probabilities from the solved tables, or None if the tables do not cover this stack or the actions
        so far.
        """
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
        if self.legal.check:  # the big blind may check
            opens = preflop.within(place, 0.16 * traits.loose * (1 - 0.7 * traits.limp)) * (1 - traits.limp / 2)
            return self.mixed(opens, 1.0, self.opening(limpers))
        if limpers:
            share *= 0.75
        plays = preflop.within(place, share * (1 + 0.5 * traits.limp))
        opens = preflop.within(place, share) * (1 - traits.limp * min(1.0, 0.3 + place / max(share, 0.01)))
        return self.mixed(opens, plays, self.opening(limpers))

    def opening(self, limpers: int) -> int:
        """Return the amount that an opening raise raises to."""
        big = self.story.big_blind
        return int((2.5 if self.depth() > 12 else 2.0) * big + limpers * big)

    def against_raise(self, raises: list[Move]) -> Weighted:
        """Return the probabilities to reraise, call or fold against a raise, if a call would cost only a small part of
        the stack.
        """
        traits, place = self.traits, preflop.place_of(self.hole[0], self.hole[1])
        raiser = raises[-1].seat
        _, worst = preflop.range_of(self.story, raiser, self.habits_of(raiser))
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
        """Return the probabilities of a raise to this amount, a call and a fold. `raised` is the probability of the
        raise, and `plays` that of not folding.
        """
        plays = 1.0 if self.legal.check else plays
        if self.legal.max_raise_to is None or self.legal.min_raise_to is None:
            raised = 0.0
        raised = min(raised, plays)
        chances = [(self.raise_to(to), raised) if raised else (self.view.fold(), 0.0),
                   (self.view.call(), plays - raised), (self.view.fold(), 1 - plays)]
        kept = {action: chance for action, chance in chances if chance > NEVER}
        total = sum(kept.values())
        return {action: chance / total for action, chance in kept.items()}
