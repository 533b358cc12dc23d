"""Six-handed no-limit hold'em driven action by action from Python: ours, pokerkit and OpenSpiel by one policy.

The policy: check or call, fold when facing a bet, raise when that is legal, all equally likely; the amount uniform
from the smallest to the largest. It draws with a bare random() everywhere, so that the engines are timed and not the
dice. Every hand is a new one, stacks reset, and its payoffs are read at the end. The unit is an action of a player.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random

import croupier
from bench.harness import Done, Factory, Work

SEATS = 6
DEEP, SHALLOW = (10_000, 50, 100), (200, 1, 2)  # stack and blinds: one game counted in chips and in small blinds
ACTIONS_A_HAND = 10.42  # by this policy at these stacks, over two million hands of ours and of the C limit alike
HALF, THIRD, TWO_THIRDS = 1 / 2, 1 / 3, 2 / 3
SEED = 1


def actions_of(play: Callable[[int], int]) -> Work:
    """Play hand after hand; what is counted is actions."""
    def work(n: int) -> Done:
        return Done(units=sum(play(number) for number in range(n)))
    return work


def hands_of(play: Callable[[int], int]) -> Work:
    """Play hand after hand; what is counted is hands of mean length, as the few that fit a slow turn vary in theirs."""
    def work(n: int) -> Done:
        return Done(units=sum(play(number) for number in range(n)) / ACTIONS_A_HAND)
    return work


def our_hands(stack: int, small: int, big: int) -> Callable[[int], int]:
    """A hand through `game.deal` and the checked face of `Hand`."""
    game, stacks, chance = croupier.holdem(small, big), [stack] * SEATS, Random(SEED).random

    def play(number: int) -> int:
        hand = game.deal(stacks, number % SEATS, seed=number)
        actions = 0
        while not hand.is_over:
            legal, draw = hand.legal(), chance()
            call, least = legal.call, legal.min_raise_to
            if call is None:
                if least is None or draw < HALF:
                    hand.check()
                else:
                    hand.raise_to(least + int(chance() * (legal.max_raise_to - least + 1)))
            elif draw < (THIRD if least is not None else HALF):
                hand.call()
            elif least is None or draw < TWO_THIRDS:
                hand.fold()
            else:
                hand.raise_to(least + int(chance() * (legal.max_raise_to - least + 1)))
            actions += 1
        assert sum(hand.payoffs) == 0
        return actions
    return play


def pokerkit_hands(stack: int, small: int, big: int) -> Callable[[int], int]:
    """A hand of pokerkit's, with all it can do by itself automated."""
    from pokerkit import Automation, NoLimitTexasHoldem

    warnings.filterwarnings("ignore", category=UserWarning, module="pokerkit")
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (small, big), big)
    stacks, chance = (stack,) * SEATS, Random(SEED).random

    def play(_number: int) -> int:
        state = game(stacks, SEATS)
        actions = 0
        while state.status:
            call, least = state.checking_or_calling_amount, state.min_completion_betting_or_raising_to_amount
            choices, draw = 1 + (call > 0) + (least is not None), chance()
            if draw < 1 / choices:
                state.check_or_call()
            elif call and (least is None or draw < TWO_THIRDS):
                state.fold()
            else:
                most = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(least + int(chance() * (most - least + 1)))
            actions += 1
        assert sum(state.payoffs) == 0
        return actions
    return play


def openspiel_game(stack: int, small: int, big: int) -> object:
    """OpenSpiel's universal_poker with every amount of chips an action of its own."""
    import pyspiel

    return pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers={SEATS},numRounds=4,blind={small} {big} 0 0 0 0,"
        f"firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        f"stack={' '.join([str(stack)] * SEATS)},bettingAbstraction=fullgame)")


def openspiel_hands(stack: int, small: int, big: int) -> Callable[[int], int]:
    """A hand of OpenSpiel's, its chance nodes drawn from the legal cards it lists."""
    game, chance = openspiel_game(stack, small, big), Random(SEED).random

    def play(_number: int) -> int:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(legal[int(chance() * len(legal))])
            else:
                state.apply_action(_openspiel_choice(legal, chance))
                actions += 1
        assert abs(sum(state.returns())) < 1e-6
        return actions
    return play


def openspiel_dealt_hands(stack: int, small: int, big: int) -> Callable[[int], int]:
    """The same, cards fed from a deck we shuffle ourselves: the fastest way to drive it that we know."""
    game, chance, deck = openspiel_game(stack, small, big), Random(SEED).random, list(range(52))

    def play(_number: int) -> int:
        state = game.new_initial_state()
        actions = dealt = 0
        while not state.is_terminal():
            if state.is_chance_node():
                other = dealt + int(chance() * (52 - dealt))
                deck[dealt], deck[other] = deck[other], deck[dealt]
                state.apply_action(deck[dealt])
                dealt += 1
            else:
                state.apply_action(_openspiel_choice(state.legal_actions(), chance))
                actions += 1
        assert abs(sum(state.returns())) < 1e-6
        return actions
    return play


def _openspiel_choice(legal: list[int], chance: Callable[[], float]) -> int:
    """Fold (0) is listed only when facing a bet, then check or call (1), then every amount."""
    draw, count = chance(), len(legal)
    if legal[0]:
        return legal[0] if count == 1 or draw < HALF else legal[1 + int(chance() * (count - 1))]
    if draw < (THIRD if count > 2 else HALF):
        return legal[1]
    return legal[0] if count == 2 or draw < TWO_THIRDS else legal[2 + int(chance() * (count - 2))]


def driven(hands: Callable[[int, int, int], Callable[[int], int]], game: tuple[int, int, int]) -> Factory:
    """A contender that is built when its turn to be looked for comes."""
    return lambda: actions_of(hands(*game))
