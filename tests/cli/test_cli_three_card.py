"""3 Card 21 on the command line: solved with its bonus, and advised on hands of every kind."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.kinds import solve
from pitboss.rulebook.house import House
from tests.cli.conftest import Run

GAME = "co/3-card-21"


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    setup = prepare(House(game=GAME, options={"decks": 8}, tables={"3-card-bonus": "4"}))
    solution = solve(setup)
    return solution.as_json()


def test_the_edge_is_told_alone_and_with_the_bonus(record: dict[str, Any]) -> None:
    assert set(record["bonus"]) == {"3", "4", "5"}
    for table in record["bonus"].values():
        both = record["house_edge"] + table["bonus_edge"]
        assert table["house_edge_with_bonus"] == pytest.approx(both)
    assert record["house_edge_with_bonus"] == record["bonus"]["4"]["house_edge_with_bonus"]
    assert record["house_edge"] <= record["house_edge_by_own_cards"]


def test_the_parts_add_up_to_the_whole(record: dict[str, Any]) -> None:
    edge = pytest.approx(record["house_edge"], abs=1e-12)
    for rows in (record["by_first_cards"], list(record["by_up_card"].values())):
        assert sum(row["probability"] * row["house_edge"] for row in rows) == edge
    assert -sum(row["probability"] * row["gain"] for row in record["distribution"]) == edge
    assert sum(row["probability"] for row in record["outcomes"]) == pytest.approx(1)


def test_the_strategy_has_every_three_cards_and_says_what_it_does(record: dict[str, Any]) -> None:
    strategy = record["strategy"]
    assert len(strategy["first_three"]) == 220
    codes = {code for row in strategy["first_three"].values() for code in row.values()}
    for part in ("after_hit", "after_split"):
        charts = strategy[part].values()
        codes |= {code for rows in charts for row in rows.values() for code in row.values()}
    assert codes == set(strategy["legend"])
    assert strategy["first_three"]["9 10 10"]["6"] == "P"
    assert strategy["first_three"]["7 8 8"]["A"] == "R"


def test_the_text_is_printed_and_says_what_was_assumed(called: Run) -> None:
    done = called("solve", GAME)

    assert "With the compulsory bonus" in done.stdout
    assert "table.3-card-bonus=1" in done.stderr


@pytest.mark.parametrize(
    ("given", "best", "before_peek"),
    [
        (("--hand", "8h 8c 5d", "--up", "6s"), "stand", True),
        (("--hand", "9h Tc Td", "--up", "6s"), "split", False),
        (("--hand", "7h 8c 8d", "--up", "As"), "surrender", False),
        (("--hand", "2h 3c 4d 5s", "--up", "6s"), "stand", False),
        (("--hand", "8h 3c", "--up", "6s", "--other", "8c 5d"), "double", False),
    ],
)
def test_a_hand_is_advised(
    given: tuple[str, ...],
    best: str,
    before_peek: bool,  # noqa: FBT001
    called: Run,
) -> None:
    advised = json.loads(called("advise", GAME, *given, "--json").stdout)

    assert (advised["best"], advised["before_peek"]) == (best, before_peek)
    assert called("advise", GAME, *given).stdout.startswith(advised["hand"])


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        (("--hand", "8h 8c", "--up", "6s"), ["hand/impossible"]),
        (("--hand", "8h 8c 5d"), ["hand/no-up-card"]),
        (("--hand", "6h 7c 8d", "--up", "6s"), ["hand/nothing-asked"]),
        (("--hand", "8h 8c 8d 2s", "--up", "6s"), ["hand/over"]),
        (("--hand", "8h 8c", "--up", "6s", "--after-split"), ["hand/impossible"]),
        (("--hand", "8h 8c", "--up", "6s", "--other", "5d"), ["hand/impossible"]),
        (("--hand", "8h 8c 4d", "--up", "6s", "--doubled", "1"), ["hand/impossible"]),
        (("--hand", "8h 8c 4d", "--up", "6s", "--free"), ["option/conflict"]),
        (("--hand", "8h 8c", "--community", "6s 7s"), ["option/conflict"]),
        (("--hand", "8h 8c 4d", "--up", "Jk"), ["record/card-not-in-shoe"]),
        (("--hand", "8h 8c 4d", "--up", "6s", "-o", "soft17=never"), ["option/invalid"]),
    ],
)
def test_what_no_seat_is_asked_is_refused(
    given: tuple[str, ...], codes: list[str], called: Run
) -> None:
    done = called("advise", GAME, *given)

    assert done.returncode == 2
    assert [line.rpartition("[")[2].rstrip("]") for line in done.stderr.splitlines()] == codes


def test_charts_by_up_card_are_refused(called: Run) -> None:
    done = called("solve", GAME, "--charts", "three.html")

    assert (done.returncode, done.stdout) == (2, "")
