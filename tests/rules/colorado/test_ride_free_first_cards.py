"""Ride Free, 30-2119: 21+3 Classic and Xtreme, Top 3, Lucky Ladies, and dealer envy.

Seat 1 surrenders wherever a test says nothing else, which costs $5 of its $10 and ends the round:
what is left is what the first cards win.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import RIDE_FREE, around
from tests.rules.colorado.table import given_to_dealer, play, record, refused, settled_in_order
from tests.rules.table import Played, refusal

LOST_BY_SURRENDER = -500
SURRENDER = {"surrender": True}

HANDS = [
    # The player's two cards and the up card; what they are; the least number of decks.
    ("5h 6h 7h", "straight flush", 1),
    ("3s 2s As", "straight flush", 1),
    ("Kd Qd Ad", "straight flush", 1),
    ("7h 7h 7h", "suited three", 3),
    ("As As As", "suited three", 3),
    ("7h 7d 7s", "three", 1),
    ("7h 7h 7s", "three", 2),
    ("5h 7d 6s", "straight", 1),
    ("3s 2h As", "straight", 1),
    ("Qd Kd As", "straight", 1),
    ("2h 7h Jh", "flush", 1),
    ("Kc 2c Ac", "flush", 1),  # K-A-2 is no straight (ruling C32)
    ("7h 7h 2h", "flush", 2),  # a flush may hold a pair
    ("7h 7d 2s", "pair", 1),
    ("2h 7d 7s", "pair", 1),
    ("7h 2d 7s", "pair", 1),
    ("2h 7d Js", "nothing", 1),
    ("Kh 2d As", "nothing", 1),
    ("Th Qd Ks", "nothing", 1),
]
KINDS = ("suited three", "straight flush", "three", "straight", "flush", "pair")

Row = tuple[object, ...]


def by_kind(*row: object) -> dict[str, object]:
    """Name the entries of a table from the highest hand down; a kind that is not there loses."""
    return dict(zip(KINDS, row, strict=False))


# 2119(26): table -> decks, to 1, envy in dollars. None of these has a row for a suited three of a
# kind, which is paid as three of a kind (rulings C5, C92).
CLASSIC: dict[str, tuple[tuple[int, ...], Row, Row]] = {
    "PT-FLT-213-01": ((2,), (2.5, 2.5, 2.5, 2.5, 2.5, 2.5), ()),
    "PT-FLT-213-03": ((6,), (9, 9, 9, 9, 9), ()),
    "PT-FLT-213-E01": ((8,), (8, 8, 8, 8, 8), (1, 1, 1, 1, 1)),
    "PT-FLT-213-E02": ((8,), (15, 25, 15, 8, 5), (5, 10, 5, 2, 1)),
    "PT-FLT-213-E03": ((8,), (15, 25, 15, 10, 5), (5, 10, 5, 2)),
    "PT-FLT-213-E04": ((1, 2, 6), (15, 25, 15, 10, 5), (5, 10, 5, 2, 1)),
}

# 2119(27): the first has no row for a suited three of a kind (ruling C5).
XTREME: dict[str, tuple[tuple[int, ...], Row]] = {
    "PT-FLT-213XT-01": ((1, 2, 3, 4, 5, 6, 7, 8), (20, 30, 20, 10, 5)),
    "PT-FLT-213XT-03": ((4, 5, 6, 7, 8), (100, 40, 25, 10, 5)),
    "PT-FLT-213XT-04": ((4, 5, 6, 7, 8), (100, 30, 20, 10, 5)),
}

# 2119(28), for two to eight decks.
TOP_3: dict[str, Row] = {
    "PT-FLT-TOP3-01": (270, 180, 90),
    "PT-FLT-TOP3-02": (1000, 100, 70),
}


def first_cards(cards: str, wagers: str, tables: object, decks: int, down: str = "6c") -> Played:
    """Play a round of the player's two cards and the up card; the player surrenders."""
    first, second, up = cards.split()
    decline = "1 decline, " if up[0] == "A" else ""
    return play(
        RIDE_FREE,
        f"{first} {up} {second} {down}",
        f"{decline}1 surrender",
        f"1000, {wagers}",
        tables=tables,
        decks=decks,
        options=SURRENDER,
    )


def dealt(hands: list[tuple[str, str, int]], decks: int) -> list[tuple[str, str]]:
    """Return the hands that a shoe of so many decks can deal."""
    return [(cards, kind) for cards, kind, least in hands if least <= decks]


def every_deck(tables: Mapping[str, tuple[tuple[int, ...], ...]]) -> list[tuple[str, int]]:
    return [(table, decks) for table, (counts, *_) in tables.items() for decks in counts]


@clause(RIDE_FREE, "2119(21)(d)", "2119(26)", "2119(26)(a)", "2119(26)(a)(i)", "2119(26)(a)(ii)")
@clause(RIDE_FREE, "2119(26)(a)(iv)", "2119(22)")
@ruling("C3", "C10", "C32", "C70", "C92")
@pytest.mark.parametrize(
    ("table", "decks"),
    [(table, decks) for table, (counts, *_) in CLASSIC.items() for decks in counts],
)
def test_2119_26_every_row_of_21_plus_3_classic_with_its_envy(table: str, decks: int) -> None:
    _, to_one, envies = CLASSIC[table]
    won, envy = by_kind(*to_one), by_kind(*envies)
    for cards, kind in dealt(HANDS, decks):
        wagers = "21-plus-3-classic 300"
        played = first_cards(cards, wagers, {"21-plus-3-classic": table}, decks)
        assert played.net == LOST_BY_SURRENDER + 300 * won.get(kind, -1), (cards, kind)  # type: ignore[operator]
        dollars = envy.get(kind)
        assert given_to_dealer(played) == ([] if dollars is None else [(1, 100 * dollars)])  # type: ignore[operator]
