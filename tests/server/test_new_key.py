"""A lost key file: open rounds are void, shoes are abandoned, and the floor goes on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.rulebook.ready import ready_tables
from pitboss.server.app import create_app
from pitboss.server.keys import KeyFileError
from pitboss.server.services import Settings
from pitboss.store import ForeignMarksError
from tests.cli.conftest import Run, called  # noqa: F401 - a fixture
from tests.server.asgi import Client

GAMES = ("reference/blackjack", "wa/spanish-21", "co/pai-jack", "co/21-holdem")
TABLES = tuple(
    TableTerms(id=str(number), name=game, house=ready_tables()[game].house, clocks=NO_CLOCK)
    for number, game in enumerate(GAMES, 1)
)
NAME = {"name": "ann_21", "password": "correct horse 7"}


def settings_of(folder: Path) -> Settings:
    return Settings(db=str(folder / "floor.db"), keys=folder / "server.key", tables=TABLES)


async def ask(client: Client, table: str, what: str, **body: object) -> None:
    key = ("idempotency-key", f"{table}-{what}-{body.get('round', 0)}")
    answer = await client.post(f"/api/1/tables/{table}/{what}", body, key)
    assert answer.status < 300, answer.data


def play(folder: Path) -> dict[str, int]:
    """Leave a round open at every table, unless it ended at once; return the balances."""

    async def work() -> dict[str, int]:
        app = create_app(settings_of(folder))
        async with app.router.lifespan_context(app):
            client = Client(app)
            client.token = (await client.post("/api/1/register", NAME)).data["token"]
            for table in TABLES:
                await ask(client, table.id, "sit", seat=1, cents=20_000)
                await ask(client, table.id, "bet", seat=1, wagers={"main": 2_500}, round=1)
            return await client.services.store.balances()

    return asyncio.run(work())


@pytest.mark.parametrize("is_foreign", [False, True])
def test_a_floor_goes_on_with_another_key(
    called: Run,  # noqa: F811
    tmp_path: Path,
    *,
    is_foreign: bool,
) -> None:
    left = play(tmp_path)
    where = ("--db", str(tmp_path / "floor.db"), "--keys", str(tmp_path / "server.key"))
    old = (tmp_path / "server.key").read_text()
    (tmp_path / "server.key").unlink()
    if is_foreign:
        other = tmp_path / "other"
        other.mkdir()
        play(other)
        (other / "server.key").rename(tmp_path / "server.key")
    with pytest.raises((KeyFileError, ForeignMarksError)):
        play(tmp_path)
    refused = called("floor", "new-key", *where)
    assert (refused.returncode, "--lost" in refused.stderr) == (2, True)
    assert (tmp_path / "server.key").exists() == is_foreign, "nothing is made before it is asked"
    done = called("floor", "new-key", "--lost", "--json", *where)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["begun"]
    assert data["rounds"] >= 1
    assert data["shuffles"] >= len(TABLES)
    assert data["passwords"] == 1
    assert called("floor", "verify", *where).stderr == ""
    replayed = called("floor", "replay", *where)
    assert replayed.returncode == 0, replayed.stderr
    again = json.loads(called("floor", "new-key", "--lost", "--json", *where).stdout)
    assert again == {"begun": False, "rounds": 0, "shuffles": 0, "factors": 0, "passwords": 0}

    async def go_on() -> None:
        app = create_app(settings_of(tmp_path))
        async with app.router.lifespan_context(app):
            client = Client(app)
            client.token = (await client.post("/api/1/login", NAME)).data["token"]
            stacks = await client.services.store.balances()
            for table in TABLES:
                stack = f"stack:{table.id}:1"
                escrow = f"escrow:{table.id}"
                assert stacks.get(escrow, 0) == 0
                assert stacks[stack] == (2_000_000 if left.get(escrow) else left[stack])
            for table in TABLES:
                await ask(client, table.id, "bet", seat=1, wagers={"main": 2_500}, round=2)

    asyncio.run(go_on())
    assert called("floor", "verify", *where).stderr == ""
    assert called("floor", "replay", *where).returncode == 0
    (tmp_path / "server.key").write_text(old)
    assert called("floor", "verify", *where).returncode == 1, "the old key signs no more"
