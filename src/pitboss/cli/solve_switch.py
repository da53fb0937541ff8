"""`pitboss solve co/blackjack-switch`: two hands whose second cards may change places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.charts import UPS, up_name
from pitboss.exact.switch import SolvedSwitch, solve_switch
from pitboss.exact.switch_charts import Cell, Chart, play_chart
from pitboss.report.strategy_words import rule_options

CONVENTION = "per unit of both wagers together"
_LETTERS = {
    ActionKind.STAND: "S",
    ActionKind.HIT: "H",
    ActionKind.DOUBLE: "D",
    ActionKind.SPLIT: "P",
}


class SwitchAnswer:
    """What there is to say of the game."""

    def __init__(self, setup: Setup) -> None:
        """Solve the game."""
        self.setup = setup
        self.solved: SolvedSwitch = solve_switch(setup)
        self.chart: Chart = play_chart(self.solved)

    def record(self) -> dict[str, Any]:
        """Return the JSON."""
        solved = self.solved
        return {
            "game": self.setup.configured.game.id,
            "options": rule_options(self.setup),
            "digest": self.setup.configured.digest,
            "convention": CONVENTION,
            "house_edge": float(solved.edge),
            "house_edge_of_one_wager": float(solved.edge_of_one_wager),
            "house_edge_never_switching": float(solved.edge_never_switching),
            "house_edge_by_hand_values": float(solved.edge_by_values),
            "switch_probability": float(solved.switch_probability),
            "by_up_card": {up_name(each.up): -float(each.value) / 2 for each in solved.by_up},
            "strategy": {
                part.value: {
                    str(row): {up_name(up): str(cell.action) for up, cell in cells.items()}
                    for row, cells in rows.items()
                }
                for part, rows in self.chart.items()
            },
        }

    def lines(self) -> Iterator[str]:
        """Return the text."""
        solved = self.solved
        yield f"{self.setup.configured.game.title}, {self.setup.rules.decks} decks"
        yield f"  house edge              {float(solved.edge):.6%}  {CONVENTION}"
        yield f"  of one of the wagers    {float(solved.edge_of_one_wager):.6%}"
        yield f"  never switching         {float(solved.edge_never_switching):.6%}"
        yield f"  switching by values     {float(solved.edge_by_values):.6%}"
        yield f"  switched when asked     {float(solved.switch_probability):.2%} of the time"
        for part, rows in self.chart.items():
            yield ""
            yield f"{part.value:<26}" + "".join(f"{up_name(up):>4}" for up in UPS)
            for row, cells in rows.items():
                yield f"  {row:<24}" + "".join(f"{_letter(cells.get(up)):>4}" for up in UPS)


def _letter(cell: Cell | None) -> str:
    """The letter of a cell, starred where some hands of the total are played otherwise."""
    if cell is None:
        return ""
    return _LETTERS[cell.action] + ("*" if cell.exceptions else "")
