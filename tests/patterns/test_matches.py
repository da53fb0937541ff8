"""Matches and jackpots against counts of equal letters in the cards' text.

The patterns compare integers in a clever order; here everything is `Counter`, `set` and `sorted`
over two-letter texts. One card against another is compared for all 48 x 48, two against one for all
48^3. Four cards would be 5.3 million, so they are compared for all 20^4 of a deck of five ranks:
a class depends on which ranks are equal, on suits, and on aces and kings by name, and four cards
have at most four ranks. A seeded sample of the full deck checks that nothing else matters.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import pytest

from pitboss.cards import SPANISH, format_card, parse_card
from pitboss.patterns.matches import (
    AllFour,
    FourCards,
    FourSuitedJackpot,
    Match,
    MatchBoth,
    UpCardJackpot,
    all_four,
    four_cards,
    four_suited_jackpot,
    match,
    match_both,
    up_card_jackpot,
)
from tests.rows import every_row
from tests.tiers import by_day

TEXTS = [format_card(card) for card in SPANISH.cards]
CARD = {text: parse_card(text) for text in TEXTS}
FIVE_RANKS = [text for text in TEXTS if text[0] in "A29QK"]
SAMPLE = by_day(8_000, 40_000)
SEED = 21

Four = tuple[str, ...]


def matched(one: str, dealer: str) -> str:
    if one == dealer:
        return "SUITED"
    return "UNSUITED" if one[0] == dealer[0] else "NONE"


def both(first: str, second: str, dealer: str) -> str:
    """Name what two cards make against one, from the two results as a multiset."""
    results = sorted(filter("NONE".__ne__, (matched(first, dealer), matched(second, dealer))))
    return {
        (): "NONE",
        ("UNSUITED",): "ONE_UNSUITED",
        ("UNSUITED", "UNSUITED"): "TWO_UNSUITED",
        ("SUITED",): "ONE_SUITED",
        ("SUITED", "UNSUITED"): "SUITED_AND_UNSUITED",
        ("SUITED", "SUITED"): "TWO_SUITED",
    }[tuple(results)]


def against_up_card(cards: Four) -> str:
    """Tables 3 and 8: W5, all three cards identical; W7, and what the down card is."""
    first, second, up, down = cards
    if {first, second, up} != {up}:
        return both(first, second, up)
    if up[0] != "A":
        return "SUITED_2_TO_KING"
    if up != "As":
        return "SUITED_OTHER_ACES"
    return "SUITED_SPADE_ACES_KING_DOWN" if down == "Ks" else "SUITED_SPADE_ACES"


def four_suited(cards: Four) -> str:
    """Tables 5: fixed pays against the up card; percentages need four identical cards."""
    if len(set(cards)) == 1:
        return "FOUR_SUITED_ACES" if cards[0][0] == "A" else "FOUR_SUITED_2_TO_KING"
    return both(*cards[:3])


def together(cards: Four) -> str:
    """Tables 4 and 9: what all four make; W4, the spade ace and king on both sides."""
    if set(cards[:2]) == {"As", "Ks"} and set(cards[2:]) == {"As", "Ks"}:
        return "SPADE_ACE_KING_TWICE"
    if len({card[0] for card in cards}) > 1:
        return "NONE"
    aces = cards[0][0] == "A"
    if len(set(cards)) == 1:
        return "FOUR_SUITED_ACES" if aces else "FOUR_SUITED_2_TO_KING"
    return "FOUR_ACES" if aces else "FOUR_OF_A_RANK"


def best_of_four(cards: Four) -> str:
    """Table 6, row by row from the highest (W11), with a suited match; a color is red or black."""
    rank, count = Counter(card[0] for card in cards).most_common(1)[0]
    reds = sum(card[1] in "hd" for card in cards if card[0] == rank)
    most = max(reds, count - reds)
    suited = bool(set(cards[:2]) & set(cards[2:]))
    if count < 3:
        return "ONE_SUITED" if suited else "NONE"
    if count == 3:
        name = "THREE_OF_A_KIND_SAME_COLOR" if most == 3 else "THREE_OF_A_KIND"
    elif len(set(cards)) == 1:
        return "FOUR_OF_A_KIND_SUITED"
    else:
        colors = {4: "_SAME_COLOR", 3: "_THREE_OF_A_COLOR", 2: ""}
        name = "FOUR_OF_A_KIND" + colors[most]
    return name + "_AND_SUITED" * suited


JACKPOTS: dict[str, tuple[Callable[[Four], str], Callable[[Four], str]]] = {
    "tables 3 and 8": (
        against_up_card,
        lambda c: UpCardJackpot(up_card_jackpot(*(CARD[text] for text in c))).name,
    ),
    "tables 5": (
        four_suited,
        lambda c: FourSuitedJackpot(four_suited_jackpot(*(CARD[text] for text in c))).name,
    ),
    "tables 4 and 9": (together, lambda c: AllFour(all_four(*(CARD[text] for text in c))).name),
    "table 6": (best_of_four, lambda c: FourCards(four_cards(*(CARD[text] for text in c))).name),
}
jackpots = every_row(("naive", "pattern"), JACKPOTS.values())


def test_one_card_against_one_for_all_2304_pairs() -> None:
    for one, dealer in product(TEXTS, repeat=2):
        assert Match(match(CARD[one], CARD[dealer])).name == matched(one, dealer)


def test_two_cards_against_one_for_all_110592_triples() -> None:
    for first, second, dealer in product(TEXTS, repeat=3):
        kind = match_both(CARD[first], CARD[second], CARD[dealer])
        assert MatchBoth(kind).name == both(first, second, dealer), (first, second, dealer)


def test_two_cards_against_one_are_exactly_the_two_single_matches() -> None:
    """What Table 2 pays card by card and the combination tables pay at once is the same fact."""
    singles = {
        "NONE": (0, 0),
        "ONE_UNSUITED": (0, 1),
        "TWO_UNSUITED": (1, 1),
        "ONE_SUITED": (0, 2),
        "SUITED_AND_UNSUITED": (1, 2),
        "TWO_SUITED": (2, 2),
    }
    for first, second, dealer in product(FIVE_RANKS, repeat=3):
        name = MatchBoth(match_both(CARD[first], CARD[second], CARD[dealer])).name
        matches = sorted(match(CARD[card], CARD[dealer]) for card in (first, second))
        assert singles[name] == tuple(matches)


# By day a sample of the whole deck has the same classes.
@pytest.mark.nightly
@jackpots
def test_four_cards_of_five_ranks_for_all_160000_deals(
    naive: Callable[[Four], str], pattern: Callable[[Four], str]
) -> None:
    for cards in product(FIVE_RANKS, repeat=4):
        assert pattern(cards) == naive(cards), cards


@jackpots
def test_a_sample_of_the_whole_deck_has_the_same_classes(
    naive: Callable[[Four], str], pattern: Callable[[Four], str]
) -> None:
    rng = random.Random(SEED)
    for _ in range(SAMPLE):
        # Three times in four from few texts, so that matches are common.
        few = rng.sample(TEXTS, rng.choice((2, 3, 4, 48)))
        cards = tuple(rng.choice(few) for _ in range(4))
        assert pattern(cards) == naive(cards), f"{cards} with seed {SEED}"


@jackpots
def test_a_class_does_not_depend_on_the_order_of_the_players_cards(
    naive: Callable[[Four], str], pattern: Callable[[Four], str]
) -> None:
    for first, second, up, down in product(FIVE_RANKS[::3], repeat=4):
        swapped = pattern((second, first, up, down))
        assert pattern((first, second, up, down)) == swapped == naive((first, second, up, down))


def test_four_of_a_kind_and_table_6_three_of_a_kind_do_not_depend_on_any_order() -> None:
    for cards in (("7h", "7d", "7h", "Ks"), ("7h", "7s", "7d", "7d"), ("Ac", "As", "As", "As")):
        # All but the bit of a suited match, which is one between player and dealer.
        kinds = {four_cards(*(CARD[text] for text in order)) & 7 for order in permutations(cards)}
        assert len(kinds) == 1
