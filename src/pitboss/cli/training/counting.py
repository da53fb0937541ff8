"""Counting drills of `pitboss train`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from pitboss.api.tables import Table
from pitboss.cli.orders.table import TrainOrder
from pitboss.cli.output import (
    check_terminal,
    print_assumed,
    print_json,
    print_nothing_to_count,
    refuse,
)
from pitboss.cli.tables import open_main_table
from pitboss.cli.training.score import is_on_screen, open_score, question_count, questions_out
from pitboss.cli.waiting import waiting
from pitboss.counts import CountSystem, read_system
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.counting.settings import is_counted, nothing_to_count
from pitboss.table.training.score import CountScore, Score

if TYPE_CHECKING:
    from pitboss.table.training.counting.drill import CountDrill

_SYSTEM = "hi-lo"
_PACE_S = 1.0


def practise(order: TrainOrder) -> list[str]:
    """Drill counting, or refuse with every problem; return the lines to print after a screen."""
    path, score, problems = open_score(order)
    try:
        table, system = _open(order, problems)
        if not is_counted(table.setup):
            problem = nothing_to_count(table.setup)
            print_nothing_to_count(order.game, problem, as_json=order.as_json)
            return []
        drill = _drill(order, table, system, score)
        write_whole(path, score.content())  # a file that cannot be written is found before
        lines = _run(order, table, drill, lambda: write_whole(path, score.content()))
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    if order.as_json:
        print_json(_record(order, table, drill, path))
        return []
    return [*lines, f"The score is kept in {path}"]


def _open(order: TrainOrder, problems: list[Problem]) -> tuple[Table, CountSystem]:
    try:
        table = open_main_table(order.game, order.option or ())
    except RulesError as error:
        raise RulesError([*error.problems, *problems]) from None
    system = None
    try:
        system = read_system(order.system or _SYSTEM, table.setup.shoe)
    except RulesError as error:
        problems += error.problems
    if problems or system is None:
        raise RulesError(problems)
    return table, system


def _drill(order: TrainOrder, table: Table, system: CountSystem, score: Score) -> CountDrill:
    from pitboss.table.training.counting.drill import CountDrill, open_asker

    configured = table.setup.configured
    fresh = CountScore(game=configured.game.id, theme=order.theme, system=system.name)
    name = f"{configured.digest} {order.theme} {system.name}"
    mine = score.counts.get(name, fresh)
    with waiting(f"working out the {order.theme} drill of {order.game}"):
        asker = open_asker(
            order.theme,
            table.setup,
            system,
            mine,
            group=order.group or 1,
            stop=order.stop or 26,
            step=order.decks_seen or 26,
        )
    score.counts[name] = mine
    return CountDrill(asker, mine, order.seed or token_hex(), setup=table.setup, system=system)


def _run(order: TrainOrder, table: Table, drill: CountDrill, keep: Callable[[], None]) -> list[str]:
    from pitboss.table.training.words import count_score_words

    pace = _PACE_S if order.pace is None else order.pace
    if not is_on_screen(order):
        from pitboss.tui.plain.train_count import PlainCounting

        print_assumed(table.assumed)
        out = questions_out(order)
        PlainCounting(
            drill, sys.stdin, out, count=question_count(order), pace=pace, keep=keep
        ).run()
        return []
    check_terminal()
    from pitboss.tui.screens.count_screen import CountApp

    CountApp(drill, count=question_count(order), pace=pace, keep=keep).run()
    return [*count_score_words(drill.session, drill.score)]


def _record(order: TrainOrder, table: Table, drill: CountDrill, path: Path) -> dict[str, Any]:
    configured = table.setup.configured
    return {
        "game": order.game,
        "options": dict(configured.options),
        "digest": configured.digest,
        "assumed": list(table.assumed),
        "theme": order.theme,
        "system": drill.system.name,
        "session": drill.session.model_dump(),
        "total": {"sessions": len(drill.score.sessions), **drill.score.total.model_dump()},
        "owed": dict(drill.score.owed),
        "file": str(path),
    }
