"""Deuces Wild Xtreme solved: every count held to brute force, every value to the table itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.cards import JOKER_DECK, Card, format_cards, parse_cards
from pitboss.compiled.jit import jit_cached, jit_pattern
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.exact.counting.five_cards import bad_beat_counts
from pitboss.exact.wild_poker.matchups import (
    LOSS,
    TIE,
    WIN,
    IntArray,
    WildDeck,
    matchups,
    suit_class,
)
from pitboss.exact.wild_poker.solution import (
    WITH_ODDS,
    WITHOUT_ODDS,
    DividedGroup,
    Folding,
    HandGroup,
    WildSolution,
    fold_rule,
    wild_solution,
)
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildRank, wild_hand, wild_value
from pitboss.rulebook.house import House
from tests.exact.test_wild_counts import deck_of
from tests.tiers import by_day

SEED = 2118
ODDS_TABLE = "PT-FLT-DWHF-ODS-01"
UNIT = 100
SMALL_DECKS = [
    WildDeck((0, 1, 2, 3, 4), 3, joker=True),
    WildDeck((0, 1, 2, 3), 4, joker=False),
    WildDeck((0, 1, 9, 10, 11, 12), 2, joker=True),
    WildDeck((2, 3, 4, 5, 6, 7, 8), 2, joker=True),
    WildDeck((0, 9, 10, 11, 12), 3, joker=False),
]
TINY_DECKS = [
    WildDeck((0, 1, 9), 3, joker=True),
    WildDeck((1, 3, 4, 5, 11), 2, joker=True),
    WildDeck((2, 3, 6, 7, 8), 2, joker=True),
]
SAMPLE = (
    "4s 4h 3d 7c 9d",  # folded for its three
    "4s 4h 5d 6c 7d",  # the lowest hand that is played
    "3s 3h Ad Kc Qd",
    "2s 7h 6h 4c Jd",
    "2s 2h Jk 9c 5d",
    "Kh 9h 7h 5h 3h",
    "As Ks Qs Js Ts",
    "2s 2h 2d 2c Jk",
    "Jk 6s 7s 8s 9s",
    "Ac Ad Ah 8c 8d",
)


@cache
def setup() -> Setup:
    return prepare(House(game="co/deuces-wild-xtreme", tables={"odds": ODDS_TABLE}))


@cache
def solution() -> WildSolution:
    return wild_solution(setup())


def cards_in(deck: WildDeck) -> list[Card]:
    return deck_of(deck.ranks, deck.suit_count, joker=deck.joker)


@pytest.mark.parametrize("deck", SMALL_DECKS)
def test_every_hand_of_a_small_deck_meets_what_it_meets_dealt_out(deck: WildDeck) -> None:
    """Every pair of hands is compared, and what is left over after a hand is dealt out."""
    cards = cards_in(deck)
    table = matchups(deck)
    values = {frozenset(hand): wild_value(hand) for hand in combinations(cards, 5)}
    counted = dict(zip(table.suited, table.met.tolist(), strict=True))
    alike: Counter[tuple[int, ...]] = Counter()
    for hand in Random(SEED).sample(list(values), min(len(values), 300)):
        rest = [card for card in cards if card not in hand]
        results = [0, 0, 0]
        for dealers in combinations(rest, 5):
            other = values[frozenset(dealers)]
            mine = values[hand]
            results[TIE if mine == other else WIN if mine > other else LOSS] += 1
        assert counted[suit_class(tuple(hand), deck)] == results
    for hand in values:
        alike[suit_class(tuple(hand), deck)] += 1
    assert alike == dict(zip(table.suited, table.hand_count.tolist(), strict=True))


VALUE = jit_pattern(wild_value)


@jit_cached
def _met(mine: int, rest: IntArray, held: IntArray) -> tuple[int, int, int]:
    """Deal the dealer every five of the cards left."""
    win = tie = loss = 0
    count = len(rest)
    for one in range(count):
        for two in range(one):
            for three in range(two):
                for four in range(three):
                    for five in range(four):
                        held[0], held[1], held[2] = rest[one], rest[two], rest[three]
                        held[3], held[4] = rest[four], rest[five]
                        other = VALUE(held)
                        if other == mine:
                            tie += 1
                        elif other < mine:
                            win += 1
                        else:
                            loss += 1
    return win, tie, loss


def test_brute_force_agrees_on_a_sample_of_hands() -> None:
    """1,712,304 dealer hands against each of a few."""
    rng = Random(SEED)
    sample = [tuple(parse_cards(hand)) for hand in SAMPLE]
    sample += [tuple(rng.sample(JOKER_DECK.cards, 5)) for _ in range(by_day(3, 30))]
    for hand in sample:
        rest = np.array([card for card in JOKER_DECK.cards if card not in hand])
        results = _met(wild_value(hand), rest, np.zeros(5, dtype=np.int64))
        assert solution().hand(hand).met == results, format_cards(hand)


def test_what_one_side_beats_the_other_loses_to() -> None:
    """Over all pairs of hands wins and losses are as many, whoever holds the hand."""
    counted = matchups()
    win, tie, loss = (counted.hand_count[:, None] * counted.met).sum(axis=0).tolist()
    assert win == loss
    assert win + tie + loss == comb(53, 5) * comb(48, 5)


def test_bad_beats_are_counted_the_same_another_way() -> None:
    """Both sides hold three of a kind or better: inclusion and exclusion say how many lose so.

    Every hand from three of a kind up loses only to better ones.
    """
    counted = matchups()
    (counts, _) = bad_beat_counts()
    ranks = counted.value >> RANK_SHIFT
    lost = counted.hand_count * counted.met[:, LOSS]
    for rank in range(WildRank.THREE_OF_A_KIND, WildRank.FIVE_WILDS):
        assert 2 * int(lost[ranks == rank].sum()) == counts[rank]


def _rounds(deck: WildDeck) -> Iterator[tuple[frozenset[Card], dict[ActionKind, Fraction]]]:
    """Play every deal of a tiny deck at the table, betting and folding."""
    cards = cards_in(deck)
    for mine in combinations(cards, 5):
        rest = [card for card in cards if card not in mine]
        for dealers in combinations(rest, 5):
            nets = {kind: _net((*mine, *dealers), kind) for kind in (_BET, _FOLD)}
            yield frozenset(mine), nets


_BET = ActionKind.BET
_FOLD = ActionKind.FOLD


def _net(cards: tuple[Card, ...], kind: ActionKind) -> Fraction:
    def decide(_: State, question: Question) -> Action:
        return Action(seat=question.seat, kind=kind)

    round_ = Round.start(setup(), [Bets(1, {"ante": UNIT, "odds": UNIT})])
    ended = round_.play(iter(cards), decide)
    return Fraction(sum(line.net for line in ended.settled), UNIT)


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("deck", TINY_DECKS)
def test_a_tiny_deck_is_worth_what_the_table_comes_to(deck: WildDeck) -> None:
    """Every deal is played; of each hand what is worth more over all dealer hands counts."""
    folding = Folding(matchups(deck), solution().with_odds.paid, WITH_ODDS)
    played: dict[frozenset[Card], Counter[ActionKind]] = {}
    deals = 0
    for hand, nets in _rounds(deck):
        deals += 1
        played.setdefault(hand, Counter()).update(nets)
    value = sum(max(nets[_BET], nets[_FOLD]) for nets in played.values())

    assert folding.house_edge == -Fraction(value) / deals


def test_a_sample_of_rounds_at_the_table_agrees_with_the_odds() -> None:
    """Five standard errors, of the mean and of how often each end comes up."""
    rng = Random(SEED)
    folding = solution().with_odds
    rounds = 6_000
    rule = fold_rule(folding)
    total = Fraction(0)
    ends = Counter[str]()
    for _ in range(rounds):
        dealt = tuple(rng.sample(JOKER_DECK.cards, 10))
        kind = _BET if rule.plays(wild_value(dealt[:5])) else _FOLD
        net = _net(dealt, kind)
        total += net
        ends["fold" if kind is _FOLD else "tie" if not net else "win" if net > 0 else "lose"] += 1

    error = (float(folding.variance) / rounds) ** 0.5
    assert abs(float(total) / rounds + float(folding.house_edge)) < 5 * error
    for end, chance in folding.ends.items():
        spread = (rounds * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(ends[end] - rounds * float(chance)) <= 5 * spread, end


@pytest.mark.parametrize("wagers", [WITH_ODDS, WITHOUT_ODDS])
def test_what_is_said_of_a_round_adds_up(wagers: tuple[str, ...]) -> None:
    folding = Folding(matchups(), solution().with_odds.paid, wagers)
    chances = folding.distribution

    assert sum(chances.values()) == 1 == sum(folding.ends.values())
    assert -sum(gain * chance for gain, chance in chances.items()) == folding.house_edge
    assert sum(folding.by_wager.values()) == folding.house_edge
    assert folding.house_edge == Fraction(-_best(folding), folding.met.hands * 1_712_304)


def _best(folding: Folding) -> int:
    """Add up the better choice of every class, one by one in whole numbers."""
    total = 0
    paid = folding.paid
    won = [int(folding.gain(paid.win[rank])) for rank in WildRank]
    lost = int(folding.gain(paid.loss))
    folded = int(folding.gain(paid.fold))
    table = folding.met
    rows = zip(table.value.tolist(), table.hand_count.tolist(), table.met.tolist(), strict=True)
    for value, count, (win, _, loss) in rows:
        play = win * won[value >> RANK_SHIFT] + loss * lost
        total += count * max(play, folded * 1_712_304)
    return total


def test_the_edge_and_the_fold_rule_of_the_whole_deck() -> None:
    solved = solution()

    assert solved.house_edge == Fraction(1419824771, 40948109202)
    assert solved.without_odds.house_edge == Fraction(-12133045773, 34123424335)
    with_odds = fold_rule(solved.with_odds)
    without = fold_rule(solved.without_odds)
    fours, sixes, sevens = (HandGroup(WildRank.PAIR, height) for height in (4, 6, 7))
    assert with_odds.always == HandGroup(WildRank.PAIR, 5)
    assert with_odds.divided == (DividedGroup(fours, lowest=5),)
    assert without.always == HandGroup(WildRank.PAIR, 8)
    assert without.divided == (DividedGroup(sevens, highest=8), DividedGroup(sixes, lowest=7))


def test_a_fold_is_better_by_what_the_solver_says() -> None:
    """A pair of fours is folded with a three, as it is then beaten more often."""
    with_a_three = solution().hand(parse_cards("4s 4h 3d 7c 9d"))
    without = solution().hand(parse_cards("4s 4h 5d 7c 9d"))

    assert with_a_three.play < with_a_three.fold == -2 == without.fold < without.play


def test_odds_pay_the_same_whichever_cards_are_wild() -> None:
    """So hands may be taken up to their wild cards: natural or wild is one row of the table."""
    rows = setup().played_tables["odds"]
    rng = Random(SEED)
    deck = WildDeck()
    others = [card for card in JOKER_DECK.cards if card not in deck.wild]
    for _ in range(2_000):
        wild_count = rng.randint(1, 4)
        held = rng.sample(others, 5 - wild_count)
        chosen = combinations(deck.wild, wild_count)
        assert len({rows[wild_hand((*held, *map(Card, wild)))].name for wild in chosen}) == 1
