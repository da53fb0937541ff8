"""Exchange between a table and a shared jackpot: readings one way, hits the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.engine.events import MeterRead
from pitboss.engine.meter import Meter
from pitboss.floor.commands import Accepted
from pitboss.floor.links import Link, LinkNews, Reading, Waiting
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.operations import JackpotError, contribute, rate_now
from pitboss.jackpot.postings import draft
from pitboss.jackpot.state import Hit, Jackpot, Outcome
from pitboss.ledger.entry import Draft


class JackpotEntries(NamedTuple):
    """The entries to write for a jackpot, and the jackpot after them."""

    drafts: list[Draft]
    jackpot: Jackpot


def write_events(
    jackpot: Jackpot | None,
    events: Iterable[jackpot_events.Event],
    *,
    version: int,
    at: int,
    actor: str = "house",
) -> JackpotEntries:
    """Return the entries of events, numbered from a version.

    Raise `JackpotError` if one of them cannot happen.
    """
    drafts: list[Draft] = []
    for event in events:
        after = jackpot_events.apply(jackpot, event, at)
        key = f"{jackpot_events.entry_kind(event)}/{version + len(drafts)}"
        drafts.append(draft(jackpot, event, after, actor=actor, key=key))
        jackpot = after
    assert jackpot is not None
    return JackpotEntries(drafts, jackpot)


def fed_event(jackpot: Jackpot, units: int) -> jackpot_events.Fed | None:
    """Return the event that adds the tables' contributions; None if there is none now.

    The sum is negative after wagers were given back. If the jackpot does not hold so much, it waits
    for more wagers.
    """
    if not units or jackpot.is_closed or jackpot.is_house:
        return None
    try:
        after = contribute(jackpot, units)
    except JackpotError:
        return None
    return jackpot_events.Fed(units=units, display=after.display)


def take_reading(jackpot: Jackpot, wager: str) -> Reading:
    """Return the amount that a jackpot holds for a wager, all contributions included."""
    terms = jackpot.waiting or jackpot.terms
    pools = (jackpot.display, jackpot.reserve)
    read = MeterRead(wager, *pools, terms.seed, jackpot.overflow, terms.ceiling)
    return Reading(read, jackpot.terms.hand_pay_from)


def link_news(jackpot: Jackpot, *, is_lost: bool = False, is_stale: bool = False) -> LinkNews:
    """Return the state of a jackpot for tables.

    *is_lost*: its state is unknown at the moment; *is_stale*: for so long that screens say so.
    """
    code = ""
    if is_lost:
        code = "jackpot/unavailable"
    elif jackpot.is_closed:
        code = "jackpot/closed"
    elif not jackpot.takes_wagers:
        code = "jackpot/disabled"
    waiting = tuple(Waiting(hit.number, hit.table, hit.seat, hit.amount) for hit in jackpot.pending)
    most = jackpot.terms.contribution_max
    posted = jackpot.terms.disclosures
    link = Link(
        jackpot=jackpot.id,
        title=jackpot.title,
        code=code,
        is_stale=is_stale,
        most=most,
        waiting=waiting,
        disclosures=posted,
    )
    meter = Meter(
        seed=jackpot.terms.seed,
        contribution=rate_now(jackpot),
        display=jackpot.display,
        reserve=jackpot.reserve,
        seeded=jackpot.display + jackpot.reserve,
    )
    return LinkNews(link, meter)


def hit_events(
    jackpot: Jackpot, answer: Accepted, links: Mapping[str, str], at: int
) -> list[jackpot_events.Event]:
    """Return the events of a table's answer for one jackpot: hits in order, or their voids.

    *links*: the table's wagers -> their jackpots.
    """
    table = answer.table
    if answer.is_void:
        here = (table.id, table.rounds)
        return [
            jackpot_events.HitVoided(number=past.number)
            for past in jackpot.recent
            if (past.table, past.round) == here and past.outcome in {Outcome.PENDING, Outcome.PAID}
        ]
    events: list[jackpot_events.Event] = []
    for award in answer.won:
        if links[award.wager] != jackpot.id:
            continue
        wanted = Hit(
            number=0,
            table=table.id,
            round=table.rounds,
            seat=award.seat,
            wager=award.wager,
            percent=award.percent,
            amount=award.units,
            account=table.seats[award.seat].account,
            stake=award.stake,
            at=at,
        )
        hit, _ = jackpot_events.lock_like(jackpot, wanted)
        if hit.amount != award.units:
            message = f"the table pays {award.units} and the jackpot {hit.amount}"
            raise JackpotError("jackpot/journal", message)
        new: list[jackpot_events.Event] = [jackpot_events.HitLocked(hit=hit)]
        if not award.by_hand:
            new.append(jackpot_events.HitPaid(number=hit.number, table=table.id))
        for event in new:
            jackpot = jackpot_events.apply(jackpot, event, at)
        events += new
    return events
