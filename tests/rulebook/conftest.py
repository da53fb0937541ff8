"""The smallest house configuration that offers a pay table, for several files of these tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.rulebook.check.tables import find_table
from pitboss.rulebook.house import House, JackpotSetup
from pitboss.rulebook.model import Game, OptionValue, PayTable
from pitboss.rulebook.reading.library import game as game_of

Offer = Callable[..., House]


@pytest.fixture(scope="session")
def offering() -> Offer:
    """Return `offering(game_id, wager_id, table)`: a house with that table and what it needs."""
    return smallest_house


def smallest_house(
    game_id: str, wager_id: str | None = None, table: PayTable | None = None
) -> House:
    """Return a configuration with only what must be given, and *table* for *wager_id* if named."""
    game = game_of(game_id)
    options: dict[str, OptionValue] = {
        option.id: option.values[0] for option in game.options if option.required
    }
    if table is not None:
        options["decks"] = table.decks[0]
        options |= {name: values[0] for name, values in table.needs_options.items()}
    decks = options.get("decks", game.option("decks").default)
    tables = {} if table is None or wager_id is None else {wager_id: table.id}
    wanted = [wager.id for wager in game.wagers if wager.compulsory]
    wanted += [] if wager_id is None else [wager_id]
    while wanted:
        wanted_wager = wanted.pop()
        if game.tables_of(wanted_wager):
            taken = [tables[other] for other in game.alike(wanted_wager) if other in tables]
            free = [t.id for t in fitting(game, wanted_wager, decks) if t.id not in taken]
            tables.setdefault(wanted_wager, *free[:1])
            wanted += needed(game, wanted_wager, decks)
            options |= bonus_cards(game, wanted_wager)
    wanted_by_options = [
        wager
        for option in game.options
        for condition in option.conditions
        if options.get(option.id) == condition.value
        for wager in condition.needs_wagers
    ]
    for wanted_wager in wanted_by_options:
        tables.setdefault(wanted_wager, fitting(game, wanted_wager, decks)[0].id)
    used = {wager: find_table(game, wager, table_id, decks) for wager, table_id in tables.items()}
    return House(
        game=game_id,
        options=options,
        tables=tables,
        pays={
            wager: {row.name: "50 for 1" for row in used_table.operator_rows}
            for wager, used_table in used.items()
            if used_table and used_table.operator_rows
        },
        jackpots={
            wager: progressive(game, wager, used_table)
            for wager, used_table in used.items()
            if used_table and game.wager(wager).jackpot
        },
    )


def fitting(game: Game, wager_id: str, decks: object) -> list[PayTable]:
    return [table for table in game.tables_of(wager_id) if decks in table.decks]


def needed(game: Game, wager_id: str, decks: object) -> list[str]:
    """Return what must stand beside a wager; of "a or b" the first that fits the deck count."""
    wager = game.wager(wager_id)
    return [
        next(wager for wager in need.split(" or ") if fits_always(game, wager, decks))
        for need in (*wager.needs, *wager.offered_with)
    ]


def fits_always(game: Game, wager_id: str, decks: object) -> bool:
    return not game.tables_of(wager_id) or bool(fitting(game, wager_id, decks))


def bonus_cards(game: Game, wager_id: str) -> dict[str, OptionValue]:
    """Return the count a bonus-card spot needs: `match-bonus-3` needs three bonus cards."""
    return {
        option.id: int(wager_id.removeprefix(option.offers))
        for option in game.options
        if option.offers and wager_id.startswith(option.offers)
    }


def progressive(game: Game, wager_id: str, table: PayTable) -> JackpotSetup:
    terms = game.wager(wager_id).jackpot
    assert terms
    return JackpotSetup(
        scheme="progressive",
        wager=(table.base_wager or 500) if terms.fixed_wager else None,
        contribution=table.increment or "20%",
        seed=table.seed or "5000.00",
    )
