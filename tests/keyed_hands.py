"""A person who keys hands of a physical table: random rounds, and the lines to type for them."""

from __future__ import annotations

import random

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import Action, ActionKind, Choice, Question
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken, CardDealt, WagerPlaced
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.sitting.amounts import least_wagers, legal_amount, spots_before_deal

SEATS = 7


def bets_for(setup: Setup, chance: random.Random, *, is_full: bool = False) -> list[Bets]:
    """Return bets for up to seven seats, some with side wagers, as far as the table takes them."""
    most = min(SEATS, setup.configured.game.seats_max or SEATS)
    bets: list[Bets] = []
    for seat in range(1, (most if is_full else chance.randint(2, most)) + 1):
        wagers = least_wagers(setup)
        for name, spot in spots_before_deal(setup).items():
            if name not in wagers and chance.random() < 0.6:
                more = {**wagers, name: legal_amount(spot, 500)}
                if refuse_bets(setup, [Bets(seat, more)]) is None:
                    wagers = more
        bets.append(Bets(seat, wagers))
    return bets


def decide(question: Question, chance: random.Random) -> Action:
    choice: Choice = chance.choice(question.choices)
    amount = choice.default if choice.default is not None else choice.low
    low = chance.choice(choice.lows) if choice.lows else None
    return Action(
        seat=question.seat,
        hand=question.hand,
        kind=choice.kind,
        amount=amount,
        low=low,
        wager=question.wager,
    )


def played(setup: Setup, chance: random.Random, *, is_full: bool = False) -> Round:
    """Play a random round with the engine alone; *is_full*: with every seat of the table."""
    bets = bets_for(setup, chance, is_full=is_full)
    round_ = Round.start(setup, bets, open_meters(setup, {}, {}))
    shoe = [*setup.shoe.cards()]
    chance.shuffle(shoe)
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            round_.deal(shoe.pop())
        elif isinstance(round_.due, ReshuffleNeeded):
            shoe = [*setup.shoe.cards()]
            for card in round_.due.keep:
                shoe.remove(card)
            chance.shuffle(shoe)
            round_.reshuffle()
        else:
            assert isinstance(round_.due, Question)
            round_.act(decide(round_.due, chance))
    return round_


def keys(round_: Round) -> list[str]:
    """Return the lines that a person types for a round."""
    bets: dict[int, list[str]] = {}
    for event in round_.events:
        if isinstance(event, WagerPlaced):
            bets.setdefault(event.seat, []).append(f"{event.wager} {event.amount / 100:.2f}")
    lines = [f"{seat} {' '.join(wagers)}" for seat, wagers in bets.items()]
    lines.append("deal")
    for event in round_.events:
        if isinstance(event, CardDealt):
            lines.append(format_cards([event.card]))
        elif isinstance(event, ActionTaken):
            lines.append(_decision(event))
    return lines


def _decision(event: ActionTaken) -> str:
    if event.action is ActionKind.SET:
        low: tuple[Card, ...] = event.low
        return f"set {format_cards(low)}"
    is_stated = event.amount and event.action is not ActionKind.SPLIT
    return f"{event.action.value} {event.amount / 100:.2f}" if is_stated else event.action.value
