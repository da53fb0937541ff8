"""Curves of a risk: ruin by bank, ruin by rounds, and the fan of bankrolls."""

from __future__ import annotations

import numpy as np

from pitboss.advantage.risk.answer import Risk
from pitboss.advantage.risk.curves import fan, rounds_shown, ruin_by_bank, ruin_by_rounds
from pitboss.advantage.risk.trips import Trips, play_trips
from pitboss.advantage.risk.walk import Walk
from pitboss.report.document import drawing as draw
from pitboss.report.document.axes import Axes
from pitboss.report.document.blocks import Chart
from pitboss.report.document.drawing import AMBER
from pitboss.report.document.pictures import side_by_side

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
    drift, terms = risk.terms.drift, risk.terms
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
    terms, rounds = risk.terms, _rounds(risk)
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
    terms, rounds = risk.terms, _rounds(risk)
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
