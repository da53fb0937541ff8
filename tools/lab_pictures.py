"""Take the pictures of the pages of the lab, on a phone and on a desktop.

Usage: python -m tools.lab_pictures [PAGE ...]

They are `docs/pictures/lab/PAGE-SIZE.webp`, and `docs/guides/lab.md` shows them. A new page of the
lab gets a line in `PAGES`: its name, its title, its full address, and a selector of the element to
wait for before taking the picture.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from playwright.sync_api import Browser

from tests.remote.served import served
from tools.browser import running_browser
from tools.web_pictures import SIZES, TABLES, screen, small_picture

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = Path("docs/pictures/lab")
PAGE: Final = Path("docs/guides/lab.md")
HEADING: Final = "## Every page"
WAIT_MS: Final = 300_000
"""A page may have to be solved first."""


class LabPicture(NamedTuple):
    """One page of the lab to picture."""

    title: str
    path: str
    ready: str
    """A selector of what is there when the page is whole."""
    begin: str = ""
    """A selector of what the picture begins with; the page's top where it is empty."""


PAGES: Final = {
    "games": LabPicture("Every game with its edge", "/lab", "[data-row]"),
    "game": LabPicture(
        "A game: its edge, its chart, and what each rule changes",
        "/lab/game/wa/spanish-21",
        "[data-ready] [data-chart]",
    ),
    "index-plays": LabPicture(
        "Its chart with the index plays of a count, to print",
        "/lab/game/reference/blackjack?o=soft17=hit&count=hi-lo",
        "[data-panel=plays] [data-row]",
    ),
    "hand": LabPicture(
        "Any hand: the exact value of every choice",
        "/lab/hand/reference/blackjack?hand=Th+6d&up=Tc&gone=5s+5h+5d+5c",
        "[data-choice]",
    ),
    "simulation": LabPicture(
        "A simulation beside the exact edge",
        "/lab/simulate/co/free-bet?rounds=1000000&seed=1&run=1",
        "[data-digest]",
        "[data-facts=result]",
    ),
    "risk": LabPicture(
        "What a counter wins and risks, by sliders",
        "/lab/risk/reference/blackjack?most=12&begin=0&goal=400",
        "[data-plot=pitboss-bankroll-fan][data-drawn=true]",
        "form",
    ),
    "risk-curves": LabPicture(
        "The same as curves, each with its table",
        "/lab/risk/reference/blackjack?most=12&begin=0&goal=400",
        "[data-plot=pitboss-bankroll-fan][data-drawn=true]",
        "[data-plot=pitboss-counts]",
    ),
    "protection": LabPicture(
        "What counters win of a table, and what stops them",
        "/lab/protect/co/golden-21?run=1",
        "[data-plot=pitboss-vulnerability][data-drawn=true]",
        "[data-facts=protection]",
    ),
    "wagers": LabPicture(
        "Every pay table, sorted and filtered",
        "/lab/wagers?game=co/ride-free&sort=edge&edge=:8",
        "[data-row]",
    ),
    "side-by-side": LabPicture(
        "Pay tables side by side, to the last digit, and what a meter does",
        "/lab/wagers?t=wa/spanish-21~jackpot-1~3c-5~6&t=wa/spanish-21~jackpot-1~3c-7~6&meter=9000",
        "[data-priced=true] [data-drawn=true]",
    ),
    "documents": LabPicture(
        "Every figure that the documents print beside the exact one",
        "/lab/documents",
        "[data-row]",
    ),
    "errata": LabPicture(
        "Where the documents contradict themselves, and what each reading costs",
        "/lab/documents?view=errata",
        "[data-erratum]",
    ),
    "published": LabPicture(
        "What others have published, ours beside it", "/lab/published", "[data-row]"
    ),
    "house": LabPicture(
        "A house sets a game up, and sees what it is expected to win",
        "/lab/house?game=wa/spanish-21&tables.jackpot-1=3c-5&bet=25",
        "[data-win=true]",
    ),
    "problems": LabPicture(
        "Every problem of a set-up with its clause",
        "/lab/house?game=wa/spanish-21&options.soft17=stand&options.redouble=true&limits.main.max=9000",
        "[data-ok=false]",
    ),
}
"""Name of the picture -> the page."""


def main() -> None:
    """Take the pictures, and name them in the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="none: all of them")
    names = parser.parse_args().pages or list(PAGES)
    (ROOT / PICTURES).mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        served(Path(folder), tables=tuple(TABLES.values())) as floor,
        running_browser() as browser,
    ):
        for name, size in product(names, SIZES):
            path = ROOT / name_of(name, size)
            path.write_bytes(take(browser, floor.address, PAGES[name], size))
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size:,} bytes")
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    (ROOT / PAGE).write_text(f"{text.partition(HEADING)[0]}{section()}", encoding="utf-8")


def name_of(page: str, size: str) -> Path:
    """Return the path of a picture.

    >>> name_of("hand", "phone").as_posix()
    'docs/pictures/lab/hand-phone.webp'
    """
    return PICTURES / f"{page}-{size}.webp"


def section() -> str:
    """Return the section of the page that shows the pictures."""
    parts = [HEADING, ""]
    taken = {
        name: shown for name, shown in PAGES.items() if (ROOT / name_of(name, "phone")).is_file()
    }
    for name, page in taken.items():
        parts += [f"**{page.title}** (`{page.path}`)", ""]
        for size in SIZES:
            place = name_of(name, size).relative_to("docs").as_posix()
            parts.append(f"![{page.title}, on a {size}](../{place})")
        parts.append("")
    return "\n".join(parts)


def take(browser: Browser, address: str, shown: LabPicture, size: str) -> bytes:
    """Open a page, and return the screen."""
    context = screen(browser, size)
    page = context.new_page()
    page.goto(address + shown.path)
    page.wait_for_selector(shown.ready, timeout=WAIT_MS)
    page.wait_for_load_state("networkidle", timeout=WAIT_MS)
    if shown.begin:
        page.locator(shown.begin).evaluate("it => scrollTo(0, it.getBoundingClientRect().top - 12)")
    picture = small_picture(context, page)
    context.close()
    return picture


if __name__ == "__main__":
    main()
