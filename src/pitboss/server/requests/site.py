"""The documentation under /docs: the site that `make site` and every wheel build from docs/.

Only files that existed when the server was made are served, so no path leads anywhere else. They
are read on request, because most of them never are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pitboss.server.requests.endpoint import ROUTE, not_found, refuse, wrong_method
from pitboss.server.requests.pages import INDEX, File, files_under

FOLDER: Final = "site"
PATHS: Final = ("/docs", "/docs/{name:path}")
FILES_KEPT: Final = 64
"""The most files of the site that are kept in memory, with their compressed copies."""
NOT_BUILT: Final = File(
    INDEX,
    b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>The documentation was not built</title>
<h1>The documentation was not built</h1>
<p>A Pitboss that was installed from a wheel has its documentation here. This one runs from its
sources: run <code>make site</code>, and start the server again. The same pages are in the folder
<code>docs</code> of the sources.</p>
<p><a href="/">To the tables</a></p>
</html>
""",
)
"""The answer if there is no site."""


def site_routes(pages: Mapping[str, Traversable] | None = None) -> list[Route]:
    """Return the routes of the documentation; *found*: the files of another site."""
    site = dict(files_under(files("pitboss.server") / FOLDER, "")) if pages is None else pages
    return [Route(path, _Sender(path, site)) for path in PATHS]


class _Sender:
    """Sends the file that the path names; a folder is its index."""

    def __init__(self, path: str, files: Mapping[str, Traversable]) -> None:
        self._path, self._found = path, files
        self._read = lru_cache(FILES_KEPT)(lambda name: File(name, files[name].read_bytes()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ROUTE] = self._path
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in {"GET", "HEAD"}:
            return wrong_method(request, ["GET"])
        name: str | None = request.path_params.get("name")
        if name is None:  # the links of the page begin at the folder
            return RedirectResponse("/docs/")
        if INDEX not in self._found and not name:
            return NOT_BUILT.answer(request.headers)
        if not name or name.endswith("/"):
            name += INDEX
        if name not in self._found:
            return refuse(request.scope, not_found())
        return self._read(name).answer(request.headers)
