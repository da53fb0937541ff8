"""The packages that decide about money, and the tests that must prove each by themselves.

`tools.coverage_table` runs every branch of them, and `tools.mutants` changes them to see whether a
test fails.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]


class Package(NamedTuple):
    """A package: its files, as patterns from the root of the checkout, and its tests."""

    files: str
    tests: tuple[str, ...]
    apart: tuple[str, ...] = ()
    """Tests that mutants are spared: they start a program of their own, or take seconds."""


PACKAGES: Final = {
    "ledger": Package("src/pitboss/ledger/*.py", ("tests/ledger",)),
    "fair": Package(
        "src/pitboss/fair/*.py",
        ("tests/fair",),
        ("tests/fair/test_fair.py::test_the_verifier_is_a_program_by_itself",),
    ),
    "jackpot": Package(
        "src/pitboss/jackpot/*.py",
        ("tests/jackpot",),
        (
            "tests/jackpot/test_orders.py",
            "tests/jackpot/test_operations.py::test_random_operations_keep_every_unit",
            (
                "tests/jackpot/test_events.py::test_random_operations_of_the_staff_and_the_tables"
                "_keep_every_unit_in_the_books"
            ),
        ),
    ),
    "settle": Package("src/pitboss/engine/settle.py", ("tests/engine/test_settle.py",)),
    "office": Package(
        "src/pitboss/office/*.py",
        ("tests/office",),
        (
            "tests/office/test_crashes.py",
            "tests/office/test_desk.py",
            "tests/office/test_orders.py",
            "tests/office/test_random_house.py",
        ),
    ),
}
"""By the name that `make coverage PACKAGE=` and `make mutants PACKAGE=` take, smallest first."""
