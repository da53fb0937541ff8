"""The page: its files are sent as browsers want them, and nothing else is."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from pitboss.server.requests.pages import AGAIN, FOREVER, PATHS, File, built_files
from tests.server.asgi import Answer, Client, Clock, run_with, served

CODE = b"export const felt = 'green';" * 40
PAGE = {
    name: File(name, content)
    for name, content in {
        "index.html": b"<!doctype html><title>Pitboss</title>",
        "icon.svg": b"<svg/>",
        "assets/index-CUTdM4ZU.js": CODE,
        "assets/plain.css": b"body{}",
    }.items()
}
SCRIPT = "/assets/index-CUTdM4ZU.js"
GZIP = ("accept-encoding", "br;q=1.0, gzip;q=0.8")


def test_every_address_of_the_page_is_the_page_and_unknown_ones_are_not(tmp_path: Path) -> None:
    opened = [path.replace("{rest:path}", "co.free-bet/a b") for path in PATHS]
    unknown = (
        "/assets/index-00000000.js",
        "/assets/../index.html",
        "/assets/..%2Findex.html",
        "/assets//etc/passwd",
        "/assets/",
        "/build.json",
        "/index.html/",
        "/../pages.py",
        "/nothing",
        "/tables",
    )

    async def steps(client: Client, _: Clock) -> None:
        wrong = []
        for path in opened:
            answer = await client.get(path)
            if (answer.status, answer.body) != (200, PAGE["index.html"].content):
                wrong.append((path, answer.status))
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
        for path in unknown:
            answer = await client.get(path)
            if answer.status != 404 or answer.code != "request/not-found":
                wrong.append((path, answer.status))
        assert not wrong
        refused = await client.post("/table/1")
        assert (refused.code, refused.headers["allow"]) == ("request/method", "GET")

    run_with(tmp_path, steps, page=PAGE)


def test_every_place_that_the_page_leads_to_is_the_page() -> None:
    sources = Path(__file__).parents[2] / "web" / "src"
    menu = (sources / "lib" / "places.ts").read_text(encoding="utf-8")
    listed = re.search(r"const PAGES[^{]*{(.*?)};", (sources / "App.svelte").read_text(), re.DOTALL)
    assert listed
    led = {*re.findall(r'path: "(/\w*)"', menu), "/table"}
    led |= {f"/{name}" for name in re.findall(r"^ +(\w+): \(\) =>", listed[1], re.MULTILINE)}
    assert len(led) > 5
    assert led <= set(PATHS)


@served(page=PAGE)
async def test_files_are_kept_compressed_and_asked_for_again_as_they_should_be(
    client: Client,
) -> None:
    packed = await client.get(SCRIPT, GZIP)
    assert gzip.decompress(packed.body) == CODE
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-length"] == str(len(packed.body))
    for header in ((), (("accept-encoding", "gzip;q=0"),)):
        plain = await client.get(SCRIPT, *header)
        assert (plain.body, "content-encoding" in plain.headers) == (CODE, False)
    assert plain.headers["cache-control"] == packed.headers["cache-control"] == FOREVER
    assert plain.headers["vary"] == "Accept-Encoding"
    for path in ("/", "/icon.svg", "/assets/plain.css"):
        assert (await client.get(path)).headers["cache-control"] == AGAIN
    await _ask_again(client)
    head = await client.send("HEAD", SCRIPT)
    assert (head.status, head.headers["content-length"]) == (200, str(len(CODE)))
    guarded(packed)


@served(page=PAGE)
async def test_long_answers_that_are_the_same_for_everybody_are_sent_compressed(
    client: Client,
) -> None:
    path = "/api/1/games"
    plain = await client.get(path)
    packed = await client.get(path, GZIP)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-length"] == str(len(packed.body))
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 3
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


async def _ask_again(client: Client) -> None:
    """A browser that has the page is not sent it."""
    tag = (await client.get("/")).headers["etag"]
    for text in (tag, f"W/{tag}", f'"x", {tag}'):
        answer = await client.get("/", ("if-none-match", text))
        assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)
    assert (await client.get("/", ("if-none-match", '"x"'))).status == 200


def guarded(answer: Answer) -> None:
    """Hold a file to what guards every answer."""
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_built_page_needs_nothing_that_is_not_sent(tmp_path: Path) -> None:
    files = built_files()
    if not files:
        pytest.fail("the page is not in the package: run `make web`")
    text = files["index.html"].content.decode()
    named = [part.partition('"')[0] for part in text.split('="/')[1:]]
    assert named
    assert set(named) <= files.keys()
    assert "http:" not in text
    assert "https:" not in text

    async def steps(client: Client, _: Clock) -> None:
        for name, file in files.items():
            answer = await client.get("/" if name == "index.html" else f"/{name}")
            assert (answer.status, answer.body) == (200, file.content), name

    run_with(tmp_path, steps)
