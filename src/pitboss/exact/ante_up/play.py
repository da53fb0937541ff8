"""Ante Up 21 against one up card: every hand and every choice, as a 21 and as a poker hand (2106).

The dealer has looked and has no blackjack. A hand that is not split is solved exactly: the player
knows only the cards of the hand and the up card. `exact.ante_up.splits` has the values of splits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

import numpy as np

from pitboss.cards import Card, card_rank
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, IntArray
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up import kernels as ante_up_kernels
from pitboss.exact.ante_up.hands import (
    ANTES,
    LEAST,
    MOST,
    RANK_VALUES,
    RANKS,
    AnteUpPays,
    DealerHands,
    Held,
    dealer_hands,
    rank_graph,
)
from pitboss.exact.ante_up.kernels import DEALERS, OF_21, OF_POKER, PARTS, POKER, RESULTS, SQUARE
from pitboss.exact.blackjack import kernels, solver
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Array, load_interpreted
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.solver import Rules, Splits
from pitboss.exact.lazy_property import lazy_property

_BATCH = 264
"""The number of hands that are compared with the dealer's at once; a power of two would have the
rows of the working memory share a few lines of the nearest cache."""
STAKES = (1, 2)
POKER_GAINS = np.arange(POKER) - ANTES


class Objective(Enum):
    """An aim, as the weights of the 21 wager and of ANTE and BET."""

    TWENTY_ONE = (1, 0)
    BOTH = (1, 1)
    POKER = (Fraction(1, 10**9), 1)
    """Where poker hands are equal, the 21 hand decides."""


@dataclass(frozen=True)
class Table:
    """The data of a table, for all up cards."""

    setup: Setup
    arithmetic: Arithmetic = FLOATS
    cards: tuple[Card, ...] | None = None
    """Another shoe than the table's own."""
    ante: Fraction = Fraction(1)
    """The ANTE in units of the 21 wager."""
    alone: SolvedGame | None = None
    """The solution of the 21 wager alone, if there is one for the table's own shoe."""
    pairs: dict[Held, Any] = field(default_factory=dict, compare=False)
    """Data of splits that do not depend on the up card, for `exact.ante_up.splits`."""

    @cached_property
    def rules(self) -> Rules:
        """The rules of the blackjack hand."""
        return Rules.from_setup(self.setup) if self.alone is None else self.alone.rules

    @cached_property
    def pays(self) -> AnteUpPays:
        """The pays at the end."""
        return AnteUpPays(self.setup)

    @cached_property
    def full(self) -> IntArray:
        """How many cards of each rank the shoe has."""
        cards = self.setup.shoe.cards() if self.cards is None else self.cards
        ranks = [card_rank(card) for card in cards]
        return np.bincount(ranks, minlength=RANKS)

    @cached_property
    def kernels(self) -> Any:  # noqa: ANN401 - a module
        """The kernels: compiled, or interpreted with fractions."""
        is_exact = self.arithmetic.number is Fraction
        return load_interpreted(ante_up_kernels.__name__) if is_exact else ante_up_kernels

    def room(self, *shape: int) -> Array:
        """Return an array for numbers, not filled."""
        return np.empty(shape, dtype=object if self.arithmetic.number is Fraction else float)

    def splits_of_21(self, left: Array, up: int) -> Splits:
        """Return the expected values of splits for 21 alone; solve them if necessary."""
        value = RANK_VALUES[up]
        if self.alone is not None:
            return self.alone.splits[value]
        return Splits(solver.UpCard(self.rules, by_value(left), value, self.arithmetic))

    def weights(self, aim: Objective) -> Array:
        """Return the weights of the parts, in 21 wagers."""
        of_21, of_poker = map(self.arithmetic.number, aim.value)
        ante = self.arithmetic.number(self.ante) if aim is Objective.BOTH else 1
        return np.array([of_21, of_poker * ante])


@dataclass(frozen=True, slots=True)
class AimPlay:
    """All hands played with one aim."""

    values: Array
    """(hands, actions, parts): the expected value of every choice; that of an illegal one means
    nothing."""
    best: Array
    """(hands, parts): the expected value of the best choice."""
    action: Array
    """(hands): the best choice, `action_codes.NOTHING` if there is none."""


class AnteUpUpCard:
    """All hands against an up card of one rank; the dealer has no blackjack."""

    def __init__(self, table: Table, left: IntArray, up: int) -> None:
        """Take the cards *left* of each rank after the up card."""
        self.table = table
        self.up = up
        self.left = table.arithmetic.counts(left)
        self._cards = left

    @lazy_property
    def hands(self) -> DealerHands:
        """The dealer's hands."""
        hits = self.table.setup.rules.soft17 == "hit"
        return dealer_hands(self.up, hits_soft_17=hits).from_cards(self._cards)

    @lazy_property
    def natural(self) -> IntArray:
        """(ranks): whether a card of it would make a blackjack."""
        marks = np.zeros(RANKS, dtype=np.int64)
        marks[self.hands.naturals] = 1
        return marks

    def standing_chances(self, rows: IntArray, best: IntArray) -> Array:
        """Return (hands, dealer's totals, poker results): the probabilities of standing hands."""
        arithmetic = self.table.arithmetic
        possible = np.flatnonzero((rows <= self.left).all(axis=1))
        order = possible[np.argsort(best[possible], kind="stable")]
        chances = arithmetic.zeros(len(rows), DEALERS, POKER)
        self.table.kernels.stood(
            (arithmetic.counts(rows), order, _batches(best[order]), best),
            (self.left, self.natural, tuple(map(arithmetic.counts, self.hands.arrays))),
            self.table.pays.poker,
            (
                arithmetic.counts(np.zeros((RANKS + 2, _BATCH), dtype=np.int64)),
                arithmetic.zeros(RANKS + 1, kernels.DRAWN_MAX, _BATCH),
                arithmetic.zeros(RANKS + 1, _BATCH),
                arithmetic.zeros(DEALERS, POKER, _BATCH),
                arithmetic.number(1),
            ),
            chances,
        )
        return chances

    def chances(self, rows: IntArray) -> Array:
        """Return (hands, ranks): the probability that each rank is drawn next."""
        arithmetic = self.table.arithmetic
        rows_of_chances = arithmetic.zeros(len(rows), RANKS)
        one = arithmetic.number(1)
        counts = arithmetic.counts(rows)
        self.table.kernels.chances(counts, self.left, self.natural, one, rows_of_chances)
        return rows_of_chances

    @lazy_property
    def next_card_chances(self) -> Array:
        """(hands, ranks): the same for every hand that can be played."""
        return self.chances(rank_graph().cards[: rank_graph().live])

    @lazy_property
    def possible(self) -> Array:
        """(hands): whether the shoe has the cards."""
        left = np.array(self.left.tolist(), dtype=np.int64)
        fits: Array = (rank_graph().cards <= left).all(axis=1)
        return fits

    @lazy_property
    def cells(self) -> Array:
        """(hands, results, poker results): the results of every hand that draws no more."""
        graph = rank_graph()
        pays = self.table.pays.twenty_one[:, LEAST : MOST + 1]
        met = self.standing_chances(graph.cards, graph.best)
        cells = self.table.arithmetic.zeros(len(met), RESULTS, POKER)
        for total in np.unique(graph.total):
            hands = np.flatnonzero((graph.total == total) & self.possible)
            mine = met[hands]
            for result in range(RESULTS):
                cells[hands, result] = mine[:, pays[total] == result - 1].sum(axis=1)
        return cells

    @lazy_property
    def _possible_cells(self) -> Array:
        """The same of the hands that the shoe has the cards for."""
        return self.cells[self.possible]

    @lazy_property
    def _means(self) -> Array:
        """(stakes, hands, parts): the expected value at that point, without its mean square."""
        means = self.table.arithmetic.zeros(len(STAKES), len(self.cells), PARTS)
        cells = self._possible_cells
        of_21 = (cells.sum(axis=2) * (np.arange(RESULTS) - 1)).sum(axis=1)
        of_poker = (cells.sum(axis=1) * POKER_GAINS).sum(axis=1)
        for place, stake in enumerate(STAKES):
            means[place, self.possible, OF_21] = stake * of_21
            means[place, self.possible, OF_POKER] = of_poker
        return means

    def ends(self, aim: Objective) -> Array:
        """Return (stakes, hands, parts): the value of standing; a blackjack is paid at once."""
        of_21, of_poker = self.table.weights(aim)
        ends = self._means.copy()
        cells = self._possible_cells.reshape(-1, RESULTS * POKER)
        for place, stake in enumerate(STAKES):
            aimed = of_21 * stake * (np.arange(RESULTS) - 1)[:, None] + of_poker * POKER_GAINS
            ends[place, self.possible, SQUARE] = (cells * aimed.ravel() ** 2).sum(axis=1)
        graph = rank_graph()
        first = self.table.rules.first
        for hand in np.flatnonzero(first.paid_immediately[graph.node]):
            paid = self.table.arithmetic.number(first.exact_pays[graph.node[hand]])
            chance = self.cells[hand].sum(axis=0)
            aimed = of_21 * paid + of_poker * POKER_GAINS
            ends[0, hand, OF_21] = paid * chance.sum()
            ends[0, hand, SQUARE] = (chance * aimed**2).sum()
        return ends

    def play(
        self, aim: Objective, split: Array | None = None, actions: Array | None = None
    ) -> AimPlay:
        """Play all hands with one aim; *split* (hands, parts) has the expected values of splits.

        Without *split*, no pair is split. With *actions* (hands) these are followed instead.
        """
        graph = rank_graph()
        arithmetic = self.table.arithmetic
        legal = self.table.rules.first.legal[graph.node]
        play = AimPlay(
            values=arithmetic.zeros(graph.live, action_codes.ACTIONS, PARTS),
            best=arithmetic.zeros(len(graph.cards), PARTS),
            action=np.full(graph.live, action_codes.NOTHING, dtype=np.int64)
            if actions is None
            else actions.copy(),
        )
        if split is None:
            legal = legal & ~(1 << action_codes.SPLIT)
            split = arithmetic.zeros(graph.live, PARTS)
        self.table.kernels.play(
            (graph.child, self.possible, self.next_card_chances, legal),
            self.ends(aim),
            split,
            (self.table.weights(aim), actions is not None),
            (play.values, play.best, play.action),
        )
        return play

    def poker_results(self, played: AimPlay) -> Array:
        """Return (hands, poker results): the results of ANTE and BET; empty for split hands."""
        graph = rank_graph()
        stands = self.cells.sum(axis=1)
        results = self.table.arithmetic.zeros(len(graph.cards), POKER)
        kernel = self.table.kernels.poker_results
        kernel(graph.child, self.next_card_chances, played.action, stands, results)
        return results


def _batches(best: IntArray) -> IntArray:
    """Return where each batch of one poker hand begins, and the end."""
    changes = [0, *(np.flatnonzero(np.diff(best)) + 1).tolist(), len(best)]
    begun = [range(start, stop, _BATCH) for start, stop in pairwise(changes)]
    return np.array([*chain.from_iterable(begun), len(best)], dtype=np.int64)


def by_value(left: Array) -> list[int]:
    """Return the number of cards left of each value, from those of each rank."""
    counts = [0] * VALUES
    for rank, count in enumerate(left.tolist()):
        counts[RANK_VALUES[rank] - 1] += count
    return counts
