"""Which proofs `make test` runs, and which only `make nightly`.

A proof that takes long runs every night. For each there is a smaller one in `make test`: other
cases of the same test, or fewer rounds, hands and examples of it.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from zlib import crc32

VARIABLE = "PITBOSS_NIGHTLY"
IS_NIGHT = bool(os.environ.get(VARIABLE))
"""Whether everything runs at full length."""


def by_day(few: int, many: int) -> int:
    """Return how much of something is done: *few* in `make test`, *many* in `make nightly`."""
    return many if IS_NIGHT else few


@dataclass(frozen=True, slots=True)
class Nightly:
    """A test that runs at night, all of it or most of its cases."""

    file: str
    test: str
    but: tuple[str, ...] = ()
    """Cases, by a part of their names, that `make test` runs all the same."""

    only: tuple[str, ...] = ()
    """Cases, by a part of their names, that are left to the night; none: all others."""

    def holds(self, file: str, name: str) -> bool:
        """Whether a test is left to the night."""
        test, _, case = name.partition("[")
        if (file, test) != (self.file, self.test) or any(it in case for it in self.but):
            return False
        return not self.only or any(it in case for it in self.only)


NIGHTLY = (
    # By day the archives are built and looked into; `make release` uses the wheel as well.
    Nightly("release/test_wheel.py", "test_the_wheel_works_where_nothing_else_is"),
    # By day shipped cubes are found, and a short run answers as the command line does.
    Nightly("server/test_lab_runs.py", "test_a_shipped_cube_is_what_the_run_gives"),
    Nightly(
        "server/test_lab_runs.py",
        "test_a_protection_has_the_figures_of_the_command_line",
        but=("co/pai-jack",),
    ),
    # Every game and wager of the catalogue; `make test` solves a few games of every kind.
    Nightly(
        "report/test_edges.py", "test_the_file_is_what_is_found_when_every_game_is_solved_again"
    ),
    Nightly(
        "report/test_edges.py",
        "test_the_edge_of_every_ready_table_is_what_is_found_when_it_is_solved_again",
    ),
    # By day every line that needs no solution, and one that does.
    Nightly("report/test_pay_tables.py", "test_the_file_is_what_is_computed_again"),
    # By day seven counts at plain blackjack.
    Nightly(
        "simulate/test_counting.py",
        "test_one_seat_counts_and_plays_as_at_the_table",
        only=("Spanish",),
    ),
    # By day the other kinds of round, which are solved sooner.
    Nightly(
        "simulate/test_compile_ahead.py",
        "test_a_player_who_always_stands_needs_the_code_of_the_best_play",
        only=("ante-up",),
    ),
    Nightly("report/test_solved.py", "test_the_whole_search_is_what_the_solver_finds"),
    Nightly(
        "cli/test_cli_solve_switch.py",
        "test_effects_are_differences_of_games_solved_by_themselves",
    ),
    Nightly("cli/test_cli_solve_switch.py", "test_charts_are_written_whole", but=(".txt",)),
    Nightly(
        "cli/test_cli_report_main.py",
        "test_the_report_and_solve_say_the_same_of_the_main_game",
        but=("co/21-holdem",),
    ),
    # By day the random rounds of the other audits are held to what they must reach.
    Nightly("engine/test_rounds.py", "test_the_random_rounds_reach_every_corner_of_the_games"),
    # By day two splits; a tiny shoe of each is walked too.
    Nightly(
        "exact/test_best_splits.py",
        "test_no_play_of_the_split_hands_wins_more",
        but=("sixes against an eight", "a free split"),
    ),
    Nightly(
        "exact/test_best_splits.py",
        "test_its_value_is_what_it_is_worth_at_the_table",
        only=("suited sevens",),
    ),
    # By day a few splits are played from the real shoe, which is where the edge may be off.
    Nightly("exact/test_ante_up.py", "test_an_edge_is_off_by_less_than_is_said"),
    Nightly(
        "exact/test_pai_jack.py",
        "test_on_a_small_deck_the_edge_is_that_of_the_tables_whole_tree",
        only=("Jh-lose", "Jh-reset", "Jh-house-way"),
    ),
    Nightly(
        "exact/test_cache.py",
        "test_everything_that_was_computed_is_the_same_fresh_and_from_disk",
        but=("reference", "deuces"),
    ),
    # By day its JSON is held to what was solved by the tests of the command itself.
    Nightly(
        "api/test_main_game.py",
        "test_a_solution_is_what_the_command_line_prints",
        only=("co/blackjack-switch",),
    ),
    # By day the two hands of other starts are searched, and the whole trees of tiny shoes.
    Nightly(
        "exact/test_switch.py",
        "test_a_position_of_the_engine_s_has_the_same_value",
        only=("6h 5h 6h 6h Ts", "5h 6h Ts 5h 5h"),
    ),
    # By day one hand is held to shuffled shoes.
    Nightly("advantage/test_indices.py", "test_shuffled_shoes_turn_where_the_index_play_is_even"),
    Nightly("advantage/test_indices.py", "test_every_index_play_of_every_game_is_legal"),
    Nightly("docs/test_index_plays.py", "test_the_lists_of_index_plays_are_computed"),
    Nightly("docs/test_published.py", "test_our_edges_of_main_games_are_computed"),
    # By day the tour itself solves and simulates its games, and others have reports.
    Nightly("docs/test_adding_a_game.py", "test_the_report_of_the_game_is_written_as_well"),
    Nightly("docs/test_adding_a_game.py", "test_solver_and_simulator_agree_on_the_new_round"),
    Nightly("docs/test_adding_a_game.py", "test_the_order_of_the_deal_leaves_the_edge_as_it_is"),
    # By day the tour solves its new kind of round.
    Nightly(
        "docs/test_adding_a_game.py",
        "test_a_command_prints_what_the_tour_shows",
        only=("pitboss solve my/rich-21", "pitboss simulate"),
    ),
    # By day a worker is killed at its work, and workers that do not come back are an error.
    Nightly(
        "simulate/test_cluster.py",
        "test_a_scheduler_that_goes_away_is_one_error_and_leaves_no_thread",
    ),
    Nightly("simulate/test_cluster.py", "test_a_piece_that_kills_its_workers_is_given_up"),
    Nightly(
        "simulate/test_wild_poker_simulated.py",
        "test_every_hand_is_folded_that_the_solver_folds",
        only=("without-odds",),
    ),
    # By day a reader follows the other tutorials and guides.
    Nightly(
        "docs/test_followed_pages.py",
        "test_a_page_shows_what_its_reader_sees",
        only=(
            *("write-a-report", "tutorials/count", "own-variant", "print-the-sheets"),
            "simulate-on-a-gpu",
        ),
    ),
    # Pages show what millions of rounds of the slowest games come to.
    Nightly(
        "docs/test_readme.py",
        "test_a_command_prints_what_the_page_shows",
        only=(
            "co/ante-up-21 --rounds 1e7",
            "co/3-card-21 --rounds 1e7",
            "co/21-holdem --rounds 5e6",
        ),
    ),
    Nightly(
        "perft/test_perft.py",
        "test_the_engine_counts_and_values_what_the_file_says",
        only=(
            "two-decks-seven-seven-seven-pays-two-to-one",
            "two-decks-super-bonus-needs-hearts-clubs-and-diamonds",
            "co-insurance-is-asked-hand-by-hand",
            "co-hand-one-busts-with-30-and-the-others-play-on",
            "co-two-kings-of-spades-against-an-ace",
            "co-a-bust-with-30-loses-hedge-22-and-bust-bonus",
            "split-sevens-are-paid-their-bonus-but-no-super-bonus",
        ),
    ),
    Nightly(
        "table/test_other_games.py",
        "test_wrong_answers_are_owed_and_come_again_from_the_file",
        only=("co/ante-up-21",),
    ),
    # Full shoes, and tiny ones at the table; by day any game has an identity on a small shoe.
    Nightly("exact/test_any_shoe.py", "test_an_unseen_card_changes_nothing_in_a_full_shoe"),
    Nightly(
        "exact/test_any_shoe.py",
        "test_ante_up_21_is_approximate_by_a_thousandth_of_what_one_card_does",
    ),
    Nightly(
        "exact/test_any_shoe.py",
        "test_on_a_tiny_shoe_both_values_are_those_of_the_table",
        only=("suits", "free"),
    ),
    # Whole decks: `make test` has the small ones, and the whole deck counted another way.
    Nightly("exact/test_wild_counts.py", "test_the_whole_deck_hand_by_hand"),
    Nightly("exact/test_five_card_counts.py", "test_the_whole_deck_hand_by_hand"),
    Nightly("exact/test_pai_jack_counts.py", "test_the_whole_deck_hand_by_hand"),
    # By day other strategies are followed on tiny shoes.
    Nightly(
        "exact/test_switch_charts.py",
        "test_following_the_chart_is_worth_what_the_engine_s_tree_says",
    ),
    # By day bad charts are followed on tiny shoes.
    Nightly("exact/test_switch_charts.py", "test_a_bad_chart_costs_a_lot"),
    Nightly("exact/test_switch_charts.py", "test_the_exceptions_of_the_chart_save_some"),
    Nightly("exact/test_play_wagers.py", "test_nobody_who_plays_well_makes_30"),
    Nightly(
        "exact/test_every_row_at_the_table.py",
        "test_every_row_is_dealt_and_paid",
        but=("bet-bigger", "co/deuces"),
    ),
    # Whether all positions together try everything: by day some of the positions are solved.
    Nightly("exact/test_three_card.py", "test_the_positions_try_every_choice"),
    Nightly(
        "exact/test_solver_at_the_table.py", "test_the_positions_try_every_action_the_solver_knows"
    ),
    Nightly(
        "exact/test_three_card.py",
        "test_no_other_play_of_a_split_hand_is_better",
        but=("2h-",),
    ),
    Nightly(
        "exact/test_decisions.py",
        "test_a_double_for_less_with_its_rescue_is_worth_what_the_table_pays",
        but=("7h 3d",),
    ),
    Nightly(
        "exact/test_switch.py",
        "test_the_engine_s_whole_tree_has_the_same_value",
        only=("naturals",),
    ),
    # Any house of it takes seconds to solve; by day any play of it is held to the table.
    Nightly(
        "simulate/test_others_hand_by_hand.py",
        "test_every_round_comes_out_as_at_the_table",
        only=("co/ante-up-21",),
    ),
    # Every kind has a kernel of its own to compile; by day one of each loop, over decks and shoes.
    Nightly(
        "simulate/test_lanes.py",
        "test_rounds_in_lanes_count_what_a_whole_table_counts",
        but=("deuces wild", "3 card 21"),
    ),
    Nightly("simulate/test_following.py", "test_a_run_cut_anywhere_is_followed_to_the_same_end"),
    # To lay a strategy of it out takes ten seconds; by day any play comes out as at the table,
    # and the best play is folded as it was solved.
    Nightly("simulate/test_ante_up_simulated.py", "test_edges_are_those_that_were_solved"),
    Nightly(
        "simulate/test_ante_up_simulated.py",
        "test_what_is_folded_is_what_was_solved",
        but=("optimal",),
    ),
    # By day the best play of both parts is simulated.
    Nightly(
        "simulate/test_holdem_simulated.py",
        "test_a_player_by_the_chart_and_the_rules_fares_as_they_do",
    ),
    Nightly(
        "simulate/test_holdem_simulated.py",
        "test_poker_ends_as_often_as_was_counted",
        only=("chart",),
    ),
    # By day each aim is reported, and two cards are searched at the table.
    Nightly("exact/test_ante_up.py", "test_each_aim_is_best_at_what_it_aims_at"),
    # By day what seeing is worth is walked at tables of tiny shoes.
    Nightly("exact/test_seen_hands.py", "test_the_page_has_what_seeing_is_worth"),
    # By day rules that may not change are told apart before anything is solved.
    Nightly("exact/test_effects.py", "test_what_the_rule_book_refuses_is_told_apart"),
    # By day a house and a game are compared by other figures.
    Nightly(
        "cli/test_cli_compare.py",
        "test_houses_have_the_solved_edge_and_the_figures_of_their_report",
    ),
    # By day the figures of the documents themselves are checked.
    Nightly(
        "cli/test_cli_documents.py",
        "test_an_edge_that_a_game_of_ones_own_prints_is_checked_too",
    ),
    # By day wagers that the cards alone decide are.
    Nightly(
        "exact/test_any_wager.py",
        "test_wagers_that_the_play_decides_are_valued_by_the_play_of_a_full_shoe",
    ),
    # By day a tiny shoe has its best play after a split counted by two implementations.
    Nightly(
        "exact/test_best_splits.py",
        "test_it_is_better_than_the_play_of_hands_that_were_not_split",
    ),
    # By day each wager is played for with the main game.
    Nightly(
        "exact/test_play_wagers_together.py",
        "test_each_meter_is_played_best_by_its_own_play",
    ),
    Nightly("exact/test_pai_jack.py", "test_no_other_threshold_of_the_rules_is_cheaper"),
    # By day whole pages of other games are written for the terminal.
    Nightly(
        "report/test_game_reports.py",
        "test_a_terminal_shows_every_figure_and_table_in_eighty_columns",
        but=("co/pai-jack",),
    ),
    # By day a jackpot stands beside what was solved in the report of a whole table.
    Nightly("report/test_simulation.py", "test_a_jackpot_agrees_whoever_pays_its_fixed_prizes"),
    # By day shipped cubes answer, and a simulation of the lab is that of the command line.
    Nightly("server/test_lab_runs.py", "test_one_counted_run_answers_as_the_command_line_does"),
    # By day the shipped solutions are compared with the solver's.
    Nightly("server/test_lab_game.py", "test_what_each_rule_changes_is_what_the_solver_says"),
    # By day a sample of the whole deck has the same classes.
    Nightly("patterns/test_matches.py", "test_four_cards_of_five_ranks_for_all_160000_deals"),
    Nightly("simulate/test_three_card_simulated.py", "test_the_charts_are_worth_a_little_less"),
    # By day the best play of split hands has its value at the engine's own table.
    Nightly(
        "exact/test_switch.py", "test_the_best_play_after_a_split_gains_a_little_at_every_table"
    ),
    # By day a simulation is run in the browser, and the server protects one game.
    Nightly("web/test_lab_runs.py", "test_a_protection_is_run_and_saved"),
    # By day wagers made before the deal are counted.
    Nightly(
        "cli/test_cli_count.py",
        "test_a_wager_made_with_the_up_card_in_sight_has_a_count_for_each",
    ),
    Nightly("tui/test_app.py", "test_whatever_is_pressed_the_table_stands", but=("0",)),
    Nightly(
        "simulate/test_against_solver.py",
        "test_a_simulation_finds_what_was_solved",
        but=(
            "reference/blackjack-decks=4",
            "wa/spanish-21-decks=6 soft17=hit redouble=True",
            "co/blackjack-switch-as printed",
        ),
    ),
    # By day a lease ends in the test's own process; at night a real one is stopped and woken.
    Nightly(
        "workers/test_processes.py",
        "test_a_stopped_process_wakes_without_its_tables_and_cannot_write_or_tell",
    ),
    # By day some games are played in the browser, from this clone.
    Nightly(
        "web/test_every_game.py",
        "test_a_fresh_clone_plays_every_game_in_the_browser_and_its_books_are_right",
    ),
)

IN_PARTS = {
    "advantage/test_wager_gains.py": {
        "test_a_full_shoe_is_sampled_at_its_exact_value": 2,
    },
    "api/test_main_game.py": {
        "test_a_solution_is_what_the_command_line_prints": 2,
    },
    "api/test_surface.py": {
        "test_functions_win_over_the_folders_of_the_same_name": 2,
    },
    "catalogue/test_every_game_is_proven.py": {
        "test_every_wager_with_a_pay_table_has_exact_odds": 5,
    },
    "cli/test_cli.py": {
        "test_a_sheet_names_every_table_option_wager_and_ruling_and_fits_the_screen": 4,
    },
    "cli/test_cli_cache.py": {
        "test_no_cache_may_stand_anywhere_and_keeps_nothing": 2,
    },
    "cli/test_cli_documents.py": {
        "test_every_game_has_a_report_without_a_word_of_configuration": 7,
    },
    "cli/test_cli_refusals.py": {
        "test_a_reader_that_has_seen_enough_is_no_error": 2,
    },
    "cli/test_cli_report_others.py": {
        "test_every_figure_that_solve_prints_stands_in_the_report": 2,
    },
    "cli/test_cli_solve_others.py": {
        "test_every_setting_is_advised_with_its_fraction": 3,
    },
    "cli/test_cli_train.py": {
        "test_every_other_game_is_trained_line_by_line_and_as_json": 2,
    },
    "docs/test_followed_pages.py": {
        "test_a_page_shows_what_its_reader_sees": 2,
    },
    "exact/test_after_split.py": {
        "test_each_gain_is_the_difference_of_what_advice_says_of_the_two_choices": 3,
    },
    "exact/test_any_shoe.py": {
        "test_on_a_tiny_shoe_both_values_are_those_of_the_table": 2,
    },
    "exact/test_ante_up.py": {
        "test_two_cards_are_worth_what_the_best_search_of_the_table_finds": 3,
        "test_a_split_comes_to_its_value_when_it_is_played_from_the_real_shoe": 4,
    },
    "exact/test_best_splits.py": {
        "test_its_value_is_what_it_is_worth_at_the_table": 2,
    },
    "exact/test_chart_reading.py": {
        "test_the_chart_of_every_solved_game_is_read_back": 5,
        "test_any_chart_of_what_may_be_done_is_read_back": 4,
        "test_a_code_that_no_hand_of_its_cell_may_follow_is_illegal": 2,
        "test_a_cell_may_be_changed_for_anything_that_is_legal": 2,
    },
    "exact/test_charts.py": {
        "test_a_chart_costs_little_and_its_exceptions_are_worth_something": 2,
    },
    "exact/test_deals.py": {
        "test_four_cards_are_counted_right_on_a_tiny_deck": 2,
    },
    "exact/test_decisions.py": {
        "test_at_the_table_a_choice_is_worth_what_advice_says": 5,
        "test_the_best_choice_costs_nothing_and_any_other_exactly_the_difference": 8,
        "test_a_pair_of_sevens_counts_the_super_bonus": 3,
    },
    "exact/test_effects.py": {
        "test_the_edges_of_washingtons_fifteen_set_ups": 15,
        "test_six_and_eight_decks_have_the_published_edges": 3,
    },
    "exact/test_five_card_counts.py": {
        "test_the_known_figures_of_poker": 2,
    },
    "exact/test_following_at_the_table.py": {
        "test_following_a_strategy_is_worth_what_it_is_worth_at_the_table": 12,
    },
    "exact/test_holdem.py": {
        "test_on_a_small_deck_the_tables_own_tree_is_worth_the_same": 2,
        "test_a_pair_of_the_whole_deck_is_worth_what_a_second_reading_says": 4,
    },
    "exact/test_kinds.py": {
        "test_a_solution_has_its_parts_and_its_record": 3,
    },
    "exact/test_monte_carlo.py": {
        "test_every_wager_is_settled_as_often_and_as_well_as_computed": 9,
        "test_every_bound_is_compared": 3,
    },
    "exact/test_pai_jack.py": {
        "test_on_a_small_deck_the_edge_is_that_of_the_tables_whole_tree": 3,
        "test_a_setting_meets_every_hand_of_the_dealer": 3,
        "test_rounds_that_are_dealt_come_out_as_computed": 2,
    },
    "exact/test_play_wagers.py": {
        "test_the_table_deals_what_is_computed": 5,
        "test_a_seats_lammers_are_those_of_the_table": 2,
    },
    "exact/test_play_wagers_together.py": {
        "test_with_no_number_of_decks_a_hard_20_is_drawn_to": 4,
        "test_both_wagers_together_cost_less_when_both_are_played_for": 2,
    },
    "exact/test_play_wagers_walked.py": {
        "test_straights_grow_as_they_do_at_the_table": 2,
        "test_a_first_hand_of_30_loses_as_it_does_at_the_table": 2,
    },
    "exact/test_published_blackjack.py": {
        "test_the_reference_game_is_worth_what_is_published": 12,
    },
    "exact/test_seen_hands.py": {
        "test_two_hands_are_worth_what_a_player_who_sees_them_wins_at_the_table": 3,
    },
    "exact/test_solver_at_the_table.py": {
        "test_the_solvers_value_is_what_its_play_is_worth_at_the_table": 5,
    },
    "exact/test_switch.py": {
        "test_the_engine_s_whole_tree_has_the_same_value": 2,
    },
    "exact/test_switch_charts.py": {
        "test_following_any_strategy_is_worth_what_the_engine_s_tree_says": 4,
    },
    "exact/test_switch_results.py": {
        "test_what_drawn_cards_mean_for_the_other_hand_is_little": 2,
    },
    "exact/test_threads.py": {
        "test_threads_do_not_work_in_each_others_memory": 2,
    },
    "exact/test_three_card.py": {
        "test_every_choice_is_worth_what_it_comes_to_at_the_table": 9,
        "test_results_add_up_to_the_exact_mean": 2,
        "test_the_bonus_has_its_own_edge_and_the_edges_add_up": 2,
    },
    "exact/test_wild_counts.py": {
        "test_pairs_of_hands_of_small_decks_one_by_one": 3,
    },
    "exact/test_wild_poker.py": {
        "test_a_tiny_deck_is_worth_what_the_table_comes_to": 3,
    },
    "faults/test_killed.py": {
        "test_killed_anywhere_a_round_ends_as_it_would_have": 2,
    },
    "floor/test_decide.py": {
        "test_any_round_is_booked_and_can_be_rebuilt_at_every_step": 2,
    },
    "floor/test_voids.py": {
        "test_a_round_called_off_at_any_question_gives_everything_back": 2,
    },
    "gym/test_every_game.py": {
        "test_rewards_are_what_the_engine_settled_to_the_cent": 2,
    },
    "gym/test_policies.py": {
        "test_a_random_strategy_is_played_as_it_is_at_the_table": 3,
    },
    "gym/test_same_table.py": {
        "test_the_kernel_plays_as_the_table_does": 5,
        "test_they_play_alike_with_shoes_full_of_bonuses_pairs_and_aces": 5,
    },
    "gym/test_vector_env.py": {
        "test_best_play_wins_what_the_solver_says": 3,
    },
    "hostile/test_streams_and_places.py": {
        "test_a_closed_input_is_an_empty_one": 2,
        "test_a_terminal_without_columns_still_gets_its_lines": 2,
        "test_a_closed_output_is_a_failed_one": 2,
        "test_a_reader_that_has_seen_enough_is_no_failure": 2,
    },
    "perft/test_perft.py": {
        "test_the_engine_counts_and_values_what_the_file_says": 14,
        "test_a_second_implementation_counts_and_values_the_same": 14,
    },
    "report/test_game_reports.py": {
        "test_the_section_has_every_figure_the_parts_and_the_method": 2,
        "test_the_summary_has_every_part": 2,
    },
    "report/test_maths_report.py": {
        "test_the_pdf_is_one_and_has_every_row": 3,
        "test_no_page_is_nearly_empty_and_signatures_stand_under_their_statement": 3,
        "test_the_pdf_fits_the_paper": 3,
    },
    "report/test_simulation.py": {
        "test_a_jackpot_agrees_whoever_pays_its_fixed_prizes": 2,
        "test_every_part_of_a_main_game_stands_beside_what_was_solved": 2,
    },
    "rulebook/test_library.py": {
        "test_a_command_about_a_broken_game_is_refused_in_a_sentence": 2,
        "test_a_broken_file_blocks_no_other_command_and_is_warned_of_in_a_line": 2,
    },
    "server/test_lab_runs.py": {
        "test_a_simulation_has_the_counts_of_the_command_line": 2,
    },
    "simulate/test_against_odds.py": {
        "test_every_wager_of_a_game_is_paid_as_often_as_computed": 6,
        "test_the_super_bonus_comes_as_often_as_computed": 2,
        "test_insurance_would_win_as_often_as_computed": 2,
    },
    "simulate/test_ante_up_simulated.py": {
        "test_edges_are_those_that_were_solved": 2,
        "test_whatever_is_decided_comes_out_as_at_the_table": 2,
    },
    "simulate/test_checkpoint.py": {
        "test_resumed_it_comes_to_what_it_comes_to_in_one_go": 2,
    },
    "simulate/test_counting.py": {
        "test_one_seat_counts_and_plays_as_at_the_table": 2,
        "test_four_shoes_at_a_time_count_what_single_rounds_count": 2,
    },
    "simulate/test_export.py": {
        "test_every_round_replays_to_the_same_cents_and_all_are_the_simulation": 4,
    },
    "simulate/test_hand_by_hand.py": {
        "test_any_strategy_wins_the_same_at_the_table_and_in_the_kernel": 9,
        "test_the_best_play_wins_the_same_at_the_table_and_in_the_kernel": 9,
    },
    "simulate/test_holdem_simulated.py": {
        "test_limits_are_shared_out_as_at_the_table": 3,
    },
    "simulate/test_lanes.py": {
        "test_what_lanes_cannot_tell_is_played_at_a_table": 2,
    },
    "simulate/test_one_seat.py": {
        "test_four_shoes_at_a_time_count_what_single_rounds_count": 2,
        "test_shoes_prepared_together_are_the_same_shoes": 2,
    },
    "simulate/test_others.py": {
        "test_threads_and_a_resumed_run_count_the_same": 2,
        "test_another_process_is_sent_the_same_job": 2,
        "test_what_is_found_is_told_in_every_form": 2,
    },
    "simulate/test_others_hand_by_hand.py": {
        "test_every_round_comes_out_as_at_the_table": 6,
    },
    "simulate/test_pai_jack_simulated.py": {
        "test_the_edge_is_the_one_that_was_solved": 3,
    },
    "simulate/test_runs.py": {
        "test_a_lean_run_counts_what_a_whole_table_counts": 5,
        "test_every_pool_counts_what_one_call_counts": 2,
        "test_there_are_exactly_as_many_rounds_as_asked_for": 5,
        "test_a_run_goes_on_from_wherever_it_was_left": 2,
        "test_enough_is_asked_at_the_same_rounds_whatever_the_pool": 2,
    },
    "simulate/test_shuffle.py": {
        "test_every_order_of_a_few_cards_is_equally_likely": 2,
    },
    "simulate/test_split_play.py": {
        "test_the_best_play_counts_otherwise_where_it_differs": 2,
    },
    "simulate/test_strategies.py": {
        "test_a_chart_is_laid_out_as_the_solver_follows_it": 9,
        "test_a_file_is_worth_what_following_its_chart_is_worth": 6,
        "test_at_the_table_a_chart_is_played_cell_by_cell": 6,
        "test_best_play_is_what_the_solver_advises": 9,
    },
    "simulate/test_three_card_simulated.py": {
        "test_the_edges_are_those_that_were_solved": 2,
    },
    "simulate/test_wild_poker_simulated.py": {
        "test_a_limit_of_odds_is_shared_out_as_at_the_table": 2,
    },
    "table/test_other_games.py": {
        "test_a_decision_is_what_the_table_asks_and_its_cards_deal_it_again": 4,
        "test_wrong_answers_are_owed_and_come_again_from_the_file": 2,
        "test_every_sort_of_decision_of_a_game_comes_up": 2,
    },
    "table/test_themes.py": {
        "test_only_decisions_of_the_theme_are_asked": 2,
    },
    "table/test_trainer.py": {
        "test_a_decision_is_what_the_table_asks_and_its_cards_deal_it_again": 2,
    },
    "tui/test_app.py": {
        "test_only_the_legal_keys_are_offered_and_only_they_do_something": 6,
        "test_a_seeded_round_from_the_bet_to_the_result": 2,
        "test_splitting_and_doubling_show_every_hand_and_its_stake": 2,
        "test_help_rules_and_history_open_and_close": 2,
        "test_insurance_for_less_asks_for_an_amount_within_its_range": 2,
        "test_the_pays_are_a_key_away_and_a_hint_leaves_ones_cards_in_sight": 3,
    },
    "tui/test_coach.py": {
        "test_who_always_takes_the_best_choice_loses_nothing_by_mistakes": 3,
    },
    "tui/test_every_game.py": {
        "test_two_shoes_are_played_in_plain_mode_without_a_fault": 5,
    },
    "tui/test_every_game_on_screen.py": {
        "test_a_few_rounds_are_played_on_screen_without_a_fault": 11,
    },
    "tui/test_felt.py": {
        "test_every_step_of_a_round_fits_and_says_what_matters": 22,
    },
    "tui/test_poker_games.py": {
        "test_nothing_of_others_is_told_before_it_is_turned": 3,
    },
    "tui/test_session.py": {
        "test_every_round_of_a_session_replays_identically": 3,
    },
    "tui/test_train_screen.py": {
        "test_a_hand_of_pai_jack_is_chosen_set_and_judged": 2,
    },
    "web/test_every_game.py": {
        "test_a_game_is_played_to_the_cents_of_the_terminal": 15,
    },
    "web/test_lab.py": {
        "test_every_page_and_control_of_the_lab": 4,
    },
    "web/test_lab_book.py": {
        "test_pay_tables_are_sorted_filtered_and_compared": 2,
        "test_documents_and_publications_are_filtered": 2,
        "test_a_house_is_set_up_judged_and_taken_home": 2,
    },
    "web/test_lab_runs.py": {
        "test_a_simulation_is_chosen_run_saved_and_linked_to": 2,
        "test_sliders_answer_from_one_counted_run": 2,
    },
    "web/test_looks.py": {
        "test_what_has_the_focus_is_never_hidden": 4,
        "test_axe_finds_nothing_on_the_other_pages": 4,
        "test_axe_finds_nothing_at_a_table": 4,
    },
    "web/test_records.py": {
        "test_a_playthrough_at_the_page_has_the_same_cents_and_sentences": 22,
    },
    "web/test_site.py": {
        "test_pages_are_read_and_searched_under_the_servers_policy": 2,
    },
}
"""File -> test -> n: every n-th of its cases runs by day, all of them at night.

The cases are games, tables or strategies that go the same way, seconds each; whichever run by day,
every kind of round is among them in one test or another."""


class Parts:
    """Counts the cases of tests that run in parts, in the order they are collected."""

    def __init__(self) -> None:
        """Count from the start."""
        self._counts: Counter[tuple[str, str]] = Counter()

    def leaves_out(self, file: str, name: str) -> bool:
        """Whether a case is left to the night.

        Which cases run by day depends on the test, so that together they meet every game.
        """
        test, _, case = name.partition("[")
        every = IN_PARTS.get(file, {}).get(test, 1)
        number = self._counts[file, test]
        self._counts[file, test] += 1
        return bool(case) and number % every != crc32(test.encode()) % every


HEAVY = (
    "report/test_edges.py",
    "tui/test_app.py",
    "simulate/test_against_odds.py",
    "exact/test_three_card.py",
    "exact/test_switch_charts.py",
    "exact/test_pai_jack.py",
    "exact/test_play_wagers.py",
    "exact/test_decisions.py",
    "exact/test_every_row_at_the_table.py",
    "cli/test_cli_solve_switch.py",
    "docs/test_adding_a_game.py",
    "simulate/",
    "gym/",
    "exact/",
    "table/",
    "report/",
    "cli/",
    "tui/",
    "faults/",
    "api/",
    "docs/",
    "web/",
    "server/",
    "engine/",
)
"""Files and folders that take longest are begun first, so that no process waits for another at the
end. A file is run by one process, which keeps what its tests share.

The first file solves every main game and compiles the solver, the second needs neither, and what
plays with the simulator's kernels comes after the file that compiles them: so two processes seldom
need the same thing at once."""
