"""A real server: `pitboss serve` as a process, its end, and the guard before its WebSocket."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from pitboss.server import run as running
from pitboss.server.requests.limits import Rate, Rates
from tests.server.asgi import run_async
from tests.server.listening import listening


def test_it_starts_says_where_serves_and_stops_cleanly(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "pitboss.cli.main", "serve"]
    command += ["--absent", "best-without-more-money", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        assert process.stdout.readline().startswith("Play money only.")
        *_, kept_at = process.stdout.readline().partition("within a day, is in: ")
        link = Path(kept_at.strip()).read_text()
        assert link.startswith(f"{address}setup#")
        assert Path(kept_at.strip()).parent == tmp_path / "pitboss"
        request = urllib.request.Request(address + "api/1/guest", method="POST")  # noqa: S310 - http
        with urllib.request.urlopen(request, timeout=300) as answer:  # noqa: S310 - http
            made = json.load(answer)
            assert "server" not in answer.headers
        with urllib.request.urlopen(address + "api/1/tables/co.free-bet/terms") as answer:  # noqa: S310
            assert json.load(answer)["absent"] == "best-without-more-money"
        port = address.rstrip("/").rpartition(":")[2]
        second = subprocess.run(
            [*command[:-3], "house", "--port", port],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == (
            "pitboss: absent: 'house' is not a policy for absent players; choose stand, basic or "
            "best-without-more-money [option/invalid]\n"
            f"pitboss: port: port {port} of 127.0.0.1 is in use; name another, or 0 for any that is"
            " free [port/taken]\n"
        )
        kept = [*tmp_path.rglob("*")]
        assert any(path.name == "floor.db" for path in kept)
        for path in kept:  # names, hashes and money: for the user of the server alone
            assert not path.stat().st_mode & 0o077, path
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 0
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    assert events == ["started", "request", "stopping"]
    files = sorted(path.name for path in (tmp_path / "pitboss").iterdir())
    assert files == ["floor.db", "server.key", "setup-link"], "the books were closed"
    token = link.strip().partition("#")[2]
    assert token
    assert token not in errors, "whoever reads the log is not the first manager"
    assert made["wallet_cents"] == 100_000


def test_an_empty_file_of_books_begins_no_new_floor(tmp_path: Path) -> None:
    books = tmp_path / "floor.db"
    books.touch()
    command = [sys.executable, "-m", "pitboss.cli.main", "serve", "--port", "0", "--db", str(books)]
    done = subprocess.run(
        command,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout, books.stat().st_size) == (2, "", 0)
    assert "floor.db is empty: put a backup in its place, or remove it" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_socket_is_guarded_like_every_write(tmp_path: Path) -> None:
    async def steps() -> None:
        async with listening(tmp_path) as (address, _):
            await _use(address.removeprefix("http://").rstrip("/"))

    async def _use(host: str) -> None:
        url = f"ws://{host}/ws"
        for good in (f"http://{host}", None):
            async with connect(url, origin=good) as line:  # type: ignore[arg-type]
                with pytest.raises(ConnectionClosedError):
                    await line.recv()
                assert line.close_code == 4401, "let in, and asked for a session"
        for origin in ("https://evil.example", f"https://{host}", "null"):
            with pytest.raises(InvalidStatus) as caught:
                await connect(url, origin=origin)  # type: ignore[arg-type]
            assert caught.value.response.status_code == 403
        with pytest.raises(InvalidStatus):
            await connect(url, additional_headers={"Sec-Fetch-Site": "cross-site"})

    asyncio.run(steps())


@run_async
async def test_a_socket_that_comes_too_often_may_come_again(tmp_path: Path) -> None:
    """403 would tell the client that there is no use in it."""
    rates = Rates(address=Rate(0.01, 1))
    async with listening(tmp_path, rates=rates) as (address, _):
        url = f"ws{address.removeprefix('http')}ws"
        async with connect(url):
            with pytest.raises(InvalidStatus) as caught:
                await connect(url)
            assert caught.value.response.status_code == 429


def test_any_free_port_is_taken_and_shown() -> None:
    with running.bind("127.0.0.1", 0) as place:
        assert isinstance(place, socket.socket)
        assert running.browser_address(place).startswith("http://127.0.0.1:")
    with running.bind("0.0.0.0", 0) as place:  # noqa: S104 - for a moment
        assert running.browser_address(place).startswith("http://127.0.0.1:")


def test_a_terminal_is_shown_the_link_and_a_house_with_a_manager_keeps_none(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "CI": "1"}
    command = [sys.executable, "-m", "pitboss.cli.main", "serve", "--port", "0"]
    old = tmp_path / "pitboss" / "setup-link"
    old.parent.mkdir()
    old.write_text("an earlier one")

    def lines_of_start() -> list[str]:
        """Start a server at a terminal, and return what it prints about itself."""
        here, there = pty.openpty()
        with subprocess.Popen(command, env=environment, stdout=there, stderr=there) as process:
            os.close(there)
            with os.fdopen(here, "rb", buffering=0) as screen:
                text = b""
                while b"Ctrl-C stops it." not in text:
                    text += screen.read(1000)
                process.send_signal(signal.SIGTERM)
                with suppress(OSError):  # the terminal is gone with the process
                    while part := screen.read(1000):
                        text += part
        return text.decode().splitlines()

    shown = next(line for line in lines_of_start() if "No staff yet." in line)
    assert "/setup#" in shown
    assert not old.exists(), "the link of an earlier start is void"
    old.write_text("an earlier one")
    add = ["floor", "user", "add", "meg", "--role", "sysadmin"]
    password = "correct horse\ncorrect horse\n"  # noqa: S105 - of nobody
    done = subprocess.run(
        [*command[:3], *add], env=environment, input=password, text=True, check=False
    )
    assert done.returncode == 0
    assert not any("No staff yet." in line for line in lines_of_start())
    assert not old.exists()
