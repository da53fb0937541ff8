"""Rounds of every game come out at a live table as their records say, and so do the books."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from pitboss.engine.drive import Round
from pitboss.engine.record import write_record
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import house_from
from pitboss.rulebook.reading.library import games
from pitboss.store import open_store
from tests.engine.bets import random_bets
from tests.engine.houses import cards_for, random_house
from tests.engine.players import random_player
from tests.ledger.books import fold, verify
from tests.pit.record_player import opened_hall, play_record

ROUNDS_EACH = 3


def random_record(seed: int, game: str) -> dict[str, Any]:
    """Play a round at random, and return its record with the nets."""
    rng = random.Random(seed)
    house = random_house(rng, game)
    setup = prepare(house_from(house))
    game_round = Round.start(setup, random_bets(rng, setup))
    player = random_player(rng)
    game_round.play(cards_for(rng, game_round), lambda _, question: player(question))
    nets = {str(seat): net for seat, net in game_round.state.net().items()}
    return write_record(game_round, house) | {"net": nets}


def test_random_rounds_of_every_game_come_out_as_their_records_say(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "books.db"))
        async with opened_hall(store) as hall:
            for place, game in enumerate(games()):
                for seed in range(ROUNDS_EACH):
                    record = random_record(100 * place + seed, game.id)
                    table, nets = await play_record(hall, record, f"t{place}.{seed}")
                    assert nets == record["net"], record
                    await table.do_chores()
                    assert table.head.version == (await store.head(table.state.stream)).version
        entries = [entry async for entry in store.entries()]
        book = fold(entries)
        assert verify(entries, balances=await store.balances()) is None
        assert not any(
            book.balances[balance] for balance in book.balances if balance.startswith("escrow:")
        )
        await store.close()

    asyncio.run(run())
