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
from pitboss.exact.pai_jack.decisions import advise_setting
from pitboss.rulebook.house import House

STAKE, PK = 1000, 300


def questions(
    setup: Setup, wagers: dict[str, int], rng: random.Random
) -> Iterator[tuple[State, Question]]:
    """Deal a round and yield all that it asks; anything is answered, but nobody folds."""
    this = Round.start(setup, [Bets(1, wagers)])
    while this.due is not None:
        if isinstance(this.due, CardNeeded):
            gone = {*this.state.dealer[:2], *this.state.seats[0].poker}
            if not this.state.was_reshuffled:
                held = [card for hand in this.state.seats[0].hands for card in hand.cards]
                gone = {*held, *this.state.dealer}
            this.deal(rng.choice([card for card in FRENCH.cards if card not in gone]))
            continue
        if isinstance(this.due, ReshuffleNeeded):
            this.reshuffle()
            continue
        assert isinstance(this.due, Question)
        yield this.state, this.due
        this.act(anything(this.due, rng))


def anything(asked: Question, rng: random.Random) -> Action:
    choice = rng.choice([c for c in asked.choices if c.kind is not ActionKind.FOLD])
    low = rng.choice(choice.lows) if choice.lows else None
    amount = choice.high if choice.default is None else None
    return Action(seat=1, hand=asked.hand, kind=choice.kind, amount=amount, low=low)


def test_setting_a_hand_is_worth_what_advice_says_and_judged_by_its_low_hand() -> None:
    setup, rng, found = prepare(House(game="co/pai-jack")), random.Random("set"), 0
    decisions = Decisions(setup)
    for _ in range(60):
        for state, asked in questions(setup, {"main": STAKE}, rng):
            advised = advise_setting(setup, state.seat(1).hand(1).cards)
            worth = decisions.worth(state, asked)
            assert [(e.value, e.low) for e in worth.values] == [(e.value, e.low) for e in advised]
            assert (worth.unit, worth.of) == (STAKE, "the main wager")
            for each in advised:
                action = Action(seat=1, kind=ActionKind.SET, low=each.low[::-1])
                judged = decisions.judge(state, asked, action)
                assert judged.cost == float(advised[0].value - each.value)
            found += 1
    assert found > 30


def test_betting_on_and_folding_are_worth_what_advice_says() -> None:
    tables = dict.fromkeys(("poker", "poker-2", "poker-3"), "poker")
    setup, rng = prepare(House(game="co/21-holdem", tables=tables)), random.Random("fold")
    decisions, found = Decisions(setup), {1: 0, 2: 0}
    for _ in range(15):
        for state, asked in questions(setup, {"main": STAKE, "poker": PK}, rng):
            worth = decisions.worth(state, asked)
            held = state.seat(1).poker
            if not held:
                assert worth.of == "the first wager"
                continue
            one, two = state.dealer[:2]
            assert worth.values == HoldemDecisions(setup).poker_values((one, two), held)
            assert (worth.unit, worth.of) == (PK, "PK")
            fold = decisions.judge(state, asked, Action(seat=1, kind=ActionKind.FOLD))
            assert fold.value == -len(held)
            found[len(held)] += 1
    assert found == {1: 15, 2: 15}


def test_a_bet_that_cannot_be_paid_is_not_compared() -> None:
    """The table asks only what the bankroll reaches: then folding is the best there is."""
    tables = dict.fromkeys(("poker", "poker-2", "poker-3"), "poker")
    setup = prepare(House(game="co/21-holdem", tables=tables))
    rng = random.Random("short")
    for state, asked in questions(setup, {"main": STAKE, "poker": PK}, rng):
        if state.seat(1).poker:
            only = Question(asked.seat, asked.hand, (Choice(ActionKind.FOLD),), asked.wager)
            worth = Decisions(setup).worth(state, only)
            assert [each.action for each in worth.values] == [ActionKind.FOLD]
