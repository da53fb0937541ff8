"""Ante Up 21 against one up card: every hand and every choice, as a 21 and as a poker hand (2106).

The dealer has looked and has no blackjack. A hand that has not been split is solved exactly: the
cards of the hand and the up card are all that a player knows. After a split the hands share one
poker hand (ruling A1); `exact.ante_up_sights` says what is remembered of them then.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.cards import Card, rank_of
from pitboss.engine.setup import Setup
from pitboss.exact import ante_up_kernels, ante_up_split_kernels, kernels, solver
from pitboss.exact.ante_up_dealer import dealer_hands
from pitboss.exact.ante_up_hands import RANK_VALUES, RANKS, Held, rank_graph
from pitboss.exact.ante_up_kernels import OF_21, OF_POKER, PARTS, POKER, RESULTS, SQUARE
from pitboss.exact.ante_up_pays import ANTES, LEAST, MOST, TOTALS, Pays
from pitboss.exact.ante_up_sights import Sights, sights_from
from pitboss.exact.arithmetic import FLOATS, Arithmetic, Array, interpreted
from pitboss.exact.hand_graph import VALUES, IntArray, hand_graph
from pitboss.exact.rule_tables import RuleTables
from pitboss.exact.solver import Rules, Splits
from pitboss.patterns.totals import TWENTY_ONE, best_total

_WORK = 4096
"""More nodes than the dealer's hands have."""
_STAKES = (1, 2)
_POKER_GAINS = np.arange(POKER) - ANTES


class Aim(Enum):
    """What is played for, as the weights of the 21 wager and of ANTE and BET."""

    TWENTY_ONE = (1, 0)
    BOTH = (1, 1)
    POKER = (Fraction(1, 10**9), 1)
    """Where the poker hand does not care, the 21 hand decides."""


@dataclass(frozen=True)
class Table:
    """What is asked of the table once, for all up cards."""

    setup: Setup
    arithmetic: Arithmetic = FLOATS
    cards: tuple[Card, ...] | None = None
    """Another shoe than the table's own."""
    ante: Fraction = Fraction(1)
    """How large the ANTE is beside the 21 wager."""

    @cached_property
    def rules(self) -> Rules:
        """The rules of the blackjack hand."""
        return Rules.of(self.setup)

    @cached_property
    def pays(self) -> Pays:
        """What is paid in the end."""
        return Pays(self.setup)

    @cached_property
    def full(self) -> IntArray:
        """How many cards of each rank the shoe has."""
        cards = self.setup.shoe.cards() if self.cards is None else self.cards
        ranks = [rank_of(card) for card in cards]
        return np.bincount(ranks, minlength=RANKS)

    @cached_property
    def kernels(self) -> tuple[Any, Any]:
        """The kernels for hands and for splits: compiled, or for fractions interpreted."""
        modules = ante_up_kernels, ante_up_split_kernels
        if self.arithmetic.number is not Fraction:
            return modules
        return interpreted(modules[0].__name__), interpreted(modules[1].__name__)

    def weights(self, aim: Aim) -> Array:
        """Return what each part counts, in 21 wagers."""
        of_21, of_poker = map(self.arithmetic.number, aim.value)
        ante = self.arithmetic.number(self.ante) if aim is Aim.BOTH else 1
        return np.array([of_21, of_poker * ante])


@dataclass(frozen=True, slots=True)
class Played:
    """All hands played with one aim."""

    values: Array
    """(hands, actions, parts): what every choice is worth; of illegal ones it means nothing."""
    best: Array
    """(hands, parts): what the chosen one is worth."""
    action: Array
    """(hands): which that is, `kernels.NOTHING` where none is asked."""


class UpCard:
    """All hands against an up card of one rank, the dealer known to have no blackjack."""

    def __init__(self, table: Table, left: IntArray, up: int) -> None:
        """Take the cards *left* of each rank once the up card is dealt."""
        self.table, self.up = table, up
        self.left = table.arithmetic.counts(left)
        hits = table.setup.rules.soft17 == "hit"
        self.hands = dealer_hands(up, hits_soft_17=hits)
        self.natural = np.zeros(RANKS, dtype=np.int64)
        self.natural[self.hands.naturals] = 1

    def met(self, rows: IntArray, total: IntArray, best: IntArray, pays_21: IntArray) -> Array:
        """Return (hands, 21 results, poker results): how likely hands end so once they stand."""
        arithmetic = self.table.arithmetic
        found = arithmetic.zeros(len(rows), pays_21.max() + 2, POKER)
        fall = arithmetic.zeros(RANKS + 1, kernels.DRAWN_MAX)
        self.table.kernels[0].stood(
            arithmetic.counts(rows),
            total,
            best,
            self.left,
            self.natural,
            tuple(arithmetic.counts(each) for each in self.hands.arrays),
            pays_21,
            self.table.pays.poker,
            (arithmetic.zeros(_WORK), fall, arithmetic.number(1)),
            found,
        )
        return found

    def chances(self, rows: IntArray) -> Array:
        """Return (hands, ranks): the probability of each rank to be drawn next."""
        arithmetic = self.table.arithmetic
        found = arithmetic.zeros(len(rows), RANKS)
        one, counts = arithmetic.number(1), arithmetic.counts(rows)
        self.table.kernels[0].chances(counts, self.left, self.natural, one, found)
        return found

    @cached_property
    def possible(self) -> Array:
        """(hands): whether the shoe has the cards."""
        left = np.array(self.left.tolist(), dtype=np.int64)
        found: Array = (rank_graph().cards <= left).all(axis=1)
        return found

    @cached_property
    def cells(self) -> Array:
        """(hands, results, poker results): how every hand ends that draws no more."""
        graph = rank_graph()
        return self.met(graph.cards, graph.total, graph.best, self.table.pays.twenty_one)

    def ends(self, aim: Aim) -> Array:
        """Return (stakes, hands, parts): what it is then worth; a blackjack is paid at once."""
        of_21, of_poker = self.table.weights(aim)
        found = self.table.arithmetic.zeros(len(_STAKES), len(self.cells), PARTS)
        cells = self.cells[self.possible]
        for place, stake in enumerate(_STAKES):
            gains = stake * (np.arange(RESULTS) - 1)
            found[place, self.possible, OF_21] = np.dot(cells.sum(axis=2), gains)
            found[place, self.possible, OF_POKER] = np.dot(cells.sum(axis=1), _POKER_GAINS)
            aimed = of_21 * gains[:, None] + of_poker * _POKER_GAINS
            found[place, self.possible, SQUARE] = (cells * aimed**2).sum(axis=(1, 2))
        graph, first = rank_graph(), self.table.rules.first
        for hand in np.flatnonzero(first.at_once[graph.node]):
            paid = self.table.arithmetic.number(first.exact_pays[graph.node[hand]])
            chance = self.cells[hand].sum(axis=0)
            aimed = of_21 * paid + of_poker * _POKER_GAINS
            found[0, hand, OF_21] = paid * chance.sum()
            found[0, hand, SQUARE] = (chance * aimed**2).sum()
        return found

    def played(self, aim: Aim, split: Array | None = None) -> Played:
        """Play all hands with one aim; *split* (hands, parts) is what splits are worth.

        Without it nothing is split.
        """
        graph, arithmetic = rank_graph(), self.table.arithmetic
        legal = self.table.rules.first.legal[graph.node]
        found = Played(
            values=arithmetic.zeros(graph.live, kernels.ACTIONS, PARTS),
            best=arithmetic.zeros(len(graph.cards), PARTS),
            action=np.full(graph.live, kernels.NOTHING, dtype=np.int64),
        )
        self.table.kernels[0].play(
            graph.child,
            self.possible,
            self.chances(graph.cards[: graph.live]),
            legal if split is not None else legal & ~(1 << kernels.SPLIT),
            self.ends(aim),
            arithmetic.zeros(graph.live, PARTS) if split is None else split,
            self.table.weights(aim),
            found.values,
            found.best,
            found.action,
        )
        return found

    def poker_results(self, played: Played) -> Array:
        """Return (hands, poker results): how ANTE and BET end; nothing of hands that are split."""
        graph, stands = rank_graph(), self.cells.sum(axis=1)
        found = self.table.arithmetic.zeros(len(graph.cards), POKER)
        chance = self.chances(graph.cards[: graph.live])
        kernel = self.table.kernels[0].poker_results
        kernel(graph.child, chance, played.action, stands, found)
        return found


@dataclass(frozen=True, slots=True)
class SplitPlay:
    """How a split is played with one aim."""

    worth: Array
    """(parts): what it is worth."""
    sights: Sights
    two: Array
    """(hands made, hands that wait, second card's value, sights): what to do with two cards."""
    more: Array
    """(hands made, hands that wait, hard total, with an ace, sights): and with more."""


class Split:
    """One pair against one up card, split and played out with any aim."""

    def __init__(self, up: UpCard, pair: Held) -> None:
        """Split the cards *pair*, two of one value."""
        self.up, self.pair = up, pair
        self.sights = sights_from(pair)
        self.first = next(RANK_VALUES[rank] for rank, count in enumerate(pair) if count)

    @cached_property
    def _ends(self) -> tuple[Array, Array]:
        """What totals meet, and what the poker hand is worth, for everything that may be seen."""
        pays, rows = self.up.table.pays, self.sights.rows
        totals = np.arange(LEAST, MOST + 1)
        by_total = np.full((1, TOTALS), -1, dtype=np.int64)
        by_total[0, totals] = totals - LEAST - 1  # results are numbered from -1
        nothing = np.zeros(len(rows), dtype=np.int64)
        met = self.up.met(rows, nothing, self.sights.best, by_total)
        gains = pays.twenty_one[:, totals]
        zeros = self.up.table.arithmetic.zeros
        ends, poker = zeros(2, TOTALS, len(rows)), zeros(PARTS, len(rows))
        ends[0] = np.dot(gains, met.sum(axis=2).T)
        ends[1] = np.dot(gains**2, met.sum(axis=2).T)
        poker[OF_POKER] = np.dot(met.sum(axis=1), _POKER_GAINS)
        poker[SQUARE] = np.dot(met.sum(axis=1), _POKER_GAINS**2)
        return ends, poker

    @cached_property
    def _rules(self) -> RuleTables:
        return self.up.table.rules.of_split(self.first)

    @cached_property
    def _legal_two(self) -> IntArray:
        nodes = [hand_graph().node(self.first, second) for second in range(1, VALUES + 1)]
        return self._rules.legal[nodes]

    @cached_property
    def _seen(self) -> tuple[Array, ...]:
        """What the kernel knows of sights: what follows and how likely, values, best totals."""
        following = np.ascontiguousarray(self.sights.following.T)
        chance = np.ascontiguousarray(self.up.chances(self.sights.rows).T)
        return following, chance, np.array(RANK_VALUES), _best_totals()

    @property
    def hands_max(self) -> int:
        """Up to how many hands it may be split; two where it may not be split again."""
        again = self._legal_two[self.first - 1] >> kernels.SPLIT & 1
        return self.up.table.setup.rules.max_hands if again else 2

    def played(self, aim: Aim, *, forced: bool = False, keep: bool = False) -> SplitPlay:
        """Play it out; with *forced* pairs are split again whenever they may be.

        With *keep* what to do is kept too.
        """
        most, size = self.hands_max, len(self.sights.rows)
        zeros, weights = self.up.table.arithmetic.zeros, self.up.table.weights(aim)
        ends, poker = self._ends
        to_go = zeros(most + 1, most + 2, PARTS, size)
        to_go[:, 0] = poker
        to_go[:, 0, SQUARE] *= weights[OF_POKER] ** 2
        kept = (most + 1, most + 1) if keep else (1, 1)
        two = np.zeros((*kept, VALUES, size), dtype=np.int8)
        more = np.zeros((*kept, TWENTY_ONE + 1, 2, size), dtype=np.int8)
        self.up.table.kernels[1].split(
            self._seen,
            ends,
            legal_with_more(self._rules, self.first),
            self._legal_two,
            self.first,
            weights,
            forced,
            to_go,
            (
                zeros(len(_STAKES), TOTALS, PARTS, size),
                zeros(TWENTY_ONE + 1, 2, PARTS, size),
                zeros(TWENTY_ONE + 1, 2, PARTS, size),
                zeros(VALUES + 1, PARTS, size),
                two[0, 0].copy(),
                more[0, 0].copy(),
            ),
            (two, more),
        )
        return SplitPlay(to_go[2, 2, :, 0].copy(), self.sights, two, more)


def _best_totals() -> IntArray:
    """(hard total, with an ace): the best total, of a bust too."""
    found = [[best_total(hard, ace) for ace in (False, True)] for hard in range(TOTALS)]
    return np.array(found, dtype=np.int64)


def legal_with_more(tables: RuleTables, first: int) -> IntArray:
    """Return (hard total, with an ace): what may be done with three cards or more of a split.

    *first* is the value of the card that started the hand.
    """
    graph = hand_graph()
    found = np.zeros((TWENTY_ONE + 1, 2), dtype=np.int64)
    begun = (graph.cards.sum(axis=1) > 2) & (graph.cards[:, first - 1] > 0)
    for node in np.flatnonzero(begun):
        cell = graph.hard[node], int(graph.cards[node, 0] > 0)
        assert found[cell] in (0, tables.legal[node]), "the total alone decides"
        found[cell] = tables.legal[node]
    return found


def split_values(up: UpCard, only: int | None = None) -> dict[Aim, Array]:
    """Return (hands, parts) for each aim: what it is worth to split a pair, or *only* that one.

    What a split is worth to the 21 wager alone, every pair split again, is known exactly. The same
    play, remembered by sights only, misses that by a little; by as much every aim is put right.
    """
    graph, rules = rank_graph(), up.table.rules
    exact = Splits(solver.UpCard(rules, by_value(up.left), RANK_VALUES[up.up], up.table.arithmetic))
    found = {aim: up.table.arithmetic.zeros(graph.live, PARTS) for aim in Aim}
    pairs = np.flatnonzero(rules.first.legal[graph.node] >> kernels.SPLIT & 1).tolist()
    for hand in pairs if only is None else {only}.intersection(pairs):
        held = tuple(graph.cards[hand].tolist())
        if all(up.left[rank] >= count for rank, count in enumerate(held)):
            pair = Split(up, held)
            for aim in Aim:
                found[aim][hand] = pair.played(aim, forced=aim is Aim.TWENTY_ONE).worth
            short = exact.value(pair.first) - found[Aim.TWENTY_ONE][hand, OF_21]
            for aim in Aim:
                found[aim][hand, OF_21] += short
    return found


def by_value(left: Array) -> list[int]:
    """Return how many cards of each value are left, given those of each rank."""
    counts = [0] * VALUES
    for rank, count in enumerate(left.tolist()):
        counts[RANK_VALUES[rank] - 1] += count
    return counts
