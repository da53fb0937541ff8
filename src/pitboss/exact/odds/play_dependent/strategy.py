"""The optimal play of the main game, hand by hand, and the cards that are unseen then.

The next card depends on the cards gone before, not on who drew them: every unseen card is equally
likely. So a hand can be followed through its own draws, as if no one else had drawn, and its
probabilities are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, product

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.solver import CARRIED, PAID, forbidden_under
from pitboss.patterns.totals import value


@dataclass(frozen=True, slots=True)
class UnseenKinds:
    """The unseen cards of each kind, with the dealer's down card."""

    copies: tuple[int, ...]
    forbidden: frozenset[int] = frozenset()
    """Kinds that would make a dealer blackjack; they are not face down after the peek."""

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.copies)

    @property
    def blackjack(self) -> Fraction:
        """The probability that the dealer will find a blackjack."""
        return Fraction(sum(self.copies[kind] for kind in self.forbidden), self.size)

    def without(self, *kinds: int) -> UnseenKinds:
        """Return the unseen cards without these kinds.

        >>> UnseenKinds((4, 2)).without(0, 0, 1).copies
        (2, 1)
        """
        gone = Counter(kinds)
        left = tuple(copies - gone[kind] for kind, copies in enumerate(self.copies))
        return UnseenKinds(left, self.forbidden)

    def down(self, kind: int) -> Fraction:
        """Return the probability that a kind is face down."""
        if kind in self.forbidden:
            return Fraction(0)
        may_lie = self.size - sum(self.copies[other] for other in self.forbidden)
        return Fraction(self.copies[kind], may_lie)

    def chances(self) -> Iterator[tuple[int, Fraction]]:
        """Yield every kind that may come next, and its probability with any possible down card.

        >>> list(UnseenKinds((1, 0, 3), frozenset({0})).chances())
        [(0, Fraction(1, 3)), (2, Fraction(2, 3))]
        """
        size = self.size
        may_lie = size - sum(self.copies[kind] for kind in self.forbidden)
        for kind, copies in enumerate(self.copies):
            ways = copies * (may_lie if kind in self.forbidden else may_lie - 1)
            if ways:
                yield kind, Fraction(ways, may_lie * (size - 1))


@dataclass(frozen=True, slots=True)
class Deal:
    """Two cards against an up card."""

    up: int
    cards: tuple[int, int]
    """Their kinds, in no order."""
    probability: Fraction
    unseen: UnseenKinds


@dataclass(frozen=True, slots=True)
class Kinds:
    """The cards of a shoe; equivalent cards are one kind."""

    cards: tuple[Card, ...]
    """One card for each kind."""
    copies: tuple[int, ...]
    place: dict[Card, int] = field(hash=False)
    """Every card of the shoe -> its kind."""
    peeks: bool
    """Whether the dealer looks for a blackjack under an ace or a ten-value card before the play."""

    @classmethod
    def from_cards(
        cls, cards: Sequence[Card], alike: Callable[[Card], Hashable], *, peeks: bool
    ) -> Kinds:
        """Group the cards of a shoe by *alike*."""
        counted: Counter[Hashable] = Counter()
        first: dict[Hashable, Card] = {}
        for card in cards:
            counted[alike(card)] += 1
            first.setdefault(alike(card), card)
        order = {key: kind for kind, key in enumerate(first)}
        place = {card: order[alike(card)] for card in cards}
        return cls(tuple(first.values()), tuple(counted[key] for key in first), place, peeks)

    def worth(self, kind: int) -> int:
        """Return the value of a kind, an ace as 1."""
        return value(self.cards[kind])

    def against(self, up: int) -> UnseenKinds:
        """Return the unseen cards after an up card of kind *up*."""
        hidden = forbidden_under(self.worth(up)) + 1 if self.peeks else 0
        kinds = range(len(self.cards))
        forbidden = frozenset(kind for kind in kinds if self.worth(kind) == hidden)
        return UnseenKinds(self.copies, forbidden).without(up)

    def deals(self) -> Iterator[Deal]:
        """Yield every deal; the probabilities add up to 1."""
        size = sum(self.copies)
        for up, of_up in enumerate(self.copies):
            unseen = self.against(up)
            for one, two in combinations_with_replacement(range(len(self.copies)), 2):
                copies = unseen.copies
                ways = copies[one] * (copies[two] - (one == two)) * (1 if one == two else 2)
                if of_up * ways > 0:
                    chance = Fraction(of_up * ways, size * (size - 1) * (size - 2))
                    yield Deal(up, (one, two), chance, unseen.without(one, two))


DRAWS = (action_codes.HIT, action_codes.DOUBLE, action_codes.FREE_DOUBLE)


class MainStrategy:
    """Optimal play of the main game: by up card and the hand's own cards alone.

    A hand made by a split is played as the solved game plays it, by the pair that was split too.
    """

    def __init__(self, game: SolvedGame) -> None:
        """Take the strategy from a solved game without suits."""
        self.game = game
        self._first: dict[tuple[int, int, int], FirstHand | None] = {}
        self.reached: dict[int, frozenset[int]] = {}
        """Total -> the values of up cards against which a card may bust a hand with it."""
        assert not game.rules.live, "no bonus pays for suits where these wagers are offered"

    @cached_property
    def edge(self) -> float:
        """The house edge of the main wager."""
        pairs = combinations_with_replacement(range(1, VALUES + 1), 2)
        hands = [self._hand(up, *values) for up, values in product(self.game.ups, pairs)]
        return -float(sum(hand.probability * hand.value for hand in hands if hand))

    def first_hand(self, up: int, values: Iterable[int]) -> FirstHand:
        """Return the first hand of two cards against an up card."""
        low, high = sorted(values)
        hand = self._hand(up, low, high)
        assert hand is not None, "these cards are not in the shoe"
        return hand

    def _hand(self, up: int, low: int, high: int) -> FirstHand | None:
        """Return a hand; splits take most of the work, so a pair is solved only when needed."""
        key = up, low, high
        if key not in self._first:
            self._first[key] = next(self.game.dealt_hands(up, (low, high)), None)
        return self._first[key]

    def action(self, up: int, values: tuple[int, ...]) -> int:
        """Return the action with a hand that was not split."""
        if len(values) == 2:
            return self.first_hand(up, values).action
        return int(self.game.ups[up].first.action[hand_graph().node(*values)])

    def after_split(self, up: int, values: tuple[int, ...], *, carried: bool) -> int:
        """Return the action with a hand made by a split that is not split again.

        *values* are in the order dealt, that of the pair first. *carried*: a lammer is on it and no
        money.
        """
        pair, second, *_ = values
        node = hand_graph().node(*values)
        loses = CARRIED if carried else PAID
        return self.game.splits[up].action(pair, loses, node, paired=second == pair)

    def actions_after_split(self, up: int, values: tuple[int, ...]) -> set[int]:
        """Return the action with these cards and money on them, after any split."""
        splits = self.game.splits[up]
        node = hand_graph().node(*values)
        kinds = product(set(values), (False, True))
        return {splits.action(pair, PAID, node, paired=paired) for pair, paired in kinds}

    def is_split_again(self, up: int, pair: int, *, carried: bool) -> bool:
        """Return whether a hand of a split that pairs is split again, if that is allowed."""
        return self.game.splits[up].is_split_again(pair, CARRIED if carried else PAID)

    def hands_max(self, up: int, pair: int) -> int:
        """Return the most hands a pair is split into."""
        return self.game.splits[up].hands_max(pair)
