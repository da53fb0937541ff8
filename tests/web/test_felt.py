"""The live felt tells the truth: what a round brought, whose cards lie there, what buttons do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from pitboss.cards import Card, parse_cards
from pitboss.floor.terms import SECOND, Clocks
from pitboss.pit.table import LiveTable
from pitboss.server.services import Services
from tests.remote.served import Served
from tests.web.conftest import NewContext, NewTable, put_shoe
from tools.web_player import Decision, Keyboard, Pointer, TablePage

LOW = " 2c 3d 4h 5s 6c" * 20
"""What is drawn after the cards that a test names."""


def dealt(floor: Served, table: str, cards: str) -> None:
    """Let the next shoe of a table begin with these cards, after the burned one."""

    def order(_number: int, shoe: Sequence[Card], _seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
        return (*shoe[:1], *parse_cards(cards + LOW))

    async def find(services: Services) -> LiveTable:
        return services.hall.tables[table]

    put_shoe(floor.do(find), order)


def sitting(floor: Served, new_context: NewContext, table: str) -> TablePage:
    """Return a browser that has just sat down at a table."""
    there = TablePage(new_context().new_page(), floor.address, Pointer())
    there.open(table)
    return there


def result(page: Page) -> str:
    """Return what the felt says of the round."""
    return page.locator("[data-result]").inner_text()


def test_one_sentence_says_what_the_round_brought_and_so_do_the_log_and_the_stack(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """Insurance has its pill beside the hand, and the sentence sums both up."""
    table = new_table().id
    dealt(floor, table, "Th As 9h Kd")
    there = sitting(floor, new_context, table)
    before = there.stand.stack
    there.deal()
    there.decide(Decision("insure"))
    page = there.page
    expect(page.locator('[data-net="insurance"]')).to_have_text(re.compile(r"Insurance \+\$"))
    net = int(page.locator("[data-result]").get_attribute("data-result") or "")
    assert there.stand.stack - before == net
    assert result(page).startswith("You broke even: ")
    said = page.locator('[aria-label="What happened"] li').last.inner_text()
    assert result(page) in re.sub(r"\s+", " ", said)


def test_insure_insures_at_once_and_its_amount_can_be_chosen(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, "Th As 9h 8d")
    there = sitting(floor, new_context, table)
    there.deal()
    there.page.click('[data-amount="insure"]')
    expect(there.page.locator(".amount input")).to_have_count(1)
    there.page.keyboard.press("Escape")
    expect(there.page.locator(".amount input")).to_have_count(0)
    there.page.keyboard.press("i")
    there.page.wait_for_selector('[data-action="stand"]')
    expect(there.page.locator(".extras")).to_contain_text("Insurance")


def test_a_late_wager_begins_at_its_smallest_amount_and_then_at_the_last_one(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table("co/trilux").id
    dealt(floor, table, "9h 2s 2d 3d" + " 6c 9h 2s 2d 3d" * 4)
    there = sitting(floor, new_context, table)
    amounts = []
    for amount in ("1", "3"):
        stand = there.deal()
        while stand.actions:
            late = next((it for it in stand.actions if it not in PLAIN), None)
            if late is None:
                stand = there.decide(Decision("stand" if "stand" in stand.actions else "decline"))
                continue
            there.page.click(f'[data-action="{late}"]')
            field = there.page.locator(".amount input").first
            amounts.append(field.input_value())
            field.fill("3")
            there.page.keyboard.press("Enter")
            there.page.wait_for_selector(".amount", state="detached")
            stand = there.ready()
        assert amounts[-1] == amount
    assert amounts == ["1", "3"]


PLAIN = {"stand", "hit", "double", "split", "decline", "surrender", "insure"}


def test_space_deals_after_a_click_on_a_spot_a_chip_and_rebet(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = sitting(floor, new_context, new_table().id)
    for clicked in ('[data-wager="main"]', "[data-chip]", "[data-do=again]"):
        stand = there.stand
        there.page.locator(clicked).first.click()
        staked = sum(there.stand.bets.values())
        there.page.keyboard.press("Space")
        there.page.wait_for_function(
            "(n) => +document.querySelector('.table').dataset.round > n", arg=stand.round
        )
        after = there.ready()
        while after.actions:
            assert sum(after.bets.values()) in {0, staked}
            quiet = next(it for it in after.actions if it in {"stand", "decline"})
            after = there.decide(Decision(quiet))


def test_a_seat_that_was_left_is_free_at_once_and_the_wallet_is_right(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = sitting(floor, new_context, new_table().id)
    page = there.page
    page.click(".seat summary")
    seat = page.locator(".seat")

    def wallet() -> str:
        cents = page.request.get(f"{floor.address}/api/1/me").json()["wallet_cents"]
        return f"${cents // 100:,} in your wallet"

    expect(seat).to_contain_text(wallet())
    page.locator("[aria-label^='Take seat']").first.click()
    expect(page.locator("button:has-text('Leave seat')")).to_have_count(2)
    expect(seat).to_contain_text(wallet())
    for left in (1, 0):
        page.locator("button:has-text('Leave seat')").first.click()
        expect(page.locator("button:has-text('Leave seat')")).to_have_count(left)
    expect(page.locator("[aria-label^='Your seat']")).to_have_count(0)
    expect(page.get_by_text("You are watching.")).to_be_visible()


def test_whoever_takes_a_seat_does_not_see_the_cards_of_whoever_had_it(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, "Th As 9h Kd")
    ann = sitting(floor, new_context, table)
    ann.deal()
    ann.decide(Decision("decline"))
    ann.page.click(".seat summary")
    ann.page.click("button:has-text('Leave seat')")
    expect(ann.page.get_by_text("You are watching.")).to_be_visible()
    bob = sitting(floor, new_context, table)
    expect(bob.page.locator("[aria-label^='Your seat']")).to_have_count(1)
    assert bob.page.locator("[aria-label^='Your hand'], [data-result]").count() == 0
    assert bob.page.locator(".side .hit").count() == 0


def test_a_row_lights_because_it_was_hit(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table("wa/spanish-21").id
    dealt(floor, table, "As 9c Kh 8d 2c 2d")
    there = sitting(floor, new_context, table)
    stand = there.deal()
    while stand.actions:
        there_is = "take-blackjack" in stand.actions
        stand = there.decide(Decision("take-blackjack" if there_is else stand.actions[0]))
    assert "+" in there.page.locator(".net").first.inner_text()
    rows = there.page.locator(".side .hit dt").all_inner_texts()
    assert rows == ["blackjack"]


def test_a_lost_network_is_said_and_the_decision_is_sent_when_it_is_back(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, "Th 9s 8h 8d")
    context = new_context(allows_errors=True)
    there = TablePage(context.new_page(), floor.address, Pointer())
    there.open(table)
    there.deal()
    context.set_offline(True)
    expect(there.page.locator("[data-lost][role=alert]")).to_contain_text("Connection lost")
    there.page.click('[data-action="stand"]')
    context.set_offline(False)
    there.page.wait_for_selector("[data-result]")
    expect(there.page.locator("[data-lost]")).to_have_count(0)
    assert result(there.page).startswith("You won $")


def test_whoever_is_dealt_out_is_told_so_and_the_bets_stay(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    clocks = Clocks(betting=2 * SECOND)
    table = new_table(clocks=clocks).id
    ann, bob = (sitting(floor, new_context, table) for _ in "ab")
    bob.page.wait_for_selector("[role=group][aria-label^='Seat']")
    laid = sum(bob.stand.bets.values())
    ann.hands.deal(ann)
    told = bob.page.locator(".refusal[role=alert]")
    expect(told).to_contain_text("This round was dealt without you")
    while (stand := ann.ready()).actions:
        ann.decide(Decision(next(it for it in stand.actions if it in {"stand", "decline"})))
    bob.ready()
    assert sum(bob.stand.bets.values()) == laid > 0


def test_a_tip_is_a_choice_each_time_and_the_result_names_it(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = TablePage(new_context().new_page(), floor.address, Keyboard())
    before = there.open(new_table("co/free-bet").id).stack
    there.page.keyboard.press("t")
    there.page.keyboard.press("+")
    stand = there.deal()
    while stand.actions:
        quiet = next((it for it in stand.actions if it in {"stand", "decline"}), stand.actions[0])
        stand = there.decide(Decision(quiet))
    assert "went to the dealer" in result(there.page)
    net = int(there.page.locator("[data-result]").get_attribute("data-result") or "")
    tip = int(re.findall(r"tip of \$(\d+)", result(there.page))[0]) * 100
    assert stand.stack - before == net - tip
    assert there.page.locator(".tip").count() == 0, "the next bet is without a tip"
    assert there.page.get_attribute("[data-do=tip]", "aria-pressed") == "false"


def test_whoever_is_alone_reads_the_rules_without_a_clock(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """When somebody else sits down, the clock is there."""
    table = new_table(clocks=Clocks(waits_alone=True)).id
    dealt(floor, table, "Th 9s 8h 8d")
    ann = sitting(floor, new_context, table)
    ann.deal()
    ann.page.keyboard.press("?")
    ann.page.wait_for_selector("dialog[open]")
    assert ann.page.locator(".clock").count() == 0
    ann.page.keyboard.press("Escape")
    bob = new_context().new_page()
    bob.goto(f"{floor.address}/table/{table}")
    expect(ann.page.locator(".clock")).to_be_visible()
    ann.decide(Decision("stand"))


def test_the_rules_come_first_and_lie_open_beside_a_game_never_played(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, "Th 9s 8h 8d")
    there = sitting(floor, new_context, table)
    page = there.page
    expect(page.locator("[data-how][open]")).to_contain_text("21")
    there.deal()
    there.decide(Decision("stand"))
    page.reload()
    there.ready()
    expect(page.locator("[data-how]")).to_have_count(1)
    expect(page.locator("[data-how][open]")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("dialog h3").first).to_have_text("How to play")
    for link in page.locator("dialog a").all():
        address = link.get_attribute("href") or ""
        assert address.startswith(("/lab/game/", "/docs/games/"))


def test_the_question_speaks_to_the_player(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    table = new_table().id
    dealt(floor, table, "Th 9s 6h 8d")
    there = sitting(floor, new_context, table)
    there.deal()
    expect(there.page.locator(".bar .words")).to_have_text("You: 16 against 9♠")


def test_pays_are_those_of_the_amount_that_is_wagered(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """The wager is $5; the document prints the pays for $1."""
    table = new_table("co/21-plus-3").id
    dealt(floor, table, "2h 9h 5h Kd")
    there = sitting(floor, new_context, table)
    there.bet({"main": 1000, "21-plus-3-progressive": 500})
    stand = there.deal()
    while stand.actions:
        stand = there.decide(Decision("stand" if "stand" in stand.actions else "decline"))
    page = there.page
    rows = page.locator(".side .hit")
    expect(rows).to_have_count(1)
    expect(rows.locator("dt")).to_have_text("Flush")
    expect(rows.locator("dd")).to_have_text("$15")
    pills = page.locator(".place .net:not(.none)").all_inner_texts()
    assert "+$10" in pills, "$15 for a wager of $5, which stays with the house"


def test_every_wager_has_its_own_limits_in_the_pays(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    there = sitting(floor, new_context, new_table("wa/spanish-21").id)
    shown = {
        title: section.locator("h3 small").inner_text()
        for section in there.page.locator(".board section").all()
        for title in section.locator("h3 span").inner_text().split(" · ")
    }
    limits = {it["title"]: it["limits"] for it in there.layout["wagers"]}
    assert shown == limits
    assert limits["Match The Dealer Bonus Card #1"] != limits["Match The Dealer Up Card"]


def test_split_hands_are_called_by_their_place_on_the_felt(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """The hand that was split off last lies beside the one it came from."""
    table = new_table().id
    dealt(floor, table, "8h 6s 8d Ts 8c 8s 2c 3d 4h 5s")
    there = sitting(floor, new_context, table)
    stand = there.deal()
    while "split" in stand.actions:
        stand = there.decide(Decision("split"))
    page = there.page
    names = page.locator("[aria-label^='Your hand']").evaluate_all(
        "(all) => all.map((it) => it.ariaLabel)"
    )
    assert names == [f"Your hand {place}" for place in range(1, len(names) + 1)]
    assert len(names) > 2
    for place in range(1, len(names) + 1):
        expect(page.locator(".hand.active")).to_have_attribute("aria-label", f"Your hand {place}")
        expect(page.locator(".bar .words")).to_contain_text(f"hand {place}:")
        while f"hand {place}:" in page.locator(".bar .words").inner_text():
            stand = there.decide(Decision("stand"))
            if not stand.actions:
                break


def test_a_win_is_counted_up_and_over_in_a_moment_and_never_in_the_way(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """In the calm pace the dealer's cards come one after another; bets can be made at once."""
    table = new_table().id
    dealt(floor, table, "Th 6s 9h 2d 2c 3c 3h 8d" + " Th 6s 9h Td Ts")
    page = new_context(reduced_motion="no-preference").new_page()
    there = TablePage(page, floor.address, Pointer())
    there.open(table)
    there.deal()
    there.decide(Decision("stand"))
    waits = page.evaluate(
        "() => [...document.querySelectorAll('.dealer .hand .slot')]"
        ".map((it) => parseFloat(getComputedStyle(it).getPropertyValue('--wait')))"
    )
    assert waits[:2] == [0, 0]
    assert waits == sorted(waits)
    assert 0 < waits[-1] <= 1200
    won = page.locator("[data-won]")
    if int(page.locator("[data-result]").get_attribute("data-result") or "") > 0:
        expect(won).to_have_css("pointer-events", "none")
        longest = page.evaluate(
            "() => Math.max(...document.querySelector('[data-won]').getAnimations()"
            ".map((it) => it.effect.getComputedTiming().activeDuration))"
        )
        assert longest <= 1500
    stand = there.deal()
    assert stand.actions, "the next round is dealt while the last win still shows"
    expect(won).to_have_count(0)


def test_the_instant_pace_moves_nothing_and_the_first_screen_says_play_money(
    floor: Served, new_table: NewTable, new_context: NewContext
) -> None:
    """What a seat and chips take is said before and after."""
    table = new_table().id
    dealt(floor, table, "Th 6s 9h 2d 2c 3c 3h 8d")
    page = new_context(reduced_motion="no-preference").new_page()
    there = TablePage(page, floor.address, Pointer())
    there.open(table)
    expect(page.locator("[data-note]")).to_have_text(
        "Welcome! Play money: $400 in front of you, $600 in your wallet."
    )
    expect(page.locator("[aria-label='Take seat 1 · $300']")).to_be_visible()
    page.click(".seat summary")
    expect(page.get_by_role("button", name="Buy chips · $400")).to_be_visible()
    page.keyboard.press("Shift+S")
    page.get_by_label("instant: nothing moves").check()
    page.keyboard.press("Escape")
    there.deal()
    there.decide(Decision("stand"))
    assert page.evaluate("() => document.getAnimations().length") == 0
    assert page.locator("[data-won]").count() == 0
    expect(page.locator("[data-note]")).to_have_count(0)
