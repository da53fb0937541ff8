"""Every way to tamper with a copy of the books, and what `floor verify` finds of it.

`alone` has the key file only; `with witness` has the checkpoints too that were kept elsewhere. The
table of docs/guides/operations.md is what these tests find.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from pitboss.ledger.checkpoint import make_checkpoint, merkle_root
from pitboss.ledger.entry import GENESIS, Draft, Entry, Posting, seal
from pitboss.ledger.marks import BEGUN, CHECKPOINTS, WRITERS, Mark
from pitboss.pit.binding import split_stored
from pitboss.pit.verification import Outcome, verify_store
from pitboss.server.keys import Keys
from tests.store.conftest import Address, opened
from tests.store.tampered import Played, Row, play

Tamper = Callable[[Played], Awaitable[None]]
FOUND = "found"
NO = "no"


def changed(field: str, value: object) -> Tamper:
    """Change one field of an entry behind the last checkpoint."""

    async def tamper(floor: Played) -> None:
        rows = await floor.rows()
        row = rows[-1]  # it moves money
        row.entry = Entry(**row.entry._asdict() | {field: value})
        await floor.write(rows, is_folded=False)

    return tamper


def relinked(rows: list[Row]) -> list[Row]:
    """Give entries new numbers, chains and hashes, as a forger can who knows how they are made."""
    ends: dict[str, Entry] = {}
    for position, row in enumerate(rows, 1):
        entry = row.entry
        last = ends.get(row.entry.stream)
        draft = Draft(entry.stream, entry.kind, entry.actor, entry.key, entry.body, entry.postings)
        row.entry = seal(
            draft,
            version=last.version + 1 if last else 1,
            at=max(entry.at, last.at if last else 0),
            before=last.hash if last else GENESIS,
        )
        row.position = position
        ends[entry.stream] = row.entry
    return rows


async def delete_in_the_middle(floor: Played) -> None:
    rows = await floor.rows()
    del rows[len(rows) // 2]
    await floor.write(rows, is_folded=False)


async def delete_and_renumber(floor: Played) -> None:
    rows = await floor.rows()
    del rows[-3]
    await floor.write(relinked(rows))


async def edit_and_relink(floor: Played) -> None:
    rows = await floor.rows()
    rows[-3].entry = rows[-3].entry._replace(actor="eve")
    await floor.write(relinked(rows))


async def reorder(floor: Played) -> None:
    """Swap two neighbours of different streams, behind the last checkpoint."""
    rows = await floor.rows()
    place = next(
        place
        for place in range(len(rows) - 1, 0, -1)
        if rows[place].entry.stream != rows[place - 1].entry.stream
        and rows[place].writer == rows[place - 1].writer
    )
    rows[place - 1].position, rows[place].position = rows[place].position, rows[place - 1].position
    await floor.write(rows)


async def change_signature(floor: Played) -> None:
    await floor.store.statement("UPDATE checkpoint SET signature = $1 WHERE number = 1", bytes(64))


async def change_balance(floor: Played) -> None:
    heads, balances = await floor.store.books()
    balances |= {"wallet:e1": balances["wallet:e1"] + 1, "house:promo": balances["house:promo"] - 1}
    await floor.store.replace_projections(heads, balances)


async def change_head(floor: Played) -> None:
    heads, balances = await floor.store.books()
    heads["account/e1"] = heads["account/e1"]._replace(hash=bytes(32))
    await floor.store.replace_projections(heads, balances)


async def behind_last(floor: Played) -> int:
    """Return how many entries lie behind the last checkpoint."""
    return len(await floor.rows()) - floor.witness[-1].entries


async def truncate_before(floor: Played) -> None:
    await floor.cut(await behind_last(floor) + 1)


async def truncate_with_checkpoint(floor: Played) -> None:
    await truncate_before(floor)
    await floor.store.statement(
        "DELETE FROM checkpoint WHERE number = $1", floor.witness[-1].number
    )


async def truncate_with_mark(floor: Played) -> None:
    """Cut back to a checkpoint, and forge the marks as far as one can without the key."""
    await truncate_with_checkpoint(floor)
    rows = await floor.rows()
    for mark in (await floor.store.signed_books())[2].values():
        if mark.name.startswith("writer/"):
            own = [row.entry for row in rows if row.writer == mark.writer]
            forged = Mark(mark.name, 0, GENESIS).extended(own)
            await set_mark(floor, forged._replace(signature=mark.signature))


async def set_mark(floor: Played, mark: Mark) -> None:
    await floor.store.statement("DELETE FROM mark WHERE name = $1", mark.name)
    await floor.store.add_mark(mark)


async def restore_backup(floor: Played) -> None:
    await floor.restore(floor.older)


async def sign_again(floor: Played, keys: Keys) -> None:
    """Sign other books with another key: every checkpoint, every mark."""
    rows = await floor.rows()
    rows[3].entry = rows[3].entry._replace(actor="eve")
    await floor.write(relinked(rows))
    await floor.store.statement("DELETE FROM checkpoint")
    await floor.store.forget_marks()
    heads, balances = await floor.store.books()
    made = make_checkpoint(heads, balances, at=1, sign=keys.sign)
    await floor.store.add_checkpoint(made)
    marks = [
        Mark(WRITERS, 2, GENESIS),
        Mark(BEGUN, 0, merkle_root([])),
        Mark(CHECKPOINTS, 1, made.hash),
    ]
    for writer in (1, 2):
        own = [row.entry for row in rows if row.writer == writer]
        marks.append(Mark(f"writer/{writer}", 0, GENESIS).extended(own))
    for mark in marks:
        await floor.store.add_mark(mark.signed(keys.sign))


async def resign(floor: Played) -> None:
    await sign_again(floor, Keys.new())


async def resign_with_key_file(floor: Played) -> None:
    floor.key_file.unlink()
    await sign_again(floor, floor.keys)  # the new one, in the place of the old
    await floor.store.statement("DELETE FROM factor")  # nobody can open it, so nobody misses it
    for credential in await floor.store.credentials():
        argon2, turn, _ = split_stored(credential.argon2)
        stored = floor.keys.binding.bind(credential.account, argon2, turn)
        await floor.store.set_password(credential.account, stored)


async def truncate_behind(floor: Played) -> None:
    await floor.cut(2)


async def rewrite_behind(floor: Played) -> None:
    rows = await floor.rows()
    entry = rows[-1].entry
    richer = tuple(line._replace(amount=line.amount * 100) for line in entry.postings)
    rows[-1].entry = entry._replace(postings=richer)
    await floor.write(relinked(rows))


async def drop_checkpoints(floor: Played) -> None:
    await floor.store.statement("DELETE FROM checkpoint")


async def append(floor: Played, draft: Draft, writer: int | None) -> None:
    rows = await floor.rows()
    row = Row(len(rows) + 1, writer, rows[-1].entry._replace(**draft._asdict()))
    await floor.write(relinked([*rows, row]))


MONEY = Draft(
    "account/e1",
    "dispute-paid",
    "a1",
    "dispute/1",
    b'{"dispute":1}',
    (Posting("house:disputes", -(10**12)), Posting("wallet:e1", 10**12)),
)
ROLE = Draft(
    "office",
    "role-given",
    "a1",
    "a1/k9",
    b'{"account":"e1","asked":"0123456789abcdef","role":"sysadmin","why":""}',
)


async def forge_money(floor: Played) -> None:
    await append(floor, MONEY, 1)


async def forge_role(floor: Played) -> None:
    await append(floor, ROLE, 2)


async def forge_unsigned(floor: Played) -> None:
    await append(floor, ROLE, None)


async def drop_marks(floor: Played) -> None:
    await floor.store.forget_marks()


async def drop_all(floor: Played) -> None:
    """Make the books look as if they had never been signed, and add money."""
    await floor.store.forget_marks()
    await drop_checkpoints(floor)
    await append(floor, MONEY, None)


async def drop_writer(floor: Played) -> None:
    """Cut out all that the second process wrote, with its mark."""
    rows = [row for row in await floor.rows() if row.writer == 1]
    await floor.write(relinked(rows))
    await floor.store.statement("DELETE FROM mark WHERE name = 'writer/2'")


async def swap_writers(floor: Played) -> None:
    rows = await floor.rows()
    rows[-1].writer, rows[-2].writer = rows[-2].writer, rows[-1].writer
    await floor.write(rows)


async def drop_one_mark(floor: Played) -> None:
    await floor.store.statement("DELETE FROM mark WHERE name = 'checkpoints'")


async def copy_password(floor: Played) -> None:
    """Give somebody the stored hash of an own account."""
    credential = await floor.store.credential("eve")
    assert credential is not None
    await floor.store.set_password("a1", credential.argon2)


async def forge_password(floor: Played) -> None:
    await floor.store.set_password("a1", PasswordHasher(1, 1024, 1).hash("thief"))


async def older_password(floor: Played) -> None:
    """Put a password back that was in force once, with its code."""
    (stored,) = [row[2] for row in floor.older["credential"] if row[0] == "e1"]
    await floor.store.set_password("e1", stored)


async def replace_factor(floor: Played) -> None:
    """Another secret that the key file once sealed for the same account."""
    sealed = floor.keys.seal("second factor of a1", bytes(19) + b"1")
    await floor.store.statement("UPDATE factor SET sealed = $1", sealed)


FIELDS = {
    "body": b'{"n":2}',
    "postings": (),
    "actor": "eve",
    "at": 1_900_000_000_000_000,
    "kind": "deposit",
    "key": "other",
    "version": 77,
    "before": bytes(31) + b"\x01",
    "hash": bytes(32),
}
CHANGES: dict[str, tuple[dict[str, Tamper], str, str]] = {
    "edit one field of an entry: body, postings, actor, at, kind, key, version, before, hash": (
        {field: changed(field, value) for field, value in FIELDS.items()},
        *(FOUND, FOUND),
    ),
    "delete an entry in the middle": ({"delete": delete_in_the_middle}, FOUND, FOUND),
    "delete an entry, with new numbers, chains and balances": (
        {"renumber": delete_and_renumber},
        *(FOUND, FOUND),
    ),
    "edit an entry, with a new chain": ({"relink": edit_and_relink}, FOUND, FOUND),
    "swap two entries": ({"reorder": reorder}, FOUND, FOUND),
    "change the signature of a checkpoint": ({"signature": change_signature}, FOUND, FOUND),
    "change a balance": ({"balance": change_balance}, FOUND, FOUND),
    "change the end of a stream": ({"head": change_head}, FOUND, FOUND),
    "cut entries off before the last checkpoint": ({"cut": truncate_before}, FOUND, FOUND),
    "the same, and drop the checkpoint": ({"cut": truncate_with_checkpoint}, FOUND, FOUND),
    "the same, and set the marks back": ({"cut": truncate_with_mark}, FOUND, FOUND),
    "cut entries off behind the last checkpoint": ({"cut": truncate_behind}, FOUND, FOUND),
    "rewrite entries behind the last checkpoint": ({"rewrite": rewrite_behind}, FOUND, FOUND),
    "drop all checkpoints": ({"drop": drop_checkpoints}, FOUND, FOUND),
    "drop all marks, or one of them": (
        {"all": drop_marks, "one": drop_one_mark},
        *(FOUND, FOUND),
    ),
    "drop all marks and checkpoints, and add money": ({"drop": drop_all}, FOUND, FOUND),
    "cut out all that one process wrote, with its mark": ({"drop": drop_writer}, FOUND, FOUND),
    "say that another process wrote an entry": ({"swap": swap_writers}, FOUND, FOUND),
    "append money that nobody paid": ({"money": forge_money}, FOUND, FOUND),
    "append a role that nobody gave": ({"signed": forge_role, "not": forge_unsigned}, FOUND, FOUND),
    "replace the hash of a password": (
        {"forged": forge_password, "copied": copy_password, "older": older_password},
        *(FOUND, FOUND),
    ),
    "replace a second factor": ({"factor": replace_factor}, FOUND, FOUND),
    "sign other books with another key": ({"resign": resign}, FOUND, FOUND),
    "the same, and replace the key file": ({"replace": resign_with_key_file}, NO, FOUND),
    "put an old backup back, whole": ({"older": restore_backup}, NO, FOUND),
}
"""What is done -> the ways to do it, and whether it is found alone and with the witness."""
PAGE = Path(__file__).parents[2] / "docs" / "guides" / "operations.md"


def table() -> str:
    """Return what the tests find, for the page of operators."""
    rows = [
        f"| {change} | {alone} | {witness} |" for change, (_, alone, witness) in CHANGES.items()
    ]
    head = ["| what somebody does to the database | alone | with witness |", "| --- | --- | --- |"]
    return "\n".join([*head, *rows])


def test_the_page_for_operators_has_this_table() -> None:
    assert table() in PAGE.read_text(encoding="utf-8"), table()


CASES = [
    pytest.param(tamper, alone, witness, id=f"{number}-{way}")
    for number, (ways, alone, witness) in enumerate(CHANGES.values(), 1)
    for way, tamper in ways.items()
]


async def lift_guards(floor: Played) -> None:
    """Remove what keeps the program itself from such changes; an owner of the database can."""
    if isinstance(floor.store.share(), object) and not floor.store.place:
        for table in ("entry", "checkpoint"):
            await floor.store.statement(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        return
    query = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
    for (name,) in await floor.store.statement(query):
        await floor.store.statement(f"DROP TRIGGER {name}")


@pytest.mark.parametrize("address", ["sqlite", "database"], indirect=True)
@pytest.mark.parametrize(("tamper", "alone", "witness"), CASES)
def test_what_verify_finds(
    address: Address, tmp_path: Path, tamper: Tamper, alone: str, witness: str
) -> None:
    async def steps() -> tuple[Outcome, Outcome]:
        async with opened(address) as store:
            floor = await play(store, tmp_path / "server.key")
            for copied in (None, floor.witness):
                right = await verify_store(store, copied, floor.keys.trust)
                assert right.finding is None, right.finding
            await lift_guards(floor)
            await tamper(floor)
            trust = floor.keys.trust
            return (
                await verify_store(store, None, trust),
                await verify_store(store, floor.witness, trust),
            )

    outcomes = asyncio.run(steps())
    verdicts = [FOUND if outcome.finding else NO for outcome in outcomes]
    assert verdicts == [alone, witness], [outcome.finding for outcome in outcomes]
