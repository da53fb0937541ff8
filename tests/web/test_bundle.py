"""The page that is shipped is built of the sources that are here, and is small."""

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest

from tests.remote.served import Served
from tests.tiers import IS_NIGHT
from tests.web.conftest import NewContext, NewTable
from tools import web

FILES_MAX = 78_000
"""Bytes of the files that the page names, compressed."""
FIRST_LOAD_MAX = 88_000
"""Bytes until a bet can be dealt, with headers and what the server answers; the goal is 80,000."""
PLAYABLE = "() => document.querySelector('[data-do=deal]:enabled')"


def test_the_built_page_is_of_these_sources() -> None:
    assert web.stale() == ""


def test_a_changed_source_and_a_changed_built_file_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "web"
    built = tmp_path / "static"
    shutil.copytree(web.SOURCES, sources, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(web.BUILT, built)
    verifier = sources / web.SHARED
    verifier.parent.mkdir(parents=True)
    shutil.copy(web.SOURCES / web.SHARED, verifier)
    monkeypatch.setattr(web, "SOURCES", sources)
    assert web.stale(built) == ""

    main = sources / "src" / "main.ts"
    main.write_text(main.read_text() + "// changed\n")
    assert "other sources" in web.stale(built)

    shutil.copy(web.ROOT / "web" / "src" / "main.ts", main)
    text = verifier.read_text()
    verifier.write_text(text + "// changed\n")
    assert "other sources" in web.stale(built)

    verifier.write_text(text)
    (built / "index.html").write_text("<!doctype html>")
    assert "by hand" in web.stale(built)

    shutil.rmtree(built)
    assert "never built" in web.stale(built)


def test_the_files_of_the_page_are_within_their_budget() -> None:
    page = (web.BUILT / "index.html").read_text()
    names = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert len(names) >= 3
    styles = [(web.BUILT / name).read_text() for name in names if name.endswith(".css")]
    names += [name.lstrip("/") for text in styles for name in re.findall(r"url\(([^)]+)\)", text)]
    sizes = {name: len(gzip.compress((web.BUILT / name).read_bytes())) for name in names}
    assert sum(sizes.values()) + len(gzip.compress(page.encode())) <= FILES_MAX, sizes


@pytest.mark.parametrize("game", ["wa/spanish-21", "co/free-bet", "co/trilux"])
def test_the_first_load_is_within_its_budget(
    new_table: NewTable, floor: Served, new_context: NewContext, game: str
) -> None:
    """All that comes over the line with an empty cache, as `bench/web.py` counts it."""
    page = new_context().new_page()
    session = page.context.new_cdp_session(page)
    sizes = []
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{floor.address}/table/{new_table(game).id}")
    page.wait_for_function(PLAYABLE)
    assert len(sizes) > 5
    assert sum(sizes) <= FIRST_LOAD_MAX, sizes


def test_nothing_of_the_page_names_another_host() -> None:
    hosts = set()
    for path in web.BUILT.rglob("*"):
        if path.is_file() and path.suffix not in {".woff2", ".png"}:
            hosts |= set(re.findall(r"https?://[\w.-]+", path.read_text()))
    known = {"http://www.w3.org", "https://svelte.dev"}  # namespaces, and words of an error
    assert hosts <= known


def test_the_lock_names_no_host() -> None:
    text = (web.SOURCES / "package-lock.json").read_text()
    assert "://" not in text
    packages = json.loads(text)["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)


@pytest.mark.skipif(
    shutil.which("npm") is None or not (IS_NIGHT or (web.SOURCES / "node_modules").is_dir()),
    reason="the page is built again where Node and the page's tools are installed: make web",
)
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    web.build(tmp_path / "static")
    again = {p.name: p.read_bytes() for p in (tmp_path / "static").rglob("*") if p.is_file()}
    assert again == {p.name: p.read_bytes() for p in web.BUILT.rglob("*") if p.is_file()}
