"""The kinds of round: the one table of their plans."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.rounds import (
    ante_up,
    blackjack,
    holdem,
    pai_jack,
    switch,
    three_card_21,
    wild_poker,
)
from pitboss.engine.rounds.plan import RoundPlan
from pitboss.rulebook.model import RoundKind

ROUND_PLANS: Mapping[RoundKind, RoundPlan] = {
    RoundKind.BLACKJACK: blackjack.PLAN,
    RoundKind.SWITCH: switch.PLAN,
    RoundKind.THREE_CARD_21: three_card_21.PLAN,
    RoundKind.HOLDEM: holdem.PLAN,
    RoundKind.ANTE_UP: ante_up.PLAN,
    RoundKind.PAI_JACK: pai_jack.PLAN,
    RoundKind.WILD_POKER: wild_poker.PLAN,
}
"""Every kind of round."""
