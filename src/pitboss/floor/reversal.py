"""The reversal of a settled round as a value: read from an entry, and applied to a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert, structs

from pitboss.engine.meter import Meter
from pitboss.engine.values import Value
from pitboss.floor.state import TableState

METER_AMOUNTS = ("display", "reserve", "seeded", "contributed", "paid")
"""What a meter's amounts are, in the order in which a reversal has them."""


class Reversal(Value, frozen=True):
    """The reversed part of a settled round."""

    round: int
    stacks: Mapping[str, int]
    """Seat -> cents that it gets, or gives where they are less than nothing."""
    tips: int = 0
    """Cents that the dealers get or give."""
    meters: Mapping[str, tuple[int, ...]] = {}
    """Wager -> what its meter's amounts gain, in units."""


def with_reversal(table: TableState, reversal: Reversal) -> TableState:
    """Return the table after a reversal."""
    seats = dict(table.seats)
    for name, cents in reversal.stacks.items():
        sitting = seats[int(name)]
        seats[sitting.seat] = sitting._replace(stack=sitting.stack + cents)
    meters = {
        wager: move_meter(meter, reversal.meters[wager]) if wager in reversal.meters else meter
        for wager, meter in table.meters.items()
    }
    return table._replace(
        seats=seats,
        tips=table.tips + reversal.tips,
        meters=meters if reversal.meters else table.meters,
    )


def read_reversal(body: Mapping[str, Any]) -> Reversal:
    """Read the reversal of an entry."""
    return convert(body, Reversal)


def move_meter(meter: Meter, move: Sequence[int]) -> Meter:
    """Return a meter after amounts were added to it."""
    changed = {
        name: getattr(meter, name) + amount
        for name, amount in zip(METER_AMOUNTS, move, strict=True)
    }
    return structs.replace(meter, **changed)
