"""What a whole table of Ante Up 21 looks up (`rounds/ante_up.py`).

A player who bets follows an automaton of hands by rank; after a split the decision depends on a
memory of all cards drawn. A player who folds plays for 21 alone, by the automaton of blackjack.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.cards import Rank, Suit
from pitboss.compiled.arrays import Bytes, LongInts, LongWords, ShortInts, Words
from pitboss.compiled.jit import Integer, jit_inlined, jit_linked, jit_pattern
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.two_card_poker import best_two
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    COLUMNS,
    DEALER_BLACKJACK,
    FIRST_RESULT,
    I32,
    BlackjackTables,
    draw_dealer,
    walk,
)
from pitboss.simulator.blackjack.play import play_hand as play_two
from pitboss.simulator.buffers import HANDS_ROOM, RoundBuffers
from pitboss.simulator.machine.table_looks import Card, add_cell
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import Deck, card_at
from pitboss.simulator.side_wager_kernels import best_total, is_ace, value
from pitboss.simulator.side_wagers import WagerTables

RANKS = len(Rank)
SUITS = len(Suit)
TOTALS = 32
"""More than any total."""
STAND, HIT, DOUBLE, SPLIT = range(4)
"""Actions with the second card of a split hand: two bits for each value of the card."""
TWO_AT = 2 * (TWENTY_ONE + 1)
"""The position of those bits. Below them is one bit for each hard total, without and with an ace: 1
is a hit."""
UNSPLIT, SPLIT_UP, NATURAL = range(3)
"""How a bet is compared: with one hand, with several, or against a dealer blackjack."""
FOLDED = 0
"""Instead of a poker hand, after a fold: less than any other."""
MEMORY_AT, MOVES_AT, MEMORIES, WAITING_MOST = range(4)
"""The columns of `BetTables.placed`: where a split's arrays begin, and how large they are."""
_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_RANKS = U32(RANKS)
_SUITS = U32(SUITS)
_COLUMN_BITS = U32(COLUMN_BITS)
_COLUMN = (1 << COLUMN_BITS) - 1
_best_two = jit_pattern(best_two)
_pair_and_up = jit_pattern(FAMILIES["pair-and-up-card"].classify)


class BetTables(NamedTuple):
    """How hands that are bet are played for both wagers."""

    together: bool
    """Whether the play differs from play for 21 alone."""
    bets: Bytes
    """(up, first, second rank): whether to bet."""
    first: ShortInts
    """(up, first, second rank): the code of two cards."""
    steps: ShortInts
    """(state, card): the next code."""
    splits: LongInts
    """(up, first, second rank): the number of the split."""
    placed: LongInts
    """(split, 4): where its arrays begin, and how large they are."""
    following: Words
    """(split, memory, rank): the memory after one more card."""
    moves: Words
    """(split, hands made, hands waiting, memory): the number of its word."""
    words: LongWords
    """(word): the actions with a hand, packed into bits."""
    after: ShortInts
    """(doubled, total): the result of a hand that draws no more."""


class AnteUpTables(NamedTuple):
    """Hands for 21 alone, hands that are bet, and the poker part."""

    blackjack: BlackjackTables
    bet: BetTables
    poker_numbers: LongInts
    """(poker hand as it compares): its number."""
    ways: LongInts
    """(how it is compared, player's, dealer's number): the result of ANTE and BET."""
    poker_cells: np.int64
    """The cell of a fold; those of the other ways follow."""


@jit_inlined
def rank(card: np.uint32) -> np.uint32:
    """Return the rank of a card, the ace as 0."""
    return U32(card // _SUITS)


@jit_inlined
def table_row(up: np.uint32, one: np.uint32, two: np.uint32) -> np.uint32:
    """Return where tables by the ranks of the up card and of two cards keep these."""
    return U32(U32(rank(up) * _RANKS + rank(one)) * _RANKS + rank(two))


@jit_inlined
def bonus_row(
    _: AnteUpTables, wagers: WagerTables, wager: Integer, one: Card, two: Card, up: Card
) -> Integer:
    """Return the row of the POKER BONUS: it uses the first two cards and the up card."""
    return wagers.rows[wager, 0, _pair_and_up(one, two, up, 0)[0][1]]


@jit_inlined
def is_bet(tables: AnteUpTables, up: Card, one: Card, two: Card) -> np.uint32:
    """Return whether two cards are bet on."""
    return U32(tables.bet.bets[table_row(up, one, two)])


@jit_inlined
def dealer_start(tables: AnteUpTables, up: Card, down: Card) -> np.int32:
    """Return the code of the dealer's first two cards."""
    return I32(tables.blackjack.dealer_first[U32(up * tables.blackjack.classes + down)])


@jit_inlined
def is_over(_: AnteUpTables, dealer: np.int32) -> bool:
    """Return whether the dealer has a blackjack."""
    return bool(U32(~dealer) == DEALER_BLACKJACK)


@jit_inlined
def first_hand(
    tables: AnteUpTables,
    over: bool,  # noqa: FBT001
    up: Card,
    one: Card,
    two: Card,
) -> np.int32:
    """Return the code of two cards that are played for 21 alone."""
    blackjack = tables.blackjack
    classes = tables.blackjack.classes
    if over:
        return I32(~I32(blackjack.peeked[U32(one * classes + two)]))
    return I32(blackjack.first[U32(U32(up * classes + one) * classes + two)])


@jit_inlined
def play_hand(
    deck: Deck,
    tables: AnteUpTables,
    index: np.uint32,
    code: np.int32,
    over: bool,  # noqa: FBT001
    bet: np.uint32,
    up: Card,
    one: Card,
    two: Card,
    buffers: RoundBuffers,
    seat: Integer,
) -> tuple[np.uint32, np.uint32]:
    """Play a seat; return the next index, and whether a hand waits for the dealer.

    The poker hand of the seat is stored in `spans`, which this game does not use.
    """
    hands = buffers.hands
    hand = buffers.cards
    base = U32(seat * HANDS_ROOM)
    begins = index
    if bet and tables.bet.together and not over:
        row = table_row(up, one, two)
        index, count, waiting = _play_joint(deck, tables, index, row, one, hands.results, base)
    else:
        played = play_two(
            deck, tables.blackjack, index, up, one, two, code, hands.results, base, hands.stack
        )
        index = played.after
        count = played.hands
        waiting = played.waits
    hands.counts[seat] = count
    hands.spans[seat] = FOLDED
    if bet:  # ruling A1: all cards of all hands, which were drawn one after another
        hand[0] = one
        hand[1] = two
        drawn = U32(index - begins)
        for at in range(drawn):
            hand[2 + at] = card_at(deck, U32(begins + U32(at)))
        hands.spans[seat] = _best_two(hand, 2 + drawn)
    return index, U32(waiting)


@jit_inlined
def _play_joint(
    deck: Deck,
    tables: AnteUpTables,
    index: np.uint32,
    row: np.uint32,
    one: np.uint32,
    results: Words,
    base: np.uint32,
) -> tuple[np.uint32, np.uint32, bool]:
    """Play two cards for both wagers; return the index, how many hands, whether one waits."""
    bet = tables.bet
    waits = tables.blackjack.waits
    index, code, _ = walk(deck, index, I32(bet.first[row]), bet.steps, tables.blackjack.classes)
    result = U32(~code)
    if result < FIRST_RESULT:
        return play_split(deck, bet, waits, index, bet.splits[row], one, results, base)
    results[base] = result
    return index, _ONE, bool(waits[result])


@jit_linked
def play_split(
    deck: Deck,
    bet: BetTables,
    waits: Bytes,
    index: np.uint32,
    split: Integer,
    one: np.uint32,
    results: Words,
    base: np.uint32,
) -> tuple[np.uint32, np.uint32, bool]:
    """Play the hands of a split, which share one poker hand; return what `_play_joint` returns.

    The action depends on the number of hands made, the number waiting, and the *memory* of all
    cards.
    """
    following = bet.following
    moves = bet.moves
    words = bet.words
    placed = bet.placed
    memory_at = placed[split, MEMORY_AT]
    moves_at = placed[split, MOVES_AT]
    size = placed[split, MEMORIES]
    most = placed[split, WAITING_MOST]
    memory = 0
    made = 2
    to_play = 2
    count = _ZERO
    waiting = False
    while to_play:
        moves_from = moves_at + ((made - 2) * most + to_play - 1) * size
        card = card_at(deck, index)
        index = U32(index + _ONE)
        memory = following[memory_at + RANKS * memory + rank(card)]
        hard = value(one) + value(card)
        ace = is_ace(one) or is_ace(card)
        bits = U64(TWO_AT + 2 * (value(card) - 1))
        todo = int(U64(words[moves[moves_from + memory]] >> bits) & U64(3))
        if todo == SPLIT:
            made = made + 1
            to_play = to_play + 1
            continue
        doubled = todo == DOUBLE
        while todo != STAND:
            card = card_at(deck, index)
            index = U32(index + _ONE)
            memory = following[memory_at + RANKS * memory + rank(card)]
            hard = hard + value(card)
            ace = ace or is_ace(card)
            todo = STAND
            if not doubled and hard <= TWENTY_ONE:
                bits = U64(2 * hard + (1 if ace else 0))
                todo = int(U64(words[moves[moves_from + memory]] >> bits) & U64(1))
        result = bet.after[(TOTALS if doubled else 0) + best_total(hard, ace)]
        results[U32(base + count)] = result
        waiting = waiting or bool(waits[result])
        count = U32(count + _ONE)
        to_play = to_play - 1
    return index, count, waiting


@jit_inlined
def waits(_: AnteUpTables, waiting: np.uint32) -> np.uint32:
    """Return whether a hand of a seat waits for the dealer."""
    return waiting


@jit_inlined
def bet_waits(_: AnteUpTables, bet: np.uint32) -> np.uint32:
    """Return whether the bet of a seat waits for the dealer (ruling A3)."""
    return bet


@jit_inlined
def end_bonus(_: AnteUpTables, __: RoundBuffers, ___: Integer) -> None:
    """Store nothing more: the row of the POKER BONUS is."""


@jit_inlined
def play_dealer(
    deck: Deck,
    tables: AnteUpTables,
    index: np.uint32,
    code: np.int32,
    up: Card,
    down: Card,
    waiting: Integer,
    buffers: RoundBuffers,
) -> tuple[np.uint32, np.uint32]:
    """Draw cards to the dealer; return the next index, the outcome and above it the poker hand."""
    cards = buffers.hands.dealer
    cards[0] = up
    cards[1] = down
    draws = bool(waiting != 0)
    index, outcome, count = draw_dealer(deck, tables.blackjack, index, code, draws, cards)
    poker = U32(tables.poker_numbers[_best_two(cards, count)])
    return index, U32(outcome | U32(poker << _COLUMN_BITS))


@jit_inlined
def end_seat(
    tables: AnteUpTables,
    buffers: RoundBuffers,
    seat: Integer,
    _: np.uint32,
    bet: np.uint32,
    dealer: np.uint32,
) -> None:
    """Store the cells of the hands of a seat, and of its ANTE and BET."""
    hands = buffers.hands
    outcome = U32(dealer & U32(_COLUMN))
    count = U32(hands.counts[seat])
    for place in range(count):
        add_cell(buffers, seat, hands.results[seat * HANDS_ROOM + place] * COLUMNS + outcome)
    way = 0
    if bet:
        how = SPLIT_UP if count > _ONE else UNSPLIT
        if outcome == DEALER_BLACKJACK:
            how = NATURAL
        mine = tables.poker_numbers[hands.spans[seat]]
        way = tables.ways[how, mine, U32(dealer >> _COLUMN_BITS)]
    add_cell(buffers, seat, tables.poker_cells + way)
