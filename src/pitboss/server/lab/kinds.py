"""The kinds of lab jobs: the function and the terms of each.

A function is named by its module, and imported in the process that runs it: the server stays light.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from pitboss.late import load
from pitboss.questions.advantage import Protect
from pitboss.questions.runs import Simulate
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.lab import results, terms
from pitboss.server.rules.house_work import HouseData


class Kind(NamedTuple):
    """One kind of job."""

    work: str
    """Its function as `module:name`."""
    terms: type[Struct] = terms.NoTerms
    """The type of its terms."""
    question: type | None = None
    """The question that the terms are the wire form of; the function takes it."""
    main_only: bool = False
    """Side wagers do not matter: those that do not fit the other rules are left out."""
    shipped: str = ""
    """A function as `module:name` that finds the result of common questions in a shipped file."""
    result: type[Struct] | None = None
    """What it answers, as far as the page reads it; None: what a command prints, and no page."""


KINDS: Final[dict[str, Kind]] = {
    "solve": Kind("pitboss.server.lab.game.jobs:solve_game", terms.WagerTerms, main_only=True),
    "game": Kind(
        "pitboss.server.lab.game.jobs:solve_rules",
        terms.WagerTerms,
        main_only=True,
        result=results.LabSolution,
    ),
    "effects": Kind(
        "pitboss.server.lab.game.jobs:solve_effects", main_only=True, result=results.LabEffects
    ),
    "indices": Kind(
        "pitboss.server.lab.game.jobs:find_index_plays",
        terms.IndexTerms,
        main_only=True,
        result=results.LabIndexPlays,
    ),
    "cube": Kind(
        "pitboss.server.lab.runs.jobs:count_rounds",
        terms.CubeTerms,
        main_only=True,
        shipped="pitboss.server.lab.runs.cubes:shipped_cube",
        result=results.LabCube,
    ),
    "odds": Kind(
        "pitboss.server.lab.pricing:price_wagers", terms.PricingTerms, result=results.LabPriced
    ),
    "protect": Kind(
        "pitboss.server.lab.runs.jobs:protect",
        terms.ProtectionTerms,
        Protect,
        main_only=True,
        result=results.LabProtected,
    ),
    "house-win": Kind(
        "pitboss.server.lab.house.jobs:expect_win", terms.WinTerms, result=results.LabWin
    ),
    "house-report": Kind(
        "pitboss.server.lab.house.jobs:write_report", terms.ReportTerms, result=results.LabFile
    ),
    "house-sheets": Kind(
        "pitboss.server.lab.house.jobs:print_sheets", terms.SheetTerms, result=results.LabFile
    ),
    "simulate": Kind(
        "pitboss.server.lab.runs.jobs:simulate",
        terms.SimulateTerms,
        Simulate,
        main_only=True,
        result=results.LabSimulated,
    ),
}
"""Every kind of job, by its name."""


def find_kind(name: str) -> Kind:
    """Return a kind of job; `RulesError` if none has that name."""
    if name not in KINDS:
        message = f"there is no job {name[:40]!r}; there is {', '.join(KINDS)}"
        raise RulesError([Problem(code="job/kind", key="kind", message=message)])
    return KINDS[name]


def read_terms(kind: Kind, terms: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of its kind
    """Return the terms of a job; raise `RulesError` with everything that is wrong."""
    try:
        read = msgspec.convert(dict(terms), kind.terms, strict=False)
        return kind.question(**msgspec.structs.asdict(read)) if kind.question else read
    except msgspec.ValidationError as error:
        raise RulesError([plain_problem(str(error))]) from None


_EXPECTED = re.compile(r"Expected `(\w+)(?: \| null)?`(?: ([<>]=?) (\S+))?.* - at `\$\.(\w+)`$")
_NUMBERS = {"int": "a whole number", "float": "a number", "str": "a text", "bool": "yes or no"}
_BOUNDS = {">=": "{} or more", ">": "more than {}", "<=": "{} or less", "<": "less than {}"}


def plain_problem(message: str) -> Problem:
    """Return what is wrong with a field in plain words, under its own name.

    >>> plain_problem("Expected `int` >= 0 - at `$.seed`").message
    'seed is a whole number, 0 or more'
    """
    found = _EXPECTED.match(message)
    if found is None:
        return Problem(code="job/terms", key="terms", message=message)
    kind, sign, bound, field = found.groups()
    what = _NUMBERS.get(kind, kind)
    limit = f", {_BOUNDS[sign].format(bound)}" if sign else ""
    name = field.replace("_", " ")
    return Problem(code="job/terms", key=field, message=f"{name} is {what}{limit}")


def find_shipped(kind: Kind, house: HouseData, terms: Mapping[str, Any]) -> bytes:
    """Return the shipped result of a question; empty if there is none."""
    if not kind.shipped:
        return b""
    result: bytes = load(kind.shipped)(house, read_terms(kind, terms))
    return result
