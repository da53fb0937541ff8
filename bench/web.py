"""How quickly the page is there and answers: one run, one machine, a browser on loopback.

Usage: python bench/web.py [--presses 60]

A server is started as `pitboss serve` starts it, with books of its own. Times of the page are taken
in the page, by the browser's own clock; what is printed is also put against its limit, so that
anything above 1 is too much. Run it on an idle machine.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import BrowserContext, Page
from processor import machine

from tools.browser import running_browser, running_server
from tools.web_player import Keyboard, TablePage, any_decision, key_of

FIRST_LOAD_KB, PAINT_MS, INPUT_MS, CARDS_S, NEXT_S = 80, 1_000, 100, 5, 1
TABLES = ("wa.spanish-21", "co.free-bet", "co.trilux")
"""Each is loaded by somebody who is alone there."""
SHARE = 0.99
PLAIN = {"hit", "stand", "decline"}
"""Decisions that one key takes."""

# The press that comes next -> the first frame after it, and the frame that shows the answer.
WATCH = """() => {
  const table = document.querySelector('.table');
  const shown = () => `${table.dataset.round} ${table.dataset.asked} ${table.dataset.stage}`;
  window.timed = new Promise((resolve) => {
    addEventListener('keydown', (event) => {
      const before = shown(), times = {};
      const after = (name) => requestAnimationFrame(() => setTimeout(() => {
        times[name] = performance.now() - event.timeStamp;
        if ('frame' in times && 'answer' in times) resolve(times);
      }));
      after('frame');
      const observer = new MutationObserver(() => {
        if (shown() === before) return;
        observer.disconnect();
        after('answer');
      });
      observer.observe(table, {attributes: true});
    }, {capture: true, once: true});
  });
}"""
PLAYABLE = "() => document.querySelector('[data-do=deal]:enabled') && performance.now()"
CARDS = "() => document.querySelectorAll('.felt .card').length > 3"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def main() -> None:
    """Measure, and print every figure with its limit."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--presses", type=int, default=60, help="how often a key is pressed")
    presses = parser.parse_args().presses
    print(f"{machine()}\n")
    with TemporaryDirectory() as folder, running_browser() as browser:
        began = time.monotonic()
        with running_server(Path(folder)) as (_, address):
            listening_s = time.monotonic() - began
            context = browser.new_context()
            page = context.new_page()
            first_hand(page, address, began, listening_s)
            print()
            for table in TABLES:
                load(browser.new_context(), address, table)
            print()
            inputs(TablePage(page, address, Keyboard()), presses)


def first_hand(page: Page, address: str, began: float, listening_s: float) -> None:
    """From Enter in the shell to the first cards, and to the next ones."""
    show("server listening", listening_s, CARDS_S, "s")
    page.goto(address)
    page.wait_for_function(PLAYABLE)
    page.keyboard.press("Space")
    page.wait_for_function(CARDS)
    show("cards on the felt after Enter", time.monotonic() - began, CARDS_S, "s")
    there, rng = TablePage(page, address, Keyboard()), random.Random(1)  # noqa: S311 - anything may be decided
    while there.stand.actions:
        there.decide(any_decision(there.stand, rng))
    there.ready()
    began = time.monotonic()
    there.deal()
    page.wait_for_function(CARDS)
    show("the next hand", time.monotonic() - began, NEXT_S, "s")


def load(context: BrowserContext, address: str, table: str) -> None:
    """Load the page with an empty cache."""
    page = context.new_page()
    session, sizes = context.new_cdp_session(page), []
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{address}/table/{table}")
    playable_ms = page.wait_for_function(PLAYABLE).json_value()
    show("first contentful paint", page.evaluate(PAINT), PAINT_MS, "ms")
    show("playable", playable_ms, PAINT_MS, "ms")
    show("first load, compressed", sum(sizes) / 1000, FIRST_LOAD_KB, "kB")
    context.close()


def inputs(there: TablePage, presses: int) -> None:
    """Press keys that deal and keys that decide, and time what follows each."""
    rng = random.Random(2)  # noqa: S311 - likewise
    times: dict[str, list[dict[str, float]]] = {"deal": [], "decide": []}
    while min(map(len, times.values())) < presses:
        stand = there.ready()
        if stand.actions:
            action = rng.choice([choice for choice in stand.actions if choice in PLAIN])
            key = key_of(there.page, action)
            times["decide"].append(
                time_press(there, lambda key=key: there.page.keyboard.press(key))
            )
        else:
            times["deal"].append(time_press(there, lambda: there.page.keyboard.press("Space")))
    for name, samples in times.items():
        for what, words in (
            ("frame", "next frame"),
            ("answer", "answer of the server on the felt"),
        ):
            values = sorted(sample[what] for sample in samples)
            late = values[min(len(values) - 1, int(SHARE * len(values)))]
            show(f"{name}: press to {words}, median", statistics.median(values), INPUT_MS, "ms")
            show(f"{name}: press to {words}, p99", late, INPUT_MS, "ms")


def time_press(there: TablePage, press: Callable[[], None]) -> dict[str, float]:
    """Return how long the page took after a press, in milliseconds."""
    there.page.evaluate(WATCH)
    press()
    times: dict[str, float] = there.page.evaluate("window.timed")
    return times


def show(name: str, value: float, limit: float, unit: str) -> None:
    """Print a figure, its limit, and the ratio."""
    print(f"{name:52} {value:8.1f} {unit:3} of {limit:5} {unit:3} {value / limit:6.2f}")


if __name__ == "__main__":
    main()
