"""Small games for the tests: a betting game of any shape, hands dealt as wanted, lines of actions."""

from __future__ import annotations

from croupier.games.api import Action
from croupier.games.genome.values import BettingPhase, GameGenome, SetupRules, TurnStructure, WinCondition

WORDS = {"f": "FOLD", "k": "CHECK", "c": "CALL", "b": "BET", "r": "RAISE", "a": "ALL_IN", "d": "DRAW", "s": "STAND_PAT",
         "p": "PASS", "!": "CHALLENGE"}


def genome(*phases, cards=5, chips=100, wins=("best_hand",), rounds=1, hands=1, by_player=False,
           evaluation=None, scoring=(), **setup):
    """A game of these phases, one betting phase by default."""
    more = {} if evaluation is None else {"hand_evaluation": evaluation}
    conditions = tuple(win if isinstance(win, WinCondition) else WinCondition(win) for win in wins)
    turns = TurnStructure(phases or (BettingPhase(),), rounds, by_player)
    return GameGenome(SetupRules(cards, starting_chips=chips, **setup), turns, conditions, scoring=scoring,
                      max_hands=hands, **more)


def dealt(*hands, board=""):
    """The order of the deck that deals these hands, a card at a time, then the board."""
    cards = [[hand[at:at + 2] for at in range(0, len(hand), 2)] for hand in hands]
    return "".join("".join(one) for one in zip(*cards, strict=True)) + board


def play(state, line):
    """Play a line: letters for actions without a card, `Ah` to play, `-Ah` to throw away, `>Ah` to give, `_Ah` to lay
    face down, `?7c` to ask for a rank, `^Ah` to take the pile's top card.
    """
    for word in line.split():
        if word in WORDS:
            state.apply(Action(WORDS[word]))
        else:
            kind = {"-": "DISCARD", ">": "GIVE", "_": "LAY", "?": "ASK", "^": "TAKE_TOP"}.get(word[0], "PLAY")
            state.apply(Action(kind, cards=word[-2:]))
    return state


def kinds(state):
    return set(state.legal().kinds)


def total(state):
    return sum(state.stacks) + state.pot
