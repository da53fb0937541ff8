"""Somebody who decides at random, in a style of his own; every choice of every game comes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Choice, Question

STYLES: Mapping[str, Mapping[ActionKind, int]] = {
    "mixed": {
        ActionKind.SPLIT: 6,
        ActionKind.FREE_SPLIT: 6,
        ActionKind.HIT: 4,
        ActionKind.SURRENDER: 1,
    },
    "hits": {ActionKind.HIT: 40},
    "doubles": {
        ActionKind.DOUBLE: 20,
        ActionKind.REDOUBLE: 20,
        ActionKind.FREE_DOUBLE: 20,
        ActionKind.KEEP_BLACKJACK: 9,
    },
    "splits": {ActionKind.SPLIT: 40, ActionKind.FREE_SPLIT: 20, ActionKind.SURRENDER: 1},
    "stays in": {ActionKind.BET: 30},
    "takes what is free": {ActionKind.FREE_SPLIT: 80, ActionKind.FREE_DOUBLE: 80},
}
"""How often a random player does what, against a weight of 3 for everything else."""

Player = Callable[[Question], Action]
LATE_MAX = 10_000
"""What is put on a wager without a maximum, at most."""


def random_player(rng: random.Random) -> Player:
    """Return somebody who decides at random, in a style of his own."""
    style = STYLES[rng.choice(tuple(STYLES))]

    def decide(question: Question) -> Action:
        weights = [style.get(choice.kind, 3) for choice in question.choices]
        choice = rng.choices(question.choices, weights)[0]
        amount = random_amount(rng, choice)
        return Action(
            seat=question.seat,
            hand=question.hand,
            kind=choice.kind,
            amount=amount,
            wager=rng.choice((question.wager, None)),
            tip=random_tip(rng, choice, amount),
            low=random_low(rng, choice),
        )

    return decide


def random_low(rng: random.Random, choice: Choice) -> tuple[Card, ...] | None:
    """Set one of the low hands that may be set, its cards in any order."""
    return tuple(rng.sample(rng.choice(choice.lows), 2)) if choice.lows else None


def random_amount(rng: random.Random, choice: Choice) -> int | None:
    """Return any amount in the range, or none where one is meant by default."""
    if choice.low is None or choice.high is None:
        return None
    if choice.default is not None and rng.random() < 0.3:
        return None
    most = min(choice.high, max(choice.low, LATE_MAX))
    amount = rng.choice((choice.low, most, rng.randint(choice.low, most)))
    return amount // choice.step * choice.step


def random_tip(rng: random.Random, choice: Choice, amount: int | None) -> int | None:
    """C71: now and then a tip goes with a wager made during the round."""
    if not choice.tip or amount is None or amount < choice.tip or rng.random() < 0.4:
        return None
    most = min(amount, choice.tip_max or amount) // choice.tip
    return choice.tip * rng.choice((1, most, rng.randint(1, most)))
