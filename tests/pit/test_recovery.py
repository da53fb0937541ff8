"""A hall that is opened again goes on where the books end, whatever the moment."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from pitboss.engine.actions import Question
from pitboss.floor.commands import Accepted, Bet, Decide, Sit
from pitboss.floor.state import TableState
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.amounts import least_wagers
from pitboss.store import Committer, Store, open_store
from tests.engine.players import random_player
from tests.ledger.books import verify
from tests.pit.seals import PlainSeals

MONEY = 10**9
ROUNDS = 4


async def play_on(table: LiveTable, rng: random.Random, commands: int) -> None:
    """Send so many commands to a table with one player."""
    for _ in range(commands):
        current = table.state.round
        if current is None:
            wagers = least_wagers(table.state.terms.setup)
            answer = await table.ask(Bet("ann", 1, wagers))
        else:
            answer = await table.ask(_decision(rng, current.question, current.n))
        assert isinstance(answer, Accepted), answer


def _decision(rng: random.Random, question: Question, number: int) -> Decide:
    action = random_player(rng)(question)
    return Decide("ann", 1, number, action.kind, action.amount, action.tip, action.low)


async def fund(store: Store, committer: Committer) -> None:
    head = await store.head("account/ann")
    lines = (Posting("external:test", -MONEY * 1000), Posting("wallet:ann", MONEY * 1000))
    draft = Draft("account/ann", "deposit", "ann", f"k{head.version}", b"", lines)
    await committer.commit([seal(draft, version=head.version + 1, at=0, before=head.hash)])


def test_every_game_is_found_again_after_every_command(tmp_path: Path) -> None:
    terms = [
        TableTerms(id=game.replace("/", "-"), name=game, house=ready.house, clocks=NO_CLOCK)
        for game, ready in ready_tables().items()
    ]

    async def run() -> None:
        store = await open_store(str(tmp_path / "books.db"))
        committer = Committer(store)
        await fund(store, committer)
        rng = random.Random(1)
        states: dict[str, TableState] = {}
        for turn in range(3 * ROUNDS):
            hall = Hall(store, committer, PlainSeals())
            await hall.open(terms)
            for name, table in hall.tables.items():
                if turn:
                    left = states[name]
                    assert table.state.rounds == left.rounds
                    assert table.state.seats[1].stack == left.seats[1].stack
                    assert table.state.shuffles == left.shuffles
                    assert (table.state.round is None) == (left.round is None)
                else:
                    answer = await table.ask(Sit("ann", "ann", 1, MONEY // 100))
                    assert isinstance(answer, Accepted), answer
                await play_on(table, rng, 1)
            await asyncio.gather(*(table.do_chores() for table in hall.tables.values()))
            states = {name: table.state for name, table in hall.tables.items()}
            await hall.close()
        assert sum(state.rounds for state in states.values()) >= ROUNDS * len(terms)
        await committer.close()
        entries = [entry async for entry in store.entries()]
        assert verify(entries, balances=await store.balances()) is None
        await store.close()

    asyncio.run(run())
