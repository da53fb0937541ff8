"""A game under some rules: its figures, its chart, and the effect of each other rule."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec import json

from pitboss.api.tables import Table
from pitboss.counts import find_system, system_names
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading import library
from pitboss.server.lab.game.calculator import hand_forms, lab_cards
from pitboss.server.lab.game.shipped import load_shipped
from pitboss.server.lab.game.wager import is_by_wager, read_wager
from pitboss.server.lab.game.wire import LabGamePage, LabRule, LabRuleProblem, LabRuleValue
from pitboss.server.requests.limits import LAB_PAGES_KEPT
from pitboss.server.requests.routes import Access, Call, Routes, Text
from pitboss.server.requests.wire import LabGameQuestion, show
from pitboss.server.rules.book import MAIN_LIMITS, open_main_table, read_option, table_words
from pitboss.text.options import option_text

Chosen = dict[str, OptionValue]


PAGE_ROUTES = Routes("lab", access=Access.ANYONE)
"""A game under any rules."""


@PAGE_ROUTES.get(
    "/lab/games/{region}/{game}",
    query=LabGameQuestion,
    answer=LabGamePage,
    rate="lab",
    codes=("game/unknown",),
)
async def lab_game(call: Call) -> Text:
    """Return a game under chosen rules: its edge, its chart and the effect of each rule."""
    query: LabGameQuestion = call.query
    game = f"{call.path['region']}/{call.path['game']}"
    return Text(await asyncio.to_thread(_page_bytes, game, tuple(query.option), query.wager))


@lru_cache(maxsize=LAB_PAGES_KEPT)
def _page_bytes(game_id: str, options: tuple[str, ...], wager: str) -> bytes:
    return json.encode(game_page(game_id, options, wager))


def game_page(game_id: str, options: Sequence[str], wager: str = "") -> LabGamePage:
    """Return all known figures of a game under some rules, without solving anything.

    Those of one main *wager* are solved for it: its prizes, and the doubles that a limit caps.

    >>> game_page("wa/spanish-21", ["soft17=stand"]).problems[0].cite
    'GR8, DP6'
    """
    game = library.game(game_id)
    ready = open_main_table(game_id, ()).setup.configured.main_options
    chosen, unread = _read_chosen(game, ready, options)
    table, refused = _open(game_id, chosen)
    problems = (*unread, *refused)
    if table is not None and wager:
        try:
            read_wager(table, wager)
        except RulesError as error:
            problems = (*problems, *error.problems)
    if problems:
        table = None
    edge = load_shipped().edge(table.setup.configured) if table else None
    rules = [_rule(game, chosen, name, edge) for name in chosen if name not in MAIN_LIMITS]
    values = [value for rule in rules for value in rule.values]
    return show(
        LabGamePage,
        game,
        game=game.id,
        kind=game.round.value,
        rules=rules,
        option=_write_options(chosen),
        problems=[show(LabRuleProblem, problem) for problem in problems],
        digest=table.digest if table else "",
        solution=None if table is None or wager else _shipped(table),
        command=_solve_words(table, wager) if table else [],
        count_command=["count", *table_words(table)] if table else [],
        by_wager=is_by_wager(table) if table else False,
        hands=hand_forms(table) if table else [],
        cards=lab_cards(table) if table else None,
        counts=_counts() if table else [],
        unsolved=sum(value.edge is None and value.problem is None for value in values),
    )


def _shipped(table: Table) -> dict[str, Any] | None:
    return load_shipped().solution(table.setup.configured)


def _solve_words(table: Table, wager: str) -> list[str]:
    return ["solve", *table_words(table), *(("--wager", wager) if wager else ())]


def _read_chosen(
    game: Game, ready: Chosen, options: Sequence[str]
) -> tuple[Chosen, tuple[Problem, ...]]:
    """Return the chosen rules, and the problems of those that cannot be read."""
    chosen = dict(ready)
    problems = list[Problem]()
    for text in options:
        try:
            name, value = read_option(text)
        except RulesError as error:
            problems += error.problems
            continue
        if name in MAIN_LIMITS or (name in ready and game.option(name).allows(value)):
            chosen[name] = value
        else:
            # An option beside the main game, such as which side wagers there are, has none.
            problems += _open(game.id, {name: value})[1]
    return chosen, tuple(problems)


def _open(game_id: str, chosen: Chosen) -> tuple[Table | None, tuple[Problem, ...]]:
    try:
        return open_main_table(game_id, _write_options(chosen)), ()
    except RulesError as error:
        return None, error.problems


def _rule(game: Game, chosen: Chosen, name: str, edge: float | None) -> LabRule:
    option = game.option(name)
    listed = game.listed_values(name)
    shown = listed if chosen[name] in listed else (*listed, chosen[name])
    values = [_value(game, chosen, name, value, edge) for value in shown]
    return LabRule(id=name, title=option.title, values=values)


def _value(
    game: Game, chosen: Mapping[str, OptionValue], name: str, value: OptionValue, edge: float | None
) -> LabRuleValue:
    """Return the effect of one value of a rule, with all other rules unchanged."""
    if value == chosen[name]:
        return LabRuleValue(value, chosen=True, edge=edge, change=None if edge is None else 0.0)
    table, problems = _open(game.id, {**chosen, name: value})
    if table is None:
        return LabRuleValue(value, problem=show(LabRuleProblem, problems[0]))
    other = load_shipped().edge(table.setup.configured)
    change = None if edge is None or other is None else other - edge
    return LabRuleValue(value, edge=other, change=change)


@cache
def _counts() -> list[list[str]]:
    return [[name, find_system(name).name] for name in system_names()]


def _write_options(options: Chosen) -> list[str]:
    return [f"{name}={option_text(value)}" for name, value in options.items()]
