"""Tags: how well they follow effects of removal, and the best tags of a level.

The best tags of a level are the whole numbers from -level to level that follow the removals best.

Why they are the best, and not only good. The square of a correlation is 1 less what the best line
through tags and removals leaves over. For one line the best tag of a card is its removal on that
line, rounded; so the best tags of all are among the roundings by every line, and every one of these
is tried: as the scale changes, the order in which roundings step changes only where two steps
meet, and between two such scales they are taken one after the other. Balanced tags have a sum to
keep, so they are searched as a whole: for every sum of tags and of their squares, the tags that
follow the removals best, card class by card class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd, isclose, sqrt

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER, Card, Rank
from pitboss.cards.unseen import KINDS, Unseen

Floats = npt.NDArray[np.float64]

_ALIKE = 1e-9
"""Removals nearer than this part of their spread are one: what is left of them is rounding."""
_SCALES_AT_ONCE = 1_000
_TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)


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


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards that have one tag together."""

    cards: tuple[Card, ...]
    count: int
    removal: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BestTags:
    """The best tags of a level."""

    level: int
    balanced: bool
    tags: tuple[int, ...]
    """By the number of the card."""
    correlation: float | None
    """None: no card matters, so there are no tags."""
    proven: bool = True
    """Whether every other choice of tags is known to be no better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestSide:
    """The best tags of a level with one class of cards counted beside them."""

    level: int
    tags: tuple[int, ...]
    """By the number of the card; 0 for those of the side count."""
    cards: tuple[Card, ...]
    """Counted beside."""
    side_tag: float
    """The tags that one of them adds to the count when a bet is made."""
    correlation: float


def card_classes(cards: ByCard, *, suits: bool = False) -> tuple[CardClass, ...]:
    """Return the cards that have one tag together: by rank; with *suits* those of like removals.

    Ranks that count ten are one if their removals are alike.
    """
    spread = cards.spread
    by_rank: dict[int, list[int]] = {}
    for card in range(KINDS):
        if cards.counts[card]:
            by_rank.setdefault(13 if card == JOKER else card >> 2, []).append(card)
    groups: list[list[int]] = []
    for ranked in by_rank.values():
        groups += _alike(cards, ranked, spread) if suits else [ranked]
    tens = [group for group in groups if group[0] != JOKER and group[0] >> 2 in _TENS]
    means = [_class(cards, group).removal for group in tens]
    if len(tens) > 1 and max(means) - min(means) <= _ALIKE * spread:
        groups = [group for group in groups if group not in tens]
        groups.append([card for group in tens for card in group])
    return tuple(_class(cards, group) for group in groups)


def _alike(cards: ByCard, ranked: Sequence[int], spread: float) -> list[list[int]]:
    groups: list[list[int]] = []
    for card in sorted(ranked, key=lambda card: (cards.removal[card], card)):
        near = groups and cards.removal[card] - cards.removal[groups[-1][-1]] <= _ALIKE * spread
        if near:
            groups[-1].append(card)
        else:
            groups.append([card])
    return [sorted(group) for group in groups]


def _class(cards: ByCard, group: Sequence[int]) -> CardClass:
    count = sum(cards.counts[card] for card in group)
    removal = sum(cards.counts[card] * cards.removal[card] for card in group) / count
    return CardClass(tuple(map(Card, group)), count, removal)


def best_tags(
    cards: ByCard, level: int, *, balanced: bool = False, suits: bool = False
) -> BestTags:
    """Return the best tags of a level."""
    classes = card_classes(cards, suits=suits)
    search = _balance_tags if balanced else _roundings
    chosen = search(classes, level)
    tags = _by_card(classes, chosen)
    return BestTags(level=level, balanced=balanced, tags=tags, correlation=correlation(tags, cards))


def best_side(cards: ByCard, level: int, *, suits: bool = False) -> BestSide | None:
    """Return the class of cards best counted beside, with the tags that are best then.

    A count of its own follows the removal of its cards exactly, so the tags are those that are
    best for all others. None if there are no three classes with removals of their own.
    """
    classes = card_classes(cards, suits=suits)
    total = cards.spread**2 * cards.size
    sides = []
    for number, side in enumerate(classes):
        others = (*classes[:number], *classes[number + 1 :])
        chosen = _roundings(others, level)
        scale, offset, left_over = _line(others, chosen)
        if scale <= 0 or total <= 0:
            continue
        sides.append(
            BestSide(
                level=level,
                tags=_by_card(others, chosen),
                cards=side.cards,
                side_tag=(side.removal - offset) / scale,
                correlation=sqrt(max(0.0, 1 - left_over / total)),
            )
        )
    return max(sides, key=lambda side: side.correlation, default=None)


def _by_card(classes: Sequence[CardClass], chosen: Sequence[int]) -> tuple[int, ...]:
    """Return tags by the number of the card; a suit that is gone has the tag of its rank."""
    tags = [0] * KINDS
    for group, tag in zip(classes, chosen, strict=True):
        for rank in {card >> 2 for card in group.cards if card != JOKER}:
            for card in range(4 * rank, 4 * rank + 4):
                tags[card] = tags[card] or tag
    for group, tag in zip(classes, chosen, strict=True):
        for card in group.cards:
            tags[card] = tag
    return tuple(tags)


def _line(classes: Sequence[CardClass], tags: Sequence[int]) -> tuple[float, float, float]:
    """Return scale and offset of the line from tags to removals, and the squares it leaves."""
    weights = np.array([group.count for group in classes], dtype=np.float64)
    removal = np.array([group.removal for group in classes])
    given = np.array(tags, dtype=np.float64)
    total = weights.sum()
    mean = (weights * removal).sum() / total
    middle = (weights * given).sum() / total
    spread = (weights * (given - middle) ** 2).sum()
    if spread <= 0:
        return 0.0, mean, float((weights * (removal - mean) ** 2).sum())
    scale = float((weights * (given - middle) * (removal - mean)).sum() / spread)
    offset = float(mean - scale * middle)
    return scale, offset, float((weights * (removal - offset - scale * given) ** 2).sum())


# -- unbalanced: every rounding --------------------------------------------------------------------


def _roundings(classes: Sequence[CardClass], level: int) -> tuple[int, ...]:
    """Return the best tags of any sum, one for each class."""
    merged, place = _merge_alike(classes)
    weights = np.array([group.count for group in merged], dtype=np.float64)
    removal = np.array([group.removal for group in merged])
    removal -= (weights * removal).sum() / weights.sum()
    if len(merged) == 1:
        return (0,) * len(classes)
    best = -1.0
    candidates = list[tuple[int, ...]]()
    scales = _scales(removal, level)
    for first in range(0, len(scales), _SCALES_AT_ONCE):
        value, tags = _try_scales(scales[first : first + _SCALES_AT_ONCE], weights, removal, level)
        if value > best + 1e-12:
            best = value
            candidates = tags
        elif value > best - 1e-12:
            candidates += tags
    chosen = min(map(_smallest_tags, candidates), key=lambda tags: _order(tags, weights))
    return tuple(chosen[number] for number in place)


def _merge_alike(classes: Sequence[CardClass]) -> tuple[list[CardClass], list[int]]:
    """Return classes of different removals, and for each class given its place among them."""
    order = sorted(range(len(classes)), key=lambda number: classes[number].removal)
    spread = classes[order[-1]].removal - classes[order[0]].removal
    merged: list[CardClass] = []
    place = [0] * len(classes)
    for number in order:
        group = classes[number]
        if merged and group.removal - merged[-1].removal <= _ALIKE * spread:
            last = merged[-1]
            count = last.count + group.count
            mean = (last.count * last.removal + group.count * group.removal) / count
            merged[-1] = CardClass((*last.cards, *group.cards), count, mean)
        else:
            merged.append(group)
        place[number] = len(merged) - 1
    return merged, place


def _scales(removal: Floats, level: int) -> Floats:
    """Return one scale between every two at which roundings change their order."""
    one, other = np.triu_indices(len(removal), 1)
    apart = abs(removal[one] - removal[other])
    meeting = np.unique((apart[:, None] / np.arange(1, 2 * level)[None, :]).ravel())
    between = (meeting[1:] + meeting[:-1]) / 2
    return np.concatenate(([meeting[0] / 2], between, [meeting[-1] * 2]))


def _try_scales(
    scales: Floats, weights: Floats, removal: Floats, level: int
) -> tuple[float, list[tuple[int, ...]]]:
    """Return the best correlation by these scales with any offset, and the tags that have it."""
    count = len(removal)
    steps = np.arange(-level, level)
    # A tag falls from step + 1 to step where the offset passes removal - scale * (step + 1/2).
    offsets = removal[None, :, None] - scales[:, None, None] * (steps + 0.5)[None, None, :]
    order = np.argsort(offsets.reshape(len(scales), -1), axis=1, kind="stable")
    card = order // len(steps)
    step = steps[order % len(steps)]
    total = weights.sum()
    first = level * total - np.cumsum(weights[card], axis=1)
    second = level**2 * total - np.cumsum(weights[card] * (2 * step + 1), axis=1)
    product = -np.cumsum(weights[card] * removal[card], axis=1)
    spread = second - first**2 / total
    norm = sqrt((weights * removal**2).sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(spread > 1e-9, product / (np.sqrt(spread) * norm), -1.0)
    best = float(value.max())
    choices = set()
    for row, column in np.argwhere(value > best - 1e-12)[:_SCALES_AT_ONCE]:
        fallen = np.bincount(card[row, : column + 1], minlength=count)
        choices.add(tuple(int(tag) for tag in level - fallen))
    return best, sorted(choices)


def _smallest_tags(tags: tuple[int, ...]) -> tuple[int, ...]:
    shared = reduce(gcd, tags, 0) or 1
    return tuple(tag // shared for tag in tags)


def _order(tags: tuple[int, ...], weights: Floats) -> tuple[float, int, tuple[int, ...]]:
    """Return the order of equally good tags: near balance first, then small tags."""
    out_of_balance = abs(float((weights * np.array(tags)).sum()))
    return round(out_of_balance, 6), sum(map(abs, tags)), tags


# -- balanced: every sum ---------------------------------------------------------------------------


def _balance_tags(classes: Sequence[CardClass], level: int) -> tuple[int, ...]:
    """Return the best tags whose sum over the shoe is 0, one for each class."""
    shared = reduce(gcd, (group.count for group in classes))
    weights = [group.count // shared for group in classes]
    total = sum(weights)
    mean = sum(w * group.removal for w, group in zip(weights, classes, strict=True)) / total
    reach = level * total
    squares = level**2 * total
    best: Floats = np.full((2 * reach + 1, squares + 1), -np.inf)
    best[reach, 0] = 0.0
    choices: list[npt.NDArray[np.int8]] = []
    for weight, group in zip(weights, classes, strict=True):
        best, choice = _with_class(best, weight, weight * (group.removal - mean), level)
        choices.append(choice)
    square = np.arange(1, squares + 1)
    value = best[reach, 1:] / np.sqrt(square)
    if not np.isfinite(value).any() or value.max() <= 0:
        return (0,) * len(classes)
    # Of equally good tags, multiples of each other among them, the smallest.
    least = int(square[np.argmax(value >= value.max() * (1 - 1e-12))])
    return _smallest_tags(_walk_back(choices, weights, reach, least))


def _with_class(
    best: Floats, weight: int, gain: float, level: int
) -> tuple[Floats, npt.NDArray[np.int8]]:
    """Return the best sums with one more class, and the tag of it that each is reached by."""
    after: Floats = np.full_like(best, -np.inf)
    choice = np.zeros(best.shape, dtype=np.int8)
    rows, columns = best.shape
    for tag in sorted(range(-level, level + 1), key=abs):
        move = weight * tag
        more = weight * tag * tag
        if more >= columns:
            continue
        low, high = max(0, move), min(rows, rows + move)
        came = best[low - move : high - move, : columns - more] + tag * gain
        into = after[low:high, more:]
        better = came > into
        into[better] = came[better]
        choice[low:high, more:][better] = tag
    return after, choice


def _walk_back(
    choices: Sequence[npt.NDArray[np.int8]], weights: Sequence[int], row: int, column: int
) -> tuple[int, ...]:
    tags = []
    for choice, weight in zip(reversed(choices), reversed(weights), strict=True):
        tag = int(choice[row, column])
        tags.append(tag)
        row, column = row - weight * tag, column - weight * tag * tag
    return tuple(reversed(tags))
