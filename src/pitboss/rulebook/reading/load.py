"""From catalogue files to games: merge, check and build."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from fnmatch import fnmatchcase
from importlib.resources.abc import Traversable
from typing import Any

from pitboss.rulebook.model import HOUSE_RULINGS, Game, PayTable, Ruling, SuperBonus, Wager, clauses
from pitboss.rulebook.pays import format_pay, parse_ratio
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.game_problems import CODE, INSURANCE, game_problems, read_kind_rules
from pitboss.rulebook.reading.merge import CATALOG, merge_includes, read_toml, with_ids
from pitboss.rulebook.reading.pattern_wagers import expand_patterns
from pitboss.rulebook.reading.pay_tables import grid_problems, split_grid, table_problems
from pitboss.rulebook.reading.playable import unplayable
from pitboss.rulebook.reading.schema import GameFile, decode


def load_rulings(data: Mapping[str, Any]) -> tuple[Ruling, ...]:
    """Read the rulings file."""
    shaped: dict[str, Ruling] = decode(
        dict[str, Ruling], with_ids(data), where="rulings.toml", code=CODE
    )
    return tuple(shaped.values())


def load_game(source: Traversable, rulings: tuple[Ruling, ...]) -> Game:
    """Read one game, or raise `RulesError` with every problem of its file."""
    return build_game(merge_includes(read_toml(source), CATALOG / "shared"), source.name, rulings)


def build_game(
    data: Mapping[str, Any], where: str, rulings: tuple[Ruling, ...], *, alike: Iterable[str] = ()
) -> Game:
    """Make a game from a merged file; the rulings on the games *alike* are its rulings too."""
    data, unread = expand_patterns(data)
    named = {
        key: with_ids(data[key])
        for key in ("options", "wagers", "irregularities")
        if isinstance(data.get(key), dict)
    }
    bonus = data.get("super_bonus")
    stated = bonus if isinstance(bonus, dict) else {}
    if stated:
        named["super_bonus"] = {k: v for k, v in stated.items() if k not in clauses(SuperBonus)}
    try:
        file: GameFile = decode(GameFile, {**data, **named}, where=where, code=CODE)
    except RulesError as error:
        raise RulesError([*_problems(where, unread), *error.problems]) from None
    options = tuple(
        file.options[name]
        for name in sorted(file.options, key=lambda name: _FIRST_OPTIONS.get(name, 2))
    )
    kind_rules, kind_problems = read_kind_rules(file)
    wagers = tuple(_with_pays(wager, file) for wager in file.wagers.values())
    wrong = [*unread, *kind_problems, *game_problems(file, stated, options, wagers)]
    names = (file.game.id, *alike)
    game = Game(
        **{item.name: getattr(file.game, item.name) for item in fields(file.game)},
        fixed=file.rules,
        kind_rules=kind_rules,
        super_bonus=file.super_bonus,
        shoe=file.shoe,
        options=options,
        wagers=wagers,
        tables=(),
        default_tables=file.default_tables,
        printed=file.printed,
        clauses=file.clauses,
        procedure=file.procedure,
        rulings=tuple(
            ruling
            for ruling in rulings
            if any(fnmatchcase(name, pattern) for name in names for pattern in ruling.games)
        ),
        irregularities=(
            *file.irregularities.values(),
            *(item for item in HOUSE_RULINGS if item.id not in file.irregularities),
        ),
    )
    tables: list[PayTable] = []
    # Without deck counts the tables cannot be checked.
    has_decks = any(option.id == "decks" for option in options)
    for position, table in enumerate(file.tables if has_decks else ()):
        problems = list(grid_problems(table, game, f"tables[{position}] {'/'.join(table.ids)}"))
        wrong += problems
        if not problems:
            tables += split_grid(table, game)
    game = replace(game, tables=tuple(tables))
    wrong += table_problems(game) if has_decks else ()
    wrong += unplayable(game) if not wrong else ()
    if wrong:
        raise RulesError(_problems(where, wrong))
    return game


def _problems(where: str, wrong: Iterable[tuple[str, str]]) -> list[Problem]:
    """Return problems of a file, each once."""
    return [
        Problem(code=CODE, key=f"{where}: {key}", message=message)
        for key, message in dict.fromkeys(wrong)
    ]


_FIRST_OPTIONS = {"decks": 0, "soft17": 1}
"""The most common options come first, in any file."""


def _with_pays(wager: Wager, file: GameFile) -> Wager:
    """Give an insurance wager the pay that the rules fix."""
    pays = file.rules.get("insurance_pays")
    if wager.pays is None and wager.id.startswith(INSURANCE) and isinstance(pays, str):
        with suppress(ValueError):  # reported by `rule_problems`
            return replace(wager, pays=format_pay(parse_ratio(pays)))
    return wager
