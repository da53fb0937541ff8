"""Somebody else's simulator: its edge is one of ours or not, and the first wrong round is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.api.agreeing import agree_edge, agree_rounds, read_edge
from pitboss.rulebook.problems import RulesError
from tests.docs.program import run_here
from tests.rows import every_row


@pytest.fixture(scope="module")
def table() -> pitboss.Table:
    return pitboss.table("reference/blackjack", decks=6)


@pytest.fixture(scope="module")
def records(table: pitboss.Table, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Rounds as another program would write them: played here, with their results."""
    path = tmp_path_factory.mktemp("rounds") / "rounds.parquet"
    table.simulate(rounds=300, seed=5, export=path)
    return [dict(record) for record in pitboss.read_rounds(path)]


def test_an_edge_is_found_among_its_meanings(table: pitboss.Table) -> None:
    exact = table.solve()
    assert exact.chart is not None
    chart = float(exact.house_edge) + exact.cost_of(exact.chart.as_json())
    unsplit = table.solve(split_play="as-unsplit").house_edge
    for edge, words in (
        (exact.house_edge, "best play of every hand"),
        (chart, "by the chart"),
        (unsplit, "as if they were not"),
    ):
        found = agree_edge(table, float(edge))
        assert found.agrees
        (meant,) = (it for it in found.meanings if words in it.name)
        assert meant.difference == pytest.approx(0, abs=1e-12)
    cut = next(it for it in agree_edge(table, 0.0).meanings if "cut card" in it.name)
    assert 0 < cut.standard_error < 0.001
    assert not agree_edge(table, 0.012).agrees
    assert agree_edge(table, 0.012, standard_error=0.004).agrees, "a short run says little"


def test_rounds_are_played_again_to_the_cent(
    table: pitboss.Table, records: list[dict[str, Any]]
) -> None:
    found = agree_rounds(records, table)
    assert (found.rounds, found.difference) == (300, None)
    assert found.agreed is not None
    main = sum(record["seats"][0]["wagers"]["main"] for record in records)
    net = sum(record["net"]["1"] for record in records)
    assert found.edge == pytest.approx(-net / main)
    assert found.agrees


@every_row("wrong", ["net", "card", "result"])
def test_the_first_round_that_differs_is_shown(wrong: str, records: list[dict[str, Any]]) -> None:
    other = json.loads(json.dumps(records))
    if wrong == "net":
        other[7]["net"]["1"] += 500
    elif wrong == "card":
        other[7]["cards"] = " ".join(other[7]["cards"].split()[:3])
    else:
        for key in ("net", "settlement", "meters_after"):
            other[7].pop(key, None)
    found = agree_rounds(other)
    assert not found.agrees
    assert found.rounds == 8
    assert found.difference is not None
    assert found.difference.startswith("round 8: ")
    words = {"net": "net", "card": "record/cards-missing", "result": "carries no result"}
    assert words[wrong] in found.difference


@every_row("text", ["x", "", "150%", "nan", "-2"])
def test_what_is_no_edge_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="is no house edge"):
        read_edge(text, "--edge")


def test_the_command_says_yes_no_or_what_is_wrong(
    tmp_path: Path, table: pitboss.Table, records: list[dict[str, Any]]
) -> None:
    edge = f"{float(table.solve().house_edge):.6%}"
    order = "agree reference/blackjack -o decks=6"
    output, code = run_here([*order.split(), "--edge", edge, "--json"], tmp_path, "", {})
    assert (code, json.loads(output)["agrees"]) == (0, True)
    output, code = run_here([*order.split(), "--edge", "3%"], tmp_path, "", {})
    assert code == 1
    assert "differs by" in output
    output, code = run_here(order.split(), tmp_path, "", {})
    assert code == 2
    assert "--edge EDGE, or --rounds FILE" in output
    (tmp_path / "rounds.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    output, code = run_here([*order.split(), "--rounds", "rounds.jsonl"], tmp_path, "", {})
    assert code == 0
    assert "every result is the table's, to the cent" in output
    (tmp_path / "rounds.jsonl").write_text("{}\nnot json\n", encoding="utf-8")
    output, code = run_here([*order.split(), "--rounds", "rounds.jsonl"], tmp_path, "", {})
    assert (code, "carries no result" in output) == (1, True)
