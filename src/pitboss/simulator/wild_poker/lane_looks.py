"""What lanes of Deuces Wild Xtreme look up: both hands, and bonus wagers (`rounds/wild_poker.py`).

A hand is a number by its ranks, wild cards as one of them, and three facts: whether its other cards
share a suit, whether all its cards do as they stand, and whether it has the joker. That decides
every bonus wager but two: Bad Beat compares two hands, and the Five-Card Linked Progressive puts
another card in place of the joker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.cards import JOKER
from pitboss.compiled.arrays import Bytes, Halves, Ints, LongInts
from pitboss.compiled.jit import jit_inlined
from pitboss.patterns.five_card import FiveCard
from pitboss.patterns.wild import WildCards, WildHand, WildRank
from pitboss.simulator.cells.five_cards import hands_by_number
from pitboss.simulator.cells.round import PACKET
from pitboss.simulator.lanes.plan import NOBODYS, LaneEnds, LanePlan, cell_ends, plan, wager_slots
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32
from pitboss.simulator.side_wager_kernels import BAD_BEAT, WILD_CARDS, WILD_POKER
from pitboss.simulator.side_wagers import FAMILY
from pitboss.simulator.wild_poker.looks import (
    RANKS,
    WON,
    WildPokerTables,
    beaten,
    classify_examples,
    settle,
)

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob

_KIND_BITS = U32(4)
_STANDING_BITS = U32(8)
_KIND = U32(15)
_SUITS = U32(15)
_COLUMNS = U32(13)
_WILD_KIND = 1
_FACTS = 3
"""The bits of a number under that of the ranks: `_SHARED`, `_STANDING`, `_HAS_JOKER`."""
_SHARED = U32(4)
_STANDING = U32(2)
_HAS_JOKER = U32(1)
_VALUE_BITS = U32(2)
_FIVE_BITS = U32(3)
_JOKER = U32(JOKER)
_ZERO = U32(0)
_ONE = U32(1)
_WILDS = max(WildCards) + 1
_BEATEN = U32(len(WildRank))
_ALIKE = (
    (FiveCard.HIGH_CARD, FiveCard.HIGH_CARD_FOUR_FLUSH, FiveCard.HIGH_CARD_FOUR_STRAIGHT_FLUSH),
    (FiveCard.LOW_PAIR, FiveCard.LOW_PAIR_FOUR_FLUSH, FiveCard.LOW_PAIR_FOUR_STRAIGHT_FLUSH),
    (
        FiveCard.PAIR_OF_SEVENS_OR_BETTER,
        FiveCard.PAIR_OF_SEVENS_OR_BETTER_FOUR_FLUSH,
        FiveCard.PAIR_OF_SEVENS_OR_BETTER_FOUR_STRAIGHT_FLUSH,
    ),
    (FiveCard.STRAIGHT, FiveCard.STRAIGHT_FOUR_FLUSH, FiveCard.STRAIGHT_FOUR_STRAIGHT_FLUSH),
)
"""Classes that the number of a hand does not tell apart: by the suits of four cards."""


class WildLanes(NamedTuple):
    """Hands by their number."""

    faces: Halves
    """(card): its kind; above it its suit as a bit, every suit if it is wild; and above those its
    suit as it stands, none for the joker."""
    rows: Halves
    """(cards so far, kind): the row of one card more; after the fifth the number of the hand."""
    values: Ints
    """(number of a hand, whether it shares a suit): twice its value, and 1 if it is played."""
    wilds: Bytes
    """(number of a hand, its facts): the class of the hand, and of its wild cards."""
    fives: Bytes
    """(number of a hand, whether it shares a suit as it stands): its class as it stands."""
    replaces: np.uint32
    """Whether a card is dealt in place of the joker."""
    has_bonus: np.uint32
    """Whether there is a bonus wager."""
    wilds_at: np.uint32
    """The first end of wild cards; before it are those of the cells and of bonus wagers."""
    bonus_at: np.uint32
    """The first end of `end_bonus`."""


def wild_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play one seat; None where a wager depends on four cards of a suit."""
    tables = job.layout.tables
    families = job.wager_tables.columns[FAMILY]
    by_five = [
        number
        for number in range(len(job.wagers))
        if families[number] not in (BAD_BEAT, WILD_CARDS, WILD_POKER)
    ]
    rows = job.wager_tables.rows[:, 0]
    is_told = all(len({*rows[number, list(alike)]}) == 1 for number in by_five for alike in _ALIKE)
    if not is_told or not job.places_in_decks(2 * PACKET):
        return None
    base = np.arange(WON + RANKS)
    # C74 for one seat: the limit on Odds is known by its cell.
    times = tables.times[tables.dues[base]] * RANKS * (base >= WON) if tables.times.any() else 0
    cells = base + times
    bonus = np.arange(len(FiveCard) * int(_BEATEN))
    wild = np.arange((max(WildHand) + 1) * _WILDS)
    paid: list[list[LongInts]] = [[], []]
    for number in range(len(job.wagers)):
        classes, which = {
            BAD_BEAT: (bonus % int(_BEATEN), 0),
            WILD_CARDS: (wild % _WILDS, 1),
            WILD_POKER: (wild // _WILDS, 1),
        }.get(int(families[number]), (bonus // int(_BEATEN), 0))
        paid[which].append(wager_slots(job, number, rows[number][classes]))
    table = wild_lanes(tables, len(cells), len(job.wagers) > 0)
    is_replaced = bool(tables.replaces_joker)
    return plan(
        table,
        cell_ends(job, (cells,)),
        *(
            _bonus_ends(tuple(slots), size)
            for slots, size in zip(paid, (len(bonus), len(wild)), strict=True)
        ),
        cards=2 * PACKET + is_replaced,
        more=2 if len(job.wagers) else 0,
    )


def _bonus_ends(slots: tuple[LongInts, ...], size: int) -> LaneEnds:
    return LaneEnds(slots or (np.full(size, NOBODYS),))


def wild_lanes(tables: WildPokerTables, cells: int, has_bonus: bool) -> WildLanes:  # noqa: FBT001
    """Return the tables for lanes; the first ends are those of the *cells*."""
    values = tables.values
    assert values.max() < 1 << 31, "values fit into four bytes"
    standing = [1 << (card & 3) if card != JOKER else 0 for card in range(JOKER + 1)]
    faces = tables.hands.kinds.astype(np.uint16) | tables.suits.astype(np.uint16) << 4
    wilds, fives = _classify()
    return WildLanes(
        faces=(faces | np.array(standing, dtype=np.uint16) << 8).astype(np.uint16),
        rows=tables.hands.rows.astype(np.uint16),
        values=values.astype(np.int32),
        wilds=wilds,
        fives=fives,
        replaces=np.uint32(tables.replaces_joker),
        has_bonus=np.uint32(has_bonus),
        bonus_at=np.uint32(cells),
        wilds_at=np.uint32(cells + len(FiveCard) * int(_BEATEN)),
    )


def _classify() -> tuple[Bytes, Bytes]:
    """Return `WildLanes.wilds` and `WildLanes.fives`.

    Some numbers and facts have no hand; what stands there is never looked up.
    """
    kinds = hands_by_number()
    wild = kinds == _WILD_KIND
    facts = np.arange(1 << _FACTS)
    wilds = np.zeros((len(kinds), len(facts)), dtype=np.uint8)
    fives = np.zeros((len(kinds), 2), dtype=np.uint8)
    for fact in facts:
        is_shared = fact & 4
        is_standing = fact & 2
        has_joker = fact & 1
        # Whichever cards beside each other are wild, two of the others differ in their suits.
        suits = np.zeros(PACKET, np.int64) if is_shared else np.array([0, 1, 2, 3, 1])
        suits = np.where(wild & (not is_standing), 1 + (suits & 1), suits)
        cards = 4 * kinds + suits
        if has_joker:
            first = wild & (np.cumsum(wild, axis=1) == 1)
            cards = np.where(first, JOKER, cards)
        classes = np.zeros((3, len(kinds)), dtype=np.int64)
        classify_examples(cards, *classes)
        wilds[:, fact] = classes[0] * _WILDS + classes[1]
        if not has_joker and bool(is_shared) == bool(is_standing):
            fives[:, int(bool(is_standing))] = classes[2]
    return wilds.ravel(), fives.ravel()


@jit_inlined
def number_hand(
    table: WildLanes, one: Card, two: Card, three: Card, four: Card, five: Card
) -> np.uint32:
    """Return the number of a hand and its facts."""
    faces = table.faces
    rows = table.rows
    joined = face = U32(faces[one])
    has_joker = U32(one == _JOKER)
    row = U32(U32(face & _KIND) * _COLUMNS + _COLUMNS)
    for card in (two, three, four, five):
        face = U32(faces[card])
        joined = U32(joined & face)
        has_joker = U32(has_joker | U32(card == _JOKER))
        row = U32(rows[U32(row + U32(face & _KIND))])
    shared = _SHARED if U32(joined >> _KIND_BITS) & _SUITS else _ZERO
    standing = _STANDING if U32(joined >> _STANDING_BITS) else _ZERO
    return U32(U32(row << U32(_FACTS)) | shared | standing | has_joker)


@jit_inlined
def value_hand(table: WildLanes, number: np.uint32) -> np.uint32:
    """Return twice the value of a hand, and 1 if it is played."""
    return U32(table.values[U32(number >> _VALUE_BITS)])


@jit_inlined
def compare(_: WildLanes, value: np.uint32, against: np.uint32) -> np.uint32:
    """Return the cell of a hand against the dealer's, each as `value_hand` has it."""
    return U32(settle(np.int64(value), np.int64(against >> _ONE)))


@jit_inlined
def replaces_joker(table: WildLanes) -> bool:
    """Return whether a card is dealt in place of the joker."""
    return bool(table.replaces != _ZERO)


@jit_inlined
def has_bonus(table: WildLanes) -> np.uint32:
    """Return whether there is a bonus wager."""
    return table.has_bonus


@jit_inlined
def _other(card: Card, stand_in: Card) -> np.uint32:
    return U32(stand_in) if card == _JOKER else U32(card)


@jit_inlined
def bonus_row(
    table: WildLanes,
    one: Card,
    two: Card,
    three: Card,
    four: Card,
    five: Card,
    number: np.uint32,
    value: np.uint32,
    against: np.uint32,
    stand_in: Card,
) -> np.uint32:
    """Return the class of five cards with another in place of the joker, and of Bad Beat."""
    if number & _HAS_JOKER:
        number = number_hand(
            table,
            _other(one, stand_in),
            _other(two, stand_in),
            _other(three, stand_in),
            _other(four, stand_in),
            _other(five, stand_in),
        )
    row = U32(U32(number >> _FIVE_BITS) + U32(number >> _FIVE_BITS))
    kind = U32(table.fives[U32(row + U32(U32(number & _STANDING) >> _ONE))])
    return U32(kind * _BEATEN + U32(beaten(np.int64(value >> _ONE), np.int64(against >> _ONE))))


@jit_inlined
def end_bonus(table: WildLanes, bonus: np.uint32) -> np.uint32:
    """Return the end of five cards and of Bad Beat."""
    return U32(table.bonus_at + bonus)


@jit_inlined
def end_wilds(table: WildLanes, number: np.uint32) -> np.uint32:
    """Return the end of the wild hand and of wild cards."""
    return U32(table.wilds_at + U32(table.wilds[number]))


@jit_inlined
def end_hand(_: WildLanes, cell: np.uint32) -> np.uint32:
    """Return the end: the cell."""
    return cell
