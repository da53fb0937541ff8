"""Chances of what has no pay table of its own: insurance and the Super Bonus."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm

from pitboss.cards import DECKS, suit_of
from pitboss.exact.counting.deals import deals
from pitboss.exact.counting.distributions import Shoe
from pitboss.patterns.bonus21 import wins_super_bonus
from pitboss.patterns.totals import value
from pitboss.rulebook.model import SuperBonus

INSURANCE = "insurance"
SUPER_BONUS = "super-bonus"
_TEN, _SEVEN_RANK = 10, 6


def insurance_chance(shoe: Shoe) -> Fraction:
    """Return how often there is a ten-value card under the dealer's ace, nothing else being known.

    >>> insurance_chance(Shoe(deck="spanish-48", decks=6))
    Fraction(72, 287)
    """
    tens = sum(value(card) == _TEN for card in DECKS[shoe.deck].cards) * shoe.decks
    return Fraction(tens, shoe.size - 1)


def super_bonus_chance(terms: SuperBonus, shoe: Shoe) -> Fraction:
    """Return how often a player who draws to two sevens wins the Super Bonus (GR10).

    >>> from pitboss.rulebook.reading.library import game
    >>> bonus = game("wa/spanish-21").super_bonus
    >>> round(1 / super_bonus_chance(bonus, Shoe(deck="spanish-48", decks=6)))
    668382
    """
    wanted = next(hand for hand in terms.hands if shoe.decks in hand.decks)
    return _sevens_chance(shoe, suited=wanted.player == "three suited sevens")


@cache
def _sevens_chance(shoe: Shoe, *, suited: bool) -> Fraction:
    suits = frozenset(suit_of(card) for card in DECKS[shoe.deck].cards)
    named = frozenset({_SEVEN_RANK})
    won = sum(
        count
        for (first, second, up, third), count in deals(
            DECKS[shoe.deck], shoe.decks, 4, ranks=named, suits=suits
        )
        if wins_super_bonus((first, second, third), up, suited)
    )
    return Fraction(won, perm(shoe.size, 4))
