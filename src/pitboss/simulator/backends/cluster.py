"""A cluster as a pool: dask.distributed plays pieces of a run on its workers.

A shoe depends only on the seed and its number. If a worker dies, another worker plays its piece
again, and the run ends with the same counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import Any, Self

import dask.config
from distributed import Client, LocalCluster
from distributed.core import rpc
from distributed.security import Security
from distributed.utils import LoopRunner, silence_logging_cmgr

from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.graphics_cards import cards_here
from pitboss.simulator.backends.launch import PIECE_BLOCKS
from pitboss.simulator.backends.serialize import pack, unpack
from pitboss.simulator.job import Job
from pitboss.simulator.run import block_shoes
from pitboss.simulator.tally import Tally
from pitboss.version import __version__

REACH_SECONDS = 5.0
"""How long a cluster may take to answer, and to show its first worker."""
PATIENCE_SECONDS = 30.0
"""How long a run waits for a worker when there is none left."""
BLOCKS = 32
"""A piece is about one second of work for one core, a thousand times the cost of sending it."""
_LOOK_SECONDS = 1.0
_CONNECTED = "running"
_LOCAL = "local:"
_LOCAL_MOST = 256
_NOT_INTERRUPTED = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Ctrl-C reaches every process of a terminal; the first process ends the others itself."""
_NO_PAGES: dict[str, list[str]] = {
    f"distributed.{part}.http.routes": [] for part in ("scheduler", "worker")
}
_ANY_PORT = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
"""Without a dashboard a scheduler would still listen at port 8787."""
_NO_SCHEDULER = "its scheduler is gone"
UNREACHABLE = "cluster/unreachable"
LOST = "cluster/lost"
FAILED = "cluster/failed"


def cluster_pool(address: str, patience: float = PATIENCE_SECONDS) -> ClusterPool:
    """Return the cluster with its scheduler at *address*; `local:N` starts N processes here.

    Raise `RulesError` if there is none.
    """
    with ExitStack() as opened, _reaching(address):
        opened.enter_context(silence_logging_cmgr(logging.CRITICAL))  # whoever waits is told
        scheduler = address
        security = Security()
        if address.startswith(_LOCAL):
            started = _start_processes(_processes(address))
            opened.callback(started.close)
            scheduler = str(started.scheduler_address)
            security = started.security
        _ask(scheduler, security)
        client = Client(scheduler, timeout=REACH_SECONDS, set_as_default=False, security=security)
        opened.callback(client.close)
        _wait_for_a_worker(client)
        return ClusterPool(address, client, opened.pop_all().close, patience)


class ClusterPool:
    """The workers of a cluster."""

    def __init__(
        self, address: str, client: Client, close: Callable[[], None], patience: float
    ) -> None:
        """Play on the cluster that *client* is connected to, until *close*."""
        self.workers = _threads(client)
        self.blocks = _blocks(client)
        self._address = address
        self._client = client
        self._close = close
        self._patience = patience
        assert client.loop is not None, "it is connected"
        self._loop = client.loop
        self._sent: tuple[Job, bytes] | None = None
        self._pieces: set[Future[Tally]] = set()
        self._closed = Event()
        self._watch = Thread(target=self._watch_workers, name="pitboss cluster", daemon=True)
        self._watch.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._watch.join()
        for piece in tuple(self._pieces):
            piece.cancel()
        self._close()

    def submit(self, job: Job, first: int, shoes: int) -> Future[Tally]:
        """Begin to play shoes on a worker that is free."""
        if self._sent is None or self._sent[0] is not job:
            self._sent = job, pack(job)
        piece: Future[Tally] = Future()
        self._pieces.add(piece)
        piece.add_done_callback(self._pieces.discard)
        try:
            played = self._client.submit(
                play_piece, self._sent[1], first, shoes, __version__, pure=False
            )
        except Exception:  # noqa: BLE001 - a connection may break in many ways
            self._end(piece, self._lost_error(_NO_SCHEDULER))
            return piece
        piece.add_done_callback(lambda done: self._cancel(played) if done.cancelled() else None)
        self._loop.add_callback(self._hand_on, played, piece)
        return piece

    def _cancel(self, played: Any) -> None:  # noqa: ANN401 - distributed's own future
        with suppress(Exception):  # where there is no connection there is nothing to cancel
            if self._client.status == _CONNECTED:
                played.cancel()

    # distributed's own executor does nearly this, but where the connection breaks while a result
    # is on its way nobody is ever told.
    async def _hand_on(self, played: Any, piece: Future[Tally]) -> None:  # noqa: ANN401
        """Pass on the result of a piece."""
        try:
            self._end(piece, await self._client.gather(played, asynchronous=True))
        except (asyncio.CancelledError, CancelledError, OSError):
            self._end(piece, self._lost_error(_NO_SCHEDULER))
        except Exception as error:  # noqa: BLE001 - whatever a worker raised
            self._end(piece, self._failure(error))

    def _failure(self, error: Exception) -> RulesError:
        if type(error).__name__ == "KilledWorker":
            return self._lost_error("worker after worker died of the same piece of work")
        message = f"a worker of the cluster at '{self._address}' failed: {_error_text(error)}"
        return _error(FAILED, message)

    @staticmethod
    def _end(piece: Future[Tally], outcome: Tally | RulesError) -> None:
        with suppress(InvalidStateError):  # it was cancelled, or given up
            if isinstance(outcome, RulesError):
                piece.set_exception(outcome)
            else:
                piece.set_result(outcome)

    def _watch_workers(self) -> None:
        """Stop waiting when the scheduler or the workers are gone."""
        seen = monotonic()
        while not self._closed.wait(_LOOK_SECONDS):
            if self._client.status != _CONNECTED:
                self._give_up(_NO_SCHEDULER)
                continue
            with suppress(Exception):  # the connection may break right here
                if threads := _threads(self._client):
                    self.workers = threads
                    seen = monotonic()
            if monotonic() - seen > self._patience:
                self._give_up("it has no workers left")

    def _give_up(self, why: str) -> None:
        for piece in tuple(self._pieces):
            self._end(piece, self._lost_error(why))

    def _lost_error(self, why: str) -> RulesError:
        return _error(LOST, f"the cluster at '{self._address}' was lost: {why}")


def play_piece(content: bytes, first: int, shoes: int, version: str) -> Tally:
    """Play a piece of a packed job, on a worker, block by block."""
    if version != __version__:
        raise ValueError(f"it has Pitboss {__version__}, and not {version}")
    job = unpack(content)
    cards = cards_here()
    if cards is not None:
        with suppress(RulesError):  # a table that no card can play is played here
            return cards.submit(job, first, shoes).result()
    size = block_shoes(job)
    end = first + shoes
    tally = cpu.play(job, first, 0)
    for start in range(first, end, size):
        tally += cpu.play(job, start, min(size, end - start))
    return tally


def _threads(client: Client) -> int:
    return sum(client.nthreads().values())


def _blocks(client: Client) -> int:
    """Return how many blocks make a piece of work: large ones if every worker has a card."""
    with suppress(Exception):  # a worker that cannot be asked plays like any other, or fails
        cards = client.run(count_cards).values()
        return PIECE_BLOCKS if cards and all(cards) else BLOCKS
    return BLOCKS


def count_cards() -> int:
    """Return how many graphics cards there are on a worker."""
    cards = cards_here()
    return 0 if cards is None else cards.workers


def _wait_for_a_worker(client: Client) -> None:
    try:
        client.wait_for_workers(1, timeout=REACH_SECONDS)
    except TimeoutError:
        raise ValueError("its scheduler has no workers") from None


def _start_processes(count: int) -> LocalCluster:
    """Start a cluster here that only this process can join.

    Whoever speaks to a scheduler or a worker can run code there, and every user of a machine can
    reach a port of it. So all of them ask for a certificate that exists in their memory alone, and
    their web servers, which ask nobody, have no pages.
    """
    with dask.config.set(_NO_PAGES):
        return LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            scheduler_kwargs=_ANY_PORT,
            security=Security.temporary(),
            silence_logs=logging.CRITICAL,  # in its workers too
            preload=[_NOT_INTERRUPTED],
        )


def _processes(address: str) -> int:
    count = address.removeprefix(_LOCAL)
    if not count.isascii() or not count.isdigit() or not 1 <= int(count) <= _LOCAL_MOST:
        raise ValueError(f"write local:N with 1 to {_LOCAL_MOST} processes")
    return int(count)


def _ask(address: str, security: Security) -> None:
    """Ask the process there what it is; a client that fails to connect leaves threads behind."""

    async def identity() -> Any:  # noqa: ANN401 - whatever it answers
        known_by = security.get_connection_args("client")
        async with rpc(address, timeout=REACH_SECONDS, connection_args=known_by) as there:
            return await there.identity()

    answer = LoopRunner().run_sync(identity, callback_timeout=REACH_SECONDS)
    if answer["type"] != "Scheduler":
        raise ValueError(f"there is a {answer['type'].lower()} and no scheduler")


@contextmanager
def _reaching(address: str) -> Iterator[None]:
    """Turn any error of reaching a cluster into one sentence.

    Any program may listen at an address, and reading its answer may raise any error.
    """
    try:
        yield
    except (OSError, TimeoutError):
        raise _unreachable(address, f"nobody answered in {REACH_SECONDS:g} seconds") from None
    except ValueError as error:  # the address itself
        raise _unreachable(address, _error_text(error)) from None
    except Exception:  # noqa: BLE001
        raise _unreachable(address, "what answered there is no scheduler") from None


def _unreachable(address: str, why: str) -> RulesError:
    return _error(UNREACHABLE, f"no cluster was reached at '{address}': {why}")


def _error_text(error: BaseException) -> str:
    """Return an error in a line."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _error(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="cluster", message=message)])
