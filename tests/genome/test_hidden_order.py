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

BRED = Path(__file__).parent / "bred"
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


def first_hand(game, players, deck, actions=None, rng=None, steps=STEPS):
    """Play the first hand up to its showdown; its actions, and what each viewer saw and knew after each of them."""
    state, taken, seen, known = game.start(players, 0, deck), [], [], []
    viewers = (*range(players), PUBLIC)
    for step in range(steps):
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


def tells_ranks(rules, taken):
    """Return whether something everybody sees depends on the ranks of hidden cards: books, questions, challenges."""
    return rules.setup.books or any(action.kind in ("ASK", "CHALLENGE") for action in taken)


def check_two_worlds(game, players, seed, steps=STEPS, pairs_max=PAIRS):
    """Exchange pairs of cards that a viewer never saw; the number of worlds compared."""
    rng = Random(seed)
    deck = rng.sample(DECKS[game.genome.setup.initial_deck], len(DECKS[game.genome.setup.initial_deck]))
    taken, seen, known = first_hand(game, players, deck, rng=rng, steps=steps)
    dealt = {card for moment in known for cards in moment.values() for card in cards}
    compared = 0
    for viewer in (*range(players), PUBLIC):
        met = set().union(*[moment[viewer] for moment in known])
        pairs = [(a, b) for a, b in combinations([card for card in deck if card in dealt - met], 2)
                 if not tells_ranks(game.genome, taken) or a >> 2 == b >> 2]
        for a, b in rng.sample(pairs, min(pairs_max, len(pairs))):
            other = [{a: b, b: a}.get(card, card) for card in deck]
            try:
                _, again, _ = first_hand(game, players, other, [renamed(action, a, b) for action in taken], steps=steps)
            except IllegalAction:  # a rule looked at the card: whoever had to follow suit, say
                continue
            assert len(again) == len(seen)
            for before, after in zip(seen, again, strict=True):
                assert before[viewer] == after[viewer], (lab.dumps(game.genome), viewer, Cards([a, b]))
            compared += 1
    return compared


def check_stolen_market(seed):
    """Compare two worlds of the game in which the leak was found; the number of worlds compared."""
    game = replaced(lab.load(BRED / "stolen-market-53.json"), max_hands=1).game()
    return check_two_worlds(game, 2 + seed % 3, seed)


def check_any_genome(seed):
    """Compare two worlds of a random genome; the number of worlds compared."""
    game = lab.random_genome(Random(seed)).game()
    if game.genome.hand_evaluation.bust_limit:
        return 0  # whoever is bust draws no more: that shows cards, by the rules
    return check_two_worlds(game, game.players[0], seed)


@pytest.mark.parametrize("seed", range(4))
def test_stolen_market_53_shows_nothing_hidden(seed):
    assert check_stolen_market(seed) > 0


@pytest.mark.parametrize("name", lab.names())
def test_22_1_no_known_game_shows_anything_of_hidden_cards(name):
    """Claims, questions, challenges, melds and climbing games included; the soak plays random genomes."""
    game = replaced(lab.load(name), max_hands=1).game()
    compared = sum(check_two_worlds(game, sorted(game.players)[place], seed, 24, 2)
                   for seed, place in enumerate((0, min(1, len(game.players) - 1))))
    assert compared > 0 or name == "war", "war is played without a decision: nobody is asked while cards are hidden"


def check_open_cards_and_passing(seed):
    """Compare two worlds of a random game with open cards and passing; the number of worlds compared."""
    rng = Random(seed)
    phases = [DrawPhase(rng.randint(1, 2), rng.random() < 0.5, face_up=True), PassPhase(rng.randint(1, 3)),
              rng.choice((BettingPhase(), DrawPhase(1, True, rng.random() < 0.5), ExchangePhase(2)))]
    rng.shuffle(phases)
    game = genome(*phases, cards=rng.randint(2, 5), rounds=rng.randint(1, 3), initial_deck="short_36").game()
    return sum(check_two_worlds(game, players, seed) for players in (2, 3) if players in game.players)


@pytest.mark.parametrize("seed", range(10))
def test_random_games_with_open_cards_and_passing_show_nothing_hidden(seed):
    """A few of the thousand that `python -m tests.soak hidden-order` plays."""
    assert check_open_cards_and_passing(seed) > 0


def test_random_genomes_show_nothing_hidden():
    assert sum(check_any_genome(seed) for seed in range(60)) > 200


@pytest.mark.parametrize("seed", range(8))
def test_games_with_books_show_nothing_but_complete_books(seed):
    """Two cards of one rank exchanged make the same books: all else must look the same."""
    rng, size = Random(seed), 2 + seed % 3
    phases = (DrawPhase(2, source=rng.choice(("deck", "neighbour"))), PassPhase(1))
    rules = genome(*phases, cards=6, chips=0, rounds=2, wins=("most_captured",), books=size, initial_deck="short_36")
    game = rules.game()
    compared = sum(check_two_worlds(game, players, 100 * seed + more) for players in (2, 3) for more in range(4))
    assert compared > 0
    state = game.start(3, seed)
    for _ in range(STEPS):
        if state.is_over:
            break
        laid = [int(card) for seat in range(3) for card in state.captured_by(seat)]
        ranks = [card >> 2 for card in laid]
        assert all(ranks.count(rank) % size == 0 for rank in ranks), Cards(laid)
        assert state.known_cards(-1) - set(laid) == set(), "a card outside the books is open"
        state.apply(rng.choice(list(state.legal())))


def test_hidden_cards_come_after_the_cards_a_viewer_knows():
    game = genome(DrawPhase(1, face_up=True), PassPhase(2), BettingPhase(), cards=3).game()
    state = game.start(2, 0, "2h9s4d9d6c9cAhKs")  # seat 0: 2h 4d 6c and the ace, open; seat 1: 9s 9d 9c and the king
    for card in ("2h", "Ah", "9s", "9d"):
        state.apply(Action("GIVE", cards=card))
    assert str(state.cards_of(1)) == "9cKs2hAh"
    assert str(state.observe(PUBLIC).cards_of(1)) == "KsAh????"
    assert str(state.observe(0).cards_of(1)) == "Ks2hAh??"
    assert str(state.observe(1).cards_of(0)) == "9d9s????"
