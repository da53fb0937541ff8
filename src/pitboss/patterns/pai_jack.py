"""The Pai Jack Bonus: an ace and two ten-value cards among five."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pitboss.patterns.jit import jit


class PaiJack(IntEnum):
    """The highest that five cards contain (ruling C27)."""

    NONE = 0
    PAI_JACK = 1
    JACK_PAI_JACK = 2
    ROYAL_PAI_JACK = 3
    SUPER_PAI_JACK = 4


# Every table pays royal more than jack, so a hand with both A-K-Q suited and two jacks is royal.
PAI_JACK: Mapping[int, tuple[str, ...]] = {
    PaiJack.PAI_JACK: ("pai-jack",),
    PaiJack.JACK_PAI_JACK: ("jack-pai-jack", "pai-jack"),
    PaiJack.ROYAL_PAI_JACK: ("royal-pai-jack", "pai-jack"),
    PaiJack.SUPER_PAI_JACK: ("super-pai-jack", "jack-pai-jack", "pai-jack"),
}
"""Class -> the outcomes it satisfies, the one to be paid first."""

_FIVE = 5
_ACE, _TEN, _JACK, _QUEEN, _KING = 0, 9, 10, 11, 12


@jit
def pai_jack(cards: Sequence[int]) -> int:
    """Return the class of five cards (2112(12)).

    >>> from pitboss.cards import parse_cards
    >>> hands = ("Js Jh Ad Jd Jc", "Ah Kh Qh Js Jd", "Ah Kh Qd Js Jd", "Ts 4h Kd Ac 4d")
    >>> for hand in hands:
    ...     print(PaiJack(pai_jack(parse_cards(hand))).name)
    SUPER_PAI_JACK
    ROYAL_PAI_JACK
    JACK_PAI_JACK
    PAI_JACK
    """
    ace_count = ten_count = jack_count = 0
    aces = kings = queens = 0  # the suits held of each, as bits
    for place in range(_FIVE):
        rank, suit = cards[place] >> 2, 1 << (cards[place] & 3)
        ace_count += 1 if rank == _ACE else 0
        ten_count += 1 if rank >= _TEN else 0
        jack_count += 1 if rank == _JACK else 0
        aces |= suit if rank == _ACE else 0
        kings |= suit if rank == _KING else 0
        queens |= suit if rank == _QUEEN else 0
    if ace_count == 0 or ten_count < 2:
        return 0
    if jack_count == 4:
        return 4
    if aces & kings & queens:
        return 3
    return 2 if jack_count >= 2 else 1
