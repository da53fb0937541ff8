"""`pitboss solve`: the exact edge and the best play of a game, for people or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import Any

from rich.console import Console

from pitboss.cli.files import out_problems, write_whole
from pitboss.cli.output import print_json, refuse
from pitboss.cli.solvable import SOLVED, Solvable, solvable
from pitboss.cli.solve_switch import SwitchAnswer
from pitboss.exact.charting import chart_of, with_super_bonus
from pitboss.exact.charts import UPS, Chart, up_name
from pitboss.exact.effects import Effect, effects
from pitboss.exact.rule_tables import KINDS
from pitboss.exact.solution import Solution, solve
from pitboss.exact.super_bonus import SuperBonus, super_bonus
from pitboss.report.html import html_page
from pitboss.report.pdf import pdf_file
from pitboss.report.strategy import Solved, solved_game
from pitboss.report.strategy_page import strategy_page
from pitboss.report.strategy_text import chart_lines, strategy_text
from pitboss.report.strategy_words import option_text, rule_options
from pitboss.rulebook.house import parse_dollars
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.problems import Problem, RulesError

ENDINGS = (".html", ".pdf", ".txt")
_KIND_OF = {place: str(kind) for kind, place in KINDS.items()}


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
    solution: Solution
    chart: Chart
    bonus: SuperBonus | None
    effects: tuple[Effect, ...] | None
    drawn: Solved | None


def solve_game(order: Order) -> None:
    """Solve the game that was asked for and print what was found."""
    try:
        table, cents = _read(order)
        if table.setup.round == RoundKind.SWITCH:
            _solve_switch(order, table)
            return
        with _waiting(f"solving {order.game}"):
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


def _solve_switch(order: Order, table: Solvable) -> None:
    """Two hands are another game: when to switch, and how to play then."""
    asked = {"--wager": order.wager, "--effects": order.effects, "--charts": order.charts}
    message = "there is no such thing for Blackjack Switch yet"
    if found := [
        Problem(code="option/conflict", key=key, message=message) for key in asked if asked[key]
    ]:
        raise RulesError(found)
    with _waiting(f"solving {order.game}"):
        answer = SwitchAnswer(table.setup)
    if order.as_json:
        print_json(answer.record())
    else:
        print("\n".join(answer.lines()))


def _read(order: Order) -> tuple[Solvable, int | None]:
    """Return the table and the wager in cents, or raise `RulesError` with all that is wrong."""
    cents, found = _wager(order.wager)
    if order.charts is not None:
        found += out_problems(order.charts, ENDINGS, key="--charts")
    try:
        table = solvable(order.game, order.options, SOLVED | {RoundKind.SWITCH})
    except RulesError as error:
        raise RulesError([*error.problems, *found]) from None
    if found := (*found, *_off_limits(table, cents)):
        raise RulesError(found)
    return table, cents


def _waiting(what: str) -> AbstractContextManager[object]:
    """Show on a terminal that work goes on; a first start compiles the kernels."""
    return Console(stderr=True).status(f"{what} ...")


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
    solution = solve(table.setup)
    bonus = None if cents is None else super_bonus(solution, cents)
    chart = chart_of(solution)
    changed = tuple(effects(table.house, solution.house_edge)) if order.effects else None
    return _Answer(
        table=table,
        solution=solution,
        chart=chart if bonus is None else with_super_bonus(chart, bonus),
        bonus=bonus,
        effects=changed,
        drawn=solved_game(solution, chart, bonus, changed) if order.charts else None,
    )


def _content(out: Path, drawn: Solved) -> bytes:
    if out.suffix.lower() == ".txt":
        return strategy_text(drawn).encode()
    document = strategy_page(drawn, date=datetime.now(UTC).date().isoformat())
    if out.suffix.lower() == ".pdf":
        return pdf_file(document)
    return html_page(document).encode()


def _record(order: Order, answer: _Answer) -> dict[str, Any]:
    solution, configured = answer.solution, answer.table.setup.configured
    said: dict[str, Any] = {
        "game": configured.game.id,
        "options": dict(configured.options),
        "digest": configured.digest,
        "assumed": list(answer.table.assumed),
        "house_edge": solution.house_edge,
        "standard_deviation": solution.standard_deviation,
        "variance": solution.variance,
        "average_wager": solution.average_wager,
        "element_of_risk": solution.element_of_risk,
        "by_up_card": _by_up_card(solution),
        "by_first_cards": list(_by_first_cards(solution)),
        "distribution": [
            {"gain": float(gain), "probability": chance}
            for gain, chance in solution.results.gains.items()
        ],
        "strategy": answer.chart.as_json(),
    }
    said |= _bonus_record(order, answer)
    if answer.effects is not None:
        said["effects"] = [
            {
                "option": effect.option,
                "value": effect.value,
                "house_edge": effect.house_edge,
                "change": effect.change,
            }
            for effect in answer.effects
        ]
    if answer.drawn is not None:
        said["charts"] = {
            "file": str(order.charts),
            "cost": answer.drawn.cost,
            "cost_without_exceptions": answer.drawn.cost_without_exceptions,
        }
    return said


def _by_up_card(solution: Solution) -> dict[str, dict[str, float]]:
    chances = {
        up: sum(float(hand.probability) for hand in solution.hands if hand.up == up)
        for up in solution.by_up_card
    }
    return {
        up_name(up): {"probability": chances[up], "house_edge": -solution.by_up_card[up]}
        for up in UPS
        if up in chances
    }


def _by_first_cards(solution: Solution) -> Iterator[dict[str, Any]]:
    """Two cards against an up card, suits together; the most probable suits name the action."""
    likeliest = {}
    for hand in sorted(solution.hands, key=lambda each: float(each.probability)):
        likeliest[hand.up, *hand.values] = hand.action
    for key, (chance, value) in solution.by_first_cards.items():
        up, low, high = key
        yield {
            "up": up_name(up),
            "cards": f"{up_name(low)} {up_name(high)}",
            "probability": chance,
            "house_edge": -value,
            "action": _KIND_OF.get(int(likeliest[key])),
        }


def _bonus_record(order: Order, answer: _Answer) -> dict[str, Any]:
    """The edge with the Super Bonus; a game without one has it as it is."""
    if order.wager is None:
        return {}
    edge, bonus = answer.solution.house_edge, answer.bonus
    if bonus is None:
        return {"wager": parse_dollars(order.wager), "house_edge_with_super_bonus": edge}
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


def _lines(order: Order, answer: _Answer) -> Iterator[str]:
    configured, solution = answer.table.setup.configured, answer.solution
    yield f"{configured.game.id}  {configured.game.title}"
    options = ", ".join(rule_options(answer.table.setup))
    yield from wrap(options, 78, initial_indent="  ", subsequent_indent="  ")
    yield ""
    for name, text in _figures(answer):
        yield f"  {name:<30}{text}"
    yield ""
    yield "  House edge by up card, %"
    ups = [up for up in UPS if up in solution.by_up_card]
    yield "  " + "".join(f"{up_name(up):>7}" for up in ups)
    yield "  " + "".join(f"{-100 * solution.by_up_card[up]:>7.2f}" for up in ups)
    yield ""
    yield from (f"  {line}".rstrip() for line in chart_lines(answer.chart))
    if answer.effects is not None:
        yield from _effect_lines(answer.effects)
    if answer.drawn is not None:
        yield f"  {order.charts}: the charts"
        yield f"  {'playing by them costs':<30}{answer.drawn.cost:.6%} more"
        plain = answer.drawn.cost_without_exceptions
        yield f"  {'and without their exceptions':<30}{plain:.6%} more"


def _figures(answer: _Answer) -> Iterator[tuple[str, str]]:
    solution, bonus = answer.solution, answer.bonus
    yield "house edge", f"{solution.house_edge:.6%} of the first wager"
    if bonus is not None:
        with_bonus = solution.house_edge - bonus.value
        yield (
            "with the Super Bonus",
            f"{with_bonus:.6%} at a wager of {format_dollars(bonus.wager)}",
        )
        both = with_bonus - bonus.envy_value
        yield "and with envy", f"{both:.6%} with one other player at the table"
    yield "element of risk", f"{solution.element_of_risk:.6%} of all that is wagered"
    yield "average wager", f"{solution.average_wager:.6f} first wagers"
    yield "standard deviation", f"{solution.standard_deviation:.6f} first wagers"


def _effect_lines(found: Sequence[Effect]) -> Iterator[str]:
    yield "  With one option changed       house edge      change"
    for effect in found:
        name = f"{effect.option} {option_text(effect.value)}"
        yield f"  {name:<28}{effect.house_edge:>12.4%}{effect.change:>+12.4%}"
    if not found:
        yield "  no other value of an option changes a rule here"
