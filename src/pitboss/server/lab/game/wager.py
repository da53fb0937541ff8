"""The main wager that the figures of a game's page are for."""

from __future__ import annotations

from pitboss.api.tables import Table
from pitboss.exact.wager_size import uncapped_most, wager_problems
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError


def read_wager(table: Table, text: str) -> int | None:
    """Return a main wager in cents, None for no text; `RulesError` if the table takes it not."""
    if not text:
        return None
    try:
        cents = parse_dollars(text)
    except ValueError as error:
        raise RulesError(
            [Problem(code="option/invalid", key="wager", message=str(error))]
        ) from None
    if problems := tuple(wager_problems(table.setup, cents)):
        raise RulesError(problems)
    return cents


def is_by_wager(table: Table) -> bool:
    """Whether the figures depend on the main wager: by its prizes, or by doubles that are capped.

    >>> from pitboss.server.rules.book import open_main_table
    >>> [is_by_wager(open_main_table(game, ())) for game in ("wa/spanish-21", "co/pai-jack")]
    [True, False]
    """
    return table.game.super_bonus is not None or uncapped_most(table.setup) is not None
