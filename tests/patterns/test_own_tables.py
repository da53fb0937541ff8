"""Own pay tables: a row pays every hand that its words describe, unless a stronger row does.

A second classifier, written from the words of the rows over whole hands, judges random tables of
every family on random hands. It shares nothing with the patterns: no classes, no order of classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from random import Random

import pytest

from pitboss.cards import parse_card
from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.odds.wager_odds import results
from pitboss.patterns.bonus21 import bonus_21
from pitboss.patterns.busts import bust_cards, bust_up_card, compare_suits, dealer_22, three_eights
from pitboss.patterns.families import FAMILIES, DecidedBy, Hit
from pitboss.patterns.five_card import five_card
from pitboss.patterns.pai_jack import pai_jack
from pitboss.patterns.rows import paid_rows, rows_by_class, unpaid_names
from pitboss.patterns.straights import straight_length
from pitboss.patterns.wild import WildCards, wild_cards, wild_hand, wild_value
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import Odds
from pitboss.rulebook.reading.outcomes import FAMILIES as WORDS
from tests.patterns.judged_rows import (
    ALSO,
    ORDER,
    RANKS,
    SPECIFIC,
    SUIT_WORDS,
    TEXTS,
    Cards,
    alike,
    matches,
    straight_of,
    total,
)
from tests.perft.second_wild_hands import best, is_wild
from tests.rows import every_row

HANDS = 120
TABLES = 60


def numbers(cards: Cards) -> tuple[int, ...]:
    return tuple(parse_card(card) for card in cards)


def hits(family: str, cards: Cards) -> tuple[Hit, ...]:
    """Return what the product finds in a hand."""
    given = numbers(cards)
    if FAMILIES[family].decided_by is DecidedBy.DEAL:
        return FAMILIES[family].classify(*given, SUIT_WORDS[SPECIFIC])
    if family == "dealer-22":
        return ((0, dealer_22(total(cards), compare_suits(given, len(given)))),)
    if family == "dealer-bust-up-card":
        eights = three_eights(given, len(given))
        suited = compare_suits(given, len(given))
        up_value = min(RANKS.index(cards[0][0]) + 1, 10)
        return ((0, bust_up_card(total(cards), up_value, eights, suited)),)
    if family == "bonus-21":
        return ((0, bonus_21(given, len(given))),)
    if family == "straight-length":
        return ((0, straight_length(given, len(given))),)
    whole: Mapping[str, Callable[[Sequence[int]], int]] = {
        "five-card-poker": five_card,
        "wild-poker": wild_hand,
        "wild-cards": wild_cards,
        "pai-jack": pai_jack,
    }
    return ((0, whole[family](given)),)


RARE: Mapping[str, Sequence[str]] = {
    "three-card-in-order": ("Ks As Qs Js", "As Ks Qs Ts", "Ah Kh Qh Ad", "4h 9h Ah Ts"),
    "lucky-ladies": ("Qh Qh Ac Kc", "Qh Qh Kc Ac", "Qh Qh Ad Kd", "Qh Qh As Kd"),
    "five-card-poker": ("As Ks Qs Js Ts", "4h 5h 6h 7h 8h", "Ad 2d 3d 4d 5d"),
    "pai-jack": ("As Js Jh Jd Jc", "Ah Kh Qh Js Jd", "Ah Kh Qh 2s 3d", "Ad Js Jh 2c 3c"),
    "dealer-bust-up-card": ("8s 8s 8s", "8s 8h 8d", "8s 8h Kd", "Ts 6s Ks", "9s Ks"),
    "bonus-21": (
        *("7s 7s 7s", "7h 7h 7h", "7h 7d 7d", "6s 7s 8s", "8h 6h 7h", "7h 6d 8d"),
        *("2s 3s 5s 4s 7h", "2s 3s 5s 4s 4h 3d", "2s 3s 5s 4s 3h 2d 2h", "As Ah Ad 2h 2d 3c 3h 8d"),
    ),
    "straight-length": (
        *("As 2h 3d 4c 5s 6h", "2s 3h Ah 4d 5c 6s", "3h 4d 6c 5s", "5s 4h 3d 2c As"),
        *("6s 5h 4d 3c 2s", "Ks As 2s", "Qs Ks", "As Ks", "2h Ah Kc", "3s 2h Ad Ac"),
    ),
    "wild-poker": ("2s 2h 2d 2c Jk", "As Ks Qs Js Ts", "As Ks Qs Js Jk", "3s 4s 5s 6s 7s"),
}


DRAWN = ("bonus-21", "straight-length", "dealer-bust-up-card")
"""Families of hands that are drawn card by card."""


def drawn(rng: Random, family: str) -> Cards:
    """Draw a hand: to 21, to a dealer's end, or for a straight as far as it does not bust."""
    suit = rng.choice(("s", "h", "hd", "shdc"))
    pool = [card for card in TEXTS if card[1] in suit]
    low = [card for card in pool if card[0] in "A234567"]
    while True:
        cards = tuple(rng.choices(rng.choice((pool, low)), k=2))
        while total(cards) < (17 if family == "dealer-bust-up-card" else 21):
            follow = family == "straight-length" and rng.random() < 0.7
            near = [c for c in pool if straight_of((*cards, c)) == len(cards) + 1]
            cards = (*cards, rng.choice(near if follow and near else rng.choice((pool, low))))
        if family == "straight-length" and total(cards) > 21:
            cards = cards[:-1]
        if family != "bonus-21" or (total(cards) == 21 and len(cards) > 2):
            return cards


def deal(rng: Random, family: str) -> Cards:
    """Deal a hand, often from few cards or a rare one, so that all come."""
    if family in RARE and rng.random() < (0.85 if family == "bonus-21" else 0.1):
        return tuple(rng.choice(RARE[family]).split())
    if family in DRAWN:
        return drawn(rng, family)
    if family in ("five-card-poker", "pai-jack", "wild-poker", "wild-cards"):
        deck = TEXTS if family in ("five-card-poker", "pai-jack") else [*TEXTS, "Jk"]
        pool = [card for card in deck if rng.random() < 0.4 or is_wild(card)]
        few = [card for card in pool if card == "Jk" or card[1] in rng.choice(("s", "sh", "shdc"))]
        return tuple(rng.sample(few if len(few) >= 5 else deck, 5))
    count = 3 if family == "dealer-22" else len(FAMILIES[family].cards)
    few = rng.sample(TEXTS, rng.choice((2, 3, 6, 52)))
    named = rng.choice(("", "AKQ", "AK", "Q", "678", "A"))
    suit = rng.choice(("s", "d", "h", "c", "shdc"))
    special = [card for card in TEXTS if card[0] in named and card[1] in suit]
    return tuple(rng.choice(special or few) for _ in range(count))


def own_table(family: str, outcomes: Sequence[str]) -> PayTable:
    """Return a table of these rows alone."""
    rows = tuple(
        PayRow(name=words, outcome=words, pay=Odds(to=place, per=1), text=f"{place} to 1")
        for place, words in enumerate(outcomes, start=1)
    )
    return PayTable(
        id="own", title="Own", wagers=("own",), family=family, decks=(6,), cite="own", rows=rows
    )


NEVER = {
    *("five-wilds natural", "five-of-a-kind natural"),
    *(f"{up} 8-8-8-{how}" for up in ("ace", *"2345679", "10") for how in ("suited", "off-suit")),
}
"""Rows that the vocabulary allows and that no cards make."""


@every_row("family", ORDER)
def test_a_hand_is_paid_on_the_strongest_row_whose_words_it_fits(family: str) -> None:
    rng = Random(family)
    holds, order = ORDER[family]
    assert set(order) == set(WORDS[family]), "every word of the family is judged"
    paid = Counter[str]()
    for _ in range(TABLES):
        outcomes = [words for words in order if rng.random() < rng.choice((0.2, 0.5, 0.9))]
        if not outcomes:
            continue
        if {"5-cards", "5-or-6-cards"} <= {*outcomes}:
            continue  # a table has either
        rng.shuffle(outcomes)
        table = own_table(family, outcomes)
        by_class = rows_by_class(table)
        unpaid = {*unpaid_names(table)}
        offered = [words for words in order if words in outcomes]
        for _ in range(HANDS):
            cards = deal(rng, family)
            found = [row.outcome for row in paid_rows(family, by_class, hits(family, cards))]
            right = next((words for words in offered if holds(words, cards)), None)
            assert found == ([right] if right else []), (
                f"{family}: {' '.join(cards)} on a table of {outcomes}"
            )
            paid.update(found)
            if found:
                continue
            lost = {words for words in order if words not in outcomes and holds(words, cards)}
            lost -= {"other", "not-22", *(words for words in lost if words.endswith(" other"))}
            assert not lost or lost & unpaid, f"{family}: {' '.join(cards)} is lost unsaid"
    never = set(order) - set(paid) - NEVER
    assert not never, f"no hand won on {never}"


@pytest.mark.parametrize("family", ["three-card-poker", "two-card-poker", "pair-and-up-card"])
def test_the_odds_of_own_tables_are_those_of_every_deal(family: str) -> None:
    """Every deal of two decks is judged by the words, and each row's deals are counted."""
    rng = Random(family)
    (holds, order) = ORDER[family]
    cards = len(FAMILIES[family].cards)
    shoe = ShoeKey(deck="french-52", decks=2, specific_suit=SUIT_WORDS[SPECIFIC])
    deals = {
        hand: prod(2 - hand[:place].count(card) for place, card in enumerate(hand))
        for hand in product(TEXTS, repeat=cards)
    }
    held = Counter[tuple[str, ...]]()
    for hand, ways in deals.items():
        if ways:
            held[tuple(words for words in order if holds(words, hand))] += ways
    every = prod(range(104, 104 - cards, -1))
    assert held.total() == every
    for _ in range(8):
        outcomes = [words for words in order if rng.random() < 0.5] or [order[-1]]
        counted = Counter[str]()
        for named, ways in held.items():
            counted[next((words for words in named if words in outcomes), "")] += ways
        priced = Counter[str]()
        for result in results(own_table(family, outcomes), shoe):
            name = result.rows[0].outcome if result.rows else ""
            priced[name] += int(result.probability * every)
        assert +priced == +counted, outcomes


@pytest.mark.parametrize("family", ["match-each-card", "jackpot-up-and-down"])
def test_each_match_is_paid_by_its_own_words(family: str) -> None:
    """Families that pay several rows of one hand: each card, or each of the dealer's cards."""
    rng = Random(family)
    words = sorted(WORDS[family])
    paid = Counter[str]()
    for _ in range(TABLES):
        outcomes = [name for name in words if rng.random() < rng.choice((0.3, 0.6, 0.95))]
        if not outcomes:
            continue
        by_class = rows_by_class(own_table(family, outcomes))
        for _ in range(HANDS):
            cards = deal(rng, family)
            found = [row.outcome for row in paid_rows(family, by_class, hits(family, cards))]
            right = SEVERAL[family](cards, outcomes)
            assert found == right, f"{family}: {' '.join(cards)} on a table of {outcomes}"
            paid.update(found)
    assert set(paid) == set(words)


def each_card(cards: Cards, outcomes: Sequence[str]) -> list[str]:
    *mine, dealer = cards
    named = ["suited" if card == dealer else "unsuited" for card in mine if card[0] == dealer[0]]
    return [name for name in named if name in outcomes]


def up_and_down(cards: Cards, outcomes: Sequence[str]) -> list[str]:
    """Rulings W2 to W4: four alike in rank are paid once; else each of the dealer's cards."""
    mine = cards[:2]
    dealers = cards[2:]
    suited = len({*cards}) == 1
    aces = cards[0][0] == "A"
    four = alike(cards) == 4
    whole = {
        "four-suited-aces": suited and aces,
        "four-suited-2-to-king": suited and not aces,
        "two-suited-up-and-down": suited,
        "four-aces": four and aces,
        "four-of-a-rank": four,
        "spade-ace-king-twice": {*mine} == {*dealers} == {"As", "Ks"},
    }
    best = [name for name, is_so in whole.items() if is_so and name in outcomes][:1]
    if best and best != ["spade-ace-king-twice"]:
        return best
    for dealer in dealers:
        matched, other = matches(mine, dealer)
        named = {
            "three-suited-up-or-down": matched == 2,
            "two-suited-up-or-down": matched == 2,
            "suited-and-unsuited": matched == other == 1,
            "one-suited": matched >= 1,
            "two-unsuited": other == 2,
            "one-unsuited": other >= 1,
        }
        best += [name for name, is_so in named.items() if is_so and name in outcomes][:1]
    return best


SEVERAL: Mapping[str, Callable[[Cards, Sequence[str]], list[str]]] = {
    "match-each-card": each_card,
    "jackpot-up-and-down": up_and_down,
}


def test_lammers_are_paid_by_their_number_alone() -> None:
    outcomes = FAMILIES["lammers"].outcomes[0]
    assert {count: set(words) for count, words in outcomes.items()} == {
        count: {str(count)} for count in range(1, 8)
    }


def test_every_family_has_a_judge() -> None:
    """A new family needs words here too; wagers in words are judged card by card elsewhere."""
    apart = {"lammers", "bad-beat", "dealer-bust-cards"}
    assert {*ORDER, *SEVERAL, *apart} == set(WORDS)


def test_a_losing_hand_of_wild_cards_is_paid_by_what_it_holds() -> None:
    """A bad beat is paid by the rank of the losing hand, or by what that rank implies."""
    rng = Random(21)
    bad_beat = FAMILIES["bad-beat"].outcomes[0]
    for _ in range(2_000):
        cards = deal(rng, "wild-poker")
        name = best(cards).name
        if name == "five wilds":
            continue
        held = {words.replace(" ", "-") for words in ALSO.get(name, {name})}
        held &= WORDS["bad-beat"]
        assert set(bad_beat.get(wild_value(numbers(cards)) >> 20, ())) == held


@pytest.mark.parametrize("total_points", [16, 22, 23, 26])
def test_a_bust_is_paid_by_its_number_of_cards_alone(total_points: int) -> None:
    outcomes = FAMILIES["dealer-bust-cards"].outcomes[0]
    for count in range(2, 12):
        paid = outcomes.get(bust_cards(total_points, count), ())
        wanted = {"8-or-more-cards"} if count >= 8 else {f"{count}-cards"}
        wanted |= {"3-or-4-cards"} if count in (3, 4) else set()
        assert set(paid) == (wanted if total_points > 21 and count >= 3 else set())


def test_every_class_of_wild_cards_has_its_outcomes() -> None:
    unpaid = {kind.name for kind in WildCards if kind not in FAMILIES["wild-cards"].outcomes[0]}
    assert unpaid == {"NONE", "ONE_DEUCE"}, "one deuce is no row's"
