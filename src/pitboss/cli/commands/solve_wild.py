"""`pitboss solve co/deuces-wild-xtreme`: the edge, the ends and the fold rule."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.exact.wild_poker.fold_rule import fold_rule
from pitboss.exact.wild_poker.solution import WildSolution
from pitboss.exact.wild_poker.strategy_text import rule_words
from pitboss.report.games.wild_poker_words import wagered, wild_figures

_WIDTH = 76


def wild_lines(solution: WildSolution) -> Iterator[str]:
    """Yield the same for people."""
    for name, text in wild_figures(solution):
        yield f"  {name:<30}{text}"
    for title, folding in wagered(solution).items():
        yield ""
        yield f"  {title}"
        words = rule_words(fold_rule(folding))
        yield from wrap(words, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        yield "  " + ", ".join(f"{end} {float(c):.4%}" for end, c in folding.ends.items())
    yield ""
    yield "  gain in antes   probability   with Odds"
    for gain, chance in solution.with_odds.distribution.items():
        yield f"  {float(gain):>+13.0f}   {float(chance):>11.6%}"
