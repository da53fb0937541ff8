"""Run the office: read its journal, decide its commands and write them, in any process.

Little happens in the office, so no process owns it: the process that gets a command reads the
journal, decides, and writes. If another process wrote in between, it reads and decides again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.ledger.book import NO_ENTRY, Head, seal_all
from pitboss.ledger.entry import Draft, Entry
from pitboss.office.core import (
    HOUSE,
    STREAM,
    Agreed,
    Done,
    Errand,
    Event,
    Outcome,
    command_digest,
    digest,
    encode_body,
    event_kind,
    request_key,
)
from pitboss.office.day import SetTerms
from pitboss.office.decide import apply, decide, decode_event
from pitboss.office.papers import OfficeTerms
from pitboss.office.state import Office
from pitboss.pit.refusals import REUSED
from pitboss.store import Committer, ConflictError, Store

TRIES: Final = 20
"""How often a command is decided again because another process wrote in between."""
SHORT: Final = Refusal("account/short", "an account does not hold so much")
BUSY: Final = Refusal("office/busy", "others keep writing; try again")


Complete = Callable[[Office, object], Awaitable[object]]
"""Adds the current facts of the books to the caller's command."""


class Desk:
    """The office of a floor, as this process sees it."""

    def __init__(self, store: Store, committer: Committer, clock: Callable[[], int]) -> None:
        """Work on the books of *store*."""
        self.office = Office()
        """The office as last read; `refresh` reads it again."""
        self.on_event: list[Callable[[Event], None]] = []
        """Called with entries of the office, of any process, as this one reads them."""
        self.on_write: list[Callable[[], None]] = []
        """Called after this process wrote to the office, so others read it."""
        self._head: Head = NO_ENTRY
        self._store = store
        self._committer = committer
        self._clock = clock
        self._lock = asyncio.Lock()
        self._reads = self._last_read = 0
        """The number of times that `refresh` began to read, and which of them ended last."""

    @property
    def version(self) -> int:
        """The number of the office's entries read so far."""
        return self._head.version

    async def refresh(self) -> Office:
        """Read the new entries of all processes, and return the office.

        Callers who wait at the same time share one read, which began after they called.
        """
        reads = self._reads
        async with self._committer.pulse.turn(self._lock):
            if self._last_read <= reads:
                self._reads += 1
                await self._read()
                self._last_read = self._reads
            return self.office

    async def ask(
        self, command: object, by: str, key: str, complete: Complete | None = None
    ) -> Outcome:
        """Answer a command; *key* makes a second try harmless.

        *complete* adds facts from the books after the office is read and before it decides. If the
        office itself is written in between, it decides again.
        """
        name = f"{by}/{key}"
        fingerprint = digest(command)
        async with self._committer.pulse.turn(self._lock):
            for _ in range(TRIES):
                office = await self._read()
                earlier = await self._store.find(STREAM, name)
                if earlier is not None:
                    return _answer_again(earlier, fingerprint)
                whole = await complete(office, command) if complete else command
                outcome = decide(office, whole, by, self._clock())
                if isinstance(outcome, Refusal):
                    return outcome
                entries = await self._seal(outcome, by, name, fingerprint)
                try:
                    await self._committer.commit(entries)
                except ConflictError:
                    if not await self._was_overtaken(entries):
                        return SHORT
                else:
                    for entry in entries:
                        if entry.stream == STREAM:
                            self._follow(entry)
                    for tell in self.on_write:
                        tell()
                    return outcome
        return BUSY

    async def _read(self) -> Office:
        async for entry in self._store.entries(STREAM, self._head.version):
            self._follow(entry)
        return self.office

    def _follow(self, entry: Entry) -> None:
        self.office = apply(self.office, entry)
        self._head = Head.of(entry)
        for tell in self.on_event:
            tell(decode_event(entry))

    async def _seal(self, done: Done, by: str, name: str, fingerprint: str) -> list[Entry]:
        """Give the office's entry and its companions their positions."""
        drafts = [_draft(done, by, name, encode_body(done.event, fingerprint)), *done.also]
        if done.agreed is not None:
            drafts += _agreed_drafts(done.agreed)
        heads = {STREAM: self._head}
        entries = list[Entry]()
        for draft in drafts:
            head = heads.get(draft.stream) or await self._store.head(draft.stream)
            entries += seal_all([draft], head, self._clock())
            heads[draft.stream] = Head.of(entries[-1])
        return entries

    async def _was_overtaken(self, entries: Iterable[Entry]) -> bool:
        """Return whether entries conflict because others wrote; otherwise money is missing."""
        for entry in entries:
            if (await self._store.head(entry.stream)).version >= entry.version:
                return True
        return False


async def set_terms(desk: Desk, terms: OfficeTerms) -> None:
    """Set the terms of the office, unless it has them already."""
    if (await desk.refresh()).terms != terms:
        await desk.ask(SetTerms(terms), HOUSE, f"terms/{desk.version}")


def _agreed_drafts(agreed: Agreed) -> tuple[Draft, ...]:
    """Return the entries of an agreement to another person's request."""
    done = agreed.done
    if isinstance(done.event, Errand):
        return ()
    body = encode_body(done.event, digest(agreed.command), agreed.request)
    return _draft(done, agreed.by, request_key(agreed.request), body), *done.also


def _draft(done: Done, by: str, key: str, body: bytes) -> Draft:
    return Draft(
        stream=STREAM,
        kind=event_kind(type(done.event)),
        actor=by,
        key=key,
        body=body,
        postings=done.postings,
    )


def _answer_again(earlier: Entry, fingerprint: str) -> Outcome:
    """Repeat the answer to a command that was carried out earlier."""
    if command_digest(earlier) != fingerprint:
        return REUSED
    return Done(decode_event(earlier), earlier.postings)
