"""Rounds that show each three-card hand of a player's two cards and the up card.

TriLux (30-2115) and Extreme 21 (30-2117) look at the same three cards. The main wager of each round
is worked out here, so that a test can say what the whole seat gains.
"""

from __future__ import annotations

from typing import NamedTuple


class ThreeCards(NamedTuple):
    """A round of one seat: "first up second down drawn..."."""

    cards: str
    decisions: str
    main: int
    """What a main wager of 1000 gains."""
    decks: int = 1
    """The fewest decks it can be dealt from."""


HANDS: dict[str, list[ThreeCards]] = {
    "ace-king-queen suited": [
        ThreeCards("Ah Qh Kh 7d", "", 1500),  # a blackjack, paid 3 to 2
        ThreeCards("Ks Qs As 7d", "", 1500),
        ThreeCards("Kd Ad Qd 7c", "1 decline, 1 stand", 1000),  # 20 against A-7 = 18
        ThreeCards("Ac Kc Qc 7d", "", 1500),
    ],
    "straight flush": [
        ThreeCards("5h 7h 6h Td", "1 stand", -1000),  # 11 against 17
        ThreeCards("Ad 3d 2d Tc 5c", "1 stand", -1000),  # soft 13 against 18
        ThreeCards("Ks Qs Js 7d", "1 stand", 1000),  # 20 against 17
    ],
    "three of a kind, suited": [
        ThreeCards("7h 7h 7h Td", "1 stand", -1000, 3),  # 14 against 17
        ThreeCards("Ks Ks Ks 8d", "1 stand", 1000, 3),  # 20 against 18
    ],
    "three aces, suited": [
        ThreeCards("Ac Ac Ac 6d Td", "1 decline, 1 stand", -1000, 3),  # 12 against A-6-T = 17
    ],
    "three of a kind": [
        ThreeCards("7h 7d 7s Tc", "1 stand", -1000),
        ThreeCards("7h 7h 7s Tc", "1 stand", -1000, 2),  # two of one suit
        ThreeCards("Ah Ad As 7c", "1 decline, 1 stand", -1000),  # soft 12 against 18
    ],
    "straight": [
        ThreeCards("Th 8d 9s 9c", "1 stand", 1000),  # 19 against 17
        ThreeCards("Kh Ad Qh 7c", "1 decline, 1 stand", 1000),  # Q-K-A; 20 against 18
        ThreeCards("3h 2d As Tc 5c", "1 stand", -1000),  # A-2-3; soft 14 against 17
        ThreeCards("Jh Ks Qs 7c", "1 stand", 1000),
    ],
    "flush": [
        ThreeCards("Th 8h 2h 9c", "1 stand", -1000),  # 12 against 17
        ThreeCards("Ks Ts 9s 8c", "1 stand", 1000),  # 19 against 18
        ThreeCards("Kd 2d Ad Tc", "", 1500),  # K-A-2 is no straight; a blackjack
    ],
    "flush with a pair": [
        ThreeCards("Th 8h Th 9c", "1 stand", 1000, 2),  # 20 against 17
        ThreeCards("8h 8h Th 9c", "1 stand", 1000, 2),  # 18 against 17
    ],
    "pair": [
        ThreeCards("Th 8s Td 9c", "1 stand", 1000),
        ThreeCards("8h 8s Td 9c", "1 stand", 1000),
        ThreeCards("Th 8h 8d 9c", "1 stand", 1000),
    ],
    "nothing": [
        ThreeCards("Th 7s 9d Tc", "1 stand", 1000),
        ThreeCards("Kh 2s Ad Tc", "", 1500),  # K-A-2 is no straight
        ThreeCards("Kh Td Qs 7c", "1 stand", 1000),  # tens of three ranks are no three of a kind
        ThreeCards("8h 6h 4d Tc 3c", "1 stand", -1000),  # 12 against 19
    ],
}
"""Every hand a pay table may tell apart, by its finest name."""


def rounds(hand: str, decks: int) -> list[ThreeCards]:
    """Return the rounds that show a hand and can be dealt from that many decks."""
    return [cards for cards in HANDS[hand] if cards.decks <= decks]
