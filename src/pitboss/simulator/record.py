"""A simulation as data: the JSON of `pitboss simulate --json`, and a tidy table of its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.kinds import has_split_plays
from pitboss.simulator.counting.figures import count_record
from pitboss.simulator.figures import Estimate, PartResult, RunFigures, WagerResult, jackpot_result
from pitboss.simulator.strategies import OPTIMAL
from pitboss.simulator.tally import BASE

_FIGURES = (
    *("house_edge", "standard_error", "variance", "standard_deviation"),
    *("average_wager", "element_of_risk"),
)
_PART_FIGURES = ("house_edge", "standard_error", "standard_deviation", "average_wager")


def simulation_record(figures: RunFigures) -> dict[str, Any]:
    """Return all figures of a simulation; edges and frequencies are parts of one."""
    job = figures.job
    configured = figures.job.setup.configured
    spots = configured.spots.items()
    return {
        "game": configured.game.id,
        "options": dict(configured.options),
        "tables": {wager: spot.table.id for wager, spot in spots if spot.table is not None},
        "house_digest": configured.digest,
        "strategy": figures.strategy,
        "split_play": _split_play(figures),
        "seats": job.seats,
        "fresh": job.is_fresh,
        "burn": job.burn,
        "cut": None if job.is_fresh else job.cut,
        "seed": job.seed,
        "device": figures.device,
        "workers": figures.workers,
        "seconds": figures.seconds,
        "rounds_per_second": figures.rounds_per_second,
        "complete": figures.complete,
        "rounds": figures.rounds,
        **_estimate(figures.house_edge),
        "variance": figures.variance,
        "standard_deviation": figures.standard_deviation,
        "average_wager": figures.average_wager,
        "element_of_risk": figures.element_of_risk,
        "base_wager_cents": BASE,
        **({} if job.setup.main_wager is None else {"wager": job.setup.main_wager}),
        "wagered_cents": figures.rounds * job.seats * figures.wagered_at_first,
        "total_cents": figures.total,
        "histogram": list(_histogram(figures.main)),
        "parts": [_part(part) for part in figures.parts[1:]],
        "events": _count_record(figures.events, first_hands(figures)),
        "dealer": _count_record(figures.dealer, sum(figures.dealer.values())),
        "insurance": _insurance(figures),
        "wagers": [_wager(wager) for wager in figures.wagers],
        "digest": figures.digest,
        "assumed": list(figures.assumed),
        "rounds_asked": figures.rounds if figures.rounds_asked is None else figures.rounds_asked,
        "until": figures.until,
        **({} if job.counter is None else count_record(job.counter, figures)),
    }


def first_hands(figures: RunFigures) -> int:
    """Return how many hands were dealt, before splits."""
    return figures.rounds * figures.job.hands


def _split_play(figures: RunFigures) -> str | None:
    """Return how hands made by a split were played; None where the strategy alone decides."""
    if figures.strategy == OPTIMAL and has_split_plays(figures.job.setup):
        return SplitPlay.BEST.value
    return None


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "house_edge": estimate.mean,
        "standard_error": estimate.standard_error,
        "interval": list(estimate.interval),
    }


def _part(result: PartResult) -> dict[str, Any]:
    """Return a part of the main game that has an edge of its own."""
    return {
        "id": result.part.id,
        "title": result.part.title,
        "unit": result.part.of,
        "unit_cents": result.part.wagered,
        **_estimate(result.house_edge),
        "variance": result.variance,
        "standard_deviation": result.standard_deviation,
        "average_wager": result.average_wager,
        "total_cents": result.total,
        "histogram": list(_histogram(result)),
    }


def _histogram(result: PartResult) -> Iterator[dict[str, Any]]:
    results = sum(result.histogram.values())
    for gain, count in result.histogram.items():
        yield {
            "gain": gain,
            "cents": round(gain * result.part.wagered),
            "count": count,
            "frequency": count / results,
        }


def _count_record(counts: Mapping[str, int], of: int) -> dict[str, dict[str, float]]:
    return {
        name: {"count": count, "frequency": count / of if of else 0.0}
        for name, count in counts.items()
    }


def _insurance(figures: RunFigures) -> dict[str, Any] | None:
    """Return the result of insurance; a run of main wagers alone does not count it."""
    if figures.insurance is None:
        return None
    offered, won = figures.insurance
    odds = figures.job.setup.insurance_odds
    frequency = won / offered if offered else 0.0
    return {
        "offered": offered,
        "won": won,
        "frequency": frequency,
        "house_edge": 1 - frequency * (1 + odds.to / odds.per) if offered else None,
    }


def _wager(wager: WagerResult) -> dict[str, Any]:
    return {
        "id": wager.id,
        "table": wager.table,
        "stake_cents": wager.stake,
        "made": wager.made,
        "won": wager.won,
        "hit_frequency": wager.hit_frequency,
        "total_cents": wager.total,
        "envy_cents": wager.envy,
        **_estimate(wager.edge),
        "rows": [
            {"name": row.name, "pay": row.pay, "count": row.count, "frequency": row.frequency}
            for row in wager.rows
        ],
        "jackpot": _jackpot(wager),
    }


def _jackpot(wager: WagerResult) -> dict[str, Any] | None:
    jackpot = jackpot_result(wager)
    if jackpot is None:
        return None
    return {
        "contribution": float(jackpot.meter.contribution),
        "reserve": float(jackpot.meter.reserve_share),
        "seed_units": jackpot.meter.seed,
        "hits": jackpot.hits,
        "mean_at_hit": jackpot.mean_at_hit,
        "meter_at_hit": jackpot.quantiles,
        "awarded_cents": jackpot.awarded,
        "contributed_units": jackpot.meter.contributed,
        "meter_units": jackpot.meter.display,
        "reserve_units": jackpot.meter.reserve,
        "long_run_edge": jackpot.long_run_edge,
    }


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
    return (
        *_main_rows(record),
        *(line for wager in record["wagers"] for line in _wager_rows(wager)),
    )


def _main_rows(record: Mapping[str, Any]) -> Iterator[FigureRow]:
    rounds = record["rounds"]
    cents = record["total_cents"]
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
        won = insurance["won"]
        frequency = insurance["frequency"]
        yield FigureRow(kind="insurance", name="won", count=won, frequency=frequency)


def _wager_rows(record: Mapping[str, Any]) -> Iterator[FigureRow]:
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
        count = row["count"]
        frequency = row["frequency"]
        yield FigureRow(kind="row", name=row["name"], wager=wager, count=count, frequency=frequency)
    if record["jackpot"] is not None:
        yield from _meter_rows(wager, record["jackpot"])


def _meter_rows(wager: str, record: Mapping[str, Any]) -> Iterator[FigureRow]:
    yield FigureRow(kind="meter", name="hits", wager=wager, count=record["hits"])
    yield FigureRow(kind="meter", name="awarded", wager=wager, cents=record["awarded_cents"])
    for name in ("mean_at_hit", "long_run_edge"):
        yield FigureRow(kind="meter", name=name, wager=wager, value=record[name])
    for share, dollars in record["meter_at_hit"].items():
        yield FigureRow(kind="meter", name=f"at_hit_{share}", wager=wager, value=dollars)
