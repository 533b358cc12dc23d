"""Random hands of all games, played by the engine and written down."""

from __future__ import annotations

import random

import croupier
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.games.poker.rules import RULES

CODES = tuple(RULES)


def random_game(code: str, chance: random.Random) -> PokerGame:
    """A game at random stakes."""
    bb = chance.choice([2, 10, 100])
    sb = bb // 2
    rules = RULES[code]
    if rules.has_bring_in:
        return croupier.game(code, ante=chance.choice([0, 1, sb]), bring_in=sb, small_bet=bb, big_bet=2 * bb)
    if rules.button_blind:
        return croupier.game(code, ante=sb, button_blind=chance.choice([bb, sb]))
    extras: dict[str, object] = {"ante": chance.choice([0, 0, 1])}
    if not rules.has_draws:
        extras = chance.choice([extras, {"bb_ante": bb}, {"straddles": (2 * bb,)}])
    return croupier.game(code, sb=sb, bb=bb, **extras)  # type: ignore[arg-type]


def random_hand(code: str, seed: int, steps: int = 500) -> Hand:
    """A hand played at random, to its end unless it is long."""
    chance = random.Random(f"{code} {seed}")
    game = random_game(code, chance)
    seats = chance.randint(3 if game.straddles else 2, min(9, RULES[code].seats))
    stacks = [chance.randint(1, 60) * chance.choice([1, 5, 50]) for _ in range(seats)]
    hand = game.deal(stacks=stacks, button=chance.randrange(seats), seed=seed)
    while not hand.is_over and steps:
        choices = list(hand.legal().menu(4))
        bold = [action for action in choices if action.kind != "FOLD" or chance.random() < 0.3]
        hand.apply(chance.choice(bold or choices))
        steps -= 1
    return hand
