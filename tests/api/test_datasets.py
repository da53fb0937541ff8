"""Datasets: every decision replays, every value is the solver's, and a seed names the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

import pitboss
from pitboss.questions.runs import POLICIES
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.ready import ready_tables
from tests.docs.program import run_here
from tests.rows import every_row
from tests.tiers import IS_NIGHT

DEALT = 2
"""Cards of a hand before its first decision."""
ROUNDS = 40 if IS_NIGHT else 4


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file."""
    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


@every_row("game", sorted(ready_tables()))
@every_row("policy", POLICIES)
def test_rounds_replay_and_values_are_the_solvers(game: str, policy: str, tmp_path: Path) -> None:
    table = pitboss.table(house=ready_tables()[game].house)
    path = tmp_path / f"{game.replace('/', '-')}-{policy}.parquet"
    written = table.dataset(path, rounds=ROUNDS, seed=11, policy=policy)
    rows = rows_of(path)
    assert written.decisions == len(rows)
    assert written.cost == pytest.approx(sum(row["cost"] for row in rows))
    assert policy == "random" or written.cost == 0
    for row in rows:
        played = pitboss.replay(json.loads(row["record"]))
        assert played.net[row["seat"]] == row["net_cents"]
        if row["values"] == [None]:  # a wager in mid-round, which nobody values
            continue
        assert row["values"] == sorted(row["values"], reverse=True)
        assert row["cost"] == row["values"][0] - row["values"][row["chosen"]]
        made = json.loads(row["record"])["decisions"][row["decision"]]
        assert row["choices"][row["chosen"]].split()[0] == made["action"]


def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    table = pitboss.table("reference/blackjack")
    files = [tmp_path / f"{name}.parquet" for name in ("one", "two", "other")]
    digests = [
        table.dataset(path, rounds=10, seed=seed, policy="random").digest
        for path, seed in zip(files, (3, 3, 4), strict=True)
    ]
    assert digests[0] == digests[1] != digests[2]
    assert files[0].read_bytes() == files[1].read_bytes()
    about = json.loads(parquet.read_schema(files[0]).metadata[b"pitboss"])
    assert (about["seed"], about["policy"], about["version"]) == (3, "random", 1)


def test_values_are_those_of_advice(tmp_path: Path) -> None:
    """A first decision against `advise` by the cards that are written, in a game without memory."""
    table = pitboss.table("reference/blackjack", decks=6)
    table.dataset(tmp_path / "a.parquet", rounds=12, seed=5)
    tested = 0
    for row in rows_of(tmp_path / "a.parquet"):
        is_first = row["decision"] == 0 and "insure" not in row["choices"]
        if is_first and len(row["cards"].split()) == DEALT:
            advice = table.advise(row["cards"], up=row["dealer"].split()[0])
            assert row["values"] == pytest.approx([it.value for it in advice])
            tested += 1
    assert tested > 5


@every_row(
    ("values", "key"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": 2.5}, "rounds"),
        ({"rounds": 10**9}, "rounds"),
        ({"policy": "lucky"}, "policy"),
        ({"out": "decisions.csv"}, "out"),
        ({"out": "/nowhere/at/all.parquet"}, "out"),
    ],
)
def test_what_cannot_be_is_refused(values: dict[str, Any], key: str, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"out": tmp_path / "x.parquet", "rounds": 1} | values
    with pytest.raises(RulesError) as caught:
        pitboss.table("reference/blackjack").dataset(**asked)
    assert {problem.key for problem in caught.value.problems} == {key}
    assert not list(tmp_path.iterdir())


def test_the_command_writes_the_same(tmp_path: Path) -> None:
    order = "dataset reference/blackjack --rounds 6 --seed 9 --policy random --out c.parquet --json"
    output, code = run_here(order.split(), tmp_path, "", {})
    assert code == 0
    table = pitboss.table("reference/blackjack")
    again = table.dataset(tmp_path / "d.parquet", rounds=6, seed=9, policy="random")
    assert json.loads(output)["digest"] == again.digest
