"""Hints in Deuces Wild Xtreme and 3 Card 21: what the table asks is worth what advice says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.exact.decisions import Decisions
from pitboss.exact.three_card_21.decisions import ThreeCardAdviser, ThreeCardPosition
from pitboss.exact.wild_poker.solution import wild_solution
from pitboss.rulebook.house import House
from tests.exact.advised import advise_three_cards

STAKE = 1000
WILD = prepare(House(game="co/deuces-wild-xtreme", tables={"odds": "PT-FLT-DWHF-ODS-01"}))
THREE = prepare(House(game="co/3-card-21", tables={"3-card-bonus": "1"}))


def questions(
    setup: Setup, wagers: dict[str, int], rng: random.Random
) -> Iterator[tuple[State, Question]]:
    """Play a round at random, and yield what is asked before it is answered."""
    round_ = Round.start(setup, [Bets(1, wagers)])
    cards = list(setup.shoe.cards())
    dealt = iter(rng.sample(cards, min(len(cards), 52)))
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            round_.deal(next(dealt))
            continue
        if isinstance(round_.due, ReshuffleNeeded):
            round_.reshuffle()
            continue
        assert isinstance(round_.due, Question)
        yield round_.state, round_.due
        choice = rng.choice([c for c in round_.due.choices if c.kind is not ActionKind.INSURE])
        round_.act(Action(seat=1, hand=round_.due.hand, kind=choice.kind))


def test_playing_and_folding_are_worth_what_the_solution_says() -> None:
    rng = random.Random("wild")
    decisions = Decisions(WILD)
    best = Counter[ActionKind]()
    for _ in range(60):
        for state, question in questions(WILD, {"ante": STAKE, "odds": STAKE}, rng):
            hand = wild_solution(WILD).hand(state.seat(1).hand(1).cards)
            worth = decisions.worth(state, question)
            values = {advice.action: advice.value for advice in worth.values}
            assert values == {ActionKind.BET: hand.play, ActionKind.FOLD: hand.fold}
            assert (worth.unit, worth.of) == (STAKE, "the ante")
            fold = decisions.judge(state, question, Action(seat=1, kind=ActionKind.FOLD))
            assert fold.cost == max(0.0, float(hand.play - hand.fold))
            best[worth.best.action] += 1
    assert min(best[ActionKind.BET], best[ActionKind.FOLD]) > 10


def test_every_decision_about_three_cards_is_worth_what_advice_says() -> None:
    rng = random.Random("three")
    decisions = Decisions(THREE)
    adviser = ThreeCardAdviser(THREE)
    counts = Counter[str]()
    for _ in range(200):
        for state, question in questions(THREE, {"main": STAKE, "3-card-bonus": STAKE}, rng):
            worth = decisions.worth(state, question)
            if question.wager is not None:
                counts["insurance"] += 1
                continue
            seat = state.seat(1)
            hand = seat.hand(question.hand)
            others = tuple(other.cards[0] for other in seat.hands if other is not hand)
            position = ThreeCardPosition(cards=hand.cards, up=state.dealer[0], others=others)
            advised = advise_three_cards(adviser, position)
            assert [(e.action, e.value) for e in worth.values] == [
                (e.action, pytest.approx(e.value)) for e in advised
            ]
            assert worth.unit == STAKE
            assert ("counted in" in (worth.by or "")) == position.is_before_peek
            counts["split" if others else "21" if position.is_before_peek else "three"] += 1
    assert min(counts.values()) > 5
    assert len(counts) == 4


def test_a_double_for_less_is_worth_its_part_of_a_whole_one() -> None:
    """At the table, with the same cards, it gains as much as lies on it more or less."""
    rng = random.Random("less")
    decisions = Decisions(THREE)
    tried = 0
    while tried < 40:
        cards = tuple(rng.sample(list(THREE.shoe.cards()), 30))
        whole, less = (_doubled(cards, amount) for amount in (STAKE, STAKE // 4))
        if whole is None or less is None:
            continue
        tried += 1
        (state, question, gain) = whole
        (_, _, part) = less
        assert part == gain * Fraction(5, 8)
        full = decisions.judge(state, question, Action(seat=1, kind=ActionKind.DOUBLE)).value
        action = Action(seat=1, kind=ActionKind.DOUBLE, amount=STAKE // 4)
        assert decisions.judge(state, question, action).value == pytest.approx(full * 5 / 8)


def _doubled(cards: tuple[Card, ...], amount: int) -> tuple[State, Question, Fraction] | None:
    """Double three cards for *amount*; None where that is not asked."""
    moments: list[tuple[State, Question]] = []

    def decide(state: State, question: Question) -> Action:
        kinds = {choice.kind for choice in question.choices}
        if ActionKind.DOUBLE in kinds:
            moments.append((state, question))
            return Action(seat=1, hand=question.hand, kind=ActionKind.DOUBLE, amount=amount)
        kind = next(k for k in (ActionKind.DECLINE, ActionKind.STAND, *kinds) if k in kinds)
        return Action(seat=1, hand=question.hand, kind=kind)

    round_ = Round.start(THREE, [Bets(1, {"main": STAKE, "3-card-bonus": STAKE})])
    ended = round_.play(iter(cards), decide)
    if not moments or len(ended.seats[0].hands) > 1:
        return None
    return *moments[0], Fraction(sum(s.net for s in ended.settled if s.wager == "main"), STAKE)
