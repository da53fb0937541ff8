"""A guest who plays over HTTP, and the tables he plays at."""

from __future__ import annotations

import random
import time
from typing import Any

from pitboss.cards import format_cards
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.server.requests.limits import Rate, Rates
from tests.engine.bets import random_wagers
from tests.engine.players import random_player
from tests.server.asgi import Client, Clock

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))


def terms_of(games: tuple[str, ...]) -> tuple[TableTerms, ...]:
    return tuple(
        TableTerms(id=f"g{number}", name=game, house=ready_tables()[game].house, clocks=NO_CLOCK)
        for number, game in enumerate(games)
    )


def real_clock() -> Clock:
    """Return a clock that agrees with that of the tables."""
    return Clock(time.time_ns() // 1000)


class Player:
    """A guest who plays over HTTP."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self._rng = random.Random(seed)
        self._key = 0
        self.token = ""
        self.account = ""

    async def enter(self) -> None:
        welcome = (await self.client.post("/api/1/guest")).data
        self.token = welcome["token"]
        self.account = welcome["account"]

    async def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        self.client.token = self.token
        return await self.client.get(f"/api/1/{path}")

    async def ask(self, table: LiveTable, name: str, **body: Any) -> int:  # noqa: ANN401
        self._key += 1
        self.client.token = self.token
        key = ("idempotency-key", f"k{self._key}")
        answer = await self.client.post(f"/api/1/tables/{table.state.id}/{name}", body, key)
        return answer.status

    async def bet(self, table: LiveTable) -> None:
        for seat, sitting in table.state.seats.items():
            number = table.state.rounds
            while sitting.account == self.account and table.state.rounds == number:
                wagers = random_wagers(self._rng, table.state.terms.setup)
                if await self.ask(table, "bet", seat=seat, wagers=wagers) == 200:
                    break

    async def decide(self, table: LiveTable) -> None:
        assert table.state.round is not None
        action = random_player(self._rng)(table.state.round.question)
        body = {"amount": action.amount, "tip": action.tip}
        low = format_cards(action.low) if action.low else ""
        number = table.state.round.n
        status = await self.ask(
            table, "act", seat=action.seat, n=number, action=action.kind, low=low, **body
        )
        assert status == 200


async def play_round(table: LiveTable, players: list[Player]) -> None:
    """Play a round to its end."""
    by_account = {player.account: player for player in players}
    for account in dict.fromkeys(seat.account for seat in table.state.seats.values()):
        await by_account[account].bet(table)
    while current := table.state.round:
        account = table.state.seats[current.question.seat].account
        await by_account[account].decide(table)
