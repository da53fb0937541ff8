"""The tags of one wager: effects of removal, known counts and the best possible counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.advantage.tags import (
    BestSide,
    BestTags,
    ByCard,
    best_side,
    best_tags,
    card_classes,
    correlation,
    slope,
)
from pitboss.cards import JOKER, SUIT_LETTERS, Card, Shoe, format_cards
from pitboss.cards.unseen import Unseen
from pitboss.counts.system import Counted, CountSystem, tags_by_name

LEVELS = (1, 2, 3, 4)
"""The levels whose best tags are found."""
_MATTERS = 0.005
"""A gain in correlation that is worth mentioning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """The change of an expectation when one card of a class is removed."""

    card: str
    """ "5", "T" for every card that counts ten, "6hdc" where suits matter."""
    count: int
    """How many of them are left."""
    fixed: float
    """With the play of the full shoe kept."""
    reoptimised: float | None
    """With the best play for the cards that are left; None for a wager without decisions."""
    exact: Fraction | None = None
    """`fixed`, where it is known as a fraction."""

    def as_json(self) -> dict[str, Any]:
        """Return the row as data."""
        best = self.fixed if self.reoptimised is None else self.reoptimised
        row = {"card": self.card, "count": self.count, "fixed": self.fixed, "reoptimised": best}
        return row if self.exact is None else {**row, "exact": str(self.exact)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRow:
    """How well a count follows the removals."""

    system: CountSystem
    tags: Mapping[str, Fraction]
    start: Fraction
    """The running count of the full shoe."""
    correlation: float | None
    slope: float
    """The change of expectation with each whole true count."""
    running: Fraction | None = None
    """The running count with the cards that are left; None: the shoe is full."""
    true: Fraction | None = None
    """The true count then, as the count reads it."""

    def as_json(self) -> dict[str, Any]:
        """Return the row as data."""
        by_tags = self.system.kind is Counted.TAGS
        row = {
            "name": self.system.name,
            "tags": _numbers(self.tags) if by_tags else self.system.kind.value,
            "start": number(self.start),
            "per": self.system.per,
            "correlation": self.correlation,
            "slope": self.slope,
        }
        if self.running is not None and self.true is not None:
            row |= {"running": number(self.running), "true": number(self.true)}
        return row


@dataclass(frozen=True, slots=True, kw_only=True)
class TagStudy:
    """The known and best counts for the removals of one wager."""

    shoe: Shoe
    removal: tuple[CardRow, ...]
    systems: tuple[SystemRow, ...]
    best: tuple[BestTags, ...]
    side: tuple[BestSide, ...]
    """For each level the tags with one class of cards counted beside them."""
    suits_would_help: bool = False
    """Whether tags by suit would follow better than those found."""

    def as_json(self) -> dict[str, Any]:
        """Return the study as data."""
        return {
            "removal": [row.as_json() for row in self.removal],
            "systems": [row.as_json() for row in self.systems],
            "best": [
                {
                    "level": tags.level,
                    "balanced": tags.balanced,
                    "tags": _numbers(tags_by_name(tags.tags, 1, self.shoe)),
                    "correlation": tags.correlation,
                    "proven": tags.proven,
                }
                for tags in self.best
            ],
            "side_counts": [
                {
                    "level": side.level,
                    "tags": _numbers(tags_by_name(side.tags, 1, self.shoe)),
                    "card": name_cards(side.cards, Unseen.from_shoe(self.shoe)),
                    "side_tag": side.side_tag,
                    "correlation": side.correlation,
                }
                for side in self.side
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """Which tags are looked for."""

    levels: Sequence[int] = LEVELS
    balanced: bool = False
    """Balanced tags alone."""
    suits: bool = False
    """Tags may differ by suit."""
    full: bool = True
    """Whether the shoe is full: only there tags can be balanced."""


def study_tags(
    shoe: Shoe,
    cards: ByCard,
    reoptimised: Sequence[float] | None,
    systems: Iterable[CountSystem],
    design: Design,
    *,
    exact: Mapping[Card, Fraction] | None = None,
) -> TagStudy:
    """Return the known and best counts for the removals of every card.

    *reoptimised* are the removals by card with the best play; None for a wager without decisions,
    whose removals are known as fractions, *exact*.
    """
    matters = cards.spread > 0
    kinds = [True] if design.balanced else [False, True] if design.full else [False]
    best = [
        best_tags(cards, level, balanced=balanced, suits=design.suits)
        for level in design.levels
        for balanced in kinds
    ]
    beside = (best_side(cards, level, suits=design.suits) for level in design.levels)
    by_suit = not design.suits and len(card_classes(cards, suits=True)) > len(card_classes(cards))
    return TagStudy(
        shoe=shoe,
        suits_would_help=by_suit and _gain_of_suits(cards, best) > _MATTERS,
        removal=tuple(_rows(cards, reoptimised, exact or {})),
        systems=tuple(_system_row(system, shoe, cards, design) for system in systems),
        best=tuple(choice for choice in best if matters and choice.correlation is not None),
        side=tuple(side for side in beside if side is not None),
    )


def _gain_of_suits(cards: ByCard, best: Sequence[BestTags]) -> float:
    """Return how much better tags by suit would follow at the highest level."""
    level = max(tags.level for tags in best)
    alone = max(tags.correlation or 0.0 for tags in best)
    return (best_tags(cards, level, suits=True).correlation or 0.0) - alone


def _system_row(system: CountSystem, shoe: Shoe, cards: ByCard, design: Design) -> SystemRow:
    tags = system.bet_tags
    by_tags = system.kind is Counted.TAGS
    left = Unseen(cards.counts)
    return SystemRow(
        system=system,
        tags=tags_by_name(tags, system.unit, shoe),
        start=Fraction(system.starting_count(shoe), system.unit),
        correlation=correlation(tags, cards) if by_tags else None,
        slope=slope(tags, cards, unit=system.unit, per=system.per) if by_tags else 0.0,
        running=None if design.full else Fraction(system.running(left, shoe), system.unit),
        true=None if design.full else system.true(left, shoe),
    )


def _rows(
    cards: ByCard, reoptimised: Sequence[float] | None, exact: Mapping[Card, Fraction]
) -> Iterable[CardRow]:
    """Yield the rows in the order 2 to 9, T, A, then suits."""
    unseen = Unseen(cards.counts)
    classes = sorted(card_classes(cards, suits=True), key=lambda group: _place(group.cards[0]))
    for group in classes:
        best = None if reoptimised is None else reoptimised[group.cards[0]]
        yield CardRow(
            card=name_cards(group.cards, unseen),
            count=group.count,
            fixed=group.removal,
            reoptimised=best,
            exact=exact.get(group.cards[0]),
        )


def _place(card: Card) -> tuple[int, int]:
    rank = card >> 2
    return (14, 0) if card == JOKER else (13 if rank == 0 else rank, card & 3)


def name_cards(cards: Sequence[Card], unseen: Unseen) -> str:
    """Return the name of cards that count alike: a rank where all its suits are among them.

    >>> from pitboss.cards import FRENCH, parse_cards
    >>> full = Unseen.from_shoe(Shoe(FRENCH, 1))
    >>> name_cards(parse_cards("5s 5h 5d 5c"), full), name_cards(parse_cards("6h 6d"), full)
    ('5', '6hd')
    """
    tens = [card for card in unseen.kinds if 9 <= card >> 2 <= 12]
    if sorted(cards) == tens:
        return "T"
    whole = [card for card in unseen.kinds if card != JOKER and card >> 2 == cards[0] >> 2]
    if cards[0] == JOKER:
        return format_cards(cards)
    rank = format_cards(cards[:1])[0].replace("T", "10")
    return rank if sorted(cards) == whole else rank + "".join(SUIT_LETTERS[c & 3] for c in cards)


def _numbers(tags: Mapping[str, Fraction]) -> dict[str, int | float]:
    return {name: number(tag) for name, tag in tags.items()}


def number(value: Fraction) -> int | float:
    """Return a number as JSON writes it: whole where it is.

    >>> number(Fraction(3)), number(Fraction(1, 2))
    (3, 0.5)
    """
    return int(value) if value.denominator == 1 else float(value)
