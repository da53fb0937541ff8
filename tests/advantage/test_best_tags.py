"""The best tags are the best of all: every choice of tags is tried."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from pitboss.advantage.tags import ByCard, best_side, best_tags, card_classes, correlation, slope
from pitboss.cards import FRENCH, SPANISH, Shoe
from pitboss.cards.unseen import Unseen
from pitboss.counts import find_system
from pitboss.counts.tags import find_cards
from tests.tiers import by_day

ORDER = (*"23456789", "T", "A")
GRIFFIN = (0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51, -0.61)
"""Removals of one deck, as printed; percent."""


def by_rank(removal: tuple[float, ...], shoe: Shoe) -> ByCard:
    rows = [(find_cards(name) or (), x) for name, x in zip(ORDER, removal, strict=True)]
    return ByCard.from_rows(Unseen.from_shoe(shoe), rows)


def exhausted(cards: ByCard, level: int, *, balanced: bool) -> float:
    """Return the largest correlation of all tags that there are."""
    classes = card_classes(cards)
    weights = np.array([group.count for group in classes], dtype=np.float64)
    removal = np.array([group.removal for group in classes])
    removal -= (weights * removal).sum() / weights.sum()
    best = -1.0
    span = range(-level, level + 1)
    half = len(classes) // 2
    ends = np.array(list(product(span, repeat=len(classes) - half)), dtype=np.float64)
    for start in product(span, repeat=half):
        tags = np.hstack((np.broadcast_to(start, (len(ends), half)), ends))
        total = tags @ weights
        spread = (tags**2) @ weights - total**2 / weights.sum()
        fits = spread > 1e-9
        if balanced:
            fits &= abs(total) < 1e-9
        if fits.any():
            value = (tags[fits] @ (weights * removal)) / np.sqrt(spread[fits])
            best = max(best, float(value.max()))
    return best / float(np.sqrt((weights * removal**2).sum()))


def draws(number: int) -> list[ByCard]:
    """Return removals as printed and removals at random, of two decks of cards."""
    random = Random(20)
    made = [by_rank(GRIFFIN, Shoe(FRENCH, 1))]
    for _ in range(number):
        removal = tuple(random.gauss(0, 1) for _ in ORDER)
        made.append(by_rank(removal, Shoe(random.choice((FRENCH, SPANISH)), 6)))
    return made


@pytest.mark.parametrize("balanced", [False, True])
def test_no_tags_of_level_1_are_better(balanced: bool) -> None:  # noqa: FBT001 (a parameter)
    """All 3^10 are tried."""
    for cards in draws(by_day(5, 50)):
        best = best_tags(cards, 1, balanced=balanced)
        assert best.correlation == pytest.approx(exhausted(cards, 1, balanced=balanced), abs=1e-12)
        if balanced:
            assert not sum(n * tag for n, tag in zip(cards.counts, best.tags, strict=True))


@pytest.mark.parametrize("balanced", [False, True])
def test_no_tags_of_level_2_are_better(balanced: bool) -> None:  # noqa: FBT001 (a parameter)
    """All 5^10 are tried at night, those of seven classes by day."""
    for cards in draws(2):
        if by_day(True, False):  # noqa: FBT003 (which of two)
            counts = tuple(
                0 if card >> 2 in {2, 4, 6} else n for card, n in enumerate(cards.counts)
            )
            cards = ByCard(counts, cards.removal)  # noqa: PLW2901 (the smaller one)
        tags = best_tags(cards, 2, balanced=balanced)
        best = exhausted(cards, 2, balanced=balanced)
        assert tags.correlation == pytest.approx(best, abs=1e-12)


def test_a_higher_level_is_never_worse_and_a_side_count_never_hurts() -> None:
    for cards in draws(3):
        levels = [best_tags(cards, level).correlation or 0 for level in (1, 2, 3, 4)]
        kept = [best_tags(cards, level, balanced=True).correlation or 0 for level in (1, 2, 3, 4)]
        beside = [best_side(cards, level) for level in (1, 2, 3, 4)]
        assert levels == sorted(levels)
        assert kept == sorted(kept)
        for free, bound, side in zip(levels, kept, beside, strict=True):
            assert side is not None
            assert bound <= free + 1e-12 <= side.correlation + 2e-12 <= 1 + 3e-12


def test_suits_are_told_apart_only_where_they_matter() -> None:
    shoe = Unseen.from_shoe(Shoe(FRENCH, 1))
    rows = [((card,), -1.0 if card == 45 else float(card >> 2 == 4)) for card in range(52)]
    cards = ByCard.from_rows(shoe, rows)
    with_suits = best_tags(cards, 2, suits=True)
    without = best_tags(cards, 2)
    assert with_suits.tags[45] != with_suits.tags[44] == with_suits.tags[46]
    assert without.tags[45] == without.tags[44]
    assert (with_suits.correlation or 0) > (without.correlation or 0)


def test_where_no_card_matters_there_are_no_tags() -> None:
    cards = by_rank((0.0,) * 10, Shoe(FRENCH, 6))
    best = best_tags(cards, 4)
    assert best.correlation is None
    assert not any(best.tags)
    assert best_side(cards, 1) is None


def test_scale_and_offset_change_no_correlation() -> None:
    cards = by_rank(GRIFFIN, Shoe(FRENCH, 1))
    tags = find_system("halves").tags
    moved = [3 * tag + 5 for tag in tags]
    assert correlation(moved, cards) == pytest.approx(correlation(tags, cards), abs=1e-14)
    assert slope(moved, cards) == pytest.approx(slope(tags, cards) / 3, abs=1e-14)
