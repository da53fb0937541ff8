"""The three decks that the games are dealt from."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pitboss.cards.card import JOKER, Card, Rank, Suit, card


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck of cards, as it comes from the factory.

    >>> FRENCH.title, len(FRENCH.cards)
    ('French deck of 52 cards', 52)
    """

    name: str
    """What files call it, such as ``spanish-48``."""

    title: str
    """What people call it; it reads well after "a", because refusals say it that way."""

    cards: tuple[Card, ...]
    """Its cards in factory order; a card that it holds twice is here twice."""


_FRENCH_CARDS: Final = tuple(card(rank, suit) for rank in Rank for suit in Suit)

FRENCH: Final = Deck("french-52", "French deck of 52 cards", _FRENCH_CARDS)
"""The ordinary deck: thirteen ranks in four suits."""

# What makes a deck Spanish is that the four tens are taken out; jack, queen and king stay in.
SPANISH: Final = Deck(
    "spanish-48",
    "Spanish deck of 48 cards",
    tuple(card(rank, suit) for rank in Rank if rank != Rank.TEN for suit in Suit),
)
"""The French deck without its four tens."""

# Not simply JOKER, which is already the card.
JOKER_DECK: Final = Deck(
    "joker-53", "French deck of 53 cards with one joker", (*_FRENCH_CARDS, JOKER)
)
"""The French deck and one joker."""

DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {deck.name: deck for deck in (FRENCH, SPANISH, JOKER_DECK)}
)
"""Every deck by its name."""


def find_deck(name: str) -> Deck:
    """Find a deck by its name.

    >>> find_deck("spanish-48") is SPANISH
    True
    >>> find_deck("spanish")
    Traceback (most recent call last):
    ValueError: 'spanish' is not a deck; the decks are french-52, spanish-48 and joker-53
    """
    if name not in DECKS:
        *names, last_name = DECKS
        message = f"{name!r} is not a deck; the decks are {', '.join(names)} and {last_name}"
        raise ValueError(message)
    return DECKS[name]
