"""`pitboss floor replay` and `verify-shoe`: deal rounds and shuffles again."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cli.floor.books import open_books, read_keys, run
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.cli.problems import refusal
from pitboss.fair import verify as verifier
from pitboss.fair.cut import read_set
from pitboss.fair.reveal import Reveal, read_reveal
from pitboss.floor.history import PastTable, find_promise, shown_entropy
from pitboss.floor.journal import ABANDONED, CUT_FIXED, cut_key, promise_key, read_promise
from pitboss.floor.rebuild import JournalError
from pitboss.rulebook.files import read_text, too_large
from pitboss.rulebook.limits import RECORD_BYTES_MAX, printable
from pitboss.rulebook.problems import RulesError
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
    past = PastTable()
    name = stream.removeprefix(STREAM)
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
        elif entry.kind == ABANDONED:
            sealed.clear()
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


_IN_BOOKS = re.compile(r"(?P<table>[a-z0-9.-]+)/(?P<shuffle>[0-9]{1,18})")
_WEB = ("http://", "https://")
_SECONDS = 10


def verify_shoe(*, shoe: str, db: str, as_json: bool) -> None:
    """Verify a revealed shuffle: of a file, of a server, or of the books as TABLE/N."""

    async def work() -> tuple[dict[str, Any], str | None]:
        text, books_problem = await _read(shoe, db)
        reveal = read_shoe(text)
        wrong = reveal.problem() or verifier.problem(json.loads(text)) or books_problem
        return reveal.as_json(), wrong

    shown, wrong = run(work)
    terms = shown["terms"]
    dealt = str(shown["dealt"]).split()
    what = f"{len(dealt)} cards of shuffle {terms['shuffle']} at table {terms['table']}"
    if as_json:
        print_json({"verified": wrong is None, "problem": wrong, "shoe": shown})
    elif wrong is None:
        for line in (f"verified: {what}", *verifier.remarks(shown)):
            print(printable(line))
    if wrong is not None:
        print_error(printable(f"{what} are not verified: {wrong} [shoe/differs]"))
        raise SystemExit(EXIT_NO)


def read_shoe(text: str) -> Reveal:
    """Read a revealed shuffle, or refuse it."""
    try:
        return read_reveal(text)
    except ValueError as error:
        raise refusal("shoe/malformed", str(error)) from None


async def _read(name: str, db: str) -> tuple[str, str | None]:
    """Return the text of a revealed shuffle, and what the books say against it."""
    if name.startswith(_WEB):
        return _fetch(name), None
    in_books = _in_books(name)
    if in_books is None:
        return read_text(Path(name), RECORD_BYTES_MAX), None
    stream = f"table/{in_books['table']}"
    shuffle = int(in_books["shuffle"])
    async with open_books(db) as store:
        shown = await store.find(stream, f"show/{shuffle}")
        if shown is None:
            message = f"shuffle {shuffle} of table {in_books['table']} is not revealed in these"
            raise refusal("shoe/not-shown", f"{message} books")
        text = shown.body.decode()
        return text, await _find_problem(store, stream, read_shoe(text))


async def _find_problem(store: Store, stream: str, reveal: Reveal) -> str | None:
    """Return why the entries before a reveal do not go with it: what was promised, what fixed."""
    fixed = reveal.fixed
    number = reveal.terms.shuffle
    promised = await store.find(stream, promise_key(number))
    if promised is not None and read_promise(promised).commitment != reveal.commitment:
        return "the books have another commitment to this shuffle"
    if fixed is None:
        return None
    entry = await store.find(stream, cut_key(fixed, CUT_FIXED))
    if entry is None or read_set(json.loads(entry.body))._replace(beacon=None) != fixed._replace(
        beacon=None
    ):
        return "the books have another set of commitments for this shuffle"
    if promised is not None and promised.version > entry.version:
        return "the house committed to this shuffle after the players did"
    return None


def _in_books(name: str) -> re.Match[str] | None:
    return None if Path(name).is_file() else _IN_BOOKS.fullmatch(name)


def _fetch(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:  # noqa: S310 - http(s) only
            content: bytes = answer.read(RECORD_BYTES_MAX + 1)
        if len(content) > RECORD_BYTES_MAX:
            raise RulesError([too_large(address, RECORD_BYTES_MAX)])
        return content.decode()
    except UnicodeDecodeError:
        raise refusal("file/unreadable", f"{address} is not text in UTF-8") from None
    except (OSError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        raise refusal("server/unreachable", f"{address} cannot be read: {error}") from None
