"""Take the pictures of the console: a busy house, on a desktop and on a phone.

Usage: python -m tools.console_pictures

They are `docs/pictures/console/PAGE-SIZE.webp`, and `docs/guides/console.md` shows them.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import Request, urlopen

from playwright.sync_api import Browser

from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.office.roles import Role
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.house import house_from
from tests.pit.jackpot_floor import HOUSE, TERMS
from tests.remote.served import Served, served
from tests.web import house
from tests.web.conftest import TABLES
from tests.web.house import win
from tools.browser import running_browser
from tools.web_pictures import ROOT, small_picture

PICTURES: Final = Path("docs/pictures/console")
TABLE: Final = TABLES["reference/blackjack"].id
OTHERS: Final = ("wa/spanish-21", "co/free-bet", "co/pai-jack", "co/21-holdem")
SIZES: Final = {"desktop": (1280, 800), "phone": (360, 740)}
LIGHTS: Final = {"desktop": "light", "phone": "dark"}
STAFF: Final = {
    Role.FLOOR: "mira",
    Role.SHIFT: "sam",
    Role.DEALER: "dan",
    Role.CAGE: "cora",
    Role.AUDITOR: "ada",
    Role.ACCOUNTING: "ben",
}
PAGES: Final = {
    ("home", "phone"): (Role.SHIFT, "/console"),
    ("table", "desktop"): (Role.FLOOR, f"/console/tables/{TABLE}"),
    ("slips", "phone"): (Role.CAGE, "/console/slips"),
    ("dispute", "desktop"): (Role.SHIFT, "/console/disputes/1"),
    ("hit", "phone"): (Role.FLOOR, "/console/jackpots/mtd/1"),
    ("report", "desktop"): (Role.AUDITOR, "/console/reports/table-hourly"),
    ("day", "phone"): (Role.ACCOUNTING, "/console/day"),
    ("approvals", "phone"): (Role.SHIFT, "/console/approvals"),
}
FLOAT: Final = {"2500": 80, "500": 200, "100": 100}


def main() -> None:
    """Take the pictures."""
    (ROOT / PICTURES).mkdir(parents=True, exist_ok=True)
    shared = TableTerms(
        id="t1",
        name="Spanish 21 Progressive",
        house=house_from(HOUSE),
        clocks=NO_CLOCK,
        links={"jackpot-1": "mtd"},
    )
    tables = (TABLES["reference/blackjack"], *(TABLES[game] for game in OTHERS), shared)
    jackpots = (PlannedJackpot("mtd", "Match The Dealer", TERMS),)
    with (
        TemporaryDirectory() as folder,
        served(Path(folder), tables=tables, jackpots=jackpots) as floor,
        running_browser() as browser,
    ):
        people = {role: house.hire(floor, name, role) for role, name in STAFF.items()}
        fill_house(floor, people)
        for (name, size), (role, path) in PAGES.items():
            target = ROOT / PICTURES / f"{name}-{size}.webp"
            target.write_bytes(take(browser, floor, people[role], path, size))
            print(f"{target.relative_to(ROOT)}  {target.stat().st_size:,} bytes")


def fill_house(floor: Served, people: Mapping[Role, str]) -> None:
    """Begin a day: open a table, play rounds, write slips and disputes."""
    ann = house.hire(floor, "ann")
    bob = house.hire(floor, "bob")
    ask(floor, people[Role.ACCOUNTING], "/staff/day/open")
    ask(floor, people[Role.FLOOR], f"/staff/tables/{TABLE}/stop")
    dealer = people[Role.DEALER]
    ask(floor, people[Role.FLOOR], f"/staff/tables/{TABLE}/dealer", dealer=dealer)
    ask(floor, dealer, f"/staff/tables/{TABLE}/count", chips=FLOAT)
    ask(floor, people[Role.FLOOR], f"/staff/tables/{TABLE}/sign", chips=FLOAT)
    house.seat(floor, TABLE, [ann, bob], 3)
    house.play(floor, TABLE, 8)
    house.seat(floor, TABLES["wa/spanish-21"].id, [bob], 4)
    house.play(floor, TABLES["wa/spanish-21"].id, 4, 2_500)
    house.seat(floor, "t1", [ann])
    floor.do(win)
    chips = {"500": 40}
    ask(floor, people[Role.FLOOR], "/staff/slips", kind="fill", table=TABLE, chips=chips)
    ask(floor, people[Role.CAGE], "/staff/slips/fill/1/sign", state="prepared", chips=chips)
    ask(floor, people[Role.FLOOR], "/staff/slips", kind="credit", table=TABLE, chips=chips)
    ask(floor, ann, "/me/disputes", table=TABLE, round=3, text="I had 20 and was not paid.")
    reason = "A card was turned over too early."
    ask(floor, people[Role.FLOOR], f"/staff/tables/{TABLE}/void-settled", round=5, reason=reason)


def ask(floor: Served, account: str, path: str, **body: Any) -> None:  # noqa: ANN401 - JSON
    """Give a command over HTTP."""
    token = floor.do(lambda services: house.session(services, account))
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Idempotency-Key": secrets.token_hex(8),
    }
    text = json.dumps(body).encode()
    with urlopen(Request(f"{floor.address}/api/1{path}", text, headers), timeout=10):  # noqa: S310
        pass


def take(browser: Browser, floor: Served, account: str, path: str, size: str) -> bytes:
    """Return the picture of a page as a member of staff sees it."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1 if size == "desktop" else 1.5,
        color_scheme=LIGHTS[size],  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    house.log_in(context, floor, account)
    page = context.new_page()
    page.goto(floor.address + path)
    page.wait_for_selector("main h1")
    page.wait_for_load_state("networkidle")
    if "/reports/" in path:
        page.wait_for_selector("[data-section]", timeout=120_000)
    picture = small_picture(context, page)
    context.close()
    return picture


if __name__ == "__main__":
    main()
