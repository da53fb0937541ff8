"""`pitboss solve`: the exact edge and optimal play of a game, for people or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from typer import BadParameter

from pitboss.api.solutions import Solution, read_split_play, solve_table, split_play_problems
from pitboss.api.tables import Table
from pitboss.cli.orders.figures import SolveOrder
from pitboss.cli.output import print_assumed, print_json, refuse, terminal_width
from pitboss.cli.tables import open_main_table
from pitboss.cli.waiting import waiting
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.blackjack.super_bonus import super_bonus_json
from pitboss.exact.effects import Effects, effects
from pitboss.exact.kinds import is_charted
from pitboss.report.document.blocks import Block, Heading, Paragraph
from pitboss.report.document.html import html_page
from pitboss.report.document.terminal import terminal_page, terminal_text
from pitboss.report.document.typesetting import out_problems, pdf_file
from pitboss.report.games.page import game_sections
from pitboss.report.games.report import GameReport
from pitboss.report.kinds import reports, with_effects
from pitboss.report.strategy_charts import strategy_page
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.options import rule_options

ENDINGS = (".html", ".pdf", ".txt")


def solve(order: SolveOrder) -> None:
    """Solve one game, or every game."""
    if order.everything:
        from pitboss.cli.commands.solve_all import solve_all  # one game needs no others

        solve_all(order)
    elif order.game is None:
        raise BadParameter("name a game, or say --all for every game")
    else:
        solve_game(order)


def solve_game(order: SolveOrder) -> None:
    """Solve the game and print its figures and optimal play."""
    try:
        table, cents = _read(order)
        with waiting(f"solving {order.game}"):
            solution = solve_table(table, order.split_play)
            shown = _reports(order, table, solution, cents)
            record = _record(order, table, solution, cents) if order.as_json else {}
        if order.charts is not None:
            write_whole(order.charts, _content(order.charts, table, shown[0]))
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    if order.as_json:
        print_json(record | _charts_record(order, shown))
        return
    print_assumed(table.assumed)
    blocks = (*_head(table), *game_sections(shown))
    print(terminal_text(blocks, terminal_width()))
    if order.charts is not None:
        print(f"\n{order.charts}: the charts")


def _reports(
    order: SolveOrder, table: Table, solution: Solution, cents: int | None
) -> tuple[GameReport, ...]:
    """Return the reports to print or draw; the JSON alone needs none."""
    if order.as_json and order.charts is None:
        return ()
    main, *beside = reports(solution.solved, cents)
    if order.effects:
        main = with_effects(table.house, main, _split_play(order))
    return main, *beside


def _read(order: SolveOrder) -> tuple[Table, int | None]:
    """Return the table and the wager in cents, or raise `RulesError` with every problem."""
    cents, problems = _wager(order.wager)
    if order.charts is not None:
        problems += out_problems(order.charts, ENDINGS, key="--charts")
    try:
        _split_play(order)
    except RulesError as error:
        problems += error.problems
    try:
        table = open_main_table(order.game or "", order.option or ())
    except RulesError as error:
        raise RulesError([*error.problems, *problems]) from None
    problems = (*problems, *_off_limits(table, cents), *_no_charts(order, table))
    if order.split_play is not None:
        problems = (*problems, *split_play_problems(table, key="--split-play"))
    if problems:
        raise RulesError(problems)
    return table, cents


def _split_play(order: SolveOrder) -> SplitPlay | None:
    if order.split_play is None:
        return None
    return read_split_play(order.split_play, key="--split-play")


def _no_charts(order: SolveOrder, table: Table) -> Iterator[Problem]:
    """Refuse charts for kinds of round without an up card."""
    if order.charts is not None and not is_charted(table.setup):
        message = f"{order.game} has no charts by up card; its strategy is printed"
        yield Problem(code="option/conflict", key="--charts", message=message)


def _wager(text: str | None) -> tuple[int | None, tuple[Problem, ...]]:
    if text is None:
        return None, ()
    try:
        cents = parse_dollars(text)
    except ValueError as error:
        return None, (Problem(code="option/invalid", key="--wager", message=str(error)),)
    if cents > 0:
        return cents, ()
    message = "a wager is more than nothing"
    return None, (Problem(code="option/invalid", key="--wager", message=message),)


def _off_limits(table: Table, cents: int | None) -> tuple[Problem, ...]:
    low, high = table.setup.main_min, table.setup.main_max
    if cents is None or (low <= cents and (high is None or cents <= high)):
        return ()
    most = "" if high is None else f" to {format_dollars(high)}"
    message = f"the main wager is from {format_dollars(low)}{most} here"
    return (Problem(code="wager/off-limits", key="--wager", message=message),)


def _content(out: Path, table: Table, report: GameReport) -> bytes:
    document = strategy_page(table.setup, report, date=datetime.now(UTC).date().isoformat())
    match out.suffix.lower():
        case ".pdf":
            return pdf_file(document)
        case ".html":
            return html_page(document).encode()
        case _:
            return terminal_page(document).encode()


def _record(
    order: SolveOrder, table: Table, solution: Solution, cents: int | None
) -> dict[str, Any]:
    """Return the solution, with the Super Bonus and the effects of options on request."""
    record = solution.as_json()
    edge = float(solution.house_edge)
    if cents is not None:
        record |= _bonus_record(solution, cents)
    changed = effects(table.house, edge, _split_play(order)) if order.effects else None
    return record | _effects_record(changed)


def _charts_record(order: SolveOrder, reports: Sequence[GameReport]) -> dict[str, Any]:
    """Return the cost of the charts that were written."""
    cost = reports[0].chart_cost if reports else None
    if cost is None:
        return {}
    return {
        "charts": {
            "file": str(order.charts),
            "cost": cost.cost,
            "cost_without_exceptions": cost.without_exceptions,
        }
    }


def _effects_record(changed: Effects | None) -> dict[str, Any]:
    if changed is None:
        return {}
    return {
        "effects": [
            {
                "option": effect.option,
                "value": effect.value,
                "house_edge": effect.house_edge,
                "change": effect.change,
            }
            for effect in changed.changes
        ]
    }


def _bonus_record(solution: Solution, cents: int) -> dict[str, Any]:
    """Return the edge with the Super Bonus; a game without one has the same edge."""
    record, edge = {"wager": cents}, float(solution.house_edge)
    if solution.table.game.super_bonus is None:
        return record | {"house_edge_with_super_bonus": edge}
    assert isinstance(solution.solved, BlackjackSolution), "only blackjack has a Super Bonus"
    return record | super_bonus_json(solution.solved, cents)


def _head(table: Table) -> Iterator[Block]:
    """Yield the game and the options that are rules of its main wager."""
    game = table.setup.configured.game
    yield Heading(1, "", f"{game.title}  {game.id}")
    if options := rule_options(table.setup):
        yield Paragraph(", ".join(options))
