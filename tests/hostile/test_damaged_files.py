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

import pytest

from pitboss.cli.commands import serve
from pitboss.server import run as running
from pitboss.server.keys import open_keys
from tests.cli.conftest import Done, Run, called  # noqa: F401 - a fixture
from tests.cli.test_cli_floor import Books, change
from tests.pit.small_floor import play_floor
from tests.tiers import by_day

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
        assert REFUSAL.fullmatch(line), done.stderr


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
    assert "put back the key file of these books [key/foreign]" in done.stderr
