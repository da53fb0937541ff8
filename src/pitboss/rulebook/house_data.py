"""A house configuration written down again, with the keys a file or a round record has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pitboss.rulebook.house import House, OperatorPay, ShoeSettings


def house_data(house: House) -> dict[str, Any]:
    """Return *house* as `house_from` reads it; what says nothing is left out.

    >>> house_data(House(game="wa/spanish-21", options={"decks": 6}))
    {'game': 'wa/spanish-21', 'options': {'decks': 6}}
    """
    said: dict[str, Any] = {
        "game": house.game,
        "options": dict(house.options),
        "tables": None if house.tables is None else dict(house.tables),
        "pays": {wager: _pays(rows) for wager, rows in house.pays.items()},
        "jackpots": {wager: _given(asdict(setup)) for wager, setup in house.jackpots.items()},
        "limits": {wager: _given(asdict(limits)) for wager, limits in house.limits.items()},
        "shoe": _given(asdict(house.shoe)) if house.shoe != ShoeSettings() else {},
    }
    # No tables at all is something else than tables not mentioned.
    return {key: value for key, value in said.items() if value or (key, value) == ("tables", {})}


def _pays(rows: Mapping[str, str | OperatorPay]) -> dict[str, Any]:
    return {
        row: {"pay": entry.pay, "from": entry.source} if isinstance(entry, OperatorPay) else entry
        for row, entry in rows.items()
    }


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", {})}
