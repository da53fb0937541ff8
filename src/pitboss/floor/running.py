"""Answer every command of a table; here those of the clock and the house.

These are deadlines, shuffles, pauses, opening and voids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.events import IrregularityRuled
from pitboss.engine.values import asdict
from pitboss.fair.order import commitment
from pitboss.floor import commands as ask
from pitboss.floor import cutting, playing, seating
from pitboss.floor.commands import CLOCK, Accepted, Answer, Handler
from pitboss.floor.deadlines import (
    absent_action,
    bets_close_at,
    charge_time,
    decision_deadline,
    restart_clocks,
    seat_kept_until,
)
from pitboss.floor.journal import (
    LIMITS_ANNOUNCED,
    LIMITS_CHANGED,
    PLAY_CLOSED,
    PLAY_OPENED,
    RULED,
    canonical,
    limits_key,
    promise_key,
    promised_body,
    ruled_body,
    shown_body,
)
from pitboss.floor.linked_wagers import with_news, with_stopped
from pitboss.floor.links import MetersDueError, Reading
from pitboss.floor.playing import cut_or_deal, may_deal, take
from pitboss.floor.postings import table_postings
from pitboss.floor.rounds import Orders, Outside, take_ruling
from pitboss.floor.seating import give_up, refuse_if_closed, without_empty_window
from pitboss.floor.state import TableState, limits_due, promises_due, shoe_terms
from pitboss.floor.voids import VoidedTable, call_off_round, take_back_round, void_key


def _tick(table: TableState, command: ask.Tick, now: int, outside: Outside) -> Answer:
    if table.paused:
        return Refusal("table/paused", "the table's clocks stand still")
    if table.round is not None:
        return _play_absent(table, command.advised, now, outside)
    gone = [
        sitting
        for sitting in table.seats.values()
        if (until := seat_kept_until(table, sitting)) is not None and until <= now
    ]
    if gone:
        return give_up(table, gone, CLOCK, now)
    closes = bets_close_at(table)
    if closes is not None and closes <= now and may_deal(table):
        return cut_or_deal(table, CLOCK, now, outside)
    return Refusal("clock/early", "no deadline has come")


def _play_absent(
    table: TableState, advised: ask.Advised | None, now: int, outside: Outside
) -> Answer:
    """Play the hand of a player who did not answer in time."""
    current = table.round
    assert current is not None
    due = decision_deadline(table, current)
    is_other = advised is not None and (advised.round, advised.n) != (current.number, current.n)
    if due is None or due > now or is_other:
        return Refusal("clock/early", "no deadline has come")
    used = charge_time(table, now, 0)
    missed = used.missed + 1
    if missed >= table.terms.clocks.misses and used.out_since is None:
        used = used._replace(out_since=now)
    after = table.with_sitting(used._replace(missed=missed))
    action, policy = absent_action(table, advised.action if advised else None)
    return take(after, action, CLOCK, now, outside, policy)


def _hear_meters(table: TableState, command: ask.HearMeters, _now: int, _: Outside) -> Answer:
    return Accepted(without_empty_window(with_news(table, command.news)))


def _promise(table: TableState, command: ask.Promise, _now: int, _: Outside) -> Answer:
    if command.shuffle not in promises_due(table):
        return Refusal("shoe/order", f"shuffle {command.shuffle} is not to be committed to")
    promised = {**table.shuffles.promised, command.shuffle: command.commitment}
    return Accepted(
        table._replace(shuffles=table.shuffles._replace(promised=promised)),
        kind="promised",
        key=promise_key(command.shuffle),
        body=promised_body(command.shuffle, command.commitment, command.sealed),
    )


def _show(table: TableState, command: ask.Show, _now: int, _: Outside) -> Answer:
    past = next((shuffle for shuffle in table.shoe.past if shuffle.number == command.shuffle), None)
    if table.round is not None or past is None:
        return Refusal("shoe/order", f"shuffle {command.shuffle} is not over")
    promised = table.shuffles.promised.get(command.shuffle)
    if commitment(shoe_terms(table, command.shuffle), command.entropy) != promised:
        return Refusal("shoe/entropy", "the entropy is not what was committed to")
    body = shown_body(table, past, command.entropy)
    return Accepted(
        table.without_shuffle(command.shuffle),
        kind="shown",
        key=f"show/{command.shuffle}",
        body=body,
    )


def _deal_now(table: TableState, command: ask.DealNow, now: int, outside: Outside) -> Answer:
    if table.paused:
        return Refusal("table/paused", "the table is paused; nothing is dealt")
    if table.round is not None:
        return Refusal("round/open", "the round is not over")
    if table.betting_since is None or not may_deal(table):
        return Refusal("bet/none", "no bet lies on the felt, or the shoe is not ready")
    return cut_or_deal(table, command.by, now, outside)


def _pause(table: TableState, command: ask.Pause, now: int, _: Outside) -> Answer:
    """Stop or start the clocks; the open question gets its full time again."""
    return Accepted(
        restart_clocks(table, now)._replace(paused=command.paused),
        kind="paused" if command.paused else "resumed",
        actor=command.by,
        key=f"pause/{now}",
        body=b"{}",
    )


def _open(table: TableState, command: ask.Open, _now: int, _: Outside) -> Answer:
    if not table.closed:
        return Refusal("table/open", "the table is open")
    return _accept_switch(table._replace(closed=False), command, PLAY_OPENED)


def _close_play(table: TableState, command: ask.Close, _now: int, _: Outside) -> Answer:
    refuse_if_closed(table)
    return _accept_switch(table.without_bets()._replace(closed=True), command, PLAY_CLOSED)


def _accept_switch(after: TableState, command: ask.Open | ask.Close, kind: str) -> Accepted:
    return Accepted(
        after,
        kind=kind,
        actor=command.by,
        key=turn_key(command.turn),
        body=canonical({"turn": command.turn}),
    )


def _stop_meters(table: TableState, command: ask.StopMeters, _now: int, _: Outside) -> Answer:
    return Accepted(without_empty_window(with_stopped(table, is_stopped=command.stopped)))


def _announce(table: TableState, command: ask.AnnounceLimits, _now: int, _: Outside) -> Answer:
    command.approved.check()
    coming = command.coming
    return Accepted(
        table._replace(coming=coming),
        kind=LIMITS_ANNOUNCED,
        actor=command.by,
        body=canonical(coming._asdict() | asdict(command.approved)),
    )


def _change_limits(table: TableState, _command: ask.ChangeLimits, now: int, _: Outside) -> Answer:
    coming = limits_due(table, now)
    if coming is None:
        return Refusal("limits/early", "no announced limits are due")
    after = table.without_bets()._replace(terms=table.terms.with_limits(coming.limits), coming=None)
    return Accepted(
        after,
        kind=LIMITS_CHANGED,
        key=limits_key(coming.number),
        body=canonical({"number": coming.number, "limits": coming.limits}),
    )


def turn_key(turn: int) -> str:
    """Return the key of an order of the office to a table, so it takes effect once."""
    return f"office/{turn}"


def _call_off(table: TableState, command: ask.CallOff, _now: int, outside: Outside) -> Answer:
    if table.round is not None and table.round.won and outside.readings is None:
        raise MetersDueError({})  # what was won out of a shared jackpot goes back to it
    voided = call_off_round(table, command.round, command.approved)
    return _accept_void(voided, "called-off", command.by)


def _take_back(table: TableState, command: ask.TakeBack, _now: int, _: Outside) -> Answer:
    if table.closed:
        message = "the tray of a closed table is counted and locked; take it back when it is open"
        return Refusal("table/closed", message)
    opened = command.opened
    entries = command.entries
    seat = command.seat
    voided = take_back_round(table, opened, entries, seat, command.approved)
    return _accept_void(voided, "taken-back", command.by)


def _rule_on(table: TableState, command: ask.RuleOn, now: int, outside: Outside) -> Answer:
    command.approved.check()
    current = table.round
    if current is None or current.number != command.round:
        return Refusal("irregularity/over", f"round {command.round} is not under way")
    kind, seat, hand, approved = command[2:]
    ruled = IrregularityRuled(kind, seat, hand, reason=approved.reason)
    played = take_ruling(table, ruled, now, outside)
    return Accepted(
        played.table,
        played.steps,
        kind=RULED,
        actor=command.by,
        key=ruling_key(command),
        body=ruled_body(table, ruled, played, approved.approvers),
        postings=table_postings(table, played.table),
        won=played.won,
        is_void=played.is_void,
    )


def ruling_key(command: ask.RuleOn) -> str:
    """Return the key of a ruling's entry: the same is ruled once in a round."""
    return f"ruling/{command.round}/{command.irregularity}/{command.seat}/{command.hand}"


def _accept_void(voided: VoidedTable, kind: str, by: str) -> Answer:
    return Accepted(
        voided.table,
        kind=kind,
        actor=by,
        key=void_key(voided.body["round"], voided.body.get("seat", 0)),
        body=canonical(voided.body),
        postings=voided.postings,
        is_void=kind == "called-off",
    )


ANSWERS: Mapping[type, Handler] = {
    ask.Tick: _tick,
    ask.HearMeters: _hear_meters,
    ask.Promise: _promise,
    ask.Show: _show,
    ask.Pause: _pause,
    ask.DealNow: _deal_now,
    ask.Open: _open,
    ask.Close: _close_play,
    ask.StopMeters: _stop_meters,
    ask.AnnounceLimits: _announce,
    ask.ChangeLimits: _change_limits,
    ask.RuleOn: _rule_on,
    ask.CallOff: _call_off,
    ask.TakeBack: _take_back,
}
_ANSWERS: Final[Mapping[type, Handler]] = {
    **seating.ANSWERS,
    **cutting.ANSWERS,
    **playing.ANSWERS,
    **ANSWERS,
}


def decide(
    table: TableState,
    command: ask.Command,
    now: int,
    orders: Orders,
    readings: Mapping[str, Reading] | None = None,
) -> Answer:
    """Answer a command at a moment; *orders* shuffles.

    Raise `MetersDueError` if a shared jackpot is won and *readings* lacks it.
    """
    account: str = getattr(command, "account", "")
    if account in table.absences:  # a player who sends a command is present
        table = table.without_absence(account)
    try:
        return _ANSWERS[type(command)](table, command, now, Outside(orders, readings))
    except RefusedError as refused:
        return refused.refusal
