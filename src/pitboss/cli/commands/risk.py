"""`pitboss risk`: the risk of a bankroll, by formula, exactly and simulated."""

from __future__ import annotations

from dataclasses import replace

from pitboss.api.risk import Risk, answer_risk
from pitboss.api.solutions import solve_table
from pitboss.cli.documents_out import print_document, today
from pitboss.cli.options import open_main_table
from pitboss.cli.orders.counting import RiskOrder
from pitboss.cli.output import print_assumed, print_json
from pitboss.cli.problems import conflict, refusing_with
from pitboss.cli.waiting import waiting
from pitboss.questions.advantage import RiskOfBank
from pitboss.questions.table import AtTable
from pitboss.report.document.pictures import ENDINGS, write_picture
from pitboss.report.document.typesetting import out_problems
from pitboss.rulebook.problems import Problem, RulesError


def print_risk(order: RiskOrder) -> None:
    """Print the answer, and draw its curves if they are wanted."""
    try:
        with waiting("working out the risk"):
            answer = _answer(order)
        if order.curve is not None:
            write_picture(answer.draw(), order.curve)
    except RulesError as error:
        raise RulesError(map(_with_flag, error.problems)) from None
    if order.as_json:
        print_json(answer.as_json() | ({"file": str(order.curve)} if order.curve else {}))
        return
    print_document(answer.document(today(), charts=False))
    if order.curve is not None:
        print(f"\n{order.curve}: the curves")


def _answer(order: RiskOrder) -> Risk:
    """Answer the question; name every problem of it at once."""
    problems: list[Problem] = [*order.unread]
    if order.curve is not None:
        problems += out_problems(order.curve, ENDINGS, key="--curve")
    with refusing_with(problems, first=True):
        return answer_risk(order.ask if order.house is None else _of_house(order))


def _of_house(order: RiskOrder) -> RiskOfBank:
    """Return the question with the bet of a table's main game, solved."""
    ask = order.ask
    if ask.ev is not None or ask.sd is not None or ask.file is not None:
        message = "the bet is that of the house file, or given by --ev and --sd or --from: not both"
        raise RulesError([conflict("--house", message)])
    table = open_main_table(AtTable(house=order.house))
    print_assumed(table.assumed)
    solution = solve_table(table)
    return replace(ask, ev=-float(solution.house_edge), sd=solution.standard_deviation)


def _with_flag(problem: Problem) -> Problem:
    """Name the flag instead of the argument."""
    if not problem.key or problem.key.startswith("-") or problem.key == "file":
        return problem
    return replace(problem, key=f"--{problem.key}")
