"""The floor of a rehearsal: books, tables, the office, and a simulated clock."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.engine.actions import Refusal
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor.commands import Accepted, Command
from pitboss.jackpot.commands import Operation
from pitboss.office.approvals import Approve, Requested
from pitboss.office.core import Done
from pitboss.office.papers import chips_of_cents
from pitboss.pit.desk import Desk
from pitboss.pit.facts import make_completer
from pitboss.pit.hall import Hall
from pitboss.pit.jackpot_desk import JackpotDesk
from pitboss.pit.keeper import Keeper
from pitboss.pit.orders import Errands, Voids, carry_out
from pitboss.pit.table import LiveTable
from pitboss.store import Store

MINUTE = 60_000_000


class RehearsalError(Exception):
    """A command that must be possible was refused: the floor or the rehearsal is wrong."""


class Clock:
    """A clock that the rehearsal moves."""

    def __init__(self, now: int) -> None:
        """Start at a time, in microseconds since 1970."""
        self.now = now

    def __call__(self) -> int:
        """Return the time."""
        return self.now

    def go_on(self, minutes: float) -> None:
        """Advance the clock by minutes."""
        self.now += int(minutes * MINUTE)


@dataclass
class Floor:
    """A floor under rehearsal."""

    store: Store
    hall: Hall
    desk: Desk
    errands: Errands
    voids: Voids
    keeper: Keeper
    jackpots: JackpotDesk
    clock: Clock
    rng: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    """What happened, and how often."""
    _keys: int = 0

    @property
    def tables(self) -> list[LiveTable]:
        """The tables, in their order."""
        return list(self.hall.tables.values())

    async def order(self, command: object, by: str) -> Done:
        """Send the office a command that must succeed."""
        outcome = await self.ask(command, by)
        if isinstance(outcome, Refusal):
            raise RehearsalError(f"{by} was refused {command}: {outcome.code}, {outcome.message}")
        return outcome

    async def ask(self, command: object, by: str) -> Done | Refusal:
        """Send the office a command."""
        self._keys += 1
        outcome = await self.desk.ask(command, by, f"k{self._keys}", make_completer(self.store))
        is_refused = isinstance(outcome, Refusal)
        self.counts["refused" if is_refused else type(command).__name__] += 1
        return outcome

    async def agree(self, done: Done, people: Sequence[str], besides: str) -> Refusal | None:
        """Approve a request by another person, if the command needs one."""
        if not isinstance(done.event, Requested):
            return None
        second = next(person for person in people if person != besides)
        await self.order(Approve(done.event.number), second)
        return await self.errands.carry_out(done.event.number)

    async def settle(self, jackpot: str, operation: Operation, one: str, other: str) -> None:
        """Carry out an operation on a jackpot by two people."""
        self._keys += 1
        state = await self.jackpots.propose(jackpot, operation, one, f"k{self._keys}")
        number = state.proposals[-1].number
        await self.jackpots.approve(jackpot, number, other, f"k{self._keys}")

    async def keep_jackpots(self) -> None:
        """Do the keeper's periodic work on jackpots once."""
        await self.keeper.feed()
        await self.keeper.tell()

    async def tell_tables(self) -> None:
        """Open and close tables as the office decided."""
        await carry_out(self.desk.office, self.tables)

    async def cents(self, account: str) -> int:
        """Return the balance of an account, in cents."""
        return await self.store.balance(account) // UNITS_PER_CENT

    def chips(self, cents: int) -> dict[int, int]:
        """Return the fewest chips that make up an amount."""
        return chips_of_cents(cents, self.desk.office.terms.denominations)


async def must(table: LiveTable, command: Command) -> Accepted:
    """Send a table a command that must succeed."""
    answer = await table.ask(command)
    if isinstance(answer, Refusal):
        message = f"table {table.state.id} refused {command}: {answer.code}, {answer.message}"
        raise RehearsalError(message)
    return answer
