"""Pay tables of Colorado's wagers as Rule 21 prints them, typed a second time.

A row is named by what the cards make; a hand takes the first row that its list of names has.
A row that the document marks "N/A" is left out (ruling C5): the hand falls to its next name.
"""

from __future__ import annotations

Rows = dict[str, str]

THREE_CARD = ("straight flush", "trips", "straight", "flush")


def rows(names: tuple[str, ...], *pays: str) -> Rows:
    return dict(zip(names, pays, strict=True))


def to_1(names: tuple[str, ...], *pays: float) -> Rows:
    return rows(names, *(f"{pay:g} to 1" for pay in pays))


def for_1(names: tuple[str, ...], *pays: float) -> Rows:
    return rows(names, *(f"{pay:g} for 1" for pay in pays))


# 2107, 2113, 2114, 2119: 21+3, 21+3 Xtreme, Top 3.
NINE = to_1(THREE_CARD, 9, 9, 9, 9)
XTREME = to_1(THREE_CARD, 30, 20, 10, 5)
TOP_3 = ("suited trips", "straight flush", "trips")
TOP_3_A = to_1(TOP_3, 270, 180, 90)
TOP_3_B = to_1(TOP_3, 1000, 100, 70)

# 2107(2), 2113, 2114, 2119(30): $ pays for a $1 wager, the stake is not returned.
_HIGH_3 = ("suited trips", *THREE_CARD)


def progressive(low: Rows, specific: str, suited: str, *, kings: bool) -> Rows:
    """Three aces, with *kings* three kings too, in the posted suit or another."""
    names = ("aces", "kings") if kings else ("aces",)
    high = {f"specific {name}": specific for name in names}
    return high | {f"suited {name}": suited for name in names} | low


_PROGRESSIVES = {
    "PT-BJS-213-01": progressive(for_1(_HIGH_3, 125, 25, 20, 7, 3), "100%", "100%", kings=True),
    "PT-BJS-213-07": progressive(
        for_1(_HIGH_3, 150, 40, 20, 5, 3), "100%", "2000 for 1", kings=True
    ),
    "PT-BJS-213-10": progressive(
        for_1(_HIGH_3[:-1], 200, 30, 20, 10), "100%", "3000 for 1", kings=True
    ),
    "PT-BJS-213-09": progressive(
        for_1(_HIGH_3, 150, 40, 20, 5, 3), "100%", "2000 for 1", kings=False
    ),
}
# Ruling C1: as printed in 2107, 2113 and 2114, only aces have a suited row of their own.
_PICTURES = {
    "PT-BJS-213-08": {
        **dict.fromkeys(("specific aces", "specific kings", "specific queens"), "100%"),
        "suited aces": "2000 for 1",
        **for_1(_HIGH_3, 125, 40, 20, 6, 2),
    }
}

# 2115(7).
_MINI = ("mini royal", *THREE_CARD)
_LUCKY_GEORGE = to_1(THREE_CARD, 25, 15, 8, 5)
_SUPER_3 = ("suited trips", "straight flush", "trips")

# 2117: the hands of Extreme 21 from "Suited Three of a Kind" to "Pair (No Flush)".
_EXTREME = ("suited trips", *THREE_CARD, "pair flush", "pair")
_EXTREME_G = _EXTREME[1:]

# 2119(29), (31), 2116(10).
_LADIES = ("queens of hearts and blackjack", "queens of hearts", "matched 20", "suited 20", "20")
_LADIES_BLACKJACKS = tuple(
    f"queens of hearts and {kind}blackjack" for kind in ("specific ", "suited ", "")
)
_BOUNTY = (
    *("kings of spades and blackjack", "kings of spades", "suited kings"),
    *("suited queens, jacks or tens", "suited 20", "kings", "20"),
)
_GOLDEN = ("blackjack", "straight", "pair", "straight flush", "golden 21")
_22 = ("suited 22", "coloured 22", "22")
_LAMMERS = ("7", "6", "5", "4", "3", "2", "1")
_STRAIGHT_JACK = ("5", "4", "3", "2")


def ladies_progressive(blackjacks: tuple[str, str, str], *pays: float) -> Rows:
    return rows(_LADIES_BLACKJACKS, *blackjacks) | for_1(_LADIES[1:], *pays)


_COLORADO: dict[str, dict[str, Rows]] = {
    "co/blackjack-switch": {
        "super-match-1": to_1(("four", "two pair", "three", "pair"), 40, 8, 5, 1),
        "super-match-2": to_1(("four", "two pair", "three", "pair"), 50, 7, 5, 1),
        "buster-1": to_1(("8", "7", "6", "5", "4", "3"), 250, 50, 15, 4, 2, 2),
    },
    "co/21-plus-3": {"standard": NINE, "xtreme": XTREME, **_PROGRESSIVES, **_PICTURES},
    "co/golden-21": {
        "1": to_1(_GOLDEN, 1.5, 1, 3, 6, 30),
        "12": to_1(_GOLDEN, 1.5, 1, 2, 6, 30),
        "14": to_1(_GOLDEN, 2, 1, 2, 6, 25),
    },
    "co/straight-jack": {"standard": to_1(("6", *_STRAIGHT_JACK), 250, 250, 100, 25, 3)},
    "co/straight-jack-progressive": {
        "SJP1": {"6s": "200 to 1 + 100%", "6": "200 to 1 + 10%"}
        | to_1(_STRAIGHT_JACK, 200, 50, 15, 3),
        "SJP2": {"6s": "200 to 1 + 100%", "6": "200 to 1 + 10%"}
        | to_1(_STRAIGHT_JACK, 200, 50, 10, 3),
        "SJP3": {"6": "200 to 1 + 100%"} | to_1(_STRAIGHT_JACK, 200, 50, 15, 3),
        # Ruling C26: SJP4 pays a straight of six as one of five.
        "SJP4": {"6": "200 to 1 + 100%", "5": "200 to 1 + 100%"}
        | to_1(_STRAIGHT_JACK[1:], 50, 10, 2),
    },
    "co/buffalo-2": {"A": NINE, "B": XTREME, **_PROGRESSIVES, **_PICTURES},
    "co/buffalo-3": {
        "A": NINE,
        "B": XTREME,
        "top-3-A": TOP_3_A,
        "top-3-B": TOP_3_B,
        **_PROGRESSIVES,
        **_PICTURES,
    },
    "co/trilux": {
        "TRI-01": NINE,
        "TRI-02": to_1((*THREE_CARD, "pair"), 2.5, 2.5, 2.5, 2.5, 2.5),
        "TRI-05": to_1((*THREE_CARD, "pair"), 7, 7, 7, 7, 0),
        "TRI-03": to_1(_MINI, 100, 35, 33, 10, 5),
        "TRI-04": XTREME,
        "TRILG-02": _LUCKY_GEORGE,
        "SUP-01": TOP_3_A,
        "SUP-02": TOP_3_B,
        "SUP-03": to_1(_SUPER_3, 500, 150, 75),
        "progressive-01": {
            "AK/Q of spades": "100%",
            "AK/Q": "10%",
            "mini royal": "250 for 1",
            **for_1(THREE_CARD, 40, 25, 5, 2),
        },
        "progressive-05": {
            "AK/Q/J of spades": "100%",
            "AK/Q of spades": "10%",
            "AK/Q": "300 for 1",
            **for_1((*THREE_CARD, "dealer blackjack"), 50, 25, 5, 2, 1),
        },
        "progressive-06": {"suited aces": "100%", **for_1(_HIGH_3, 125, 25, 20, 7, 3)},
        "progressive-07": {
            "AK/Q of spades": "100%",
            "AK/Q": "10%",
            "mini royal": "300 for 1",
            **for_1(("straight flush", "straight", "flush"), 50, 5, 2),
        },
    },
    "co/free-bet": {
        "push-22-A": to_1(_22, 50, 20, 8),
        "push-22-B": to_1(_22, 50, 20, 7),
        "push-22-C": to_1(_22, 11, 11, 11),
        "POG-01": to_1(_LAMMERS, 1000, 300, 100, 60, 30, 10, 3),
        "POG-02": to_1(_LAMMERS, 100, 100, 100, 50, 30, 12, 3),
        "KB01": to_1(_BOUNTY, 1000, 100, 30, 20, 9, 6, 4),
    },
    "co/extreme-21": {
        "PT2D-A": to_1(_EXTREME_G, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5),
        "PT2D-B": to_1(_EXTREME_G, 7, 7, 7, 7, 7, 0),
        "PT6D-A": to_1(_EXTREME, 100, 35, 33, 10, 5, 5, -1),
        "PT6D-D": to_1(_EXTREME, 7, 7, 7, 7, 7, 7, 0),
        "PT6D-G": to_1(_EXTREME_G, 30, 20, 10, 5, -1, -1),
        "big-3-PT6D-A": TOP_3_A,
        "big-3-PT6D-B": TOP_3_B,
    },
    "co/ride-free": {
        "PT-FLT-SB1-01": to_1(_22, 50, 20, 8),
        "PT-FLT-SB1-03": to_1(_22, 11, 11, 11),
        "PT-FLT-SB2-01": to_1(_LAMMERS, 1000, 300, 100, 60, 30, 10, 3),
        "PT-FLT-SB2-02": to_1(_LAMMERS, 100, 100, 100, 50, 30, 12, 3),
        "PT-FLT-213-01": to_1((*THREE_CARD, "pair"), 2.5, 2.5, 2.5, 2.5, 2.5),
        "PT-FLT-213-03": NINE,
        "PT-FLT-213-E04": to_1(THREE_CARD, 25, 15, 10, 5),
        "PT-FLT-213XT-01": XTREME,
        "PT-FLT-213XT-03": to_1(_HIGH_3, 100, 40, 25, 10, 5),
        "PT-FLT-TOP3-01": TOP_3_A,
        "PT-FLT-TOP3-02": TOP_3_B,
        "PT-FLT-LL-01": to_1(_LADIES, 1000, 200, 25, 10, 4),
        "PT-FLT-LL-03": to_1(_LADIES, 1000, 125, 19, 9, 4),
        **_PROGRESSIVES,
        "PT-BJS-LL-28": ladies_progressive(("100%", "100%", "25%"), 250, 50, 10, 2),
        "PT-BJS-LL-34": ladies_progressive(("100%", "25%", "10%"), 250, 25, 10, 2),
        "PT-BJS-LL-35": ladies_progressive(("100%", "3000 for 1", "1000 for 1"), 150, 25, 10, 2),
    },
}

# 2113, 2114, 2115(7), 2117, 2119(25): a bust by the up card, off suit and suited; three eights.
BUST_OFF_SUIT = {1: 3, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 2, 10: 2}
BUST_SUITED = {1: 50, 2: 25, 3: 15, 4: 10, 5: 5, 6: 3, 7: 15, 8: 10, 9: 20, 10: 20}
EIGHTS = {
    "bust-bonus": (25, 75),
    "PT-FLT-BB-01": (25, 75),
    # Three suited eights have no row of their own with two decks: they are three eights.
    "bust-bonanza-1": (25, 25),
    "bust-bonanza-2": (25, 75),
    # Ruling C11: as printed, a bust of three eights loses.
    "bust-the-house": (-1, -1),
}


def pay_table(game: str, table: str) -> Rows:
    return _COLORADO[game][table]
