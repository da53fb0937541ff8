"""Tables that play by themselves: what a player does follows from what lies on the table alone.

So a run that was stopped anywhere and goes on from the journal plays exactly as one that was not.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import shake_256
from typing import TYPE_CHECKING
from unittest.mock import patch

from pitboss.engine.actions import Refusal
from pitboss.fair.cut import SeedPlace
from pitboss.fair.order import commitment, draw_entropy
from pitboss.floor.commands import (
    Answer,
    Bet,
    Command,
    CommitSeed,
    Decide,
    Leave,
    Promise,
    RevealSeed,
    Sit,
)
from pitboss.floor.cutting import open_cut
from pitboss.floor.state import Sitting, TableState, shoe_terms
from pitboss.floor.terms import NO_CLOCK, Clocks, TableTerms
from pitboss.ledger.checkpoint import Sign
from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.pit.entropy import Entropy
from pitboss.pit.hall import Clock, Hall
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import house_from
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.bankroll import least_bet
from pitboss.store import Committer, Store
from tests.engine.bets import random_tips, random_wagers
from tests.engine.houses import random_house
from tests.engine.players import random_player
from tests.pit.seals import PlainSeals

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PLAYERS = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")
WALLET = 10**14
BUY_IN = 10**8
RETRY_SECONDS = 0.5
AGAIN = frozenset({"store/unavailable"})


@lru_cache(maxsize=1000)
def any_terms(name: str, game: str, seed: int, clocks: Clocks = NO_CLOCK) -> TableTerms:
    """Return a table of a game with some set-up that the rules allow."""
    house = house_from(random_house(random.Random(f"{seed} {game}"), game))
    return TableTerms(id=name, name=f"Table {name}", house=house, clocks=clocks)


def plain_terms(name: str, clocks: Clocks = NO_CLOCK) -> TableTerms:
    """Return a blackjack table at which a bet on the main wager alone is dealt."""
    house = ready_tables()["co/free-bet"].house
    return TableTerms(id=name, name=f"Table {name}", house=house, clocks=clocks)


def plain_bet(table: LiveTable, account: str, seat: int) -> Bet:
    """Return the least bet at such a table."""
    return Bet(account, seat, {"main": least_bet(table.state.terms.setup)})


def fixed_promise(self: Entropy, state: TableState, shuffle: int) -> Promise:
    """Commit to entropy that follows from the table and the number of the shuffle."""
    name = f"{state.id}/{shuffle}"
    text = f"{state.terms.setup.configured.digest} {name}"
    entropy = draw_entropy(state.shoe.shoe.size, shake_256(text.encode()).digest)
    self._drawn[shuffle] = entropy
    sealed = PlainSeals().seal(name, entropy)
    return Promise(shuffle, commitment(shoe_terms(state, shuffle), entropy), sealed)


def fix_entropy() -> AbstractContextManager[object]:
    """Let every run have the same cards."""
    return patch.object(Entropy, "promise", fixed_promise)


async def fund(store: Store, players: Iterable[str] = PLAYERS, units: int = WALLET) -> None:
    """Give everybody money, unless they have it."""
    for player in players:
        stream = f"account/{player}"
        if await store.find(stream, "deposit"):
            continue
        lines = (Posting("external:test", -units), Posting(f"wallet:{player}", units))
        draft = Draft(stream, "deposit", player, "deposit", b"{}", lines)
        await store.append([seal(draft, version=1, at=0, before=bytes(32))])


@asynccontextmanager
async def opened_hall(
    store: Store,
    wanted: Sequence[TableTerms] = (),
    clock: Clock | None = None,
    sign: Sign | None = None,
) -> AsyncIterator[Hall]:
    """Open the tables of a store, and close them."""
    committer = Committer(store)
    hall = Hall(store, committer, PlainSeals(), clock=clock, sign=sign)
    try:
        await hall.open(wanted)
        yield hall
    finally:
        await hall.close()
        await committer.close()


Ask = Callable[[Command, str], Awaitable[Answer]]


@dataclass
class Players:
    """Those who play at one table."""

    table: LiveTable
    seats: int
    seed: int = 1
    ask: Ask = field(init=False)
    refusals: int = 0
    """Times that the books could not be reached."""

    def __post_init__(self) -> None:
        self.ask = self.table.ask

    @property
    def state(self) -> TableState:
        return self.table.state

    async def insist(self, command: Command, key: str) -> Answer:
        """Ask until the table answers something else than that its books cannot be reached."""
        while True:
            answer = await self.ask(command, key)
            if not (isinstance(answer, Refusal) and answer.code in AGAIN):
                return answer
            self.refusals += 1
            await asyncio.sleep(RETRY_SECONDS)

    async def sit(self) -> None:
        """Take the seats."""
        several = self.state.terms.setup.configured.options.get("multiple_hands", True)
        for seat in range(1, self.seats + 1):
            player = PLAYERS[(seat - 1) // 2 if several else seat - 1]
            if seat not in self.state.seats and self.state.round is None:
                key = f"sit/{seat}/{self.state.rounds}"
                answer = await self.insist(Sit(player, player, seat, BUY_IN), key)
                assert not isinstance(answer, Refusal), answer

    async def play(self, rounds: int) -> None:
        """Play until a round with this number is over."""
        while self.state.round is not None or self.state.rounds < rounds:
            await self.sit()  # the clock gives a seat up that was away for too long
            await self.step()

    async def step(self) -> None:
        """Do the next thing that somebody has to do."""
        await self._send_seeds()
        if self.state.round is not None:
            await self._decide()
        else:
            await self._bet()

    async def leave(self) -> None:
        """Give every seat up, once the house has seen to the shoe."""
        await self.table.do_chores()
        for seat, sitting in sorted(self.state.seats.items()):
            await self.insist(Leave(sitting.account, seat), f"leave/{seat}")

    async def _send_seeds(self) -> None:
        """Commit to a seed at every seat, and reveal it once the set is fixed."""
        for seat, sitting in sorted(self.state.seats.items()):
            cut = open_cut(self.state)
            account = sitting.account
            place = SeedPlace(self.state.id, cut.shuffle, cut.attempt, seat)
            seed = self._random(place).randbytes(32)
            if cut.is_fixed and seat in cut.commitments.keys() - cut.seeds.keys():
                await self.insist(RevealSeed(account, seat, seed), "")
            elif not cut.is_fixed and seat not in cut.commitments:
                shuffle = cut.shuffle
                attempt = cut.attempt
                mark = place.commit(seed)
                await self.insist(CommitSeed(account, seat, shuffle, attempt, mark), "")

    def _random(self, *place: object) -> random.Random:
        return random.Random(f"{self.seed} {self.state.id} {place}")

    async def _bet(self) -> None:
        """Put bets down until they are closed."""
        number = self.state.rounds + 1
        if self.state.is_dealing:  # the clock deals as soon as the shoe is cut
            await asyncio.sleep(0.01)
            return
        for seat in sorted(self.state.seats):
            sitting = self.state.seats.get(seat)
            if self.state.round is not None or self.state.rounds >= number:
                return
            if sitting is not None and not sitting.ready:
                await self._bet_at(sitting, number)
        if self.state.round is None and self.state.rounds < number:
            await asyncio.sleep(RETRY_SECONDS)  # the shoe is seen to, or nobody bets

    async def _bet_at(self, sitting: Sitting, number: int) -> None:
        setup = self.state.terms.setup
        rng = self._random(number, sitting.seat)
        wagers = random_wagers(rng, setup)
        tips = random_tips(rng, setup, wagers)
        bets = {**wagers, **{f"tip:{wager}": cents for wager, cents in tips.items()}}
        key = f"bet/{number}/{sitting.seat}"
        answer = await self.insist(Bet(sitting.account, sitting.seat, bets, round=number), key)
        if isinstance(answer, Refusal) and answer.code in {"seat/one-each", "seat/too-many"}:
            none = Bet(sitting.account, sitting.seat, {}, round=number)
            answer = await self.insist(none, f"{key}/none")
        allowed = {"bet/closed", "seat/not-yours"}  # it was dealt, or the clock gave the seat up
        assert not isinstance(answer, Refusal) or answer.code in allowed, answer

    async def _decide(self) -> None:
        current = self.state.round
        assert current is not None
        action = random_player(self._random(current.number, current.n))(current.question)
        account = self.state.seats[action.seat].account
        command = Decide(
            account, action.seat, current.n, action.kind, action.amount, action.tip, action.low
        )
        answer = await self.insist(command, f"decide/{current.number}/{current.n}")
        if isinstance(answer, Refusal):  # the clock was quicker, and gave the seat up as well
            assert answer.code in {"action/stale", "seat/not-yours"}, answer
