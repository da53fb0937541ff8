"""Play rounds: take bets, deal, and take decisions."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.actions import Action, Refusal, RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.legal import refusal
from pitboss.engine.values import replace
from pitboss.floor import commands as ask
from pitboss.floor.commands import Accepted, Answer, Handler
from pitboss.floor.cutting import advance_cut, is_cut_wanted, with_cut
from pitboss.floor.deadlines import charge_time, is_everybody_ready
from pitboss.floor.journal import dealt_body, decided_body
from pitboss.floor.linked_wagers import check_links, check_stopped
from pitboss.floor.postings import table_postings
from pitboss.floor.rounds import Outside, bets_on_felt, close_bets, price_problem, take_decision
from pitboss.floor.seating import own_seat, refuse_if_closed, without_empty_window
from pitboss.floor.state import Sitting, TableState, promises_due, shuffles_to_show
from pitboss.sitting.bets import make_bets
from pitboss.sitting.deck_entry import refuse_entry
from pitboss.text.numbers import money


def _bet(table: TableState, command: ask.Bet, now: int, outside: Outside) -> Answer:
    sitting = own_seat(table, command)
    _check_open(table, command)
    # In the order of their names, as the journal has them: played again, the events are the same.
    bets = {wager: cents for wager, cents in sorted(command.wagers.items()) if cents}
    total = sum(bets.values())
    if total > sitting.stack:
        message = f"these bets take {money(total)}, and you have {money(sitting.stack)}"
        return Refusal("bankroll/short", message)
    if table.links:
        check_links(table, bets)
    check_stopped(table, bets)
    own = make_bets(command.seat, bets, command.account)
    if refused := refuse_entry(table.terms.setup, table.shoe, [own]):
        return refused
    placed = replace(sitting, bets=bets, ready=command.ready, out_since=None)
    since = now if table.betting_since is None else table.betting_since
    after = replace(table, seats={**table.seats, command.seat: placed}, betting_since=since)
    if not bets:
        after = without_empty_window(after)
    if is_everybody_ready(after) and may_deal(after) and not is_cut_wanted(after):
        return deal(after, command.account, now, outside)  # which refuses what may not be bet
    wrong = refuse_bets(table.terms.setup, bets_on_felt(after)) if bets else None
    return wrong or Accepted(after)


def _check_open(table: TableState, command: ask.Bet) -> None:
    refuse_if_closed(table)
    if table.paused:
        raise RefusedError("table/paused", "the table is paused; no bets are taken")
    if table.round is not None or table.is_dealing:
        raise RefusedError("bet/closed", "the bets of this round are closed")
    if command.round not in (None, table.rounds + 1):
        message = f"the next round is {table.rounds + 1}, not {command.round}"
        raise RefusedError("bet/closed", message)


def may_deal(table: TableState) -> bool:
    """Return whether the shoe is ready: past shuffles revealed, the next committed to."""
    return not shuffles_to_show(table) and not promises_due(table)


def cut_or_deal(table: TableState, actor: str, now: int, outside: Outside) -> Answer:
    """Close the bets: do the next thing for the cut of the shoe, or deal."""
    return advance_cut(table, actor, now) or deal(table, actor, now, outside)


def deal(table: TableState, actor: str, now: int, outside: Outside) -> Accepted:
    """Close the bets and deal."""
    table = with_cut(table)
    played = close_bets(table, bets_on_felt(table), now, outside)
    after = _with_missed_bets(table, played.table, now)._replace(placed=())
    return Accepted(
        after,
        played.steps,
        kind="dealt",
        actor=actor,
        key=f"round/{after.rounds}",
        body=dealt_body(table, played),
        postings=table_postings(table, after),
        won=played.won,
        is_void=played.is_void,
    )


def _with_missed_bets(before: TableState, after: TableState, now: int) -> TableState:
    """Record the seats that missed the bets; one that misses too many in a row sits out."""
    missing: dict[int, Sitting] = {}
    for seat, sitting in before.seats.items():
        if sitting.bets or sitting.ready or sitting.out_since is not None:
            continue
        if not before.may_enter(sitting):
            continue
        missed = sitting.missed + 1
        out = now if missed >= before.terms.clocks.misses else None
        missing[seat] = after.seats[seat]._replace(missed=missed, out_since=out)
    return after._replace(seats={**after.seats, **missing}) if missing else after


def _decide(table: TableState, command: ask.Decide, now: int, outside: Outside) -> Answer:
    own_seat(table, command)
    current = table.round
    if table.paused:
        return Refusal("table/paused", "the table is paused; no decisions are taken")
    if current is None or current.n != command.n:
        return Refusal("action/stale", "this is not the question that is asked now")
    action = Action(
        seat=command.seat,
        hand=current.due.hand,
        kind=command.kind,
        amount=command.amount,
        wager=current.due.wager,
        tip=command.tip,
        low=command.low,
    )
    refused = refusal(current.due, action)
    if refused is not None:
        return refused
    if problem := price_problem(table, action):
        return Refusal("bankroll/short", problem)
    used = charge_time(table, now, command.lag)._replace(missed=0)
    return take(table.with_sitting(used), action, command.account, now, outside)


def take(
    table: TableState, action: Action, actor: str, now: int, outside: Outside, policy: str = ""
) -> Accepted:
    """Take a decision; *policy* of the house, if the player did not answer."""
    current = table.round
    assert current is not None
    played = take_decision(table, action, now, outside)
    return Accepted(
        played.table,
        played.steps,
        kind="decided",
        actor=actor,
        key=f"round/{current.number}/{current.n}",
        body=decided_body(table, action, played, policy),
        postings=table_postings(table, played.table),
        policy=policy,
        won=played.won,
        is_void=played.is_void,
    )


ANSWERS: Mapping[type, Handler] = {ask.Bet: _bet, ask.Decide: _decide}
