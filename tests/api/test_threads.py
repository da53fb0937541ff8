"""What threads and processes may share: a table, its solution, odds and runs."""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import pitboss

METHODS = [it for it in ("forkserver", "spawn") if it in multiprocessing.get_all_start_methods()]


def answers(table: pitboss.Table) -> tuple[str, float, str]:
    """Ask a table three things at once."""
    run = table.simulate(rounds=5_000, seed=7)
    return run.digest, float(table.solve().house_edge), str(table.odds("match-up").edge)


@pytest.fixture(scope="module")
def table() -> pitboss.Table:
    return pitboss.table("wa/spanish-21", decks=6, soft17="hit")


def test_threads_share_a_table(table: pitboss.Table) -> None:
    alone = answers(table)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(answers, [table] * 16)) == {alone}


@pytest.mark.parametrize("method", METHODS)
def test_processes_are_sent_a_table_and_send_answers(table: pitboss.Table, method: str) -> None:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert set(pool.map(answers, [table] * 2)) == {answers(table)}


def test_rounds_of_one_table_are_played_by_threads_of_their_own(table: pitboss.Table) -> None:
    def play(seed: int) -> dict[int, int]:
        hand = table.deal(1000, seed=seed)
        while not hand.is_over:
            hand.act(hand.advise().best.action)
        return hand.net

    seeds = range(12)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads take turns often
    try:
        with ThreadPoolExecutor(6) as pool:
            assert [*pool.map(play, seeds)] == [play(seed) for seed in seeds]
    finally:
        sys.setswitchinterval(before)
