"""21-Hold 'em in lanes: blackjack, then poker from the rest of the deck, shuffled again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulate.blackjack.play import COLUMNS, FIRST_RESULT
from pitboss.simulate.cells.five_cards import FiveCards, number_of_five
from pitboss.simulate.cells.lane_plan import cell_ends
from pitboss.simulate.holdem.kernel import (
    DECK,
    FOLDED_FIRST,
    FOLDED_SECOND,
    FOUR_EACH,
    FOUR_OR_MORE,
    is_in,
    number_of_pair,
    suit_bit,
    way_by_pattern,
)
from pitboss.simulate.lanes.hands import (
    BLACKJACK_ROW,
    DEALER,
    RANKS,
    Paths,
    begin_dealer,
    by_rank,
    dealer_paths,
    dealer_rows,
    paths,
    rank_at,
    result_of,
    rows_of,
    walk,
)
from pitboss.simulate.lanes.memory import LANES, ROOM, Lanes, count, end, is_placed
from pitboss.simulate.lanes.plan import LanePlan, plan
from pitboss.simulate.random.philox import U32, U64, philox
from pitboss.simulate.random.shoes import CARD, CARD_BITS, choose_two

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
ENDS = 1
_DEAL = 4
_PLACED = 8
"""Cards that are placed by the first block of random words; the second block places the others."""
_SECOND_BLOCK = U32(1)
_STAY = 2
"""Cards that stay before the others: the dealer's first two."""
_RANKS, _COLUMNS, _HALF, _ZERO = U32(RANKS), U32(COLUMNS), U64(32), U32(0)


class HoldemLanes(NamedTuple):
    """The automata of blackjack by rank, and poker."""

    first: Array
    """(up, first, second rank): where the row of two cards begins."""
    peeked: Array
    """(first, second rank): the same against a dealer blackjack."""
    dealer_first: Array
    """(up, down rank): where the row of the dealer's hand begins."""
    player: Paths
    dealer: Paths
    waits: Array
    """(result): whether it waits for the dealer."""
    peeks: np.uint32
    first_bets: Array
    """(pair of community cards): the set of first cards that are bet on."""
    second_bets: Array
    """(pair, first card): the set of second cards that are bet on."""
    hands: FiveCards
    way_of: Array
    """(kind of five cards): how poker ends."""
    ways: Array
    """(number of a hand): how poker ends if no four cards share a suit."""
    ways_count: np.uint32


def holdem_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play both parts of 21-Hold 'em, from a fresh deck every round."""
    tables, cutting = job.layout.tables, job.cutting
    if not (tables.has_poker and job.is_fresh and cutting.placed == _PLACED):
        return None
    blackjack, results = tables.blackjack, len(tables.blackjack.waits)
    ways = tables.poker_cells.shape[1]
    table = HoldemLanes(
        first=rows_of(by_rank(blackjack.first, 3), results).ravel(),
        peeked=rows_of(~by_rank(blackjack.peeked, 2), results).ravel(),
        dealer_first=dealer_rows(by_rank(blackjack.dealer_first, 2)),
        player=paths(by_rank(blackjack.steps, 1), results),
        dealer=dealer_paths(by_rank(blackjack.dealer_steps, 1)),
        waits=blackjack.waits,
        peeks=np.uint32(blackjack.peeks),
        first_bets=tables.first_bets,
        second_bets=tables.second_bets,
        hands=tables.hands._replace(rows=tables.hands.rows.astype(np.uint16)),
        way_of=tables.way_of,
        ways=tables.ways.astype(np.uint8),
        ways_count=np.uint32(ways),
    )
    cell, way = np.divmod(np.arange(results * COLUMNS * ways), ways)
    limited = tables.limited[tables.dues]
    poker = tables.poker_cells[limited, np.arange(ways)]
    return plan(table, cell_ends(job, (cell, poker[way])))


@jit_inlined
def _deal(lanes: Lanes, table: HoldemLanes, lane: Integer) -> None:
    """Deal the hands of blackjack."""
    place, cards = U64(lanes.starts[lane]), lanes.cards
    one, up, two = rank_at(cards, place, 0), rank_at(cards, place, 1), rank_at(cards, place, 2)
    dealer = U32(table.dealer_first[U32(up * _RANKS + rank_at(cards, place, 3))])
    peeked = U32(table.peeked[U32(one * _RANKS + two)])
    played = U32(table.first[U32(U32(up * _RANKS + one) * _RANKS + two)])
    over = table.peeks != 0 and dealer == BLACKJACK_ROW
    lanes.codes[lane] = peeked if over else played
    lanes.codes[U64(U64(DEALER * LANES) + lane)] = dealer
    lanes.places[lane] = U64(place + U64(_DEAL))


@jit_inlined
def _choose_again(lanes: Lanes, seed: np.uint64) -> None:
    """Choose where the next four cards come from when the deck is shuffled again."""
    k0, k1, chosen = U32(seed), U32(seed >> _HALF), lanes.chosen
    for lane in range(count(lanes.kept)):
        number = U64(lanes.numbers[lane])
        w0, w1, _, _ = philox(_SECOND_BLOCK, U32(number), U32(number >> _HALF), _ZERO, k0, k1)
        two, doubt = choose_two(w0, U32(_STAY), U32(DECK))
        four, other = choose_two(w1, U32(_STAY + 2), U32(DECK))
        chosen[lane] = two
        chosen[U64(U64(LANES) + lane)] = four
        chosen[U64(U64(2 * LANES) + lane)] = U32(doubt | other)


@jit_inlined
def _swap(cards: Array, one: np.uint64, two: np.uint64) -> None:
    kept = cards[two]
    cards[two] = cards[one]
    cards[one] = kept


@jit_inlined
def _place_two(cards: Array, begins: np.uint64, at: Integer, places: np.uint32) -> None:
    """Place two cards."""
    _swap(cards, U64(begins + U64(at)), U64(begins + U64(places & CARD)))
    _swap(cards, U64(begins + U64(at + 1)), U64(begins + U64(places >> CARD_BITS)))


@jit_inlined
def _way_of_poker(lanes: Lanes, table: HoldemLanes, lane: Integer) -> np.uint32:
    """2104(5)-(10): shuffle all but the dealer's first two cards again; return how poker ends.

    The cards of a lane whose round is played by itself stay as they are.
    """
    cards, chosen = lanes.cards, lanes.chosen
    at = U64(lanes.starts[lane] if lanes.kept[lane] else LANES * ROOM)
    _swap(cards, at, U64(at + U64(1)))
    _swap(cards, U64(at + U64(1)), U64(at + U64(3)))
    _place_two(cards, at, _STAY, chosen[lane])
    _place_two(cards, at, _STAY + 2, chosen[U64(U64(LANES) + lane)])
    one, two = U32(cards[at]), U32(cards[U64(at + U64(1))])
    three, four = U32(cards[U64(at + U64(2))]), U32(cards[U64(at + U64(3))])
    five = U32(cards[U64(at + U64(4))])
    pair = U32(number_of_pair(one, two))
    bets = is_in(table.first_bets[pair], three)
    stays = is_in(table.second_bets[U32(pair * U32(DECK) + three)], four)
    way = U32(table.ways[number_of_five(table.hands, one, two, three, four, five)])
    suits = suit_bit(one) + suit_bit(two) + suit_bit(three) + suit_bit(four) + suit_bit(five)
    if bets and stays and U32(U32(suits) + FOUR_EACH) & FOUR_OR_MORE:
        way = U32(way_by_pattern(table.way_of, one, two, three, four, five))
    way = way if stays else U32(FOLDED_SECOND)
    return way if bets else U32(FOLDED_FIRST)


@jit_inlined
def play(lanes: Lanes, table: HoldemLanes, seed: np.uint64) -> None:
    """Play a round in every lane."""
    for lane in range(count(lanes.kept)):
        _deal(lanes, table, lane)
    walk(lanes, table.player, 0)
    for lane in range(count(lanes.kept)):
        begin_dealer(lanes.codes, lane, table.waits[result_of(lanes.codes, 0, lane)])
    walk(lanes, table.dealer, DEALER)
    _choose_again(lanes, seed)
    for lane in range(count(lanes.kept)):
        result, doubt = result_of(lanes.codes, 0, lane), lanes.chosen[U64(U64(2 * LANES) + lane)]
        lanes.kept[lane] = (
            result >= FIRST_RESULT and not doubt and is_placed(lanes.states, lanes.places, lane)
        )
        cell = U32(result * _COLUMNS + result_of(lanes.codes, DEALER, lane))
        end(lanes.ends, lane, 0, U32(cell * table.ways_count + _way_of_poker(lanes, table, lane)))
