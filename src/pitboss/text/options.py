"""House options as people read them."""

from __future__ import annotations

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

    A game without blackjack has none.
    """
    options, rules = setup.configured.options.items(), setup.blackjack
    return [f"{name} {option_text(value)}" for name, value in options if hasattr(rules, name)]
