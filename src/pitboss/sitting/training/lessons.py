"""A short curriculum of a game: what to learn next, from the rules to the plays by the count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.engine.setup import Setup
from pitboss.simulator.counting.settings import is_counted
from pitboss.sitting.training.themes import (
    BETS,
    COUNT_THEMES,
    COUNTDOWN,
    DECKS,
    INDEX_PLAYS,
    THEMES,
    TRUE_COUNT,
    offered_themes,
)
from pitboss.text.say import say

_ORDER = ("hard", "soft", "pairs", "rescue", "switch", "poker", "setting", "insurance")
"""The most frequent decisions first."""
_COUNTING = (COUNTDOWN, TRUE_COUNT, DECKS, BETS, INDEX_PLAYS)
_WORDS = {
    "hard": "Most of your hands. Learn when to stand against a low card.",
    "soft": "With an ace as 11 nothing can bust: learn when to double.",
    "pairs": "A pair is two hands if you like. Learn which ones to split.",
    "rescue": "After a double you may still save a part of it, or double again.",
    "switch": "Change the second cards of your two hands: learn when it helps.",
    "poker": "Bet or fold: learn how good a hand has to be.",
    "setting": "Set five cards as a low and a high hand.",
    "insurance": "A bet that the dealer has a blackjack. Learn to leave it.",
    COUNTDOWN: "Keep the running count while cards go by.",
    TRUE_COUNT: "Divide the running count by the decks that are left.",
    DECKS: "See how many decks are left by the discard tray.",
    BETS: "Bet more when the count is high.",
    INDEX_PLAYS: "Plays that change with the count.",
}
_TRAINED = (20, 18)
_DRILLED = (10, 9)
"""Of so many answers in a row so many must be right."""


class Lesson(NamedTuple):
    """One thing to learn."""

    title: str
    kind: str
    """Where it is learnt: "rules", "train", "count" or "play"."""
    theme: str
    words: str
    goal: int
    right: int


def lessons(setup: Setup) -> Iterator[Lesson]:
    """Yield what to learn of a game, one thing after the other.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> [lesson.title for lesson in lessons(prepare(House(game="co/pai-jack")))]
    ['The rules', 'Setting a hand', 'Whole rounds']
    """
    rules = "Read how the game is played, with a round that was really dealt."
    yield Lesson(title="The rules", kind="rules", theme="", words=say(rules), goal=1, right=1)
    offered = offered_themes(setup)
    for theme in _ORDER:
        if theme in offered:
            yield Lesson(THEMES[theme].title, "train", theme, say(_WORDS[theme]), *_TRAINED)
    whole = "Play whole rounds and see what each decision was worth."
    yield Lesson("Whole rounds", "play", "", say(whole), *_TRAINED)
    if is_counted(setup):
        for theme in _COUNTING:
            yield Lesson(COUNT_THEMES[theme], "count", theme, say(_WORDS[theme]), *_DRILLED)
