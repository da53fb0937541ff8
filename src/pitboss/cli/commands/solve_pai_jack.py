"""`pitboss solve co/pai-jack`: the edge, the outcomes and how to set, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.exact.pai_jack.solution import PaiJackSolution
from pitboss.exact.pai_jack.strategy_text import rule_words
from pitboss.report.games.pai_jack_words import HOUSE_WAY, STRATEGY, pai_jack_figures

_WIDTH = 76


def pai_jack_lines(solution: PaiJackSolution) -> Iterator[str]:
    """Yield the same for people."""
    rules = solution.rules
    for name, text in pai_jack_figures(solution, rules):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'outcome':<14}{'pays':>6}{'best setting':>16}{'house way':>14}"
    for outcome, chance in solution.best.probabilities.items():
        house = float(solution.house_way.probabilities[outcome])
        pays = float(solution.pays[outcome])
        yield f"  {outcome:<14}{pays:>+6.1f}{float(chance):>16.6%}{house:>14.6%}"
    yield ""
    yield f"  {STRATEGY}"
    for number, words in enumerate(rule_words(rules), start=1):
        yield from wrap(
            f"{number}. {words}", _WIDTH, initial_indent="  ", subsequent_indent="     "
        )
    yield ""
    yield from wrap(HOUSE_WAY, _WIDTH, initial_indent="  ", subsequent_indent="  ")
