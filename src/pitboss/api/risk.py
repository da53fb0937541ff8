"""The risk of a bankroll, for Python and for the command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.advantage.risk.answer import Risk as RiskAnswer
from pitboss.advantage.risk.answer import RiskTerms, kelly_part, number_problems
from pitboss.advantage.risk.files import FileBet, bet_from, read_bet
from pitboss.advantage.risk.formulas import Drift, risk_for_kelly
from pitboss.api.argument_types import drop_none, not_numbers
from pitboss.questions.advantage import Amount, RiskOfBank
from pitboss.questions.ask import answers_alone
from pitboss.rulebook.limits import RISK_UNITS_MAX, shorten
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError

if TYPE_CHECKING:
    from pitboss.report.document.blocks import Document


class Risk(RiskAnswer):
    """The risk of a bankroll: every figure by formula, exact where outcomes are known, simulated.

    >>> import pitboss
    >>> risk = pitboss.risk(ev=1.5, sd=20, bank=60, rounds=16)
    >>> round(risk.formula["ruin_trip"], 4), round(risk.formula["trip_mean"], 2)
    (0.355, 19.16)
    """

    def draw(self) -> str:
        """Return the curves as SVG: ruin by bank, ruin by rounds, the fan of bankrolls."""
        from pitboss.report.advantage.risk_page import risk_svg

        return risk_svg(self)

    def document(self, date: str, *, charts: bool = True) -> Document:
        """Return the answer as a document that can be printed or written."""
        from pitboss.report.advantage.risk_page import risk_page

        return risk_page(self, date=date, charts=charts)


@answers_alone(RiskOfBank)
def risk(ask: RiskOfBank) -> Risk:
    """Return the risk of a repeated bet.

    The bet is *ev* and *sd* units a round, pairs of gain and probability in *outcomes*, or the
    JSON *file* of `simulate`, `solve` or `odds`. *bank* and *goal* are units, or dollars as "$500";
    *unit* is dollars. *kelly* is the part of the Kelly bet; give *risk*, a risk of ruin, instead
    to choose the bet by its risk.

    >>> double = risk(ev=0.0151, sd=1.9715, bank=100, goal=100)
    >>> round(double.formula["ruin_before_goal"], 3)
    0.315
    """
    return answer_risk(ask)


def answer_risk(ask: RiskOfBank) -> Risk:
    """Answer the question; raise `RulesError` with every problem."""
    ev = ask.ev
    sd = ask.sd
    rounds = ask.rounds
    kelly = ask.kelly
    numbers = drop_none(ev=ev, sd=sd, rounds=rounds, kelly=kelly, risk=ask.risk, seed=ask.seed)
    if wrong := tuple(not_numbers(numbers)):
        raise RulesError(wrong)
    problems = list(number_problems(ev=ev, sd=sd, rounds=rounds, kelly=kelly, risk=ask.risk))
    bet = _bet((ev, sd), ask.outcomes, ask.file, problems)
    unit_cents = None if ask.unit is None else _cents("unit", ask.unit, problems)
    read_bank, read_goal = (
        _amount(*pair, problems) for pair in (("bank", ask.bank), ("goal", ask.goal))
    )
    if problems or bet is None:
        raise RulesError(problems)
    part = kelly_part(kelly, ask.risk)
    size = unit_cents or _unit_for(read_bank, bet.drift, part)
    terms = RiskTerms(
        drift=bet.drift,
        outcomes=bet.outcomes,
        bank=_units(read_bank, size),
        bank_cents=_money(read_bank, unit_cents),
        rounds=None if rounds is None else int(rounds),
        goal=_units(read_goal, size),
        kelly=part,
        unit_cents=unit_cents,
        seed=ask.seed,
        source=bet.source,
    )
    units = (("bank", terms.bank), ("goal", terms.goal))
    if wrong := tuple(number_problems(units=units)):
        raise RulesError(wrong)
    return Risk(terms)


@dataclass(frozen=True, slots=True)
class _Read:
    """An amount as it was given: in units or in money."""

    units: float | None = None
    cents: int | None = None


def _bet(
    given: tuple[float | None, float | None],
    outcomes: Iterable[tuple[float, float]] | None,
    file: Path | str | None,
    problems: list[Problem],
) -> FileBet | None:
    """Return the bet, of the one place that has it."""
    ev, sd = given
    ways = [outcomes is not None, file is not None, ev is not None or sd is not None]
    if sum(ways) != 1 or (ev is None) != (sd is None):
        message = "give ev and sd together, or outcomes, or a file"
        problems.append(Problem(code="command/usage", key="", message=message))
        return None
    try:
        if file is not None:
            return read_bet(Path(file))
        if outcomes is not None:
            rows = [{"gain": gain, "probability": chance} for gain, chance in outcomes]
            return bet_from({"outcomes": rows})
    except RulesError as error:
        problems += error.problems
        return None
    assert ev is not None
    assert sd is not None
    return FileBet(drift=Drift(expectation=ev, sd=sd), outcomes=None, source="")


def _amount(key: str, value: Amount | None, problems: list[Problem]) -> _Read:
    """Read units, or dollars where a text begins with their sign."""
    if isinstance(value, str) and value.startswith("$"):
        return _Read(cents=_cents(key, value, problems))
    try:
        units = None if value is None else float(value)
    except (TypeError, ValueError):
        units = -1.0
    if units is not None and not 0 < units <= RISK_UNITS_MAX:
        message = f"{shorten(repr(value))} is not an amount; write units, as in 500, or '$500'"
        problems.append(Problem(code="option/invalid", key=key, message=message))
    return _Read(units=units)


def _cents(key: str, value: Amount, problems: list[Problem]) -> int | None:
    """Read dollars as cents."""
    try:
        # Without an exponent, which no amount has.
        cents = parse_dollars(f"{value:.12g}" if isinstance(value, float) else str(value))
    except ValueError as error:
        problems.append(Problem(code="option/invalid", key=key, message=str(error)))
        return None
    if not cents:
        message = "an amount must be above $0"
        problems.append(Problem(code="option/invalid", key=key, message=message))
    return cents


def _unit_for(bank: _Read, drift: Drift, part: float) -> float | None:
    """Return the unit, in cents, that a bank of money allows."""
    if bank.cents is None or drift.expectation <= 0:
        return None
    return bank.cents / drift.bank_for(risk_for_kelly(part))


def _units(amount: _Read, size: float | None) -> float | None:
    if amount.cents is None:
        return amount.units
    if size is None:
        message = "an amount in dollars needs --unit: there is no edge that gives the unit"
        raise RulesError([Problem(code="option/conflict", key="unit", message=message)])
    return amount.cents / size


def _money(bank: _Read, unit_cents: int | None) -> int | None:
    if bank.units is not None and unit_cents is not None:
        return round(bank.units * unit_cents)
    return bank.cents
