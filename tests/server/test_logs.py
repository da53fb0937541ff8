"""Logs: a line of JSON for each event, and no secret in any of them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.server.logs import LOGGER, log, logger, redact, start_logs
from tests.server.asgi import Client, Clock, run_with

ANN = {"name": "ann", "password": "correct horse battery"}


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Return where the logs go for the length of a test."""
    stream = io.StringIO()
    handler = start_logs(logging.DEBUG, stream)
    yield stream
    for name in (LOGGER, "uvicorn"):
        log = logging.getLogger(name)
        log.removeHandler(handler)
        log.propagate = True
        log.setLevel(logging.NOTSET)


def test_no_password_token_or_cookie_is_logged(tmp_path: Path, lines: io.StringIO) -> None:
    secrets = [ANN["password"]]

    async def steps(client: Client, _: Clock) -> None:
        guest = (await client.post("/api/1/guest")).data["token"]
        client.token = guest
        named = (await client.post("/api/1/register", ANN)).data["token"]
        await client.post("/api/1/login", ANN | {"password": "wrong horse battery"})
        await client.get(f"/api/1/me?token={named}", ("cookie", f"s={named}"))
        await client.get(f"/api/1/{named}")
        credential = await client.services.store.credential("ann")
        assert credential is not None
        secrets.extend([guest, named, credential.argon2, "wrong horse"])
        secrets.extend([client.services.keys.signing.hex(), client.services.keys.sealing.hex()])

        async def fail() -> None:
            message = f"no connection to postgresql://u:{ANN['password']}@host with {guest}"
            raise ConnectionError(message)

        object.__setattr__(client.services.accounts, "open_guest", fail)
        await client.post("/api/1/guest")

    run_with(tmp_path, steps)
    text = lines.getvalue()
    assert not [secret for secret in secrets if secret in text]
    events = [json.loads(line) for line in text.splitlines()]
    assert {"started", "request", "login-refused", "fault", "stopping"} <= {
        event["event"] for event in events
    }
    requests = [event for event in events if event["event"] == "request"]
    assert all(
        len(request["request"]) == 16 and request["level"] and request["at"] for request in requests
    )
    fault = next(event for event in events if event["event"] == "fault")
    assert fault["error"]["type"] == "ConnectionError"
    assert "test_logs.py" in fault["error"]["frames"][-1]


def test_a_line_that_cannot_be_written_is_lost_and_printed_nowhere(
    lines: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    lines.close()
    log("fault", password=ANN["password"])
    assert capsys.readouterr() == ("", "")


def test_secrets_are_hidden_by_name_and_by_look() -> None:
    rows = {
        "password": "x",
        "newPassword": "x",
        "token": "abc",
        "Set-Cookie": "s=1",
        "Authorization": "Bearer abc",
        "entropy": b"x",
        "note": "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
        "why": "Bearer abcdefgh",
        "long": "A" * 43,
        "items": [{"secret": 1}, "f" * 64],
    }
    shown = json.dumps(redact(rows))
    assert not [
        secret
        for secret in ('x"', "abc", "s=1", "argon2id", "AAAA", "ffff", ": 1")
        if secret in shown
    ]
    kept = {"account": "0eb42aac6afc3916", "route": "/api/1/games/{region}/{game}/odds", "n": 3}
    assert redact(kept) == kept


def test_a_line_stays_a_line(lines: io.StringIO) -> None:
    log("odd", text='a\nb"{}', many=["x"], nothing=None)
    logger().error("bad", exc_info=ValueError("why\nnot"))
    one, two = (json.loads(line) for line in lines.getvalue().splitlines())
    assert (one["text"], one["many"], one["nothing"]) == ('a\nb"{}', ["x"], None)
    assert two["error"]["message"] == "why\nnot"


def test_a_refused_socket_is_no_error(lines: io.StringIO) -> None:
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.error("ASGI callable returned without completing handshake.")
    uvicorn.error("something else")
    assert "handshake" not in lines.getvalue()
    assert "something else" in lines.getvalue()
