"""Cards, decks, shoes and shuffling: the leaf layer, which knows no game.

>>> shoe = Shoe(SPANISH, 6)
>>> shoe.size, format_cards(shuffle_cards(shoe.cards(), SeededBits("table 4"))[:3])
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
    card_rank,
    card_suit,
    format_card,
    format_cards,
    is_red,
    parse_card,
    parse_cards,
    pretty_card,
)
from pitboss.cards.deck import DECKS, FRENCH, JOKER_DECK, SPANISH, Deck, find_deck
from pitboss.cards.errors import CardNotInShoe, NotationError
from pitboss.cards.shoe import Shoe
from pitboss.cards.shuffle import BitSource, SeededBits, SystemBits, below, shuffle_cards
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
    "card_rank",
    "card_suit",
    "choose_suits",
    "find_deck",
    "format_card",
    "format_cards",
    "is_red",
    "parse_card",
    "parse_cards",
    "pretty_card",
    "read_card",
    "read_cards",
    "shuffle_cards",
    "split_cards",
]
