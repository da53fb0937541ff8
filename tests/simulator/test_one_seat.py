"""One seat alone is played four shoes at a time, and shoes are prepared sixteen at a time.

Both must give what a shoe gives that is shuffled word by word and played round by round.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numba import njit

import pitboss
from pitboss.compiled.jit import OPTIONS
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import house_from
from pitboss.simulator.backends import cpu
from pitboss.simulator.blackjack.job import BlackjackJob
from pitboss.simulator.buffers import WAGERS_ROOM
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.random.shoes import open_shoe, shoe_memory
from pitboss.simulator.random.shuffle import FRONTIER, START, Cutting, begin, card_at
from pitboss.simulator.tally import HIT_FIELDS, UNLIMITED
from tests.simulator.as_opened import GAMES

Array = Any
U32 = np.uint32
U64 = np.uint64
HOUSES: dict[str, dict[str, Any]] = {
    "plain": {"game": "reference/blackjack", "options": {"decks": 6, "soft17": "hit"}},
    "no peek": {
        "game": "reference/blackjack",
        "options": {"decks": 2, "soft17": "stand", "peek": False},
    },
    "free splits": {"game": "co/free-bet", "tables": {}},
    "suits": {
        "game": "wa/spanish-21",
        "options": {"decks": 2, "soft17": "hit", "redouble": True},
        "tables": {},
    },
}

WITH_WAGERS: dict[str, dict[str, Any]] = {
    "both matches": {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit"},
        "tables": {"match-up": "2", "match-down": "2"},
    },
    "three cards": {"game": "co/21-plus-3", "tables": {"21-plus-3": "standard"}},
    "four cards, a jackpot": {
        "game": "wa/spanish-21",
        "options": {"decks": 6, "soft17": "hit", "redouble": True},
        "tables": {"match-up": "2", "jackpot-1": "3c-5"},
        "jackpots": {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}},
    },
}


@njit(**OPTIONS)  # type: ignore[untyped-decorator]
def open_shoes(full: Array, cutting: Any, seed: Any, first: Any, memory: Any, shoes: Array) -> Any:  # noqa: ANN401
    """Open shoes together and one by one; keep their cards, and return how many differ."""
    differ = 0
    for shift in range(len(shoes)):
        deck = open_shoe(full, cutting, seed, U64(first + U64(shift)), memory)
        deck.state[START] = U32(0)
        last = U32(min(len(full) - 1, cutting.placed + U32(9)))
        card_at(deck, last)
        frontier = deck.state[FRONTIER]
        for place in range(len(full)):
            shoes[shift, place] = deck.cards[place]
            deck.cards[place] = full[place]
        begin(deck, cutting.placed, cutting.ahead)
        card_at(deck, last)
        same = frontier == deck.state[FRONTIER]
        for place in range(len(full)):
            same = same and shoes[shift, place] == deck.cards[place]
        differ += 0 if same else 1
    return differ


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("size", "placed"), [(312, 258), (312, 8), (52, 52), (53, 21), (7, 5)])
def test_shoes_prepared_together_are_the_same_shoes(size: int, placed: int) -> None:
    full = np.arange(size).astype(np.uint8)
    memory = shoe_memory(size)
    cutting = Cutting(U32(1), U32(placed), U32(placed), U32(-(-placed // 8)))
    shoes = np.zeros((1500, size), dtype=np.uint8)
    first = U64(2**32 - 700)
    assert open_shoes(full, cutting, U64(2**40 + 9), first, memory, shoes) == 0
    assert len(np.unique(shoes[:, 0])) > size // 2


def test_some_shoes_have_a_word_in_doubt() -> None:
    full = np.arange(256).astype(np.uint8)
    memory = shoe_memory(256)
    cutting = Cutting(U32(1), U32(255), U32(255), U32(32))
    doubts = 0
    for number in range(0, 3200, 16):
        shoes = np.zeros((1, 256), dtype=np.uint8)
        assert open_shoes(full, cutting, U64(1), U64(number), memory, shoes) == 0
        doubts += int(memory.doubts.sum())
    assert doubts > 0


def make_job_named(name: str) -> BlackjackJob:
    """Return the best play of a house."""
    job = make_named_job(prepare(house_from(HOUSES[name])), "optimal", seed=3)
    assert isinstance(job, BlackjackJob)
    return job


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("name", list(HOUSES))
def test_four_shoes_at_a_time_count_what_single_rounds_count(name: str) -> None:
    laid_out = make_job_named(name)
    size = len(laid_out.full_shoe)
    for burn, cut in ((1, size * 3 // 4), (0, size - 2), (2, 12), (0, 1)):
        job = replace(laid_out, burn=burn, cut=cut)
        lean = job.lean
        assert lean is not None
        assert len(lean.automaton.cells) > 3
        for shoes, limit in ((4001, UNLIMITED), (8, 50)):
            one = cpu.play_lean(job, lean, 7, shoes, limit)
            counts = np.zeros(job.counters, dtype=np.int64)
            rounds, _ = cpu.play_shoes(
                job,
                7,
                shoes,
                limit,
                counts=counts,
                played=np.zeros(shoes, dtype=np.int64),
                hits=np.zeros((0, HIT_FIELDS), dtype=np.int64),
            )
            assert one.rounds == rounds
            assert one.counts.tolist() == counts.tolist()


def test_there_is_room_for_the_side_wagers_of_every_game() -> None:
    most = max(len(pitboss.table(game).setup.side_wagers) for game in GAMES)
    assert most == 9, "Ride Free has the most"
    assert most < WAGERS_ROOM


@pytest.mark.parametrize("name", list(WITH_WAGERS))
def test_a_pass_settles_side_wagers_as_a_whole_table_does(name: str) -> None:
    laid_out = make_named_job(prepare(house_from(WITH_WAGERS[name])), "optimal", seed=5)
    job = replace(laid_out, burn=1, cut=len(laid_out.full_shoe) * 3 // 4)
    table = replace(job)
    vars(table)["one_seat"] = None
    assert job.one_seat is not None
    for shoes, limit in ((27, UNLIMITED), (9, 100)):
        one = cpu.play(job, 3, shoes, limit)
        two = cpu.play(table, 3, shoes, limit)
        assert one.rounds == two.rounds
        assert one.counts.tolist() == two.counts.tolist()
        assert one.hits.tolist() == two.hits.tolist()
