"""The house way of Pai Jack against a brute force, on every set of five values (2112(9))."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from random import Random

from pitboss.cards import FRENCH, Card, format_cards, parse_cards
from pitboss.patterns.pai_jack import (
    BUST,
    SETTINGS,
    LowAce,
    high_and_low,
    house_way,
    is_legal_setting,
    pai_jack,
    setting_totals,
)
from tests.rows import every_row

SEED = 2112
RANKS = "A23456789T"

Hand = tuple[Card, ...]
Totals = tuple[int, int]


def total(values: tuple[int, ...]) -> int:
    """Return the best blackjack total, trying 1 and 11 for one ace."""
    totals = [sum(values), *([sum(values) + 10] if 1 in values else [])]
    return max((worth for worth in totals if worth <= 21), default=min(totals))


def settings(values: tuple[int, ...], reading: LowAce) -> list[tuple[tuple[int, ...], Totals]]:
    """Return every high hand, with the totals of the high and the low hand."""
    ways = []
    for places in combinations(range(5), 2):
        high = tuple(values[place] for place in range(5) if place not in places)
        low = tuple(values[place] for place in places)
        lows = {total(low)}
        if reading is LowAce.EITHER:  # every ace 1 or one of them 11, whichever may stand
            lows |= {sum(low)}
        legal = [worth for worth in lows if worth <= total(high)]
        ways.append((high, (total(high), max(legal, default=min(lows)))))
    return ways


def best(values: tuple[int, ...], reading: LowAce = LowAce.ELEVEN) -> Totals | None:
    """2112(9); ruling P1: the totals the house way must come to, None for a bust."""
    legal = [(high, totals) for high, totals in settings(values, reading) if legal_totals(totals)]
    pai_jacks = [totals for high, totals in legal if sorted(high) == [1, 10, 10]]
    return max(pai_jacks or [totals for _, totals in legal], default=None)


def legal_totals(totals: Totals) -> bool:
    high, low = totals
    return low <= high <= 21


def set_house_way(hand: Hand, reading: LowAce = LowAce.ELEVEN) -> Totals | None:
    way = house_way(hand, reading)
    return None if way == BUST else high_and_low(setting_totals(hand, *SETTINGS[way], reading))


def value_sets() -> list[tuple[int, ...]]:
    """Return every five values one deck can deal: at most four of each but tens."""
    sets = combinations_with_replacement(range(1, 11), 5)
    return [values for values in sets if all(values.count(value) <= 4 for value in range(1, 10))]


def hand_of(values: tuple[int, ...], random: Random) -> Hand:
    """Return cards of those values in a random order, a ten-value of any rank."""
    deck = list(FRENCH.cards)
    random.shuffle(deck)
    cards = []
    for value in values:
        ranks = "TJQK" if value == 10 else RANKS[value - 1]
        card = next(card for card in deck if format_cards((card,))[0] in ranks)
        deck.remove(card)
        cards.append(card)
    random.shuffle(cards)
    return tuple(cards)


@every_row("reading", list(LowAce))
def test_every_five_values_are_set_as_the_brute_force_sets_them(reading: LowAce) -> None:
    random = Random(SEED)
    sets = value_sets()
    assert len(sets) == 2002 - 9  # all but five of a kind
    for values in sets:
        for _ in range(3):
            hand = hand_of(values, random)
            assert set_house_way(hand, reading) == best(values, reading), format_cards(hand)


def test_a_hand_busts_under_both_readings_or_none_and_a_legal_setting_counts_alike() -> None:
    """Ruling P2: the option forbids or allows settings and changes none that both allow."""
    changed = 0
    for values in value_sets():
        assert (best(values) is None) == (best(values, LowAce.EITHER) is None)
        changed += best(values) != best(values, LowAce.EITHER)
        pairs = (settings(values, reading) for reading in LowAce)
        for (_, eleven), (_, either) in zip(*pairs, strict=True):
            assert eleven == either or not legal_totals(eleven)
    assert changed == 27, "kinds of hands that the dealer sets otherwise"


@every_row("reading", list(LowAce))
def test_every_setting_is_counted_as_in_blackjack(reading: LowAce) -> None:
    """P2: an ace in the low hand is 11 where that does not pass 21, by option else 1."""
    random = Random(SEED + 1)
    for values in value_sets():
        hand = hand_of(values, random)
        mine = tuple(min(10, (card >> 2) + 1) for card in hand)
        for place, (_, totals) in zip(SETTINGS, settings(mine, reading), strict=True):
            both = setting_totals(hand, *place, reading)
            assert high_and_low(both) == totals
            assert is_legal_setting(both) == legal_totals(totals)


def test_a_pai_jack_is_always_the_high_hand() -> None:
    """2112(9)(a), (11)(i)(iii): whatever that leaves, even where another 21 would leave more."""
    random = Random(SEED + 2)
    count = 0
    for values in value_sets():
        hand = hand_of(values, random)
        assert (pai_jack(hand) > 0) == (1 in values and values.count(10) >= 2)
        if pai_jack(hand):
            low = SETTINGS[house_way(hand, LowAce.ELEVEN)]
            assert low == SETTINGS[house_way(hand, LowAce.EITHER)]
            high = sorted(min(10, (hand[at] >> 2) + 1) for at in range(5) if at not in low)
            assert high == [1, 10, 10]
            count += 1
    assert count > 50


@every_row(
    ("cards", "high", "low"),
    [
        # As printed.
        ("Ts 8h 3d Tc 6s", "Ts 8h 3d", "Tc 6s"),
        ("Ts 7h 5d 4c 2s", "Ts 7h 4c", "5d 2s"),
        ("Ts 9h 5d 4c As", "5d 4c As", "Ts 9h"),
        # A Pai Jack is kept together though A-5-5 would leave K-Q.
        ("Ah Ks Qd 5c 5s", "Ah Ks Qd", "5c 5s"),
    ],
)
def test_examples_are_set_as_printed(cards: str, high: str, low: str) -> None:
    for hand in permutations(parse_cards(cards)):
        (setting,) = {SETTINGS[house_way(hand, reading)] for reading in LowAce}
        set_low = {hand[place] for place in setting}
        values = sorted(min(10, (card >> 2) + 1) for card in set_low)
        assert values == sorted(min(10, (card >> 2) + 1) for card in parse_cards(low))
        rest = sorted(min(10, (card >> 2) + 1) for card in hand if card not in set_low)
        assert rest == sorted(min(10, (card >> 2) + 1) for card in parse_cards(high))


@every_row(
    ("cards", "totals"),
    [
        ("Ts 8h 3d Tc 6s", (21, 16)),
        ("Ts 7h 5d 4c 2s", (21, 7)),
        ("Ts 9h 5d 4c As", (20, 19)),
        ("Ks Qh 4d 5c 6s", (21, 14)),  # K-5-6, Q-4
        ("Ks Qh 3d 4c 5s", (19, 13)),
        ("Ah Kd 6s 6h 7c", (18, 12)),  # P1: 6-6-7 is 19 and leaves A-K, which outranks it
        ("As 2h 2d 3c 3s", (17, 4)),  # A-3-3, 2-2
        ("As Ah 2d 3c 4s", (18, 13)),  # A-3-4, A-2
        ("Ah Ad Ks 2h 8d", (21, 21)),  # 2112(6)(b): A-2-8, A-K
        ("9s 9h 9d 2c 2s", (20, 11)),
        ("2s 3h 4d 5c 6s", (15, 5)),
        ("Ks 9h 2d 2c 3s", (21, 5)),
        ("6s 7h 8d 9c Ts", (21, 19)),
        ("Ks Qh Jd 2c 3s", None),  # K-2-3 is 15 and leaves Q-J
        ("Ks Qh 8d 8c 8s", None),
        ("Ks Qh Jd 9c 9s", None),
    ],
)
def test_edges(cards: str, totals: Totals | None) -> None:
    hand = parse_cards(cards)
    assert {set_house_way(order) for order in permutations(hand)} == {best_of(hand)}
    assert best_of(hand) == totals


def best_of(hand: Hand) -> Totals | None:
    return best(tuple(min(10, (card >> 2) + 1) for card in hand))
