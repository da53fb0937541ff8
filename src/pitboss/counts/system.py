"""A count: what every card adds to a running count, and how that is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import floor

from pitboss.cards import RANK_LETTERS, Card, Shoe, format_card
from pitboss.cards.unseen import KINDS, Unseen
from pitboss.counts.index_play import IndexPlay
from pitboss.counts.ramp import Ramp
from pitboss.counts.true_count import TrueCount, true_count


class Counted(StrEnum):
    """The quantity that a count follows."""

    TAGS = "tags"
    """Every card has a tag, and tags are added up."""
    SUIT_DIFFERENCE = "suit difference"
    """How many more cards are left of the most numerous suit than of the least numerous."""
    RANK_DIFFERENCE = "rank difference"
    """The same of ranks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCount:
    """A second count beside the first: it serves bets, not plays."""

    name: str
    tags: tuple[int, ...]
    """By the number of the card, in parts of the system's unit."""


@dataclass(frozen=True, kw_only=True)
class CountSystem:
    """One way of counting cards."""

    name: str
    tags: tuple[int, ...] = (0,) * KINDS
    """By the number of the card, whole numbers in parts of `unit`."""
    unit: int = 1
    """A printed tag is `tags[card] / unit`: halves have a unit of 2."""
    side: tuple[SideCount, ...] = ()
    start: Fraction | None = None
    """The running count of a full shoe, in printed tags; None: the count ends at the pivot."""
    pivot: Fraction = Fraction()
    """The running count when every card is gone, if `start` does not say otherwise."""
    per: int = 52
    """Cards of a deck in the true count."""
    convention: TrueCount = TrueCount.FLOOR
    kind: Counted = Counted.TAGS
    indices: tuple[IndexPlay, ...] = ()
    ramp: Ramp | None = None
    note: str = ""
    """A sentence about it, for people."""

    def __post_init__(self) -> None:
        """Refuse tags that are not one for each kind of card."""
        assert all(len(tags) == KINDS for tags in (self.tags, *(side.tags for side in self.side)))

    @cached_property
    def bet_tags(self) -> tuple[int, ...]:
        """The tags with all side counts: what bets are made by.

        >>> from pitboss.counts.tags import parse_tags
        >>> aces = SideCount(name="aces", tags=parse_tags("A=-1"))
        >>> CountSystem(name="x", tags=parse_tags("5=1"), side=(aces,)).bet_tags[:5]
        (-1, -1, -1, -1, 0)
        """
        columns = (self.tags, *(side.tags for side in self.side))
        return tuple(map(sum, zip(*columns, strict=True)))

    def total(self, shoe: Shoe, *, plays: bool = False) -> int:
        """Return the sum of all tags of a full shoe, in parts of the unit; 0 is balanced."""
        tags = self.tags if plays else self.bet_tags
        return sum(tags[card] for card in shoe.deck.cards) * shoe.deck_count

    def starting_count(self, shoe: Shoe, *, plays: bool = False) -> int:
        """Return the running count of a full shoe, in parts of the unit; for bets, or for plays.

        Side counts start so that they end at 0.

        >>> from pitboss.cards import FRENCH
        >>> from pitboss.counts import find_system
        >>> [find_system(name).starting_count(Shoe(FRENCH, 6)) for name in ("hi-lo", "ko", "red-7")]
        [0, -20, -12]
        """
        if self.kind is not Counted.TAGS:
            return 0
        main = self.total(shoe, plays=True)
        start = floor(self.pivot * self.unit) - main
        if self.start is not None:
            start = floor(self.start * self.unit)
        return start if plays else start - (self.total(shoe) - main)

    def count_range(self, shoe: Shoe, *, plays: bool = False) -> range:
        """Return every running count that can occur, in parts of the unit."""
        tags = self.tags if plays else self.bet_tags
        start = self.starting_count(shoe, plays=plays)
        given = [tags[card] for card in shoe.cards()]
        if self.kind is not Counted.TAGS:
            return range(shoe.size * self.unit + 1)
        low, high = (sum(sign(tag, 0) for tag in given) for sign in (min, max))
        return range(start + low, start + high + 1)

    def running(self, unseen: Unseen, shoe: Shoe) -> int:
        """Return the running count, for bets, when some cards of the shoe are unseen."""
        if self.kind is not Counted.TAGS:
            return self._difference(unseen)
        full = Unseen.from_shoe(shoe).counts
        tags = enumerate(self.bet_tags)
        return self.starting_count(shoe) + sum(
            tag * (full[card] - unseen.counts[card]) for card, tag in tags
        )

    def true(self, unseen: Unseen, shoe: Shoe, *, step: int = 1) -> Fraction:
        """Return the true count, for bets, when some cards of the shoe are unseen.

        >>> from pitboss.cards import FRENCH, parse_cards
        >>> from pitboss.counts import find_system
        >>> shoe = Shoe(FRENCH, 2)
        >>> left = Unseen.from_shoe(shoe).without(*parse_cards("2h 3h 4h 5h"))
        >>> find_system("hi-lo").true(left, shoe)
        Fraction(2, 1)
        """
        running = self.running(unseen, shoe)
        how = self.convention
        return true_count(running, unseen.size, how, per=self.per, unit=self.unit, step=step)

    def _difference(self, unseen: Unseen) -> int:
        """Return the most numerous less the least numerous suit or rank of those in the shoe."""
        groups: dict[int, int] = {}
        for card, count in enumerate(unseen.counts[:-1]):
            group = card & 3 if self.kind is Counted.SUIT_DIFFERENCE else card >> 2
            groups[group] = groups.get(group, 0) + count
        return (max(groups.values()) - min(groups.values())) * self.unit


def tags_by_name(tags: tuple[int, ...], unit: int, shoe: Shoe) -> dict[str, Fraction]:
    """Return printed tags by rank, by card where suits differ, and for the cards of a shoe alone.

    Ten-valued ranks with one tag are one, "T".

    >>> from pitboss.cards import FRENCH
    >>> from pitboss.counts import find_system
    >>> halves = find_system("halves")
    >>> {name: str(tag) for name, tag in tags_by_name(halves.tags, 2, Shoe(FRENCH, 1)).items()}
    {'2': '1/2', '3': '1', '4': '1', '5': '3/2', '6': '1', '7': '1/2', '8': '0', '9': '-1/2', 'T': '-1', 'A': '-1'}
    """  # noqa: E501 (one line of output)
    present = Unseen.from_shoe(shoe)
    by_name: dict[str, Fraction] = {}
    tens = {tags[card] for card in present.kinds if card < 52 and card >> 2 >= 9}
    for rank in (*range(1, 13), 0):
        cards = [card for card in present.kinds if card < 52 and card >> 2 == rank]
        if not cards:
            continue
        given = {tags[card] for card in cards}
        if rank >= 9 and len(tens) == 1:
            by_name["T"] = Fraction(min(tens), unit)
        elif len(given) == 1:
            by_name[RANK_LETTERS[rank].replace("T", "10")] = Fraction(min(given), unit)
        else:
            by_name |= {format_card(Card(card)): Fraction(tags[card], unit) for card in cards}
    if present.counts[-1] and tags[-1]:
        by_name["Jk"] = Fraction(tags[-1], unit)
    return by_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """The errors and the camouflage of a counter, which cost him money."""

    bet_errors: float = 0.0
    """The share of rounds whose bet is one step of the ramp off."""
    play_errors: float = 0.0
    """The share of index plays that are not made."""
    raise_max: int | None = None
    """A bet is at most this many times the one before."""
    raise_after_win: bool = False
    """A bet is raised only after a round that was won."""
    lower_after_loss: bool = False
    """A bet is lowered only after a round that was lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A counter and his plan."""

    system: CountSystem
    ramp: Ramp
    enter: int | None = None
    """He plays from this true count on; None: from the first round."""
    leave: int | None = None
    """He leaves the shoe at or below this true count; None: never."""
    hands: tuple[tuple[int, int], ...] = ()
    """(hands, true count): so many hands at or above it; one below the first."""
    side_bets: tuple[tuple[str, int], ...] = ()
    """(wager, true count): made at or above it."""
    cards_a_step: int = 1
    """He estimates the unseen cards in steps of so many: 1, 26 or 52."""
    after_cut: int = 0
    """Rounds that begin after the cut card came: 0 or 1."""
    cover: Cover = field(default_factory=Cover)
