"""Who is at a table: somebody whose last line goes while a new one comes is there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pitboss.floor.commands import Accepted, Sit
from pitboss.floor.state import TableState
from pitboss.floor.terms import TableTerms
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.store import Committer, open_store
from tests.pit.seals import PlainSeals
from tests.pit.test_recovery import fund


class Eyes:
    """Somebody who only watches."""

    account = "ann"

    def tell(self, table: LiveTable, before: TableState, answer: Accepted) -> None:
        """Take no note."""


def test_a_line_that_goes_late_does_not_send_away_who_came_on_another(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "books.db"))
        committer = Committer(store)
        await fund(store, committer)
        hall = Hall(store, committer, PlainSeals())
        house = ready_tables()["reference/blackjack"].house
        await hall.open([TableTerms(id="7", name="7", house=house)])
        table = hall.tables["7"]
        old = Eyes()
        new = Eyes()
        await table.presence.join(old)
        assert isinstance(await table.ask(Sit("ann", "Ann", 1, 50_000)), Accepted)
        loop = asyncio.get_running_loop()
        writing = loop.create_task(table.ask(Sit("ann", "Ann", 2, 50_000)))
        await asyncio.sleep(0)  # the table is busy, and notes a moment later that she is gone
        going = loop.create_task(table.presence.part(old, bye=False))
        await asyncio.sleep(0)
        await asyncio.gather(writing, going, table.presence.join(new))
        assert not table.state.absences
        await table.presence.part(new, bye=False)
        assert [*table.state.absences] == ["ann"]
        await hall.close()
        await committer.close()
        await store.close()

    asyncio.run(run())
