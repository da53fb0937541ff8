"""Own pay tables: a row pays every hand that its words describe, unless a stronger row does.

A second classifier, written from the words of the rows over whole hands, judges random tables of
every family on random hands. It shares nothing with the patterns: no classes, no order of classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest

from pitboss.cards import parse_card
from pitboss.patterns.busts import bust_cards, compare_suits, dealer_22
from pitboss.patterns.families import FAMILIES, DecidedBy, Hit
from pitboss.patterns.five_card import five_card
from pitboss.patterns.rows import paid_rows, rows_by_class
from pitboss.patterns.wild import WildCards, wild_cards, wild_hand, wild_value
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import Odds
from pitboss.rulebook.reading.outcomes import FAMILIES as WORDS
from tests.perft.second_wild_hands import best, is_wild
from tests.rows import every_row

RANKS = "A23456789TJQK"
TEXTS = [rank + suit for rank in RANKS for suit in "shdc"]
SUIT_WORDS = {"s": 0, "h": 1, "d": 2, "c": 3}
SPECIFIC = "c"
HANDS, TABLES = 120, 60

Cards = tuple[str, ...]
Holds = Callable[[str, Cards], bool]


# -- the words of the rows -------------------------------------------------------------------------


def alike(cards: Cards) -> int:
    """Return how many cards of one rank there are."""
    return max(Counter(card[0] for card in cards).values())


def suits(cards: Cards) -> int:
    return len({card[1] for card in cards})


def colors(cards: Cards) -> int:
    return len({card[1] in "hd" for card in cards})


def is_run(cards: Cards) -> bool:
    """Whether cards of different ranks follow each other, an ace at either end."""
    places = sorted(RANKS.index(card[0]) for card in cards)
    high = sorted(place or 13 for place in places)
    return any(run == list(range(run[0], run[0] + len(cards))) for run in (places, high))


def total(cards: Cards) -> int:
    points = sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)
    return points + 10 if points <= 11 and any(card[0] == "A" for card in cards) else points


def ranks(cards: Cards) -> set[str]:
    return {card[0] for card in cards}


def holds_three(words: str, cards: Cards) -> bool:
    """Three cards: 21+3, Top 3, Big 3 and the like."""
    flush, three, run = suits(cards) == 1, alike(cards) == 3, is_run(cards)
    if words.startswith(("three-aces", "three-of-a-kind")):
        allowed = {"A": "aces" in words, "K": "kings" in words, "Q": "queens" in words}
        rank = cards[0][0]
        named = words.startswith("three-of-a-kind") or allowed.get(rank, False)
        suited = flush or not words.endswith(("suited", "suit"))
        specific = cards[0][1] == SPECIFIC or "specific" not in words
        return three and named and suited and specific
    if words.startswith("ace-king-queen"):
        return (
            ranks(cards) == set("AKQ") and flush and (words[-6:] == "suited" or cards[0][1] == "d")
        )
    return {
        "straight-flush": run and flush,
        "straight": run,
        "flush": flush,
        "pair-and-flush": alike(cards) >= 2 and flush,
        "pair-no-flush": alike(cards) >= 2 and not flush,
        "pair": alike(cards) >= 2,
        "total-21": total(cards) == 21,
        "other": True,
    }[words]


def holds_in_order(words: str, cards: Cards) -> bool:
    """The player's two cards and the up card, and the down card behind it."""
    three, down = cards[:3], cards[3]
    up, flush, run = three[2], suits(three) == 1, is_run(three)
    royal = ranks(three) == set("AKQ") and flush
    return {
        "spades-ace-king-queen-jack": royal and up == "Qs" and down == "Js",
        "spades-ace-king-queen": royal and up == "Qs",
        "other-ace-king-queen": royal and up[0] == "Q" and up != "Qs",
        "any-order-ace-king-queen": royal,
        "straight-flush": run and flush,
        "three-of-a-kind": alike(three) == 3,
        "straight": run,
        "flush": flush,
        "dealer-blackjack": total((up, down)) == 21,
    }[words]


def holds_pair(words: str, cards: Cards) -> bool:
    """Ante Up 21's Poker Bonus: a pair of the player's, and the up card with it."""
    mine, three = cards[:2], alike(cards) == 3
    pair, aces = alike(mine) == 2, mine[0][0] == "A"
    if words.startswith("three"):
        named = {
            "three-spade-aces": set(cards) == {"As"},
            "three-aces-suited": aces and suits(cards) == 1,
            "three-aces": aces,
            "three-of-a-kind-suited": suits(cards) == 1,
            "three-of-a-kind": True,
        }[words]
        return three and named
    return pair and (aces or "aces" not in words) and (suits(mine) == 1 or "suited" not in words)


def holds_two(words: str, cards: Cards) -> bool:
    return {
        "ace-king-suited": ranks(cards) == set("AK") and suits(cards) == 1,
        "straight-flush": is_run(cards) and suits(cards) == 1,
        "pair": alike(cards) == 2,
        "straight": is_run(cards),
        "blackjack": total(cards) == 21,
    }[words]


def holds_kings(words: str, cards: Cards) -> bool:
    mine, dealer = cards[:2], cards[2:]
    twenty, same, suited = total(mine) == 20, len(set(mine)) == 1, suits(mine) == 1
    kings, spades = ranks(mine) == {"K"}, set(mine) == {"Ks"}
    return (
        twenty
        and {
            "two-spade-kings-dealer-blackjack": spades and total(dealer) == 21,
            "two-spade-kings": spades,
            "two-suited-kings": kings and suited,
            "two-suited-queens-jacks-or-tens": same and mine[0][0] in "QJT",
            "suited-20": suited,
            "two-kings": kings,
            "unsuited-20": not suited,
        }[words]
    )


def holds_ladies(words: str, cards: Cards) -> bool:
    mine, dealer = cards[:2], cards[2:]
    queens, natural = set(mine) == {"Qh"}, total(dealer) == 21
    suited = natural and suits(dealer) == 1
    return (
        total(mine) == 20
        and {
            "queens-dealer-blackjack-specific-suit": queens and suited and dealer[0][1] == SPECIFIC,
            "queens-dealer-blackjack-suited": queens and suited,
            "queens-dealer-blackjack": queens and natural,
            "queens": queens,
            "matched-20": len(set(mine)) == 1,
            "suited-20": suits(mine) == 1,
            "any-20": True,
        }[words]
    )


def holds_four(words: str, cards: Cards) -> bool:
    """Super Match: four cards, by rank alone."""
    counts = sorted(Counter(card[0] for card in cards).values())
    return {
        "four-of-a-kind": counts[-1] == 4,
        "three-of-a-kind": counts[-1] >= 3,
        "two-pair": sum(count // 2 for count in counts) == 2,
        "pair": counts[-1] >= 2,
    }[words]


def matches(mine: Cards, dealer: str) -> tuple[int, int]:
    """Return how many cards match one of the dealer's in rank and suit, and in rank alone."""
    suited = sum(card == dealer for card in mine)
    return suited, sum(card[0] == dealer[0] for card in mine) - suited


def holds_match(words: str, cards: Cards) -> bool:
    """Both player cards against the up card; the down card behind it for the jackpots."""
    suited, other = matches(cards[:2], cards[2])
    up, down = cards[2], cards[-1]
    return {
        "one-unsuited": other >= 1,
        "two-unsuited": other == 2,
        "one-suited": suited >= 1,
        "suited-and-unsuited": suited == other == 1,
        "two-suited": suited == 2,
        "two-suited-spade-aces": suited == 2 and up == "As",
        "three-suited-spade-aces-king-down": suited == 2 and up == "As" and down == "Ks",
        "three-suited-spade-aces": suited == 2 and up == "As",
        "three-suited-aces": suited == 2 and up[0] == "A",
        "three-suited-other-aces": suited == 2 and up[0] == "A" and up != "As",
        "three-suited-2-to-king": suited == 2 and up[0] != "A",
        "four-suited-aces": suited == 2 and up == down and up[0] == "A",
        "four-suited-2-to-king": suited == 2 and up == down and up[0] != "A",
    }[words]


def holds_of_a_kind(words: str, cards: Cards) -> bool:
    """Table 6: the best of four cards."""
    mine, dealer = cards[:2], cards[2:]
    rank = Counter(card[0] for card in cards).most_common(1)[0][0]
    same = tuple(card for card in cards if card[0] == rank)
    reds = sum(card[1] in "hd" for card in same)
    return {
        "four-of-a-kind-suited": len(set(cards)) == 1,
        "four-of-a-kind-same-color": len(same) == 4 and colors(same) == 1,
        "four-of-a-kind": len(same) == 4,
        "three-of-a-kind-same-color": max(reds, len(same) - reds) >= 3,
        "three-of-a-kind": len(same) >= 3,
        "one-suited": bool(set(mine) & set(dealer)),
    }[words]


def holds_five(words: str, cards: Cards) -> bool:
    """Five cards of one deck."""
    counts = sorted(Counter(card[0] for card in cards).values())
    flush, run = suits(cards) == 1, counts[-1] == 1 and is_run(cards)
    pairs = [rank for rank, count in Counter(card[0] for card in cards).items() if count >= 2]
    fours = [
        tuple(card for place, card in enumerate(cards) if place != left)
        for left in range(len(cards))
    ]
    better = run or flush or len(pairs) == 2 or counts[-1] >= 3
    return {
        "royal-flush": flush and ranks(cards) == set("AKQJT"),
        "straight-flush": flush and run,
        "four-of-a-kind": counts[-1] == 4,
        "full-house": counts == [2, 3],
        "flush": flush,
        "straight": run,
        "three-of-a-kind": counts[-1] >= 3,
        "two-pair": sum(count // 2 for count in counts) == 2,
        "pair-of-sevens-or-better": better or any(rank in "789TJQKA" for rank in pairs),
        "four-card-straight-flush": any(suits(four) == 1 and is_run(four) for four in fours),
        "four-card-flush": any(suits(four) == 1 for four in fours),
    }[words]


ALSO: Mapping[str, set[str]] = {
    "five wilds": {*(word.replace("-", " ") for word in WORDS["bad-beat"]), "five wilds"},
    "royal flush": {"royal flush", "straight flush", "flush", "straight"},
    "five of a kind": {"five of a kind", "four of a kind", "three of a kind"},
    "straight flush": {"straight flush", "flush", "straight"},
    "four of a kind": {"four of a kind", "three of a kind"},
    "full house": {"full house", "three of a kind"},
}
"""A hand of wild cards, as it counts -> what it holds besides."""


def holds_wild(words: str, cards: Cards) -> bool:
    """Five cards with wild ones."""
    if words == "other":
        return True
    name = best(cards).name
    plain = "Jk" not in cards and best(cards, wild=False).name
    # Ruling C20: one deuce stands as a 2, in a straight alone.
    natural = not any(map(is_wild, cards)) or (
        sum(map(is_wild, cards)) == 1 and plain == name and "straight" in name
    )
    rank, _, how = words.partition(" ")
    if rank in ("natural-royal-flush", "wild-royal-flush"):
        how, rank = rank.partition("-")[::2]
    held = rank.replace("-", " ") in ALSO.get(name, {name})
    return held and how in ("", "natural" if natural else "wild")


def holds_wild_cards(words: str, cards: Cards) -> bool:
    """Ruling C22: "joker" is the joker alone, and five wilds are four."""
    deuces, wilds = sum(card[0] == "2" for card in cards), sum(map(is_wild, cards))
    if words == "joker":
        return "Jk" in cards and deuces == 0
    wanted = int(words[0])
    return (deuces if words.endswith("deuces") else wilds) >= wanted


def holds_22(words: str, cards: Cards) -> bool:
    if words == "not-22":
        return hard(cards) != 22
    named = {"suited": suits(cards) == 1, "same-color": colors(cards) == 1, "other-22": True}
    return hard(cards) == 22 and named[words]


def hard(cards: Cards) -> int:
    """A dealer's final total; a hand that would bust counts its aces as 1."""
    return total(cards)


ORDER: Mapping[str, tuple[Holds, Sequence[str]]] = {
    "three-card-poker": (
        holds_three,
        (
            *("three-aces-specific-suit", "three-aces-or-kings-specific-suit"),
            *("three-aces-kings-or-queens-specific-suit", "three-aces-suited"),
            *("three-aces-or-kings-suited", "three-aces-kings-or-queens-suited"),
            *("three-of-a-kind-suited", "ace-king-queen-diamonds", "ace-king-queen-suited"),
            *("straight-flush", "three-of-a-kind", "straight", "pair-and-flush", "flush"),
            *("pair-no-flush", "pair", "total-21", "other"),
        ),
    ),
    "three-card-in-order": (
        holds_in_order,
        (
            *("spades-ace-king-queen-jack", "spades-ace-king-queen", "other-ace-king-queen"),
            *("any-order-ace-king-queen", "straight-flush", "three-of-a-kind", "straight"),
            *("flush", "dealer-blackjack"),
        ),
    ),
    "pair-and-up-card": (
        holds_pair,
        (
            *("three-spade-aces", "three-aces-suited", "three-of-a-kind-suited", "three-aces"),
            *("three-of-a-kind", "pair-of-aces-suited", "pair-of-aces", "pair-suited", "pair"),
        ),
    ),
    "two-card-poker": (
        holds_two,
        ("ace-king-suited", "straight-flush", "pair", "blackjack", "straight"),
    ),
    "kings-bounty": (
        holds_kings,
        (
            *("two-spade-kings-dealer-blackjack", "two-spade-kings", "two-suited-kings"),
            *("two-suited-queens-jacks-or-tens", "suited-20", "two-kings", "unsuited-20"),
        ),
    ),
    "lucky-ladies": (
        holds_ladies,
        (
            *("queens-dealer-blackjack-specific-suit", "queens-dealer-blackjack-suited"),
            *("queens-dealer-blackjack", "queens", "matched-20", "suited-20", "any-20"),
        ),
    ),
    "four-card-match": (holds_four, ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair")),
    "match-both-cards": (
        holds_match,
        ("two-suited", "suited-and-unsuited", "one-suited", "two-unsuited", "one-unsuited"),
    ),
    "jackpot-up-card": (
        holds_match,
        (
            *("three-suited-spade-aces-king-down", "three-suited-spade-aces"),
            *("three-suited-other-aces", "three-suited-2-to-king", "three-suited-aces"),
            *("two-suited-spade-aces", "two-suited", "suited-and-unsuited", "one-suited"),
            *("two-unsuited", "one-unsuited"),
        ),
    ),
    "jackpot-four-suited": (
        holds_match,
        (
            *("four-suited-aces", "four-suited-2-to-king", "two-suited"),
            *("suited-and-unsuited", "one-suited", "two-unsuited", "one-unsuited"),
        ),
    ),
    "jackpot-four-cards": (
        holds_of_a_kind,
        (
            *("four-of-a-kind-suited", "four-of-a-kind-same-color", "four-of-a-kind"),
            *("three-of-a-kind-same-color", "three-of-a-kind", "one-suited"),
        ),
    ),
    "five-card-poker": (
        holds_five,
        (
            *("royal-flush", "straight-flush", "four-of-a-kind", "full-house"),
            *("four-card-straight-flush", "flush", "four-card-flush", "straight"),
            *("three-of-a-kind", "two-pair", "pair-of-sevens-or-better"),
        ),
    ),
    "wild-poker": (
        holds_wild,
        (
            *("five-wilds wild", "five-wilds natural", "five-wilds"),
            *("natural-royal-flush", "wild-royal-flush"),
            *(
                words
                for rank in (
                    *("royal-flush", "five-of-a-kind", "straight-flush", "four-of-a-kind"),
                    *("full-house", "flush", "straight", "three-of-a-kind"),
                )
                for words in (f"{rank} natural", f"{rank} wild", rank)
            ),
            "other",
        ),
    ),
    "wild-cards": (
        holds_wild_cards,
        ("4-deuces", "4-wilds", "3-deuces", "3-wilds", "2-deuces", "2-wilds", "joker"),
    ),
    "dealer-22": (holds_22, ("suited", "same-color", "other-22", "not-22")),
}
"""Family -> what each row's words mean, and its rows from the strongest to the weakest."""


# -- the judge -------------------------------------------------------------------------------------


def numbers(cards: Cards) -> tuple[int, ...]:
    return tuple(parse_card(card) for card in cards)


def hits(family: str, cards: Cards) -> tuple[Hit, ...]:
    """Return what the product finds in a hand."""
    given = numbers(cards)
    if FAMILIES[family].decided_by is DecidedBy.DEAL:
        return FAMILIES[family].classify(*given, SUIT_WORDS[SPECIFIC])
    if family == "dealer-22":
        return ((0, dealer_22(total(cards), compare_suits(given, len(given)))),)
    whole: Mapping[str, Callable[[Sequence[int]], int]] = {
        "five-card-poker": five_card,
        "wild-poker": wild_hand,
        "wild-cards": wild_cards,
    }
    return ((0, whole[family](given)),)


RARE: Mapping[str, Sequence[str]] = {
    "three-card-in-order": ("Ks As Qs Js", "As Ks Qs Ts", "Ah Kh Qh Ad", "4h 9h Ah Ts"),
    "lucky-ladies": ("Qh Qh Ac Kc", "Qh Qh Kc Ac", "Qh Qh Ad Kd", "Qh Qh As Kd"),
    "five-card-poker": ("As Ks Qs Js Ts", "4h 5h 6h 7h 8h", "Ad 2d 3d 4d 5d"),
    "wild-poker": ("2s 2h 2d 2c Jk", "As Ks Qs Js Ts", "As Ks Qs Js Jk", "3s 4s 5s 6s 7s"),
}


def deal(rng: Random, family: str) -> Cards:
    """Deal a hand, often from few cards or a rare one, so that all come."""
    if family in RARE and rng.random() < 0.1:
        return tuple(rng.choice(RARE[family]).split())
    if family in ("five-card-poker", "wild-poker", "wild-cards"):
        deck = TEXTS if family == "five-card-poker" else [*TEXTS, "Jk"]
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
        rng.shuffle(outcomes)
        by_class = rows_by_class(own_table(family, outcomes))
        for _ in range(HANDS):
            cards = deal(rng, family)
            found = [row.outcome for row in paid_rows(family, by_class, hits(family, cards))]
            right = [words for words in order if words in outcomes and holds(words, cards)][:1]
            assert found == right, f"{family}: {' '.join(cards)} on a table of {outcomes}"
            paid.update(found)
    never = set(order) - set(paid) - {"five-wilds natural", "five-of-a-kind natural"}
    assert not never, f"no hand won on {never}"


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
