"""The correlation of tags with the effects of removal, and the value of a true count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isclose, sqrt

from pitboss.cards.unseen import KINDS, Unseen

__all__ = ["ByCard", "correlation", "slope"]


@dataclass(frozen=True, slots=True)
class ByCard:
    """The cards of a shoe, and the effect of removing one card of each kind."""

    counts: tuple[int, ...]
    """By the number of the card."""
    removal: tuple[float, ...]
    """By the number of the card; 0 for cards that are not there."""

    def __post_init__(self) -> None:
        """Refuse lists that are not one number for each kind of card."""
        assert len(self.counts) == len(self.removal) == KINDS

    @classmethod
    def from_rows(cls, unseen: Unseen, rows: Iterable[tuple[Sequence[int], float]]) -> ByCard:
        """Return the removals of classes of cards, one by one.

        >>> from pitboss.cards import FRENCH, Shoe
        >>> full = Unseen.from_shoe(Shoe(FRENCH, 1))
        >>> ByCard.from_rows(full, [((0, 1, 2, 3), -0.006)]).removal[:5]
        (-0.006, -0.006, -0.006, -0.006, 0.0)
        """
        removal = [0.0] * KINDS
        for cards, change in rows:
            for card in cards:
                removal[card] = change
        return cls(unseen.counts, tuple(removal))

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @property
    def spread(self) -> float:
        """The standard deviation of the removal of one card drawn at random."""
        return sqrt(_covariance(self.counts, self.removal, self.removal))


def correlation(tags: Sequence[int], cards: ByCard) -> float | None:
    """Return the correlation of tags and removals, a card at a time; None if either is constant.

    It does not change with the scale of the tags, nor if all of them are raised by one number: an
    unbalanced count needs no special case. For the main wager it is the betting correlation, for
    insurance the insurance correlation.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> from pitboss.counts import find_system
    >>> tens = [(range(card, card + 1), 4.0 if card < 36 else -9.0) for card in range(52)]
    >>> insurance = ByCard.from_rows(Unseen.from_shoe(Shoe(FRENCH, 6)), tens)
    >>> round(correlation(find_system("hi-lo").tags, insurance), 4)
    0.7601
    """
    spread = _covariance(cards.counts, tags, tags) * _covariance(
        cards.counts, cards.removal, cards.removal
    )
    if isclose(spread, 0.0, abs_tol=1e-30):
        return None
    ratio = _covariance(cards.counts, tags, cards.removal) / sqrt(spread)
    return max(-1.0, min(ratio, 1.0))  # rounding may pass 1


def slope(tags: Sequence[int], cards: ByCard, *, unit: int = 1, per: int = 52) -> float:
    """Return the change of expectation for each whole true count, to the first order.

    An expectation is nearly the mean of one number for each unseen card: with N cards the removal
    of one is that number, turned round, over N - 1. The true count is *per* times the mean tag of
    the unseen cards, turned round; the slope is that of the line through both.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> from pitboss.counts import find_system
    >>> tens = [((card,), 12 / 13 / 311 if card < 36 else -27 / 13 / 311) for card in range(52)]
    >>> insurance = ByCard.from_rows(Unseen.from_shoe(Shoe(FRENCH, 6)), tens)
    >>> round(slope(find_system("hi-lo").tags, insurance), 4)
    0.0231
    """
    spread = _covariance(cards.counts, tags, tags)
    if isclose(spread, 0.0, abs_tol=1e-30):
        return 0.0
    return _covariance(cards.counts, tags, cards.removal) * unit * (cards.size - 1) / (spread * per)


def _covariance(counts: Sequence[int], one: Sequence[float], other: Sequence[float]) -> float:
    total = sum(counts)
    mean_one = sum(n * x for n, x in zip(counts, one, strict=True)) / total
    mean_other = sum(n * y for n, y in zip(counts, other, strict=True)) / total
    return (
        sum(
            n * (x - mean_one) * (y - mean_other)
            for n, x, y in zip(counts, one, other, strict=True)
        )
        / total
    )
