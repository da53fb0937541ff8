"""Rounds exported one by one: each replays to its cents, and together they are the simulation."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from pyarrow import parquet

import pitboss
from pitboss.rulebook.limits import EXPORT_ROUNDS_MAX
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.export import parquet as exported
from pitboss.simulator.export import problems
from pitboss.simulator.export.rounds import Totals, play_rounds

Call = Callable[..., CompletedProcess[str]]

ROUNDS = 60
TABLES = (
    *("examples/wa-spanish-21.toml", "examples/co-straight-jack-progressive.toml"),
    *("examples/co-21-holdem.toml", "examples/co-pai-jack.toml"),
    *("co/deuces-wild-xtreme", "co/free-bet", "bet-bigger/spanish-21"),
    *("co/blackjack-switch", "co/3-card-21", "co/ante-up-21"),
)
"""Every kind of round; side wagers with meters, envy and limits; late wagers."""


def open_table(name: str) -> pitboss.Table:
    return pitboss.table(house=name) if name.endswith(".toml") else pitboss.table(name)


def test_there_is_a_table_of_every_kind() -> None:
    assert {open_table(name).game.round for name in TABLES} == set(RoundKind)


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("name", TABLES)
def test_every_round_replays_to_the_same_cents_and_all_are_the_simulation(
    name: str, tmp_path: Path
) -> None:
    """Method: the export compares totals with the counts itself; here each record is replayed."""
    table = open_table(name)
    out = tmp_path / "rounds.parquet"
    run = table.simulate(rounds=ROUNDS, seed=11, seats=2, threads=1, export=out)
    played = [pitboss.replay(record) for record in pitboss.read_rounds(out)]
    assert [record.difference for record in played] == [None] * ROUNDS
    rows = parquet.read_table(out).to_pylist()
    assert len(rows) == 2 * ROUNDS
    nets = [net for record in played for net in record.net.values()]
    assert [row["net_cents"] for row in rows] == nets
    about = json.loads(parquet.read_schema(out).metadata[b"pitboss"])
    assert about["house_digest"] == table.digest == played[0].record()["digest"]
    assert (about["digest"], about["seed"], about["rounds"]) == (run.digest, 11, ROUNDS)
    main = sum(
        line.net
        for record in played
        for line in record.settlement
        if line.wager in run.main.part.wagers
    )
    assert main * 100 == run.total * about["main_cents"]


def test_a_shoe_dealt_to_a_cut_card_is_exported_round_by_round(tmp_path: Path) -> None:
    out = tmp_path / "rounds.parquet"
    table = pitboss.table("reference/blackjack", decks=1)
    table.simulate(rounds=ROUNDS, seed=3, seats=3, penetration=0.6, threads=1, export=out)
    shoes = [row["shoe"] for row in parquet.read_table(out).to_pylist()]
    assert shoes == sorted(shoes)
    assert 1 < len(set(shoes)) < ROUNDS
    assert all(pitboss.replay(record).difference is None for record in pitboss.read_rounds(out))


def test_a_cent_that_differs_is_noticed() -> None:
    run = pitboss.simulate("wa/spanish-21", rounds=ROUNDS, seed=5, threads=1)
    totals = Totals()
    for played in play_rounds(run.job, ROUNDS):
        totals.add(played.round.state)
    assert totals.differences(run) == {}
    totals.won["match-up"] += 1
    totals.won["main"] -= 50
    assert set(totals.differences(run)) == {"match-up", "part main"}


def test_a_row_that_was_changed_is_noticed_by_replay(tmp_path: Path) -> None:
    out = tmp_path / "rounds.parquet"
    spoiled = tmp_path / "spoiled.parquet"
    pitboss.simulate("reference/blackjack", rounds=3, seed=5, threads=1, export=out)
    table = parquet.read_table(out)
    rows = table.to_pylist()
    rows[1]["net_cents"] += 1
    parquet.write_table(pa.Table.from_pylist(rows, schema=table.schema), spoiled)
    verdicts = [pitboss.replay(record).difference for record in pitboss.read_rounds(spoiled)]
    assert [verdict is None for verdict in verdicts] == [True, False, True]


def test_rows_are_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exported, "ROWS_A_GROUP", 8)
    out = tmp_path / "rounds.parquet"
    pitboss.simulate("reference/blackjack", rounds=20, seats=2, threads=1, export=out)
    assert parquet.ParquetFile(out).num_row_groups == 6  # five of eight rows, and the empty rest
    assert len([*pitboss.read_rounds(out)]) == 20


def test_what_cannot_be_exported_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pitboss.table("reference/blackjack")
    with pytest.raises(RulesError) as caught:
        table.simulate(rounds=EXPORT_ROUNDS_MAX + 1, seats=9, export=tmp_path / "no" / "file")
    assert [problem.key for problem in caught.value.problems] == ["seats", "export", "export"]
    monkeypatch.setattr(problems, "parquet_is_possible", lambda: False)
    with pytest.raises(RulesError, match="needs the extra 'data'"):
        table.simulate(rounds=1, export=tmp_path / "rounds.parquet")
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_holds_no_rounds_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    text = tmp_path / "text.parquet"
    parquet.write_table(pa.table({"a": [1]}), other)
    text.write_text("round,seat", encoding="utf-8")
    refusals = []
    for path in (other, text, tmp_path / "missing.parquet"):
        with pytest.raises(RulesError) as caught:
            next(pitboss.read_rounds(path))
        refusals.append(caught.value.problems[0].code)
    assert refusals == ["record/malformed", "file/unreadable", "file/missing"]


def test_the_rounds_in_memory_are_those_of_the_file_and_are_shared_uncopied(tmp_path: Path) -> None:
    table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
    file = tmp_path / "rounds.parquet"
    run = table.simulate(rounds=300, seed=7, seats=2, export=file)
    rounds = table.rounds_table(run)
    assert rounds.equals(parquet.read_table(file))
    assert rounds.num_rows == 600
    # Whoever reads Arrow (polars, pandas, DuckDB) gets the same memory by this protocol.
    shared = pa.table(pa.RecordBatchReader.from_stream(rounds))
    addresses = [
        [chunk.buffers()[1].address for chunk in held["net_cents"].chunks]
        for held in (rounds, shared)
    ]
    assert addresses[0] == addresses[1]


def test_the_rounds_of_another_table_and_too_many_are_refused() -> None:
    run = pitboss.table("reference/blackjack", decks=6).simulate(rounds=100, seed=7)
    with pytest.raises(RulesError, match="this run is of another table"):
        pitboss.table("reference/blackjack", decks=2).rounds_table(run)
    large = pitboss.table("reference/blackjack").simulate(rounds=EXPORT_ROUNDS_MAX + 1, seed=7)
    with pytest.raises(RulesError, match="at most 1,000,000 rounds are exported"):
        pitboss.table("reference/blackjack").rounds_table(large)
