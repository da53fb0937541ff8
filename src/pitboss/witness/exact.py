"""The edge of a printed chart by counting every deal: no random numbers, and no solver.

A round is dealt as at a table, the down card among the first four, and every card that may come
next is tried, with the cards that are left of its value. So the code knows no dealer who is asked
about a blackjack, and no chances that depend on it: a down card is one of the deals.

Hands of a split are counted one at a time. Whatever a hand and the dealer draw, the cards before
theirs in the shoe are any of the rest, so their order may be changed: a hand is played first, and
that *k* others began without another pair is the chance that *k* cards after it are none.

Suits count only for 6-7-8 and 7-7-7. Cards of one value come in every suit alike, so a bonus is
worth the average of its suits.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from math import fsum
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from pitboss.witness.chart import read_chart
from pitboss.witness.rounds import (
    DOUBLE,
    FREE_DOUBLE,
    FREE_SPLIT,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
    Array,
    after_double,
    choose,
    compiled,
)
from pitboss.witness.terms import Terms

VALUES = 10
_RANK_OF_TEN = 11
_SUITS = 4
_TOTAL, _ORDERS, _DRAWN, _FIRST = range(4)
MIXED, SUITED, SPADES = range(3)
_SHOWN = {MIXED: (1, 2), SUITED: (1, 1), SPADES: (0, 0)}
"""Suits of two cards that are of a kind: spades are 0."""


class Exact(NamedTuple):
    """The edge of a chart, counted."""

    house_edge: float
    seconds: float


class Seat(NamedTuple):
    """What a hand is played against, and what of it is counted."""

    up: int
    draws: Array
    """What completes the dealer's two cards."""
    blackjack: int
    """Whether the dealer has one, so that every hand loses its wager."""
    pair: int
    """The value of the pair that was split; 0: none was."""
    others: int
    """Up to so many other hands begin without another pair."""


class Hand(NamedTuple):
    """A hand in the middle of its play."""

    held: int
    """Its cards."""
    kind: int
    """What the suits of its first two cards have in common."""
    carried: int
    is_split: int
    risk: int
    prize: int
    doubled: int


Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@compiled
def _total(cards: Array, count: int) -> tuple[int, bool]:
    points = 0
    aces = 0
    for place in range(count):
        worth = min(cards[place] // _SUITS, VALUES)
        points += worth
        aces += worth == 1
    return (points + 10, True) if aces and points <= 11 else (points, False)


@compiled
def _add(others: int, size: int, pairs: int, chance: float, gain: float, out: Numbers) -> None:
    """Add a gain, for each number of others that begin with any cards but the pair's."""
    for number in range(others + 1):
        out[number] += chance * gain
        if size > number:
            chance *= (size - pairs - number) / (size - number)


@compiled
def _gain(seat: Seat, left: Array, chance: float, gain: float, out: Numbers) -> None:
    """Add a gain that no further card decides."""
    pairs = left[seat.pair] if seat.pair else 0
    _add(seat.others, left[0], pairs, chance, gain, out)


@compiled
def _dealer(
    terms: Terms, seat: Seat, left: Array, own: int, hand: Hand, chance: float, out: Numbers
) -> None:
    """Let the dealer draw all cards that may come, and settle a hand that waits."""
    for row in range(len(seat.draws)):
        draw = seat.draws[row]
        total = draw[_TOTAL]
        if own == total or (total == 22 and terms.pushes_22):
            continue
        size = left[0]
        likely = chance * draw[_ORDERS]
        last = 0
        alike = 0
        pairs = left[seat.pair] if seat.pair else 0
        for place in range(draw[_DRAWN]):
            value = draw[_FIRST + place]
            alike = alike + 1 if value == last else 0
            last = value
            likely *= max(left[value] - alike, 0) / size
            size -= 1
            pairs -= value == seat.pair
        if likely > 0:
            gain = hand.prize if total > 21 or own > total else -hand.risk
            _add(seat.others, size, pairs, likely, gain, out)


@cache
def _draws(points: int, aces: int, *, hits_soft_17: bool) -> Array:
    """Return the draws that complete a dealer's hand: cards of the same values are one row.

    Each row is the total, in how many orders the cards may come, their number and their values.
    """
    found: Counter[tuple[int, tuple[int, ...]]] = Counter()

    def draw(points: int, aces: int, drawn: tuple[int, ...]) -> None:
        total = points + 10 if aces and points <= 11 else points
        if total > 17 or (total == 17 and not (points < 17 and hits_soft_17)):
            found[total, tuple(sorted(drawn))] += 1
            return
        for value in range(1, VALUES + 1):
            draw(points + value, aces + (value == 1), (*drawn, value))

    draw(points, aces, ())
    most = max(len(drawn) for _, drawn in found)
    rows = np.zeros((len(found), _FIRST + most), dtype=np.int64)
    for row, ((total, drawn), orders) in zip(rows, found.items(), strict=True):
        row[:_FIRST] = total, orders, len(drawn)
        row[_FIRST : _FIRST + len(drawn)] = drawn
    return rows


@compiled
def _bonus(terms: Terms, hand: Hand, cards: Array) -> float:
    """Return what a 21 pays that was not doubled, in wagers: the average over unknown suits."""
    low = min(cards[0] // 4, cards[1] // 4, cards[2] // 4)
    high = max(cards[0] // 4, cards[1] // 4, cards[2] // 4)
    pays = float(terms.parts)
    alike = 0.0
    mixed = float(terms.parts)
    if hand.held >= 7:
        mixed = terms.seven_cards
    elif hand.held == 6:
        mixed = terms.six_cards
    elif hand.held == 5:
        mixed = terms.five_cards
    elif hand.held == 3 and low == 6 and high == 8:
        mixed = terms.straight
        alike = 0.25
        pays = terms.straight_spades if hand.kind == SPADES else terms.straight_suited
    elif hand.held == 3 and low == 7 and high == 7:
        mixed = terms.sevens
        alike = (terms.decks - 2) / (4 * terms.decks - 2)
        pays = terms.sevens_spades if hand.kind == SPADES else terms.sevens_suited
    if hand.kind == MIXED:
        alike = 0.0
    return (alike * pays + (1 - alike) * mixed) / terms.parts


@compiled
def _end(
    terms: Terms, seat: Seat, left: Array, hand: Hand, cards: Array, chance: float, out: Numbers
) -> None:
    """Settle a hand that is played, or let the dealer draw to it."""
    total, _ = _total(cards, hand.held)
    if seat.blackjack or total > 21:
        _gain(seat, left, chance, -hand.risk, out)
    elif total == 21 and terms.wins_with_21:
        pays = 1.0
        paid = terms.pays_bonus and (terms.pays_bonus_after_split or not hand.is_split)
        if paid and hand.doubled == 0:
            pays = _bonus(terms, hand, cards)
        _gain(seat, left, chance, hand.prize * pays, out)
    else:
        _dealer(terms, seat, left, total, hand, chance, out)


@compiled
def _rank(value: int) -> int:
    return _RANK_OF_TEN if value == VALUES else value


@compiled
def _doubled(
    terms: Terms, chart: Array, seat: Seat, left: Array, hand: Hand, cards: Array, chance: float,
    out: Numbers,
) -> None:  # fmt: skip
    """Put as much again on a hand, give it each card, and do what the chart says then."""
    added = hand.risk if hand.doubled else 1  # also where a lammer lies in place of the wager
    more = Hand(hand.held + 1, hand.kind, hand.carried, hand.is_split, hand.risk + added,
                hand.prize + added, hand.doubled + 1)  # fmt: skip
    size = left[0]
    for value in range(1, VALUES + 1):
        copies = left[value]
        if copies == 0:
            continue
        cards[hand.held] = _SUITS * _rank(value) + 3
        left[value] -= 1
        left[0] -= 1
        total, soft = _total(cards, more.held)
        action = STAND
        if total <= 21:
            action = after_double(terms, chart, total, soft, seat.up, more.doubled)
        if action == RESCUE:
            loss = more.risk if seat.blackjack else more.risk - added
            _gain(seat, left, chance * copies / size, -loss, out)
        elif action == STAND:
            _end(terms, seat, left, more, cards, chance * copies / size, out)
        else:
            _doubled(terms, chart, seat, left, more, cards, chance * copies / size, out)
        left[value] += 1
        left[0] += 1


@compiled
def _play(
    terms: Terms, chart: Array, seat: Seat, left: Array, hand: Hand, cards: Array, chance: float,
    out: Numbers,
) -> None:  # fmt: skip
    """Follow the chart with a hand that has not been doubled."""
    hands = terms.hands_max if hand.is_split else 1
    action = choose(terms, chart, cards, hand.held, seat.up, hands, hand.carried == 1)
    if action == SURRENDER:
        _gain(seat, left, chance, -1.0 if seat.blackjack else -0.5, out)
    elif action == STAND:
        _end(terms, seat, left, hand, cards, chance, out)
    elif action == DOUBLE:
        _doubled(terms, chart, seat, left, hand, cards, chance, out)
    else:
        free = action == FREE_DOUBLE
        more = Hand(hand.held + 1, hand.kind, hand.carried, hand.is_split, hand.risk,
                    hand.prize + free, hand.doubled + free)  # fmt: skip
        size = left[0]
        for value in range(1, VALUES + 1):
            copies = left[value]
            if copies == 0:
                continue
            cards[hand.held] = _SUITS * _rank(value) + 3
            left[value] -= 1
            left[0] -= 1
            if free:
                _end(terms, seat, left, more, cards, chance * copies / size, out)
            else:
                _play(terms, chart, seat, left, more, cards, chance * copies / size, out)
            left[value] += 1
            left[0] += 1


def count_chart(terms: Terms, printed: Mapping[str, Any]) -> Exact:
    """Return the house edge of a printed chart, by every deal of the shoe."""
    begin = perf_counter()
    chart = read_chart(printed)

    def against(dealt: tuple[int, int]) -> float:
        left = _full_shoe(terms)
        (up, down) = dealt
        for chance_up in _taken(left, up):
            for chance_down in _taken(left, down):
                return chance_up * chance_down * _against(terms, chart, left, up, down)
        return 0.0

    values = range(1, VALUES + 1)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        gains = [*workers.map(against, product(values, values))]
    return Exact(house_edge=-fsum(gains), seconds=perf_counter() - begin)


def _full_shoe(terms: Terms) -> Array:
    """Return how many cards there are, and of each value."""
    tens = 4 if terms.tens else 3
    copies = [_SUITS * terms.decks] * (VALUES - 1) + [_SUITS * tens * terms.decks]
    return np.array([sum(copies), *copies], dtype=np.int64)


def _taken(left: Array, value: int) -> Iterator[float]:
    """Take a card of a value out of the shoe; yield how likely it is, and put it back."""
    copies = int(left[value])
    size = int(left[0])
    if copies:
        left[value] -= 1
        left[0] -= 1
        yield copies / size
        left[value] += 1
        left[0] += 1


def _against(terms: Terms, chart: Array, left: Array, up: int, down: int) -> float:
    """Return the gain of a round against two cards of the dealer's."""
    natural = {up, down} == {1, VALUES}
    gain = 0.0
    draws = _draws(up + down, (up == 1) + (down == 1), hits_soft_17=terms.hits_soft_17)
    for first in range(1, VALUES + 1):
        for chance_first in _taken(left, first):
            for second in range(first, VALUES + 1):
                for chance_second in _taken(left, second):
                    chance = chance_first * chance_second * (1 if first == second else 2)
                    if (first, second) == (1, VALUES):
                        pushes = natural and not terms.blackjack_wins
                        gain += 0.0 if pushes else chance * terms.blackjack_pays / terms.parts
                    elif natural and terms.peeks:
                        gain -= chance
                    else:
                        seat = Seat(up=up, draws=draws, blackjack=int(natural), pair=0, others=0)
                        gain += chance * _hand(terms, chart, left, seat, first, second)
    return gain


def _hand(terms: Terms, chart: Array, left: Array, seat: Seat, first: int, second: int) -> float:
    """Return the gain of two cards, averaged over what their suits may have in common."""
    gain = 0.0
    for kind, share in _kinds(terms, first, second):
        cards = _cards(first, second, kind)
        action = choose(terms, chart, cards, 2, seat.up, 1, carried=False)
        if action in (SPLIT, FREE_SPLIT):
            free = action == FREE_SPLIT
            assert free == (terms.has_free_bets and first != VALUES), "all splits are free, or none"
            gain += share * _split(terms, chart, left, seat, first, free=free)
            continue
        out = np.zeros(1)
        hand = Hand(held=2, kind=kind, carried=0, is_split=0, risk=1, prize=1, doubled=0)
        _play(terms, chart, seat, left, hand, cards, share, out)
        gain += float(out[0])
    return gain


def _cards(first: int, second: int, kind: int) -> Array:
    cards = np.zeros(24, dtype=np.int64)
    for place, value in enumerate((first, second)):
        cards[place] = _SUITS * _rank(value) + _SHOWN[kind][place]
    return cards


def _kinds(terms: Terms, first: int, second: int) -> tuple[tuple[int, float], ...]:
    """Return what the suits of two cards may have in common, and how likely that is."""
    values = {first, second}
    if not terms.pays_bonus or not values <= {6, 7, 8} or values in ({6}, {8}):
        return ((MIXED, 1.0),)
    decks = terms.decks
    alike = (decks - 1) / (4 * decks - 1) if len(values) == 1 else 0.25
    return (MIXED, 1 - alike), (SUITED, 0.75 * alike), (SPADES, 0.25 * alike)


class _Begun(NamedTuple):
    """How hands of a split began: an order of pairs that were split again, and other cards."""

    again: int
    """Pairs that were split again."""
    first_is_free: bool
    """The first hand got its card when no more splits were allowed."""
    plain: int
    """Hands, the first apart, that began with another card than the pair's."""
    free: int
    """Hands, the first apart, that got any card, when no more splits were allowed."""


@cache
def _orders(hands_max: int) -> Counter[_Begun]:
    """Return how many orders of second cards lead to each beginning, the first hand's first."""
    found: Counter[_Begun] = Counter()

    def second_card(hands: int, waiting: int, plain: int, *, first_waits: bool) -> None:
        if hands == hands_max or waiting == 0:
            others = waiting - first_waits
            if waiting == 0 or hands == hands_max:
                found[_Begun(hands - 2, first_waits, plain, others)] += 1
            return
        second_card(hands + 1, waiting + 1, plain, first_waits=first_waits)  # split again
        is_other = not first_waits
        second_card(hands, waiting - 1, plain + is_other, first_waits=False)

    second_card(2, 2, 0, first_waits=True)
    return found


def _split(terms: Terms, chart: Array, left: Array, seat: Seat, pair: int, *, free: bool) -> float:
    """Return the gain of a pair that is split, and split again wherever that is allowed."""
    hands_max = 2 if pair == 1 and not terms.resplits_aces else terms.hands_max
    gain = 0.0
    for again in range(hands_max - 1):
        paired = 1.0
        for number in range(again):
            paired *= max(int(left[pair]) - number, 0) / (int(left[0]) - number)
        rest = left.copy()
        rest[pair] -= again
        rest[0] -= again
        if not paired:
            continue
        known = seat._replace(pair=pair, others=hands_max)
        paid = _one_of_split(terms, chart, rest, known, carried=False)
        carried = _one_of_split(terms, chart, rest, known, carried=True) if free else paid
        for begun, orders in _orders(hands_max).items():
            if begun.again != again:
                continue
            plain = begun.plain + (not begun.first_is_free)
            each = float(paid[int(begun.first_is_free)][plain - (not begun.first_is_free)])
            if begun.plain:
                each += begun.plain * float(carried[0][plain - 1])
            each += begun.free * float(carried[1][plain])
            gain += orders * paired * each
    return gain


def _one_of_split(
    terms: Terms, chart: Array, left: Array, seat: Seat, *, carried: bool
) -> tuple[Numbers, Numbers]:
    """Return the gains of one hand: one that got another card than the pair's, and any card.

    Each is by how many other hands began without another pair.
    """
    plain = np.zeros(seat.others + 1)
    anyhow = np.zeros(seat.others + 1)
    for value in range(1, VALUES + 1):
        for chance in _taken(left, value):
            for kind, share in _kinds(terms, seat.pair, value):
                out = np.zeros(seat.others + 1)
                hand = Hand(
                    held=2,
                    kind=kind,
                    carried=int(carried),
                    is_split=1,
                    risk=int(not carried),
                    prize=1,
                    doubled=0,
                )
                cards = _cards(seat.pair, value, kind)
                _play(terms, chart, seat, left, hand, cards, chance * share, out)
                anyhow += out
                if value != seat.pair:
                    plain += out
    return plain, anyhow
