"""The games that are not blackjack alone: how each is laid out, and played at the table engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.engine.actions import Action, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.ante_up import layout as ante_up
from pitboss.simulate.cells.layout import OtherLayout
from pitboss.simulate.holdem import layout as holdem
from pitboss.simulate.pai_jack import layout as pai_jack
from pitboss.simulate.three_card_21 import layout as three_card
from pitboss.simulate.wild_poker import layout as wild_poker


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of round."""

    layout: Callable[[Setup, str], OtherLayout]
    """Lays a table out for a strategy."""
    decide: Callable[[OtherLayout, State, Question], Action]
    """Decides at the table engine as that strategy does."""
    strategies: tuple[str, ...]
    """Their names, the best play first."""


OTHERS: Mapping[RoundKind, Kind] = {
    RoundKind.ANTE_UP: Kind(ante_up.ante_up_layout, ante_up.decide, ante_up.STRATEGIES),
    RoundKind.HOLDEM: Kind(holdem.holdem_layout, holdem.decide, holdem.STRATEGIES),
    RoundKind.PAI_JACK: Kind(pai_jack.pai_jack_layout, pai_jack.decide, pai_jack.STRATEGIES),
    RoundKind.THREE_CARD: Kind(
        three_card.three_card_layout, three_card.decide, three_card.STRATEGIES
    ),
    RoundKind.WILD_POKER: Kind(
        wild_poker.wild_poker_layout, wild_poker.decide, wild_poker.STRATEGIES
    ),
}


def other_layout(setup: Setup, strategy: str) -> OtherLayout:
    """Lay a table out; `RulesError` where its game has no such strategy."""
    kind = OTHERS[setup.round]
    if strategy not in kind.strategies:
        message = f"{strategy!r} is no strategy of this game; choose {choice(kind.strategies)}"
        raise RulesError([Problem(code="strategy/unknown", key="strategy", message=message)])
    return kind.layout(setup, strategy)
