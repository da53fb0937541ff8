"""Whether the drawn results fit the computed ones: goodness of fit, and one verdict over all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import erfc, inf, isfinite, sqrt

from pitboss.exact.goodness import chi_square, tail
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.wager_maths import NOTHING, WagerMaths
from pitboss.report.simulation.edges import Comparison
from pitboss.rulebook.model import Moment
from pitboss.simulator.figures import WagerResult
from pitboss.simulator.result import Simulation

LEVEL = 0.01
"""The verdict is wrong about a right table at most once in a hundred reports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How the outcomes of one wager fit their probabilities."""

    title: str
    cells: int
    """Kinds of outcome that are counted apart; rare ones together."""
    statistic: float
    freedom: int

    @property
    def chance(self) -> float:
        """How often chance alone gives such a statistic or a larger one."""
        return tail(self.statistic, self.freedom) if isfinite(self.statistic) else 0.0


def fits(report: MathsReport, simulation: Simulation) -> Iterator[Fit]:
    """Yield the fit of every side wager that is decided by the deal."""
    for wager in simulation.wagers:
        maths = next((m for m in report.wagers if wager.id in {w.id for w in m.wagers}), None)
        if maths is None or not wager.made or maths.odds.play:
            continue
        if maths.spot.wager.made == Moment.AFTER_HANDS:
            continue
        counts, expected = _cells(wager, maths)
        if any(count and not expected[name] for name, count in counts.items()):
            # what cannot happen came
            statistic = inf
            freedom = len(counts) - 1
        else:
            statistic, freedom = chi_square(counts, expected)
        if freedom:
            title = report.configured.game.wager(wager.id).title
            yield Fit(title=title, cells=freedom + 1, statistic=statistic, freedom=freedom)


def _cells(wager: WagerResult, maths: WagerMaths) -> tuple[dict[str, int], dict[str, float]]:
    """Return how often each outcome came and was expected.

    Where one deal may be paid by several rows, the rows are no outcomes: then only whether
    anything was paid is compared.
    """
    paid = [o for o in maths.outcomes if o.name != NOTHING]
    chances = {o.name: float(o.probability) for o in paid}
    counts: dict[str, int] = {}
    for row in wager.rows:
        counts[row.name] = counts.get(row.name, 0) + row.count
    apart = sum(counts.values()) == wager.won and counts.keys() <= chances.keys()
    if not apart:
        counts = {"paid": wager.won}
        chances = {"paid": sum(chances.values())}
    counts[NOTHING] = wager.made - wager.won
    chances[NOTHING] = 1 - sum(chances.values())
    return counts, {name: chance * wager.made for name, chance in chances.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class JointVerdict:
    """One verdict over all comparisons of a report."""

    comparisons: int
    smallest: float
    """The smallest chance among them."""

    @property
    def chance(self) -> float:
        """How often chance alone makes one of so many comparisons this bad, at most."""
        return min(1.0, self.smallest * self.comparisons)

    @property
    def holds(self) -> bool:
        """Whether the simulation agrees with the mathematics."""
        return self.chance >= LEVEL


def joint_verdict(edges: Iterable[Comparison], every: Iterable[Fit]) -> JointVerdict | None:
    """Judge all comparisons together; None if there is none.

    The bound (Bonferroni) holds however the comparisons depend on each other: several wagers of a
    round see the same cards.
    """
    chances = [erfc(abs(edge.errors) / sqrt(2)) for edge in edges if edge.errors is not None]
    chances += [fit.chance for fit in every]
    if not chances:
        return None
    return JointVerdict(comparisons=len(chances), smallest=min(chances))
