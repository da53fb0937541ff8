"""The Pai Jack Bonus against the printed lines: do the five cards contain these cards?"""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

from pitboss.cards import FRENCH, Card, format_cards, parse_cards
from pitboss.patterns.pai_jack import PAI_JACK, PaiJack, pai_jack
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import Odds
from pitboss.rulebook.reading.library import game
from pitboss.rulebook.reading.outcomes import FAMILIES
from tests.rows import every_row

SEED = 2112
TABLES = game("co/pai-jack").tables
DECKS = {"three suits": ("A4TJQK", "shd"), "four suits": ("A3JQ", "shdc")}

Hand = tuple[Card, ...]


def hands() -> list[Hand]:
    random = Random(SEED)
    dealt = [tuple(random.sample(FRENCH.cards, 5)) for _ in range(20_000)]
    for ranks, suits in DECKS.values():
        cards = parse_cards(" ".join(rank + suit for rank in ranks for suit in suits))
        dealt += combinations(cards, 5)
    return dealt


def true_lines(hand: Hand) -> frozenset[str]:
    """The printed lines that are true of the cards."""
    cards = format_cards(hand).split()
    lines = set()
    for three in combinations(cards, 3):
        ranks = sorted(card[0] for card in three)
        if "A" in ranks and sum(rank in "TJQK" for rank in ranks) == 2:
            lines.add("pai-jack")
        if ranks == ["A", "J", "J"]:
            lines.add("jack-pai-jack")
        if ranks == ["A", "K", "Q"] and len({card[1] for card in three}) == 1:
            lines.add("royal-pai-jack")
    if sorted(card[0] for card in cards) == ["A", "J", "J", "J", "J"]:
        lines.add("super-pai-jack")
    return frozenset(lines)


def paid(table: PayTable, kind: int) -> PayRow | None:
    rows = {row.outcome: row for row in table.rows}
    return next((rows[word] for word in PAI_JACK.get(kind, ()) if word in rows), None)


def test_c27_the_highest_pay_of_what_the_cards_contain_counts() -> None:
    kinds = {(pai_jack(hand), true_lines(hand)) for hand in hands()}

    assert {kind for kind, _ in kinds} == set(PaiJack)
    for kind, lines in kinds:
        for table in TABLES:
            rows = [row for row in table.rows if row.outcome in lines]
            assert paid(table, kind) == max(rows, key=odds, default=None), (table.id, kind, lines)


def odds(row: PayRow) -> int:
    assert isinstance(row.pay, Odds)
    assert row.pay.per == 1
    return row.pay.to


@every_row("table", TABLES)
def test_every_row_of_every_printed_table_can_be_won(table: PayTable) -> None:
    won = (row.name for kind in reversed(PaiJack) if (row := paid(table, kind)))
    assert [row.name for row in table.rows] == list(dict.fromkeys(won))


def test_the_outcomes_named_are_the_familys() -> None:
    assert {word for words in PAI_JACK.values() for word in words} == FAMILIES["pai-jack"]
    assert len(TABLES) == 4


@every_row(
    ("cards", "kind"),
    [
        ("Js Jh Jd Jc As", PaiJack.SUPER_PAI_JACK),
        ("Js Jh Jd Jc Ks", PaiJack.NONE),
        ("Ah Kh Qh 2s 3d", PaiJack.ROYAL_PAI_JACK),
        ("Ah Kh Qh Js Jd", PaiJack.ROYAL_AND_JACKS),
        ("Ah As Kh Qs 3d", PaiJack.PAI_JACK),
        ("Ah Kh Qd Js Jd", PaiJack.JACK_PAI_JACK),
        ("Ah Th 4d Ts 4c", PaiJack.PAI_JACK),
        ("Ah Ad Ac As Ts", PaiJack.NONE),
    ],
)
def test_edges(cards: str, kind: PaiJack) -> None:
    assert {pai_jack(hand) for hand in permutations(parse_cards(cards))} == {kind}
