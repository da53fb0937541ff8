"""Keep shared jackpots: add the tables' contributions, answer readings, write hits.

Any process may write to a jackpot. It reads the end of the journal, decides, and writes the next
entry; if another process was faster, it reads and decides again. Within a process, a lock for each
jackpot avoids that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from pitboss.floor.commands import Accepted, HearMeters
from pitboss.floor.links import LinkNews, Reading
from pitboss.floor.shared import hit_events, link_news, take_reading, write_events
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.state import Jackpot
from pitboss.jackpot.terms import Terms
from pitboss.ledger.book import NO_ENTRY, seal_all
from pitboss.ledger.entry import Draft, Entry
from pitboss.pit.live_jackpot import LiveJackpot, read_jackpot
from pitboss.store import Committer, ConflictError, PulseTerms, Store, StoreError

if TYPE_CHECKING:
    from pitboss.pit.table import LiveTable

STREAMS: Final = "jackpot/"
TICK_SECONDS: Final = 0.5
"""Seconds between two updates of the meters at the tables, at least."""
LOST_AFTER: Final = 5_000_000
"""Microseconds without an answer of the books after which no wager is taken."""
TRIES: Final = 50
"""How often something is decided again because another process wrote in between."""


Decide = Callable[[Jackpot, int], Sequence[jackpot_events.Event]]
"""Decides a command of staff at a time: returns its events."""
Also = Callable[[jackpot_events.Event, Jackpot], Iterable[Draft]]
"""Returns the entries of other streams to write with an event."""


class PlannedJackpot(NamedTuple):
    """A jackpot that the keeper must have."""

    id: str
    title: str
    terms: Terms


class Claim:
    """The jackpots of a table, locked and up to date, while a step is played."""

    def __init__(
        self, links: Mapping[str, str], jackpots: Mapping[str, LiveJackpot], fed: Mapping[str, int]
    ) -> None:
        """Add the collected contributions and those of the step, wager -> units."""
        self._links = links
        self._jackpots = jackpots
        self._fed: dict[str, list[jackpot_events.Event]] = {}
        states: dict[str, Jackpot] = {}
        for wager, name in links.items():
            live = jackpots[name]
            self._fed[name] = live.with_fed(fed.get(wager, 0))
            states[name] = live.state
            for event in self._fed[name]:
                states[name] = jackpot_events.apply(live.state, event, live.head.at)
        self._states = states
        self.readings: dict[str, Reading] = {
            wager: take_reading(states[name], wager) for wager, name in links.items()
        }

    def entries(self, answer: Accepted, now: int) -> dict[str, list[Entry]]:
        """Return the entries of each jackpot to write with a table's answer."""
        entries = {}
        for name, live in self._jackpots.items():
            at = max(now, live.head.at)
            if hits := hit_events(self._states[name], answer, self._links, at):
                entries[name] = live.seal_events([*self._fed[name], *hits], at)
        return entries


class Keeper:
    """All shared jackpots of a floor, as this process sees them."""

    def __init__(
        self,
        store: Store,
        committer: Committer,
        clock: Callable[[], int],
        stale_s: float = PulseTerms().stale,
    ) -> None:
        """Keep the jackpots of the books in *store*.

        *stale_s*: seconds without an answer of the books after which meters are marked as possibly
        old.
        """
        self._stale_after = int(stale_s * 1_000_000)
        self._answered_at = 0
        """When the books answered again after they were silent."""
        committer.pulse.on_change.append(self._note_pulse)
        self.jackpots: dict[str, LiveJackpot] = {}
        self._store = store
        self._committer = committer
        self._clock = clock
        self._tables: dict[str, LiveTable] = {}
        self._told: dict[str, dict[str, LinkNews]] = {}
        """Table -> wager -> the last status that was sent."""
        self.fault: Exception | None = None
        """The last error of the background work."""
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False
        self._wake = asyncio.Event()
        self._has_news = asyncio.Event()
        self.on_change: list[Callable[[], None]] = []
        """Called after this process wrote a hit or a command of staff: others should read it."""

    # -- opening ---------------------------------------------------------------------------------

    async def open(self, wanted: Iterable[PlannedJackpot] = ()) -> None:
        """Restore the jackpots of the books, and open those of *wanted* that are new."""
        await self._recover()
        for jackpot in wanted:
            if jackpot.id not in self.jackpots:
                await self._add(jackpot)
        await self.refresh(self.jackpots)
        if self.jackpots:
            self._start()

    def _start(self) -> None:
        if not self._tasks and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._tasks = [
                loop.create_task(work()) for work in (self._keep_feeding, self._keep_telling)
            ]

    async def _recover(self) -> None:
        tails = await self._store.tails(STREAMS, "kept")
        for _, entries in groupby(tails, key=attrgetter("stream")):
            live = read_jackpot(list(entries))
            self.jackpots.setdefault(live.state.id, live)

    async def _add(self, wanted: PlannedJackpot) -> None:
        event = jackpot_events.Opened(id=wanted.id, title=wanted.title, terms=wanted.terms)
        drafts = write_events(None, [event], version=1, at=self._clock()).drafts
        entries = seal_all(drafts, NO_ENTRY, self._clock())
        try:
            await self._committer.commit(entries)
        except ConflictError:
            await self._recover()  # another process has opened it
        else:
            self.jackpots[wanted.id] = read_jackpot(entries)

    def attach(self, table: LiveTable) -> None:
        """Send a table the state of its jackpots from now on."""
        self._tables[table.state.id] = table
        self._told.pop(table.state.id, None)
        self._wake.set()  # it need not wait for its first word
        self._start()

    def look(self) -> None:
        """Read jackpots now, before the next tick, because another process wrote to them."""
        self._wake.set()

    def announce(self) -> None:
        """Tell other processes that a jackpot was hit, or changed by staff."""
        for call in self.on_change:
            call()

    async def close(self) -> None:
        """Stop; contributions not yet added stay in the books."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    # -- reading and writing ---------------------------------------------------------------------

    @asynccontextmanager
    async def hold(self, names: Collection[str]) -> AsyncIterator[dict[str, LiveJackpot]]:
        """Lock some jackpots within this process.

        Raise `StoreError` if one is locked while the store is silent.
        """
        async with AsyncExitStack() as stack:
            held = {name: self.jackpots[name] for name in sorted(set(names))}
            for live in held.values():
                await stack.enter_async_context(self._committer.pulse.turn(live.lock))
            yield held

    async def refresh(self, names: Collection[str]) -> None:
        """Read the entries that other processes wrote for some jackpots."""
        async with self.hold(names) as held:
            await self.read(held)

    async def read(self, held: Mapping[str, LiveJackpot]) -> None:
        """Read new entries of locked jackpots, and the contributions up to that end.

        Only the holder of the lock reads on: a state, its end and its contributions belong
        together until the next entry.
        """
        lives = [*held.values()]
        while lives:
            heads, amounts = await self._store.standing(
                [live.stream for live in lives], [live.collecting for live in lives]
            )
            now = self._clock()
            behind = []
            for live in lives:
                head = heads[live.stream]
                if head.version > live.head.version:
                    async for entry in self._store.entries(live.stream, live.head.version):
                        live.follow(entry)
                    behind.append(live)  # more may have been collected by this end
                else:
                    live.collected = amounts.get(live.collecting, 0)
                    live.read_at = now
            lives = behind

    async def has_changed(self, entries: Mapping[str, Sequence[Entry]]) -> bool:
        """Return whether entries of some streams conflict because others wrote to them."""
        firsts = [written[0] for written in entries.values()]
        heads, _ = await self._store.standing([first.stream for first in firsts], [])
        return any(heads[first.stream].version >= first.version for first in firsts)

    def follow(self, entries: Mapping[str, Sequence[Entry]]) -> None:
        """Apply the entries that this process wrote."""
        for name, written in entries.items():
            live = self.jackpots[name]
            for entry in written:
                live.follow(entry)
                live.collected += entry.moved(live.collecting)

    def claim(self, links: Mapping[str, str], fed: Mapping[str, int]) -> Claim:
        """Return the jackpots of a table, locked and refreshed, for a step that needs them."""
        return Claim(links, {name: self.jackpots[name] for name in links.values()}, fed)

    async def carry_out(
        self,
        name: str,
        decide: Decide,
        by: str,
        key: str,
        *,
        others: Collection[str] = (),
        also: Also = lambda *_: (),
    ) -> Jackpot:
        """Carry out a command of staff; raise `JackpotError` if it is not allowed.

        *others*: further jackpots to write to; *also*: entries of other streams to write with the
        event. A second try with the same key changes nothing.
        """
        key = f"{by}/{key}"
        async with self.hold([name, *others]) as held:
            for _ in range(TRIES):
                await self.read(held)
                live = held[name]
                if await self._store.find(live.stream, key) is not None:
                    return live.state
                entries = await self._decide_entries(live, decide, by, key, also)
                try:
                    await self._committer.commit(
                        [entry for part in entries.values() for entry in part]
                    )
                except ConflictError:
                    if not await self.has_changed(entries):
                        message = "an account does not hold so much"
                        raise JackpotError("account/short", message) from None
                else:
                    own = {
                        stream: part for stream, part in entries.items() if stream in self.jackpots
                    }
                    self.follow(own)
                    self.announce()
                    return self.jackpots[name].state
        raise JackpotError("jackpot/busy", "others keep writing to it; try again")

    async def is_written(self, name: str, by: str, key: str) -> bool:
        """Return whether a command was carried out before."""
        return await self._store.find(self.jackpots[name].stream, f"{by}/{key}") is not None

    async def _decide_entries(
        self, live: LiveJackpot, decide: Decide, actor: str, key: str, also: Also
    ) -> dict[str, list[Entry]]:
        """Return the entries of a decision by jackpot or stream, contributions first."""
        at = max(self._clock(), live.head.at)
        fed = live.with_fed()
        state = live.state
        for event in fed:
            state = jackpot_events.apply(state, event, at)
        events = decide(state, at)
        entries = {live.state.id: live.seal_events([*fed, *events], at, actor=actor, key=key)}
        for event in events:
            if isinstance(event, jackpot_events.Transferred):
                taker = self.jackpots[event.to]
                came = jackpot_events.Received(origin=live.state.id, units=event.units)
                entries[event.to] = taker.seal_events([*taker.with_fed(), came], at, actor=actor)
            for draft in also(event, state):
                head = await self._store.head(draft.stream)
                entries[draft.stream] = seal_all([draft], head, at)
        return entries

    # -- as long as it runs ----------------------------------------------------------------------

    async def _keep_feeding(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self.feed()
            except StoreError:
                pass  # tables hear that nobody knows how their jackpots stand
            except Exception as error:  # noqa: BLE001 - nor may a mistake end this
                self.fault = error
            self._has_news.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_SECONDS):
                    await self._wake.wait()

    async def _keep_telling(self) -> None:
        """Send tables the news, or that nothing is known while the books are silent."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(2 * TICK_SECONDS):
                    await self._has_news.wait()
            self._has_news.clear()
            try:
                await self.tell()
            except Exception as error:  # noqa: BLE001 - nor may a mistake end this
                self.fault = error

    async def feed(self) -> None:
        """Add the contributions that tables collected to the jackpots."""
        linked = {
            name for table in self._tables.values() for name in table.state.terms.links.values()
        }
        if not linked <= self.jackpots.keys():  # another process has opened them since
            await self._recover()
        idle = [name for name, live in self.jackpots.items() if not live.lock.locked()]
        async with self.hold(idle) as held:
            await self.read(held)
            due = {name: live.with_fed() for name, live in held.items()}
            at = self._clock()
            entries = {
                n: held[n].seal_events(events, max(at, held[n].head.at))
                for n, events in due.items()
                if events
            }
            await asyncio.gather(*(self._feed(name, part) for name, part in entries.items()))

    async def _feed(self, name: str, entries: Sequence[Entry]) -> None:
        with suppress(ConflictError):  # another process has done it
            await self._committer.commit(entries)
            self.follow({name: entries})

    def _note_pulse(self) -> None:
        if not self._committer.pulse.is_silent:
            self._answered_at = self._clock()
            self._wake.set()

    def _is_lost(self, live: LiveJackpot) -> bool:
        """Return whether a jackpot's state is unknown, so its wagers leave the felt.

        While the books are silent, the wagers stay: the whole table waits.
        """
        heard = max(live.read_at, self._answered_at)
        return not self._committer.pulse.is_silent and self._clock() - heard > LOST_AFTER

    def is_stale(self, live: LiveJackpot) -> bool:
        """Return whether a jackpot's state is so old that screens mark it."""
        return self._clock() - live.read_at > self._stale_after

    async def tell(self) -> None:
        """Send tables the state of their jackpots that changed."""
        known = {
            name: link_news(live.state, is_lost=self._is_lost(live), is_stale=self.is_stale(live))
            for name, live in self.jackpots.items()
        }
        telling = []
        for table in [*self._tables.values()]:
            if table.is_lost:
                self._tables.pop(table.state.id, None)
                continue
            last = self._told.setdefault(table.state.id, {})
            news = {
                wager: known[name]
                for wager, name in table.state.terms.links.items()
                if name in known and last.get(wager) != known[name]
            }
            if news:
                telling.append(self._tell(table, news))
        await asyncio.gather(*telling)

    async def _tell(self, table: LiveTable, news: dict[str, LinkNews]) -> None:
        if isinstance(await table.ask(HearMeters(news)), Accepted):
            self._told.get(table.state.id, {}).update(news)
