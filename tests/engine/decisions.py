"""What may be decided at any moment: all of it is accepted, and everything else refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Choice, IllegalAction, Question
from pitboss.engine.drive import Round, act, refuse
from pitboss.engine.events import ActionTaken


def illegal_actions(rng: random.Random, question: Question) -> Iterator[tuple[Action, str]]:
    """Yield decisions that must be refused, each with its code."""
    offered = {choice.kind for choice in question.choices}
    for kind in ActionKind:
        if kind not in offered:
            yield Action(seat=question.seat, hand=question.hand, kind=kind), "action/illegal"
    choice = rng.choice(question.choices)
    amount = most(choice)
    right = Action(seat=question.seat, hand=question.hand, kind=choice.kind, amount=amount)
    right = replaced(right, low=any_low(choice))
    yield replaced(right, seat=question.seat + rng.choice((-1, 1, 7))), "action/not-your-turn"
    yield replaced(right, hand=question.hand + rng.choice((-1, 1, 4))), "action/not-your-turn"
    yield replaced(right, wager="match-up"), "action/not-your-turn"
    for offer in question.choices:
        right = replaced(right, kind=offer.kind, amount=most(offer), low=any_low(offer))
        for wrong in wrong_amounts(offer):
            yield replaced(right, amount=wrong), "action/amount"
        for tip in wrong_tips(offer, most(offer) or 0):
            yield replaced(right, tip=tip), "action/amount"
        for low, code in wrong_lows(offer):
            yield replaced(right, low=low), code


def replaced(action: Action, **changes: Any) -> Action:  # noqa: ANN401 - fields of an action
    names = ("seat", "kind", "hand", "amount", "wager", "tip", "low")
    return Action(**{**{name: getattr(action, name) for name in names}, **changes})


def any_low(choice: Choice) -> tuple[Card, ...] | None:
    return choice.lows[0] if choice.lows else None


def wrong_lows(choice: Choice) -> Iterator[tuple[tuple[Card, ...] | None, str]]:
    """2112(6), (11)(i): fouls that are to be set again, and what is no setting at all."""
    if not choice.lows:
        yield (Card(0), Card(4)), "action/setting"
        return
    yield from ((foul, "action/foul") for foul in choice.fouls)
    first, second = choice.lows[0]
    held = {card for low in (*choice.lows, *choice.fouls) for card in low}
    strange = next(card for card in map(Card, range(52)) if card not in held)
    for low in (None, (), (first,), (first, first), (first, strange), (first, second, strange)):
        yield low, "action/setting"


def most(choice: Choice) -> int | None:
    """The largest amount that may be put on it."""
    return None if choice.high is None else choice.high // choice.step * choice.step


def wrong_amounts(choice: Choice) -> list[int | None]:
    if choice.low is None or choice.high is None:
        return [0, 1, 100]
    missing = [None] if choice.default is None else []
    odd = [choice.low + 1] if choice.step > 1 else []
    return [choice.low - 1, choice.high + 1, 0, -choice.high, *odd, *missing]


def wrong_tips(choice: Choice, amount: int) -> list[int]:
    """C61, C71: a tip beside a late wager is at most the wager, in whole dollars where asked."""
    if not choice.tip:
        return [1, 100]
    return [0, -1, amount + 1, *([1] if choice.tip > 1 else [])]


def check_decisions(round_: Round, rng: random.Random) -> None:
    """What is legal is accepted at both ends of its range, everything else refused with a code."""
    question = round_.due
    assert isinstance(question, Question)
    state = round_.state
    known = repr(round_.state)
    count = len(round_.events)
    kinds = [choice.kind for choice in question.choices]
    assert len(set(kinds)) == len(kinds) > 0
    for choice in question.choices:
        for amount in {choice.low, most(choice), choice.default}:
            if amount is None and choice.low is not None and choice.default is None:
                continue  # it must be said
            action = Action(seat=question.seat, hand=question.hand, kind=choice.kind, amount=amount)
            for low in choice.lows or (None,):
                check_accepted(round_, replaced(action, low=low), choice)
    for action, code in illegal_actions(rng, question):
        refusal = refuse(state, action)
        assert refusal is not None, action
        assert refusal.code == code, (action, refusal)
        assert refusal.message
        with pytest.raises(IllegalAction) as raised:
            act(state, action)
        assert raised.value.refusal == refusal
        with pytest.raises(IllegalAction):
            round_.act(action)
    assert round_.state is state
    assert repr(state) == known, "a refusal changed something"
    assert len(round_.events) == count


def check_accepted(round_: Round, action: Action, choice: Choice) -> None:
    assert refuse(round_.state, action) is None
    taken = act(round_.state, action)[0]
    assert isinstance(taken, ActionTaken)
    stated = action.amount if action.amount is not None else choice.default or None
    assert taken.stated_amount == (None if choice.kind is ActionKind.SPLIT else stated)
    assert taken.low == (action.low or ())
