"""`-o key=value`: a house configuration from the command line, or changes to one in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from pitboss.api.tables import Completion, Table
from pitboss.cli.problems import invalid, refusal
from pitboss.questions.table import AtTable
from pitboss.rulebook.defaults import canonical, complete_main_game, complete_table
from pitboss.rulebook.house import House, PaceSettings, house_data, house_from, read_house
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import choice, format_value, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import resolve_game_id

NONE = "none"
"""`table.WAGER=none` takes a wager off the felt."""
_GROUPS = {"pay": "pays", "jackpot": "jackpots", "limit": "limits"}
_AMOUNTS = frozenset({"min", "max", "aggregate", "wager"})
"""A whole number is cents; with a "$" or a point it is dollars."""
_CARDS = frozenset({"burn", "cut"})
_PACE = frozenset(item.name for item in fields(PaceSettings))
_FROM_JACKPOT = " from jackpot"


def read_options(
    game_id: str, given: Sequence[str], file: Path | None = None
) -> tuple[House, tuple[Problem, ...]]:
    """Return the house of *file* and the `-o` options, and the problems of the options.

    The house is not judged yet; a file that is not a configuration raises `RulesError`.
    """
    game_id = resolve_game_id(game_id)
    house = canonical(read_house(file)) if file else House(game=game_id)
    if game_id and house.game != game_id:
        raise refusal("option/conflict", f"'{file}' sets up {house.game}, not {game_id}")
    game = game_of(house.game)
    data = house_data(house)
    unread = (problem for text in given if (problem := _set(data, game, text)) is not None)
    problems = (*contradictions(given), *unread)
    try:
        return canonical(house_from(data)), problems
    except RulesError as error:
        raise RulesError([*problems, *error.problems]) from None


def contradictions(given: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each key that is set to two values: nobody knows which is meant.

    >>> [problem.message for problem in contradictions(["decks=6", "decks=8", "soft17=hit"])]
    ['it is set to 6 and to 8; set it once']
    """
    values: dict[str, dict[str, None]] = {}
    for text in given:
        key, _, value = (part.strip() for part in text.partition("="))
        values.setdefault(key, {})[value] = None
    for key, several in values.items():
        if len(several) > 1:
            message = f"it is set to {' and to '.join(several)}; set it once"
            yield Problem(code="option/conflict", key=key, message=message)


def open_table(
    game_id: str,
    given: Sequence[str] | None,
    file: Path | None = None,
    complete: Completion = complete_table,
    *,
    to_players: bool = False,
) -> Table:
    """Open the table of a command, or raise `RulesError` with every problem.

    *to_players*: it is a table that people play at, so the law of its profile binds.
    """
    house, unread = read_options(game_id, given or (), file)
    opened = Table.open_to_players if to_players else Table.open
    return opened(house, complete=complete, unread=unread)


def read_asked(at: AtTable) -> tuple[House, tuple[Problem, ...]]:
    """Return the house that a question is about, and the problems of its options."""
    if not at.game and at.house is None:
        raise refusal("command/usage", "name a game, or a house file with --house")
    return read_options(at.game_id, at.option, at.file)


def open_asked_table(at: AtTable, complete: Completion = complete_table) -> Table:
    """Open the table that a question is about, or raise `RulesError` with every problem."""
    house, unread = read_asked(at)
    return Table.open(house, complete=complete, unread=unread)


def stated_depth(table: Table) -> str:
    """Return where the house states its cut card, in words; nothing where it states none."""
    from pitboss.engine.depth import house_depth

    depth = house_depth(table.setup, table.house.shoe)
    return depth.words if depth.is_reached else ""


def open_main_table(at: AtTable) -> Table:
    """Open the table whose main game a command solves, or raise `RulesError`."""
    from pitboss.api.solutions import check_solvable

    table = open_asked_table(at, complete_main_game)
    check_solvable(table)
    return table


def _set(data: dict[str, Any], game: Game, text: str) -> Problem | None:
    """Put one `key=value` into the configuration, or return its problem."""
    key, sign, value = (part.strip() for part in text.partition("="))
    if not sign or not key:
        return invalid(text, "write it as key=value")
    if key in {"min", "max"}:
        key = f"limit.main.{key}"
    group, *path = key.split(".", 2)
    if not path:
        data.setdefault("options", {})[key] = _option_value(game, key, value)
        return None
    if group in {"shoe", "pace"} and len(path) == 1:
        return _store(data.setdefault(group, {}), key, path[0], value)
    if group in {"table", "tables"} and len(path) == 1:
        return _set_table(data, game, path[0], value)
    if group.removesuffix("s") in _GROUPS and len(path) == 2:
        entries = data.setdefault(_GROUPS[group.removesuffix("s")], {}).setdefault(path[0], {})
        return _set_entry(entries, key, path[1], value)
    return _no_such(key)


def _set_entry(entries: dict[str, Any], key: str, item: str, value: str) -> Problem | None:
    """Set one pay, limit or setting of a jackpot."""
    if key.startswith("pay"):
        pay = value.removesuffix(_FROM_JACKPOT)
        entries[item] = value if pay == value else {"pay": pay, "from": "jackpot"}
        return None
    if item.startswith("prize."):
        entries.setdefault("prize", {})[item.removeprefix("prize.")] = value
        return None
    return _store(entries, key, item, value)


def _store(entries: dict[str, Any], key: str, item: str, value: str) -> Problem | None:
    if item in _AMOUNTS | _CARDS | _PACE and _is_number(value):
        entries[item] = int(value)
    elif item in _CARDS:
        return invalid(key, f"{value!r} is not a whole number of cards")
    elif item in _PACE:
        return invalid(key, f"{value!r} is not a whole number")
    elif item in _AMOUNTS:
        try:
            entries[item] = parse_dollars(value)
        except ValueError as error:
            return invalid(key, f"{error}, or whole cents, as in 500")
    else:
        entries[item] = value
    return None


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 16


def _no_such(key: str) -> Problem:
    forms = ("OPTION", "table.WAGER", "min", "max", "limit.WAGER.min", "pay.WAGER.ROW")
    more = ("jackpot.WAGER.seed", "shoe.cut", "pace.seats")
    message = f"there is no such key; write {choice((*forms, *more))}"
    return Problem(code="option/unknown", key=key, message=message)


def _set_table(data: dict[str, Any], game: Game, wager: str, table_id: str) -> Problem | None:
    """Change one wager's pay table; the game's default offer stays on the felt."""
    tables = data.setdefault("tables", dict(game.default_tables))
    if table_id != NONE:
        tables[wager] = table_id
    elif tables.pop(wager, None) is None:
        on_offer = tuple(tables)
        hint = nearest(wager, on_offer) or choice(on_offer)
        message = f"{wager} is not on offer; {hint} is" if hint else f"{wager} is not on offer"
        return Problem(code="wager/not-offered", key=f"table.{wager}", message=message)
    return None


def _option_value(game: Game, name: str, text: str) -> OptionValue:
    """Return a value as the option has it; the check refuses a value that fits none."""
    known = next((option.values for option in game.options if option.id == name), ())
    for value in known:
        if text == (value if isinstance(value, str) else format_value(value)):
            return value
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if _is_number(text) else text
