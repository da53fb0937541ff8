"""What the tests of 30-2107 to 30-2110, 30-2113 and 30-2114 and of the base game share.

Dealt rounds are those of `tests.rules.colorado.table`. Here are the games, what is asked at a point
of a round, and rounds around one side wager whose main wager is worked out as it must come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import pytest

from pitboss.engine.actions import RefusedError
from pitboss.engine.record import replay
from tests.rows import every_row
from tests.rules.colorado.table import Seats, play, record
from tests.rules.table import Played

TWENTY_ONE_PLUS_3 = "co/21-plus-3"
GOLDEN = "co/golden-21"
STRAIGHT = "co/straight-jack"
STRAIGHT_PROGRESSIVE = "co/straight-jack-progressive"
BUFFALO_2 = "co/buffalo-2"
BUFFALO_3 = "co/buffalo-3"
BASE_GAMES = (
    TWENTY_ONE_PLUS_3,
    GOLDEN,
    STRAIGHT,
    STRAIGHT_PROGRESSIVE,
    BUFFALO_2,
    BUFFALO_3,
    "co/trilux",
    "co/extreme-21",
)
"""The games that play plain blackjack as long as nobody makes a side wager."""

PROGRESSIVE = "21-plus-3-progressive"
WITH_PROGRESSIVE = (TWENTY_ONE_PLUS_3, BUFFALO_2, BUFFALO_3)

Test = TypeVar("Test", bound=Callable[..., object])


def base(test: Test) -> Test:
    """Run a test once for each game that plays plain blackjack, which it is given as `game`."""
    return every_row("game", BASE_GAMES)(test)


def net(game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object) -> int:
    """Play a round of one seat and return what it gained, in cents."""
    return play(game, cards, decisions, seats, **rest).net


def question(
    game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object
) -> str:
    """Return what is asked once *decisions* are used up: ``"1.1 hit stand double"``."""
    with pytest.raises(RefusedError) as caught:
        replay(record(game, cards, decisions, seats, **rest))
    refusal = caught.value.refusal
    assert refusal.code == "record/decision-missing", refusal.message
    # The sentence goes: seat 1 hand 1 must decide: hit, stand.
    _, seat, _, hand, _, _, *choices = refusal.message.replace(",", "").split()
    return " ".join([f"{seat}.{hand}", *choices])


def list_events(played: Played, *names: str) -> list[str]:
    """Return the events of these names in order, briefly: ``"wager-settled 1 main"``."""
    return [
        " ".join(str(event[key]) for key in ("event", "seat", "wager", "action") if key in event)
        for event in played.events
        if event["event"] in names
    ]


def progressive(wager: int | None = 100, /, **terms: object) -> dict[str, object]:
    """Return the terms of a progressive: $1, nothing of it for the meter, seeded with $1,000."""
    given = {"scheme": "progressive", "contribution": "0%", "seed": "1000.00", **terms}
    return given if wager is None else {"wager": wager, **given}


def total(cards: str) -> int:
    """Return the blackjack total of cards, counted by hand: tens, then one ace as 11 if it fits."""
    ranks = [card[0] for card in cards.split()]
    hard = sum(1 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in ranks)
    return hard + 10 if "A" in ranks and hard <= 11 else hard


def three_cards(
    game: str, hand: str, bets: Mapping[str, int], tables: Mapping[str, str], **rest: object
) -> Played:
    """Play $10 with side wagers on three cards: the player's two, then the up card.

    A blackjack is paid $15; any other hand is surrendered for $5, so that only these three cards
    and a harmless down card are needed. That is checked here, and the side wagers are the caller's.
    """
    first, second, up = hand.split()
    down = next(card for card in ("7d", "8c", "9s", "7h") if card not in hand)
    blackjack = total(f"{first} {second}") == 21
    decisions = ["1 decline"] if up[0] == "A" else []
    if not blackjack:
        decisions.append("1 surrender")
    options = rest.pop("options", {})
    assert isinstance(options, Mapping)
    seats = ", ".join(["1000", *(f"{wager} {cents}" for wager, cents in bets.items())])
    played = play(
        game,
        f"{first} {up} {second} {down}",
        ", ".join(decisions),
        seats,
        tables=tables,
        options={**options, "surrender": True},
        **rest,
    )
    assert played.won() == (1500 if blackjack else -500)
    assert played.net == played.won() + sum(played.won(wager) for wager in bets)
    return played
