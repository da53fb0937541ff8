"""What the words of pay-table rows mean, read over whole hands: a second classifier for the tests.

It shares nothing with the patterns: no classes, no order of classes, no integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from pitboss.rulebook.reading.outcomes import FAMILIES as WORDS
from tests.perft.second_wild_hands import best, is_wild

RANKS = "A23456789TJQK"
TEXTS = [rank + suit for rank in RANKS for suit in "shdc"]
SUIT_WORDS = {"s": 0, "h": 1, "d": 2, "c": 3}
SPECIFIC = "c"
BONUS_SUITS = ("spades", "suited", "mixed")

Cards = tuple[str, ...]
Holds = Callable[[str, Cards], bool]


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
    flush = suits(cards) == 1
    three = alike(cards) == 3
    run = is_run(cards)
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
    three = cards[:3]
    down = cards[3]
    up = three[2]
    flush = suits(three) == 1
    run = is_run(three)
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
    mine = cards[:2]
    three = alike(cards) == 3
    pair = alike(mine) == 2
    aces = mine[0][0] == "A"
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
    mine = cards[:2]
    dealer = cards[2:]
    twenty = total(mine) == 20
    same = len(set(mine)) == 1
    suited = suits(mine) == 1
    kings = ranks(mine) == {"K"}
    spades = set(mine) == {"Ks"}
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
    mine = cards[:2]
    dealer = cards[2:]
    queens = set(mine) == {"Qh"}
    natural = total(dealer) == 21
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
    up = cards[2]
    down = cards[-1]
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
    mine = cards[:2]
    dealer = cards[2:]
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
    flush = suits(cards) == 1
    run = counts[-1] == 1 and is_run(cards)
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
    deuces = sum(card[0] == "2" for card in cards)
    wilds = sum(map(is_wild, cards))
    if words == "joker":
        return "Jk" in cards and deuces == 0
    wanted = int(words[0])
    return (deuces if words.endswith("deuces") else wilds) >= wanted


def holds_pai_jack(words: str, cards: Cards) -> bool:
    """Five cards with an ace and two cards worth ten (2112(12))."""
    threes = [*combinations(cards, 3)]
    held = ["".join(sorted(card[0] for card in three)) for three in threes]
    return {
        "super-pai-jack": sorted(card[0] for card in cards) == sorted("AJJJJ"),
        "royal-pai-jack": any(
            ranks == "AKQ" and suits(three) == 1 for ranks, three in zip(held, threes, strict=True)
        ),
        "jack-pai-jack": "AJJ" in held,
        "pai-jack": any(
            ranks.count("A") == 1 and all(rank in "ATJQK" for rank in ranks) for ranks in held
        ),
    }[words]


def holds_bonus(words: str, cards: Cards) -> bool:
    """A 21: the words of rules 11a-j; "mixed" cards are of several suits."""
    if words.endswith("cards"):
        wanted = {"five-cards": 5, "six-cards": 6, "seven-cards": 7}[words]
        return len(cards) == wanted or (wanted == 7 and len(cards) > 7)
    hand, _, how = words.rpartition("-")
    suited = suits(cards) == 1
    named = {"mixed": not suited, "suited": suited, "spades": suited and cards[0][1] == "s"}
    return "-".join(sorted(card[0] for card in cards)) == hand and named[how]


def holds_bust(words: str, cards: Cards) -> bool:
    """The dealer's final hand, the up card first, by that card."""
    up, _, how = words.partition(" ")
    eights = [card[0] for card in cards] == ["8", "8", "8"]
    if hard(cards) <= 21:
        return how == "other" and _is_up(up, cards[0])
    shape = "suited" if suits(cards) == 1 else "off-suit"
    if how.startswith("8-8-8") or up == "8-8-8":
        return eights and up in ("8", "8-8-8") and how.removeprefix("8-8-8-") == shape
    return how == shape and _is_up(up, cards[0])


def _is_up(words: str, card: str) -> bool:
    return words == {"A": "ace", **dict.fromkeys("TJQK", "10")}.get(card[0], card[0])


def straight_of(cards: Cards) -> int:
    """How many cards follow each other from the first two on, each at an end of those before."""
    for count in range(min(len(cards), 6), 1, -1):
        for ace in (1, 14):
            places = [RANKS.index(card[0]) + 1 for card in cards[:count]]
            ends = [ace if place == 1 else place for place in places]
            sizes = range(2, count + 1)
            if all(sorted(ends[:size]) == list(range(min(ends[:size]), min(ends[:size]) + size))
                   for size in sizes):  # fmt: skip
                return count
    return 0


def holds_straight(words: str, cards: Cards) -> bool:
    """Straight Jack: SJP 4 pays six cards as five where nothing else does."""
    length = straight_of(cards)
    ace = next((card for card in cards[:6] if card[0] == "A"), "")
    return {
        "6-cards-spade-ace": length == 6 and ace == "As",
        "6-cards-other-ace": length == 6 and ace not in ("", "As"),
        "6-cards": length == 6,
        "5-or-6-cards": length >= 5,
        "5-cards": length >= 5,
        "4-cards": length == 4,
        "3-cards": length == 3,
        "2-cards": length == 2,
    }[words]


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
    "pai-jack": (
        holds_pai_jack,
        ("super-pai-jack", "royal-pai-jack", "jack-pai-jack", "pai-jack"),
    ),
    "bonus-21": (
        holds_bonus,
        (
            *(f"{hand}-{how}" for hand in ("7-7-7", "6-7-8") for how in BONUS_SUITS),
            *("seven-cards", "six-cards", "five-cards"),
        ),
    ),
    "straight-length": (
        holds_straight,
        (
            *("6-cards-spade-ace", "6-cards-other-ace", "6-cards", "5-or-6-cards", "5-cards"),
            *("4-cards", "3-cards", "2-cards"),
        ),
    ),
    "dealer-bust-up-card": (
        holds_bust,
        (
            *("8-8-8 suited", "8-8-8 off-suit"),
            *(
                f"{up} {how}"
                for how in (*("8-8-8-suited", "8-8-8-off-suit", "suited", "off-suit", "other"),)
                for up in ("ace", *"23456789", "10")
            ),
        ),
    ),
}
"""Family -> what each row's words mean, and its rows from the strongest to the weakest."""
