"""The result of a simulation: its figures, as text, tables and JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pitboss.rulebook.tabular import Row, Tabular
from pitboss.simulator.figures import RunFigures
from pitboss.simulator.record import simulation_record, tidy
from pitboss.simulator.text import html_table, short_lines, text_lines


class Simulation(RunFigures, Tabular):
    """A run of a job: its counts and all figures."""

    def __eq__(self, other: object) -> bool:
        """Tell whether two runs counted the same at the same table."""
        if not isinstance(other, Simulation):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        """Hash what was counted."""
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        """Return what tells runs apart; how long they took and on what does not."""
        job = self.job
        played = (job.setup.configured.digest, job.seats, job.seed, job.burn, job.cut)
        return self.digest, *played, self.strategy, self.complete

    def __repr__(self) -> str:
        """Return the game, the rounds and the edges in a few lines."""
        return "\n".join(short_lines(self))

    def __str__(self) -> str:
        """Return all figures, line by line."""
        return "\n".join(text_lines(self))

    def _repr_html_(self) -> str:
        """Return tables for notebooks."""
        return html_table(self)

    def as_rows(self) -> list[Row]:
        """Return all figures as rows of one table, as `--parquet` writes them."""
        return [asdict(row) for row in tidy(self)]

    def as_json(self) -> dict[str, Any]:
        """Return all figures, as `pitboss simulate --json` prints them."""
        return simulation_record(self)
