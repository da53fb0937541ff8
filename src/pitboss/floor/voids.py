"""Rounds that the house calls off, or takes back after they were settled.

Nothing is erased: a void is an entry of its own, with a reason and its approvers. Calling off a
round gives every wager back. Taking back a round reverses its money, and its contributions to the
table's own meters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import json

from pitboss.cards import format_cards
from pitboss.engine.actions import RefusedError
from pitboss.engine.events import JackpotAwarded, JackpotPaid
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.money import dealer_cents
from pitboss.engine.values import asdict
from pitboss.floor.commands import Approved
from pitboss.floor.history import round_replay
from pitboss.floor.journal import ROUND_CARDS
from pitboss.floor.postings import table_postings
from pitboss.floor.rounds import call_off, round_cards
from pitboss.floor.snapshots import METER_AMOUNTS, Reversal, move_meter, with_reversal
from pitboss.floor.state import TableState
from pitboss.ledger.entry import Entry, Posting


class VoidedTable(NamedTuple):
    """A table after a void."""

    table: TableState
    body: dict[str, Any]
    postings: tuple[Posting, ...]


def void_key(number: int, seat: int = 0) -> str:
    """Return the key of a void's entry, so nothing is voided twice.

    >>> void_key(7), void_key(7, seat=2)
    ('void/7', 'void/7/2')
    """
    return f"void/{number}/{seat}" if seat else f"void/{number}"


def call_off_round(table: TableState, number: int, approved: Approved) -> VoidedTable:
    """Give back every wager of the round under way."""
    approved.check()
    if table.round is None or table.round.number != number:
        raise RefusedError("void/not-open", f"round {number} is not under way")
    after = call_off(table)
    cards = format_cards(round_cards(table))
    body = {"round": number, "void": True, ROUND_CARDS: cards, **asdict(approved)}
    return VoidedTable(after, body, table_postings(table, after))


def take_back_round(
    table: TableState, opened: Entry, entries: Sequence[Entry], seat: int, approved: Approved
) -> VoidedTable:
    """Take back a settled round for one seat, or for all if *seat* is 0.

    *opened* is the table's first entry, *entries* are the round's.
    """
    approved.check()
    if table.round is not None:
        raise RefusedError("round/open", "a settled round is taken back between two rounds")
    reversal = _reversal(table, opened, entries, seat)
    after = with_reversal(table, reversal)
    body = {**asdict(reversal), "seat": seat, **asdict(approved)}
    return VoidedTable(after, body, table_postings(table, after))


def _reversal(table: TableState, opened: Entry, entries: Sequence[Entry], seat: int) -> Reversal:
    deal = json.decode(entries[0].body)
    if any(json.decode(entry.body).get("void") for entry in entries):
        raise RefusedError("void/already", f"round {deal['round']} was called off")
    played = round_replay(opened, entries).round
    links = table.terms.links
    if any(
        isinstance(event, JackpotAwarded | JackpotPaid) and event.wager in links
        for event in played.events
    ):
        message = "a shared jackpot was won in this round; its hit is confirmed or rejected"
        raise RefusedError("void/jackpot", message)
    meters = _meter_moves(played.opening.meters, played.state.meters) | _undo_contributions(
        entries, links
    )
    paid = METER_AMOUNTS.index("paid")
    if seat and any(move[paid] for move in meters.values()):
        message = "a jackpot was won in this round; take the whole round back"
        raise RefusedError("void/jackpot", message)
    seats = [int(name) for name in deal["bets"] if not seat or int(name) == seat]
    if not seats:
        raise RefusedError("void/seat", f"seat {seat} had no wager in round {deal['round']}")
    accounts = {number: account for number, account, _ in deal["before"]["seats"]}
    stacks = {
        number: -(_moved(entries, f"stack:{table.id}:{number}") // UNITS_PER_CENT)
        for number in seats
    }
    _check_stacks(table, stacks, accounts)
    if not seat:
        _check_meters(table, meters)
    tips = sum(dealer_cents(event) for event in played.events if getattr(event, "seat", 0) in seats)
    return Reversal(
        round=deal["round"],
        stacks={str(number): cents for number, cents in stacks.items()},
        tips=-tips,
        meters={} if seat else meters,
    )


def _moved(entries: Iterable[Entry], account: str) -> int:
    """Return the units that a round moved into an account."""
    return sum(entry.moved(account) for entry in entries)


def _check_stacks(
    table: TableState, stacks: Mapping[int, int], accounts: Mapping[int, str]
) -> None:
    """Refuse where a player left or has too few chips: a dispute must settle that."""
    for seat, cents in stacks.items():
        sitting = table.seats.get(seat)
        if sitting is None or sitting.account != accounts[seat]:
            message = f"the player of seat {seat} has left; open a dispute for the money"
            raise RefusedError("void/left", message)
        if sitting.stack + cents < 0:
            message = f"seat {seat} has fewer chips than it won; open a dispute for the rest"
            raise RefusedError("void/short", message)


def _meter_moves(
    before: Mapping[str, Meter], after: Mapping[str, Meter]
) -> dict[str, tuple[int, ...]]:
    """Return the moves that undo the changes of meters."""
    moves = {
        wager: tuple(
            getattr(before[wager], amount) - getattr(meter, amount) for amount in METER_AMOUNTS
        )
        for wager, meter in after.items()
    }
    return {wager: move for wager, move in moves.items() if any(move)}


def _undo_contributions(
    entries: Iterable[Entry], links: Mapping[str, str]
) -> dict[str, tuple[int, ...]]:
    """Return the moves that undo a table's contributions to shared jackpots."""
    moves = {}
    for wager, jackpot in links.items():
        if fed := _moved(entries, f"jackpot:{jackpot}:in"):
            moves[wager] = tuple(-fed if amount == "contributed" else 0 for amount in METER_AMOUNTS)
    return moves


def _check_meters(table: TableState, meters: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse where a meter was won since, so its contributions are gone."""
    for wager, move in meters.items():
        meter = move_meter(table.meters[wager], move)
        if min(meter.display, meter.reserve) < 0:
            raise RefusedError("void/jackpot", f"the jackpot of {wager} was won since")
