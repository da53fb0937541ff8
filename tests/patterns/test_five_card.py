"""Five-card poker against its plainest definition: look at the letters of the cards.

Each outcome is a sentence about ranks and suits as they are written. A table pays the first of its
rows, which are printed from the highest down, whose sentence is true of the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations
from random import Random

from pitboss.cards import FRENCH, Card, format_cards, parse_cards
from pitboss.patterns.five_card import (
    FIVE_CARD,
    RANK_SHIFT,
    FiveCard,
    five_card,
    five_card_value,
)
from pitboss.patterns.wild import WildRank
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.reading.library import game
from pitboss.rulebook.reading.outcomes import FAMILIES
from tests.rows import every_row
from tests.tiers import by_day

IN_ORDER = "A23456789TJQKA"
HEIGHT = {letter: height for height, letter in enumerate("23456789TJQKA", start=2)}
SMALL_DECKS = {  # ranks, suits: straights low and high with flushes; four of a kind
    "low": ("A23456", "shd"),
    "high": ("9TJQKA", "shd"),
    "ends": ("A23JQK", "shd"),
    "alike": ("67A", "shdc"),
}
SEED = 2104
RANDOM_HAND_COUNT = by_day(4_000, 20_000)

Hand = tuple[Card, ...]
TABLES = [
    table
    for name in ("co/21-holdem", "co/deuces-wild-xtreme")
    for table in game(name).tables
    if table.family == "five-card-poker"
]


def hands_of(ranks: str, suits: str) -> Iterator[Hand]:
    cards = parse_cards(" ".join(rank + suit for rank in ranks for suit in suits))
    return combinations(cards, 5)


def random_hands() -> list[Hand]:
    random = Random(SEED)
    return [tuple(random.sample(FRENCH.cards, 5)) for _ in range(RANDOM_HAND_COUNT)]


def hands() -> Iterator[Hand]:
    for ranks, suits in SMALL_DECKS.values():
        yield from hands_of(ranks, suits)
    yield from random_hands()


def letters(hand: Hand) -> tuple[str, str]:
    text = format_cards(hand).split()
    return "".join(card[0] for card in text), "".join(card[1] for card in text)


def copies(ranks: str) -> list[int]:
    return sorted(Counter(ranks).values(), reverse=True)


def in_sequence(ranks: str) -> bool:
    runs = (IN_ORDER[start : start + len(ranks)] for start in range(15 - len(ranks)))
    return any(set(ranks) == set(run) for run in runs)


def any_four(hand: Hand, sentence: Callable[[str, str], bool]) -> bool:
    return any(sentence(*letters(four)) for four in combinations(hand, 4))


def one_suit(_ranks: str, suits: str) -> bool:
    return len(set(suits)) == 1


def straight_flush(ranks: str, suits: str) -> bool:
    return len(set(suits)) == 1 and in_sequence(ranks)


SENTENCES: dict[str, Callable[[Hand, str, str], bool]] = {
    "royal-flush": lambda _, r, s: len(set(s)) == 1 and set(r) == set("TJQKA"),
    "straight-flush": lambda _, r, s: straight_flush(r, s),
    "four-of-a-kind": lambda _, r, _s: copies(r)[0] == 4,
    "full-house": lambda _, r, _s: copies(r) == [3, 2],
    "flush": lambda _, _r, s: len(set(s)) == 1,
    "straight": lambda _, r, _s: in_sequence(r),
    "three-of-a-kind": lambda _, r, _s: copies(r)[0] >= 3,
    "two-pair": lambda _, r, _s: copies(r)[:2] == [2, 2],
    "pair-of-sevens-or-better": lambda _, r, _s: any(r.count(x) >= 2 for x in "789TJQKA"),
    "four-card-straight-flush": lambda hand, _r, _s: any_four(hand, straight_flush),
    "four-card-flush": lambda hand, _r, _s: any_four(hand, one_suit),
}
RANKS: tuple[tuple[WildRank, Callable[[str, str], bool]], ...] = (
    (WildRank.STRAIGHT_FLUSH, straight_flush),
    (WildRank.FOUR_OF_A_KIND, lambda r, _: copies(r)[0] == 4),
    (WildRank.FULL_HOUSE, lambda r, _: copies(r) == [3, 2]),
    (WildRank.FLUSH, one_suit),
    (WildRank.STRAIGHT, lambda r, _: in_sequence(r)),
    (WildRank.THREE_OF_A_KIND, lambda r, _: copies(r)[0] == 3),
    (WildRank.TWO_PAIR, lambda r, _: copies(r)[:2] == [2, 2]),
    (WildRank.PAIR, lambda r, _: copies(r)[0] == 2),
    (WildRank.HIGH_CARD, lambda _r, _s: True),
)


def standing(hand: Hand) -> tuple[int, list[int]]:
    """What two hands are compared by: the rank, then the cards by which equal ranks differ."""
    ranks, suits = letters(hand)
    rank = next(rank for rank, sentence in RANKS if sentence(ranks, suits))
    if in_sequence(ranks):
        return rank, [5 if {"A", "5"} <= set(ranks) else max(map(HEIGHT.__getitem__, ranks))]
    return rank, sorted((HEIGHT[r] for r in ranks), key=lambda h: (count_of(h, ranks), h))[::-1]


def count_of(height: int, ranks: str) -> int:
    return sum(HEIGHT[rank] == height for rank in ranks)


def paid(table: PayTable, kind: int) -> PayRow | None:
    """The row that the class is paid by: that of its first outcome the table offers."""
    rows = {row.outcome: row for row in table.rows if row.is_offered}
    return next((rows[word] for word in FIVE_CARD.get(kind, ()) if word in rows), None)


def test_every_printed_table_pays_every_hand_its_highest_row() -> None:
    """C23: a four-card straight flush stands above the flush where a table prints both."""
    expected: dict[int, set[frozenset[str]]] = {}
    for hand in hands():
        ranks, suits = letters(hand)
        true = {word for word, sentence in SENTENCES.items() if sentence(hand, ranks, suits)}
        expected.setdefault(five_card(hand), set()).add(frozenset(true))

    assert set(expected) == set(FiveCard)
    for kind, truths in expected.items():
        for table in TABLES:
            row = paid(table, kind)
            for words in truths:
                won = [row for row in table.rows if row.is_offered and row.outcome in words]
                assert row == (won[0] if won else None), (table.id, FiveCard(kind), words)


@every_row("table", TABLES)
def test_every_row_of_every_printed_table_can_be_won(table: PayTable) -> None:
    assert {row.outcome for row in table.rows if row.is_offered} == {
        row.outcome for kind in FiveCard if (row := paid(table, kind))
    }


def test_the_outcomes_named_are_the_familys() -> None:
    assert {word for words in FIVE_CARD.values() for word in words} == FAMILIES["five-card-poker"]
    assert set(FIVE_CARD) == set(FiveCard) - {FiveCard.HIGH_CARD, FiveCard.LOW_PAIR}
    assert len(TABLES) == 15


@every_row("deck", [*SMALL_DECKS, "random"])
def test_the_value_puts_hands_in_the_order_of_poker(deck: str) -> None:
    """Equal standing, equal value; higher standing, higher value; and the value names the rank."""
    chosen = random_hands() if deck == "random" else hands_of(*SMALL_DECKS[deck])
    values: dict[tuple[int, tuple[int, ...]], int] = {}
    for hand in chosen:
        rank, ties = standing(hand)
        value = five_card_value(hand)
        assert value >> RANK_SHIFT == rank, format_cards(hand)
        assert values.setdefault((rank, tuple(ties)), value) == value, format_cards(hand)

    in_order = [values[key] for key in sorted(values)]
    assert all(low < high for low, high in pairwise(in_order))


def test_the_order_of_the_cards_does_not_matter() -> None:
    for text in ("As 2s 3s 4s 9d", "Kd 9h 9s 9c Ks", "5h 6h 7h 8h Kh", "2c 7d 7h Js As"):
        orders = list(permutations(parse_cards(text)))
        assert len({five_card(hand) for hand in orders}) == 1
        assert len({five_card_value(hand) for hand in orders}) == 1


@every_row(
    ("cards", "kind"),
    [
        ("Ks Ah 2d 3c 4s", FiveCard.HIGH_CARD),  # H3: K-A-2-3-4 is no straight
        ("As 2h 3d 4c 5s", FiveCard.STRAIGHT),
        ("Ts Jh Qd Kc As", FiveCard.STRAIGHT),
        ("As 2s 3s 4s 5s", FiveCard.STRAIGHT_FLUSH),
        ("6s 6h 2d 3c 4s", FiveCard.LOW_PAIR),
        ("7s 7h 2d 3c 4s", FiveCard.PAIR_OF_SEVENS_OR_BETTER),
        ("As Ah 2d 3c 4s", FiveCard.PAIR_OF_SEVENS_OR_BETTER),
        ("As 2s 3s 4s Kh", FiveCard.HIGH_CARD_FOUR_STRAIGHT_FLUSH),  # D5
        ("As 2s 3s 4s Ks", FiveCard.FLUSH_FOUR_STRAIGHT_FLUSH),  # C23
        ("Js Qs Ks As 2s", FiveCard.FLUSH_FOUR_STRAIGHT_FLUSH),
        ("Qs Ks As 2s 3h", FiveCard.HIGH_CARD_FOUR_FLUSH),
        ("5s 6s 7h 8s 9s", FiveCard.STRAIGHT_FOUR_FLUSH),
    ],
)
def test_edges(cards: str, kind: FiveCard) -> None:
    assert five_card(parse_cards(cards)) == kind


@every_row(
    ("better", "worse"),
    [
        ("2s 3h 4d 5c 6s", "As 2h 3d 4c 5s"),  # A-5 is the lowest straight
        ("3s 3h 3d 2c 2s", "2s 2h 2d Ac As"),  # three of a kind decide a full house
        ("As Ah 3d 3c 4s", "Ks Kh Qd Qc As"),
        ("Ks Kh 3d 3c 5s", "Kd Kc 3s 3h 4s"),
        ("As Ks 7s 4s 3s", "Ah Kh 7h 4h 2h"),
    ],
)
def test_the_better_of_two(better: str, worse: str) -> None:
    assert five_card_value(parse_cards(better)) > five_card_value(parse_cards(worse))


def test_suits_break_no_tie() -> None:
    spades, hearts = (parse_cards(f"A{s} K{s} 7{s} 4{s} 3{s}") for s in "sh")
    assert five_card_value(spades) == five_card_value(hearts)
