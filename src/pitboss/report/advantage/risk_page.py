"""The risk of a bankroll as a document."""

from __future__ import annotations

from collections.abc import Iterator
from math import expm1, log

from pitboss.advantage.risk.answer import FIGURES, Risk
from pitboss.advantage.risk.terms import FULL_KELLY, RiskTerms
from pitboss.report.advantage.risk_curves import risk_charts
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
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
        yield Fact(name="Bank", text=_units(terms.bank) + (f", {money(cents)}" if cents else ""))
    if terms.unit_cents is not None:
        yield Fact(name="Unit", text=money(terms.unit_cents))
    if terms.rounds is not None:
        yield Fact(name="Rounds", text=f"{terms.rounds:,}")
    if terms.goal is not None:
        yield Fact(name="Goal", text=f"win {_units(terms.goal)}")
    bet = f"{_kelly(terms)}; fixed at that, the risk of ruin is {percent(terms.risk, 2)}"
    yield Fact(name="Bet", text=bet)


def _kelly(terms: RiskTerms) -> str:
    whole = terms.kelly == FULL_KELLY
    return "the Kelly bet" if whole else f"{terms.kelly:.3g} times the Kelly bet"


def _units(amount: float) -> str:
    return f"{amount:,.7g} units"


def _grid(risk: Risk) -> Grid:
    exact, simulated = risk.exact or {}, risk.simulated
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
