"""Live tables that share jackpots, rigged so that a deal wins what a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import Refusal
from pitboss.floor import rebuild
from pitboss.floor.commands import Accepted, Bet, Decide, Sit
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.jackpot.postings import balances
from pitboss.jackpot.terms import Terms
from pitboss.ledger.book import seal_all
from pitboss.ledger.entry import Draft, Posting
from pitboss.pit.entropy import Entropy
from pitboss.pit.hall import Hall
from pitboss.pit.keeper import Keeper, PlannedJackpot
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import house_from
from pitboss.sitting.basic_play import basic_play
from pitboss.store import Committer, Store
from tests.pit.seals import PlainSeals

DOLLAR = 10_000
TERMS = Terms(
    seed=5_000 * DOLLAR,
    rate=Fraction(21, 100),
    hidden_share=Fraction(1, 10),
    hand_pay_from=600 * DOLLAR,
)
HOUSE: Mapping[str, Any] = {
    "game": "wa/spanish-21",
    "options": {"decks": 6, "soft17": "hit"},
    "tables": {"match-up": "2", "jackpot-1": "3c-5"},
    "jackpots": {
        "jackpot-1": {
            "scheme": "progressive",
            "wager": 500,
            "contribution": "21%",
            "reserve": "10%",
            "seed": "5000.00",
        }
    },
}
WAGERS = {"main": 1_000, "jackpot-1": 500}
PLAYERS = ("ann", "bob", "cid")


@dataclass
class JackpotFloor:
    """A process that runs some of the tables."""

    store: Store
    committer: Committer
    keeper: Keeper
    hall: Hall

    async def funds(self) -> None:
        """Give every player a wallet."""
        for name in PLAYERS:
            lines = (Posting("external:test", -(10**12)), Posting(f"wallet:{name}", 10**12))
            draft = Draft(f"account/{name}", "deposit", name, "deposit", b"{}", lines)
            head = await self.store.head(draft.stream)
            await self.committer.commit(seal_all([draft], head, 1))

    async def check(self) -> None:
        """The books have what the jackpots say, to the unit."""
        await self.keeper.refresh(self.keeper.jackpots)
        held = await self.store.balances()
        assert sum(held.values()) == 0
        for live in self.keeper.jackpots.values():
            assert live.state.is_conserved
            for account, units in balances(live.state).items():
                assert held.get(account, 0) == units


@asynccontextmanager
async def jackpot_floor(
    store: Store, tables: Sequence[str], terms: Terms = TERMS, *, ticking: bool = False
) -> AsyncIterator[JackpotFloor]:
    """Run tables that share one jackpot."""
    committer = Committer(store)
    keeper = Keeper(store, committer, lambda: 10**15)
    hall = Hall(store, committer, PlainSeals(), clock=lambda: 10**15, keeper=keeper)
    await keeper.open([PlannedJackpot("mtd", "Match The Dealer", terms)])
    if not ticking:
        await keeper.close()
    wanted = [
        TableTerms(
            id=name,
            name=name,
            house=house_from(HOUSE),
            clocks=NO_CLOCK,
            links={"jackpot-1": "mtd"},
        )
        for name in tables
    ]
    await hall.open(wanted, alone=False)
    await keeper.tell()
    try:
        yield JackpotFloor(store, committer, keeper, hall)
    finally:
        await hall.close()
        await keeper.close()
        await committer.close()


ALL = "As"
TENTH = "7h"
NOTHING = ""
"""What a seat may win: three aces of spades are 100 %, three other cards alike are 10 %."""


RIGGED: dict[str, list[tuple[int, str, int]]] = {}
"""Table -> from which shuffle on which card is dealt to how many seats."""


def rig(table: LiveTable, card: str, seats: int = 1) -> None:
    """Deal hands that win a share at every seat, from the next shuffle on."""
    RIGGED.setdefault(table.state.id, []).append((table.state.shoe.shoes + 1, card, seats))


def rigged_order(
    entropy: Entropy, shuffle: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]
) -> tuple[Card, ...]:
    """Deal what a test wants at every shuffle, whatever was promised."""
    orders = [order for order in RIGGED.get(entropy._table, ()) if order[0] <= shuffle]  # noqa: SLF001
    _, card, seats = orders[-1] if orders else (0, NOTHING, 1)
    match = [card] * seats if card else ["Tc"] * seats
    deal = [*match, card or "6d", *match, "9h"]
    return (*cards[:1], *parse_cards(" ".join([*deal, *["Kd 4c 9s"] * 8])))


@contextmanager
def rigged() -> Iterator[None]:
    """Have all tables deal so, also when they are rebuilt."""
    with (
        patch.object(Entropy, "order", rigged_order),
        patch.object(rebuild, "_with_shown", lambda _entries, orders: orders),
    ):
        yield


async def sit(table: LiveTable, *seats: int) -> None:
    for seat in seats:
        await must(table, Sit(PLAYERS[seat - 1], "", seat, 10**8))


async def must(table: LiveTable, command: Any) -> Accepted:  # noqa: ANN401 - any command
    answer = await table.ask(command)
    assert not isinstance(answer, Refusal), answer
    return answer


async def play_round(table: LiveTable, wagers: Mapping[str, int] = WAGERS) -> None:
    """Bet at every seat and play to the end."""
    for seat, sitting in sorted(table.state.seats.items()):
        await must(table, Bet(sitting.account, seat, wagers))
    while (current := table.state.round) is not None:
        action = basic_play(current.state, current.question)
        account = table.state.seats[action.seat].account
        kind = action.kind
        amount = action.amount
        await must(table, Decide(account, action.seat, current.n, kind, amount))
    await asyncio.sleep(0)
