"""Index plays: hands that a counter plays otherwise from some true count on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pitboss.cards import RANK_LETTERS
from pitboss.engine.actions import ActionKind

INSURANCE = "insurance"
"""The hand of the index play that is a wager of its own."""

UPS = (*"23456789", "T", "A")
"""Up cards as index plays name them."""

_TOTAL = re.compile(r"[4-9]|1[0-9]|2[01]", re.ASCII)
_TWO = re.compile(r"(A|[2-9]|T|10),(A|[2-9]|T|10)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlay:
    """A play that is made at or above a true count; with `below`, under it."""

    hand: str
    """A row of the chart: "16" is any hard 16, "A,7" any soft 18, "8,8" the pair; "insurance"."""
    up: str
    """"2" to "9", "T" for every card that counts ten, "A"."""
    action: ActionKind
    at: int
    """The true count; for a count that divides nothing, the running count."""
    below: bool = False
    """Made under the true count instead."""

    def applies(self, count: int) -> bool:
        """Return whether the play is made at a count.

        >>> play = IndexPlay(hand="16", up="T", action=ActionKind.STAND, at=0)
        >>> play.applies(0), play.applies(-1)
        (True, False)
        """
        return (count >= self.at) is not self.below

    def __str__(self) -> str:
        """Write the play as people do.

        >>> str(IndexPlay(hand="16", up="T", action=ActionKind.STAND, at=0))
        '16 v T: stand at 0 or more'
        """
        when = f"below {self.at:+d}" if self.below else f"at {self.at:+d} or more"
        return f"{self.hand} v {self.up}: {self.action.value} {when}".replace("+0", "0")

    def as_json(self) -> dict[str, object]:
        """Return the play as a file writes it."""
        action = self.action.value
        play = dict[str, object](hand=self.hand, up=self.up, action=action, at=self.at)
        return play | ({"below": True} if self.below else {})


def hand_row(hand: str) -> tuple[str, int] | None:
    """Return the part of a chart and the row in it: hard or soft total, or the value of a pair.

    >>> hand_row("16"), hand_row("A,7"), hand_row("8,8"), hand_row("A,A")
    (('hard', 16), ('soft', 18), ('pairs', 8), ('pairs', 1))
    >>> hand_row("9,7") is None
    True
    """
    if _TOTAL.fullmatch(hand):
        return "hard", int(hand)
    pair = _TWO.fullmatch(hand)
    if pair is None:
        return None
    one, other = (_value(text) for text in pair.groups())
    if one == other:
        return "pairs", one
    return ("soft", 11 + other) if one == 1 else None


def hand_problem(hand: str, up: str) -> str:
    """Return the problem with the names of a hand and an up card; empty if there is none.

    >>> hand_problem("9,7", "T")
    "'9,7' is no hand: write a total as 16, a soft hand as A,7, a pair as 8,8, or insurance"
    """
    if up not in UPS:
        return f"{up[:20]!r} is not an up card: write 2 to 9, T or A"
    if hand == INSURANCE:
        return "" if up == "A" else "insurance is offered against an ace alone"
    if hand_row(hand) is None:
        ways = "write a total as 16, a soft hand as A,7, a pair as 8,8, or insurance"
        return f"{hand[:20]!r} is no hand: {ways}"
    return ""


def _value(text: str) -> int:
    return 10 if text in {"T", "10"} else RANK_LETTERS.index(text) + 1
