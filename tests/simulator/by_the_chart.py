"""A player who reads a chart as a person does: the JSON that is printed, a cell at a time.

Nothing of the package's own reading is used here. What the letters mean is written out again, the
row is found from the cards on the table, and the first thing that the dealer offers is done.
"""

from __future__ import annotations

import re
from typing import Any

from pitboss.cards import Card, card_suit
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.state import Hand, State

Said = dict[str, Any]
HIT = ActionKind.HIT
STAND = ActionKind.STAND
DOUBLE = ActionKind.DOUBLE
SURRENDER = ActionKind.SURRENDER
SPLIT = ActionKind.SPLIT
MEANS = {
    "H": (HIT, STAND),
    "S": (STAND,),
    "D": (DOUBLE, HIT),
    "Ds": (DOUBLE, STAND),
    "F": (ActionKind.FREE_DOUBLE, HIT),
    "R": (SURRENDER, HIT),
    "Rs": (SURRENDER, STAND),
    "P": (SPLIT,),
    "FP": (ActionKind.FREE_SPLIT,),
    "Rp": (SURRENDER, SPLIT),
}
DOUBLED = {
    "S": (STAND,),
    "R": (ActionKind.RESCUE, STAND),
    "D": (ActionKind.REDOUBLE, STAND),
    "Dr": (ActionKind.REDOUBLE, ActionKind.RESCUE, STAND),
}
BONUSES = ({6, 7}, {6, 8}, {7, 8}, {7})


def worth(card: Card) -> int:
    return min(10, (card >> 2) + 1)


def name(value: int) -> str:
    return "A" if value == 1 else str(value)


def chart_row(cards: tuple[Card, ...]) -> tuple[str, str]:
    """Whether a hand is hard or soft, and its total."""
    low = sum(map(worth, cards))
    soft = low <= 11 and any(worth(card) == 1 for card in cards)
    return ("soft", str(low + 10)) if soft else ("hard", str(low))


def decide_by_chart(
    charts: Said, state: State, question: Question, *, bonus_after_split: bool
) -> ActionKind:
    """Return what the chart says about a hand."""
    hand = state.seat(question.seat).hand(question.hand)
    up = name(worth(state.dealer[0]))
    kinds = [choice.kind for choice in question.choices]
    part, row = chart_row(hand.cards)
    if hand.doublings:
        cell = charts[f"doubled_{part}"].get(row, {}).get(up, "S")
        return next(kind for kind in DOUBLED[cell] if kind in kinds)
    if row == "21":  # a soft 21 that may be doubled is paid instead
        return STAND
    if hand.split and ActionKind.FREE_SPLIT in kinds:
        return ActionKind.FREE_SPLIT
    if hand.split and SPLIT in kinds:
        return SPLIT
    cells = [charts[f"free_{part}" if hand.made_free else part][row][up]]
    values = [worth(card) for card in hand.cards]
    if len(values) == 2 and values[0] == values[1] and not hand.made_free:
        cells.insert(0, charts["pairs"][f"{name(values[0])},{name(values[0])}"][up])
    alive = set(values) in BONUSES and len(values) == 2 and sum(values) <= 15
    alive = alive and (bonus_after_split or not hand.split)
    for cell in cells:
        for kind in _wanted(cell, hand, alive=alive):
            if kind in kinds:
                return kind
    return STAND


def _wanted(cell: str, hand: Hand, *, alive: bool) -> tuple[ActionKind, ...]:
    parts = re.fullmatch(r"([A-Za-z]+)(\d*)([A-Za-z]*)([*+^]?)", cell)
    assert parts, cell
    code, count, then, mark = parts.groups()
    if alive and mark and _suits(hand.cards) >= "*+^".index(mark):
        return (HIT,)
    if count and len(hand.cards) >= int(count):
        return MEANS[then or "H"]
    return MEANS[code]


def _suits(cards: tuple[Card, ...]) -> int:
    """0 for mixed suits, 1 for one suit, 2 for spades."""
    suits = set(map(card_suit, cards))
    if len(suits) > 1:
        return 0
    return 2 if suits == {0} else 1


def switches(points: Said, state: State, question: Question) -> bool:
    """Whether the points of the hands that a switch would make add up to more."""
    up = name(worth(state.dealer[0]))
    first, second = (hand.cards for hand in state.seat(question.seat).hands)

    def counts(cards: tuple[Card, ...], *, kept: bool) -> int:
        values = sorted(map(worth, cards))
        if values == [1, 10] and kept:
            return int(points["blackjack"])
        if values[0] == values[1]:
            return int(points["pairs"][f"{name(values[0])},{name(values[0])}"][up])
        part, row = chart_row(cards)
        return int(points[part][row][up])

    held = counts(first, kept=True) + counts(second, kept=True)
    made = counts((first[0], second[1]), kept=False) + counts((second[0], first[1]), kept=False)
    return made > held
