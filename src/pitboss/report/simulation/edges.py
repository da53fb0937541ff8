"""Simulated edges beside exact ones: of the main wager, of every side wager, of jackpots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from pitboss.engine.setup import make_setup
from pitboss.exact.kinds import solve
from pitboss.exact.odds.wagers import INSURANCE
from pitboss.exact.solution import MAIN
from pitboss.report.games.report import ReportPart
from pitboss.report.maths.jackpot_maths import JackpotMaths, deviation
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.wager_maths import Outcome
from pitboss.rulebook.model import Moment
from pitboss.simulator.figures import WagerResult, jackpot_result
from pitboss.simulator.result import Simulation
from pitboss.text.options import first_wager

FIXED_PAYS = "fixed pays"
WITH_PRIZES = "with posted prizes"
LONG_RUN = "in the long run"
NOT_TAKEN = "counted, not taken"
LATE = "made after the hands are played"
_ALL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A simulated edge beside the exact one."""

    subject: str
    """The part of the main game, or the wager."""
    title: str
    which: str = ""
    """The name of the edge, if a wager has several."""
    times: int
    """How often the wager was made."""
    simulated: float
    standard_error: float
    exact: float | None
    """None if no edge is stated, or only of something else."""

    @property
    def errors(self) -> float | None:
        """The difference of the two edges in standard errors."""
        if self.exact is None or not self.standard_error:
            return None
        return (self.simulated - self.exact) / self.standard_error


def simulated_part(report: MathsReport) -> ReportPart | None:
    """Return the solved part that a simulation counts; None if the units differ."""
    main = report.main
    same_unit = main is not None and main.unit == first_wager(make_setup(report.configured))
    return main if same_unit else None


def comparisons(report: MathsReport, simulation: Simulation) -> Iterator[Comparison]:
    """Yield every simulated edge beside the one of the report.

    The standard error of a side wager uses its exact standard deviation: without a rare pay the
    simulated one would be too small.
    """
    yield from _main(report, simulation)
    yield from _insurance(report, simulation)
    for wager in simulation.wagers:
        yield from _side(report, wager)


def _main(report: MathsReport, simulation: Simulation) -> Iterator[Comparison]:
    """Yield the main game and its parts, each beside its edge when all are played for together."""
    parts = simulation.parts
    mains = ", ".join(wager.title for wager in report.main_wagers)
    main = simulated_part(report)
    if main is not None and len(parts) == 1:
        exact = {MAIN: main.house_edge}  # it has been solved
    else:
        exact = {part.id: part.edge for part in solve(simulation.job.setup).parts}
    for item in parts:
        yield Comparison(
            subject=item.part.id,
            title=mains if len(parts) == 1 else item.part.title,
            times=simulation.rounds,
            simulated=item.house_edge.mean,
            standard_error=item.house_edge.standard_error,
            exact=exact[item.part.id],
        )


def _insurance(report: MathsReport, simulation: Simulation) -> Iterator[Comparison]:
    """Insurance is offered and declined; its result is counted."""
    maths = next(
        (wager for wager in report.wagers if wager.wagers[0].id.startswith(INSURANCE)), None
    )
    insurance = simulation.as_json()["insurance"]
    if maths is not None and insurance is not None and insurance["offered"]:
        yield Comparison(
            subject=maths.wagers[0].id,
            title=maths.title,
            which=NOT_TAKEN,
            times=insurance["offered"],
            simulated=insurance["house_edge"],
            standard_error=maths.deviation / sqrt(insurance["offered"]),
            exact=float(maths.edge),
        )


def _side(report: MathsReport, wager: WagerResult) -> Iterator[Comparison]:
    """Compare a wager's edge; for a jackpot that of its fixed pays, and the one with its prizes.

    If a wager may be played for in two ways, the first is the one under optimal play of the main
    game.
    """
    maths = next(
        (other for other in report.wagers if wager.id in {w.id for w in other.wagers}), None
    )
    title = report.configured.game.wager(wager.id).title
    if not wager.made:
        return
    if maths is None or maths.spot.wager.made == Moment.AFTER_HANDS:
        which = "" if maths is None else LATE
        yield Comparison(subject=wager.id, title=title, which=which, times=wager.made,
                         simulated=wager.edge.mean, exact=None,
                         standard_error=wager.edge.standard_error)  # fmt: skip
        return
    jackpot = next((other for other in report.jackpots if other.wager is maths), None)
    awarded = wager.meter.awarded if wager.meter else 0
    yield Comparison(
        subject=wager.id,
        title=title,
        which="" if jackpot is None else FIXED_PAYS,
        times=wager.made,
        simulated=-(wager.total - awarded) / (wager.made * wager.stake),
        standard_error=maths.deviation / sqrt(wager.made),
        exact=float(maths.edge),
    )
    if jackpot is not None:
        yield _with_prizes(wager, replace(jackpot, stake=wager.stake), title)


def _with_prizes(wager: WagerResult, jackpot: JackpotMaths, title: str) -> Comparison:
    """Compare a jackpot's edge with what its meter, or the house, pays for percentages.

    In the long run the value of a unit is the fixed pays of the house, the contribution, which is
    the same for every wager, and a seed at every award of 100 %.
    """
    stake = jackpot.stake
    terms = jackpot.jackpot
    result = jackpot_result(wager)
    if result is None:
        which = WITH_PRIZES
        simulated = wager.edge.mean
        edge = jackpot.edge_with_prizes
        nets = [(o, o.net + _prizes(terms.prizes, o, stake)) for o in jackpot.wager.outcomes]
    else:
        which = LONG_RUN
        simulated = result.long_run_edge
        edge = jackpot.long_run_edge
        seed = {_ALL: terms.seed}
        nets = [(o, o.net - o.from_meter + _prizes(seed, o, stake)) for o in jackpot.wager.outcomes]
    return Comparison(
        subject=wager.id,
        title=title,
        which=which,
        times=wager.made,
        simulated=simulated,
        standard_error=deviation((o.probability, net) for o, net in nets) / sqrt(wager.made),
        exact=float(edge),
    )


def _prizes(prizes: Mapping[int, int], outcome: Outcome, stake: int) -> Fraction:
    """Return the prizes of an outcome for percentages of the meter, for one unit wagered."""
    return Fraction(prizes.get(int(outcome.meter * _ALL), 0), stake)
