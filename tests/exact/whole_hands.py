"""Five-card hands on demand: of any class that the exact odds count, and where they are dealt."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from pitboss.cards import DECKS, JOKER, Card, card, card_rank, card_suit
from pitboss.patterns.five_card import five_card
from pitboss.patterns.pai_jack import pai_jack
from pitboss.patterns.wild import bad_beat, is_wild, wild_cards, wild_hand, wild_value
from pitboss.rulebook.model import RoundKind
from tests.exact.felts import Felt
from tests.exact.forced import DEALERS, FIVE, Deal, Pool

Hand = tuple[Card, ...]

_HONOURS = (9, 10, 11, 12, 0)
DEALERS_TRIES = 200
"""Hands of the dealer that are tried against one of the player's."""

_KIND_OF: Mapping[str, Callable[[Hand], int]] = {
    "five-card-poker": five_card,
    "wild-poker": wild_hand,
    "wild-cards": wild_cards,
    "pai-jack": pai_jack,
    "bad-beat": lambda cards: bad_beat(cards[:5], cards[5:]),
}


@cache
def whole_hands(family: str, deck: str) -> Pool:
    """Hands of a family that five cards decide, or five of the player's and five of the dealer's.

    Five-card poker is without a joker: where one is dealt, the replacement card stands for it.
    """
    rng = random.Random(f"{family}/{deck}")
    cards = [c for c in DECKS[deck].cards if family != "five-card-poker" or c != JOKER]
    hands = 2 if family == "bad-beat" else 1

    def source() -> Iterator[tuple[object, Hand]]:
        while True:
            hand = tuple(c for _ in range(hands) for c in _hand(rng, cards))
            if len(set(hand)) == len(hand):
                yield _KIND_OF[family](hand), hand

    return Pool(source(), rng)


def _hand(rng: random.Random, cards: Sequence[Card]) -> Hand:
    """Five cards that have much in common, perhaps one exchanged, or some for wild cards."""
    wild = [c for c in cards if is_wild(c)]
    some = rng.sample(wild, rng.randint(0, len(wild)))
    changed = rng.choice(([], rng.sample(cards, 1), some))
    alike = rng.sample(_alike(rng, cards), 5)
    hand = [*changed, *(c for c in alike if c not in changed)][:5]
    rng.shuffle(hand)
    return tuple(hand)


def _alike(rng: random.Random, cards: Sequence[Card]) -> list[Card]:
    """At least five cards: of one suit, perhaps in sequence or honours, or else of few ranks."""
    suits = {rng.randrange(4)}
    ranks = set(range(13))
    style = rng.randrange(5)
    if style == 0:
        first = rng.randrange(13)
        ranks = {(first + step) % 13 for step in range(rng.randint(5, 6))}
    elif style == 1:
        ranks = set(_HONOURS)
    elif style > 2:
        suits = set(range(4))
        ranks = set(rng.sample(_HONOURS if style == 3 else range(13), rng.randint(2, 4)))
    fitting = [c for c in cards if c != JOKER and card_rank(c) in ranks and card_suit(c) in suits]
    return fitting if len(fitting) >= 5 else list(cards)


def lying(felt: Felt, family: str, hand: Hand, rng: random.Random, *, by_joker: bool) -> Deal:
    """Deal a hand where the game deals it; *by_joker*: one card comes as the joker's replacement.

    2118(13)(f)(i)(E): without wild cards the replacement stands for the joker, if it is offered.
    """
    if felt.game.round == RoundKind.HOLDEM:  # 2104(5): the dealer's two cards are in common
        up, down, *poker = rng.sample(hand, 5)
        return Deal({"up": up, "down": down}, poker=tuple(poker))
    roles = dict(zip((*FIVE, *DEALERS), hand, strict=False))
    if family == "five-card-poker" and by_joker:
        role = rng.choice(FIVE)
        roles |= {role: JOKER, "replacement": roles[role]}
    return Deal(roles)


def against(hand: Hand, deck: str, rng: random.Random, *, wins: bool) -> Deal | None:
    """Deal *hand* of Deuces Wild Xtreme and a dealer's that loses to it, or that beats it."""
    mine = wild_value(hand)
    cards = [c for c in DECKS[deck].cards if c not in hand]
    for _ in range(DEALERS_TRIES):
        dealers = rng.choice((_hand(rng, cards), tuple(rng.sample(cards, 5))))
        theirs = wild_value(dealers)
        if mine > theirs if wins else mine < theirs:
            return Deal(dict(zip((*FIVE, *DEALERS), (*hand, *dealers), strict=True)))
    return None


def tied(hand: Hand, deck: str) -> Deal | None:
    """Deal *hand* and the same ranks in other suits, with as many other wild cards."""
    wild = [c for c in DECKS[deck].cards if is_wild(c) and c not in hand]
    plain = [c for c in hand if not is_wild(c)]
    for turn in (1, 2, 3):
        turned = [card(card_rank(c), (card_suit(c) + turn) % 4) for c in plain]
        dealers = (*turned, *wild[: 5 - len(plain)])
        if len({*hand, *dealers}) == 10:
            return Deal(dict(zip((*FIVE, *DEALERS), (*hand, *dealers), strict=True)))
    return None
