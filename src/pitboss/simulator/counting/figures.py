"""The figures of a counter, worked out from the cube of a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from pitboss.counts.ramp import Ramp
from pitboss.counts.system import Counter
from pitboss.rulebook.tabular import html_cells
from pitboss.simulator.counting.cube import Bets, Cube, SideBet
from pitboss.simulator.counting.trips import TripResults
from pitboss.simulator.figures import RunFigures

SPREADS = (4, 8, 12, 16)
"""Spreads whose best ramps are shown, beside the run's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestRamp:
    """The best ramp of a spread."""

    spread: str
    sits_out: bool
    """Whether nothing is bet without an edge: the counter watches."""
    ramp: Ramp
    bets: Bets


def best_ramps(cube: Cube, own: Ramp) -> tuple[BestRamp, ...]:
    """Return the best ramps of the usual spreads and of the run's own, played all and sat out."""
    spreads = sorted({*SPREADS, max(own.high, 1)})
    return tuple(_best(cube, most, sits_out=out) for out in (False, True) for most in spreads)


def _best(cube: Cube, most: int, *, sits_out: bool) -> BestRamp:
    ramp = cube.best_ramp(1, most, sits_out=sits_out)
    name = f"{0 if sits_out else 1}-{most}"
    return BestRamp(spread=name, sits_out=sits_out, ramp=ramp, bets=cube.bets(ramp))


def side_bets(cube: Cube, counter: Counter) -> tuple[SideBet, ...]:
    """Return what side wagers win at the counts where the counter makes them."""
    return tuple(cube.side(wager, at) for wager, at in counter.side_bets)


def count_record(counter: Counter, figures: RunFigures) -> dict[str, Any]:
    """Return the figures of a counter, as `pitboss simulate --json` prints them."""
    system = counter.system
    cube = figures.cube
    trips = figures.trips
    insured, won = cube.insurance
    return {
        "count": {
            "system": system.name,
            "true": system.convention.value,
            "decks_seen": counter.cards_a_step,
            "indices": [play.as_json() for play in system.indices],
            "after_cut": counter.after_cut,
            "enter": counter.enter,
            "leave": counter.leave,
            "hands": [{"hands": hands, "at": at} for hands, at in counter.hands],
            "insurance": {"taken": insured, "won": won},
        },
        "by_count": [asdict(row) for row in cube.by_count()],
        "by_depth": [_depth(row) for row in map(asdict, cube.by_depth())],
        "bets": asdict(cube.bets(counter.ramp)),
        "best_ramps": [
            {"spread": best.spread, "sits_out": best.sits_out, **asdict(best.bets)}
            for best in best_ramps(cube, counter.ramp)
        ],
        "trips": None if trips is None else asdict(trips),
        "side": [asdict(bet) for bet in (*side_bets(cube, counter), *figures.perfect_bets)],
    }


def _depth(row: dict[str, Any]) -> dict[str, Any]:
    return {"cards": row.pop("count"), **row}


def count_lines(counter: Counter, figures: RunFigures) -> Iterator[str]:
    """Yield the figures of a counter as lines of text."""
    cube = figures.cube
    trips = figures.trips
    system = counter.system
    bets = cube.bets(counter.ramp)
    plays = f"{len(system.indices)} index plays" if system.indices else "no index plays"
    yield f"  A counter in the first seat: {system.name}, {_how_counted(counter)}, {plays}"
    yield f"    {'ramp':<28}{bets.ramp}"
    yield from (f"    {name:<28}{text}" for name, text in bets_figures(bets))
    yield ""
    title = "Running count" if system.convention == "running" else "True count"
    yield f"    {title:<14}{'rounds':>16}{'frequency':>12}{'expectation':>13}{'error':>10}"
    for row in cube.by_count():
        yield (
            f"    {row.count:<+14}{row.rounds:>16,}{row.frequency:>12.4%}"
            f"{row.mean:>+13.4%}{row.standard_error:>10.4%}"
        )
    yield ""
    yield f"    {'Best ramps':<14}{'units':>10}{'per 100':>10}{'SCORE':>9}{'N0':>12}  ramp"
    for best in best_ramps(cube, counter.ramp):
        yield f"    {best.spread:<14}{_bets_cells(best.bets)}  {best.ramp}"
    yield ""
    sides = (*side_bets(cube, counter), *figures.perfect_bets)
    for bet in sides:
        edge = (
            "never made" if bet.edge is None else f"at {bet.edge:+.4%} ± {bet.standard_error:.4%}"
        )
        yield f"    {bet.rule}: {bet.frequency:.4%} of rounds {edge}, {bet.per_100:+.4f} per 100"
    if sides:
        yield ""
    if trips is not None:
        yield from trip_lines(trips)


def trip_lines(trips: TripResults) -> Iterator[str]:
    """Yield what trips came to."""
    yield f"    {trips.trips:,} trips of {trips.rounds:,} rounds with {trips.bank:,} units"
    yield f"      {'lost the bankroll':<26}{trips.ruin:.2%} ± {trips.ruin_error:.2%}"
    yield f"      {'won on average':<26}{trips.mean:+.2f} units, standard deviation {trips.sd:.2f}"
    shares = ", ".join(f"{share} {won:+.0f}" for share, won in trips.quantiles.items())
    yield f"      {'won at most, of trips':<26}{shares}"
    yield f"      {'ended behind':<26}{trips.behind:.2%}"
    yield ""


def _how_counted(counter: Counter) -> str:
    convention = counter.system.convention
    if convention == "running":
        return "running count"
    words = f"true count of {counter.system.per} cards: {convention.value}"
    return f"{words}, cards estimated in steps of {counter.cards_a_step}"


def bets_figures(bets: Bets) -> Iterator[tuple[str, str]]:
    """Yield what a ramp wins: name and value."""
    yield "average bet", f"{bets.average:.4f} units a round"
    yield "expectation", f"{bets.expectation:+.6f} units a round, ± {bets.standard_error:.6f}"
    yield "per 100 rounds", f"{bets.per_100:+.4f} units"
    long_run = "" if bets.sd_long_run is None else f", {bets.sd_long_run:.4f} in the long run"
    yield "standard deviation", f"{bets.sd:.4f} units a round{long_run}"
    n0 = "no edge" if bets.n0 is None else f"{bets.n0:,.0f} rounds"
    yield "SCORE, DI, N0", f"{bets.score:.2f}, {bets.di:.2f}, {n0}"


def _bets_cells(bets: Bets) -> str:
    n0 = "-" if bets.n0 is None else f"{bets.n0:,.0f}"
    return f"{bets.average:>10.3f}{bets.per_100:>+10.3f}{bets.score:>9.2f}{n0:>12}"


def count_tables(counter: Counter, figures: RunFigures) -> list[str]:
    """Return tables for notebooks: what the ramp wins, every count, the best ramps."""
    cube = figures.cube
    bets = cube.bets(counter.ramp)
    counts = (
        (f"{row.count:+}", f"{row.rounds:,}", f"{row.frequency:.4%}", f"{row.mean:+.4%}")
        for row in cube.by_count()
    )
    ramps = (
        (best.spread, str(best.ramp), f"{best.bets.per_100:+.3f}", f"{best.bets.score:.2f}")
        for best in best_ramps(cube, counter.ramp)
    )
    return [
        html_cells(f"{counter.system.name}, {bets.ramp}", (), bets_figures(bets)),
        html_cells("", ("count", "rounds", "frequency", "expectation"), counts),
        html_cells("", ("spread", "best ramp", "per 100", "SCORE"), ramps),
    ]
