"""The rule book as frozen values: a game, its rules and options, its wagers, its pay tables.

Everything is plain data from the catalogue's TOML files, each piece with its clause. A rule is
either *fixed* by the document or the house's *option*: never both, never neither.
"""

from __future__ import annotations

from pitboss.rulebook.model.game import Game, Ruling
from pitboss.rulebook.model.irregularities import HOUSE_RULINGS, SCOPES, Irregularity
from pitboss.rulebook.model.options import USUAL, Condition, DefaultWhen, Option, OptionValue
from pitboss.rulebook.model.procedure import ProcedureStep, Section
from pitboss.rulebook.model.rules import (
    KIND_RULES,
    PLAIN_ROUND,
    WITHOUT_BLACKJACK,
    AnteUpRules,
    BlackjackRules,
    HoldemRules,
    KindRules,
    PaiJackRules,
    RoundKind,
    SwitchRules,
    ThreeCardRules,
    WildPokerRules,
    clause_problems,
    clauses,
)
from pitboss.rulebook.model.tables import PayRow, PayTable
from pitboss.rulebook.model.wagers import (
    SHARED,
    SUPER_BONUS_UP_CARDS,
    TIP,
    AggregatePer,
    JackpotTerms,
    Moment,
    ShoeTerms,
    SuperBonus,
    SuperBonusBand,
    SuperBonusHand,
    Wager,
)

__all__ = [
    "HOUSE_RULINGS",
    "KIND_RULES",
    "PLAIN_ROUND",
    "SCOPES",
    "SHARED",
    "SUPER_BONUS_UP_CARDS",
    "TIP",
    "USUAL",
    "WITHOUT_BLACKJACK",
    "AggregatePer",
    "AnteUpRules",
    "BlackjackRules",
    "Condition",
    "DefaultWhen",
    "Game",
    "HoldemRules",
    "Irregularity",
    "JackpotTerms",
    "KindRules",
    "Moment",
    "Option",
    "OptionValue",
    "PaiJackRules",
    "PayRow",
    "PayTable",
    "ProcedureStep",
    "RoundKind",
    "Ruling",
    "Section",
    "ShoeTerms",
    "SuperBonus",
    "SuperBonusBand",
    "SuperBonusHand",
    "SwitchRules",
    "ThreeCardRules",
    "Wager",
    "WildPokerRules",
    "clause_problems",
    "clauses",
]
