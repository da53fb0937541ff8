"""Cards, decks, shoes and shuffling: the leaf layer, which knows no game.

>>> shoe = Shoe(SPANISH, 6)
>>> shoe.size, format_cards(shuffle(shoe, seed="table 4")[:3])
(288, '8h Jd Jc')
"""

from pitboss.cards.card import (
    JOKER,
    RANK_LETTERS,
    SUIT_LETTERS,
    Card,
    Rank,
    Suit,
    card,
    card_name,
    format_card,
    format_cards,
    is_red,
    parse_card,
    parse_cards,
    pretty_card,
    rank_of,
    suit_of,
)
from pitboss.cards.deck import DECKS, FRENCH, JOKER_DECK, SPANISH, Deck, deck_named
from pitboss.cards.errors import CardNotInShoe, NotationError
from pitboss.cards.shoe import Shoe
from pitboss.cards.shuffle import BitSource, SeededBits, SystemBits, below, shuffle, shuffled
from pitboss.cards.typed import TypedCard, choose_suits, read_card, read_cards, split_cards
from pitboss.cards.unseen import KINDS, Unseen

__all__ = [
    "DECKS",
    "FRENCH",
    "JOKER",
    "JOKER_DECK",
    "KINDS",
    "RANK_LETTERS",
    "SPANISH",
    "SUIT_LETTERS",
    "BitSource",
    "Card",
    "CardNotInShoe",
    "Deck",
    "NotationError",
    "Rank",
    "SeededBits",
    "Shoe",
    "Suit",
    "SystemBits",
    "TypedCard",
    "Unseen",
    "below",
    "card",
    "card_name",
    "choose_suits",
    "deck_named",
    "format_card",
    "format_cards",
    "is_red",
    "parse_card",
    "parse_cards",
    "pretty_card",
    "rank_of",
    "read_card",
    "read_cards",
    "shuffle",
    "shuffled",
    "split_cards",
    "suit_of",
]
