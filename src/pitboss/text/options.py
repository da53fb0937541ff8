"""House options as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine.setup import Setup
from pitboss.rulebook.model import OptionValue


def option_text(value: OptionValue) -> str:
    """Return an option's value as it is written after `-o`.

    >>> option_text(True), option_text("hit"), option_text(6)
    ('true', 'hit', '6')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def rule_options(setup: Setup) -> list[str]:
    """Return the options that are rules of the main game, with their values.

    A game without blackjack has none. A choice that a game was given later is left out where it is
    made as it always was: the line names what a reader has to know, not all that could be chosen.
    """
    configured = setup.configured
    return [
        f"{name} {option_text(value)}"
        for name, value in configured.main_options.items()
        if not configured.is_implied(name, value)
    ]


def assumed_text(assumed: Iterable[str]) -> str:
    """Return the choices that were filled in, as every command prints them.

    >>> assumed_text(["decks=6", "soft17=hit"])
    'assumed: decks=6, soft17=hit'
    """
    return f"assumed: {', '.join(assumed)}"


def first_wager(setup: Setup) -> str:
    """Name the unit of edges and results: the main wager, or both in Blackjack Switch."""
    return "both first wagers together" if len(setup.mains) > 1 else "the first wager"
