"""One live table: it answers commands in order, shows only durable events, and has a clock."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from pitboss.engine.actions import Refusal
from pitboss.engine.values import replace
from pitboss.floor.commands import (
    Accepted,
    Answer,
    Arrive,
    Bet,
    ChangeLimits,
    Command,
    Decide,
    Depart,
    HearBeacon,
    HearMeters,
    Sit,
    Tick,
)
from pitboss.floor.deadlines import deadline, restart_clocks
from pitboss.floor.journal import name_bet, says, taken_over_draft
from pitboss.floor.links import REFUSED, MetersDueError
from pitboss.floor.running import decide
from pitboss.floor.state import TableState, limits_due, promises_due, shuffles_to_show
from pitboss.floor.terms import Absent
from pitboss.ledger.book import Head, seal_all
from pitboss.ledger.entry import Draft, Entry
from pitboss.pit.absent_play import AbsentPlay, AbsentSolver
from pitboss.pit.beacon import Beacon
from pitboss.pit.entropy import Entropy
from pitboss.pit.presence import Presence, Watcher
from pitboss.pit.refusals import LOST, MOVING, NO_KEEPER, NO_STORE, REUSED, SHORT
from pitboss.store import Committer, ConflictError, Store, StoreError
from pitboss.strain import strained

if TYPE_CHECKING:
    from pitboss.pit.keeper import Keeper

MICROSECONDS = 1_000_000
CONFIRMED = 2 * MICROSECONDS
"""For how long after an entry a table is taken for this process's own."""
RETRY_SECONDS = 1.0
"""After a failure of the store."""
KEYS_KEPT = 256
"""Keys of commands without an entry, bets aside, that a table remembers."""
LINKED_TRIES = 50
"""How often a step is played again because another process wrote to a shared jackpot."""
UNWRITTEN = (Arrive, Depart, HearMeters)
"""Commands that never need the books: they are answered while those are silent."""
BEACON_SECONDS = 0.25
"""Between two looks at the beacon, and after the publication of its number before the first."""
LAPSED_SECONDS = 0.05
"""Between two looks whether the leases of this process last again."""
REGAIN_SECONDS = 10.0
"""And so long at most, after the books were silent."""


Check = Callable[[TableState], Awaitable[Refusal | None]]
"""Says why a command is refused at a table as it stands; None: the table itself answers it."""
Holds = Callable[[], bool]
"""Says whether this process may still speak for its tables."""


def always() -> bool:
    """Return True, for a process that has the books to itself."""
    return True


class TableParts(NamedTuple):
    """What the tables of a process share."""

    store: Store
    committer: Committer
    clock: Callable[[], int]
    solver: AbsentSolver | None
    holds: Holds
    beacon: Beacon | None = None


def has_chores(state: TableState) -> bool:
    """Return whether the house must see to the shoe before the next deal."""
    return bool(shuffles_to_show(state) or promises_due(state))


class LiveTable:
    """A table that runs.

    Commands are answered one after the other. The state follows the journal: it changes when an
    entry is durable, and then watchers get the event.
    """

    def __init__(self, state: TableState, head: Head, entropy: Entropy, parts: TableParts) -> None:
        """Take a table over at the end of its journal."""
        self._store, self._committer, self._clock, solver, self._holds, self._beacon = parts
        self.state = state
        self.head = head
        self.version = 0
        """The number of the last frame for watchers."""
        self.watchers: dict[Watcher, None] = {}
        self.presence = Presence(self)
        self._entropy = entropy
        self._latest = head.at
        self._ahead = 0
        asks_solver = solver is not None and state.terms.absent is Absent.BEST
        self._absent = AbsentPlay(solver) if solver and asks_solver else None
        self._recent: OrderedDict[str, Command] = OrderedDict()
        self._pulse = self._committer.pulse
        self._silences = self._pulse.silences
        """Of the store, those after which time was given again."""
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._strikes_at = 0
        """For which deadline the clock was set."""
        self._chores_task: asyncio.Task[None] | None = None
        self._tick_task: asyncio.Task[Answer] | None = None
        self._beacon_task: asyncio.Task[None] | None = None
        self._has_chores = has_chores(state)
        self._is_troubled = False
        """What was written last failed: the house waits a little before it tries again."""
        self.is_lost = False
        """Another process writes its journal: this one must not."""
        self._confirmed = self._latest
        """When the journal was last known to be this process's."""
        self.keeper: Keeper | None = None
        """Has the jackpots that the table shares with others."""
        self._leaving: asyncio.Event | None = None
        """Where the table is about to go to another process: set when no round is open."""

    @property
    def now(self) -> int:
        """The time at this table; if the clock is set back, it stays at the latest time."""
        now = self._clock() + self._ahead
        if now < self._latest:
            self._ahead += self._latest - now
            now = self._latest
        self._latest = now
        return now

    async def ask(self, command: Command, key: str = "", check: Check | None = None) -> Answer:
        """Answer a command; *key* makes a second try harmless.

        *check* may refuse it. It sees the table that then answers: nothing comes in between.
        """
        refused = self.refuse_in_silence(command)
        if refused is not None:
            return refused
        try:
            await self._pulse.take(self._lock)
        except StoreError:  # it fell silent while somebody else's command was written
            return self._why_unwritten(command)
        try:
            if self._silences != self._pulse.silences:
                self._give_time_again()
            answer = await self._answer(command, key, check)
        except MetersDueError as due:
            answer = await self._answer_linked(command, key, due.fed)
        finally:
            self._lock.release()
        self.go_on()
        return answer

    @property
    def is_waiting(self) -> bool:
        """Whether the table waits for books that are silent."""
        return self._pulse.is_silent and not self.is_lost

    def refuse_in_silence(self, command: Command) -> Refusal | None:
        """Return why a command is refused while the books are silent; None: it is answered."""
        if not self._pulse.is_silent:
            return None
        if isinstance(command, UNWRITTEN) and not self._lock.locked():
            return None
        return self._why_unwritten(command)

    def _why_unwritten(self, command: Command) -> Refusal:
        """Return why the books cannot take a command. JKP-16: then no jackpot wager is accepted."""
        links = self.state.terms.links
        if isinstance(command, Bet) and not links.keys().isdisjoint(command.wagers):
            return Refusal("jackpot/unavailable", REFUSED["jackpot/unavailable"])
        return NO_STORE

    def _give_time_again(self) -> None:
        """Restart the time for the open question or the bets after a silence."""
        if self._pulse.is_silent or not self._holds():
            return
        self._silences = self._pulse.silences
        now = self.now
        if self.state.round is None and self.state.betting_since is None:
            return
        self.stop_clock()
        self._become(Accepted(restart_clocks(self.state, now)))

    async def resume(self) -> None:
        """Resume once the books answer again, if this process still has the table."""
        while not self._holds():
            if self.is_lost or self._pulse.is_silent:
                return
            await asyncio.sleep(LAPSED_SECONDS)
        with suppress(StoreError):  # silent once more: there will be another time
            await self._pulse.take(self._lock)
            try:
                self._give_time_again()
            finally:
                self._lock.release()
            self.go_on()
            await self.presence.note()

    @property
    def may_speak(self) -> bool:
        """Whether this process may show the table."""
        return not self.is_lost and self._holds()

    @property
    def _is_moving(self) -> bool:
        """Whether no round may begin: the table is given away, or the lease is over."""
        is_leaving = self._leaving is not None and self.state.round is None
        return is_leaving or not self._holds()

    async def _answer(self, command: Command, key: str, check: Check | None) -> Answer:
        if refused := await self._prepare(command):
            return refused
        early = self._repeat_unwritten(command, key)
        if early is None and check is not None:
            early = await self._refuse_by(check, command, key)
        if early is not None:
            return early
        answer = decide(self.state, command, self.now, self._entropy.order)
        if isinstance(answer, Accepted) and answer.kind:
            return await self._carry_out(command, key, answer)
        earlier = await self._repeat_answer(command, key)
        if earlier is not None:
            return earlier
        if not await self.confirm():
            return LOST
        if isinstance(answer, Accepted):
            self._become(self._remember(command, key, answer))
        return answer

    async def _prepare(self, command: Command) -> Refusal | None:
        """Do what the house must do before a command is answered; return why it cannot be."""
        if self._has_chores and not self.is_lost and isinstance(command, Bet | Tick):
            await self._do_chores()  # these bets can then be dealt at once
        if self.is_lost or self._is_moving:
            return LOST if self.is_lost else MOVING
        if not (isinstance(command, Bet | Sit | Tick) and limits_due(self.state, self.now)):
            return None
        change = ChangeLimits()
        answer = decide(self.state, change, self.now, self._entropy.order)
        if isinstance(answer, Accepted):
            answer = await self._carry_out(change, "", answer)
        return answer if isinstance(answer, Refusal) else None

    async def _refuse_by(self, check: Check, command: Command, key: str) -> Answer | None:
        """Return the refusal of a check; a repeated command gets its first answer instead."""
        try:
            refused = await check(self.state)
        except StoreError:
            return self._why_unwritten(command)
        return refused and (await self._repeat_answer(command, key) or refused)

    async def _carry_out(self, command: Command, key: str, answer: Accepted) -> Answer:
        """Write an answer, and show it once it is durable."""
        try:
            await self._write([answer.draft(key)])
        except ConflictError:
            return await self._repeat_answer(command, key) or await self._why_not()
        except StoreError:
            return self._why_unwritten(command)
        await self._regain()
        self._become(answer)
        return answer

    async def _regain(self) -> None:
        """Wait for the leases if they ended while the store was silent.

        The entry of this process fitted, so no other process had the table. Either it gets the
        leases back, or it learns which process has the table.
        """
        if self._silences != self._pulse.silences:
            with suppress(TimeoutError):
                async with asyncio.timeout(REGAIN_SECONDS):
                    while not (self._holds() or self.is_lost):  # noqa: ASYNC110 - another's clock
                        await asyncio.sleep(LAPSED_SECONDS)

    async def _answer_linked(self, command: Command, key: str, fed: Mapping[str, int]) -> Answer:
        """Answer a command with its shared jackpots locked, and write all entries together.

        If another process wrote to one of them meanwhile, the step is played again.
        """
        keeper = self.keeper
        links = self.state.terms.links
        if keeper is None or not set(links.values()) <= keeper.jackpots.keys():
            return NO_KEEPER
        try:
            async with keeper.hold(links.values()) as held:
                for _ in range(LINKED_TRIES):
                    await keeper.read(held)
                    claim = keeper.claim(links, fed)
                    order = self._entropy.order
                    now = self.now
                    answer = decide(self.state, command, now, order, claim.readings)
                    if not isinstance(answer, Accepted):
                        return answer
                    entries = claim.entries(answer, now)
                    together = [entry for part in entries.values() for entry in part]
                    try:
                        await self._write([answer.draft(key)], together)
                    except ConflictError:
                        if not await keeper.has_changed(entries):
                            return await self._repeat_answer(command, key) or await self._why_not()
                    else:
                        keeper.follow(entries)
                        keeper.announce()
                        await self._regain()
                        self._become(answer)
                        return answer
        except StoreError:
            self._is_troubled = True
            return self._why_unwritten(command)
        return NO_KEEPER

    async def _repeat_answer(self, command: Command, key: str) -> Answer | None:
        """Repeat the answer to a command that was carried out earlier."""
        if not key:
            return None
        try:
            entry = await self._store.find(self.state.stream, key)
        except StoreError:
            return self._why_unwritten(command)
        if entry is None:
            return None
        return Accepted(self.state) if says(entry, command, self.state, key) else REUSED

    def _repeat_unwritten(self, command: Command, key: str) -> Answer | None:
        """Repeat the answer to a command that has left no entry, or none yet."""
        if key in self._recent:
            is_same = self._recent[key] == _essence(command)
        elif key and key in (bet.key for bet in self.state.placed):
            is_same = isinstance(command, Bet) and name_bet(command, key) in self.state.placed
        else:
            return None
        return Accepted(self.state) if is_same else REUSED

    def _remember(self, command: Command, key: str, answer: Accepted) -> Accepted:
        """Keep the key of a command that leaves no entry; the journal has those of all others.

        A bet's is kept at the table, for the entry of the deal: it moves money then.
        """
        if not key:
            return answer
        if isinstance(command, Bet):
            return replace(answer, table=answer.table.with_placed(name_bet(command, key)))
        self._recent[key] = _essence(command)
        if len(self._recent) > strained("table.keys", KEYS_KEPT):
            self._recent.popitem(last=False)
        return answer

    async def _why_not(self) -> Refusal:
        """Return why an entry conflicts: another process has written, or money is missing."""
        try:
            head = await self._store.head(self.state.stream)
        except StoreError:
            return NO_STORE
        if head.version == self.head.version:
            return SHORT
        self.lose()
        return LOST

    def lose(self) -> None:
        """Stop: another process runs the table."""
        self.stop_clock()
        self.is_lost = True

    async def take_over(self) -> None:
        """Claim the journal for this process; raise `ConflictError` if another has written."""
        await self._write([taken_over_draft(self.state.stream, self.head.version + 1)])

    async def confirm(self) -> bool:
        """Return whether this process still runs the table, as far as the store can say.

        A write needs no check: an entry of another process makes it fail. A view does, if nothing
        was written for a while: this process may have been suspended.
        """
        if not self.is_lost and self.now - self._confirmed > CONFIRMED:
            try:
                head = await self._store.head(self.state.stream)
            except StoreError:
                return True
            if head.version > self.head.version:
                self.lose()
            else:
                self._confirmed = self.now
        return not self.is_lost

    async def _write(self, drafts: list[Draft], together: Sequence[Entry] = ()) -> None:
        """Write entries of this table and of other streams, all or none."""
        if not self._holds():
            self._is_troubled = True
            raise StoreError("the lease of this process is over")
        now = self.now
        entries = seal_all(drafts, self.head, now)
        try:
            await self._committer.commit([*entries, *together] if together else entries)
        except StoreError as error:
            self._is_troubled = not isinstance(error, ConflictError)
            raise
        self._is_troubled = False
        self.head = Head.of(entries[-1])
        self._confirmed = now

    def _become(self, answer: Accepted) -> None:
        before = self.state
        self.state = answer.table
        self._has_chores = has_chores(self.state)
        if self._leaving is not None and self.state.round is None:
            self._leaving.set()
        if self.is_lost or not self._holds():  # it was stopped while it wrote: others know better
            self.lose()
            return
        if answer.is_quiet and before.absences is self.state.absences:
            return
        self.version += 1
        for watcher in tuple(self.watchers):
            watcher.tell(self, before, answer)

    # -- what the house does by itself -----------------------------------------------------------

    def go_on(self) -> None:
        """Do due chores of the shoe, and set the clock."""
        if self.is_lost or self._pulse.is_silent:  # `resume` goes on
            return
        if self._awaited_round() and (self._beacon_task is None or self._beacon_task.done()):
            self._beacon_task = asyncio.get_running_loop().create_task(self._await_beacon())
        if not self._has_chores:
            self._set_clock()
        elif self._chores_task is None or self._chores_task.done():
            self._chores_task = asyncio.get_running_loop().create_task(self.do_chores())

    async def do_chores(self) -> None:
        """Reveal the shuffles that are over, and commit to the next ones."""
        async with self._lock:
            if self._has_chores and not self.is_lost:
                await self._do_chores()
        if self._has_chores and self._is_troubled:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.go_on)
        self._set_clock()

    async def _do_chores(self) -> None:
        """Reveal and commit in one transaction."""
        answers = self._chores()
        try:
            await self._write([answer.draft() for answer in answers])
        except ConflictError:
            await self._why_not()
            return
        except StoreError:
            return
        for answer in answers:
            self._become(answer)
        self._entropy.keep(self.state.shuffles.promised)

    def _chores(self) -> list[Accepted]:
        answers: list[Accepted] = []
        state = self.state
        shown = [self._entropy.show(shuffle) for shuffle in shuffles_to_show(state)]
        promised = [self._entropy.promise(state, shuffle) for shuffle in promises_due(state)]
        commands: list[Command] = [*shown, *promised]
        for command in commands:
            answer = decide(state, command, self.now, self._entropy.order)
            assert isinstance(answer, Accepted), answer
            answers.append(answer)
            state = answer.table
        return answers

    def _awaited_round(self) -> int:
        """Return the round of the beacon that the cut waits for; 0: none."""
        stated = self.state.shuffles.open.beacon
        return stated.round if stated and self._beacon and not stated.value else 0

    async def _await_beacon(self) -> None:
        """Wait for the number of the beacon; without it, the clock deals in the end."""
        while not self.is_lost and self._beacon is not None and (due := self._awaited_round()):
            left = (self._beacon.terms.published_at(due) - self.now) / MICROSECONDS
            await asyncio.sleep(max(left, BEACON_SECONDS))
            value = await self._beacon.read(due)
            if value is not None and not isinstance(
                await self.ask(HearBeacon(due, value)), Refusal
            ):
                return

    def _set_clock(self) -> None:
        """Set the clock for the next deadline.

        A clock that fires sooner is left alone: it then finds nothing due, and is set again. So it
        is not reset for every decision.
        """
        due = self._due
        if due is not None and self._absent is not None:
            due = self._absent.wakes_at(self.state, due)
        if due is None or (self._timer is not None and self._strikes_at <= due):
            return
        self.stop_clock()
        least = RETRY_SECONDS if self._is_troubled or self._is_moving else 0.0
        delay = max(least, (due - self.now) / MICROSECONDS)
        self._strikes_at = due
        self._timer = asyncio.get_running_loop().call_later(delay, self._strike)

    def _strike(self) -> None:
        self._timer = None
        due = self._due
        if due is not None and due <= self.now:
            if self._tick_task is None or self._tick_task.done():
                self._tick_task = asyncio.get_running_loop().create_task(self._tick())
        else:
            if self._absent is not None:
                self._absent.begin(self.state, self.now)
            self._set_clock()

    async def _tick(self) -> Answer:
        """Do what is due; while the solver works, the table answers other commands."""
        advised = await self._absent.advise(self.state, self.now) if self._absent else None
        return await self.ask(Tick(advised))

    @property
    def _due(self) -> int | None:
        """When the clock must fire next; None: the table waits."""
        return None if self.is_lost or self._has_chores else deadline(self.state)

    def stop_clock(self) -> None:
        """Stop the clock: no deadline fires."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def retire(self, seconds: float) -> None:
        """Deal no more rounds, give an open one some time to end, and stop."""
        self._leaving = asyncio.Event()
        if self.state.round is not None and not self.is_lost:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._leaving.wait()
        await self.close()

    async def close(self) -> None:
        """Finish the current write, unless the store is silent, and stop."""
        with suppress(StoreError):
            await self._pulse.take(self._lock)
            self._lock.release()
        self.is_lost = True
        self.stop_clock()
        if self._beacon_task is not None:
            self._beacon_task.cancel()


def _essence(command: Command) -> Command:
    """Return a command without the fields that differ between two tries."""
    match command:
        case Decide():
            return command._replace(lag=0)
        case Sit():
            return command._replace(name="")
        case _:
            return command
