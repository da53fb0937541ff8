"""The words of the coach: values, costs, and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import pretty_card
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, State
from pitboss.text.actions import total_words
from pitboss.text.history import pretty_cards
from pitboss.text.kinds import packet_name
from pitboss.text.numbers import money, rounded_money

if TYPE_CHECKING:
    from pitboss.exact.worth import Advice, DecisionJudgement, Worth

WORKING = "working it out ..."
"""Shown until a hint is ready."""


class HintRow(NamedTuple):
    """One choice of a hint, in words."""

    action: str
    units: str
    dollars: str
    cost: str


def hint_rows(worth: Worth) -> Iterator[HintRow]:
    """Return the choices of a decision with their values, the best first."""
    best = worth.best.value
    for choice in worth.values:
        cost = float(best - choice.value)
        verdict = "the best" if choice is worth.best else f"costs {cost:.4f}" if cost else "as good"
        yield HintRow(
            choice_words(choice),
            f"{float(choice.value):+.4f}",
            rounded_money(worth.cents(choice.value), sign=True),
            verdict,
        )


def choice_words(choice: Advice) -> str:
    """Return a choice in words, with the low hand if one is set."""
    return (
        str(choice.action) if choice.low is None else f"{choice.action} {pretty_cards(choice.low)}"
    )


def assumption_words(setup: Setup, worth: Worth) -> str:
    """Return the assumptions behind the values of a hint."""
    unit = f"in units of {worth.of}, {money(worth.unit)}"
    if worth.by is not None:
        return f"{unit}; by {worth.by}"
    peeked = setup.rules.peek and not worth.before_peek
    dealer = "no dealer blackjack" if peeked else "a dealer blackjack counted in"
    switches = worth.best.action in {ActionKind.SWITCH, ActionKind.KEEP}
    cards = "all your cards" if worth.before_peek or switches else "this hand"
    return f"{unit}; by {cards} and the up card, {dealer}"


def cost_words(judged: DecisionJudgement) -> str:
    """Return the cost of a mistake: "cost 0.0123 of a unit ($0.12); best: double"."""
    lost = loss_words(judged.cost, judged.cost_cents)
    return f"cost {lost}; best: {choice_words(judged.worth.best)}"


def margin_words(judged: DecisionJudgement) -> str:
    """Return how close a right decision was: "right, where stand is 0.0021 worse"."""
    best, following = judged.worth.values[:2]
    behind = float(best.value - following.value)
    return f"right, where {choice_words(following)} is {behind:.4f} worse"


def loss_words(units: float, cents: float) -> str:
    """Write a loss in units and in dollars.

    >>> loss_words(0.01234, 12.34), loss_words(0.00002, 0.02), loss_words(1.5, 1500.0)
    ('0.0123 of a unit ($0.12)', '0.00002 of a unit (less than a cent)', '1.5000 units ($15.00)')
    """
    digits = f"{units:.4f}" if units >= 0.001 else f"{units:.1g}"
    if "e" in digits:
        digits = f"{units:.9f}".rstrip("0")
    of = "units" if units >= 1 else "of a unit"
    return f"{digits} {of} ({rounded_money(cents)})"


def decision_words(state: State, question: Question, action: Action) -> str:
    """Return a decision and its hand: "hit 16 (9♠ 7♦) against K♥"."""
    hands = " and ".join(_hand(state, hand) for hand in state.hands_to_decide(question))
    amount = "" if action.amount is None or not _is_said(question, action) else money(action.amount)
    kind = f"{action.kind} {amount}".strip()
    return f"{kind} {hands}{_against(state)}"


def _hand(state: State, hand: Hand) -> str:
    """Return a hand as its game counts it."""
    if state.setup.blackjack is not None:
        return hand_words(hand)
    return f"{packet_name(state.setup.round, hand.cards)} ({pretty_cards(hand.cards)})".strip()


def _against(state: State) -> str:
    """Return the up card; empty if the dealer's five cards are face down."""
    if state.setup.blackjack is None or not state.dealer:
        return ""
    return f" against {pretty_card(state.dealer[0])}"


def _is_said(question: Question, action: Action) -> bool:
    """Return whether the amount of a decision matters: it could have been another."""
    choice = next(choice for choice in question.choices if choice.kind is action.kind)
    is_whole = action.kind is ActionKind.DOUBLE and action.amount == choice.high
    return choice.low != choice.high and not is_whole


def hand_words(hand: Hand) -> str:
    """Return a hand's total and its cards."""
    total = "blackjack" if hand.is_blackjack else total_words(hand.total, soft=hand.soft)
    return f"{total} ({pretty_cards(hand.cards)})"
