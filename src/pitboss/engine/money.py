"""The cents that an event moves: from a seat to the felt, back to the seat, or to the dealer.

A ledger follows the money of a round by these alone. Over a round, for every seat: what the player
put down for himself is the stakes of his settled lines, and what came back less what was put down
is his net. A tip is put down by the player; whatever comes of it is the dealer's (ruling C59),
unless it is returned with a hand that was ruled out (M2). A lammer stands for money and is none: it
is never put down, and what it wins is part of a line's net.
"""

from __future__ import annotations

from pitboss.engine.events import (
    TIP,
    VOID,
    ActionTaken,
    Event,
    HandSplit,
    WagerPlaced,
    WagerSettled,
)


def stake_cents(event: Event) -> int:
    """Return the cents that a player puts on the felt for himself.

    >>> stake_cents(WagerPlaced(1, "main", 1000)), stake_cents(WagerPlaced(1, "tip:main", 100))
    (1000, 0)
    """
    match event:
        case ActionTaken():
            return event.amount * event.units
        case WagerPlaced() if not event.wager.startswith(TIP):
            return event.amount
        case HandSplit():
            return event.amount
        case _:
            return 0


def tip_cents(event: Event) -> int:
    """Return the cents that a player puts on the felt for the dealer.

    >>> tip_cents(WagerPlaced(1, "main", 1000)), tip_cents(WagerPlaced(1, "tip:main", 100))
    (0, 100)
    """
    match event:
        case ActionTaken():
            return event.tip
        case WagerPlaced() if event.wager.startswith(TIP):
            return event.amount
        case _:
            return 0


def returned_cents(event: Event) -> int:
    """Return the cents that a player gets: a stake that comes back, and what it won.

    >>> returned_cents(WagerSettled(1, 1, "main", 1000, "win", 1000))
    2000
    """
    if isinstance(event, WagerSettled) and _goes_to_player(event):
        return event.stake + event.net
    return 0


def dealer_cents(event: Event) -> int:
    """Return the cents that the dealer gets: a tip with what it won, and the dealer's envy pay.

    >>> dealer_cents(WagerSettled(1, 1, "tip:main", 100, "win", 100))
    200
    """
    if not isinstance(event, WagerSettled):
        return 0
    return event.dealer + (0 if _goes_to_player(event) else event.stake + event.net)


def _goes_to_player(event: WagerSettled) -> bool:
    return event.is_players or event.outcome == VOID
