"""Cards as people type them: 10h, 6H, 6♥, 6h7h, 6h,7h; and a suit may be left out.

Records have one text for each card, which `parse_card` reads; nothing here is for them.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pitboss.cards.card import JOKER, RANK_LETTERS, SUIT_LETTERS, Card, Suit, card
from pitboss.cards.errors import NotationError

_SUITS: Final = {
    **{letter: suit for suit, letter in enumerate(SUIT_LETTERS)},
    **{symbol: suit for symbols in ("♠♥♦♣", "♤♡♢♧") for suit, symbol in enumerate(symbols)},
}
_ONE: Final = rf"(10|[2-9TJQKA])([{''.join(_SUITS)}]\ufe0f?)?"
# re.ASCII: without it the Kelvin sign would be a king, and the long s spades.
_CARD: Final = re.compile(_ONE, re.IGNORECASE | re.ASCII)
_RUN: Final = re.compile(rf"(?:{_ONE})+", re.IGNORECASE | re.ASCII)
_JOKERS: Final = frozenset({"Jk", "joker", "Joker", "★"})
_QUOTED_LENGTH_MAX: Final = 20


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A card as it was typed; without a suit where none was named."""

    rank: int | None
    """None: the joker."""
    suit: int | None = None

    @property
    def has_suit(self) -> bool:
        """Whether it is one card of the deck; the joker is."""
        return self.rank is None or self.suit is not None


def split_cards(text: str) -> tuple[str, ...]:
    """Return the words of a text, one for each card; other words stay as they are.

    >>> split_cards("6h7H, 10♥ x")
    ('6h', '7H', '10♥', 'x')
    """
    words = re.split(r"[\s,;]+", text.strip()) if text.strip(" ,;\t\n") else []
    return tuple(part for word in words if word for part in _split_run(word))


def _split_run(word: str) -> Iterable[str]:
    if word in _JOKERS or not _RUN.fullmatch(word):
        return (word,)
    return (match[0] for match in _CARD.finditer(word))


def read_card(word: str) -> TypedCard:
    """Read one card.

    >>> read_card("10H"), read_card("T♥"), read_card("6")
    (TypedCard(rank=9, suit=1), TypedCard(rank=9, suit=1), TypedCard(rank=5, suit=None))
    """
    if word in _JOKERS:
        return TypedCard(None)
    match = _CARD.fullmatch(word)
    if match is None:
        shown = word if len(word) <= _QUOTED_LENGTH_MAX else f"{word[:_QUOTED_LENGTH_MAX]}..."
        message = f"{shown!r} is not a card; write rank then suit, as in '7h', '10s' or 'Jk'"
        raise NotationError(message)
    rank = RANK_LETTERS.index(match[1].upper().replace("10", "T"))
    suit = match[2].rstrip("\ufe0f").lower() if match[2] else None
    return TypedCard(rank, None if suit is None else _SUITS[suit])


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards that all have their suits.

    >>> read_cards("6h7H,10♥") == read_cards("6h 7h Th")
    True
    >>> read_cards("6 7h")
    Traceback (most recent call last):
    pitboss.cards.errors.NotationError: '6' has no suit; write it too, as in '6h'
    """
    cards = []
    for word in split_cards(text):
        typed = read_card(word)
        if not typed.has_suit:
            raise NotationError(f"{word!r} has no suit; write it too, as in '{word}h'")
        cards.append(_exact(typed))
    return tuple(cards)


def choose_suits(cards: Iterable[TypedCard], decks: int, *, alike: bool) -> tuple[Card, ...]:
    """Give suits to the cards that have none: all equal, or as different as possible.

    No card comes more often than in a shoe of that many decks, if that is possible.

    >>> from pitboss.cards import format_cards
    >>> hand = [read_card("6"), read_card("7"), read_card("8h")]
    >>> [format_cards(choose_suits(hand, 6, alike=alike)) for alike in (True, False)]
    ['6s 7s 8h', '6s 7d 8h']
    """
    typed = list(cards)
    used = Counter(_exact(one) for one in typed if one.has_suit)
    suits = Counter(one.suit for one in typed if one.suit is not None)
    chosen = []
    for one in typed:
        if one.has_suit:
            chosen.append(_exact(one))
            continue
        assert one.rank is not None
        order = sorted(Suit, key=lambda suit: 0 if alike else suits[suit])
        free = [suit for suit in order if used[card(one.rank, suit)] < decks]
        suit = (free or order)[0]
        suits[suit] += 1
        used[card(one.rank, suit)] += 1
        chosen.append(card(one.rank, suit))
    return tuple(chosen)


def _exact(typed: TypedCard) -> Card:
    if typed.rank is None:
        return JOKER
    assert typed.suit is not None
    return card(typed.rank, typed.suit)
