"""Find the process that runs a table: this one, or another over a link."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import json

from pitboss.floor.journal import OPEN_KEY, read_terms, terms_in_force
from pitboss.pit.leases import Leases
from pitboss.pit.refusals import LOST, MOVING, NO_STORE
from pitboss.pit.table import LiveTable
from pitboss.server.bridge.link import LinkLostError
from pitboss.server.bridge.messages import Question
from pitboss.server.bridge.peer import Peer
from pitboss.server.live import wire
from pitboss.server.live.commands import UNKNOWN, find_table
from pitboss.server.live.holdings import (
    Holdings,
    add_holdings,
    holdings,
    summaries,
    unreachable_summary,
)
from pitboss.server.requests.errors import ApiError
from pitboss.store import Place

if TYPE_CHECKING:
    from pitboss.server.services import Services

WAIT_SECONDS: Final = 12.0
"""Seconds to wait for a table that moves between processes."""
LIST_SECONDS: Final = 2.0
"""Seconds that a list of tables waits for other processes, before it leaves theirs out."""
_PAUSE_SECONDS: Final = 0.25
_AGAIN: Final = frozenset({LOST.code, MOVING.code})

_T = TypeVar("_T")


class Switchboard:
    """Finds the process of each table."""

    def __init__(self, services: Services) -> None:
        """Start with the tables of this process; `connect` adds those of others."""
        self._services = services
        self._leases: Leases | None = None
        self._place = Place("", "", "", "")
        self._secret = b""
        self._peers: dict[int, Peer] = {}
        self._changed = asyncio.Event()
        self._closing: set[asyncio.Task[None]] = set()
        self._links: dict[str, frozenset[str]] = {}
        """The jackpots of tables of other processes; those of a table never change."""

    def connect(self, leases: Leases, place: Place, secret: bytes) -> None:
        """Find tables of other processes by their leases."""
        self._leases = leases
        self._place = place
        self._secret = secret
        leases.on_change.append(self._note_change)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may run tables of the same books."""
        return self._leases is not None

    @property
    def has_others(self) -> bool:
        """Whether another process is there just now."""
        return self._leases is not None and bool(self._leases.others)

    async def close(self) -> None:
        """Close the links."""
        await asyncio.gather(*(peer.close() for peer in self._peers.values()))

    # -- one table ---------------------------------------------------------------------------------

    async def at_table(
        self,
        name: str,
        account: str | None,
        here: Callable[[LiveTable], Awaitable[_T]],
        there: Callable[[Peer], Awaitable[_T]],
    ) -> _T:
        """Do work in the process of a table; if the table moves meanwhile, repeat it there.

        The work must be safe to repeat: a read, or a command with a key.
        """
        if self._leases is None:
            return await here(find_table(self._services, name, account))
        end = asyncio.get_running_loop().time() + WAIT_SECONDS
        while True:
            self._changed.clear()
            try:
                table = self._services.hall.tables.get(name)
                if table is not None and not table.is_lost:
                    return await here(find_table(self._services, name, account))
                peer = await self._find_peer(name)
                if peer is not None:
                    return await there(peer)
            except ApiError as error:
                if error.code not in _AGAIN:
                    raise
            except LinkLostError:
                pass
            if self._services.committer.pulse.is_silent:
                raise ApiError.of(NO_STORE, retry_s=1)
            if self._leases.is_ending or asyncio.get_running_loop().time() > end:
                raise ApiError.of(MOVING, retry_s=1)
            await self._wait()

    async def at_first(
        self, here: Callable[[None], Awaitable[_T]], there: Callable[[Peer], Awaitable[_T]]
    ) -> _T:
        """Do work in the process that was there first: the same one wherever the request lands.

        If it goes meanwhile, the work is repeated in the next one, so it must be safe to repeat.
        """
        leases = self._leases
        assert leases is not None
        end = asyncio.get_running_loop().time() + WAIT_SECONDS
        while not leases.is_first():
            self._changed.clear()
            with suppress(LinkLostError):
                return await there(self._peer(min(leases.workers)))
            if leases.is_ending or asyncio.get_running_loop().time() > end:
                raise ApiError.of(MOVING, retry_s=1)
            await self._wait()
        return await here(None)

    async def _find_peer(self, name: str) -> Peer | None:
        """Return the process that has a table; None: no process has it yet, or this one will."""
        leases = self._leases
        assert leases is not None
        if name not in leases.known:
            await leases.look()
            if name not in leases.known:
                raise UNKNOWN
        number = leases.owners.get(name)
        if number is None or number == leases.number or number not in leases.workers:
            return None
        return self._peer(number)

    def _peer(self, number: int) -> Peer:
        assert self._leases is not None
        if number not in self._peers:
            worker = self._leases.workers[number]
            moved = self._services.lines.follow_table
            self._peers[number] = Peer(worker, self._place, self._secret, moved)
        return self._peers[number]

    async def _wait(self) -> None:
        """Wait for a change of leases, or for a short time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PAUSE_SECONDS):
                await self._changed.wait()

    def _note_change(self) -> None:
        self._changed.set()
        assert self._leases is not None
        for number in [gone for gone in self._peers if gone not in self._leases.workers]:
            peer = self._peers.pop(number)
            task = asyncio.get_running_loop().create_task(peer.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    # -- all tables --------------------------------------------------------------------------------

    async def holdings(self, account: str) -> Holdings:
        """Return an account's holdings at all tables; `ApiError` if a process does not answer."""
        elsewhere = await self._ask_holdings(account)
        return add_holdings(holdings(self._services, account), *elsewhere)

    async def elsewhere(self, account: str) -> Holdings:
        """Return an account's holdings at the tables of other processes."""
        return add_holdings(*await self._ask_holdings(account) if self.has_others else ())

    async def _ask_holdings(self, account: str) -> list[Holdings]:
        if self._leases is None:
            return []
        if self._leases.known - self._leases.owners.keys():
            raise ApiError.of(MOVING, retry_s=1)
        peers = [self._peer(worker.number) for worker in self._leases.others]
        try:
            answers = await asyncio.gather(
                *(peer.send(Question(peer.next_id, "holdings", account)) for peer in peers)
            )
        except LinkLostError:
            raise ApiError.of(MOVING, retry_s=1) from None
        return [json.decode(answer.body, type=Holdings) for answer in answers]

    async def summaries(self, account: str | None) -> list[wire.TableSummary]:
        """Return all tables that an account may see; moving ones without their state."""
        tables = summaries(self._services, account or "")
        leases = self._leases
        if leases is None or not self.has_others:
            return tables
        numbers = [worker.number for worker in leases.others]
        questions = [self._ask_summaries(number, account or "") for number in numbers]
        silent: set[int | None] = {None}
        for number, answer in zip(numbers, await asyncio.gather(*questions), strict=True):
            if answer is None:
                silent.add(number)
            else:
                tables += answer
        there = {table.id for table in tables}
        for name in leases.known:
            owner = leases.owners.get(name)
            if owner in silent or (owner == leases.number and name not in there):
                tables += await self._summarize_silent(name, account)
        return sorted(tables, key=lambda table: table.id)

    async def linked_tables(self) -> dict[str, list[str]]:
        """Return the tables that share each jackpot, in all processes."""
        links = {
            name: frozenset(table.state.terms.links.values())
            for name, table in self._services.hall.tables.items()
        }
        if self._leases is not None:
            elsewhere = self._leases.known - links.keys()
            await self._read_links(sorted(elsewhere - self._links.keys()))
            links |= {name: self._links.get(name, frozenset()) for name in elsewhere}
        tables: dict[str, list[str]] = {}
        for name, jackpots in sorted(links.items()):
            for jackpot in jackpots:
                tables.setdefault(jackpot, []).append(name)
        return tables

    async def _read_links(self, names: list[str]) -> None:
        first = [(f"table/{name}", OPEN_KEY) for name in names]
        for entry in await self._services.store.find_all(first):
            terms = read_terms(entry)
            self._links[terms.id] = frozenset(terms.links.values())

    async def _ask_summaries(self, number: int, account: str) -> list[wire.TableSummary] | None:
        peer = self._peer(number)
        try:
            async with asyncio.timeout(LIST_SECONDS):
                answer = await peer.send(Question(peer.next_id, "summaries", account))
        except (LinkLostError, TimeoutError):
            return None
        return json.decode(answer.body, type=list[wire.TableSummary])

    async def _summarize_silent(self, name: str, account: str | None) -> list[wire.TableSummary]:
        tail = await self._services.store.stream_tails([f"table/{name}"], "dealt")
        terms = terms_in_force(tail) if tail else None
        return [unreachable_summary(terms)] if terms and terms.owner in ("", account) else []
