"""Estimates during a simulation: each edge with its error, by the number of rounds."""

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
    """Estimates of a run, evenly spaced on a log scale."""

    def __init__(self, rounds: int) -> None:
        """Plan after which rounds to record an estimate."""
        self._left = look_rounds(rounds)
        self._rounds: list[int] = []
        self._edges: dict[str, list[tuple[float, float]]] = {}

    def take(self, run: Simulation) -> None:
        """Record an estimate of the result so far, if one is due."""
        if not self._rounds:
            for before in _steps(run.job, [rounds for rounds in self._left if rounds < run.rounds]):
                self._note(before)
        if run.complete or (self._left and run.rounds >= self._left[0]):
            self._note(run)
            self._left = [rounds for rounds in self._left if rounds > run.rounds]

    def _note(self, run: Simulation) -> None:
        if self._rounds and self._rounds[-1] >= run.rounds:
            return
        self._rounds.append(run.rounds)
        for name, estimate in list_edges(run):
            pair = (_short(estimate.mean), _short(estimate.standard_error))
            self._edges.setdefault(name, []).append(pair)

    def as_json(self) -> dict[str, Any]:
        """Return all estimates: the rounds, and the means and standard errors of each edge."""
        edges = {
            name: {"mean": [mean for mean, _ in pairs], "error": [error for _, error in pairs]}
            for name, pairs in self._edges.items()
        }
        return {"rounds": self._rounds, "edges": edges}


def list_edges(run: Simulation) -> Iterator[tuple[str, Estimate]]:
    """Yield every simulated edge by its name: the parts of the main game, then the side wagers."""
    for part in run.parts:
        yield part.part.id, part.house_edge
    for wager in run.wagers:
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
