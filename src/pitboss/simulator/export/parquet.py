"""Parquet files: the rounds of a run, a row for each seat, and the tidy table of its figures.

The metadata of rounds hold the house, so each round is a whole round record. Rows are written and
read in groups: memory does not grow with the rounds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, fields
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import parquet

from pitboss.engine.record import write_record
from pitboss.rulebook.files import quote_path, writing_whole
from pitboss.rulebook.house import House, house_data
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.export.rounds import ExportedRound, Totals, main_cents, play_rounds
from pitboss.simulator.figures import RunFigures
from pitboss.simulator.record import FigureRow, simulation_record, tidy
from pitboss.simulator.result import Simulation

ROWS_A_GROUP = 4096
_KEY = b"pitboss"
_COLUMNS = (
    *("round", "shoe", "seat", "cards", "wagers", "decisions", "meters", "reserves"),
    *("settlement", "stake_cents", "net_cents"),
)
_NUMBERS = frozenset({"round", "shoe", "seat", "stake_cents", "net_cents"})

Progress = Callable[[int], object]
"""Called with the number of rounds written so far."""
_ABOUT = (
    *("game", "options", "tables", "house_digest", "strategy", "split_play", "seats"),
    *("fresh", "burn", "cut", "seed", "rounds", "complete", "digest"),
)


def export_rounds(
    simulation: Simulation, house: House, out: Path, progress: Progress | None = None
) -> Totals:
    """Write every round of a simulation to *out*; return the totals of the rounds.

    The table engine plays the rounds again. Their totals must equal the counts to the cent;
    otherwise one of the two is wrong, and no file is written.
    """
    totals = Totals()
    schema = _schema(simulation, house)
    with writing_whole(out) as path, parquet.ParquetWriter(path, schema) as writer:
        for group in _groups(simulation, schema, totals):
            writer.write_table(group)
            if progress is not None:
                progress(totals.rounds)
    return totals


def rounds_table(simulation: Simulation, house: House) -> pa.Table:
    """Return every round of a simulation in memory, as `export_rounds` writes them."""
    schema = _schema(simulation, house)
    return pa.concat_tables(_groups(simulation, schema, Totals()))


def _schema(simulation: Simulation, house: House) -> pa.Schema:
    types = [(name, pa.int64() if name in _NUMBERS else pa.string()) for name in _COLUMNS]
    return pa.schema(types, metadata={_KEY: json.dumps(_about(simulation, house))})


def _groups(simulation: Simulation, schema: pa.Schema, totals: Totals) -> Iterator[pa.Table]:
    """Play the rounds again, add them to *totals*, and yield their rows by groups."""
    rows = list[dict[str, Any]]()
    for played in play_rounds(simulation.job, simulation.rounds):
        totals.add(played.round.state)
        rows += _rows(played)
        if len(rows) >= ROWS_A_GROUP:
            yield pa.Table.from_pylist(rows, schema=schema)
            rows = []
    yield pa.Table.from_pylist(rows, schema=schema)
    differences = totals.differences(simulation)
    assert not differences, f"engine and simulator differ: {differences}"


def _about(simulation: Simulation, house: House) -> dict[str, Any]:
    """Return the house, and how the rounds were made."""
    job = simulation.job
    return {
        "house": house_data(house),
        "house_digest": job.setup.configured.digest,
        "strategy": simulation.strategy,
        "seats": job.seats,
        "seed": job.seed,
        "rounds": simulation.rounds,
        "main_cents": main_cents(job),
        "burn": job.burn,
        "cut": None if job.is_fresh else job.cut,
        "digest": simulation.digest,
    }


def _rows(played: ExportedRound) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat; the fields of the round are the same in all of them."""
    record = write_record(played.round, {})
    state = played.round.state
    nets = state.net()
    numbered = [*enumerate(record["decisions"])]
    for seat in record["seats"]:
        number = seat["seat"]
        lines = [line for line in state.settled if line.seat == number]
        yield {
            "round": played.number,
            "shoe": played.shoe,
            "seat": number,
            "cards": record["cards"],
            "wagers": json.dumps(seat["wagers"]),
            "decisions": json.dumps([[n, d] for n, d in numbered if d["seat"] == number]),
            "meters": json.dumps(record["meters"]) if "meters" in record else None,
            "reserves": json.dumps(record["reserves"]) if "reserves" in record else None,
            "settlement": json.dumps([line.as_line() for line in lines]),
            "stake_cents": sum(line.stake for line in lines),
            "net_cents": nets.get(number, 0),
        }


def read_rounds(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rounds of an exported file as records with their results.

    `pitboss replay` verifies them. A file that Pitboss did not write raises `RulesError`.
    """
    try:
        file = parquet.ParquetFile(path)
    except FileNotFoundError:
        raise _refusal("file/missing", f"there is no file {quote_path(path)}") from None
    except (OSError, pa.ArrowException):
        raise _refusal("file/unreadable", f"{quote_path(path)} is not a Parquet file") from None
    with file, _reading(path):
        about = (file.schema_arrow.metadata or {}).get(_KEY)
        names = file.schema_arrow.names
        if about is None or not set(_COLUMNS) <= set(names):
            message = f"{quote_path(path)} holds no exported rounds"
            raise _refusal("record/malformed", message)
        house = json.loads(about)["house"]
        groups = range(file.num_row_groups)
        rows = (row for group in groups for row in file.read_row_group(group).to_pylist())
        for number, seats in groupby(rows, key=itemgetter("round")):
            yield _record(house, number, [*seats])


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Refuse a file that is damaged behind its head."""
    try:
        yield
    except RulesError:
        raise
    except (pa.ArrowException, OSError, ValueError, LookupError, TypeError, AttributeError):
        message = f"{quote_path(path)} is damaged, or Pitboss did not write it"
        raise _refusal("file/unreadable", message) from None


def _record(house: Mapping[str, Any], number: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    first = rows[0]
    decisions = sorted(pair for row in rows for pair in _number_decisions(row["decisions"]))
    record: dict[str, Any] = {
        **house,
        "name": f"round {number}",
        "note": {"shoe": first["shoe"]},
    }
    for key in ("meters", "reserves"):
        record |= {key: json.loads(first[key])} if first[key] is not None else {}
    return record | {
        "seats": [{"seat": row["seat"], "wagers": json.loads(row["wagers"])} for row in rows],
        "cards": first["cards"],
        "decisions": [json.loads(text) for _, text in decisions],
        "settlement": [line for row in rows for line in json.loads(row["settlement"])],
        "net": {str(row["seat"]): row["net_cents"] for row in rows},
    }


def _number_decisions(text: str) -> Iterator[tuple[int, str]]:
    """Yield the decisions of a seat, each with its number in the round."""
    for number, decision in json.loads(text):
        yield number, json.dumps(decision)


def _refusal(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="file", message=message)])


def parquet_file(figures: RunFigures) -> bytes:
    """Return the table as a Parquet file; its metadata describe the simulation under `pitboss`."""
    types = {"value": pa.float64(), "count": pa.int64(), "frequency": pa.float64()}
    names = [field.name for field in fields(FigureRow)]
    columns = zip(*map(astuple, tidy(figures)), strict=True)
    record = simulation_record(figures)
    schema = pa.schema(
        [(name, types.get(name, pa.int64() if name == "cents" else pa.string())) for name in names],
        metadata={"pitboss": json.dumps({key: record[key] for key in _ABOUT})},
    )
    table = pa.table(dict(zip(names, columns, strict=True)), schema=schema)
    content = BytesIO()
    parquet.write_table(table, content)
    return content.getvalue()
