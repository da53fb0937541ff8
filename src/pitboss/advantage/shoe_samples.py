"""Sampled shoes, for values that no formula gives: perfect play, and differences of ranks.

Cards are sampled and nothing else: the wager's exact expectation is taken with every shoe's cards,
so that few shoes give small errors. A shoe is a function of the seed and its number, as in a
simulation.

>>> from pitboss.cards import FRENCH, Shoe
>>> from pitboss.exact.any_wager.wager_value import table_value
>>> from pitboss.rulebook.reading.library import game
>>> wager = table_value(game("co/21-plus-3").tables_of("21-plus-3")[0], Shoe(FRENCH, 6))
>>> gain = perfect_gain(wager, Dealing(cut=260), shoes=100)
>>> gain.frequency == perfect_gain(wager, Dealing(cut=260), shoes=100).frequency
True
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pitboss.advantage.gains import COUNT_MAX, CountGain, Dealing, best_trigger, true_count_table
from pitboss.cards import Shoe
from pitboss.cards.unseen import Unseen
from pitboss.compiled.jit import Integer, Number, jit_cached, jit_linked, jit_pattern
from pitboss.counts.system import Counted, CountSystem
from pitboss.exact.any_wager.dealer_wagers import (
    COLORS,
    DealerDraws,
    DrawArrays,
    draw_arrays,
    expect_weights,
    group_counts,
)
from pitboss.exact.any_wager.polynomial import Polynomial, compute_value, fill_values
from pitboss.exact.any_wager.terms import form_array, take_card
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.exact.counting.distributions import is_made_after_peek
from pitboss.patterns import busts, totals
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shoes import ShoeMemory, open_shoe, shoe_memory
from pitboss.simulator.random.shuffle import Cutting

Array = Any
SHOES = 4_000
"""The default number of shoes: errors of a few percent of the gain."""
BATCHES = 50
"""Shoes are added up in so many batches, whose differences are the standard error."""
_ROUNDS = 100
_NONE, _RANKS, _SUITS = range(3)
_LOOKS = 13
"""Cards between two looks at a shoe where every look takes long."""
_SHOES_OF_DEALER = 2_000
_SHOES_BY_UP_CARD = 200
"""Fewer shoes are dealt where the dealer draws, and fewer yet where it is for every up card."""
_CARDS_OF_DEALER = 12
"""The dealer rarely needs more."""
_value = jit_pattern(totals.value)
_color = jit_pattern(busts.color)


class Sums(NamedTuple):
    """The sums, by batch and true count."""

    places: Array
    """int64: the rounds that may begin."""
    gains: Array
    """float64: their expectations."""
    bets: Array
    """float64, by batch: rounds that are worth a bet."""
    won: Array
    """float64, by batch: the expectations of those."""


class Rounds(NamedTuple):
    """Which shoes are dealt, how far, and how often they are looked at."""

    full: Array
    """uint8: the cards of the shoe."""
    cutting: Cutting
    step: int
    """Cards between two looks."""
    seed: np.uint64
    shoes: int


def perfect_gain(
    wager: WagerValue, dealing: Dealing, *, seed: int = 1, shoes: int | None = None, meter: int = 0
) -> CountGain | None:
    """Return the gain of a player who knows every card left, with its standard error.

    None where the play decides the wager, and for insurance, which is decided with more cards in
    sight than were dealt before the round.
    """
    if wager.draws is not None:
        return _perfect_dealer(wager, wager.draws, dealing, seed, shoes)
    polynomial = wager.polynomial_at(meter)
    if polynomial is None or wager.after_up_card:
        return None
    rounds = _rounds(wager, dealing, polynomial.degree, seed, shoes or SHOES)
    sums = _no_sums(1)
    memory = shoe_memory(len(rounds.full))
    forms = form_array(wager.full)
    counts = np.zeros((1, 1), dtype=np.int16)
    _sample_polynomial(polynomial, rounds, _NONE, counts, forms, forms.copy(), memory, sums)
    return _perfect(sums)


def difference_gain(
    wager: WagerValue,
    system: CountSystem,
    shoe: Shoe,
    dealing: Dealing,
    *,
    seed: int = 1,
    shoes: int = SHOES,
    meter: int = 0,
) -> CountGain | None:
    """Return the gain with a difference of ranks or suits; None where there is no polynomial."""
    polynomial = wager.polynomial_at(meter)
    if polynomial is None or system.kind is Counted.TAGS:
        return None
    rounds = _rounds(wager, dealing, polynomial.degree, seed, shoes)
    counts = true_count_table(system, shoe)
    sums = _no_sums(2 * COUNT_MAX + 1)
    memory = shoe_memory(len(rounds.full))
    forms = form_array(wager.full)
    kind = _SUITS if system.kind is Counted.SUIT_DIFFERENCE else _RANKS
    _sample_polynomial(polynomial, rounds, kind, counts, forms, forms.copy(), memory, sums)
    places = sums.places.sum()
    by_count = {
        int(at) - COUNT_MAX: (
            float(sums.places[:, at].sum() / places),
            float(sums.gains[:, at].sum() / places),
        )
        for at in np.nonzero(sums.places.sum(axis=0))[0]
    }
    best = best_trigger(by_count)
    if best.trigger is None:
        return best
    at = best.trigger + COUNT_MAX
    bets = slice(0, at + 1) if best.below else slice(at, None)
    return replace(best, standard_error=_error(sums.gains[:, bets].sum(axis=1), sums.places))


def _rounds(
    wager: WagerValue, dealing: Dealing, needed: int, seed: int, shoes: int, step: int = 1
) -> Rounds:
    full = np.array(wager.full.cards(), dtype=np.uint8)
    places = len(dealing.starts(len(full), needed))
    cutting = Cutting(U32(0), U32(places), U32(places), U32(places // 8 + 4))
    return Rounds(full=full, cutting=cutting, step=step, seed=U64(seed), shoes=shoes)


def _no_sums(counts: int) -> Sums:
    return Sums(
        np.zeros((BATCHES, counts), dtype=np.int64),
        np.zeros((BATCHES, counts)),
        np.zeros(BATCHES),
        np.zeros(BATCHES),
    )


def _perfect(sums: Sums) -> CountGain:
    places = float(sums.places.sum())
    bets = float(sums.bets.sum())
    won = float(sums.won.sum())
    return CountGain(
        frequency=bets / places,
        edge=won / bets if bets else 0.0,
        standard_error=_error(sums.won, sums.places),
    )


def _error(won: Array, places: Array) -> float:
    """Return the standard error of the units won in 100 rounds, from the batches."""
    by_batch = _ROUNDS * won / places.sum(axis=1)
    return float(by_batch.std(ddof=1) / sqrt(len(by_batch)))


@jit_linked
def _difference(forms: Array, kind: Integer) -> Integer:
    """Return the most numerous less the least numerous of the ranks or suits in the shoe."""
    first, end = (1, 14) if kind == 1 else (14, 18)
    high = 0
    low = 1 << 20
    for form in range(first, end):
        high = max(high, forms[form])
        low = min(low, forms[form])
    return high - low


@jit_cached
def _sample_polynomial(
    polynomial: Polynomial,
    rounds: Rounds,
    kind: int,
    counts: Array,
    start: Array,
    forms: Array,
    memory: ShoeMemory,
    sums: Sums,
) -> None:
    """Value the wager at every card of every shoe."""
    batches = len(sums.bets)
    for number in range(rounds.shoes):
        deck = open_shoe(rounds.full, rounds.cutting, rounds.seed, U64(number), memory)
        for form in range(len(start)):
            forms[form] = start[form]
        batch = number % batches
        for place in range(rounds.cutting.cut):
            value = compute_value(polynomial, forms)
            at = 0
            if kind != 0:
                at = counts[_difference(forms, kind), len(rounds.full) - place] + COUNT_MAX
            sums.places[batch, at] += 1
            sums.gains[batch, at] += value
            if value > 0.0:
                sums.bets[batch] += 1.0
                sums.won[batch] += value
            take_card(forms, deck.cards[place])


class DealerTables(NamedTuple):
    """A wager on the dealer's hand."""

    draws: DrawArrays
    """One table before the deal, or one for each value of the up card."""
    colors: bool
    """Whether a hand of one colour is paid by itself."""
    suits: bool
    """Whether suits matter at all."""
    blackjack: bool
    """Whether it is made only after a dealer blackjack is ruled out."""


class Room(NamedTuple):
    """Working memory."""

    memory: ShoeMemory
    start: Array
    """The counts of a full shoe, by `GROUPS` and value."""
    left: Array
    """The same of the cards left."""
    products: Array
    """One number a node."""


def _perfect_dealer(
    wager: WagerValue, draws: DealerDraws, dealing: Dealing, seed: int, shoes: int | None
) -> CountGain:
    """Return the bound of a wager on the dealer's hand, by up card where it is seen first."""
    late = wager.after_up_card
    whole = draws.before_deal[0]
    tables = DealerTables(
        draw_arrays([draws.after_up_card(up)[0] for up in range(1, 11)] if late else [whole]),
        any(weights[COLORS] for weights in whole.weights),
        whole.looks_at_suits,
        is_made_after_peek(draws.family),
    )
    few = _SHOES_BY_UP_CARD if late else _SHOES_OF_DEALER
    rounds = _rounds(wager, dealing, _CARDS_OF_DEALER, seed, shoes or few, _LOOKS)
    start = group_counts(wager.full, suits=True)
    products = np.empty(int(np.diff(tables.draws.begin).max()))
    room = Room(shoe_memory(len(rounds.full)), start, start.copy(), products)
    sums = _no_sums(1)
    _sample_dealer(tables, rounds, late, room, sums)
    sums.won[:] /= draws.parts
    return _perfect(sums)


@jit_linked
def _take(left: Array, card: Integer, count: Number) -> None:
    """Take *count* of a card out of the counts by suits and value."""
    worth = _value(card) - 1
    left[0, worth] -= count
    left[1 + _color(card), worth] -= count
    left[3 + (card & 3), worth] -= count


@jit_cached
def _sample_dealer(
    tables: DealerTables,
    rounds: Rounds,
    late: bool,  # noqa: FBT001 - compiled code has no keywords
    room: Room,
    sums: Sums,
) -> None:
    """Value a wager on the dealer's hand at some cards of every shoe."""
    for number in range(rounds.shoes):
        deck = open_shoe(rounds.full, rounds.cutting, rounds.seed, U64(number), room.memory)
        for group in range(len(room.start)):
            for worth in range(room.start.shape[1]):
                room.left[group, worth] = room.start[group, worth]
        batch = number % len(sums.bets)
        phase = number % rounds.step
        for place in range(rounds.cutting.cut):
            if place % rounds.step == phase:
                size = float(len(rounds.full) - place)
                sums.places[batch, 0] += 1
                if late:
                    for up in range(10):
                        _bet_on_up_card(tables, up, size, room, sums, batch)
                else:
                    _bet_before_deal(tables, size, room, sums, batch)
            _take(room.left, np.int64(deck.cards[place]), 1.0)


@jit_linked
def _bet_before_deal(
    tables: DealerTables, size: Number, room: Room, sums: Sums, batch: Integer
) -> None:
    gain = 0.0
    for group in range(len(room.left) if tables.suits else 1):
        kind = 0 if group == 0 else 1 if group < 3 else 2
        if kind == 1 and not tables.colors:
            continue
        gain += expect_weights(tables.draws, 0, room.left[group], kind, size, room.products)
    if gain > 0.0:
        sums.bets[batch] += 1.0
        sums.won[batch] += gain


@jit_linked
def _bet_on_up_card(
    tables: DealerTables, up: Integer, size: Number, room: Room, sums: Sums, batch: Integer
) -> None:
    """Add the bets on up cards of one value, as often as they come; by suit if it matters."""
    left = room.left
    products = room.products
    if left[0, up] < 1.0:
        return
    # Of all cards, one of the value is up, whatever its suit.
    left[0, up] -= 1.0
    every = expect_weights(tables.draws, up, left[0], 0, size - 1, products)
    chance = 1.0
    if tables.blackjack and (up == 0 or up == 9):  # noqa: PLR1714 - compiled code has no sets
        chance -= left[0, 9 - up] / (size - 1)
    left[0, up] += 1.0
    for suit in range(4 if tables.suits else 1):
        many = left[3 + suit, up] if tables.suits else left[0, up]
        gain = every
        if many < 1.0:
            continue
        if tables.suits:
            card = 4 * up + suit
            _take(left, card, 1.0)
            if tables.colors:
                color = left[1 + _color(card)]
                gain += expect_weights(tables.draws, up, color, 1, size - 1, products)
            gain += expect_weights(tables.draws, up, left[3 + suit], 2, size - 1, products)
            _take(left, card, -1.0)
        if gain > 0.0:
            sums.bets[batch] += many / size * chance
            sums.won[batch] += many / size * gain


def values_at_cut(wager: WagerValue, cut: int, *, meter: int = 0) -> Array | None:
    """Return the exact expectations with *cut* cards gone, one for each shoe, in order.

    None where the value is no polynomial in the cards left, or is known only with the up card.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> from pitboss.exact.any_wager.wager_value import table_value
    >>> from pitboss.rulebook.reading.library import game
    >>> wager = table_value(game("co/21-plus-3").tables_of("21-plus-3")[0], Shoe(FRENCH, 6))
    >>> values = values_at_cut(wager, 260)
    >>> len(values), bool(abs(values.mean() - float(wager.value(wager.full))) < 0.005)
    (4000, True)
    """
    polynomial = wager.polynomial_at(meter)
    if polynomial is None or wager.after_up_card:
        return None
    random = np.random.default_rng(1)
    counts = np.array(wager.full.counts)
    left = random.multivariate_hypergeometric(counts, wager.full.size - cut, size=SHOES)
    forms = np.stack([form_array(Unseen(tuple(shoe))) for shoe in left.tolist()])
    values = np.zeros(SHOES)
    fill_values(polynomial, forms, values)
    return np.sort(values)
