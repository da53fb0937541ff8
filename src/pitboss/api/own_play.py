"""Play by a function of your own: it is asked once for every cell of the chart.

A run plays millions of rounds by arrays and never calls back into Python. So a function fills a
chart, and the chart is simulated and valued exactly like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import DOUBLED, possible_cells
from pitboss.exact.charts.model import (
    UPS,
    AnyCode,
    Chart,
    Code,
    DoubledCode,
    Part,
    row_name,
    up_name,
)
from pitboss.exact.kinds import is_charted, solve
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.questions.play import ChartHand, Play
from pitboss.rulebook.problems import Problem, RulesError


def chart_by(play: Play, setup: Setup) -> Mapping[str, Any]:
    """Ask a function about every cell; return its chart, as `solve --json` prints one.

    >>> import pitboss
    >>> setup = pitboss.table("reference/blackjack").setup
    >>> mimic = chart_by(lambda hand: "hit" if hand.total < 17 else "stand", setup)
    >>> mimic["strategy"]["pairs"]["8,8"]["6"], mimic["strategy"]["hard"]["17"]["10"]
    ('H', 'S')
    """
    game = setup.configured.game.id
    if not is_charted(setup):
        message = f"{game} is not played by charts of hands, which a function could fill"
        raise RulesError([Problem(code="option/conflict", key="strategy", message=message)])
    solved = solve(setup)
    assert isinstance(solved, BlackjackSolution | SwitchSolution), "what is charted has a chart"
    strategy: dict[str, dict[str, dict[str, str]]] = {}
    for part, rows in possible_cells(Rules.from_setup(setup)).items():
        words = _codes(DoubledCode if part in DOUBLED else Code)
        for row in rows:
            cells = {}
            for up in UPS:
                hand = _hand(solved.chart, part, row, up)
                said = play(hand)
                # A doubled hand that the function leaves open is needed only where it doubles.
                if (code := hand.best if said is None else words.get(said, said)) is not None:
                    cells[hand.up] = code
            if cells:
                strategy.setdefault(part.value, {})[row_name(part, row)] = cells
    record: dict[str, object] = {"game": game, "strategy": strategy}
    if isinstance(solved, SwitchSolution):
        record["switch_points"] = solved.points.as_json()
    return record


def _hand(best: Chart, part: Part, row: int, up: int) -> ChartHand:
    cell = best.parts.get(part, {}).get(row, {}).get(up)
    return ChartHand(part.value, row_name(part, row), up_name(up), cell.text if cell else None)


def _codes(kind: type[AnyCode]) -> dict[str, str]:
    """Return words -> letters: those of the legend, and the action alone for its first code."""
    letters = {code.words: code.letters for code in kind}
    for code in kind:
        letters.setdefault(code.words.partition(",")[0], code.letters)
    return letters
