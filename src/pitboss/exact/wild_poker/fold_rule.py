"""Deuces Wild Xtreme: the fold rule in words, found in the solver's folds.

Hands are grouped by name: a pair of fours, ten high. Most groups are played or folded as a whole.
In a divided group the other cards decide: the lowest of them, or the highest, must be high enough.
The rule is checked against the solver for every hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby

import numpy as np

from pitboss.exact.wild_poker.folding import Folding
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildRank
from pitboss.text.hands import height_word, ranked_name

_LEADING_SHIFT, _HEIGHT_BITS, _HEIGHT = 16, 4, 15


@dataclass(frozen=True, slots=True, order=True)
class HandGroup:
    """Hands of one name, as a pair of fours."""

    rank: WildRank
    height: int
    """Of the card that names it: 14 is an ace."""

    @property
    def words(self) -> str:
        """The name of its hands."""
        return ranked_name(self.rank, self.height << _LEADING_SHIFT)


@dataclass(frozen=True, slots=True)
class DividedGroup:
    """A group of which some hands are played."""

    group: HandGroup
    lowest: int | None = None
    """Played where no other card is lower than this ..."""
    highest: int | None = None
    """... or where some other card is at least this high."""

    def plays(self, others: tuple[int, ...]) -> bool:
        """Return whether a hand with those other cards, the highest first, is played."""
        if self.lowest is not None:
            return others[-1] >= self.lowest
        assert self.highest is not None
        return others[0] >= self.highest

    @property
    def words(self) -> str:
        """The hands of the group that are played, in words."""
        if self.lowest is not None:
            return f"a {self.group.words} with no other card below {height_word(self.lowest)}"
        assert self.highest is not None
        return f"a {self.group.words} with another card of {height_word(self.highest)} or higher"


@dataclass(frozen=True, slots=True)
class FoldRule:
    """The hands to play; all others are folded."""

    always: HandGroup
    """This group and every better one."""
    divided: tuple[DividedGroup, ...]
    """Lower groups of which some hands are played, the best first."""

    def plays(self, value: int) -> bool:
        """Whether a hand of a comparison value is played."""
        group, others = classify_hand(value)
        if group >= self.always:
            return True
        return any(part.group == group and part.plays(others) for part in self.divided)

    @property
    def words(self) -> str:
        """When to play and when to fold, in words."""
        some = "".join(f", {part.words}" for part in self.divided)
        return f"Play a {self.always.words} or better{some}; fold everything else."


def classify_hand(value: int) -> tuple[HandGroup, tuple[int, ...]]:
    """Return the group of a hand by its comparison value, and the heights of its other cards.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.patterns.wild import wild_value
    >>> group, others = classify_hand(wild_value(parse_cards("4s 9h 4d 3c 7s")))
    >>> group.rank.name, group.height, others
    ('PAIR', 4, (9, 7, 3))
    """
    rank, order = divmod(value, 1 << RANK_SHIFT)
    heights = [order >> shift & _HEIGHT for shift in range(_LEADING_SHIFT, -1, -_HEIGHT_BITS)]
    return HandGroup(WildRank(rank), heights[0]), tuple(height for height in heights[1:] if height)


@cache
def fold_rule(folding: Folding) -> FoldRule:
    """Find the rule, and check that it agrees with the solver for every hand."""
    played_values = _plays_by_value(folding)
    groups = {
        group: {value: played_values[value] for value in values}
        for group, values in groupby(
            sorted(played_values), key=lambda value: classify_hand(value)[0]
        )
    }
    folded = [group for group, plays in groups.items() if not all(plays.values())]
    always = min(group for group in groups if not folded or group > max(folded))
    divided = tuple(
        _divide_group(group, groups[group]) for group in folded[::-1] if any(groups[group].values())
    )
    rule = FoldRule(always, divided)
    assert all(rule.plays(value) == played for value, played in played_values.items())
    return rule


def _plays_by_value(folding: Folding) -> dict[int, bool]:
    """Return comparison value -> whether its hands are played; they are all played alike."""
    values, place = np.unique(folding.met.value, return_inverse=True)
    played = np.bincount(place, folding.plays)
    assert ((played == 0) | (played == np.bincount(place))).all(), "a value decides"
    return dict(zip(values.tolist(), (played > 0).tolist(), strict=True))


def _divide_group(group: HandGroup, plays: dict[int, bool]) -> DividedGroup:
    """Find the condition on the other cards of a divided group."""
    others = {classify_hand(value)[1]: played for value, played in plays.items()}
    heights = sorted({height for held in others for height in held})
    for height in heights:
        for rule in (DividedGroup(group, lowest=height), DividedGroup(group, highest=height)):
            if all(rule.plays(held) == played for held, played in others.items()):
                return rule
    raise AssertionError(f"no single other card decides {group}")
