"""The value of a wager as a polynomial in the counts of the cards that are left.

Whole numbers only: `compute_numerator` is the same on every processor and graphics card, and its
sign alone says whether a wager is worth making. The expectation is

    numerator / (denominator * N * (N - 1) * ...), with one factor for each card of the deal.

>>> from pitboss.cards import FRENCH, Shoe, Unseen
>>> from pitboss.exact.any_wager.terms import count_forms
>>> pairs = make_polynomial({(1, 1): 1}, degree=2, denominator=1)  # two aces
>>> exact_value(pairs, count_forms(Unseen.from_shoe(Shoe(FRENCH, 1))))
Fraction(1, 221)
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import gcd, perm, prod
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, Number, jit_cached, jit_inlined, jit_linked
from pitboss.exact.any_wager.terms import (
    ALL,
    FIRST_CARD,
    FIRST_RANK,
    FIRST_SUIT,
    FORMS,
    RANKS,
    SUITS,
    Terms,
    factor_offsets,
    form_cards,
)

Array = Any
I32 = np.int32
I64 = np.int64
U64 = np.uint64
SIDE_BY_SIDE: Final = 72
"""Shoes that are valued at once."""
_COPIES_MAX = 8
_LARGEST = 1 << 62
_LARGEST_SUM = 1 << 31
_SMALL_DEGREE = 3
_FIRST = 0
_SECOND = 1
_LESS = 2
_MORE = 3
_ROWS = 4
_WEIGHTS = 8
_LAST_FACTORS = _WEIGHTS - _ROWS
"""Where the fields of a line of `_lines` are, and how many last factors one has."""


class Polynomial(NamedTuple):
    """A value in flat arrays, for compiled code."""

    factors: Array
    """int32: the form of each factor, term after term, one a card that is dealt."""
    offsets: Array
    """int32: what is subtracted from each form, for the cards that earlier factors took."""
    weights: Array
    """int64: the weight of each term."""
    degree: int
    """How many cards are dealt: the factors of a term."""
    denominator: int
    """The numerator is this many times too large."""


def make_polynomial(terms: Terms, *, degree: int, denominator: int) -> Polynomial:
    """Return *terms* divided by *denominator* as arrays; they are ordered for speed."""
    common = gcd(denominator, *terms.values())
    ordered = sorted(terms.items())
    largest = sum(
        abs(weight) // common * prod(_COPIES_MAX * len(form_cards(form)) for form in factors)
        for factors, weight in ordered
    )
    assert largest < _LARGEST, "the numerator would not fit into 64 bits"
    return Polynomial(
        factors=np.array([form for factors, _ in ordered for form in factors], dtype=np.int32),
        offsets=np.array(
            [less for factors, _ in ordered for less in factor_offsets(factors)], dtype=np.int32
        ),
        weights=np.array([weight // common for _, weight in ordered], dtype=np.int64),
        degree=degree,
        denominator=denominator // common,
    )


def exact_numerator(polynomial: Polynomial, forms: tuple[int, ...]) -> int:
    """Return the numerator by whole numbers of any size."""
    assert len(forms) == FORMS, "a factor names its form by its place among all of them"
    factors = polynomial.factors.tolist()
    offsets = polynomial.offsets.tolist()
    degree = polynomial.degree
    total = 0
    for term, weight in enumerate(polynomial.weights.tolist()):
        product = weight
        for place in range(term * degree, (term + 1) * degree):
            product *= forms[factors[place]] - offsets[place]
        total += product
    return total


def exact_value(polynomial: Polynomial, forms: tuple[int, ...]) -> Fraction:
    """Return the expectation of a unit; the shoe has to have enough cards for a deal."""
    deals = perm(forms[ALL], polynomial.degree)
    assert deals, "the shoe has cards enough for a deal"
    return Fraction(exact_numerator(polynomial, forms), polynomial.denominator * deals)


@jit_linked
def compute_numerator(polynomial: Polynomial, forms: Array) -> Integer:
    """Return the numerator for the forms of a shoe (`terms.take_card` keeps them).

    A count below the offset makes a factor 0 before it could be negative: of a group with c cards
    left, one factor of the first c + 1 is 0.
    """
    factors = polynomial.factors
    offsets = polynomial.offsets
    degree = polynomial.degree
    assert degree >= 2, "every wager is decided by two cards or more"
    place = 0
    total = np.int64(0)
    for term in range(len(polynomial.weights)):
        product = np.int64(forms[factors[place]] - offsets[place])
        product *= forms[factors[place + 1]] - offsets[place + 1]
        if degree > 2:
            product *= forms[factors[place + 2]] - offsets[place + 2]
        if degree > 3:
            product *= forms[factors[place + 3]] - offsets[place + 3]
        total += polynomial.weights[term] * product
        place += degree
    assert place == len(factors), "every factor was used once"
    return total


@jit_linked
def compute_value(polynomial: Polynomial, forms: Array) -> Number:
    """Return the expectation of a unit as a float."""
    assert forms[0] >= polynomial.degree, "the shoe has the cards of a deal"
    deals = 1.0
    for taken in range(polynomial.degree):
        deals *= forms[0] - taken
    return compute_numerator(polynomial, forms) / (deals * polynomial.denominator)


class ShoesAtOnce(NamedTuple):
    """Working memory to value several shoes at once."""

    forms: Array
    """(form, shoe) in a row; behind all forms are ones."""
    numerators: Array
    sums: Array
    """int32, (shoe): terms with the same first factor, added up without it."""
    values: Array
    lines: Array
    """int32, (line, field): the terms of two or three factors, as `_lines` has them."""
    is_small: bool
    """Whether such sums fit into 32 bits."""


def shoes_at_once(polynomial: Polynomial) -> ShoesAtOnce:
    """Return working memory for several shoes."""
    is_small = _has_small_sums(polynomial)
    return ShoesAtOnce(
        forms=np.ones((FORMS + 1) * SIDE_BY_SIDE, dtype=np.int32),
        numerators=np.zeros(SIDE_BY_SIDE, dtype=np.int64),
        sums=np.zeros(SIDE_BY_SIDE, dtype=np.int32),
        values=np.zeros(SIDE_BY_SIDE),
        lines=_lines(polynomial) if is_small else np.zeros((0, 0), dtype=np.int32),
        is_small=is_small,
    )


def _lines(polynomial: Polynomial) -> Array:
    """Return the terms by all their factors but the last; up to four of the last are in one line.

    The value of a line is first * (second - less) * (more + weight * last + ...). Its fields are
    where the rows of the first and of the second factor begin, less, more, the rows of four last
    factors, and their weights. Ones without a weight fill a line up.
    """
    by_others: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    for factors, offsets, weight in zip(
        polynomial.factors.reshape(-1, polynomial.degree).tolist(),
        polynomial.offsets.reshape(-1, polynomial.degree).tolist(),
        polynomial.weights.tolist(),
        strict=True,
    ):
        second = FORMS
        less = 0
        if polynomial.degree == _SMALL_DEGREE:
            second = factors[1]
            less = offsets[1]
        same = by_others.setdefault((factors[0], second, less), [])
        same.append((factors[-1], offsets[-1], weight))
    lines = []
    for (first, second, less), same in by_others.items():
        for begin in range(0, len(same), _LAST_FACTORS):
            part = same[begin : begin + _LAST_FACTORS]
            part += [(FORMS, 0, 0)] * (_LAST_FACTORS - len(part))
            more = -sum(offset * weight for _, offset, weight in part)
            rows = [row for row, _, _ in part]
            weights = [weight for _, _, weight in part]
            places = [row * SIDE_BY_SIDE for row in (first, second, *rows)]
            lines.append([*places[:2], less, more, *places[2:], *weights])
    return np.array(lines, dtype=np.int32).reshape(-1, _WEIGHTS + _LAST_FACTORS)


def _has_small_sums(polynomial: Polynomial) -> bool:
    """Whether terms with the same first factor add up to 32 bits without it, in any shoe."""
    sums: Counter[int] = Counter()
    for (first, *others), weight in zip(
        polynomial.factors.reshape(-1, polynomial.degree).tolist(),
        polynomial.weights.tolist(),
        strict=True,
    ):
        sums[first] += abs(weight) * prod(_COPIES_MAX * len(form_cards(form)) for form in others)
    return polynomial.degree <= _SMALL_DEGREE and max(sums.values(), default=0) < _LARGEST_SUM


@jit_linked
def add_up_groups(shoes: ShoesAtOnce, count: Integer) -> None:
    """Fill the forms of ranks, of suits and of all cards by those of the cards themselves."""
    forms = shoes.forms
    room = U64(SIDE_BY_SIDE)
    shoe_count = U64(count)
    one = U64(U64(FIRST_SUIT) * room)
    two = U64(one + room)
    three = U64(one + room + room)
    four = U64(one + room + room + room)
    for form in range(one, U64(four + room)):
        forms[form] = 0
    for rank in range(U64(RANKS)):
        own = U64(U64(U64(FIRST_RANK) + rank) * room)
        a = U64(U64(U64(FIRST_CARD) + U64(rank * U64(SUITS))) * room)
        b = U64(a + room)
        c = U64(a + room + room)
        d = U64(a + room + room + room)
        for shoe in range(shoe_count):
            in_one = forms[a + shoe]
            in_two = forms[b + shoe]
            in_three = forms[c + shoe]
            in_four = forms[d + shoe]
            forms[own + shoe] = I32(I32(in_one + in_two) + I32(in_three + in_four))
            forms[one + shoe] += in_one
            forms[two + shoe] += in_two
            forms[three + shoe] += in_three
            forms[four + shoe] += in_four
    for shoe in range(shoe_count):
        pair = I32(forms[one + shoe] + forms[two + shoe])
        forms[shoe] = I32(pair + I32(forms[three + shoe] + forms[four + shoe]))


@jit_linked
def value_at_once(polynomial: Polynomial, shoes: ShoesAtOnce, count: Integer) -> None:
    """Put the expectations of *count* shoes into `ShoesAtOnce.values`, as `compute_value` has them.

    Neighbouring shoes are computed together, eight to an instruction.
    """
    forms = shoes.forms
    numerators = shoes.numerators
    for shoe in range(U64(count)):
        numerators[shoe] = 0
    if shoes.is_small:
        _add_lines(shoes, U64(count))
    else:
        _add_terms(polynomial, shoes, U64(count))
    for shoe in range(U64(count)):
        deals = 1.0
        for taken in range(polynomial.degree):
            deals *= forms[shoe] - taken
        shoes.values[shoe] = numerators[shoe] / (deals * polynomial.denominator)


@jit_linked
def _add_lines(shoes: ShoesAtOnce, count: np.uint64) -> None:
    """Add terms of two or three factors to the numerators, line by line (`_lines`).

    Most of a term is then computed in 32 bits, and the first factors once for many terms.
    """
    forms = shoes.forms
    numerators = shoes.numerators
    sums = shoes.sums
    lines = shoes.lines
    for shoe in range(count):
        sums[shoe] = 0
    for line in range(len(lines)):
        if lines[line, _WEIGHTS + 2]:
            _add_four(forms, sums, lines[line], count)
        else:
            _add_two(forms, sums, lines[line], count)
        first = lines[line, _FIRST]
        if line + 1 == len(lines) or lines[line + 1, _FIRST] != first:
            for shoe in range(count):
                numerators[shoe] += I64(forms[U64(first) + shoe]) * I64(sums[shoe])
                sums[shoe] = 0


@jit_inlined
def _add_two(forms: Array, sums: Array, line: Array, count: np.uint64) -> None:
    """Add a line with two last factors, without its first factor, to the sums of all shoes."""
    two = U64(line[_SECOND])
    less = line[_LESS]
    more = line[_MORE]
    one = U64(line[_ROWS])
    other = U64(line[_ROWS + 1])
    weight = line[_WEIGHTS]
    last = line[_WEIGHTS + 1]
    for shoe in range(count):
        total = I32(I32(weight * forms[one + shoe]) + I32(last * forms[other + shoe]))
        sums[shoe] += I32(I32(forms[two + shoe] - less) * I32(total + more))


@jit_inlined
def _add_four(forms: Array, sums: Array, line: Array, count: np.uint64) -> None:
    """Add a line with three or four last factors, as `_add_two` does."""
    two = U64(line[_SECOND])
    less = line[_LESS]
    more = line[_MORE]
    a = U64(line[_ROWS])
    b = U64(line[_ROWS + 1])
    c = U64(line[_ROWS + 2])
    d = U64(line[_ROWS + 3])
    of_a = line[_WEIGHTS]
    of_b = line[_WEIGHTS + 1]
    of_c = line[_WEIGHTS + 2]
    of_d = line[-1]
    for shoe in range(count):
        total = I32(I32(of_a * forms[a + shoe]) + I32(of_b * forms[b + shoe]))
        rest = I32(I32(of_c * forms[c + shoe]) + I32(of_d * forms[d + shoe]))
        sums[shoe] += I32(I32(forms[two + shoe] - less) * I32(I32(total + rest) + more))


@jit_linked
def _add_terms(polynomial: Polynomial, shoes: ShoesAtOnce, count: np.uint64) -> None:
    """Add any terms to the numerators; three factors fit into 32 bits."""
    forms = shoes.forms
    numerators = shoes.numerators
    room = U64(SIDE_BY_SIDE)
    factors = polynomial.factors
    offsets = polynomial.offsets
    degree = polynomial.degree
    for term in range(len(polynomial.weights)):
        place = term * degree
        weight = polynomial.weights[term]
        one = U64(U64(factors[place]) * room)
        two = U64(U64(factors[place + 1]) * room)
        three = U64(U64(FORMS) * room)
        more = I32(0)
        less = offsets[place]
        also = offsets[place + 1]
        if degree > 2:
            three = U64(U64(factors[place + 2]) * room)
            more = offsets[place + 2]
        four = U64(U64(FORMS) * room)
        last = I32(0)
        if degree > 3:
            four = U64(U64(factors[place + 3]) * room)
            last = offsets[place + 3]
        for shoe in range(count):
            product = I32(I32(forms[one + shoe] - less) * I32(forms[two + shoe] - also))
            product = I32(product * I32(forms[three + shoe] - more))
            numerators[shoe] += weight * (I64(product) * I64(forms[four + shoe] - last))


@jit_cached
def fill_values(polynomial: Polynomial, shoes: Array, values: Array) -> None:
    """Put the expectation for each row of forms into *values*."""
    for shoe in range(len(shoes)):
        values[shoe] = compute_value(polynomial, shoes[shoe])
