"""Names of decisions: everything that their values depend on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from pitboss.cards import (
    JOKER,
    RANK_LETTERS,
    SUIT_LETTERS,
    Card,
    card_rank,
    card_suit,
    format_cards,
)
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.rounds.ante_up import is_live
from pitboss.engine.rounds.holdem import community
from pitboss.engine.state import Hand, State
from pitboss.patterns.totals import value

_LETTERS = ("", "A", *map(str, range(2, 10)), "T")
_SUITS = len(SUIT_LETTERS)


def name_hand(state: State, question: Question) -> str:
    """Name a hand by values, and the up card.

    Suits count only for two cards of one suit in games with Bonus 21s.
    """
    hands = state.hands_to_decide(question)
    names = [f"{_cards(hand, ordered=len(hands) > 1)}{_marks(state, hand)}" for hand in hands]
    return f"{' and '.join(names)} v {_LETTERS[value(state.dealer[0])]}"


def _cards(hand: Hand, *, ordered: bool) -> str:
    """Return a hand by its values; its first card comes first if that matters."""
    first = [value(hand.cards[0])] if hand.split or ordered else []
    return "".join(_LETTERS[points] for points in (*first, *_values(hand.cards[len(first) :])))


def _values(cards: Sequence[Card]) -> list[int]:
    return sorted(map(value, cards), reverse=True)


def _marks(state: State, hand: Hand) -> str:
    suits = {card_suit(card) for card in hand.cards}
    suited = state.setup.bonus_21 and len(hand.cards) == 2 and len(suits) == 1
    marks = (
        ("spades" if suits == {SUIT_LETTERS.index("s")} else "suited") if suited else "",
        "free" if hand.made_free else "split" if hand.split else "",
        f"doubled {hand.doublings}" if hand.doublings else "",
    )
    return "".join(f" {mark}" for mark in marks if mark)


def name_ante_up_hand(state: State, question: Question) -> str:
    """2106: name a hand by ranks if poker is played too; after a fold it is blackjack."""
    seat = state.seat(question.seat)
    if seat.folded:
        return f"folded, {name_hand(state, question)}"
    if question.wager is None and not is_live(seat):
        return name_hand(state, question)
    ranks = sorted(map(card_rank, seat.hand(question.hand).cards), reverse=True)
    cards = "".join(RANK_LETTERS[rank] for rank in ranks)
    return f"{cards} v {RANK_LETTERS[card_rank(state.dealer[0])]}"


def name_three_card_hand(state: State, question: Question) -> str:
    """2111: name a hand of a split with the starts of the other two."""
    seat = state.seat(question.seat)
    others = [other.cards[0] for other in seat.hands if other.number != question.hand]
    starts = "".join(_LETTERS[value] for value in _values(others))
    return f"{name_hand(state, question)}{f', beside {starts}' if starts else ''}"


def name_holdem_hand(state: State, question: Question) -> str:
    """2104: name a blackjack hand, or the community cards and the player's own."""
    if ActionKind.FOLD not in {choice.kind for choice in question.choices}:
        return name_hand(state, question)
    return _up_to_suits(community(state), state.seat(question.seat).poker)


def name_pai_jack_hand(state: State, question: Question) -> str:
    """2112: name five cards by their values."""
    cards = state.seat(question.seat).hand(question.hand).cards
    return "".join(_LETTERS[value] for value in _values(cards))


def name_wild_hand(state: State, question: Question) -> str:
    """2118: name five cards up to suits."""
    return _up_to_suits(state.seat(question.seat).hand(question.hand).cards)


def _up_to_suits(*groups: Sequence[Card]) -> str:
    """Name groups of cards, with equal names for groups that differ only by renaming suits.

    >>> from pitboss.cards import parse_cards
    >>> _up_to_suits(parse_cards("Kd 9d"), parse_cards("9c"))
    '9s Ks with 9h'
    >>> _up_to_suits(parse_cards("9h Kh"), parse_cards("9s"))
    '9s Ks with 9h'
    """
    renamed = (
        [sorted(_rename_suits(card, suits) for card in group) for group in groups]
        for suits in permutations(range(_SUITS))
    )
    return " with ".join(map(format_cards, min(renamed)))


def _rename_suits(card: Card, suits: Sequence[int]) -> Card:
    return card if card == JOKER else Card(card_rank(card) * _SUITS + suits[card_suit(card)])
