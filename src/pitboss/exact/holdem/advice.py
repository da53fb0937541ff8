"""What betting on and folding are worth in the poker part of 21-Hold 'em (2104(8), (10))."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.holdem.poker import Community, Pays, community_of, poker_pays
from pitboss.exact.worth import Advice

ASKED = (1, 2)
"""How many cards of one's own there are at the two decisions."""


@lru_cache(maxsize=16)
def _community(cards: tuple[Card, Card], deck: tuple[Card, ...], pays: Pays) -> Community:
    return community_of(cards, deck, pays)


def advise_poker(
    setup: Setup, community: tuple[Card, Card], held: tuple[Card, ...]
) -> list[Advice]:
    """Return what both choices are worth with one card or two, in units of PK, the best first.

    Every wager that has been made is counted in: a fold with two cards is worth -2.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> one, two, *held = parse_cards("Ks 7d 8h 2c")
    >>> for each in advise_poker(prepare(House(game="co/21-holdem")), (one, two), tuple(held)):
    ...     print(each.action, each.value)
    bet -15/8
    fold -2
    """
    assert len(held) in ASKED
    found = _community(community, tuple(setup.shoe.cards()), poker_pays(setup))
    values = {ActionKind.BET: found.bet_value(*held), ActionKind.FOLD: Fraction(-len(held))}
    choices = [Advice.exactly(action, value) for action, value in values.items()]
    return sorted(choices, key=lambda each: each.value, reverse=True)
