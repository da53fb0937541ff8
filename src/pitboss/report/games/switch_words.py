"""Blackjack Switch in words: its own figures, and when to switch."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.exact.charts.model import TITLES, UPS, row_name, up_name
from pitboss.exact.switch.solution import ROUNDED, SwitchSolution
from pitboss.report.document.blocks import Fact

TITLE = "When to switch"
_LABEL, _CELL = 9, 6
_EXAMPLE = 6, (6, 10), (5, 10), (10, 10), (5, 6)
"""An up card, two bad hands against it, and the two good ones they become."""


def switch_figures(solution: SwitchSolution, digits: int = 6) -> Iterator[tuple[str, str, str]]:
    """Yield name, figure and a word on it: what only a game with a switch has."""
    game, points = solution.game, solution.points
    edges = (
        ("of one of the two wagers", game.edge_of_one_wager, "the same loss"),
        ("never switching", game.edge_never_switching, ""),
        ("switching by hand values", game.edge_by_values, "the exact values of hands, added"),
        ("switching by points", points.edge(game), "by the charts of points"),
        ("by rounded points", points.edge(game, ROUNDED), f"points rounded to {ROUNDED}s"),
    )
    yield from ((name, f"{float(edge):.{digits}%}", said) for name, edge, said in edges)
    yield "switched when asked", f"{float(game.switch_probability):.2%}", "of the time"


def switch_facts(solution: SwitchSolution, digits: int = 4) -> Iterator[Fact]:
    """Yield the same for a page."""
    for name, text, below in switch_figures(solution, digits):
        yield Fact(name=name[0].upper() + name[1:], text=text, below=below)


def switch_rule(solution: SwitchSolution) -> str:
    """Return how the charts of points are used, with an example."""
    points = solution.points
    said = (
        "Add up what the two hands count as they lie, and what the two would count with their"
        " second cards exchanged. Switch where the new sum is higher. A hand counts what it is"
        " worth by itself in hundredths of its wager, the dealer having no blackjack. A blackjack"
        f" that is kept counts {points.natural}; one that is made by a switch is a 21, the last row"
        " of the soft hands."
    )
    up, *hands = _EXAMPLE
    one, two, three, four = (points.of(up, hand, switched=True) for hand in hands)
    return (
        f"{said} So 10-6 and 5-10 against a {up} count {one} and {two}; switched they are"
        f" 10-10 and 5-6 and count {three} and {four}."
    )


def switch_lines(solution: SwitchSolution) -> Iterator[str]:
    """Yield the charts of points as text, and how they are used."""
    yield TITLE
    yield from wrap(switch_rule(solution), 76)
    yield ""
    for part, rows in solution.points.parts.items():
        yield f"{TITLES[part]}, points"
        yield (" " * _LABEL + "".join(f"{up_name(up):<{_CELL}}" for up in UPS)).rstrip()
        for row, cells in rows.items():
            texts = "".join(f"{cells.get(up, ''):<{_CELL}}" for up in UPS)
            yield f"{row_name(part, row):<{_LABEL}}{texts}".rstrip()
        yield ""
