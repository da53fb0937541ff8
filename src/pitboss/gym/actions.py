"""What a learner may do: one numbering of actions for every game, and masks over it."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine.actions import Action, ActionKind, Choice, Question

DEAL = "deal"
"""The wager is placed and the cards are dealt: a round in which nothing is asked is one too."""
KINDS = (
    ActionKind.HIT,
    ActionKind.STAND,
    ActionKind.DOUBLE,
    ActionKind.REDOUBLE,
    ActionKind.RESCUE,
    ActionKind.SPLIT,
    ActionKind.SURRENDER,
    ActionKind.FREE_DOUBLE,
    ActionKind.FREE_SPLIT,
    ActionKind.INSURE,
    ActionKind.DECLINE,
    ActionKind.TAKE_BLACKJACK,
    ActionKind.KEEP_BLACKJACK,
    ActionKind.SWITCH,
    ActionKind.KEEP,
    ActionKind.BUST_BET,
)
ACTIONS: tuple[str, ...] = (DEAL, *(kind.value for kind in KINDS))
"""Every action by its number; the numbers are the same in every game."""
NUMBER = {name: number for number, name in enumerate(ACTIONS)}
BEFORE_THE_DEAL = 1 << NUMBER[DEAL]
"""The mask before a round: there is nothing to do but deal."""


def mask_of(kinds: Iterable[ActionKind]) -> int:
    """Return a bit for each action.

    >>> bin(mask_of([ActionKind.HIT, ActionKind.STAND]))
    '0b110'
    """
    return sum(1 << NUMBER[kind] for kind in kinds)


def answer(asked: Question, number: int) -> Action:
    """Return the engine's action for a number that is legal now.

    What may be of several sizes is as large as it may be when it is insurance or a double, and as
    small as it may be when it is a side wager.
    """
    choice = next(choice for choice in asked.choices if choice.kind == KINDS[number - 1])
    return Action(seat=asked.seat, hand=asked.hand, kind=choice.kind, amount=_amount(choice))


def _amount(choice: Choice) -> int | None:
    if choice.kind is ActionKind.BUST_BET:
        return choice.low
    return choice.high if choice.default is None else choice.default


def refusal(number: int, mask: Iterable[int], where: str) -> str:
    """Say that an action is not legal, and which are.

    >>> refusal(1, [1] + 16 * [0], "now")
    'hit is not possible now; choose deal'
    """
    named = ACTIONS[number] if 0 <= number < len(ACTIONS) else f"action {number}"
    legal = ", ".join(name for name, bit in zip(ACTIONS, mask, strict=True) if bit)
    return f"{named} is not possible {where}; choose {legal}"
