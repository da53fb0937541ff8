"""The value of hands whose suits matter, against one up card with its suit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.suit_sensitive import SUITS, CardsLeft, SuitSensitiveHand
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits
from pitboss.exact.blackjack.split_play import Start


class _SecondCard(NamedTuple):
    """A second card of a split hand that has the suit of the first."""

    node: int
    """The hand they make, whose suits matter."""
    value: int
    share: Number
    """The share of the suit among cards of that value."""
    completes: int
    """The value that makes the bonus."""
    completing: Number
    """The share of the suit among those."""
    gain: Number
    """The extra pay of the suited bonus."""


class SuitedPlay:
    """Hands of one suit, and splits of pairs whose suits can matter."""

    def __init__(self, splits: Splits, cards: CardsLeft) -> None:
        """Value hands with the *cards* left after the up card."""
        self.splits = splits
        self.up = splits.up
        self.cards = cards
        self._hands: dict[tuple[int, int, int, int, int, bool], Number] = {}
        self._seconds: dict[tuple[int, int, int, int], tuple[_SecondCard, ...]] = {}
        self._split_actions: dict[tuple[int, int, int], int] = {}

    def hit(
        self,
        hands: HandValues,
        live: SuitSensitiveHand,
        suit: int,
        chance: Number,
        cards: CardsLeft,
    ) -> Number:
        """Return the expected value of hitting a live hand of one suit.

        *chance* is that of a value that completes it; *cards* still have the hand's own.
        """
        share = self._completing_share(live, suit, cards)
        gain = chance * share * self.up.arithmetic.number(live.gains[suit])
        return hands.values[live.node, action_codes.HIT] + gain

    def completing_chance(self, live: SuitSensitiveHand) -> Number:
        """Return the chance that the next card of a hand as dealt has the value it needs."""
        return self.up.chances_after(live.node)[live.completes - 1]

    def _completing_share(self, live: SuitSensitiveHand, suit: int, cards: CardsLeft) -> Number:
        """Return the share of a suit among the cards that complete a live hand of that suit."""
        own = cards.without(*((value, suit) for value in live.values))
        return self._share(own, live.completes, suit)

    def _share(self, cards: CardsLeft, value: int, suit: int) -> Number:
        """Return the probability that a card of a value has a suit."""
        mine, every = cards.count(value, suit)
        return self.up.arithmetic.number(mine) / every

    def value_action(
        self, action: int, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> Number:
        """Return the expected value of one action with two cards as dealt."""
        node = hand_graph().node(*values)
        first = self.up.first
        if action == action_codes.NOTHING:
            return first.best[node]
        if action == action_codes.SPLIT and suits is not None:
            return self.split(values[0], suits)
        if action in (action_codes.SPLIT, action_codes.FREE_SPLIT):
            return self.splits.value(values[0], free=action == action_codes.FREE_SPLIT)
        live = self.up.rules.live.get(node)
        if action == action_codes.HIT and live is not None and suits and suits[0] == suits[1]:
            return self.hit(first, live, suits[0], self.completing_chance(live), self.cards)
        return first.values[node, action]

    def first(self, live: SuitSensitiveHand, suit: int) -> tuple[Number, int]:
        """Return the value of a live hand as dealt, without a split, and its best action."""
        return self.better(self.up.first, live, suit)

    def better(self, hands: HandValues, live: SuitSensitiveHand, suit: int) -> tuple[Number, int]:
        """Return the value of a live hand of one suit in some situation, and its best action."""
        hit = self.hit(hands, live, suit, self.completing_chance(live), self.cards)
        best = hands.best[live.node]
        action = int(hands.action[live.node])
        return (
            (hit, action_codes.HIT) if hit > best or action == action_codes.HIT else (best, action)
        )

    def split(self, pair: int, suits: tuple[int, int], made: int = 1) -> Number:
        """Return the expected value of splitting a pair of those suits."""
        if not self.up.rules.live_split:
            return self.splits.value(pair, made=made)
        cards = self.cards.without(*((pair, suit) for suit in suits))
        drawn = [(suit, suits, self._share(cards, pair, suit)) for suit in SUITS]
        one, two = suits

        def worth(start: Start, gone: int, *, no_pair: bool) -> Number:
            if start is Start.DRAWN:  # its suit is any that is left
                return sum(
                    share * self._hand(pair, gone, suit, others, no_pair=no_pair)
                    for suit, others, share in drawn
                )
            mine, other = (one, two) if start is Start.FIRST else (two, one)
            return self._hand(pair, gone, mine, (other,), no_pair=no_pair)

        return self.splits.total(pair, worth, made)

    def _hand(
        self, pair: int, gone: int, suit: int, others: tuple[int, ...], *, no_pair: bool
    ) -> Number:
        """Value a split hand that starts with a card of *suit*: as mixed, and the gain from suits.

        *others* are the suits of the pair cards that are known to be gone; what matters is how many
        they are, and how many of this suit. A hand of one suit is played for its own cards alone.
        """
        known = len(others)
        same = others.count(suit)
        suit = self._alike[suit]
        key = pair, gone, suit, known, same, no_pair
        if key not in self._hands:
            seconds = self._list_second_cards(pair, suit, known, same)
            self._hands[key] = self._with_gains(pair, gone, seconds, no_pair=no_pair)
        return self._hands[key]

    @cached_property
    def _alike(self) -> tuple[int, ...]:
        """Suit -> the first suit of which as many cards are left, and which pays as much."""
        rules = self.up.rules
        kinds = [
            (
                self.cards.in_suit(suit, rules.live_values),
                [live.gains[suit] for live in (*rules.live.values(), *rules.live_split.values())],
            )
            for suit in SUITS
        ]
        return tuple(map(kinds.index, kinds))

    def _with_gains(
        self, pair: int, gone: int, seconds: tuple[_SecondCard, ...], *, no_pair: bool
    ) -> Number:
        total = self.splits.hand_value(pair, gone, PAID, no_pair=no_pair)
        hand = self.splits.hand(pair, gone)
        for second in seconds:
            if not (no_pair and second.value == pair):
                chance = self.splits.next_chance(pair, gone, second.node)[second.completes - 1]
                suited = hand.hit[second.value - 1] + chance * second.completing * second.gain
                gain = suited - hand.best[second.value - 1]
                total += hand.chance[second.value - 1] * second.share * gain
        return total

    def _list_second_cards(
        self, pair: int, suit: int, known: int, same: int
    ) -> tuple[_SecondCard, ...]:
        """Return the second cards of the same suit whose hands are hit.

        *known* cards of the pair are gone, *same* of them of this suit.
        """
        key = pair, suit, known, same
        if key not in self._seconds:
            another = SUITS[suit - 1]
            gone = (*[(pair, suit)] * same, *[(pair, another)] * (known - same))
            cards = self.cards.without(*gone)
            self._seconds[key] = tuple(self._second_cards(pair, suit, cards))
        return self._seconds[key]

    def _second_cards(self, pair: int, suit: int, cards: CardsLeft) -> Iterator[_SecondCard]:
        for live in self.up.rules.live_split.values():
            if pair in live.values and self.split_action(pair, live, suit) == action_codes.HIT:
                second = live.values[1] if live.values[0] == pair else live.values[0]
                yield _SecondCard(
                    node=live.node,
                    value=second,
                    share=self._share(cards.without((pair, suit)), second, suit),
                    completes=live.completes,
                    completing=self._completing_share(live, suit, cards),
                    gain=self.up.arithmetic.number(live.gains[suit]),
                )

    def split_action(self, pair: int, live: SuitSensitiveHand, suit: int) -> int:
        """Return the action with a live hand of one suit that the split of a pair made."""
        key = pair, live.node, suit
        if key not in self._split_actions:
            self._split_actions[key] = self._split_action(pair, live, suit)
        return self._split_actions[key]

    def _split_action(self, pair: int, live: SuitSensitiveHand, suit: int) -> int:
        if not isinstance(self.splits, BestSplits):
            return self.better(self.up.split[False, PAID], live, suit)[1]
        second = live.values[1] if live.values[0] == pair else live.values[0]
        play = self.splits.actions(pair, PAID)
        mixed = (play.paired if second == pair else play.usual).action[live.node]
        share = self._completing_share(live, suit, self.cards)
        extra = share * self.up.arithmetic.number(live.gains[suit])
        gain = self.splits.gain_of_hit(pair, second, live, extra)
        return action_codes.HIT if gain > 0 else int(mixed)
