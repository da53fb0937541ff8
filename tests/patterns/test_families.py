"""From classes to pay tables: every class is paid where it should be, every row can be won.

A pattern returns the finest class; a table pays the first outcome of that class it offers. Which
classes a deck count can make at all is found by looking at every deal of a small deck, with the
number of equal cards each class needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from functools import cache
from itertools import islice, product

from pitboss.cards import SPANISH, Card, format_card
from pitboss.patterns.bonus21 import Bonus21, bonus_21
from pitboss.patterns.busts import BustCards, bust_cards
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.matches import (
    AllFour,
    FourCards,
    FourSuitedJackpot,
    Match,
    MatchBoth,
    UpCardJackpot,
    all_four,
    four_cards,
    four_suited_jackpot,
    match,
    match_both,
    up_card_jackpot,
)
from pitboss.patterns.outcomes import Outcomes
from pitboss.patterns.rows import paid_rows, rows_by_class
from pitboss.rulebook.check.tables import fits, with_alternate
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.reading.library import game, game_ids
from pitboss.rulebook.reading.outcomes import FAMILIES as WORDS
from tests.rows import every_row
from tests.tiers import by_day

SPANISH_GAMES = [game_id for game_id in game_ids() if "spanish-21" in game_id]
ENUMS: Mapping[str, tuple[type[IntEnum], ...]] = {
    "bonus-21": (Bonus21,),
    "match-each-card": (Match,),
    "match-both-cards": (MatchBoth,),
    "jackpot-up-card": (UpCardJackpot,),
    "jackpot-up-and-down": (AllFour, MatchBoth),
    "jackpot-four-suited": (FourSuitedJackpot,),
    "jackpot-four-cards": (FourCards,),
    "dealer-bust-cards": (BustCards,),
}
CLASSES: Mapping[str, tuple[Outcomes, ...]] = {
    family: FAMILIES[family].outcomes for family in ENUMS
}
FEW = [card for card in SPANISH.cards if format_card(card) in "As Ah Ks Kh 7s 7h 7d 7c 6s 6h 8s 8h"]

PATTERNS: Mapping[str, tuple[Callable[..., int], ...]] = {
    "bonus-21": (lambda *cards: bonus_21(cards, 3),),
    "match-each-card": (lambda first, _second, up, _down: match(first, up),),
    "match-both-cards": (lambda first, second, up, _down: match_both(first, second, up),),
    "jackpot-up-card": (up_card_jackpot,),
    "jackpot-up-and-down": (
        all_four,
        lambda first, second, up, _down: match_both(first, second, up),
    ),
    "jackpot-four-suited": (four_suited_jackpot,),
    "jackpot-four-cards": (four_cards,),
}


@cache
def decks_needed(family: str, number: int) -> Mapping[int, int]:
    """Return class -> the fewest decks with which the family's pattern can return it."""
    if family == "dealer-bust-cards":
        return {bust_cards(22, count): 1 for count in range(3, 12)}
    needed: dict[int, int] = {}
    for cards in product(FEW, repeat=4):
        copies = max(Counter[Card](cards).values())
        made = PATTERNS[family][number](*cards)
        needed[made] = min(copies, needed.get(made, copies))
    if family == "bonus-21":
        needed |= {Bonus21.FIVE_CARDS: 1, Bonus21.SIX_CARDS: 1, Bonus21.SEVEN_CARDS: 1}
    return {made: copies for made, copies in needed.items() if made}


def every_table() -> Iterator[tuple[str, PayTable]]:
    """Yield every pay table of the five games, and each with each of its alternates."""
    for game_id in SPANISH_GAMES:
        one = game(game_id)
        for table in one.tables:
            if table.alternate_for:
                continue
            yield f"{game_id} {table.id} {table.decks[0]}", table
            for alternate in one.tables:
                if fits(alternate, table):
                    mixed = with_alternate(one, table, alternate.id)
                    yield f"{game_id} {table.id} {alternate.id}", mixed


TABLES = dict(every_table())
tables = every_row("table", TABLES.values())


def test_there_are_five_games_and_every_family_they_use_has_its_classes() -> None:
    assert len(SPANISH_GAMES) == 5
    assert {table.family for table in TABLES.values()} == set(ENUMS) == set(CLASSES)


@every_row("family", ENUMS)
def test_the_classes_of_a_family_name_exactly_its_outcomes(family: str) -> None:
    named = {word for classes in CLASSES[family] for words in classes.values() for word in words}
    assert named == WORDS[family]


@every_row("family", ENUMS)
def test_every_class_but_none_has_its_outcomes_each_written_once(family: str) -> None:
    for enum, classes in zip(ENUMS[family], CLASSES[family], strict=True):
        assert set(classes) == {member for member in enum if member.name != "NONE"}
        assert all(words and len(set(words)) == len(words) for words in classes.values())
        assert enum(0).name == "NONE"


@every_row("family", ENUMS)
def test_every_class_can_be_dealt(family: str) -> None:
    """The small deck reaches every class, so what it says about deck counts is complete."""
    for number, enum in enumerate(ENUMS[family]):
        assert set(decks_needed(family, number)) == set(enum) - {enum(0)}


def paid_classes(table: PayTable, number: int) -> set[int]:
    return set(rows_by_class(table)[number])


@tables
def test_every_row_of_a_table_is_won_by_some_class_its_decks_can_deal(table: PayTable) -> None:
    """No orphan rows: a prize on the felt that nothing wins would be a lie.

    Bet Bigger prints one list for up to eight decks, and with one or two some of it is out of
    reach; Washington prints a list for each deck count, so that must be won with each.
    """
    one_list_for_all = len(table.decks) == 8
    for decks in [8] if one_list_for_all else table.decks:
        won = {
            row.outcome
            for number, rows in enumerate(rows_by_class(table))
            for made, row in rows.items()
            if decks_needed(table.family, number)[made] <= decks
        }
        assert won == {row.outcome for row in table.rows if row.is_offered}


@tables
def test_every_class_a_deck_count_can_deal_is_paid(table: PayTable) -> None:
    """All classes but NONE win something, except where all four cards have no row of their own.

    Then (Tables 4 and 9) each dealer card is paid by itself.
    """
    number = len(CLASSES[table.family]) - 1
    for decks in table.decks:
        dealt = {
            made for made, needed in decks_needed(table.family, number).items() if needed <= decks
        }
        assert dealt <= paid_classes(table, number)


@tables
def test_a_class_is_paid_the_first_of_its_outcomes_that_the_table_offers(table: PayTable) -> None:
    """And no outcome stands in a table twice, where one row would shadow the other."""
    rows = {row.outcome: row for row in table.rows if row.is_offered}
    assert len(rows) == sum(row.is_offered for row in table.rows), "an outcome stands twice"
    for classes, paid in zip(CLASSES[table.family], rows_by_class(table), strict=True):
        for made, words in classes.items():
            offered = [word for word in words if word in rows]
            assert paid.get(int(made)) == (rows[offered[0]] if offered else None)


def outcomes_of(classes: Outcomes) -> set[str]:
    return {word for words in classes.values() for word in words}


def test_tables_4_pay_all_four_cards_and_each_card_by_different_rows() -> None:
    """One outcome in both halves of the family could be paid three times over (W2)."""
    whole, single = CLASSES["jackpot-up-and-down"]
    assert not outcomes_of(whole) & outcomes_of(single)


UP_AND_DOWN = {
    name: table for name, table in TABLES.items() if table.family == "jackpot-up-and-down"
}


def naive_rows(table: PayTable, cards: tuple[str, ...]) -> list[str]:
    """Return the outcomes Tables 4 and 9 pay for four cards, by rulings W2, W3, W4 and W33."""
    offered = {row.outcome for row in table.rows}
    first, second, up, down = cards
    single = []
    for dealer in (up, down):
        suited = [card for card in (first, second) if card == dealer]
        ranks = [card for card in (first, second) if card[0] == dealer[0]]
        if len(suited) == 2:
            single += [word for word in offered if word.endswith("-suited-up-or-down")]
        elif suited:
            single.append("suited-and-unsuited" if len(ranks) == 2 else "one-suited")
        elif ranks:
            single.append("two-unsuited" if len(ranks) == 2 else "one-unsuited")
    if "spade-ace-king-twice" in offered:  # Table 4a
        if len({card[0] for card in cards}) == 1:
            return ["four-aces" if up[0] == "A" else "four-of-a-rank"]
        if {first, second} == {up, down} == {"As", "Ks"}:
            return ["spade-ace-king-twice", *single]
    elif len(set(cards)) == 1:
        if "two-suited-up-and-down" in offered:
            return ["two-suited-up-and-down"]
        return ["four-suited-aces" if up[0] == "A" else "four-suited-2-to-king"]
    return single


@every_row("name", UP_AND_DOWN)
def test_tables_4_and_9_pay_both_dealer_cards_and_what_all_four_make(name: str) -> None:
    """A share of the deals of a small deck for each table: at night all of them over the tables."""
    table = UP_AND_DOWN[name]
    by_class = rows_by_class(table)
    hits = FAMILIES[table.family].classify
    share = by_day(24, 8)
    turn = list(UP_AND_DOWN).index(name) % share
    for cards in islice(product(FEW, repeat=4), turn, None, share):
        texts = tuple(format_card(card) for card in cards)
        if max(Counter[str](texts).values()) <= table.decks[0]:
            paid = [row.outcome for row in paid_rows(table.family, by_class, hits(*cards, 0))]
            assert paid == naive_rows(table, texts), texts
