"""`pitboss risk`: the risk of a bankroll, by formula, exactly and simulated."""

from __future__ import annotations

from dataclasses import replace

from pitboss.api.risk import Risk, risk
from pitboss.cli.documents_out import print_document, today
from pitboss.cli.numbers import read_count, read_part
from pitboss.cli.orders.counting import RiskOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import refusing_with
from pitboss.cli.waiting import waiting
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
    problems: list[Problem] = []
    rounds = None if order.rounds is None else read_count("rounds", order.rounds, problems)
    chance = read_part("risk", order.risk, problems)
    if order.curve is not None:
        problems += out_problems(order.curve, ENDINGS, key="--curve")
    with refusing_with(problems, first=True):
        return risk(
            ev=order.ev,
            sd=order.sd,
            file=order.file,
            bank=order.bank,
            rounds=rounds,
            goal=order.goal,
            kelly=order.kelly,
            risk=chance,
            unit=order.unit,
            seed=order.seed,
        )


def _with_flag(problem: Problem) -> Problem:
    """Name the flag instead of the argument."""
    if not problem.key or problem.key.startswith("-") or problem.key == "file":
        return problem
    return replace(problem, key=f"--{problem.key}")
