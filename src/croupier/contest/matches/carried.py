"""Play matches in which stacks carry over from hand to hand in a series, and blinds may rise.

A series begins with equal stacks. The button moves, and players without chips sit out. The series ends when one player
has all the chips, or after a number of hands that is set beforehand. The same series, with the same cards in each hand,
is played once from each seating. Therefore a whole series is one sample, just as a deal is one sample if stacks are
reset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from croupier.contest.poker_table import fitting, next_button
from croupier.contest.seeds import BadContest, derived, whole
from croupier.games.api import Game
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand

HANDS_MAX = 10_000


@dataclass(frozen=True, slots=True)
class BlindLevel:
    """The blinds and the ante for a number of hands. The last level lasts until the series ends."""

    hands: int
    sb: int
    bb: int
    ante: int = 0


@dataclass(frozen=True, slots=True)
class Carry:
    """How stacks carry over: for at most this many hands, with these blind levels or the game's own blinds."""

    hands: int = 1
    levels: tuple[BlindLevel, ...] = ()

    def __str__(self) -> str:
        blinds = ", ".join(f"{level.sb}/{level.bb}" + (f" ante {level.ante}" if level.ante else "")
                           for level in self.levels)
        return f"series of up to {self.hands:,} hands" + (f", blinds {blinds}" if blinds else "")

    def game_at(self, game: PokerGame, number: int) -> PokerGame:
        """Return the game with the blinds of one hand of the series. Hands are numbered from 0."""
        left = number
        for level in self.levels:
            if left < level.hands or level is self.levels[-1]:
                return replace(game, sb=level.sb, bb=level.bb, ante=level.ante)
            left -= level.hands
        return game


def checked_carry(hands: object, levels: Sequence[BlindLevel], game: Game) -> Carry | None:
    """Return how stacks carry over, or None if they are reset. Raise BadContest if the arguments do not fit the
    game.
    """
    carry = Carry(whole("carry", hands, 1, HANDS_MAX), tuple(levels))
    if carry.levels:
        if carry.hands == 1:
            raise BadContest("blind levels need stacks that are carried over: say for how many hands (carry)")
        if not isinstance(game, PokerGame) or not game.bb:
            raise BadContest(f"blind levels are for poker with blinds, not for {game.name}")
        if any(level.hands < 1 for level in carry.levels):
            raise BadContest("a blind level lasts at least one hand")
        for number in range(len(carry.levels)):
            # raises an error for impossible blinds
            carry.game_at(game, sum(level.hands for level in carry.levels[:number]))
    return carry if carry.hands > 1 else None


class CarriedSeries:
    """One series from one seating."""

    def __init__(self, carry: Carry, game: PokerGame, stacks: Sequence[int], button: int, seed: int) -> None:
        self.carry, self.game, self.button, self.seed = carry, game, button, seed
        self.stacks = list(stacks)
        self._games: dict[tuple[PokerGame, int], PokerGame] = {}

    def hands(self) -> Iterator[tuple[PokerGame, Hand]]:
        """Yield the hands to play, each with its game. The caller must play a hand to its end before taking the
        next.
        """
        for number in range(self.carry.hands):
            members = [seat for seat, stack in enumerate(self.stacks) if stack]
            if len(members) < 2:
                return
            game = self.fitted(number, len(members))
            out = [seat for seat, stack in enumerate(self.stacks) if not stack]
            hand = game.deal(self.stacks, self.button, derived(self.seed, "hand", number), out=out)
            yield game, hand
            self.stacks = hand.stacks
            left = [seat for seat, stack in enumerate(self.stacks) if stack]
            if len(left) > 1:
                self.button = next_button(len(self.stacks), members, left, self.button, bool(game.bb))

    def fitted(self, number: int, members: int) -> PokerGame:
        """Return the game for a hand. As long as the game does not change, the same object is returned, so that the
        game is not sent to bots again.
        """
        key = self.carry.game_at(self.game, number), members
        return self._games.setdefault(key, fitting(key[0], members))
