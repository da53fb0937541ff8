"""The poker part of 21-Hold 'em: the solver, the table's own tree, a second reading, and dealt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt

import pytest

from pitboss.cards import FRENCH, Card, card_rank, card_suit, format_card, parse_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.counting.five_cards import five_card_counts
from pitboss.exact.holdem.decisions import HoldemDecisions
from pitboss.exact.holdem.poker import (
    FOLDS,
    PokerSolution,
    count_community,
    poker_pays,
    poker_solution,
)
from pitboss.exact.holdem.solution import FoldRules
from pitboss.rulebook.house import House
from tests.perft.search import search
from tests.perft.second_holdem import Poker
from tests.tiers import by_day

PK = 100
TABLES = dict.fromkeys(("poker", "poker-2", "poker-3"), "poker")
SMALL = {
    "two suits": "As Ah 7s 7h 8s 8h 9s 9h Ts Th",
    "three suits": "2s 2h 2d 6s 6h 6d Ks Kh Kd",
    "one suit": "As 2s 3s 4s 5s 6s 7s 8s",
}
"""Every rank in every suit: pairs, flushes, straights, both straights of an ace."""


@cache
def decisions() -> HoldemDecisions:
    return HoldemDecisions(setup_of())


@cache
def setup_of() -> Setup:
    return prepare(House(game="co/21-holdem", tables=TABLES))


@cache
def solution() -> PokerSolution:
    return poker_solution(setup_of())


@cache
def fold_rules() -> FoldRules:
    return FoldRules(solution())


def texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(format_card, cards))


# -- small decks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", SMALL.values(), ids=SMALL)
def test_on_a_small_deck_every_pair_is_worth_what_a_second_reading_says(cards: str) -> None:
    """Every pair by itself: none is taken for another here."""
    deck = parse_cards(cards)
    values = {}
    for pair in combinations(deck, 2):
        left = tuple(card for card in deck if card not in pair)
        values[pair] = Poker(1, texts(pair)).value((), texts(left))
        assert count_community(pair, deck, poker_pays(setup_of())).value == values[pair]

    solved = poker_solution(setup_of(), deck)

    assert solved.poker_edge == -sum(values.values(), Fraction(0)) / len(values)
    assert sum(p for p, _ in solved.outcomes.values()) == 1
    assert -sum(p * gain for p, gain in solved.outcomes.values()) == solved.poker_edge


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("start", "community"),
    [("As Ts 8s 9h", "Ts 9h"), ("9s 8h Ts 8s", "8h 8s"), ("7s 7h 9s 9h", "7h 9h")],
)
def test_on_a_small_deck_the_tables_own_tree_is_worth_the_same(start: str, community: str) -> None:
    """What the PK wager adds to a round, whatever the blackjack hand in it does."""
    deck = parse_cards(SMALL["two suits"])
    with_poker, without = (
        search(setup_of(), Bets(1, wagers), deck, start.split()).value
        for wagers in ({"main": PK, "poker": PK}, {"main": PK})
    )
    one, two = parse_cards(community)

    counted = count_community((one, two), deck, poker_pays(setup_of()))

    assert with_poker - without == counted.value * PK


# -- the whole deck -------------------------------------------------------------------------------


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("community", ["As Ks", "7h 2c", "5d 5c"])
def test_a_pair_of_the_whole_deck_is_worth_what_a_second_reading_says(community: str) -> None:
    pair = tuple(community.split())
    left = tuple(format_card(card) for card in FRENCH.cards if format_card(card) not in pair)
    one, two = parse_cards(community)

    counted = count_community((one, two), FRENCH.cards, poker_pays(setup_of()))

    assert counted.value == Poker(1, pair).value((), left)


def test_pairs_that_are_taken_for_alike_are_worth_the_same() -> None:
    by_kind = {kind(community.cards): community.value for community in solution().communities}
    rng = random.Random("pairs")
    for _ in range(25):
        one, two = rng.sample(list(FRENCH.cards), 2)
        counted = count_community((one, two), FRENCH.cards, poker_pays(setup_of()))
        assert counted.value == by_kind[kind((one, two))]
    assert len(by_kind) == 169


def kind(cards: tuple[Card, Card]) -> tuple[int, int, bool]:
    low, high = sorted(map(card_rank, cards))
    return low, high, len({card_suit(card) for card in cards}) == 1


def test_never_folding_leaves_the_odds_of_five_cards() -> None:
    """Any five cards of the deck are as likely: 2,598,960 hands, three wagers on each."""
    pays = poker_pays(setup_of())
    counts, total = five_card_counts()
    gain = sum((count * pays.gains[kind] for kind, count in counts.items()), Fraction(0))
    assert solution().poker_edge_never_folding == -gain / total
    assert total == comb(52, 5)


def test_every_outcome_is_counted_once_and_adds_up_to_the_edge() -> None:
    outcomes = solution().outcomes
    assert sum(p for p, _ in outcomes.values()) == 1
    assert -sum(p * gain for p, gain in outcomes.values()) == solution().poker_edge
    assert [outcomes[name][1] for name in FOLDS] == [-1, -2]


def test_a_table_that_offers_no_poker_is_told_the_documents_schedule() -> None:
    assert poker_pays(prepare(House(game="co/21-holdem"))) == poker_pays(setup_of())


# -- the rules in words ---------------------------------------------------------------------------


def test_the_rules_decide_every_deal_as_the_best_play_does() -> None:
    rules = fold_rules()
    assert rules.wrong == (0, 0)
    assert rules.poker_edge == solution().poker_edge


@pytest.mark.parametrize("cards", SMALL.values(), ids=SMALL)
def test_where_the_rules_are_wrong_they_cost_something(cards: str) -> None:
    """On other decks shapes need not decide: the cost then is what the table would lose by them."""
    solved = poker_solution(setup_of(), parse_cards(cards))
    rules = FoldRules(solved)
    assert rules.poker_edge >= solved.poker_edge
    assert (rules.poker_edge == solved.poker_edge) == (rules.wrong == (0, 0))


@pytest.mark.parametrize(
    ("community", "hand", "bets"),
    [
        ("7h 8c", "6d", True),  # in 4-8, 5-9 and 6-10
        ("7h 8c", "5d", True),
        ("7h 8c", "4d", False),  # in 4-8 alone
        ("2h 2c", "3d", True),
        ("2h 3h", "9h", True),
        ("2h 3h", "Ad", False),
        ("Kh 7c", "Td", True),
        ("Kh 7c", "Td 2s", True),
        ("7h 8c", "6d 2s", False),
        ("7h 8c", "6d 4s", True),
    ],
)
def test_rules_and_advice_agree(community: str, hand: str, bets: bool) -> None:  # noqa: FBT001
    (one, two) = parse_cards(community)
    held = parse_cards(hand)
    advice = decisions().poker_values((one, two), held)
    assert (advice[0].action is ActionKind.BET) == bets
    assert fold_rules().bets((one, two), held) == bets


# -- dealt ----------------------------------------------------------------------------------------


def test_rounds_that_are_dealt_come_out_as_computed() -> None:
    """Thousands of rounds at the table, folded by advice: the edge within five standard errors."""
    setup = setup_of()
    rng = random.Random("21-hold 'em")
    rounds = by_day(700, 5000)
    gains = 0
    folded = 0
    for _ in range(rounds):
        settled = dict(_dealt(setup, rng))
        gains += sum(net for _, net in settled.values())
        folded += settled["poker"][0] == "fold"

    error = solution().standard_deviation / sqrt(rounds)
    assert abs(-gains / PK / rounds - float(solution().poker_edge)) < 5 * error
    chance = float(sum(solution().outcomes[name][0] for name in FOLDS))
    assert abs(folded / rounds - chance) < 5 * sqrt(chance * (1 - chance) / rounds)


def _dealt(setup: Setup, rng: random.Random) -> Iterator[tuple[str, tuple[str, int]]]:
    """Deal a round; the blackjack hand stands and insures nothing."""
    round_ = Round.start(setup, [Bets(1, {"main": PK, "poker": PK})])
    shoe = rng.sample(list(FRENCH.cards), 52)
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            if round_.state.was_reshuffled and len(shoe) != 50 - len(round_.state.seats[0].poker):
                left = [card for card in FRENCH.cards if card not in round_.state.dealer[:2]]
                shoe = rng.sample(left, len(left))
            round_.deal(shoe.pop())
            continue
        if isinstance(round_.due, ReshuffleNeeded):
            round_.reshuffle()
            continue
        assert isinstance(round_.due, Question)
        round_.act(_decided(round_, round_.due))
    for line in round_.state.settled:
        if line.wager.startswith("poker"):
            yield line.wager, (line.outcome, line.net)


def _decided(round_: Round, question: Question) -> Action:
    kinds = {choice.kind for choice in question.choices}
    if ActionKind.FOLD in kinds:
        one, two = round_.state.dealer[:2]
        best = decisions().poker_values((one, two), round_.state.seats[0].poker)[0]
        return Action(seat=1, kind=best.action)
    kind = ActionKind.DECLINE if ActionKind.DECLINE in kinds else ActionKind.STAND
    return Action(seat=1, hand=question.hand, kind=kind)
