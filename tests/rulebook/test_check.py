"""`check` refuses what the documents forbid, each with its code and clause, all at once.

A configuration is written here as an operator writes it, in TOML.
"""

from __future__ import annotations

from pitboss.rulebook.check import problems
from pitboss.rulebook.house import parse_house
from pitboss.rulebook.problems import Problem
from tests.rows import every_row

WASHINGTON = """
game = "wa/spanish-21"
[options]
decks = 6
soft17 = "hit"
"""


def problems_in(text: str) -> tuple[Problem, ...]:
    return problems(parse_house(text))


def assert_refused(text: str, code: str, key: str, reason: str, clause: str) -> None:
    """One problem and no other: with this code, at this key, for this reason, by this clause."""
    listed = problems_in(text)
    assert [(problem.code, problem.key) for problem in listed] == [(code, key)], listed
    assert reason in listed[0].message
    assert clause in listed[0].cite


def test_the_configuration_these_tests_build_on_is_approved() -> None:
    assert problems_in(WASHINGTON) == ()


def test_redoubling_is_refused_where_the_dealer_stands_on_soft_17() -> None:
    assert_refused(
        """
        game = "wa/spanish-21"
        options = { decks = 6, soft17 = "stand", redouble = true }
        """,
        "option/conflict",
        "options.redouble",
        "only where the dealer hits soft 17",
        "GR8, DP6",
    )


def test_doubling_for_less_is_refused_with_redoubling() -> None:
    assert_refused(
        f"{WASHINGTON}redouble = true\ndouble_for_less = true",
        "option/conflict",
        "options.double_for_less",
        "only without double-double down",
        "GR8, DP5c",
    )


@every_row("game_id", ["wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002"])
@every_row("decks", [1, 3, 7, 9])
def test_washington_plays_with_2_4_5_6_or_8_decks_only(game_id: str, decks: int) -> None:
    assert_refused(
        f'game = "{game_id}"\noptions = {{ decks = {decks}, soft17 = "hit" }}',
        "option/invalid",
        "options.decks",
        f"{decks} is not allowed; choose 2, 4, 5, 6 or 8",
        "GR2",
    )


@every_row(
    ("cents", "shown"), [(3000, "$30"), (2501, "$25.01"), (99, "$0.99"), (0, "$0"), (-500, "-$5")]
)
def test_a_jackpot_wager_is_from_1_to_25_dollars(cents: int, shown: str) -> None:
    assert_refused(
        f"""{WASHINGTON}
        [tables]
        jackpot-1 = "3c-5"
        [jackpots.jackpot-1]
        scheme = "progressive"
        wager = {cents}
        seed = "5000.00"
        """,
        "option/invalid",
        "jackpots.jackpot-1.wager",
        f"{shown} is not allowed; the wager is from $1 to $25",
        "JP-two",
    )


def test_table_4a_is_refused_with_6_decks() -> None:
    assert_refused(
        f"""{WASHINGTON}
        [tables]
        jackpot-1 = "4a-1"
        [pays.jackpot-1]
        "Any 4 Same Rank: 2s - Ks" = "50 for 1"
        [jackpots.jackpot-1]
        scheme = "progressive"
        wager = 500
        seed = "5000.00"
        """,
        "option/conflict",
        "tables.jackpot-1",
        "pay table 4a-1 is for 2 decks, not 6",
        "Attachment B, Table 4a",
    )


def test_tri_02_is_refused_with_6_decks() -> None:
    assert_refused(
        """
        game = "co/trilux"
        options = { decks = 6 }
        tables = { trilux-bonus = "TRI-02" }
        """,
        "option/conflict",
        "tables.trilux-bonus",
        "pay table TRI-02 is for 2 decks, not 6",
        "2115(7), TriLux Bonus without Lucky George",
    )


def test_top_3_is_refused_without_21_plus_3_in_buffalo_3() -> None:
    assert_refused(
        """
        game = "co/buffalo-3"
        tables = { top-3 = "top-3-A" }
        """,
        "option/conflict",
        "tables.top-3",
        "top-3 may be offered only together with 21-plus-3",
        "2114(2)",
    )


def test_top_3_is_refused_without_either_21_plus_3_in_ride_free() -> None:
    assert_refused(
        """
        game = "co/ride-free"
        tables = { top-3 = "PT-FLT-TOP3-01" }
        """,
        "option/conflict",
        "tables.top-3",
        "only together with 21-plus-3-classic or 21-plus-3-xtreme",
        "2119(28)(a)(iii)-(iv)",
    )


@every_row(
    "beside", ['21-plus-3-classic = "PT-FLT-213-03"', '21-plus-3-xtreme = "PT-FLT-213XT-03"']
)
def test_either_21_plus_3_lets_ride_free_offer_top_3(beside: str) -> None:
    assert problems_in(f'game = "co/ride-free"\n[tables]\ntop-3 = "PT-FLT-TOP3-01"\n{beside}') == ()


def test_two_jackpot_schemes_at_once_are_refused() -> None:
    assert_refused(
        f"""{WASHINGTON}
        [tables]
        jackpot-1 = "3c-5"
        jackpot-2 = "3c-6"
        [jackpots.jackpot-1]
        scheme = "progressive"
        wager = 500
        seed = "5000.00"
        [jackpots.jackpot-2]
        scheme = "house"
        wager = 100
        prize = {{ "100%" = "5000.00", "10%" = "500.00" }}
        """,
        "option/conflict",
        "jackpots",
        "all its jackpots under one scheme; here jackpot-1 progressive, jackpot-2 house",
        "JP-scheme",
    )


@every_row("scheme", ["progressive", "house"])
def test_two_jackpots_of_one_scheme_are_approved(scheme: str) -> None:
    terms = {
        "progressive": 'seed = "5000.00"',
        "house": 'prize = { "100%" = "5000.00", "10%" = "500.00" }',
    }[scheme]
    setup = f'scheme = "{scheme}"\nwager = 500\n{terms}'

    assert (
        problems_in(
            f"""{WASHINGTON}
[tables]
jackpot-1 = "3c-5"
jackpot-2 = "4d-1"
[jackpots.jackpot-1]
{setup}
[jackpots.jackpot-2]
{setup}
"""
        )
        == ()
    )


def test_an_operator_set_pay_left_out_is_refused() -> None:
    assert_refused(
        f"""{WASHINGTON}
        [tables]
        jackpot-1 = "5c-1"
        [jackpots.jackpot-1]
        scheme = "progressive"
        wager = 500
        seed = "5000.00"
        """,
        "option/invalid",
        "pays.jackpot-1",
        "the pay for '2 Suited Matches' is set by the house and must be given",
        "Attachment C, Table 5c",
    )


def test_an_alternates_operator_set_pay_left_out_is_refused() -> None:
    assert_refused(
        f"""{WASHINGTON}
        [tables]
        jackpot-1 = "3c-5"
        [pays.jackpot-1]
        alternate = "3-alt-2"
        [jackpots.jackpot-1]
        scheme = "progressive"
        wager = 500
        seed = "5000.00"
        """,
        "option/invalid",
        "pays.jackpot-1",
        "the pay for '3-Card Suited Match: 2s - Ks' is set by the house and must be given",
        "Attachment A, Table 3c",
    )


EVERYTHING_IN_WASHINGTON = """
game = "wa/spanish-21"
[options]
decks = 7
soft17 = "stand"
redouble = true
double_for_less = true
bonus_cards = 5
equipment = "v003"
[tables]
match-up = "2"
match-down = "9"
jackpot-1 = "5c-1"
jackpot-2 = "6-1"
[jackpots.jackpot-1]
scheme = "progressive"
wager = 3000
seed = "5000.00"
[jackpots.jackpot-2]
scheme = "house"
wager = 500
prize = { "100%" = "5000.00" }
[limits.main]
min = 500
max = 100
"""


def test_everything_wrong_with_one_configuration_is_said_at_once() -> None:
    listed = {
        (problem.code, problem.key, problem.cite)
        for problem in problems_in(EVERYTHING_IN_WASHINGTON)
    }
    jackpots = "JP-scheme, JP-two, JP-house; rulings W1, W19, W20"

    assert listed == {
        ("option/invalid", "options.decks", "GR2"),
        ("option/conflict", "options.redouble", "GR8, DP6"),
        ("option/conflict", "options.double_for_less", "GR8, DP5c"),
        ("option/invalid", "tables.match-down", "GR12, Table 1"),
        ("option/conflict", "tables.jackpot-1", "Attachment C, Table 5c"),
        ("option/conflict", "tables.jackpot-2", "Attachment D, Table 6; ruling W11"),
        ("option/invalid", "pays.jackpot-1", "Attachment C, Table 5c"),
        ("option/invalid", "jackpots.jackpot-1.wager", jackpots),
        ("option/conflict", "jackpots", jackpots),
        ("option/invalid", "limits.main", ""),
    }


def test_a_wrong_deck_count_hides_no_other_problem_of_a_table() -> None:
    """Table 4a wants two decks and a prize of the house; both are said, with the wager's too."""
    listed = problems_in(
        f"""{WASHINGTON}
        [tables]
        jackpot-1 = "4a-3"
        [jackpots.jackpot-1]
        scheme = "progressive"
        wager = 3000
        seed = "5000.00"
        """
    )

    assert [(problem.code, problem.key) for problem in listed] == [
        ("option/conflict", "tables.jackpot-1"),
        ("option/invalid", "pays.jackpot-1"),
        ("option/invalid", "jackpots.jackpot-1.wager"),
    ]


def test_everything_wrong_in_colorado_is_said_at_once() -> None:
    listed = problems_in(
        """
        game = "co/trilux"
        [options]
        decks = 3
        [tables]
        trilux-bonus = "TRI-02"
        super-3 = "SUP-02"
        trilux-progressive = "progressive-01"
        [jackpots.trilux-progressive]
        scheme = "house"
        wager = 100
        contribution = "20%"
        """
    )

    assert [(problem.code, problem.key) for problem in listed] == [
        ("option/conflict", "tables.trilux-bonus"),
        ("option/conflict", "tables.super-3"),
        ("option/conflict", "tables.trilux-progressive"),
        ("option/invalid", "jackpots.trilux-progressive.scheme"),
        ("option/invalid", "jackpots.trilux-progressive.wager"),
        ("option/invalid", "jackpots.trilux-progressive.prize"),
        ("option/invalid", "jackpots.trilux-progressive.prize"),
        ("option/conflict", "jackpots.trilux-progressive.contribution"),
    ]
    assert all("2115" in problem.cite for problem in listed)


def test_a_problem_reads_as_one_line_with_key_reason_clause_and_code() -> None:
    (problem,) = problems_in('game = "wa/spanish-21"\noptions = { decks = 7, soft17 = "hit" }')

    assert str(problem) == (
        "options.decks: 7 is not allowed; choose 2, 4, 5, 6 or 8 (GR2) [option/invalid]"
    )
    assert problem.as_json() == {
        "code": "option/invalid",
        "key": "options.decks",
        "message": "7 is not allowed; choose 2, 4, 5, 6 or 8",
        "cite": "GR2",
    }
