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


@served(rates=FREE)
async def test_a_person_at_an_unknown_address_is_shown_a_page(client: Client) -> None:
    """Programs are still answered in JSON."""
    accepts = ("accept", "text/html,application/xhtml+xml")
    for path in ("/nosuchpage", "/docs/nosuch.html", "/docs/games/none/", "/assets/nosuch.js"):
        page = await client.get(path, accepts)
        assert page.status == 404
        assert page.headers["content-type"].startswith("text/html")
        assert b'<a href="/">To the tables</a>' in page.body
        spanish = await client.get(path, accepts, ("accept-language", "es"))
        assert '<html lang="es">' in spanish.body.decode()
        assert "No hay ninguna página con este nombre" in spanish.body.decode()
        assert (await client.get(path)).code == "request/not-found"
    assert (await client.get("/api/1/none", accepts)).code == "request/not-found"
