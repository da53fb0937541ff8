"""Washington's jackpot tables as the documents print them, and one jackpot wager in one line.

In these rounds the hand is surrendered wherever it can be: the jackpot line is what counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tests.rules.clauses import WASHINGTON
from tests.rules.table import V002, Played, Seats, play, progressive

DECKS = {"4a": 2} | {
    f"{number}{letter}": decks
    for number, letters in (
        ("3", "abcd"),
        ("4", "bcde"),
        ("5", "abcd"),
        ("8", "abcd"),
        ("9", "abcd"),
    )
    for letter, decks in zip(letters, (4, 5, 6, 8), strict=True)
}
"""Table -> its deck count."""

_PRINTED = {
    4: "12 10 4 2, 10 7 6 3, 15 13 4 2, 12 9 6 3, 10 6 8 4, 14 11 6 3, 11 7 8 4, 15 12 6 3",
    5: "8 5 6 3, 12 10 4 2, 10 7 6 3, 14 12 4 2, 12 9 6 3, 10 6 8 4, 11 7 8 4, 14 11 6 3",
    6: "8 5 6 3, 11 9 4 2, 11 8 6 3, 9 5 8 4, 12 9 6 3, 10 6 8 4, 13 10 6 3, 11 7 8 4",
    8: "8 5 6 3, 11 9 4 2, 12 10 4 2, 10 7 6 3, 9 5 8 4, 12 9 6 3, 10 6 8 4, 13 10 6 3",
}
"""Decks -> Paytables 1 to 8 of Tables 3, 5 and 8: "for 1" for a suited with a non-suited match, one
suited match, two non-suited matches, one non-suited match. Tables 4b-e and 9 print half of each."""

_PRINTED_4A = (
    "13/2 5 3 3/2, 7 11/2 3 3/2, 8 13/2 3 3/2, 6 4 4 2,"
    " 9 15/2 3 3/2, 7 5 4 2, 15/2 11/2 4 2, 11/2 3 5 5/2"
)


class Pays(NamedTuple):
    """The fixed pays of one table, for 1."""

    suited_and_unsuited: Fraction
    suited: Fraction
    two_unsuited: Fraction
    unsuited: Fraction


def pays(table: str) -> Pays:
    """Return the fixed pays of a table, ``"4d-1"``."""
    family, _, number = table.partition("-")
    printed = _PRINTED_4A if family == "4a" else _PRINTED[DECKS[family]]
    half = 2 if family[0] in "49" and family != "4a" else 1
    column = printed.split(",")[int(number) - 1].split()
    return Pays(*(Fraction(pay) / half for pay in column))


def tables(families: str) -> list[str]:
    """Return the ids of whole families: ``tables("3a 3b")``."""
    return [f"{family}-{number}" for family in families.split() for number in range(1, 9)]


def editions_with(families: str, v002: str) -> Iterator[tuple[str, str]]:
    """Yield (game, table) for every table of these families, v002's being called otherwise."""
    for game in WASHINGTON:
        for table in tables(v002 if game == V002 else families):
            yield game, table


OPERATOR_ROWS = {
    "4a": "Any 4 Same Rank: 2s - Ks",
    "5": "2 Suited Matches",
    "3-alt": "3-Card Suited Match: 2s - Ks",
    "4-alt": "3-Card Suited Match w/ Dealer's Up OR Down",
}
"""What the house must set a prize for: by table or alternate."""


def operator_pays(table: str, alternate: str | None, prize: object) -> dict[str, object]:
    """Return the `pays` of a table: its alternate, and the prize the house sets."""
    rows = {
        row: prize for start, row in OPERATOR_ROWS.items() if (alternate or table).startswith(start)
    }
    return rows | ({"alternate": alternate} if alternate else {})


def bet(
    game: str,
    table: str,
    cards: str,
    decisions: str = "1 surrender",
    seats: Seats = "1000, jackpot-1 500",
    **rest: object,
) -> Played:
    """Play a round with one jackpot on *table*: $5 wagers, the meter at $50,000, 21% of each in it.

    ``alternate``, ``prize`` (30 for 1) and ``terms`` of the progressive may be given beside what a
    record carries.
    """
    alternate = rest.pop("alternate", None)
    prize = rest.pop("prize", "30 for 1")
    terms = rest.pop("terms", progressive())
    assert isinstance(alternate, str | None)
    family = table.partition("-")[0]
    rest.setdefault("options", {"decks": DECKS.get(family, 6)})
    rest.setdefault("meters", {"jackpot-1": "50000.0000"})
    set_by_house = operator_pays(table, alternate, prize)
    return play(
        game,
        cards,
        decisions,
        seats,
        tables={"jackpot-1": table},
        pays={"jackpot-1": set_by_house} if set_by_house else {},
        jackpots={"jackpot-1": terms},
        **rest,
    )
