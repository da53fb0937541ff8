"""Tags as people write them: by rank, by card, or ten numbers in the order 2 to 9, T, A."""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm

from pitboss.cards import JOKER, RANK_LETTERS, SUIT_LETTERS, Card, parse_card
from pitboss.cards.unseen import KINDS
from pitboss.rulebook.limits import TAG_MAX, TAG_UNIT_MAX, shorten
from pitboss.rulebook.problems import Problem, RulesError

MALFORMED = "count/tags"
ORDER = (*"23456789", "T", "A")
"""Ten tags without names are for these."""

_TENS = tuple(range(RANK_LETTERS.index("T") * 4, JOKER))
_NUMBER = re.compile(r"[+-]?(\d{1,6}(\.\d{1,4})?|\.\d{1,4}|\d{1,6}/[1-9]\d{0,3})", re.ASCII)


def find_cards(name: str) -> tuple[Card, ...] | None:
    """Return the cards of a name; None if no card has it.

    A rank, "T" for every card that counts ten, "10" for the tens alone, a card, a rank in some
    suits ("6hdc") or a colour ("7red", "7black"), or "Jk" for the joker.

    >>> find_cards("5"), find_cards("Qh"), len(find_cards("T"))
    ((Card('5s'), Card('5h'), Card('5d'), Card('5c')), (Card('Qh'),), 16)
    >>> find_cards("10") == find_cards("Tshdc")
    True
    >>> find_cards("7red") == find_cards("7hd"), find_cards("1") is None
    (True, True)
    """
    if name == "T":
        return tuple(map(Card, _TENS))
    rank = "T" if name.startswith("10") else name[:1]
    rest = name[2:] if name.startswith("10") else name[1:]
    if name == "Jk":
        return (JOKER,)
    if not rank or rank not in RANK_LETTERS:
        return None
    suits = {"": SUIT_LETTERS, "red": "hd", "black": "sc"}.get(rest, rest)
    if len(set(suits)) < len(suits) or not set(suits) <= set(SUIT_LETTERS):
        return None
    return tuple(sorted(parse_card(rank + suit) for suit in suits))


def is_number(text: str) -> bool:
    """Return whether a text is a number that a tag may have; "1e999" is not.

    >>> is_number("-1/2"), is_number(".5"), is_number("1e999")
    (True, True, False)
    """
    return _NUMBER.fullmatch(text) is not None


def read_tags(text: str, *, key: str = "--system") -> dict[str, Fraction]:
    """Read tags from one line; raise `RulesError` with every problem.

    >>> read_tags("1 1 1 1 1 0 0 0 -1 -1") == read_tags("2=1 3=1 4=1 5=1 6=1 T=-1 A=-1 7=0 8=0 9=0")
    True
    >>> read_tags("5=1 A=-1/2 Qh=.5")["Qh"]
    Fraction(1, 2)
    """
    words = text.replace(",", " ").split()
    if words and all(map(is_number, words)):
        if len(words) != len(ORDER):
            ten = "give ten, for 2 to 9, T and A, or name them"
            message = f"{len(words)} tags without names: {ten}"
            raise RulesError([Problem(code=MALFORMED, key=key, message=message)])
        return {name: Fraction(word) for name, word in zip(ORDER, words, strict=True)}
    tags: dict[str, Fraction] = {}
    problems = []
    for word in words or [text]:
        name, _, number = word.partition("=")
        if not is_number(number):
            ways = "write card=number, as in 5=1, Qh=-2 or A=-1/2"
            message = f"{shorten(word)!r} is not a tag: {ways}"
        elif name in tags:
            message = f"{name!r} has two tags"
        else:
            tags[name] = Fraction(number)
            message = _tag_problem(name, tags[name])
        if message:
            problems.append(Problem(code=MALFORMED, key=key, message=message))
    if problems:
        raise RulesError(problems)
    return tags


def whole_tags(
    columns: list[dict[str, Fraction]], *, key: str = "tags"
) -> tuple[list[tuple[int, ...]], int]:
    """Return tags by card number as whole numbers, and the unit in whose parts they are.

    A card's own name counts before its colour, and that before its rank; "10" before "T". Several
    columns, a count and its side counts, share one unit.

    >>> (tags,), unit = whole_tags([{"T": Fraction(-1), "Qh": Fraction(-3, 2)}])
    >>> unit, tags[44:48]
    (2, (-2, -3, -2, -2))
    """
    problems = [
        Problem(code=MALFORMED, key=f"{key}.{shorten(name)}", message=message)
        for column in columns
        for name, tag in column.items()
        if (message := _tag_problem(name, tag))
    ]
    unit = lcm(*(tag.denominator for column in columns for tag in column.values()))
    if unit > TAG_UNIT_MAX and not problems:
        message = f"tags are in whole parts of 1/{TAG_UNIT_MAX} or larger ones, not of 1/{unit}"
        problems.append(Problem(code=MALFORMED, key=key, message=message))
    if problems:
        raise RulesError(problems)
    return [_by_card(column, unit) for column in columns], unit


def parse_tags(text: str) -> tuple[int, ...]:
    """Return whole tags by card number from one line.

    >>> sum(parse_tags("2=1 3=1 4=1 5=1 6=1 T=-1 A=-1"))
    0
    """
    (tags,), unit = whole_tags([read_tags(text)])
    assert unit == 1, "whole tags are expected here"
    return tags


def _by_card(column: dict[str, Fraction], unit: int) -> tuple[int, ...]:
    tags = [0] * KINDS
    # The more cards a name has, the less it says about each.
    for name in sorted(column, key=lambda name: -len(find_cards(name) or ())):
        for card in find_cards(name) or ():
            tags[card] = int(column[name] * unit)
    return tuple(tags)


def _tag_problem(name: str, tag: Fraction) -> str:
    if find_cards(name) is None:
        ways = "write 2 to 9, T, J, Q, K, A, 10, Qh, 6hdc, 7red or Jk"
        return f"{shorten(name)!r} is no card: {ways}"
    if abs(tag) > TAG_MAX:
        return f"a tag is from -{TAG_MAX} to {TAG_MAX}"
    return ""
