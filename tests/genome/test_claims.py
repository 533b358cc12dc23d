"""Claims that may be false, challenges, and questions for a rank: who sees what, and what guesses make of it."""

from __future__ import annotations

from random import Random

import pytest

from croupier import lab
from croupier.games.api import PUBLIC, Action
from croupier.games.genome.values import ClaimPhase, DrawPhase

from .tables import dealt, genome, kinds, play


def claims(*hands, most=4, **more):
    """Claims on the royal deck: the first is about tens."""
    rules = genome(ClaimPhase(most), ClaimPhase(most), cards=len(hands[0]) // 2, chips=0, wins=("first_to_empty",),
                   rounds=3, initial_deck="royal_20", **more)
    return rules.game().start(len(hands), 1, dealt(*hands))


def test_cards_are_laid_one_at_a_time_and_then_claimed():
    state = play(claims("TcTdJh", "QcQdAs"), "_Tc")
    assert (state.actor, kinds(state)) == (0, {"LAY", "STAND_PAT"})
    play(state, "_Td s")
    assert (state.actor, kinds(state)) == (1, {"PASS", "CHALLENGE"})
    now = state.progress
    assert (now.claim.seat, now.claim.rank, now.claim.cards, now.heap_size) == (0, "T", 2, 2)


def test_the_rank_goes_up_with_every_claim_and_begins_again():
    state = claims("TcTdJhKh", "QcQdAsAd")
    ranks = []
    for _ in range(4):
        ranks.append(state.progress.claim_rank)
        card = str(state.cards_of(state.actor)[:1])
        play(state, f"_{card} s p" if len(state.cards_of(state.actor)) > 1 else f"_{card} p")
    assert "".join(ranks) == "TJQK"


def test_a_liar_takes_the_heap():
    state = play(claims("TcTdJh", "QcQdAs"), "_Tc s p _Qc s p _Jh s !")  # the third claim is about queens
    assert sorted(map(str, state.cards_of(0))) == sorted(["Td", "Jh", "Tc", "Qc"])
    assert state.progress.heap_size == 0
    assert state.actor == 1


def test_whoever_challenges_the_truth_takes_the_heap():
    state = play(claims("TcTdJh", "QcQdAs"), "_Tc s !")
    assert len(state.cards_of(1)) == 4
    assert "Tc" in str(state.observe(PUBLIC).cards_of(1))  # it was turned up


def test_the_first_challenge_decides():
    state = play(claims("TcTdJh", "QcQdAs", "AcAdAh"), "_Tc s p !")
    assert [len(state.cards_of(seat)) for seat in range(3)] == [2, 3, 4]


def test_whoever_lays_the_last_card_wins_only_if_the_claim_stands():
    lied = play(claims("Jh", "Qc", most=1), "_Jh !")
    assert not lied.is_over
    assert len(lied.cards_of(0)) == 1
    honest = play(claims("Th", "Qc", most=1), "_Th !")
    assert honest.is_over
    assert honest.payoffs == [1, -1]


def test_wild_cards_make_a_claim_true():
    state = play(claims("JhTd", "QcAs", wild_ranks=("J",)), "_Jh s !")
    assert len(state.cards_of(1)) == 3


def test_nobody_else_sees_the_cards_of_a_claim():
    state = play(claims("TcTdJh", "QcQdAs"), "_Jh s")
    for viewer in (1, PUBLIC):
        view = state.observe(viewer)
        assert "Jh" not in str([str(event) for event in view.events])
        assert str(view.cards_of(0)) == "????"
        assert "Jh" not in str(view.as_json())
        assert view.as_json()["claim"] == {"seat": 0, "rank": "T", "cards": 1}
    assert state.heard(Action("LAY", cards="Jh"), 0) == Action("LAY")


def test_cards_that_were_turned_up_are_hidden_again_once_their_owner_lays_cards():
    state = play(claims("JcTdJh", "QcQdAs"), "_Jc s ! _As s p")
    assert "Jc" in str(state.observe(1).cards_of(0))
    play(state, "_Jc s")
    assert str(state.observe(1).cards_of(0)) == "????"
    assert any("Jc" in str(state.redeal(1, seed).cards_of(0)) for seed in range(60))
    assert any("Jc" not in str(state.redeal(1, seed).cards_of(0)) for seed in range(60))


# -- guesses -----------------------------------------------------------------------------------------------------------


def test_guesses_take_a_claim_for_true_more_often_than_chance():
    """Two cards claimed as tens, none of which the other holds: at random they both would be tens in 1 of 20."""
    state = play(claims("TcJdJhAhAd", "QcQdAsKdKh"), "_Jd _Jh s")
    view = state.observe(1)
    hits = sum(all(card[0] == "T" for card in _flipped(view.guess(seed))) for seed in range(300))
    assert 120 < hits < 240


def test_a_claim_that_cannot_be_true_is_never_guessed_true():
    state = play(claims("TcJdJhAhAd", "TdThTsKdKh"), "_Jd _Jh s")  # three tens are in the listener's own hand
    for seed in range(100):
        assert not all(card[0] == "T" for card in _flipped(state.observe(1).guess(seed)))


def _flipped(state):
    """The cards that a challenge would turn up."""
    held = set(map(str, state.cards_of(1)))
    state.apply(Action("CHALLENGE"))
    gained = [set(map(str, state.cards_of(seat))) for seat in range(2)]
    return (gained[1] - held) or {card for card in gained[0]
                                  if card in {str(each) for each in state.observe(PUBLIC).cards_of(0)}}


@pytest.mark.parametrize("name", ["cheat", "go-fish"])
@pytest.mark.parametrize("seed", range(3))
def test_every_guess_is_a_whole_deal_that_knows_what_the_viewer_knows(name, seed):
    state, rng = lab.load(name).game().start(3, seed), Random(seed)
    for step in range(120):
        if state.is_over:
            break
        state.apply(rng.choice(list(state.legal())))
        viewer = rng.randrange(3)
        guess = state.redeal(viewer, step)
        assert guess.cards_of(viewer) == state.cards_of(viewer)
        hands = [int(card) for seat in range(3) for card in guess.cards_of(seat)]
        assert len(hands) == len(set(hands))
        for seat in range(3):
            assert len(guess.cards_of(seat)) == len(state.cards_of(seat))
            held = {int(card) for card in state.cards_of(seat)} & state.known_cards(viewer)
            assert held <= {int(card) for card in guess.cards_of(seat)}


# -- questions ---------------------------------------------------------------------------------------------------------


def asking(*hands, books=0, **more):
    rules = genome(DrawPhase(1, source="ask"), cards=len(hands[0]) // 2, chips=0, rounds=4, books=books,
                   wins=("most_captured",) if books else ("high_card",), initial_deck="short_36", **more)
    return rules.game().start(len(hands), 1, dealt(*hands) + "Ac")


def test_only_ranks_of_the_own_hand_may_be_asked_for():
    state = asking("7c7d9h", "8c8dTs")
    assert [str(action) for action in state.legal()] == ["ask 7c", "ask 9c"]  # the lowest card names the rank


def test_the_next_player_hands_over_all_cards_of_the_rank():
    state = play(asking("7c9h", "7d7h"), "?7c")
    assert [len(state.cards_of(seat)) for seat in range(2)] == [4, 0]
    assert "7d" in str(state.observe(PUBLIC).cards_of(0))


def test_without_such_a_card_one_is_drawn_unseen():
    state = play(asking("7c9h", "8d8h"), "?7c")
    assert [len(state.cards_of(seat)) for seat in range(2)] == [3, 2]
    assert str(state.observe(1).cards_of(0)) == "??????"


def test_a_question_tells_what_both_hands_hold():
    state = play(asking("7c9h6h", "8d8hTs"), "?7c")
    for seed in range(100):
        asker = state.redeal(1, seed).cards_of(0)
        assert any(str(card)[0] == "7" for card in asker)
        assert not any(str(card)[0] == "7" for card in state.redeal(0, seed).cards_of(1))


def test_four_of_a_kind_are_laid_down():
    state = play(asking("7c7d9h", "7h7sTs", books=4), "?7c")
    assert str(state.captured_by(0)) == "7c7d7h7s"


def test_a_player_without_cards_draws_and_an_empty_deck_gives_nothing():
    rules = genome(DrawPhase(1, source="ask"), cards=1, chips=0, rounds=10, wins=("high_card",), initial_deck="kuhn_3")
    state = rules.game().start(2, 1, "JsQsKs")
    for _ in range(20):
        if state.is_over:
            break
        state.apply(next(iter(state.legal())))
    assert state.is_over
