"""Bets and decisions as people write them in a line: "main 10 match-up 5", "double 5"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.cards import Card, NotationError, read_cards
from pitboss.engine.actions import ActionKind, Choice, Question, RefusedError
from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.rulebook.phrases import choice as one_of
from pitboss.rulebook.phrases import nearest
from pitboss.sitting.amounts import spots_before_deal, with_required
from pitboss.text.actions import KEYS, amount_range, parse_cents

UNKNOWN = "command/unknown"
_MAIN = "main"
_TIP = "tip"
HOUSE_WAY = "house-way"
"""The words for the house way, instead of two cards."""


def choice_words(choice: Choice) -> str:
    """Return a choice with its amounts.

    >>> from pitboss.engine.actions import ActionKind
    >>> choice_words(Choice(ActionKind.DOUBLE, 500, 1000, 1000))
    'double ($5.00 to $10.00)'
    """
    tip = ", a tip may go with it" if choice.tip else ""
    amounts = amount_range(choice)
    return f"{choice.kind.value} ({amounts}{tip})" if amounts else choice.kind.value


class Decision(NamedTuple):
    """A player's decision, with its amounts in cents."""

    kind: ActionKind
    amount: int | None = None
    tip: int | None = None
    low: tuple[Card, ...] | None = None
    """The low hand, if a hand is set; empty for the house way."""


def the_one(word: str, known: Iterable[str], what: str) -> str:
    """Return the name that equals *word*, or the only one that begins with it.

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
    """Read "main 10 match-up 5", for all your seats or for those named by "seat 2".

    An amount alone is the main wager, or both of a game with two hands; "tip main 1" is for the
    dealer. Compulsory wagers are added.
    """
    bets: dict[int, dict[str, int]] = {}
    meant: Sequence[int] = seats
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "seat":
            meant = [_seat(left.pop(0) if left else "")]
            continue
        mark = TIP if word == _TIP else ""
        if mark:
            word = left.pop(0) if left else ""
        wagers = _wagers(word, setup)
        amount = _amount(word if _is_amount(word) else left.pop(0) if left else "", word)
        for seat in meant:
            bets.setdefault(seat, {}).update({f"{mark}{wager}": amount for wager in wagers})
    return {seat: with_required(setup, named) for seat, named in bets.items()}


def is_bet(words: Sequence[str]) -> bool:
    """Return whether a line begins with an amount, as "10" or "$10 match-up 5"."""
    return _is_amount(words[0])


def _is_amount(word: str) -> bool:
    """Return whether a word is dollars; a wager's name may begin with digits too: "21-plus-3"."""
    return re.fullmatch(r"\$.*|[0-9][0-9.,]*", word) is not None


def _wagers(word: str, setup: Setup) -> Sequence[str]:
    """Return the wagers of a word: one, or the main wagers for "main" or an amount."""
    if not word:
        raise RefusedError(UNKNOWN, "tip needs a wager and an amount")
    if word == _MAIN or _is_amount(word):
        return setup.mains
    return (the_one(word, spots_before_deal(setup), "wager"),)


def _seat(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise RefusedError(UNKNOWN, f"seat needs a number, not {word!r}")
    return int(word)


def _amount(word: str, wager: str = "") -> int:
    if not word:
        raise RefusedError("action/amount", f"{wager} needs an amount in dollars")
    try:
        return parse_cents(word)
    except ValueError as error:
        raise RefusedError("action/amount", str(error)) from None


def parse_decision(words: Sequence[str], question: Question) -> Decision:
    """Read "double 5": an action, the beginning of a legal one, or its key.

    "bust-bet 5 tip 1" puts a dollar down for the dealer beside the wager; "set Kd 9h" sets a low
    hand, "set house-way" that of the house way.
    """
    word, *rest = words
    kind = _kind(word, [choice.kind for choice in question.choices])
    if kind is ActionKind.SET:
        return Decision(kind, low=_low(rest))
    tip = None
    if _TIP in rest:
        place = rest.index(_TIP)
        tip = _amount(" ".join(rest[place + 1 :]), _TIP)
        rest = rest[:place]
    if len(rest) > 1:
        raise RefusedError(UNKNOWN, "write an action and at most one amount")
    amount = _amount(rest[0]) if rest else None
    return Decision(kind, amount, tip)


def _low(words: Sequence[str]) -> tuple[Card, ...]:
    """Return the two cards of a low hand; none for the house way."""
    if len(words) == 1 and HOUSE_WAY.startswith(words[0]):
        return ()
    try:
        cards = read_cards(" ".join(words))
    except NotationError as error:
        raise RefusedError(error.code, str(error)) from None
    if len(cards) != 2:
        raise RefusedError(UNKNOWN, f"name the two cards of the low hand, or '{HOUSE_WAY}'")
    return cards


def _kind(word: str, legal: Sequence[ActionKind]) -> ActionKind:
    if word in legal:
        return ActionKind(word)
    meant = [kind for kind in legal if kind.value.startswith(word)]
    if len(meant) == 1:
        return meant[0]
    for kind in legal:
        if KEYS[kind] == word:
            return kind
    # An action, but none for now: the table says what is possible.
    named = [kind for kind, key in KEYS.items() if key == word]
    named = named or [kind for kind in ActionKind if kind.startswith(word)]
    if not meant and (len(named) == 1 or word in KEYS.values()):
        return named[0]
    return ActionKind(the_one(word, meant or legal, "action"))
