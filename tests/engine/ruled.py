"""Random rounds in which a supervisor rules on an irregularity."""

from __future__ import annotations

import random

from pitboss.engine.actions import Action, Question
from pitboss.engine.drive import Round
from pitboss.engine.events import IrregularityRuled
from pitboss.engine.irregular import refuse_ruling
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from tests.engine.bets import random_bets
from tests.engine.houses import cards_for, random_setup
from tests.engine.players import random_player


class RuledRound:
    """A random round in which a supervisor rules on something at a random moment, if he can."""

    def __init__(self, rng: random.Random, game: str) -> None:
        self.rng = rng
        self.house, setup = random_setup(rng, game)
        self.bets = random_bets(rng, setup)
        self.round = Round.start(setup, self.bets)
        self.ruled: IrregularityRuled | None = None
        self.actions: list[Action] = []
        self.waits = rng.choice((0, 1, 3, 8, 15, 25))
        cards = iter(cards_for(rng, self.round))
        decide = random_player(rng)
        self._rule()
        while (due := self.round.due) is not None:
            if isinstance(due, CardNeeded):
                self.round.deal(next(cards))
            elif isinstance(due, ReshuffleNeeded):
                self.round.reshuffle()
            else:
                assert isinstance(due, Question)
                self.actions.append(decide(due))
                self.round.act(self.actions[-1])
            self._rule()

    def _rule(self) -> None:
        self.waits -= 1
        if self.waits >= 0 or self.ruled is not None:
            return
        state = self.round.state
        rng = self.rng
        kinds = [item.id for item in state.setup.configured.game.irregularities]
        seat = rng.choice(state.seats)
        hand = rng.choice(seat.hands).number
        ruled = IrregularityRuled(rng.choice(kinds), seat.number, hand, reason="seen")
        if refuse_ruling(state, ruled) is None:
            self.round.rule(ruled)
            self.ruled = ruled
