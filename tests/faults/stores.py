"""A store in memory, and one around any store that fails when it is told to."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any

from pitboss.floor.journal import placed_bets
from pitboss.ledger.book import NO_ENTRY, Head
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.ledger.marks import Mark
from pitboss.store import ConflictError, OutcomeUnknownError, Store, StoreError
from pitboss.store.protocol import balance_moves, head_moves, missing_balances
from pitboss.store.records import Records

HANG_SECONDS = 40.0
LATE_SECONDS = 0.015


class MemoryStore(Records):
    """The books in lists: it takes and refuses what SQLite and PostgreSQL do."""

    def __init__(self) -> None:
        self.written: list[Entry] = []
        self._streams: dict[str, list[Entry]] = {}
        self._keys: dict[tuple[str, str], Entry] = {}
        self._balances: dict[str, int] = {}
        self._checkpoints: list[Checkpoint] = []
        self._branches: list[bytes] = []

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        assert mark is None, "nobody signs these books"
        for move in head_moves(entries):
            head = await self.head(move.stream)
            if (head.version, head.hash) != (move.before, move.before_hash):
                raise ConflictError(f"another entry came in between: {move.stream}")
        keys = {(entry.stream, entry.key) for entry in entries}
        if len(keys) < len(entries) or not keys.isdisjoint(self._keys):
            raise ConflictError("a key is used twice")
        moves = balance_moves(entry.postings for entry in entries)
        if missing := missing_balances(moves, self._balances):
            raise ConflictError("; ".join(missing))
        for change in moves:
            self._balances[change.account] = self._balances.get(change.account, 0) + change.net
        for entry in entries:
            self.written.append(entry)
            self._streams.setdefault(entry.stream, []).append(entry)
            self._keys[entry.stream, entry.key] = entry
            if entry.kind == "dealt":
                for bet in placed_bets(json.loads(entry.body)):
                    self._keys.setdefault((entry.stream, bet.key), entry)

    async def entry(self, stream: str, version: int) -> Entry | None:
        entries = self._streams.get(stream, [])
        return entries[version - 1] if version <= len(entries) else None

    async def find(self, stream: str, key: str) -> Entry | None:
        return self._keys.get((stream, key))

    async def entries(self, stream: str | None = None, after: int = 0) -> AsyncIterator[Entry]:
        for entry in self.written[after:] if stream is None else self._streams[stream][after:]:
            yield entry

    async def head(self, stream: str) -> Head:
        entries = self._streams.get(stream)
        return _head(entries[-1]) if entries else NO_ENTRY

    async def position(self) -> int:
        return len(self.written)

    async def heads(self) -> dict[str, Head]:
        return {stream: _head(entries[-1]) for stream, entries in self._streams.items()}

    async def tails(self, prefix: str, kind: str) -> list[Entry]:
        tails: list[Entry] = []
        for stream in sorted(self._streams):
            if stream.startswith(prefix):
                entries = self._streams[stream]
                last = max((entry.version for entry in entries if entry.kind == kind), default=1)
                tails += entries[:1] + entries[max(1, last - 1) :]
        return tails

    async def find_all(self, names: Sequence[tuple[str, str]]) -> list[Entry]:
        return [self._keys[name] for name in names if name in self._keys]

    async def balances(self) -> dict[str, int]:
        return dict(self._balances)

    async def books(self) -> tuple[dict[str, Head], dict[str, int]]:
        return await self.heads(), await self.balances()

    async def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        if checkpoint.number != len(self._checkpoints) + 1:
            raise ConflictError(f"checkpoint {checkpoint.number} is there")
        self._checkpoints.append(checkpoint)

    async def checkpoints(self) -> list[Checkpoint]:
        return [*self._checkpoints]

    async def entry_hashes(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        return [
            (place, entry.hash)
            for place, entry in enumerate(self.written[after : after + limit], start=after + 1)
        ]

    async def branches(self) -> list[bytes]:
        return [*self._branches]

    async def keep_branch(self, number: int, branch: bytes) -> None:
        self._branches[number:] = [branch]

    async def statement(self, query: str, *values: object) -> list[Any]:
        if " FROM credential WHERE " in query:
            return []  # nobody at these tables has a name
        raise AssertionError("this store keeps the books alone and knows no SQL", query, values)

    async def replace_projections(
        self, heads: Mapping[str, Head], balances: Mapping[str, int]
    ) -> None:
        raise AssertionError("they are made from the entries every time", heads, balances)

    def share(self) -> None:
        pass

    async def close(self) -> None:
        pass


def _head(entry: Entry) -> Head:
    return Head(entry.version, entry.at, entry.hash)


class Fault(StrEnum):
    """What becomes of one call of a store."""

    REFUSED = "refused"
    """An error; nothing was done."""
    UNDONE = "undone"
    """The answer is lost; nothing was done."""
    DONE = "done"
    """The answer is lost; it was done."""
    LATE = "late"
    """The answer is lost; it is done a little later, when the writer may have asked already."""
    HANG = "hang"
    """Nothing happens for a long time; then it is done."""
    BROKEN = "broken"
    """The store itself is wrong, and raises what nobody expects."""


Plan = Callable[[str], Fault | None]
"""Decides about the next call from its name."""


class FaultyStore(Records):
    """Hands calls on to a store; a plan says which of them fail, and how."""

    def __init__(self, store: Store, plan: Plan) -> None:
        self._store = store
        self.plan = plan
        self.calls = 0
        self.faults: Counter[Fault] = Counter()
        self._late: set[asyncio.Task[None]] = set()

    async def _fault(self, name: str) -> Fault | None:
        self.calls += 1
        fault = self.plan(name)
        if fault is None:
            return None
        self.faults[fault] += 1
        if fault is Fault.HANG:
            await asyncio.sleep(HANG_SECONDS)
            return None
        return fault

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        match await self._fault("append"):
            case None:
                await self._store.append(entries, mark)
            case Fault.REFUSED:
                raise _refused()
            case Fault.BROKEN:
                raise RuntimeError("a mistake of the store")
            case Fault.DONE:
                await self._store.append(entries, mark)
                raise _lost()
            case Fault.LATE:
                task = asyncio.get_running_loop().create_task(self._append_late(entries, mark))
                self._late.add(task)
                task.add_done_callback(self._late.discard)
                raise _lost()
            case _:
                raise _lost()

    async def _append_late(self, entries: Sequence[Entry], mark: Mark | None) -> None:
        await asyncio.sleep(LATE_SECONDS)
        with suppress(ConflictError):
            await self._store.append(entries, mark)

    async def _question(self, name: str) -> None:
        if await self._fault(name):
            raise _refused()

    async def entry(self, stream: str, version: int) -> Entry | None:
        await self._question("entry")
        return await self._store.entry(stream, version)

    async def find(self, stream: str, key: str) -> Entry | None:
        await self._question("find")
        return await self._store.find(stream, key)

    async def entries(self, stream: str | None = None, after: int = 0) -> AsyncIterator[Entry]:
        await self._question("entries")
        async for entry in self._store.entries(stream, after):
            yield entry

    async def head(self, stream: str) -> Head:
        await self._question("head")
        return await self._store.head(stream)

    async def position(self) -> int:
        await self._question("position")
        return await self._store.position()

    async def branches(self) -> list[bytes]:
        await self._question("branches")
        return await self._store.branches()

    async def keep_branch(self, number: int, branch: bytes) -> None:
        await self._question("keep_branch")
        await self._store.keep_branch(number, branch)

    async def entry_hashes(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        await self._question("entry_hashes")
        return await self._store.entry_hashes(after, limit)

    async def heads(self) -> dict[str, Head]:
        await self._question("heads")
        return await self._store.heads()

    async def tails(self, prefix: str, kind: str) -> list[Entry]:
        await self._question("tails")
        return await self._store.tails(prefix, kind)

    async def find_all(self, names: Sequence[tuple[str, str]]) -> list[Entry]:
        await self._question("find_all")
        return await self._store.find_all(names)

    async def balances(self) -> dict[str, int]:
        await self._question("balances")
        return await self._store.balances()

    async def books(self) -> tuple[dict[str, Head], dict[str, int]]:
        await self._question("books")
        return await self._store.books()

    async def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        match await self._fault("add_checkpoint"):
            case None:
                await self._store.add_checkpoint(checkpoint)
            case Fault.DONE | Fault.LATE:
                await self._store.add_checkpoint(checkpoint)
                raise _refused()
            case _:
                raise _refused()

    async def checkpoints(self) -> list[Checkpoint]:
        await self._question("checkpoints")
        return await self._store.checkpoints()

    async def statement(self, query: str, *values: object) -> list[Any]:
        await self._question("statement")
        return await self._store.statement(query, *values)

    async def replace_projections(
        self, heads: Mapping[str, Head], balances: Mapping[str, int]
    ) -> None:
        await self._store.replace_projections(heads, balances)

    def share(self) -> None:
        pass

    async def close(self) -> None:
        await self._store.close()


def _refused() -> StoreError:
    return StoreError("an injected fault")


def _lost() -> OutcomeUnknownError:
    return OutcomeUnknownError("an injected fault: the answer was lost")
