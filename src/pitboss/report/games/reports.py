"""Solves the main game of a table that is more than a blackjack hand, for a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pitboss.engine.rounds.holdem import POKER
from pitboss.engine.setup import Setup, setup_of
from pitboss.exact.effects import effects
from pitboss.report.games.ante_up_page import told_ante_up
from pitboss.report.games.holdem_page import told_holdem
from pitboss.report.games.pai_jack_page import told_pai_jack
from pitboss.report.games.report import ToldGame
from pitboss.report.games.three_card_21_page import told_three_card
from pitboss.report.games.wild_poker_page import told_wild
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import RoundKind

_TOLD: Mapping[RoundKind, Callable[[Setup], ToldGame]] = {
    RoundKind.ANTE_UP: told_ante_up,
    RoundKind.HOLDEM: told_holdem,
    RoundKind.PAI_JACK: told_pai_jack,
    RoundKind.THREE_CARD: told_three_card,
    RoundKind.WILD_POKER: told_wild,
}


def is_told(setup: Setup) -> bool:
    """Whether a table has a part that is told so; 21-Hold 'em may be dealt without its poker."""
    if setup.round == RoundKind.HOLDEM:
        return POKER in setup.configured.spots
    return setup.round in _TOLD


def told_game(house: House) -> ToldGame:
    """Solve what is more than a blackjack hand.

    >>> told = told_game(House(game="co/pai-jack"))
    >>> told.stake.edge, told.stake.unit
    (Fraction(3341486419, 199332305172), 'the main wager')
    """
    setup = setup_of(configure(house))
    told = _TOLD[setup.round](setup)
    if told.beside:
        return told
    return replace(told, effects=tuple(effects(house, told.stake.house_edge)))
