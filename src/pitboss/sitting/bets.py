"""A player's bets on the seats of the felt, and whether there is room to sit down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.rulebook.problems import Problem
from pitboss.sitting.bankroll import least_bet
from pitboss.text.numbers import money

YOU = "you"
SEATS_MAX = 7
"""The spots of the felt; the engine has no such limit."""

SeatBets = Mapping[int, Mapping[str, int]]
"""Seat -> wager -> cents, as a player puts them down; "tip:main" is for the dealer."""


def make_bets(seat: int, amounts: Mapping[str, int], player: str = YOU) -> Bets:
    """Sort the bets on a seat's spots into wagers and tips."""
    wagers = {wager: cents for wager, cents in amounts.items() if not wager.startswith(TIP)}
    tips = {w.removeprefix(TIP): cents for w, cents in amounts.items() if w.startswith(TIP)}
    return Bets(seat, wagers, player, tips)


def bets_by_spot(bet: Bets) -> dict[str, int]:
    """Return all bets of a seat by the names that a player uses."""
    return {**bet.wagers, **{f"{TIP}{wager}": cents for wager, cents in bet.tips.items()}}


def seat_problems(setup: Setup, *, seats: int, bots: int, bankroll: int) -> tuple[Problem, ...]:
    """Return what prevents a player from sitting down; one sentence each."""
    problems = []
    if seats < 1:
        problems.append(("option/invalid", "seats", "you need at least one seat"))
    elif seats > 1 and not setup.configured.options.get("multiple_hands", True):
        problems.append(
            ("seat/one-each", "seats", "this house lets a player play one hand at a time")
        )
    if bots < 0:
        problems.append(("option/invalid", "bots", "there cannot be fewer than no bots"))
    if seats + bots > SEATS_MAX:
        message = f"the table has {SEATS_MAX} seats, not {seats + bots}"
        problems.append(("seat/too-many", "bots" if bots else "seats", message))
    if bankroll < least_bet(setup):
        message = f"{money(bankroll)} is less than the least wager, {money(least_bet(setup))}"
        problems.append(("bankroll/short", "bankroll", message))
    return tuple(Problem(code=code, key=key, message=text) for code, key, text in problems)


def your_bets(bets: SeatBets, seats: Collection[int]) -> list[Bets]:
    """Return the bets of a player who has *seats*; raise `RefusedError` for other seats or none."""
    for seat in bets:
        if seat not in seats:
            yours = " and ".join(map(str, seats))
            raise RefusedError("seat/not-yours", f"seat {seat} is not yours; you have {yours}")
    placed = {seat: {w: a for w, a in bets[seat].items() if a} for seat in sorted(bets)}
    mine = [make_bets(seat, wagers) for seat, wagers in placed.items() if wagers]
    if not mine:
        raise RefusedError("wager/needs-main", "a round needs a main wager from you")
    return mine


def short_of_bets(bets: Iterable[Bets], cents: int) -> Refusal | None:
    """Return the refusal of bets that *cents* cannot pay for."""
    total = sum(sum(bets_by_spot(bet).values()) for bet in bets)
    if total <= cents:
        return None
    message = f"these bets take {money(total)}, and you have {money(cents)}"
    return Refusal("bankroll/short", message)
