"""The value of hands whose suits matter, against one up card with its suit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.suit_sensitive import SUITS, CardsLeft, SuitSensitiveHand
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits
from pitboss.exact.blackjack.split_patterns import Start


class SuitedPlay:
    """Hands of one suit, and splits of pairs whose suits can matter."""

    def __init__(self, splits: Splits, cards: CardsLeft) -> None:
        """Value hands with the *cards* left after the up card."""
        self.splits, self.up, self.cards = splits, splits.up, cards

    def hit(
        self, found: HandValues, live: SuitSensitiveHand, suit: int, left: Number, cards: CardsLeft
    ) -> Number:
        """Return the expected value of hitting a live hand of one suit.

        *left* and *cards* still have the hand's own cards.
        """
        chance = self.up.chances_after(live.node, left)[live.completes - 1]
        return found.values[live.node, action_codes.HIT] + self._gain(live, suit, chance, cards)

    def _gain(self, live: SuitSensitiveHand, suit: int, chance: Number, cards: CardsLeft) -> Number:
        """Return how much more a hit is worth to a live hand of one suit than to a mixed one.

        *chance* is the probability that the next card has the value that completes it.
        """
        own = cards.without(*((value, suit) for value in live.values))
        gain = self.up.arithmetic.number(live.gains[suit])
        return chance * self._share(own, live.completes, suit) * gain

    def _share(self, cards: CardsLeft, value: int, suit: int) -> Number:
        """Return the probability that a card of a value has a suit."""
        mine, every = cards.count(value, suit)
        return self.up.arithmetic.number(mine) / every

    def value_of(
        self, action: int, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> Number:
        """Return the expected value of one action with two cards as dealt."""
        node, found = hand_graph().node(*values), self.up.first
        if action == action_codes.NOTHING:
            return found.best[node]
        if action == action_codes.SPLIT and suits is not None:
            return self.split(values[0], suits)
        if action in (action_codes.SPLIT, action_codes.FREE_SPLIT):
            return self.splits.value(values[0], free=action == action_codes.FREE_SPLIT)
        live = self.up.rules.live.get(node)
        if action == action_codes.HIT and live is not None and suits and suits[0] == suits[1]:
            return self.hit(found, live, suits[0], self.up.left, self.cards)
        return found.values[node, action]

    def first(self, live: SuitSensitiveHand, suit: int) -> tuple[Number, int]:
        """Return the value of a live hand as dealt, without a split, and its best action."""
        return self.better(self.up.first, live, suit)

    def better(self, found: HandValues, live: SuitSensitiveHand, suit: int) -> tuple[Number, int]:
        """Return the value of a live hand of one suit in some situation, and its best action."""
        hit = self.hit(found, live, suit, self.up.left, self.cards)
        best, action = found.best[live.node], int(found.action[live.node])
        return (
            (hit, action_codes.HIT) if hit > best or action == action_codes.HIT else (best, action)
        )

    def split(self, pair: int, suits: tuple[int, int], made: int = 1) -> Number:
        """Return the expected value of splitting a pair of those suits."""
        if not self.up.rules.live_split:
            return self.splits.value(pair, made=made)
        known = [(pair, suit) for suit in suits]

        def worth(start: Start, gone: int, *, no_pair: bool) -> Number:
            if start is Start.DRAWN:  # its suit is any that is left
                cards = self.cards.without(*known)
                return sum(
                    self._share(cards, pair, suit)
                    * self._hand(pair, gone, suit, cards, no_pair=no_pair)
                    for suit in SUITS
                )
            mine, other = suits if start is Start.FIRST else suits[::-1]
            cards = self.cards.without((pair, other))
            return self._hand(pair, gone, mine, cards, no_pair=no_pair)

        return self.splits.total(pair, worth, made)

    def _hand(self, pair: int, gone: int, suit: int, cards: CardsLeft, *, no_pair: bool) -> Number:
        """Value a split hand that starts with a card of *suit*: as mixed, and the gain from suits.

        A hand of one suit is played for its own cards alone.
        """
        total = self.splits.hand_value(pair, gone, PAID, no_pair=no_pair)
        hand = self.splits.hand(pair, gone)
        own = cards.without((pair, suit))
        for live in self.up.rules.live_split.values():
            if pair not in live.values:
                continue
            second = live.values[1] if live.values[0] == pair else live.values[0]
            if no_pair and second == pair:
                continue
            share = self._share(own, second, suit)
            if self.split_actions[live.node, suit] == action_codes.HIT:
                chance = self.splits.next_chance(pair, gone, live.node)[live.completes - 1]
                suited = hand.hit[second - 1] + self._gain(live, suit, chance, cards)
                total += hand.chance[second - 1] * share * (suited - hand.best[second - 1])
        return total

    @cached_property
    def split_actions(self) -> Mapping[tuple[int, int], int]:
        """Node and suit of a live split hand -> its action."""
        return {
            (node, suit): self.better(self.up.split[False, PAID], live, suit)[1]
            for node, live in self.up.rules.live_split.items()
            for suit in SUITS
        }
