"""The pay tables a house posts, and the prizes it sets in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from pitboss.rulebook.house import House, OperatorPay
from pitboss.rulebook.model import Game, OptionValue, PayTable
from pitboss.rulebook.pays import (
    Dollars,
    Odds,
    Pay,
    fixed_ratio,
    format_pay,
    meter_share,
    parse_pay,
)
from pitboss.rulebook.phrases import choice, format_value, nearest
from pitboss.rulebook.problems import Problem

ALTERNATE = "alternate"
"""The key under `[pays.WAGER]` that names alternate jackpot pays."""


def offered_tables(game: Game, house: House, options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Return wager -> pay-table id of everything on offer, also by options."""
    tables = dict(game.default_tables if house.tables is None else house.tables)
    for option in game.options:
        if option.offers and option.offers_like in tables:
            for number in range(1, int(options[option.id]) + 1):
                tables.setdefault(f"{option.offers}{number}", tables[option.offers_like])
    for wager in game.wagers:
        if wager.follows in tables:
            tables[wager.id] = tables[wager.follows]
    return tables


def find_table(game: Game, wager_id: str, table_id: str, decks: object) -> PayTable | None:
    """Return the table *table_id* of *wager_id* for that many decks, if there is one."""
    named = (table for table in game.tables_of(wager_id) if table.id == table_id)
    return next((table for table in named if decks in table.decks), None)


def with_alternate(game: Game, table: PayTable, alternate_id: object) -> PayTable:
    """Return *table* with the alternate's rows instead of those it replaces."""
    for alternate in game.tables:
        if alternate.id == alternate_id and fits(alternate, table):
            kept = (row for row in table.rows if row.outcome not in alternate.replaces)
            return replace(
                table, rows=(*alternate.rows, *kept), settled=alternate.settled or table.settled
            )
    return table


def fits(alternate: PayTable, table: PayTable) -> bool:
    """Return whether *alternate* may be substituted into *table*."""
    return any(fnmatchcase(table.id, pattern) for pattern in alternate.alternate_for)


def effective_table(
    game: Game, house: House, wager_id: str, table_id: str, decks: object
) -> PayTable | None:
    """Return the table in use for a wager, with alternate pays."""
    table = find_table(game, wager_id, table_id, decks)
    alternate = house.pays.get(wager_id, {}).get(ALTERNATE)
    return table and with_alternate(game, table, alternate)


def percentages(table: PayTable) -> tuple[int, ...]:
    """Return the shares of the meter a table pays, largest first."""
    shares = {meter_share(row.pay) for row in table.rows}
    return tuple(sorted(shares - {0}, reverse=True))


def used_tables(game: Game, house: House, tables: Mapping[str, str]) -> dict[str, PayTable]:
    """Return wager -> the table in use, even if its deck count is wrong."""
    used = {}
    for wager_id, table_id in tables.items():
        for table in game.tables_of(wager_id):
            if table.id == table_id:
                used_table = effective_table(game, house, wager_id, table_id, table.decks[0])
                assert used_table
                used[wager_id] = used_table
                break
    return used


def table_problems(
    game: Game, options: Mapping[str, OptionValue], tables: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield tables that do not exist, do not fit, or lack something they need."""
    for wager_id, table_id in tables.items():
        key = f"tables.{wager_id}"
        choices = game.tables_of(wager_id)
        if not choices:
            yield explain_unoffered(game, key, wager_id)
            continue
        yield from _need_problems(game, wager_id, tables)
        yield from _twin_problems(game, wager_id, tables)
        named = [table for table in choices if table.id == table_id]
        if not named:
            ids = tuple(dict.fromkeys(table.id for table in choices))
            near = nearest(table_id, ids) or choice(ids)
            message = f"{wager_id} has no pay table {table_id!r}; choose {near}"
            cite = game.wager(wager_id).cite
            yield Problem(code="option/invalid", key=key, message=message, cite=cite)
            continue
        yield from _fit_problems(game, key, named, options)
    for wager in game.wagers:
        if wager.compulsory and game.tables_of(wager.id) and wager.id not in tables:
            key = f"tables.{wager.id}"
            message = f"every player must make {wager.id}, so its pay table must be named"
            yield Problem(code="option/invalid", key=key, message=message, cite=wager.cite)


def explain_unoffered(game: Game, key: str, wager_id: str) -> Problem:
    """Return why a wager has no pay table here: no table to choose, or no such wager."""
    wager = next((wager for wager in game.wagers if wager.id == wager_id), None)
    if wager is None:
        message = f"{game.id} has no wager {wager_id!r}; {wager_hint(game, wager_id)}"
        return Problem(code="wager/not-offered", key=key, message=message)
    fixed = [t for t in game.tables if t.automatic and wager_id in t.wagers]
    message = f"{wager_id} has no pay table to choose"
    if fixed:
        message += (
            f": the document fixes its pays ({', '.join(dict.fromkeys(t.title for t in fixed))})"
        )
    cite = fixed[0].cite if fixed else wager.cite
    return Problem(code="wager/not-offered", key=key, message=message, cite=cite)


def wager_hint(game: Game, wager_id: str) -> str:
    """Return the nearest wagers, and all wagers of the game."""
    known = tuple(wager.id for wager in game.wagers)
    near = nearest(wager_id, known)
    return f"{f'did you mean {near}? Its wagers are' if near else 'it has'} {choice(known)}"


def _twin_problems(game: Game, wager_id: str, tables: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a pay table that is posted twice: that would be one progressive, not two (2115(1))."""
    alike = game.alike(wager_id)
    for other in alike[: alike.index(wager_id)]:
        if tables.get(other) == tables[wager_id]:
            key = f"tables.{wager_id}"
            message = f"{tables[wager_id]} is the pay table of {other}; each needs its own"
            cite = game.wager(wager_id).cite
            yield Problem(code="option/conflict", key=key, message=message, cite=cite)


def _need_problems(game: Game, wager_id: str, tables: Mapping[str, str]) -> Iterator[Problem]:
    wager = game.wager(wager_id)
    for need in (*wager.needs, *wager.offered_with):
        alternatives = need.split(" or ")
        # A wager without pay tables (the main wager) is always on the felt.
        if not any(other in tables or not game.tables_of(other) for other in alternatives):
            key = f"tables.{wager_id}"
            message = f"{wager_id} may be offered only together with {need}"
            yield Problem(code="option/conflict", key=key, message=message, cite=wager.cite)


def _fit_problems(
    game: Game, key: str, named: list[PayTable], options: Mapping[str, OptionValue]
) -> Iterator[Problem]:
    """Check the table against the deck count and the equipment."""
    decks = options.get("decks")
    allowed = tuple(count for table in named for count in table.decks)
    # A table for every deck count of the game has nothing to add where the count is not one.
    if decks is not None and decks not in allowed and set(allowed) != set(game.decks):
        noun = "deck" if allowed == (1,) else "decks"
        message = f"pay table {named[0].id} is for {choice(allowed)} {noun}, not {decks}"
        cites = dict.fromkeys(table.cite for table in named)
        yield Problem(code="option/conflict", key=key, message=message, cite="; ".join(cites))
    for name, values in named[0].needs_options.items():
        if options.get(name) not in values:
            message = f"pay table {named[0].id} needs {name} {choice(values)}"
            yield Problem(code="option/conflict", key=key, message=message, cite=named[0].cite)


def pay_problems(game: Game, house: House, tables: Mapping[str, str]) -> Iterator[Problem]:
    """Yield missing operator-set prizes, and prizes that a house may not set."""
    used = used_tables(game, house, tables)
    for wager_id in house.pays:
        key = f"pays.{wager_id}"
        if wager_id not in tables and game.tables_of(wager_id):
            message = f"{wager_id} is not offered, so its pays cannot be set"
            message += "; name its pay table under [tables]"
            yield Problem(code="wager/not-offered", key=key, message=message)
        elif wager_id not in tables:
            yield explain_unoffered(game, key, wager_id)
    for wager_id, table in used.items():
        given = house.pays.get(wager_id, {})
        yield from _alternate_problems(game, wager_id, tables[wager_id], given)
        wanted = {row.name for row in table.operator_rows}
        for row in table.operator_rows:
            if row.name not in given:
                key = f"pays.{wager_id}"
                message = f"the pay for {row.name!r} is set by the house and must be given"
                yield Problem(code="option/invalid", key=key, message=message, cite=table.cite)
        for name, entry in given.items():
            key = f"pays.{wager_id}.{name}"
            if name == ALTERNATE:
                continue
            if name not in wanted:
                message = _row_not_set(table, name, sorted(wanted))
                yield Problem(code="option/unknown", key=key, message=message, cite=table.cite)
            else:
                yield from _operator_pay_problems(key, entry, table)


def _row_not_set(table: PayTable, name: str, wanted: list[str]) -> str:
    """Return why a house does not set the pay of a row, and which rows it sets."""
    which = f"a house sets {choice(wanted)}" if wanted else "a house sets no row of it"
    printed = next((row for row in table.rows if row.name == name), None)
    if printed:
        return f"pay table {table.id} fixes what this row pays ({printed.text}); {which}"
    near = nearest(name, tuple(wanted))
    return f"pay table {table.id} has no such row; {f'did you mean {near}?' if near else which}"


def _alternate_problems(
    game: Game, wager_id: str, table_id: str, given: Mapping[str, str | OperatorPay]
) -> Iterator[Problem]:
    if ALTERNATE not in given:
        return
    chosen = given[ALTERNATE]
    key = f"pays.{wager_id}.{ALTERNATE}"
    table = next(table for table in game.tables_of(wager_id) if table.id == table_id)
    possible = tuple(other.id for other in game.tables if fits(other, table))
    if chosen not in possible:
        allowed = f"choose {choice(possible)}" if possible else "it has none"
        message = f"{format_value(chosen)} is no alternate for table {table_id}; {allowed}"
        yield Problem(code="option/conflict", key=key, message=message, cite=table.cite)


def operator_pay(entry: str | OperatorPay) -> tuple[Pay, bool]:
    """Return an operator-set prize, and whether it comes out of the jackpot.

    >>> operator_pay("50 for 1")
    (Odds(to=50, per=1, for_one=True), False)
    """
    text = entry.pay if isinstance(entry, OperatorPay) else entry
    pay = parse_pay(text)
    if not isinstance(pay, Odds | Dollars):
        msg = f"{text!r} is not a prize; write odds as in '50 for 1', or dollars as in '$100'"
        raise ValueError(msg)  # noqa: TRY004 - wrong in value, not in type
    return pay, isinstance(entry, OperatorPay) and entry.source == "jackpot"


def _operator_pay_problems(
    key: str, entry: str | OperatorPay, table: PayTable
) -> Iterator[Problem]:
    try:
        pay, _ = operator_pay(entry)
        wrong = "" if fixed_ratio(pay) else f"{format_pay(pay)} is no prize: it pays nothing"
    except ValueError as error:
        wrong = str(error)
    if wrong:
        yield Problem(code="option/invalid", key=key, message=wrong, cite=table.cite)
