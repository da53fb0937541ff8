"""Bonus 21s against the felt's own words, read from the cards' text: sets of letters, sorted."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product

from pitboss.cards import SPANISH, Card, format_card, parse_card
from pitboss.patterns.bonus21 import (
    Bonus21,
    bonus_21,
    heart_club_diamond_sevens,
    three_suited_sevens,
)

TEXTS = [format_card(card) for card in SPANISH.cards]
CARD = {text: parse_card(text) for text in TEXTS}


def named(texts: tuple[str, ...]) -> str:
    """Say which line of rule 11 some cards are, by name; "NONE" for none."""
    if len(texts) >= 5:
        return {5: "FIVE_CARDS", 6: "SIX_CARDS"}.get(len(texts), "SEVEN_CARDS")
    ranks = "".join(sorted(text[0] for text in texts))
    suits = {text[1] for text in texts}
    line = {"678": "6_7_8", "777": "7_7_7"}.get(ranks)
    if line is None:
        return "NONE"
    if suits == {"s"}:
        return f"SPADES_{line}"
    return f"SUITED_{line}" if len(suits) == 1 else f"MIXED_{line}"


def cards_of(texts: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(CARD[text] for text in texts)


def test_all_110592_ordered_three_card_hands_are_the_bonus_rule_11_names() -> None:
    counts: Counter[str] = Counter()
    for texts in product(TEXTS, repeat=3):
        name = named(texts)
        counts[name] += 1
        assert bonus_21(cards_of(texts), 3) == Bonus21[name], texts
    # 6-7-8: 3! orders of 4 suits each; 7-7-7: 4^3 ordered suits.
    assert counts["SPADES_6_7_8"] == 6
    assert counts["SUITED_6_7_8"] == 3 * 6
    assert counts["MIXED_6_7_8"] == 6 * 4**3 - 4 * 6
    assert counts["SPADES_7_7_7"] == 1
    assert counts["SUITED_7_7_7"] == 3
    assert counts["MIXED_7_7_7"] == 4**3 - 4
    assert sum(counts.values()) == 48**3


def test_no_hand_of_one_two_or_four_cards_is_a_bonus() -> None:
    sixes_to_eights = [text for text in TEXTS if text[0] in "678"]
    for count in (1, 2, 4):
        for texts in combinations_with_replacement(sixes_to_eights, count):
            assert bonus_21(cards_of(texts), count) == Bonus21.NONE


def test_five_six_and_seven_or_more_cards_are_told_apart_by_their_number_alone() -> None:
    """W13: seven or more. The longest 21 of eight decks is twenty-one aces."""
    for count in range(5, 22):
        for texts in (("As",) * count, ("7s",) * count, ("6s", "7s", "8s", *["2h"] * (count - 3))):
            assert Bonus21(bonus_21(cards_of(texts), count)).name == named(texts)
    assert [named(("As",) * count) for count in (5, 6, 7, 8, 21)] == [
        "FIVE_CARDS",
        "SIX_CARDS",
        "SEVEN_CARDS",
        "SEVEN_CARDS",
        "SEVEN_CARDS",
    ]


def test_the_count_given_decides_and_cards_behind_it_are_not_looked_at() -> None:
    """Compiled code passes a fixed array and a count."""
    padded = cards_of(("6s", "7s", "8s", "As", "As", "As", "As"))
    assert bonus_21(padded, 3) == Bonus21.SPADES_6_7_8
    assert bonus_21(padded, 4) == Bonus21.NONE
    assert bonus_21(padded, 7) == Bonus21.SEVEN_CARDS


def test_the_super_bonus_sevens_are_those_of_rule_10_among_all_three_card_hands() -> None:
    for texts in product(TEXTS, repeat=3):
        three_of_a_suit = len(set(texts)) == 1 and texts[0][0] == "7"
        one_of_each = set(texts) == {"7h", "7c", "7d"}
        assert three_suited_sevens(cards_of(texts)) == three_of_a_suit, texts
        assert heart_club_diamond_sevens(cards_of(texts)) == one_of_each, texts


def test_two_decks_hold_no_suited_seven_seven_seven() -> None:
    """GR11: with two decks only the mixed one is possible, so only that row is on the felt."""
    for texts in product([text for text in TEXTS if text[0] == "7"], repeat=3):
        if max(Counter(texts).values()) <= 2:
            assert bonus_21(cards_of(texts), 3) == Bonus21.MIXED_7_7_7
