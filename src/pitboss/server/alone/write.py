"""Write the lab as a folder of static files, which any web host can serve.

The folder has the page of the server in another mode, the documentation, the answers that need no
work, and Python with the sources of this package: the rest is answered in the browser itself
(`answers`). A service worker keeps everything, so the pages work without a network afterwards.
"""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pitboss
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading import library
from pitboss.rulebook.reading.plain_game import write_game
from pitboss.server.alone.answers import answer
from pitboss.server.requests.pages import INDEX, built_files, files_under
from pitboss.version import __version__

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)
"""What a browser may load: nothing from another host, and no script that is written into a page."""
MARK: Final = "pitboss-alone"
"""The name in the head of a page that has no server."""
GAME_PAGES: Final = ("game", "hand", "simulate", "risk", "protect")
LAB_PAGES: Final = ("wagers", "documents", "published", "house", "settle")
OTHER_PAGES: Final = ("replay", "fair")
BOOK_ANSWERS: Final = ("games", "wagers", "documents", "published")
"""Answers that need no work in the browser."""
_FOLDER: Final = Path(__file__).parent
_LEFT_OUT: Final = frozenset(
    {"agents", "cli", "client", "gym", "rehearsal", "store", "tui", "audit"}
)
"""Packages that no answer of the lab needs."""
_LEFT_OUT_OF_SERVER: Final = frozenset(
    {
        *("static", "site", "alone", "accounts", "staff", "bridge", "physical", "office"),
        *("console", "audit", "cases", "opening"),
    }
)
_SERVICE_WORKER: Final = (_FOLDER / "service-worker.js").read_text(encoding="utf-8")
_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)


def write_site(target: Path) -> int:
    """Write the folder, which has to be empty or missing; return the number of its files."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        message = f"'{target}' is not empty; name a folder that is empty or does not exist"
        raise RulesError([Problem(code="file/exists", key="--out", message=message)])
    target.mkdir(parents=True, exist_ok=True)
    written = {**_page(), **_answers(), **_python(), **_manual()}
    kept = [name for name in written if not name.startswith(("docs/", "404"))]
    written["sw.js"] = _service_worker(written, kept)
    for name, content in written.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return len(written)


def _page() -> dict[str, bytes]:
    """Return the built page, with a copy for every address that a person can open first."""
    made = {name: file.content for name, file in built_files().items() if name != "sw.js"}
    index = _alone(made.pop(INDEX).decode())
    made["manifest.webmanifest"] = (
        made["manifest.webmanifest"]
        .decode()
        .replace('"start_url": "/"', '"start_url": "/lab/"')
        .replace("/practice", "/lab/wagers/")
        .replace('"Practice"', '"Wagers"')
        .replace('"/games"', '"/lab/"')
        .encode()
    )
    games = [game.id for game in library.games()]
    places = ["", "lab", *(f"lab/{page}" for page in LAB_PAGES), *OTHER_PAGES]
    places += [f"lab/{page}/{game}" for page in GAME_PAGES for game in games]
    # A host that knows no address of the page by itself answers with the page all the same.
    made |= {f"{place}/{INDEX}".lstrip("/"): index for place in places} | {"404.html": index}
    fair = files("pitboss.fair")
    made |= {
        f"verify/{name}": (fair / f"verify.{kind}").read_bytes()
        for name, kind in ((INDEX, "html"), ("verify.js", "js"), ("verify.css", "css"))
    }
    return made


def _alone(index: str) -> bytes:
    """Return the page with the mark that it has no server, and with its policy."""
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    mark = f'<meta name="{MARK}" content="{__version__}" />'
    icon = '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />'
    return re.sub(
        r"(<meta charset[^>]*>)", rf"\1\n    {policy}\n    {mark}\n    {icon}", index, count=1
    ).encode()


def _answers() -> dict[str, bytes]:
    """Return the answers to what every visitor asks, as files."""
    asked = {f"lab/{name}": ("/lab/" + name, "") for name in BOOK_ANSWERS}
    for game in library.games():
        asked[f"lab/games/{game.id}"] = (f"/lab/games/{game.id}", "")
        asked[f"lab/setup/{game.id}"] = ("/lab/setup", urlencode({"game": game.id}))
    made = {}
    for name, (path, query) in asked.items():
        status, body = answer("GET", path, query)
        assert status == 200, (path, body)
        made[f"answers/{name}.json"] = body
    return made


def _python() -> dict[str, bytes]:
    """Return Python, the compiled functions, and the sources that it runs."""
    made = {
        f"python/{path.name}": path.read_bytes()
        for path in sorted((_FOLDER / "python").iterdir())
        if path.is_file()
    }
    wasm = (_FOLDER / "kernels" / "kernels.wasm").read_bytes()
    made["python/kernels.wasm.gz"] = gzip.compress(wasm, 9, mtime=0)
    made["python/kernels.json"] = (_FOLDER / "kernels" / "kernels.json").read_bytes()
    made["python/pitboss.zip"] = _sources()
    return made


def _sources() -> bytes:
    """Return the package as Python in the browser imports it, games read and arrays beside it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(_modules()):
            info = zipfile.ZipInfo(name, _ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return made.getvalue()


def _modules() -> Iterator[tuple[str, bytes]]:
    root = Path(pitboss.__file__).parent
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        is_needed = (
            path.is_file()
            and parts[0] not in _LEFT_OUT
            and not (parts[0] == "server" and parts[1] in _LEFT_OUT_OF_SERVER)
            and not {"__pycache__", "examples"} & {*parts}
            and path.suffix in (".py", ".toml", ".json", ".txt", ".csv")
        )
        if is_needed:
            yield f"pitboss/{'/'.join(parts)}", path.read_bytes()
    for name in ("__init__", "answers", "one_thread"):
        yield f"pitboss/server/alone/{name}.py", (_FOLDER / f"{name}.py").read_bytes()
    for path in (_FOLDER / "numpy").glob("*.py"):
        yield f"numpy/{path.name}", path.read_bytes()
    for game in library.games():
        name = game.id.replace("/", "-")
        yield f"pitboss/rulebook/catalog/prepared/{name}.game", write_game(game)
    examples = root / "examples"
    for path in (examples if examples.is_dir() else root.parents[1] / "examples").glob("*.toml"):
        yield f"pitboss/examples/{path.name}", path.read_bytes()


def _manual() -> dict[str, bytes]:
    """Return the documentation; a sentence where this installation has none."""
    made = {
        f"docs/{name}": path.read_bytes()
        for name, path in files_under(files("pitboss.server") / "site", "")
    }
    text = b"<!doctype html><html lang='en'><title>Manual</title><h1>Manual</h1>"
    text += b"<p>This folder was written without the manual. <a href='/lab/'>To the lab</a></p>"
    return made or {f"docs/{INDEX}": text}


def _service_worker(written: dict[str, bytes], kept: list[str]) -> bytes:
    """Return the service worker, with every file that it keeps and a name for this version."""
    total = sha256()
    for name in sorted(written):
        total.update(f"{name}\0{len(written[name])}\0".encode() + written[name])
    names = ",\n".join(f'  "/{name.removesuffix(INDEX)}"' for name in sorted(kept))
    text = _SERVICE_WORKER.replace("@VERSION@", total.hexdigest()[:16])
    return text.replace('  "@FILES@"', names).encode()
