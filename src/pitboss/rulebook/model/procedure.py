"""Sentences of the dealer's procedure that belong to one game, beside those of every game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Section(StrEnum):
    """The parts of a dealer's procedure: the phases of a round, and what lies around them."""

    SHUFFLE = "shuffle"
    BETS = "bets"
    DEAL = "deal"
    AFTER_DEAL = "after-deal"
    BLACKJACKS = "blackjacks"
    FIRST_21S = "first-21s"
    BET_OR_FOLD = "bet-or-fold"
    INSURANCE = "insurance"
    PEEK = "peek"
    EARLY_WAGERS = "early-wagers"
    HANDS = "hands"
    LATE_WAGERS = "late-wagers"
    SETTING = "setting"
    DEALER = "dealer"
    SETTLE = "settle"
    POKER = "poker"
    JACKPOTS = "jackpots"
    IRREGULARITIES = "irregularities"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureStep:
    """One sentence for the dealer."""

    at: Section
    text: str
    """`{name}` stands for a rule of this kind of round: "{three_card_21_pays}"."""
    marks: tuple[str, ...] = ()
    """The events it speaks of: "bust", "settled:main", "dealt:dealer".

    General steps that speak of nothing else give way to it.
    """
    first: bool = False
    """It comes before the general steps of its section."""
    about: tuple[str, ...] = ()
    """Patterns of the features it is about, as in a ruling; empty: it always holds."""
    posted: bool = False
    """Players must know it: it is on the posting too."""
    cite: str
