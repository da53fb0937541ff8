"""A table as a state machine: hypothesis opens it, bets, deals, decides, and tries what is wrong.

Configuration, bets and decisions come from hypothesis, so that a failure is shrunk to a short
story; only the order of the shoe comes from a seed, which the story shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, IllegalAction, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, refuse
from pitboss.engine.meter import Meter
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.sitting.basic_play import basic_play
from tests.engine.bad_bets import BAD_BETS
from tests.engine.bets import random_bets
from tests.engine.checks import check_finished, check_moment, check_views
from tests.engine.decisions import check_decisions
from tests.engine.houses import cards_for, random_setup
from tests.engine.players import random_player
from tests.tiers import by_day

randoms = st.randoms(use_true_random=False)


def between_rounds(machine: Table) -> bool:
    return machine.this is None or machine.this.due is None


def card_due(machine: Table) -> bool:
    return machine.this is not None and isinstance(machine.this.due, CardNeeded | ReshuffleNeeded)


def decision_due(machine: Table) -> bool:
    return machine.this is not None and isinstance(machine.this.due, Question)


class Table(RuleBasedStateMachine):
    """One table of one house, round after round."""

    def __init__(self) -> None:
        super().__init__()
        self.this: Round | None = None
        self.cards: Iterator[Card] = iter(())

    @initialize(rng=randoms)
    def open(self, rng: random.Random) -> None:
        self.house: Mapping[str, Any]
        self.setup: Setup
        self.house, self.setup = random_setup(rng)
        self.meters: Mapping[str, Meter] = open_meters(self.setup, {}, {})

    @precondition(between_rounds)
    @rule(rng=randoms, shoe_seed=st.integers(0, 2**32))
    def bet(self, rng: random.Random, shoe_seed: int) -> None:
        self.this = Round.start(self.setup, random_bets(rng, self.setup), self.meters)
        self.cards = cards_for(random.Random(shoe_seed), self.this)

    @precondition(between_rounds)
    @rule(rng=randoms, wrong=st.sampled_from(sorted(BAD_BETS)))
    def bet_what_the_table_does_not_take(self, rng: random.Random, wrong: str) -> None:
        code, spoil = BAD_BETS[wrong]
        bets: list[Bets] | None = spoil(self.setup, random_bets(rng, self.setup), rng)
        if bets is None:
            return  # this table has nothing of the kind
        before = repr(self.meters)
        with pytest.raises(RefusedError) as refused:
            Round.start(self.setup, bets, self.meters)
        assert refused.value.refusal.code == code
        assert repr(self.meters) == before

    @precondition(card_due)
    @rule()
    def deal(self) -> None:
        """Deal until a decision is asked or the round is over."""
        assert self.this
        while card_due(self):
            if isinstance(self.this.due, ReshuffleNeeded):
                self.this.reshuffle()
            else:
                self.this.deal(next(self.cards))

    @precondition(card_due)
    @rule(kind=st.sampled_from(ActionKind))
    def decide_out_of_turn(self, kind: ActionKind) -> None:
        assert self.this
        state = self.this.state
        action = Action(seat=state.seats[0].number, kind=kind)
        refusal = refuse(state, action)
        assert refusal
        assert refusal.code == "action/illegal"
        with pytest.raises(IllegalAction):
            self.this.act(action)
        assert self.this.state is state

    @precondition(decision_due)
    @rule(rng=randoms)
    def decide(self, rng: random.Random) -> None:
        assert self.this
        assert isinstance(self.this.due, Question)
        self.this.act(random_player(rng)(self.this.due))

    @precondition(decision_due)
    @rule(rng=randoms)
    def decide_what_is_not_allowed(self, rng: random.Random) -> None:
        assert self.this
        check_decisions(self.this, rng)

    @invariant()
    def nothing_is_illegal(self) -> None:
        if self.this is not None:
            check_moment(self.this)
            check_views(self.this.state, random.Random(0))

    @invariant()
    def a_finished_round_adds_up(self) -> None:
        if self.this is not None and self.this.due is None:
            check_finished(self.this, self.house)
            self.meters = self.this.state.meters

    def teardown(self) -> None:
        """Finish what is on the table, sensibly, and check that too."""
        if self.this is not None and self.this.due is not None:
            self.this.play(self.cards, basic_play)
            check_finished(self.this, self.house)


Table.TestCase.settings = settings(
    max_examples=by_day(25, 150),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestAnyTablePlaysLegallyWhateverIsTriedAtIt = Table.TestCase
