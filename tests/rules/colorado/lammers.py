"""What the tests of Free Bet Blackjack and of Ride Free share: lammers, hands and questions."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from pitboss.engine.actions import RefusedError
from pitboss.engine.record import replay
from tests.rules.colorado.table import Seats, play, record

FREE_BET = "co/free-bet"
RIDE_FREE = "co/ride-free"

HARD_9_TO_11 = (
    *("2h 7d", "3h 6d", "4h 5d", "7h 2d", "6h 3d", "5h 4d"),
    *("2h 8d", "3h 7d", "4h 6d", "5h 5d", "8h 2d", "7h 3d", "6h 4d"),
    *("2h 9d", "3h 8d", "4h 7d", "5h 6d", "9h 2d", "8h 3d", "7h 4d", "6h 5d"),
)
"""Every two-card hard 9, 10 and 11, in either order."""

NO_FREE_DOUBLE = (
    *("2h 6d", "3h 5d", "4h 4d", "2h 5d", "2h 2d"),  # hard 8 and less
    *("2h Kd", "3h 9d", "4h 8d", "5h 7d", "6h 6d", "Kh 9d", "Kh Qd"),  # hard 12 and more
    *("Ah 8d", "Ah 9d", "8h Ad", "Ah 2d", "Ah Ad"),  # soft
)
"""Two-card hands that are no hard 9, 10 or 11."""

FREE_PAIRS = tuple(f"{rank}h {rank}d" for rank in "A23456789")
TEN_PAIRS = ("Th Td", "Jh Jd", "Qh Qd", "Kh Kd", "Kh Qd", "Th Jd", "Th Th")

DEALERS_22 = [
    ("5h 7h Th", "Suited"),
    ("5s 7s Ts", "Suited"),
    ("6d Td 6d", "Suited"),  # two sixes of diamonds
    ("5c 7c 2c 8c", "Suited"),
    ("5h 7d Th", "Colored"),
    ("5s 7c Ts", "Colored"),
    ("2h 3h 4h 5h 8d", "Colored"),  # one diamond among hearts
    ("5h 7s Th", "Other"),
    ("5h 7h 2h 8s", "Other"),  # the last card counts too
    ("5s 7h Th", "Other"),  # and the first
]
"""Up card, down card, drawn: 22 and what it is (ruling C30: all cards of the hand)."""


def around(pair: str, up: str, down: str, *drawn: str) -> str:
    """Return the cards of a round of one seat, in the order they leave the shoe."""
    first, second = pair.split()
    return " ".join((first, up, second, down, *drawn))


def against(dealer: str, pair: str = "Kc 9s") -> str:
    """Return the cards of a round of one seat that stands, the dealer's all written together."""
    up, down, *drawn = dealer.split()
    return around(pair, up, down, *drawn)


def lammer_round(splits: int, doubles: int) -> tuple[str, str]:
    """Return cards and decisions of a round in which seat 1 collects lammers; one deck is enough.

    Eights are split free *splits* times, each new pair on hand 1, and the first *doubles* hands to
    be played are doubled free on 11 and make 21; the others stand on 18. Without a split 5-6 is
    doubled. The dealer has 17, so that every hand and every lammer wins its wager.
    """
    if not splits:
        assert doubles == 1
        return "5h Tc 6d 7c Kd", "1.1 free-double"
    hands = [1, *range(splits + 1, 1, -1)]  # the latest is played first after hand 1
    cards = ["8h Tc 8d 7c", *["8s", "8c"][: splits - 1]]
    decisions = ["1.1 free-split"] * splits
    for place, (hand, suit) in enumerate(zip(hands, "shdc", strict=False)):
        doubled = place < doubles
        cards.append(f"3{suit} K{suit}" if doubled else f"Q{suit}")
        decisions.append(f"1.{hand} {'free-double' if doubled else 'stand'}")
    return " ".join(cards), ", ".join(decisions)


LAMMERS: Mapping[int, tuple[int, int]] = {
    1: (0, 1),
    2: (1, 1),
    3: (1, 2),
    4: (2, 2),
    5: (2, 3),
    6: (3, 3),
    7: (3, 4),
}
"""How many lammers -> free splits and free doubles that bring them."""


def net(game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object) -> int:
    """Play a round of one seat and return what it gained, in cents."""
    return play(game, cards, decisions, seats, **rest).net


def question(
    game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object
) -> tuple[int, int, set[str]]:
    """Return the seat and hand that is asked after these decisions, and all it may do."""
    with pytest.raises(RefusedError) as caught:
        replay(record(game, cards, decisions, seats, **rest))
    refusal = caught.value.refusal
    assert refusal.code == "record/decision-missing", refusal
    match = re.fullmatch(r"seat (\d+) hand (\d+) must decide: (.*)", refusal.message)
    assert match, refusal.message
    return int(match[1]), int(match[2]), set(match[3].split(", "))


def choices(
    game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object
) -> set[str]:
    """Return all that may be decided after these decisions."""
    return question(game, cards, decisions, seats, **rest)[2]
