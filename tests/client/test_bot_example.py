"""The example bot plays at a real server, in every kind of game."""

from __future__ import annotations

import asyncio
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from pitboss.server.opening.tables import demo_floor
from pitboss.server.requests.limits import Rate, Rates
from tests.server.listening import listening

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
TABLES = ("wa.spanish-21", "co.pai-jack", "co.21-holdem", "co.ante-up-21", "co.blackjack-switch")
ROUNDS = 3
NO_LIMIT = Rates(*(Rate(1e9, 1e9) for _ in Rates._fields))


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bot_plays_and_its_shoes_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = example()
    wanted = tuple(terms for terms in demo_floor() if terms.id in TABLES)
    assert len(wanted) == len(TABLES)

    async def play() -> None:
        async with listening(tmp_path, tables=wanted, rates=NO_LIMIT) as (url, services):
            for table in TABLES:
                won = await bot.run(url, table, ROUNDS)
                state = services.hall.tables[table].state
                assert state.rounds == ROUNDS
                assert not state.seats
                assert isinstance(won, int)

    asyncio.run(play())
    text = capsys.readouterr().out
    assert text.count("; 0 problems") == len(TABLES)
    revealed = sum(int(number) for number in re.findall(r"(\d+) shoes", text))
    assert revealed >= 2 * (ROUNDS - 1), "two of these games are shuffled every round"
