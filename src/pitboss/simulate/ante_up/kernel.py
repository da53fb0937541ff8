"""A round of Ante Up 21: one hand played for 21 and for poker at once (2106).

A player who bets follows an automaton of hands by rank; after a split the decision depends on a
memory of all cards drawn. A player who folds plays for 21 alone, by the automaton of blackjack.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import Rank, Suit
from pitboss.compiled.jit import Integer, jit_inlined, jit_linked, jit_pattern
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.two_card_poker import best_two
from pitboss.simulate.blackjack.play import (
    COLUMNS,
    DEALER_BLACKJACK,
    FIRST_RESULT,
    I32,
    BlackjackTables,
    deal_cards,
    draw_dealer,
    walk,
)
from pitboss.simulate.blackjack.table import play_hand
from pitboss.simulate.buffers import CELLS_ROOM, HANDS_ROOM, WAGERS_ROOM, RoundBuffers
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import Deck, card_at
from pitboss.simulate.side_wager_kernels import best_total, is_ace, value
from pitboss.simulate.side_wagers import WagerTables

Array = Any
RANKS, SUITS = len(Rank), len(Suit)
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
_ZERO, _ONE, _TWO, _RANKS, _SUITS = U32(0), U32(1), U32(2), U32(RANKS), U32(SUITS)
_best_two = jit_pattern(best_two)
_pair_and_up = jit_pattern(FAMILIES["pair-and-up-card"].classify)


class BetTables(NamedTuple):
    """How hands that are bet are played for both wagers."""

    together: bool
    """Whether the play differs from play for 21 alone."""
    bets: Array
    """(up, first, second rank): whether to bet."""
    first: Array
    """(up, first, second rank): the code of two cards."""
    steps: Array
    """(state, card): the next code."""
    splits: Array
    """(up, first, second rank): the number of the split."""
    placed: Array
    """(split, 4): where its arrays begin, and how large they are."""
    following: Array
    """(split, memory, rank): the memory after one more card."""
    moves: Array
    """(split, hands made, hands waiting, memory): the number of its word."""
    words: Array
    """(word): the actions with a hand, packed into bits."""
    after: Array
    """(doubled, total): the result of a hand that draws no more."""


class AnteUpTables(NamedTuple):
    """Hands for 21 alone, hands that are bet, and the poker part."""

    blackjack: BlackjackTables
    bet: BetTables
    poker_numbers: Array
    """(poker hand as it compares): its number."""
    ways: Array
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


@jit_linked
def play_round(
    deck: Deck,
    tables: AnteUpTables,
    seats: Integer,
    wagers: WagerTables,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round; return where the next card lies."""
    blackjack, hands = tables.blackjack, buffers.hands
    index, up, down = deal_cards(deck, U32(seats), 0, index, hands.first, hands.second, hands.shown)
    hands.dealer[0], hands.dealer[1] = up, down
    _see_bonus(seats, wagers, up, buffers)
    dealer = I32(blackjack.dealer_first[U32(up * blackjack.classes + down)])
    outcome, count = U32(~dealer), _TWO
    if outcome == DEALER_BLACKJACK:
        _all_over(tables, seats, up, buffers)
    else:
        index, draws = _play_seats(deck, tables, seats, up, index, buffers)
        index, outcome, count = draw_dealer(deck, blackjack, index, dealer, draws, hands.dealer)
    _end(tables, seats, outcome, count, buffers)
    return index


@jit_inlined
def bonus_row(
    wagers: WagerTables, wager: Integer, one: np.uint32, two: np.uint32, up: np.uint32
) -> Integer:
    """2106(8): the POKER BONUS uses the first two cards and the up card."""
    return wagers.rows[wager, 0, _pair_and_up(one, two, up, 0)[0][1]]


@jit_inlined
def _see_bonus(seats: Integer, wagers: WagerTables, up: np.uint32, buffers: RoundBuffers) -> None:
    """Store the row of the bonus of every seat."""
    one, two = buffers.hands.first, buffers.hands.second
    for seat in range(seats):
        for wager in range(wagers.size):
            row = bonus_row(wagers, wager, one[seat], two[seat], up)
            buffers.rows[seat * WAGERS_ROOM + wager] = row


@jit_inlined
def _all_over(tables: AnteUpTables, seats: Integer, up: np.uint32, buffers: RoundBuffers) -> None:
    """2106(10): settle against a dealer blackjack, which is checked after fold or bet."""
    hands, hand, blackjack = buffers.hands, buffers.cards, tables.blackjack
    one, two = hands.first, hands.second
    for seat in range(seats):
        peeked = blackjack.peeked[U32(one[seat] * blackjack.classes + two[seat])]
        hands.results[seat * HANDS_ROOM] = peeked
        hands.counts[seat], hands.spans[seat] = _ONE, FOLDED
        if tables.bet.bets[table_row(up, one[seat], two[seat])]:
            hand[0], hand[1] = one[seat], two[seat]
            hands.spans[seat] = _best_two(hand, 2)


@jit_inlined
def _play_seats(
    deck: Deck,
    tables: AnteUpTables,
    seats: Integer,
    up: np.uint32,
    index: np.uint32,
    buffers: RoundBuffers,
) -> tuple[np.uint32, bool]:
    """Play every seat in turn; return the next card's index, and whether the dealer draws (A3).

    Each seat's poker hand is stored in `spans`, which this game does not use.
    """
    blackjack, classes = tables.blackjack, tables.blackjack.classes
    hands, hand, draws = buffers.hands, buffers.cards, False
    one, two = hands.first, hands.second
    for seat in range(seats):
        base, begins, row = U32(seat * HANDS_ROOM), index, table_row(up, one[seat], two[seat])
        bet = bool(tables.bet.bets[row])
        if bet and tables.bet.together:
            index, count, waiting = _play_joint(
                deck, tables, index, row, one[seat], hands.results, base
            )
        else:
            place = U32(U32(up * classes + one[seat]) * classes + two[seat])
            played = play_hand(
                deck,
                blackjack,
                index,
                up,
                one[seat],
                two[seat],
                I32(blackjack.first[place]),
                hands.results,
                base,
                hands.stack,
            )
            index, count, waiting = played.after, played.hands, played.waits
        hands.counts[seat], hands.spans[seat] = count, FOLDED
        draws = draws or waiting or bet
        if bet:  # ruling A1: all cards of all hands, which were drawn one after another
            hand[0], hand[1], drawn = one[seat], two[seat], U32(index - begins)
            for at in range(drawn):
                hand[2 + at] = card_at(deck, U32(begins + U32(at)))
            hands.spans[seat] = _best_two(hand, 2 + drawn)
    return index, draws


@jit_inlined
def _play_joint(
    deck: Deck,
    tables: AnteUpTables,
    index: np.uint32,
    row: np.uint32,
    one: np.uint32,
    results: Array,
    base: np.uint32,
) -> tuple[np.uint32, np.uint32, bool]:
    """Play two cards for both wagers; return the index, how many hands, whether one waits."""
    bet, waits = tables.bet, tables.blackjack.waits
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
    waits: Array,
    index: np.uint32,
    split: Integer,
    one: np.uint32,
    results: Array,
    base: np.uint32,
) -> tuple[np.uint32, np.uint32, bool]:
    """Play the hands of a split, which share one poker hand; return what `_play_joint` returns.

    The action depends on the number of hands made, the number waiting, and the *memory* of all
    cards.
    """
    following, moves, words, placed = bet.following, bet.moves, bet.words, bet.placed
    memory_at, moves_at = placed[split, MEMORY_AT], placed[split, MOVES_AT]
    size, most = placed[split, MEMORIES], placed[split, WAITING_MOST]
    memory, made, to_play, count, waiting = 0, 2, 2, _ZERO, False
    while to_play:
        moves_from = moves_at + ((made - 2) * most + to_play - 1) * size
        card = card_at(deck, index)
        index = U32(index + _ONE)
        memory = following[memory_at + RANKS * memory + rank(card)]
        hard, ace = value(one) + value(card), is_ace(one) or is_ace(card)
        bits = U64(TWO_AT + 2 * (value(card) - 1))
        todo = int(U64(words[moves[moves_from + memory]] >> bits) & U64(3))
        if todo == SPLIT:
            made, to_play = made + 1, to_play + 1
            continue
        doubled = todo == DOUBLE
        while todo != STAND:
            card = card_at(deck, index)
            index = U32(index + _ONE)
            memory = following[memory_at + RANKS * memory + rank(card)]
            hard, ace = hard + value(card), ace or is_ace(card)
            todo = STAND
            if not doubled and hard <= TWENTY_ONE:
                bits = U64(2 * hard + (1 if ace else 0))
                todo = int(U64(words[moves[moves_from + memory]] >> bits) & U64(1))
        result = bet.after[(TOTALS if doubled else 0) + best_total(hard, ace)]
        results[U32(base + count)] = result
        waiting = waiting or bool(waits[result])
        count, to_play = U32(count + _ONE), to_play - 1
    return index, count, waiting


@jit_inlined
def _end(
    tables: AnteUpTables,
    seats: Integer,
    outcome: np.uint32,
    dealer_count: np.uint32,
    buffers: RoundBuffers,
) -> None:
    """Store the result of every hand, and of the poker part."""
    hands, cells, numbers = buffers.hands, buffers.cells, tables.poker_numbers
    against = numbers[_best_two(hands.dealer, dealer_count)]
    for seat in range(seats):
        count, at, poker = hands.counts[seat], seat * CELLS_ROOM, hands.spans[seat]
        for hand in range(count):
            cells[at + hand] = hands.results[seat * HANDS_ROOM + hand] * COLUMNS + outcome
        cells[at + count] = tables.poker_cells
        if poker != FOLDED:
            how = SPLIT_UP if count > _ONE else UNSPLIT
            if outcome == DEALER_BLACKJACK:
                how = NATURAL
            cells[at + count] += tables.ways[how, numbers[poker], against]
        buffers.ended[seat] = count + 1
