"""Actions, questions with their choices, and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.cards import Card
from pitboss.engine.values import Value
from pitboss.rulebook.limits import shorten_message


class ActionKind(StrEnum):
    """Every decision of every game, as records write it."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    RESCUE = "rescue"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURE = "insure"
    DECLINE = "decline"
    TAKE_BLACKJACK = "take-blackjack"
    KEEP_BLACKJACK = "keep-blackjack"
    FREE_DOUBLE = "free-double"
    FREE_SPLIT = "free-split"
    SWITCH = "switch"
    KEEP = "keep"
    BUST_BET = "bust-bet"
    BET = "bet"
    FOLD = "fold"
    SET = "set"
    PLAY_ON = "play-on"
    BACK_OUT = "back-out"
    EXPOSE = "expose"
    CONCEAL = "conceal"


MORE_MONEY = frozenset(
    {
        ActionKind.DOUBLE,
        ActionKind.REDOUBLE,
        ActionKind.SPLIT,
        ActionKind.INSURE,
        ActionKind.BUST_BET,
        ActionKind.BET,
    }
)
"""Decisions that put more of the player's money down; free doubles and splits put none."""


class Action(Value, frozen=True, kw_only=True):
    """One decision."""

    seat: int
    kind: ActionKind
    hand: int = 1
    amount: int | None = None
    """Cents, where the decision puts money on the table."""
    wager: str | None = None
    """Which wager is insured, where there are several."""
    tip: int | None = None
    """Cents for the dealer beside a wager made during the round."""
    low: tuple[Card, ...] | None = None
    """The two cards of the low hand, where a hand is set."""


class Choice(Value, frozen=True):
    """One thing that may be decided now, with the amounts that are legal."""

    kind: ActionKind
    low: int | None = None
    high: int | None = None
    """None: it puts no money on the table."""
    default: int | None = None
    """The amount of a decision that states none; None if it must state one."""
    step: int = 1
    """The amount is a multiple of this."""
    tip: int = 0
    """A tip for the dealer may go with it, a multiple of this; 0: none may."""
    lows: tuple[tuple[Card, ...], ...] = ()
    """The low hands that may be set, fouls included where the house takes them."""
    fouls: tuple[tuple[Card, ...], ...] = ()
    """The low hands that are refused as a foul."""
    tip_max: int | None = None
    """The most that the house takes as a tip; None: as much as the wager."""


BACK_OUT_CHOICES = (Choice(ActionKind.PLAY_ON), Choice(ActionKind.BACK_OUT))
"""2110(9): what each player is asked after a misdeal of the first cards."""


class Question(Value, frozen=True):
    """Whose turn it is and what may be decided."""

    seat: int
    hand: int
    choices: tuple[Choice, ...]
    wager: str | None = None

    def choice(self, kind: ActionKind) -> Choice | None:
        """Return the choice of that kind, if it is one of them."""
        for choice in self.choices:
            if choice.kind == kind:
                return choice
        return None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done: a stable code and one sentence."""

    code: str
    message: str

    def __post_init__(self) -> None:
        """Keep what the sentence repeats of somebody's input short."""
        object.__setattr__(self, "message", shorten_message(self.message))


class RefusedError(ValueError):
    """Raised with the refusal; the state is as it was."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the code and the sentence."""
        self.refusal = Refusal(code, message)
        super().__init__(self.refusal.message)


class IllegalAction(RefusedError):  # noqa: N818 - it says what was tried, not that something broke
    """Raised by `act` for a decision that may not be made now."""
