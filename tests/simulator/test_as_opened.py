"""All games as they are opened count what they counted before, however they are played."""

from __future__ import annotations

import json

import pytest

from tests.simulator.as_opened import (
    COUNTERS,
    GAMES,
    KEPT,
    SEATS,
    digest_run,
    digest_shoes,
    name_of,
    open_job,
)

DIGESTS: dict[str, dict[str, str]] = json.loads(KEPT.read_text())


def test_every_game_is_kept() -> None:
    assert {name.partition(",")[0] for name in DIGESTS} == set(GAMES)


def check(game: str, seats: int, how: str) -> None:
    """Compare what a table counts with what it counted, on one thread and on two."""
    job = open_job(game, seats, how)
    kept = DIGESTS.get(name_of(game, seats, how))
    assert (job is None) == (kept is None)
    if job is not None and kept is not None:
        assert digest_shoes(job) == kept["shoes"]
        assert [digest_run(job, threads) for threads in (1, 2)] == [kept["run"]] * 2


@pytest.mark.parametrize("how", list(COUNTERS))
@pytest.mark.parametrize("game", GAMES)
def test_one_seat_counts_what_it_counted(game: str, how: str) -> None:
    check(game, 1, how)


@pytest.mark.nightly
@pytest.mark.parametrize("how", list(COUNTERS))
@pytest.mark.parametrize("seats", SEATS[1:])
@pytest.mark.parametrize("game", GAMES)
def test_more_seats_count_what_they_counted(game: str, seats: int, how: str) -> None:
    check(game, seats, how)
