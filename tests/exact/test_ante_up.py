"""Ante Up 21: the solver against the table, searched through on tiny shoes, and against play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import Card, card_rank, parse_cards
from pitboss.compiled import action_codes
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt, Event, Place
from pitboss.engine.rounds.plan import CardNeeded, Step
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.exact.ante_up.hands import RANK_VALUES, RANKS, best_poker_hand, rank_graph
from pitboss.exact.ante_up.kernels import OF_21, OF_POKER
from pitboss.exact.ante_up.kind import value_hand
from pitboss.exact.ante_up.play import AnteUpUpCard, Objective, Table, by_value
from pitboss.exact.ante_up.solution import (
    JOINT_ERROR,
    POKER_ERROR,
    Against,
    AnteUpSolution,
    ante_up_solution,
)
from pitboss.exact.ante_up.splits import Split, remember_cards, split_values
from pitboss.exact.blackjack.arithmetic import fractions
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.solver import Splits
from pitboss.exact.blackjack.solver import UpCard as BlackjackUpCard
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.rulebook.house import house_from
from pitboss.rulebook.reading.library import game as game_of
from tests.exact.ante_up_splits import sampled
from tests.tiers import by_day

UNIT = 200


@cache
def table_of(decks: int = 6) -> Setup:
    return prepare(house_from({"game": "co/ante-up-21", "options": {"decks": decks}}))


class Seen(NamedTuple):
    """One way the cards that nobody sees may lie, with its probability."""

    chance: Fraction
    state: State
    due: Step
    left: Counter[Card]


def after(state: State, events: Iterable[Event]) -> tuple[State, Step]:
    round_ = Round(state, state)
    round_.take(events)
    return round_.state, round_.due


@dataclass
class Search:
    """Every decision tried at the table, by somebody who does not see the down card."""

    kinds: Counter[str]

    def best(self, ways: list[Seen]) -> Fraction:
        """Return the most that can be won from here; all *ways* look the same to the player."""
        due = next((way.due for way in ways if isinstance(way.due, Question)), ways[0].due)
        if isinstance(due, Question) and due.wager and due.wager.startswith("insurance"):
            return self.best([self.decided(way, ActionKind.DECLINE) for way in ways])
        if isinstance(due, Question):
            over = [way for way in ways if way.due is None]  # the peek found a blackjack
            open_ = [way for way in ways if way.due is not None]
            kinds = [c.kind for c in due.choices if c.kind is not ActionKind.SPLIT]
            values = {k: self.best([self.decided(w, k) for w in open_]) for k in kinds}
            best = max(values, key=lambda kind: values[kind])
            self.kinds[best.value] += 1
            return values[best] + sum((net(way) for way in over), Fraction(0))
        if isinstance(due, CardNeeded) and due.place is Place.HAND:
            drawn = {card for way in ways for card, count in way.left.items() if count}
            return sum((self.best(list(dealt(ways, card))) for card in drawn), Fraction(0))
        return sum((self.played_out(way) for way in ways), Fraction(0))

    def decided(self, way: Seen, kind: ActionKind) -> Seen:
        question = way.due
        assert isinstance(question, Question)
        action = Action(seat=1, hand=question.hand, kind=kind)
        return Seen(way.chance, *after(way.state, act(way.state, action)), way.left)

    def played_out(self, way: Seen) -> Fraction:
        """The dealer draws, or nothing is left to do."""
        if way.due is None:
            return net(way)
        drawn = [card for card, count in way.left.items() if count]
        return sum((self.played_out(next(dealt([way], c))) for c in drawn), Fraction(0))


def net(way: Seen) -> Fraction:
    return way.chance * Fraction(way.state.net()[1], UNIT)


def dealt(ways: list[Seen], card: Card) -> Iterator[Seen]:
    for way in ways:
        due = way.due
        if isinstance(due, CardNeeded) and way.left[card]:
            event = CardDealt(card, due.place, due.seat, due.hand)
            chance = way.chance * Fraction(way.left[card], way.left.total())
            yield Seen(chance, *after(way.state, [event]), way.left - Counter([card]))


def searched(hand: str, up: str, rest: str) -> tuple[Fraction, Counter[str]]:
    """Return the best that two cards can come to at the table, bet or folded."""
    first, second = parse_cards(hand)
    left = Counter(parse_cards(rest))
    search = Search(Counter())
    ways = []
    for down, count in left.items():
        round_ = Round.start(table_of(), [Bets(1, {"main": UNIT, "ante": UNIT})])
        for card in (first, parse_cards(up)[0], second, down):
            round_.deal(card)
        chance = Fraction(count, left.total())
        ways.append(Seen(chance, round_.state, round_.due, left - Counter([down])))
    return search.best(ways), search.kinds


POSITIONS = {
    "a low hand": ("9h 5d", "Ks", "2h 3c 7d 8d Qs Kd Tc"),
    "a hand to fold": ("8h 9d", "As", "2h 3c 5c Ad Kd Kc As"),
    "against a king": ("Th 6d", "Ks", "Ah 3c 4c Kd Kc Qs 9s"),
    "against a ten": ("Jh 9d", "Ts", "Ah 3c 4c Td Kc Qs 2s"),
    "a double": ("6h 5d", "6s", "Th Tc Kd Qs 9s 5s 8d"),
    "a soft hand": ("Ah 4d", "6s", "Th Kc Kd Qs 9s 7s 3d"),
    "a blackjack": ("Ah Jd", "Ks", "Th Kc Ad As 9s 7s 3d"),
    "a blackjack against an ace": ("Ah Jd", "As", "Th Kc Ad Qs 9s 7s 3d"),
    "a hard 17": ("Th 7d", "9s", "Ah Kc Ad Qs 9s 7s 2d"),
}


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("name", POSITIONS)
def test_two_cards_are_worth_what_the_best_search_of_the_table_finds(name: str) -> None:
    """Fold or bet, the peek and every card are the table's own; only splits are left out."""
    hand, up, rest = POSITIONS[name]
    cards = parse_cards(f"{hand} {up} {rest}")
    table = Table(table_of(), fractions(), cards)
    ranks = tuple(sorted(map(card_rank, parse_cards(hand))))
    against = Against(table, card_rank(parse_cards(up)[0]), splits=False)
    hand_value = against.value_hand((ranks[0], ranks[1]), against.play_by_aim)
    assert hand_value.worth(Objective.BOTH).both == searched(hand, up, rest)[0]


def test_the_positions_try_every_choice_but_a_split() -> None:
    kinds: Counter[str] = Counter()
    for position in POSITIONS.values():
        kinds.update(searched(*position)[1])
    assert set(kinds) == {"bet", "fold", "hit", "stand", "double"}


def up_card(rank: int, decks: int = 6) -> AnteUpUpCard:
    table = Table(table_of(decks))
    left = table.full.copy()
    left[rank] -= 1
    return AnteUpUpCard(table, left, rank)


@pytest.mark.parametrize("rank", [0, 3, 8, 12])
def test_played_for_21_every_hand_is_worth_what_the_blackjack_solver_says(rank: int) -> None:
    up = up_card(rank)
    graph = rank_graph()
    mine = up.play(Objective.TWENTY_ONE).best[: graph.live, OF_21]
    solved = BlackjackUpCard(up.table.rules, by_value(up.left), RANK_VALUES[rank])
    hands = graph.cards[: graph.live].sum(axis=1) >= 2
    assert np.abs(mine - solved.first.best[graph.node])[hands].max() < 1e-12


@given(st.lists(st.integers(0, RANKS - 1), min_size=2, max_size=12))
def test_what_is_forgotten_does_not_change_the_poker_hand(ranks: list[int]) -> None:
    held: tuple[int, ...] = (0,) * RANKS
    remembered = held
    for rank in ranks:
        held = (*held[:rank], held[rank] + 1, *held[rank + 1 :])
        more = (*remembered[:rank], remembered[rank] + 1, *remembered[rank + 1 :])
        remembered = tuple(remember_cards(np.array([more]))[0].tolist())
    assert best_poker_hand(remembered) == best_poker_hand(held)


SPLITS = [(12, (10, 11)), (5, (7, 7)), (9, (9, 12)), (0, (3, 3))]
FORGETTING = 0.01
"""By how much the value of a split may be off for what is forgotten; a value is about 1."""


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize(("rank", "pair"), SPLITS)
def test_a_split_comes_to_its_value_when_it_is_played_from_the_real_shoe(
    rank: int, pair: tuple[int, int]
) -> None:
    up = up_card(rank)
    held = tuple(np.bincount(pair, minlength=RANKS).tolist())
    hand = rank_graph().index[held]
    worth = split_values(up, only=hand)[Objective.BOTH][hand]
    played = sampled(up, held, Objective.BOTH, by_day(50_000, 200_000), seed=11)
    assert abs(worth[OF_21] + worth[OF_POKER] - played.both) < 4 * played.error + FORGETTING


def test_a_longer_shoe_leaves_nothing_to_forget() -> None:
    """With a hundred times the cards a split for 21 alone is worth what the exact solver says."""
    table = Table(table_of(), cards=tuple(table_of().shoe.cards()) * 100)
    up = AnteUpUpCard(table, table.full, 5)
    exact = Splits(BlackjackUpCard(table.rules, by_value(up.left), RANK_VALUES[5]))
    for rank in (1, 5, 7, 12):
        pair = tuple(np.bincount([rank, rank], minlength=RANKS).tolist())
        split = Split(up, pair)
        worth = split.play(Objective.TWENTY_ONE).worth[OF_21]
        assert worth == pytest.approx(exact.value(split.pair.first), abs=2e-4)


@cache
def solution(decks: int = 6) -> AnteUpSolution:
    return ante_up_solution(table_of(decks))


# By day a few splits are played from the real shoe, which is where the edge may be off.
@pytest.mark.nightly
@pytest.mark.parametrize(
    ("aim", "error"), [(Objective.BOTH, JOINT_ERROR), (Objective.POKER, POKER_ERROR)]
)
@pytest.mark.parametrize("decks", [2, 6])
def test_an_edge_is_off_by_less_than_is_said(decks: int, aim: Objective, error: float) -> None:
    """Every split that is played at all, from the real shoe, each as often as it comes about."""
    off = 0.0
    square = 0.0
    for against in solution(decks).against:
        for hand in against.first_hands:
            if hand.action[aim] == action_codes.SPLIT and hand.bets(aim):
                held = tuple(np.bincount(hand.ranks, minlength=RANKS).tolist())
                worth = against.play_by_aim[aim].best[rank_graph().index[held]]
                played = sampled(against.up, held, aim, 50_000, seed=decks)
                stated = (
                    worth[OF_21] + worth[OF_POKER] if aim is Objective.BOTH else worth[OF_POKER]
                )
                came = played.both if aim is Objective.BOTH else played.of_poker
                off += hand.probability * (stated - came)
                square += (hand.probability * played.error) ** 2
    assert abs(off) < error + 3 * square**0.5


# By day each aim is reported, and two cards are searched at the table.
@pytest.mark.nightly
def test_each_aim_is_best_at_what_it_aims_at() -> None:
    for_21, both, poker = (solution().figures(aim) for aim in Objective)
    assert for_21.house_edge == pytest.approx(solution().house_edge, abs=1e-12)
    assert for_21.house_edge < min(both.house_edge, poker.house_edge)
    assert both.joint_edge < min(for_21.joint_edge, poker.joint_edge)
    assert poker.poker_edge < min(for_21.poker_edge, both.poker_edge)


def test_the_best_play_after_a_split_would_gain_next_to_nothing() -> None:
    """For 21 alone, in points: with six decks it is the same play."""
    gains = {}
    for decks in game_of("co/ante-up-21").option("decks").values:
        setup = table_of(int(decks))
        unsplit, best = (solve(setup, split_play=play).house_edge for play in SplitPlay)
        assert solution(int(decks)).house_edge == unsplit
        gains[decks] = unsplit - best
        assert gains[decks] < JOINT_ERROR / 100
    assert gains == {2: pytest.approx(2.03e-6, abs=5e-9), 6: 0}


def test_probabilities_add_up() -> None:
    assert sum(hand.probability for hand in solution().hands) == pytest.approx(1, abs=1e-12)
    assert sum(solution().outcomes.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("hand", "up"), [("9h 8d", "Ks"), ("8h 8d", "Ts"), ("Jh Qd", "6s"), ("Ah Kd", "As")]
)
def test_advice_is_what_the_solution_says(hand: str, up: str) -> None:
    cards = parse_cards(hand)
    rank = card_rank(parse_cards(up)[0])
    ranks = tuple(sorted(map(card_rank, cards)))
    first_hand = next(h for h in solution().hands if h.up == rank and h.ranks == ranks)
    advice = value_hand(table_of(), cards, parse_cards(up)[0])
    values = {kind: worth.both for kind, worth in advice.first.items()}
    assert values[ActionKind.BET] == pytest.approx(first_hand.bet[Objective.BOTH].both, abs=1e-12)
    assert values[ActionKind.FOLD] == pytest.approx(first_hand.fold.both, abs=1e-12)


def test_a_larger_ante_counts_for_more() -> None:
    """J-T against a six: 20 stands for the 21 wager, and is split for a large enough ante."""
    cards = parse_cards("Jh Td")
    up = parse_cards("6s")[0]
    for ante, best in ((Fraction(1, 20), ActionKind.STAND), (Fraction(4), ActionKind.SPLIT)):
        values = value_hand(table_of(), cards, up, ante).hand
        assert max(values, key=lambda k: values[k].of_21 + ante * values[k].of_poker) is best
