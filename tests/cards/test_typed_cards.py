"""Cards as people type them."""

from __future__ import annotations

import pytest

from pitboss.cards import NotationError, format_cards, read_cards, split_cards
from pitboss.exact.advising.shown_cards import HAND, ShownCards


def test_one_hand_typed_in_many_ways() -> None:
    texts = (
        *("6h Th", "6h 10h", "6H TH", "6\u2665 10\u2665", "6hTh", "6h10h", "6h,Th", "6h, 10H"),
        *("6\u2665\ufe0f10\u2661", " 6h;th "),
    )
    assert {text: format_cards(read_cards(text)) for text in texts} == dict.fromkeys(texts, "6h Th")
    assert format_cards(read_cards("Jk As")) == "Jk As"
    assert read_cards("") == ()


def test_what_is_no_card_is_named_alone() -> None:
    assert split_cards("6h x7 7h") == ("6h", "x7", "7h")
    for text, word in (("6h 1h", "'1h'"), ("6h 7x", "'7x'"), ("66x", "'66x'")):
        with pytest.raises(NotationError, match=word):
            read_cards(text)
    # The Kelvin sign is no king, and the long s is no spade, though upper case makes them so.
    for text in ("\u212ah", "6\u017f"):
        with pytest.raises(NotationError, match="is not a card"):
            read_cards(text)
    with pytest.raises(NotationError, match="'6' has no suit"):
        read_cards("6 7h")


def test_cards_without_suits_get_different_ones_and_are_counted() -> None:
    shown = ShownCards(hand="8 8", up="10")

    assert shown.count(HAND) == 2
    assert format_cards(shown.cards(HAND)) == "8s 8h"
    assert shown.with_equal_suits(1) == ShownCards(hand="8s 8h", up="Ts")
    assert shown.with_equal_suits(6) == ShownCards(hand="8s 8s", up="Ts")
    assert ShownCards(hand="8s 8h", up="Ts").with_equal_suits(6) is None
