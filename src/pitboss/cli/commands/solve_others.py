"""What `pitboss solve` prints of rounds that are no blackjack: each kind has its own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss.cli.commands.solve_ante_up import ante_up_lines
from pitboss.cli.commands.solve_pai_jack import pai_jack_lines
from pitboss.cli.commands.solve_three_card import three_card_lines
from pitboss.cli.commands.solve_wild import wild_lines
from pitboss.rulebook.model import RoundKind

LINES: Mapping[RoundKind, Callable[[Any], Iterator[str]]] = {
    RoundKind.ANTE_UP: ante_up_lines,
    RoundKind.PAI_JACK: pai_jack_lines,
    RoundKind.THREE_CARD: three_card_lines,
    RoundKind.WILD_POKER: wild_lines,
}
"""Kind of round -> its solution for people."""
