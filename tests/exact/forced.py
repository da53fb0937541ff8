"""Deals on demand: cards that the exact odds count in a given row, put on top of a shoe."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import cast

from pitboss.cards import DECKS, Card, card, card_rank, card_suit
from pitboss.engine.drive import Round
from pitboss.engine.events import Place
from pitboss.engine.setup import deal_order
from pitboss.exact.counting.distributions import DEALER_CLASS, FinalHand
from pitboss.patterns.busts import Suits, compare_suits
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.totals import value
from pitboss.rulebook.model import RoundKind
from tests.exact.felts import Felt

TRIES_MAX = 2_000
KEPT = 60
"""Hands of a class that are remembered, so that some fit into few decks."""
CARDS_A_ROUND = 60
"""More than one seat and the dealer take."""
LONGEST = 22
"""More cards than a dealer can draw without busting."""
NOTHING = cast("Card", -1)
FIVE = ("first", "second", "third", "fourth", "fifth")
"""A player's cards by role, as many as the game deals."""
DEALERS = ("up", "down", "dealer-3", "dealer-4", "dealer-5")
_HONOURS = (0, 12, 11, 10)
_LOW = (0, 1, 2, 3)


@dataclass(frozen=True)
class Deal:
    """The cards that matter, by role, and what is drawn after the deal."""

    roles: Mapping[str, Card]
    drawn: tuple[Card, ...] = ()
    poker: tuple[Card, ...] = ()
    """What is dealt after the shuffle of 21-Hold 'em (2104(6)); it may have been out before."""

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.roles.values(), *self.drawn)


def fits_in(cards: Sequence[Card], decks: int) -> bool:
    return max(Counter(cards).values()) <= decks


def _poor_kinds(rng: random.Random, deck: str) -> list[Card]:
    """A few kinds of card, so that what is rare among all of them is common among these."""
    ranks = sorted({card_rank(kind) for kind in DECKS[deck].cards})
    suits = rng.sample(range(4), rng.choice((1, 1, 2, 2, 3, 4)))
    count = rng.randint(1, 4)
    style = rng.randrange(4)
    if style == 0:
        first = rng.randrange(13)
        chosen = {(first + step) % 13 for step in range(count)}
    elif style == 1:
        chosen = set(rng.sample(_HONOURS, count))
    elif style == 2:
        chosen = {*_LOW, rng.choice(ranks)}
    else:
        chosen = set(rng.sample(ranks, count))
    kinds = [card(rank, suit) for rank in sorted(chosen & set(ranks)) for suit in suits]
    return kinds or [rng.choice(DECKS[deck].cards)]


@dataclass
class Pool:
    """Hands of one family found so far, by the class the exact odds count them in."""

    source: Iterator[tuple[object, tuple[Card, ...]]]
    rng: random.Random
    by_class: dict[object, list[tuple[Card, ...]]] = field(default_factory=dict)

    def hands(self, kind: object, decks: int, count: int) -> list[tuple[Card, ...]]:
        """Return *count* hands of class *kind* that a shoe of so many decks holds."""
        for _ in range(TRIES_MAX):
            kept = [*self.by_class.get((kind, False), []), *self.by_class.get((kind, True), [])]
            fitting = [hand for hand in kept if fits_in(hand, decks)]
            if len(fitting) >= count:
                return self.rng.sample(fitting, count)
            self._look_further()
        raise AssertionError(f"no hand of class {kind} was found for {decks} decks")

    def some(self, kind: object, count: int) -> list[tuple[Card, ...]]:
        """Return up to *count* hands of class *kind*, of those that were met so far."""
        hands = [*self.by_class.get((kind, False), []), *self.by_class.get((kind, True), [])]
        return self.rng.sample(hands, min(count, len(hands)))

    def _look_further(self) -> None:
        for _ in range(200):
            kind, hand = next(self.source)
            kept = self.by_class.setdefault((kind, len(set(hand)) == len(hand)), [])
            if len(kept) < KEPT:
                kept.append(hand)


@cache
def first_cards(family: str, deck: str, specific_suit: int) -> Pool:
    """Hands of a family that certain cards of the deal decide, in the order of its pattern."""
    rng = random.Random(f"{family}/{deck}/{specific_suit}")
    pattern = FAMILIES[family]

    def source() -> Iterator[tuple[object, tuple[Card, ...]]]:
        while True:
            kinds = _poor_kinds(rng, deck)
            for _ in range(4):
                hand = tuple(rng.choices(kinds, k=len(pattern.cards)))
                yield pattern.classify(*hand, specific_suit), hand

    return Pool(source(), rng)


@cache
def dealers_hands(family: str, deck: str, decks: int, *, hits_soft_17: bool) -> Pool:
    """Completed hands of the dealer: up card, down card, and as drawn."""
    rng = random.Random(f"{family}/{deck}/{decks}/{hits_soft_17}")

    def source() -> Iterator[tuple[object, tuple[Card, ...]]]:
        while True:
            hand = _drawn_out(rng, _low_cards(rng, deck) * decks, hits_soft_17=hits_soft_17)
            # After a blackjack no bust wager is asked (ruling C31).
            if hand and not (_final(hand).blackjack and family == "dealer-bust-up-card"):
                kind = DEALER_CLASS[family](_final(hand))
                yield (kind, _meets_soft_17(hand)), hand

    return Pool(source(), rng)


def _low_cards(rng: random.Random, deck: str) -> list[Card]:
    """A pack in few suits, or one with few high cards, which takes many cards to bust."""
    suits = rng.sample(range(4), rng.choice((1, 2, 4, 4)))
    few = {*range(rng.choice((3, 4))), rng.choice(range(4, 13))}
    ranks = rng.choice((few, set(range(13))))
    kinds = [kind for kind in DECKS[deck].cards if card_rank(kind) in ranks]
    return [kind for kind in kinds if card_suit(kind) in suits]


def _drawn_out(
    rng: random.Random, cards: list[Card], *, hits_soft_17: bool
) -> tuple[Card, ...] | None:
    """Draw as the dealer must; None where these cards do not suffice."""
    hand: list[Card] = []
    for drawn in rng.sample(cards, min(len(cards), LONGEST)):
        hand.append(drawn)
        if len(hand) >= 2 and not _draws(hand, hits_soft_17=hits_soft_17):
            return tuple(hand)
    return None


def _draws(hand: Sequence[Card], *, hits_soft_17: bool) -> bool:
    """Below 17, and on a soft 17 where the house says so."""
    total = best(hand)
    soft = total != sum(map(value, hand))
    return total < 17 or (total == 17 and soft and hits_soft_17)


def _meets_soft_17(hand: Sequence[Card]) -> bool:
    """Whether the house's rule about a soft 17 mattered."""
    first = [hand[:count] for count in range(2, len(hand) + 1)]
    return any(best(cards) == 17 and sum(map(value, cards)) == 7 for cards in first)


def best(hand: Sequence[Card]) -> int:
    low = sum(map(value, hand))
    return low + 10 if low <= 11 and any(card_rank(c) == 0 for c in hand) else low


def _final(hand: tuple[Card, ...]) -> FinalHand:
    eights = len(hand) == 3 and all(value(c) == 8 for c in hand)
    suits = Suits(compare_suits(hand, len(hand)))
    return FinalHand(value(hand[0]), best(hand), len(hand), eights, suits)


def roles_of(felt: Felt, wager: str) -> tuple[str, ...]:
    """Where the cards of a wager's pattern lie on the table."""
    family = felt.posted(wager).family
    matched = {"match-up": "up", "match-down": "down"}.get(wager, wager.replace("match-", ""))
    lies = {"matched": matched}
    if felt.game.round == RoundKind.THREE_CARD_21:  # 2111(4): the player's own three cards
        lies["up"] = "third"
    return tuple(lies.get(role, role) for role in FAMILIES[family].cards)


def shoe_for(felt: Felt, deal: Deal, rng: random.Random) -> Iterator[Card]:
    """The cards in the order they leave the shoe, what the deal leaves open at random.

    A hand of the player that is dealt at random is no blackjack: it could make no late wager.
    """
    rest = list(felt.setup.shoe.cards())
    for used in deal.cards:
        rest.remove(used)
    order = tuple(_roles_in_order(felt))
    while True:
        others = iter(rng.sample(rest, min(len(rest), CARDS_A_ROUND)))
        dealt = {role: deal.roles.get(role, NOTHING) for role in order}
        dealt |= {role: next(others) for role in order if dealt[role] == NOTHING}
        if "first" in deal.roles or best([dealt["first"], dealt["second"]]) < 21:
            return chain(dealt.values(), deal.drawn, others)


def in_parts(
    round_: Round, cards: Iterator[Card], rng: random.Random, poker: Sequence[Card] = ()
) -> Iterator[Card]:
    """Hand out *cards* for as long as a round asks, and after a shuffle *poker* and any others.

    2104(6): everything but the two cards in common is shuffled again.
    """
    while not round_.state.was_reshuffled:
        yield next(cards)
    rest = list(round_.state.setup.shoe.cards())
    for used in (*round_.state.dealer[:2], *poker):
        rest.remove(used)
    yield from poker
    yield from rng.sample(rest, len(rest))


def _roles_in_order(felt: Felt) -> Iterator[str]:
    names = {
        (Place.HAND, 1): iter(FIVE),
        (Place.HAND, 2): iter(("third", "fourth")),
        (Place.DEALER, 0): iter(DEALERS),
        (Place.REPLACEMENT, 0): iter(("replacement",)),
        (Place.BONUS, 0): (f"bonus-{number}" for number in range(1, 6)),
    }
    extra = int(felt.setup.replacement) or felt.setup.bonus_cards
    for place, _, hand in deal_order(felt.game.round, (1,), extra):
        yield next(names[place, hand])
