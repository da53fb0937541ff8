"""Any text is a house configuration that round-trips or is refused; any house can be judged."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from pitboss.rulebook.check import data_problems, problems
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import (
    House,
    JackpotSetup,
    Limits,
    OperatorPay,
    house_from,
    parse_house,
    parse_house_data,
    read_house,
)
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game, game_ids, games
from tests.rows import every_row
from tests.tiers import by_day

Offer = Callable[..., House]
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure."""


def plain(house: House) -> dict[str, Any]:
    """Return *house* as TOML or JSON would give it; there `source` is called `from`."""

    def entry(pay: str | OperatorPay) -> object:
        return {"pay": pay.pay, "from": pay.source} if isinstance(pay, OperatorPay) else pay

    data = dataclasses.asdict(house)
    data["pays"] = {
        wager: {row: entry(pay) for row, pay in rows.items()} for wager, rows in house.pays.items()
    }
    return without_none(data)


def without_none(data: Mapping[str, Any]) -> dict[str, Any]:
    """TOML has no null: what is not said is left out."""
    return {
        key: without_none(value) if isinstance(value, dict) else value
        for key, value in data.items()
        if value is not None
    }


def house_or_refusal(text: str) -> House | RulesError:
    try:
        return parse_house(text)
    except RulesError as error:
        return error


names = st.text(max_size=8)
wager_ids = st.sampled_from([wager.id for one in games() for wager in one.wagers]) | names
table_ids = st.sampled_from([table.id for one in games() for table in one.tables]) | names
amounts = st.sampled_from(("5000.00", "0", 5000, "10000", "2000.00", -1, "1.005", "lots")) | names
shares = st.sampled_from(("21%", "0%", "24%", "17%", "100%", "101%", "0.5%", "x")) | names
pay_texts = st.sampled_from(("50 for 1", "$100", "10%", "push", "3-alt-1", "4-alt", "")) | names
cents = st.sampled_from((None, 1, 100, 500, 3000, 0, -5, 10**30))
option_values: st.SearchStrategy[OptionValue] = st.one_of(
    st.booleans(),
    st.integers(-1, 9),
    st.sampled_from([v for one in games() for o in one.options for v in o.values]),
    names,
)
option_ids = st.sampled_from([o.id for one in games() for o in one.options]) | names
setups = st.builds(
    JackpotSetup,
    scheme=st.sampled_from(("progressive", "house", "")) | names,
    wager=cents,
    contribution=st.none() | shares,
    reserve=st.none() | shares,
    seed=st.none() | amounts,
    prize=st.dictionaries(st.sampled_from(("100%", "10%", "5%")) | names, amounts, max_size=3),
)
operator_pays = pay_texts | st.builds(
    OperatorPay, pay=pay_texts, source=st.sampled_from(("house", "jackpot"))
)
row_names = st.sampled_from(
    sorted({row.name for one in games() for table in one.tables for row in table.operator_rows})
)
houses = st.builds(
    House,
    game=st.sampled_from(game_ids()),
    options=st.dictionaries(option_ids, option_values, max_size=4),
    tables=st.none() | st.dictionaries(wager_ids, table_ids, max_size=4),
    pays=st.dictionaries(
        wager_ids,
        st.dictionaries(row_names | st.just("alternate") | names, operator_pays, max_size=3),
        max_size=2,
    ),
    jackpots=st.dictionaries(wager_ids, setups, max_size=2),
    limits=st.dictionaries(
        wager_ids, st.builds(Limits, min=cents, max=cents, aggregate=cents), max_size=3
    ),
)


@PATIENT
@given(houses)
def test_a_house_written_out_is_read_back_equal(house: House) -> None:
    assert house_from(plain(house)) == house


toml_like = st.lists(
    st.sampled_from(
        (
            *('game = "wa/spanish-21"', "game = 21", "[options]", "decks = 6", "decks = 6.0"),
            *('soft17 = "hit"', "redouble = true", "[tables]", 'match-up = "2"', "tables = {}"),
            *(
                "[pays.jackpot-1]",
                'alternate = "3-alt-1"',
                'row = { pay = "$1", from = "jackpot" }',
            ),
            *("row = { pay = 1 }", 'row = { from = "moon" }', "pays = 1", "pays.x = []"),
            *("[jackpots.jackpot-1]", 'scheme = "progressive"', "wager = 500", "seed = 5000.10"),
            *("seed = inf", "seed = nan", "seed = 0x10", "prize = { '100%' = 1.5 }"),
            *("[limits.main]", "min = 100", "max = 1979-05-27", "max = 07:32:00", "# comment", ""),
            *(
                "[[options]]",
                "colour = 'red'",
                "x = [1, 2",
                "é = 1",
                '"" = 1',
                "[shoe]",
                "burn = 1",
            ),
        )
    ),
    max_size=12,
).map("\n".join)


@settings(PATIENT, max_examples=by_day(100, 200))
@given(st.text() | toml_like)
@example("game = " + "[" * 5000)
@example("game = " + "[" * 400 + "]" * 400)
@example("x." * 1000 + "y = 1")
@example("game = ''\nlimits.main.min = " + "9" * 5000)
@example('game = "\ud800"')
@example("game = 1979-05-27T07:32:00Z")
@example("\ufeffgame = ''")
def test_any_text_is_refused_or_a_house_that_round_trips(text: str) -> None:
    result = house_or_refusal(text)

    if isinstance(result, House):
        assert house_from(plain(result)) == result
    else:
        assert {problem.code for problem in result.problems} == {"house/malformed"}
        assert all(problem.message for problem in result.problems)


@PATIENT
@given(st.binary() | toml_like.map(str.encode))
def test_any_bytes_in_a_file_are_refused_or_a_house(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "house.toml"
    path.write_bytes(content)
    try:
        house = read_house(path)
    except RulesError as error:
        codes = {problem.code for problem in error.problems}
        assert codes in ({"house/malformed"}, {"file/unreadable"})
    else:
        assert house_from(plain(house)) == house


@settings(PATIENT, max_examples=by_day(50, 100))
@given(toml_like)
@example('game = "co/trilux"\njackpots.int.prize."100%" = []\nlimits.str.min = []')
@example('game = "co/trilux"\njackpots."a[b]".prize."1[" = []\npays.int.x = { from = 1 }')
def test_any_table_is_judged_as_far_as_it_can_be_read(text: str) -> None:
    """What cannot be read comes first and hides nothing; what follows from it is not said."""
    try:
        data = parse_house_data(text)
    except RulesError:
        return
    house, listed = data_problems(data)
    malformed = [problem for problem in listed if problem.code == "house/malformed"]

    assert listed[: len(malformed)] == tuple(malformed)
    assert house is not None or malformed
    assert len({problem.key for problem in malformed}) == len(malformed)


def test_a_file_that_is_missing_or_no_file_is_refused(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "none.toml", "file/missing"), (tmp_path, "file/unreadable")):
        with pytest.raises(RulesError) as error:
            read_house(path)
        (problem,) = error.value.problems
        assert problem.code == code
        assert str(path) in problem.message


def judged(house: House) -> tuple[tuple[Problem, ...], ConfiguredGame | None]:
    """Judge and configure *house*; a refusal must carry exactly what was found."""
    listed = problems(house)
    try:
        return listed, configure(house)
    except RulesError as error:
        assert error.problems == listed  # noqa: PT017
        return listed, None


@settings(PATIENT, max_examples=by_day(150, 300))
@given(houses)
def test_any_house_is_judged_and_configured_exactly_if_nothing_is_wrong(house: House) -> None:
    listed, configured = judged(house)

    assert (configured is not None) == (listed == ())
    assert all(problem.code and problem.key and problem.message for problem in listed)
    if configured is not None:
        assert len(configured.digest) == 64
        assert configured.game.id == house.game


@settings(PATIENT, max_examples=by_day(150, 300))
@given(st.sampled_from(game_ids()), st.data())
def test_a_good_house_with_one_thing_changed_is_judged_too(
    offering: Offer, game_id: str, data: st.DataObject
) -> None:
    """Close to the line between approved and not, where a wild guess seldom comes."""
    one = game(game_id)
    tables = [table for wager in one.wagers for table in one.tables_of(wager.id)]
    table = data.draw(st.sampled_from(tables)) if tables else None
    house = offering(game_id, table.wagers[0] if table else None, table)
    assert judged(house)[0] == ()

    other = data.draw(houses)
    part = data.draw(st.sampled_from(("options", "tables", "pays", "jackpots", "limits")))
    mine = getattr(house, part) or {}
    theirs = getattr(other, part) or {}
    if part == "options":
        option = data.draw(st.sampled_from(one.options))
        theirs = {option.id: data.draw(st.sampled_from(option.values) | option_values)}
    new: dict[str, Any] = {part: {**mine, **theirs}}
    changed = dataclasses.replace(house, **new)

    listed, configured = judged(changed)
    assert (configured is not None) == (listed == ())


@PATIENT
@given(st.text(max_size=20))
def test_an_unknown_game_is_the_only_thing_that_cannot_be_judged(game_id: str) -> None:
    assume(game_id not in game_ids())
    with pytest.raises(RulesError) as error:
        problems(House(game=game_id))
    assert [problem.code for problem in error.value.problems] == ["game/unknown"]


@every_row(
    ("text", "key", "reason"),
    [
        ("", "game", "is missing"),
        ("game = 21", "game", "write text in quotes, not 21"),
        ('game = "x"\ncolour = 1', "colour", "is not a known key"),
        ('game = "x"\noptions = 1', "options", "write a section with keys of its own, not 1"),
        ('game = "x"\noptions.decks = [6]', "options.decks", "[6]"),
        ('game = "x"\ntables.match-up = 2', "tables.match-up", "write text in quotes, not 2"),
        ('game = "x"\njackpots.a.wager = "5 "', "jackpots.a.wager", "'5 ' is not an amount"),
        ('game = "x"\njackpots.a.wager = true', "jackpots.a.wager", "true is not an amount"),
        ('game = "x"\njackpots.a.colour = 1', "jackpots.a.colour", "is not a known key"),
        (
            'game = "x"\nlimits.main.min = 5.0',
            "limits.main.min",
            """as in "$5.00", or whole cents, as in 500""",
        ),
        ('game = "x"\nlimits.main.least = 5', "limits.main.least", "is not a known key"),
    ],
)
def test_a_malformed_configuration_is_refused_with_key_and_reason(
    text: str, key: str, reason: str
) -> None:
    with pytest.raises(RulesError) as error:
        parse_house(text)
    messages = [(problem.key, problem.message) for problem in error.value.problems]

    assert any(k == key and reason in message for k, message in messages), messages


def test_everything_malformed_is_said_at_once() -> None:
    with pytest.raises(RulesError) as error:
        parse_house("colour = 1\n[options]\ndecks = []\n[limits.main]\nmin = 'x'")

    keys = {problem.key for problem in error.value.problems}
    assert {"game", "colour", "options.decks", "limits.main.min"} <= keys
