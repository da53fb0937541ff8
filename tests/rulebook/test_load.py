"""A catalogue file with something wrong in it is refused with file, key and reason, all at once.

Each test takes a real file of the catalogue, changes a thing or two, and builds the game.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import rulings
from pitboss.rulebook.reading.load import build_game
from pitboss.rulebook.reading.merge import CATALOG, merge_includes, read_toml
from tests.rows import every_row

GONE = object()
"""Put in the place of a value, it takes the key away."""

FREE_BET = "co-free-bet.toml"
TRILUX = "co-trilux.toml"
WASHINGTON = "wa-spanish-21.toml"
SWITCH = "co-blackjack-switch.toml"
PAI_JACK = "co-pai-jack.toml"
REFERENCE = "reference-blackjack.toml"

Path = tuple[str | int, ...]


def places(cases: Sequence[tuple[Any, ...]]) -> list[str]:
    """Name each case after the place it changes."""
    return [".".join(map(str, case[0])) for case in cases]


@cache
def as_stored(name: str) -> dict[str, Any]:
    return merge_includes(read_toml(CATALOG / name), CATALOG / "shared")


def changed(data: dict[str, Any], path: Path, value: object) -> None:
    """Put *value* at *path*, or take away what is there."""
    *ways, last = path
    place: Any = data
    for way in ways:
        place = place[way]
    if value is GONE:
        del place[last]
    else:
        place[last] = value


def built(name: str, *changes: tuple[Path, object]) -> Game:
    data = copy.deepcopy(as_stored(name))
    for path, value in changes:
        changed(data, path, value)
    return build_game(data, name, rulings())


def refusals(name: str, *changes: tuple[Path, object]) -> tuple[Problem, ...]:
    with pytest.raises(RulesError) as error:
        built(name, *changes)
    return error.value.problems


def assert_said(listed: Sequence[Problem], name: str, key: str, reason: str) -> None:
    """One problem names the file and the key, and gives the reason."""
    assert {problem.code for problem in listed} == {"rulebook/invalid"}
    messages = [(problem.key, problem.message) for problem in listed]
    assert any(k == f"{name}: {key}" and reason in message for k, message in messages), messages


def row(name: str = "Colored 22", **changes: object) -> dict[str, object]:
    return {"name": name, "on": "same-color", "pays": ["1 to 1"] * 3, **changes}


@every_row("name", [FREE_BET, TRILUX, WASHINGTON, SWITCH])
def test_the_files_these_tests_change_are_good_unchanged(name: str) -> None:
    assert built(name).tables


UNKNOWN_KEYS: list[tuple[Path, str]] = [
    (("colour",), "colour"),
    (("game", "colour"), "game.colour"),
    (("options", "decks", "colour"), "options.decks.colour"),
    (("wagers", "main", "colour"), "wagers.main.colour"),
    (("tables", 0, "colour"), "tables[0].colour"),
    (("tables", 0, "rows", 1, "colour"), "tables[0].rows[1].colour"),
]


@every_row(("path", "key"), UNKNOWN_KEYS)
def test_an_unknown_key_is_refused(path: Path, key: str) -> None:
    assert_said(refusals(FREE_BET, (path, "red")), FREE_BET, key, "is not a known key")


def test_an_unknown_key_is_refused_in_a_jackpots_terms_and_in_a_condition() -> None:
    jackpot: Path = ("wagers", "jackpot-1", "jackpot", "colour")
    condition: Path = ("options", "redouble", "conditions", 0, "colour")
    listed = refusals(WASHINGTON, (jackpot, "red"), (condition, "red"))

    known = "is not a known key"
    assert_said(listed, WASHINGTON, "wagers.jackpot-1.jackpot.colour", known)
    assert_said(listed, WASHINGTON, "options.redouble.conditions[0].colour", known)


MISSING: list[tuple[Path, str]] = [
    (("game",), "game"),
    (("clauses",), "clauses"),
    (("game", "id"), "game.id"),
    (("game", "round"), "game.round"),
    (("options", "decks", "values"), "options.decks.values"),
    (("options", "decks", "cite"), "options.decks.cite"),
    (("wagers", "main", "made"), "wagers.main.made"),
    (("wagers", "main", "cite"), "wagers.main.cite"),
    (("tables", 0, "family"), "tables[0].family"),
    (("tables", 0, "cite"), "tables[0].cite"),
    (("tables", 0, "rows", 0, "on"), "tables[0].rows[0].on"),
    (("tables", 0, "rows", 0, "pays"), "tables[0].rows[0].pays"),
]


@every_row(("path", "key"), MISSING)
def test_a_missing_field_is_refused(path: Path, key: str) -> None:
    assert_said(refusals(FREE_BET, (path, GONE)), FREE_BET, key, "is missing")


WRONG_TYPES: list[tuple[Path, object, str, str]] = [
    (("game", "title"), 21, "game.title", "write text in quotes, not 21"),
    (("game", "seats_max"), "nine", "game.seats_max", 'write a whole number, not "nine"'),
    (("game", "round"), "roulette", "game.round", '"roulette"'),
    (("options", "decks", "values"), 6, "options.decks.values", "write a list, not 6"),
    (("options", "decks", "required"), 1, "options.decks.required", "write true or false, not 1"),
    (("wagers", "main", "made"), "at dawn", "wagers.main.made", '"at dawn"'),
    (("wagers", "main", "min"), 1.5, "wagers.main.min", "1.5"),
    (("wagers", "main", "min"), True, "wagers.main.min", "write a whole number, not true"),
    (("wagers", "main", "tip"), "maybe", "wagers.main.tip", '"maybe"'),
    (("tables", 0, "rows", 0, "pays"), "50 to 1", "tables[0].rows[0].pays", "a list"),
    (
        ("tables", 0, "rows", 0, "pays", 1),
        50,
        "tables[0].rows[0].pays[1]",
        "text in quotes, not 50",
    ),
    (("clauses", "2116"), ["a"], "clauses.2116", 'text in quotes, not ["a"]'),
    (("rules", "peek"), "yes", "rules.peek", "write True, False, 'ace' or 'ten', not \"yes\""),
    (("rules", "max_hands"), True, "rules.max_hands", "write a whole number, not true"),
    (("rules", "insurance"), "half", "rules.insurance", '"half"'),
    (("options", "soft17", "values"), ["stand", "draw"], "rules.soft17", '"draw"'),
]


@every_row(("path", "value", "key", "reason"), WRONG_TYPES)
def test_a_value_of_the_wrong_type_is_refused(
    path: Path, value: object, key: str, reason: str
) -> None:
    assert_said(refusals(FREE_BET, (path, value)), FREE_BET, key, reason)


PUSH_22 = "tables[0] push-22-A/push-22-B/push-22-C"
IMPOSSIBLE: list[tuple[Path, object, str, str]] = [
    (
        ("tables", 0, "rows", 1, "pays"),
        ["1 to 1", "1 to 1"],
        f"{PUSH_22} row 'Colored 22'",
        "has 2 pays where 3 are printed",
    ),
    (
        ("tables", 0, "rows", 1, "pays", 2),
        "11 to 0",
        f"{PUSH_22} row 'Colored 22'",
        "'11 to 0' is not a pay",
    ),
    (
        ("tables", 0, "rows", 1, "on"),
        "royal-flush",
        f"{PUSH_22} row 'Colored 22'",
        "the family 'dealer-22' has no outcome 'royal-flush'",
    ),
    (("tables", 0, "rows", 1, "on"), "suited", "tables 'push-22-A'", "the same outcome twice"),
    (("tables", 0, "rows", 1), row(envy=["$1"] * 3), f"{PUSH_22} row 'Colored 22'", "envy_to"),
    (
        ("tables", 0, "family"),
        "tarot",
        PUSH_22,
        "the family 'tarot' is unknown; 'pitboss outcomes'",
    ),
    (("tables", 0, "wagers"), ["push-23"], PUSH_22, "pays the unknown wager 'push-23'"),
    (("tables", 0, "rows"), [], PUSH_22, "needs ids, rows and a clause"),
    (("tables", 0, "cite"), "", PUSH_22, "needs ids, rows and a clause"),
    (("tables", 0, "decks"), [3], "tables 'push-22-A'", "fits none of the game's deck counts"),
    (("tables", 0, "decks"), [[5], [6]], PUSH_22, "gives 'decks' 2 times for 3 tables"),
    (("tables", 0, "seed"), ["1.00"], PUSH_22, "gives 'seed' 1 times for 3 tables"),
    (("tables", 0, "printed"), {"edge": ["1%"]}, PUSH_22, "gives 'edge' 1 times for 3 tables"),
    (("tables", 0, "printed"), {"edge": []}, PUSH_22, "gives 'edge' 0 times for 3 tables"),
    (("tables", 0, "columns"), ["One"], PUSH_22, "needs a word in columns_on"),
    (
        ("tables", 0, "needs_options"),
        {"moon": [1]},
        PUSH_22,
        "needs the unknown option 'moon'",
    ),
    (("tables", 0, "alternate_for"), ["9?-*"], "tables 'push-22-A'", "which no table is"),
    (("tables", 1, "ids"), ["POG-01", "POG-01"], "tables 'POG-01'", "stands twice"),
    (("rules", "soft17"), "hit", "rules.soft17", "is both fixed and an option"),
    (("rules", "peek"), GONE, "rules.peek", "is missing: neither fixed nor an option"),
    (("options", "soft17"), GONE, "rules.soft17", "is missing: neither fixed nor an option"),
    (("rules", "jokers"), 2, "rules.jokers", "is not a rule of this kind of round"),
    (("options", "decks"), GONE, "options.decks", "is missing"),
    (("options", "decks", "default"), 7, "options.decks", "condition 7 is not one of its values"),
    (("options", "decks", "default"), "6", "options.decks", "'6' is not one of its values"),
    (("options", "decks", "default"), GONE, "options.decks", "either a default or required"),
    (("options", "decks", "required"), True, "options.decks", "either a default or required"),
    (("options", "decks", "values"), [6, 6], "options.decks", "at least one value, none twice"),
    (("options", "decks", "values"), [], "options.decks", "at least one value, none twice"),
    (("wagers", "push-22", "needs"), ["main", "moon"], "wagers.push-22", "unknown wager 'moon'"),
    (("wagers", "push-22", "needs"), ["main or moon"], "wagers.push-22", "unknown wager 'moon'"),
    (("wagers", "push-22", "follows"), "moon", "wagers.push-22", "unknown wager 'moon'"),
    (("wagers", "push-22", "equals"), "moon", "wagers.push-22", "unknown wager 'moon'"),
    (("default_tables",), {"push-22": "X"}, "default_tables.push-22", "no table 'X' for it"),
    (("kind",), {"hands": 2}, "kind", "is not a known key"),
    (("game", "deck"), "tarot-78", "game.deck", "the deck 'tarot-78' is unknown"),
    (("rules", "max_hands"), 0, "rules.max_hands", "is from 1 (no split) to 8"),
    (("rules", "max_hands"), 50, "rules.max_hands", "is from 1 (no split) to 8"),
    (("rules", "bonus_21"), "not doubled", "rules.bonus_21", "needs an automatic pay table"),
    (("rules", "insurance_pays"), "lots", "rules.insurance_pays", "'lots' is not a ratio"),
    (("options", "blackjack", "values"), ["3:2", "lots"], "rules.blackjack", "is not a ratio"),
    (("wagers", "main", "pays"), "lots", "wagers.main", "'lots' is not a pay"),
    (("wagers", "main", "cite"), "", "wagers.main", "needs a clause"),
    (("options", "decks", "cite"), "", "options.decks", "needs a clause"),
]


@every_row(("path", "value", "key", "reason"), IMPOSSIBLE)
def test_what_cannot_be_is_refused(path: Path, value: object, key: str, reason: str) -> None:
    assert_said(refusals(FREE_BET, (path, value)), FREE_BET, key, reason)


NOT_DECIDED: list[tuple[Path, object, str, str]] = [
    (("options", "das", "rule"), "moon", "options.das", "decides the unknown rule 'moon'"),
    (("options", "das", "rule"), GONE, "rules.double_after_split", "neither fixed nor an option"),
    (("options", "das", "rule"), "peek", "options.das", "which another option decides too"),
    (("rules", "double_totals"), "any", "rules.double_totals", "is both fixed and an option"),
    (("options", "surrender", "means", "sooner"), True, "options.surrender", "meaning to 'sooner'"),
    (("options", "surrender", "means"), {}, "rules.surrender", "write False, True"),
    (("options", "double", "means"), {"any": "all"}, "rules.double_totals", 'not "all"'),
]


@every_row(("path", "value", "key", "reason"), NOT_DECIDED)
def test_an_option_that_decides_no_rule_or_makes_nonsense_of_it_is_refused(
    path: Path, value: object, key: str, reason: str
) -> None:
    assert_said(refusals(REFERENCE, (path, value)), REFERENCE, key, reason)


def test_a_condition_on_an_unknown_option_is_refused() -> None:
    path: Path = ("options", "redouble", "conditions", 0, "needs")
    listed = refusals(WASHINGTON, (path, {"moon": ["full"]}))

    assert_said(listed, WASHINGTON, "options.redouble", "needs 'moon', which is no option here")


def test_a_condition_on_a_value_the_option_has_not_is_refused() -> None:
    path: Path = ("options", "redouble", "conditions", 0, "value")
    listed = refusals(WASHINGTON, (path, "sometimes"))

    assert_said(listed, WASHINGTON, "options.redouble", "'sometimes' is not one of its values")


def test_a_contribution_that_is_no_share_is_refused() -> None:
    listed = refusals(WASHINGTON, (("wagers", "jackpot-1", "jackpot", "contribution"), "lots"))

    assert_said(listed, WASHINGTON, "wagers.jackpot-1", "'lots' is not a share")


def test_a_default_of_the_wrong_type_is_none_of_the_values() -> None:
    """In Python 1 equals true; in the rule book it does not."""
    listed = refusals(WASHINGTON, (("options", "redouble", "default"), 0))

    assert_said(listed, WASHINGTON, "options.redouble", "0 is not one of its values")


NAMES_OF_NOTHING: list[tuple[Path, object, str]] = [
    (("options", "bonus_cards", "conditions", 0, "needs_wagers"), ["moon"], "options.bonus_cards"),
    (("options", "bonus_cards", "offers_like"), "moon", "options.bonus_cards"),
    (
        ("options", "double_for_less", "default_when", 0, "when"),
        {"moon": True},
        "options.double_for_less",
    ),
    (("wagers", "match-up", "compulsory_when"), {"moon": ["up"]}, "wagers.match-up"),
]


@every_row(("path", "value", "key"), NAMES_OF_NOTHING)
def test_a_condition_that_names_nothing_known_is_refused(
    path: Path, value: object, key: str
) -> None:
    """It would never hold, and so the rule it stands for would not be enforced."""
    assert_said(refusals(WASHINGTON, (path, value)), WASHINGTON, key, "'moon'")


METER: list[tuple[Path, object, str]] = [
    (("tables", 5, "seed"), ["lots"], "'lots' is not an amount"),
    (("tables", 5, "increment"), ["lots"], "'lots' is not a share"),
    (("tables", 5, "base_wager"), GONE, "base_wager"),
]


@every_row(("path", "value", "reason"), METER)
def test_a_seed_and_an_increment_that_cannot_be_read_are_refused(
    path: Path, value: object, reason: str
) -> None:
    listed = refusals(TRILUX, (path, value))

    assert_said(listed, TRILUX, "tables[5] progressive-01", reason)


def test_an_envy_pay_must_be_dollars() -> None:
    name = "tables[2] TRILG-01/TRILG-02/TRILG-03/TRILG-04 row 'Straight Flush'"
    listed = refusals(TRILUX, (("tables", 2, "rows", 0, "envy"), ["$1", "5%", "10 to 1", "N/A"]))

    assert_said(listed, TRILUX, name, "'5%' is not an envy pay; write '$10' or 'N/A'")
    assert_said(listed, TRILUX, name, "'10 to 1' is not an envy pay; write '$10' or 'N/A'")
    assert len(listed) == 2


def test_a_columns_outcome_must_be_one_of_the_family() -> None:
    listed = refusals(TRILUX, (("tables", 4, "columns_on"), ["off-suit", "striped"]))

    key = "tables[4] bust-bonanza-1/bust-bonanza-2 row 'Ace'"
    assert_said(listed, TRILUX, key, "has no outcome 'ace striped'")


@every_row("pattern", ["{moon}", "{", "{row} {column} {0}"])
def test_a_malformed_outcome_pattern_is_refused(pattern: str) -> None:
    listed = refusals(TRILUX, (("tables", 4, "outcome"), pattern))

    assert all(problem.key.startswith(f"{TRILUX}: tables[4]") for problem in listed)


def test_a_game_of_another_kind_needs_that_kinds_rules() -> None:
    missing = refusals(PAI_JACK, (("kind", "win_pays"), GONE))
    unknown = refusals(PAI_JACK, (("kind", "colour"), "red"))

    assert_said(missing, PAI_JACK, "kind.win_pays", "is missing")
    assert_said(unknown, PAI_JACK, "kind.colour", "is not a known key")


REFERENCES: list[tuple[Path, object, str]] = [
    (("include",), ["moon"], "include"),
    (("tables", 0, "grid"), "moon", "tables[2].grid"),
    (("wagers", "jackpot-1", "like"), "moon", "wagers.jackpot-1.like"),
    (("without_wagers",), ["moon"], "without_wagers"),
]


@every_row(("path", "value", "key"), REFERENCES)
def test_a_reference_to_what_is_not_there_is_refused(path: Path, value: object, key: str) -> None:
    data = read_toml(CATALOG / "wa-spanish-21-v002.toml")
    changed(data, path, value)

    with pytest.raises(RulesError) as error:
        build_game(merge_includes(data, CATALOG / "shared"), "v002.toml", rulings())
    assert any(key in problem.key for problem in error.value.problems), error.value.problems


def test_a_files_own_values_are_laid_over_what_it_includes() -> None:
    """Free Bet takes Colorado's blackjack, and leaves to the house what that fixes: 3 to 2."""
    game = built(FREE_BET)
    shared = read_toml(CATALOG / "shared" / "colorado-blackjack.toml")

    assert "blackjack" in shared["rules"]
    assert "blackjack" not in game.fixed
    assert game.option("blackjack").values == ("3:2", "6:5")
    assert shared["options"]["resplit_aces"]["values"] == [False, True]
    assert game.option("resplit_aces").values == (True,)
    assert game.option("resplit_aces").title == shared["options"]["resplit_aces"]["title"]


def test_what_is_wrong_with_another_kinds_rules_hides_nothing_else() -> None:
    listed = refusals(PAI_JACK, (("kind", "win_pays"), GONE), (("rules",), {"jokers": 2}))

    assert [problem.key for problem in listed] == [
        f"{PAI_JACK}: kind.win_pays",
        f"{PAI_JACK}: rules.jokers",
    ]


def test_everything_wrong_with_a_files_shape_is_said_in_one_error() -> None:
    listed = refusals(
        FREE_BET,
        (("colour",), "red"),
        (("game", "title"), GONE),
        (("options", "decks", "values"), 6),
        (("wagers", "main", "made"), "at dawn"),
        (("tables", 0, "rows", 0, "pays", 1), 50),
    )

    assert {problem.key.removeprefix(f"{FREE_BET}: ") for problem in listed} == {
        "colour",
        "game.title",
        "options.decks.values",
        "wagers.main.made",
        "tables[0].rows[0].pays[1]",
    }


def test_everything_that_cannot_be_is_said_in_one_error() -> None:
    listed = refusals(
        FREE_BET,
        (("rules", "soft17"), "hit"),
        (("rules", "jokers"), 2),
        (("options", "decks", "default"), 7),
        (("wagers", "push-22", "needs"), ["moon"]),
        (("tables", 0, "rows", 0, "pays"), ["1 to 1"]),
        (("tables", 1, "family"), "tarot"),
        (("default_tables",), {"kings-bounty": "X"}),
    )

    keys = [problem.key.removeprefix(f"{FREE_BET}: ") for problem in listed]
    assert keys == [
        "rules.jokers",
        "rules.soft17",
        "options.decks",
        "wagers.push-22",
        f"{PUSH_22} row 'Suited 22'",
        "tables[1] POG-01/POG-02",
        "default_tables.kings-bounty",
    ]


def test_each_thing_wrong_is_said_once() -> None:
    """A fixed rule is judged with every value of every option, and is wrong with all of them."""
    listed = refusals(FREE_BET, (("rules", "peek"), "yes"))

    assert len(listed) == 1, [problem.key for problem in listed]


@every_row(
    ("changes", "key", "reason"),
    [
        ({"scope": "player"}, "scope", "'back-out' is about one round, not a player"),
        ({"effect": "option"}, "scope", "'option' is about one hand, not a round"),
        ({"option": "soft17"}, "option", "names the option that decides"),
        ({"scope": "table"}, "scope", "hand"),
    ],
)
def test_an_irregularity_that_the_table_could_not_rule_on_is_refused(
    changes: dict[str, str], key: str, reason: str
) -> None:
    name = "co-straight-jack-progressive.toml"
    own = as_stored(name)["irregularities"]["misdeal"] | changes
    listed = refusals(name, (("irregularities", "misdeal"), own))
    assert_said(listed, name, f"irregularities.misdeal.{key}", reason)


@pytest.mark.parametrize(
    ("changes", "key", "reason"),
    [
        ({"text": "Pay {no_such_rule}."}, "procedure[0]", "unknown rule 'no_such_rule'"),
        ({"text": "Pay {."}, "procedure[0]", "its text cannot be read"),
        ({"cite": ""}, "procedure[0]", "needs a clause"),
        ({"at": "lunch"}, "procedure[0].at", "shuffle"),
    ],
)
def test_a_step_of_the_procedure_that_no_sheet_could_print_is_refused(
    changes: dict[str, str], key: str, reason: str
) -> None:
    name = "co-blackjack-switch.toml"
    first, *others = as_stored(name)["procedure"]
    listed = refusals(name, (("procedure",), [first | changes, *others]))
    assert_said(listed, name, key, reason)
