"""Deuces Wild Xtreme against trial: put every rank in the place of every wild card, keep the best.

The evaluator here knows the thirteen ranks and ruling C19's order, and nothing of how the patterns
work. A wild card may repeat a card of the hand, but a flush has five different ranks (C21).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

from pitboss.cards import JOKER_DECK, Card, format_cards, parse_cards
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import (
    BAD_BEAT,
    WILD_CARDS,
    WILD_POKER,
    WildCards,
    WildHand,
    WildRank,
    bad_beat,
    wild_cards,
    wild_hand,
    wild_value,
)
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.reading.library import game
from pitboss.rulebook.reading.outcomes import FAMILIES
from tests.rows import every_row
from tests.tiers import by_day

HEIGHTS = range(2, 15)  # an ace is 14
STRAIGHTS = [{14, 2, 3, 4, 5}, *(set(range(top - 4, top + 1)) for top in range(6, 15))]
SMALL_DECKS = {  # ranks, suits and joker
    "low": ("A23456", "shd", "Jk"),
    "low without joker": ("A23456", "shd", ""),
    "high": ("2TJQKA", "shd", "Jk"),
    "four suits": ("2359", "shdc", "Jk"),
}
SEED = 2118
RANDOM_HAND_COUNT = by_day(4_000, 20_000)
WORDS = {
    "five-wilds": WildRank.FIVE_WILDS,
    "royal-flush": WildRank.ROYAL_FLUSH,
    "five-of-a-kind": WildRank.FIVE_OF_A_KIND,
    "straight-flush": WildRank.STRAIGHT_FLUSH,
    "four-of-a-kind": WildRank.FOUR_OF_A_KIND,
    "full-house": WildRank.FULL_HOUSE,
    "flush": WildRank.FLUSH,
    "straight": WildRank.STRAIGHT,
    "three-of-a-kind": WildRank.THREE_OF_A_KIND,
}

Hand = tuple[Card, ...]
Standing = tuple[int, tuple[int, ...]]
TABLES = game("co/deuces-wild-xtreme").tables
BAD_BEAT_TABLES = [table for table in TABLES if "bad-beat" in table.wagers]
POKER_TABLES = [
    table for table in TABLES if table.family == "wild-poker" and table not in BAD_BEAT_TABLES
]
CARD_TABLES = [table for table in TABLES if table.family == "wild-cards"]


def hands_of(deck: str) -> list[Hand]:
    if deck == "random":
        random = Random(SEED)
        return [tuple(random.sample(JOKER_DECK.cards, 5)) for _ in range(RANDOM_HAND_COUNT)]
    ranks, suits, joker = SMALL_DECKS[deck]
    text = [rank + suit for rank in ranks for suit in suits]
    return list(combinations(parse_cards(" ".join([*text, joker])), 5))


def heights_and_suits(hand: Hand) -> tuple[list[int], list[str]]:
    """The cards that are not the joker."""
    text = [card for card in format_cards(hand).split() if card != "Jk"]
    return ["23456789TJQKA".index(card[0]) + 2 for card in text], [card[1] for card in text]


def as_dealt(heights: tuple[int, ...], *, one_suit: bool) -> Standing:
    """Rank five cards none of which is wild, though several may be the same card."""
    counts = Counter(heights)
    by_count = sorted(counts, key=lambda height: (counts[height], height), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    straight = set(heights) in STRAIGHTS
    top = 5 if {14, 5} <= set(heights) else max(heights)
    flush = one_suit and len(counts) == 5
    for rank, true in (
        (WildRank.ROYAL_FLUSH, flush and straight and top == 14),
        (WildRank.FIVE_OF_A_KIND, shape == [5]),
        (WildRank.STRAIGHT_FLUSH, flush and straight),
        (WildRank.FOUR_OF_A_KIND, shape == [4, 1]),
        (WildRank.FULL_HOUSE, shape == [3, 2]),
        (WildRank.FLUSH, flush),
        (WildRank.STRAIGHT, straight),
        (WildRank.THREE_OF_A_KIND, shape[0] == 3),
        (WildRank.TWO_PAIR, shape[:2] == [2, 2]),
        (WildRank.PAIR, shape[0] == 2),
    ):
        if true:
            return rank, (top,) if straight else tuple(by_count)
    return WildRank.HIGH_CARD, tuple(by_count)


@cache
def best(heights: tuple[int, ...], *, one_suit: bool) -> Standing:
    """Try every rank for every wild card; they take the suit of the others, if those share one."""
    missing = 5 - len(heights)
    if missing == 5:
        return WildRank.FIVE_WILDS, ()
    return max(
        as_dealt((*heights, *instead), one_suit=one_suit)
        for instead in combinations_with_replacement(HEIGHTS, missing)
    )


def standing(hand: Hand) -> Standing:
    heights, suits = heights_and_suits(hand)
    ordinary = [place for place, height in enumerate(heights) if height != 2]
    one_suit = len({suits[place] for place in ordinary}) <= 1
    return best(tuple(sorted(heights[place] for place in ordinary)), one_suit=one_suit)


def finest(hand: Hand) -> tuple[int, bool]:
    """The rank and whether it is natural, the best of all readings the printed notes allow."""
    heights, suits = heights_and_suits(hand)
    rank = standing(hand)[0]
    if len(heights) < 5:
        return rank, False  # (13)(b)(i)(C): all hands with a joker are wild
    if 2 not in heights:
        return rank, True
    readings = [(rank, False)]
    if heights.count(2) == 1:  # (13)(b)(i)(D)
        plain = as_dealt(tuple(heights), one_suit=len(set(suits)) == 1)[0]
        if plain in {WildRank.STRAIGHT, WildRank.STRAIGHT_FLUSH}:
            readings.append((plain, True))
    return max(readings)


def paid(table: PayTable, outcomes: Mapping[int, tuple[str, ...]], kind: int) -> PayRow | None:
    rows = {row.outcome: row for row in table.rows if row.is_offered}
    return next((rows[word] for word in outcomes.get(kind, ()) if word in rows), None)


DECKS = [*SMALL_DECKS, "random"]


@every_row("deck", DECKS)
def test_the_value_puts_hands_in_the_order_of_the_best_they_can_be(deck: str) -> None:
    """C19, C21: equal standing, equal value; higher standing, higher value."""
    values: dict[Standing, int] = {}
    for hand in hands_of(deck):
        expected = standing(hand)
        value = wild_value(hand)
        assert value >> RANK_SHIFT == expected[0], format_cards(hand)
        assert values.setdefault(expected, value) == value, format_cards(hand)

    in_order = [values[key] for key in sorted(values)]
    assert all(low < high for low, high in pairwise(in_order))


@every_row("deck", DECKS)
def test_the_class_is_the_rank_and_whether_it_is_natural(deck: str) -> None:
    for hand in hands_of(deck):
        rank, natural = finest(hand)
        expected = 0 if rank < WildRank.THREE_OF_A_KIND else 2 * rank + natural
        assert WildHand(wild_hand(hand)) == expected, format_cards(hand)


def every_class() -> Iterator[tuple[WildHand, WildRank, bool]]:
    classes: dict[WildHand, tuple[WildRank, bool]] = {}
    for deck in DECKS:
        for hand in hands_of(deck):
            rank, natural = finest(hand)
            classes[WildHand(wild_hand(hand))] = WildRank(rank), natural
    for text in ("2s 2h 2d 2c Jk", "9s 9h 9d 9c 4s", "As Ks Qs Js Ts"):
        hand = parse_cards(text)
        rank, natural = finest(hand)
        classes[WildHand(wild_hand(hand))] = WildRank(rank), natural
    assert set(classes) == set(WildHand)
    for kind, (rank, natural) in classes.items():
        yield kind, rank, natural


def test_every_printed_table_pays_every_class_its_row() -> None:
    for kind, rank, natural in every_class():
        for table in POKER_TABLES:
            fitting = [row for row in table.rows if row.is_offered and names(row, rank, natural)]
            row = paid(table, WILD_POKER, kind)
            assert row == (fitting[0] if fitting else None), (table.id, kind)


def names(row: PayRow, rank: WildRank, natural: bool) -> bool:  # noqa: FBT001
    """Whether a printed row is about hands of that rank; "Other" is about any not named above."""
    if row.outcome == "other":
        return True
    word, _, column = row.outcome.partition(" ")
    if word in {"natural-royal-flush", "wild-royal-flush"}:
        column, _, word = word.partition("-")
    return WORDS[word] == rank and (not column or (column == "natural") == natural)


@every_row("table", POKER_TABLES + BAD_BEAT_TABLES + CARD_TABLES)
def test_every_row_of_every_printed_table_can_be_won(table: PayTable) -> None:
    outcomes = WILD_CARDS if table in CARD_TABLES else WILD_POKER
    outcomes = BAD_BEAT if table in BAD_BEAT_TABLES else outcomes

    won = {row.outcome for kind in outcomes if (row := paid(table, outcomes, kind))}

    assert won == {row.outcome for row in table.rows if row.is_offered}


def test_every_table_and_every_outcome_is_there() -> None:
    assert [len(tables) for tables in (POKER_TABLES, BAD_BEAT_TABLES, CARD_TABLES)] == [8, 3, 4]
    assert set(WILD_POKER) == set(WildHand)
    assert set(BAD_BEAT) == set(range(WildRank.THREE_OF_A_KIND, WildRank.FIVE_WILDS))
    assert set(WILD_CARDS) == set(WildCards) - {WildCards.NONE, WildCards.ONE_DEUCE}
    for family, mapping in (
        ("wild-poker", WILD_POKER),
        ("wild-poker", BAD_BEAT),
        ("wild-cards", WILD_CARDS),
    ):
        assert {word for words in mapping.values() for word in words} <= FAMILIES[family]


@every_row(
    ("cards", "kind"),
    [
        ("2s 2h 2d 2c Jk", WildHand.FIVE_WILDS),
        ("2s 2h 2d 2c Ts", WildHand.WILD_ROYAL_FLUSH),
        ("2s 2h 2d 2c 9s", WildHand.FIVE_OF_A_KIND),  # C19: above the straight flush
        ("2s 2h 2d 9h 9s", WildHand.FIVE_OF_A_KIND),
        ("2s 2h 2d 9h 5h", WildHand.WILD_STRAIGHT_FLUSH),
        ("2s 2h 2d 9h 3h", WildHand.WILD_FOUR_OF_A_KIND),
        ("As Ks Qs Js Ts", WildHand.NATURAL_ROYAL_FLUSH),
        ("As Ks Qs Js 2s", WildHand.WILD_ROYAL_FLUSH),
        ("As 2s 3s 4s 5s", WildHand.NATURAL_STRAIGHT_FLUSH),
        ("2s 3s 4s 5s 6s", WildHand.NATURAL_STRAIGHT_FLUSH),
        ("Jk 3s 4s 5s 6s", WildHand.WILD_STRAIGHT_FLUSH),  # note C
        ("2h 3s 4s 5s 6s", WildHand.WILD_STRAIGHT_FLUSH),  # C20: higher than its natural straight
        ("2h 3s 4s 5s 6d", WildHand.NATURAL_STRAIGHT),  # note D
        ("2h 3s 4s 5s 7d", WildHand.WILD_STRAIGHT),  # the deuce is a 6
        ("2h 2s 4s 5s 6d", WildHand.WILD_STRAIGHT),  # two deuces
        ("Ah 2s 3s 4s Jk", WildHand.WILD_STRAIGHT),
        ("2s 5s 7s 9s Js", WildHand.WILD_FLUSH),  # D5
        ("2s 9s 9h 7s 7h", WildHand.WILD_FULL_HOUSE),  # D5
        ("2s 9s 9h 7s 8h", WildHand.WILD_THREE_OF_A_KIND),
        ("9d 9s 9h 7s 8h", WildHand.NATURAL_THREE_OF_A_KIND),
        ("2s 9s Kh 7s 8h", WildHand.OTHER),
        ("9s 9h 7s 7h Ks", WildHand.OTHER),
    ],
)
def test_edges_of_natural_and_wild(cards: str, kind: WildHand) -> None:
    assert WildHand(wild_hand(parse_cards(cards))) == kind


@every_row(
    ("one", "other"),
    [
        ("As Ks Qs Js Ts", "Ad Kd Jk 2s 2h"),  # royal flushes
        ("5s 6s 7s 8s 9s", "5d 6d 2d 8d 9d"),
        ("9s 9h Jk 2c 4s", "9d 9c 2h 2d 4d"),
        ("9s 9h 2d 4c 4s", "9c 9d Jk 4d 4h"),
        ("Qd Qh Qs 9c 5s", "Qc 2h Jk 9d 5h"),
        ("As Ks 9s 5s 4s", "Jk Kh 9h 5h 4h"),  # the joker is the ace that is lacking
        ("As Ks 9s 5s 4s", "Ah 2h 9h 5h 4h"),  # here the king
        ("Ks 9h 7s 4d 2s", "Kh 9s 7h 4s Jk"),
    ],
)
def test_natural_or_wild_breaks_no_tie(one: str, other: str) -> None:
    """2118(9)(b)(ii), C21."""
    assert wild_value(parse_cards(one)) == wild_value(parse_cards(other))
    assert bad_beat(parse_cards(one), parse_cards(other)) == 0


@every_row(
    ("better", "worse"),
    [
        ("2s 3s 4s 5s 6s", "Ah 2h 3h 4h 5h"),
        ("2s 3d 4s 5s 6s", "2h 3c 4h 5h Ah"),  # 3-7 is higher than A-5
        ("3s 4s 5h 6s 7s", "As 2h 3d 4c 5d"),
        ("Ks Jk 9s 5s 4s", "As Qs 9s 5s 4s"),
        ("9s 2h 9d 9c 5s", "9s Jk 9d 2c 4s"),
        ("As Jk 9d 9c 4s", "Ks 2s 9h 9s Qd"),  # three nines, ace kicker
        ("As Ad 3c 3d 2h", "Ks Kd Kh Qs Qd"),  # the wild card goes to the higher pair
    ],
)
def test_the_better_of_two(better: str, worse: str) -> None:
    assert wild_value(parse_cards(better)) > wild_value(parse_cards(worse))


def test_2118_13_a_bad_beat_pays_the_losing_hand_whichever_side_loses() -> None:
    """D2; both hands need three of a kind, and may not tie."""
    trips = parse_cards("9s 9h 9d 4c 7s")
    straight = parse_cards("Ts Jh Qd Kc As")
    pair = parse_cards("9s 9h Jd 4c 7s")
    higher = parse_cards("Th Td 2c 4s 7c")

    assert bad_beat(trips, straight) == bad_beat(straight, trips) == WildRank.THREE_OF_A_KIND
    assert bad_beat(trips, higher) == WildRank.THREE_OF_A_KIND
    assert bad_beat(pair, straight) == bad_beat(straight, pair) == 0


CARD_ROWS = [  # cards, then the rows on Goin' Wild and on its progressive
    ("2s 2h 2d 2c Jk", "4 Wilds", "4 Deuces"),
    ("2s 2h 2d 2c 9s", "4 Wilds", "4 Deuces"),
    ("2s 2h 2d Jk 9s", "4 Wilds", "4 Wilds"),
    ("2s 2h 2d 8s 9s", "3 Wilds", "3 Deuces"),
    ("2s 2h Jk 8s 9s", "3 Wilds", "3 Wilds"),
    ("2s 2h 7d 8s 9s", "2 Wilds", "2 Deuces"),
    ("Jk 2h 7d 8s 9s", "2 Wilds", "2 Wilds"),
    ("Jk Ah 7d 8s 9s", "Joker", None),
    ("2s Ah 7d 8s 9s", None, None),
    ("Ks Ah 7d 8s 9s", None, None),
]


@every_row(("cards", "flat", "progressive"), CARD_ROWS)
def test_c22_goin_wild(cards: str, flat: str | None, progressive: str | None) -> None:
    kind = wild_cards(parse_cards(cards))
    for table in CARD_TABLES:
        row = paid(table, WILD_CARDS, kind)
        expected = progressive if "goin-wild-progressive" in table.wagers else flat
        assert (row.name if row else None) == expected


def test_c22_covers_every_class_of_wild_cards() -> None:
    assert {wild_cards(parse_cards(cards)) for cards, _, _ in CARD_ROWS} == set(WildCards)
