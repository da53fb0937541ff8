"""Serve the built files of the page that draws the tables.

Only files that existed when the server was made are served, so no path leads anywhere else.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pitboss.server.requests.endpoint import ROUTE, not_found, refuse, wrong_method

INDEX: Final = "index.html"
PLACES: Final = (
    *("account", "console", "fair", "games", "history", "lab", "practice", "replay", "setup"),
    *("table", "train"),
)
PATHS: Final = ("/", *(f"/{place}{rest}" for place in PLACES for rest in ("", "/{rest:path}")))
"""The page's own addresses: all of them are the same page, which reads the rest itself."""
ASSETS: Final = "/assets/{file}"
FOREVER: Final = "public, max-age=31536000, immutable"
"""The cache header of files with a hash in their names."""
AGAIN: Final = "no-cache"
"""The cache header of files that browsers ask for again; unchanged ones answer 304."""
_HASHED: Final = re.compile(r"^assets/.+-[\w-]{8}\.\w+$")
_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
    "woff2": "font/woff2",
}
PLAIN: Final = "text/plain; charset=utf-8"
"""For every other file: a browser shows it as it is."""
_PACKED: Final = frozenset({"png", "webp", "woff2"})
"""Types that gzip makes no smaller."""


class File:
    """One built file."""

    def __init__(self, name: str, content: bytes) -> None:
        """Take a file; it is compressed on the first request."""
        ending = name.rpartition(".")[2]
        self.content = content
        self.content_type = _TYPES.get(ending, PLAIN)
        self.etag = f'"{sha256(content).hexdigest()[:32]}"'
        self.caching = FOREVER if _HASHED.match(name) else AGAIN
        self._is_packed = ending in _PACKED

    @cached_property
    def compressed(self) -> bytes | None:
        """The file in gzip; None if that saves nothing."""
        packed = None if self._is_packed else gzip.compress(self.content, mtime=0)
        return packed if packed is not None and len(packed) < len(self.content) else None

    def answer(self, headers: Headers) -> Response:
        """Return the file in an encoding that the browser accepts, or 304 if it has the file."""
        own = {"Cache-Control": self.caching, "ETag": self.etag, "Vary": "Accept-Encoding"}
        if self.etag in _read_list(headers.get("if-none-match", "")):
            return Response(status_code=304, headers=own)
        accepted = _read_list(headers.get("accept-encoding", ""))
        if "gzip" in accepted and self.compressed is not None:
            own["Content-Encoding"] = "gzip"
            return Response(self.compressed, media_type=self.content_type, headers=own)
        return Response(self.content, media_type=self.content_type, headers=own)


def _read_list(text: str) -> set[str]:
    """Return the entries of a header, without those with "q=0"; a weak tag counts.

    >>> sorted(_read_list('gzip;q=0.5, br;q=0, W/"a"'))
    ['"a"', 'gzip']
    """
    entries = (entry.strip().partition(";") for entry in text.split(","))
    refused = re.compile(r"\s*q=0(\.0*)?\s*$")
    return {name.strip().removeprefix("W/") for name, _, q in entries if not refused.match(q)}


def built_files() -> dict[str, File]:
    """Return the files of the page that was built into the package, by name."""
    root = files("pitboss.server") / "static"
    return {
        name: File(name, file.read_bytes())
        for name, file in files_under(root, "")
        if _is_sent(name)
    }


def files_under(folder: Traversable, under: str) -> Iterator[tuple[str, Traversable]]:
    """Yield every file under a folder with its name, which begins with *under*."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.is_dir():
            yield from files_under(path, f"{under}{path.name}/")
        else:
            yield f"{under}{path.name}", path


def _is_sent(name: str) -> bool:
    return name.rpartition(".")[2] in _TYPES


def page_routes(files: Mapping[str, File]) -> list[Route]:
    """Return the routes of a page made of files."""
    single = [name for name in files if "/" not in name and name != INDEX]
    named = {f"/{name}": name for name in single} | dict.fromkeys(PATHS, INDEX)
    return [
        *(Route(path, _Sender(path, files, name)) for path, name in named.items()),
        Route(ASSETS, _Sender(ASSETS, files)),
    ]


class _Sender:
    """Sends one file, or the one that the path names."""

    def __init__(self, path: str, files: Mapping[str, File], name: str = "") -> None:
        self._path, self._found, self._name = path, files, name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ROUTE] = self._path
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in {"GET", "HEAD"}:
            return wrong_method(request, ["GET"])
        file = self._found.get(self._name or f"assets/{request.path_params['file']}")
        if file is None:
            return refuse(request.scope, not_found())
        return file.answer(request.headers)
