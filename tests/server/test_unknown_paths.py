"""An unknown path is refused where it arrives: a storm of them starts no threads."""

from __future__ import annotations

from unittest.mock import patch

from starlette import _exception_handler

from tests.server.asgi import Client, served
from tests.server.player import FREE


@served(rates=FREE)
async def test_an_unknown_path_starts_no_thread(client: Client) -> None:
    with patch.object(_exception_handler, "run_in_threadpool", side_effect=AssertionError):
        assert (await client.get("/api/1/no/such/thing")).code == "request/not-found"
