"""The actions of a learner: one numbering for every game, and masks over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Choice, Question

DEAL = "deal"
"""Place the wager and deal; every round starts with it."""
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
BLACKJACK_ACTIONS: tuple[str, ...] = (DEAL, *(kind.value for kind in KINDS))
"""The actions of games with blackjack alone."""
POKER_KINDS = (ActionKind.BET, ActionKind.FOLD)
LOW_HANDS = tuple(combinations(range(5), 2))
"""The two cards of five that are the low hand, by their order."""
ACTIONS: tuple[str, ...] = (
    *BLACKJACK_ACTIONS,
    *(kind.value for kind in POKER_KINDS),
    *(f"{ActionKind.SET.value}-{one + 1}-{two + 1}" for one, two in LOW_HANDS),
)
"""Every action by its number; the numbers are the same in every game."""
NUMBER = {name: number for number, name in enumerate(ACTIONS)}
_FIRST_SET = len(ACTIONS) - len(LOW_HANDS)
BEFORE_THE_DEAL = 1 << NUMBER[DEAL]
"""The mask before a round: the only action is to deal."""


def action_mask(kinds: Iterable[ActionKind]) -> int:
    """Return a bit for each action.

    >>> bin(action_mask([ActionKind.HIT, ActionKind.STAND]))
    '0b110'
    """
    return sum(1 << NUMBER[kind] for kind in kinds)


def legal_answers(question: Question, cards: tuple[Card, ...]) -> dict[int, Action]:
    """Return number -> the engine's action, for every legal action.

    *cards* are those of the hand. Insurance and a double are for the most, a side wager during the
    round for the least allowed.
    """
    answers: dict[int, Action] = {}
    for choice in question.choices:
        if choice.kind is ActionKind.SET:
            answers |= {
                number: Action(seat=question.seat, hand=question.hand, kind=choice.kind, low=low)
                for number, low in _low_hands(choice, cards)
            }
        else:
            answers[NUMBER[choice.kind]] = Action(
                seat=question.seat, hand=question.hand, kind=choice.kind, amount=_amount(choice)
            )
    return answers


def _low_hands(choice: Choice, cards: tuple[Card, ...]) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield the numbers of the low hands that are not fouls."""
    for (one, two), number in zip(LOW_HANDS, range(_FIRST_SET, len(ACTIONS)), strict=True):
        for low in choice.lows:
            if {*low} == {cards[one], cards[two]}:
                yield number, low


def _amount(choice: Choice) -> int | None:
    if choice.kind is ActionKind.BUST_BET:
        return choice.low
    return choice.high if choice.default is None else choice.default


def refusal(number: int, mask: Iterable[int], where: str) -> str:
    """Return the message for an illegal action, with the legal ones.

    >>> refusal(1, [1] + 16 * [0], "now")
    'hit is not possible now; choose deal'
    """
    named = ACTIONS[number] if 0 <= number < len(ACTIONS) else f"action {number}"
    legal = ", ".join(name for name, bit in zip(ACTIONS, mask, strict=False) if bit)
    return f"{named} is not possible {where}; choose {legal}"
