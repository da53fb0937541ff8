"""A real server on a port of this machine, in the loop of the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import uvicorn

from pitboss.server import run
from pitboss.server.app import create_app
from pitboss.server.services import Services, Settings


@asynccontextmanager
async def listening(
    folder: Path,
    port: int = 0,
    site: Mapping[str, Traversable] | None = None,
    **settings: Any,  # noqa: ANN401 - of `Settings`
) -> AsyncIterator[tuple[str, Services]]:
    """Serve; yield the address and the parts of the server."""
    places = {"db": str(folder / "floor.db"), "keys": folder / "server.key"}
    terms = Settings(**{**places, **settings})
    app = create_app(terms, site=site)
    place = run.bind("127.0.0.1", port)
    async with app.router.lifespan_context(app):
        server = uvicorn.Server(run.make_config(app, terms))
        serving = asyncio.create_task(server._serve([place]))  # noqa: SLF001 - without signals
        try:
            yield run.browser_address(place), app.state.services
        finally:
            server.should_exit = True
            await serving
            place.close()
