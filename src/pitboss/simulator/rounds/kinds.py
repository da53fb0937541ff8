"""The programs of all kinds of round."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rulebook.model import RoundKind
from pitboss.simulator.machine.program import Program
from pitboss.simulator.rounds import (
    ante_up,
    blackjack,
    holdem,
    pai_jack,
    switch,
    three_card_21,
    wild_poker,
)

PROGRAMS: Mapping[RoundKind, Program] = {
    RoundKind.BLACKJACK: blackjack.ROUND,
    RoundKind.PAI_JACK: pai_jack.ROUND,
    RoundKind.WILD_POKER: wild_poker.ROUND,
    RoundKind.THREE_CARD_21: three_card_21.ROUND,
    RoundKind.HOLDEM: holdem.ROUND,
    RoundKind.SWITCH: switch.ROUND,
    RoundKind.ANTE_UP: ante_up.ROUND,
}
