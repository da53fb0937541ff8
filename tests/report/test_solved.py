"""What stands in the file of solved readings is what the solver finds."""

from __future__ import annotations

import pytest

from pitboss.report.documents.bet_bigger_edge import tried_rule_sets
from pitboss.report.documents.errata import ERRATA
from pitboss.report.documents.readings import SolvedMeasure, SolvedNumber, solved_figures
from tests.tiers import by_day
from tools.main_numbers import solve_number

DIGITS = 1e-11
"""Numbers are written with twelve digits behind the point; the solver keeps a few more."""
TURNS = by_day(48, 24)
ERRATA_TURNS = by_day(6, 1)
"""`make test` solves one in so many numbers again, `make nightly` all."""


def of_errata() -> dict[str, SolvedNumber]:
    numbers = (number for erratum in ERRATA for number in erratum.numbers.values())
    return {number.key: number for number in numbers if isinstance(number, SolvedNumber)}


def of_the_search() -> dict[str, SolvedNumber]:
    return {rules.key: rules for rules in tried_rule_sets()}


def differing(numbers: dict[str, SolvedNumber]) -> dict[str, tuple[str, float]]:
    """Solve again; return what is written and what was found, where they differ."""
    again = {key: solve_number(number) for key, number in numbers.items()}
    return {
        key: (solved_figures()[key], value)
        for key, value in again.items()
        if float(solved_figures()[key]) != pytest.approx(value, abs=DIGITS)
    }


def test_the_file_holds_what_is_spoken_of_and_nothing_else() -> None:
    assert solved_figures().keys() == of_errata().keys() | of_the_search().keys()


def test_the_numbers_of_the_errata_are_what_the_solver_finds() -> None:
    share = dict(list(of_errata().items())[::ERRATA_TURNS])
    assert not differing(share), "run 'tools/generate_solved.py'"


def test_a_share_of_the_search_is_what_the_solver_finds() -> None:
    share = dict(list(of_the_search().items())[::TURNS])
    assert share
    assert not differing(share), "run 'tools/generate_solved.py'"


@pytest.mark.nightly
def test_the_whole_search_is_what_the_solver_finds() -> None:
    assert not differing(of_the_search())


def test_every_measure_is_used_and_chances_are_chances() -> None:
    used = {number.solved for number in of_errata().values()}
    assert used == set(SolvedMeasure)
    for number in of_errata().values():
        if "chance" in number.solved:
            assert 0 <= number.value < 1
