"""Side wagers that the first cards decide: a round looks them up instead of finding patterns.

Such wagers depend on four cards: a hand and the dealer's two, or both hands of Blackjack Switch.
The patterns classify every four cards once. A round only looks up the *class of deals* of its
cards, which gives the combination of every wager.

Most of these wagers depend on a hand and one of the dealer's cards. Smaller tables serve those for
graphics cards (`by_three`), by ranks and by which cards share a suit: a table of four cards takes
megabytes, and a graphics card waits for both look-ups in it; a table by three takes 11 KB. Only
where the two numbers do not decide every wager, as with three aces of spades, all four cards are
looked up. A processor settles the wagers of one seat by `wager_pass`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import NamedTuple

import numpy as np

from pitboss.cards import Rank
from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.patterns.families import FAMILIES, DecidedBy
from pitboss.rulebook.model import Moment
from pitboss.simulator.blackjack.table import paid_rows
from pitboss.simulator.random.philox import U32
from pitboss.simulator.side_wager_kernels import PATTERN, classify_deal
from pitboss.simulator.side_wagers import BASE, FAMILY, ROLE, Wager, WagerTables, classify_words

CARDS = 52
DEFERRED = 1 << 15
"""The bit of a class of deals in which a meter pays or a limit is passed."""
BY_FOUR = (1 << 16) - 1
"""Instead of a class: four cards have to be looked up."""
CODES_MAX = 1 << 22
"""Combinations of all wagers together; few of them ever occur."""
_FOUR_CARDS = "four-card-match"
_SCRAMBLER = 2026
_NUMBERS_MAX = 256
"""Numbers that fit into a byte."""
_PATTERNS = 5
"""No two cards share a suit, the first two do, the first and third, the last two, or all three."""
_PLACES = len(Rank) ** 3 * _PATTERNS
_UNTOLD = -1
"""In place of a combination: these three cards do not decide the wager."""
_ONE, _TWO, _THREE, _FOUR = (U32(number) for number in range(1, 5))
_RANKS = U32(len(Rank))
_EACH = U32(_PATTERNS)


class DealTables(NamedTuple):
    """The classes of deals as kernels look them up."""

    rows: Array
    """(first, second, third card): the row of `classes`."""
    classes: Array
    """(row, fourth card): the class of the deal, with `DEFERRED` where a win is deferred."""
    by_up: Array
    """(first, second, up card), by `place_of_three`: a number; empty if unused."""
    by_down: Array
    """(first, second, down card): another."""
    by_both: Array
    """(number by the down card, number by the up card): the class, or `BY_FOUR`."""
    step: np.uint32
    """How many numbers by the up card there are."""


@dataclass(frozen=True, slots=True)
class DealtWagers:
    """The side wagers of a table that the first cards decide."""

    tables: DealTables
    combinations: Array
    """(class of deals, wager): the combination of rows."""
    deferred: Array
    """(class of deals, wager): whether its win is deferred."""


def are_dealt(wagers: tuple[Wager, ...], seats: int, hands_each: int) -> bool:
    """Return whether the first cards of a seat decide all wagers, independent of other seats."""
    return (
        prod(wager.combinations for wager in wagers) <= CODES_MAX
        and all(_is_dealt(wager, hands_each) for wager in wagers)
        and all(seats == 1 or not wager.limit for wager in wagers)
    )


def _is_dealt(wager: Wager, hands_each: int) -> bool:
    spot = wager.side.spot.wager
    family = wager.side.family
    return (
        FAMILIES[family].decided_by is DecidedBy.DEAL
        and spot.made is Moment.BEFORE_DEAL
        and not spot.loses_on_total
        and wager.role <= 1
        and (family == _FOUR_CARDS) == (hands_each == 2)
    )


def dealt_wagers(wagers: tuple[Wager, ...], tables: WagerTables, suit: int) -> DealtWagers:
    """Classify every four cards."""
    sizes = [wager.combinations for wager in wagers]
    codes = np.zeros((CARDS**3, CARDS), dtype=np.int32)
    both_hands = any(wager.side.family == _FOUR_CARDS for wager in wagers)
    _classify_deals(tables, np.array(sizes, dtype=np.int64), suit, both_hands, codes)
    occurs = np.zeros(prod(sizes), dtype=bool)
    occurs[codes] = True
    distinct = np.nonzero(occurs)[0]
    combinations = np.stack(np.unravel_index(distinct, sizes[::-1])[::-1], axis=1)
    deferred = np.array([_find_deferred(wagers, tables, row) for row in combinations], dtype=bool)
    assert len(distinct) < BY_FOUR - DEFERRED, "a class of deals is fifteen bits"
    numbers = np.zeros(len(occurs), dtype=np.uint16)
    numbers[distinct] = np.arange(len(distinct)) | np.where(deferred.any(axis=1), DEFERRED, 0)
    return DealtWagers(_in_rows(numbers[codes]), combinations, deferred)


def _find_deferred(
    wagers: tuple[Wager, ...], tables: WagerTables, combination: Array
) -> list[bool]:
    """Return which wagers defer their win: a meter pays it, or it passes a limit."""
    is_deferred = []
    for number, wager in enumerate(wagers):
        place = tables.columns[BASE, number] + combination[number]
        passes = bool(wager.limit and tables.paid[place] > wager.limit)
        is_deferred.append(bool(tables.from_meter[place]) or passes)
    return is_deferred


def _in_rows(classes: Array) -> DealTables:
    """Keep each different row once; equal rows have the same sum of random multiples."""
    multiples = np.random.default_rng(_SCRAMBLER).integers(1, 1 << 62, CARDS, dtype=np.int64)
    _, first, row = np.unique(
        classes.astype(np.int64) @ multiples, return_index=True, return_inverse=True
    )
    kept = classes[first]
    assert np.array_equal(kept[row], classes), "equal sums are equal rows"
    return four_cards(row.astype(np.uint32), kept.ravel())


def four_cards(rows: Array, classes: Array) -> DealTables:
    """Return tables in which four cards are looked up."""
    none = np.zeros(0, dtype=np.uint8)
    return DealTables(rows, classes, none, none, none.astype(np.uint16), np.uint32(1))


@jit_cached
def _classify_deals(
    tables: WagerTables,
    sizes: Array,
    suit: Integer,
    both_hands: bool,  # noqa: FBT001
    codes: Array,
) -> None:
    """Write down the combinations of all wagers for every four cards, as one number."""
    for row in range(CARDS**3):
        first = row // CARDS**2
        second = row // CARDS % CARDS
        third = row % CARDS
        for fourth in range(CARDS):
            up, down = (0, 0) if both_hands else (third, fourth)
            code = 0
            place = 1
            for number in range(tables.size):
                family = tables.columns[FAMILY, number]
                matched = down if tables.columns[ROLE, number] else up
                if family == PATTERN:
                    outcomes = classify_words(tables, number, first, second, up, down)
                else:
                    outcomes = classify_deal(
                        family, first, second, third, fourth, up, down, matched, suit
                    )
                code += place * paid_rows(tables, number, family, outcomes)
                place *= sizes[number]
            codes[row, fourth] = code


@jit_inlined
def place_of_three(one: Integer, two: Integer, three: Integer) -> Integer:
    """Return the place of three cards in a table of ranks and patterns of suits."""
    row = U32(U32(U32(U32(one >> _TWO) * _RANKS) + U32(two >> _TWO)) * _RANKS)
    row = U32(U32(row + U32(three >> _TWO)) * _EACH)
    suit = U32(one & _THREE)
    second = U32(two & _THREE)
    third = U32(three & _THREE)
    pattern = _ONE if suit == second else U32(0)
    pattern = _TWO if suit == third else pattern
    pattern = _THREE if second == third else pattern
    pattern = _FOUR if suit == second and suit == third else pattern
    return U32(row + pattern)


@jit_cached
def _fill_places(places: Array) -> None:
    """Write down the place of every three cards."""
    for number in range(len(places)):
        one = number // CARDS**2
        two = number // CARDS % CARDS
        three = number % CARDS
        places[number] = place_of_three(U32(one), U32(two), U32(three))


def by_three(wagers: DealtWagers) -> DealtWagers:
    """Return the same wagers with tables by three cards, if few numbers suffice."""
    tables = wagers.tables
    classes = tables.classes.reshape(-1, CARDS)[tables.rows] & (DEFERRED - 1)
    classes = classes.reshape(CARDS**2, CARDS, CARDS)  # (first and second, up, down)
    places = np.zeros(CARDS**3, dtype=np.int64)
    _fill_places(places)
    (up, of_up), (down, of_down) = (_numbers(wagers, classes, places, axis) for axis in (2, 1))
    if max(len(of_up), len(of_down)) > _NUMBERS_MAX:
        return wagers
    outcomes = np.where(of_up[None, :] != _UNTOLD, of_up[None, :], of_down[:, None])
    known = {tuple(row): number for number, row in enumerate(wagers.combinations.tolist())}
    both = np.array(
        [known.get(tuple(row), BY_FOUR) for row in outcomes.reshape(-1, outcomes.shape[-1])]
    )
    flags = np.append(np.where(wagers.deferred.any(axis=1), DEFERRED, 0), 0)
    both |= flags[np.minimum(both, len(flags) - 1)]
    smaller = tables._replace(
        by_up=up,
        by_down=down,
        by_both=both.astype(np.uint16),
        step=np.uint32(len(of_up)),
    )
    return replace(wagers, tables=smaller)


def _numbers(wagers: DealtWagers, classes: Array, places: Array, other: int) -> tuple[Array, Array]:
    """Return the number of three cards by place, and the combinations of each number.

    The dealer's *other* card is the one of these axes that is not among the three.
    """
    outcomes = np.full((_PLACES, wagers.combinations.shape[1]), _UNTOLD, dtype=np.int64)
    for wager, combination in enumerate(wagers.combinations.astype(np.uint16).T):
        values = combination[classes]
        least, most = values.min(axis=other).ravel(), values.max(axis=other).ravel()
        lowest, highest = np.full(_PLACES, BY_FOUR), np.zeros(_PLACES, dtype=np.int64)
        np.minimum.at(lowest, places, least)
        np.maximum.at(highest, places, most)
        outcomes[:, wager] = np.where(lowest == highest, lowest, _UNTOLD)
    distinct, numbers = np.unique(outcomes, axis=0, return_inverse=True)
    return numbers.ravel().astype(np.uint8), distinct
