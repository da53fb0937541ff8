"""The random words that shoes are shuffled by, as bytes, for a battery of tests to read.

The words come in the order in which the simulator uses them: shoe after shoe of a seed, and of
every shoe as many words as a game of six decks needs, so that what is tested are the very counters
that are used, not one long run of neighbours.

Usage: python bench/stream.py --seed 1 | dieharder -a -g 200
       python bench/stream.py --seed 1 | RNG_test stdin32
       python bench/stream.py --seed 1 --bytes 1000000 > words.bin
       python bench/stream.py --seed 1 --check         a few tests of its own
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import njit

from pitboss.simulator.random.philox import U32, U64, philox

Array = Any
BLOCKS = 40
"""Blocks of four words that a shoe of 312 cards is shuffled by."""
SHOES = 4096
"""In one piece of the stream: 2.6 million bytes."""
CHECKED = 200
"""Pieces that are looked at by `--check`: half a billion bytes."""


@njit(nogil=True)  # type: ignore[misc, untyped-decorator, unused-ignore]
def fill(words: Array, first: np.uint64, seed: np.uint64) -> None:
    """Make the words of shoes from *first* on."""
    place = 0
    for shoe in range(SHOES):
        number = U64(first + U64(shoe))
        for block in range(BLOCKS):
            four = philox(
                U32(block), U32(number), U32(number >> U64(32)), U32(0), U32(seed),
                U32(seed >> U64(32)),
            )  # fmt: skip
            words[place], words[place + 1], words[place + 2], words[place + 3] = four
            place += 4


def pieces(seed: int) -> Iterator[Array]:
    """Yield the stream, piece by piece, without an end."""
    first = 0
    while True:
        words = np.empty(SHOES * BLOCKS * 4, dtype=np.uint32)
        fill(words, U64(first), U64(seed))
        yield words
        first += SHOES


def write(seed: int, most: int | None) -> None:
    """Write the stream to standard output, until *most* bytes or nobody reads on."""
    for words in pieces(seed):
        data = words.astype("<u4").tobytes()
        try:
            sys.stdout.buffer.write(data if most is None else data[:most])
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            sys.stderr.close()
            return
        if most is not None:
            most -= len(data)
            if most <= 0:
                return


def score(seen: Array, chances: Array | float) -> float:
    """How many standard deviations a chi-square is from its mean, by Wilson and Hilferty."""
    mean = seen.sum() * chances
    statistic = float(((seen - mean) ** 2 / mean).sum())
    freedom = len(seen) - 1
    spread = 2 / (9 * freedom)
    return float((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def check(seed: int) -> None:
    """Print how far the stream is from equal chances, in standard deviations."""
    ones, bytes_, pairs, lags = 0, np.zeros(256), np.zeros(65536), np.zeros(65536)
    per_bit, gaps, poker = np.zeros(32), np.zeros(16), np.zeros(5)
    count = 0
    for _, words in zip(range(CHECKED), pieces(seed), strict=False):
        data = words.view(np.uint8)
        ones += int(np.unpackbits(data).sum())
        bytes_ += np.bincount(data, minlength=256)
        pairs += np.bincount(words >> 16, minlength=65536)
        tops = (words >> 24).astype(np.int64)
        lags += np.bincount((tops[:-1] << 8 | tops[1:]), minlength=65536)
        for bit in range(32):
            per_bit[bit] += int((words >> np.uint32(bit) & np.uint32(1)).sum())
        gaps += count_gaps(words >> 29 == 0, len(gaps))
        poker += different(words, len(poker))
        count += len(words)
    bits = 32 * count
    chances = 0.125 * 0.875 ** np.arange(len(gaps))
    chances[-1] = 1 - chances[:-1].sum()
    print(f"{count:,} words of seed {seed}; each figure should lie between -4 and 4\n")
    print("| test | standard deviations |\n| --- | ---: |")
    rows = {
        "ones among all bits": (ones - bits / 2) / math.sqrt(bits / 4),
        "the worst of 32 bits": max(per_bit - count / 2, key=abs) / math.sqrt(count / 4),
        "bytes": score(bytes_, 1 / 256),
        "upper halves of words": score(pairs, 1 / 65536),
        "words beside each other, upper bytes": score(lags, 1 / 65536),
        "gaps between words of one eighth": score(gaps, chances),
        "different digits among four": score(poker[1:], POKER),
    }
    for name, figure in rows.items():
        print(f"| {name} | {figure:.2f} |")


POKER = np.array([16, 16 * 15 * 7, 16 * 15 * 14 * 6, 16 * 15 * 14 * 13]) / 16**4
"""How often four digits of sixteen are one, two, three or four different ones."""


def count_gaps(inside: Array, kinds: int) -> Array:
    """Count how many words lie between those inside, many together."""
    between = np.diff(np.nonzero(inside)[0]) - 1
    return np.bincount(np.minimum(between, kinds - 1), minlength=kinds)


def different(words: Array, kinds: int) -> Array:
    """Count how many different digits the upper four of each word are."""
    digits = np.sort(np.stack([words >> shift & 15 for shift in (28, 24, 20, 16)]), axis=0)
    return np.bincount((np.diff(digits, axis=0) != 0).sum(axis=0) + 1, minlength=kinds)


def main(arguments: list[str]) -> None:
    """Write the stream, or look at it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bytes", type=int, help="write no more than these")
    parser.add_argument("--check", action="store_true", help="look at the stream instead")
    options = parser.parse_args(arguments)
    if options.check:
        check(options.seed)
    else:
        write(options.seed, options.bytes)


if __name__ == "__main__":
    main(sys.argv[1:])
