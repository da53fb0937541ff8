"""Snapshots: a table between two rounds, written in the entry of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import structs

from pitboss.cards import format_cards, parse_cards
from pitboss.floor.reversal import METER_AMOUNTS
from pitboss.floor.rounds import Orders
from pitboss.floor.state import TableState, sit_down
from pitboss.table.shoe import DealingShoe


def write_snapshot(table: TableState) -> dict[str, Any]:
    """Write the table before a deal, so a restart reads nothing older."""
    shoe = table.shoe
    seats = [
        [sitting.seat, sitting.account, sitting.stack] for _, sitting in sorted(table.seats.items())
    ]
    snapshot: dict[str, Any] = {"seats": seats, "shuffle": shoe.shoes, "tips": table.tips}
    if shoe.cards:
        snapshot["position"] = shoe.position
        seeds = table.shuffles.cuts.get(shoe.shoes, ())
        if seeds:
            snapshot["cut"] = [seed.hex() for seed in seeds]
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
    number, seeds = snapshot["shuffle"], tuple(map(bytes.fromhex, snapshot.get("cut", ())))
    shoe = structs.replace(empty.shoe, shoes=number)
    if "position" in snapshot:
        _set_cards(shoe, snapshot, orders, seeds)
    return empty._replace(
        seats=seats,
        shoe=shoe,
        shuffles=empty.shuffles._replace(cuts={number: seeds} if shoe.cards else {}),
        meters=meters,
        rounds=rounds,
        tips=snapshot["tips"],
    )


def _set_cards(
    shoe: DealingShoe, snapshot: Mapping[str, Any], orders: Orders, seeds: tuple[bytes, ...]
) -> None:
    of, kept = (parse_cards(snapshot.get(part, "")) for part in ("of", "kept"))
    shoe.cards = (*kept, *orders(shoe.shoes, of or shoe.shoe.cards(), seeds))
    shoe.of, shoe.first, shoe.position = of, len(kept), snapshot["position"]
    shoe.burned = () if of else shoe.cards[: shoe.settings.burn]
