"""A run of the second method for a report: rounds by the witness, and the same play solved."""

from __future__ import annotations

from fractions import Fraction

from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.kinds import is_solved, solve
from pitboss.report.second_method.page import Compared, SecondMethod
from pitboss.rulebook.house import House
from pitboss.witness.exact import count_chart
from pitboss.witness.run import run_witness
from pitboss.witness.terms import read_terms


def second_method(house: House, rounds: int, seed: int = 0, *, counts: bool = True) -> SecondMethod:
    """Play *rounds* of a house's main game by the witness, count its deals, and solve the same."""
    setup = prepare(house)
    terms = read_terms(setup.configured)
    if terms is None or not is_solved(setup):
        return SecondMethod(None)
    solution = solve(setup)
    assert isinstance(solution, BlackjackSolution), "a round of blackjack hands"
    followed = solution.play_by(solution.chart)
    printed = solution.chart.as_json()
    return SecondMethod(
        Compared(
            witnessed=run_witness(terms, printed, rounds, seed),
            counted=count_chart(terms, printed) if counts else None,
            house_edge=followed.house_edge,
            standard_deviation=followed.standard_deviation,
            gains=_by_gain(followed, terms.parts),
        )
    )


def _by_gain(followed: BlackjackSolution, parts: int) -> dict[Fraction, float]:
    """Return the solved probabilities by gain, in the same fractions as the witness."""
    gains: dict[Fraction, float] = {}
    for gain, chance in followed.results.gains.items():
        exact = Fraction(round(float(gain) * parts), parts)
        gains[exact] = gains.get(exact, 0.0) + float(chance)
    return gains
