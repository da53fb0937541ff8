"""Which proofs `make test` runs, and which only `make nightly`.

A proof that takes long runs every night. For each there is a smaller one in `make test`: other
cases of the same test, or fewer rounds, hands and examples of it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

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
    # By day the ready tables whose rules are those of the catalogue are held to its lines.
    Nightly(
        "report/test_edges.py",
        "test_the_edge_of_every_ready_table_is_what_is_found_when_it_is_solved_again",
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
        but=("co/free-bet", "co/21-holdem"),
    ),
    # By day a few splits are played from the real shoe, which is where the edge may be off.
    Nightly("exact/test_ante_up.py", "test_an_edge_is_off_by_less_than_is_said"),
    Nightly(
        "exact/test_pai_jack.py",
        "test_on_a_small_deck_the_edge_is_that_of_the_tables_whole_tree",
        only=("Jh-lose", "Jh-reset"),
    ),
    Nightly(
        "exact/test_cache.py",
        "test_everything_that_was_computed_is_the_same_fresh_and_from_disk",
        but=("reference", "holdem", "pai-jack", "deuces"),
    ),
    Nightly("docs/test_published.py", "test_our_edges_of_main_games_are_computed"),
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
    # Whole decks: `make test` has the small ones, and the whole deck counted another way.
    Nightly("exact/test_wild_counts.py", "test_the_whole_deck_hand_by_hand"),
    Nightly("exact/test_five_card_counts.py", "test_the_whole_deck_hand_by_hand"),
    Nightly("simulate/test_following.py", "test_a_run_cut_anywhere_is_followed_to_the_same_end"),
    Nightly("tui/test_app.py", "test_whatever_is_pressed_the_table_stands", but=("0",)),
    Nightly(
        "simulate/test_against_solver.py",
        "test_a_simulation_finds_what_was_solved",
        but=(
            "reference",
            "ilani",
            "bet-bigger",
            "co/",
            "wa/spanish-21-decks=6 soft17=hit redouble=True",
            "wa/spanish-21-decks=2",
        ),
    ),
)

HEAVY = (
    "report/test_edges.py",
    "simulate/",
    "gym/",
    "cli/test_cli_report_main.py",
    "cli/test_cli_solve_switch.py",
    "docs/test_readme.py",
    "docs/test_adding_a_game.py",
    "exact/",
    "table/",
    "tui/test_app.py",
)
"""Files and folders that take longest are begun first, so that no process waits for another at the
end. The other process begins in the middle: what compiles much stands together here, so that two
processes seldom need the same function at once."""
