"""The deadlines of a table: it never waits without one."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.actions import MORE_MONEY, Action, ActionKind, Choice
from pitboss.engine.legal import refusal
from pitboss.engine.values import replace
from pitboss.floor.cutting import cut_until, restart_cut
from pitboss.floor.state import OpenRound, Sitting, TableState
from pitboss.floor.terms import Absent
from pitboss.sitting.basic_play import basic_play, least_action


def deadline(table: TableState) -> int | None:
    """Return when the table needs a `Tick`; None: no deadline."""
    if table.paused:
        return None
    if table.round:
        return decision_deadline(table, table.round)
    return min(_between_rounds(table), default=None)


def _between_rounds(table: TableState) -> Iterator[int]:
    for sitting in table.seats.values():
        kept_until = seat_kept_until(table, sitting)
        if kept_until is not None:
            yield kept_until
    closes = bets_close_at(table)
    if closes is not None:
        yield max(closes, cut_until(table)) if table.is_dealing else closes


def bets_close_at(table: TableState) -> int | None:
    """Return when the bets are closed; None: no bet lies on the felt, or nothing limits them."""
    since = table.betting_since
    clocks = table.terms.clocks
    if since is None or table.is_dealing or is_everybody_ready(table):
        return since
    return since + clocks.betting if clocks.waits else None


def restart_clocks(table: TableState, now: int) -> TableState:
    """Return a table whose open question, bets or cut get their full time from *now* on."""
    current = table.round._replace(asked_at=now) if table.round else None
    since = now if table.betting_since is not None else None
    return restart_cut(table._replace(round=current, betting_since=since), now)


def decision_deadline(table: TableState, current: OpenRound) -> int | None:
    """Return when the house decides for the seat at turn; None: the table waits."""
    sitting = table.seats[current.question.seat]
    clocks = table.terms.clocks
    if sitting.leaving:
        return current.asked_at
    absence = table.absences.get(sitting.account)
    if not clocks.waits or (absence is None and table.is_unhurried):
        return None
    last = current.asked_at + clocks.decision + sitting.bank + min(sitting.lag, clocks.lag_each)
    if absence is None:
        return last
    gone = max(current.asked_at, absence.since + absence.grace)
    return gone if table.is_unhurried else min(last, gone)


def seat_kept_until(table: TableState, sitting: Sitting) -> int | None:
    """Return when an idle seat is given up; None: the seat is in play."""
    if table.is_dealing and sitting.bets:
        return None
    if sitting.leaving:
        return 0
    since = sitting.out_since
    absence = table.absences.get(sitting.account)
    if absence is not None:
        since = absence.since if since is None else min(since, absence.since)
    if since is None or not table.terms.clocks.waits:
        return None
    return since + table.terms.clocks.seat_kept


def is_everybody_ready(table: TableState) -> bool:
    """Return whether there is a bet, and no player needs more time."""
    playing = [sitting for sitting in table.seats.values() if sitting.bets or table.plays(sitting)]
    return any(sitting.bets for sitting in playing) and all(sitting.ready for sitting in playing)


def charge_time(table: TableState, now: int, lag: int) -> Sitting:
    """Return the seat at turn, less the allowances that an answer *now* uses."""
    current = table.round
    clocks = table.terms.clocks
    assert current is not None
    sitting = table.seats[current.question.seat]
    allowed = min(lag, clocks.lag_each, sitting.lag)
    over = max(0, now - current.asked_at - allowed - clocks.decision)
    if not over or table.is_unhurried:
        return sitting
    return sitting._replace(bank=max(0, sitting.bank - over), lag=sitting.lag - allowed)


def absent_choices(current: OpenRound) -> tuple[Choice, ...]:
    """Return the choices that need no more money, now or later.

    A blackjack is kept only to be doubled.
    """
    return tuple(
        choice
        for choice in current.due.choices
        if choice.kind not in MORE_MONEY and choice.kind is not ActionKind.KEEP_BLACKJACK
    )


def is_forced(choices: tuple[Choice, ...]) -> bool:
    """Return whether the choice is forced: to fold, to decline, to take the blackjack."""
    return len(choices) == 1 and len(choices[0].lows) <= 1


def absent_action(table: TableState, advised: Action | None = None) -> tuple[Action, Absent]:
    """Return the house's action for a player who does not answer, and its policy.

    RND-07. *advised* is the solver's answer, if the terms use the solver.
    """
    current = table.round
    policy = table.terms.absent
    assert current is not None
    least = least_action(current.state, current.due)
    if policy is Absent.STAND:
        return least, policy
    choices = absent_choices(current)
    free = replace(current.due, choices=choices)
    if policy is Absent.BEST and advised is not None and refusal(free, advised) is None:
        return advised, policy
    action = basic_play(current.state, free)
    if action.kind in MORE_MONEY:
        action = least  # to stay in costs a bet
    return action, policy if is_forced(choices) else Absent.BASIC
