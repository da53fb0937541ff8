"""Requirement by requirement: what is met, how it is tested, and what a licensed house adds."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert


class ReadinessState(StrEnum):
    """How far the software meets a requirement."""

    MET = "met"
    PART = "part"
    """What is missing is in `needs`."""
    OPERATOR = "operator"
    """No software can meet it alone."""


class Requirement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that regulators or test laboratories ask for."""

    id: str
    asks: str
    sources: tuple[str, ...]
    state: ReadinessState
    how: str
    """How the software meets it."""
    tests: tuple[str, ...] = ()
    """What proves it: "tests/FILE.py::FUNCTION"."""
    needs: str = ""
    """What a licensed operation for real money still has to add."""


GROUPS = {
    "RNG": "Randomness",
    "RND": "Rounds and interruption",
    "WAG": "Wagers",
    "LED": "Ledger",
    "JKP": "Jackpots",
    "OFF": "The house",
    "SEC": "Evidence and access",
    "RPT": "Reports",
    "PLP": "Protection of players",
    "LIC": "Licence",
}
"""The first letters of ids -> what they are about, in the order in which they are shown."""


@cache
def requirements() -> tuple[Requirement, ...]:
    """Return every requirement, group by group.

    >>> requirements()[0].id
    'RNG-01'
    """
    text = (files("pitboss.audit") / "requirements.toml").read_text(encoding="utf-8")
    listed = convert(tomllib.loads(text)["requirement"], list[Requirement])
    order = list(GROUPS)
    return tuple(
        sorted(listed, key=lambda requirement: (order.index(requirement.id[:3]), requirement.id))
    )


def describe_test(test: str) -> str:
    """Return what a test proves, from its name.

    >>> describe_test("tests/fair/test_fair.py::test_nothing_can_be_changed_afterwards")
    'nothing can be changed afterwards'
    """
    return test.rpartition("::test_")[2].replace("_", " ")
