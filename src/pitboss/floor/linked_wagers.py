"""Wagers of shared jackpots: which may share one, and which a table accepts.

WAC 230-15-685(5)-(6): tables of one game may share a jackpot; tables of different games may where
the same hand wins with the same probability. Where a document leaves it to the house, the option of
every table must agree (2118(11)(f)). Its terms come from the rules of its wagers. Every table has a
meter of its own that moves with its wagers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.engine.actions import RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.events import TIP
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.setup import Setup
from pitboss.engine.values import replace
from pitboss.floor.links import REFUSED, LinkNews
from pitboss.floor.state import Sitting, TableState
from pitboss.floor.terms import TableTerms
from pitboss.jackpot.terms import Scheme, Terms
from pitboss.rulebook.configured import Jackpot, Spot
from pitboss.rulebook.model import SHARED, JackpotTerms
from pitboss.rulebook.pays import meter_share
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.sitting.bets import make_bets


class LinkedWager(NamedTuple):
    """A wager of a table that is to share a jackpot."""

    table: str
    wager: str
    setup: Setup

    @property
    def spot(self) -> Spot:
        """Its place on the felt."""
        return self.setup.configured.spots[self.wager]

    @property
    def jackpot(self) -> Jackpot | None:
        """How the table runs it."""
        spot = self.setup.configured.spots.get(self.wager)
        return spot.jackpot if spot else None

    @property
    def rules(self) -> JackpotTerms:
        """What the document says about it."""
        terms = self.spot.wager.jackpot
        assert terms is not None
        return terms

    @property
    def name(self) -> str:
        """How people speak of it."""
        return f"{self.wager} of table {self.table}"


def _hands(linked: LinkedWager) -> tuple[Any, ...]:
    """Return the winning hands of a jackpot, with the cards that decide their chance."""
    table = linked.spot.table
    shoe = linked.setup.shoe
    assert table is not None
    rows = [(row.outcome, meter_share(row.pay)) for row in table.rows]
    shares = tuple(row for row in rows if row[1])
    return table.family, shares, shoe.deck.name, shoe.deck_count


def is_same_chance(one: LinkedWager, other: LinkedWager) -> bool:
    """Return whether two wagers are of one game, or the same hands win their jackpots as often."""
    is_same_game = one.setup.configured.game.id == other.setup.configured.game.id
    return is_same_game or _hands(one) == _hands(other)


def link_problems(wagers: Sequence[LinkedWager]) -> Iterator[tuple[LinkedWager, str]]:
    """Return the wagers that may not share one jackpot, and why."""
    yield from _option_problems(wagers)
    first = wagers[0]
    for wager in wagers[1:]:
        one = first.jackpot
        other = wager.jackpot
        assert one is not None
        assert other is not None
        if not is_same_chance(first, wager):
            yield wager, f"other hands win it than {first.name}, or with another probability"
        if one.scheme != other.scheme:
            yield wager, f"it is {other.scheme}, and {first.name} {one.scheme}"
        if one.wager != other.wager:
            yield wager, f"another amount is bet for it than for {first.name}"
        if wager.rules.award_order != first.rules.award_order:
            yield wager, f"several winners are paid in another order than at {first.name}"
        names = ("seed", "contribution", "reserve", "prizes")
        for name in names:
            if getattr(one, name) != getattr(other, name):
                yield wager, f"its {name} is not that of {first.name}"


def _option_problems(wagers: Sequence[LinkedWager]) -> Iterator[tuple[LinkedWager, str]]:
    """Return the wagers whose house does not share its jackpot with these tables."""
    if len(wagers) == 1:
        return
    alone, same_game, _ = SHARED
    games = {wager.setup.configured.game.id for wager in wagers}
    for wager in wagers:
        configured = wager.setup.configured
        name = wager.rules.shared_by
        value = configured.options[name] if name else None
        if value == alone or (value == same_game and len(games) > 1):
            others = "other games" if len(games) > 1 else "other tables"
            cite = configured.game.option(str(name)).cite
            yield wager, f'{name} = "{value}" does not share it with {others} ({cite})'


def terms_for(linked: LinkedWager) -> Terms:
    """Return the terms that a table's own set-up gives a jackpot."""
    jackpot = linked.jackpot
    assert jackpot is not None
    if jackpot.scheme == "house":
        return Terms(
            seed=0,
            rate=Fraction(0),
            scheme=Scheme.HOUSE,
            award_order=linked.rules.award_order,
            wager=jackpot.wager,
            prizes={f"{share}%": cents * UNITS_PER_CENT for share, cents in jackpot.prizes.items()},
        )
    return Terms(
        seed=jackpot.seed * UNITS_PER_CENT,
        rate=jackpot.contribution,
        hidden_share=jackpot.reserve,
        award_order=linked.rules.award_order,
        wager=jackpot.wager,
        may_be_removed=not linked.rules.stays_until_won,
    )


def check_new_links(held: Sequence[TableTerms], new: Sequence[TableTerms]) -> None:
    """Refuse new tables that may not share the jackpots of each other or of *held* tables."""
    problems = []
    for name in sorted({name for terms in new for name in terms.links.values()}):
        wagers = [
            LinkedWager(terms.id, wager, terms.setup)
            for terms in (*held, *new)
            for wager, shared in terms.links.items()
            if shared == name
        ]
        problems += [
            Problem(code="jackpot/link", key=f"jackpots.{name}", message=f"{linked.name}: {why}")
            for linked, why in link_problems(wagers)
        ]
    if problems:
        raise RulesError(problems)


def check_links(table: TableState, bets: Mapping[str, int]) -> None:
    """Refuse wagers of shared jackpots that are unavailable or above a limit."""
    for wager, link in table.links.items():
        if wager not in bets:
            continue
        code = link.code
        meter = table.meters.get(wager)
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
    links = {**table.links}
    meters = {**table.meters}
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
