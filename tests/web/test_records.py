"""The written playthroughs played at the page: the same cents, and the same sentences aloud."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pitboss.engine.record import replay
from pitboss.floor.commands import Bet, Sit
from pitboss.pit.table import LiveTable
from pitboss.server.services import Services
from tests.pit.record_player import (
    STACK,
    bets_of,
    decision_of,
    fund,
    must,
    open_for,
    tips_given,
)
from tests.playthroughs.transcript import paths, record
from tests.remote.served import Served
from tests.server import aloud
from tests.web.conftest import NewContext
from tools.web_player import Decision, Keyboard, Pointer, TablePage

Record = Mapping[str, Any]
SEATS = 7


def sentences(path: Path) -> list[str]:
    """Return what is heard of a playthrough at its first seat, from the golden file."""
    _, _, rest = aloud.PATH.read_text(encoding="utf-8").partition(f"{path.stem}\n")
    lines = rest.partition("\n\n")[0].splitlines()
    return [line.strip() for line in lines if line.strip() != "-"]


@pytest.mark.nightly(every=22)
@pytest.mark.parametrize(
    "path",
    [path for path in paths() if "irregularities" not in record(path)],  # no player rules on one
    ids=lambda path: path.stem,
)
def test_a_playthrough_at_the_page_has_the_same_cents_and_sentences(
    floor: Served, new_context: NewContext, path: Path
) -> None:
    """The first seat is the page's; a program plays the others."""
    given = record(path)
    own = given["seats"][0]["seat"]
    there, table = dealt(floor, new_context, path)
    for number, decision in enumerate(given["decisions"], 1):
        wait_for_question(there, table, number)
        if decision["seat"] == own:
            there.page.wait_for_selector(f'[data-asked="{number}"]:not(.busy)')
            there.hands.decide(there, at_the_page(decision))
        else:
            floor.do(partial(decide_there, table, decision, number))
    there.page.wait_for_selector("[data-do=deal]:enabled")
    expected = replay(dict(given) | {"note": " ".join(given["note"])}).result()["net"]
    tips = tips_given(table).get(str(own), 0)
    assert there.stand.stack - STACK + tips == expected[str(own)]
    assert there.page.evaluate("pitbossAloud()") == sentences(path)


def dealt(floor: Served, new_context: NewContext, path: Path) -> tuple[TablePage, LiveTable]:
    """Open a table and a page for a playthrough, make its bets, and deal."""
    given = record(path)
    context = new_context()
    account = context.request.post(
        f"{floor.address}/api/1/guest", headers={"Origin": floor.address}
    ).json()["account"]
    table = floor.do(lambda services: seated(services, given, account))
    keep_bets(context, given)
    there = TablePage(
        context.new_page(), floor.address, random.Random(path.stem).choice((Keyboard(), Pointer()))
    )
    there.open(table.state.id)
    there.page.evaluate("pitbossAloud()")
    floor.do(lambda _: bet_others(table, given))
    there.hands.deal(there)
    return there, table


def test_an_amount_that_is_being_typed_stays_when_the_table_changes(
    floor: Served, new_context: NewContext
) -> None:
    path = next(path for path in paths() if path.stem == "co-21-plus-3-two-jackpots")
    there, table = dealt(floor, new_context, path)
    wait_for_question(there, table, 1)
    there.page.wait_for_selector('[data-asked="1"]:not(.busy)')
    there.page.click('[data-amount="insure"]')
    amount = there.page.locator(".amount input").first
    amount.fill("2.5")

    async def sit(services: Services) -> None:
        await fund(services.hall, f"{table.state.id}.late")
        await must(table, Sit(f"{table.state.id}.late", "late", SEATS, STACK))

    floor.do(sit)
    there.page.wait_for_selector(f'[aria-label^="Seat {SEATS}"]')
    expect(amount).to_have_value("2.5")


async def seated(services: Services, given: Record, account: str) -> LiveTable:
    """Open a table for a record, with everybody at it."""
    hall = services.hall
    name = f"r{secrets.token_hex(4)}"
    table = await open_for(hall, given, name, SEATS)
    for number, seat in enumerate(given["seats"]):
        player = f"{name}.{seat['player']}" if number else account
        if number == 0 or table.state.seats.get(seat["seat"]) is None:
            await fund(hall, player)
        await must(table, Sit(player, seat["player"], seat["seat"], STACK))
    return table


async def bet_others(table: LiveTable, given: Record) -> None:
    for seat in given["seats"][1:]:
        await must(table, Bet(table.state.seats[seat["seat"]].account, seat["seat"], bets_of(seat)))


def keep_bets(context: Any, given: Record) -> None:  # noqa: ANN401 - of Playwright
    """Let the browser remember the bets of the record, so that they lie on the felt."""
    kept = {f"bets/{given['game']}": bets_of(given["seats"][0]), "entered": True}
    for name, value in kept.items():
        written = json.dumps(json.dumps(value))
        context.add_init_script(
            f"location.host && localStorage.setItem('pitboss/{name}', {written})"
        )


def wait_for_question(there: TablePage, table: LiveTable, number: int) -> None:
    """Wait until the table asks its n-th question."""
    for _ in range(1_000):
        if table.state.round is not None and table.state.round.n == number:
            return
        there.page.wait_for_timeout(5)
    pytest.fail(f"question {number} never came")


async def decide_there(
    table: LiveTable, decision: Record, number: int, _services: Services
) -> None:
    await must(table, decision_of(table, decision, number))


def at_the_page(decision: Record) -> Decision:
    return Decision(
        decision["action"],
        decision.get("amount"),
        decision.get("tip", 0),
        tuple(decision["low"].split()) if "low" in decision else (),
    )
