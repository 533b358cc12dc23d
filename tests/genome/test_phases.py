"""Each phase by what it does: draws, discards, exchanges, boards, plays, tricks, gifts; G1 to G5 on the way."""

from __future__ import annotations

import pytest

from croupier.betting.rulebook import IllegalAction
from croupier.games.api import Action
from croupier.games.genome.values import (
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    HandEvaluation,
    PassPhase,
    PlayPhase,
    RevealPhase,
    ScoringRule,
    TrickPhase,
    WinCondition,
)

from .tables import dealt, genome, kinds, play

BET = BettingPhase(10, 3)


# -- rulings -----------------------------------------------------------------------------------------------------------


def test_G1_without_chips_betting_phases_are_skipped():
    state = genome(BET, TrickPhase(1), cards=1, chips=0, wins=("most_tricks",)).game().start(2, 1, "AhKh")
    assert kinds(state) == {"PLAY"}
    assert play(state, "Ah Kh").payoffs == [1, -1]


def test_G1_a_short_all_in_that_opens_is_answered_by_all_and_is_no_raise():
    state = genome(BettingPhase(95, 0), BettingPhase(10, 1), chips=100).game().start(3, 1)
    play(state, "b c c a")
    assert (state.price, state.actor, kinds(state)) == (5, 1, {"CALL", "FOLD"})


def test_G2_a_seat_that_calls_for_its_last_chip_is_all_in():
    state = genome(BettingPhase(100, 0), BET, chips=100, hands=2).game().start(3, 1)
    play(state, "b c f")
    assert state.hand_no == 1  # nobody was asked in the second round


@pytest.mark.parametrize("side_pots", [True, False])
def test_G3_a_short_all_in_wins_only_what_it_matched_or_the_single_pot(side_pots):
    """Hand 1 leaves 10, 50, 30; in hand 2 seat 0 is all-in for 10 against 20 each and has the best card."""
    made = genome(BettingPhase(20, 0), cards=1, chips=30, wins=("high_card",), hands=2, side_pots=side_pots)
    seen = 0
    for seed in range(40):
        state = play(made.game().start(3, seed, "2hAh3h"), "b c f")
        assert state.stacks == [10, 50, 30]
        ranks = [state.cards_of(seat)[0].rank for seat in range(3)]
        play(state, "b c a")
        if ranks[0] > max(ranks[1:]) and ranks[1] != ranks[2]:
            side = 20 if side_pots else 0
            wins_side = [side, 0] if ranks[1] > ranks[2] else [0, side]
            assert state.stacks == [50 - side, 30 + wins_side[0], 10 + wins_side[1]]
            seen += 1
    assert seen > 3


def test_G3_a_folded_seat_never_wins():
    state = genome(cards=1, ante=10, wins=("high_card",)).game().start(3, 1, "Ah2hKh")
    play(state, "k k b f c")
    assert state.payoffs == [-10, -20, 30]


def test_G4_bets_start_at_0_in_each_phase_and_the_pot_stays():
    state = genome(BettingPhase(10, 0), BettingPhase(20, 2)).game().start(2, 1)
    play(state, "b c")
    assert (state.pot, state.bets, state.price) == (20, [0, 0], 0)
    play(state, "b r")
    assert (state.pot, state.price) == (80, 40)


def test_G4_a_folded_seat_takes_no_part_in_later_phases():
    state = genome(BET, ExchangePhase(1), TrickPhase(1), cards=2, wins=("most_tricks",)).game().start(3, 1)
    play(state, "b f c")
    seen = set()
    while not state.is_over:
        seen.add(state.actor)
        state.apply(next(iter(state.legal())))
    assert seen == {0, 2}


def test_G4_every_hand_deals_from_a_full_deck():
    state = genome(cards=3, chips=10, wins=("high_card",), initial_deck="leduc_6", hands=50).game().start(2, 1)
    while not state.is_over:
        assert len({*state.cards_of(0), *state.cards_of(1)}) == 6
        play(state, "k k")
    assert state.hand_no == 50


def test_G5_the_game_ends_when_one_player_has_all_the_chips():
    state = genome(BettingPhase(100, 0), cards=1, wins=("high_card",), hands=100).game().start(2, 1, "AhKh")
    play(state, "b c")
    assert (state.is_over, state.hand_no, state.payoffs, state.actor) == (True, 1, [100, -100], None)


def test_G5_the_game_ends_after_max_hands():
    state = genome(hands=3).game().start(2, 1)
    play(state, "k k k k k k")
    assert (state.is_over, state.hand_no) == (True, 3)


def test_G5_the_game_ends_when_a_target_is_reached():
    made = genome(TrickPhase(2), cards=2, chips=0, wins=(WinCondition("first_to_score", 3),), hands=50,
                  scoring=(ScoringRule("trick", 1),))
    state = made.game().start(2, 1, dealt("AhAd", "KhKd"))
    play(state, "Ah Kh Ad Kd")
    assert state.scores == [2, 0]
    while not state.is_over:
        state.apply(next(iter(state.legal())))
    assert max(state.scores) >= 3
    assert state.hand_no < 50


# -- drawing -----------------------------------------------------------------------------------------------------------


def test_a_mandatory_draw_asks_nobody():
    state = genome(DrawPhase(2), BET, cards=1).game().start(2, 1, "AhKhQhJhTh9h")
    assert (state.cards_of(0), state.cards_of(1)) == ("AhQhTh", "KhJh9h")


def test_open_cards_are_seen_by_all():
    state = genome(DrawPhase(1, face_up=True), BET, cards=1).game().start(2, 1, "AhKhQhJh")
    assert state.observe(0).cards_of(1) == "Jh??"
    assert state.observe("PUBLIC").cards_of(0) == "Qh??"


def test_a_free_draw_ends_by_standing_by_its_count_or_bust():
    evaluation = HandEvaluation(bust_limit=21)
    made = genome(DrawPhase(2, mandatory=False), cards=2, chips=0, wins=("high_total",), evaluation=evaluation)
    state = made.game().start(3, 1, "KhKd2h" "Qh5d3h" "5s9d4h")
    assert kinds(state) == {"DRAW", "STAND_PAT"}
    play(state, "d")  # 20 and a 5: bust, so the next seat is asked
    assert state.actor == 1
    play(state, "s d d")
    assert (state.is_over, state.payoffs) == (True, [-1, -1, 2])  # 25 bust, 15, 18


def test_all_bust_share():
    made = genome(DrawPhase(1, mandatory=False), cards=2, chips=0, wins=("high_total",),
                  evaluation=HandEvaluation(bust_limit=15))
    assert play(made.game().start(2, 1, "KhKdQhQd"), "s s").payoffs == [0, 0]


# -- throwing ----------------------------------------------------------------------------------------------------------


def test_an_exchange_gives_as_many_new_cards_after_all_are_thrown():
    state = genome(ExchangePhase(2), BET, cards=3).game().start(2, 1, dealt("AhKhQh", "2c3c4c") + "JhTh9h")
    play(state, "-Ah")
    assert (state.actor, state.cards_of(0)) == (0, "KhQh")
    play(state, "-Kh")
    assert (state.actor, state.cards_of(0)) == (1, "QhJhTh")
    play(state, "s")
    assert state.cards_of(1) == "2c3c4c"


def test_a_discard_may_be_forced_or_free():
    forced = genome(DiscardPhase(1), BET, cards=2).game().start(2, 1, dealt("AhKh", "2c3c"))
    assert forced.legal().kinds == ("DISCARD",)
    with pytest.raises(IllegalAction, match="STAND_PAT"):
        forced.apply(Action("STAND_PAT"))
    with pytest.raises(IllegalAction, match="2c"):
        forced.apply(Action("DISCARD", cards="2c"))
    free = genome(DiscardPhase(1, mandatory=False), BET, cards=2).game().start(2, 1)
    assert free.legal().kinds == ("STAND_PAT", "DISCARD")


def test_thrown_cards_are_seen_by_nobody_else():
    state = genome(DiscardPhase(1), BET, cards=2).game().start(2, 1, dealt("AhKh", "2c3c"))
    play(state, "-Ah")
    assert "seat 0 throws away ??" in [str(event) for event in state.observe(1).events]
    assert "seat 0 throws away Ah" in [str(event) for event in state.observe(0).events]


# -- the board ---------------------------------------------------------------------------------------------------------


def test_the_board_belongs_to_every_hand():
    state = genome(RevealPhase(2), BET, cards=1, board_cards=1).game().start(2, 1, "AhKh" "2c" "Ac3c")
    assert state.board == "2cAc3c"
    assert play(state, "b c").payoffs == [10, -10]


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_matching_play_needs_suit_or_rank_and_wild_cards_always_fit():
    made = genome(PlayPhase("match"), cards=3, chips=0, wins=("first_to_empty",), initial_discard_count=1,
                  wild_ranks=("8",))
    state = made.game().start(2, 1, dealt("Ah9c8s", "2d3d4d") + "9d")
    assert {str(action) for action in state.legal()} == {"play 9c", "play 8s"}
    play(state, "9c")
    assert kinds(state) == {"PASS"}


def test_a_higher_play_and_a_free_pass():
    made = genome(PlayPhase("higher", mandatory=False), cards=2, chips=0, wins=("first_to_empty",),
                  initial_discard_count=1)
    state = made.game().start(2, 1, dealt("Ah5c", "2d3d") + "9d")
    assert {str(action) for action in state.legal()} == {"play Ah", "pass"}


def test_the_first_to_have_no_cards_wins_at_once():
    made = genome(PlayPhase(), BET, cards=1, rounds=3, ante=10, wins=("first_to_empty",))
    state = made.game().start(3, 1, "AhKhQh")
    assert play(state, "Ah").payoffs == [20, -10, -10]
    tricks = genome(TrickPhase(1), BET, cards=1, ante=10, wins=("first_to_empty",)).game().start(3, 1, "AhKhQh")
    assert play(tricks, "Ah Kh Qh").payoffs == [20, -10, -10]  # a trick is played to its end


def test_a_war_is_won_by_the_higher_card_and_nobody_wins_a_tie():
    made = genome(PlayPhase(), cards=2, chips=0, rounds=2, wins=("most_captured",), tableau="war")
    state = made.game().start(2, 1, dealt("Ah2c", "AdKc"))
    play(state, "Ah Ad")
    assert (state.pile_cards, state.captured_by(0), state.captured_by(1)) == ("AhAd", "", "")
    assert play(state, "2c Kc").payoffs == [-1, 1]


def test_cards_from_the_top_ask_nobody():
    made = genome(PlayPhase(from_top=True), cards=2, chips=0, rounds=2, wins=("most_captured",), tableau="war")
    state = made.game().start(2, 1, dealt("AhQh", "Kd2c"))
    assert (state.is_over, state.payoffs) == (True, [1, -1])


def test_a_card_captures_its_rank():
    made = genome(PlayPhase(), cards=1, chips=0, wins=("most_captured",), tableau="match_rank", initial_discard_count=3)
    state = made.game().start(2, 1, "AhKh" "AdAc2d")
    play(state, "Ah")
    assert (sorted(map(str, state.captured_by(0))), state.pile_cards) == (["Ac", "Ad", "Ah"], "2d")


# -- tricks ------------------------------------------------------------------------------------------------------------


def test_tricks_suit_trumps_and_the_winner_leads():
    made = genome(TrickPhase(3), cards=3, chips=0, wins=("most_tricks",), trump_suit="spades")
    state = made.game().start(3, 1, dealt("AhKd2c", "3h4h5s", "QdJc7s"))
    play(state, "Ah")
    assert {str(action) for action in state.legal()} == {"play 3h", "play 4h"}  # must follow
    play(state, "3h")
    assert len(state.legal()) == 3  # has no hearts
    play(state, "7s")
    assert (state.tricks_of(2), state.actor, len(state.captured_by(2))) == (1, 2, 3)  # the trump takes it and leads


def test_without_the_duty_to_follow_any_card_may_be_played_but_only_the_suit_led_wins():
    made = genome(TrickPhase(1, follow_suit=False), cards=2, chips=0, wins=("most_tricks",))
    state = made.game().start(2, 1, dealt("2hKd", "3hAc"))
    play(state, "2h")
    assert len(state.legal()) == 2
    assert play(state, "Ac").payoffs == [1, -1]


def test_scores_count_captured_cards():
    scoring = (ScoringRule("card", 1, suit="hearts"), ScoringRule("card", 13, suit="spades", rank="Q"))
    made = genome(TrickPhase(2), cards=2, chips=0, wins=("low_score",), scoring=scoring)
    state = made.game().start(2, 1, dealt("AhKs", "2hQs"))
    play(state, "Ah 2h Ks Qs")
    assert (state.scores, state.payoffs) == ([15, 0], [-1, 1])


# -- gifts -------------------------------------------------------------------------------------------------------------


def test_gifts_are_handed_over_at_once_and_known_to_giver_and_receiver():
    state = genome(PassPhase(1), BET, cards=2).game().start(3, 1, dealt("AhKh", "2c3c", "7d8d"))
    play(state, ">Ah")
    assert state.cards_of(1) == "2c3c"
    play(state, ">2c >7d")
    assert [state.cards_of(seat) for seat in range(3)] == ["Kh7d", "3cAh", "8d2c"]
    assert state.observe(0).cards_of(1) == "Ah??"
    assert state.observe(2).cards_of(1) == "????"


def seen_by(state, seat):
    """All that a seat is shown of the others' cards, and what it may be told in words."""
    view = state.observe(seat)
    return [str(view.cards_of(other)) for other in range(len(state.stacks))], [str(event) for event in view.events]


def test_nobody_can_tell_which_of_the_cards_it_gave_was_passed_on():
    """With three players the third hears that a card went on, not which; nor do those who choose at the same time."""
    made = genome(PassPhase(1), PassPhase(1), BET, cards=3)

    def after(second):
        state = made.game().start(3, 1, dealt("AhKhQh", "2c3c4c", "7d8d9d"))
        play(state, ">Ah >2c >7d")  # seat 1 has 3c 4c Ah, and seat 0 knows of the ace
        assert str(state.observe(0).cards_of(1)) == "Ah????"
        play(state, ">Kh")
        return play(state, second)

    passed_on, kept = after(">Ah"), after(">3c")
    assert seen_by(passed_on, 0) == seen_by(kept, 0)
    assert str(kept.observe(0).cards_of(1)) == "????"
    play(passed_on, ">2c"), play(kept, ">2c")
    assert seen_by(passed_on, 0) == seen_by(kept, 0)
    assert str(passed_on.observe(2).cards_of(1)) == "??????"
    assert "Ah" in str(passed_on.cards_of(2))


def test_who_chooses_later_cannot_see_what_was_laid_aside_and_remembers_what_stayed():
    made = genome(PassPhase(1), PassPhase(1), BET, cards=3)

    def after(second):
        state = made.game().start(2, 1, dealt("AhKhQh", "2c3c4c"))
        play(state, ">Ah >2c")  # seat 0: Kh Qh 2c; seat 1: 3c 4c Ah; each knows what it gave
        return play(state, second)

    back, other = after(">2c"), after(">Kh")
    assert seen_by(back, 1) == seen_by(other, 1)
    assert str(other.observe(1).cards_of(0)) == "????"
    play(back, ">3c"), play(other, ">3c")
    assert str(other.observe(1).cards_of(0)) == "2c3c??"  # the deuce did not come back, so it is still there
    assert str(back.observe(1).cards_of(0)) == "3c????"


def test_who_throws_cards_away_hides_which_of_those_it_was_given():
    made = genome(PassPhase(1), DiscardPhase(1), BET, cards=3)

    def after(second):
        state = made.game().start(2, 1, dealt("AhKhQh", "2c3c4c"))
        play(state, ">Ah >2c")
        return play(state, second)

    gone, kept = after("-2c"), after("-Kh")
    assert seen_by(gone, 1) == seen_by(kept, 1)
    assert str(kept.observe(1).cards_of(0)) == "????"
