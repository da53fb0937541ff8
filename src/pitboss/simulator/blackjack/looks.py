"""What a whole table of blackjack looks up (`rounds/blackjack.py`), with a counter or without.

The hands of a seat follow the automaton of a strategy, which knows surrender, doubling, rescue and
every other action. Their results stay in `HandBuffers`: `kernel` counts them when the round is
over, and the patterns of side wagers look at them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.blackjack.learner import Learner, ask_blackjack, ask_insurance, is_open
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    I32,
    BlackjackTables,
    draw_dealer,
    play_hand,
)
from pitboss.simulator.blackjack.table import Felt, combination, dealer_draws_for
from pitboss.simulator.buffers import HANDS_ROOM, HandBuffers, RoundBuffers
from pitboss.simulator.counting.kernel import AnyDeck, Asks, Counting, counts_on, insures_at
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at
from pitboss.simulator.side_wagers import WagerTables

DEALER_AT, INSURED_AT = range(2)
"""Where `RoundBuffers.cards` has the dealer's outcome with the number of his cards above it, and
whether the counter insured."""
OUTCOME = U32((1 << COLUMN_BITS) - 1)
_COLUMN_BITS = U32(COLUMN_BITS)
_HANDS_ROOM = U32(HANDS_ROOM)


class TableHands(NamedTuple):
    """All that a round at a whole table looks up."""

    blackjack: BlackjackTables
    felt: Felt
    asks: Asks | None
    """What a counter is asked; None if nobody counts."""
    counting: Counting | None
    learner: Learner | None = None
    """Who is asked before every decision, instead of the strategy."""


@jit_inlined
def deal_bonus(
    deck: Deck, tables: TableHands, index: np.uint32, buffers: RoundBuffers
) -> np.uint32:
    """Deal the bonus cards that the house has chosen; return the index of the next card."""
    cards = U32(tables.felt.bonus_cards)
    for extra in range(cards):
        buffers.hands.shown[2 + extra] = card_at(deck, U32(index + U32(extra)))
    return U32(index + cards)


@jit_inlined
def dealer_start(tables: TableHands, up: Card, down: Card) -> np.int32:
    """Return the code of the dealer's first two cards."""
    return I32(tables.blackjack.dealer_first[U32(up * tables.blackjack.classes + down)])


@jit_inlined
def is_over(tables: TableHands, dealer: np.int32) -> bool:
    """Return whether the dealer looks for a blackjack, and has one."""
    return bool(tables.blackjack.peeks and U32(~dealer) == DEALER_BLACKJACK)


@jit_inlined
def takes_insurance(deck: AnyDeck, tables: TableHands, index: np.uint32, up: Card) -> bool:
    """Return whether a counter or a learner insures; nobody else does."""
    insured = insures_at(deck, tables.counting, tables.asks, index, up)
    return ask_insurance(tables.learner, index, up) or insured


@jit_inlined
def first_hand(
    tables: TableHands,
    over: bool,  # noqa: FBT001
    up: Card,
    one: Card,
    two: Card,
) -> np.int32:
    """Return the code of two cards: a state, a split, or how they end at once."""
    hands = tables.blackjack
    classes = tables.blackjack.classes
    row = U32(U32(up * classes + one) * classes + two)
    code = ask_blackjack(tables.learner, I32(hands.first[row]))  # before the dealer looks
    if over:
        return I32(~I32(hands.peeked[row]))
    return code


@jit_inlined
def play_seat(
    deck: Deck,
    tables: TableHands,
    index: np.uint32,
    code: np.int32,
    up: Card,
    one: Card,
    two: Card,
    buffers: RoundBuffers,
    seat: Integer,
) -> tuple[np.uint32, np.uint32]:
    """Play the hand of a seat, with all its splits; return the next index, and whether it waits."""
    counts_on(deck, tables.asks, seat, tables.felt.counted)
    return play_dealt(deck, tables, index, code, up, one, two, buffers.hands, seat)


@jit_inlined
def play_dealt(
    deck: Deck,
    tables: TableHands,
    index: np.uint32,
    code: np.int32,
    up: Card,
    one: Card,
    two: Card,
    hands: HandBuffers,
    hand: Integer,
) -> tuple[np.uint32, np.uint32]:
    """Play two cards on from *code*, and keep what the passes over the round need of them."""
    hands.first[hand] = one
    hands.second[hand] = two
    played = play_hand(
        deck,
        tables.blackjack,
        index,
        up,
        one,
        two,
        code,
        hands.results,
        U32(U32(hand) * _HANDS_ROOM),
        hands.stack,
        tables.asks,
        tables.learner,
    )
    hands.counts[hand] = played.hands
    hands.waits[hand] = played.waits
    hands.spans[2 * hand] = played.begins
    hands.spans[2 * hand + 1] = played.stops
    return played.after, U32(played.waits)


@jit_inlined
def waits(_: TableHands, waiting: np.uint32) -> np.uint32:
    """Return whether a hand waits for the dealer."""
    return waiting


@jit_inlined
def dealer_draws(
    deck: Deck,
    tables: TableHands,
    seats: Integer,
    wagers: WagerTables | None,
    buffers: RoundBuffers,
) -> np.int64:
    """Return whether the dealer draws for a side wager, though no hand waits (W28, C85)."""
    if wagers is None:
        return np.int64(0)
    return np.int64(dealer_draws_for(deck, tables.felt, seats, wagers, buffers.hands))


@jit_inlined
def play_dealer(
    deck: Deck,
    tables: TableHands,
    index: np.uint32,
    code: np.int32,
    up: Card,
    down: Card,
    insured: bool,  # noqa: FBT001
    waiting: Integer,
    buffers: RoundBuffers,
) -> tuple[np.uint32, np.uint32]:
    """Draw cards to the dealer; return the next index, the outcome and above it how many cards."""
    cards = buffers.hands.dealer
    shown = buffers.hands.shown
    cards[0] = up
    cards[1] = down
    shown[0] = up
    shown[1] = down
    draws = bool(waiting != 0) and not is_open(tables.learner)
    index, outcome, count = draw_dealer(deck, tables.blackjack, index, code, draws, cards)
    dealer = U32(outcome | U32(count << _COLUMN_BITS))
    buffers.cards[DEALER_AT] = dealer
    buffers.cards[INSURED_AT] = insured
    return index, dealer


@jit_inlined
def end_hand(
    _: TableHands, buffers: RoundBuffers, seat: Integer, __: np.uint32, ___: np.uint32
) -> None:
    """Report the hands of a seat; their results lie in `HandBuffers` already."""
    buffers.ended[seat] += buffers.hands.counts[seat]


@jit_inlined
def wager_row(
    deck: Deck,
    tables: TableHands,
    wagers: WagerTables,
    wager: Integer,
    buffers: RoundBuffers,
    seat: Integer,
    over: bool,  # noqa: FBT001
    dealer: np.uint32,
) -> Integer:
    """Return the combination of rows that a side wager is paid by, or `NOT_MADE`."""
    count = U32(dealer >> _COLUMN_BITS)
    return combination(deck, tables.felt, wagers, buffers.hands, seat, wager, count, over)
