"""A worked example of a game: one round of a player, dealt by the engine and told line by line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pitboss.cards import SeededBits, shuffle_cards
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.sitting.basic_play import basic_play, flat_wagers
from pitboss.sitting.narrate import Narrator, tell_result
from pitboss.text.say import ENGLISH, speaking

_SEAT = 1
_TRIES = 40
_LINES = range(9, 19)
"""How long an example is that shows something and is still read."""


@lru_cache(maxsize=128)
def example_lines(setup: Setup, language: str = ENGLISH) -> tuple[str, ...]:
    """Return a round of one player in words, always the same for a game."""
    told: tuple[str, ...] = ()
    with speaking(language):
        for number in range(_TRIES):
            told = tuple(_told(setup, number))
            if len(told) in _LINES:
                break
    return told


def _told(setup: Setup, number: int) -> Iterator[str]:
    """Yield the lines of one round; none where nothing was decided."""
    played = Round.start(setup, [Bets(_SEAT, flat_wagers(setup, 1))])
    decided = 0

    def decide(state: State, question: Question) -> Action:
        nonlocal decided
        decided += 1
        return basic_play(state, question)

    seed = f"example {setup.configured.game.id} {number}"
    played.play(iter(shuffle_cards(setup.shoe.cards(), SeededBits(seed))), decide)
    if decided:
        yield from (line.text for line in Narrator(played, (_SEAT,)).new_lines())
        yield tell_result(played.state, (_SEAT,)).text
