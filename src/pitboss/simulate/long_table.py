"""A simulation as one tidy table: a row for each count or figure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from pitboss.simulate.figures import Figures
from pitboss.simulate.record import simulation_record

_ABOUT = (
    *("game", "options", "tables", "house_digest", "strategy", "split_play", "seats"),
    *("fresh", "burn", "cut", "seed", "rounds", "complete", "digest"),
)
_FIGURES = (
    *("house_edge", "standard_error", "variance", "standard_deviation"),
    *("average_wager", "element_of_risk"),
)

_PART_FIGURES = ("house_edge", "standard_error", "standard_deviation", "average_wager")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of the table; fields that do not apply are None."""

    kind: str
    """figure, result, part, event, dealer, insurance, wager, row, meter."""
    name: str
    wager: str | None = None
    value: float | None = None
    count: int | None = None
    frequency: float | None = None
    cents: int | None = None


def tidy(figures: Figures) -> tuple[Row, ...]:
    """Return the table of a simulation."""
    record = simulation_record(figures)
    return (*_main(record), *(line for wager in record["wagers"] for line in _wager(wager)))


def _main(record: Mapping[str, Any]) -> Iterator[Row]:
    rounds, cents = record["rounds"], record["total_cents"]
    yield Row(kind="figure", name="rounds", count=rounds, cents=cents)
    yield from (Row(kind="figure", name=name, value=record[name]) for name in _FIGURES)
    for result in record["histogram"]:
        yield Row(
            kind="result",
            name=f"{result['gain']:+g}",
            value=result["gain"],
            count=result["count"],
            frequency=result["frequency"],
            cents=result["cents"],
        )
    for part in record["parts"]:
        for name in _PART_FIGURES:
            yield Row(kind="part", name=name, wager=part["id"], value=part[name])
    for kind in ("event", "dealer"):
        counted = record["events" if kind == "event" else kind]
        yield from (
            Row(kind=kind, name=name, **counted_row) for name, counted_row in counted.items()
        )
    insurance = record["insurance"]
    if insurance is not None:
        yield Row(kind="insurance", name="offered", count=insurance["offered"])
        won, frequency = insurance["won"], insurance["frequency"]
        yield Row(kind="insurance", name="won", count=won, frequency=frequency)


def _wager(record: Mapping[str, Any]) -> Iterator[Row]:
    wager = record["id"]
    yield Row(
        kind="wager",
        name="house_edge",
        wager=wager,
        value=record["house_edge"],
        count=record["made"],
        frequency=record["hit_frequency"],
        cents=record["total_cents"],
    )
    yield Row(kind="wager", name="standard_error", wager=wager, value=record["standard_error"])
    for row in record["rows"]:
        count, frequency = row["count"], row["frequency"]
        yield Row(kind="row", name=row["name"], wager=wager, count=count, frequency=frequency)
    if record["jackpot"] is not None:
        yield from _meter(wager, record["jackpot"])


def _meter(wager: str, record: Mapping[str, Any]) -> Iterator[Row]:
    yield Row(kind="meter", name="hits", wager=wager, count=record["hits"])
    yield Row(kind="meter", name="awarded", wager=wager, cents=record["awarded_cents"])
    for name in ("mean_at_hit", "long_run_edge"):
        yield Row(kind="meter", name=name, wager=wager, value=record[name])
    for share, dollars in record["meter_at_hit"].items():
        yield Row(kind="meter", name=f"at_hit_{share}", wager=wager, value=dollars)


def parquet_is_possible() -> bool:
    """Whether the extra that Parquet needs is installed."""
    return find_spec("pyarrow") is not None


def parquet_file(figures: Figures) -> bytes:
    """Return the table as a Parquet file; its metadata describe the simulation under `pitboss`."""
    import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    types = {"value": pa.float64(), "count": pa.int64(), "frequency": pa.float64()}
    names = [field.name for field in fields(Row)]
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
