"""A simulation as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport
from pitboss.report.simulation.charts import convergence, histogram, meter_history
from pitboss.report.simulation.edges import LATE, Comparison, comparisons, simulated_part
from pitboss.report.simulation.run import ReportSimulation
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.simulate.figures import WagerResult
from pitboss.simulate.jackpots import JackpotResult, jackpot_result
from pitboss.simulate.meters import Awards
from pitboss.simulate.result import Simulation
from pitboss.text.numbers import dollars, percent
from pitboss.text.options import first_wager

WHAT = (
    "This section is sampled; nothing in the others rests on it. The table was played round by"
    " round, every round from a full shoe, freshly shuffled. One seat plays the main game for the"
    " best and makes every side wager on the felt. What may be done and what is paid is compiled"
    " from the rules by which Pitboss deals the game; the results are only counted."
)
CHANCE = (
    "By chance alone a difference passes two standard errors once in 22 comparisons, and three"
    " once in 370. The standard error of the main game is that of the results counted; of a side"
    " wager it follows from its exact standard deviation, and it says little while the rarest pay"
    " is expected fewer than about ten times."
)
LATE_NOTE = (
    "A wager that is made after the hands are played is made only with a hand that is neither bust"
    " nor blackjack, and its cards are gone by then. The exact edge is of all deals; the two are"
    " not compared."
)
METER_NOTE = (
    "The meter opens at its seed, is fed by every wager and pays every award, round by round. What"
    " it shows at an award is, on average, what it shows on average over all wagers; section 6 has"
    " that exactly."
)
_QUANTILES = ("5%", "50%", "95%")
_ALL = 100


def simulation_section(
    report: MathsReport, simulation: ReportSimulation, number: str
) -> Iterator[Block]:
    """Yield the section with that *number*."""
    yield Heading(1, number, "Simulation")
    found = simulation.found
    yield Paragraph(WHAT)
    yield Facts(tuple(_key_figures(report, found)))
    yield Heading(2, f"{number}.1", "Simulated and exact")
    yield from _comparison_grid(report, found)
    yield Charts(tuple(_charts(report, simulation)))
    for place, (wager, jackpot, result) in enumerate(_progressives(report, found), start=2):
        title = f"The meter of {jackpot.wager.title}"
        yield Heading(2, f"{number}.{place}", title)
        yield from _meter(wager, jackpot, result, found.rounds)


def _key_figures(report: MathsReport, found: Simulation) -> Iterator[Fact]:
    edge, game = found.house_edge, report.configured.game.id
    low, high = edge.interval
    yield Fact(name="Rounds", text=f"{found.rounds:,}")
    yield Fact(name="Seed", text=str(found.job.seed))
    yield Fact(
        name="House edge",
        text=f"{percent(edge.mean)} ± {percent(edge.standard_error)}",
        below=f"of {first_wager(found.job.setup)}; 95% interval {percent(low)} to {percent(high)}",
    )
    yield from _spread(report, found)
    yield Fact(
        name="Digest",
        text=found.digest,
        below="of everything that was counted: on any machine the same, for this seed and so many"
        " rounds",
        code=True,
    )
    settings = f"--rounds {found.rounds} --seed {found.job.seed}"
    yield Fact(
        name="To simulate it again",
        text=f"pitboss simulate {game} --house FILE {settings}",
        below="FILE being the configuration of section 3",
        code=True,
    )


def _spread(report: MathsReport, found: Simulation) -> Iterator[Fact]:
    """Yield the other computed figures of the main game."""
    main = simulated_part(report)
    for name, counted, known in (
        ("Standard deviation", found.standard_deviation, main and main.standard_deviation),
        ("Average wager", found.average_wager, main and main.average_wager),
    ):
        below = f"computed in section 4: {known:.6f}" if known is not None else ""
        yield Fact(name=name, text=f"{counted:.6f}", below=below)


def _comparison_grid(report: MathsReport, found: Simulation) -> Iterator[Block]:
    edges = [*comparisons(report, found)]
    heads = ("wager", "made", "simulated", "std. error", "exact", "difference in std. errors")
    yield Grid(heads=heads, rows=tuple(map(_row, edges)), align="lrrrrr")
    yield Paragraph(CHANCE, "note")
    if any(it.which == LATE for it in edges):
        yield Paragraph(LATE_NOTE, "note")


def _row(it: Comparison) -> tuple[Cell, ...]:
    return (
        (it.title, it.which),
        f"{it.times:,}",
        percent(it.simulated),
        percent(it.standard_error),
        "–" if it.exact is None else percent(it.exact),
        "–" if it.errors is None else f"{it.errors:+.2f}".replace("-", "−"),
    )


def _charts(report: MathsReport, simulation: ReportSimulation) -> Iterator[Chart]:
    main, looks = simulated_part(report), simulation.looks
    if len(looks) > 1:
        exact = "; the level line is the exact edge" if main else ""
        yield Chart(
            svg=convergence(looks, main.house_edge if main else None),
            caption=f"The estimate as rounds were played, with its 95% band{exact}",
        )
    exact = "; the marks are what section 4 computes" if main else ""
    yield Chart(
        svg=histogram(simulation.found, main),
        caption=f"How often each result came, by powers of ten{exact}",
    )


def _progressives(
    report: MathsReport, found: Simulation
) -> Iterator[tuple[WagerResult, JackpotMaths, JackpotResult]]:
    """Yield the simulated figures of each progressive, beside the computed ones."""
    for wager in found.wagers:
        result = jackpot_result(wager)
        if result is not None:
            for it in report.jackpots:
                if wager.id in {each.id for each in it.wager.wagers}:
                    yield wager, it, result


def _meter(
    wager: WagerResult, jackpot: JackpotMaths, result: JackpotResult, rounds: int
) -> Iterator[Block]:
    history, edge = wager.meter, wager.edge
    assert history is not None
    awarded, wagered, end = (
        dollars(Fraction(amount, unit))
        for amount, unit in (
            (result.awarded, CENTS_PER_DOLLAR),
            (wager.made * wager.stake, CENTS_PER_DOLLAR),
            (result.meter.display, UNITS_PER_DOLLAR),
        )
    )
    yield Facts(
        (
            Fact(name="Awarded", text=awarded, below=f"of {wagered} wagered"),
            Fact(name="House edge", text=f"{percent(edge.mean)} ± {percent(edge.standard_error)}",
                 below="with the awards as they came"),
            Fact(name="Meter at the end", text=end),
        )
    )  # fmt: skip
    average = float(jackpot.average_meter)
    rows = tuple(
        _award_row(share, history.awards.get(share, Awards()), wager.made * float(chance), average)
        for share, chance in _awards(jackpot).items()
    )
    heads = ("award", "expected", "came", "exact average meter", "mean at award",
             *(f"{share} below" for share in _QUANTILES))  # fmt: skip
    yield Grid(heads=heads, rows=rows, align="l" + "r" * (len(heads) - 1))
    yield Paragraph(METER_NOTE, "note")
    if any(awards.units for awards in history.awards.values()):
        caption = "The meter at its awards, large those of all of it; the line is its exact average"
        yield Charts((Chart(svg=meter_history(history, rounds, average), caption=caption),))


def _awards(jackpot: JackpotMaths) -> dict[int, Fraction]:
    """Return percentages of the meter, and the probability of each with one wager."""
    chances: dict[int, Fraction] = {}
    for it in jackpot.wager.outcomes:
        if it.meter:
            share = int(it.meter * _ALL)
            chances[share] = chances.get(share, Fraction(0)) + it.probability
    return dict(sorted(chances.items(), reverse=True))


def _award_row(share: int, awards: Awards, expected: float, average: float) -> tuple[Cell, ...]:
    shown = [awards.mean, *(awards.quantile(float(q.rstrip("%")) / _ALL) for q in _QUANTILES)]
    return (
        f"{share}%",
        f"{expected:,.1f}",
        f"{awards.count:,}",
        dollars(average),
        *("–" if each is None else dollars(each) for each in shown),
    )
