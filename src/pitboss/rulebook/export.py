"""The rule book as JSON: what `pitboss games`, `show` and `check` print with `--json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitboss.cards import DECKS
from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.configured import ConfiguredGame, Jackpot, Spot
from pitboss.rulebook.house import House, OperatorPay
from pitboss.rulebook.model import Game, PayRow, PayTable, Wager
from pitboss.rulebook.pays import Dollars, Odds, OddsPlusPercent, Pay, Percent, format_dollars
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.profiles import find_profile


def summary_json(game: Game) -> dict[str, Any]:
    """Return one line of the catalogue."""
    return {
        "id": game.id,
        "title": game.title,
        "document": game.document,
        "section": game.section,
        "decks": list(game.decks),
        "options": [option.id for option in game.options],
        "wagers": [wager.id for wager in game.wagers],
        "tables": len(game.tables),
        "summary": game.summary,
    }


def game_json(game: Game) -> dict[str, Any]:
    """Return everything in the rule book about a game."""
    return {
        "id": game.id,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "document": game.document,
        "section": game.section,
        "effective": game.effective,
        "rights_holder": game.rights_holder,
        "round": game.round,
        "deck": {"name": game.deck, "cards": len(DECKS[game.deck].cards)},
        "decks": list(game.decks),
        "seats_max": game.seats_max,
        "summary": game.summary,
        "rules": dict(game.fixed),
        "kind": game.kind_rules and asdict(game.kind_rules),
        "super_bonus": game.super_bonus and asdict(game.super_bonus),
        "shoe": game.shoe and asdict(game.shoe),
        "options": [
            (asdict(option) | {"fixed": len(option.values) == 1}) for option in game.options
        ],
        "wagers": [_wager_json(game, wager) for wager in game.wagers],
        "tables": [table_json(table) for table in game.tables],
        "default_tables": dict(game.default_tables),
        "printed": dict(game.printed),
        "irregularities": [asdict(item) for item in game.irregularities],
        "procedure": [asdict(step) for step in game.procedure],
        "clauses": dict(game.clauses),
        "rulings": [asdict(ruling) for ruling in game.rulings],
    }


def _wager_json(game: Game, wager: Wager) -> dict[str, Any]:
    tables = dict.fromkeys(table.id for table in game.tables_of(wager.id))
    return asdict(wager) | {"tables": list(tables)}


def table_json(table: PayTable) -> dict[str, Any]:
    """Return a pay table without empty keys."""
    terms = {
        "settled": table.settled,
        "alternate_for": list(table.alternate_for),
        "replaces": list(table.replaces),
        "envy_to": table.envy_to,
        "envy_scales": table.envy_scales or None,
        "needs_options": {name: list(values) for name, values in table.needs_options.items()},
        "base_wager": table.base_wager,
        "min_wager": table.min_wager,
        "seed": table.seed,
        "increment": table.increment,
        "note": table.note,
    }
    return {
        "id": table.id,
        "title": table.title,
        "wagers": list(table.wagers),
        "decks": list(table.decks),
        "family": table.family,
        "automatic": table.automatic,
        "rows": [_row_json(row) for row in table.rows],
        "printed": dict(table.printed),
        "cite": table.cite,
        **{key: value for key, value in terms.items() if value},
    }


def _row_json(row: PayRow) -> dict[str, Any]:
    terms = {
        "column": row.column,
        "envy": None if row.envy is None else format_dollars(row.envy),
        "printed": dict(row.printed),
    }
    return {
        "name": row.name,
        "outcome": row.outcome,
        "pay": row.text,
        "value": pay_json(row.pay),
        **{key: value for key, value in terms.items() if value},
    }


def pay_json(pay: Pay) -> dict[str, Any]:
    """Return the parts of a pay, for programs that do not parse "13 for 2".

    >>> pay_json(Odds(to=13, per=2, for_one=True))
    {'for': '13/2'}
    """
    match pay:
        case Odds():
            return {"for" if pay.for_one else "to": str(pay.ratio)}
        case Percent():
            return {"percent": pay.of_meter}
        case OddsPlusPercent():
            return pay_json(pay.odds) | pay_json(pay.percent)
        case Dollars():
            return {"cents_per_dollar": pay.cents}
        case _:
            return {"word": pay.name.lower()}


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
        "wagers": [_spot_json(spot, house) for spot in configured.spots.values()],
        "pays": {
            wager: prizes for wager, rows in house.pays.items() if (prizes := _prizes_json(rows))
        },
        "jackpots": {
            wager: _jackpot_json(spot.jackpot)
            for wager, spot in configured.spots.items()
            if spot.jackpot
        },
        "shoe": asdict(house.shoe.under(configured.options)),
        **({"pace": pace} if (pace := house.pace.stated) else {}),
    }


def judgement_basis(house: House) -> dict[str, Any]:
    """Return what a house is judged by, and what is not judged.

    >>> judgement_basis(House(game="ilani/spanish-21"))["not_judged"]
    ['legal limits on wagers: no profile is chosen']
    """
    game = game_of(house.game)
    profile = find_profile(house.game, house.profile)
    no_limits = ["legal limits on wagers: no profile is chosen"]
    return {
        "document": game.document,
        "section": game.section,
        "effective": game.effective,
        "profile": profile and profile.as_json(),
        "not_judged": list(profile.not_judged) if profile else no_limits,
    }


def _spot_json(spot: Spot, house: House) -> dict[str, Any]:
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
        "aggregate_per": spot.aggregate_per if spot.aggregate is not None else None,
        "aggregate_cite": aggregate_clause(spot),
        "tip_max_cents": spot.tip_max,
        "equals": spot.wager.equals,
        "at_most": spot.wager.at_most,
    }


def aggregate_clause(spot: Spot) -> str | None:
    """Return the clause that allows the aggregate limit of a spot; None without a limit."""
    return None if spot.aggregate is None else spot.wager.aggregate[spot.aggregate_per]


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
