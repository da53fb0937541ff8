"""Side wagers of one seat that three cards decide, by one look-up for each of the dealer's cards.

Such a wager depends on the player's two cards and one of the dealer's. One table serves all wagers
on the up card, another all wagers on the down card. The two numbers together give the combination
of every wager.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_cached
from pitboss.patterns.families import FAMILIES
from pitboss.simulate.blackjack.dealt_wagers import CARDS, are_dealt
from pitboss.simulate.blackjack.table import paid_rows
from pitboss.simulate.side_wager_kernels import classify_deal
from pitboss.simulate.side_wagers import FAMILY, ROLE, Wager, WagerTables

Array = Any
_CODES_MAX = 256
_THREE_CARDS_AND_SUIT = 4
_MATCHES = frozenset({"match-each-card", "match-both-cards"})


class DealCodes(NamedTuple):
    """The combinations of the deal, as kernels look them up; empty without side wagers."""

    by_up: Array
    """(first, second, up card): a number."""
    by_down: Array
    """(first, second, down card): another."""
    step: np.uint64
    """How many numbers there are of the first kind."""


def no_codes() -> DealCodes:
    """Return the codes of a table without side wagers."""
    return DealCodes(np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.uint8), np.uint64(1))


def are_decided_by_three(wagers: tuple[Wager, ...], tables: WagerTables) -> bool:
    """Return whether three cards decide every wager of one seat, and no win is deferred."""
    return (
        are_dealt(wagers, 1, 1)
        and all(_is_of_three(wager) and not wager.limit for wager in wagers)
        and not tables.from_meter.any()
        and all(prod(sizes) <= _CODES_MAX for sizes in _sizes(wagers))
    )


def _is_of_three(wager: Wager) -> bool:
    family = wager.side.family
    count: int = FAMILIES[family].classify.__code__.co_argcount
    return count <= _THREE_CARDS_AND_SUIT and (wager.role == 0 or family in _MATCHES)


def _sizes(wagers: tuple[Wager, ...]) -> tuple[list[int], list[int]]:
    """Return the combinations of wagers on the up card, and of those on the down card."""
    return (
        [1 if wager.role else wager.combinations for wager in wagers],
        [wager.combinations if wager.role else 1 for wager in wagers],
    )


def deal_codes(wagers: tuple[Wager, ...], tables: WagerTables, suit: int) -> DealCodes:
    """Classify every three cards."""
    tables_of_codes = []
    for role, sizes in enumerate(_sizes(wagers)):
        codes = np.zeros(CARDS**3, dtype=np.uint8)
        _classify_threes(tables, np.array(sizes, dtype=np.int64), role, suit, codes)
        tables_of_codes.append(codes)
    by_up, by_down = tables_of_codes
    return DealCodes(by_up, by_down, np.uint64(prod(_sizes(wagers)[0])))


def deal_combinations(wagers: tuple[Wager, ...]) -> Array:
    """Return (number of the deal, wager): the combination of rows."""
    ups, downs = _sizes(wagers)
    both = [up * down for up, down in zip(ups, downs, strict=True)]
    order = [place for sizes in (ups, downs) for place, size in enumerate(sizes) if size > 1]
    order += [place for place in range(len(wagers)) if place not in order]
    shape = [both[place] for place in order]
    numbers = np.arange(prod(shape))
    combinations = np.zeros((len(numbers), len(wagers)), dtype=np.int64)
    for place, parts in zip(order[::-1], np.unravel_index(numbers, shape[::-1]), strict=True):
        combinations[:, place] = parts
    return combinations


@jit_cached
def _classify_threes(
    tables: WagerTables, sizes: Array, role: Integer, suit: Integer, codes: Array
) -> None:
    """Write down the combinations of the wagers on one card of the dealer's, as one number."""
    for row in range(CARDS**3):
        first, second, third = row // CARDS**2, row // CARDS % CARDS, row % CARDS
        code, place = 0, 1
        for number in range(tables.size):
            if tables.columns[ROLE, number] == role:
                family = tables.columns[FAMILY, number]
                outcomes = classify_deal(family, first, second, 0, 0, third, third, third, suit)
                code += place * paid_rows(tables, number, family, outcomes)
                place *= sizes[number]
        codes[row] = code
