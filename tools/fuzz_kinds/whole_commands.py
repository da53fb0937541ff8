"""Spoiled files and servers that only a whole command reads: books, exports, keys, live tables.

The books, the export and the conversation are made once in a process, with cards of a seed. Ids and
times in them differ from process to process; which place is spoiled does not.
"""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pitboss
from pitboss.cli.commands import serve
from pitboss.cli.main import main as command_line
from pitboss.cli.remote import play as remote_play
from pitboss.cli.remote.line import END, ServerLine
from pitboss.client import Client
from pitboss.engine.actions import RefusedError
from pitboss.floor.terms import NO_CLOCK
from pitboss.report.details import read_details
from pitboss.server import run as running
from pitboss.server.opening.floor_file import read_floor
from pitboss.server.opening.tables import demo_floor
from tests.pit.small_floor import play_floor
from tests.remote.conftest import put_seeded_shoe
from tests.remote.served import served
from tools.fuzz_kinds.outcome import ROOT, FuzzError
from tools.spoiling import JUNK, json_bytes, spoil_bytes, spoil_values

Json = dict[str, Any]
_GAME: Final = "reference/blackjack"
_TAKES_MAX: Final = 10_000
_TYPED: Final = "10\nstand\nstand\n10\nhit\nstand\n" * 5
"""What the player of the recorded sitting types, and of every spoiled one."""


def call(words: list[str], typed: str = "") -> tuple[int, str, str]:
    """Run a whole command; return its exit code, its output and its errors."""
    out = io.StringIO()
    error = io.StringIO()
    code: object = 0
    with patch.object(sys, "argv", ["pitboss", *words]), patch("sys.stdin", io.StringIO(typed)):
        try:
            with redirect_stdout(out), redirect_stderr(error):
                command_line()
        except SystemExit as leaving:
            code = leaving.code or 0
    if code not in {0, 1, 2} or len(error.getvalue()) > 10**6:
        raise FuzzError(f"{words} ends with {code}")
    if code == 2 and not (out.getvalue() + error.getvalue()).strip():
        raise FuzzError(f"{words} is refused without a word")
    assert isinstance(code, int)
    return code, out.getvalue(), error.getvalue()


# -- books -----------------------------------------------------------------------------------------


@cache
def _played() -> Path:
    """Return the folder of a floor with a few rounds."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-fuzz-floor-"))
    books, _ = play_floor(folder, games=("wa/spanish-21", _GAME), rounds=2)
    with closing(sqlite3.connect(books)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@contextmanager
def _copied_books(folder: Path) -> Iterator[Path]:
    """Yield a copy of the books, which is the data folder of commands meanwhile."""
    place = folder / "pitboss"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(_played(), place)
    place.chmod(0o700)
    with patch.dict(os.environ, {"XDG_DATA_HOME": str(folder)}):
        yield place / "floor.db"
    shutil.rmtree(place, ignore_errors=True)


async def _serve_nobody(*_: object, **__: object) -> None:
    """End as soon as everything has started."""


def _run_on_books(rng: random.Random, books: Path) -> str:
    """Run a command on books; a server starts, and stops at once."""
    words = rng.choice(
        (
            ["floor", "replay"],
            ["floor", "verify"],
            ["floor", "export", "--what", "rounds"],
            ["floor", "export", "--what", "entries"],
            ["floor", "report", rng.choice(("master-games", "exceptions", "trial-balance"))],
            ["floor", "user", "list"],
            ["floor", "rebuild"],
            ["floor", "backup", "--out", str(books.with_name("copy.db"))],
            ["floor", "restore", str(books), "--db", str(books.with_name("other.db"))],
            ["serve", "--port", "0", "--no-browser"],
            ["serve", "--port", "0", "--no-browser"],
        )
    )
    with (
        patch.object(signal, "signal"),
        patch.object(serve, "start_logs"),
        patch.object(running._Server, "serve", _serve_nobody),  # noqa: SLF001 - it starts, and ends
    ):
        return f"exit {call(words)[0]}"


def fuzz_books(rng: random.Random, folder: Path) -> str:
    """Read books in which one value of one row is spoiled."""
    with _copied_books(folder) as books:
        with closing(sqlite3.connect(books)) as connection, connection:
            for (trigger,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                connection.execute(f"DROP TRIGGER {trigger}")  # entries are for ever, but not here
            names = ("entry", "entry", "entry", "head", "balance", "checkpoint", "credential")
            _spoil_row(rng, connection, rng.choice(names))
        return _run_on_books(rng, books)


def _spoil_row(rng: random.Random, connection: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    rows = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - ours
    if not rows:
        return
    row = rng.choice(rows)
    place = rng.randrange(len(columns))
    value: object = row[place]
    if isinstance(value, bytes) and value[:1] == b"{" and rng.random() < 0.7:
        value = json_bytes(rng, spoil_values(rng, json.loads(value)))
    elif isinstance(value, bytes | str):
        content = value if isinstance(value, bytes) else value.encode()
        content = spoil_bytes(rng, content)
        value = content if isinstance(value, bytes) else content.decode(errors="replace")
    else:
        value = rng.choice([junk for junk in JUNK if isinstance(junk, int) and junk < 1 << 63])
    where = " AND ".join(f"{name} IS ?" for name in columns)
    query = f"UPDATE {table} SET {columns[place]} = ? WHERE {where}"  # noqa: S608 - ours
    try:
        connection.execute(query, (value, *row))
    except sqlite3.Error:
        return  # the file itself takes no such value


def fuzz_books_file(rng: random.Random, folder: Path) -> str:
    """Read a file of books with a few wrong bits, or without its end."""
    with _copied_books(folder) as books:
        content = bytearray(books.read_bytes())
        if rng.random() < 0.2:
            del content[rng.randrange(len(content)) :]
        for _ in range(rng.choice((1, 4, 40)) if content else 0):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        books.write_bytes(content)
        return _run_on_books(rng, books)


def fuzz_key_file(rng: random.Random, folder: Path) -> str:
    """Verify books with a spoiled key file."""
    with _copied_books(folder) as books:
        keys = books.with_name("server.key")
        content = keys.read_bytes()
        spoiled = json_bytes(rng, spoil_values(rng, json.loads(content)))
        keys.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.5 else spoiled)
        return f"exit {call(['floor', 'verify', '--keys', str(keys)])[0]}"


# -- other files -----------------------------------------------------------------------------------


@cache
def _export() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.parquet"
        pitboss.simulate(_GAME, rounds=100, seed=4, export=str(path))
        return path.read_bytes()


def fuzz_export(rng: random.Random, folder: Path) -> str:
    """Replay a spoiled Parquet file of simulated rounds."""
    content = bytearray(_export())
    if rng.random() < 0.2:
        content = bytearray(spoil_bytes(rng, bytes(content)))
    for _ in range(rng.choice((0, 1, 4, 40)) if content else 0):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path = folder / "rounds.parquet"
    path.write_bytes(content)
    return f"exit {call(['replay', str(path)])[0]}"


@cache
def _floor_file() -> bytes:
    return (ROOT / "examples" / "floors" / "jackpots.toml").read_bytes()


def fuzz_floor_file(rng: random.Random, folder: Path) -> str:
    """Read a spoiled plan of a floor."""
    path = folder / "floors" / "floor.toml"
    path.parent.mkdir(exist_ok=True)
    for house in (ROOT / "examples").glob("*.toml"):  # the plan names some of them
        if not (folder / house.name).exists():
            shutil.copy(house, folder)
    path.write_bytes(spoil_bytes(rng, _floor_file()))
    read_floor(path)
    return "read"


@cache
def _details() -> bytes:
    return (ROOT / "examples" / "report" / "details.toml").read_bytes()


def fuzz_details(rng: random.Random, folder: Path) -> str:
    """Read the spoiled details of a report."""
    path = folder / "details.toml"
    path.write_bytes(spoil_bytes(rng, _details()))
    read_details(path)
    return "read"


# -- a server that lies ----------------------------------------------------------------------------


@dataclass
class _Conversation:
    """What a server said in a sitting: its answers in order, and its frames."""

    answers: list[Json] = field(default_factory=list)
    frames: list[Json] = field(default_factory=list)


@cache
def _conversation() -> _Conversation:
    """Play a sitting at a real server, and record what it says."""
    heard = _Conversation()
    send = Client._send  # noqa: SLF001 - what comes is recorded
    take = ServerLine.take

    async def send_on(self: Client, *words: Any, **more: Any) -> Json:  # noqa: ANN401
        answer = await send(self, *words, **more)
        heard.answers.append(answer)
        return answer

    def take_on(self: ServerLine, seconds: float = 0.0) -> Json | None:
        frame = take(self, seconds)
        if frame is not None:
            heard.frames.append(frame)
        return frame

    tables = tuple(
        replace(terms, clocks=NO_CLOCK) for terms in demo_floor() if terms.house.game == _GAME
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), tables=tables) as server,
        patch.object(Client, "_send", send_on),
        patch.object(ServerLine, "take", take_on),
    ):
        assert server.services is not None
        for table in server.services.hall.tables.values():
            put_seeded_shoe(table)
        code, _, error = call(_play_words(server.address), _TYPED)
    if code or not heard.frames:
        raise FuzzError(f"the good sitting ends with {code}: {error}")
    return heard


def _play_words(address: str) -> list[str]:
    return ["play", _GAME, "--server", address, "--plain", "--rounds", "3"]


class _FalseClient(Client):
    """Gives the recorded answers, spoiled, and asks nobody."""

    answers: Iterator[object]

    async def _send(self, *_: Any, **__: Any) -> Json:  # noqa: ANN401
        answer = next(self.answers, {})
        if not isinstance(answer, dict):
            raise TypeError  # the client refuses it, as `answer/malformed`
        return answer


class _FalseLine:
    """Gives the recorded frames, spoiled."""

    is_connected = True

    def __init__(self, client: Client, frames: Iterator[Json], refuses: frozenset[int]) -> None:
        self.client = client
        self._frames = frames
        self._refuses = refuses
        self._asked = self._taken = 0

    def do(self, work: Any) -> Any:  # noqa: ANN401 - a coroutine of the client
        try:
            work.send(None)
        except StopIteration as done:
            return done.value
        raise AssertionError("it waits for nobody")

    def watch(self, _: str) -> None:
        pass

    def ask(self, what: str, **_: object) -> None:
        self._asked += 1
        if self._asked in self._refuses:
            raise RefusedError("table/closed", f"no {what} now")

    def take(self, seconds: float = 0.0) -> Json | None:
        """Return the next frame to who waits for one; at last, that there are no more."""
        self._taken += 1
        if self._taken > _TAKES_MAX:
            raise FuzzError("it waits for ever")
        return next(self._frames, {"t": END, "message": "the server is gone"}) if seconds else None

    def close(self) -> None:
        pass


def fuzz_server(rng: random.Random, folder: Path) -> str:
    """Play at a server whose answers and frames are spoiled."""
    heard = _conversation()
    answers: list[Any] = [*heard.answers]
    frames: list[Any] = [*heard.frames]
    for said, chance in ((answers, 0.3), (frames, 0.9)):
        for _ in range(rng.randint(1, 3) if rng.random() < chance else 0):
            place = rng.randrange(len(said))
            said[place] = spoil_values(rng, said[place])
    if rng.random() < 0.2:
        del frames[rng.randrange(len(frames))]
    refuses = frozenset({rng.randrange(1, 9)} if rng.random() < 0.2 else ())
    frames = [frame for frame in frames if isinstance(frame, dict) and "t" in frame]

    with patch.dict(os.environ, {"XDG_DATA_HOME": str(folder)}):
        return f"exit {play_frames(answers, frames, refuses)[0]}"


def play_frames(
    answers: Sequence[object], frames: Sequence[Json], refuses: frozenset[int] = frozenset()
) -> tuple[int, str, str]:
    """Play at a server that says this; return the exit code, the output and the errors."""

    def make_line(client: Client) -> _FalseLine:
        return _FalseLine(client, iter(frames), refuses)

    with (
        patch.object(remote_play, "Client", _FalseClient),
        patch.object(_FalseClient, "answers", iter(answers), create=True),
        patch.object(remote_play, "ServerLine", make_line),
    ):
        return call(_play_words("http://127.0.0.1:1"), _TYPED)


def good_answers() -> list[Json]:
    """Return what a server answered in a good sitting."""
    return [*_conversation().answers]


def good_frames() -> list[Json]:
    """Return what it said of its table."""
    return [*_conversation().frames]
