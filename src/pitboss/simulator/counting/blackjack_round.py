"""A round of blackjack at a whole table with a counter in the first seat.

If the counter plays two hands, the second one is behind all other seats. It depends on the count
too, but only the cube counts it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.blackjack import table
from pitboss.simulator.blackjack.kernel import (
    TableSections,
    count_hands,
    count_insurance,
    count_wagers,
)
from pitboss.simulator.blackjack.play import COLUMN_BITS, DEALER_BLACKJACK
from pitboss.simulator.blackjack.table import Felt
from pitboss.simulator.buffers import HANDS_ROOM, CounterBuffers, HandBuffers, RoundBuffers
from pitboss.simulator.counting.kernel import AnyDeck, Counting, insure, insures
from pitboss.simulator.counting.rounds import AnyTables, play_on, play_split, rebound
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import COUNTS, HOLE, card_at
from pitboss.simulator.side_wagers import WagerTables

_ONE, _TWO = U32(1), U32(2)


class AskingGame(NamedTuple):
    """All data that a round of blackjack at a whole table needs, with the asks of a counter."""

    tables: AnyTables
    felt: Felt
    wagers: WagerTables
    pays: Array
    sections: TableSections


@jit_inlined
def _turn_to(deck: AnyDeck, felt: Felt, seat: Integer) -> None:
    """Note whether the next hands are the counter's."""
    deck.state[COUNTS] = U32(1) if seat == 0 or seat >= felt.counted else U32(0)


_play_hand = jit_inlined(rebound(table.play_hand, play_on=play_on, play_split=play_split))
_play_seats = jit_inlined(rebound(table._play_seats, turn_to=_turn_to, play_hand=_play_hand))  # noqa: SLF001
_play_table = jit_inlined(rebound(table.play_table, _play_seats=_play_seats))


@jit_inlined
def play_counted(
    deck: AnyDeck,
    game: AskingGame,
    counting: Counting,
    index: np.uint32,
    more: Integer,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> tuple[np.uint32, Integer, Integer, Integer, Integer]:
    """Play a round and count it, with *more* hands behind the seats.

    Return the index of the next card, how many slots and deferred wins are in *counters*, and what
    the counter won with his first hand and his second.
    """
    felt, hands, sections, pays = game.felt, buffers.hands, game.sections, game.pays
    seated = Felt(
        felt.seats + more,
        felt.hands_each,
        felt.bonus_cards,
        felt.suit,
        felt.switches,
        felt.lammers,
        felt.counted,
    )
    dealt = U32(seated.seats * seated.hands_each)
    deck.state[HOLE] = U32(index + dealt + dealt + _ONE)
    insured = False
    if counting.insurance >= 0 and counting.insurable[card_at(deck, U32(index + dealt))]:
        end = U32(index + dealt + dealt + _TWO + U32(felt.bonus_cards))
        insured = insures(deck, counting, game.tables.asks, end)
    index, outcome, dealer_count = _play_table(deck, game.tables, seated, game.wagers, index, hands)
    over = bool(game.tables.peeks) and outcome == DEALER_BLACKJACK
    used = count_hands(felt, hands, outcome, pays, sections, counters.slots)
    used = count_insurance(felt, hands, sections, counters.slots, used)
    used, wins = count_wagers(
        deck,
        felt,
        game.wagers,
        hands,
        dealer_count,
        over,
        sections.combinations,
        buffers.rows,
        counters,
        used,
    )
    net, second = _net(felt, hands, outcome, pays, 0), 0
    if more:
        second = _net(felt, hands, outcome, pays, felt.seats)
    if insured:
        gain, used = insure(counting, outcome, counters.slots, used)
        net += gain
        if more:
            second += gain
    return index, used, wins, net, second


@jit_inlined
def _net(
    felt: Felt, buffers: HandBuffers, outcome: np.uint32, pays: Array, seat: Integer
) -> Integer:
    """Return what a seat won with its main wagers."""
    net, hands_each = 0, felt.hands_each
    for hand in range(hands_each * seat, hands_each * seat + hands_each):
        for place in range(buffers.counts[hand]):
            net += pays[(buffers.results[hand * HANDS_ROOM + place] << COLUMN_BITS) + outcome]
    return net
