"""The dealer's steps for rules that a house may post: early surrender and Charlies."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.report.sheets.citations import clause_about
from pitboss.report.sheets.parts import Pace, Step

_UP_CARDS = {1: "an ace", 10: "a ten-value card"}


def early_surrender(setup: Setup) -> Iterator[Step]:
    """Yield what is asked before the dealer looks."""
    asked = [words for up, words in _UP_CARDS.items() if legal.surrenders_early(setup, up)]
    if asked:
        text = (
            f"With {' or '.join(asked)} up, ask every player without a blackjack: surrender?"
            " Take half the wager and the cards of those who do."
        )
        marks = ("surrender", "decline", "settled:main:surrendered")
        yield Step(text, clause_about(setup, "surrender"), marks, Pace.TURN)


def charlies(setup: Setup) -> Iterator[Step]:
    """Yield how a hand of many cards is paid."""
    cards = setup.rules.charlie
    if cards:
        text = f"{cards} cards not over 21, not doubled: pay even money and take the cards."
        marks = (f"settled:main:{cards}-card Charlie",)
        yield Step(text, clause_about(setup, "charlie"), marks, Pace.TURN)


def lying_busts(setup: Setup) -> Iterator[Step]:
    """Yield what becomes of a hand over 21 where original bets alone are at risk."""
    if setup.rules.original_bets_only:
        text = "With an ace or a ten-value card up, let it lie until you turn your down card."
        yield Step(text, clause_about(setup, "original bets"), ("busted",), Pace.TURN)


def collected_busts(setup: Setup) -> Iterator[Step]:
    """Yield when those hands are collected."""
    if setup.rules.original_bets_only:
        text = "Collect the hands over 21 that lay there."
        marks = ("settled:main:bust",)
        yield Step(text, clause_about(setup, "original bets"), marks, Pace.SEAT)


def late_blackjack_words(setup: Setup) -> str:
    """Say what a dealer blackjack takes that is found after the hands were played."""
    if setup.rules.original_bets_only:
        return "every player loses the original wager, and gets back what was added"
    return "every hand loses its whole wager"


def late_blackjack_marks(setup: Setup) -> tuple[str, ...]:
    """Name how hands end when such a blackjack is turned up, or none."""
    ends = ["dealer blackjack", "push", "blackjack"]
    ends += ["original bets only"] * setup.rules.original_bets_only
    return tuple(f"settled:main:{end}" for end in ends)
