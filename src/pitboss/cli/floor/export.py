"""`pitboss floor export`: rounds, entries, accounts and checkpoints as JSON lines or CSV."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TextIO

from pitboss.cli.floor.books import open_books, read_keys, run
from pitboss.cli.floor.replay import streams
from pitboss.cli.problems import check, refusal
from pitboss.engine.actions import RefusedError
from pitboss.engine.meter import format_units
from pitboss.floor.history import RoundEntries, round_record
from pitboss.ledger.accounts import account_type
from pitboss.ledger.entry import Entry
from pitboss.pit.witness import checkpoint_json
from pitboss.rulebook.files import place_problems, writing_whole
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.reading.parse import dump_json
from pitboss.store import Store
from pitboss.text.spreadsheets import safe_cell

Row = dict[str, Any]
Rows = AsyncIterator[Row]
ENDINGS = (".jsonl", ".csv")


def export_books(*, what: str, table: str, out: Path | None, db: str, keys: Path | None) -> None:
    """Write one kind of record from the books, a line each."""

    async def work() -> None:
        _check(what, out)
        if what == "public-key":
            _write_public_key(out, keys)
            return
        async with open_books(db) as store:
            rows = _ROWS[what](store, table)
            with nullcontext() if out is None else writing_whole(out) as made:
                if made is None:
                    await _write_json(sys.stdout, rows)
                    return
                with made.open("w", encoding="utf-8", newline="") as file:
                    writes = _write_csv if out and out.suffix == ".csv" else _write_json
                    await writes(file, _flat(what, rows) if writes is _write_csv else rows)

    run(work)


def _check(what: str, out: Path | None) -> None:
    if what not in KINDS:
        raise refusal("option/invalid", f"{what!r} cannot be exported; say {choice(KINDS)}", "what")
    if out is not None and out.suffix not in ENDINGS and what != "public-key":
        message = f"the file's name ends with {choice(ENDINGS)}, not {out.suffix!r}"
        raise refusal("option/invalid", message, "out")
    if out is not None:
        check(place_problems(out, key="out"))


async def _rounds(store: Store, table: str) -> Rows:
    """Yield the finished rounds as standard records, table by table."""
    for stream in await streams(store, table):
        first = await store.entry(stream, 1)
        assert first is not None
        gathered = RoundEntries()
        async for entry in store.entries(stream):
            if entries := gathered.add(entry):
                yield _record(first, entries)


def _record(opened_by: Entry, entries: list[Entry]) -> Row:
    try:
        return round_record(opened_by, entries)
    except (RefusedError, KeyError, TypeError, ValueError) as error:
        name = entries[0].name
        message = f"the round that begins with {name} cannot be played again: {error}"
        raise refusal("replay/differs", message) from None


async def _entries(store: Store, table: str) -> Rows:
    async for entry in store.entries((await streams(store, table))[0] if table else None):
        yield {
            "stream": entry.stream,
            "version": entry.version,
            "at": entry.at,
            "actor": entry.actor,
            "key": entry.key,
            "kind": entry.kind,
            "body": json.loads(entry.body or b"null"),
            "postings": [list(line) for line in entry.postings],
            "before": entry.before.hex(),
            "hash": entry.hash.hex(),
        }


async def _accounts(store: Store, table: str) -> Rows:
    if table:
        await streams(store, table)  # refuses a table that is not there
    for code, units in sorted((await store.balances()).items()):
        if not table or table in code.split(":"):
            yield {
                "account": code,
                "units": units,
                "dollars": format_units(units),
                "holds": account_type(code).holds,
            }


async def _checkpoints(store: Store, table: str) -> Rows:
    if table:
        raise refusal("option/conflict", "a checkpoint is of all tables together", "table")
    for checkpoint in await store.checkpoints():
        yield checkpoint_json(checkpoint)


_ROWS: dict[str, Callable[[Store, str], Rows]] = {
    "rounds": _rounds,
    "entries": _entries,
    "accounts": _accounts,
    "checkpoints": _checkpoints,
}
KINDS = (*_ROWS, "public-key")


def _write_public_key(out: Path | None, keys: Path | None) -> None:
    """Write the public key that verifies signatures."""
    read = read_keys(keys)
    if read is None:
        raise refusal("file/missing", "there is no key file yet; 'pitboss serve' makes one", "keys")
    # The first entry that it signed: without it, books that lost all signatures look old.
    line = " ".join([read.public.hex(), *([str(read.signs_from)] if read.signs_from else [])])
    if out is None:
        print(line)
        return
    with writing_whole(out) as made:
        made.write_text(f"{line}\n", encoding="ascii")


async def _write_json(file: TextIO, rows: Rows) -> None:
    async for row in rows:
        file.write(dump_json(row) + "\n")


async def _write_csv(file: TextIO, rows: Rows) -> None:
    writer = None
    async for row in rows:
        if writer is None:
            writer = csv.DictWriter(file, row, lineterminator="\n")
            writer.writeheader()
        writer.writerow({name: safe_cell(cell) for name, cell in row.items()})


async def _flat(what: str, rows: Rows) -> Rows:
    """Return rows of plain values: a round becomes a row for every settled wager."""
    async for row in rows:
        if what != "rounds":
            yield {name: _cell(value) for name, value in row.items()}
            continue
        players = {seat["seat"]: seat.get("player", "") for seat in row["seats"]}
        table, number = row["name"].rsplit("/", 1)
        for line in row.get("settlement", ()):
            yield {
                "table": table,
                "round": number,
                "game": row["game"],
                "player": players[line["seat"]],
                **{name: line.get(name, "") for name in _LINE},
            }


_LINE = ("seat", "hand", "wager", "stake", "outcome", "net")


def _cell(value: object) -> object:
    return dump_json(value) if isinstance(value, dict | list) else value
