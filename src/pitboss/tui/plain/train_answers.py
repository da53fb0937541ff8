"""The answers of the trainer, as a player types them."""

from __future__ import annotations

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import Action, ActionKind, RefusedError
from pitboss.engine.legal import refusal
from pitboss.table.training.dealing import SEAT, DealtDecision
from pitboss.table.training.words import sets_hand
from pitboss.tui.plain.commands import parse_decision

_LOW_CARDS = 2


def read_answer(dealt: DealtDecision, words: list[str]) -> Action:
    """Read an answer: its word, the beginning of it or its key; `RefusedError` for any other.

    To set a hand, the answer is its low hand, with or without the word.
    """
    if sets_hand(dealt.asked):
        return _legal(dealt, dealt.action(ActionKind.SET, _read_low(dealt, words)))
    decision = parse_decision(words, dealt.asked)
    if decision.amount is not None or decision.tip is not None:
        message = f"{decision.kind} is for the whole wager here: say no amount"
        raise RefusedError("action/amount", message)
    return _legal(dealt, dealt.action(decision.kind))


def _read_low(dealt: DealtDecision, words: list[str]) -> tuple[Card, ...]:
    cards = words[1:] if ActionKind.SET.startswith(words[0]) else words
    if len(cards) != _LOW_CARDS:
        example = format_cards(dealt.state.seat(SEAT).hand(dealt.asked.hand).cards[:_LOW_CARDS])
        message = f"name the two cards of the low hand: set {example}"
        raise RefusedError("action/setting", message)
    return parse_decision([ActionKind.SET, *cards], dealt.asked).low or ()


def _legal(dealt: DealtDecision, action: Action) -> Action:
    refused = refusal(dealt.asked, action)
    if refused is not None:
        raise RefusedError(refused.code, refused.message)
    return action
