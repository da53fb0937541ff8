"""`pitboss solve`: the exact edge and the best play of a game, for people or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import Any

from pitboss.cli.commands.solve_holdem import poker_lines
from pitboss.cli.commands.solve_others import LINES
from pitboss.cli.files import out_problems
from pitboss.cli.output import print_json, refuse
from pitboss.cli.solvable import Solvable, solvable
from pitboss.cli.waiting import waiting
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.super_bonus import SuperBonus, super_bonus, with_super_bonus
from pitboss.exact.charts.model import UPS, Chart, up_name
from pitboss.exact.effects import Effect, effects
from pitboss.exact.kinds import is_charted, solve
from pitboss.exact.solution import Solution, table_json
from pitboss.exact.switch.solution import SwitchSolution, solved_switch
from pitboss.report.document.html import html_page
from pitboss.report.document.pdf import pdf_file
from pitboss.report.games.switch_words import switch_figures, switch_lines
from pitboss.report.strategy.facts import first_wager
from pitboss.report.strategy.model import Solved, solved_game, solved_switch_game
from pitboss.report.strategy.page import strategy_page
from pitboss.report.strategy.text import chart_lines, strategy_text
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.house import parse_dollars
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.options import option_text, rule_options

ENDINGS = (".html", ".pdf", ".txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What was asked for on the command line."""

    game: str
    options: Sequence[str] = ()
    wager: str | None = None
    effects: bool = False
    charts: Path | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """Everything that was found."""

    table: Solvable
    solution: BlackjackSolution | SwitchSolution
    chart: Chart
    bonus: SuperBonus | None
    effects: tuple[Effect, ...] | None
    drawn: Solved | None


def solve_game(order: Order) -> None:
    """Solve the game that was asked for and print what was found."""
    try:
        table, cents = _read(order)
        if not is_charted(table.setup):
            _tell_other(order, table)
            return
        with waiting(f"solving {order.game}"):
            answer = _answer(order, table, cents)
        if order.charts is not None and answer.drawn is not None:
            write_whole(order.charts, _content(order.charts, answer.drawn))
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    if order.as_json:
        print_json(_record(order, answer))
        return
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    print("\n".join(_lines(order, answer)))


def _read(order: Order) -> tuple[Solvable, int | None]:
    """Return the table and the wager in cents, or raise `RulesError` with all that is wrong."""
    cents, found = _wager(order.wager)
    if order.charts is not None:
        found += out_problems(order.charts, ENDINGS, key="--charts")
    try:
        table = solvable(order.game, order.options)
    except RulesError as error:
        raise RulesError([*error.problems, *found]) from None
    if found := (*found, *_off_limits(table, cents), *_no_charts(order, table)):
        raise RulesError(found)
    return table, cents


def _no_charts(order: Order, table: Solvable) -> Iterator[Problem]:
    """Charts show hands against an up card: other kinds of round have none."""
    if order.charts is not None and not is_charted(table.setup):
        message = f"{order.game} has no charts by up card; its strategy is printed"
        yield Problem(code="option/conflict", key="--charts", message=message)


def _tell_other(order: Order, table: Solvable) -> None:
    """Solve a round that is no blackjack and print what was found."""
    with waiting(f"solving {order.game}"):
        solution = solve(table.setup)
        edge = float(solution.house_edge)
        changed = tuple(effects(table.house, edge)) if order.effects else None
    if order.as_json:
        record = _table_record(table, solution)
        print_json(record | _no_bonus(order, edge) | _effects_record(changed))
        return
    if table.assumed:
        print(table.assumed_words, file=sys.stderr)
    lines = [*_head(table), *LINES[table.setup.round](solution)]
    if changed is not None:
        lines += ["", *_effect_lines(changed)]
    print("\n".join(lines))


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


def _off_limits(table: Solvable, cents: int | None) -> tuple[Problem, ...]:
    low, high = table.setup.main_min, table.setup.main_max
    if cents is None or (low <= cents and (high is None or cents <= high)):
        return ()
    most = "" if high is None else f" to {format_dollars(high)}"
    message = f"the main wager is from {format_dollars(low)}{most} here"
    return (Problem(code="wager/off-limits", key="--wager", message=message),)


def _answer(order: Order, table: Solvable, cents: int | None) -> _Answer:
    if table.setup.round == RoundKind.SWITCH:
        return _switch_answer(order, table)
    solution = solve(table.setup)
    assert isinstance(solution, BlackjackSolution)
    bonus = None if cents is None else super_bonus(solution, cents)
    chart = solution.chart
    changed = tuple(effects(table.house, solution.house_edge)) if order.effects else None
    return _Answer(
        table=table,
        solution=solution,
        chart=chart if bonus is None else with_super_bonus(chart, bonus),
        bonus=bonus,
        effects=changed,
        drawn=solved_game(solution, chart, bonus, changed) if order.charts else None,
    )


def _switch_answer(order: Order, table: Solvable) -> _Answer:
    """Two hands are another game: when to switch, and how to play then."""
    solution = solved_switch(table.setup)
    changed = tuple(effects(table.house, solution.house_edge)) if order.effects else None
    return _Answer(
        table=table,
        solution=solution,
        chart=solution.chart,
        bonus=None,
        effects=changed,
        drawn=solved_switch_game(solution, changed) if order.charts else None,
    )


def _content(out: Path, drawn: Solved) -> bytes:
    if out.suffix.lower() == ".txt":
        return strategy_text(drawn).encode()
    document = strategy_page(drawn, date=datetime.now(UTC).date().isoformat())
    if out.suffix.lower() == ".pdf":
        return pdf_file(document)
    return html_page(document).encode()


def _record(order: Order, answer: _Answer) -> dict[str, Any]:
    said = _table_record(answer.table, answer.solution)
    said |= {"strategy": answer.chart.as_json()} | _bonus_record(order, answer)
    said |= _effects_record(answer.effects)
    if answer.drawn is not None:
        said["charts"] = {
            "file": str(order.charts),
            "cost": answer.drawn.cost,
            "cost_without_exceptions": answer.drawn.cost_without_exceptions,
        }
    return said


def _table_record(table: Solvable, solution: Solution) -> dict[str, Any]:
    """Return the solution with what was assumed, which the table's own facts come before."""
    return table_json(table.setup) | {"assumed": list(table.assumed)} | solution.as_json()


def _effects_record(changed: Sequence[Effect] | None) -> dict[str, Any]:
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
            for effect in changed
        ]
    }


def _bonus_record(order: Order, answer: _Answer) -> dict[str, Any]:
    """The edge with the Super Bonus; a game without one has it as it is."""
    edge, bonus = answer.solution.house_edge, answer.bonus
    if bonus is None:
        return _no_bonus(order, edge)
    return {
        "wager": bonus.wager,
        "house_edge_with_super_bonus": edge - bonus.value,
        "house_edge_with_super_bonus_and_envy": edge - bonus.value - bonus.envy_value,
        "super_bonus": {
            "prize": bonus.prize,
            "probability": bonus.probability,
            "value": bonus.value,
            "envy": bonus.envy,
            "envy_value_per_other_player": bonus.envy_value,
        },
    }


def _no_bonus(order: Order, edge: float) -> dict[str, Any]:
    if order.wager is None:
        return {}
    return {"wager": parse_dollars(order.wager), "house_edge_with_super_bonus": edge}


def _lines(order: Order, answer: _Answer) -> Iterator[str]:
    solution = answer.solution
    yield from _head(answer.table)
    for name, text in _figures(answer):
        yield f"  {name:<30}{text}"
    yield ""
    yield "  House edge by up card, %"
    ups = [up for up in UPS if up in solution.by_up_card]
    yield "  " + "".join(f"{up_name(up):>7}" for up in ups)
    yield "  " + "".join(f"{-100 * solution.by_up_card[up]:>7.2f}" for up in ups)
    yield ""
    if isinstance(solution, SwitchSolution):
        yield from (f"  {line}".rstrip() for line in switch_lines(solution))
    yield from (f"  {line}".rstrip() for line in chart_lines(answer.chart))
    if answer.table.setup.round == RoundKind.HOLDEM:
        yield from poker_lines(answer.table.setup)
        yield from [""] * (answer.effects is not None or answer.drawn is not None)
    if answer.effects is not None:
        yield from _effect_lines(answer.effects)
    if answer.drawn is not None:
        yield f"  {order.charts}: the charts"
        yield f"  {'playing by them costs':<30}{answer.drawn.cost:.6%} more"
        plain = answer.drawn.cost_without_exceptions
        yield f"  {'and without their exceptions':<30}{plain:.6%} more"


def _head(table: Solvable) -> Iterator[str]:
    """Yield the game and the options that are rules of its main wager."""
    game = table.setup.configured.game
    yield f"{game.id}  {game.title}"
    options = ", ".join(rule_options(table.setup))
    yield from wrap(options, 78, initial_indent="  ", subsequent_indent="  ")
    yield ""


def _figures(answer: _Answer) -> Iterator[tuple[str, str]]:
    solution, bonus = answer.solution, answer.bonus
    wagers = "pairs of first wagers" if isinstance(solution, SwitchSolution) else "first wagers"
    yield "house edge", f"{solution.house_edge:.6%} of {first_wager(solution.setup)}"
    if isinstance(solution, SwitchSolution):
        yield from ((name, f"{text} {of}".rstrip()) for name, text, of in switch_figures(solution))
    if bonus is not None:
        with_bonus = solution.house_edge - bonus.value
        yield (
            "with the Super Bonus",
            f"{with_bonus:.6%} at a wager of {format_dollars(bonus.wager)}",
        )
        both = with_bonus - bonus.envy_value
        yield "and with envy", f"{both:.6%} with one other player at the table"
    yield "element of risk", f"{solution.element_of_risk:.6%} of all that is wagered"
    yield "average wager", f"{solution.average_wager:.6f} {wagers}"
    yield "standard deviation", f"{solution.standard_deviation:.6f} {wagers}"


def _effect_lines(found: Sequence[Effect]) -> Iterator[str]:
    yield "  With one option changed       house edge      change"
    for effect in found:
        name = f"{effect.option} {option_text(effect.value)}"
        yield f"  {name:<28}{effect.house_edge:>12.4%}{effect.change:>+12.4%}"
    if not found:
        yield "  no other value of an option changes a rule here"
