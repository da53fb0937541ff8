"""A run of the witness: its rounds in pieces, each with a seed of its own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from time import perf_counter
from typing import Any

import numpy as np

from pitboss.witness.chart import read_chart
from pitboss.witness.result import Witnessed
from pitboss.witness.rounds import Array, full_shoe, gain_most, play_rounds
from pitboss.witness.terms import Terms

PIECE = 250_000
"""Rounds of one piece; how many work at a time changes nothing."""
WAVE = 16
"""So many pieces are handed out at once: whoever interrupts a run waits for no more."""


def run_witness(terms: Terms, printed: Mapping[str, Any], rounds: int, seed: int = 0) -> Witnessed:
    """Play *rounds* rounds by the printed chart; the same seed gives the same rounds."""
    begin = perf_counter()
    chart = read_chart(printed)
    shoe = full_shoe(terms)
    most = gain_most(terms)
    pieces = -(-rounds // PIECE)
    seeds = np.random.SeedSequence(seed).generate_state(pieces)

    def play(piece: int) -> Array:
        size = min(PIECE, rounds - piece * PIECE)
        return play_rounds(terms, chart, shoe.copy(), size, int(seeds[piece]), most)

    counts = play(0)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for first in range(1, pieces, WAVE):
            for more in workers.map(play, range(first, min(first + WAVE, pieces))):
                counts += more
    gains = {
        Fraction(place - most, terms.parts): int(count)
        for place, count in enumerate(counts)
        if count
    }
    return Witnessed(rounds=rounds, seed=seed, gains=gains, seconds=perf_counter() - begin)
