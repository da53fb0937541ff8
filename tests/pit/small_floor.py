"""A floor with a few rounds played at it, in a SQLite file: what the commands on books work on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Bet, Decide, Sit
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.server.accounts.accounts import Accounts
from pitboss.server.accounts.passwords import Passwords
from pitboss.server.accounts.sessions import Sessions
from pitboss.server.keys import begin_signing, open_keys
from pitboss.server.services import wall_clock
from pitboss.store import Committer, open_store
from tests.engine.bets import random_tips, random_wagers
from tests.engine.players import random_player

NAME = "ann-21"
PASSWORD = "a password of ann's"  # noqa: S105 - of nobody
GAMES = ("wa/spanish-21", "co/21-holdem", "co/pai-jack", "reference/blackjack")
"""A shoe with progressives, a shuffle within the round, one in every round, and a plain table."""
SEATS = 2


def play_floor(
    folder: Path, *, games: Sequence[str] = GAMES, rounds: int = 4, seed: int = 1, db: str = ""
) -> tuple[Path, Path]:
    """Play rounds at a table of each game; return the books and the key file.

    *db*: an address for the books, in place of a file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    books = folder / "floor.db"
    keys = folder / "server.key"
    asyncio.run(_play(db or str(books), keys, games, rounds, random.Random(seed)))
    return books, keys


async def _play(
    books: str, key_file: Path, games: Sequence[str], rounds: int, rng: random.Random
) -> None:
    keys = open_keys(key_file)
    store = await open_store(books)
    pen = await begin_signing(store, key_file, keys)
    committer = Committer(store, pen)
    passwords = Passwords()
    sessions = Sessions(store, wall_clock)
    accounts = Accounts(store, committer, sessions, passwords, wall_clock, 10**9, keys.binding)
    hall = Hall(store, committer, keys, sign=keys.sign)
    terms = [
        TableTerms(id=str(number), name=game, house=ready_tables()[game].house, clocks=NO_CLOCK)
        for number, game in enumerate(games, 1)
    ]
    await hall.open(terms)
    await accounts.add("a1", NAME, PASSWORD)
    for table in hall.tables.values():
        for seat in range(1, SEATS + 1):
            assert not isinstance(await table.ask(Sit("a1", NAME, seat, 10**7)), Refusal)
        for _ in range(rounds):
            await _round(table, rng)
        await hall.checkpoint()
    await hall.close()
    await committer.close()
    passwords.close()
    await store.close()


async def _round(table: LiveTable, rng: random.Random) -> None:
    setup = table.state.terms.setup
    for seat in sorted(table.state.seats):
        wagers = random_wagers(rng, setup)
        tips = random_tips(rng, setup, wagers)
        bets = {**wagers, **{f"tip:{wager}": cents for wager, cents in tips.items()}}
        if isinstance(await table.ask(Bet("a1", seat, bets)), Refusal):  # one poker hand each
            assert not isinstance(await table.ask(Bet("a1", seat, {})), Refusal)
    while (current := table.state.round) is not None:
        action = random_player(rng)(current.question)
        answer = await table.ask(
            Decide("a1", action.seat, current.n, action.kind, action.amount, action.tip, action.low)
        )
        assert not isinstance(answer, Refusal), answer
