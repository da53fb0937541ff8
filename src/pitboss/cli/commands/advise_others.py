"""Who answers `pitboss advise` for rounds that are no blackjack."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.cli.commands.advise import Question
from pitboss.cli.commands.advise_ante_up import print_ante_up_advice
from pitboss.cli.commands.advise_pai_jack import print_setting_advice
from pitboss.cli.commands.advise_three_card import print_three_card_advice
from pitboss.cli.commands.advise_wild import print_wild_advice
from pitboss.rulebook.model import RoundKind

ADVISERS: Mapping[RoundKind, Callable[[Question], None]] = {
    RoundKind.ANTE_UP: print_ante_up_advice,
    RoundKind.PAI_JACK: print_setting_advice,
    RoundKind.THREE_CARD: print_three_card_advice,
    RoundKind.WILD_POKER: print_wild_advice,
}
"""Kind of round -> what prints its advice."""
