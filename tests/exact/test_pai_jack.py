"""Pai Jack: the solver against the table on small decks, against every dealer hand, and dealt."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.cards import FRENCH, Card, parse_cards
from pitboss.compiled.jit import jit_linked, jit_pattern
from pitboss.engine.actions import Action, ActionKind, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.kinds import house_edge, is_charted, is_solved
from pitboss.exact.pai_jack.kind import advise_setting
from pitboss.exact.pai_jack.settings import (
    LOSE,
    NEVER,
    OUTCOMES,
    PUSH,
    WIN,
    SettingRules,
    count_hands,
    highest_low,
)
from pitboss.exact.pai_jack.solution import PaiJackSolution, pai_jack_solution
from pitboss.patterns.pai_jack import (
    BUST,
    HOLDS_PAI_JACK,
    SETTINGS,
    LowAce,
    compare_settings,
    high_and_low,
    house_way_totals,
    setting_totals,
)
from pitboss.rulebook.house import House
from tests.tiers import by_day

STAKE = 200
"""Cents: half of it is whole, and so is a Pai Jack's pay."""
FOULS = ("reset", "lose", "house-way")
READINGS = ("eleven", "either")
SMALL = (
    "As Ah 2s 3s 5s 9s 9h Ts Kh Qd",
    "As 2s 2h 3s 4s 4h 5s 6s 8s Ts Jh",
    "As Ah 7s 8s 8h 9s Ts Jh Qd Kc 6s",
)
"""Decks that hold Pai Jacks, busts, hands with several settings, and pairs of values."""
ACES = "As Ah Ad 2h 4s 4h 4d 5d 6s Js"
"""A deck in which the value of a low ace decides settings of player and dealer."""

compiled_totals = jit_pattern(house_way_totals)
compiled_comparison = jit_pattern(compare_settings)


@cache
def setup_of(foul: str = "reset", low_ace: str = "eleven") -> Setup:
    return prepare(House(game="co/pai-jack", options={"foul": foul, "low_hand_ace": low_ace}))


@cache
def solution(low_ace: str = "eleven") -> PaiJackSolution:
    return pai_jack_solution(setup_of(low_ace=low_ace))


def played(setup: Setup, cards: Sequence[Card], low: tuple[Card, ...] | None) -> tuple[str, int]:
    """Play one round at the table; the outcome and what was gained."""
    round_ = Round.start(setup, [Bets(1, {"main": STAKE})])
    left = list(cards)
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            round_.deal(left.pop(0))
        else:
            round_.act(Action(seat=1, kind=ActionKind.SET, low=low))
    (line,) = round_.state.settled
    return line.outcome, line.net


def ask_lows(
    setup: Setup, hand: Sequence[Card], dealer: Sequence[Card]
) -> tuple[tuple[Card, ...], ...]:
    """The low hands that the table takes; none where it asks nothing."""
    round_ = Round.start(setup, [Bets(1, {"main": STAKE})])
    for card in (*hand, *dealer):
        round_.deal(card)
    return round_.due.choices[0].lows if isinstance(round_.due, Question) else ()


# -- the table itself, on small decks -------------------------------------------------------------


@pytest.mark.nightly(only=["Jh-lose", "Jh-reset", "Jh-house-way"])
@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("foul", FOULS)
@pytest.mark.parametrize("cards", SMALL)
def test_on_a_small_deck_the_edge_is_that_of_the_tables_whole_tree(cards: str, foul: str) -> None:
    """Every hand, every setting the table takes, every hand of the dealer: the best of each sum."""
    check_whole_tree(setup_of(foul), parse_cards(cards))


@pytest.mark.nightly(but=[f"{ACES}-reset"])
@pytest.mark.parametrize("foul", FOULS)
@pytest.mark.parametrize("cards", [ACES, *SMALL])
def test_on_a_small_deck_a_low_ace_of_either_value_is_solved_as_it_is_played(
    cards: str, foul: str
) -> None:
    """Ruling P2: the same for a house with the other reading; the first deck is full of aces."""
    setup = setup_of(foul, "either")
    deck = parse_cards(cards)
    check_whole_tree(setup, deck)
    if cards == ACES:
        strict = pai_jack_solution(setup_of(foul), deck=deck)
        assert pai_jack_solution(setup, deck=deck).house_edge != strict.house_edge


def check_whole_tree(setup: Setup, deck: Sequence[Card]) -> None:
    total = 0
    deals = 0
    for hand in combinations(deck, 5):
        rest = [card for card in deck if card not in hand]
        dealers = list(combinations(rest, 5))
        lows = ask_lows(setup, hand, dealers[0]) or (None,)
        gains = [sum(played(setup, (*hand, *d), low)[1] for d in dealers) for low in lows]
        total += max(gains)
        deals += len(dealers)

    solved = pai_jack_solution(setup, deck=deck)

    assert solved.house_edge == -Fraction(total, deals * STAKE)


@pytest.mark.parametrize("low_ace", READINGS)
@pytest.mark.parametrize("cards", SMALL)
def test_on_a_small_deck_every_value_and_chance_is_that_of_the_table(
    cards: str, low_ace: str
) -> None:
    setup = setup_of(low_ace=low_ace)
    deck = parse_cards(cards)
    solved = pai_jack_solution(setup, deck=deck)
    count = 0
    for hand in list(combinations(deck, 5))[::7]:
        dealers = list(combinations([card for card in deck if card not in hand], 5))
        for low in ask_lows(setup, hand, dealers[0]):
            results = [played(setup, (*hand, *dealer), low)[0] for dealer in dealers]
            known = solved.hand(hand)
            assert known is not None
            first, second = (hand.index(card) for card in low)
            reading = LowAce[low_ace.upper()]
            chances = known.settings[setting_totals(hand, first, second, reading)]
            assert chances.win == results.count("win")
            assert chances.push == results.count("push")
            assert chances.lose == len(results) - chances.win - chances.push
            count += 1
    assert count > 20


# -- the whole deck, counted another way ----------------------------------------------------------


@jit_linked
def _count(deck: np.ndarray, mine: int, reading: int, results: np.ndarray) -> None:
    """Compare with every five cards of a deck, one by one."""
    size = len(deck)
    for a in range(size):
        for b in range(a + 1, size):
            for c in range(b + 1, size):
                for d in range(c + 1, size):
                    for e in range(d + 1, size):
                        hand = (deck[a], deck[b], deck[c], deck[d], deck[e])
                        dealers = compiled_totals(hand, reading)
                        results[compiled_comparison(mine, dealers) + 1] += 1


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("low_ace", READINGS)
@pytest.mark.parametrize("cards", ["Ts 9h 5d 3c As", "Qs Kh 2d 4c 5s", "8s 8h 3d 3c 2s"])
def test_a_setting_meets_every_hand_of_the_dealer(cards: str, low_ace: str) -> None:
    """All 1,533,939 of them, each looked at by itself and with its suits."""
    hand = parse_cards(cards)
    known = solution(low_ace).hand(hand)
    assert known is not None
    left = np.array([card for card in FRENCH.cards if card not in hand], dtype=np.int64)
    for totals in (known.best, known.house_way):
        results = np.zeros(3, dtype=np.int64)
        _count(left, totals, int(LowAce[low_ace.upper()]), results)
        chances = known.settings[totals]
        assert results.tolist() == [chances.lose, chances.push, chances.win]
        assert results.sum() == comb(47, 5)


def test_a_hand_comes_to_the_same_whatever_its_suits_and_ten_values() -> None:
    """Why hands may be counted by values: of all 2,598,960, every 97th beside its kind."""
    hands = count_hands()
    by_values = {tuple(sorted(map(_value, hand))): place for place, hand in enumerate(hands.cards)}
    for hand in list(combinations(FRENCH.cards, 5))[::97]:
        place = by_values[tuple(sorted(map(_value, hand)))]
        assert house_way_totals(hand, LowAce.ELEVEN) == hands.totals[place]


def _value(card: Card) -> int:
    return min((card >> 2) + 1, 10)


def test_every_deal_is_counted_once() -> None:
    hands = solution().hands
    assert int(hands.ways.sum()) == comb(52, 5)
    assert set(hands.against.sum(axis=1).tolist()) == {comb(47, 5)}
    for figures in (solution().best, solution().house_way):
        assert sum(figures.probabilities.values()) == 1
        assert tuple(figures.probabilities) == OUTCOMES


@pytest.mark.parametrize("low_ace", READINGS)
def test_by_house_way_two_hands_that_are_set_win_and_lose_as_often(low_ace: str) -> None:
    """Player and dealer are dealt alike, and here they set alike, whatever a low ace is."""
    solved = solution(low_ace)
    wins = solved.house_way.probabilities[WIN]
    unset = {BUST, HOLDS_PAI_JACK}
    hands = solved.hands
    lost = 0
    for place, totals in enumerate(hands.totals):
        if totals not in unset:
            for kind, count in zip(hands.dealer_kinds, hands.against[place], strict=True):
                if kind not in unset and compare_settings(totals, kind) < 0:
                    lost += int(hands.ways[place]) * int(count)
    assert wins == Fraction(lost, comb(52, 5) * comb(47, 5))


# -- dealt ----------------------------------------------------------------------------------------


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("way", ["best", "house way"])
def test_rounds_that_are_dealt_come_out_as_computed(way: str) -> None:
    """Within five standard errors, the edge and every outcome."""
    setup = setup_of()
    rng = random.Random(f"pai jack/{way}")
    rounds = by_day(1500, 4000)
    figures = solution().best if way == "best" else solution().house_way
    deck = list(FRENCH.cards)
    gains = 0
    counts = dict.fromkeys(OUTCOMES, 0)
    for _ in range(rounds):
        cards = rng.sample(deck, 10)
        low = None
        if ask_lows(setup, cards[:5], cards[5:]):
            advised = advise_setting(setup, tuple(cards[:5]))
            ways = advised if way == "best" else (a for a in advised if a.facts["house_way"])
            low = next(iter(ways)).low
        outcome, net = played(setup, cards, low)
        gains += net
        named = outcome if outcome in counts else LOSE
        counts[named] += 1

    error = figures.standard_deviation / sqrt(rounds)
    assert abs(-gains / STAKE / rounds - float(figures.house_edge)) < 5 * error
    for outcome, count in counts.items():
        chance = float(figures.probabilities[outcome])
        assert abs(count / rounds - chance) < 5 * sqrt(chance * (1 - chance) / rounds)


# -- the rules in words ---------------------------------------------------------------------------


@pytest.mark.nightly
def test_no_other_threshold_of_the_rules_is_cheaper() -> None:
    rules = SettingRules(solution())
    edge = rules.figures().house_edge
    for high in range(12, 22, by_day(3, 1)):
        for least in (NEVER, *rules.lows(high)):
            other = SettingRules(solution(), {**rules.thresholds, high: least})
            assert other.figures().house_edge >= edge


def test_every_exception_saves_what_it_says() -> None:
    rules = SettingRules(solution())
    edges = [rules.figures(count).house_edge for count in range(len(rules.exceptions) + 1)]
    for place, correction in enumerate(rules.exceptions):
        assert edges[place] - edges[place + 1] == correction.saves > 0
    assert solution().house_edge < edges[-1] < edges[0] < solution().house_way.house_edge


def test_the_best_is_the_house_way_or_no_worse_than_it_and_never_dominated() -> None:
    for hand in solution().set_hands:
        best = hand.settings[hand.best]
        assert best.gain >= max(setting.gain for setting in hand.settings.values())
        high, low = high_and_low(hand.best)
        better = [high_and_low(low) for low in hand.settings if low != hand.best]
        assert not any(other[0] >= high and other[1] >= low for other in better)
        assert high_and_low(highest_low(hand.settings))[1] >= low
        assert high_and_low(hand.house_way)[0] >= high


# -- advice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("foul", FOULS)
def test_advice_has_every_setting_the_table_takes(foul: str) -> None:
    setup = setup_of(foul)
    rng = random.Random(f"advice/{foul}")
    for _ in range(60):
        cards = rng.sample(list(FRENCH.cards), 10)
        hand = tuple(cards[:5])
        lows = ask_lows(setup, hand, cards[5:])
        if not lows:
            with pytest.raises(RefusedError) as refused:
                advise_setting(setup, hand)
            assert refused.value.refusal.code == "hand/nothing-asked"
            continue
        advised = advise_setting(setup, hand)
        known = solution().hand(hand)
        assert known is not None
        assert {setting.low for setting in advised} == set(lows)
        values = [setting.value for setting in advised]
        assert values == sorted(values, reverse=True)
        assert values[0] == known.settings[known.best].value
        assert len(SETTINGS) == len(advised) or foul == "reset"
        for setting in advised:
            if setting.facts["foul"]:
                way = known.settings[known.house_way].value
                assert setting.value == {"lose": -1, "house-way": way}[foul]


@pytest.mark.parametrize("low_ace", READINGS)
def test_no_remedy_of_a_foul_changes_the_edge(low_ace: str) -> None:
    edges = {house_edge(setup_of(foul, low_ace)) for foul in FOULS}
    assert edges == {float(solution(low_ace).house_edge)}


def test_a_low_ace_of_either_value_lowers_the_edge_of_the_best_setting_alone() -> None:
    """Ruling P2. The house way helps player and dealer alike: its edge is the same fraction."""
    eleven = solution()
    either = solution("either")
    assert eleven.house_edge == Fraction(3341486419, 199332305172)
    assert either.house_edge == Fraction(16441063699, 996661525860) < eleven.house_edge
    assert either.house_way.house_edge == eleven.house_way.house_edge
    assert either.house_way.probabilities != eleven.house_way.probabilities


def test_the_game_is_solved_and_has_no_chart() -> None:
    assert is_solved(setup_of())
    assert not is_charted(setup_of())


def test_the_outcomes_are_paid_as_the_table_pays() -> None:
    pays = solution().pays
    setup = setup_of()
    cards = parse_cards("As Kh Qd 2c 3c 4c 5c 6d 7d 8s")
    assert played(setup, cards, None) == ("Pai Jack", int(pays["Pai Jack"] * STAKE))
    assert [pays[outcome] for outcome in (WIN, PUSH, LOSE)] == [1, 0, -1]
