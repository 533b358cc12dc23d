"""What an independent check found wrong (issue 22), item by item: the tests that failed before the mend.

`ITEMS` is the place to look for the test of an item. The test below fails if one of them no longer exists.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ITEMS = {
    "0 no test depends on the speed of the machine": [
        "bench/test_bench_arena.py::test_spectators_are_measured",
        "attacks/test_check_server.py::test_all_39_are_accounted_for_and_an_arena_holds_against_every_one"],
    "1 dealing from the hand key": [
        "arena/test_secrets_of_all_games.py::test_evolved_games_tell_nobody_what_it_may_not_know",
        "arena/test_secrets_of_all_games.py::test_the_sting_tells_nobody_what_it_may_not_know",
        "arena/test_draw_reshuffle.py::test_T6_nobody_can_name_the_holder_of_a_card_that_he_threw_away"],
    "1 the order of hidden cards": [
        "genome/test_hidden_order.py::test_stolen_market_53_shows_nothing_hidden",
        "genome/test_hidden_order.py::test_22_1_no_known_game_shows_anything_of_hidden_cards",
        "genome/test_hidden_order.py::test_hidden_cards_come_after_the_cards_a_viewer_knows"],
    "2 floods of tiny frames": [
        "attacks/test_volume.py::test_22_2_floods_of_tiny_frames_are_handled_in_slices_and_closed_early",
        "arena/test_sockets.py::test_22_2_bytes_are_passed_on_in_slices_a_few_in_each_turn_of_the_loop",
        "bench/test_bench_flood.py::test_a_flood_is_judged_by_what_it_adds_to_the_longest_wait"],
    "3 look-alike names": [
        "arena/test_team_names.py::test_T13_confusable_characters_of_unicode_have_equal_skeletons",
        "arena/test_team_names.py::test_T13_invisible_blank_and_control_characters_are_refused",
        "arena/test_team_names.py::test_T13_a_look_alike_of_a_seated_team_is_refused"],
    "4 the store vanishes": [
        "arena/test_store_vanishes.py::test_22_4_a_running_server_stops_dealing_and_says_so",
        "arena/test_store_vanishes.py::test_22_4_the_command_ends_with_1"],
    "5 costly requests": [
        "arena/test_sockets.py::test_22_5_costly_requests_are_worked_on_beside_the_event_loop",
        "arena/test_sockets.py::test_22_5_results_of_many_teams_are_written_beside_the_event_loop",
        "arena/test_sockets.py::test_22_5_requests_to_the_api_are_limited_by_address",
        "arena/test_sockets.py::test_22_5_lists_come_in_pages_by_cursor"],
    "6 damaged rows and odd requests": [
        "arena/test_damage.py::test_22_6_a_damaged_hand_ends_the_start_with_a_line_that_does_not_quote_it",
        "arena/test_sockets.py::test_22_6_a_broken_or_foreign_origin_is_refused",
        "arena/test_sockets.py::test_22_6_a_compressed_body_broken_or_not_is_refused",
        "cli/test_arena_options.py::test_22_6_deeply_nested_toml_is_refused",
        "arena/test_sockets.py::test_22_6_only_version_13_of_the_handshake_is_taken",
        "arena/test_sockets.py::test_22_6_more_than_16384_bytes_behind_an_upgrade_are_refused",
        "arena/test_sockets.py::test_22_6_a_name_that_was_pointed_at_this_server_gets_no_socket"],
    "7 unchecked compiled functions": [
        "attacks/test_compiled_doors.py::test_22_7_no_public_call_of_a_compiled_module_brings_the_interpreter_down",
        "attacks/test_compiled_doors.py::test_22_7_no_method_of_a_compiled_object_brings_the_interpreter_down",
        "attacks/test_compiled_doors.py::test_22_7_ctrl_c_ends_a_long_loop_in_compiled_code"],
    "8 welcome before lobby": [
        "arena/test_first_frames.py::test_22_8_a_hello_before_the_first_match_is_written_down_is_welcomed_first"],
    "9 late and duplicate answers": [
        "arena/test_journal.py::test_22_9_T4_a_big_blind_that_sends_check_twice_does_not_check_the_flop"],
    "10 REMOVE, blinds of a level, standings": [
        "arena/test_time_and_teams.py::test_T5_a_match_waits_for_no_more_teams_than_can_still_come",
        "arena/test_time_and_teams.py::test_T5_the_operator_can_lower_the_number_of_teams",
        "arena/test_time_and_teams.py::test_T5_a_removed_team_has_lost_its_starting_stack_and_takes_the_lowest_open_place",
        "arena/test_rulings.py::test_remove_folds_a_team_and_takes_its_chips_out",
        "arena/test_rulings.py::test_22_10_the_public_table_shows_the_blinds_of_the_current_level",
        "arena/test_restart.py::test_22_10_standings_are_kept_when_a_setting_changes"],
    "11 options are keys": [
        "cli/test_arena_options.py::test_22_11_every_option_is_a_key_of_the_same_name_and_means_the_same"],
    "12 bot.mjs": [
        "arena/test_documents.py::test_22_12_the_javascript_example_joins_and_plays",
        "arena/test_documents.py::test_22_12_the_javascript_example_comes_back_after_a_restart"],
    "13 sit in, sit out": [
        "table/test_clauses.py::test_N9_any_non_zero_inactive_is_read_as_1",
        "table/test_clauses.py::test_N6_more_than_one_and_a_half_big_blinds_is_never_charged",
        "table/test_live.py::test_N8_a_leavers_debt_is_never_remembered",
        "table/test_clauses.py::test_N15_the_first_seat_dealt_in_after_the_last_big_blind_posts_it_whether_it_waited_or_not"],
    "14 PokerStars texts": [
        "notation/test_pokerstars_real_texts.py::test_a_cash_out_is_kept_with_the_record_and_written_again",
        "notation/test_pokerstars_real_texts.py::test_B13_a_short_all_in_is_completed_by_the_next_raise",
        "notation/test_pokerstars_real_texts.py::test_courchevels_pre_flop_mark_counts_the_blinds_once",
        "notation/test_pokerstars_real_texts.py::test_showdown_may_be_one_word",
        "notation/test_pokerstars_real_texts.py::test_every_line_end_is_read",
        "notation/test_pokerstars_real_texts.py::test_a_sitting_out_player_who_is_all_in_on_a_blind_and_folded_is_a_note",
        "notation/test_pokerstars_real_texts.py::test_an_uncalled_bet_of_another_size_is_a_note_where_the_stacks_agree",
        "notation/test_pokerstars_real_texts.py::test_cards_folded_face_up_do_not_make_their_player_the_hero"],
    "15 convert and verify": [
        "cli/test_record_commands.py::test_a_convert_without_any_hand_leaves_no_file",
        "cli/test_record_commands.py::test_files_skipped_in_folders_and_zips_are_counted",
        "cli/test_record_commands.py::test_reasons_are_grouped_without_their_numbers_and_keep_clauses_and_games"],
    "16 an arena's store as a source": [
        "cli/test_arena_sources.py::test_stats_counts_its_players",
        "cli/test_arena_sources.py::test_convert_writes_its_poker_hands_and_names_the_others",
        "cli/test_arena_sources.py::test_replay_finds_a_hand_by_its_id",
        "cli/test_arena_sources.py::test_verify_replays_the_stores_of_a_folder"],
    "17 who acts first, who went broke, words": [
        "genome/test_first_to_act.py::test_G4_the_first_to_act_has_chips_and_never_repeats",
        "arena/test_any_game_hosted.py::test_T10_who_goes_broke_is_eliminated_once_and_placed_by_when",
        "genome/test_first_to_act.py::test_seed_001s_words_in_lower_case_are_taken"],
    "18 named errors": [
        "genome/test_named_errors.py::test_M1_numbers_that_cannot_be_are_refused",
        "attacks/test_compiled_doors.py::test_22_18_M1_numbers_that_do_not_fit_a_playout_are_refused_by_name"],
    "19 the page": [
        "page/test_logic.py::test_22_19_a_broke_seat_shows_no_chips_of_an_older_lobby",
        "page/test_logic.py::test_22_19_figures_of_the_sting_stay_while_another_role_acts",
        "page/test_logic.py::test_22_19_a_fold_out_says_what_was_won_not_what_nobody_called",
        "page/test_replay.py::test_22_19_a_replayed_fold_out_says_what_was_won_and_pot_odds_name_the_next_to_act"],
    "a match in which nobody plays": [
        "arena/test_matches_end.py::test_a_match_of_seats_that_always_fold_ends",
        "arena/test_file_bots.py::test_a_match_of_bots_that_have_forfeited_ends_and_each_says_so_once"],
}


@pytest.mark.parametrize("item", ITEMS)
def test_every_item_has_its_tests(item: str) -> None:
    for each in ITEMS[item]:
        file, _, name = each.partition("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, each


def test_no_item_is_missing() -> None:
    assert {int(item.split()[0]) for item in ITEMS if item[0].isdecimal()} == set(range(20))
