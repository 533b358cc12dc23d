"""A genome's game has the face of every game: asked, told, copied, guessed; nothing hidden leaks."""

from __future__ import annotations

from random import Random

import pytest

from croupier import lab
from croupier.betting.rulebook import IllegalAction
from croupier.cards import UNKNOWN, BadCards
from croupier.games.api import ALL, PUBLIC, Action, BadAction, State
from croupier.games.genome import known
from croupier.games.genome.values import BadGenome

from .tables import genome, play

NAMES = known.names()


def walk(name, seed, players=None):
    """A random game, state by state."""
    state, rng = lab.load(name).game().start(players, seed), Random(seed)
    for _ in range(100):
        if state.is_over:
            return
        yield state, rng
        state.apply(rng.choice(list(state.legal())))


def picture(state):
    """All that can be asked of a state."""
    return (state.actor, state.is_over, state.payoffs, state.stacks, state.bets, state.pot, state.hand_no, state.live,
            str(state.board), [str(state.cards_of(seat)) for seat in range(state.players)], str(state.legal()),
            str(state.pile_cards), state.scores, [str(event) for event in state.events])


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_state_like_every_other(name):
    assert isinstance(lab.load(name).game().start(seed=1), State)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_actions_give_the_same_game(name):
    first = [picture(state) for state, _ in walk(name, 5)]
    assert first == [picture(state) for state, _ in walk(name, 5)]


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_is_equal_and_independent(name):
    for state, rng in walk(name, 1):
        if rng.random() < 0.2:
            before, twin = picture(state), state.clone()
            assert picture(twin) == before
            while not twin.is_over and twin.hand_no == state.hand_no:
                twin.apply(rng.choice(list(twin.legal())))
            assert picture(state) == before


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_goes_on_the_same_way(name):
    state = lab.load(name).game().start(seed=8)
    twin, one, two = state.clone(), Random(2), Random(2)
    while not state.is_over:
        state.apply(one.choice(list(state.legal())))
        twin.apply(two.choice(list(twin.legal())))
    assert picture(state) == picture(twin)


@pytest.mark.parametrize("name", NAMES)
def test_a_view_shows_its_own_cards_and_no_others(name):
    for state, _ in walk(name, 3):
        seat = state.actor
        view = state.observe(seat)
        assert view.hole == state.cards_of(seat)
        assert list(map(str, view.legal)) == list(map(str, state.legal()))
        for other in range(state.players):
            shown = [card for card in view.cards_of(other) if card != UNKNOWN]
            assert len(view.cards_of(other)) == len(state.cards_of(other))
            assert shown == [card for card in state.cards_of(other) if card in shown]
        assert state.observe(ALL).cards_of(seat) == state.cards_of(seat)
        assert not state.observe((seat + 1) % state.players).legal
        assert not state.observe(PUBLIC).legal


@pytest.mark.parametrize("name", NAMES)
def test_news_piece_by_piece_are_all_events(name):
    told, place = {0: [], PUBLIC: [], ALL: []}, {0: 0, PUBLIC: 0, ALL: 0}
    for state, _ in walk(name, 5):
        for viewer in told:
            fresh, place[viewer] = state.observe(viewer).since(place[viewer])
            told[viewer] += fresh
            assert told[viewer] == state.observe(viewer).events


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("war", "kuhn-poker", "leduc-poker")])
def test_what_lies_under_a_view_does_not_depend_on_hidden_cards(name):
    """Two games that look alike to a seat give it views that are alike down to the guess below them."""
    for state, rng in walk(name, 4):
        if rng.random() < 0.2:
            seat = state.actor
            other = state.redeal(seat, rng)
            ours, theirs = state.observe(seat), other.observe(seat)
            assert [str(ours._state.cards_of(s)) for s in range(state.players)] == \
                [str(theirs._state.cards_of(s)) for s in range(state.players)]
            guess = ours.guess(7), theirs.guess(7)
            assert str(guess[0].cards_of(seat)) == str(guess[1].cards_of(seat))


@pytest.mark.parametrize("name", NAMES)
def test_a_guess_keeps_what_is_seen_deals_each_card_once_and_ends_with_the_hand(name):
    for state, rng in walk(name, 2):
        seat = state.actor
        view, guess = state.observe(seat), state.redeal(seat, rng)
        for other in range(state.players):
            assert len(view.cards_of(other)) == len(guess.cards_of(other))
            assert {card for card in view.cards_of(other) if card != UNKNOWN} <= set(guess.cards_of(other))
        hands = [card for other in range(state.players) for card in guess.cards_of(other)]
        taken = [card for other in range(state.players) for card in guess.captured_by(other)]
        cards = [*hands, *guess.board, *guess.pile_cards, *taken]
        assert len(set(cards)) == len(cards)
        assert (guess.stacks, guess.pot, str(guess.legal())) == (state.stacks, state.pot, str(state.legal()))
        hand_no = guess.hand_no
        guess.roll_out(rng)
        assert (guess.is_over, guess.hand_no) == (True, hand_no + 1)
        assert sum(guess.payoffs) == 0


def test_guesses_are_even():
    """The one unknown card of Kuhn's opponent is each of the two others half of the time."""
    state = lab.load("kuhn-poker").game().start(seed=1, deck="QsKs")
    guesses = [str(state.redeal(0, seed).cards_of(1)) for seed in range(2000)]
    assert set(guesses) == {"Js", "Ks"}
    assert 900 < guesses.count("Ks") < 1100


def test_an_illegal_action_is_refused_and_changes_nothing():
    state = play(genome().game().start(2, 1), "b")
    before = picture(state)
    for action, clause in ((Action("CHECK"), "B9"), (Action("BET"), "B9"), (Action("ALL_IN"), "G1"),
                           (Action("RAISE", 21), "G1"), (Action("RAISE", True), "G1"),
                           (Action("PLAY", cards="Ah"), "B10"), (Action("DANCE"), "B10"),
                           (Action("RAISE_TO", 25), "B10"), (Action("RAISE", 20.0), "G1")):
        with pytest.raises(IllegalAction) as refused:
            state.apply(action)
        assert refused.value.clause == clause, action
        assert picture(state) == before
    with pytest.raises(BadAction):
        state.apply("CALL")


def test_amounts_may_be_left_out_or_must_be_right():
    for action in (Action("RAISE"), Action("RAISE", 20), Action("RAISE_TO", 20)):
        state = play(genome().game().start(2, 1), "b")
        assert action in state.legal()
        state.apply(action)
        assert state.price == 20


def test_nobody_acts_in_a_game_that_is_over():
    state = play(genome().game().start(2, 1), "k k")
    assert (state.is_over, state.actor, len(state.legal()), str(state.legal())) == (True, None, 0, "nobody has to act")
    with pytest.raises(IllegalAction, match="nobody"):
        state.apply(Action("CHECK"))


def test_legal_supports_in_iteration_and_menus():
    legal = play(genome().game().start(2, 1), "b").legal()
    assert [action.kind for action in legal] == ["CALL", "RAISE", "FOLD"]
    assert ("CALL" in legal, "CHECK" in legal, Action("FOLD") in legal, len(legal)) == (True, False, True, 3)
    assert (legal.call, legal.min_raise_to, legal.fold, legal.check) == (10, 20, True, False)
    assert len(legal.menu(2)) == 2
    assert str(legal) == "seat 1 may call 10, raise to 20 or fold"
    with pytest.raises(BadAction):
        legal.menu(0)


@pytest.mark.parametrize(("arguments", "error"), [
    ({"players": 1}, BadGenome), ({"players": 7}, BadGenome), ({"players": True}, BadGenome),
    ({"players": "2"}, BadGenome),
    ({"seed": -1}, BadGenome), ({"seed": 1.5}, BadGenome), ({"seed": 1 << 64}, BadGenome),
    ({"seed": 10**5000}, BadGenome), ({"players": 10**5000}, BadGenome), ({"deck": "AhAh"}, BadCards),
    ({"deck": "xx"}, BadCards), ({"deck": "??"}, BadCards)])
def test_bad_starts_are_refused(arguments, error):
    with pytest.raises(error):
        genome().game().start(**arguments)


def test_bad_seats_and_viewers_are_refused():
    state = genome().game().start(2, 1)
    for ask in (lambda: state.observe(2), lambda: state.observe("nobody"), lambda: state.cards_of(-1),
                lambda: state.redeal(True, 1), lambda: state.redeal(0, "x"), lambda: state.suggested("wild")):
        with pytest.raises(BadAction):
            ask()


def test_a_game_is_not_pickled():
    import pickle

    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(genome().game().start(2, 1))


@pytest.mark.parametrize("seed", ["x", 1.5, -1, 2**64, 2**70, True])
def test_M1_a_table_that_plays_by_itself_takes_the_seeds_that_a_game_takes(seed):
    with pytest.raises(BadGenome, match="a seed must be a whole number"):
        genome().game().playout(2, seed=seed)


@pytest.mark.parametrize("policy", [5, None, (5, 5), ("random", None), object(), "mcts:" + "9" * 5000, "mcts:\u0663"],
                         ids=lambda policy: repr(policy)[:12])
def test_M1_a_policy_is_a_name(policy):
    with pytest.raises(BadGenome, match="polic"):
        genome().game().playout(2, policy=policy)


@pytest.mark.parametrize(("action", "reason"), [
    (Action("CHECK", 5), "CHECK takes no amount"), (Action("BET", 10, "Ah"), "BET takes no card"),
    (Action("CHECK", None, "Ah"), "CHECK takes no card"), (Action("BET", 11), "BET has one size here, 10, not 11")])
def test_G1_a_refusal_says_what_was_too_much(action, reason):
    with pytest.raises(IllegalAction) as refused:
        genome().game().start(2, 1).apply(action)
    assert refused.value.reason == reason
