"""`pitboss solve co/ante-up-21`: the edges of both wagers, when to fold, how to play for both."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.exact.ante_up.solution import (
    AnteUpSolution,
)
from pitboss.exact.ante_up.strategy_text import (
    UPS,
    fold_words,
    rank_name,
)
from pitboss.report.games.ante_up_words import (
    AIMS,
    ENDS,
    FOLD,
    OTHERWISE,
    ante_up_figures,
    differences,
)

_WIDTH = 76


def ante_up_lines(solution: AnteUpSolution) -> Iterator[str]:
    """Yield the same for people."""
    for name, text in ante_up_figures(solution):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'played':<18}{'both wagers':>13}{'21':>13}{'ANTE + BET':>13}{'folded':>10}"
    for aim, words in AIMS.items():
        each = solution.figures(aim)
        edges = f"{each.joint_edge:>13.4%}{each.house_edge:>13.4%}{each.poker_edge:>13.4%}"
        yield f"  {words:<18}{edges}{each.fold_probability:>10.2%}"
    yield ""
    yield f"  {ENDS}"
    for outcome, chance in solution.outcomes.items():
        yield f"    {outcome:<38}{chance:>12.6%}"
    yield ""
    yield f"  {FOLD}"
    for words in fold_words(solution.hands):
        yield from _wrapped(words)
    yield ""
    yield from wrap(OTHERWISE, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    for up in UPS:
        yield from _wrapped(f"{rank_name(up)}: {differences(solution, up)}")


def _wrapped(text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      ")
