"""Blackjack Switch as one of the kinds of round that are solved."""

from __future__ import annotations

from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.switch.any_shoe import SwitchShoes
from pitboss.exact.switch.decisions import SwitchDecisions
from pitboss.exact.switch.play import switch_is_solved
from pitboss.exact.switch.solution import switch_rules, switch_solution

KIND = SolvedKind(
    solve=switch_solution,
    decisions=SwitchDecisions,
    is_solved=switch_is_solved,
    is_charted=True,
    main_rules=switch_rules,
    any_shoe=SwitchShoes,
    solve_split_play=switch_solution,
)
