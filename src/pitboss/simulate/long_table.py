"""A simulation as one tidy table: a row for each count or figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.simulate.figures import RunFigures
from pitboss.simulate.record import simulation_record

_FIGURES = (
    *("house_edge", "standard_error", "variance", "standard_deviation"),
    *("average_wager", "element_of_risk"),
)

_PART_FIGURES = ("house_edge", "standard_error", "standard_deviation", "average_wager")


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One row of the table; fields that do not apply are None."""

    kind: str
    """figure, result, part, event, dealer, insurance, wager, row, meter."""
    name: str
    wager: str | None = None
    value: float | None = None
    count: int | None = None
    frequency: float | None = None
    cents: int | None = None


def tidy(figures: RunFigures) -> tuple[FigureRow, ...]:
    """Return the table of a simulation."""
    record = simulation_record(figures)
    return (*_main(record), *(line for wager in record["wagers"] for line in _wager(wager)))


def _main(record: Mapping[str, Any]) -> Iterator[FigureRow]:
    rounds, cents = record["rounds"], record["total_cents"]
    yield FigureRow(kind="figure", name="rounds", count=rounds, cents=cents)
    yield from (FigureRow(kind="figure", name=name, value=record[name]) for name in _FIGURES)
    for result in record["histogram"]:
        yield FigureRow(
            kind="result",
            name=f"{result['gain']:+g}",
            value=result["gain"],
            count=result["count"],
            frequency=result["frequency"],
            cents=result["cents"],
        )
    for part in record["parts"]:
        for name in _PART_FIGURES:
            yield FigureRow(kind="part", name=name, wager=part["id"], value=part[name])
    for kind in ("event", "dealer"):
        counted = record["events" if kind == "event" else kind]
        yield from (
            FigureRow(kind=kind, name=name, **counted_row) for name, counted_row in counted.items()
        )
    insurance = record["insurance"]
    if insurance is not None:
        yield FigureRow(kind="insurance", name="offered", count=insurance["offered"])
        won, frequency = insurance["won"], insurance["frequency"]
        yield FigureRow(kind="insurance", name="won", count=won, frequency=frequency)


def _wager(record: Mapping[str, Any]) -> Iterator[FigureRow]:
    wager = record["id"]
    yield FigureRow(
        kind="wager",
        name="house_edge",
        wager=wager,
        value=record["house_edge"],
        count=record["made"],
        frequency=record["hit_frequency"],
        cents=record["total_cents"],
    )
    yield FigureRow(
        kind="wager", name="standard_error", wager=wager, value=record["standard_error"]
    )
    for row in record["rows"]:
        count, frequency = row["count"], row["frequency"]
        yield FigureRow(kind="row", name=row["name"], wager=wager, count=count, frequency=frequency)
    if record["jackpot"] is not None:
        yield from _meter(wager, record["jackpot"])


def _meter(wager: str, record: Mapping[str, Any]) -> Iterator[FigureRow]:
    yield FigureRow(kind="meter", name="hits", wager=wager, count=record["hits"])
    yield FigureRow(kind="meter", name="awarded", wager=wager, cents=record["awarded_cents"])
    for name in ("mean_at_hit", "long_run_edge"):
        yield FigureRow(kind="meter", name=name, wager=wager, value=record[name])
    for share, dollars in record["meter_at_hit"].items():
        yield FigureRow(kind="meter", name=f"at_hit_{share}", wager=wager, value=dollars)
