"""Rounds of blackjack, played by a printed chart and counted by what they gain.

The code follows a round as a dealer would explain it: deal, look for blackjacks, play the hands
one after the other, draw for the dealer, pay. A card is four times its rank (ace 1 to king 13) and
its suit. Each round is dealt from a full shoe: every card is one of those left, by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from pitboss.witness import chart as charts
from pitboss.witness.chart import CODE, FROM_CARDS, MARK, THEN
from pitboss.witness.terms import Terms

Function = TypeVar("Function", bound=Callable[..., Any])
Array = np.ndarray[Any, np.dtype[np.int64]]

CARDS_MAX = 22
SPADES = 0
_SUITS = 4
_TEN = 10
_JACK = 11
_KING = 13
NOTHING, STAND, HIT, DOUBLE, FREE_DOUBLE, SURRENDER, RESCUE, SPLIT, FREE_SPLIT = range(9)
S, H, D, DS, F, R, RS, P, FP, RP, DR = range(1, len(charts.CODES))
# Columns of the hands of a round: numbers of cards, money at risk, what a win gains, money added
# last, times doubled, whether a lammer carries it; and after it is played its total, or its gain.
COUNT, RISK, PRIZE, ADDED, DOUBLED, CARRIED, WAITS, RESULT = range(8)


def compiled(function: Function) -> Function:
    """Compile a function by numba, which changes its speed and not what it does."""
    return cast(Function, numba.njit(nogil=True)(function))


def full_shoe(terms: Terms) -> Array:
    """Return every card of the shoe."""
    ranks = [rank for rank in range(1, _KING + 1) if terms.tens or rank != _TEN]
    pack = [_SUITS * rank + suit for rank in ranks for suit in range(_SUITS)]
    return np.array(pack * terms.decks, dtype=np.int64)


def gain_most(terms: Terms) -> int:
    """Return more parts than a round can win or lose."""
    bonus = max(terms.seven_cards, terms.straight_spades, terms.sevens_spades)
    return int(terms.hands_max * max(terms.parts << terms.doublings, bonus))


@compiled
def _draw(shoe: Array, dealt: Array) -> int:
    """Take any of the cards that are left."""
    first = dealt[0]
    place = first + int(np.random.random() * (len(shoe) - first))
    card = shoe[place]
    shoe[place] = shoe[first]
    shoe[first] = card
    dealt[0] = first + 1
    return int(card)


@compiled
def _value(card: int) -> int:
    return min(card // 4, 10)


@compiled
def _total(cards: Array, count: int) -> tuple[int, bool]:
    """Return the best total, and whether an ace counts eleven in it."""
    total = 0
    has_ace = False
    for place in range(count):
        value = _value(cards[place])
        total += value
        has_ace = has_ace or value == 1
    if has_ace and total <= 11:
        return total + 10, True
    return total, False


@compiled
def _bonus(terms: Terms, cards: Array, count: int) -> int:
    """Return what a 21 pays that has not been doubled: the best of its rows, or even money."""
    if count >= 7:
        return terms.seven_cards
    if count == 6:
        return terms.six_cards
    if count == 5:
        return terms.five_cards
    if count != 3:
        return terms.parts
    low = min(cards[0] // 4, cards[1] // 4, cards[2] // 4)
    high = max(cards[0] // 4, cards[1] // 4, cards[2] // 4)
    suited = cards[0] % 4 == cards[1] % 4 == cards[2] % 4
    spades = suited and cards[0] % 4 == SPADES
    if low == 6 and high == 8:  # the third makes it 21
        if spades:
            return terms.straight_spades
        return terms.straight_suited if suited else terms.straight
    if low == 7 and high == 7:
        if spades:
            return terms.sevens_spades
        return terms.sevens_suited if suited else terms.sevens
    return terms.parts


@compiled
def _bonus_hope(terms: Terms, first: int, second: int, is_split: bool) -> int:
    """Return the best bonus that a third card may make: 0 none, 1 mixed, 2 suited, 3 spades."""
    if not terms.pays_bonus or (is_split and not terms.pays_bonus_after_split):
        return 0
    low, high = min(first // 4, second // 4), max(first // 4, second // 4)
    if low < 6 or high > 8 or (low == high and low != 7):
        return 0
    if first % 4 != second % 4:
        return 1
    return 3 if first % 4 == SPADES else 2


@compiled
def _follow(
    cell: Array, count: int, hope: int, can_double: bool, can_free: bool,
    can_surrender: bool, can_split: bool, can_free_split: bool,
) -> int:  # fmt: skip
    """Return what a cell says for a hand that has not been doubled; nothing if it may not."""
    if cell[MARK] and count == 2 and hope >= cell[MARK]:
        return HIT
    code = cell[CODE]
    if cell[FROM_CARDS] and count >= cell[FROM_CARDS]:
        code = cell[THEN]
    if code == H:
        return HIT
    if code == S:
        return STAND
    if code in (D, DS):
        otherwise = HIT if code == D else STAND
        return DOUBLE if can_double else otherwise
    if code == F:
        return FREE_DOUBLE if can_free else HIT
    if code in (R, RS, RP) and can_surrender:
        return SURRENDER
    if code == R:
        return HIT
    if code == RS:
        return STAND
    if code in (P, RP) and can_split:
        return SPLIT
    if code == FP and can_free_split:
        return FREE_SPLIT
    return NOTHING


@compiled
def choose(
    terms: Terms, chart: Array, cards: Array, count: int, up: int, hands: int, carried: bool
) -> int:
    """Return what the chart does with a hand that has not been doubled."""
    total, soft = _total(cards, count)
    is_split = hands > 1
    may_double_21 = soft and 0 < terms.soft_21_cards <= count
    if total > 21 or (total == 21 and not may_double_21):
        return STAND
    value = _value(cards[0])
    pair = count == 2 and value == _value(cards[1])
    one_card = is_split and value == 1 and not terms.hits_split_aces
    can_split = pair and hands < terms.hands_max
    if is_split and value == 1 and not terms.resplits_aces:
        can_split = False
    free = terms.has_free_bets and value != 10
    if is_split and can_split:  # a pair that may be split again is
        return FREE_SPLIT if free else SPLIT
    if one_card:
        return STAND
    can_double = terms.doubles_any_cards or count == 2
    if is_split and not terms.doubles_after_split:
        can_double = False
    if terms.double_from and (soft or total < terms.double_from or total > 11):
        can_double = False
    can_free = can_double and terms.has_free_bets and not soft and 9 <= total <= 11
    can_surrender = terms.surrenders and count == 2 and not is_split
    hope = _bonus_hope(terms, cards[0], cards[1], is_split) if count == 2 else 0
    action = NOTHING
    if pair and not carried:
        cell = chart[charts.PAIRS, value, up]
        action = _follow(
            cell, count, hope, can_double, can_free, can_surrender, can_split, can_split and free
        )
    if action == NOTHING:
        table = charts.SOFT if soft else charts.HARD
        if carried:
            table = charts.FREE_SOFT if soft else charts.FREE_HARD
        cell = chart[table, total, up]
        action = _follow(cell, count, hope, can_double, can_free, can_surrender, False, False)
    if action == NOTHING or (total == 21 and action != DOUBLE):
        return STAND
    return action


@compiled
def after_double(terms: Terms, chart: Array, total: int, soft: bool, up: int, doubled: int) -> int:
    """Return what the chart does with a doubled hand: stand, rescue, or double again."""
    if not terms.rescues or total >= 21:
        return STAND
    table = charts.DOUBLED_SOFT if soft else charts.DOUBLED_HARD
    code = chart[table, total, up, CODE]
    if code in (D, DR) and doubled < terms.doublings:
        return DOUBLE
    return RESCUE if code in (R, DR) else STAND


@compiled
def _start(hands: Array, place: int, carried: bool) -> None:
    """A hand of one card, with a wager or a lammer."""
    hands[place] = 0
    hands[place, COUNT] = 1
    hands[place, RISK] = 0 if carried else 1
    hands[place, PRIZE] = 1
    hands[place, CARRIED] = carried


@compiled
def _end(terms: Terms, hand: Array, cards: Array, split: bool) -> None:
    """Settle a hand that is played: lost, paid at once, or waiting with its total."""
    total, _ = _total(cards, hand[COUNT])
    if total > 21:
        hand[RESULT] = -hand[RISK] * terms.parts
    elif total == 21 and terms.wins_with_21:
        hand[RESULT] = hand[PRIZE] * terms.parts
        paid = terms.pays_bonus and (terms.pays_bonus_after_split or not split)
        if paid and hand[DOUBLED] == 0:
            hand[RESULT] = hand[PRIZE] * _bonus(terms, cards, hand[COUNT])
    else:
        hand[WAITS] = 1
        hand[RESULT] = total


@compiled
def _play_doubled(
    terms: Terms, chart: Array, shoe: Array, dealt: Array, hand: Array, cards: Array, up: int
) -> bool:
    """Play a hand from its first double on; return whether it is still to be settled."""
    added = 1
    while True:
        hand[RISK] += added
        hand[PRIZE] += added
        hand[DOUBLED] += 1
        cards[hand[COUNT]] = _draw(shoe, dealt)
        hand[COUNT] += 1
        total, soft = _total(cards, hand[COUNT])
        if total > 21:
            return True
        action = after_double(terms, chart, total, soft, up, hand[DOUBLED])
        if action == RESCUE:
            hand[RESULT] = -(hand[RISK] - added) * terms.parts
            return False
        if action == STAND:
            return True
        added = hand[RISK]


@compiled
def _play_hands(
    terms: Terms, chart: Array, shoe: Array, dealt: Array, hands: Array, cards: Array, up: int
) -> int:
    """Play the hand, and those that splits make of it; return how many there are."""
    number = 1
    place = 0
    while place < number:
        hand = hands[place]
        held = cards[place]
        if hand[COUNT] == 1:
            held[1] = _draw(shoe, dealt)
            hand[COUNT] = 2
        action = choose(terms, chart, held, hand[COUNT], up, number, hand[CARRIED] == 1)
        if action in (SPLIT, FREE_SPLIT):
            cards[number, 0] = held[1]
            hand[COUNT] = 1
            _start(hands, number, action == FREE_SPLIT)
            number += 1
            continue
        if action == HIT:
            held[hand[COUNT]] = _draw(shoe, dealt)
            hand[COUNT] += 1
            continue
        settled = False
        if action == SURRENDER:
            hand[RESULT] = -(terms.parts // 2)
            settled = True
        elif action == DOUBLE:
            settled = not _play_doubled(terms, chart, shoe, dealt, hand, held, up)
        elif action == FREE_DOUBLE:
            hand[PRIZE] += 1
            hand[DOUBLED] = 1
            held[hand[COUNT]] = _draw(shoe, dealt)
            hand[COUNT] += 1
        if not settled:
            _end(terms, hand, held, number > 1)
        place += 1
    return number


@compiled
def _draw_dealer(terms: Terms, shoe: Array, dealt: Array, cards: Array) -> int:
    """Draw to 17, and return the total."""
    count = 2
    while True:
        total, soft = _total(cards, count)
        if total > 17 or (total == 17 and not (soft and terms.hits_soft_17)):
            return total
        cards[count] = _draw(shoe, dealt)
        count += 1


@compiled
def _is_blackjack(first: int, second: int) -> bool:
    return _value(first) + _value(second) == 11 and (_value(first) == 1 or _value(second) == 1)


@compiled
def _play_round(
    terms: Terms, chart: Array, shoe: Array, dealt: Array, hands: Array, cards: Array
) -> int:
    """Play one round from a full shoe; return its gain in parts of the wager."""
    dealt[0] = 0
    own = cards[0]
    dealer = cards[-1]
    own[0] = _draw(shoe, dealt)
    dealer[0] = _draw(shoe, dealt)
    own[1] = _draw(shoe, dealt)
    dealer[1] = _draw(shoe, dealt)
    dealer_blackjack = _is_blackjack(dealer[0], dealer[1])
    if _is_blackjack(own[0], own[1]):
        if dealer_blackjack and not terms.blackjack_wins:
            return 0
        return terms.blackjack_pays
    if dealer_blackjack and terms.peeks:
        return -terms.parts
    _start(hands, 0, False)
    hands[0, COUNT] = 2
    number = _play_hands(terms, chart, shoe, dealt, hands, cards, _value(dealer[0]))
    gain = 0
    waiting = 0
    for place in range(number):
        if dealer_blackjack:
            gain -= hands[place, RISK] * terms.parts
        elif hands[place, WAITS]:
            waiting += 1
        else:
            gain += hands[place, RESULT]
    if dealer_blackjack or waiting == 0:
        return gain
    total = _draw_dealer(terms, shoe, dealt, dealer)
    if total == 22 and terms.pushes_22:
        return gain
    for place in range(number):
        hand = hands[place]
        if hand[WAITS]:
            if total > 21 or hand[RESULT] > total:
                gain += hand[PRIZE] * terms.parts
            elif hand[RESULT] < total:
                gain -= hand[RISK] * terms.parts
    return gain


@compiled
def play_rounds(
    terms: Terms, chart: Array, shoe: Array, rounds: int, seed: int, most: int
) -> Array:
    """Return how many rounds gained so many parts, from *most* lost to *most* won."""
    np.random.seed(seed)
    counts = np.zeros(2 * most + 1, dtype=np.int64)
    dealt = np.zeros(1, dtype=np.int64)
    hands = np.zeros((terms.hands_max, 8), dtype=np.int64)
    cards = np.zeros((terms.hands_max + 1, CARDS_MAX), dtype=np.int64)
    for _ in range(rounds):
        counts[most + _play_round(terms, chart, shoe, dealt, hands, cards)] += 1
    return counts
