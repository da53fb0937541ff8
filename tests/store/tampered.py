"""A floor whose books are tampered with: two processes wrote it, and it was backed up halfway."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.engine.actions import ActionKind, Refusal
from pitboss.floor.commands import Bet, Decide, Sit
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.ledger.book import Book, Head
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.office.core import HOUSE
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from pitboss.pit.binding import FACTOR_CONFIRMED
from pitboss.pit.desk import Desk
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.server.accounts.accounts import Accounts
from pitboss.server.accounts.passwords import Passwords
from pitboss.server.accounts.sessions import Sessions
from pitboss.server.keys import Keys, begin_signing, open_keys
from pitboss.store import Committer, Store
from pitboss.store.rows import read_entry, write_entry

START = 1_800_000_000_000_000
TABLES = ("entry", "checkpoint", "mark", "branch", "credential", "factor", "recovery")
"""What a copy of the books holds; ends and balances follow from the entries."""
ROLES = (Role.DEALER, Role.FLOOR, Role.SECURITY)
PASSWORDS = {"ann": "a password of ann's", "eve": "a password of eve's"}


@dataclass
class Row:
    """An entry, where it stands and who wrote it."""

    position: int
    writer: int | None
    entry: Entry


@dataclass
class Played:
    """A floor that was played."""

    store: Store
    key_file: Path
    older: dict[str, list[tuple[Any, ...]]]
    """The rows of every table when the backup was made."""
    witness: list[Checkpoint]
    """The checkpoints that were kept elsewhere."""

    @property
    def keys(self) -> Keys:
        return open_keys(self.key_file)

    async def rows(self) -> list[Row]:
        """Return every entry."""
        query = (
            "SELECT position, writer, stream, version, at, actor, key, kind, body, postings, "
            "before, hash FROM entry ORDER BY position"
        )
        return [
            Row(row[0], row[1], read_entry(tuple(row)[2:]))
            for row in await self.store.statement(query)
        ]

    async def write(self, rows: list[Row], *, is_folded: bool = True) -> None:
        """Replace every entry, and what is derived from the entries."""
        await self.store.statement("DELETE FROM entry")
        for row in rows:
            await self.store.statement(
                "INSERT INTO entry (position, writer, stream, version, at, actor, key, kind, "
                "body, postings, before, hash) "
                "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                *(row.position, row.writer, *write_entry(row.entry)),
            )
        if is_folded:
            await self.fold(rows)

    async def fold(self, rows: list[Row]) -> None:
        """Give the books the ends and balances of some entries, whatever their chains are."""
        book = Book()
        for row in rows:
            book._heads[row.entry.stream] = Head.of(row.entry)  # noqa: SLF001 - unchecked
            for account, amount in row.entry.postings:
                before = book.balance(account)
                book._balances[account] = before + amount  # noqa: SLF001
        await self.store.replace_projections(book.heads, book.balances)

    async def cut(self, count: int) -> None:
        """Cut entries off the end."""
        await self.write((await self.rows())[:-count])

    async def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows of every table."""
        return {
            table: [tuple(row) for row in await self.store.statement(f"SELECT * FROM {table}")]  # noqa: S608
            for table in TABLES
        }

    async def restore(self, copy: dict[str, list[tuple[Any, ...]]]) -> None:
        """Put every table back."""
        for table, rows in copy.items():
            await self.store.statement(f"DELETE FROM {table}")  # noqa: S608
            for row in rows:
                places = ", ".join(f"${place}" for place in range(1, len(row) + 1))
                await self.store.statement(
                    f"INSERT INTO {table} VALUES ({places})",  # noqa: S608
                    *row,
                )
        await self.fold(await self.rows())


QUIET = (ActionKind.STAND, ActionKind.DECLINE)
"""What the player does."""


async def play(store: Store, key_file: Path) -> Played:
    """Play a floor: three checkpoints, a backup after the first, and entries after the last."""
    keys = open_keys(key_file)
    now = START

    def clock() -> int:
        nonlocal now
        now += 1000
        return now

    async with AsyncExitStack() as stack:
        hashing = Passwords()
        stack.callback(hashing.close)
        people = []
        desks = []
        for _ in range(2):  # two processes share the books
            committer = Committer(store, await begin_signing(store, key_file, keys))
            stack.push_async_callback(committer.close)
            sessions = Sessions(store, clock)
            people.append(
                Accounts(store, committer, sessions, hashing, clock, binding=keys.binding)
            )
            desks.append(Desk(store, committer, clock))
        hall = Hall(store, people[0].committer, keys, clock=clock, sign=keys.sign)
        stack.push_async_callback(hall.close)
        house = ready_tables()["reference/blackjack"].house
        await hall.open([TableTerms(id="1", name="One", house=house, clocks=NO_CLOCK)])
        await people[0].add("a1", "ann", PASSWORDS["ann"])
        await people[1].add("e1", "eve", PASSWORDS["eve"])
        table = hall.tables["1"]
        assert not isinstance(await table.ask(Sit("a1", "ann", 1, 50_000)), Refusal)
        await enrol(store, keys, "a1", people[0])
        await people[0].replace_password("eve", PASSWORDS["ann"])
        await hall.checkpoint()
        played = Played(store, key_file, {}, [])
        played.older = await played.dump()
        for number in range(3):
            await desks[number % 2].ask(GiveRole("a1", ROLES[number]), HOUSE, f"k{number}")
            await people[number % 2].open_guest()
            await play_round(table)
            if number < 2:
                await hall.checkpoint()
        await people[0].replace_password("eve", PASSWORDS["eve"])
        await people[1].open_guest()
        await people[0].open_guest()
        played.witness = await store.checkpoints()
        return played


async def enrol(store: Store, keys: Keys, account: str, accounts: Accounts) -> None:
    """Give an account a confirmed second factor, as its owner does."""
    sealed = keys.seal(f"second factor of {account}", bytes(20))
    assert await store.begin_factor(account, sealed)
    assert await store.confirm_factor(account, 1)
    digest = keys.binding.digest("factor", account, sealed)
    await accounts.note(account, FACTOR_CONFIRMED, factor=digest)


async def play_round(table: LiveTable) -> None:
    """Play one round: the only player stands."""
    assert not isinstance(await table.ask(Bet("a1", 1, {"main": 2_500})), Refusal)
    while (current := table.state.round) is not None:
        offered = {choice.kind for choice in current.question.choices}
        action = next(kind for kind in QUIET if kind in offered)
        answer = await table.ask(Decide("a1", 1, current.n, action))
        assert not isinstance(answer, Refusal), answer
