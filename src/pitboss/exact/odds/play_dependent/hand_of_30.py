"""Hedge 22 and Bust Bonus of Ride Free: wagers on the dealer's draw that a first hand of 30 loses.

The dealer's draw does not depend on the play, and as long as such a wager is alive he draws for it
(2119(9)(b); ruling C44). So the play matters only by the hands that end with 30 (rulings C24, C45,
C46), which takes a card drawn to a hard 20. If the strategy never draws there, the odds are those
of the dealer's hand; otherwise those hands are followed one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

import numpy as np

from pitboss.cards import Card, card_suit
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import BUST, VALUES, hand_graph
from pitboss.engine.setup import SideWager
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.counting import distributions
from pitboss.exact.counting.distributions import DEALER_CLASS, FinalHand, dealer_distribution
from pitboss.exact.odds.play_dependent.strategy import DRAWS, Kinds, MainStrategy, UnseenKinds
from pitboss.patterns.busts import Suits, color
from pitboss.patterns.totals import TWENTY_ONE, best_total, dealer_draws, value
from pitboss.rulebook.model import Moment

Classes = Mapping[int, Fraction]
"""Class of the dealer's hand -> probability; the rest is lost by the hand of 30."""
_EIGHT = 8
_COLORS = 2
_SUITS = range(4)


@dataclass(frozen=True, slots=True)
class _Hand:
    """Hand 1 of a seat under way."""

    cards: tuple[int, ...]
    chance: Fraction
    unseen: UnseenKinds
    hands: int = 1
    """The number of hands of the seat; more than one after a split."""
    ended: bool = False
    """No more cards are drawn to it."""


class Thirty:
    """A wager on the dealer's draw beside a seat that plays the optimal strategy."""

    def __init__(
        self, strategy: MainStrategy, wager: SideWager, cards: Sequence[Card] | None = None
    ) -> None:
        """Price *wager*, which a total of the first hand loses, with *cards* left in the shoe."""
        setup = strategy.game.setup
        total = wager.spot.wager.loses_on_total
        assert total is not None
        assert setup.rules.peek
        self.strategy = strategy
        self.family = wager.family
        self.total = total
        self.after_peek = wager.spot.wager.made != Moment.BEFORE_DEAL
        left = cards or setup.shoe.cards()
        self.kinds = Kinds.from_cards(left, value, peeks=True)
        hits_soft_17 = setup.rules.soft17 == "hit"
        self.dealer = _Dealer(self.kinds, left, hits_soft_17=hits_soft_17)
        if total not in strategy.reached:
            full = Kinds.from_cards(setup.shoe.cards(), value, peeks=True)
            strategy.reached[total] = _up_cards_that_draw(strategy, full, total)
        self.reached = strategy.reached[total]
        """Up cards, by value, against which the strategy draws to a hand that a card brings to the
        total."""

    def classes(self) -> Classes:
        """Return the probability of each class of the dealer's hand while the wager lives.

        Ruling C31: a wager made after the peek exists only if no blackjack was found.
        """
        setup = self.strategy.game.setup
        shoe = distributions.ShoeKey(
            deck=setup.shoe.deck.name,
            decks=setup.shoe.deck_count,
            hits_soft_17=setup.rules.soft17 == "hit",
        )
        classes: dict[int, Fraction] = {}
        for of_up in dealer_distribution(self.family, shoe).values():
            for kind, chance in of_up.items():
                classes[kind] = classes.get(kind, Fraction(0)) + chance
        for kind, chance in self.losing_classes().items():
            classes[kind] -= chance
        return classes

    def against(self, up: int, cards: tuple[int, int], unseen: UnseenKinds) -> Classes:
        """Return the same for two cards against an up card, without a dealer blackjack."""
        classes = dict(self.dealer.final_classes(up, unseen, self.family))
        for hand in self._ends(up, cards, unseen):
            for kind, chance in self.dealer.final_classes(up, hand.unseen, self.family).items():
                classes[kind] -= hand.chance * chance
        return classes

    def losing_classes(self) -> Classes:
        """Return how often a first hand of 30 loses each class of the dealer's hand.

        It is a share of the rounds in which the wager can be made.
        """
        if not self.reached:
            return {}
        losing: dict[int, Fraction] = {}
        played = Fraction(0)
        for deal in self.kinds.deals():
            chance = deal.probability * (1 - deal.unseen.blackjack)
            played += chance
            for hand in self._ends(deal.up, deal.cards, deal.unseen):
                for kind, share in self.dealer.final_classes(
                    deal.up, hand.unseen, self.family
                ).items():
                    losing[kind] = losing.get(kind, Fraction(0)) + chance * hand.chance * share
        given = played if self.after_peek else 1
        return {kind: chance / given for kind, chance in losing.items()}

    def _ends(self, up: int, cards: tuple[int, int], unseen: UnseenKinds) -> Iterator[_Hand]:
        """Yield the ways in which hand 1 ends with the total, without a dealer blackjack."""
        if self.kinds.worth(up) in self.reached:
            yield from self._play_out(up, _Hand(cards, Fraction(1), unseen))

    def _play_out(self, up: int, hand: _Hand) -> Iterator[_Hand]:
        worths = tuple(map(self.kinds.worth, hand.cards))
        if sum(worths) > TWENTY_ONE:
            if sum(worths) == self.total:
                yield hand
            return
        action = self._action(self.kinds.worth(up), worths, hand)
        if action in SPLITS:
            # C45, C46: hand 1 keeps the first card, and is played before any that comes after it.
            split = _Hand(hand.cards[:1], hand.chance, hand.unseen, hand.hands + 1)
            yield from self._draw(up, split, ended=False)
        elif action in DRAWS:
            yield from self._draw(up, hand, ended=action != action_codes.HIT)

    def _action(self, up: int, worths: tuple[int, ...], hand: _Hand) -> int:
        if hand.ended:
            return action_codes.NOTHING
        if hand.hands == 1:
            return self.strategy.action(up, worths)
        if self._splits_again(up, worths, hand.hands):
            return self.strategy.action(up, worths)
        return self.strategy.after_split(up, worths, carried=False)

    def _splits_again(self, up: int, worths: tuple[int, ...], hands: int) -> bool:
        first, second, *more = worths
        if more or first != second or hands == self.strategy.hands_max(up, first):
            return False
        return self.strategy.is_split_again(up, first, carried=False)

    def _draw(self, up: int, hand: _Hand, *, ended: bool) -> Iterator[_Hand]:
        for kind, share in hand.unseen.chances():
            more = (*hand.cards, kind)
            chance = hand.chance * share
            left = hand.unseen.without(kind)
            yield from self._play_out(
                up, _Hand(cards=more, chance=chance, unseen=left, hands=hand.hands, ended=ended)
            )


def _up_cards_that_draw(strategy: MainStrategy, kinds: Kinds, total: int) -> frozenset[int]:
    """Return the values of up cards against which a card may bust a hand with *total*."""

    def draws_to(up: int, values: tuple[int, ...]) -> bool:
        """Return whether the strategy draws to one of these hands with money, dealt or split."""
        actions = strategy.actions_after_split(up, values)
        return any(action in DRAWS for action in (*actions, strategy.action(up, values)))

    def may_end(up: int) -> bool:
        left = kinds.against(up)
        copies = Counter({kinds.worth(kind): n for kind, n in enumerate(left.copies)})
        return any(
            held <= copies and draws_to(kinds.worth(up), tuple(held.elements()))
            for held in _one_card_from(total)
        )

    ups = range(len(kinds.cards))
    return frozenset(kinds.worth(up) for up in ups if may_end(up))


@cache
def _one_card_from(total: int) -> tuple[Counter[int], ...]:
    """Return the hands, by values, that one card busts with exactly *total*."""
    graph = hand_graph()
    worths = total - graph.hard
    able = np.nonzero((worths >= 1) & (worths <= VALUES))[0]
    busting = (node for node in able if graph.child[node, worths[node] - 1] == BUST)
    return tuple(Counter(dict(enumerate(graph.cards[node].tolist(), 1))) for node in busting)


class _Dealer:
    """The dealer's hand with any cards gone.

    The suits of the dealer's cards depend on their values alone: other cards of the same values can
    be dealt in the same number of ways.
    """

    def __init__(self, kinds: Kinds, cards: Sequence[Card], *, hits_soft_17: bool) -> None:
        self.kinds = kinds
        self.hits_soft_17 = hits_soft_17
        self.by_suit = Counter((kinds.place[card], card_suit(card)) for card in cards)
        self._known: dict[tuple[int, UnseenKinds, str], Classes] = {}
        self._shares: dict[tuple[int, ...], Mapping[Suits, Fraction]] = {}

    def final_classes(self, up: int, unseen: UnseenKinds, family: str) -> Classes:
        """Return the classes of his hand, without a blackjack."""
        key = up, unseen, family
        if key not in self._known:
            classes: dict[int, Fraction] = {}
            for hand, chance in self._draws(up, unseen):
                kind = DEALER_CLASS[family](hand)
                classes[kind] = classes.get(kind, Fraction(0)) + chance
            self._known[key] = classes
        return self._known[key]

    def _draws(self, up: int, unseen: UnseenKinds) -> Iterator[tuple[FinalHand, Fraction]]:
        for down in range(len(self.kinds.cards)):
            chance = unseen.down(down)
            if chance:
                # Once the down card is turned, nothing is hidden any more.
                left = UnseenKinds(unseen.without(down).copies)
                yield from self._draw((up, down), left, chance)

    def _draw(
        self, cards: tuple[int, ...], left: UnseenKinds, chance: Fraction
    ) -> Iterator[tuple[FinalHand, Fraction]]:
        worths = [self.kinds.worth(card) for card in cards]
        hard = sum(worths)
        has_ace = 1 in worths
        if not dealer_draws(hard, has_ace, self.hits_soft_17):
            eights = worths == [_EIGHT] * 3
            total = best_total(hard, has_ace)
            for suits, share in self._suits(tuple(sorted(cards))).items():
                yield (
                    FinalHand(
                        up_value=worths[0],
                        total=total,
                        count=len(cards),
                        three_eights=eights,
                        suits=suits,
                    ),
                    chance * share,
                )
            return
        for kind, copies in enumerate(left.copies):
            if copies:
                drawn = chance * Fraction(copies, left.size)
                yield from self._draw((*cards, kind), left.without(kind), drawn)

    def _suits(self, cards: tuple[int, ...]) -> Mapping[Suits, Fraction]:
        """Return the suits that cards of these kinds share, with probabilities."""
        if cards not in self._shares:
            held = Counter(cards)
            every = self._ways(held, frozenset(_SUITS))
            one_suit = sum(self._ways(held, frozenset({suit})) for suit in _SUITS)
            colors = [frozenset(s for s in _SUITS if color(s) == c) for c in range(_COLORS)]
            one_color = sum(self._ways(held, suits) for suits in colors) - one_suit
            mixed = every - one_suit - one_color
            ways = {Suits.ONE_SUIT: one_suit, Suits.ONE_COLOR: one_color, Suits.MIXED: mixed}
            self._shares[cards] = {s: Fraction(count, every) for s, count in ways.items() if count}
        return self._shares[cards]

    def _ways(self, held: Counter[int], suits: frozenset[int]) -> int:
        ways = 1
        for kind, count in held.items():
            ways *= perm(sum(self.by_suit[kind, suit] for suit in suits), count)
        return ways
