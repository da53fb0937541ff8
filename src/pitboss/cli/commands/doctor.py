"""`pitboss doctor`: check the installation, the places it writes to, and known answers."""

from __future__ import annotations

import asyncio
import os
import platform
import re
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from enum import Enum
from fractions import Fraction
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import pitboss
from pitboss.cli.commands.installed_files import compare, installed, read_manifest
from pitboss.cli.output import EXIT_NO, print_json
from pitboss.exact.cache import DISK_BYTES_MAX, entries
from pitboss.fair import verify
from pitboss.fair.order import ShoeTerms, commitment, shoe_order
from pitboss.fair.reveal import Reveal
from pitboss.report.maths.software import identification
from pitboss.rulebook.cache_folder import folder
from pitboss.rulebook.extras import EXTRAS, install_command
from pitboss.rulebook.reading.library import game_ids
from pitboss.server.services import Settings
from pitboss.sitting.session_file import data_folder
from pitboss.store.migrations import NewerStoreError, migrations
from pitboss.version import __version__


class State(Enum):
    """The state of one checked thing."""

    RIGHT = "ok"
    ABSENT = "--"
    """Something that not everybody needs is not there."""
    WRONG = "!!"


class Finding(NamedTuple):
    """One line."""

    name: str
    state: State
    words: str

    def as_json(self) -> dict[str, str]:
        """Return the finding as JSON."""
        return {"name": self.name, "state": self.state.name.lower(), "words": self.words}


def right(name: str, words: str) -> Finding:
    """Return the finding that all is well."""
    return Finding(name, State.RIGHT, words)


def missing(name: str, words: str) -> Finding:
    """Return the finding that something is missing, and how to get it."""
    return Finding(name, State.ABSENT, words)


def wrong(name: str, words: str) -> Finding:
    """Return the finding that something is wrong, and how to fix it."""
    return Finding(name, State.WRONG, words)


def run_check(name: str, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Yield the findings of a check; an error that ends it is a finding too."""
    try:
        yield from look()
    except Exception as error:  # noqa: BLE001 - a doctor reports what others would die of
        yield wrong(name, f"{type(error).__name__}: {' '.join(str(error).split()) or 'no reason'}")


def program() -> Iterator[Finding]:
    """Report the version of the program, of Python and of the system."""
    yield right("pitboss", f"{__version__}, in {files('pitboss')}")
    cores = f"{os.cpu_count() or 1} cores"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield right("python", f"{python} on {platform.system()} {platform.machine()}, {cores}")
    yield right("rule book", f"{len(game_ids())} games")


def libraries() -> Iterator[Finding]:
    """Check the libraries that the base needs."""
    versions = {name: _version(name) for name in map(_name, requires("pitboss") or ()) if name}
    for name, number in versions.items():
        if number is None:
            yield wrong(name, "not here, and needed: install Pitboss again")
    yield right("libraries", ", ".join(f"{name} {number}" for name, number in versions.items()))


def extras() -> Iterator[Finding]:
    """Report the installed extras, and for each missing one the command that installs it."""
    for name, extra in EXTRAS.items():
        if version := _version(_name(extra.requirements[0])):
            yield right(f"extra {name}", f"{extra.purpose}: {version}")
        else:
            yield missing(f"extra {name}", f"{extra.purpose}: {install_command(name)}")


def card() -> Iterator[Finding]:
    """Report the graphics card that plays rounds, if there is one."""
    if find_spec("numba_cuda") is None:
        yield missing("graphics card", "not looked for without the extra gpu; cores play the same")
        return
    from pitboss.simulator.backends.graphics_cards import device_names

    names = device_names()
    if names:
        yield right("graphics card", ", ".join(names))
    else:
        yield missing("graphics card", "none that CUDA can use; cores play the same rounds")


def pages() -> Iterator[Finding]:
    """Check that the package has the page and the manual that the server shows."""
    inside = files("pitboss.server")
    if (inside / "static" / "index.html").is_file():
        yield right("page", "the tables in the browser are part of this installation")
    else:
        yield wrong("page", "the built page is not in the package: install Pitboss again")


def _name(requirement: str) -> str:
    """Return the name in a requirement; "" if only an extra needs it.

    >>> _name("numba>=0.61"), _name("typst>=0.15; extra == 'report'")
    ('numba', '')
    """
    return "" if "extra ==" in requirement else re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


LEAST_BYTES: Final = 100_000_000
"""A data folder with less room is not safe to run a floor in."""
_MEGABYTE: Final = 1_000_000
_COMMITS: Final = 20
_SECONDS: Final = 10.0
_DURABLE: Final = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings of PostgreSQL without which a commit may be lost."""


def cache() -> Iterator[Finding]:
    """Report the folder of cached solutions."""
    place = folder()
    if place is None:
        yield missing("cache", "switched off: every table is solved again in every process")
        return
    kept = entries()
    size = sum(solution.bytes for solution in kept) / _MEGABYTE
    words = f"{place}: {len(kept)} solutions, {size:,.1f} of {DISK_BYTES_MAX / _MEGABYTE:,.0f} MB"
    if problem := _unwritable(place):
        yield wrong("cache", f"{place}: {problem}; name another folder in PITBOSS_CACHE")
    else:
        yield right("cache", words)


def data() -> Iterator[Finding]:
    """Check that sittings and books can be written."""
    place = data_folder()
    if problem := _unwritable(place):
        yield wrong("data folder", f"{place}: {problem}; name another in XDG_DATA_HOME")
        return
    free = shutil.disk_usage(_existing(place)).free
    words = f"{place}: {free / _MEGABYTE:,.0f} MB free"
    yield right("data folder", words) if free >= LEAST_BYTES else wrong("data folder", words)


def books(settings: Settings) -> Iterator[Finding]:
    """Check the books and their key file, without changing them."""
    if settings.address.startswith(("postgresql://", "postgres://")):
        yield from _postgres(settings)
    else:
        yield from _sqlite(Path(settings.address.removeprefix("sqlite:///")))
    key = settings.key_file
    if not key.exists():
        yield missing("key file", f"{key}: none yet; the first 'pitboss serve' makes one")
    elif os.name == "posix" and stat.S_IMODE(key.stat().st_mode) & 0o077:
        yield wrong("key file", f"{key}: others may read it; run chmod 600 on it")
    else:
        yield right("key file", f"{key}: readable by its owner only")


def _sqlite(path: Path) -> Iterator[Finding]:
    if path.exists():
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as books:
            (number,) = books.execute("PRAGMA user_version").fetchone()
            (count,) = books.execute("SELECT count(*) FROM entry").fetchone() if number else (0,)
        yield _schema(f"{path}: {count:,} entries", "sqlite", number)
    else:
        yield missing("books", f"{path}: none yet; the first 'pitboss serve' makes them")
    place = _existing(path.parent)
    with tempfile.TemporaryDirectory(dir=place, prefix=".pitboss-") as beside:
        took = _commit_seconds(Path(beside) / "try.db")
    words = f"{1000 * took:.1f} ms for a commit to be on disk in {place}"
    yield right("SQLite", f"{sqlite3.sqlite_version}, {words}")


def _commit_seconds(path: Path) -> float:
    """Return how long a durable commit takes."""
    trial = sqlite3.connect(path, isolation_level=None)
    try:
        trial.execute("PRAGMA journal_mode = WAL")
        trial.execute("PRAGMA synchronous = FULL")
        trial.execute("CREATE TABLE trial (number INTEGER)")
        start = time.perf_counter()
        for number in range(_COMMITS):
            trial.execute("INSERT INTO trial VALUES (?)", [number])
        return (time.perf_counter() - start) / _COMMITS
    finally:
        trial.close()


def _postgres(settings: Settings) -> Iterator[Finding]:
    try:
        import asyncpg
    except ModuleNotFoundError:
        yield wrong("books", f"PostgreSQL needs an extra: {install_command('postgres')}")
        return
    number, count, shown = asyncio.run(_ask_postgres(asyncpg, settings.address))
    yield _schema(f"{settings.shown_address}: {count:,} entries", "postgres", number)
    unsafe = [name for name in _DURABLE if shown[name] == "off"]
    if unsafe:
        words = f"{', '.join(unsafe)} off: what players see may be lost when the power goes"
        yield wrong("PostgreSQL", f"{shown['server_version']}, {words}")
    else:
        yield right("PostgreSQL", f"{shown['server_version']}, commits are on disk")


async def _ask_postgres(asyncpg: Any, address: str) -> tuple[int, int, dict[str, str]]:  # noqa: ANN401 - an extra without types
    connection = await asyncpg.connect(address, timeout=_SECONDS)
    try:
        names = ("server_version", *_DURABLE)
        shown = {name: await connection.fetchval(f"SHOW {name}") for name in names}
        if await connection.fetchval("SELECT to_regclass('migration')") is None:
            return 0, 0, shown
        number = await connection.fetchval("SELECT max(number) FROM migration")
        return number or 0, await connection.fetchval("SELECT count(*) FROM entry"), shown
    finally:
        await connection.close()


def _schema(words: str, store: str, number: int) -> Finding:
    """Check that this version can read books with a number of migrations."""
    try:
        behind = migrations(store, after=number)
    except NewerStoreError as error:
        return wrong("books", f"{words}; {error}")
    return right("books", f"{words}; the next start brings them up to date" if behind else words)


def _unwritable(place: Path) -> str:
    """Return why a folder cannot be created or written to; "": it can."""
    try:
        with tempfile.TemporaryFile(dir=_existing(place)):
            return ""
    except OSError as error:
        return (error.strerror or "cannot be written").lower()


def _existing(place: Path) -> Path:
    """Return a folder, or its nearest parent that exists."""
    return next(folder for folder in (place, *place.absolute().parents) if folder.exists())


GAME: Final = "reference/blackjack"
INSURANCE_EDGE: Final = Fraction(23, 311)
"""With one ace gone of six decks, 96 of 311 cards pay 2 to 1: 1 - 3 * 96/311."""
ROUNDS: Final = 200_000
SPREADS_MAX: Final = 5
"""Standard errors that a simulation may be off; one in two million is further."""


def known_answers() -> Iterator[Finding]:
    """Check every computing part against a known answer."""
    for name, ask in _QUESTIONS.items():
        yield from run_check(name, partial(_answer, name, ask))


def _answer(name: str, ask: Callable[[], tuple[str, bool]]) -> Iterator[Finding]:
    start = time.perf_counter()
    words, is_right = ask()
    shown = f"{words} ({time.perf_counter() - start:.1f} s)"
    yield (right if is_right else wrong)(name, shown)


def _odds() -> tuple[str, bool]:
    edge = pitboss.table(GAME, decks=6).odds("insurance").edge
    return f"insurance at six decks costs {edge}", edge == INSURANCE_EDGE


def _hand() -> tuple[str, bool]:
    hand = pitboss.table(GAME, decks=6).deal(main_cents=1000, seed=7)
    while not hand.is_over:
        hand.act("stand")
    again = pitboss.replay(hand.record())
    words = f"a hand was played, and replayed to {again.net[1]:+d} cents"
    return words, again.difference is None and again.net == hand.net


def _solution() -> tuple[str, bool]:
    table = pitboss.table(GAME, decks=6)
    exact = table.solve().house_edge
    run = table.simulate(rounds=ROUNDS, seed=1)
    off = abs(run.house_edge.mean - exact) / run.house_edge.standard_error
    words = f"house edge {exact:.4%}, and {ROUNDS:,} rounds are {off:.1f} standard errors from it"
    return words, off < SPREADS_MAX


def _shoe() -> tuple[str, bool]:
    terms = ShoeTerms(table="1", shuffle=1, deck="french-52", decks=6, burn=1, rules="0")
    entropy = bytes(range(256)) * 5
    seeds = (b"a player's cut",)
    revealed = Reveal(
        terms=terms,
        commitment=commitment(terms, entropy),
        seeds=seeds,
        entropy=entropy,
        dealt=shoe_order(terms, entropy, seeds),
    )
    problem = revealed.problem() or verify.problem(revealed.as_json())
    return problem or "two verifiers find the same order of a shoe", problem is None


_QUESTIONS: Final[dict[str, Callable[[], tuple[str, bool]]]] = {
    "odds": _odds,
    "table": _hand,
    "solver": _solution,
    "shoes": _shoe,
}


_WIDTH = 15
_NAMED_MAX: Final = 50


def examine(
    *, db: str, digest: bool, verify_files: bool, manifest: Path | None, as_json: bool
) -> None:
    """Print each finding as soon as it is known; exit 1 if something is wrong."""
    if digest:
        _identify(as_json=as_json)
        return
    if verify_files or manifest is not None:
        _report(as_released(manifest), as_json=as_json)
    else:
        _report(findings(db), as_json=as_json)


def as_released(manifest: Path | None) -> Iterator[Finding]:
    """Yield what is not as it was released, file by file."""
    hashes = installed() if manifest is None else read_manifest(manifest)
    if hashes is None:
        words = "a working copy, of no release: name the list of one with --manifest FILE"
        yield wrong("files", words)
        return
    found = compare(hashes)
    for words, names in (
        ("is not as it was released", found.changed),
        ("is missing", found.missing),
        ("belongs to no release", found.added),
    ):
        yield from (wrong("file", f"{name} {words}") for name in names[:_NAMED_MAX])
        if len(names) > _NAMED_MAX:
            yield wrong("files", f"{len(names) - _NAMED_MAX:,} more: {words}")
    if found.is_as_released:
        place = "the record of its installation" if manifest is None else str(manifest)
        yield right("files", f"{found.checked:,} files are as they were released, by {place}")


def _report(found: Iterable[Finding], *, as_json: bool) -> None:
    results = []
    for finding in found:
        results.append(finding)
        if not as_json:
            print(f"{finding.state.value}  {finding.name:<{_WIDTH}}  {finding.words}", flush=True)
    is_well = all(finding.state is not State.WRONG for finding in results)
    if as_json:
        print_json({"ok": is_well, "findings": [finding.as_json() for finding in results]})
    else:
        print("All is well." if is_well else "Lines with !! need mending.")
    if not is_well:
        raise SystemExit(EXIT_NO)


def _identify(*, as_json: bool) -> None:
    """Print what identifies the program in its reports."""
    known = identification()
    if as_json:
        print_json(known)
        return
    for name, words in known.items():
        print(f"{name.replace('_', ' '):<{_WIDTH}}  {words}")


def findings(db: str) -> Iterator[Finding]:
    """Yield every finding about this installation."""
    looks: dict[str, Callable[[], Iterator[Finding]]] = {
        "pitboss": program,
        "libraries": libraries,
        "extras": extras,
        "graphics card": card,
        "page": pages,
        "cache": cache,
        "data folder": data,
        "books": partial(books, Settings(db=db)),
        "known answers": known_answers,
    }
    for name, look in looks.items():
        yield from run_check(name, look)
