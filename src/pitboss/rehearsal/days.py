"""Play the days of a rehearsal, minute by minute.

Within a minute every table plays a round. All tables step together, so their entries share
transactions, and the same plan gives the same floor.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.engine.setup import open_meters
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.jackpot.state import Hit
from pitboss.jackpot.terms import Terms
from pitboss.ledger.checkpoint import Sign
from pitboss.office.voids import TakeBackRound
from pitboss.pit.desk import Desk
from pitboss.pit.entropy import Seals
from pitboss.pit.hall import Hall
from pitboss.pit.jackpot_desk import JackpotDesk
from pitboss.pit.keeper import Keeper, PlannedJackpot
from pitboss.pit.orders import Errands, Voids
from pitboss.pit.table import LiveTable
from pitboss.rehearsal import duties, guests
from pitboss.rehearsal.floor import MINUTE, Clock, Floor
from pitboss.rehearsal.guests import STAY_MINUTES, Guest, make_guests
from pitboss.rehearsal.plan import GAMES, Plan
from pitboss.rulebook.ready import ready_tables
from pitboss.store import Committer, Pen, Store

START = 1_767_348_000_000_000
"""Friday 2 January 2026, ten in the morning UTC."""
DAY_MINUTES = 24 * 60
CHORES_EVERY = 60
"""Minutes between two looks of the staff at trays and complaints."""
SEATS_FULL = 0.55
"""How many of the seats are taken in the long run."""
HAND_PAY_FROM = 20 * UNITS_PER_DOLLAR
"""Low, so the staff has something to do: large awards are rare."""

Announce = Callable[[str], None]


def rehearsal_tables(count: int) -> tuple[TableTerms, ...]:
    """Return the tables of a rehearsed floor: its games in turn.

    >>> [it.id for it in rehearsal_tables(9)][-2:]
    ['8', '9']
    """
    ready = ready_tables()
    return tuple(
        _link_table(
            TableTerms(
                id=str(number),
                name=f"Table {number}",
                house=ready[GAMES[(number - 1) % len(GAMES)]].house,
                seats=5,
                clocks=NO_CLOCK,
            )
        )
        for number in range(1, count + 1)
    )


def _link_table(terms: TableTerms) -> TableTerms:
    """Return a table whose jackpot wagers are linked to the jackpots of its game."""
    game = terms.house.game.replace("/", ".")
    links = {wager: f"{game}.{wager}" for wager in open_meters(terms.setup, {}, {})}
    return replace(terms, links=links)


def _wanted_jackpots(tables: Iterable[TableTerms]) -> list[PlannedJackpot]:
    """Return the jackpots that tables are linked to, on the terms of the rules."""
    planned: dict[str, PlannedJackpot] = {}
    for table in tables:
        meters = open_meters(table.setup, {}, {})
        for wager, name in table.links.items():
            meter = meters[wager]
            terms = Terms(
                seed=meter.seed,
                rate=meter.contribution,
                hidden_share=meter.reserve_share,
                hand_pay_from=HAND_PAY_FROM,
            )
            planned.setdefault(name, PlannedJackpot(name, f"{table.name}, {wager}", terms))
    return list(planned.values())


def _dealers(hit: Hit) -> tuple[str, ...]:
    return (duties.table_dealer(hit.table),)


async def rehearse(
    store: Store,
    seals: Seals,
    plan: Plan,
    *,
    sign: Sign | None = None,
    pen: Pen | None = None,
    announce: Announce = print,
) -> Counter[str]:
    """Play the days of a plan on empty books; return the number of each event."""
    rng = random.Random(plan.seed)  # noqa: S311 - a rehearsal, the same for the same seed
    clock = Clock(START)
    committer = Committer(store, pen)
    tables = rehearsal_tables(plan.tables)
    keeper = Keeper(store, committer, clock)
    await keeper.open(_wanted_jackpots(tables))
    await keeper.close()  # `keep_jackpots` does its work, so every rehearsal does it alike
    hall = Hall(
        store, committer, seals, clock=clock, sign=sign, keeper=keeper, source=rng.randbytes
    )
    desk = Desk(store, committer, clock)
    counter = JackpotDesk(keeper, store, _dealers)
    errands = Errands(desk, clock)
    voids = Voids(hall, store)
    errands.carriers[TakeBackRound] = voids.take_back
    floor = Floor(
        store=store,
        hall=hall,
        desk=desk,
        errands=errands,
        voids=voids,
        keeper=keeper,
        jackpots=counter,
        clock=clock,
        rng=rng,
    )
    try:
        await hall.open(tables)
        await duties.hire(floor)
        await duties.begin(floor)
        people = make_guests(plan.guests)
        for day in range(1, plan.days + 1):
            clock.now = START + (day - 1) * DAY_MINUTES * MINUTE
            before = {name: floor.counts[name] for name in ("rounds", "stays")}
            await _play_day(floor, people, plan.minutes)
            await hall.checkpoint()
            of_day = (f"{floor.counts[name] - count:,} {name}" for name, count in before.items())
            announce(f"day {day} of {plan.days}: {', '.join(of_day)}")
        return floor.counts
    finally:
        await hall.close()
        await committer.close()


async def _play_day(floor: Floor, people: list[Guest], minutes: int) -> None:
    await duties.open_day(floor)
    for minute in range(1, minutes + 1):
        floor.clock.go_on(1)
        await floor.keep_jackpots()
        await _come_and_go(floor, people, minute)
        await _play_minute(floor, [player for player in people if player.table is not None])
        if minute % CHORES_EVERY == 0:
            await duties.see_to_trays(floor)
            await duties.answer_disputes(floor)
            await duties.settle_hits(floor)
    for guest in people:
        if guest.table is not None:
            await guests.go(floor, guest)
    await duties.answer_disputes(floor)
    await duties.settle_hits(floor)
    await duties.close_day(floor)


async def _come_and_go(floor: Floor, people: list[Guest], minute: int) -> None:
    for guest in people:
        if guest.table is not None and guest.until <= minute:
            await guests.go(floor, guest)
    waiting = [player for player in people if player.table is None and not player.is_gone]
    free = [(table, seat) for table in floor.tables for seat in _free_seats(table)]
    every = sum(table.state.terms.seats for table in floor.tables)
    wanted = min(len(waiting), round(every * SEATS_FULL) - (every - len(free)))
    for guest in floor.rng.sample(waiting, max(0, min(wanted, 3))):
        table, seat = free.pop(floor.rng.randrange(len(free)))
        until = minute + floor.rng.randint(*STAY_MINUTES)
        await guests.sit_down(floor, guest, table, seat, until)


def _free_seats(table: LiveTable) -> Iterable[int]:
    return (seat for seat in range(1, table.state.terms.seats + 1) if seat not in table.state.seats)


async def _play_minute(floor: Floor, playing: list[Guest]) -> None:
    """Play a round at every table with a player."""
    tables = [table for table in floor.tables if table.state.seats]
    before = sum(table.state.rounds for table in tables)
    at = {table.state.id: [guest for guest in playing if guest.table is table] for table in tables}
    await asyncio.gather(*(_bet_all(at[table.state.id]) for table in tables))
    await duties.spoil_some(floor, tables)
    while busy := [table for table in tables if table.state.round is not None]:
        await asyncio.gather(*map(guests.decide, busy))
    await duties.regret_some(floor, tables)
    floor.counts["rounds"] += sum(table.state.rounds for table in tables) - before


async def _bet_all(people: list[Guest]) -> None:
    for guest in people:
        await guests.bet(guest)
