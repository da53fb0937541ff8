"""Every kind of round in the environments: the wagers of a seat, and its actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.gym.actions import ACTIONS, BLACKJACK_ACTIONS
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.backends.shoes import PlayProgram
from pitboss.simulator.emitted import blackjack_table


@dataclass(frozen=True, slots=True, kw_only=True)
class GymKind:
    """One kind of round."""

    wagers: tuple[str, ...] = ()
    """The wagers of a seat beside the main wagers; their first pay tables are on the felt."""
    actions: tuple[str, ...] = ACTIONS
    """The actions by number."""
    shows_cards: bool = True
    """Whether the observation has the cards themselves, for poker."""
    play_round: PlayProgram | None = None
    """The round as its program goes, whose decisions are a learner's: many tables at once."""

    @property
    def is_vectorized(self) -> bool:
        """Whether compiled code plays many tables at once."""
        return self.play_round is not None


KINDS: Mapping[RoundKind, GymKind] = {
    RoundKind.BLACKJACK: GymKind(
        actions=BLACKJACK_ACTIONS, shows_cards=False, play_round=blackjack_table.play_round
    ),
    RoundKind.SWITCH: GymKind(actions=BLACKJACK_ACTIONS, shows_cards=False),
    RoundKind.THREE_CARD_21: GymKind(
        actions=BLACKJACK_ACTIONS, shows_cards=False, wagers=("3-card-bonus",)
    ),
    RoundKind.HOLDEM: GymKind(wagers=("poker",)),
    RoundKind.ANTE_UP: GymKind(wagers=("ante",)),
    RoundKind.PAI_JACK: GymKind(),
    RoundKind.WILD_POKER: GymKind(wagers=("odds",)),
}
"""Every kind of round."""
