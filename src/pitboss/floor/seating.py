"""Seats: sit down, buy chips, sit out, leave, arrive and depart."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.floor import commands as ask
from pitboss.floor.commands import Accepted, Answer, Handler
from pitboss.floor.journal import PRACTICE, left_body, seat_body
from pitboss.floor.postings import buy_in_postings, cash_out_postings
from pitboss.floor.rounds import Outside
from pitboss.floor.state import Absence, Sitting, TableState, sit_down
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.sitting.bankroll import least_bet
from pitboss.text.numbers import money

_FromSeat = (
    ask.BuyIn | ask.Leave | ask.CommitSeed | ask.RevealSeed | ask.Bet | ask.Decide | ask.SitOut
)


def own_seat(table: TableState, command: _FromSeat) -> Sitting:
    """Return the caller's seat; refuse the seat of another account."""
    sitting = table.seats.get(command.seat)
    if sitting is None or sitting.account != command.account:
        raise RefusedError("seat/not-yours", f"seat {command.seat} is not yours")
    return sitting


def refuse_if_closed(table: TableState) -> None:
    """Refuse a command that needs an open table."""
    if table.terms.owner and not table.terms.has_own_chips:  # it paid out of the player's wallet
        message = "this practice table was opened by an earlier version; open a new one"
        raise RefusedError("table/closed", message)
    if table.closed:
        raise RefusedError("table/closed", "the table is closed")


def _sit(table: TableState, command: ask.Sit, now: int, _: Outside) -> Answer:
    refuse_if_closed(table)
    if not 1 <= command.seat <= table.terms.seats:
        return Refusal("seat/unknown", f"this table has seats 1 to {table.terms.seats}")
    if command.seat in table.seats:
        return Refusal("seat/taken", f"seat {command.seat} is taken")
    one_each = not table.terms.setup.configured.options.get("multiple_hands", True)
    if one_each and any(other.account == command.account for other in table.seats.values()):
        return Refusal("seat/one-each", "this house lets a player play one hand at a time")
    least = least_bet(table.terms.setup)
    if not least <= command.cents <= CENTS_MAX:
        message = f"you sit down with {money(least)} to {money(CENTS_MAX)}"
        return Refusal("buy-in/off-limits", message)
    sitting = sit_down(
        table.terms.clocks, command.seat, command.account, command.name, command.cents
    )
    # Whoever thought alone until now gets the full time of the clock that starts.
    current = table.round
    if current is not None and table.is_unhurried:
        table = table._replace(round=current._replace(asked_at=now))
    return _sell_chips(table, sitting, command.cents, "seat-taken", f"sit/{command.seat}/{now}")


def _buy_in(table: TableState, command: ask.BuyIn, now: int, _: Outside) -> Answer:
    refuse_if_closed(table)
    sitting = own_seat(table, command)
    if table.is_in_round(command.seat):
        return Refusal("round/open", "chips are bought between two rounds")
    if not 1 <= command.cents <= CENTS_MAX - sitting.stack:
        most = money(CENTS_MAX - sitting.stack)
        return Refusal("buy-in/off-limits", f"you may buy chips for 1 cent to {most}")
    after = sitting._replace(stack=sitting.stack + command.cents)
    return _sell_chips(table, after, command.cents, "bought-in", f"buy-in/{command.seat}/{now}")


def _sell_chips(table: TableState, sitting: Sitting, cents: int, kind: str, key: str) -> Accepted:
    account = sitting.account
    seat = sitting.seat
    return Accepted(
        table.with_sitting(sitting),
        kind=_seat_kind(table, kind),
        actor=account,
        key=key,
        body=seat_body(sitting, cents),
        postings=buy_in_postings(table.terms, account, seat, cents),
    )


def _seat_kind(table: TableState, kind: str) -> str:
    return PRACTICE + kind if table.terms.has_own_chips else kind


def _leave(table: TableState, command: ask.Leave, now: int, _: Outside) -> Answer:
    sitting = own_seat(table, command)
    if table.is_in_round(command.seat):
        return Accepted(table.with_sitting(sitting._replace(leaving=True)))
    return give_up(table, [sitting], command.account, now)


def give_up(table: TableState, seats: list[Sitting], actor: str, now: int) -> Accepted:
    """Let players leave with their chips."""
    left = {sitting.seat for sitting in seats}
    rest = {seat: sitting for seat, sitting in table.seats.items() if seat not in left}
    accounts = {sitting.account for sitting in rest.values()}
    absences = {who: absence for who, absence in table.absences.items() if who in accounts}
    after = table._replace(seats=rest, absences=absences).without_empty_deck()
    return Accepted(
        after
        if any(sitting.bets for sitting in rest.values())
        else after._replace(betting_since=None),
        kind=_seat_kind(table, "seats-left"),
        actor=actor,
        key=f"leave/{min(left)}/{now}",
        body=left_body(seats),
        postings=tuple(
            line
            for sitting in seats
            if sitting.stack
            for line in cash_out_postings(table.terms, sitting.account, sitting.seat, sitting.stack)
        ),
    )


def _sit_out(table: TableState, command: ask.SitOut, now: int, _: Outside) -> Answer:
    sitting = own_seat(table, command)
    if not command.out:
        return Accepted(table.with_sitting(sitting._replace(out_since=None, missed=0)))
    if sitting.bets and table.is_in_round(command.seat):
        return Accepted(table.with_sitting(sitting._replace(out_since=now)))
    out = sitting._replace(out_since=now, bets={}, ready=False)
    return Accepted(without_empty_window(table.with_sitting(out)))


def _arrive(table: TableState, _command: ask.Arrive, _now: int, _: Outside) -> Answer:
    return Accepted(table)  # any command ends an absence


def _depart(table: TableState, command: ask.Depart, now: int, _: Outside) -> Answer:
    if not any(sitting.account == command.account for sitting in table.seats.values()):
        return Accepted(table)
    clocks = table.terms.clocks
    absence = Absence(now, clocks.bye if command.bye else clocks.disconnect)
    return Accepted(table._replace(absences={**table.absences, command.account: absence}))


def without_empty_window(table: TableState) -> TableState:
    """Stop the betting clock if no bet lies on the felt."""
    if any(sitting.bets for sitting in table.seats.values()):
        return table
    return table._replace(betting_since=None)


ANSWERS: Mapping[type, Handler] = {
    ask.Sit: _sit,
    ask.BuyIn: _buy_in,
    ask.Leave: _leave,
    ask.SitOut: _sit_out,
    ask.Arrive: _arrive,
    ask.Depart: _depart,
}
