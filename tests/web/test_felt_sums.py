"""What the felt shows of a round adds up to its settlement: random rounds of every game.

The rounds are played by the engine, and the page itself draws them: the pills beside the hands, on
the spots and of wagers without a spot are read from the screen and added up.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pitboss.api.advice import decisions
from pitboss.engine.events import TIP
from pitboss.engine.record import Replay, write_record
from pitboss.rulebook.house import house_data
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from tests.engine.bets import random_wagers
from tests.engine.players import random_player
from tests.remote.served import Served
from tests.tiers import by_day

ROUNDS = by_day(2, 60)
PILLS = """() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((it) => it.innerText);
  return texts('.mine .hand .net, .mine .net:not(.none):not(.hand .net), .mine [data-net]');
}"""


def records(game: str, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of random rounds at seat 1, with wagers of every kind."""
    rng = random.Random(f"felt {game}")
    house = ready_tables()[game].house
    file = SessionFile(folder / "kept.jsonl")
    session = TableSession(house, file, valuer=decisions, bankroll=10**9, seed=f"felt {game}")
    for _ in range(ROUNDS):
        session.start({1: random_wagers(rng, session.setup)})
        session.run()
        player = random_player(rng)
        while (question := session.question) is not None:
            action = player(question)
            session.decide(action.kind, action.amount, action.tip, low=action.low)
            session.run()
        assert session.round is not None
        given = write_record(session.round, house_data(house))
        yield Replay(given=given, round=session.round).complete_record()
        session.clear()


def cents(pill: str) -> int:
    """Read what a pill says: "+$7.50", "Insurance −$5" or a word for nothing won or lost."""
    amount = re.search(r"([+−])\$([\d,]+)(?:\.(\d\d))?$", pill.strip())
    if amount is None:
        assert "$" not in pill, pill
        return 0
    sign, whole, part = amount.groups()
    value = int(whole.replace(",", "")) * 100 + int(part or 0)
    return value if sign == "+" else -value


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[Page]:
    """Return a page that replays what it is given."""
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("game", ready_tables())
def test_what_is_shown_of_a_round_adds_up_to_its_settlement(
    floor: Served, shown: Page, tmp_path: Path, game: str
) -> None:
    played = [*records(game, tmp_path)]
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in played), encoding="utf-8")
    shown.goto(f"{floor.address}/replay")
    shown.set_input_files("input[type=file]", file)
    shown.wait_for_selector(".table")
    for number, record in enumerate(played):
        if number:
            with shown.expect_response("**/api/1/replay"):
                shown.select_option("select", str(number))
        shown.wait_for_selector("[data-step='1']")
        if shown.locator("[data-go=last]:enabled").count():
            shown.click("[data-go=last]")
        shown.wait_for_selector("[data-go=last]:disabled")
        own = [it for it in record["settlement"] if not it["wager"].startswith(TIP)]
        pills = shown.evaluate(PILLS)
        assert sum(map(cents, pills)) == record["net"]["1"], (pills, own)
        assert len(pills) >= len({(it["wager"], it.get("hand")) for it in own if it.get("net")}) / 2


def test_a_pill_is_read_as_it_is_written() -> None:
    assert [cents(it) for it in ("+$7.50", "−$1,000", "push", "Insurance +$5")] == [
        750,
        -100_000,
        0,
        500,
    ]
