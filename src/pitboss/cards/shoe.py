"""A shoe: some number of equal decks, dealt as one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards.card import Card, card_name, format_card
from pitboss.cards.deck import Deck
from pitboss.cards.errors import CardNotInShoe


@dataclass(frozen=True, slots=True)
class Shoe:
    """What a shoe holds before the first card is dealt; it has no order and deals nothing.

    >>> from pitboss.cards import SPANISH
    >>> Shoe(SPANISH, 6).size
    288
    """

    deck: Deck
    """The deck that it is filled with."""

    deck_count: int
    """How many of them it holds, at least one."""

    def __post_init__(self) -> None:
        """Refuse a shoe without decks."""
        if self.deck_count < 1:
            message = f"a shoe holds at least one deck, not {self.deck_count}"
            raise ValueError(message)

    @property
    def size(self) -> int:
        """How many cards the full shoe holds.

        >>> from pitboss.cards import FRENCH
        >>> Shoe(FRENCH, 8).size
        416
        """
        return len(self.deck.cards) * self.deck_count

    def copies(self, card: Card) -> int:
        """Count how many of one card the full shoe holds.

        >>> from pitboss.cards import SPANISH, parse_card
        >>> shoe = Shoe(SPANISH, 6)
        >>> shoe.copies(parse_card("7h")), shoe.copies(parse_card("Th"))
        (6, 0)
        """
        return self.deck.cards.count(card) * self.deck_count

    def cards(self) -> tuple[Card, ...]:
        """List every card in factory order, one deck after the other.

        >>> from pitboss.cards import FRENCH, format_cards
        >>> format_cards(Shoe(FRENCH, 2).cards()[50:54])
        'Kd Kc As Ah'
        """
        return self.deck.cards * self.deck_count

    def check_dealt(self, cards: Sequence[Card]) -> None:
        """Refuse the first card, in the order dealt, that cannot have come out of this shoe.

        >>> from pitboss.cards import SPANISH, parse_cards
        >>> Shoe(SPANISH, 1).check_dealt(parse_cards("7h 7s"))
        >>> Shoe(SPANISH, 1).check_dealt(parse_cards("7h 7s 7h"))
        Traceback (most recent call last):
        pitboss.cards.errors.CardNotInShoe: 7h is dealt twice but a shoe of 1 deck holds it once
        """
        dealt_counts: Counter[Card] = Counter()
        for card in cards:
            dealt_counts[card] += 1
            copy_count = self.copies(card)
            if copy_count == 0:
                message = (
                    f"the {card_name(card)} ({format_card(card)}) is not in a {self.deck.title}"
                )
                raise CardNotInShoe(message)
            if dealt_counts[card] > copy_count:
                # The whole count, not the count so far: that is the figure a reader can check.
                message = (
                    f"{format_card(card)} is dealt {_times(cards.count(card))} but a shoe of "
                    f"{_decks(self.deck_count)} holds it {_times(copy_count)}"
                )
                raise CardNotInShoe(message)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _decks(count: int) -> str:
    return "1 deck" if count == 1 else f"{count} decks"
