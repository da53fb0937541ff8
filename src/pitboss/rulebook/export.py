"""The rule book as JSON: what `pitboss games --json` and `pitboss show --json` print."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pitboss.cards import DECKS
from pitboss.rulebook.model import Game, PayRow, PayTable, Wager
from pitboss.rulebook.pays import Dollars, Odds, OddsPlusPercent, Pay, Percent, format_dollars


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
        "options": [
            (asdict(option) | {"fixed": len(option.values) == 1}) for option in game.options
        ],
        "wagers": [_wager_json(game, wager) for wager in game.wagers],
        "tables": [table_json(table) for table in game.tables],
        "default_tables": dict(game.default_tables),
        "printed": dict(game.printed),
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
