"""Charts read back from JSON: what was written is read, and what is wrong is all said at once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import possible_cells
from pitboss.exact.charts.follow import SuitBonus
from pitboss.exact.charts.model import Cell, Chart, Code, DoubledCode, Part
from pitboss.exact.charts.parse import read_chart, read_points
from pitboss.exact.kinds import SOLVERS
from pitboss.exact.switch.solution import SwitchSolution, switch_solution
from pitboss.rulebook.defaults import fill_in_required
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue, RoundKind
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import games
from tests.exact.random_charts import random_chart
from tests.tiers import by_day

Options = tuple[tuple[str, OptionValue], ...]
ONE_HAND = tuple(
    sorted(
        game.id
        for game in games()
        if game.round != RoundKind.SWITCH and SOLVERS[game.round].is_charted
    )
)
WASHINGTON: tuple[Options, ...] = (
    (("decks", 2), ("soft17", "stand")),
    (("decks", 8), ("soft17", "hit"), ("redouble", True)),
)
SURRENDER: Options = (("surrender", True),)
TABLES = [
    *((game, ()) for game in ONE_HAND),
    *(("wa/spanish-21", options) for options in WASHINGTON),
    ("co/free-bet", SURRENDER),
    ("co/21-plus-3", (("decks", 1), *SURRENDER)),
]


@cache
def rules_of(game: str, options: Options = ()) -> Rules:
    house, _ = fill_in_required(House(game=game, options=dict(options)))
    return Rules.from_setup(prepare(house))


@cache
def chart(game: str, options: Options = ()) -> Chart:
    return solve(rules_of(game, options).setup).chart


@cache
def switch() -> SwitchSolution:
    return switch_solution(rules_of("co/blackjack-switch").setup)


Said = dict[str, Any]


def as_text(made: Chart) -> Said:
    """What a file would hold."""
    data: Said = json.loads(json.dumps(made.as_json()))
    return data


def refused(data: object, rules: Rules) -> list[Problem]:
    with pytest.raises(RulesError) as error:
        read_chart(data, rules, "strategy")
    return list(error.value.problems)


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_the_chart_of_every_solved_game_is_read_back(game: str, options: Options) -> None:
    rules = rules_of(game, options)
    made = chart(game, options)

    assert read_chart(as_text(made), rules, "strategy") == made
    assert read_chart(as_text(made.plain), rules, "strategy") == made.plain


def test_chart_and_points_of_blackjack_switch_are_read_back() -> None:
    solution = switch()
    points = json.loads(json.dumps(solution.points.as_json()))

    assert (
        read_chart(as_text(solution.chart), rules_of("co/blackjack-switch"), "") == solution.chart
    )
    assert read_points(points, "") == solution.points


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("game", ["wa/spanish-21", "co/free-bet", "co/blackjack-switch"])
@pytest.mark.parametrize("seed", range(5))
def test_any_chart_of_what_may_be_done_is_read_back(game: str, seed: int) -> None:
    rules = rules_of(game)
    made = random_chart(rules, random.Random(seed))

    assert read_chart(as_text(made), rules, "strategy") == made


def test_every_cell_is_read_from_what_is_printed_in_it() -> None:
    exceptions = [(None, None), *product((3, 9, 10, 21), Code)]
    for code, (count, then), bonus in product(Code, exceptions, (None, *SuitBonus)):
        cell = Cell(code=code, from_cards=count, then=then, bonus=bonus)
        assert Cell.read(cell.text) == cell
    for code_of_doubled in DoubledCode:
        cell = Cell(code=code_of_doubled)
        assert Cell.read(cell.text, doubled=True) == cell


@given(text=st.text(alphabet="SHDRPFsp0123459*+^ x", max_size=8), doubled=st.booleans())
def test_any_text_is_a_cell_or_none(text: str, *, doubled: bool) -> None:
    cell = Cell.read(text, doubled=doubled)

    if cell is not None:
        assert Cell.read(cell.text, doubled=doubled) == cell
        assert cell.text == text or "H" in text  # "S4H" is "S4"


ILLEGAL = [
    ("co/21-plus-3", (), "hard", "16", "10", "P", "split"),
    ("co/21-plus-3", (), "hard", "16", "10", "Rp", "surrender"),
    ("co/21-plus-3", SURRENDER, "hard", "16", "10", "Rp", "split"),
    ("co/21-plus-3", (), "hard", "16", "10", "R", "surrender"),
    ("co/21-plus-3", (), "pairs", "8,8", "A", "Rp", "surrender"),
    ("co/21-plus-3", (), "hard", "11", "6", "F", "double free"),
    ("co/21-plus-3", (), "pairs", "8,8", "6", "FP", "split free"),
    ("co/21-plus-3", (), "hard", "11", "6", "S3D", "double"),
    ("co/21-plus-3", (), "hard", "15", "10", "S+", "bonus"),
    ("co/21-plus-3", (), "hard", "20", "6", "S21", "21 or more cards"),
    ("co/21-plus-3", (), "pairs", "8,8", "6", "P3", "3 or more cards"),
    ("co/free-bet", (), "hard", "12", "6", "F", "double free"),
    ("co/free-bet", (), "pairs", "10,10", "6", "FP", "split free"),
    ("co/free-bet", (), "free_soft", "12", "6", "H", "hit"),
    ("wa/spanish-21", (), "soft", "18", "6", "S^", "bonus"),
    ("wa/spanish-21", (), "pairs", "8,8", "6", "P*", "bonus"),
    ("wa/spanish-21", (), "doubled_hard", "14", "6", "D", "redouble"),
    ("wa/spanish-21", (), "doubled_hard", "14", "6", "Dr", "redouble"),
    ("bet-bigger/spanish-21", (), "hard", "8", "6", "F", "double free"),
]


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("game", "options", "part", "row", "up", "code", "why"), ILLEGAL)
def test_a_code_that_no_hand_of_its_cell_may_follow_is_illegal(
    game: str, options: Options, part: str, row: str, up: str, code: str, why: str
) -> None:
    data = as_text(chart(game, options))
    data[part][row][up] = code

    (problem,) = refused(data, rules_of(game, options))
    assert (problem.code, problem.key) == ("strategy/illegal", f"strategy.{part}.{row}.{up}")
    assert repr(code) in problem.message
    assert why in problem.message


LEGAL = [
    ("co/21-plus-3", SURRENDER, "hard", "5", "6", "R"),
    ("co/21-plus-3", (), "hard", "20", "6", "H9"),
    ("co/free-bet", (), "pairs", "4,4", "6", "H"),
    ("co/free-bet", (), "free_hard", "11", "6", "D"),
    ("wa/spanish-21", (), "hard", "14", "6", "S6D^"),
    ("wa/spanish-21", (), "pairs", "7,7", "6", "S*"),
    ("wa/spanish-21", WASHINGTON[1], "doubled_hard", "14", "6", "Dr"),
]


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("game", "options", "part", "row", "up", "code"), LEGAL)
def test_a_cell_may_be_changed_for_anything_that_is_legal(
    game: str, options: Options, part: str, row: str, up: str, code: str
) -> None:
    data = as_text(chart(game, options))
    assert data[part][row][up] != code
    data[part][row][up] = code

    assert as_text(read_chart(data, rules_of(game, options), "strategy"))[part][row][up] == code


def test_everything_that_is_wrong_is_said_at_once() -> None:
    data = as_text(chart("wa/spanish-21"))
    data["hrad"] = {}
    data["hard"]["22"] = {}
    data["hard"]["16"]["1"] = "S"
    del data["hard"]["12"]["A"]
    del data["pairs"]["8,8"]
    data["soft"]["18"]["2"] = "X4"
    data["soft"]["19"]["2"] = 4
    data["soft"]["20"] = "S"
    data["doubled_soft"] = []
    data["free_hard"] = {}

    problems = {(problem.code, problem.key) for problem in refused(data, rules_of("wa/spanish-21"))}
    assert problems == {
        ("strategy/malformed", "strategy"),
        ("strategy/malformed", "strategy.hard"),
        ("strategy/malformed", "strategy.hard.16"),
        ("strategy/malformed", "strategy.hard.12"),
        ("strategy/malformed", "strategy.pairs"),
        ("strategy/malformed", "strategy.soft.18.2"),
        ("strategy/malformed", "strategy.soft.19.2"),
        ("strategy/malformed", "strategy.soft.20"),
        ("strategy/malformed", "strategy.doubled_soft"),
        ("strategy/illegal", "strategy.free_hard"),
    }


@pytest.mark.parametrize("game", ["wa/spanish-21", "co/free-bet", "reference/blackjack"])
def test_every_cell_but_those_of_doubled_hands_must_be_there(game: str) -> None:
    rules = rules_of(game)
    whole = as_text(chart(game))
    for part, rows in possible_cells(rules).items():
        if part in {Part.DOUBLED_HARD, Part.DOUBLED_SOFT}:
            continue
        assert len(whole[part.value]) == len(rows)
        for row in list(whole[part.value])[:: by_day(3, 1)]:
            kept = whole[part.value][row].pop("7")
            (problem,) = refused(whole, rules)
            assert problem.key == f"strategy.{part.value}.{row}"
            whole[part.value][row]["7"] = kept


def test_a_doubled_hand_must_have_its_cell_where_the_chart_comes_to_it() -> None:
    """Nobody doubles 8 against 9; who does has to say what comes then: 10 to 18, and a soft 19."""
    rules = rules_of("wa/spanish-21")
    data = as_text(chart("wa/spanish-21"))
    assert "10" not in data["doubled_hard"]
    data["hard"]["8"]["9"] = "D"
    keys = [problem.key for problem in refused(data, rules)]

    assert keys == ["strategy.doubled_hard.10", "strategy.doubled_hard.11",
                    "strategy.doubled_soft.19"]  # fmt: skip
    for row in (10, 11):
        data["doubled_hard"].setdefault(str(row), {})["9"] = "S"
    data["doubled_soft"]["19"]["9"] = "S"
    assert read_chart(data, rules, "strategy").parts[Part.HARD][8][9].text == "D"


Change = Callable[[Said, str, object], None]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=4),
    st.lists(st.none(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.none(), max_size=2),
    st.sampled_from(["H", "S", "P", "D3", "R", "Dr", "S4*", "FP", "S99", "S4Rp", "2", "A"]),
)


def _remove(holder: Said, key: str, _junk: object) -> None:
    del holder[key]


def _replace(holder: Said, key: str, junk: object) -> None:
    holder[key] = junk


def _rename(holder: Said, key: str, junk: object) -> None:
    holder[str(junk)] = holder.pop(key)


def read_or_refused(data: object, rules: Rules) -> tuple[Chart | None, tuple[Problem, ...]]:
    try:
        return read_chart(data, rules, "strategy"), ()
    except RulesError as error:
        return None, error.problems


@settings(deadline=None, max_examples=by_day(6, 100))
@given(st.data())
def test_whatever_is_done_to_a_file_it_is_a_chart_or_refused_in_words(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(["wa/spanish-21", "co/free-bet"]))
    rules = rules_of(game)
    document = as_text(chart(game))
    for _ in range(data.draw(st.integers(1, 4))):
        holder = document
        key = data.draw(st.sampled_from(sorted(holder)))
        while isinstance(holder[key], dict) and holder[key] and data.draw(st.booleans()):
            holder = holder[key]
            key = data.draw(st.sampled_from(sorted(holder)))
        change: Change = data.draw(st.sampled_from([_remove, _replace, _rename]))
        change(holder, key, data.draw(JUNK))
    made, wrong = read_or_refused(document, rules)
    assert {problem.code for problem in wrong} <= {"strategy/malformed", "strategy/illegal"}
    assert all("\n" not in problem.message for problem in wrong)
    if made is not None:
        assert read_chart(as_text(made), rules, "strategy") == made


@pytest.mark.parametrize("junk", [1.5, "3", None, True, [], 10**9])
def test_points_are_whole_numbers(junk: object) -> None:
    data = json.loads(json.dumps(switch().points.as_json()))
    data["hard"]["12"]["2"] = data["blackjack"] = junk
    with pytest.raises(RulesError) as error:
        read_points(data, "points")

    assert [problem.key for problem in error.value.problems] == [
        "points.hard.12.2",
        "points.blackjack",
    ]


def test_points_that_are_missing_are_refused() -> None:
    data = json.loads(json.dumps(switch().points.as_json()))
    del data["blackjack"], data["soft"]["21"], data["pairs"], data["hard"]["5"]["A"]
    data["doubled_hard"] = {}
    with pytest.raises(RulesError) as error:
        read_points(data, "points")

    keys = sorted(problem.key for problem in error.value.problems)
    assert keys == ["points", "points", "points.hard.5", "points.pairs", "points.soft"]
