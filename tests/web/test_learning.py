"""Learn from your own rounds: decisions valued after the round, practised again, and over time."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import Page, expect

from tests.remote.served import Served
from tests.web.conftest import NewContext, NewTable
from tests.web.test_felt import dealt, sitting
from tests.web.test_looks import DESKTOP, PHONE, violations
from tools.web_player import Decision, Pointer, TablePage

MISTAKE = "Th 7s 6h Kd"
"""Sixteen against a seven: to stand is a mistake."""
LONG_MS = 60_000
"""The first answer of the solver may take some seconds."""


def valued(page: Page) -> None:
    """Wait until the decisions of the last round are valued."""
    expect(page.locator("[data-panel=review] [data-review]")).to_be_visible(timeout=LONG_MS)


def test_a_round_is_valued_on_demand_and_then_after_every_round(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """Nothing is valued while a decision is open."""
    table = new_table().id
    dealt(floor, table, f"{MISTAKE} {MISTAKE} {MISTAKE}")
    there = sitting(floor, new_context, table)
    page = there.page
    panel = page.locator("[data-panel=review]")
    there.deal()
    expect(panel).to_contain_text("When a round is over")
    assert panel.locator("[data-do=review]").count() == 0
    there.decide(Decision("stand"))
    panel.locator("[data-do=review]").click()
    valued(page)
    mistake = panel.locator("[data-decision='1']")
    expect(mistake).to_contain_text("stand 16")
    expect(mistake).to_contain_text(re.compile(r"Cost (\$|less than a cent).*Best: Hit"))
    panel.locator("[data-review-always]").check()
    there.deal()
    assert panel.locator("[data-decision]").count() == 0, "nothing of an open round"
    there.decide(Decision("stand"))
    valued(page)
    expect(page.locator("[data-review-sum]")).to_contain_text("0 of 2 right")


def test_a_replay_values_the_decisions_shows_them_and_leads_to_practice(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, MISTAKE)
    there = sitting(floor, new_context, table)
    there.deal()
    there.decide(Decision("stand"))
    page = there.page
    page.click("[data-why]")
    page.wait_for_url(f"**/replay/{table}/1")
    valued(page)
    page.keyboard.press("End")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("group", name="Your hand 1")).to_contain_text("16")
    assert page.locator("[data-result]").count() == 0, "before the decision, not after the round"
    page.click("[data-practise='1']")
    page.wait_for_selector("[data-action=stand]")
    assert "/practice/reference/blackjack?round=" in page.url
    cards = page.locator("[aria-label='Your hand 1'] [role=img]")
    assert [cards.nth(at).get_attribute("aria-label") for at in (0, 1)] == [
        "ten of hearts",
        "six of hearts",
    ]


def test_history_names_the_worst_decision_and_how_each_kind_goes(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, f"{MISTAKE} {MISTAKE}")
    there = sitting(floor, new_context, table)
    for _ in range(2):
        there.deal()
        there.decide(Decision("stand"))
    page = there.page
    page.goto(f"{floor.address}/history")
    page.click("[data-do=value]")
    expect(page.locator("[data-accuracy]")).to_contain_text("0 of 2", timeout=LONG_MS)
    expect(page.locator("[data-found=worst]").first).to_contain_text("stand 16")
    row = page.locator("[data-themes] tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Hard hands")
    expect(row).to_contain_text("0 of 2")
    page.click("[data-do=value]")
    expect(page.locator("[data-accuracy]")).to_contain_text("0 of 2", timeout=LONG_MS)
    expect(row).to_contain_text("0 of 2")  # a round counts once


def test_progress_moves_from_the_guest_to_the_name_and_to_another_browser(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, MISTAKE)
    there = sitting(floor, new_context, table)
    there.deal()
    there.decide(Decision("stand"))
    page = there.page
    page.click("[data-do=review]")
    valued(page)
    name = f"zoe{secrets.token_hex(4)}"
    password = "correct horse battery"  # noqa: S105 - of the test alone
    page.goto(f"{floor.address}/account")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("[data-send=register]").click()
    page.wait_for_selector(f"[data-name]:has-text('{name}')")
    with page.expect_request(
        lambda it: it.url.endswith("/me/progress") and it.method == "PUT"
    ) as moved:
        page.goto(f"{floor.address}/history")
    answered = moved.value.response()
    assert answered is not None
    assert answered.ok
    other = new_context().new_page()
    other.goto(f"{floor.address}/account")
    other.get_by_role("button", name="I have an account").click()
    other.locator("input[name=username]").fill(name)
    other.locator("input[name=password]").fill(password)
    other.locator("[data-send=login]").click()
    other.wait_for_selector(f"[data-name]:has-text('{name}')")
    other.goto(f"{floor.address}/history")
    expect(other.locator("[data-themes]")).to_contain_text("0 of 1")


def test_why_is_one_sentence_and_a_picture(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, MISTAKE)
    there = sitting(floor, new_context, table)
    there.deal()
    there.decide(Decision("stand"))
    page = there.page
    page.click("[data-do=review]")
    valued(page)
    page.get_by_text("Why?").click()
    why = page.locator("[data-why-words]")
    expect(why).to_contain_text(
        re.compile(r"The dealer busts 2\d% of the time with 7♠ up\. Hit wins .* more than ")
    )
    bars = why.get_by_role("img")
    assert bars.count() >= 2
    assert re.fullmatch(
        r"Hit wins \d+%(, pushes \d+%)?, loses \d+%", bars.nth(0).get_attribute("aria-label") or ""
    )


def test_a_countdown_shows_cards_takes_the_time_and_keeps_the_score(
    floor: Served, new_context: NewContext
) -> None:
    """The count is added up here, from the cards that were seen."""
    page = new_context().new_page()
    page.add_init_script("localStorage.setItem('pitboss/count/seconds', '0.05')")
    page.goto(f"{floor.address}/count/reference/blackjack")
    with page.expect_response("**/api/1/practice/count") as asked:
        pass
    page.wait_for_selector("[data-stage=ready]", timeout=LONG_MS)
    groups = asked.value.json()["question"]["groups"]
    page.keyboard.press("Space")
    page.wait_for_selector("[data-stage=asking]")
    ranks = [group[0] for group in groups]
    count = sum(1 if it in "23456" else 0 if it in "789" else -1 for it in ranks)
    page.locator("[data-typed]").fill(str(count))
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict=right]")).to_contain_text("Right")
    page.keyboard.press("Space")
    page.wait_for_selector("[data-stage=ready]")
    page.keyboard.press("Space")
    page.wait_for_selector("[data-stage=asking]")
    page.locator("[data-typed]").fill("99")
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict=wrong]")).to_be_visible()
    expect(page.locator("[data-asked='2']")).to_contain_text("1 of 2")
    page.reload()
    page.wait_for_selector("[data-stage=ready]", timeout=LONG_MS)
    page.goto(f"{floor.address}/learn/reference/blackjack")
    expect(page.locator("[data-lesson=Countdown]")).to_contain_text("1 of your last 2 right")


def test_axe_finds_nothing_in_what_was_learnt(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """Reviews with their reasons and drills with their verdicts, in both lights."""
    problems: list[str] = []
    for light, size in (("dark", PHONE), ("light", DESKTOP)):
        table = new_table().id
        dealt(floor, table, f"{MISTAKE} {MISTAKE}")
        page = new_context(viewport=size, color_scheme=light).new_page()
        there = TablePage(page, floor.address, Pointer())
        there.open(table)
        there.deal()
        there.decide(Decision("stand"))
        page.click("[data-do=review]")
        valued(page)
        page.get_by_text("Why?").click()
        problems += violations(page, f"review {light}")
        page.goto(f"{floor.address}/history")
        page.click("[data-do=value]")
        page.wait_for_selector("[data-themes]", timeout=LONG_MS)
        problems += violations(page, f"history {light}")
        page.goto(f"{floor.address}/count/reference/blackjack?drill=decks")
        page.wait_for_selector("[data-stage=asking]", timeout=LONG_MS)
        page.locator("[data-typed]").fill("3")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-stage=judged]")
        problems += violations(page, f"count {light}")
        page.goto(f"{floor.address}/learn/reference/blackjack")
        page.wait_for_selector("[data-lesson]", timeout=LONG_MS)
        page.wait_for_selector("[data-do=hand]", timeout=LONG_MS)
        problems += violations(page, f"learn {light}")
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, "nothing scrolls sideways"
    assert not problems, "\n".join(problems)


def test_the_other_drills_are_answered_by_keys(floor: Served, new_context: NewContext) -> None:
    page = new_context(allows_errors=True).new_page()
    for drill, answer in (("true-count", "1"), ("decks", "3"), ("bets", "1")):
        page.goto(f"{floor.address}/count/reference/blackjack?drill={drill}")
        page.wait_for_selector("[data-stage=asking]", timeout=LONG_MS)
        page.locator("[data-typed]").fill("nonsense")
        page.keyboard.press("Enter")
        expect(page.locator(".refusal")).to_contain_text("is no count")
        page.locator("[data-typed]").fill(answer)
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-stage=judged]")
    expect(page.get_by_role("link", name="Index plays")).to_be_visible()


def test_learn_has_the_hand_of_the_day_a_streak_and_the_next_step(
    floor: Served, new_context: NewContext
) -> None:
    page = new_context().new_page()
    page.goto(f"{floor.address}/learn/reference/blackjack")
    link = page.locator("[data-do=hand]")
    expect(link).to_be_visible(timeout=LONG_MS)
    expect(page.locator("[data-streak='0']")).to_contain_text("A day off costs nothing")
    lessons = page.locator("[data-lesson]")
    expect(lessons.first).to_contain_text("The rules")
    assert lessons.locator("a").evaluate_all("(all) => all.every((it) => it.href)")
    expect(page.get_by_text("Next: the rules")).to_be_visible()
    address = link.get_attribute("href") or ""
    link.click()
    page.wait_for_url("**/practice/**")
    page.wait_for_selector("[data-action]")
    while page.locator("[data-action]").first.is_visible():
        n = page.get_attribute(".table", "data-asked")
        page.locator("[data-action]").first.click()
        if page.locator(".setting, .amount").count():
            page.locator(".setting .button, .amount .primary").first.click()
        page.wait_for_function("(n) => document.querySelector('.table').dataset.asked !== n", arg=n)
    page.goto(f"{floor.address}/learn/reference/blackjack")
    expect(page.locator("[data-streak='1']")).to_be_visible()
    expect(page.locator("[data-do=hand]")).to_have_text("Play it again")
    assert page.locator("[data-do=hand]").get_attribute("href") == address


def test_the_chart_shows_where_one_went_wrong(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """A mistake of a live round is on the chart of practice."""
    table = new_table().id
    dealt(floor, table, MISTAKE)
    there = sitting(floor, new_context, table)
    there.deal()
    there.decide(Decision("stand"))
    page = there.page
    page.click("[data-do=review]")
    valued(page)
    page.click("[data-practise='1']")
    page.wait_for_selector("[data-action=stand]")
    page.keyboard.press("v")
    cell = page.locator("td[data-missed='1']")
    expect(cell).to_have_count(1, timeout=LONG_MS)
    assert "you missed 1 of 1" in (cell.get_attribute("title") or "")
    expect(page.locator("[data-missed-key]")).to_be_visible()
