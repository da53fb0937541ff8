"""3 Card 21 "N" Done solved: three cards against an up card, played or split into three hands.

A hand of a split is played optimally by its own cards, the up card and the two cards that start the
other hands, not by the draws of those. Unseen cards change no probability, so the expected value of
a split is exact for this play. Played by its own cards and the up card alone, like the hands of
other games, it is worth a little less: that is valued too.

The dealer's outcome depends on the cards that are gone, not on where they are: standing hands with
the same set of gone cards share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.jit import jit_cached, jit_side_by_side
from pitboss.compiled.rule_tables import KINDS, make_cards, make_hand, standing_results
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Array, Number
from pitboss.exact.blackjack.flow_kernel import LOSE, WIN, standing_result
from pitboss.exact.blackjack.kernels import hand_total, meet_dealer
from pitboss.exact.blackjack.solver import PAID, HandValues, Rules, UpCard, forbidden_under
from pitboss.patterns.totals import TWENTY_ONE, best_total
from pitboss.patterns.totals import value as value_of

Others = tuple[int, int]
"""The values of the cards that start the other two hands of a split, the lower first."""
PAIRS: tuple[Others, ...] = tuple(combinations_with_replacement(range(1, VALUES + 1), 2))
PAIR_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}
_SURE = -1
"""Instead of gone cards: a 21, which always wins."""


class StandingChances:
    """The probabilities of standing hands against one up card, beside any two cards."""

    def __init__(self, up: UpCard) -> None:
        """Look at hands against *up*."""
        self.up = up
        self._met: Array | None = None
        self._exact: dict[Others, tuple[Array, Array]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out data that is quick to compute and larger than the solution."""
        return vars(self) | {"_met": None}

    def beside(self, others: Others) -> tuple[Array, Array]:
        """(nodes): the probabilities to win, and to lose, beside hands that *others* start."""
        rules = self.up.rules.setup.rules
        if self.up.arithmetic is not FLOATS or not rules.twenty_one_wins:
            return self._one_by_one(others)
        if self._met is None:
            self._met = self._outcomes()
        chances = FLOATS.zeros(hand_graph().size), FLOATS.zeros(hand_graph().size)
        numbers = _gone_sets()[1][PAIR_NUMBER[others]]
        stand_beside(FLOATS.graph, numbers, self._met, standing_results(rules), chances)
        return chances

    def left_beside(self, others: Others) -> Array:
        """Return the cards left without those that start the other hands."""
        left = self.up.left.copy()
        for other in others:
            left[other - 1] -= 1
        return left

    def _one_by_one(self, others: Others) -> tuple[Array, Array]:
        """Value every hand by itself: with fractions few of them can be dealt."""
        if others not in self._exact:
            everything = np.ones(hand_graph().size, dtype=bool)
            self._exact[others] = self.up.stands(self.left_beside(others), everything)
        return self._exact[others]

    def _outcomes(self) -> Array:
        """(cards gone, dealer's outcomes): the probability of each."""
        up = self.up
        (cards, _) = _gone_sets()
        met = FLOATS.zeros(len(cards), OUTCOMES)
        wanted = np.ones(len(cards), dtype=bool)
        fill_outcomes(cards, wanted, up.left, up.deal, met)
        return met


@cache
def _gone_sets() -> tuple[Array, Array]:
    """Return the sets of gone cards, and (pairs, nodes) the set of a hand beside a pair."""
    graph = hand_graph()
    starts = np.zeros((len(PAIRS), VALUES), dtype=np.int64)
    for number, pair in enumerate(PAIRS):
        np.add.at(starts[number], np.array(pair) - 1, 1)
    together = starts[:, np.newaxis] + graph.cards
    keys = together @ (TWENTY_ONE + 3) ** np.arange(VALUES)
    totals = zip(graph.hard.tolist(), graph.cards[:, 0] > 0, strict=True)
    open_ = np.array([best_total(hard, bool(ace)) < TWENTY_ONE for hard, ace in totals])
    _, first, number = np.unique(keys[:, open_], return_index=True, return_inverse=True)
    numbers = np.full(keys.shape, _SURE, dtype=np.int64)
    numbers[:, open_] = number.reshape(len(PAIRS), -1)
    return together[:, open_].reshape(-1, VALUES)[first], numbers


@jit_side_by_side
def fill_outcomes(gone: Array, wanted: Array, left: Array, deal: Array, met: Array) -> None:
    """Fill *met* with the dealer's outcomes for each of *gone*; zero if it is impossible."""
    meet_dealer(gone, wanted, (0, len(gone)), left, deal, met)


@jit_cached
def stand_beside(graph: Array, numbers: Array, met: Array, against: Array, out: Array) -> None:
    """Fill in the probabilities of hands; *numbers* has the set of gone cards for each."""
    cards, hard, _child = graph
    (win, loss) = out
    for node in range(len(hard)):
        if numbers[node] == _SURE:
            win[node] = 1
            continue
        total = hand_total(node, hard, cards)
        for place in range(OUTCOMES):
            result = standing_result(place, total, against)
            if result == WIN:
                win[node] += met[numbers[node], place]
            elif result == LOSE:
                loss[node] += met[numbers[node], place]


Three = tuple[int, int, int]
"""The values of three cards, the lowest first; an ace is 1."""
CARDS: Final = 3
ACE = 1


class SplitInformation(Enum):
    """The knowledge that decides the play of a split hand, beside the up card."""

    ALL_STARTS = "its own cards and those that start the other two hands"
    OWN_CARDS = "its own cards"


class SplitsInThree:
    """Values splits of three cards into three hands against one up card."""

    def __init__(self, up: UpCard) -> None:
        """Value splits for *up*."""
        self.up = up
        self.standing = StandingChances(up)
        self._worth: dict[tuple[Others, SplitInformation], Array] = {}
        self._actions: dict[tuple[Others, bool], Array] = {}

    def value(
        self, values: Three, information: SplitInformation = SplitInformation.ALL_STARTS
    ) -> Number:
        """Return the expected value of a split, in units of the first wager."""
        total = self.up.arithmetic.number(0)
        for start, others in starts(values):
            total += self.hand_value(start, others, information)
        return total

    def hand_value(
        self,
        start: int,
        others: Others,
        information: SplitInformation = SplitInformation.ALL_STARTS,
    ) -> Number:
        """Value one hand that *start* begins, beside hands that *others* begin."""
        self._solve(others, information)
        return self._worth[others, information][start - 1]

    def actions(self, start: int, others: Others) -> Array:
        """(nodes): the best actions with hands that *start* begins beside those."""
        self._solve(others, SplitInformation.ALL_STARTS)
        return self._actions[others, start == ACE]

    def left_beside(self, others: Others) -> Array:
        """Return the cards left without those that start the other hands."""
        return self.standing.left_beside(others)

    def value_hands(
        self, others: Others, information: SplitInformation = SplitInformation.ALL_STARTS
    ) -> dict[bool, HandValues]:
        """Value all hands beside *others*; True: those that an ace starts, False: all others."""
        up = self.up
        fixed = information is SplitInformation.OWN_CARDS
        beside = self.left_beside(others), *self.standing.beside(others)
        values = {}
        for is_ace in (False, True):
            values[is_ace] = up.split[is_ace, PAID].with_same_actions(up.arithmetic)
            tables = up.rules.split_tables(ACE if is_ace else ACE + 1)
            up.play(values[is_ace], tables, PAID, beside, fixed=fixed)
        return values

    def _solve(self, others: Others, information: SplitInformation) -> None:
        if (others, information) in self._worth:
            return
        left = self.left_beside(others)
        worth = self.up.arithmetic.zeros(VALUES)
        for is_ace, hands in self.value_hands(others, information).items():
            self._value_starts(worth, hands, left, is_ace=is_ace)
            if information is SplitInformation.ALL_STARTS:
                self._actions[others, is_ace] = hands.action.astype(np.int8)
        self._worth[others, information] = worth

    def _value_starts(self, worth: Array, hands: HandValues, left: Array, *, is_ace: bool) -> None:
        """Fill in the expected values of hands before they get their second cards."""
        graph = hand_graph()
        for start in (ACE,) if is_ace else range(ACE + 1, VALUES + 1):
            if left[start - 1] > 0:
                node = graph.node(start)
                chance = self.up.chances_after(node, left)
                worth[start - 1] = sum(chance * hands.best[graph.child[node]])


def starts(values: Three) -> tuple[tuple[int, Others], ...]:
    """Return the cards that start the hands of a split, each with the other two.

    >>> starts((3, 8, 8))
    ((3, (8, 8)), (8, (3, 8)), (8, (3, 8)))
    """
    one, two, three = values
    return (one, (two, three)), (two, (one, three)), (three, (one, two))


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstThree:
    """Three cards against an up card."""

    up: int
    values: Three
    probability: Number
    dealer_blackjack: Number
    """The probability that the dealer has one."""
    choices: dict[ActionKind, Number]
    """The expected value of each choice; of a 21 before the dealer looks, of others without a
    blackjack."""
    paid: Number | None = None
    """The pay of a 21 unless it is split, before the dealer looks (2111(6))."""

    @property
    def action(self) -> ActionKind | None:
        """The best choice; None if there is no decision."""
        return max(self.choices, key=lambda kind: self.choices[kind], default=None)

    @property
    def is_split(self) -> bool:
        """Whether it is best split into three hands."""
        return self.action is ActionKind.SPLIT

    @property
    def value(self) -> Number:
        """Its expected value before the dealer looks."""
        return self.value_action(self.action)

    def value_action(self, action: ActionKind | None) -> Number:
        """Return the same with any choice; a dealer blackjack takes the wager (T3)."""
        worth = self.paid if action is None else self.choices[action]
        if self.paid is not None:
            return worth
        return (1 - self.dealer_blackjack) * worth - self.dealer_blackjack


class ThreeCardGame:
    """The game solved, up card by up card."""

    def __init__(
        self, setup: Setup, arithmetic: Arithmetic = FLOATS, cards: Iterable[Card] | None = None
    ) -> None:
        """Get ready to solve the game of *setup* for a full shoe, or for certain *cards*."""
        self.setup = setup
        self.arithmetic = arithmetic
        self.rules = Rules.from_setup(setup)
        counts = Counter(map(value_of, setup.shoe.cards() if cards is None else cards))
        self.full = arithmetic.counts([counts[value] for value in range(1, VALUES + 1)])
        self.ups = tuple(up for up in range(1, VALUES + 1) if self.full[up - 1])
        """The values an up card may have."""
        self._solved: dict[int, SplitsInThree] = {}

    def against(self, up: int) -> SplitsInThree:
        """Return all hands and splits against an up card; solve them if necessary."""
        if up not in self._solved:
            left = self.full.copy()
            left[up - 1] -= 1
            self._solved[up] = SplitsInThree(UpCard(self.rules, left, up, self.arithmetic))
        return self._solved[up]

    def first_hands(
        self, information: SplitInformation = SplitInformation.ALL_STARTS
    ) -> Iterator[FirstThree]:
        """Yield every hand that can be dealt; their probabilities add up to 1."""
        for up in self.ups:
            for values in combinations_with_replacement(range(1, VALUES + 1), CARDS):
                if (hand := self.first_hand(up, values, information)) is not None:
                    yield hand

    def first_hand(
        self,
        up: int,
        values: Three,
        information: SplitInformation = SplitInformation.ALL_STARTS,
        kinds: Iterable[ActionKind] | None = None,
    ) -> FirstThree | None:
        """Return three cards against an up card; None if the shoe does not have them.

        Only the choices of *kinds* are valued; None: all legal ones.
        """
        number = self.arithmetic.number
        left = self.against(up).up.left
        ways = 1
        unseen = int(sum(left.tolist()))
        for value, count in Counter(values).items():
            ways *= comb(int(left[value - 1]), count)
        if not ways:
            return None
        of_up = number(int(self.full[up - 1])) / (unseen + 1)
        blackjack = self._blackjack(up, values, unseen - CARDS)
        is_21 = make_hand(make_cards(values)).total == TWENTY_ONE
        paid = number(self.setup.twenty_one_odds.ratio) if is_21 else None
        choices = {
            kind: self._worth(kind, up, values, information)
            for kind in (legal_kinds(self.setup, values) if kinds is None else kinds)
        }
        if paid is not None:
            # T3: a 21 that is split waits until the dealer has looked, and loses one wager at most.
            if ActionKind.SPLIT in choices:
                split = choices[ActionKind.SPLIT]
                choices[ActionKind.SPLIT] = (1 - blackjack) * split - blackjack
            if ActionKind.STAND in choices:
                choices[ActionKind.STAND] = paid
        return FirstThree(
            up=up,
            values=values,
            probability=of_up * ways / comb(unseen, CARDS),
            dealer_blackjack=blackjack,
            choices=choices,
            paid=paid,
        )

    def _blackjack(self, up: int, values: Three, unseen: int) -> Number:
        place = forbidden_under(up)
        if place < 0:
            return self.arithmetic.number(0)
        left = int(self.against(up).up.left[place]) - values.count(place + 1)
        return self.arithmetic.number(left) / unseen

    def _worth(
        self, kind: ActionKind, up: int, values: Three, information: SplitInformation
    ) -> Number:
        """Return the expected value of a choice, given that the dealer has no blackjack."""
        if kind is ActionKind.SPLIT:
            return self.against(up).value(values, information)
        if kind is ActionKind.SURRENDER:
            return -self.arithmetic.number(1) / 2
        node = hand_graph().index[count_values(values)]
        return self.against(up).up.first.values[node, KINDS[kind]]


def legal_kinds(setup: Setup, values: Iterable[int]) -> tuple[ActionKind, ...]:
    """Return the legal actions with three cards as dealt."""
    hand = make_hand(make_cards(values))
    return tuple(choice.kind for choice in legal.hand_choices(setup, hand, 1))


def count_values(values: Iterable[int]) -> tuple[int, ...]:
    """Return the number of cards of each value, as in the hand graph.

    >>> count_values((1, 8, 8))
    (1, 0, 0, 0, 0, 0, 0, 2, 0, 0)
    """
    counts = Counter(values)
    return tuple(counts[value] for value in range(1, VALUES + 1))
