"""Names as people write them: a unique short name for a game, and ids without regard to case."""

from __future__ import annotations

from dataclasses import replace

from pitboss.rulebook.check.tables import ALTERNATE
from pitboss.rulebook.house import House, OperatorPay
from pitboss.rulebook.phrases import match_id
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of


def canonical(house: House) -> House:
    """Return *house* with the exact ids of its game, wagers' pay tables and alternates.

    Unknown names stay as they are, for the check to refuse.

    >>> house = canonical(House(game="free-bet", tables={"pot-of-gold": "pog-01"}))
    >>> house.game, house.tables
    ('co/free-bet', {'pot-of-gold': 'POG-01'})
    """
    try:
        game = game_of(house.game)
    except RulesError:
        return house
    tables = house.tables and {
        wager: match_id(table_id, (table.id for table in game.tables_of(wager)))
        for wager, table_id in house.tables.items()
    }
    alternates = tuple(table.id for table in game.tables if table.alternate_for)

    def exact(row: str, pay: str | OperatorPay) -> str | OperatorPay:
        named = row == ALTERNATE and isinstance(pay, str)
        return match_id(str(pay), alternates) if named else pay

    pays = {
        wager: {row: exact(row, pay) for row, pay in rows.items()}
        for wager, rows in house.pays.items()
    }
    return replace(house, game=game.id, tables=tables, pays=pays)
