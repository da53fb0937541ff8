"""21-Hold 'em as one of the kinds of round that are solved."""

from __future__ import annotations

from pitboss.exact.holdem.decisions import HoldemDecisions
from pitboss.exact.holdem.solution import holdem_solution
from pitboss.exact.solved_kind import SolvedKind

KIND = SolvedKind(
    solve=holdem_solution,
    decisions=HoldemDecisions,
    is_charted=True,
    solve_split_play=holdem_solution,
)
