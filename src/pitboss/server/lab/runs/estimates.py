"""The estimates of a simulation on the way: after how many rounds which edge, with its error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.report.simulation.run import look_rounds
from pitboss.simulate.backends import cpu
from pitboss.simulate.figures import Estimate
from pitboss.simulate.job import Job
from pitboss.simulate.result import Simulation

_DIGITS = 7
"""Digits of the estimates that are drawn on the way; the result has all digits of the last."""


class Looks:
    """Looks at a run, evenly spaced on a log scale."""

    def __init__(self, rounds: int) -> None:
        """Plan when to look."""
        self._left = look_rounds(rounds)
        self._rounds: list[int] = []
        self._edges: dict[str, list[tuple[float, float]]] = {}

    def take(self, found: Simulation) -> None:
        """Look at the result so far, if it is time."""
        if not self._rounds:
            for before in _steps(found.job, [it for it in self._left if it < found.rounds]):
                self._note(before)
        if found.complete or (self._left and found.rounds >= self._left[0]):
            self._note(found)
            self._left = [it for it in self._left if it > found.rounds]

    def _note(self, found: Simulation) -> None:
        if self._rounds and self._rounds[-1] >= found.rounds:
            return
        self._rounds.append(found.rounds)
        for name, estimate in list_edges(found):
            pair = (_short(estimate.mean), _short(estimate.standard_error))
            self._edges.setdefault(name, []).append(pair)

    def as_json(self) -> dict[str, Any]:
        """Return all looks: the rounds, and for each edge its means and standard errors."""
        edges = {
            name: {"mean": [mean for mean, _ in pairs], "error": [error for _, error in pairs]}
            for name, pairs in self._edges.items()
        }
        return {"rounds": self._rounds, "edges": edges}


def list_edges(found: Simulation) -> Iterator[tuple[str, Estimate]]:
    """Yield every simulated edge by its name: the parts of the main game, then the side wagers."""
    for part in found.parts:
        yield part.part.id, part.house_edge
    for wager in found.wagers:
        yield wager.id, wager.edge


def _steps(job: Job, looks: list[int]) -> Iterator[Simulation]:
    """Play the first shoes by themselves, in finer steps than the pieces of a run."""
    tally, shoes = cpu.play(job, 0, 1), 1
    for look in looks:
        if look > tally.rounds:
            more = max(1, round((look - tally.rounds) * shoes / tally.rounds))
            tally += cpu.play(job, shoes, more)
            shoes += more
        if tally.rounds <= looks[-1]:
            yield Simulation(job, tally, complete=False)


def _short(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")
