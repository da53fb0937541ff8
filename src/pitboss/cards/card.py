"""A card is a small integer, and its notation is two characters: rank, then suit.

The number of a card is ``rank * 4 + suit``, 0 to 51, and the joker is 52. Plain integers let the
same card travel unchanged through the table engine, the exact enumerator and a compiled kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Self

from pitboss.cards.errors import NotationError


class Rank(IntEnum):
    """The thirteen ranks, ace first."""

    # The ace is 0 and the king 12 so that a rank's pip count is min(rank, 9) + 1: what every game
    # that counts pips needs most, without a table.
    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12


class Suit(IntEnum):
    """The four suits, in the order of the notation's letters ``shdc``."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


RANK_LETTERS: Final = "A23456789TJQK"
"""The letter of each rank, at the rank's own index."""

SUIT_LETTERS: Final = "shdc"
"""The letter of each suit, at the suit's own index."""

_RANKS: Final = range(13)
_SUITS: Final = range(4)
_JOKER: Final = 52
_SUIT_SYMBOLS: Final = "♠♥♦♣"
_TEXTS: Final = (
    *(RANK_LETTERS[number >> 2] + SUIT_LETTERS[number & 3] for number in range(_JOKER)),
    "Jk",
)

# A refusal quotes what was written, but a whole file pasted by mistake must not become the message.
_QUOTED_LENGTH_MAX: Final = 20


class Card(IntEnum):
    """One kind of card: an integer that knows its rank and suit and shows itself.

    >>> seven = Card("7h")
    >>> seven, int(seven), seven == Card(25), seven.symbol
    (Card('7h'), 25, True, '7♥')
    >>> seven.rank, seven.suit
    (<Rank.SEVEN: 6>, <Suit.HEARTS: 1>)
    """

    # An enumeration and not a class of our own: its 53 values are made once, pickle and copy to
    # themselves, and every writer of JSON takes them for the integers that they are.
    locals().update({text: number for number, text in enumerate(_TEXTS)})

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> Self:
            """Take a number or the notation; `_missing_` reads the notation."""

    @property
    def rank(self) -> Rank:
        """The rank; the joker has none, and asking is a ValueError."""
        return Rank(card_rank(self))

    @property
    def suit(self) -> Suit:
        """The suit; the joker has none, and asking is a ValueError."""
        return Suit(card_suit(self))

    @property
    def symbol(self) -> str:
        """The card for people, as in ``7♥``."""
        return pretty_card(self)

    @classmethod
    def _missing_(cls, value: object) -> Card:
        """Read a card from its notation."""
        if isinstance(value, str):
            return parse_card(value)
        message = f"{value!r} is not the number of a card; cards are 0 to 52"
        raise ValueError(message)

    def __repr__(self) -> str:
        """Show the notation that makes the same card again."""
        return f"Card({str(self)!r})"

    def __str__(self) -> str:
        """Write the notation."""
        return _TEXTS[self]

    def __format__(self, how: str) -> str:
        """Write the notation into a text."""
        return format(str(self), how)


JOKER: Final = Card(_JOKER)
"""The joker, which has neither rank nor suit."""

_TEXT_OF_CARD: Final = dict(zip(Card, _TEXTS, strict=True))
_CARD_OF_TEXT: Final = dict(zip(_TEXTS, Card, strict=True))


def card(rank: int, suit: int) -> Card:
    """Return the card of a rank and a suit.

    >>> format_card(card(Rank.SEVEN, Suit.HEARTS))
    '7h'
    """
    if rank not in _RANKS or suit not in _SUITS:
        message = f"no card has rank {rank!r} and suit {suit!r}; ranks are 0 to 12, suits 0 to 3"
        raise ValueError(message)
    return Card(rank * 4 + suit)


def card_rank(card: Card) -> int:
    """Return the rank of a card as an integer that equals its `Rank`.

    >>> card_rank(parse_card("Ac")), card_rank(parse_card("Ts")) == Rank.TEN
    (0, True)

    The joker has none, and asking is a mistake: any number given in answer could be taken for a
    rank by a pattern that forgot about jokers.

    >>> card_rank(JOKER)
    Traceback (most recent call last):
    ValueError: Jk has no rank; only cards 0 to 51 have one
    """
    if not 0 <= card < JOKER:
        message = f"{card} has no rank; only cards 0 to 51 have one"
        raise ValueError(message)
    return card >> 2


def card_suit(card: Card) -> int:
    """Return the suit of a card as an integer that equals its `Suit`.

    >>> card_suit(parse_card("Ac")), card_suit(parse_card("Ts")) == Suit.SPADES
    (3, True)

    The joker has none. Its low bits would read as spades, hence the refusal.

    >>> card_suit(JOKER)
    Traceback (most recent call last):
    ValueError: Jk has no suit; only cards 0 to 51 have one
    """
    if not 0 <= card < JOKER:
        message = f"{card} has no suit; only cards 0 to 51 have one"
        raise ValueError(message)
    return card & 3


def is_red(card: Card) -> bool:
    """Tell whether a card is a heart or a diamond; the joker is neither red nor black.

    >>> [is_red(card) for card in parse_cards("7s 7h 7d 7c Jk")]
    [False, True, True, False, False]
    """
    return card != JOKER and card_suit(card) in (Suit.HEARTS, Suit.DIAMONDS)


def parse_card(text: str) -> Card:
    """Read one card in exact notation: a rank of ``A23456789TJQK``, a suit of ``shdc``; or ``Jk``.

    >>> parse_card("As"), parse_card("7h"), parse_card("Kc"), parse_card("Jk")
    (Card('As'), Card('7h'), Card('Kc'), Card('Jk'))

    Upper and lower case are not exchanged and ten is only ever T, so that each card has one text
    and two equal records are equal character for character.

    >>> parse_card("10h")
    Traceback (most recent call last):
    pitboss.cards.errors.NotationError: '10h' is not a card; write rank then suit, as in '7h', 'Ts' or 'Jk'.
    """  # noqa: E501 (a traceback's line cannot be broken)
    card = _CARD_OF_TEXT.get(text)
    if card is None:
        shown = text if len(text) <= _QUOTED_LENGTH_MAX else text[:_QUOTED_LENGTH_MAX] + "..."
        message = f"{shown!r} is not a card; write rank then suit, as in '7h', 'Ts' or 'Jk'."
        raise NotationError(message)
    return card


def format_card(card: Card) -> str:
    """Write one card in the notation that `parse_card` reads.

    >>> format_card(Card(25)), format_card(JOKER)
    ('7h', 'Jk')
    """
    if card not in _TEXT_OF_CARD:
        message = f"{card} is not the number of a card; cards are 0 to 52"
        raise ValueError(message)
    return _TEXT_OF_CARD[card]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards with white space between them; no text at all is no cards.

    >>> parse_cards("7h Ts Jk")
    (Card('7h'), Card('Ts'), Card('Jk'))
    >>> parse_cards("")
    ()
    """
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards with one space between them, as `parse_cards` reads them.

    >>> format_cards([Card(25), Card(36), JOKER])
    '7h Ts Jk'
    """
    return " ".join(map(format_card, cards))


def pretty_card(card: Card) -> str:
    """Write a card for people, with the suit's symbol, ``10`` for the ten and a star for the joker.

    >>> [pretty_card(card) for card in parse_cards("7h Ts Jk")]
    ['7♥', '10♠', '★']
    """
    text = format_card(card)
    if card == JOKER:
        return "★"
    return text[0].replace("T", "10") + _SUIT_SYMBOLS[card_suit(card)]


def card_name(card: Card) -> str:
    """Say a card in words.

    >>> card_name(parse_card("Th")), card_name(JOKER)
    ('ten of hearts', 'joker')
    """
    if card == JOKER:
        return "joker"
    return f"{Rank(card_rank(card)).name.lower()} of {Suit(card_suit(card)).name.lower()}"
