"""The pages of the lab that run something: a simulation, the risk of a counter, a protection."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from shlex import split
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Page, expect

from pitboss.rulebook.house import house_data
from pitboss.server.lab.runs.cubes import shipped_cube
from pitboss.server.lab.runs.risk_answer import answer_risk
from pitboss.server.lab.runs.wire import LabRiskQuestion
from pitboss.server.lab.terms import CubeTerms
from pitboss.server.rules.book import open_main_table
from tests.remote.served import Served
from tests.tiers import by_day
from tests.web.conftest import NewContext
from tests.web.test_looks import SIZES, violations

PICTURE = b"\x89PNG"
RUN_MS = 300_000
"""A machine may be busy, and compiles what it has never run."""
PAUSE_MS = 400
"""After the three files of a plot: Chromium drops an eleventh file within a second."""


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, new_context: NewContext) -> Page:
    """Return a page on a phone, and one on a desktop."""
    is_phone = request.param == "phone"
    context = new_context(viewport=SIZES[request.param], has_touch=is_phone, is_mobile=is_phone)
    return context.new_page()


def printed(*words: str) -> str:
    """Run a command, and return what it prints."""
    command = [sys.executable, "-m", "pitboss.cli.main", *words]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def saved(page: Page, button: str) -> bytes:
    """Return the file that a button saves."""
    with page.expect_download() as download:
        page.click(button)
    return Path(download.value.path()).read_bytes()


def query_of(page: Page) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(page.url).query))


def check_plot(page: Page, file: str) -> list[dict[str, str]]:
    """Save a plot in every form, and return the rows of its figures, which its table has too."""
    plot = f"[data-plot={file}]"
    page.wait_for_selector(f"{plot}[data-drawn=true] canvas")
    assert saved(page, f"{plot} figcaption [data-save=png]").startswith(PICTURE)
    rows = [*csv.DictReader(StringIO(saved(page, f"{plot} figcaption [data-save=csv]").decode()))]
    assert len(json.loads(saved(page, f"{plot} figcaption [data-save=json]"))) == len(rows)
    page.wait_for_timeout(PAUSE_MS)
    page.click(f"{plot} summary")
    expect(page.locator(f"{plot} [data-row]")).to_have_count(min(50, len(rows)))
    return rows


def check_access(page: Page) -> None:
    assert not violations(page, page.url)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.nightly(every=2)
def test_a_simulation_is_chosen_run_saved_and_linked_to(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/simulate/reference/blackjack")
    page.click("[data-part=rules] summary")
    page.select_option("[data-choice=soft17]", "stand")
    page.select_option("[data-field=rounds]", "10000")
    page.fill("[data-field=seed]", "7")
    page.select_option("[data-field=seats]", "2")
    page.select_option("[data-field=cut]", "0.75")
    page.select_option("[data-field=play]", "chart")
    page.focus("[data-do=run]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-digest]", timeout=RUN_MS)
    digest = page.inner_text("[data-digest]")
    assert query_of(page) == {
        "o": "soft17=stand",
        "rounds": "10000",
        "seed": "7",
        "seats": "2",
        "cut": "0.75",
        "play": "chart",
        "run": "1",
    }
    looks = check_plot(page, "pitboss-convergence")
    assert looks[-1]["rounds"] == "10000"
    check_plot(page, "pitboss-results")
    record = json.loads(saved(page, "[data-save=simulation]"))
    assert (record["digest"], record["rounds"], record["seats"]) == (digest, 10_000, 2)
    program, *words = split(page.inner_text("[data-command]"))
    assert program == "pitboss"
    assert json.loads(printed(*words, "--json"))["digest"] == digest
    check_access(page)

    page.reload()
    expect(page.locator("[data-digest]")).to_have_text(digest)


def test_a_run_is_given_up(floor: Served, new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto(f"{floor.address}/lab/simulate/co/blackjack-switch?rounds=100000000")
    page.click("[data-do=run]")
    page.click("[data-do=cancel]")
    expect(page.locator("[data-do=run]")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)


@pytest.mark.nightly(every=2)
def test_sliders_answer_from_one_counted_run(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/risk/reference/blackjack")
    score = page.locator("[data-facts=bets] [data-fact=SCORE]")
    expect(score).to_be_visible()
    first = score.inner_text()
    page.focus("[data-slider=most]")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.check("[data-switch=begin]")
    page.focus("[data-slider=begin]")
    page.keyboard.press("ArrowLeft")
    page.focus("[data-slider=bank]")
    page.keyboard.press("PageUp")
    page.check("[data-switch=goal]")
    page.select_option("[data-field=trip]", "5000")
    page.select_option("[data-field=kelly]", "0.5")
    expect(score).not_to_have_text(first)
    query = query_of(page)
    assert {key: query[key] for key in ("most", "begin", "goal", "trip", "kelly")} == {
        "most": "12",
        "begin": "0",
        "goal": "500",
        "trip": "5000",
        "kelly": "0.5",
    }
    house = house_data(open_main_table("reference/blackjack", ()).house)
    question = LabRiskQuestion(cube="", most=12, begin=0, cut=260, bank=float(query["bank"]))
    known = answer_risk(shipped_cube(house, CubeTerms()), question)
    expect(page.locator("[data-ramp] b")).to_have_text(known.ramp)
    expect(score).to_contain_text(f"{known.bets.score:.2f}")
    assert split(page.inner_text("[data-command]")) == ["pitboss", *known.command]
    assert known.command[-4:] == ["--earlier-cut", "260", "--spread", known.ramp]
    for file in ("counts", "ramp", "score-by-cut", "ruin-by-bank", "bankroll-fan")[: by_day(2, 5)]:
        check_plot(page, f"pitboss-{file}")
    check_access(page)

    page.select_option("[data-field=bet]", "own")
    page.fill("[data-field=ramp]", "1@<=0 5@1")
    page.keyboard.press("Enter")
    page.uncheck("[data-switch=begin]")
    expect(page.locator("[data-ramp] b")).to_have_text("1@<=0 5@1")
    page.check("[data-switch=two]")
    expect(page.locator("[data-command]")).to_contain_text("--hands")
    page.goto(f"{floor.address}/lab/risk/co/pai-jack")
    expect(page.locator("[data-nothing]")).to_contain_text("nothing to count")


# By day a simulation is run in the browser, and the server protects one game.
@pytest.mark.nightly
def test_a_protection_is_run_and_saved(floor: Served, page: Page) -> None:
    page.goto(f"{floor.address}/lab/protect/co/pai-jack")
    page.fill("[data-field=min]", "25")
    page.fill("[data-field=max]", "1000")
    page.fill("[data-field=hour]", "60")
    page.select_option("[data-field=cut]", "0.5")
    page.select_option("[data-field=rounds]", "200000")
    page.click("[data-do=run]")
    page.wait_for_selector("[data-save=protection]", timeout=RUN_MS)
    data = json.loads(saved(page, "[data-save=protection]"))
    assert (data["terms"]["min_cents"], data["terms"]["rounds_an_hour"]) == (2500, 60)
    rows = page.locator("[data-table=pitboss-protect-wagers] [data-row]")
    expect(rows).to_have_count(len(data["wagers"]))
    expect(page.locator("[data-nothing]")).to_contain_text("nothing to count")
    assert query_of(page)["max"] == "1000"
    check_access(page)
