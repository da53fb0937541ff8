"""`pitboss solve`: the exact edge and optimal play of a game, for people or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from typer import BadParameter

from pitboss.api.solutions import Solution, read_split_play, solve_table, split_play_problems
from pitboss.api.tables import Table
from pitboss.cli.documents_out import today, write_document
from pitboss.cli.numbers import read_dollars
from pitboss.cli.options import open_main_table
from pitboss.cli.orders.figures import SolveOrder
from pitboss.cli.output import print_assumed, print_json, terminal_width
from pitboss.cli.problems import check, collecting, conflict, invalid
from pitboss.cli.waiting import waiting
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.blackjack.super_bonus import super_bonus_json
from pitboss.exact.effects import effects
from pitboss.exact.kinds import is_charted
from pitboss.exact.wager_size import at_wager, wager_problems
from pitboss.report.document.blocks import Block, Heading, Paragraph
from pitboss.report.document.terminal import terminal_text
from pitboss.report.document.typesetting import out_problems
from pitboss.report.games.page import game_sections
from pitboss.report.games.report import GameReport
from pitboss.report.kinds import reports, with_effects
from pitboss.report.strategy_charts import strategy_page
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.options import rule_options

ENDINGS = (".html", ".pdf", ".txt")


def solve(order: SolveOrder) -> None:
    """Solve one game, or every game."""
    if order.everything:
        _solve_all(order)
    elif not order.at.game and order.at.house is None:
        raise BadParameter("name a game, or say --all for every game")
    else:
        _solve_game(order)


def _solve_all(order: SolveOrder) -> None:
    """Solve every game with its usual options, and print a line or more for each.

    A game or an option given beside --all is refused.
    """
    from pitboss.report.catalogue.every_game import solve_games  # one game needs no others

    beside: dict[str, object] = {"GAME": order.at.game, "-o": order.at.option}
    beside |= {"--house": order.at.house, "--wager": order.ask.wager}
    beside |= {"--effects": order.effects, "--charts": order.charts}
    beside |= {"--split-play": order.ask.split_play}
    message = "--all solves every game as it stands: leave out one or the other"
    check(conflict(key, message) for key, value in beside.items() if value)
    with waiting("solving every game"):
        entries = solve_games()
    if order.as_json:
        print_json([entry.as_json() for entry in entries])
        return
    from pitboss.cli.console import entry_table, output_console, print_table
    from pitboss.report.catalogue.edges import MAIN, cells, solve_command

    is_wide = output_console().width >= _WITH_STRATEGY
    columns = MAIN if is_wide else [name for name in MAIN if name != "strategy"]
    table = entry_table(columns)
    for entry in entries:
        table.add_row(*cells(entry, columns))
    print_table(table)
    if columns != MAIN:
        print("\nThe best play of a game: " + solve_command("GAME"))


_WITH_STRATEGY = 160
"""The columns of a terminal with room for the commands."""


def _solve_game(order: SolveOrder) -> None:
    """Solve the game and print its figures and optimal play."""
    table, cents = _read(order)
    with waiting(f"solving {table.game.id}"):
        solution = solve_table(table, order.ask.split_play, wager=cents)
        shown = _reports(order, table, solution, cents)
        record = _record(order, table, solution, cents) if order.as_json else {}
    if order.charts is not None:
        write_document(strategy_page(table.setup, shown[0], date=today()), order.charts)
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
    problems: list[Problem] = []
    wager = order.ask.wager
    cents = read_dollars("--wager", None if wager is None else str(wager), problems)
    if cents is not None and cents <= 0:
        problems.append(invalid("--wager", "a wager is more than nothing"))
        cents = None
    if order.charts is not None:
        problems += out_problems(order.charts, ENDINGS, key="--charts")
    with collecting(problems):
        _split_play(order)
    try:
        table = open_main_table(order.at)
    except RulesError as error:
        raise RulesError([*error.problems, *problems]) from None
    problems += _table_problems(order, table, cents)
    if order.ask.split_play is not None:
        problems += split_play_problems(table, key="--split-play")
    check(problems)
    return table, cents


def _split_play(order: SolveOrder) -> SplitPlay | None:
    if order.ask.split_play is None:
        return None
    return read_split_play(order.ask.split_play, key="--split-play")


def _table_problems(order: SolveOrder, table: Table, cents: int | None) -> Iterator[Problem]:
    """Yield a wager beyond the limits, and charts for a kind of round without an up card."""
    yield from wager_problems(table.setup, cents, key="--wager")
    if order.effects and at_wager(table.setup, cents).main_wager is not None:
        message = "options are compared at wagers whose doubles the maximum does not cap"
        yield conflict("--effects", f"{message}: leave out --wager, or give a smaller one")
    if order.charts is not None and not is_charted(table.setup):
        message = f"{table.game.id} has no charts by up card; its strategy is printed"
        yield conflict("--charts", message)


def _record(
    order: SolveOrder, table: Table, solution: Solution, cents: int | None
) -> dict[str, Any]:
    """Return the solution, with the Super Bonus and the effects of options on request."""
    record = solution.as_json()
    if cents is not None:
        record |= _bonus_record(solution, cents)
    if order.effects:
        changed = effects(table.house, float(solution.house_edge), _split_play(order))
        names = ("option", "value", "house_edge", "change")
        record["effects"] = [
            {name: getattr(effect, name) for name in names} for effect in changed.changes
        ]
    return record


def _charts_record(order: SolveOrder, reports: Sequence[GameReport]) -> dict[str, Any]:
    """Return the cost of the charts that were written."""
    cost = reports[0].chart_cost if reports else None
    if cost is None:
        return {}
    costs = {"cost": cost.cost, "cost_without_exceptions": cost.without_exceptions}
    return {"charts": {"file": str(order.charts)} | costs}


def _bonus_record(solution: Solution, cents: int) -> dict[str, Any]:
    """Return the edge with the Super Bonus; a game without one has the same edge."""
    record = {"wager": cents}
    edge = float(solution.house_edge)
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
