"""Solving and advising through the library, for every kind of round."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.rulebook.model import RoundKind

ONE_OF_EACH_KIND = {
    RoundKind.BLACKJACK: "wa/spanish-21",
    RoundKind.SWITCH: "co/blackjack-switch",
    RoundKind.THREE_CARD_21: "co/3-card-21",
    RoundKind.HOLDEM: "co/21-holdem",
    RoundKind.ANTE_UP: "co/ante-up-21",
    RoundKind.PAI_JACK: "co/pai-jack",
    RoundKind.WILD_POKER: "co/deuces-wild-xtreme",
}

HANDS: list[tuple[str, dict[str, Any]]] = [
    ("wa/spanish-21", {"hand": "6h 7h", "up": "2s"}),
    ("wa/spanish-21", {"hand": "5h 6h 2c", "up": "9s", "doubled": 1}),
    ("co/free-bet", {"hand": "8h 8c", "up": "6s", "after_split": True}),
    ("co/free-bet", {"hand": "5h 6c", "up": "6s", "free": True}),
    ("co/blackjack-switch", {"hand": "Kh 6c", "other": "5s Td", "up": "6s"}),
    ("co/blackjack-switch", {"hand": "Kh 6c", "up": "6s"}),
    ("co/3-card-21", {"hand": "6h 7h 5c", "up": "2s"}),
    ("co/3-card-21", {"hand": "8h 5c", "other": "8c 5d", "up": "2s"}),
    ("co/ante-up-21", {"hand": "9s 8d", "up": "Kh"}),
    ("co/ante-up-21", {"hand": "9s 3d 2c", "up": "Kh"}),
    ("co/21-holdem", {"hand": "8h", "community": "Ks 7d"}),
    ("co/21-holdem", {"hand": "8h 8c", "up": "6s"}),
    ("co/pai-jack", {"hand": "As Kd 5c 6h 9s"}),
    ("co/deuces-wild-xtreme", {"hand": "2s Kd Kc 6h 9s"}),
    ("reference/blackjack", {"hand": "Ts 6d", "up": "Tc"}),
]


def test_there_is_a_game_of_every_kind() -> None:
    assert set(ONE_OF_EACH_KIND) == set(RoundKind)
    assert {kind: pitboss.game(game).round for kind, game in ONE_OF_EACH_KIND.items()} == {
        kind: kind for kind in RoundKind
    }
    assert {game for game, _ in HANDS} >= set(ONE_OF_EACH_KIND.values())


# By day its JSON is held to what was solved by the tests of the command itself.
@pytest.mark.nightly(only=["co/blackjack-switch"])
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", ONE_OF_EACH_KIND.values())
def test_a_solution_is_what_the_command_line_prints(
    command_line: Callable[..., str], game: str
) -> None:
    solution = pitboss.table(game).solve()

    printed = json.loads(command_line("solve", game, "--json"))
    assert json.loads(json.dumps(solution.as_json())) == printed
    assert float(solution.house_edge) == printed["house_edge"]
    assert isinstance(solution.house_edge, float | Fraction)
    assert solution.parts[0].id == "main"
    assert (solution.chart is None) == ("hard" not in printed["strategy"])
    assert f"{float(solution.house_edge):.6%}" in repr(solution)
    assert solution._repr_html_().count("<tr>") == len(solution.parts) + 1
    assert [row["house_edge"] for row in solution.as_rows()] == [p.edge for p in solution.parts]
    assert max(len(repr(solution.solved)), len(repr(solution.chart))) < 200
    assert {solution: 1}[pitboss.table(game).solve()] == 1
    page = solution.to_html()
    assert page.startswith("<!DOCTYPE html>")
    assert solution.table.digest in page


def options(question: dict[str, Any]) -> list[str]:
    """Write a question as options of the command line."""
    words = []
    for key, value in question.items():
        words.append(f"--{key.replace('_', '-')}")
        words += [] if value is True else [str(value)]
    return words


@pytest.mark.parametrize(("game", "question"), HANDS)
def test_advice_is_what_the_command_line_prints(
    command_line: Callable[..., str], game: str, question: dict[str, Any]
) -> None:
    advice = pitboss.table(game).advise(**question)

    printed = json.loads(command_line("advise", game, *options(question), "--json"))
    assert json.loads(json.dumps(advice.as_json())) == printed
    actions = [(row["action"], row.get("low", "")) for row in printed["actions"]]
    assert [(row.action, row.low) for row in advice] == actions
    values = [row.get("value", row.get("both")) for row in printed["actions"]]
    assert [row.value for row in advice] == pytest.approx(values)
    assert (advice.best.action, advice.best.cost) == (printed["best"], 0)
    assert advice.value_of(advice.best.action) == advice.best.value
    assert len(repr(advice).splitlines()) == len(advice)
    assert advice._repr_html_().count("<td>") == (len(advice.as_rows()[0]) - 1) * len(advice)


WRONG: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    (
        "wa/spanish-21",
        {"hand": "6h 1h", "up": "2x"},
        [("record/card-unknown", "hand"), ("record/card-unknown", "up")],
    ),
    ("wa/spanish-21", {"hand": "6h"}, [("hand/impossible", "hand"), ("hand/no-up-card", "up")]),
    ("wa/spanish-21", {"hand": "6h Th", "up": "2s"}, [("record/card-not-in-shoe", "")]),
    (
        "wa/spanish-21",
        {"hand": "6h 7h", "other": "2c 3c", "community": "2d 3d"},
        [("option/conflict", "other"), ("option/conflict", "community")],
    ),
    (
        "wa/spanish-21",
        {"hand": "6h 7h", "up": "2s", "doubled": 9, "free": True},
        [("hand/impossible", "doubled"), ("option/conflict", "free")],
    ),
    (
        "co/pai-jack",
        {"hand": "As Kd", "up": "2s", "after_split": True},
        [
            ("hand/impossible", "hand"),
            ("option/conflict", "up"),
            ("option/conflict", "after_split"),
        ],
    ),
    (
        "co/blackjack-switch",
        {"hand": "6h 7h", "up": "2s", "other": "2c"},
        [("hand/impossible", "other")],
    ),
    ("co/21-holdem", {"hand": "6h", "community": "2c"}, [("hand/impossible", "community")]),
]


@pytest.mark.parametrize(("game", "question", "problems"), WRONG)
def test_everything_wrong_with_a_hand_is_raised_at_once(
    game: str, question: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    with pytest.raises(pitboss.RulesError) as raised:
        pitboss.table(game).advise(**question)
    assert [(problem.code, problem.key) for problem in raised.value.problems] == problems


def test_a_hand_over_21_is_refused() -> None:
    with pytest.raises(pitboss.RulesError) as raised:
        pitboss.advise("reference/blackjack", "Th 9c 5d", up="2s")
    assert [problem.code for problem in raised.value.problems] == ["hand/over"]


def test_a_main_game_keeps_a_pay_table_that_was_named() -> None:
    """A jackpot that only exists for some deck counts decides the decks of both."""
    table = pitboss.table("wa/spanish-21", also={"jackpot-1": "3a-1"})
    assert table.main.options["decks"] == table.options["decks"]
    assert "jackpot-1" in table.main.wagers


def test_side_wagers_that_nobody_named_are_left_out_of_the_main_game() -> None:
    table = pitboss.table("co/trilux")
    assert len(table.wagers) > len(table.main.wagers)
    assert table.main.main.digest == table.main.digest
