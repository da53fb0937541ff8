"""A chart of one's own as a mapping plays as the same chart in a file."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import pitboss


def bold_chart() -> dict[str, Any]:
    """Return the solved chart, but stand with 12 against 2."""
    solved = pitboss.solve("reference/blackjack", decks=6).chart
    assert solved is not None
    chart: dict[str, Any] = solved.as_json()
    chart["hard"]["12"]["2"] = "S"
    return chart


def test_a_mapping_plays_the_rounds_of_the_same_file(tmp_path: Path) -> None:
    chart = bold_chart()
    file = tmp_path / "bold.json"
    file.write_text(json.dumps(chart), encoding="utf-8")
    table = pitboss.table("reference/blackjack", decks=6)
    mine = table.simulate(rounds=100_000, seed=3, strategy=chart)
    from_file = table.simulate(rounds=100_000, seed=3, strategy=file)
    assert mine.histogram == from_file.histogram
    assert mine.histogram != table.simulate(rounds=100_000, seed=3).histogram
    assert mine.strategy == "own chart"
    assert "strategy own chart" in str(mine)
    assert pickle.loads(pickle.dumps(mine)) == mine  # noqa: S301 - our own


def test_the_whole_record_of_a_solution_is_taken_too() -> None:
    solution = pitboss.solve("reference/blackjack", decks=6)
    table = pitboss.table("reference/blackjack", decks=6)
    mine = table.simulate(rounds=50_000, seed=3, strategy=solution.as_json())
    assert mine.histogram == table.simulate(rounds=50_000, seed=3, strategy="chart").histogram


def test_a_checkpoint_goes_on_with_the_same_chart_and_refuses_another(tmp_path: Path) -> None:
    chart = bold_chart()
    kept = tmp_path / "kept"
    table = pitboss.table("reference/blackjack", decks=6)
    table.simulate(rounds=20_000, seed=3, strategy=chart, checkpoint=kept)
    more = table.simulate(rounds=50_000, seed=3, strategy=chart, checkpoint=kept)
    assert more.histogram == table.simulate(rounds=50_000, seed=3, strategy=chart).histogram
    chart["hard"]["13"]["2"] = "H"
    with pytest.raises(pitboss.RulesError, match="is of another run"):
        table.simulate(rounds=60_000, seed=3, strategy=chart, checkpoint=kept)


@pytest.mark.parametrize(
    ("chart", "code"),
    [({}, "strategy/malformed"), ({"hard": {1, 2}}, "strategy/malformed")],
)
def test_what_is_no_chart_is_refused(chart: dict[str, object], code: str) -> None:
    with pytest.raises(pitboss.RulesError) as refused:
        pitboss.simulate("reference/blackjack", rounds=100, strategy=chart)
    assert refused.value.problems[0].code == code


def test_a_game_without_charts_names_its_strategies() -> None:
    with pytest.raises(pitboss.RulesError, match="is no strategy of this game"):
        pitboss.simulate("co/pai-jack", rounds=100, strategy=bold_chart())
