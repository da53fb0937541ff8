"""Ante Up 21 as one of the kinds of round that are solved."""

from __future__ import annotations

from pitboss.exact.ante_up.any_shoe import AnteUpShoes
from pitboss.exact.ante_up.decisions import AnteUpDecisions
from pitboss.exact.ante_up.solution import ante_up_rules, ante_up_solution
from pitboss.exact.solved_kind import SolvedKind

KIND = SolvedKind(
    solve=ante_up_solution,
    decisions=AnteUpDecisions,
    main_rules=ante_up_rules,
    any_shoe=AnteUpShoes,
)
