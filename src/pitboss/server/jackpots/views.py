"""Answers about shared jackpots."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from msgspec import json

from pitboss.engine.events import CardDealt, Event, WagerSettled
from pitboss.engine.meter import format_units
from pitboss.fair.reveal import read_reveal
from pitboss.floor.history import round_replay
from pitboss.floor.journal import promise_key, read_promise
from pitboss.jackpot.state import Hit
from pitboss.jackpot.terms import Terms
from pitboss.pit.live_jackpot import LiveJackpot
from pitboss.pit.past import find_round
from pitboss.server.jackpots import wire
from pitboss.server.requests.wire import moment_text, show
from pitboss.server.services import Services
from pitboss.store import StoreError


async def summaries(
    services: Services, jackpots: Iterable[LiveJackpot]
) -> list[wire.JackpotSummary]:
    """Return the public figures of jackpots, as the books have them now.

    Another process may have switched one off. If the books do not answer, the last known state is
    shown, and marked as old after a while.
    """
    jackpots = tuple(jackpots)
    with suppress(StoreError):
        await services.keeper.refresh([live.state.id for live in jackpots])
    tables = await services.switchboard.linked_tables()
    return [_summary(services, live, tables.get(live.state.id, [])) for live in jackpots]


def _summary(services: Services, live: LiveJackpot, tables: list[str]) -> wire.JackpotSummary:
    jackpot = live.state
    return wire.JackpotSummary(
        id=jackpot.id,
        title=jackpot.title,
        scheme=jackpot.terms.scheme.value,
        amount=format_units(jackpot.display),
        prizes={share: format_units(units) for share, units in jackpot.terms.prizes.items()},
        open=jackpot.takes_wagers and not services.committer.pulse.is_silent,
        stale=services.keeper.is_stale(live),
        tables=tables,
        pending=[
            wire.PendingHit(hit.number, hit.table, hit.seat, format_units(hit.amount))
            for hit in jackpot.pending
        ],
        disclosures=list(jackpot.terms.disclosures),
    )


def show_terms(terms: Terms) -> wire.TermsSeen:
    """Return terms as they are shown."""
    return wire.TermsSeen(
        seed=format_units(terms.seed),
        contribution=str(terms.rate),
        reserve=str(terms.hidden_share),
        award_order=terms.award_order,
        hand_pay_from=format_units(terms.hand_pay_from),
        may_be_removed=terms.may_be_removed,
        ceiling=_dollars(terms.ceiling),
        reserve_limit=_dollars(terms.reserve_limit),
        second_contribution=None if terms.secondary_rate is None else str(terms.secondary_rate),
        contribution_max=_dollars(terms.contribution_max),
        wager_cents=terms.wager,
    )


def _dollars(units: int | None) -> str | None:
    return None if units is None else format_units(units)


def show_hit(hit: Hit) -> wire.HitSeen:
    """Return the public facts of a hit: not who won it."""
    return show(
        wire.HitSeen,
        hit,
        hit=hit.number,
        amount=format_units(hit.amount),
        at=moment_text(hit.at),
        outcome=hit.outcome.value,
    )


def books(live: LiveJackpot) -> wire.JackpotBooks:
    """Return the money of a jackpot, and the proposals that wait for a second person."""
    jackpot = live.state
    removal = jackpot.removal
    return show(
        wire.JackpotBooks,
        jackpot,
        collected=live.collected,
        pending=jackpot.pending_amount,
        conserved=jackpot.is_conserved,
        open=jackpot.takes_wagers,
        closed=jackpot.is_closed,
        removal=removal
        and wire.RemovalSeen(
            removal.reference, removal.date, moment_text(removal.at), list(removal.by)
        ),
        proposals=[
            wire.ProposalSeen(one.number, one.by, moment_text(one.at), json.decode(one.operation))
            for one in jackpot.proposals
        ],
    )


async def evidence(services: Services, jackpot: str, hit: Hit) -> wire.HitEvidence:
    """Return the evidence of a hit: the round, its cards, and the proof of its shoe."""
    store = services.store
    stream = f"table/{hit.table}"
    entries = await find_round(store, hit.table, hit.round)
    opened = await store.entry(stream, 1)
    record = None
    shuffles: list[dict[str, Any]] = []
    hand = ""
    cards = ""
    if entries and opened is not None:
        replay = round_replay(opened, entries)
        record = replay.complete_record()
        hand, cards = _winning_hand(replay.round.events, hit)
        first = json.decode(entries[0].body)["before"]["shuffle"]
        for number in (first, first + 1):
            promise = await store.find(stream, promise_key(number))
            shown = await store.find(stream, f"show/{number}")
            if promise is not None:
                shuffles.append(
                    {
                        "shuffle": number,
                        "commitment": read_promise(promise).commitment.hex(),
                        "shown": shown and read_reveal(shown.body.decode()).as_json(),
                    }
                )
    return wire.HitEvidence(
        hit=show_hit(hit),
        account=hit.account,
        stake_cents=hit.stake,
        before=format_units(hit.before),
        after=format_units(hit.after),
        by=list(hit.by),
        taxed=hit.is_taxed,
        keeps_shoe=hit.keeps_shoe,
        round=record,
        shuffles=shuffles,
        hand=hand,
        cards=cards,
        winner=_winner(services, jackpot, hit),
    )


def _winner(services: Services, jackpot: str, hit: Hit) -> wire.WinnerOfHit | None:
    known = services.desk.office.winners.get((jackpot, hit.number))
    return None if known is None else show(wire.WinnerOfHit, known)


def _winning_hand(events: Iterable[Event], hit: Hit) -> tuple[str, str]:
    """Return the row that won, and the cards that lay there when the wager was judged."""
    wanted = (hit.seat, hit.wager)
    rows: tuple[str, ...] = ()
    own: list[str] = []
    dealers: list[str] = []
    for event in events:
        if isinstance(event, CardDealt):
            cards = own if event.seat == hit.seat else dealers if not event.seat else []
            cards.append(str(event.card))
        elif isinstance(event, WagerSettled) and (event.seat, event.wager) == wanted:
            rows = event.rows or (event.outcome,)
            break
    return ", ".join(rows), f"{' '.join(own)}; dealer {' '.join(dealers)}"
