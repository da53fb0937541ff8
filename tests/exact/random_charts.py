"""Charts of any codes that a game's cells may have, drawn at random."""

from __future__ import annotations

import random

from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import DOUBLED, PossibleCell, possible_cells
from pitboss.exact.charts.follow import SuitBonus
from pitboss.exact.charts.model import UPS, Cell, Chart, Code, DoubledCode, Part

TRIES = 200


def random_chart(rules: Rules, rng: random.Random) -> Chart:
    """Return a chart in which every cell says anything that some of its hands may do."""
    return Chart(
        {
            part: {row: {up: random_cell(part, cell, rng) for up in UPS} for row, cell in rows}
            for part, rows in (
                (part, cells.items()) for part, cells in possible_cells(rules).items()
            )
        }
    )


def random_cell(part: Part, cell_rules: PossibleCell, rng: random.Random) -> Cell:
    for _ in range(TRIES):
        cell = _any_cell(part, rng)
        if cell_rules.never(cell, doubled=part in DOUBLED) is None:
            return cell
    raise AssertionError((part, cell_rules))


def _any_cell(part: Part, rng: random.Random) -> Cell:
    if part in DOUBLED:
        return Cell(code=rng.choice(list(DoubledCode)))
    late = part is not Part.PAIRS and rng.random() < 0.3
    return Cell(
        code=rng.choice(list(Code)),
        from_cards=rng.randint(3, 6) if late else None,
        then=rng.choice(list(Code)) if late else None,
        bonus=rng.choice(list(SuitBonus)) if rng.random() < 0.3 else None,
    )
