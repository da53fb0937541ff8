"""The bonus wagers of Deuces Wild Xtreme once more, with the pay tables the positions use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from tests.perft.second_wagers import Jackpot, gain
from tests.perft.second_wild_hands import HEIGHTS, JOKER, NAMES, best, is_wild
from tests.perft.shoe import Cards

TRIPS = NAMES.index("three of a kind")
Dealt = tuple[Cards, Cards, Cards]
"""The seat's cards, the dealer's, and the replacement card where there is one."""
Rows = dict[str, str]

_FROM_TRIPS = (
    *("royal flush", "five of a kind", "straight flush", "four of a kind", "full house"),
    *("flush", "straight", "three of a kind"),
)
_PLAIN = (
    *("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"),
    *("three of a kind", "two pair"),
)
_FOUR_CARDS = ("royal flush", "straight flush", "four-card straight flush", "flush", "four flush")


def _to_1(names: tuple[str, ...], *pays: int) -> Rows:
    return {name: f"{pay} to 1" for name, pay in zip(names, pays, strict=True)}


def _for_1(names: tuple[str, ...], *pays: int | str) -> Rows:
    texts = (pay if isinstance(pay, str) else f"{pay} for 1" for pay in pays)
    return dict(zip(names, texts, strict=False))


def _columns(natural: tuple[int, ...], wild: tuple[int, ...]) -> Rows:
    """2118(13)(b): the rows with both columns, then those a wild hand alone can make."""
    names = ("royal flush", "straight flush", "four of a kind", "full house", *_FROM_TRIPS[5:])
    rows = _to_1(tuple(f"natural {name}" for name in names), *natural)
    only_wild = ("five wilds", "five of a kind")
    return rows | _to_1(tuple(f"wild {name}" for name in (*names, *only_wild)), *wild)


TABLES: Mapping[str, Rows] = {
    "PT-FLT-DWHF-BBX-01": _to_1(_FROM_TRIPS, 10000, 10000, 5000, 500, 400, 300, 100, 9),
    "PT-FLT-DWHF-BBX-03": _to_1(_FROM_TRIPS, 500, 500, 500, 300, 200, 100, 50, 15),
    "PT-FLT-DWHF-TPW-01": _columns(
        (1000, 200, 90, 40, 30, 20, 6), (100, 30, 6, 5, 4, 3, 1, 2000, 100)
    ),
    "PT-FLT-DWHF-TPW-05": _columns((400, 200, 50, 30, 25, 20, 6), (70, 25, 6, 5, 4, 3, 1, 500, 60)),
    "PT-FLT-TW-GW-01": _to_1(("4 wilds", "3 wilds", "2 wilds", "joker"), 1000, 40, 5, 4),
    "PT-FLT-TW-GW-02": _to_1(("4 wilds", "3 wilds", "2 wilds", "joker"), 500, 50, 6, 3),
    "PT-PRG-TW-GW-01": _for_1(
        ("4 deuces", "4 wilds", "3 deuces", "3 wilds", "2 deuces", "2 wilds"),
        *("100%", 1000, 100, 50, 5, 3),
    ),
    "PT-PRG-DWHF-DWP-01": _for_1(
        ("five wilds", "natural royal flush", "wild royal flush", *_FROM_TRIPS[1:7]),
        *("100%", "10%", 200, 150, 50, 10, 9, 8, 5),
    ),
    "PT-BJS-5CL-06": _for_1(_FOUR_CARDS, "100%", 500, 200, 50, 5),
    "PT-BJS-5CL-10": _for_1(_PLAIN, "100%", "100%", 200, 75, 50, 30, 5, 3),
    "PT-BJS-5CL-E01": _for_1(_PLAIN, "100%", "10%", 300, 50, 40, 30, 9),
}


def bonus_gain(wager: str, table: str, stake: int, jackpot: Jackpot | None, dealt: Dealt) -> int:
    """Return what a bonus wager wins or loses: the highest of the pays its rows give."""
    rows = TABLES[table]
    won = [name for name in names(wager, dealt) if name in rows]
    return max((gain(rows[name], stake, jackpot) for name in won), default=-stake)


def names(wager: str, dealt: Dealt) -> Iterator[str]:
    own, dealer, replacement = dealt
    match wager:
        case "bad-beat":
            # 2118(11)(a): both three of a kind or better and not tied; the loser's row.
            loser, winner = sorted((best(own).standing, best(dealer).standing))
            if loser != winner and loser[0] >= TRIPS:
                yield NAMES[loser[0]]
        case "trips-plus-wild":
            yield from wild_and_natural(own)
        case "too-wild-progressive":
            yield from wild_and_natural(own)
            yield best(own).name
        case "five-card-linked":
            # 2118(13)(f)(i)(E), (F): nothing is wild.
            yield from linked(tuple(replacement[0] if card == JOKER else card for card in own))
        case _:
            yield from wild_cards(own)


def wild_and_natural(cards: Cards) -> Iterator[str]:
    """2118(13)(b)(i)(C), (D), ruling C20."""
    wilds = [card for card in cards if is_wild(card)]
    yield f"{'wild' if wilds else 'natural'} {best(cards).name}"
    if len(wilds) == 1 and JOKER not in wilds:
        plain = best(cards, wild=False)
        if plain.name in {"straight", "straight flush"} and plain.heights[0] in {5, 6}:
            yield f"natural {plain.name}"


def wild_cards(cards: Cards) -> Iterator[str]:
    """2118(13)(c), (d), ruling C22."""
    deuces = sum(card[0] == "2" for card in cards)
    wilds = deuces + (JOKER in cards)
    yield from (f"{count} deuces" for count in range(2, deuces + 1))
    yield from (f"{count} wilds" for count in range(2, wilds + 1))
    if wilds == 1 and not deuces:
        yield "joker"


def linked(cards: Cards) -> Iterator[str]:
    """2118(13)(f), rulings C23, D5."""
    yield best(cards, wild=False).name
    suits = Counter(card[1] for card in cards)
    if max(suits.values()) == 5:
        yield "flush"
    for four in combinations(cards, 4):
        if len({card[1] for card in four}) == 1:
            yield "four flush"
            if is_run([HEIGHTS[card[0]] for card in four]):
                yield "four-card straight flush"


def is_run(heights: list[int]) -> bool:
    """Whether four cards follow each other, an ace above the king or below the two."""
    low = [1 if height == 14 else height for height in heights]
    return any(len(set(h)) == 4 and max(h) - min(h) == 3 for h in (heights, low))
