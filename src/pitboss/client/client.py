"""The client: requests that are repeated until they are answered, and a line to the tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self
from urllib.parse import quote, urlencode

from pitboss.client.errors import NoAnswerError, RefusedByServerError
from pitboss.client.http import Answer, Http
from pitboss.client.line import Line
from pitboss.client.patience import Patience, new_key

BASE: Final = "/api/1"
_AGAIN: Final = frozenset({429, 502, 503, 504})
"""Statuses after which the same request may be sent again: nothing was changed."""
Json = dict[str, Any]
Query = Mapping[str, str | Sequence[str]]


class Client:
    """Talks to one server for one account.

    `token` is the session's token; `guest`, `register` and `login` set it. It may be kept and given
    to another client.
    """

    def __init__(self, url: str, *, token: str = "", patience: Patience | None = None) -> None:
        """Name the server: `http://127.0.0.1:8021`."""
        self.url = url.rstrip("/")
        self.token = token
        self.patience = patience or Patience()
        self._http = Http(self.url)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    async def guest(self) -> Json:
        """Open a guest account with play money, and be logged in."""
        return self._welcome(await self._send("POST", "/guest", {}, again=True))

    async def register(self, name: str, password: str) -> Json:
        """Give this guest a name and a password, or open a new account."""
        body = {"name": name, "password": password}
        return self._welcome(await self._send("POST", "/register", body, again=False))

    async def login(self, name: str, password: str, code: str = "") -> Json:
        """Log in; an account with a second factor needs a code of it, which counts once."""
        body = {"name": name, "password": password} | ({"code": code} if code else {})
        return self._welcome(await self._send("POST", "/login", body, again=not code))

    async def logout(self) -> None:
        """End the session."""
        await self._send("POST", "/logout", {}, again=True)
        self.token = ""

    async def me(self) -> Json:
        """Return the logged-in account and its wallet."""
        return await self.get("/me")

    async def get(self, path: str, query: Query | None = None) -> Json:
        """Read, for example `/tables`."""
        text = "?" + urlencode(dict(query), doseq=True) if query else ""
        return await self._send("GET", quote(path, safe="/") + text, None, again=True)

    async def post(self, path: str, body: Mapping[str, Any] | None = None, key: str = "") -> Json:
        """Carry out a request once, however often it has to be sent.

        *key* is the Idempotency-Key; by default a new one. If it must outlive this call, as
        over a restart of the program, make it yourself and keep it.
        """
        headers = {"Idempotency-Key": key or new_key()}
        return await self._send("POST", quote(path, safe="/"), body or {}, headers, again=True)

    def connect(self, *, takes_part: bool = True) -> Line:
        """Return a line to the tables: `async with client.connect() as line`.

        The line cuts the shoes of its tables with random numbers of its own, unless *takes_part*
        is False.
        """
        url = "ws" + self.url.removeprefix("http") + "/ws"
        return Line(url, self.token, self.patience, takes_part=takes_part)

    async def check_shoe(self, line: Line, table: str, shuffle: int | str) -> list[str]:
        """Read a revealed shuffle; return what is wrong with it, by what the line saw of it."""
        return line.judge_shoe(await self.get(f"/tables/{table}/shoes/{shuffle}"))

    def _welcome(self, welcome: Json) -> Json:
        self.token = str(welcome["token"])
        return welcome

    async def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None = None,
        *,
        again: bool,
    ) -> Json:
        """Send until there is an answer; if a second try could do harm, only until it is sent.

        A refused connection or request did nothing; a lost answer after that may belong to a
        request that was carried out.
        """
        given = {"Accept": "application/json", **(headers or {})}
        if self.token:
            given["Authorization"] = f"Bearer {self.token}"
        data = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            given["Content-Type"] = "application/json"
        failures = 0
        while True:
            failures += 1
            wait = self.patience.pause(failures)
            try:
                async with asyncio.timeout(self.patience.answer):
                    answer = await self._http.send(
                        method, BASE + path, given, data, fresh=not again or failures > 1
                    )
            except (OSError, TimeoutError) as error:
                may_repeat = again or isinstance(error, ConnectionRefusedError)
                if not may_repeat or failures >= self.patience.tries:
                    message = f"{self.url} does not answer: {error!s:.200}".removesuffix(": ")
                    raise NoAnswerError(message) from error
            else:
                if answer.status not in _AGAIN or failures >= self.patience.tries:
                    return _read(answer)
                wait = max(wait, _retry_after(answer))
            await asyncio.sleep(wait)


def _retry_after(answer: Answer) -> float:
    text = answer.headers.get("retry-after", "")
    return min(60.0, float(text)) if text.isdecimal() else 0.0


def _read(answer: Answer) -> Json:
    try:
        data = json.loads(answer.body) if answer.body else {}
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        message = "the answer is not what a server of Pitboss sends"
        raise RefusedByServerError("answer/malformed", message, status=answer.status)
    if answer.status >= 400:
        raise RefusedByServerError(
            str(data.get("code", f"http/{answer.status}")),
            str(data.get("message", "the server refused")),
            clause=str(data.get("clause", "")),
            status=answer.status,
        )
    return data
