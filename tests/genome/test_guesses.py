"""What play has shown a hand to be without is never guessed into it: void suits, and cards that had to fit."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from croupier import lab
from croupier.games.genome.known import known
from croupier.games.genome.values import DrawPhase, PassPhase, PlayPhase, TrickPhase

from .tables import dealt, genome, play

GUESSES = 200


def tricks(*more, cards=3, deck="royal_20", **setup):
    """A trick game for three."""
    return genome(TrickPhase(1), *more, cards=cards, initial_deck=deck, wins=("most_tricks",), chips=0,
                  min_players=3, max_players=3, **setup).game()


def guessed(state, seat, viewer=0):
    """The hands that a viewer guesses a seat to hold."""
    return [state.redeal(viewer, number).cards_of(seat) for number in range(GUESSES)]


def test_a_seat_that_did_not_follow_holds_nothing_of_the_suit():
    state = tricks(TrickPhase(1)).start(3, 1, dealt("AhKhQh", "AsKsQs", "JhThAd"))
    before = guessed(state, 1)
    assert any(card & 3 == 2 for hand in before for card in hand)  # a heart may be anywhere
    play(state, "Ah As Jh")
    assert not any(card & 3 == 2 for hand in guessed(state, 1) for card in hand)
    assert any("Th" in str(hand) for hand in guessed(state, 2))
    assert not any(card & 3 == 2 for hand in guessed(state, 1, viewer=2) for card in hand)


def test_without_a_duty_to_follow_nothing_is_learnt():
    game = genome(TrickPhase(1, follow_suit=False), TrickPhase(1), cards=3, initial_deck="royal_20", chips=0,
                  wins=("most_tricks",), min_players=3, max_players=3).game()
    state = play(game.start(3, 1, dealt("AhKhQh", "AsKsJh", "ThAdKd")), "Ah As Th")
    assert any(card & 3 == 2 for hand in guessed(state, 1) for card in hand)


def test_a_card_drawn_unseen_may_be_anything_again():
    game = tricks(DrawPhase(1), TrickPhase(1))
    state = play(game.start(3, 1, dealt("AhKhQh", "AsKsQs", "JhAdKd")), "Ah As Jh")
    assert any(card & 3 == 2 for hand in guessed(state, 1) for card in hand)


def test_a_gift_may_be_anything_again():
    game = tricks(PassPhase(1), TrickPhase(1))
    state = play(game.start(3, 1, dealt("AhKhQh", "AsKsQs", "JhAdTh")), "Ah As Jh >Kh >Ks >Ad")
    assert any(card & 3 == 2 for hand in guessed(state, 1, viewer=2) for card in hand)
    assert all("Kh" in str(hand) for hand in guessed(state, 1))  # who gave it knows


def test_who_had_to_pass_holds_nothing_that_fits():
    game = genome(PlayPhase("match"), PlayPhase("match"), cards=2, chips=0, wins=("first_to_empty",), wild_ranks=("8",),
                  initial_discard_count=1, min_players=2, max_players=2).game()
    state = play(game.start(2, 1, "2c3s4c5s9c"), "2c p")  # 2c 4c against 3s 5s on the nine of clubs
    for hand in guessed(state, 1):
        assert not any(card & 3 == 0 or card >> 2 in (0, 6) for card in hand)


def test_passing_where_it_is_allowed_says_nothing():
    game = genome(PlayPhase("match", mandatory=False), PlayPhase("match"), cards=2, chips=0, wins=("first_to_empty",),
                  initial_discard_count=1, min_players=2, max_players=2).game()
    state = play(game.start(2, 1, "2c3s4c5s9c"), "p p")
    assert any(card & 3 == 0 for hand in guessed(state, 1) for card in hand)


def watched(state):
    """The suits each seat could not follow in this hand, read from what everybody saw."""
    voids, led, laid = {seat: set() for seat in range(state.players)}, None, 0
    for event in state.events:
        if event.kind == "HAND":
            voids, led, laid = {seat: set() for seat in range(state.players)}, None, 0
        elif event.kind == "PLAY":
            (card,) = event.cards
            led = card & 3 if laid == 0 else led
            if card & 3 != led:
                voids[event.seat].add(led)
            laid += 1
        elif event.kind == "TAKE":
            laid = 0
    return voids


@pytest.mark.parametrize(("name", "players"), [("black-lady", 4), ("whist-for-stakes", 2), ("whist-for-stakes", 5)])
@pytest.mark.parametrize("seed", range(4))
def test_every_guess_fits_all_that_was_seen(name, players, seed):
    """An onlooker who keeps a list of voids finds no guess that contradicts it, and no card lost or doubled."""
    state, rng = lab.load(name).game().start(players, seed), Random(seed)
    for step in range(160):
        if state.is_over:
            return
        state.apply(rng.choice(list(state.legal())))
        if step % 3 or state.is_over:
            continue
        voids, viewer = watched(state), rng.randrange(players)
        guess = state.redeal(viewer, step)
        assert guess.cards_of(viewer) == state.cards_of(viewer)
        hands = [card for seat in range(players) for card in guess.cards_of(seat)]
        assert len(hands) == len(set(hands)) == sum(len(state.cards_of(seat)) for seat in range(players))
        for seat in set(range(players)) - {viewer}:
            assert len(guess.cards_of(seat)) == len(state.cards_of(seat))
            assert not voids[seat] & {card & 3 for card in guess.cards_of(seat)}, (voids, str(guess.cards_of(seat)))


def test_guesses_that_fit_are_about_equally_likely():
    """Seat 1 is out of hearts; it holds any two of the fourteen hidden cards that are none, all pairs alike."""
    state = play(tricks(TrickPhase(1)).start(3, 1, dealt("AhKhQh", "AsKsQs", "JhThAd")), "Ah As Jh")
    seen = Counter(str(state.redeal(0, number).cards_of(1)) for number in range(20_000))
    pairs = Counter()
    for hand, count in seen.items():
        pairs["".join(sorted((hand[:2], hand[2:])))] += count
    hidden = 20 - 5 - 1  # all but three laid, two of its own, and the ten of hearts
    assert len(pairs) == hidden * (hidden - 1) // 2
    even = 20_000 / len(pairs)
    assert all(0.75 * even < count < 1.25 * even for count in pairs.values()), (even, pairs.most_common()[::30])


def test_a_viewer_who_looks_often_sees_what_one_sees_who_looks_once():
    """Its story grows with the game; a copy, which nobody has looked at, tells it from the beginning."""
    state = known("five-card-draw").game().start(3, seed=5)
    chance = Random(5)
    for _ in range(60):
        for viewer in (0, 1, 2, "PUBLIC"):
            assert state.observe(viewer).events == state.clone().observe(viewer).events
        if state.is_over:
            break
        state.apply(chance.choice(list(state.legal())))
    assert len(state.events) > 60
