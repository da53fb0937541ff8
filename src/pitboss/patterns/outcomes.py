"""From the classes patterns return to the outcomes pay tables name.

A pattern returns the *finest* class of some cards. A pay table may know only coarser outcomes: four
suited aces are also "two suited matches with up and down". For each class, in order from the most
particular, the outcomes it satisfies are listed here; the first that a table offers is paid. Most
classes are one outcome, which has their name.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from pitboss.patterns.bonus21 import Bonus21
from pitboss.patterns.busts import NO_BUST, BustCards, Dealer22
from pitboss.patterns.matches import (
    AllFour,
    FourCards,
    FourSuitedJackpot,
    Match,
    MatchBoth,
    UpCardJackpot,
)
from pitboss.patterns.three_card import InOrder, PairAndUp, ThreeCard
from pitboss.patterns.two_card import FourCardMatch, KingsBounty, LuckyLadies, TwoCard

Outcomes = Mapping[int, tuple[str, ...]]


def outcomes_by_name(classes: type[IntEnum]) -> dict[int, tuple[str, ...]]:
    """Return every class as the outcome of its own name; 0 is what loses.

    >>> from pitboss.patterns.matches import Match
    >>> outcomes_by_name(Match)
    {<Match.UNSUITED: 1>: ('unsuited',), <Match.SUITED: 2>: ('suited',)}
    """
    return {kind: (kind.name.lower().replace("_", "-"),) for kind in classes if kind}


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

MATCH_EACH_CARD: Outcomes = outcomes_by_name(Match)

MATCH_BOTH_CARDS: Outcomes = outcomes_by_name(MatchBoth)

JACKPOT_UP_CARD: Outcomes = {
    **outcomes_by_name(UpCardJackpot),
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

JACKPOT_FOUR_SUITED: Outcomes = outcomes_by_name(FourSuitedJackpot)

JACKPOT_ALL_FOUR: Outcomes = {
    **outcomes_by_name(AllFour),
    AllFour.FOUR_SUITED_2_TO_KING: ("four-suited-2-to-king", "two-suited-up-and-down"),
    AllFour.FOUR_SUITED_ACES: ("four-suited-aces", "two-suited-up-and-down"),
}

JACKPOT_ONE_OF_BOTH: Outcomes = {
    **outcomes_by_name(MatchBoth),
    MatchBoth.TWO_SUITED: ("three-suited-up-or-down", "two-suited-up-or-down"),
}

JACKPOT_FOUR_CARDS: Outcomes = outcomes_by_name(FourCards)

DEALER_BUST_CARDS: Outcomes = {
    BustCards.THREE_CARDS: ("3-cards", "3-or-4-cards"),
    BustCards.FOUR_CARDS: ("4-cards", "3-or-4-cards"),
    BustCards.FIVE_CARDS: ("5-cards",),
    BustCards.SIX_CARDS: ("6-cards",),
    BustCards.SEVEN_CARDS: ("7-cards",),
    BustCards.EIGHT_OR_MORE_CARDS: ("8-or-more-cards",),
}

_SUITED_THREE = ("three-of-a-kind-suited", "three-of-a-kind")
_SUITED_QUEENS = ("three-aces-kings-or-queens-suited", *_SUITED_THREE)
_SUITED_KINGS = ("three-aces-or-kings-suited", *_SUITED_QUEENS)
_SUITED_ACES = ("three-aces-suited", *_SUITED_KINGS)
_SPECIFIC_QUEENS = ("three-aces-kings-or-queens-specific-suit",)
_SPECIFIC_KINGS = ("three-aces-or-kings-specific-suit", *_SPECIFIC_QUEENS)
_SPECIFIC_ACES = ("three-aces-specific-suit", *_SPECIFIC_KINGS)

THREE_CARD: Outcomes = {
    ThreeCard.OTHER: ("other",),
    ThreeCard.TOTAL_21: ("total-21", "other"),
    ThreeCard.PAIR: ("pair-no-flush", "pair", "other"),
    ThreeCard.PAIR_AND_FLUSH: ("pair-and-flush", "flush", "pair", "other"),
    ThreeCard.FLUSH: ("flush", "other"),
    ThreeCard.STRAIGHT: ("straight", "other"),
    ThreeCard.THREE_OF_A_KIND: ("three-of-a-kind",),
    ThreeCard.STRAIGHT_FLUSH: ("straight-flush",),
    ThreeCard.ACE_KING_QUEEN_SUITED: ("ace-king-queen-suited", "straight-flush"),
    ThreeCard.ACE_KING_QUEEN_DIAMONDS: (
        "ace-king-queen-diamonds",
        "ace-king-queen-suited",
        "straight-flush",
    ),
    ThreeCard.SUITED_THREE_OF_A_KIND: _SUITED_THREE,
    ThreeCard.SUITED_QUEENS: _SUITED_QUEENS,
    ThreeCard.SUITED_KINGS: _SUITED_KINGS,
    ThreeCard.SUITED_ACES: _SUITED_ACES,
    ThreeCard.SPECIFIC_THREE_OF_A_KIND: _SUITED_THREE,
    ThreeCard.SPECIFIC_QUEENS: (*_SPECIFIC_QUEENS, *_SUITED_QUEENS),
    ThreeCard.SPECIFIC_KINGS: (*_SPECIFIC_KINGS, *_SUITED_KINGS),
    ThreeCard.SPECIFIC_ACES: (*_SPECIFIC_ACES, *_SUITED_ACES),
}

THREE_CARD_IN_ORDER: Outcomes = {
    **outcomes_by_name(InOrder),
    InOrder.SUITED_THREE_OF_A_KIND: ("three-of-a-kind", "flush"),
    InOrder.ANY_ORDER_ACE_KING_QUEEN: ("any-order-ace-king-queen", "straight-flush"),
    InOrder.OTHER_ACE_KING_QUEEN: ("other-ace-king-queen", "straight-flush"),
    InOrder.SPADES_ACE_KING_QUEEN: ("spades-ace-king-queen", "straight-flush"),
    InOrder.SPADES_ACE_KING_QUEEN_JACK: (
        "spades-ace-king-queen-jack",
        "spades-ace-king-queen",
        "straight-flush",
    ),
}

PAIR_AND_UP_CARD: Outcomes = outcomes_by_name(PairAndUp)

TWO_CARD: Outcomes = {
    **outcomes_by_name(TwoCard),
    TwoCard.ACE_KING: ("blackjack", "straight"),
}

KINGS_BOUNTY: Outcomes = {
    KingsBounty.UNSUITED_20: ("unsuited-20",),
    KingsBounty.TWO_KINGS: ("two-kings", "unsuited-20"),
    KingsBounty.SUITED_20: ("suited-20",),
    KingsBounty.SUITED_QUEENS_JACKS_OR_TENS: ("two-suited-queens-jacks-or-tens", "suited-20"),
    KingsBounty.SUITED_KINGS: ("two-suited-kings",),
    KingsBounty.SPADE_KINGS: ("two-spade-kings",),
    KingsBounty.SPADE_KINGS_DEALER_BLACKJACK: ("two-spade-kings-dealer-blackjack",),
}

LUCKY_LADIES: Outcomes = {
    **outcomes_by_name(LuckyLadies),
    LuckyLadies.QUEENS_DEALER_BLACKJACK_SUITED: (
        "queens-dealer-blackjack-suited",
        "queens-dealer-blackjack",
    ),
    LuckyLadies.QUEENS_DEALER_BLACKJACK_SPECIFIC_SUIT: (
        "queens-dealer-blackjack-specific-suit",
        "queens-dealer-blackjack-suited",
        "queens-dealer-blackjack",
    ),
}

FOUR_CARD_MATCH: Outcomes = outcomes_by_name(FourCardMatch)

DEALER_22: Outcomes = {Dealer22.NOT_22: ("not-22",), **outcomes_by_name(Dealer22)}

_UP_CARDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10")

DEALER_BUST_UP_CARD: Outcomes = {
    **{2 * place: (f"{up} off-suit",) for place, up in enumerate(_UP_CARDS, start=1)},
    **{2 * place + 1: (f"{up} suited",) for place, up in enumerate(_UP_CARDS, start=1)},
    # Three eights have a line of their own, or one under the up card eight (ruling C11), or none.
    22: ("8-8-8 off-suit", "8 8-8-8-off-suit", "8 off-suit"),
    23: ("8-8-8 suited", "8 8-8-8-suited", "8 suited"),
    **{NO_BUST + place: (f"{up} other",) for place, up in enumerate(_UP_CARDS, start=1)},
}
