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
from pitboss.exact.pai_jack.decisions import advise_setting
from pitboss.exact.pai_jack.settings import (
    LOSE,
    NEVER,
    OUTCOMES,
    PUSH,
    WIN,
    SettingRules,
    count_hands,
    high_and_low,
    highest_low,
)
from pitboss.exact.pai_jack.solution import PaiJackSolution, pai_jack_solution
from pitboss.patterns.pai_jack import (
    BUST,
    HOLDS_PAI_JACK,
    SETTINGS,
    compare_settings,
    house_way_totals,
    setting_totals,
)
from pitboss.rulebook.house import House
from tests.tiers import by_day

STAKE = 200
"""Cents: half of it is whole, and so is a Pai Jack's pay."""
FOULS = ("reset", "lose", "house-way")
SMALL = (
    "As Ah 2s 3s 5s 9s 9h Ts Kh Qd",
    "As 2s 2h 3s 4s 4h 5s 6s 8s Ts Jh",
    "As Ah 7s 8s 8h 9s Ts Jh Qd Kc 6s",
)
"""Decks that hold Pai Jacks, busts, hands with several settings, and pairs of values."""

compiled_totals, compiled_comparison = jit_pattern(house_way_totals), jit_pattern(compare_settings)


@cache
def setup_of(foul: str = "reset") -> Setup:
    return prepare(House(game="co/pai-jack", options={"foul": foul}))


@cache
def solution() -> PaiJackSolution:
    return pai_jack_solution(setup_of())


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
    setup, deck = setup_of(foul), parse_cards(cards)
    total, deals = 0, 0
    for hand in combinations(deck, 5):
        rest = [card for card in deck if card not in hand]
        dealers = list(combinations(rest, 5))
        lows = ask_lows(setup, hand, dealers[0]) or (None,)
        gains = [sum(played(setup, (*hand, *d), low)[1] for d in dealers) for low in lows]
        total += max(gains)
        deals += len(dealers)

    solved = pai_jack_solution(setup, deck=deck)

    assert solved.house_edge == -Fraction(total, deals * STAKE)


@pytest.mark.parametrize("cards", SMALL)
def test_on_a_small_deck_every_value_and_chance_is_that_of_the_table(cards: str) -> None:
    setup, deck = setup_of(), parse_cards(cards)
    solved, count = pai_jack_solution(setup, deck=deck), 0
    for hand in list(combinations(deck, 5))[::7]:
        dealers = list(combinations([card for card in deck if card not in hand], 5))
        for low in ask_lows(setup, hand, dealers[0]):
            results = [played(setup, (*hand, *dealer), low)[0] for dealer in dealers]
            known = solved.hand(hand)
            assert known is not None
            first, second = (hand.index(card) for card in low)
            chances = known.settings[setting_totals(hand, first, second)]
            assert chances.win == results.count("win")
            assert chances.push == results.count("push")
            assert chances.lose == len(results) - chances.win - chances.push
            count += 1
    assert count > 20


# -- the whole deck, counted another way ----------------------------------------------------------


@jit_linked
def _count(deck: np.ndarray, mine: int, results: np.ndarray) -> None:
    """Compare with every five cards of a deck, one by one."""
    size = len(deck)
    for a in range(size):
        for b in range(a + 1, size):
            for c in range(b + 1, size):
                for d in range(c + 1, size):
                    for e in range(d + 1, size):
                        dealers = compiled_totals((deck[a], deck[b], deck[c], deck[d], deck[e]))
                        results[compiled_comparison(mine, dealers) + 1] += 1


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("cards", ["Ts 9h 5d 3c As", "Qs Kh 2d 4c 5s", "8s 8h 3d 3c 2s"])
def test_a_setting_meets_every_hand_of_the_dealer(cards: str) -> None:
    """All 1,533,939 of them, each looked at by itself and with its suits."""
    hand = parse_cards(cards)
    known = solution().hand(hand)
    assert known is not None
    left = np.array([card for card in FRENCH.cards if card not in hand], dtype=np.int64)
    for totals in (known.best, known.house_way):
        results = np.zeros(3, dtype=np.int64)
        _count(left, totals, results)
        chances = known.settings[totals]
        assert results.tolist() == [chances.lose, chances.push, chances.win]
        assert results.sum() == comb(47, 5)


def test_a_hand_comes_to_the_same_whatever_its_suits_and_ten_values() -> None:
    """Why hands may be counted by values: of all 2,598,960, every 97th beside its kind."""
    hands = count_hands()
    by_values = {tuple(sorted(map(_value, hand))): place for place, hand in enumerate(hands.cards)}
    for hand in list(combinations(FRENCH.cards, 5))[::97]:
        place = by_values[tuple(sorted(map(_value, hand)))]
        assert house_way_totals(hand) == hands.totals[place]


def _value(card: Card) -> int:
    return min((card >> 2) + 1, 10)


def test_every_deal_is_counted_once() -> None:
    hands = solution().hands
    assert int(hands.ways.sum()) == comb(52, 5)
    assert set(hands.against.sum(axis=1).tolist()) == {comb(47, 5)}
    for figures in (solution().best, solution().house_way):
        assert sum(figures.probabilities.values()) == 1
        assert tuple(figures.probabilities) == OUTCOMES


def test_by_house_way_two_hands_that_are_set_win_and_lose_as_often() -> None:
    """Player and dealer are dealt alike, and here they set alike."""
    solved = solution()
    wins = solved.house_way.probabilities[WIN]
    unset, hands, lost = {BUST, HOLDS_PAI_JACK}, solved.hands, 0
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
    setup, rng, rounds = setup_of(), random.Random(f"pai jack/{way}"), by_day(1500, 4000)
    figures = solution().best if way == "best" else solution().house_way
    deck, gains, counts = list(FRENCH.cards), 0, dict.fromkeys(OUTCOMES, 0)
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
    setup, rng = setup_of(foul), random.Random(f"advice/{foul}")
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


def test_no_option_of_the_game_changes_the_edge() -> None:
    edges = {house_edge(setup_of(foul)) for foul in FOULS}
    assert edges == {float(solution().house_edge)}
    assert is_solved(setup_of())
    assert not is_charted(setup_of())


def test_the_outcomes_are_paid_as_the_table_pays() -> None:
    pays = solution().pays
    setup = setup_of()
    cards = parse_cards("As Kh Qd 2c 3c 4c 5c 6d 7d 8s")
    assert played(setup, cards, None) == ("Pai Jack", int(pays["Pai Jack"] * STAKE))
    assert [pays[outcome] for outcome in (WIN, PUSH, LOSE)] == [1, 0, -1]
