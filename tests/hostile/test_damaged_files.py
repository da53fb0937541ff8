"""Books, exports and servers that are damaged or lie: one sentence, a code, exit 2."""

from __future__ import annotations

import random
import re
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from pyarrow import parquet

from pitboss.cli.commands import serve
from pitboss.server import run as running
from pitboss.server.keys import open_keys
from tests.cli.conftest import Done, Run, called  # noqa: F401 - a fixture
from tests.cli.test_cli_floor import Books, change
from tests.pit.small_floor import play_floor
from tests.tiers import by_day
from tools.fuzz_kinds.whole_commands import good_answers, good_frames, play_frames

FLIPS = by_day(12, 120)
REFUSAL = re.compile(r"pitboss: .*\[[a-z-]+/[a-z-]+\]")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Books:
    return play_floor(tmp_path_factory.mktemp("floor"))


@pytest.fixture
def books(played: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(serve, "start_logs", lambda *_: None)
    monkeypatch.setattr(running._Server, "serve", _stop_at_once)  # noqa: SLF001 - it starts, and ends
    folder = tmp_path / "pitboss"
    folder.mkdir(mode=0o700)
    for file in played:
        shutil.copy2(file, folder / file.name)
    return folder / played[0].name


async def _stop_at_once(*_: object, **__: object) -> None:
    """Serve nobody."""


def assert_refused(done: Done) -> None:
    assert done.returncode == 2, done
    assert REFUSAL.fullmatch(done.stderr.strip()), done.stderr


def assert_bounded(done: Done) -> None:
    """An answer or a refusal; a traceback would have ended the test."""
    assert done.returncode in {0, 1, 2}, done
    for line in done.stderr.splitlines():
        # A server that starts and stops says so in its log.
        assert REFUSAL.fullmatch(line) or line.startswith('{"at":'), done.stderr


_LAST = "(SELECT max(position) FROM entry WHERE kind = '{}' AND stream LIKE 'table/%')"
DAMAGED = {
    "a body is no UTF-8": "body = x'7bff7d'",
    "a body is cut off": "body = substr(body, 1, length(body) / 2)",
    "a body is another value": "body = CAST('[1]' AS BLOB)",
    "a body is a number": "body = CAST('7' AS BLOB)",
    "a body lacks everything": "body = CAST('{}' AS BLOB)",
    "postings are no JSON": "postings = '[[\"wallet'",
    "postings are of another kind": "postings = '[[1, \"2\"]]'",
}


@pytest.mark.parametrize("kind", ["opened", "promised", "dealt"])
@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_rows_are_one_sentence(called: Run, books: Path, kind: str, what: str) -> None:  # noqa: F811
    place = _LAST.format(kind)
    change(books, f"UPDATE entry SET {DAMAGED[what]} WHERE position = {place}")  # noqa: S608
    done = called("serve", "--port", "0", "--no-browser")
    if kind == "opened":  # every table is read from its first entry on
        assert_refused(done)
    assert_bounded(done)
    for command in (["replay"], ["verify"], ["export", "--what", "rounds"]):
        assert_bounded(called("floor", *command))
    assert_bounded(called("floor", "export", "--what", "entries"))


def test_a_damaged_checkpoint_is_no_traceback(called: Run, books: Path) -> None:  # noqa: F811
    """The next one follows it, also the one that a server signs when it stops."""
    change(books, "UPDATE checkpoint SET entries = -1")
    for command in (["serve", "--port", "0", "--no-browser"], ["floor", "verify"]):
        assert_bounded(called(*command))


def test_hex_that_is_none_is_one_sentence(called: Run, books: Path) -> None:  # noqa: F811
    change(
        books,
        'UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), \'"commitment":"\', '
        "'\"commitment\":\"zz') AS BLOB) WHERE kind = 'promised'",
    )
    assert_bounded(called("serve", "--port", "0", "--no-browser"))


@pytest.mark.parametrize("seed", range(FLIPS))
def test_flipped_bytes_of_the_books_are_no_traceback(
    called: Run,  # noqa: F811
    books: Path,
    seed: int,
) -> None:
    rng = random.Random(f"books {seed}")
    with closing(sqlite3.connect(books)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(books.read_bytes())
    for _ in range(rng.choice((1, 4, 40))):
        content[rng.randrange(100, len(content))] ^= 1 << rng.randrange(8)
    books.write_bytes(content)
    for command in (
        ["replay"],
        ["verify"],
        ["export", "--what", rng.choice(("rounds", "entries"))],
    ):
        assert_bounded(called("floor", *command))


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    import pitboss  # noqa: PLC0415 - after the fixtures

    path = tmp_path_factory.mktemp("export") / "rounds.parquet"
    pitboss.simulate("reference/blackjack", rounds=200, seed=4, export=str(path))
    return path.read_bytes()


@pytest.mark.parametrize("seed", range(FLIPS))
def test_flipped_bytes_of_an_export_are_no_traceback(
    called: Run,  # noqa: F811
    exported: bytes,
    tmp_path: Path,
    seed: int,
) -> None:
    rng = random.Random(f"export {seed}")
    content = bytearray(exported)
    for _ in range(rng.choice((1, 4, 40))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path = tmp_path / "rounds.parquet"
    path.write_bytes(content)
    assert called("replay", str(path)).returncode in {0, 1, 2}


@pytest.mark.parametrize("error", ["ArrowInvalid", "ArrowNotImplementedError"])
def test_an_export_whose_schema_cannot_be_read_is_one_sentence(
    called: Run,  # noqa: F811
    exported: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: str,
) -> None:
    """A wrong bit can turn a column into one of integers of 100 bits, which the library refuses."""

    def refuse(*_: object, **__: object) -> None:
        raise getattr(pa, error)("Integers with more than 64 bits not implemented")

    path = tmp_path / "rounds.parquet"
    path.write_bytes(exported)
    monkeypatch.setattr(parquet, "ParquetFile", refuse)
    assert_refused(called("replay", str(path)))


DEEP = b'{"token":' + b"[" * 200_000


@pytest.fixture(params=[DEEP, b"{}", b'{"token": 1, "wallet_cents": []}', b"[1]", b"\xff", b""])
def liar(request: pytest.FixtureRequest) -> Iterator[str]:
    """A program at a port that answers everything with the same bytes."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(request.param)))
            self.end_headers()
            self.wfile.write(request.param)

        do_GET = do_POST  # noqa: N815 - the name that it has

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


FRAMES: dict[str, dict[str, object]] = {
    "an event that there is not": {"events": [{"event": "x"}]},
    "seats of no form": {"seats": [7]},
    "chips that are no number": {"stacks": {"1": "x"}},
    "a question about a hand of nobody": {
        "ask": {"n": 1, "seat": 7, "hand": 3, "choices": [{"kind": "stand"}]}
    },
    "a card that there is not": {"events": [{"event": "card-dealt", "card": "Zz"}]},
}


@pytest.mark.parametrize("what", FRAMES)
def test_a_server_that_lies_in_the_middle_of_a_round_ends_the_sitting(what: str) -> None:
    """It has dealt a round as it should, and then says what no server says."""
    frames = [dict(frame) for frame in good_frames()]
    next(frame for frame in frames if frame.get("ask")).update(FRAMES[what])
    done = play_frames(good_answers(), frames)
    assert "Traceback" not in done[2]
    assert done[0] in {0, 2}
    assert "does not speak as a server of Pitboss" in done[1]


def test_a_server_that_lies_is_one_sentence(called: Run, liar: str) -> None:  # noqa: F811
    assert_refused(called("play", "reference/blackjack", "--server", liar, "--plain"))


@pytest.mark.parametrize("is_deleted", [True, False])
def test_the_key_file_of_other_books_is_one_sentence(
    called: Run,  # noqa: F811
    books: Path,
    *,
    is_deleted: bool,
) -> None:
    keys = books.with_name("server.key")
    keys.unlink()
    if not is_deleted:
        open_keys(keys)  # makes another
    done = called("serve", "--port", "0", "--no-browser")
    assert_refused(done)
    assert "pitboss floor new-key" in done.stderr
    assert keys.exists() == (not is_deleted), "no key is made for books that have another"
