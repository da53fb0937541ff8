"""When to bet in the poker part of 21-Hold 'em, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.cards import RANK_LETTERS
from pitboss.exact.holdem.fold_rules import NEVER, FoldRules, Kind, Made
from pitboss.patterns.five_card import height_of

_NUMBERS = ("no", "one", "two", "three", "four")
_COMMUNITY = 2


def bet_words(rules: FoldRules, held: int) -> Iterator[str]:
    """Yield the cards to bet on with, with one card of one's own or two; all others are folded."""
    seen = _NUMBERS[_COMMUNITY + held]
    groups = {
        (Made.PAID, False): "a hand that is paid already",
        (Made.PAIR, False): "any other pair",
        (Made.NOTHING, True): f"{seen} cards of one suit",
        (Made.NOTHING, False): f"{seen} cards",
    }
    for (made, one_suit), name in groups.items():
        least = {
            kind.high_count: straights
            for kind, straights in rules.least_straights[held - 1].items()
            if (kind.made, kind.one_suit) == (made, one_suit)
        }
        kinds = [Kind(made, one_suit, count) for count in least]
        if all(rules.is_always_bet(held, kind) for kind in kinds):
            yield name
        else:
            yield from (f"{name}{words}" for words in _conditions(least, _high(rules)))


def _conditions(least: Mapping[int, int], high: str) -> Iterator[str]:
    """Yield what cards must be: so many high ones, or fewer that fit into straights."""
    enough = max(count for count, straights in least.items() if straights) + 1
    if enough in least:
        yield f" of {high}" if enough == max(least) else f", {_NUMBERS[enough]} or more {high}"
    for straights in sorted({each for each in least.values() if 0 < each < NEVER}):
        count = min(count for count, each in least.items() if each == straights)
        some = "" if count == min(least) else f", {_NUMBERS[count]} of them {high},"
        run = "a straight" if straights == 1 else f"{_NUMBERS[straights]} straights or more"
        yield f"{some} that fit into {run}"


def _high(rules: FoldRules) -> str:
    """Name the cards that would be paid as a pair."""
    lowest = min(rules.shapes.high, key=lambda rank: height_of(rank << 2), default=0)
    return f"{RANK_LETTERS[lowest]} or better"
