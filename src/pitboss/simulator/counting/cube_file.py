"""The cube of a run as a Parquet file: a row for every cell with rounds in it."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import parquet

from pitboss.simulator.counting.cube import Cube
from pitboss.simulator.counting.fields import FIELDS, STEP
from pitboss.simulator.figures import RunFigures
from pitboss.simulator.record import simulation_record

MAIN = "main"
SECOND = "second hand"
COLUMNS = ("plays", "cards", "count", "wager", "number", "total", "squares")
_ABOUT = ("game", "options", "tables", "house_digest", "seats", "burn", "cut", "seed", "rounds")


def cube_rows(cube: Cube) -> list[tuple[Any, ...]]:
    """Return a row for every cell and wager.

    `total` and `squares` are whole numbers of counted units. For a second hand `number` is the sum
    of the products of both hands.
    """
    names = (MAIN, *([SECOND] if cube.has_second else []), *cube.wagers)
    rows = []
    for plays, step, place in np.argwhere(cube.cells[..., 0] > 0).tolist():
        cell = cube.cells[plays, step, place].tolist()
        for number, name in enumerate(names):
            one, two, three = cell[number * FIELDS : (number + 1) * FIELDS]
            if name == SECOND:
                one, two, three = three, one, two
            is_played = plays == 1 or len(cube.cells) == 1
            count = cube.low + place
            rows.append((is_played, step * STEP, count, name, one, two, three))
    return rows


def cube_file(figures: RunFigures) -> bytes:
    """Return the cube as a Parquet file; its metadata say under `pitboss` what was simulated."""
    cube = figures.cube
    record = simulation_record(figures)
    about = {key: record[key] for key in _ABOUT} | {"count": record["count"]}
    about |= {"unit": cube.unit, "side_units": dict(zip(cube.wagers, cube.side_units, strict=True))}
    types = {"plays": pa.bool_(), "wager": pa.string()}
    schema = pa.schema(
        [(name, types.get(name, pa.int64())) for name in COLUMNS],
        metadata={"pitboss": json.dumps(about)},
    )
    columns = zip(*cube_rows(cube), strict=True)
    table = pa.table(dict(zip(COLUMNS, columns, strict=True)), schema=schema)
    content = BytesIO()
    parquet.write_table(table, content)
    return content.getvalue()
