"""What `pitboss solve` says of rounds that are no blackjack: each kind has its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cli.commands.solve_ante_up import ante_up_record
from pitboss.cli.commands.solve_pai_jack import pai_jack_record
from pitboss.cli.commands.solve_three_card import three_card_record
from pitboss.cli.commands.solve_wild import wild_record
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.solution import solved_ante_up
from pitboss.exact.three_card_21.solution import solved_three_card
from pitboss.exact.wild_poker.solution import solved_wild
from pitboss.rulebook.model import RoundKind


@dataclass(frozen=True, slots=True)
class Told:
    """A solved game as data and in words."""

    record: Mapping[str, Any]
    """What follows the table in the JSON."""


def _ante_up(setup: Setup) -> Told:
    solution = solved_ante_up(setup)
    return Told(ante_up_record(solution))


def _pai_jack(setup: Setup) -> Told:
    return Told(pai_jack_record(setup))


def _three_card(setup: Setup) -> Told:
    solution = solved_three_card(setup)
    return Told(three_card_record(solution))


def _wild(setup: Setup) -> Told:
    solution = solved_wild(setup)
    return Told(wild_record(solution))


TOLD: Mapping[RoundKind, Callable[[Setup], Told]] = {
    RoundKind.ANTE_UP: _ante_up,
    RoundKind.PAI_JACK: _pai_jack,
    RoundKind.THREE_CARD: _three_card,
    RoundKind.WILD_POKER: _wild,
}
"""Kind of round -> how it is solved and told."""
