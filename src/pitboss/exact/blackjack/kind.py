"""Blackjack as one of the kinds of round that are solved."""

from __future__ import annotations

from pitboss.exact.blackjack.any_shoe import BlackjackShoes
from pitboss.exact.blackjack.decisions import BlackjackDecisions
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.solver import main_rules
from pitboss.exact.solved_kind import SolvedKind

KIND = SolvedKind(
    solve=solve,
    decisions=BlackjackDecisions,
    is_charted=True,
    main_rules=main_rules,
    any_shoe=BlackjackShoes,
    solve_split_play=solve,
)
