"""3 Card 21 as one of the kinds of round that are solved."""

from __future__ import annotations

from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.three_card_21.any_shoe import ThreeCardShoes
from pitboss.exact.three_card_21.decisions import ThreeCardDecisions
from pitboss.exact.three_card_21.solution import three_card_solution

KIND = SolvedKind(solve=three_card_solution, decisions=ThreeCardDecisions, any_shoe=ThreeCardShoes)
