"""A round of one seat with its main wager alone, whose cards are counted as they are drawn.

That is cheaper than to read all cards of a round again when it is over.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined, jit_linked
from pitboss.simulator.blackjack import play
from pitboss.simulator.blackjack.play import COLUMN_BITS, FIRST_RESULT, LeanSections
from pitboss.simulator.buffers import CounterBuffers, RoundBuffers
from pitboss.simulator.counting import kernel, rounds
from pitboss.simulator.counting.kernel import (
    BETS,
    INDICES,
    AnyDeck,
    Asks,
    Counting,
    insure,
    see_round,
)
from pitboss.simulator.counting.rounds import AnyTables, rebound
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import START, card_at, dealt_card

I32, I64 = np.int32, np.int64
_ZERO, _ONE, _TWO, _THREE, _FOUR = (U32(n) for n in range(5))
_COLUMN_BITS = U32(COLUMN_BITS)


class AskingSeat(NamedTuple):
    """All data that a round of one seat with its main wager alone needs."""

    tables: AnyTables
    pays: Array
    sections: LeanSections


@jit_inlined
def walk(
    deck: AnyDeck, index: np.uint32, code: np.int32, steps: Array, classes: np.uint32
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Draw cards until the hand is a result, as `play.walk` does, and count them."""
    card, count, tags = _ZERO, I32(0), deck.tags
    while code >= 0:
        card = card_at(deck, index)
        index = U32(index + _ONE)
        code = I32(steps[U32(U32(code) * classes + card)])
        count = I32(count + tags[card])
    deck.running[INDICES] += count
    return index, code, card


@jit_inlined
def seen_by(deck: AnyDeck, _: Asks, __: np.uint32) -> Integer:
    """Return the running count of the cards seen so far: those drawn, and three of the deal."""
    start, tags = U32(deck.state[START]), deck.tags
    dealt = tags[dealt_card(deck, start)] + tags[dealt_card(deck, U32(start + _ONE))]
    return deck.running[INDICES] + dealt + tags[dealt_card(deck, U32(start + _TWO))]


@jit_inlined
def see_deal(
    deck: AnyDeck, counting: Counting, left: Array, start: np.uint32, index: np.uint32
) -> None:
    """Count the four cards of the deal when the round is over; all others have been counted."""
    tags, count = deck.tags, deck.running[INDICES]
    count += tags[dealt_card(deck, start)] + tags[dealt_card(deck, U32(start + _ONE))]
    count += tags[dealt_card(deck, U32(start + _TWO))]
    count += tags[dealt_card(deck, U32(start + _THREE))]
    deck.running[INDICES] = count
    if counting.two_counts:
        see_round(deck, counting, left, start, index)
    else:
        deck.running[BETS] = count


_answer = jit_inlined(rebound(kernel.answer, seen_by=seen_by))
_answer_ask = jit_linked(rebound(kernel.answer_ask, answer=_answer))
_play_on = jit_inlined(rebound(rounds.play_on, walk=walk, answer_ask=_answer_ask))
_play_split = jit_linked(rebound(play.play_split, play_on=_play_on))
_dealer_outcome = jit_inlined(rebound(play.dealer_outcome, walk=walk))
insures = jit_linked(rebound(kernel.insures, answer=_answer))
play_round = jit_inlined(
    rebound(
        play.play_round, play_on=_play_on, play_split=_play_split, dealer_outcome=_dealer_outcome
    )
)


@jit_inlined
def play_counted(
    deck: AnyDeck,
    seat: AskingSeat,
    counting: Counting,
    index: np.uint32,
    _: Integer,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> tuple[np.uint32, Integer, Integer, Integer, Integer]:
    """Play a round and count it, as `blackjack_round.play_counted` does at a whole table."""
    sections, pays, slots, results = seat.sections, seat.pays, counters.slots, buffers.hands.results
    insured, net, used = False, I64(0), I64(0)
    if counting.insurance >= 0 and counting.insurable[card_at(deck, U32(index + _ONE))]:
        insured = insures(deck, counting, seat.tables.asks, U32(index + _FOUR))
    index, outcome, result, hands = play_round(
        deck, seat.tables, index, results, buffers.hands.stack
    )
    if result >= FIRST_RESULT:
        cell = U32(U32(result << _COLUMN_BITS) + outcome)
        slots[0], net, used = sections.whole + cell, I64(pays[cell]), I64(1)
    else:
        for hand in range(hands):
            cell = U32(U32(results[hand] << _COLUMN_BITS) + outcome)
            slots[hand] = sections.split + cell
            net += I64(pays[cell])
        slots[hands], used = sections.nets + net, I64(hands) + I64(1)
    if insured:
        gain, used = insure(counting, outcome, slots, used)
        net += gain
    return index, used, I64(0), net, I64(0)
