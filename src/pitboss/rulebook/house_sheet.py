"""A house configuration as understood: every choice, every amount, every assumption."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.configured import ConfiguredGame, Jackpot, Spot
from pitboss.rulebook.house import House, OperatorPay
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.profiles import find_profile


def house_sheet(house: House, configured: ConfiguredGame) -> dict[str, Any]:
    """Return the whole table that *house* sets up, as `pitboss check --json` prints it.

    >>> from pitboss.rulebook.configured import configure
    >>> house = House(game="ilani/spanish-21", options={"decks": 8})
    >>> sheet = house_sheet(house, configure(house))
    >>> sheet["options"], sheet["assumed"]
    ({'decks': 8}, {'soft17': 'stand', 'rounding': 'down'})
    """
    options = configured.options.items()
    return {
        "options": {name: value for name, value in options if name in house.options},
        "assumed": {name: value for name, value in options if name not in house.options},
        "wagers": [_wager_json(spot, house) for spot in configured.spots.values()],
        "pays": {
            wager: prizes for wager, rows in house.pays.items() if (prizes := _prizes_json(rows))
        },
        "jackpots": {
            wager: _jackpot_json(spot.jackpot)
            for wager, spot in configured.spots.items()
            if spot.jackpot
        },
        "shoe": {"burn": house.shoe.burn, "cut": house.shoe.cut},
    }


def judgement_basis(house: House) -> dict[str, Any]:
    """Return what a house is judged by, and what is not judged.

    >>> judgement_basis(House(game="ilani/spanish-21"))["not_judged"]
    ['legal limits on wagers: no profile is chosen']
    """
    game, profile = game_of(house.game), find_profile(house.game, house.profile)
    no_limits = ["legal limits on wagers: no profile is chosen"]
    return {
        "document": game.document,
        "section": game.section,
        "effective": game.effective,
        "profile": profile and profile.as_json(),
        "not_judged": list(profile.not_judged) if profile else no_limits,
    }


def _wager_json(spot: Spot, house: House) -> dict[str, Any]:
    """Return a wager with its limits in cents; a limit that is not set is null."""
    fixed = spot.jackpot.wager if spot.jackpot else None
    alternate = house.pays.get(spot.wager.id, {}).get(ALTERNATE)
    return {
        "id": spot.wager.id,
        "title": spot.wager.title,
        "table": spot.table.id if spot.table else None,
        "alternate": alternate if spot.table else None,
        "min_cents": fixed if fixed is not None else spot.min,
        "max_cents": fixed if fixed is not None else spot.max,
        "aggregate_cents": spot.aggregate,
        "equals": spot.wager.equals,
        "at_most": spot.wager.at_most,
    }


def _prizes_json(rows: Mapping[str, str | OperatorPay]) -> dict[str, Any]:
    return {
        row: {"pay": entry.pay, "from": entry.source}
        if isinstance(entry, OperatorPay)
        else {"pay": entry, "from": "house"}
        for row, entry in rows.items()
        if row != ALTERNATE
    }


def _jackpot_json(jackpot: Jackpot) -> dict[str, Any]:
    return {
        "scheme": jackpot.scheme,
        "wager_cents": jackpot.wager,
        "contribution": _share(jackpot.contribution),
        "reserve": _share(jackpot.reserve),
        "seed_cents": jackpot.seed,
        "prizes_cents": {f"{share}%": cents for share, cents in jackpot.prizes.items()},
    }


def _share(part: Fraction) -> str:
    return f"{float(part * 100):g}%"
