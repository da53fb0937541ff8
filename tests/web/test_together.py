"""Several browsers and tabs, lost connections, a server that dies: the hand goes on."""

from __future__ import annotations

import random
import signal
from pathlib import Path

from playwright.sync_api import Page

from pitboss.rulebook.house import house_from
from pitboss.server.services import Services
from tests.remote.served import Served
from tests.web.conftest import NewContext, NewTable
from tools.browser import running_server
from tools.web_player import Decision, Keyboard, Pointer, Stand, TablePage

LOST = "connection lost"


def deal_until_asked(there: TablePage, hands: int = 40) -> Stand:
    """Deal until something is to be decided."""
    for _ in range(hands):
        stand = there.deal()
        if stand.actions:
            return stand
    raise AssertionError


def felt(page: Page) -> list[str]:
    """Return every card and word that can be seen of the round, whoever's it is."""
    hands = page.evaluate("""() => [...document.querySelectorAll('.felt [role=img], .felt .words')]
        .map((it) => it.getAttribute('aria-label') ?? it.textContent).filter(Boolean)""")
    return sorted(text for text in hands if not text.startswith("$"))


def lines(page: Page) -> list[str]:
    """Return the round in words."""
    return page.locator('[aria-label="What happened"] li').all_text_contents()


def test_two_browsers_at_one_table_see_the_same(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    ann = TablePage(new_context().new_page(), floor.address, Keyboard())
    bob = TablePage(new_context().new_page(), floor.address, Pointer())
    ann.open(table)
    bob.open(table)
    for _ in range(3):
        ann.hands.deal(ann)
        ann.page.wait_for_selector("[data-do=deal]:has-text('Waiting for guest')")
        bob.hands.deal(bob)
        both_stand(ann, bob)
    assert felt(ann.page) == felt(bob.page)
    story = lines(ann.page)
    assert len(story) > 10
    # Each reads of one seat as "you" and of the other by its number; the rest is the same.
    other = lines(bob.page)
    assert [it for it in other if not is_of_a_player(it)] == [
        it for it in story if not is_of_a_player(it)
    ]
    assert [is_of_a_player(it) for it in other] == [is_of_a_player(it) for it in story]
    assert sum(it.startswith("you ") for it in story) > 3
    assert sum(it.startswith("you ") for it in other) > 3
    for player in (ann, bob):
        assert player.page.locator("[role=group][aria-label^='Seat']").count() == 1


def is_of_a_player(line: str) -> bool:
    """Return whether a line tells of a seat, in words that depend on who reads it."""
    return line.startswith(("you ", "seat ", "result"))


def both_stand(ann: TablePage, bob: TablePage) -> None:
    """Let whoever is asked stand, or say no, until both can bet again."""
    for _ in range(4_000):
        stands = [(player, player.stand) for player in (ann, bob)]
        if all(stand.stage == "betting" and stand.deals for _, stand in stands):
            return
        for player, stand in stands:
            if stand.actions and not stand.busy:
                player.hands.decide(player, Decision(quiet(stand)))
        ann.page.wait_for_timeout(20)
    raise AssertionError


def quiet(stand: Stand) -> str:
    """Return the choice that puts nothing down and draws nothing."""
    return next(action for action in stand.actions if action in {"stand", "decline"})


def test_a_spot_without_mid_deck_entry_is_closed_and_says_until_when(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """2108 Golden(3)(a): Ann leaves the wager out on the opening hand, and Bob comes too late."""
    house = house_from(
        {
            "game": "co/golden-21",
            "options": {"decks": 1, "mid_deck_entry": "not into either"},
            "tables": {"golden-21": "4"},
            "shoe": {"cut": 10},
        }
    )
    table = new_table("co/golden-21", house=house).id
    ann = TablePage(new_context().new_page(), floor.address, Keyboard())
    bob = TablePage(new_context().new_page(), floor.address, Pointer())
    ann.open(table)
    ann.bet({"main": 1_000})
    stand = ann.deal()
    while stand.actions:
        stand = ann.decide(Decision(quiet(stand)))

    def closed(player: TablePage) -> dict[str, str]:
        spots = player.page.locator("[data-wager]:disabled").all()
        titles = {spot.get_attribute("data-wager"): spot.get_attribute("title") for spot in spots}
        return {str(wager): str(title) for wager, title in titles.items()}

    ann.page.wait_for_selector("[data-wager=golden-21]:disabled")
    assert list(closed(ann)) == ["golden-21"]
    bob.open(table)
    bob.page.wait_for_selector("[data-wager=main]:disabled")
    assert closed(bob).keys() == {"main", "golden-21"}
    for why in (*closed(ann).values(), *closed(bob).values()):
        assert "may be made on the first hand after the next shuffle" in why
    bob.hands.deal(bob)
    bob.page.wait_for_selector(".refusal:has-text('after the next shuffle')")
    ann.deal()  # and nobody waits for Bob


def test_two_tabs_of_one_player_play_one_hand(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    context = new_context()
    table = new_table().id
    first = TablePage(context.new_page(), floor.address, Keyboard())
    first.open(table)
    second = TablePage(context.new_page(), floor.address, Pointer())
    second.open(table)
    question = deal_until_asked(first)
    second.page.wait_for_selector("[data-action]")
    assert (second.stand.actions, felt(second.page)) == (question.actions, felt(first.page))
    finish(second)
    first.page.wait_for_selector("[data-do=deal]:enabled")
    assert first.stand.stack == second.stand.stack
    assert felt(first.page) == felt(second.page)


def finish(there: TablePage) -> Stand:
    """Stand until the hand is over."""
    stand = there.stand
    while stand.actions:
        stand = there.decide(Decision(quiet(stand)))
    return stand


async def cut_lines(services: Services) -> None:
    """Cut every connection off, as a proxy does that is started again."""
    for open_lines in tuple(services.lines._lines.values()):  # noqa: SLF001 - what a server knows
        for line in tuple(open_lines):
            line.end(1001, "going away")


def test_a_hand_goes_on_after_the_connection_was_lost(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """While the device has no network the page says so; a decision is sent once it is back."""
    context = new_context(allows_errors=True)
    there = TablePage(context.new_page(), floor.address, Keyboard())
    there.open(new_table().id)
    question = deal_until_asked(there)
    before = felt(there.page)
    context.set_offline(True)
    floor.do(cut_lines)
    there.page.wait_for_selector(f"header :text('{LOST}')")
    there.hands.decide(there, Decision(quiet(question)))
    there.page.wait_for_timeout(300)
    assert felt(there.page) == before
    context.set_offline(False)
    there.page.wait_for_selector("[data-do=deal]:enabled")
    assert there.page.locator(f"header :text('{LOST}')").count() == 0
    assert there.play_hand(random.Random(1)).deals


def test_the_back_button_leaves_a_hand_where_it_was(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = TablePage(new_context().new_page(), floor.address, Pointer())
    there.open(new_table().id)
    question = deal_until_asked(there)
    before = felt(there.page)
    there.page.click("header a.game")
    there.page.click("main li a >> nth=0")
    there.ready()
    assert "/table/" in there.page.url
    there.page.go_back()
    there.page.wait_for_url("**/games")
    there.page.wait_for_selector("main li a")
    there.page.go_back()
    there.page.wait_for_selector("[data-action]")
    assert (there.stand.actions, felt(there.page)) == (question.actions, before)
    there.page.reload()
    there.page.wait_for_selector("[data-action]")
    assert (there.stand.actions, felt(there.page)) == (question.actions, before)
    assert finish(there).deals


def test_a_hand_goes_on_after_the_server_was_killed(
    new_context: NewContext, tmp_path: Path
) -> None:
    with running_server(tmp_path) as (first, address):
        context = new_context(address, allows_errors=True)
        there = TablePage(context.new_page(), address, Keyboard())
        there.open("reference.blackjack")
        question = deal_until_asked(there)
        before = felt(there.page)
        first.send_signal(signal.SIGKILL)
        there.page.wait_for_selector(f"header :text('{LOST}')")
    with running_server(tmp_path, int(address.rpartition(":")[2])):
        there.page.wait_for_selector(f"header :text('{LOST}')", state="detached")
        assert (there.stand.actions, felt(there.page)) == (question.actions, before)
        stack = finish(there).stack
        there.page.reload()
        assert there.ready().stack == stack
