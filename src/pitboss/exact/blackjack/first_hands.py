"""Every hand that can be dealt, with its probability, its value and its best action.

The up card and two cards are known; the shoe is full, or any cards that are left of it. Suits are
distinguished only where they matter: suits that no rule names, and of which the shoe holds the
same cards, are interchangeable.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Self

from pitboss.cards import SUIT_LETTERS, Card, Unseen
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.suit_sensitive import SUITS, CardsLeft
from pitboss.engine import legal, settle
from pitboss.engine.setup import Setup
from pitboss.exact.any_shoe import check_shoe
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.solver import Rules, Splits, StandingHands, UpCard, forbidden_under
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.blackjack.suited_play import SuitedPlay

_SPADES = SUIT_LETTERS.index("s")
_NATURAL = (1, VALUES)


def _two(suit: int) -> tuple[Card, ...]:
    """Return an ace and a king of one suit."""
    return Card(suit), Card(4 * 12 + suit)


SPLITS = (action_codes.SPLIT, action_codes.FREE_SPLIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstHand:
    """Two cards against an up card, with their suits where those matter."""

    up: int
    values: tuple[int, int]
    suits: tuple[int, int] | None
    """One choice of suits that represents all equivalent ones, where suits matter."""
    probability: Number
    """Of these cards against this up card."""
    dealer_blackjack: Number
    """The probability of a dealer blackjack that is found before the play."""
    best: Number
    """The value in units of the wager, without a dealer blackjack."""
    action: int
    """The best action, `action_codes.NOTHING` if there is no decision."""
    against_blackjack: Number
    """The value against a dealer blackjack."""
    completing_share: Number = 0
    """The chance that a card that completes a bonus has the hand's suit, where that matters."""

    @property
    def suit(self) -> int | None:
        """The one suit of both cards, where it matters."""
        if self.suits is None or self.suits[0] != self.suits[1] or not self.completing_share:
            return None
        return self.suits[0]

    @property
    def value(self) -> Number:
        """The value before the dealer looks."""
        return (1 - self.dealer_blackjack) * self.best + (
            self.dealer_blackjack * self.against_blackjack
        )


class SolvedGame:
    """A game solved against all up cards."""

    def __init__(
        self,
        setup: Setup,
        arithmetic: Arithmetic = FLOATS,
        unseen: Unseen | None = None,
        split_play: SplitPlay = SplitPlay.BEST,
    ) -> None:
        """Solve the game of *setup* for the *unseen* cards; None: for a full shoe.

        *split_play* is the play of hands made by a split.
        Raise `RulesError` if the shoe does not hold these cards, or a round may need more.
        """
        if unseen is not None:
            check_shoe(setup, unseen)
        self.setup = setup
        self.arithmetic = arithmetic
        self.split_play = split_play
        self.rules = Rules.from_setup(setup)
        self.cards = CardsLeft.from_unseen(
            Unseen.from_shoe(setup.shoe) if unseen is None else unseen
        )
        full = self.cards.by_value
        self.full = arithmetic.counts(full)
        self.ups = {up: self._solve_up_card(up) for up in range(1, VALUES + 1) if full[up - 1]}
        self.splits = {up: self.value_splits(solved) for up, solved in self.ups.items()}

    def _solve_up_card(self, up: int) -> UpCard:
        left = self.full.copy()
        left[up - 1] -= 1
        return UpCard(self.rules, left, up, self.arithmetic)

    def value_splits(self, solved: UpCard, standing: StandingHands | None = None) -> Splits:
        """Return the splits against one up card; *standing* keeps hands for other ways to play."""
        make = BestSplits if self.split_play is SplitPlay.BEST else Splits
        return make(solved, standing)

    def with_suits(self, cards: CardsLeft) -> Self:
        """Return the same game with as many cards of every value, but of other suits."""
        made = copy(self)
        for name in ("alike", "_shares"):
            made.__dict__.pop(name, None)
        made.cards = cards
        return made

    def first_hands(self) -> Iterator[FirstHand]:
        """Yield every hand that can be dealt; their probabilities add up to 1."""
        for up in self.ups:
            for suit, weight in self._up_suits(up):
                yield from self._against(up, suit, weight)

    def _up_suits(self, up: int) -> list[tuple[int, Number]]:
        """The suits of an up card that have to be distinguished, and the share of each."""
        if up not in self.rules.live_values:
            return [(_SPADES, self.arithmetic.number(1))]
        shares: dict[int, Fraction] = {}
        for suit in SUITS:
            share = self.cards.share(up, suit)
            shares[self.alike[suit]] = shares.get(self.alike[suit], Fraction(0)) + share
        return [(suit, self.arithmetic.number(share)) for suit, share in shares.items() if share]

    @cached_property
    def _shares(
        self,
    ) -> dict[tuple[int | None, int, tuple[int, int]], list[tuple[tuple[int, int], Number]]]:
        return {}

    @cached_property
    def _split_values(self) -> frozenset[int]:
        """The values of cards whose suits matter after a split."""
        hands = self.rules.live_split.values()
        return frozenset(value for hand in hands for value in hand.values)

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """Suit -> the first suit that is interchangeable with it; spades never are."""
        values = self.rules.live_values
        suits = [(self.cards.in_suit(suit, values), suit == _SPADES) for suit in SUITS]
        return tuple(map(suits.index, suits))

    def dealt_hands(self, up: int, values: tuple[int, int]) -> Iterator[FirstHand]:
        """Yield the hands of two values, the lower first, against one up card."""
        for suit, weight in self._up_suits(up):
            yield from self._hands_of_values(self.play(up, suit), weight, suit, values)

    def split_pairs(self, up: int) -> frozenset[int]:
        """Return the pairs that are split against an up card, at least in some suits."""
        pairs = range(1, VALUES + 1)
        split = (p for p in pairs if any(h.action in SPLITS for h in self.dealt_hands(up, (p, p))))
        return frozenset(split)

    def play(self, up: int, up_suit: int) -> SuitedPlay:
        """Return the play of hands whose suits matter, against an up card of that suit."""
        return SuitedPlay(self.splits[up], self.cards.without((up, up_suit)))

    def _against(self, up: int, up_suit: int, weight: Number) -> Iterator[FirstHand]:
        play = self.play(up, up_suit)
        for values in combinations_with_replacement(range(1, VALUES + 1), 2):
            yield from self._hands_of_values(play, weight, up_suit, values)

    def _hands_of_values(
        self, play: SuitedPlay, weight: Number, up_suit: int, values: tuple[int, int]
    ) -> Iterator[FirstHand]:
        number = self.arithmetic.number
        (low, high) = values
        up = play.up.up
        left = play.up.left
        unseen = sum(left.tolist())
        second = left[high - 1] - (low == high)
        ways = left[low - 1] * second * (1 if low == high else 2)
        if ways <= 0:
            return
        if values == _NATURAL and self.setup.suited_blackjack_odds is not None:
            kinds = self._blackjacks(up)
        else:
            kinds = self._kinds(play, values, up_suit)
        of_up = weight * number(int(self.full[up - 1])) / (unseen + 1)
        chance = of_up * number(int(ways)) / (unseen * (unseen - 1))
        for suits, share, best, action in kinds:
            yield FirstHand(
                up=up,
                values=values,
                suits=suits,
                probability=chance * share,
                dealer_blackjack=self._blackjack(up, values, unseen - 2),
                best=best,
                action=action,
                against_blackjack=self._against_blackjack(up, values, action, best),
                completing_share=self._completing(play, values, suits),
            )

    def _completing(
        self, play: SuitedPlay, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> Number:
        live = self.rules.live.get(hand_graph().node(*values))
        if live is None or suits is None or suits[0] != suits[1]:
            return self.arithmetic.number(0)
        own = play.cards.without(*zip(values, suits, strict=True))
        mine, every = own.count(live.completes, suits[0])
        return self.arithmetic.number(mine) / every

    def _blackjack(self, up: int, values: tuple[int, int], unseen: int) -> Number:
        """Return the chance of a dealer blackjack before the play, and the value against it."""
        place = forbidden_under(up)
        waits = values == (1, VALUES)
        if place < 0 or not (self.setup.rules.original_at_risk(up) or waits):
            return self.arithmetic.number(0)
        left = self.ups[up].left[place] - sum(value == place + 1 for value in values)
        return self.arithmetic.number(int(left)) / unseen

    def _blackjacks(self, up: int) -> Iterator[tuple[tuple[int, int] | None, Number, Number, int]]:
        """Yield blackjacks of the posted suit, and all others: their share, pay and no action."""
        paid_more = [suit for suit in SUITS if settle.is_suited_blackjack(self.setup, _two(suit))]
        share = Fraction(0)
        for seen in SUITS:
            left = self.cards.without((up, seen))
            likely = self.cards.share(up, seen)
            share += likely * sum(left.share(1, s) * left.share(VALUES, s) for s in paid_more)
        number = self.arithmetic.number
        for part, odds in (
            (share, self.setup.suited_blackjack_odds),
            (1 - share, self.setup.blackjack_odds),
        ):
            assert odds is not None, "asked only where a blackjack of one suit has a pay of its own"
            if part:
                yield None, number(part), number(odds.ratio), action_codes.NOTHING

    def _against_blackjack(
        self, up: int, values: tuple[int, int], action: int, best: Number
    ) -> Number:
        """GR3: a blackjack may beat one; otherwise it is a push, and every other hand loses.

        A hand given up before the dealer looked has lost its half already.
        """
        if action == action_codes.SURRENDER and legal.surrenders_early(self.setup, up):
            return -self.arithmetic.number(1) / 2
        if values != (1, VALUES):
            return self.arithmetic.number(-1)
        wins = self.setup.rules.blackjack_wins
        if wins and self.setup.suited_blackjack_odds is not None:
            return best
        return self.arithmetic.number(self.setup.blackjack_odds.ratio if wins else 0)

    def _kinds(
        self, play: SuitedPlay, values: tuple[int, int], up_suit: int
    ) -> Iterator[tuple[tuple[int, int] | None, Number, Number, int]]:
        """Yield the suits that have to be distinguished, their share, value and action."""
        node = hand_graph().node(*values)
        if not self.suits_matter(node, values):
            yield None, self.arithmetic.number(1), *self.first_action(play, values, None)
            return
        for suits, share in self._suit_shares(play, values, up_suit):
            yield suits, share, *self.first_action(play, values, suits)

    def _suit_shares(
        self, play: SuitedPlay, values: tuple[int, int], up_suit: int
    ) -> list[tuple[tuple[int, int], Number]]:
        """Return one example of all suits that are alike, and their share."""
        up = play.up.up if play.up.up in self.rules.live_values else None
        key = up, up_suit, values
        if key not in self._shares:
            alike: dict[tuple[int, ...], int] = {}
            example: dict[tuple[int, ...], tuple[int, int]] = {}
            for one, two in product(SUITS, repeat=2):
                kinds = self.alike[one], self.alike[two]
                kind = (*kinds, one == two, one == up_suit, two == up_suit)
                ways, every = self._ways(play, values, (one, two))
                alike[kind] = alike.get(kind, 0) + ways
                example.setdefault(kind, (one, two))
            number = self.arithmetic.number
            self._shares[key] = [
                (example[kind], number(Fraction(ways, every)))
                for kind, ways in alike.items()
                if ways
            ]
        return self._shares[key]

    @staticmethod
    def _ways(play: SuitedPlay, values: tuple[int, int], suits: tuple[int, int]) -> tuple[int, int]:
        """Return the ways to draw two cards of these suits, and of any."""
        (low, high) = values
        (one, two) = suits
        mine, every = play.cards.count(low, one)
        other, others = play.cards.count(high, two)
        if low == high:
            other = max(0, other - (one == two))
            others = max(1, others - 1)
        return mine * other, every * others

    def suits_matter(self, node: int, values: tuple[int, int]) -> bool:
        """Return whether the suits of two cards can change their value."""
        if node in self.rules.live:
            return True
        return values[0] == values[1] and values[0] in self._split_values

    def first_action(
        self, play: SuitedPlay, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> tuple[Number, int]:
        """Return the value of two cards and the best action."""
        node = hand_graph().node(*values)
        first = play.up.first
        mask = int(self.rules.first.legal[node])
        best = first.best[node]
        action = int(first.action[node])
        if suits is not None and suits[0] == suits[1] and node in self.rules.live:
            best, action = play.first(self.rules.live[node], suits[0])
        for kind in SPLITS:
            if mask >> kind & 1:
                value = self.split_value(play, values[0], suits, kind)
                if value > best:
                    best = value
                    action = kind
        half = -self.arithmetic.number(1) / 2
        if self.before_look(play.up, values, best) < half:
            return half, action_codes.SURRENDER
        return best, action

    def before_look(self, up: UpCard, values: tuple[int, int], best: Number) -> Number:
        """Return the value of a hand before the dealer looks; 0: it cannot be given up then."""
        is_asked = legal.surrenders_early(self.setup, up.up) and values != (1, VALUES)
        if not is_asked:
            return self.arithmetic.number(0)
        chance = self._blackjack(up.up, values, sum(up.left.tolist()) - 2)
        return (1 - chance) * best - chance

    def split_value(
        self, play: SuitedPlay, pair: int, suits: tuple[int, int] | None, kind: int
    ) -> Number:
        """Return the expected value of a split of a pair, paid or free."""
        if kind == action_codes.FREE_SPLIT or suits is None:
            return play.splits.value(pair, free=kind == action_codes.FREE_SPLIT)
        return play.split(pair, suits)
