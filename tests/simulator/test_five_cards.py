"""Hands of five cards are looked up; the patterns say what every one of them is worth."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np
import pytest
from numba import njit

from pitboss.cards import JOKER
from pitboss.compiled.jit import OPTIONS, jit_pattern
from pitboss.engine.setup import prepare
from pitboss.patterns.five_card import five_card
from pitboss.patterns.wild import WildCards, WildRank, wild_cards, wild_hand, wild_value
from pitboss.rulebook.house import house_from
from pitboss.simulator.holdem import looks as holdem
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.wild_poker import lane_looks as wild_lanes
from pitboss.simulator.wild_poker import looks as wild_poker
from tests.tiers import by_day

Array = Any
I64 = np.int64
U32 = np.uint32
_value = jit_pattern(wild_value)
_kind = jit_pattern(five_card)
_hand = jit_pattern(wild_hand)
_wilds = jit_pattern(wild_cards)
WILDS = max(WildCards) + 1
RANKS = len(WildRank)
PLAIN = np.array([0, 0, 0, 3, 3, 3, 6, 6, 6, 9, 10, 11, 11, 11, 14, 14, 16, 17, 18, 19])
"""(class of five cards): the same without regard to four cards of a suit."""
EVERY = by_day(101, 1)
"""Of so many hands one is looked at."""


def list_hands(cards: int) -> Array:
    """Return hands of a deck, each with its cards in another order."""
    every = np.array([*islice(combinations(range(cards), 5), 0, None, EVERY)], dtype=np.int64)
    return np.random.default_rng(1).permuted(every, axis=1)


@njit(**OPTIONS)  # type: ignore[untyped-decorator]
def wild_differ(tables: Any, hands: Array) -> Any:  # noqa: ANN401
    """Return how many hands are looked up otherwise than they are valued."""
    differ = 0
    for row in range(len(hands)):
        hand = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]
        number = wild_poker.value_hand(tables, wild_poker.number_hand(tables, *hand))
        value = _value(hand)
        plays = np.searchsorted(tables.turns, value, "right") & 1
        differ += 0 if number >> 1 == value and number & 1 == plays else 1
    return differ


@njit(**OPTIONS)  # type: ignore[untyped-decorator]
def poker_differ(tables: Any, hands: Array) -> Any:  # noqa: ANN401
    """Return how many hands are looked up otherwise than they are classified."""
    differ = 0
    for row in range(len(hands)):
        one = U32(hands[row, 0])
        two = U32(hands[row, 1])
        three = U32(hands[row, 2])
        four = U32(hands[row, 3])
        five = U32(hands[row, 4])
        way = tables.way_of[
            _kind((hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]))
        ]
        differ += 0 if holdem.way_of_five(tables, one, two, three, four, five) == way else 1
    return differ


@pytest.mark.parametrize(
    ("house", "cards", "differ"),
    [
        (
            {"game": "co/deuces-wild-xtreme", "tables": {"odds": "PT-FLT-DWHF-ODS-01"}},
            JOKER + 1,
            wild_differ,
        ),
        ({"game": "co/21-holdem", "tables": {"poker": "poker"}}, JOKER, poker_differ),
    ],
)
def test_a_hand_is_worth_what_its_pattern_says(
    house: dict[str, Any], cards: int, differ: Callable[..., int]
) -> None:
    hands = list_hands(cards)
    assert len(hands) == -(-comb(cards, 5) // EVERY)
    assert differ(make_named_job(prepare(house_from(house)), "optimal").layout.tables, hands) == 0


@njit(**OPTIONS)  # type: ignore[untyped-decorator]
def bonus_differ(lanes: Any, hands: Array) -> Any:  # noqa: ANN401
    """Return how many hands have a bonus in lanes that their patterns do not say."""
    differ = 0
    joker = U32(JOKER)
    for row in range(len(hands)):
        hand = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]
        one = U32(hand[0])
        two = U32(hand[1])
        three = U32(hand[2])
        four = U32(hand[3])
        five = U32(hand[4])
        number = wild_lanes.number_hand(lanes, one, two, three, four, five)
        wilds = _hand(hand) * WILDS + _wilds(hand)
        differ += 0 if lanes.wilds[number] == wilds else 1
        has_joker = max(hand) == JOKER
        if not has_joker:
            bonus = wild_lanes.bonus_row(
                lanes, one, two, three, four, five, number, U32(0), U32(0), joker
            )
            differ += 0 if PLAIN[bonus // RANKS] == PLAIN[_kind(hand)] else 1
    return differ


def test_a_bonus_in_lanes_is_what_the_patterns_say() -> None:
    house = {"game": "co/deuces-wild-xtreme", "tables": {"odds": "PT-FLT-DWHF-ODS-01"}}
    job = make_named_job(prepare(house_from(house)), "optimal")
    assert job.lanes is not None
    assert bonus_differ(job.lanes.table, list_hands(JOKER + 1)) == 0
