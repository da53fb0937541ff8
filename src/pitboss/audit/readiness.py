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
    """A test goes through the public surface: a route, a socket, a command, a page or a process."""
    INSIDE = "inside"
    """The software does it, and tests of its parts prove it; none goes through the surface yet."""
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

    @property
    def about(self) -> str:
        """The operation that its sources are written for."""
        is_room = any(source.startswith(_CARD_ROOM) for source in self.sources)
        is_online = any(source.startswith(_ONLINE) for source in self.sources)
        return "card rooms" if is_room and not is_online else "online" if is_online else "both"


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


PUBLIC = (
    *("tests/cli/", "tests/client/", "tests/hostile/", "tests/remote/", "tests/server/"),
    *("tests/web/", "tests/workers/", "tests/faults/test_served_kills.py"),
    "tests/rehearsal/test_physical_week.py",
)
"""Where tests go in from outside, as an adversary would."""
_CARD_ROOM = ("WAC 230-15", "1 CCR 207-1", "WSGC")
_ONLINE = ("GLI-19", "ASVS", "OWASP", "UKGC", "NJ 13:69O", "25 CFR 547")


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
