"""The table that `solve` and `advise` are asked about, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cli.options import read_options
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.kinds import is_solved
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.options import assumed_text


@dataclass(frozen=True, slots=True)
class Solvable:
    """A table whose main game can be solved."""

    house: House
    setup: Setup
    assumed: tuple[str, ...]
    """What was filled in because nobody said it."""

    @property
    def assumed_words(self) -> str:
        """The choices that were filled in, as a line of text."""
        return assumed_text(self.assumed)


def solvable(game_id: str, options: Sequence[str]) -> Solvable:
    """Return the table, or raise `RulesError` with every problem."""
    given, unread = read_options(game_id, options)
    house, said = complete_main_game(given)
    setup = prepare(house, unread)
    if not is_solved(setup):
        raise RulesError([not_solved(game_id)])
    return Solvable(house, setup, said)


def not_solved(game_id: str, wanted: str = "solved") -> Problem:
    """Return the refusal of a game of which the solver does not know enough."""
    message = f"the main game of {game_id} cannot be {wanted} yet"
    return Problem(code="game/not-solved", key="", message=message)
