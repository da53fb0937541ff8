"""Values in entries of a table: the table between two rounds, the reversal of a settled round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import convert, structs

from pitboss.cards import format_cards, parse_cards
from pitboss.engine.meter import Meter
from pitboss.engine.values import Value
from pitboss.fair.cut import NO_CUT, read_cut
from pitboss.floor.rounds import Orders
from pitboss.floor.state import TableState, sit_down
from pitboss.floor.terms import ComingLimits
from pitboss.sitting.shoe import DealingShoe

METER_AMOUNTS = ("display", "reserve", "seeded", "contributed", "paid")
"""What a meter's amounts are, in the order in which a reversal has them."""


def write_snapshot(table: TableState) -> dict[str, Any]:
    """Write the table before a deal, so a restart reads nothing older."""
    shoe = table.shoe
    seats = [
        [sitting.seat, sitting.account, sitting.stack] for _, sitting in sorted(table.seats.items())
    ]
    snapshot: dict[str, Any] = {"seats": seats, "shuffle": shoe.shoes, "tips": table.tips}
    current = table.shuffles.cuts.get(shoe.shoes, NO_CUT) if shoe.cards else NO_CUT
    made = table.shuffles.cut(shoe.shoes + 1)
    if made.fixed is not None and made != current:
        snapshot["next_cut"] = made.as_json()
    if table.shuffles.barred:
        snapshot["barred"] = dict(table.shuffles.barred)
    if shoe.cards:
        snapshot["position"] = shoe.position
        if shoe.entered is not None:
            snapshot["entered"] = {wager: list(who) for wager, who in shoe.entered.items()}
        if current != NO_CUT:
            snapshot["cut"] = current.as_json()
        if shoe.of:
            snapshot |= {
                "of": format_cards(shoe.of),
                "kept": format_cards(shoe.cards[: shoe.first]),
            }
    if table.meters:
        snapshot["meters"] = {
            wager: [getattr(meter, amount) for amount in METER_AMOUNTS]
            for wager, meter in table.meters.items()
        }
    limits = {"limits": table.terms.changed_limits, "coming": table.coming}
    snapshot |= {name: value for name, value in limits.items() if value is not None}
    if table.terms.links:
        snapshot["rates"] = {
            wager: str(meter.contribution)
            for wager, meter in table.meters.items()
            if wager in table.terms.links
        }
    return snapshot


def read_snapshot(
    empty: TableState, snapshot: Mapping[str, Any], rounds: int, orders: Orders
) -> TableState:
    """Return the table that a deal began with."""
    if "limits" in snapshot:
        empty = empty._replace(terms=empty.terms.with_limits(snapshot["limits"]))
    clocks = empty.terms.clocks
    seats = {
        seat: sit_down(clocks, seat, account, "", stack)
        for seat, account, stack in snapshot["seats"]
    }
    meters = {
        wager: structs.replace(
            meter, **dict(zip(METER_AMOUNTS, snapshot["meters"][wager], strict=True))
        )
        for wager, meter in empty.meters.items()
    }
    for wager, rate in snapshot.get("rates", {}).items():
        meters[wager] = structs.replace(meters[wager], contribution=Fraction(rate))
    number = snapshot["shuffle"]
    cut = read_cut(snapshot.get("cut", []))
    made = read_cut(snapshot["next_cut"]) if "next_cut" in snapshot else cut
    shoe = structs.replace(empty.shoe, shoes=number)
    if "position" in snapshot:
        _set_cards(shoe, snapshot, orders, cut.parts(empty.id))
    return empty._replace(
        seats=seats,
        shoe=shoe,
        shuffles=empty.shuffles._replace(
            cuts={number: cut} if shoe.cards else {},
            made=made if made.fixed is not None else NO_CUT,
            barred=snapshot.get("barred", {}),
        ),
        meters=meters,
        rounds=rounds,
        tips=snapshot["tips"],
        coming=ComingLimits(*snapshot["coming"]) if "coming" in snapshot else None,
    )


def _set_cards(
    shoe: DealingShoe, snapshot: Mapping[str, Any], orders: Orders, parts: tuple[bytes, ...]
) -> None:
    of, kept = (parse_cards(snapshot.get(part, "")) for part in ("of", "kept"))
    shoe.cards = (*kept, *orders(shoe.shoes, of or shoe.shoe.cards(), parts))
    shoe.of = of
    shoe.first = len(kept)
    shoe.position = snapshot["position"]
    if "entered" in snapshot:
        shoe.entered = {wager: tuple(who) for wager, who in snapshot["entered"].items()}
    shoe.burned = () if of else shoe.cards[: shoe.settings.burn]


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
