"""Find out what a contest must know about a game besides `games.api`: starting stacks, and the unit of the results.

In poker the contest sets the stacks and the button. Any other game sets its own chips and decides who begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from croupier.betting.rulebook import chips
from croupier.contest.seeds import BadContest
from croupier.errors import short
from croupier.games.api import Game, State
from croupier.games.genome.game import GenomeGame
from croupier.games.poker.game import PokerGame


def checked_game(game: object) -> Game:
    """Return the argument. Raise BadContest if it is not a game."""
    if not isinstance(game, Game):
        raise BadContest(f"{short(game)} is not a game: make one, as in croupier.holdem(sb=10, bb=20)")
    return game


def unit_of(game: Game) -> tuple[int, str]:
    """Return the size, in chips, of the unit of results (big blind, smallest bet, or 1) and the unit's name."""
    if not isinstance(game, PokerGame):
        return 1, "chips/100"
    return (game.bb, "bb/100") if game.bb else (game.min_bet, "bets/100")


def starting_stacks(stack: int | Sequence[int] | None, bots: Sequence[object], game: Game) -> list[int] | None:
    """Return the chips of each seat, with 0 for an empty seat. Return None for a game that sets the chips itself."""
    if not isinstance(game, PokerGame):
        if stack is not None:
            raise BadContest(f"{game.name} brings its own chips: leave stack out")
        return None
    if stack is None:
        stack = 100 * unit_of(game)[0]
    many = isinstance(stack, Sequence) and not isinstance(stack, (str, bytes, bytearray, memoryview))
    each = list(stack) if many else [stack] * len(bots)  # type: ignore[arg-type]
    if len(each) != len(bots):
        raise BadContest(f"{len(each)} stacks for {len(bots)} seats: give one number for all, or one each")
    checked = [chips(amount, f"stack[{seat}]", 0 if bot is None else 1)
               for seat, (amount, bot) in enumerate(zip(each, bots))]
    return [0 if bot is None else amount for amount, bot in zip(checked, bots)]


def range_of_hand(game: Game, players: int, stacks: Sequence[int] | None) -> tuple[float, float]:
    """Return the minimum and the maximum that a seat can win in one hand. Both are infinite if the game has no limits.
    """
    chips = max(stacks) if stacks else game.genome.setup.starting_chips if isinstance(game, GenomeGame) else 0
    return (-float(chips), float(chips * (players - 1))) if chips else (-inf, inf)


def deal_hand(game: Game, players: int, number: int, seed: int, stacks: Sequence[int] | None, hands: int = 1) -> State:
    """Deal one hand for a match. Every player has the same chips; in poker the button depends on the number of the
    deal.

    Other games may consist of several hands, with their own way of carrying chips over.
    """
    if isinstance(game, PokerGame) and stacks is not None:
        return game.deal(stacks, number % players, seed)
    return game.start(players, seed, hands=hands)
