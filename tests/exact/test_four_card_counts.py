"""The odds of wagers on four dealt cards, counted a second time and exactly.

Two other ways to the same fractions. One looks at every sequence of four card kinds with the
patterns of the table, without classes of deals. The other has no code in common with the product:
the rules of the jackpots are written here once more, as comparisons of arrays of ranks and suits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import perm
from typing import Any

import numpy as np

from pitboss.cards import DECKS
from pitboss.exact.counting.distributions import ShoeKey, distribution
from pitboss.patterns.families import FAMILIES, DecidedBy
from pitboss.patterns.matches import AllFour, FourCards, FourSuitedJackpot, MatchBoth, UpCardJackpot
from pitboss.report.maths.checks import CARDS, count_every_deal
from pitboss.rulebook.reading.library import games
from tests.tiers import by_day

Array = Any
FOUR_CARD_FAMILIES = {
    name
    for name, family in FAMILIES.items()
    if family.decided_by is DecidedBy.DEAL and len(family.cards) == CARDS
}
SHOES = sorted(
    {
        (table.family, game.deck, decks)
        for game in games()
        for table in game.tables
        if table.family in FOUR_CARD_FAMILIES
        for decks in table.decks
    }
)
"""Every family of four cards with every shoe that a pay table of the rule book is for."""


def test_every_deal_of_four_cards_by_itself_gives_the_same_fractions() -> None:
    """By day every sixth shoe, at night all of them with every specific suit."""
    wrong = []
    for family, deck, decks in SHOES[:: by_day(6, 1)]:
        for suit in range(by_day(1, 4)):
            shoe = ShoeKey(deck=deck, decks=decks, specific_suit=suit)
            total = perm(shoe.size, CARDS)
            counts = count_every_deal(family, shoe).items()
            if {hits: Fraction(n, total) for hits, n in counts} != distribution(family, shoe):
                wrong.append((family, deck, decks, suit))
    assert {family for family, _, _ in SHOES} == FOUR_CARD_FAMILIES
    assert wrong == []


@cache
def hands() -> tuple[tuple[Array, ...], tuple[Array, ...], Array]:
    """Ranks and suits of all sequences of four Spanish card kinds, and which cards are alike.

    Ranks are 1 for an ace, 2 to 9, 11 to 13; there is no 10. Cards are alike as the numbers of
    copies say: four different ones, a pair, two pairs, three, four.
    """
    kinds = np.arange(48, dtype=np.int8)
    cards = np.meshgrid(kinds, kinds, kinds, kinds, indexing="ij", sparse=True)
    rank_of_kind = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13], dtype=np.int8)
    ranks = tuple(rank_of_kind[card // 4] for card in cards)
    suits = tuple(card % 4 for card in cards)
    pairs = [(a, b) for a in range(4) for b in range(a)]
    equal = sum(((cards[a] == cards[b]).astype(np.int8) for a, b in pairs), np.int8(0))
    # Equal pairs among four cards: none, one, two (two pairs), three (of three), six (all).
    return ranks, suits, equal


COPIES: Mapping[int, Callable[[int], int]] = {
    0: lambda n: n**4,
    1: lambda n: n**2 * n * (n - 1),
    2: lambda n: (n * (n - 1)) ** 2,
    3: lambda n: n * n * (n - 1) * (n - 2),
    6: lambda n: n * (n - 1) * (n - 2) * (n - 3),
}
"""Equal pairs among four cards -> in how many ways a shoe of n decks deals them."""
SPADES = 0


def matches(player: int, dealer: int) -> tuple[Array, Array]:
    """Whether a player card has the rank of a dealer card, and whether it has its suit as well."""
    ranks, suits, _ = hands()
    rank = ranks[player] == ranks[dealer]
    return rank, rank & (suits[player] == suits[dealer])


def both_against(dealer: int) -> Array:
    """How both player cards match one dealer card."""
    (rank_1, suit_1) = matches(0, dealer)
    (rank_2, suit_2) = matches(1, dealer)
    suited = suit_1.astype(np.int8) + suit_2
    unsuited = rank_1.astype(np.int8) + rank_2 - suited
    return np.select(
        [suited == 2, (suited == 1) & (unsuited == 1), suited == 1, unsuited == 2, unsuited == 1],
        [
            *(MatchBoth.TWO_SUITED, MatchBoth.SUITED_AND_UNSUITED, MatchBoth.ONE_SUITED),
            *(MatchBoth.TWO_UNSUITED, MatchBoth.ONE_UNSUITED),
        ],
        MatchBoth.NONE,
    ).astype(np.int8)


def is_card(place: int, rank: int, suit: int) -> Array:
    ranks, suits, _ = hands()
    return (ranks[place] == rank) & (suits[place] == suit)


def up_card() -> Array:
    """Tables 3 and 8: two suited matches are told apart by the up card, spade aces by the king."""
    ranks, suits, _ = hands()
    both = both_against(2)
    aces = (both == MatchBoth.TWO_SUITED) & (ranks[2] == 1)
    spades = aces & (suits[2] == SPADES)
    names = [
        (spades & is_card(3, 13, SPADES), UpCardJackpot.SUITED_SPADE_ACES_KING_DOWN),
        (spades, UpCardJackpot.SUITED_SPADE_ACES),
        (aces, UpCardJackpot.SUITED_OTHER_ACES),
    ]
    # Below them both tables have the same names with the same numbers.
    return np.select([which for which, _ in names], [int(name) for _, name in names], both)


def four_suited() -> Array:
    """Tables 5: four identical cards, aces apart; otherwise the up card alone."""
    ranks, _, equal = hands()
    alike = equal == 6
    return np.select(
        [alike & (ranks[0] == 1), alike],
        [int(FourSuitedJackpot.FOUR_SUITED_ACES), int(FourSuitedJackpot.FOUR_SUITED_2_TO_KING)],
        both_against(2),
    )


def together() -> Array:
    """Tables 4 and 9: what all four cards make."""
    ranks, _, equal = hands()
    one_rank = (ranks[0] == ranks[1]) & (ranks[1] == ranks[2]) & (ranks[2] == ranks[3])

    def ace_and_king(one: int, other: int) -> Array:
        straight = is_card(one, 1, SPADES) & is_card(other, 13, SPADES)
        return straight | (is_card(other, 1, SPADES) & is_card(one, 13, SPADES))

    alike = equal == 6
    aces = ranks[0] == 1
    names = [
        (ace_and_king(0, 1) & ace_and_king(2, 3), AllFour.SPADE_ACE_KING_TWICE),
        (one_rank & alike & aces, AllFour.FOUR_SUITED_ACES),
        (one_rank & alike, AllFour.FOUR_SUITED_2_TO_KING),
        (one_rank & aces, AllFour.FOUR_ACES),
        (one_rank, AllFour.FOUR_OF_A_RANK),
    ]
    return np.select([which for which, _ in names], [int(name) for _, name in names], AllFour.NONE)


def four_cards() -> Array:
    """Table 6: the best of four of a kind, three of a kind and one suited match (ruling W11)."""
    ranks, suits, equal = hands()
    black = [
        (suit == SPADES) | (suit == 3) for suit in suits
    ]  # suits: spades hearts diamonds clubs
    kind = np.bool_(False)  # noqa: FBT003 - arrays grow from these
    colour = np.bool_(False)  # noqa: FBT003 - arrays grow from these
    for missing in range(4):
        a, b, c = (place for place in range(4) if place != missing)
        three = (ranks[a] == ranks[b]) & (ranks[b] == ranks[c])
        kind = kind | three
        colour = colour | (three & (black[a] == black[b]) & (black[b] == black[c]))
    one_rank = (ranks[0] == ranks[1]) & (ranks[1] == ranks[2]) & (ranks[2] == ranks[3])
    one_colour = (black[0] == black[1]) & (black[1] == black[2]) & (black[2] == black[3])
    suited = np.bool_(False)  # noqa: FBT003
    for player in (0, 1):
        for dealer in (2, 3):
            suited = suited | matches(player, dealer)[1]
    names = [
        (one_rank & (equal == 6), FourCards.FOUR_OF_A_KIND_SUITED),
        (one_rank & one_colour, FourCards.FOUR_OF_A_KIND_SAME_COLOR),
        (one_rank & colour, FourCards.FOUR_OF_A_KIND_THREE_OF_A_COLOR),
        (one_rank, FourCards.FOUR_OF_A_KIND),
        (colour, FourCards.THREE_OF_A_KIND_SAME_COLOR),
        (kind, FourCards.THREE_OF_A_KIND),
        (suited, FourCards.ONE_SUITED),
    ]
    best = np.select([which for which, _ in names], [int(n) for _, n in names], FourCards.NONE)
    besides = suited & (best != FourCards.ONE_SUITED) & (best != FourCards.FOUR_OF_A_KIND_SUITED)
    return best + 8 * besides


FIRST_PRINCIPLES: Mapping[str, Callable[[], tuple[Array, ...]]] = {
    "jackpot-up-card": lambda: (up_card(),),
    "jackpot-up-and-down": lambda: (together(), both_against(2), both_against(3)),
    "jackpot-four-suited": lambda: (four_suited(),),
    "jackpot-four-cards": lambda: (four_cards(),),
}


def test_the_jackpots_of_washington_have_the_odds_of_their_rules() -> None:
    """All 5,308,416 sequences of four card kinds, for every deck count at once."""
    wrong = []
    *_, equal = hands()
    for family, classes in FIRST_PRINCIPLES.items():
        key = np.zeros(equal.shape, dtype=np.int32)
        for part in classes():
            key = key * 16 + part
        counts = np.bincount((key * 8 + equal).ravel())
        for decks in {decks for name, deck, decks in SHOES if (name, deck) == (family, SPANISH)}:
            shoe = ShoeKey(deck=SPANISH, decks=decks)
            ways: dict[int, int] = {}
            for place in np.flatnonzero(counts):
                copies = COPIES[int(place) % 8](decks)
                ways[int(place) // 8] = ways.get(int(place) // 8, 0) + int(counts[place]) * copies
            expected: dict[int, Fraction] = {}
            for hits, chance in distribution(family, shoe).items():
                packed = 0
                for _, kind in hits:
                    packed = packed * 16 + kind
                expected[packed] = chance
            total = perm(shoe.size, CARDS)
            found_ways = {packed: Fraction(n, total) for packed, n in ways.items() if n}
            if found_ways != expected:
                wrong.append((family, decks))
    assert wrong == []


SPANISH = "spanish-48"


def test_the_second_count_knows_the_deck() -> None:
    """The arrays above stand for the cards of the Spanish deck: no tens, four suits."""
    assert len(DECKS[SPANISH].cards) == 48
    assert {name for name, deck, _ in SHOES if deck == SPANISH} >= set(FIRST_PRINCIPLES)
