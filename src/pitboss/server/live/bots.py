"""Bots: they fill seats of private tables, where chips are worth nothing.

A bot makes the same bet every round as soon as a person has bet, and plays by basic strategy. It
sits under an account that nobody logs in to. For the table it is a player like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Accepted, Bet, BuyIn, Command, Decide, Leave, Sit
from pitboss.floor.state import BOT, Sitting, TableState, is_bot
from pitboss.pit.table import LiveTable
from pitboss.server.requests.errors import ApiError
from pitboss.sitting.bankroll import least_bet
from pitboss.sitting.basic_play import basic_play, flat_wagers

NAMES: Final = ("Ada", "Max", "Lin", "Ravi", "Nora", "Teo")
THINKING_S: Final = 0.35
"""How long a bot thinks, so that people can follow it."""
_BETS: Final = 50
"""How many bets of its own a bot has in front of it."""


class Bots:
    """The bots of one table: they watch it, and act when it is their turn."""

    account = None
    """They watch as spectators: no player comes or goes with them."""

    def __init__(self, table: LiveTable) -> None:
        """Watch a table."""
        self._table = table
        self._acting: asyncio.Task[None] | None = None
        self._is_news = False

    def tell(self, table: LiveTable, before: TableState, answer: Accepted) -> None:
        """Take a change of the table, and act on it soon."""
        del table, before, answer
        self._is_news = True
        if self._acting is None or self._acting.done():
            self._acting = asyncio.get_running_loop().create_task(self._act())

    async def seat(self, count: int) -> None:
        """Have this many bots at the table, as far as there are seats."""
        while True:
            here = [*bots_at(self._table.state)]
            command = self._leave(here) if len(here) > count else None
            if len(here) < count:
                command = self._sit(here)
            if command is None:
                return
            answer = await self._table.ask(command)
            if isinstance(answer, Refusal):
                raise ApiError.of(answer)
            if isinstance(command, Leave) and command.seat in self._table.state.seats:
                return  # in mid-hand it leaves when the hand is over

    def _sit(self, here: list[Sitting]) -> Command | None:
        state = self._table.state
        free = (seat for seat in range(1, state.terms.seats + 1) if seat not in state.seats)
        seat = next(free, None)
        taken = {sitting.name for sitting in here}
        name = next((it for it in NAMES if f"{it} (bot)" not in taken), None)
        if seat is None or name is None:
            return None
        cents = _stack(state, seat)
        return Sit(f"{BOT}{name.lower()}", f"{name} (bot)", seat, cents)

    def _leave(self, here: list[Sitting]) -> Command | None:
        last = here[-1]
        return None if last.leaving else Leave(last.account, last.seat)

    async def _act(self) -> None:
        """Do what is to be done until it is a person's turn."""
        while self._is_news and not self._table.is_lost:
            self._is_news = False
            while self._next() is not None:
                await asyncio.sleep(THINKING_S)
                command = self._next()
                if command is None or isinstance(await self._table.ask(command), Refusal):
                    break

    def _next(self) -> Command | None:
        """Return what a bot does now; None: it waits."""
        state = self._table.state
        current = state.round
        if current is not None:
            sitting = state.seats.get(current.question.seat)
            if sitting is None or not is_bot(sitting.account):
                return None
            action = basic_play(current.state, current.question)
            play = (action.kind, action.amount, action.tip, action.low)
            return Decide(sitting.account, sitting.seat, current.n, *play)
        if not any(it.ready and it.bets for it in state.seats.values() if not is_bot(it.account)):
            return None
        for sitting in bots_at(state):
            if not sitting.bets and not sitting.leaving:
                return _bet(state, sitting)
        return None


def bots_at(state: TableState) -> Iterator[Sitting]:
    """Yield the seats of bots."""
    return (sitting for sitting in state.seats.values() if is_bot(sitting.account))


def _bet(state: TableState, sitting: Sitting) -> Command:
    wagers = flat_wagers(state.terms.setup, sitting.seat)
    if sitting.stack < _BETS // 10 * sum(wagers.values()):
        return BuyIn(sitting.account, sitting.seat, _stack(state, sitting.seat))
    return Bet(sitting.account, sitting.seat, wagers)


def _stack(state: TableState, seat: int) -> int:
    """Return the chips that a bot buys at a seat."""
    setup = state.terms.setup
    return max(least_bet(setup), _BETS * sum(flat_wagers(setup, seat).values()))


async def seat_bots(table: LiveTable, count: int, account: str) -> None:
    """Have *count* bots at a table of one's own."""
    terms = table.state.terms
    if terms.owner != account or not terms.has_own_chips:
        raise ApiError("table/not-yours", "bots sit at private tables, called by who opened them")
    bots = next((it for it in table.watchers if isinstance(it, Bots)), None)
    if bots is None:
        bots = Bots(table)
        table.watchers[bots] = None
    await bots.seat(count)
