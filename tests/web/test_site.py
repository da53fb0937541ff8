"""The documentation site: built once from docs/, then read as files and in a browser.

The build itself is the first test: the generator refuses a link or an anchor that leads nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.remote.served import Served, served
from tests.web.conftest import NewContext
from tests.web.test_looks import SIZES, violations
from tools.site.build import SiteError, build
from tools.site.moved import MOVED
from tools.site.navigation import navigation, pages_of
from tools.site.source import DOCS, ROOT, site_path

NOTEBOOKS: Final = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
READ: Final = (
    "index.html",
    "games/co-free-bet.html",
    "notebooks/2-solve-and-chart.html",
    "reference/command-line.html",
)
"""A page of every kind."""
_ADDRESS: Final = re.compile(r'<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"')
_ANCHOR: Final = re.compile(r'\s(?:id|name)="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder)
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """Return every page of the site by its name."""
    return {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"
    }


def addresses(text: str) -> Iterator[tuple[str, str]]:
    for tag, address in _ADDRESS.findall(text):
        yield tag, unquote(address.replace("&amp;", "&"))


def test_every_page_of_the_documentation_is_in_the_navigation_once(pages: dict[str, str]) -> None:
    listed = pages_of(navigation())
    assert len(listed) == len(set(listed))
    written = {site_path(path.relative_to(ROOT)) for path in DOCS.rglob("*.md")}
    assert written <= set(listed)
    assert {path.removesuffix(".md") + ".html" for path in listed} <= pages.keys()
    assert {f"notebooks/{path.stem}.md" for path in NOTEBOOKS} <= set(listed)


def test_every_link_leads_to_a_page_and_an_anchor_of_the_site(
    site: Path, pages: dict[str, str]
) -> None:
    anchors = {name: set(_ANCHOR.findall(text)) for name, text in pages.items()}
    lost: list[str] = []
    for name, text in pages.items():
        for tag, address in set(addresses(text)):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            place = (site / name).parent / parts.path if parts.path else site / name
            target = place.resolve().relative_to(site.resolve()).as_posix()
            if not (site / target).is_file():
                lost.append(f"{name}: {tag} {address}")
            elif parts.fragment and target in anchors and parts.fragment not in anchors[target]:
                lost.append(f"{name}: no anchor {address}")
    assert not lost, "\n".join(lost)


def test_an_address_of_before_leads_to_the_same_place_of_its_page(
    docs_server: Served, new_context: NewContext
) -> None:
    page = new_context(docs_server.address).new_page()
    page.goto(f"{docs_server.address}/docs/command-line.html#pitboss-check")
    page.wait_for_url("**/docs/reference/command-line.html#pitboss-check")
    page.goto(f"{docs_server.address}/docs/mathematics/odds.html")
    page.wait_for_url("**/docs/explanation/mathematics/odds.html")


def test_every_address_of_before_has_a_page_that_leads_on(pages: dict[str, str]) -> None:
    for old, new in MOVED.items():
        assert "This page has moved" in pages[old]
        assert "This page has moved" not in pages[new]


def test_no_page_loads_anything_from_elsewhere_or_runs_what_is_written_into_it(
    site: Path, pages: dict[str, str]
) -> None:
    wrong: list[str] = []
    for name, text in pages.items():
        wrong += [
            f"{name}: {tag} {address}"
            for tag, address in addresses(text)
            if tag != "a" and urlsplit(address).scheme not in {"", "data"}
        ]
        inline = re.findall(r"<script>|<style>|<[^>]+\s(?:on\w+|style)=\"[^\"]*\"", text)
        wrong += [f"{name}: {tag}" for tag in inline]
    for path in site.rglob("*.css"):
        wrong += [
            f"{path.name}: {address}"
            for address in re.findall(r"url\(['\"]?(?:https?:)?//[^)]*", path.read_text())
        ]
    assert not wrong, "\n".join(wrong)


def test_formulas_are_drawn_by_the_browser_and_notebooks_show_what_they_showed(
    pages: dict[str, str],
) -> None:
    assert not [name for name, text in pages.items() if re.search(r"\$<code>|<p>```", text)]
    for notebook in NOTEBOOKS:
        text = pages[f"notebooks/{notebook.stem}.html"]
        assert "<pre>" in text
        assert re.search(r'<img[^>]* src="[\w-]+\.svg"', text)


def test_a_broken_link_stops_the_build_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Goal: nobody publishes a broken site. Method: a small site with one bad link and anchor."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "README.md").write_text("# All\n\n## Pages\n\n| page |\n| --- |\n| [One](one.md) |\n")
    (docs / "one.md").write_text("# One\n\n[to nowhere](two.md) and [here](#lost)\n")
    for name in ("tools.site.source", "tools.site.navigation"):
        monkeypatch.setattr(f"{name}.ROOT", tmp_path)
        monkeypatch.setattr(f"{name}.DOCS", docs)
    monkeypatch.setattr("tools.site.navigation.INDEX", docs / "README.md")
    monkeypatch.setattr("tools.site.source.NOTEBOOKS", tmp_path)
    with pytest.raises(SiteError) as refused:
        build(tmp_path / "site")
    assert "two.md" in str(refused.value)
    assert "#lost" in str(refused.value)
    assert not (tmp_path / "site").exists()


@pytest.fixture(scope="module")
def docs_server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    with served(tmp_path_factory.mktemp("docs"), site=files) as server:
        yield server


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("size", "light"), [("phone", "dark"), ("desktop", "light")])
def test_pages_are_read_and_searched_under_the_servers_policy(
    docs_server: Served, new_context: NewContext, size: str, light: str
) -> None:
    """What the policy refuses or the page asks another host for fails the test (`Watch`)."""
    context = new_context(docs_server.address, viewport=SIZES[size], color_scheme=light)
    page = context.new_page()
    problems = list[str]()
    for name in READ:
        page.goto(f"{docs_server.address}/docs/{name}")
        page.wait_for_selector("article h1")
        problems += violations(page, name)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        if wide:
            problems.append(f"{name} is wider than the {size}")
    assert not problems, "\n".join(problems)
    assert_search_works(page)


def test_the_site_works_from_a_disk(site: Path, new_context: NewContext) -> None:
    context: BrowserContext = new_context("file://", viewport=SIZES["desktop"])
    page = context.new_page()
    page.goto((site / "games" / "co-free-bet.html").as_uri())
    assert_search_works(page)


def assert_search_works(page: Page) -> None:
    """Look for a word of one page, and go to it."""
    page.keyboard.press("Control+k")
    page.keyboard.type("Kelly bets")
    hit = page.locator("a:visible", has_text=re.compile("Kelly")).first
    hit.wait_for()
    hit.click()
    page.wait_for_url(re.compile(r"\.html"))
