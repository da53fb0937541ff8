"""The answer to a command: refused, or accepted with the next state and what is to be written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.engine.actions import Action, Refusal, RefusedError
from pitboss.engine.bets import refused_bets
from pitboss.engine.legal import refusal
from pitboss.engine.values import Value, replace
from pitboss.fair.order import SEED_BYTES_MAX, commitment
from pitboss.floor import commands as ask
from pitboss.floor.deadlines import (
    absent_action,
    decision_deadline,
    is_everybody_ready,
    seat_kept_until,
    time_used,
)
from pitboss.floor.journal import (
    PLAY_CLOSED,
    PLAY_OPENED,
    PROMISES,
    canonical,
    dealt_body,
    decided_body,
    left_body,
    promise_key,
    promised_body,
    seat_body,
    shown_body,
)
from pitboss.floor.linked_bets import check_links, check_stopped, with_news, with_stopped
from pitboss.floor.links import MetersDueError, Reading, Won
from pitboss.floor.postings import buy_in_postings, cash_out_postings, table_postings
from pitboss.floor.rounds import (
    Orders,
    Outside,
    bets_on_felt,
    close_bets,
    price_problem,
    take_decision,
)
from pitboss.floor.shuffles import shoe_terms
from pitboss.floor.state import Absence, Sitting, Steps, TableState, sit_down
from pitboss.floor.voids import Voided, call_off_round, take_back_round, void_key
from pitboss.ledger.entry import Draft, Posting
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.table.bankroll import least_bet
from pitboss.text.numbers import money

CLOCK = "clock"
HOUSE = "house"


class Accepted(Value, frozen=True):
    """A command that changes the table."""

    table: TableState
    steps: Steps | None = None
    """What happened in the round."""
    kind: str = ""
    """The kind of the journal's entry; empty: nothing that must survive was changed."""
    actor: str = HOUSE
    key: str = ""
    """What the entry is known by where the command has no key of its own."""
    body: bytes = b""
    postings: tuple[Posting, ...] = ()
    policy: str = ""
    """By which the house decided for a player who did not answer; empty: it did not."""
    won: tuple[Won, ...] = ()
    """What was won out of shared jackpots."""
    is_void: bool = False
    """The round was called off."""

    def draft(self, key: str = "") -> Draft:
        """Return what is to be written, under the key the asker gave the command."""
        return Draft(
            self.table.stream, self.kind, self.actor, key or self.key, self.body, self.postings
        )


Answer = Accepted | Refusal


def decide(
    table: TableState,
    command: ask.Command,
    now: int,
    orders: Orders,
    readings: Mapping[str, Reading] | None = None,
) -> Answer:
    """Answer a command at a time; *orders* shuffles.

    `MetersDueError` where something is won out of a shared jackpot and *readings* does not have it.
    """
    account: str = getattr(command, "account", "")
    if account in table.absences:  # whoever asks for something is here
        table = table.without_absence(account)
    try:
        return _ANSWERS[type(command)](table, command, now, Outside(orders, readings))
    except RefusedError as refused:
        return refused.refusal


def shuffles_to_show(table: TableState) -> list[int]:
    """Return the shuffles that are over and whose entropy must be shown before the next deal."""
    return [] if table.round else [shuffle.number for shuffle in table.shoe.past]


def promises_due(table: TableState) -> list[int]:
    """Return the shuffles to come that must be committed to before the next deal."""
    if table.round:
        return []
    ahead = range(table.shoe.shoes + 1, table.shoe.shoes + 1 + PROMISES)
    return [number for number in ahead if number not in table.shuffles.promised]


# -- seats -------------------------------------------------------------------------------------


def _sit(table: TableState, asked: ask.Sit, now: int, _: Outside) -> Answer:
    _refuse_if_closed(table)
    if not 1 <= asked.seat <= table.terms.seats:
        return Refusal("seat/unknown", f"this table has seats 1 to {table.terms.seats}")
    if asked.seat in table.seats:
        return Refusal("seat/taken", f"seat {asked.seat} is taken")
    one_each = not table.terms.setup.configured.options.get("multiple_hands", True)
    if one_each and any(it.account == asked.account for it in table.seats.values()):
        return Refusal("seat/one-each", "this house lets a player play one hand at a time")
    least = least_bet(table.terms.setup)
    if not least <= asked.cents <= CENTS_MAX:
        message = f"you sit down with {money(least)} to {money(CENTS_MAX)}"
        return Refusal("buy-in/off-limits", message)
    sitting = sit_down(table.terms.clocks, asked.seat, asked.account, asked.name, asked.cents)
    return Accepted(
        table.with_sitting(sitting),
        kind="seat-taken",
        actor=asked.account,
        key=f"sit/{asked.seat}/{now}",
        body=seat_body(sitting, asked.cents),
        postings=buy_in_postings(asked.account, table.id, asked.seat, asked.cents),
    )


def _buy_in(table: TableState, asked: ask.BuyIn, now: int, _: Outside) -> Answer:
    _refuse_if_closed(table)
    sitting = _own_seat(table, asked)
    if table.is_in_round(asked.seat):
        return Refusal("round/open", "chips are bought between two rounds")
    if not 1 <= asked.cents <= CENTS_MAX - sitting.stack:
        most = money(CENTS_MAX - sitting.stack)
        return Refusal("buy-in/off-limits", f"you may buy chips for 1 cent to {most}")
    after = sitting._replace(stack=sitting.stack + asked.cents)
    return Accepted(
        table.with_sitting(after),
        kind="bought-in",
        actor=asked.account,
        key=f"buy-in/{asked.seat}/{now}",
        body=seat_body(sitting, asked.cents),
        postings=buy_in_postings(asked.account, table.id, asked.seat, asked.cents),
    )


def _leave(table: TableState, asked: ask.Leave, now: int, _: Outside) -> Answer:
    sitting = _own_seat(table, asked)
    if table.is_in_round(asked.seat):
        return Accepted(table.with_sitting(sitting._replace(leaving=True)))
    return _give_up(table, [sitting], asked.account, now)


def _give_up(table: TableState, seats: list[Sitting], actor: str, now: int) -> Accepted:
    left = {it.seat for it in seats}
    rest = {seat: it for seat, it in table.seats.items() if seat not in left}
    accounts = {it.account for it in rest.values()}
    absences = {who: it for who, it in table.absences.items() if who in accounts}
    after = table._replace(seats=rest, absences=absences)
    return Accepted(
        after if any(it.bets for it in rest.values()) else after._replace(betting_since=None),
        kind="seats-left",
        actor=actor,
        key=f"leave/{min(left)}/{now}",
        body=left_body(seats),
        postings=tuple(
            line
            for it in seats
            if it.stack
            for line in cash_out_postings(it.account, table.id, it.seat, it.stack)
        ),
    )


def _sit_out(table: TableState, asked: ask.SitOut, now: int, _: Outside) -> Answer:
    sitting = _own_seat(table, asked)
    if not asked.out:
        return Accepted(table.with_sitting(sitting._replace(out_since=None, missed=0)))
    if sitting.bets and table.is_in_round(asked.seat):
        return Accepted(table.with_sitting(sitting._replace(out_since=now)))
    out = sitting._replace(out_since=now, bets={}, ready=False)
    return Accepted(_without_empty_window(table.with_sitting(out)))


def _send_seed(table: TableState, asked: ask.SendSeed, now: int, _: Outside) -> Answer:
    del now
    sitting = _own_seat(table, asked)
    if not 1 <= len(asked.seed) <= SEED_BYTES_MAX:
        return Refusal("seed/size", f"a seed has 1 to {SEED_BYTES_MAX} bytes")
    return Accepted(table.with_sitting(sitting._replace(seed=asked.seed)))


def _arrive(table: TableState, asked: ask.Arrive, now: int, _: Outside) -> Answer:
    del now, asked  # an absence ends with whatever is asked
    return Accepted(table)


def _depart(table: TableState, asked: ask.Depart, now: int, _: Outside) -> Answer:
    if not any(it.account == asked.account for it in table.seats.values()):
        return Accepted(table)
    clocks = table.terms.clocks
    absence = Absence(now, clocks.bye if asked.bye else clocks.disconnect)
    return Accepted(table._replace(absences={**table.absences, asked.account: absence}))


# -- the round ---------------------------------------------------------------------------------


def _bet(table: TableState, asked: ask.Bet, now: int, outside: Outside) -> Answer:
    sitting = _own_seat(table, asked)
    _check_open(table, asked)
    # In the order of their names, as the journal has them: played again, the events are the same.
    bets = {wager: cents for wager, cents in sorted(asked.wagers.items()) if cents}
    total = sum(bets.values())
    if total > sitting.stack:
        message = f"these wagers are {money(total)} and you have {money(sitting.stack)}"
        return Refusal("bankroll/short", message)
    if table.links:
        check_links(table, bets)
    check_stopped(table, bets)
    placed = replace(sitting, bets=bets, ready=asked.ready, out_since=None)
    since = now if table.betting_since is None else table.betting_since
    after = replace(table, seats={**table.seats, asked.seat: placed}, betting_since=since)
    if not bets:
        after = _without_empty_window(after)
    if is_everybody_ready(after) and _may_deal(after):
        return _close(after, asked.account, now, outside)  # which refuses what may not be bet
    refused = refused_bets(table.terms.setup, bets_on_felt(after)) if bets else None
    return refused or Accepted(after)


def _refuse_if_closed(table: TableState) -> None:
    if table.closed:
        raise RefusedError("table/closed", "the table is closed")


def _check_open(table: TableState, asked: ask.Bet) -> None:
    _refuse_if_closed(table)
    if table.paused:
        raise RefusedError("table/paused", "the table is paused; no bets are taken")
    if table.round is not None:
        raise RefusedError("bet/closed", "the bets of this round are closed")
    if asked.round not in (None, table.rounds + 1):
        message = f"the next round is {table.rounds + 1}, not {asked.round}"
        raise RefusedError("bet/closed", message)


def _without_empty_window(table: TableState) -> TableState:
    """Stop the betting clock where no bet lies on the felt."""
    if any(it.bets for it in table.seats.values()):
        return table
    return table._replace(betting_since=None)


def _may_deal(table: TableState) -> bool:
    return not shuffles_to_show(table) and not promises_due(table)


def _close(table: TableState, actor: str, now: int, outside: Outside) -> Accepted:
    """Close the bets and deal."""
    played = close_bets(table, bets_on_felt(table), now, outside)
    after = _with_missed_bets(table, played.table, now)
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
    """Note who missed the bets; who misses too many in a row sits out."""
    missing: dict[int, Sitting] = {}
    for seat, it in before.seats.items():
        if it.bets or it.ready or it.out_since is not None:
            continue
        missed = it.missed + 1
        out = now if missed >= before.terms.clocks.misses else None
        missing[seat] = after.seats[seat]._replace(missed=missed, out_since=out)
    return after._replace(seats={**after.seats, **missing}) if missing else after


def _decide(table: TableState, asked: ask.Decide, now: int, outside: Outside) -> Answer:
    _own_seat(table, asked)
    current = table.round
    if table.paused:
        return Refusal("table/paused", "the table is paused; no decisions are taken")
    if current is None or current.n != asked.n:
        return Refusal("action/stale", "this is not the question that is asked now")
    action = Action(
        seat=asked.seat,
        hand=current.due.hand,
        kind=asked.kind,
        amount=asked.amount,
        wager=current.due.wager,
        tip=asked.tip,
        low=asked.low,
    )
    refused = refusal(current.due, action)
    if refused is not None:
        return refused
    if problem := price_problem(table, action):
        return Refusal("bankroll/short", problem)
    used = time_used(table, now, asked.lag)._replace(missed=0)
    return _take(table.with_sitting(used), action, asked.account, now, outside)


def _take(
    table: TableState, action: Action, actor: str, now: int, outside: Outside, policy: str = ""
) -> Accepted:
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


# -- the clock and the house -------------------------------------------------------------------


def _tick(table: TableState, asked: ask.Tick, now: int, outside: Outside) -> Answer:
    if table.paused:
        return Refusal("table/paused", "the table's clocks stand still")
    if table.round is not None:
        return _play_absent(table, asked.advised, now, outside)
    gone = [
        it
        for it in table.seats.values()
        if (until := seat_kept_until(table, it)) is not None and until <= now
    ]
    if gone:
        return _give_up(table, gone, CLOCK, now)
    since, clocks = table.betting_since, table.terms.clocks
    is_due = since is not None and clocks.waits and since + clocks.betting <= now
    if (is_due or is_everybody_ready(table)) and _may_deal(table):
        return _close(table, CLOCK, now, outside)
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
    used = time_used(table, now, 0)
    missed = used.missed + 1
    if missed >= table.terms.clocks.misses and used.out_since is None:
        used = used._replace(out_since=now)
    after = table.with_sitting(used._replace(missed=missed))
    action, policy = absent_action(table, advised.action if advised else None)
    return _take(after, action, CLOCK, now, outside, policy)


def _hear_meters(table: TableState, asked: ask.HearMeters, now: int, _: Outside) -> Answer:
    del now
    return Accepted(_without_empty_window(with_news(table, asked.news)))


def _promise(table: TableState, asked: ask.Promise, now: int, _: Outside) -> Answer:
    del now
    if asked.shuffle not in promises_due(table):
        return Refusal("shoe/order", f"shuffle {asked.shuffle} is not to be committed to")
    promised = {**table.shuffles.promised, asked.shuffle: asked.commitment}
    return Accepted(
        table._replace(shuffles=table.shuffles._replace(promised=promised)),
        kind="promised",
        key=promise_key(asked.shuffle),
        body=promised_body(asked.shuffle, asked.commitment, asked.sealed),
    )


def _show(table: TableState, asked: ask.Show, now: int, _: Outside) -> Answer:
    del now
    past = next((it for it in table.shoe.past if it.number == asked.shuffle), None)
    if table.round is not None or past is None:
        return Refusal("shoe/order", f"shuffle {asked.shuffle} is not over")
    promised = table.shuffles.promised.get(asked.shuffle)
    if commitment(shoe_terms(table, asked.shuffle), asked.entropy) != promised:
        return Refusal("shoe/entropy", "the entropy is not what was committed to")
    body = shown_body(table, past, asked.entropy)
    return Accepted(
        table.without_shuffle(asked.shuffle),
        kind="shown",
        key=f"show/{asked.shuffle}",
        body=body,
    )


def _deal_now(table: TableState, asked: ask.DealNow, now: int, outside: Outside) -> Answer:
    if table.paused:
        return Refusal("table/paused", "the table is paused; nothing is dealt")
    if table.round is not None:
        return Refusal("round/open", "the round is not over")
    if table.betting_since is None or not _may_deal(table):
        return Refusal("bet/none", "no bet lies on the felt, or the shoe is not ready")
    return _close(table, asked.by, now, outside)


def _pause(table: TableState, asked: ask.Pause, now: int, _: Outside) -> Answer:
    """Stop or start the clocks; the question that is open is given its whole time again."""
    current = table.round._replace(asked_at=now) if table.round else None
    since = now if table.betting_since is not None else None
    return Accepted(
        table._replace(paused=asked.paused, round=current, betting_since=since),
        kind="paused" if asked.paused else "resumed",
        actor=asked.by,
        key=f"pause/{now}",
        body=b"{}",
    )


def _open(table: TableState, asked: ask.Open, now: int, _: Outside) -> Answer:
    del now
    if not table.closed:
        return Refusal("table/open", "the table is open")
    return _opened_or_closed(table._replace(closed=False), asked, PLAY_OPENED)


def _close_play(table: TableState, asked: ask.Close, now: int, _: Outside) -> Answer:
    del now
    _refuse_if_closed(table)
    return _opened_or_closed(table.without_bets()._replace(closed=True), asked, PLAY_CLOSED)


def _opened_or_closed(after: TableState, asked: ask.Open | ask.Close, kind: str) -> Accepted:
    return Accepted(
        after,
        kind=kind,
        actor=asked.by,
        key=turn_key(asked.turn),
        body=canonical({"turn": asked.turn}),
    )


def _stop_meters(table: TableState, asked: ask.StopMeters, now: int, _: Outside) -> Answer:
    del now
    return Accepted(_without_empty_window(with_stopped(table, is_stopped=asked.stopped)))


def turn_key(turn: int) -> str:
    """Return the key of what the office tells a table, so that it is done once."""
    return f"office/{turn}"


def _call_off(table: TableState, asked: ask.CallOff, now: int, outside: Outside) -> Answer:
    del now
    if table.round is not None and table.round.won and outside.readings is None:
        raise MetersDueError({})  # what was won out of a shared jackpot goes back to it
    return _voided(call_off_round(table, asked.round, asked.approved), "called-off", asked.by)


def _take_back(table: TableState, asked: ask.TakeBack, now: int, _: Outside) -> Answer:
    del now
    if table.closed:
        message = "the tray of a closed table is counted and locked; take it back when it is open"
        return Refusal("table/closed", message)
    found = take_back_round(table, asked.opened, asked.entries, asked.seat, asked.approved)
    return _voided(found, "taken-back", asked.by)


def _voided(found: Voided | Refusal, kind: str, by: str) -> Answer:
    if isinstance(found, Refusal):
        return found
    key = void_key(found.body["round"], found.body.get("seat", 0))
    return Accepted(
        found.table,
        kind=kind,
        actor=by,
        key=key,
        body=canonical(found.body),
        postings=found.postings,
        is_void=kind == "called-off",
    )


def _own_seat(table: TableState, asked: _FromSeat) -> Sitting:
    sitting = table.seats.get(asked.seat)
    if sitting is None or sitting.account != asked.account:
        raise RefusedError("seat/not-yours", f"seat {asked.seat} is not yours")
    return sitting


_FromSeat = ask.BuyIn | ask.Leave | ask.SendSeed | ask.Bet | ask.Decide | ask.SitOut
_Handler = Callable[[TableState, Any, int, Outside], Answer]
_ANSWERS: Mapping[type, _Handler] = {
    ask.Sit: _sit,
    ask.BuyIn: _buy_in,
    ask.Leave: _leave,
    ask.SendSeed: _send_seed,
    ask.Bet: _bet,
    ask.Decide: _decide,
    ask.SitOut: _sit_out,
    ask.Arrive: _arrive,
    ask.Depart: _depart,
    ask.Tick: _tick,
    ask.HearMeters: _hear_meters,
    ask.Promise: _promise,
    ask.Show: _show,
    ask.Pause: _pause,
    ask.DealNow: _deal_now,
    ask.Open: _open,
    ask.Close: _close_play,
    ask.StopMeters: _stop_meters,
    ask.CallOff: _call_off,
    ask.TakeBack: _take_back,
}
