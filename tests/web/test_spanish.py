"""A Spanish session: no page of a player has an English word left."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Page

from pitboss.engine.setup import prepare
from tests.remote.served import Served
from tests.text.test_languages import ENGLISH_WORDS
from tests.text.test_languages import felt_names as felt_names_of
from tests.web.conftest import TABLES, NewContext, NewTable
from tests.web.test_looks import violations
from tools.web_player import Pointer, TablePage, any_decision

PAGES: Final = ("games", "history", "account", "fair", "learn", "replay", "count", "nowhere")
"""Pages of a player beside the tables; the lab and the console are English."""
MORE_WORDS: Final = re.compile(
    r"\b(round|best|learn|save|open|right|wrong|each|from|every|nothing|here|this|that|was|at|your"
    r"|in|out|last|next|money|game|table|name|password|limit|back|show|start|again|only|now)\b"
)
TEXTS: Final = """() => {
  const out = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const isShown = !node.parentElement.closest('script, style, code') &&
      node.parentElement.checkVisibility();
    if (isShown && node.textContent.trim()) out.push(node.textContent.trim());
  }
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const it of document.querySelectorAll(`[${name}]`)) out.push(it.getAttribute(name));
  return [...new Set([document.title, ...out])];
}"""


def felt_names() -> re.Pattern[str]:
    """Return the names that are printed on felts, which are the same in every language."""
    names = {terms.name for terms in TABLES.values()}
    for terms in TABLES.values():
        names |= {*felt_names_of(prepare(terms.house))}
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


def left_in_english(page: Page, where: str) -> Iterator[str]:
    """Yield what a page says in English."""
    printed = felt_names()
    for text in page.evaluate(TEXTS):
        bare = printed.sub("", text)
        if ENGLISH_WORDS.search(bare) or MORE_WORDS.search(bare):
            yield f"{where}: {text}"


def test_a_spanish_session_has_no_english_word(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    context = new_context(
        locale="es-ES", viewport={"width": 1280, "height": 800}, allows_errors=True
    )
    there = TablePage(context.new_page(), floor.address, Pointer())
    page = there.page
    english: list[str] = []
    problems: list[str] = []

    def look(where: str) -> None:
        english.extend(left_in_english(page, where))
        problems.extend(violations(page, where))

    there.open(new_table("co/trilux").id)
    look("bets")
    stand = there.deal()
    while stand.actions:
        look("decision")
        stand = there.decide(any_decision(stand, random.Random(4)))
    look("result")
    for key, where in (("m", "menu"), ("Shift+S", "settings"), ("?", "help")):
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        look(where)
        if key == "?":
            page.click("#help-keys")
            look("keys")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
    for name in PAGES:
        page.goto(f"{floor.address}/{name}")
        page.wait_for_selector("h1")
        page.wait_for_load_state("networkidle")
        if name == "learn":
            page.wait_for_selector("[data-lesson]")
        if name == "count":
            page.wait_for_selector("[data-stage=ready]")
        look(name)
    page.goto(f"{floor.address}/history")
    page.locator("[data-round]").first.click()
    page.wait_for_selector("[data-step]")
    look("replay")
    page.goto(f"{floor.address}/practice/co/trilux")
    there.ready()
    look("practice")
    page.goto(f"{floor.address}/account")
    page.fill("input[name=username]", "ab ")
    page.locator("form [name=username]").evaluate("it => it.form.noValidate = true")
    page.fill("input[name=password]", "a good long one")
    page.click("[data-send]")
    page.wait_for_selector("[data-problem]")
    look("refused")
    assert not english, "\n".join(english)
    assert not problems, "\n".join(problems)
