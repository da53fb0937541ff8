"""A table of the lab as the command line is told it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.api.tables import Table
from pitboss.server.rules.book import NO_TABLE
from pitboss.text.options import option_text


def table_words(table: Table) -> Iterator[str]:
    """Yield the game, every option, and every pay table: also those that are not on the felt."""
    yield table.game.id
    for name, value in table.options.items():
        if len(table.game.option(name).values) > 1:
            yield from ("-o", f"{name}={option_text(value)}")
    if table.house.tables is None:
        return
    for wager, pays in table.house.tables.items():
        yield from ("-o", f"table.{wager}={pays}")
    for wager in table.game.default_tables:
        if wager not in table.house.tables:
            yield from ("-o", f"table.{wager}={NO_TABLE}")
