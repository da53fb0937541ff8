"""From the classes patterns return to the outcomes pay tables name.

A pattern returns the *finest* class of some cards. A pay table may know only coarser outcomes: four
suited aces are also "two suited matches with up and down". For each class, in order from the most
particular, the outcomes it satisfies are listed here; the first that a table offers is paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from pitboss.patterns.bonus21 import Bonus21
from pitboss.patterns.busts import BustCards
from pitboss.patterns.matches import (
    AllFour,
    FourCards,
    FourSuitedJackpot,
    Match,
    MatchBoth,
    UpCardJackpot,
)

Outcomes = Mapping[IntEnum, tuple[str, ...]]

_BOTH = {
    "ONE_UNSUITED": ("one-unsuited",),
    "TWO_UNSUITED": ("two-unsuited",),
    "ONE_SUITED": ("one-suited",),
    "SUITED_AND_UNSUITED": ("suited-and-unsuited",),
}

BONUS_21: Outcomes = {
    Bonus21.FIVE_CARDS: ("five-cards",),
    Bonus21.SIX_CARDS: ("six-cards",),
    Bonus21.SEVEN_CARDS: ("seven-cards",),
    Bonus21.MIXED_6_7_8: ("6-7-8-mixed",),
    Bonus21.SUITED_6_7_8: ("6-7-8-suited",),
    Bonus21.SPADES_6_7_8: ("6-7-8-spades",),
    Bonus21.MIXED_7_7_7: ("7-7-7-mixed",),
    Bonus21.SUITED_7_7_7: ("7-7-7-suited",),
    Bonus21.SPADES_7_7_7: ("7-7-7-spades",),
}

MATCH_EACH_CARD: Outcomes = {Match.UNSUITED: ("unsuited",), Match.SUITED: ("suited",)}

MATCH_BOTH_CARDS: Outcomes = {
    **{MatchBoth[name]: words for name, words in _BOTH.items()},
    MatchBoth.TWO_SUITED: ("two-suited",),
}

JACKPOT_UP_CARD: Outcomes = {
    **{UpCardJackpot[name]: words for name, words in _BOTH.items()},
    UpCardJackpot.SUITED_2_TO_KING: ("three-suited-2-to-king", "two-suited"),
    UpCardJackpot.SUITED_OTHER_ACES: (
        "three-suited-other-aces",
        "three-suited-aces",
        "two-suited",
    ),
    UpCardJackpot.SUITED_SPADE_ACES: (
        "three-suited-spade-aces",
        "three-suited-aces",
        "two-suited-spade-aces",
    ),
    UpCardJackpot.SUITED_SPADE_ACES_KING_DOWN: (
        "three-suited-spade-aces-king-down",
        "three-suited-spade-aces",
        "two-suited-spade-aces",
    ),
}

JACKPOT_FOUR_SUITED: Outcomes = {
    **{FourSuitedJackpot[name]: words for name, words in _BOTH.items()},
    FourSuitedJackpot.TWO_SUITED: ("two-suited",),
    FourSuitedJackpot.FOUR_SUITED_2_TO_KING: ("four-suited-2-to-king",),
    FourSuitedJackpot.FOUR_SUITED_ACES: ("four-suited-aces",),
}

JACKPOT_ALL_FOUR: Outcomes = {
    AllFour.FOUR_OF_A_RANK: ("four-of-a-rank",),
    AllFour.FOUR_ACES: ("four-aces",),
    AllFour.SPADE_ACE_KING_TWICE: ("spade-ace-king-twice",),
    AllFour.FOUR_SUITED_2_TO_KING: ("four-suited-2-to-king", "two-suited-up-and-down"),
    AllFour.FOUR_SUITED_ACES: ("four-suited-aces", "two-suited-up-and-down"),
}

JACKPOT_ONE_OF_BOTH: Outcomes = {
    **{MatchBoth[name]: words for name, words in _BOTH.items()},
    MatchBoth.TWO_SUITED: ("three-suited-up-or-down", "two-suited-up-or-down"),
}

JACKPOT_FOUR_CARDS: Outcomes = {
    FourCards.ONE_SUITED: ("one-suited",),
    FourCards.THREE_OF_A_KIND: ("three-of-a-kind",),
    FourCards.THREE_OF_A_KIND_SAME_COLOR: ("three-of-a-kind-same-color",),
    FourCards.FOUR_OF_A_KIND: ("four-of-a-kind",),
    FourCards.FOUR_OF_A_KIND_SAME_COLOR: ("four-of-a-kind-same-color",),
    FourCards.FOUR_OF_A_KIND_SUITED: ("four-of-a-kind-suited",),
}

DEALER_BUST_CARDS: Outcomes = {
    BustCards.THREE_CARDS: ("3-cards", "3-or-4-cards"),
    BustCards.FOUR_CARDS: ("4-cards", "3-or-4-cards"),
    BustCards.FIVE_CARDS: ("5-cards",),
    BustCards.SIX_CARDS: ("6-cards",),
    BustCards.SEVEN_CARDS: ("7-cards",),
    BustCards.EIGHT_OR_MORE_CARDS: ("8-or-more-cards",),
}
