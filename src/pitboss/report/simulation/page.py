"""A simulation as a section of the maths report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, log10

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.report.document import drawing as draw
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
from pitboss.report.document.charts import columns
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, WIDTH
from pitboss.report.games.report import ReportPart
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport
from pitboss.report.simulation.edges import LATE, Comparison, comparisons, simulated_part
from pitboss.report.simulation.fit import LEVEL, Fit, fits, joint_verdict
from pitboss.report.simulation.run import Look, ReportSimulation
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.simulator.figures import JackpotResult, WagerResult, jackpot_result
from pitboss.simulator.meters import ALL, Awards, MeterHistory
from pitboss.simulator.random.stream import BOUNDED, GENERATOR
from pitboss.simulator.result import Simulation
from pitboss.text.numbers import axis_dollars, dollars, percent
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
LEAST = 1e-9
DOTS = 300
"""At most this many awards of each percentage are drawn, evenly chosen."""
_LEFT = 44.0
_RIGHT = WIDTH - 16.0
_TOP = 14.0
_BOTTOM = HEIGHT - 34.0
_BAND = "#c9d8e8"


def simulation_section(
    report: MathsReport, simulation: ReportSimulation, number: str
) -> Iterator[Block]:
    """Yield the section with that *number*."""
    yield Heading(1, number, "Simulation")
    run = simulation.simulation
    yield Paragraph(WHAT)
    yield Facts(tuple(_key_figures(report, run)))
    yield Heading(2, f"{number}.1", "Simulated and exact")
    yield from _comparison_grid(report, run)
    yield Charts(tuple(_charts(report, simulation)))
    for place, (wager, jackpot, result) in enumerate(_progressives(report, run), start=2):
        title = f"The meter of {jackpot.wager.title}"
        yield Heading(2, f"{number}.{place}", title)
        yield from _meter(wager, jackpot, result, run.rounds)


def _key_figures(report: MathsReport, run: Simulation) -> Iterator[Fact]:
    edge = run.house_edge
    game = report.configured.game.id
    low, high = edge.interval
    yield Fact("Rounds", f"{run.rounds:,}")
    yield Fact("Seed", str(run.job.seed))
    yield Fact(
        "House edge",
        f"{percent(edge.mean)} ± {percent(edge.standard_error)}",
        f"of {first_wager(run.job.setup)}; 95% interval {percent(low)} to {percent(high)}",
    )
    yield from _spread(report, run)
    yield Fact(
        "Digest",
        run.digest,
        "of everything that was counted: on any machine the same, for this seed and so many rounds",
        code=True,
    )
    yield Fact("Generator", GENERATOR.partition(":")[0], GENERATOR.partition(": ")[2])
    yield Fact("From number to card", BOUNDED)
    settings = f"--rounds {run.rounds} --seed {run.job.seed}"
    yield Fact(
        "To simulate it again",
        f"pitboss simulate {game} --house FILE {settings}",
        "FILE being the configuration of section 3",
        code=True,
    )


def _spread(report: MathsReport, run: Simulation) -> Iterator[Fact]:
    """Yield the other computed figures of the main game."""
    main = simulated_part(report)
    for name, counted, known in (
        ("Standard deviation", run.standard_deviation, main and main.standard_deviation),
        ("Average wager", run.average_wager, main and main.average_wager),
    ):
        below = f"computed in section 4: {known:.6f}" if known is not None else ""
        yield Fact(name, f"{counted:.6f}", below)


def _comparison_grid(report: MathsReport, run: Simulation) -> Iterator[Block]:
    edges = [*comparisons(report, run)]
    heads = ("wager", "made", "simulated", "std. error", "exact", "difference in std. errors")
    yield Grid(heads=heads, rows=tuple(map(_row, edges)), align="lrrrrr")
    yield Paragraph(CHANCE, "note")
    if any(edge.which == LATE for edge in edges):
        yield Paragraph(LATE_NOTE, "note")
    yield from _fit_blocks(edges, [*fits(report, run)])


FIT = (
    "Goodness of fit: how often each outcome of a wager came against its exact probability, by"
    " chi-square; outcomes expected fewer than five times are counted together. The last column is"
    " how often chance alone is worse."
)


def _fit_blocks(edges: Sequence[Comparison], every: Sequence[Fit]) -> Iterator[Block]:
    """Yield the goodness of fit of the wagers, and one verdict over all comparisons."""
    if every:
        yield Paragraph(FIT, "note")
        rows = tuple(
            (fit.title, str(fit.cells), f"{fit.statistic:.2f}", str(fit.freedom),
             f"{fit.chance:.4f}")
            for fit in every
        )  # fmt: skip
        heads = ("wager", "outcomes", "chi-square", "degrees of freedom", "chance")
        yield Grid(heads=heads, rows=rows, align="lrrrr")
    verdict = joint_verdict(edges, every)
    if verdict is not None:
        words = "agree" if verdict.holds else "DO NOT agree"
        yield Paragraph(
            f"Joint verdict: simulation and mathematics {words}. The worst of"
            f" {verdict.comparisons} comparisons would come by chance, in one of so many, with a"
            f" probability of at most {percent(verdict.chance, 1)}; the verdict asks for"
            f" {percent(LEVEL, 0)} or more, whatever the comparisons have in common (Bonferroni)."
        )


def _row(edge: Comparison) -> tuple[Cell, ...]:
    return (
        (edge.title, edge.which),
        f"{edge.times:,}",
        percent(edge.simulated),
        percent(edge.standard_error),
        "–" if edge.exact is None else percent(edge.exact),
        "–" if edge.errors is None else f"{edge.errors:+.2f}".replace("-", "−"),
    )


def _charts(report: MathsReport, simulation: ReportSimulation) -> Iterator[Chart]:
    main = simulated_part(report)
    looks = simulation.looks
    if len(looks) > 1:
        exact = "; the level line is the exact edge" if main else ""
        yield Chart(
            svg=convergence(looks, main.house_edge if main else None),
            caption=f"The estimate as rounds were played, with its 95% band{exact}",
        )
    exact = "; the marks are what section 4 computes" if main else ""
    yield Chart(
        svg=histogram(simulation.simulation, main),
        caption=f"How often each result came: a step of the scale is ten times{exact}",
    )


def _progressives(
    report: MathsReport, run: Simulation
) -> Iterator[tuple[WagerResult, JackpotMaths, JackpotResult]]:
    """Yield the simulated figures of each progressive, beside the computed ones."""
    for wager in run.wagers:
        result = jackpot_result(wager)
        if result is not None:
            for jackpot in report.jackpots:
                if wager.id in {main.id for main in jackpot.wager.wagers}:
                    yield wager, jackpot, result


def _meter(
    wager: WagerResult, jackpot: JackpotMaths, result: JackpotResult, rounds: int
) -> Iterator[Block]:
    history = wager.meter
    edge = wager.edge
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
            Fact("Awarded", awarded, f"of {wagered} wagered"),
            Fact("House edge", f"{percent(edge.mean)} ± {percent(edge.standard_error)}",
                 "with the awards as they came"),
            Fact("Meter at the end", end),
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
    for outcome in jackpot.wager.outcomes:
        if outcome.meter:
            share = int(outcome.meter * _ALL)
            chances[share] = chances.get(share, Fraction(0)) + outcome.probability
    return dict(sorted(chances.items(), reverse=True))


def _award_row(share: int, awards: Awards, expected: float, average: float) -> tuple[Cell, ...]:
    shown = [awards.mean, *(awards.quantile(float(q.rstrip("%")) / _ALL) for q in _QUANTILES)]
    return (
        f"{share}%",
        f"{expected:,.1f}",
        f"{awards.count:,}",
        dollars(average),
        *("–" if cents is None else dollars(cents) for cents in shown),
    )


def convergence(looks: Sequence[Look], exact: float | None) -> str:
    """Draw the estimate with its 95 % band over the rounds, and the exact edge across."""
    bounds = [look.edge.interval for look in looks]
    low, high = min(low for low, _ in bounds), max(high for _, high in bounds)
    if exact is not None:
        low, high = min(low, exact), max(high, exact)
    ticks = draw.round_places(low, high)
    place = draw.scale(ticks[0], ticks[-1], _BOTTOM, _TOP)
    along = draw.scale(log10(looks[0].rounds), log10(looks[-1].rounds), _LEFT, _RIGHT)
    xs = [along(log10(look.rounds)) for look in looks]
    band = [
        *((x, place(high)) for x, (_, high) in zip(xs, bounds, strict=True)),
        *((x, place(low)) for x, (low, _) in zip(reversed(xs), reversed(bounds), strict=True)),
    ]
    parts = [draw.area(band, _BAND), *draw.percent_axis(ticks, place, _LEFT, _RIGHT)]
    if exact is not None:
        parts.append(draw.segment(_LEFT, place(exact), _RIGHT, place(exact), AMBER, 1.4))
    means = (place(look.edge.mean) for look in looks)
    parts.append(draw.path(zip(xs, means, strict=True)))
    first, last = looks[0].rounds, looks[-1].rounds
    powers = range(floor(log10(first)), ceil(log10(last)) + 1)
    for rounds in (n * 10**power for power in powers for n in (1, 2, 5)):
        if first <= rounds <= last:
            parts += draw.below(along(log10(rounds)), _BOTTOM, _count(rounds))
    parts.append(draw.axis_name(_LEFT, _RIGHT, "rounds"))
    return draw.svg(parts, "The estimate over the rounds")


def _count(number: float) -> str:
    """Return a number of rounds as short text."""
    for size, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (1000, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


def histogram(run: Simulation, main: ReportPart | None) -> str:
    """Draw the frequency of each result; marks are the solver's probabilities."""
    results = run.rounds * run.job.seats
    least = max(10.0 ** -ceil(log10(results)), LEAST) if results > 1 else 0.1
    return columns(
        [(gain, count / results) for gain, count in run.histogram.items()],
        title="Simulated and computed distribution of results",
        axis=f"gain in units of {first_wager(run.job.setup)}",
        least=least,
        marks=[(result.gain, result.probability) for result in main.distribution] if main else (),
    )


def meter_history(history: MeterHistory, rounds: int, average: float) -> str:
    """Draw the meter at its awards, and its exact average across."""
    shown = {share: _dots(awards) for share, awards in sorted(history.awards.items())}
    heights = [height for dots in shown.values() for _, height in dots]
    ticks = [tick for tick in draw.round_places(0, max(*heights, average)) if tick >= 0]
    place = draw.scale(0, ticks[-1], _BOTTOM, _TOP)
    along = draw.scale(0, rounds, _LEFT, _RIGHT)
    labels = ((tick, axis_dollars(tick)) for tick in ticks)
    parts = [
        *draw.lines_across(labels, place, _LEFT, _RIGHT),
        draw.segment(_LEFT, place(average), _RIGHT, place(average), AMBER, 1.4),
    ]
    for share, dots in shown.items():
        radius, fill = (3.2, AMBER) if share == ALL else (1.5, BLUE)
        parts += [
            draw.circle(along(number), place(height), radius, fill) for number, height in dots
        ]
    for tick in draw.round_places(0, rounds):
        if 0 <= tick <= rounds:
            parts += draw.below(along(tick), _BOTTOM, _count(tick))
    parts.append(draw.axis_name(_LEFT, _RIGHT, "rounds"))
    return draw.svg(parts, "The meter at its awards")


def _dots(awards: Awards) -> list[tuple[int, float]]:
    """Return the awards to draw: the round, and dollars on the meter."""
    step = max(1, ceil(len(awards.kept) / DOTS))
    return [(number, units / UNITS_PER_DOLLAR) for number, units in awards.kept[::step]]
