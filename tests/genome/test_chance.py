"""Chance is handed in: a seed for simulation, a deck for each hand where a host must not choose the cards (T6)."""

from __future__ import annotations

import inspect
from random import Random

import pytest

from croupier import lab
from croupier.cards import BadCards
from croupier.fair import fair_deck
from croupier.games.api import BadAction
from croupier.games.genome.game import GenomeGame
from croupier.games.genome.known import known, names
from croupier.games.genome.values import BadGenome
from croupier.rng import Rng

from .tables import genome, play


def decks(game, seed):
    """Decks for the hands of a game."""
    rng = Random(seed)
    while True:
        yield rng.sample(game.deck, len(game.deck))


def played(state, source, rng, steps=300):
    """Play at random with a deck handed in for each hand."""
    for _ in range(steps):
        if state.is_over:
            break
        if state.is_between_hands:
            state.next_hand(next(source))
        elif state.actor is not None:
            state.apply(rng.choice(list(state.legal())))
    return state


def told(state):
    return [str(event) for event in state.events]


@pytest.mark.parametrize("name", names())
def test_the_same_decks_and_actions_give_the_same_game(name):
    game = known(name).game()
    first, second = [played(game.begin(), decks(game, 3), Random(3)) for _ in range(2)]
    assert told(first) == told(second)
    assert first.hand_no > 0 or name == "war"


@pytest.mark.parametrize("name", names())
def test_a_game_dealt_by_decks_is_the_game_dealt_by_a_seed(name):
    """Each hand of a seeded game, dealt again from the deck that it used."""
    game = known(name).game()
    seeded, rng = game.start(seed=9), Random(9)
    for _ in range(200):
        if seeded.is_over:
            break
        seeded.apply(rng.choice(list(seeded.legal())))
    hands = []
    for event in seeded.events:
        if event.kind == "HAND":
            hands.append([])
        elif event.kind in ("DEAL", "DEAL_UP", "OPEN"):
            hands[-1] += [int(card) for card in event.cards]
    again, rng = game.begin(), Random(9)
    for front in hands:
        rest = [card for card in game.deck if card not in front]
        again.next_hand([*front, *rest])
        while again.actor is not None and len(again.events) < len(seeded.events):
            again.apply(rng.choice(list(again.legal())))
    assert told(again)[:len(told(seeded))] == told(seeded)


def test_T6_a_hand_takes_its_cards_from_the_deck_in_order_and_from_nothing_else():
    game = known("five-card-draw").game()
    for number in range(50):
        deck = fair_deck("M-1", bytes(32), number, [], game.deck)
        state, rng = game.begin(3), Random(number)
        state.next_hand(deck)
        while state.actor is not None:
            state.apply(rng.choice(list(state.legal())))
        taken = [int(card) for event in state.events if event.kind == "DEAL" for card in event.cards]
        assert taken == deck[:len(taken)]


@pytest.mark.parametrize("name", ["simple-poker", "five-card-stud", "black-lady"])
def test_a_clone_between_hands_goes_on_the_same_way(name):
    game = known(name).game()
    state = played(game.begin(), decks(game, 1), Random(1), steps=40)
    twin = state.clone()
    assert told(played(state, decks(game, 2), Random(2))) == told(played(twin, decks(game, 2), Random(2)))


def test_a_game_that_waits_says_so():
    game = genome(hands=2).game()
    state = game.begin(2)
    assert (state.is_between_hands, state.actor, state.is_over, state.stacks) == (True, None, False, [100, 100])
    assert not state.legal()
    state.next_hand(game.deck)
    assert (state.is_between_hands, state.actor) == (False, 0)
    play(state, "k k")
    assert (state.is_between_hands, state.actor, state.is_over, state.hand_no) == (True, None, False, 1)
    assert state.observe(0).hole == state.cards_of(0)
    state.deal(Rng(4))
    play(state, "k k")
    assert (state.is_between_hands, state.is_over) == (False, True)


def test_a_deck_is_asked_for_only_between_hands():
    game = genome().game()
    state = game.start(2, 1)
    with pytest.raises(BadAction, match="no deck is needed"):
        state.next_hand(game.deck)


@pytest.mark.parametrize("deck", [[], list(range(51)), [*range(51), 50], [*range(51), 52]])
def test_a_deck_is_every_card_of_the_game_once(deck):
    state = genome().game().begin(2)
    with pytest.raises(BadCards):
        state.next_hand(deck)
    assert state.is_between_hands


def test_a_roll_out_of_a_game_that_waits_is_dealt_by_what_is_handed_in():
    game = genome(hands=5).game()
    state = game.begin(2)
    state.next_hand(game.deck)
    twins = [state.clone() for _ in range(3)]
    for twin, seed in zip(twins, (1, 1, 2), strict=True):
        twin.roll_out(seed)
        assert (twin.is_over, twin.hand_no) == (True, 5)
    assert told(twins[0]) == told(twins[1]) != told(twins[2])
    assert not state.is_over


def test_a_guess_of_a_game_that_waits_ends_with_the_hand():
    game = genome(hands=5).game()
    state = game.begin(2)
    state.next_hand(game.deck)
    guess = state.redeal(0, 1)
    guess.roll_out(1)
    assert (guess.is_over, guess.hand_no) == (True, 1)
    play(state, "k k")
    assert state.redeal(0, 1).is_over


def test_no_seed_is_a_constant():
    """Where no seed is given, chance comes from the system: two games differ."""
    game = genome(cards=10).game()
    assert str(game.start(2).cards_of(0)) != str(game.start(2).cards_of(0))
    tables = [game.playout(2) for _ in range(2)]
    for table in tables:
        table.run_games(50)
    assert tables[0].checksum != tables[1].checksum
    for method in (GenomeGame.start, GenomeGame.playout):
        assert inspect.signature(method).parameters["seed"].default is None


# -- unequal chips -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_a_game_starts_with_unequal_chips(seed):
    rng = Random(seed)
    chips = [rng.randint(1, 300) for _ in range(3)]
    state = lab.load("simple-poker").game().start(players=3, chips=chips, seed=seed)
    assert [stack + paid for stack, paid in zip(state.stacks, state.paid, strict=True)] == chips
    while not state.is_over:
        state.apply(rng.choice(list(state.legal())))
        assert sum(state.stacks) + state.pot == sum(chips)
    assert state.payoffs == [stack - begun for stack, begun in zip(state.stacks, chips, strict=True)]


def test_G4_a_seat_without_chips_is_not_dealt_in_and_not_first():
    state = genome(hands=3).game().start(chips=[0, 50, 70], seed=1)
    assert (state.players, state.first, state.actor, state.live) == (3, 1, 1, (1, 2))
    assert len(state.cards_of(0)) == 0
    assert not state.has_folded(0)
    assert not state.is_all_in(0)


@pytest.mark.parametrize("chips", [[100], [100, 0], [100, -1], [100, 10**13], [100, True], [100, 2.5], ["1", "2"], "99",
                                   [100] * 7, 5, [0, 0]])
def test_M1_chips_that_cannot_be_are_refused(chips):
    with pytest.raises(BadGenome):
        genome().game().start(chips=chips, seed=1)
    with pytest.raises(BadGenome):
        genome().game().begin(chips=chips)


def test_chips_for_another_number_of_players_are_refused():
    with pytest.raises(BadGenome, match="chips for 2 seats"):
        genome().game().start(3, chips=[10, 10])


def test_a_game_without_chips_takes_none():
    with pytest.raises(BadGenome, match="without chips"):
        known("war").game().start(chips=[1, 1])
    assert known("war").game().start(chips=[0, 0], seed=1).is_over


# -- a dealer ----------------------------------------------------------------------------------------------------------


class Dealer:
    """Gives each hand a generator of its own and keeps the numbers of the hands it was asked for."""

    def __init__(self, seed):
        self.seed, self.asked = seed, []

    def chance(self, hand_no):
        self.asked.append(hand_no)
        return Rng(self.seed + hand_no)


@pytest.mark.parametrize("name", ["simple-poker", "five-card-draw", "war", "black-lady"])
def test_a_dealer_gives_each_hand_its_chance(name):
    game, dealers = known(name).game(), [Dealer(5), Dealer(5), Dealer(6)]
    states = []
    for dealer in dealers:
        state, rng = game.start(dealer=dealer, hands=6), Random(1)
        while not state.is_over:
            assert not state.is_between_hands
            state.apply(rng.choice(list(state.legal())))
        assert dealer.asked == list(range(1, state.hands_played + 1))
        states.append(told(state))
    assert states[0] == states[1] != states[2]


def test_a_dealer_is_the_only_source():
    for more in ({"seed": 1}, {"deck": "Ah"}):
        with pytest.raises(BadGenome, match="a dealer deals every card"):
            genome().game().start(dealer=Dealer(1), **more)


def test_a_copy_of_a_dealt_game_is_dealt_the_same_hands():
    state = genome(hands=4).game().start(dealer=Dealer(3))
    twin = state.clone()
    for each in (state, twin):
        while not each.is_over:
            each.check()
    assert told(state) == told(twin)
