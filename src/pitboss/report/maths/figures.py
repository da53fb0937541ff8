"""The main figures of a maths report, in full, each with an id that later reports keep.

A program reads them from the JSON, `pitboss compare old.json new.json` compares them, and the
workbook lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from pitboss.exact.operations import Operation
from pitboss.report.details import OperationFields
from pitboss.report.document.blocks import Figure
from pitboss.report.games.page import VOLATILITY
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.operation import compute_exposure, played_wagers
from pitboss.report.maths.wager_maths import WagerMaths
from pitboss.rulebook.pays import CENTS_PER_DOLLAR

Named = tuple[str, Fraction | float | None, Literal["share", "units", "dollars", "number"]]
"""The last part of an id, which is its name in words too; the value and its unit."""


def report_figures(report: MathsReport, fields: OperationFields) -> Iterator[Figure]:
    """Yield every main figure: of the main game, each wager, jackpot, and the table's operation.

    >>> from pitboss.report.maths.model import maths
    >>> from pitboss.rulebook.house import House
    >>> house = House(game="wa/spanish-21", options={"decks": 6, "soft17": "hit"})
    >>> figures = {f.id: f for f in report_figures(maths(house, proven=False), OperationFields())}
    >>> figures["wager.match-up.house_edge"].value
    Fraction(114, 3731)
    """
    for game in report.games:
        for place, part in enumerate(game.parts):
            key = "main" if not game.title and not place else f"main.{part.name}"
            deviation = part.standard_deviation
            hits = 1 - part.chance(sign=-1) if part.distribution else None
            yield from _named(key, part.name, (
                ("house_edge", part.edge, "share"),
                ("hit_frequency", hits, "share"),
                ("standard_deviation", deviation, "units"),
                ("volatility_index", deviation and VOLATILITY * deviation, "units"),
                ("average_wager", part.average_wager, "units"),
            ))  # fmt: skip
        if game.chart_cost is not None:
            chart = game.main.house_edge + game.chart_cost.cost
            yield from _named("main", game.main.name, (("house_edge_by_charts", chart, "share"),))
    for maths in report.wagers:
        for wager in maths.wagers:
            yield from _wager(f"wager.{wager.id}", wager.title, maths)
    for jackpot in report.jackpots:
        yield from _jackpot(jackpot)
    yield from _operation(report, fields)


def _named(key: str, about: str, figures: tuple[Named, ...]) -> Iterator[Figure]:
    for name, value, unit in figures:
        if value is not None:
            words = f"{about}: {name.replace('_', ' ')}"
            yield Figure(id=f"{key}.{name}", name=words, value=value, unit=unit)


def _wager(key: str, title: str, maths: WagerMaths) -> Iterator[Figure]:
    yield from _named(key, title, (
        ("house_edge", maths.edge, "share"),
        ("hit_frequency", maths.odds.hit_frequency, "share"),
        ("win_frequency", maths.win_frequency, "share"),
        ("variance", maths.odds.variance, "units"),
        ("standard_deviation", maths.deviation, "units"),
        ("volatility_index", VOLATILITY * maths.deviation, "units"),
    ))  # fmt: skip
    for outcome in maths.outcomes:
        yield from _named(f"{key}.row.{outcome.name}", f"{title}, {outcome.name}", (
            ("probability", outcome.probability, "share"),
            ("gain", outcome.net, "units"),
            ("share_of_meter", outcome.meter or None, "share"),
        ))  # fmt: skip


def _jackpot(maths: JackpotMaths) -> Iterator[Figure]:
    house = maths.jackpot.scheme == "house"
    yield from _named(f"jackpot.{maths.wager.wagers[0].id}", maths.wager.title, (
        ("share_of_meter", maths.share, "share"),
        ("break_even_meter", maths.break_even, "dollars"),
        ("average_meter", None if house else maths.average_meter, "dollars"),
        ("long_run_edge", None if house else maths.long_run_edge, "share"),
        ("edge_with_prizes", maths.edge_with_prizes if house else None, "share"),
    ))  # fmt: skip


def _operation(report: MathsReport, fields: OperationFields) -> Iterator[Figure]:
    played = played_wagers(report, fields)
    if not played:
        return
    table = Operation(pace=fields.pace, actions=tuple(wager.action for wager in played))
    yield from _named("operation", "All wagers, one hour", (
        ("handle", table.handle(1) / CENTS_PER_DOLLAR, "dollars"),
        ("theoretical_win", table.win(1) / CENTS_PER_DOLLAR, "dollars"),
        ("standard_deviation", table.deviation(1) / CENTS_PER_DOLLAR, "dollars"),
    ))  # fmt: skip
    for wager in played:
        exposure = compute_exposure(wager)
        if exposure is None or exposure.seat_exposure is None:
            continue
        most = exposure.table_exposure(fields.seats)
        assert most is not None  # the table has a limit where a seat has one
        yield from _named(f"exposure.{wager.spot.wager.id}", f"{exposure.name}, one round", (
            ("one_seat", Fraction(exposure.seat_exposure, CENTS_PER_DOLLAR), "dollars"),
            ("all_seats", Fraction(most, CENTS_PER_DOLLAR), "dollars"),
        ))  # fmt: skip
