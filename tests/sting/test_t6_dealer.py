"""T6: a run can be dealt by a dealer, who gives each hand a source of chance of its own."""

from __future__ import annotations

from random import Random

import pytest

from croupier.games.sting.game import Sting


class Chance:
    """Numbers from a seeded generator, counted."""

    def __init__(self, seed):
        self.random, self.draws = Random(seed), 0

    def below(self, bound):
        self.draws += 1
        return self.random.randrange(bound)


class Dealer:
    """One source a hand, remembered."""

    def __init__(self, secret):
        self.secret, self.asked = secret, {}

    def chance(self, hand_no):
        assert hand_no not in self.asked, "each hand asks once"
        self.asked[hand_no] = Chance(f"{self.secret}/{hand_no}")
        return self.asked[hand_no]


def played(dealer, seed):
    run = Sting().start(seed=seed, dealer=dealer, hands=4)
    players = Random(5)
    while not run.is_over:
        run.apply(players.choice(run.legal().menu(9)))
    return run


def test_T6_every_hand_is_dealt_from_the_dealers_source():
    dealer = Dealer("a")
    run = played(dealer, 1)
    assert sorted(dealer.asked) == list(range(1, run.hand_no + 1))
    assert all(chance.draws >= 60 for chance in dealer.asked.values())


def test_T6_with_a_dealer_the_seed_decides_no_card():
    assert played(Dealer("a"), 1).events == played(Dealer("a"), 2).events
    assert played(Dealer("a"), 1).events != played(Dealer("b"), 1).events


def test_T6_a_copy_of_a_dealt_run_draws_the_same_cards_and_takes_none_from_the_dealer():
    dealer = Dealer("a")
    run = Sting().start(seed=1, dealer=dealer, hands=1)
    copy, draws = run.clone(), dealer.asked[1].draws
    for state in (copy, run):
        while not state.is_over:
            state.apply(state.legal().menu(2)[1 if state.state == "betting" else 0])
    assert copy.events == run.events
    assert dealer.asked[1].draws == draws


@pytest.mark.parametrize("viewer", [0, 1, 2, "PUBLIC"])
def test_T6_a_view_or_a_guess_cannot_ask_the_dealer(viewer):
    dealer = Dealer("a")
    run = Sting().start(seed=1, dealer=dealer)
    guess = run.redeal(viewer if viewer != "PUBLIC" else 0, 3)
    guess.roll_out(4)
    run.observe(viewer)
    assert list(dealer.asked) == [1]
