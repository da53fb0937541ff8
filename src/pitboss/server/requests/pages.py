"""Serve built files: the page that draws the tables, and the documentation under /docs.

Only files that existed when the server was made are served, so no path leads anywhere else.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pitboss.server.requests.endpoint import ROUTE, not_found, refuse, wrong_method
from pitboss.server.requests.packing import read_list, reads_gzip
from pitboss.text.say import language_of, say, speaking

INDEX: Final = "index.html"
PLACES: Final = (
    *(
        "account",
        "console",
        "fair",
        "games",
        "history",
        "lab",
        "practice",
        "replay",
        "setup",
        "sign",
    ),
    *("table", "train", "learn", "count", "private", "school"),
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
    "webmanifest": "application/manifest+json",
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
        if self.etag in read_list(headers.get("if-none-match", "")):
            return Response(status_code=304, headers=own)
        if reads_gzip(headers) and self.compressed is not None:
            own["Content-Encoding"] = "gzip"
            return Response(self.compressed, media_type=self.content_type, headers=own)
        return Response(self.content, media_type=self.content_type, headers=own)


def built_files() -> dict[str, File]:
    """Return the files of the page that was built into the package, by name."""
    root = files("pitboss.server") / "static"
    return {
        name: File(name, file.read_bytes())
        for name, file in files_under(root, "")
        if name.rpartition(".")[2] in _TYPES
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


def page_routes(files: Mapping[str, File]) -> list[Route]:
    """Return the routes of a page made of files."""
    single = [name for name in files if "/" not in name and name != INDEX]
    named = {f"/{name}": name for name in single} | dict.fromkeys(PATHS, INDEX)

    def send(name: str) -> Callable[[Request], Response]:
        def find(request: Request) -> Response:
            file = files.get(name or f"assets/{request.path_params['file']}")
            return file.answer(request.headers) if file else answer_unknown(request)

        return find

    named[ASSETS] = ""
    return [Route(path, _Sender(path, send(name))) for path, name in named.items()]


class _Sender:
    """Sends the files of one path."""

    def __init__(self, path: str, find: Callable[[Request], Response]) -> None:
        self._path = path
        self._find = find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ROUTE] = self._path
        request = Request(scope)
        is_read = request.method in {"GET", "HEAD"}
        response = self._find(request) if is_read else wrong_method(request, ["GET"])
        await response(scope, receive, send)


SITE_PATHS: Final = ("/docs", "/docs/{name:path}")
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


UNKNOWN: Final = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title>
<main>
<h1>{title}</h1>
<p>{why}</p>
<p><a href="/">{tables}</a> · <a href="/games">{games}</a> · <a href="/docs/">{manual}</a></p>
</main>
</html>
"""
"""What a person sees at an unknown address; programs are answered in JSON."""


def answer_unknown(request: HTTPConnection) -> Response:
    """Answer an unknown address: with a page where a person looks, else in JSON."""
    refused = refuse(request.scope, not_found())  # it counts as one, and is logged as one
    if "text/html" not in request.headers.get("accept", ""):
        return refused
    language = language_of(request.headers.get("accept-language", ""))
    with speaking(language):
        page = UNKNOWN.format(
            language=language,
            title=say("There is no page of this name"),
            why=say("The address may be mistyped, or the page has moved."),
            tables=say("To the tables"),
            games=say("All games"),
            manual=say("The manual"),
        )
    return Response(page, 404, media_type=_TYPES["html"])


def site_routes(pages: Mapping[str, Traversable] | None = None) -> list[Route]:
    """Return the routes of the documentation; *pages*: the files of another site.

    A file is read on request, because most of them never are.
    """
    site = dict(files_under(files("pitboss.server") / "site", "")) if pages is None else pages
    read = lru_cache(FILES_KEPT)(lambda name: File(name, site[name].read_bytes()))

    def find(request: Request) -> Response:
        name: str | None = request.path_params.get("name")
        if name is None:  # the links of the page begin at the folder
            return RedirectResponse("/docs/")
        if INDEX not in site and not name:
            return NOT_BUILT.answer(request.headers)
        if not name or name.endswith("/"):
            name += INDEX
        return read(name).answer(request.headers) if name in site else answer_unknown(request)

    return [Route(path, _Sender(path, find)) for path in SITE_PATHS]
