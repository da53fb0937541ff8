"""Round records played at a live table: the same cards, bets and decisions, through the books."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import CardDealt, CardsReshuffled
from pitboss.engine.meter import parse_units
from pitboss.engine.record import replay
from pitboss.engine.setup import open_meters
from pitboss.floor.commands import Accepted, Bet, Command, Decide, Sit
from pitboss.floor.postings import meter_moves
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.pit.entropy import Entropy
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import HOUSE_KEYS, house_from
from pitboss.store import Committer, Store
from tests.pit.seals import PlainSeals

STACK = 10**9
UNITS = 100


class ScriptedEntropy(Entropy):
    """Deals the cards of a record, whatever was promised."""

    scripts: Sequence[tuple[Card, ...]] = ()
    """The cards of each shuffle."""
    burn = 0

    def order(
        self, shuffle: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        burned = cards[: self.burn] if shuffle == 1 else ()
        return (*burned, *self.scripts[shuffle - 1])


@asynccontextmanager
async def opened_hall(store: Store) -> AsyncIterator[Hall]:
    """Return the hall of a store, without clocks."""
    committer = Committer(store)
    hall = Hall(store, committer, PlainSeals())
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()
        await committer.close()


async def play_record(hall: Hall, record: Mapping[str, Any], name: str) -> tuple[LiveTable, Any]:
    """Play a record at a table of its own; return the table and seat -> what it gained."""
    table = await open_for(hall, record, name, seats=10_000)
    for seat in record["seats"]:
        player = str(seat.get("player") or f"{name}.{seat['seat']}").lower()
        await fund(hall, player)
        await must(table, Sit(player, player, seat["seat"], STACK))
    for seat in record["seats"]:
        account = table.state.seats[seat["seat"]].account
        await must(table, Bet(account, seat["seat"], bets_of(seat)))
    for number, decision in enumerate(record.get("decisions", ()), 1):
        await must(table, decision_of(table, decision, number))
    assert table.state.round is None
    stacks = {str(sitting.seat): sitting.stack - STACK for sitting in table.state.seats.values()}
    tips = tips_given(table)
    return table, {seat: net + tips.get(seat, 0) for seat, net in stacks.items()}


async def open_for(hall: Hall, record: Mapping[str, Any], name: str, seats: int) -> LiveTable:
    """Open a table with the rules, the meters and the shoe of a record."""
    house = house_from({key: value for key, value in record.items() if key in HOUSE_KEYS})
    terms = TableTerms(id=name, name=name, house=house, clocks=NO_CLOCK, seats=seats)
    table = await hall.add(terms)
    await rig(hall, table, record)
    return table


async def rig(hall: Hall, table: LiveTable, record: Mapping[str, Any]) -> None:
    """Set the meters and the shoe as the record has them."""
    setup = table.state.terms.setup
    state = table.state
    kept = {key: _units(record.get(key, {})) for key in ("meters", "reserves")}
    table.state = state._replace(meters=open_meters(setup, kept["meters"], kept["reserves"]))
    moves = meter_moves(state.terms, state.meters, table.state.meters)
    lines = tuple(Posting(account, amount) for account, amount in moves if amount)
    if lines:
        await _write(hall, f"rigged/{state.id}", lines)
    entropy = ScriptedEntropy(table.state.id, PlainSeals())
    entropy.scripts = _by_shuffle(record)
    entropy.burn = state.shoe.settings.burn
    entropy._drawn = table._entropy._drawn  # noqa: SLF001 - what was promised stays
    table._entropy = entropy  # noqa: SLF001 - the test deals


def _by_shuffle(record: Mapping[str, Any]) -> list[tuple[Card, ...]]:
    """Return the cards of a record up to each shuffle in the middle of the round."""
    shuffles: list[list[Card]] = [[]]
    for event in replay(dict(record)).round.events:
        if isinstance(event, CardDealt):
            shuffles[-1].append(event.card)
        elif isinstance(event, CardsReshuffled):
            shuffles.append([])
    return [tuple(cards) for cards in shuffles]


def bets_of(seat: Mapping[str, Any]) -> dict[str, int]:
    """Return what a seat of a record puts down, tips included."""
    tips = {f"tip:{wager}": cents for wager, cents in seat.get("tips", {}).items()}
    return {**seat["wagers"], **tips}


def _units(meters: Mapping[str, str]) -> dict[str, int]:
    return {wager: parse_units(amount) for wager, amount in meters.items()}


def decision_of(table: LiveTable, decision: Mapping[str, Any], number: int) -> Decide:
    """Return a decision of a record as a command."""
    low = parse_cards(decision["low"]) if "low" in decision else None
    return Decide(
        table.state.seats[decision["seat"]].account,
        decision["seat"],
        number,
        ActionKind(decision["action"]),
        decision.get("amount"),
        decision.get("tip"),
        low,
    )


def tips_given(table: LiveTable) -> dict[str, int]:
    """What left a stack for the dealer, which a record does not count as the player's loss."""
    given: dict[str, int] = {}
    assert table.state.last is not None
    for line in table.state.last.settled:
        if not line.is_players:
            given[str(line.seat)] = given.get(str(line.seat), 0) + line.stake
    return given


async def fund(hall: Hall, player: str) -> None:
    """Give a player money."""
    lines = (Posting("external:test", -STACK * UNITS), Posting(f"wallet:{player}", STACK * UNITS))
    await _write(hall, f"account/{player}", lines)


async def _write(hall: Hall, stream: str, lines: tuple[Posting, ...]) -> None:
    store = hall._store  # noqa: SLF001 - the test stands behind them
    committer = hall._committer  # noqa: SLF001 - the test stands behind them
    head = await store.head(stream)
    draft = Draft(stream, "test", "test", f"k{head.version}", b"", lines)
    await committer.commit([seal(draft, version=head.version + 1, at=0, before=head.hash)])


async def must(table: LiveTable, command: Command) -> None:
    """Ask a table for something that it grants."""
    answer = await table.ask(command)
    assert isinstance(answer, Accepted), (command, answer)
