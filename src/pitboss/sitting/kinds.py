"""The kinds of round at a table: the names of decisions, and what a screen shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.engine.actions import Question
from pitboss.engine.state import State
from pitboss.rulebook.model import RoundKind
from pitboss.sitting.training.keys import (
    name_ante_up_hand,
    name_hand,
    name_holdem_hand,
    name_pai_jack_hand,
    name_three_card_hand,
    name_wild_hand,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableKind:
    """The data of one kind of round for the table."""

    name_decision: Callable[[State, Question], str] = name_hand
    """Names the hand of a decision, for the trainer's score."""
    two_card_poker: bool = False
    """The blackjack hand is also a poker hand of two cards (2106)."""
    shows_other_starts: bool = False
    """The play of a split hand depends on the cards that start the other hands (2111)."""
    sets_hands: bool = False
    """The player sets a low hand (2112)."""
    themes: tuple[str, ...] = ()
    """The themes of training of this kind of round alone."""


TABLE_KINDS: Mapping[RoundKind, TableKind] = {
    RoundKind.BLACKJACK: TableKind(),
    RoundKind.SWITCH: TableKind(themes=("switch",)),
    RoundKind.THREE_CARD_21: TableKind(name_decision=name_three_card_hand, shows_other_starts=True),
    RoundKind.HOLDEM: TableKind(name_decision=name_holdem_hand, themes=("poker",)),
    RoundKind.ANTE_UP: TableKind(
        name_decision=name_ante_up_hand, two_card_poker=True, themes=("poker",)
    ),
    RoundKind.PAI_JACK: TableKind(
        name_decision=name_pai_jack_hand, sets_hands=True, themes=("setting",)
    ),
    RoundKind.WILD_POKER: TableKind(name_decision=name_wild_hand, themes=("poker",)),
}
"""Every kind of round."""


def decision_key(state: State, question: Question) -> str:
    """Return the name of a decision with its choices: "T6 v T: hit stand"."""
    name = TABLE_KINDS[state.setup.round].name_decision(state, question)
    return f"{name}: {' '.join(choice.kind for choice in question.choices)}"
