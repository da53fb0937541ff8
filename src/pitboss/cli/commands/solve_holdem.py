"""`pitboss solve co/21-holdem`: the poker part after the blackjack, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.exact.holdem.fold_rules import fold_rules
from pitboss.exact.holdem.poker import solved_poker
from pitboss.exact.holdem.strategy_text import bet_words
from pitboss.report.games.holdem_words import (
    BET_WITH,
    BY_COMMUNITY,
    DECISIONS,
    TITLE,
    community_rows,
    poker_figures,
)


def poker_lines(setup: Setup) -> Iterator[str]:
    """Yield the same for people."""
    solution = solved_poker(setup)
    rules = fold_rules(solution)
    yield f"  {TITLE}, in units of PK"
    for name, text in poker_figures(solution, rules):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'outcome':<32}{'gains':>7}{'probability':>16}"
    for outcome, (chance, gain) in solution.outcomes.items():
        yield f"  {outcome:<32}{float(gain):>+7g}{float(chance):>16.8%}"
    yield ""
    for held, title in DECISIONS.items():
        yield f"  {title} {BET_WITH}"
        yield from (f"    {words}" for words in bet_words(rules, held))
    yield ""
    yield f"  {BY_COMMUNITY}"
    for name, *cells in community_rows(solution):
        yield f"  {name:<2}" + "".join(f"{cell:>5}" for cell in cells)
