"""Physical tables of a running server: their rules, their jackpots, and the hand on the felt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from pitboss.api.tables import Table
from pitboss.engine.actions import RefusedError
from pitboss.engine.events import JackpotAwarded, JackpotPaid
from pitboss.engine.meter import UNITS_PER_CENT, Meter, wager_share
from pitboss.engine.setup import open_meters
from pitboss.floor.shared import link_news
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.operations import JackpotError, rate_now
from pitboss.jackpot.state import Hit, Jackpot, Outcome
from pitboss.office.core import HOUSE
from pitboss.office.physical import LockWagers, Share, find_physical
from pitboss.office.state import Office, PhysicalTable
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model.tables import PayRow
from pitboss.rulebook.pays import fixed_ratio, meter_share
from pitboss.rulebook.phrases import choice
from pitboss.server.physical.wire import HitEntered
from pitboss.server.requests.errors import ApiError
from pitboss.server.services import Services
from pitboss.sitting.settle_hand import SettleHand, settle_lines


class Won(NamedTuple):
    """An award out of a jackpot."""

    wager: str
    seat: int
    percent: int
    """The share of the meter; 0: a fixed prize."""
    prize: int
    """Units of a fixed prize."""
    stake: int


class HitEnteredError(JackpotError):
    """The award of this wager is locked already."""

    def __init__(self, number: int) -> None:
        """Name the hit that is there."""
        super().__init__("hit/entered", f"hit {number} is this one: one wager wins once in a round")


def hand_of(services: Services, table: PhysicalTable) -> SettleHand:
    """Return the hand on a table's felt; a new one waits for its bets.

    Hands under way are in memory alone: they are journaled once the dealer confirms them.
    """
    hands = services.physical_hands
    if table.id not in hands:
        opened = open_physical(table)
        hands[table.id] = SettleHand(opened.setup, meters_of(services, table, opened))
    return hands[table.id]


def settle_again(services: Services, table: PhysicalTable, lines: list[str]) -> SettleHand:
    """Return a table's hand with other lines; one that does not fit is refused."""
    opened = open_physical(table)
    return settle_lines(opened.setup, lines, meters_of(services, table, opened))


def jackpot_seats(table: PhysicalTable, hand: SettleHand) -> dict[str, tuple[int, ...]]:
    """Return the seats that made each jackpot wager of a hand, as a button or a sensor has them."""
    seats = {
        wager: tuple(seat for seat, own in sorted(hand.bets.items()) if wager in own)
        for wager in table.links
    }
    return {wager: there for wager, there in seats.items() if there}


def physical_table(office: Office, name: str) -> PhysicalTable:
    """Return a physical table, or refuse the request."""
    try:
        return find_physical(office, name)
    except RefusedError as error:
        raise ApiError.of(error.refusal) from None


def open_physical(table: PhysicalTable) -> Table:
    """Return the table of its house."""
    return Table.open(house_from(table.house))


def meters_of(services: Services, table: PhysicalTable, opened: Table) -> dict[str, Meter]:
    """Return the meters of a table: those that it shares are the jackpots as they are now."""
    meters = {**open_meters(opened.setup, {}, {})}
    for wager, name in table.links.items():
        meters[wager] = link_news(services.keeper.jackpots[name].state).meter
    return meters


def with_shares(services: Services, office: Office, command: LockWagers) -> LockWagers:
    """Add to a command what its wagers feed the jackpots now."""
    table = find_physical(office, command.table)
    spots = open_physical(table).setup.configured.spots
    shares: dict[str, Share] = {}
    for wager, name in table.links.items():
        jackpot = services.keeper.jackpots[name].state
        units = 0
        if jackpot.takes_wagers and not office.progressives.stopped:
            units = wager_share(fixed_wager(spots[wager]), rate_now(jackpot))
        shares[wager] = Share(name, units)
    return LockWagers(command.table, command.wagers, shares)


def fixed_wager(spot: Any) -> int:  # noqa: ANN401 - a spot of the felt
    """Return the one amount of a jackpot wager, in cents."""
    return spot.jackpot.wager if spot.jackpot and spot.jackpot.wager else int(spot.min)


def meter_rows(table: PhysicalTable) -> dict[str, list[PayRow]]:
    """Return, for each jackpot wager, the rows that its meter pays."""
    spots = open_physical(table).setup.configured.spots
    tables = {wager: spots[wager].table for wager in table.links}
    return {
        wager: [row for row in pays.rows if meter_share(row.pay) or row.from_jackpot]
        for wager, pays in tables.items()
        if pays is not None
    }


async def lock_hit(
    services: Services, table: PhysicalTable, hit: HitEntered, by: str, key: str
) -> Jackpot:
    """Lock the award of a row for the winner at a seat, as a round of the server would."""
    wager = hit.wager
    if wager not in table.links:
        known = choice(sorted(table.links)) if table.links else "none"
        raise ApiError("wager/not-offered", f"the jackpot wagers of this table: {known}")
    if hit.seat not in table.wagers.get(wager, ()):
        raise ApiError("seat/unknown", f"seat {hit.seat} has no {wager} locked in this round")
    rows = meter_rows(table)[wager]
    row = next((one for one in rows if one.title == hit.row), None)
    if row is None:
        known = choice(sorted(one.title for one in rows))
        raise ApiError("hit/row", f"its meter pays {known}")
    stake = fixed_wager(open_physical(table).setup.configured.spots[wager])
    prize = int(stake * fixed_ratio(row.pay)) * UNITS_PER_CENT if row.from_jackpot else 0
    won = Won(wager=wager, seat=hit.seat, percent=meter_share(row.pay), prize=prize, stake=stake)
    return await _lock(services, table, won, by, key)


def _awards(table: PhysicalTable, hand: SettleHand) -> Iterator[JackpotAwarded | JackpotPaid]:
    assert hand.round is not None
    for event in hand.round.events:
        if isinstance(event, JackpotAwarded | JackpotPaid) and event.wager in table.links:
            yield event


def unlocked_award(table: PhysicalTable, hand: SettleHand) -> str:
    """Return the seat and wager of an award whose wager was never locked; "": all of them were."""
    for event in _awards(table, hand):
        if event.seat not in table.wagers.get(event.wager, ()):
            return f"seat {event.seat}, {event.wager},"
    return ""


async def lock_awards(
    services: Services, table: PhysicalTable, hand: SettleHand, key: str
) -> list[str]:
    """Lock the awards that a keyed hand won out of shared jackpots.

    One that somebody entered by its row before is locked already, and stays as it is.
    """
    spots = open_physical(table).setup.configured.spots
    locked = []
    for event in _awards(table, hand):
        share = event.percent if isinstance(event, JackpotAwarded) else 0
        prize = 0 if share else event.amount * UNITS_PER_CENT
        won = Won(
            wager=event.wager,
            seat=event.seat,
            percent=share,
            prize=prize,
            stake=fixed_wager(spots[event.wager]),
        )
        name = f"{key}/{event.wager}/{event.seat}"
        with suppress(HitEnteredError):
            after = await _lock(services, table, won, HOUSE, name)
            locked.append(f"{after.id} {after.hits}")
    return locked


def _hits_of(table: PhysicalTable, jackpot: Jackpot) -> Iterator[Hit]:
    """Yield the hits of the wagers that are locked at a table, but those that were rejected."""
    for hit in (*jackpot.pending, *jackpot.recent):
        is_there = hit.outcome not in {Outcome.REJECTED, Outcome.VOID}
        if is_there and (hit.table, hit.round) == (table.id, table.rounds):
            yield hit


async def find_hit(services: Services, table: PhysicalTable) -> Hit | None:
    """Return a hit of the wagers that are locked at a table; None: none of them won."""
    names = {*table.links.values()}
    await services.keeper.refresh(names)
    jackpots = (services.keeper.jackpots[name].state for name in names)
    return next((hit for jackpot in jackpots for hit in _hits_of(table, jackpot)), None)


async def _lock(services: Services, table: PhysicalTable, won: Won, by: str, key: str) -> Jackpot:
    def decide(jackpot: Jackpot, at: int) -> list[jackpot_events.Event]:
        for earlier in _hits_of(table, jackpot):
            if (earlier.seat, earlier.wager) == (won.seat, won.wager):
                raise HitEnteredError(earlier.number)
        wanted = Hit(
            number=0,
            table=table.id,
            round=table.rounds,
            seat=won.seat,
            wager=won.wager,
            percent=won.percent,
            amount=won.prize,
            stake=won.stake,
            at=at,
        )
        hit, _ = jackpot_events.lock_like(jackpot, wanted)
        return [jackpot_events.HitLocked(hit=hit)]

    return await services.keeper.carry_out(table.links[won.wager], decide, by, key)
