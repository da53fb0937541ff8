"""From the classes patterns return to the outcomes pay tables name.

A pattern returns the *finest* class of some cards. A pay table may know only coarser outcomes: a
straight flush is a flush too. For each class, every outcome that it satisfies is listed here, the
strongest first; the first that a table offers is paid. So a row for "pair" pays every pair that no
stronger row pays, three of a kind included. Outcomes that exclude others by their words
("unsuited", "5-cards") are satisfied by those cards alone.
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
from pitboss.patterns.three_card import (
    AND_DEALER_BLACKJACK,
    MAY_TOTAL_21,
    TOTALS_21,
    InOrder,
    PairAndUp,
    ThreeCard,
)
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
    Bonus21.SPADES_6_7_8: ("6-7-8-spades", "6-7-8-suited"),
    Bonus21.MIXED_7_7_7: ("7-7-7-mixed",),
    Bonus21.SUITED_7_7_7: ("7-7-7-suited",),
    Bonus21.SPADES_7_7_7: ("7-7-7-spades", "7-7-7-suited"),
}

MATCH_EACH_CARD: Outcomes = outcomes_by_name(Match)

_ONE_OF_TWO: Outcomes = {
    MatchBoth.ONE_UNSUITED: ("one-unsuited",),
    MatchBoth.TWO_UNSUITED: ("two-unsuited", "one-unsuited"),
    MatchBoth.ONE_SUITED: ("one-suited",),
    MatchBoth.SUITED_AND_UNSUITED: ("suited-and-unsuited", "one-suited", "one-unsuited"),
}
"""Both player cards against one dealer card, but for two suited matches."""

_TWO_SUITED = ("two-suited", "one-suited")

MATCH_BOTH_CARDS: Outcomes = {**_ONE_OF_TWO, MatchBoth.TWO_SUITED: _TWO_SUITED}

_SPADE_ACES = ("three-suited-spade-aces", "three-suited-aces", "two-suited-spade-aces")

JACKPOT_UP_CARD: Outcomes = {
    **_ONE_OF_TWO,
    UpCardJackpot.SUITED_2_TO_KING: ("three-suited-2-to-king", *_TWO_SUITED),
    UpCardJackpot.SUITED_OTHER_ACES: (
        "three-suited-other-aces",
        "three-suited-aces",
        *_TWO_SUITED,
    ),
    UpCardJackpot.SUITED_SPADE_ACES: (*_SPADE_ACES, *_TWO_SUITED),
    UpCardJackpot.SUITED_SPADE_ACES_KING_DOWN: (
        "three-suited-spade-aces-king-down",
        *_SPADE_ACES,
        *_TWO_SUITED,
    ),
}

JACKPOT_FOUR_SUITED: Outcomes = {
    **_ONE_OF_TWO,
    FourSuitedJackpot.TWO_SUITED: _TWO_SUITED,
    FourSuitedJackpot.FOUR_SUITED_2_TO_KING: ("four-suited-2-to-king", *_TWO_SUITED),
    FourSuitedJackpot.FOUR_SUITED_ACES: ("four-suited-aces", *_TWO_SUITED),
}

# All four cards alike in rank are two matches with each dealer card as well, which the second list
# pays where no row of the first does.
JACKPOT_ALL_FOUR: Outcomes = {
    AllFour.FOUR_OF_A_RANK: ("four-of-a-rank",),
    AllFour.FOUR_ACES: ("four-aces", "four-of-a-rank"),
    AllFour.SPADE_ACE_KING_TWICE: ("spade-ace-king-twice",),
    AllFour.FOUR_SUITED_2_TO_KING: (
        "four-suited-2-to-king",
        "two-suited-up-and-down",
        "four-of-a-rank",
    ),
    AllFour.FOUR_SUITED_ACES: (
        "four-suited-aces",
        "two-suited-up-and-down",
        "four-aces",
        "four-of-a-rank",
    ),
}

JACKPOT_ONE_OF_BOTH: Outcomes = {
    **_ONE_OF_TWO,
    MatchBoth.TWO_SUITED: ("three-suited-up-or-down", "two-suited-up-or-down", "one-suited"),
}

_THREE_ALIKE = ("three-of-a-kind",)
_THREE_ALIKE_COLOR = ("three-of-a-kind-same-color", *_THREE_ALIKE)
_FOUR_ALIKE_COLOR = ("four-of-a-kind-same-color", "four-of-a-kind", *_THREE_ALIKE_COLOR)

JACKPOT_FOUR_CARDS: Outcomes = {
    FourCards.ONE_SUITED: ("one-suited",),
    FourCards.THREE_OF_A_KIND: _THREE_ALIKE,
    FourCards.THREE_OF_A_KIND_AND_SUITED: (*_THREE_ALIKE, "one-suited"),
    FourCards.THREE_OF_A_KIND_SAME_COLOR: _THREE_ALIKE_COLOR,
    FourCards.THREE_OF_A_KIND_SAME_COLOR_AND_SUITED: (*_THREE_ALIKE_COLOR, "one-suited"),
    FourCards.FOUR_OF_A_KIND: ("four-of-a-kind", *_THREE_ALIKE),
    FourCards.FOUR_OF_A_KIND_AND_SUITED: ("four-of-a-kind", *_THREE_ALIKE, "one-suited"),
    FourCards.FOUR_OF_A_KIND_THREE_OF_A_COLOR: ("four-of-a-kind", *_THREE_ALIKE_COLOR),
    FourCards.FOUR_OF_A_KIND_THREE_OF_A_COLOR_AND_SUITED: (
        "four-of-a-kind",
        *_THREE_ALIKE_COLOR,
        "one-suited",
    ),
    FourCards.FOUR_OF_A_KIND_SAME_COLOR: _FOUR_ALIKE_COLOR,
    FourCards.FOUR_OF_A_KIND_SAME_COLOR_AND_SUITED: (*_FOUR_ALIKE_COLOR, "one-suited"),
    FourCards.FOUR_OF_A_KIND_SUITED: (
        "four-of-a-kind-suited",
        *_FOUR_ALIKE_COLOR,
        "one-suited",
    ),
}

DEALER_BUST_CARDS: Outcomes = {
    BustCards.THREE_CARDS: ("3-cards", "3-or-4-cards"),
    BustCards.FOUR_CARDS: ("4-cards", "3-or-4-cards"),
    BustCards.FIVE_CARDS: ("5-cards",),
    BustCards.SIX_CARDS: ("6-cards",),
    BustCards.SEVEN_CARDS: ("7-cards",),
    BustCards.EIGHT_OR_MORE_CARDS: ("8-or-more-cards",),
}

_STRAIGHT_FLUSH = ("straight-flush", "straight", "flush")
_SUITED_THREE = ("three-of-a-kind-suited", "three-of-a-kind", "pair-and-flush", "flush", "pair")
_SUITED_QUEENS = ("three-aces-kings-or-queens-suited", *_SUITED_THREE)
_SUITED_KINGS = ("three-aces-or-kings-suited", *_SUITED_QUEENS)
_SUITED_ACES = ("three-aces-suited", *_SUITED_KINGS)
_SPECIFIC_QUEENS = ("three-aces-kings-or-queens-specific-suit",)
_SPECIFIC_KINGS = ("three-aces-or-kings-specific-suit", *_SPECIFIC_QUEENS)
_SPECIFIC_ACES = ("three-aces-specific-suit", *_SPECIFIC_KINGS)

_HANDS: Outcomes = {
    ThreeCard.OTHER: (),
    ThreeCard.PAIR: ("pair-no-flush", "pair"),
    ThreeCard.PAIR_AND_FLUSH: ("pair-and-flush", "flush", "pair"),
    ThreeCard.FLUSH: ("flush",),
    ThreeCard.STRAIGHT: ("straight",),
    ThreeCard.THREE_OF_A_KIND: ("three-of-a-kind", "pair-no-flush", "pair"),
    ThreeCard.STRAIGHT_FLUSH: _STRAIGHT_FLUSH,
    ThreeCard.SUITED_THREE_OF_A_KIND: _SUITED_THREE,
    ThreeCard.SUITED_QUEENS: _SUITED_QUEENS,
    ThreeCard.SUITED_KINGS: _SUITED_KINGS,
    ThreeCard.SUITED_ACES: _SUITED_ACES,
    ThreeCard.SPECIFIC_THREE_OF_A_KIND: _SUITED_THREE,
    ThreeCard.SPECIFIC_QUEENS: (*_SPECIFIC_QUEENS, *_SUITED_QUEENS),
    ThreeCard.SPECIFIC_KINGS: (*_SPECIFIC_KINGS, *_SUITED_KINGS),
    ThreeCard.SPECIFIC_ACES: (*_SPECIFIC_ACES, *_SUITED_ACES),
}
"""Three cards by what they hold, whatever they total."""

_ACE_KING_QUEEN = ("ace-king-queen-suited", *_STRAIGHT_FLUSH)

_OF_21: Outcomes = {
    ThreeCard.TOTAL_21: (),
    **{kind + TOTALS_21: _HANDS[kind] for kind in MAY_TOTAL_21},
    ThreeCard.ACE_KING_QUEEN_SUITED: _ACE_KING_QUEEN,
    ThreeCard.ACE_KING_QUEEN_DIAMONDS: ("ace-king-queen-diamonds", *_ACE_KING_QUEEN),
}
"""Three cards that total 21, an ace, a king and a queen among them."""

THREE_CARD: Outcomes = {
    **{kind: (*outcomes, "other") for kind, outcomes in _HANDS.items()},
    **{kind: (*outcomes, "total-21", "other") for kind, outcomes in _OF_21.items()},
}

_ANY_ORDER = ("any-order-ace-king-queen", *_STRAIGHT_FLUSH)
_IN_ORDER: Outcomes = {
    InOrder.FLUSH: ("flush",),
    InOrder.STRAIGHT: ("straight",),
    InOrder.THREE_OF_A_KIND: ("three-of-a-kind",),
    InOrder.SUITED_THREE_OF_A_KIND: ("three-of-a-kind", "flush"),
    InOrder.STRAIGHT_FLUSH: _STRAIGHT_FLUSH,
    InOrder.ANY_ORDER_ACE_KING_QUEEN: _ANY_ORDER,
    InOrder.OTHER_ACE_KING_QUEEN: ("other-ace-king-queen", *_ANY_ORDER),
    InOrder.SPADES_ACE_KING_QUEEN: ("spades-ace-king-queen", *_ANY_ORDER),
}

THREE_CARD_IN_ORDER: Outcomes = {
    **_IN_ORDER,
    # The queen is up and the jack down: no blackjack of the dealer's.
    InOrder.SPADES_ACE_KING_QUEEN_JACK: (
        "spades-ace-king-queen-jack",
        *_IN_ORDER[InOrder.SPADES_ACE_KING_QUEEN],
    ),
    InOrder.DEALER_BLACKJACK: ("dealer-blackjack",),
    **{
        kind + AND_DEALER_BLACKJACK: (*outcomes, "dealer-blackjack")
        for kind, outcomes in _IN_ORDER.items()
    },
}

_SUITED_PAIR = ("pair-suited", "pair")
_ACES = ("pair-of-aces", "pair")
_SUITED_ACE_PAIR = ("pair-of-aces-suited", "pair-of-aces", *_SUITED_PAIR)
_THREE_SUITED_ACES = (
    "three-aces-suited",
    "three-of-a-kind-suited",
    "three-aces",
    "three-of-a-kind",
    *_SUITED_ACE_PAIR,
)

PAIR_AND_UP_CARD: Outcomes = {
    PairAndUp.PAIR: ("pair",),
    PairAndUp.PAIR_SUITED: _SUITED_PAIR,
    PairAndUp.PAIR_OF_ACES: _ACES,
    PairAndUp.PAIR_OF_ACES_SUITED: _SUITED_ACE_PAIR,
    PairAndUp.THREE_OF_A_KIND: ("three-of-a-kind", "pair"),
    PairAndUp.THREE_OF_A_KIND_PAIR_SUITED: ("three-of-a-kind", *_SUITED_PAIR),
    PairAndUp.THREE_ACES: ("three-aces", "three-of-a-kind", *_ACES),
    PairAndUp.THREE_ACES_PAIR_SUITED: ("three-aces", "three-of-a-kind", *_SUITED_ACE_PAIR),
    PairAndUp.THREE_OF_A_KIND_SUITED: (
        "three-of-a-kind-suited",
        "three-of-a-kind",
        *_SUITED_PAIR,
    ),
    PairAndUp.THREE_ACES_SUITED: _THREE_SUITED_ACES,
    PairAndUp.THREE_SPADE_ACES: ("three-spade-aces", *_THREE_SUITED_ACES),
}

TWO_CARD: Outcomes = {
    TwoCard.STRAIGHT: ("straight",),
    TwoCard.BLACKJACK: ("blackjack",),
    TwoCard.ACE_KING: ("blackjack", "straight"),
    TwoCard.PAIR: ("pair",),
    TwoCard.STRAIGHT_FLUSH: ("straight-flush", "straight"),
    TwoCard.ACE_KING_SUITED: ("ace-king-suited", "straight-flush", "blackjack", "straight"),
}

_ALIKE_KINGS = ("two-suited-kings", "suited-20", "two-kings")

KINGS_BOUNTY: Outcomes = {
    KingsBounty.UNSUITED_20: ("unsuited-20",),
    KingsBounty.TWO_KINGS: ("two-kings", "unsuited-20"),
    KingsBounty.SUITED_20: ("suited-20",),
    KingsBounty.SUITED_QUEENS_JACKS_OR_TENS: ("two-suited-queens-jacks-or-tens", "suited-20"),
    KingsBounty.SUITED_KINGS: _ALIKE_KINGS,
    KingsBounty.SPADE_KINGS: ("two-spade-kings", *_ALIKE_KINGS),
    KingsBounty.SPADE_KINGS_DEALER_BLACKJACK: (
        "two-spade-kings-dealer-blackjack",
        "two-spade-kings",
        *_ALIKE_KINGS,
    ),
}

_MATCHED_20 = ("matched-20", "suited-20", "any-20")
_QUEENS = ("queens-dealer-blackjack", "queens", *_MATCHED_20)

LUCKY_LADIES: Outcomes = {
    LuckyLadies.ANY_20: ("any-20",),
    LuckyLadies.SUITED_20: ("suited-20", "any-20"),
    LuckyLadies.MATCHED_20: _MATCHED_20,
    LuckyLadies.QUEENS: ("queens", *_MATCHED_20),
    LuckyLadies.QUEENS_DEALER_BLACKJACK: _QUEENS,
    LuckyLadies.QUEENS_DEALER_BLACKJACK_SUITED: ("queens-dealer-blackjack-suited", *_QUEENS),
    LuckyLadies.QUEENS_DEALER_BLACKJACK_SPECIFIC_SUIT: (
        "queens-dealer-blackjack-specific-suit",
        "queens-dealer-blackjack-suited",
        *_QUEENS,
    ),
}

FOUR_CARD_MATCH: Outcomes = {
    FourCardMatch.PAIR: ("pair",),
    FourCardMatch.THREE_OF_A_KIND: ("three-of-a-kind", "pair"),
    FourCardMatch.TWO_PAIR: ("two-pair", "pair"),
    FourCardMatch.FOUR_OF_A_KIND: ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair"),
}

DEALER_22: Outcomes = {
    Dealer22.NOT_22: ("not-22",),
    Dealer22.OTHER_22: ("other-22",),
    Dealer22.SAME_COLOR: ("same-color", "other-22"),
    Dealer22.SUITED: ("suited", "same-color", "other-22"),
}

_UP_CARDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10")

DEALER_BUST_UP_CARD: Outcomes = {
    **{2 * place: (f"{up} off-suit",) for place, up in enumerate(_UP_CARDS, start=1)},
    **{2 * place + 1: (f"{up} suited",) for place, up in enumerate(_UP_CARDS, start=1)},
    # Three eights have a line of their own, or one under the up card eight (ruling C11), or none.
    22: ("8-8-8 off-suit", "8 8-8-8-off-suit", "8 off-suit"),
    23: ("8-8-8 suited", "8 8-8-8-suited", "8 suited"),
    **{NO_BUST + place: (f"{up} other",) for place, up in enumerate(_UP_CARDS, start=1)},
}
