"""Wild poker as one of the kinds of round that are solved."""

from __future__ import annotations

from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.wild_poker.decisions import WildDecisions
from pitboss.exact.wild_poker.solution import wild_solution

KIND = SolvedKind(solve=wild_solution, decisions=WildDecisions)
