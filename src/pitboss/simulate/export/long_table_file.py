"""The tidy table of a simulation as a Parquet file."""

from __future__ import annotations

import json
from dataclasses import astuple, fields
from io import BytesIO

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import parquet

from pitboss.simulate.figures import RunFigures
from pitboss.simulate.long_table import FigureRow, tidy
from pitboss.simulate.record import simulation_record

_ABOUT = (
    *("game", "options", "tables", "house_digest", "strategy", "split_play", "seats"),
    *("fresh", "burn", "cut", "seed", "rounds", "complete", "digest"),
)


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
