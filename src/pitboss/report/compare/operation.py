"""The earnings of several houses' tables at one pace: win, spread, hold and exposure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.exact.operations import CONFIDENCE, Exposure, Operation
from pitboss.report.compare.houses import PricedHouse
from pitboss.report.details import OperationFields
from pitboss.report.maths.operation import compute_exposure, played_wagers
from pitboss.rulebook.money import parse_dollars
from pitboss.text.numbers import percent, short_money, whole_dollars

_BAND = "95%"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseOperation:
    """One table at its pace."""

    table: Operation
    exposures: tuple[Exposure, ...]
    fields: OperationFields

    @property
    def hold(self) -> float | None:
        """The theoretical hold, win / drop; None without a drop."""
        if self.fields.drop is None:
            return None
        drop = parse_dollars(self.fields.drop) * self.fields.seats
        return self.table.hold(self.table.turnover(drop))

    @property
    def exposure(self) -> tuple[str, int] | None:
        """The wager with the largest exposure, and its amount; None without a maximum."""
        seats = self.fields.seats
        costs = [
            (exposure.name, cost)
            for exposure in self.exposures
            if (cost := exposure.table_exposure(seats))
        ]
        return max(costs, key=lambda cost: cost[1], default=None)

    def as_json(self) -> dict[str, Any]:
        """Return the figures in cents."""
        hours = self.fields.shift_hours
        low, high = self.table.band(hours, CONFIDENCE[_BAND])
        exposure = self.exposure
        return {
            "rounds_per_hour": self.fields.rounds_per_hour,
            "seats": self.fields.seats,
            "shift_hours": hours,
            "handle_per_hour": round(self.table.handle(1)),
            "win_per_hour": round(self.table.win(1)),
            "win_per_shift": round(self.table.win(hours)),
            "deviation_per_shift": round(self.table.deviation(hours)),
            "deviation_per_shift_together": round(self.table.deviation_together(hours)),
            "band_95_per_shift": [round(low), round(high)],
            "edge": self.table.edge,
            "hold": self.hold,
            "exposure": None if exposure is None else {"wager": exposure[0], "most": exposure[1]},
        }


def operate(house: PricedHouse, fields: OperationFields) -> HouseOperation | None:
    """Run the table of *house* at a pace; None if no edge of its wagers is known."""
    played = played_wagers(house.report, fields)
    if not played:
        return None
    exposures = (compute_exposure(wager) for wager in played)
    return HouseOperation(
        table=Operation(pace=fields.pace, actions=tuple(wager.action for wager in played)),
        exposures=tuple(exposure for exposure in exposures if exposure is not None),
        fields=fields,
    )


def operation_lines(
    tables: Sequence[HouseOperation | None],
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the figures, name and a text for each table."""
    every = [{} if table is None else _texts(table) for table in tables]
    for name in dict.fromkeys(name for texts in every for name in texts):
        yield name, tuple(texts.get(name, "–") for texts in every)


def _texts(operation: HouseOperation) -> dict[str, str]:
    table = operation.table
    hours = operation.fields.shift_hours
    low, high = table.band(hours, CONFIDENCE[_BAND])
    spreads = (table.deviation(hours), table.deviation_together(hours))
    texts = {
        "wagered in an hour (handle)": whole_dollars(table.handle(1)),
        "theoretical win in an hour": whole_dollars(table.win(1)),
        "win as a share of the handle": percent(table.edge),
        f"theoretical win in a shift of {hours} hours": whole_dollars(table.win(hours)),
        "standard deviation of a shift": " to ".join(map(whole_dollars, spreads)),
        "95% of shifts end between": f"{whole_dollars(low)} and {whole_dollars(high)}",
    }
    if operation.hold is not None:
        texts["theoretical hold (win / drop)"] = percent(operation.hold, 2)
    if operation.exposure is not None:
        name, cost = operation.exposure
        texts["most that one round can cost"] = f"{short_money(cost)} on {name}"
    return texts
