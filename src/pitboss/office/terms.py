"""The terms of the office: limits, denominations, and the start of a gambling day."""

from __future__ import annotations

from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, replace
from pitboss.office.core import HOUSE, Done, Event, Handler, Outcome
from pitboss.office.papers import OfficeTerms
from pitboss.office.state import Office

MINUTES_PER_DAY: Final = 24 * 60


class SetTerms(Value, frozen=True):
    """Set the terms of the office; only the house itself may."""

    terms: OfficeTerms


class TermsSet(Event, frozen=True):
    """The office has new terms."""

    terms: OfficeTerms


def _set(office: Office, command: SetTerms, by: str, _now: int) -> Outcome:
    if by != HOUSE:
        return Refusal("permission/missing", "only the house sets the terms of its office")
    if problem := terms_problem(command.terms):
        return Refusal("terms/invalid", problem)
    if command.terms == office.terms:
        return Refusal("terms/same", "these are the terms already")
    return Done(TermsSet(terms=command.terms))


def terms_problem(terms: OfficeTerms) -> str:
    """Return the problem with terms; empty: none."""
    problems = []
    if not terms.denominations or min(terms.denominations) < 1:
        problems.append("denominations are at least 1 cent")
    if not 0 <= terms.day_starts_minute < MINUTES_PER_DAY:
        problems.append(f"day_starts_minute is 0 to {MINUTES_PER_DAY - 1}")
    numbers = ("large_cents", "notice_cents", "notice_hours", "pattern_count", "pattern_days")
    more = ("deposit_days", "malfunction_hours")
    few = [name for name in (*numbers, *more) if getattr(terms, name) < 1]
    if few:
        problems.append(f"{', '.join(few)}: at least 1")
    return "; ".join(problems)


def _apply_terms_set(office: Office, event: TermsSet, _by: str, _at: int) -> Office:
    return replace(office, terms=event.terms)


COMMANDS: Final = {SetTerms: Handler(_set, None)}
EVENTS: Final = {TermsSet: _apply_terms_set}
