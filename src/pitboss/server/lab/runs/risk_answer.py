"""Answer questions about risk from the cube of a counted run: every ramp, cut card and bank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import lru_cache
from typing import Final

from msgspec import Struct, json

from pitboss.advantage.risk.curves import fan, rounds_shown, ruin_by_bank, ruin_by_rounds
from pitboss.advantage.risk.trips import QUANTILES
from pitboss.api.risk import Risk
from pitboss.api.risk import risk as risk_of
from pitboss.counts import Ramp, parse_ramp
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.lab.runs.wire import (
    LabBets,
    LabCountRow,
    LabCurve,
    LabCutRow,
    LabRisk,
    LabRiskCurves,
    LabRiskQuestion,
)
from pitboss.server.requests.limits import LAB_CUBES_KEPT
from pitboss.simulator.counting.cube import Bets, Cube
from pitboss.simulator.counting.cube_data import cube_from
from pitboss.simulator.counting.fields import STEP

SPREADS: Final = (4, 8, 12, 16)
"""Spreads whose best ramps are shown by the cut card; `LabCutRow` has a field for each."""
_BEST: Final = "best"
_NEVER: Final = 100
"""A count that no shoe reaches."""
_FIRST_CUT: Final = 0.3
"""The earliest cut card that is shown, as a part of the run's."""


class _RunWords(Struct):
    command: list[str]


def answer_risk(result: bytes, question: LabRiskQuestion) -> LabRisk:
    """Answer a question from the result of a counted run."""
    cube = _cube(result, question.two_from)
    cut = question.cut or cube.cut
    if not cube.is_answered(cut):
        message = f"a cut card is after a multiple of {STEP} cards, or after {cube.cut}"
        raise RulesError([Problem(code="option/invalid", key="cut", message=message)])
    ramp = _ramp(cube, cut, question)
    units = cube.units(ramp)
    bets = cube.bets(ramp, cut)
    risk = None if not bets.sd else _risk(bets, question)
    falls_to = {} if risk is None else risk.falls_to or {}
    return LabRisk(
        ramp=str(ramp),
        command=[*_command(result, cube, question, cut), "--spread", str(ramp)],
        bets=LabBets(**asdict(bets)),
        rounds=cube.rounds(cut),
        by_count=[
            LabCountRow(**asdict(row), units=float(units[row.count - cube.low]))
            for row in cube.by_count(cut)
        ],
        by_cut=[
            LabCutRow(cards=cards, score=bets.score, per_100=bets.per_100, n0=bets.n0, **best)
            for cards, best in _best_by_cut(result, question.two_from, question.begin)
            for bets in (cube.bets(ramp, cards),)
        ],
        risk={} if risk is None else risk.formula,
        falls_to={f"{part:g}": chance for part, chance in falls_to.items()},
        notes=[] if risk is None else [note.message for note in risk.notes],
        curves=LabRiskCurves() if risk is None else _curves(risk),
    )


@lru_cache(maxsize=LAB_CUBES_KEPT)
def _cube(result: bytes, two_from: int | None) -> Cube:
    cube = cube_from(json.decode(result)["cube"])
    return cube.with_hands_from(two_from) if cube.has_second else cube


def _command(result: bytes, cube: Cube, question: LabRiskQuestion, cut: int) -> Iterator[str]:
    """Yield the command that prints these bets: the run's, with the question's cut card."""
    yield from json.decode(result, type=_RunWords).command
    if cut != cube.cut:
        yield from ("--earlier-cut", str(cut))
    if cube.has_second:
        begin = _NEVER if question.two_from is None else question.two_from
        yield from ("--second-from", str(begin))


def _ramp(cube: Cube, cut: int, question: LabRiskQuestion) -> Ramp:
    """Return the ramp of a question: the best of a spread, or the given ramp."""
    if question.ramp == _BEST:
        return cube.best_ramp(1, question.most, cut, begin=question.begin)
    ramp = parse_ramp(question.ramp, key="ramp")
    if question.begin is None:
        return ramp
    later = [(at, units) for at, units in ramp.steps if at > question.begin]
    below = (question.begin - 1, 0)
    return Ramp((below, (question.begin, ramp.units(question.begin)), *later))


@lru_cache(maxsize=LAB_CUBES_KEPT)
def _best_by_cut(
    result: bytes, two_from: int | None, begin: int | None
) -> tuple[tuple[int, dict[str, float]], ...]:
    """Return cut cards to show, with the SCORE of the best ramp of every spread."""
    cube = _cube(result, two_from)
    first = max(1, int(cube.cut * _FIRST_CUT) // STEP) * STEP
    cuts = [*range(first, cube.cut, STEP), cube.cut]
    return tuple((cut, _best_scores(cube, cut, begin)) for cut in cuts)


def _best_scores(cube: Cube, cut: int, begin: int | None) -> dict[str, float]:
    ramps = {most: cube.best_ramp(1, most, cut, begin=begin) for most in SPREADS}
    return {f"best_{most}": cube.bets(ramp, cut).score for most, ramp in ramps.items()}


def _risk(bets: Bets, question: LabRiskQuestion) -> Risk:
    """Return the risk of a ramp, with the standard deviation of the long run if known."""
    return risk_of(
        ev=bets.expectation,
        sd=bets.sd_long_run or bets.sd,
        bank=question.bank,
        rounds=question.trip,
        goal=question.goal,
        kelly=question.kelly,
    )


def _curves(risk: Risk) -> LabRiskCurves:
    """Return the curves by formula: each has its x values, and a height for each."""
    drift = risk.terms.drift
    bank = risk.terms.bank
    assert bank is not None
    rounds = rounds_shown(drift, risk.terms.rounds)
    lines = fan(drift, bank, rounds)
    quantiles = zip(QUANTILES, lines, strict=True)
    return LabRiskCurves(
        by_bank=_curve(ruin_by_bank(drift, bank)) if drift.expectation > 0 else None,
        by_rounds=_curve(ruin_by_rounds(drift, bank, rounds)),
        fan={"x": [x for x, _ in lines[0]]}
        | {f"{part:.0%}": [y for _, y in line] for part, line in quantiles},
    )


def _curve(points: list[tuple[float, float]]) -> LabCurve:
    return LabCurve(x=[x for x, _ in points], y=[y for _, y in points])
