"""The lab without a server, in a browser whose network is cut after the first visit."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pitboss.rulebook.reading import library
from pitboss.server.alone.answers import run_job
from pitboss.server.alone.write import write_site
from tests.distinct_games import distinct_games
from tools.browser import Watch

PAGES = (
    "/lab/",
    "/lab/wagers",
    "/lab/documents",
    "/lab/published",
    "/lab/game/wa/spanish-21",
    "/replay",
)
"""Those that need no work."""
PATIENT_MS = 300_000
"""A busy machine starts Python slowly."""
UNUSUAL = {
    "reference/blackjack": ["decks=4", "soft17=stand", "blackjack=6:5", "surrender=late"],
    "co/pai-jack": [],
}
ASK = """([name, question]) => new Promise((done) => {
  const worker = new Worker(name, { type: "module" });
  worker.onmessage = ({ data: { status, text } }) => {
    if (status === undefined) return;
    worker.terminate();
    done([status, text]);
  };
  const bare = { id: 1, method: "", path: "", query: "", body: "", language: "en", results: {} };
  worker.postMessage({ ...bare, ...question });
})"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Write nothing for each request."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("alone") / "site"
    write_site(target)
    return target


@pytest.fixture(scope="module")
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """Return a page that has seen the lab once, and has no network any more."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    watch = Watch(context, address)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("main h1")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    server.shutdown()
    server.server_close()
    context.set_offline(True)
    yield page
    context.close()
    assert not watch.faults


def test_every_page_opens_without_a_network(page: Page) -> None:
    for path in PAGES:
        page.goto(path)
        expect(page.locator("main h1")).to_be_visible()
        expect(page.locator("[role=alert]")).to_have_count(0)
        report = Axe().run(page)
        assert report.violations_count == 0, report.generate_report()
    for game in library.games():
        page.goto(f"/lab/game/{game.id}")
        expect(page.locator("main")).to_contain_text("Standard deviation")


def test_a_shoe_is_verified_without_a_network_too(page: Page) -> None:
    page.goto("/lab/")
    expect(page.locator("main h1")).to_be_visible()
    page.keyboard.press("Shift+F")
    expect(page.get_by_role("heading", name="Verify a shoe")).to_be_visible()
    page.goto("/lab/")
    page.locator("[data-open-menu]").click()
    page.locator("[data-place='/verify/']", has_text="Is it fair?").click()
    expect(page.get_by_role("heading", name="Verify a shoe")).to_be_visible()


def ask(page: Page, folder: Path, question: dict[str, Any]) -> tuple[int, str]:
    (worker,) = (folder / "assets").glob("python.worker-*.js")
    page.set_default_timeout(PATIENT_MS)
    status, text = page.evaluate(ASK, [f"/assets/{worker.name}", question])
    return status, text


def test_rounds_are_refused_in_words(page: Page, folder: Path) -> None:
    job = {"kind": "simulate", "game": "co/pai-jack", "terms": {"rounds": 1000}}
    status, text = ask(page, folder, {"kind": "job", "body": json.dumps(job)})
    assert (status, json.loads(text)["code"]) == (422, "page/rounds")


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game == "co/pai-jack" else pytest.mark.nightly)
        for game in distinct_games()
    ],
)
def test_edges_and_charts_are_solved_in_the_browser_as_natively_to_the_last_bit(
    page: Page, folder: Path, game: str
) -> None:
    job = {"kind": "game", "game": game, "option": UNUSUAL.get(game, [])}
    status, text = ask(page, folder, {"kind": "job", "body": json.dumps(job)})
    native = run_job(json.dumps(job).encode(), lambda *_: None)
    here = json.loads(text)
    there = json.loads(native[1])
    # numpy leaves some of the sums behind a deviation to BLAS, whose order is the processor's own.
    assert deviations(here) == pytest.approx(deviations(there), rel=1e-15)
    assert (status, here) == (native[0], there)


def deviations(solution: dict[str, Any]) -> list[float]:
    """Take the standard deviations out of a solution."""
    return [part.pop("deviation") for part in (solution, *solution["lines"])]
