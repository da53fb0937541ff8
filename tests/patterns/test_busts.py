"""The dealer's bust, against what the Break Bonus prints."""

from __future__ import annotations

from pitboss.patterns.busts import BustCards, bust_cards

PRINTED = {3: "THREE_CARDS", 4: "FOUR_CARDS", 5: "FIVE_CARDS", 6: "SIX_CARDS", 7: "SEVEN_CARDS"}


def test_every_final_dealer_hand_has_the_class_the_break_bonus_prints() -> None:
    for total in range(2, 32):
        for count in range(2, 18):
            broken = total in range(22, 32)
            wanted = PRINTED.get(count, "EIGHT_OR_MORE_CARDS") if broken else "NONE"
            if broken and count == 2:
                continue  # two cards cannot break: two aces are 12
            assert BustCards(bust_cards(total, count)).name == wanted, (total, count)


def test_nothing_that_stands_is_a_bust() -> None:
    assert {bust_cards(total, count) for total in range(22) for count in range(2, 17)} == {0}
