"""One Game interface: poker, the sting, evolved games and a toy game are played by the same functions and bots."""

from __future__ import annotations

import json

import pytest

import croupier
from croupier import lab
from croupier.games.api import ALL, PUBLIC, Action, Game, State
from croupier.games.sting.game import Sting
from croupier.rng import Rng

from .toy import BluffGame

GAMES = {
    "hold'em": lambda: croupier.holdem(10, 20),
    "stud": lambda: croupier.stud(),
    "badugi": lambda: croupier.badugi(),
    "sting": Sting,
    "simple-poker": lambda: lab.load("simple-poker").game(),
    "leduc-poker": lambda: lab.load("leduc-poker").game(),
    "whist": lambda: lab.load("whist-for-stakes").game(),
    "toy": BluffGame,
}
ANY = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES.keys())


def line_up(game, *bots):
    """The bots, with `random` in the seats that are left."""
    return [*bots, *["random"] * (game.players[0] - len(bots))]


@ANY
def test_every_game_implements_the_protocols(make):
    game = make()
    assert isinstance(game, Game)
    state = game.start(seed=1)
    assert isinstance(state, State)
    for viewer in (0, PUBLIC, ALL):
        view = state.observe(viewer)
        assert view.viewer == viewer
        assert (view.actor, view.is_over) == (state.actor, state.is_over)
    legal = state.legal()
    assert len(legal.menu(1)) == 1
    assert all(action in legal and legal.refusal(action) is None and action.kind in legal.kinds
               for action in legal.menu(5))
    assert legal.refusal(Action("DANCE")) is not None


@ANY
def test_a_result_names_its_game_in_a_few_words(make):
    game = make()
    first, *_ = str(croupier.play(line_up(game, "random"), game, hands=1, seed=1)).splitlines()
    assert len(first) < 150


@ANY
def test_a_started_game_depends_on_its_seed_alone(make):
    def course(seed):
        state, seen = make().start(seed=seed), []
        while not state.is_over:
            seen.append((state.actor, str(state.legal())))
            state.apply(state.legal().menu(1)[0])
        return seen, list(state.payoffs)

    assert course(3) == course(3)
    assert make().start().actor is not None  # without a seed, chance comes from the operating system


class CountingDealer:
    """Gives each hand a generator of its own, and notes which hands asked for one."""

    def __init__(self, seed):
        self.seed, self.asked = seed, []

    def chance(self, hand_no):
        self.asked.append(hand_no)
        return Rng(1000 * self.seed + hand_no)


@ANY
def test_T6_chance_is_handed_in_hand_by_hand(make):
    def course(seed):
        dealer, seen = CountingDealer(seed), []
        state = make().start(hands=1, dealer=dealer)
        while not state.is_over:
            seen.append((str(state.observe(ALL)), str(state.observe(ALL).events)))
            state.apply(state.legal().menu(1)[0])
        assert dealer.asked == [1]
        return seen

    courses = [course(seed) for seed in range(1, 9)]
    assert courses[0] == course(1)
    assert len({str(each) for each in courses}) > 1


def test_T6_a_poker_deck_is_shuffled_by_the_dealer_alone():
    decks = {str(croupier.holdem(1, 2).start(6, dealer=CountingDealer(seed)).observe(ALL)) for seed in range(20)}
    assert len(decks) == 20
    with pytest.raises(croupier.BadSetup, match="give no seed"):
        croupier.holdem(1, 2).start(2, seed=1, dealer=CountingDealer(1))


def test_T6_a_muck_that_comes_back_is_shuffled_by_the_dealer_too():
    def story(seed):
        hand = croupier.badugi().start(6, dealer=CountingDealer(seed))
        while not hand.is_over:
            legal = hand.legal()
            if legal.discard:
                hand.discard(hand.hole(hand.actor))  # six hands of four cards, drawn three times: more than a deck
            else:
                hand.apply(Action("CHECK" if legal.check else "CALL"))
        return str(hand.events)

    assert story(1) == story(1) != story(2)


@ANY
def test_play_plays_any_game(make):
    game = make()
    result = croupier.play(line_up(game, "random"), game, hands=6, seed=2)
    assert result.hands >= 6
    assert not result.warnings
    assert result.events


@ANY
def test_match_plays_any_game_from_every_seat(make):
    game = make()
    bots = line_up(game, croupier.bots.mcts.Mcts(8), "caller") if game.players[0] > 1 else []
    result = croupier.match(bots, game, hands=2 * len(bots), seed=2)
    assert result.deals == 2
    assert not result.warnings


@pytest.mark.parametrize("bot", ["random", "caller", "folder", "maniac", "greedy", "rollouts", "mcts"])
@pytest.mark.parametrize("make", [GAMES[name] for name in ("sting", "simple-poker", "whist")])
def test_every_house_bot_plays_every_game(make, bot):
    game = make()
    player = {"rollouts": croupier.bots.rollouts.Rollouts(4), "mcts": croupier.bots.mcts.Mcts(6)}.get(bot, bot)
    result = croupier.match(line_up(game, player), game, hands=game.players[0], seed=1)
    assert not result.warnings


def test_the_line_of_the_issue_works():
    assert "mcts" in str(croupier.match(["mcts", "greedy"], lab.load("simple-poker").game(), hands=20, seed=1))


@ANY
def test_simulate_takes_any_game(make):
    game = make()
    result = croupier.simulate(game, hands=20, seed=4)
    assert result.hands >= 20
    assert result.actions > 0
    assert json.dumps(result.as_dict())


@pytest.mark.parametrize("make", [GAMES["sting"], GAMES["simple-poker"], GAMES["toy"]], ids=["sting", "simple", "toy"])
def test_games_are_saved_and_replayed(make, tmp_path):
    game = make()
    result = croupier.play(line_up(game, "random"), game, hands=5, seed=9)
    file = tmp_path / "games.jsonl"
    assert croupier.save_games(result.games, file) == len(result.games)
    again = list(croupier.load_games(file))
    assert again == result.games
    assert all(list(record.replay(game).payoffs) == list(record.payoffs) for record in again)


@pytest.mark.parametrize(("field", "value", "words"), [
    ("payoffs", [9, -9], "the record says"), ("game", "other", "not of"), ("v", 2, "version 2"),
    ("actions", [{"kind": "CALL"}], "not legal now"), ("seed", "x", "not a record"),
    ("payoffs", [1.5, 0], "whole number")])
def test_a_damaged_record_is_refused(tmp_path, field, value, words):
    record = croupier.play(["random", "random"], BluffGame(), hands=1, seed=9).games[0].as_dict()
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps({**record, field: value}))
    with pytest.raises(croupier.BadRecord, match=words):
        next(croupier.load_games(file)).replay(BluffGame())


def test_a_bot_that_fails_in_any_game_is_acted_for():
    class Broken(croupier.Bot):
        def act(self, view):
            raise RuntimeError("oops")

    result = croupier.play([Broken(), "caller"], BluffGame(), hands=10, seed=1)
    assert len(result.warnings) == 10
    assert "oops" in result.warnings[0].reason


def test_an_amount_of_chips_is_for_poker_alone():
    for call in (lambda: croupier.play(["random"] * 2, BluffGame(), stack=5),
                 lambda: croupier.match(["random"] * 2, BluffGame(), stack=5),
                 lambda: croupier.simulate(BluffGame(), stack=5)):
        with pytest.raises(croupier.BadContest, match="its own chips"):
            call()


@pytest.mark.parametrize("word", ["check", "Check", "fold", "raise_to"])
def test_action_words_may_be_in_lower_case(word):
    assert Action(word) == Action(word.upper())
