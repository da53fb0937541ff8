"""Hints about what is no blackjack hand: what the table asks is worth what advice says."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pitboss.cards import FRENCH
from pitboss.engine.actions import Action, ActionKind, Choice, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.exact.decisions import Decisions
from pitboss.exact.holdem.decisions import HoldemDecisions
from pitboss.exact.pai_jack.kind import advise_setting
from pitboss.rulebook.house import House

STAKE = 1000
PK = 300


def questions(
    setup: Setup, wagers: dict[str, int], rng: random.Random
) -> Iterator[tuple[State, Question]]:
    """Deal a round and yield all that it asks; anything is answered, but nobody folds."""
    round_ = Round.start(setup, [Bets(1, wagers)])
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            gone = {*round_.state.dealer[:2], *round_.state.seats[0].poker}
            if not round_.state.was_reshuffled:
                held = [card for hand in round_.state.seats[0].hands for card in hand.cards]
                gone = {*held, *round_.state.dealer}
            round_.deal(rng.choice([card for card in FRENCH.cards if card not in gone]))
            continue
        if isinstance(round_.due, ReshuffleNeeded):
            round_.reshuffle()
            continue
        assert isinstance(round_.due, Question)
        yield round_.state, round_.due
        round_.act(anything(round_.due, rng))


def anything(question: Question, rng: random.Random) -> Action:
    choice = rng.choice([c for c in question.choices if c.kind is not ActionKind.FOLD])
    low = rng.choice(choice.lows) if choice.lows else None
    amount = choice.high if choice.default is None else None
    return Action(seat=1, hand=question.hand, kind=choice.kind, amount=amount, low=low)


def test_setting_a_hand_is_worth_what_advice_says_and_judged_by_its_low_hand() -> None:
    setup = prepare(House(game="co/pai-jack"))
    rng = random.Random("set")
    count = 0
    decisions = Decisions(setup)
    for _ in range(60):
        for state, question in questions(setup, {"main": STAKE}, rng):
            advised = advise_setting(setup, state.seat(1).hand(1).cards)
            worth = decisions.worth(state, question)
            assert [(e.value, e.low) for e in worth.values] == [(e.value, e.low) for e in advised]
            assert (worth.unit, worth.of) == (STAKE, "the main wager")
            for setting in advised:
                assert setting.low is not None
                action = Action(seat=1, kind=ActionKind.SET, low=setting.low[::-1])
                judged = decisions.judge(state, question, action)
                assert judged.cost == float(advised[0].value - setting.value)
            count += 1
    assert count > 30


def test_betting_on_and_folding_are_worth_what_advice_says() -> None:
    tables = dict.fromkeys(("poker", "poker-2", "poker-3"), "poker")
    setup = prepare(House(game="co/21-holdem", tables=tables))
    rng = random.Random("fold")
    decisions = Decisions(setup)
    counts = {1: 0, 2: 0}
    for _ in range(15):
        for state, question in questions(setup, {"main": STAKE, "poker": PK}, rng):
            worth = decisions.worth(state, question)
            held = state.seat(1).poker
            if not held:
                assert worth.of == "the first wager"
                continue
            one, two = state.dealer[:2]
            assert worth.values == HoldemDecisions(setup).poker_values((one, two), held)
            assert (worth.unit, worth.of) == (PK, "PK")
            fold = decisions.judge(state, question, Action(seat=1, kind=ActionKind.FOLD))
            assert fold.value == -len(held)
            counts[len(held)] += 1
    assert counts == {1: 15, 2: 15}


def test_a_bet_that_cannot_be_paid_is_not_compared() -> None:
    """The table asks only what the bankroll reaches: then folding is the best there is."""
    tables = dict.fromkeys(("poker", "poker-2", "poker-3"), "poker")
    setup = prepare(House(game="co/21-holdem", tables=tables))
    rng = random.Random("short")
    for state, question in questions(setup, {"main": STAKE, "poker": PK}, rng):
        if state.seat(1).poker:
            only = Question(
                question.seat, question.hand, (Choice(ActionKind.FOLD),), question.wager
            )
            worth = Decisions(setup).worth(state, only)
            assert [advice.action for advice in worth.values] == [ActionKind.FOLD]
