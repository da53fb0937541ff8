"""From printed grids to pay tables: check the grids, take them apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Any

from pitboss.rulebook.house import parse_share
from pitboss.rulebook.limits import GUESS_LENGTH_MAX, shorten
from pitboss.rulebook.model import Game, PayRow, PayTable
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import Dollars, Plain, parse_pay
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.reading.game_problems import Found, unreadable
from pitboss.rulebook.reading.outcomes import family_outcomes
from pitboss.rulebook.reading.schema import RowFile, TableFile


def grid_problems(table: TableFile, game: Game, key: str) -> Found:
    """Yield what makes the tables of one printed grid impossible."""
    if not table.ids or not table.rows or not table.cite:
        yield key, "needs ids, rows and a clause"
    if not family_outcomes(table.family):
        yield key, f"the family {table.family!r} is unknown; 'pitboss outcomes' lists them"
        return
    for wager_id in table.wagers:
        if wager_id not in {wager.id for wager in game.wagers}:
            yield key, f"pays the unknown wager {wager_id!r}"
    for wanted in table.needs_options:
        if wanted not in {option.id for option in game.options}:
            yield key, f"needs the unknown option {wanted!r}"
    yield from _width_problems(table, key)
    yield from _meter_problems(table, key)
    for row in table.rows:
        yield from _row_problems(row, table, f"{key} row {row.name!r}")


def _meter_problems(table: TableFile, key: str) -> Found:
    """Check that seed and increment are readable, and that a seed has a base wager."""
    for seed in table.seed:
        yield from unreadable(parse_dollars, seed, key)
    for share in table.increment:
        yield from unreadable(parse_share, share, key)
    if table.seed and not table.base_wager:
        yield key, "a seed needs the base_wager it is printed for"


def _width_problems(table: TableFile, key: str) -> Found:
    """Check that a list by table has an entry for every table."""
    if len(table.columns) != len(table.columns_on):
        yield key, "needs a word in columns_on for each of its columns"
    listed = {**table.printed, "seed": table.seed, "increment": table.increment}
    if table.decks and isinstance(table.decks[0], tuple):
        listed["decks"] = tuple(map(str, table.decks))
    for name, values in listed.items():
        if (values or name in table.printed) and len(values) != len(table.ids):
            yield key, f"gives {name!r} {len(values)} times for {len(table.ids)} tables"


def _row_problems(row: RowFile, table: TableFile, key: str) -> Found:
    width = len(table.ids) * max(1, len(table.columns))
    if len(row.pays) != width:
        yield key, f"has {len(row.pays)} pays where {width} are printed"
    if row.envy and (len(row.envy) != len(table.ids) or table.envy_to is None):
        yield key, "needs an envy pay for each table, and the table needs envy_to"
    for text in row.pays:
        try:
            parse_pay(text)
        except ValueError as error:
            yield key, str(error)
    for text in row.envy:
        if not isinstance(parse_envy(text), int | None):
            yield key, f"{text!r} is not an envy pay; write '$10' or 'N/A'"
    for outcome in _outcomes(row, table):
        if outcome not in family_outcomes(table.family):
            message = f"the family {table.family!r} has no outcome {shorten(outcome)!r}"
            yield key, f"{message}; {_nearest_outcome(outcome, table.family)}"


def _nearest_outcome(outcome: str, family: str) -> str:
    near = get_close_matches(outcome[:GUESS_LENGTH_MAX], family_outcomes(family), n=1)
    hint = f"the nearest is {near[0]!r}, and " if near else ""
    return f"{hint}'pitboss outcomes {family}' lists them"


def parse_envy(text: str) -> int | str | None:
    """Return an envy pay in cents, None for none, or *text* itself if it is neither."""
    try:
        pay = parse_pay(text)
    except ValueError:
        return text
    if isinstance(pay, Dollars):
        return pay.cents
    return None if pay is Plain.NOT_OFFERED else text


def _outcomes(row: RowFile, table: TableFile) -> tuple[str, ...]:
    if not table.columns_on:
        return (row.on,)
    named = table.outcome.replace("{row}", row.on)
    return tuple(named.replace("{column}", column) for column in table.columns_on)


def split_grid(table: TableFile, game: Game) -> Iterator[PayTable]:
    """Take a printed grid apart into its pay tables."""
    names = {item.name for item in fields(PayTable)} - _OF_ONE_TABLE
    alike: dict[str, Any] = {name: getattr(table, name) for name in names}
    for position, table_id in enumerate(table.ids):
        yield PayTable(
            **alike,
            id=table_id,
            decks=_decks(table, position, game),
            rows=tuple(_rows(table, position)),
            min_wager=table.min_wagers.get(table_id),
            seed=table.seed[position] if table.seed else None,
            increment=table.increment[position] if table.increment else None,
            printed={
                name: figures[position]
                for name, figures in table.printed.items()
                if figures[position]
            },
        )


_OF_ONE_TABLE = {"id", "decks", "rows", "min_wager", "seed", "increment", "printed"}
"""What the tables of a grid do not have in common."""


def _decks(table: TableFile, position: int, game: Game) -> tuple[int, ...]:
    """Return the game's deck counts for a table, narrowed by its own and its wager's."""
    own = (
        table.decks[position] if table.decks and isinstance(table.decks[0], tuple) else table.decks
    )
    wagers = (game.wager(wager).decks for wager in table.wagers)
    limits = [decks for decks in (own, *wagers) if decks]
    return tuple(count for count in game.decks if all(count in decks for decks in limits))


def _rows(table: TableFile, position: int) -> Iterator[PayRow]:
    columns = table.columns or ("",)
    for row in table.rows:
        start = position * len(columns)
        for column, outcome, text in zip(
            columns, _outcomes(row, table), row.pays[start : start + len(columns)], strict=True
        ):
            envy = parse_envy(row.envy[position]) if row.envy else None
            yield PayRow(
                name=row.name,
                outcome=outcome,
                column=column,
                pay=parse_pay(text),
                text=text,
                envy=envy if isinstance(envy, int) else None,
                printed=row.printed,
            )


_REMEDY = "give it another id, or write extends instead of include to replace a table by its id"


def table_problems(game: Game) -> Found:
    """Yield the problems between the tables of a game."""
    taken: set[tuple[str, str, int]] = set()
    ids = {table.id for table in game.tables}
    for table in game.tables:
        key = f"tables {table.id!r}"
        if not table.decks:
            yield key, "fits none of the game's deck counts"
        outcomes = [row.outcome for row in table.rows]
        if len(set(outcomes)) != len(outcomes):
            yield key, "pays the same outcome twice"
        for wager in table.wagers:
            places = {(wager, table.id, decks) for decks in table.decks}
            if twice := [decks for _, _, decks in sorted(places & taken)]:
                yield key, f"stands twice for {wager!r} with {deck_counts(twice)}; {_REMEDY}"
            taken |= places
        for pattern in table.alternate_for:
            if not any(fnmatchcase(other, pattern) for other in ids):
                yield key, f"is an alternate for {pattern!r}, which no table is"
    for wager_id, table_id in game.default_tables.items():
        if table_id not in {table.id for table in game.tables_of(wager_id)}:
            yield f"default_tables.{wager_id}", f"there is no table {table_id!r} for it"
