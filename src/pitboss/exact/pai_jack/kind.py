"""Pai Jack as one of the kinds of round that are solved."""

from __future__ import annotations

from pitboss.exact.pai_jack.decisions import PaiJackDecisions
from pitboss.exact.pai_jack.solution import pai_jack_solution
from pitboss.exact.solved_kind import SolvedKind

KIND = SolvedKind(solve=pai_jack_solution, decisions=PaiJackDecisions)
