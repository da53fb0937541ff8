"""`check` and what a house chooses: options, pay tables, alternates and the prizes it sets."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.rulebook.check import problems
from pitboss.rulebook.check.tables import fits
from pitboss.rulebook.house import House, JackpotSetup, OperatorPay
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game
from tests.rows import every_row

SIX_HIT: Mapping[str, OptionValue] = {"decks": 6, "soft17": "hit"}
PROGRESSIVE = JackpotSetup(scheme="progressive", wager=500, seed="5000.00")
SUITED = "3-Card Suited Match: 2s - Ks"
MATCHES = "2 Suited Matches"


def washington(
    options: Mapping[str, OptionValue] | None = None,
    tables: Mapping[str, str] | None = None,
    pays: Mapping[str, str | OperatorPay] | None = None,
) -> House:
    """Return a Washington set-up with at most one jackpot, its pays as given."""
    return House(
        game="wa/spanish-21",
        options={**SIX_HIT, **(options or {})},
        tables=tables,
        pays={} if pays is None else {"jackpot-1": pays},
        jackpots={"jackpot-1": PROGRESSIVE} if tables and "jackpot-1" in tables else {},
    )


def only(house: House) -> Problem:
    """Return the one problem of a configuration."""
    listed = problems(house)
    assert len(listed) == 1, listed
    return listed[0]


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(RulesError) as error:
        problems(House(game="wa/spanish-22"))
    assert [problem.code for problem in error.value.problems] == ["game/unknown"]


@every_row(("name", "hint"), [("soft71", "soft17"), ("reduble", "redouble"), ("deck", "decks")])
def test_an_unknown_option_is_refused_with_the_nearest_name(name: str, hint: str) -> None:
    problem = only(washington({name: 1}))

    assert (problem.code, problem.key) == ("option/unknown", f"options.{name}")
    assert f"did you mean {hint}" in problem.message


def test_an_option_like_no_other_is_refused_with_all_names() -> None:
    assert "decks, soft17, redouble" in only(washington({"zzzzzz": 1})).message


@every_row(
    ("name", "value", "shown"),
    [
        ("redouble", 1, "1"),
        ("redouble", "true", "'true'"),
        ("decks", "6", "'6'"),
        ("decks", True, "true"),
        ("bonus_cards", True, "true"),
        ("bonus_cards", 6, "6"),
        ("soft17", "Hit", "'Hit'"),
        ("rounding", "nearest", "'nearest'"),
    ],
)
def test_a_value_of_the_wrong_type_or_out_of_range_is_refused(
    name: str, value: OptionValue, shown: str
) -> None:
    """In Python true equals 1; here it does not, and "6" is no 6."""
    problem = only(washington({name: value}))

    assert (problem.code, problem.key) == ("option/invalid", f"options.{name}")
    assert problem.message.startswith(f"{shown} is not allowed; choose ")
    assert problem.cite == game("wa/spanish-21").option(name).cite


def test_a_rule_that_is_fixed_may_be_stated_but_not_changed() -> None:
    """Ruling C105."""
    assert problems(House(game="co/golden-21", options={"soft17": "hit"})) == ()

    problem = only(House(game="co/golden-21", options={"soft17": "stand"}))
    assert problem.code == "option/invalid"
    assert "it is always 'hit'" in problem.message


@every_row("game_id", ["wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002"])
def test_washington_must_give_decks_and_soft_17(game_id: str) -> None:
    listed = problems(House(game=game_id))

    assert [(problem.code, problem.key, problem.cite) for problem in listed] == [
        ("option/invalid", "options.decks", "GR2"),
        ("option/invalid", "options.soft17", "GR5"),
    ]
    assert all("must be given" in problem.message for problem in listed)


def test_redoubling_with_soft_17_not_given_is_said_to_be_missing_not_in_conflict() -> None:
    listed = problems(House(game="wa/spanish-21", options={"decks": 6, "redouble": True}))

    assert [problem.key for problem in listed] == ["options.soft17"]


def test_mid_deck_entry_is_limited_only_with_one_or_two_decks() -> None:
    limited = {"mid_deck_entry": "not into either"}

    assert problems(House(game="co/golden-21", options={**limited, "decks": 2})) == ()
    problem = only(House(game="co/golden-21", options={**limited, "decks": 6}))
    assert (problem.code, problem.key) == ("option/conflict", "options.mid_deck_entry")


@every_row(
    ("tables", "ok"),
    [({"match-up": "2"}, False), ({"match-up": "2", "match-down": "2"}, True), (None, True)],
)
def test_five_bonus_cards_need_the_down_card(tables: dict[str, str] | None, *, ok: bool) -> None:
    listed = problems(washington({"bonus_cards": 5}, tables))

    assert listed == () if ok else [problem.key for problem in listed] == ["options.bonus_cards"]
    assert ok or (listed[0].code, listed[0].cite) == ("option/conflict", "Table 1; ruling W12")


def test_four_bonus_cards_do_not_need_the_down_card() -> None:
    assert problems(washington({"bonus_cards": 4}, {"match-up": "2"})) == ()


@every_row("count", [1, 2, 3, 4])
def test_bonus_cards_need_the_up_card(count: int) -> None:
    problem = only(washington({"bonus_cards": count}, {}))

    assert (problem.code, problem.key) == ("option/conflict", "options.bonus_cards")


def test_a_bonus_card_beyond_the_number_dealt_is_refused() -> None:
    tables = {"match-up": "2", "match-bonus-3": "2"}
    problem = only(washington({"bonus_cards": 2}, tables))

    assert (problem.code, problem.key) == ("option/conflict", "tables.match-bonus-3")
    assert "match-bonus-3 is offered, but bonus_cards is 2" in problem.message


@every_row("wager", ["match-down", "match-bonus-1"])
def test_down_and_bonus_cards_without_the_up_card_are_refused_in_washington(wager: str) -> None:
    problem = only(washington(tables={wager: "2"}))

    assert (problem.code, problem.key) == ("option/conflict", f"tables.{wager}")
    assert "only together with match-up" in problem.message
    assert problem.cite == "GR12, Table 1"


def test_the_down_card_without_the_up_card_is_approved_in_bet_bigger() -> None:
    house = House(game="bet-bigger/spanish-21", tables={"match-down": "bonus-options"})

    assert problems(house) == ()


COMPULSORY: list[tuple[str, str]] = [
    ("co/3-card-21", "3-card-bonus"),
    ("co/deuces-wild-xtreme", "odds"),
]


@every_row(("game_id", "wager"), COMPULSORY)
@every_row("tables", [None, {}])
def test_a_wager_every_player_must_make_must_be_offered(
    game_id: str, wager: str, tables: dict[str, str] | None
) -> None:
    """Rulings T4 and D1: the bonus table of 3 Card 21 must be named, Odds is compulsory."""
    problem = only(House(game=game_id, tables=tables))

    assert (problem.code, problem.key) == ("option/invalid", f"tables.{wager}")
    assert problem.cite == game(game_id).wager(wager).cite


@every_row(("required", "wager"), [("up", "match-up"), ("down", "match-down")])
def test_match_wagers_can_be_required_only_where_they_are_offered(
    required: str, wager: str
) -> None:
    assert problems(washington({"match_required": required})) == ()

    problem = only(washington({"match_required": required}, {}))
    assert (problem.code, problem.key) == ("option/conflict", "options.match_required"), wager


def test_poker_can_be_required_only_where_it_is_offered() -> None:
    offered = House(game="co/21-holdem", options={"poker": "required"}, tables={"poker": "poker"})
    assert problems(offered) == ()

    problem = only(House(game="co/21-holdem", options={"poker": "required"}, tables={}))
    assert (problem.code, problem.key) == ("option/conflict", "options.poker")


def test_an_unknown_wager_is_refused_with_the_nearest() -> None:
    problem = only(washington(tables={"match-upp": "2"}))

    assert (problem.code, problem.key) == ("wager/not-offered", "tables.match-upp")
    assert "no wager 'match-upp'; did you mean match-up," in problem.message


def test_a_wager_without_pay_tables_needs_none() -> None:
    problem = only(washington(tables={"insurance": "2"}))

    assert (problem.code, problem.key) == ("wager/not-offered", "tables.insurance")
    assert "insurance has no pay table to choose" in problem.message


@every_row("table", ["9", "3c-5", "bonus-21", ""])
def test_an_unknown_pay_table_or_another_wagers_is_refused(table: str) -> None:
    problem = only(washington(tables={"match-up": table}))

    assert (problem.code, problem.key) == ("option/invalid", "tables.match-up")
    assert f"match-up has no pay table {table!r}; choose 2" in problem.message
    assert problem.cite == "GR12, Table 1"


def test_an_alternate_is_no_table_of_its_own() -> None:
    problem = only(washington(tables={"jackpot-1": "3-alt-1"}))

    assert (problem.code, problem.key) == ("option/invalid", "tables.jackpot-1")


@every_row("equipment", ["v003", "v005t"])
def test_table_6_needs_equipment_v006(equipment: str) -> None:
    assert problems(washington({"equipment": "v006"}, {"jackpot-1": "6-1"})) == ()

    problem = only(washington({"equipment": equipment}, {"jackpot-1": "6-1"}))
    assert (problem.code, problem.key) == ("option/conflict", "tables.jackpot-1")
    assert problem.message == "pay table 6-1 needs equipment v006"
    assert problem.cite == "Attachment D, Table 6; ruling W11"


@every_row("alternate", ["3-alt-1", "3-alt-2"])
def test_either_alternate_may_be_put_into_table_3(alternate: str) -> None:
    pays: dict[str, str | OperatorPay] = {"alternate": alternate, SUITED: "50 for 1"}

    assert problems(washington(tables={"jackpot-1": "3c-5"}, pays=pays)) == ()


@every_row(
    ("table", "decks", "alternate"),
    [
        ("4a-1", 2, "4-alt"),
        ("4a-1", 2, "3-alt-1"),
        ("3c-5", 6, "4-alt"),
        ("4d-1", 6, "3-alt-1"),
        ("5c-1", 6, "3-alt-1"),
        ("6-1", 6, "4-alt"),
        ("3c-5", 6, "3-alt-3"),
        ("3c-5", 6, "3c-6"),
    ],
)
def test_an_alternate_that_a_table_does_not_have_is_refused(
    table: str, decks: int, alternate: str
) -> None:
    """Ruling W6: table 4a has none."""
    rows = next(t for t in game("wa/spanish-21").tables if t.id == table).operator_rows
    pays: dict[str, str | OperatorPay] = {row.name: "50 for 1" for row in rows}
    house = washington({"decks": decks}, {"jackpot-1": table}, {"alternate": alternate, **pays})

    problem = only(house)
    assert (problem.code, problem.key) == ("option/conflict", "pays.jackpot-1.alternate")
    assert f"'{alternate}' is no alternate for table {table}" in problem.message


def test_v003_has_one_alternate_for_table_3_and_v002_none() -> None:
    alternates = {
        game_id: {
            alternate.id
            for table in game(game_id).tables_of("jackpot-1")
            for alternate in game(game_id).tables
            if fits(alternate, table)
        }
        for game_id in ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002")
    }

    assert alternates == {
        "wa/spanish-21": {"3-alt-1", "3-alt-2", "4-alt"},
        "wa/spanish-21-v003": {"3-alt-1", "4-alt"},
        "wa/spanish-21-v002": set(),
    }


@every_row(
    "pay",
    [
        "50 for 1",
        "50 to 1",
        "13 for 2",
        "$100",
        OperatorPay(pay="$100", source="jackpot"),
        OperatorPay(pay="50 for 1", source="house"),
    ],
)
def test_a_prize_of_the_house_is_odds_or_dollars(pay: str | OperatorPay) -> None:
    assert problems(washington(tables={"jackpot-1": "5c-1"}, pays={MATCHES: pay})) == ()


@every_row("pay", ["50%", "200 to 1 + 10%", "push", "loss", "N/A", "$", "fifty", "", "50"])
@every_row("from_jackpot", [False, True])
def test_anything_else_is_no_prize(pay: str, *, from_jackpot: bool) -> None:
    entry = OperatorPay(pay=pay, source="jackpot") if from_jackpot else pay
    problem = only(washington(tables={"jackpot-1": "5c-1"}, pays={MATCHES: entry}))

    assert (problem.code, problem.key) == ("option/invalid", f"pays.jackpot-1.{MATCHES}")
    assert repr(pay) in problem.message
    assert problem.cite == "Attachment C, Table 5c"


def test_a_pay_for_a_row_that_is_not_the_houses_is_refused() -> None:
    pays: dict[str, str | OperatorPay] = {MATCHES: "50 for 1", "1 Suited match": "50 for 1"}
    problem = only(washington(tables={"jackpot-1": "5c-1"}, pays=pays))

    assert (problem.code, problem.key) == ("option/unknown", "pays.jackpot-1.1 Suited match")
    assert f"a house sets {MATCHES}" in problem.message


def test_a_pay_where_no_row_is_the_houses_is_refused() -> None:
    problem = only(washington(tables={"jackpot-1": "3c-5"}, pays={SUITED: "50 for 1"}))

    assert (problem.code, problem.key) == ("option/unknown", f"pays.jackpot-1.{SUITED}")
    assert "a house sets no row of it" in problem.message


def test_pays_of_a_wager_that_is_not_offered_are_refused() -> None:
    problem = only(washington(tables={}, pays={SUITED: "50 for 1"}))

    assert (problem.code, problem.key) == ("wager/not-offered", "pays.jackpot-1")
