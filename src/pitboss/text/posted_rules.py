"""The rules that a house of plain blackjack may post, a sentence each for players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.engine.setup import Setup
from pitboss.rulebook.model import BlackjackRules
from pitboss.rulebook.model.rules import NONE, SAME, read_hands
from pitboss.text.numbers import say_odds
from pitboss.text.rules import rule_text
from pitboss.text.say import say, say_name

_HARD = {
    "any": "Double on {cards}: add {much} your wager and take one card.",
    "hard": "Double on {cards} that make a hard total: add {much} your wager and take one card.",
    "8-11": (
        "Double on {cards} that make a hard 8, 9, 10 or 11: add {much} your wager and take one"
        " card."
    ),
    "9-11": (
        "Double on {cards} that make a hard 9, 10 or 11: add {much} your wager and take one card."
    ),
    "10-11": (
        "Double on {cards} that make a hard 10 or 11: add {much} your wager and take one card."
    ),
    "11": "Double on {cards} that make a hard 11: add {much} your wager and take one card.",
}
_SPLIT_ACES = {
    "never": "Split aces may not be doubled.",
    "always": "A split ace may also be doubled on its one card.",
}


def join_ranks(text: str) -> str:
    """Write a list of ranks or totals for people.

    >>> join_ranks("4,5,10"), join_ranks("A"), join_ranks("17-20")
    ('4, 5 and 10', 'aces', '17 to 20')
    """
    parts = [say("aces") if part == "A" else part.replace("-", say(" to ")) for part in _of(text)]
    *most, last = parts
    return say("{first} and {last}", first=", ".join(most), last=last) if most else last


def _of(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def doubles(rules: BlackjackRules, cards: str, much: str) -> Iterator[str]:
    """Yield on what a hand may be doubled."""
    hard = rules.double_totals.removesuffix("-or-soft")
    yield say(_HARD[hard], cards=cards, much=much)
    if hard != rules.double_totals:
        yield say("Every soft total may be doubled too.")
    if rules.double_split_aces in _SPLIT_ACES:
        yield say(_SPLIT_ACES[rules.double_split_aces])


def splits(rules: BlackjackRules) -> Iterator[str]:
    """Yield which pairs are split less often than others, and what a split makes."""
    if rules.never_split != NONE:
        yield say("Not to be split: {ranks}.", ranks=join_ranks(rules.never_split))
    for rank, hands in sorted(read_hands(rules.hands_of).items()):
        name = say("aces") if rank == 1 else str(rank)
        yield say("At most {count} hands from a split of {rank}.", count=hands, rank=name)
    if rules.split_blackjack:
        yield say("An ace with a ten-value card after a split is paid like a blackjack.")


def surrenders(rules: BlackjackRules) -> Iterator[str]:
    """Yield what else is said of a surrender."""
    if rules.surrender is True and rules.peek is not True:
        yield say("A dealer blackjack found later takes the other half too.")
    if rules.surrender_after_split:
        yield say("A hand made by a split may be surrendered as well.")


def blackjacks(setup: Setup) -> Iterator[str]:
    """Yield what a blackjack of one suit pays."""
    rules = setup.rules
    if rules.suited_blackjack == SAME:
        return
    odds = say_odds(rule_text(rules.suited_blackjack))
    if rules.suited_blackjack_in == "any":
        yield say("A blackjack of one suit pays {odds}.", odds=odds)
    else:
        suit = say_name(rules.suited_blackjack_in)
        yield say("A blackjack of {suit} pays {odds}.", suit=suit, odds=odds)


def results(rules: BlackjackRules) -> Iterator[str]:
    """Yield who wins, and which totals tie."""
    if rules.ties_lost == NONE:
        yield say("The higher total wins 1 to 1. Equal totals push.")
    else:
        yield say(
            "The higher total wins 1 to 1. A tie at {totals} loses, any other pushes.",
            totals=join_ranks(rules.ties_lost),
        )
    if rules.dealer_pushes != NONE:
        yield say(
            "A dealer total of {totals} pushes every hand that waits for it.",
            totals=join_ranks(rules.dealer_pushes),
        )


def sign_words(setup: Setup) -> Iterable[str]:
    """Return what a sign says of these rules, a few words each."""
    rules = setup.rules
    every = (
        *([] if rules.double_totals == "any" else doubles_words(rules)),
        *splits(rules),
        *surrenders(rules),
        *blackjacks(setup),
        *(() if rules.ties_lost == NONE and rules.dealer_pushes == NONE else results(rules)),
    )
    return tuple(_short(sentence) for sentence in every)


def doubles_words(rules: BlackjackRules) -> Iterator[str]:
    """Yield which totals may be doubled, in a few words."""
    hard = rules.double_totals.removesuffix("-or-soft")
    soft = " and soft" if hard != rules.double_totals else ""
    totals = hard.replace("-", " to ") + soft
    yield f"double on {totals if totals.startswith('hard') else f'hard {totals}'} only"


def _short(sentence: str) -> str:
    """Write a sentence as a part of a longer line."""
    words = sentence.removesuffix(".")
    return words[0].lower() + words[1:]
