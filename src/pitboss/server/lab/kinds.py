"""The kinds of jobs of the lab: which function does the work, and what it may be asked.

A function is named by its module, and imported in the process that runs it: the server stays light.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.lab.game.wire import IndexTerms
from pitboss.server.lab.house.terms import ReportTerms, SheetTerms, WinTerms
from pitboss.server.lab.pricing import PricingTerms
from pitboss.server.lab.runs.terms import CubeTerms, ProtectionTerms, SimulateTerms
from pitboss.server.rules.answers import HouseData

Report = Callable[..., None]
"""`report(progress, partial=None)`: how much is done, 0 to 1, and a first result as JSON data."""
Work = Callable[[HouseData, Any, Report], bytes]
"""What a kind of job does with a complete house and its terms: it returns JSON."""


class NoTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a job that asks for nothing but a table."""


class Kind(NamedTuple):
    """One kind of job."""

    work: str
    """Its function as `module:name`."""
    terms: type[Struct] = NoTerms
    """What it is asked besides a table."""
    main_only: bool = False
    """Side wagers do not matter: they are left out where they do not fit the other rules."""
    shipped: str = ""
    """A function as `module:name` that finds the result of common questions in a shipped file."""


_LAB: Final = "pitboss.server.lab"
KINDS: Final[dict[str, Kind]] = {
    "solve": Kind(f"{_LAB}.game.jobs:solve_game", main_only=True),
    "game": Kind(f"{_LAB}.game.jobs:solve_rules", main_only=True),
    "effects": Kind(f"{_LAB}.game.jobs:solve_effects", main_only=True),
    "indices": Kind(f"{_LAB}.game.jobs:find_index_plays", IndexTerms, main_only=True),
    "cube": Kind(
        f"{_LAB}.runs.cube_job:count_rounds",
        CubeTerms,
        main_only=True,
        shipped=f"{_LAB}.runs.cubes:shipped_cube",
    ),
    "odds": Kind(f"{_LAB}.pricing:price_wagers", PricingTerms),
    "protect": Kind(f"{_LAB}.runs.protection_job:protect", ProtectionTerms, main_only=True),
    "house-win": Kind(f"{_LAB}.house.jobs:expect_win", WinTerms),
    "house-report": Kind(f"{_LAB}.house.jobs:write_report", ReportTerms),
    "house-sheets": Kind(f"{_LAB}.house.jobs:print_sheets", SheetTerms),
    "simulate": Kind(f"{_LAB}.runs.simulation_job:simulate", SimulateTerms, main_only=True),
}
"""Every kind of job, by its name."""


def find_kind(name: str) -> Kind:
    """Return a kind of job; `RulesError` if none has that name."""
    if name not in KINDS:
        message = f"there is no job {name[:40]!r}; there is {', '.join(KINDS)}"
        raise RulesError([Problem(code="job/kind", key="kind", message=message)])
    return KINDS[name]


def read_terms(kind: Kind, terms: Mapping[str, Any]) -> Struct:
    """Return the terms of a job; `RulesError` says what does not fit."""
    try:
        return msgspec.convert(dict(terms), kind.terms, strict=False)
    except msgspec.ValidationError as error:
        problem = Problem(code="job/terms", key="terms", message=str(error))
        raise RulesError([problem]) from None


def find_work(kind: Kind) -> Work:
    """Import the function of a kind of job."""
    work: Work = _import_function(kind.work)
    return work


def find_shipped(kind: Kind, house: HouseData, terms: Mapping[str, Any]) -> bytes:
    """Return the result of a question that was worked out beforehand; empty where it was not."""
    if not kind.shipped:
        return b""
    found: bytes = _import_function(kind.shipped)(house, read_terms(kind, terms))
    return found


def _import_function(place: str) -> Any:  # noqa: ANN401 - a function
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
