"""What a player types in plain mode: bets and decisions, read against what the table takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.setup import Setup
from pitboss.rulebook.check import choice as one_of
from pitboss.rulebook.library import nearest
from pitboss.tui.words import KEYS, cents_of, spots_before_deal

UNKNOWN = "command/unknown"


def the_one(word: str, known: Iterable[str], what: str) -> str:
    """Return the name that *word* is, or of which alone it is the beginning.

    >>> the_one("match-u", ["main", "match-up", "match-down"], "wager")
    'match-up'
    """
    names = tuple(known)
    if word in names:
        return word
    meant = [name for name in names if name.startswith(word)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise RefusedError(UNKNOWN, f"{word!r} may mean {one_of(meant)}; write more of it")
    hint = nearest(word, names) or one_of(names)
    raise RefusedError(UNKNOWN, f"there is no {what} {word!r}; there is {hint}")


def parse_bets(
    words: Sequence[str], setup: Setup, seats: Sequence[int]
) -> dict[int, dict[str, int]]:
    """Read "main 10 match-up 5", for every seat of yours or for those named by "seat 2".

    An amount alone is the main wager.
    """
    spots = spots_before_deal(setup)
    bets: dict[int, dict[str, int]] = {}
    meant: Sequence[int] = seats
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "seat":
            meant = [_seat(left.pop(0) if left else "")]
            continue
        if word[0].isdigit() or word[0] == "$":
            wager, amount = "main", _amount(word)
        else:
            wager = the_one(word, spots, "wager")
            amount = _amount(left.pop(0) if left else "", wager)
        for seat in meant:
            bets.setdefault(seat, {})[wager] = amount
    return bets


def _seat(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise RefusedError(UNKNOWN, f"seat needs a number, not {word!r}")
    return int(word)


def _amount(word: str, wager: str = "") -> int:
    if not word:
        raise RefusedError("action/amount", f"{wager} needs an amount in dollars")
    try:
        return cents_of(word)
    except ValueError as error:
        raise RefusedError("action/amount", str(error)) from None


def parse_decision(words: Sequence[str], asked: Question) -> tuple[ActionKind, int | None]:
    """Read "double 5": an action, the beginning of one that may be taken now, or its key."""
    word, *rest = words
    if len(rest) > 1:
        raise RefusedError(UNKNOWN, "write an action and at most one amount")
    amount = _amount(rest[0]) if rest else None
    return _kind(word, [choice.kind for choice in asked.choices]), amount


def _kind(word: str, legal: Sequence[ActionKind]) -> ActionKind:
    meant = [kind for kind in legal if kind.value.startswith(word)]
    if len(meant) == 1:
        return meant[0]
    for kind in legal:
        if KEYS[kind] == word:
            return kind
    if not meant and len(possible := [kind for kind in ActionKind if kind.startswith(word)]) == 1:
        return possible[0]  # an action, but none for now: the table says what is possible
    return ActionKind(the_one(word, meant or legal, "action"))
