"""Why a choice is the best: what the dealer makes, how often each choice wins, what it gains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pitboss.cards import pretty_card
from pitboss.sitting.coach import choice_words
from pitboss.text.numbers import rounded_money
from pitboss.text.say import say, say_name

if TYPE_CHECKING:
    from pitboss.exact.blackjack.outcomes import Outcomes, Shares
    from pitboss.exact.worth import Worth

_SHOWN = 0.005
"""A smaller share would be written as 0%."""
_LEAST_CENTS = 0.5


def why_words(worth: Worth) -> str:
    """Return the reason for the best choice in sentences."""
    parts = [*_dealer_words(worth.outcomes), *_choices_words(worth), _gain(worth)]
    return " ".join(part for part in parts if part)


def _dealer_words(outcomes: Outcomes | None) -> Iterator[str]:
    if outcomes is not None and (bust := outcomes.dealer.get("bust")):
        up = pretty_card(outcomes.up)
        said = "The dealer busts {share} of the time with {card} up."
        yield say(said, share=f"{bust:.0%}", card=up)


def _choices_words(worth: Worth) -> Iterator[str]:
    outcomes = worth.outcomes
    if outcomes is None:
        return
    told = [
        f"{choice_words(choice)} {_share_words(outcomes.choices[choice.action])}"
        for choice in worth.values
        if choice.action in outcomes.choices
    ]
    if told:
        text = "; ".join(told)
        yield f"{text[0].upper()}{text[1:]}."


def _share_words(shares: Shares) -> str:
    """Write shares: "wins 44%, pushes 5%, loses 51%"."""
    named = (("wins", shares.win), ("pushes", shares.push), ("loses", shares.lose))
    return ", ".join(f"{say_name(verb)} {share:.0%}" for verb, share in named if share >= _SHOWN)


def _gain(worth: Worth) -> str:
    """Say by how much the best choice is better than the next one."""
    if len(worth.values) < 2:
        return ""
    best, following = (choice_words(choice) for choice in worth.values[:2])
    gain = worth.cents(worth.gap)
    name = f"{best[0].upper()}{best[1:]}"
    if gain < _LEAST_CENTS:
        return say("{best} and {next} are worth the same.", best=name, next=following)
    gained = rounded_money(gain)
    said = "{best} is worth {amount} more than {next}."
    return say(said, best=name, amount=gained, next=following)


def why_json(worth: Worth) -> dict[str, Any]:
    """Return the reason with its figures: the dealer's hands, and each choice, the best first."""
    outcomes = worth.outcomes
    shares = outcomes.choices if outcomes is not None else {}
    return {
        "words": why_words(worth),
        "dealer": [[*item] for item in outcomes.dealer.items()] if outcomes is not None else [],
        "choices": [
            {"kind": str(choice.action), "win": one.win, "push": one.push, "lose": one.lose}
            for choice in worth.values
            if (one := shares.get(choice.action)) is not None
        ],
    }
