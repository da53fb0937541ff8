"""A physical table fed by a device: the reader of a shoe, which misreads and misses a card."""

from __future__ import annotations

import os
import random
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pitboss.cards import format_cards
from pitboss.client.feed import simulate_reader
from pitboss.engine.actions import Refusal
from pitboss.engine.events import CardDealt
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.office.core import HOUSE
from pitboss.office.day import OpenDay
from pitboss.office.inventory import CountTray, SignTray
from pitboss.office.people import AssignDealer, GiveRole
from pitboss.office.physical import AddTable
from pitboss.office.roles import Role
from pitboss.pit.facts import make_completer
from pitboss.rulebook.house import house_data
from pitboss.rulebook.ready import ready_tables
from pitboss.server.accounts.accounts import new_account
from pitboss.server.accounts.sessions import GUEST, token_hash
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.services import Services
from tests.keyed_hands import keys, played
from tests.remote.served import Served, served

TABLE = "bj-7"
GAME = "reference/blackjack"
FLOAT = {500: 100}
MUCH = Rate(10_000, 10_000)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(
        tmp_path_factory.mktemp("fed"), rates=Rates(*[MUCH] * len(Rates._fields))
    ) as server:
        yield server


def open_table(floor: Served) -> str:
    """Open a physical table; return the session token of its dealer."""
    dan = new_account()
    flora = new_account()
    house = house_data(ready_tables()[GAME].house)

    async def work(services: Services) -> str:
        async def ask(command: object, by: str) -> None:
            complete: Any = make_completer(services.store)
            outcome = await services.desk.ask(command, by, secrets.token_hex(8), complete)
            assert not isinstance(outcome, Refusal), outcome

        await ask(GiveRole(dan, Role.DEALER), HOUSE)
        await ask(GiveRole(flora, Role.FLOOR), HOUSE)
        await ask(AddTable(TABLE, "Blackjack 7", house, {}, "new"), HOUSE)
        await ask(OpenDay(), HOUSE)
        await ask(AssignDealer(TABLE, dan), flora)
        await ask(CountTray(TABLE, FLOAT), dan)
        await ask(SignTray(TABLE, FLOAT), flora)
        started = await services.sessions.start(dan, GUEST)
        session = await services.store.session(token_hash(started))
        assert session is not None
        return await services.sessions.step_up(session)

    return floor.do(work)


def test_a_reader_that_misreads_and_misses_cards_feeds_a_whole_hand(
    floor: Served, tmp_path: Path
) -> None:
    token = open_table(floor)
    round_ = played(prepare(ready_tables()[GAME].house), random.Random("feed"))
    lines = keys(round_)
    cards = [format_cards([event.card]) for event in round_.events if isinstance(event, CardDealt)]
    dealt = lines.index("deal") + 1
    third = dealt + 3
    wrong = "Qs" if cards[2] != "Qs" else "Qh"
    seen = list(simulate_reader(cards[:4], misread={3: wrong}, missed=[2]))
    assert seen == [f"card {cards[0]}", f"card {wrong}", f"card {cards[3]}"]
    typed = [
        *lines[:dealt],
        *seen,
        "card Zx",
        f"missing {dealt + 2} {cards[1]}",
        f"fix {third} {cards[2]}",
        *lines[dealt + 4 :],
        "confirm",
    ]
    file = tmp_path / "token"
    file.write_text(token)
    command = [sys.executable, "-m", "pitboss", "floor", "feed", TABLE]
    done = subprocess.run(
        [*command, "--server", floor.address, "--token-file", str(file)],
        input="\n".join(typed) + "\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PITBOSS_TOKEN": ""},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = done.stdout.splitlines()
    assert answers[0].startswith("due bets")
    assert [line for line in answers if line.startswith("no ")] == [
        line for line in answers if line.startswith("no record/card-unknown")
    ]
    paid = {int(words[1]): int(words[2]) for words in map(str.split, answers) if words[0] == "pay"}
    assert paid == round_.state.net()
    assert "kept 1" in answers
    entries = floor.do(_hands)
    assert [replay(record).complete_record()["net"] for record in entries] == [
        {str(seat): net for seat, net in round_.state.net().items()}
    ]


async def _hands(services: Services) -> list[Any]:
    entries = [entry async for entry in services.store.entries("office")]
    return [json.decode(e.body)["record"] for e in entries if e.kind == "hand-settled"]


def test_without_a_token_one_sentence_and_exit_2(floor: Served) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "floor", "feed", TABLE, "--server", floor.address],
        input="",
        capture_output=True,
        text=True,
        env={**os.environ, "PITBOSS_TOKEN": ""},
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "[login/refused]" in done.stderr
    assert "Traceback" not in done.stderr
