"""Wagers of shared jackpots at a table: which are accepted, and what a switch changes."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.actions import RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.events import TIP
from pitboss.engine.values import replace
from pitboss.floor.links import REFUSED, LinkNews
from pitboss.floor.state import Sitting, TableState
from pitboss.table.bets import make_bets


def check_links(table: TableState, bets: Mapping[str, int]) -> None:
    """Refuse wagers of shared jackpots that are unavailable or above a limit."""
    for wager, link in table.links.items():
        if wager not in bets:
            continue
        code, meter = link.code, table.meters.get(wager)
        if (
            not code
            and meter
            and link.most is not None
            and meter.wager_share(bets[wager]) > link.most
        ):
            code = "jackpot/unreasonable"
        if code:
            raise RefusedError(code, REFUSED[code])


def with_news(table: TableState, news: Mapping[str, LinkNews]) -> TableState:
    """Return the table with shared jackpots as they stand now.

    A wager that is no longer available leaves the felt before the deal; its player may bet again,
    and the others play on.
    """
    links, meters = {**table.links}, {**table.meters}
    for wager, changed in news.items():
        links[wager] = changed.link
        if wager in meters:
            meters[wager] = replace(
                meters[wager],
                display=changed.meter.display,
                reserve=changed.meter.reserve,
                contribution=changed.meter.contribution,
            )
    after = table._replace(links=links, meters=meters)
    return _without_bets(after, {wager for wager, link in links.items() if link.code})


def check_stopped(table: TableState, bets: Mapping[str, int]) -> None:
    """Refuse wagers on progressives that the house has stopped."""
    if table.stopped and not table.meters.keys().isdisjoint(bets):
        raise RefusedError("jackpot/stopped", REFUSED["jackpot/stopped"])


def with_stopped(table: TableState, *, is_stopped: bool) -> TableState:
    """Return the table with progressives stopped and their wagers removed, or resumed."""
    after = table._replace(stopped=is_stopped)
    return _without_bets(after, set(table.meters) if is_stopped else set())


def _without_bets(table: TableState, gone: set[str]) -> TableState:
    if not gone or table.round is not None:
        return table
    seats = {
        seat: _without_wagers(table, sitting, gone) if gone & sitting.bets.keys() else sitting
        for seat, sitting in table.seats.items()
    }
    return table._replace(seats=seats)


def _without_wagers(table: TableState, sitting: Sitting, gone: set[str]) -> Sitting:
    bets = {
        wager: cents for wager, cents in sitting.bets.items() if wager.removeprefix(TIP) not in gone
    }
    if bets and refuse_bets(table.terms.setup, [make_bets(sitting.seat, bets, sitting.account)]):
        bets = {}
    return sitting._replace(bets=bets, ready=False)
