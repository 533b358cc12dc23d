"""Nothing in a view depends on hidden cards, the places of open cards in a hand least of all (issue 22, item 1).

Two worlds are compared: a game, and the same game with two cards exchanged, in the deck and in every action, that a
viewer never saw. The viewer's picture must be the same to the byte after every action.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from croupier import lab
from croupier.betting.rulebook import IllegalAction
from croupier.cards import Cards
from croupier.games.api import PUBLIC, Action, BadAction
from croupier.games.genome.values import DECKS, BettingPhase, DrawPhase, ExchangePhase, PassPhase, replaced

from .tables import genome

EVOLVED = Path(__file__).parents[2] / "docs" / "evolved"
STEPS = 60
PAIRS = 6


def picture(view, seats):
    """All that a view shows, as text."""
    facts = [repr(view), [str(event) for event in view.events]]
    facts += [[str(ask(seat)) for seat in range(seats)] for ask in (view.cards_of, view.captured_by, view.tricks_of)]
    for name in sorted(dir(type(view))):
        if not name.startswith("_") and isinstance(getattr(type(view), name), property | cached_property):
            try:
                facts.append(f"{name} {getattr(view, name)}")
            except BadAction:
                facts.append(f"{name} is refused")
    return repr(facts)


def first_hand(game, players, deck, actions=None, rng=None):
    """Play the first hand up to its showdown; its actions, and what each viewer saw and knew after each of them."""
    state, taken, seen, known = game.start(players, 0, deck), [], [], []
    viewers = (*range(players), PUBLIC)
    for step in range(STEPS):
        if state.is_over or state.hand_no > 0:
            break
        seen.append({viewer: picture(state.observe(viewer), players) for viewer in viewers})
        known.append({viewer: state.known_cards(-1 if viewer == PUBLIC else viewer) for viewer in viewers})
        if actions is not None and step == len(actions):
            break
        taken.append(actions[step] if actions is not None else rng.choice(list(state.legal())))
        state.apply(taken[-1])
    return taken, seen, known


def renamed(action, a, b):
    """The action with two cards exchanged."""
    swap = {a: b, b: a}
    return Action(action.kind, action.amount, Cards([swap.get(int(card), int(card)) for card in Cards(action.cards)]))


def check_two_worlds(game, players, seed):
    """Exchange pairs of cards that a viewer never saw; the number of worlds compared."""
    rng = Random(seed)
    deck = rng.sample(DECKS[game.genome.setup.initial_deck], len(DECKS[game.genome.setup.initial_deck]))
    taken, seen, known = first_hand(game, players, deck, rng=rng)
    dealt = {card for moment in known for cards in moment.values() for card in cards}
    compared = 0
    for viewer in (*range(players), PUBLIC):
        met = set().union(*[moment[viewer] for moment in known])
        pairs = list(combinations([card for card in deck if card in dealt - met], 2))
        for a, b in rng.sample(pairs, min(PAIRS, len(pairs))):
            other = [{a: b, b: a}.get(card, card) for card in deck]
            try:
                _, again, _ = first_hand(game, players, other, [renamed(action, a, b) for action in taken])
            except IllegalAction:  # a rule looked at the card: whoever had to follow suit, say
                continue
            assert len(again) == len(seen)
            for before, after in zip(seen, again, strict=True):
                assert before[viewer] == after[viewer], (lab.dumps(game.genome), viewer, Cards([a, b]))
            compared += 1
    return compared


@pytest.mark.parametrize("seed", range(12))
def test_stolen_market_53_shows_nothing_hidden(seed):
    game = replaced(lab.load(EVOLVED / "stolen-market-53.json"), max_hands=1).game()
    assert check_two_worlds(game, 2 + seed % 3, seed) > 0


@pytest.mark.parametrize("seed", range(30))
def test_random_games_with_open_cards_and_passing_show_nothing_hidden(seed):
    rng = Random(seed)
    phases = [DrawPhase(rng.randint(1, 2), rng.random() < 0.5, face_up=True), PassPhase(rng.randint(1, 3)),
              rng.choice((BettingPhase(), DrawPhase(1, True, rng.random() < 0.5), ExchangePhase(2)))]
    rng.shuffle(phases)
    game = genome(*phases, cards=rng.randint(2, 5), rounds=rng.randint(1, 3), initial_deck="short_36").game()
    compared = [check_two_worlds(game, players, seed) for players in (2, 3) if players in game.players]
    assert sum(compared) > 0


def test_random_genomes_show_nothing_hidden():
    compared = 0
    for seed in range(60):
        game = lab.random_genome(Random(seed)).game()
        if game.genome.hand_evaluation.bust_limit or game.genome.setup.books:
            continue  # whoever is bust draws no more, and a complete book is laid open: that shows cards, by the rules
        compared += check_two_worlds(game, game.players[0], seed)
    assert compared > 200


def test_hidden_cards_come_after_the_cards_a_viewer_knows():
    game = genome(DrawPhase(1, face_up=True), PassPhase(2), BettingPhase(), cards=3).game()
    state = game.start(2, 0, "2h9s4d9d6c9cAhKs")  # seat 0: 2h 4d 6c and the ace, open; seat 1: 9s 9d 9c and the king
    for card in ("2h", "Ah", "9s", "9d"):
        state.apply(Action("GIVE", cards=card))
    assert str(state.cards_of(1)) == "9cKs2hAh"
    assert str(state.observe(PUBLIC).cards_of(1)) == "KsAh????"
    assert str(state.observe(0).cards_of(1)) == "Ks2hAh??"
    assert str(state.observe(1).cards_of(0)) == "9d9s????"
