"""The interface of one kind's solver: an entry of `kinds.SOLVERS`."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol

from pitboss.cards import Unseen
from pitboss.engine.actions import Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.any_shoe import ShoeValues
from pitboss.exact.blackjack.arithmetic import Arithmetic
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep
from pitboss.exact.solution import Solution
from pitboss.exact.worth import Worth


def always(_: Setup) -> bool:
    """Return that every table can be solved."""
    return True


def own_rules(setup: Setup) -> Hashable:
    """Return the main rules of a game that shares its main wager with no other.

    Not all of its rules are among them: two editions of a game of one's own may have the same.
    """
    return setup.configured.game.id, setup.blackjack, setup.shoe.size


class KindDecisions(Protocol):
    """Values the decisions of one table."""

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every choice; raise `RefusedError` if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedKind:
    """How the main game of one kind of round is solved."""

    solve: Callable[[Setup, Keep], Solution]
    """Solves a table, or returns the cached solution."""
    decisions: Callable[[Setup, Arithmetic, Unseen | None], KindDecisions]
    """Values the decisions of a table with a full shoe, or with the cards that are left."""
    is_solved: Callable[[Setup], bool] = always
    """Whether the solver knows the rules of a table; a house may write others."""
    is_charted: bool = False
    """Whether hands are played by charts against an up card, like blackjack hands."""
    main_rules: Callable[[Setup], Hashable] = own_rules
    """The rules that decide the solution."""
    any_shoe: Callable[[Setup, Unseen | None], ShoeValues] | None = None
    """Values the game with any cards left; None if every round starts with a whole deck."""
    solve_split_play: Callable[[Setup, Keep, SplitPlay], Solution] | None = None
    """Solves a table for either play of hands made by a split; None: it has a play of its own."""
