"""The random numbers are Philox4x32-10, compiled and interpreted alike."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.simulator.random.philox import ROUNDS, philox
from tests.simulator.compile_anew import compile_anew

WORD = 2**32
KNOWN = (
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (WORD - 1,) * 4,
        (WORD - 1,) * 2,
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)
"""Counter, key and answer, as Random123's file of known answers has them."""

Array = Any
Words = tuple[int, ...]
words = st.integers(0, WORD - 1)


@compile_anew
def _called(words: Array) -> tuple[np.uint32, ...]:
    return philox(words[0], words[1], words[2], words[3], words[4], words[5])


def compiled_words(counter: Words, key: Words) -> Words:
    """Ask the compiled function, as the kernels do."""
    return tuple(map(int, _called(np.array((*counter, *key), dtype=np.uint32))))


def interpreted_words(counter: Words, key: Words) -> Words:
    """Ask the same function as Python has it."""
    python: Any = getattr(philox, "py_func", philox)
    with np.errstate(over="ignore"):
        return tuple(map(int, python(*map(np.uint32, (*counter, *key)))))


def by_the_paper(counter: Words, key: Words) -> Words:
    """Work it out in whole numbers, step by step as the paper has it."""
    left = list(counter[0::2])
    right = list(counter[1::2])
    for turn in range(ROUNDS):
        keys = [(key[n] + turn * (0x9E3779B9, 0xBB67AE85)[n]) % WORD for n in range(2)]
        products = [left[0] * 0xD2511F53, left[1] * 0xCD9E8D57]
        left = [products[1 - n] // WORD ^ right[n] ^ keys[n] for n in range(2)]
        right = [products[1 - n] % WORD for n in range(2)]
    return left[0], right[0], left[1], right[1]


@pytest.mark.parametrize("ask", [compiled_words, interpreted_words, by_the_paper])
@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN, ids=["zeros", "ones", "pi"])
def test_known_answers_are_given(
    ask: Callable[[Words, Words], Words], counter: Words, key: Words, answer: Words
) -> None:
    assert ask(counter, key) == answer


@given(st.tuples(words, words, words, words), st.tuples(words, words))
def test_compiled_interpreted_and_worked_out_are_one(counter: Words, key: Words) -> None:
    expected = by_the_paper(counter, key)
    assert compiled_words(counter, key) == expected
    assert interpreted_words(counter, key) == expected


def test_no_two_of_many_neighbouring_counters_give_the_same_words() -> None:
    """A counter and its neighbours in every word: a permutation never repeats."""
    rng = random.Random("neighbours")
    start = [rng.randrange(WORD - 40) for _ in range(6)]
    words = set()
    for place in range(4):
        for step in range(40):
            near = [value + step * (n == place) for n, value in enumerate(start)]
            words.add(compiled_words(tuple(near[:4]), tuple(near[4:])))
    assert len(words) == 4 * 40 - 3  # the start itself is in all four


@pytest.mark.parametrize("place", range(6))
def test_a_bit_that_changes_changes_half_of_the_others(place: int) -> None:
    """Over all bits of one word and many counters, 64 of 128 bits change on average."""
    rng = random.Random(f"avalanche/{place}")
    changed = trials = 0
    for _ in range(40):
        start = [rng.randrange(WORD) for _ in range(6)]
        base = compiled_words(tuple(start[:4]), tuple(start[4:]))
        for bit in range(32):
            near = [value ^ (1 << bit) * (n == place) for n, value in enumerate(start)]
            other = compiled_words(tuple(near[:4]), tuple(near[4:]))
            changed += sum((a ^ b).bit_count() for a, b in zip(base, other, strict=True))
            trials += 128
    # Half of so many fair bits, within five standard deviations.
    assert abs(changed - trials / 2) < 5 * (trials / 4) ** 0.5
