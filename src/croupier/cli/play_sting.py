"""`croupier play sting`: play a run against Narc and Customer.

This module asks for the actions; `sting_screen.py` draws the table. Input is read line by line, so that a script can
play a run: the same seed and the same lines give the same run.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from croupier.bots import seat as seated
from croupier.bots.sting import LEVELS, opponents
from croupier.cli.app import Misused
from croupier.cli.person import Quit
from croupier.contest.seeds import checked_seed, derived
from croupier.errors import unknown
from croupier.games.sting.cards import PLAYER
from croupier.games.sting.game import Sting

if TYPE_CHECKING:
    from croupier.bots.base import Bot
    from croupier.cli.sting_screen import Screen
    from croupier.games.api import Action
    from croupier.games.sting.run import Run
    from croupier.games.sting.view import View


def play(*, level: str = "normal", deck: str = "seed", hands: int | None = None, seed: int | None = None,
         narc: str | None = None, customer: str | None = None) -> None:
    """Play a run of the sting: you sell, the Customer bargains, the Narc collects evidence.

    Parameters
    ----------
    level
        How Narc and Customer play: easy, normal, hard or expert.
    deck
        seed, tuned, or your own deck file (.toml).
    hands
        Largest number of hands in the run. Default: the deck's own limit.
    seed
        The same seed deals the same cards.
    narc
        Bot that plays the Narc instead of the house: random, mcts, mcts:300, or your own bot file.
    customer
        Bot that plays the Customer instead of the house.
        """
    if level not in LEVELS:
        raise Misused(unknown("level", level, LEVELS))
    from croupier.cli.sting_screen import Screen

    game, seed = Sting(deck), checked_seed(seed)
    screen = Screen(game)
    run = game.start(seed=seed, hands=hands)
    screen.welcome(level, seed, run.hands)
    bots = [seated(name) if name else bot for name, bot in zip((narc, customer), opponents(level))]
    for seat, bot in enumerate(bots):
        bot.rng = Random(derived(seed, "opponent", seat))
    try:
        play_run(run, bots, screen)
    except (Quit, EOFError):
        screen.left(run.observe(PLAYER), seed)
        return
    screen.score(run.observe(PLAYER), seed)


def play_run(run: Run, bots: list[Bot], screen: Screen) -> None:
    """Play turn by turn to the end."""
    while not run.is_over:
        screen.tell(run.observe(PLAYER))
        if run.actor == PLAYER:
            run.apply(asked(run.observe(PLAYER), screen))
        else:
            run.apply(bots[run.actor or 0].act(run.observe(run.actor or 0)))
    screen.tell(run.observe(PLAYER))


def asked(view: View, screen: Screen) -> Action:
    """Return the Player's action. A turn with only one choice is taken automatically."""
    choices = list(view.legal)
    if len(choices) == 1:
        screen.passes(choices[0])
        return choices[0]
    screen.show(view)
    while True:
        words = screen.ask(view)
        if words.startswith("?"):
            screen.explain(view, words[1:].strip())
        elif words in ("q", "quit"):
            raise Quit
        elif (action := understood(words, view)) is not None:
            return action
        else:
            screen.puzzled(words, view)


def understood(words: str, view: View) -> Action | None:
    """Return the action that was typed: c, f, or the number or name of a card. Return None if the text is not an
    action.
    """
    staying = view.call()
    plain = {"c": staying, "": staying if staying.kind == "CONTINUE" else None, "check": staying, "continue": staying,
             "f": view.fold(), "fold": view.fold()}
    if words in plain:
        found = plain[words]
        return found if found in view.legal else None
    if not view.legal.check:
        return None
    cards = view.hand
    if words.isascii() and words.isdigit() and len(words) < 3:
        return view.raise_with(cards[int(words) - 1]) if 1 <= int(words) <= len(cards) else None
    named = [card for card in cards if card.name.lower().startswith(words)]
    return view.raise_with(named[0]) if len({card.name for card in named}) == 1 else None
