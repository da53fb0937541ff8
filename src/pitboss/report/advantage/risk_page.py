"""The risk of a bankroll as a document, and its curves."""

from __future__ import annotations

from collections.abc import Iterator
from math import expm1, log

import numpy as np

from pitboss.advantage.risk.answer import FIGURES, FULL_KELLY, Risk, RiskTerms
from pitboss.advantage.risk.curves import fan, rounds_shown, ruin_by_bank, ruin_by_rounds
from pitboss.advantage.risk.trips import Trips, play_trips
from pitboss.advantage.risk.walk import Walk
from pitboss.report.document import drawing as draw
from pitboss.report.document.axes import Axes
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.document.drawing import AMBER
from pitboss.report.document.pictures import side_by_side
from pitboss.text.numbers import money, percent
from pitboss.version import __version__

_ODDS = frozenset(
    {"ruin_ever", "ruin_trip", "ruin_before_goal", "lost_within", "won_within", "behind"}
) | {"double_before_half", "kelly"}
"""Figures that are parts of one."""
_GROWTH_MAX = log(10_001)
"""A bank that grows by more than this, as a logarithm, is not written to the last digit."""
_SMALL = 1e-4
"""A probability below this is written with an exponent."""


def risk_page(risk: Risk, *, date: str, charts: bool = True) -> Document:
    """Return the answer as a document, with its curves if they are wanted."""
    drift = risk.terms.drift
    return Document(
        title="Risk of a bankroll",
        subtitle=f"{risk.terms.source or 'A bet'}: {drift.expectation:+.6g} ± {drift.sd:.6g} units"
        " a round",
        head="Risk of a bankroll",
        foot=f"Pitboss {__version__}",
        date=date,
        blocks=(*_blocks(risk), *([Charts(risk_charts(risk))] if charts else [])),
    )


def _blocks(risk: Risk) -> Iterator[Block]:
    yield Facts(tuple(_questions(risk.terms)))
    for note in risk.notes:
        yield Paragraph(f"{note.message[0].upper()}{note.message[1:]} [{note.code}].")
    yield _grid(risk)
    if parts := risk.falls_to:
        yield Heading(1, "", f"The bank at {_kelly(risk.terms)}, changed with the bank")
        yield Grid(
            heads=("It ever falls to", "probability"),
            rows=tuple((f"{part:.0%}", _odds(chance)) for part, chance in parts.items()),
            align="rr",
        )
    yield Paragraph(_note(risk), "note")


def _questions(terms: RiskTerms) -> Iterator[Fact]:
    if terms.bank is not None:
        cents = terms.bank_cents
        yield Fact("Bank", _units(terms.bank) + (f", {money(cents)}" if cents else ""))
    if terms.unit_cents is not None:
        yield Fact("Unit", money(terms.unit_cents))
    if terms.rounds is not None:
        yield Fact("Rounds", f"{terms.rounds:,}")
    if terms.goal is not None:
        yield Fact("Goal", f"win {_units(terms.goal)}")
    bet = f"{_kelly(terms)}; fixed at that, the risk of ruin is {percent(terms.risk, 2)}"
    yield Fact("Bet", bet)


def _kelly(terms: RiskTerms) -> str:
    whole = terms.kelly == FULL_KELLY
    return "the Kelly bet" if whole else f"{terms.kelly:.3g} times the Kelly bet"


def _units(amount: float) -> str:
    return f"{amount:,.7g} units"


def _grid(risk: Risk) -> Grid:
    exact = risk.exact or {}
    simulated = risk.simulated
    columns = ["formula", *(["exact"] if exact else []), *(["simulated"] if simulated else [])]
    rows: list[tuple[Cell, ...]] = []
    for name, title in FIGURES.items():
        value = risk.formula[name]
        if name == "c_score" or (value is None and exact.get(name) is None):
            continue
        cells: list[Cell] = [_text(risk.terms, name, value)]
        if exact:
            cells.append(_text(risk.terms, name, exact.get(name)))
        if simulated:
            cells.append(_estimate(risk.terms, name, simulated.get(name)))
        rows.append((title, *cells))
    return Grid(heads=("", *columns), rows=tuple(rows), align="l" + "r" * len(columns))


def _text(terms: RiskTerms, name: str, value: float | None) -> str:
    if value is None:
        return ""
    if name == "growth":
        grown = expm1(min(100 * value, _GROWTH_MAX))
        return percent(grown, 3) if 100 * value < _GROWTH_MAX else f"over {grown:,.0%}"
    if name == "unit_for":
        return money(int(value)) if terms.bank_cents is not None else _units(round(value, 4))
    if name in _ODDS:
        return _odds(value)
    return f"{value:,.0f}" if name in {"n0", "bank_for"} else f"{value:,.2f}"


def _odds(value: float) -> str:
    return f"{value:.2e}" if 0 < value < _SMALL else percent(value, 3)


def _estimate(terms: RiskTerms, name: str, pair: tuple[float, float] | None) -> Cell:
    if pair is None:
        return ""
    value, error = pair
    shown = percent(error, 3) if name in _ODDS else f"{error:.2f}"
    return f"{_text(terms, name, value)} ± {shown}"


def _note(risk: Risk) -> str:
    parts = ["The formulas take the bankroll as continuous (Brownian motion)."]
    if risk.exact:
        parts.append("Exact figures follow the outcomes of real rounds step by step.")
    if trips := risk.trips:
        how = "outcomes" if risk.terms.outcomes else "normal results"
        parts.append(
            f"Simulated: {trips.trips:,} trips with {how}, seed {trips.seed}, "
            "with the standard error."
        )
    elif risk.terms.rounds is not None:
        parts.append("So many rounds are not simulated.")
    return " ".join(parts)


_BANDS = ("#dde7f1", "#b9cde1")
"""Between the outer and between the inner quantiles."""
_FAINT = "#8a9bad"
_DOTS = 9


def risk_charts(risk: Risk) -> tuple[Chart, ...]:
    """Return the curves that there are for a question."""
    charts = [_by_bank(risk)] if risk.has_edge else []
    if risk.terms.bank is not None:
        charts.append(_by_rounds(risk))
    return (*charts, _fan(risk))


def risk_svg(risk: Risk) -> str:
    """Return all curves as one picture, side by side."""
    return side_by_side(risk_charts(risk), title="Risk of a bankroll")


def _rounds(risk: Risk) -> int:
    return rounds_shown(risk.terms.drift, risk.terms.rounds)


def _trips(risk: Risk) -> Trips | None:
    """Return the simulated trips, also where no rounds were asked for."""
    if risk.terms.rounds is not None:
        return risk.trips
    terms = risk.terms
    steps = terms.outcomes or terms.drift
    return play_trips(steps, rounds=_rounds(risk), bank=terms.bank, seed=terms.seed)


def _by_bank(risk: Risk) -> Chart:
    drift = risk.terms.drift
    terms = risk.terms
    points = ruin_by_bank(drift, terms.bank)
    last = points[-1][0]
    frame = Axes(last, 1.0, axis="bank, units")
    parts = [*frame.lines(), frame.curve(points)]
    if terms.outcomes is not None:
        walk = Walk(terms.outcomes)
        for x in np.linspace(0, last, _DOTS)[1:]:
            ruin = walk.ruin_ever(float(x))
            if ruin is not None:
                parts.append(draw.circle(frame.x(float(x)), frame.y(ruin), 2.4, AMBER))
    if terms.bank is not None:
        ruin = drift.ruin_ever(terms.bank)
        parts += frame.mark(terms.bank, ruin, f"{ruin:.1%}")
    note = "line: formula" + ("; dots: exact" if terms.outcomes else "")
    title = "Ruin at any time, by the bank"
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)


def _by_rounds(risk: Risk) -> Chart:
    terms = risk.terms
    rounds = _rounds(risk)
    bank = terms.bank
    assert bank is not None
    ruin = ruin_by_rounds(terms.drift, bank, rounds)
    trips = _trips(risk)
    highest = max(ruin[-1][1], *(trips.ruined if trips is not None else [0.0]), 1e-6)
    frame = Axes(rounds, min(1.0, 1.15 * highest), axis="rounds")
    parts = [*frame.lines(), frame.curve(ruin)]
    if trips is not None:
        parts.append(frame.curve(zip(trips.looks, trips.ruined, strict=True), stroke=AMBER))
    note = "blue: formula" + ("; amber: simulated" if trips is not None else "")
    title = f"Ruin by the rounds, bank {bank:,.6g}"
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)


def _fan(risk: Risk) -> Chart:
    terms = risk.terms
    rounds = _rounds(risk)
    trips = _trips(risk)
    start = terms.bank or 0.0
    normal = fan(terms.drift, start, rounds)
    heights = [y for line in normal for _, y in line]
    simulated = None if trips is None else start + trips.fan
    values = [min(heights), max(heights)]
    if simulated is not None and trips is not None:
        values += [float(simulated.min()), float(simulated.max())]
        values += [float(trips.paths.min() + start), float(trips.paths.max() + start)]
    low = max(min(values), 0.0) if terms.bank is not None else min(values)
    frame = Axes(rounds, max(values), low=low, axis="rounds", is_percent=False)
    parts = list(frame.lines())
    if simulated is not None and trips is not None:
        for (one, two), fill in zip(((0, 4), (1, 3)), _BANDS, strict=True):
            parts.append(frame.band(trips.looks, simulated[:, one], simulated[:, two], fill))
        parts += (
            frame.curve(zip(trips.looks, start + path, strict=True), stroke=_FAINT, width=0.35)
            for path in trips.paths.T
        )
        parts.append(frame.curve(zip(trips.looks, simulated[:, 2], strict=True), width=1.6))
    for line in normal:
        kept = ((x, max(y, low)) for x, y in line)
        parts.append(frame.curve(kept, stroke=AMBER, width=0.9, dash="4 3"))
    subject = "bank" if terms.bank is not None else "result"
    title = f"The {subject} in units: 5, 25, 50, 75, 95% of trips"
    note = "dashed: formula without an end" + (
        "; bands: simulated; thin: 20 trips" if trips is not None else ""
    )
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)
