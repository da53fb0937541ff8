"""A cluster of real worker processes counts what one thread counts, also when workers die."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import dask.config
import numpy as np
import pytest
from distributed import Client, LocalCluster
from distributed.core import rpc
from distributed.security import Security
from distributed.utils import LoopRunner

from pitboss import __version__
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solver import Rules
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.backends import cluster, cpu
from pitboss.simulator.backends.cluster import ClusterPool, cluster_pool, play_piece
from pitboss.simulator.backends.serialize import pack, unpack
from pitboss.simulator.blackjack.job import BlackjackJob, make_job
from pitboss.simulator.pools import make_pool
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import RunProgress, Threads, play
from pitboss.simulator.settings import RunSettings
from pitboss.simulator.tally import Tally
from tests.simulator.random_strategies import random_strategy

ROUNDS = 200_000
ANY_PORT = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
HOUSE = {
    "game": "wa/spanish-21",
    "options": {"decks": 4, "soft17": "hit", "redouble": True},
    "tables": {"match-up": "2", "jackpot-1": "3a-3"},
    "jackpots": {"jackpot-1": {"scheme": "progressive", "wager": 500, "seed": "5000.00"}},
}


@cache
def job() -> BlackjackJob:
    setup = prepare(house_from(HOUSE))
    return make_job(
        random_strategy(Rules.from_setup(setup), random.Random(8)), seats=3, seed=7, cut=150
    )


@cache
def digest_of_one_thread() -> str:
    with Threads(1) as pool:
        return digest(play(job(), ROUNDS, pool))


def digest(run: Iterator[RunProgress]) -> str:
    *_, last = run
    assert last.tally.rounds == ROUNDS
    return Simulation(job(), last.tally).digest


@pytest.fixture
def workers() -> Iterator[LocalCluster]:
    """Two worker processes, each with a nanny that starts another when it dies."""
    digest_of_one_thread()  # the kernels are compiled here, and workers find them
    started = LocalCluster(
        n_workers=2, threads_per_worker=1, scheduler_kwargs=ANY_PORT, silence_logs=50
    )
    try:
        yield started
    finally:
        started.close()


def begun_in_small_pieces(pool: ClusterPool, rounds: int = ROUNDS) -> Iterator[RunProgress]:
    """Begin a run and see its first piece played."""
    pool.blocks = 1
    run = play(job(), rounds, pool)
    assert not next(run).done
    return run


def assert_no_more_than(threads: set[Thread]) -> None:
    """Whatever else runs comes to its end; but distributed keeps one pool for the whole process."""
    for thread in set(threading.enumerate()) - threads:
        if not thread.name.startswith("Dask-Offload"):
            thread.join(20)
            assert not thread.is_alive(), thread


def refusal_code(error: pytest.ExceptionInfo[RulesError]) -> str:
    (problem,) = error.value.problems
    return problem.code


def test_two_workers_one_killed_at_its_work_count_what_one_thread_counts(
    workers: LocalCluster,
) -> None:
    """The one that dies is held still before, so that it surely has a piece it never finishes."""
    with (
        cluster_pool(workers.scheduler_address) as pool,
        Client(workers.scheduler_address, set_as_default=False) as client,
        ThreadPoolExecutor(1) as aside,
    ):
        before = client.run(os.getpid)
        address, victim = min(before.items())
        run = begun_in_small_pieces(pool)
        os.kill(victim, signal.SIGSTOP)
        pending = aside.submit(digest, run)
        while not client.processing()[address]:
            time.sleep(0.02)
        assert not pending.done()
        os.kill(victim, signal.SIGKILL)
        assert pending.result() == digest_of_one_thread()
        client.wait_for_workers(len(before))  # its nanny has started another
        assert victim not in client.run(os.getpid).values()


# By day a worker is killed at its work, and workers that do not come back are an error.
@pytest.mark.nightly
def test_a_scheduler_that_goes_away_is_one_error_and_leaves_no_thread(
    workers: LocalCluster,
) -> None:
    threads = set(threading.enumerate())
    with cluster_pool(workers.scheduler_address) as pool:
        run = begun_in_small_pieces(pool, 10**12)
        Thread(target=workers.close).start()
        with pytest.raises(RulesError) as error:
            list(run)
    assert refusal_code(error) == "cluster/lost"
    assert_no_more_than(threads)


def test_workers_that_do_not_come_back_are_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    digest_of_one_thread()
    with LocalCluster(
        n_workers=0, processes=False, scheduler_kwargs=ANY_PORT, silence_logs=50
    ) as empty:
        with monkeypatch.context() as hasty:
            hasty.setattr(cluster, "REACH_SECONDS", 1.0)
            with pytest.raises(RulesError, match="no workers") as error:
                cluster_pool(empty.scheduler_address)
        assert refusal_code(error) == "cluster/unreachable"
        empty.scale(1)
        with cluster_pool(empty.scheduler_address, patience=0.5) as pool:
            run = begun_in_small_pieces(pool, 10**12)
            empty.scale(0)
            with pytest.raises(RulesError, match="no workers left") as error:
                list(run)
    assert refusal_code(error) == "cluster/lost"


def test_local_processes_are_started_and_ended_by_their_address() -> None:
    threads = set(threading.enumerate())
    with cluster_pool("local:1") as pool:
        assert pool.workers == 1
        assert digest(play(job(), ROUNDS, pool)) == digest_of_one_thread()
    assert_no_more_than(threads)


def test_nobody_else_on_the_machine_runs_code_in_local_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the default port of a dashboard in use, and with every port of the cluster tried."""
    started: list[LocalCluster] = []
    real = cluster._start_processes  # noqa: SLF001 - its ports are known to it alone

    def start(count: int) -> LocalCluster:
        started.append(real(count))
        return started[0]

    monkeypatch.setattr(cluster, "_start_processes", start)
    with cluster_pool("local:1"):
        (here,) = started
        workers = [worker.worker_address for worker in here.workers.values()]
        nannies = [worker.address for worker in here.workers.values()]
        for address in (here.scheduler_address, *workers, *nannies):
            assert address.startswith("tls://127.0.0.1:")
            for guess in (address, address.replace("tls://", "tcp://")):
                assert not _reaches(guess, Security())
                assert not _reaches(guess, Security.temporary()), "a certificate of somebody else"
            assert _reaches(address, here.security)
        assert here.scheduler is not None
        web = here.scheduler.http_server
        assert web.port != 8787
        assert web.address == "127.0.0.1"
        for path in ("/health", "/info/main/workers.html", "/json/counts.json"):
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{web.port}{path}")


def _reaches(address: str, security: Security) -> bool:
    async def identity() -> None:
        known_by = security.get_connection_args("client")
        async with rpc(address, timeout=2, connection_args=known_by) as there:
            await there.identity()

    try:
        LoopRunner().run_sync(identity, callback_timeout=5)
    except (OSError, TimeoutError, TypeError, RuntimeError):
        return False
    return True


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "bogus://here:1", "local:", "local:0", "local:two", "local:99999", "local:²"],
)
def test_an_address_that_is_none_is_one_sentence(address: str) -> None:
    with pytest.raises(RulesError) as error:
        cluster_pool(address)
    assert refusal_code(error) == "cluster/unreachable"
    assert "\n" not in str(error.value)


def test_where_nobody_is_or_somebody_else_no_cluster_is_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A port that is closed, one that is silent, one that speaks something else."""
    monkeypatch.setattr(cluster, "REACH_SECONDS", 0.5)
    threads = set(threading.enumerate())
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert unreachable(port).endswith("nobody answered in 0.5 seconds [cluster/unreachable]")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "nobody answered" in unreachable(silent.getsockname()[1])
    with socket.create_server(("127.0.0.1", 0)) as other:
        answer = Thread(target=_speak, args=(other,))
        answer.start()
        assert "no scheduler" in unreachable(other.getsockname()[1])
        answer.join()
    assert_no_more_than(threads)


def unreachable(port: int) -> str:
    with pytest.raises(RulesError) as error:
        cluster_pool(f"tcp://127.0.0.1:{port}")
    return str(error.value)


def _speak(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 4)


def test_a_worker_of_another_edition_refuses_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here that is we: the worker is of the edition that is installed."""
    with cluster_pool("local:1") as pool:
        monkeypatch.setattr(cluster, "__version__", "0.0.0")
        with pytest.raises(RulesError) as error:
            next(play(job(), ROUNDS, pool))
    assert refusal_code(error) == "cluster/failed"
    assert f"it has Pitboss {__version__}, and not 0.0.0" in str(error.value)


@pytest.mark.nightly
def test_a_piece_that_kills_its_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "play_piece", _die)
    once = dask.config.set({"distributed.scheduler.allowed-failures": 0})
    with once, cluster_pool("local:1") as pool:
        piece = pool.submit(job(), 0, 1)
        with pytest.raises(RulesError, match="died") as error:
            piece.result()
    assert refusal_code(error) == "cluster/lost"


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_without_the_extra_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, cluster.__name__)  # it is imported again
    needed = f"a cluster needs dask.distributed: {install_command('cluster')}"
    with pytest.raises(RulesError, match=re.escape(needed)) as error:
        make_pool(RunSettings(rounds=1, cluster="tcp://127.0.0.1:8786"))
    assert refusal_code(error) == "extra/missing"


def test_a_job_travels_without_the_arrays_it_makes_and_makes_the_same_again() -> None:
    new = replace(job())
    content = pack(new)
    played = cpu.play(new, 0, 50)
    assert pack(new) == content
    again = unpack(content)
    assert again is unpack(content)
    tally = cpu.play(again, 0, 50)
    assert tally.rounds == played.rounds
    assert np.array_equal(tally.counts, played.counts)
    assert np.array_equal(tally.hits, played.hits)


def test_a_piece_is_played_block_by_block_to_the_same_counts() -> None:
    shoes = 5000  # two blocks and a part of one
    whole = cpu.play(job(), 3, shoes)
    piece = play_piece(pack(job()), 3, shoes, __version__)
    assert piece.rounds == whole.rounds
    assert np.array_equal(piece.counts, whole.counts)
    assert np.array_equal(piece.hits, whole.hits)


class FakeCards:
    """Graphics cards that play what they can, or nothing."""

    workers = 2

    def __init__(self, *, can: bool) -> None:
        self.can = can
        self.asked = 0

    def submit(self, sent: BlackjackJob, first: int, shoes: int) -> Future[Tally]:
        self.asked += 1
        piece: Future[Tally] = Future()
        if self.can:
            piece.set_result(cpu.play(sent, first, shoes))
        else:
            too_small = Problem(code="device/too-small", key="device", message="cpu can")
            piece.set_exception(RulesError([too_small]))
        return piece


@pytest.mark.parametrize("can", [True, False])
def test_a_worker_with_cards_plays_on_them_whatever_they_can(
    monkeypatch: pytest.MonkeyPatch, *, can: bool
) -> None:
    cards = FakeCards(can=can)
    monkeypatch.setattr(cluster, "cards_here", lambda: cards)
    piece = play_piece(pack(job()), 3, 5, __version__)
    assert cards.asked == 1
    assert piece.counts.tolist() == cpu.play(job(), 3, 5).counts.tolist()
    assert cluster.count_cards() == cards.workers
