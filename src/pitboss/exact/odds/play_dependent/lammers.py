"""Pot of Gold and Silver Stack: the number of lammers that a seat collects over all its hands.

A lammer stands for every free double and every free split (2116(4), 2119(11), (15)). The first two
cards of a hand decide both. Hands of a split draw further cards between the second cards of two
hands; nothing is known of those, so each second card is drawn as if it came next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.odds.play_dependent.strategy import Kinds, MainStrategy, UnseenKinds
from pitboss.patterns.totals import value

Classes = Mapping[int, Fraction]
"""Lammers -> probability."""
_NONE: Classes = {0: Fraction(1)}
_ONE: Classes = {1: Fraction(1)}


class Lammers:
    """The lammers of a seat that plays the main game's best strategy."""

    def __init__(self, strategy: MainStrategy, cards: Sequence[Card] | None = None) -> None:
        """Count for the game of *strategy*, with *cards* left in the shoe or a full one."""
        setup = strategy.game.setup
        self.strategy = strategy
        peeks = setup.rules.peek is True
        self.kinds = Kinds.from_cards(cards or setup.shoe.cards(), value, peeks=peeks)

    def classes(self) -> Classes:
        """Return the chance of each number of lammers; none with a dealer blackjack (2116(4))."""
        counts: dict[int, Fraction] = {}
        assert self.kinds.peeks, "a blackjack found only after play would take the wager then"
        for deal in self.kinds.deals():
            played = deal.probability * (1 - deal.unseen.blackjack)
            for count, chance in self.count_lammers(deal.up, deal.cards, deal.unseen).items():
                counts[count] = counts.get(count, Fraction(0)) + played * chance
        collected = (chance for count, chance in counts.items() if count)
        counts[0] = 1 - sum(collected, Fraction(0))
        return counts

    def count_lammers(self, up: int, cards: tuple[int, int], unseen: UnseenKinds) -> Classes:
        """Return the same for two cards against an up card, without a dealer blackjack."""
        up_value, first, second = map(self.kinds.worth, (up, *cards))
        action = self.strategy.action(up_value, (first, second))
        if action == action_codes.FREE_DOUBLE:
            return _ONE
        if action not in SPLITS:
            return _NONE
        free = action == action_codes.FREE_SPLIT
        return _Split(self, up_value, first, unseen, free=free).count_lammers()


class _Kind(NamedTuple):
    """The effect of a second card on a hand of a split."""

    pairs: bool
    doubled: bool
    """The hand is doubled free if money is on it."""
    carried_doubled: bool
    """The same if a lammer carries it."""
    forbidden: bool


class _Split:
    """The hands of one split, waiting for their second cards in the order of play."""

    def __init__(
        self, lammers: Lammers, up: int, pair: int, unseen: UnseenKinds, *, free: bool
    ) -> None:
        self.free = free
        strategy = lammers.strategy
        self.hands_max = strategy.hands_max(up, pair)
        self.again = tuple(
            strategy.is_split_again(up, pair, carried=carried and free) for carried in (False, True)
        )
        """Whether a hand that pairs is split again: with money on it, carried by a lammer."""

        def is_free_double(worth: int, *, carried: bool) -> bool:
            action = strategy.after_split(up, (pair, worth), carried=carried)
            return action == action_codes.FREE_DOUBLE

        copies: Counter[_Kind] = Counter()
        for kind, count in enumerate(unseen.copies):
            worth = lammers.kinds.worth(kind)
            forbidden = kind in unseen.forbidden
            paid = is_free_double(worth, carried=False)
            copies[_Kind(worth == pair, paid, is_free_double(worth, carried=free), forbidden)] += (
                count
            )
        self.kinds = tuple(copies)
        places = frozenset(place for place, kind in enumerate(self.kinds) if kind.forbidden)
        self.unseen = UnseenKinds(tuple(copies.values()), places)
        """Kinds that do the same to the hands are joined."""
        self._known: dict[tuple[UnseenKinds, tuple[bool, ...], int], Classes] = {}

    def count_lammers(self) -> Classes:
        """Return the lammers; after a free split every hand but the first has one."""
        further = self._further(self.unseen, (False, self.free), 2)
        return {count + self.free: chance for count, chance in further.items()}

    def _further(self, unseen: UnseenKinds, waiting: tuple[bool, ...], made: int) -> Classes:
        """Return the lammers still to come; *waiting* marks the hands that a lammer carries."""
        if not waiting:
            return _NONE
        key = unseen, waiting, made
        if key not in self._known:
            self._known[key] = self._draw(unseen, waiting, made)
        return self._known[key]

    def _draw(self, unseen: UnseenKinds, waiting: tuple[bool, ...], made: int) -> Classes:
        carried = waiting[0]
        others = waiting[1:]
        totals: dict[int, Fraction] = {}
        for place, chance in unseen.chances():
            kind = self.kinds[place]
            left = unseen.without(place)
            if kind.pairs and made < self.hands_max and self.again[carried]:
                more = self.free
                line = (carried, self.free, *others)
                hands = made + 1
            else:
                more = kind.carried_doubled if carried else kind.doubled
                line = others
                hands = made
            for count, further in self._further(left, line, hands).items():
                total = count + more
                totals[total] = totals.get(total, Fraction(0)) + chance * further
        return totals
