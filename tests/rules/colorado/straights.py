"""What the tests of Straight Jack and Straight Jack Progressive share: one hand against 9-T."""

from __future__ import annotations

from itertools import pairwise

from tests.rules.colorado.felt import STRAIGHT, progressive, total
from tests.rules.colorado.table import play
from tests.rules.table import Played

TABLE = {"straight-jack": "standard"}
RANKS = "A23456789TJQK"


def hand_decisions(hand: str) -> str:
    """Return the decisions that draw the hand: hits, then a stand where anything is asked."""
    cards = hand.split()
    hits = ["1 hit"] * (len(cards) - 2)
    return ", ".join(hits if total(hand) >= 21 else [*hits, "1 stand"])


def straight(hand: str, bets: str = "1000, straight-jack 200", /, **rest: object) -> Played:
    """Play a hand card by card against 9-T for $10 and Straight Jack, or in the `game` given.

    What the main wager must come to is worked out and checked: 3 to 2, a bust, or against 19; not
    where `decisions` are given that play it otherwise.
    """
    game = rest.pop("game", STRAIGHT)
    decisions = rest.pop("decisions", None)
    assert isinstance(game, str)
    assert isinstance(decisions, str | None)
    first, second, *drawn = hand.split()
    rest.setdefault("tables", TABLE)
    wanted = hand_decisions(hand) if decisions is None else decisions
    played = play(game, " ".join([first, "9s", second, "Tc", *drawn]), wanted, bets, **rest)
    count = total(hand)
    if count == 21 and not drawn:
        main = 1500
    elif count > 21 or count < 19:
        main = -1000
    else:
        main = 0 if count == 19 else 1000
    if decisions is None:
        assert played.won() == main
        assert played.net == main + played.won("straight-jack")
    return played


def length(hand: str) -> int:
    """Judge a straight by hand: the longest beginning whose every part from two cards on is one.

    A part is a straight if its ranks are all different and without a gap, the ace as 1 or as 14.
    A card that busts is left out.
    """
    cards = hand.split()
    if total(hand) > 21:
        cards.pop()
    longest = 0
    for count in range(2, len(cards) + 1):
        part = [RANKS.index(card[0]) + 1 for card in cards[:count]]
        if not (_in_sequence(part) or _in_sequence([14 if rank == 1 else rank for rank in part])):
            break
        longest = count
    return longest


def _in_sequence(ranks: list[int]) -> bool:
    return all(high == low + 1 for low, high in pairwise(sorted(ranks)))


def on(table: str, wager: int | None = None, /, **terms: object) -> dict[str, object]:
    """Return what offers the progressive: its table, its jackpot, its meter at $8,000."""
    return {
        "tables": {"straight-jack": table},
        "jackpots": {"straight-jack": progressive(wager, **terms)},
        "meters": {"straight-jack": "8000.0000"},
    }
