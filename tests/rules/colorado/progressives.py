"""Rounds of Ride Free with one progressive wager, and what is expected of its meter."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.colorado.lammers import RIDE_FREE, around
from tests.rules.colorado.table import Seats, play
from tests.rules.table import Played

SURRENDER = {"surrender": True}
ALL = "100%"

Pay = int | str | None
"""Dollars for a wager of $1, a share of the meter, or nothing."""


def terms(wager: int = 100, **others: object) -> dict[str, object]:
    """Return the terms of a progressive."""
    settings = {"contribution": "10%", "seed": "1000.00"}
    return {"scheme": "progressive", "wager": wager, **settings, **others}


def progressive(  # noqa: PLR0913 - what a round with one progressive may differ in
    wager_id: str,
    table: str,
    cards: str,
    *,
    decks: int = 6,
    wager: int = 100,
    meter: str = "8000.0000",
    suit: str | None = None,
    seats: Seats | None = None,
    decisions: str | None = None,
    jackpot: Mapping[str, object] | None = None,
    **rest: object,
) -> Played:
    """Play the player's two cards, the up and the down card (6c if not given) with one wager."""
    if seats is None:
        first, second, up, *down = cards.split()
        cards = around(f"{first} {second}", up, *(down or ["6c"]))
        blackjack = bool(down) and {up[0], down[0][0]} & {"A"} and {up[0], down[0][0]} & set("TJQK")
        insurance = ["1 decline"] if up[0] == "A" else []
        decisions = ", ".join(insurance + ([] if blackjack else ["1 surrender"]))
    return play(
        RIDE_FREE,
        cards,
        decisions or "",
        seats or f"1000, {wager_id} {wager}",
        tables={wager_id: table},
        jackpots={wager_id: jackpot or terms(wager)},
        meters={wager_id: meter},
        decks=decks,
        options=SURRENDER | ({"specific_suit": suit} if suit else {}),
        **rest,
    )


def expected(pay: Pay, wager: int) -> tuple[int, str]:
    """Return what the wager gains and what the meter shows, from $8,000 and 10 % of the wager."""
    units = 80_000_000 + wager * 10  # 1/10,000 dollar; 10 % of a cent is 10 units
    if isinstance(pay, str):
        award = units * int(pay[:-1]) // 100 // 100  # whole cents
        left = units - award * 100 + (10_000_000 if pay == ALL else 0)
        return award - wager, f"{left // 10_000}.{left % 10_000:04}"
    gained = -wager if pay is None else pay * wager - wager  # "for 1": the wager is not returned
    return gained, f"{units // 10_000}.{units % 10_000:04}"
