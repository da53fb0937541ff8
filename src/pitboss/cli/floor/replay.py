"""`pitboss floor replay`: replay every round of the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cli.floor.books import open_books, read_keys, run
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.cli.problems import refusal
from pitboss.floor.history import PastTable, find_promise, shown_entropy
from pitboss.floor.rebuild import JournalError
from pitboss.rulebook.limits import printable
from pitboss.server.keys import Keys, SealError
from pitboss.store import Store

STREAM = "table/"


class ReplayedTable(NamedTuple):
    """The replay of one table."""

    table: str
    rounds: int
    from_record: int
    """Rounds dealt from the cards that were written down: nobody knows their shoe yet."""
    difference: str = ""
    """What differs first, if anything."""


def replay_tables(*, table: str, db: str, keys: Path | None, as_json: bool) -> None:
    """Replay the journals of all tables, or of one, and name the first entry that differs."""

    async def work() -> list[ReplayedTable]:
        own = read_keys(keys)
        async with open_books(db) as store:
            return [await _replay(store, stream, own) for stream in await streams(store, table)]

    played = run(work)
    differs = [table_replay for table_replay in played if table_replay.difference]
    if as_json:
        print_json(_played_json(played))
    else:
        for table_replay in played:
            if not table_replay.difference:
                print(_sentence(table_replay))
    for table_replay in differs:
        print_error(f"{printable(table_replay.difference)} [replay/differs]")
    if differs:
        raise SystemExit(EXIT_NO)


async def streams(store: Store, table: str) -> list[str]:
    """Return the streams of all tables, or of the named one."""
    tables = sorted(stream for stream in await store.heads() if stream.startswith(STREAM))
    if not table:
        return tables
    if STREAM + table not in tables:
        raise refusal("table/unknown", f"there is no table {table!r} in these books", "table")
    return [STREAM + table]


async def _replay(store: Store, stream: str, keys: Keys | None) -> ReplayedTable:
    past, name = PastTable(), stream.removeprefix(STREAM)
    try:
        await _learn(store, stream, past, keys)
        async for entry in store.entries(stream):
            past.add(entry)
    except JournalError as error:
        return ReplayedTable(name, past.rounds, past.from_record, str(error))
    return ReplayedTable(name, past.rounds, past.from_record)


async def _learn(store: Store, stream: str, past: PastTable, keys: Keys | None) -> None:
    """Read the entropy of a table's shuffles: revealed ones, and with the key sealed ones."""
    sealed: dict[int, bytes] = {}
    entropies = past.known.entropies
    async for entry in store.entries(stream):
        if (promised := find_promise(entry)) is not None:
            sealed[promised.shuffle] = promised.sealed
        elif (shown := shown_entropy(entry)) is not None:
            number, entropies[number] = shown
            sealed.pop(number, None)
    if keys is None:
        return
    for number, text in sealed.items():
        try:
            entropies[number] = keys.unseal(f"{stream.removeprefix(STREAM)}/{number}", text)
        except SealError as error:
            raise JournalError(str(error)) from None


def _sentence(played: ReplayedTable) -> str:
    rounds = "1 round" if played.rounds == 1 else f"{played.rounds:,} rounds"
    part = f", {played.from_record:,} of them from the cards written down"
    return f"table {played.table}: {rounds} played again" + (part if played.from_record else "")


def _played_json(played: list[ReplayedTable]) -> dict[str, Any]:
    return {
        "same": not any(replay.difference for replay in played),
        "rounds": sum(replay.rounds for replay in played),
        "tables": [replay._asdict() for replay in played],
    }
