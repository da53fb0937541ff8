"""Follow plays of Blackjack Switch beside many other hands in one pass.

A play is what is done with hands as dealt or switched, or with the hands of one split pair. It is
followed with the cards of each other hand gone, and of a split with further cards of the pair gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, cast

import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables, standing_results
from pitboss.exact.blackjack import kernels as blackjack_kernels
from pitboss.exact.blackjack.arithmetic import Array, load_interpreted
from pitboss.exact.blackjack.flow_kernel import ENDS
from pitboss.exact.blackjack.solver import UpCard, exact_pays
from pitboss.exact.blackjack.split_play import HandActions
from pitboss.exact.lazy_property import lazy_property
from pitboss.exact.switch import kernels
from pitboss.exact.switch.kernels import NOT_MET

TwoCards = tuple[int, int]
TWO_CARDS = cast(
    "tuple[TwoCards, ...]", tuple(combinations_with_replacement(range(1, VALUES + 1), 2))
)
"""Every hand of two cards, by values, the lower first."""
_PLACES = 1 << 5 * np.arange(VALUES)
"""Of one value fewer than 32 cards are gone: those of a hand of 21, and a few of others."""


class FollowedHands:
    """A play that is followed again and again, each time with other cards left."""

    def __init__(
        self, up: UpCard, actions: HandActions, tables: RuleTables, starts: Iterable[int]
    ) -> None:
        """Follow the *actions* from first cards of the values *starts*."""
        self.tables = tables
        self.actions = actions
        self.starts = tuple(starts)
        graph = hand_graph()
        self.reached = np.zeros(graph.size, dtype=np.int64)
        """The hands that occur, in the bits of `kernels.mark_needed`."""
        self.stood = np.zeros(graph.size, dtype=bool)
        """The hands that may stand."""
        for start in self.starts:
            node = graph.node(start)
            reached, stood = up.reach(node, actions)
            reached[node] = 0  # one card alone is not yet a hand
            self.reached |= reached
            self.stood |= stood

    @property
    def wanted_nodes(self) -> tuple[int, ...]:
        """The nodes of its hands of two cards: all of them, or those of a split by second card."""
        graph = hand_graph()
        if len(self.starts) > 1:
            return tuple(graph.node(*cards) for cards in TWO_CARDS)
        return tuple(graph.child[graph.node(*self.starts)].tolist())


class FollowedGroup(NamedTuple):
    """A play, and (cases, values) the cards left in each case in which it is followed."""

    play: FollowedHands
    lefts: Array


class DealerOutcomes(NamedTuple):
    """The dealer's outcomes against one up card, by the cards that are gone."""

    keys: Array
    """(slots): a number for the cards that are gone; 0 in an empty slot."""
    rows: Array
    """(slots): the row of these cards."""
    met: Array
    """(rows, outcomes): the probability of each outcome."""


@dataclass(frozen=True)
class FollowedPlays:
    """Plays against one up card, each in several cases."""

    up: UpCard
    groups: Sequence[FollowedGroup]
    ends: bool = False
    """Whether results are wanted: then every hand is compared with the dealer."""
    before: DealerOutcomes | None = None
    """The outcomes that another play against the same up card has computed."""

    @lazy_property
    def _plays(self) -> list[FollowedHands]:
        """The plays, each once."""
        return list({id(group.play): group.play for group in self.groups}.values())

    @lazy_property
    def _rows(self) -> tuple[Array, Array, Array]:
        """The nodes of all plays in a row, whether each meets the dealer, and where each begins."""
        dealable = (hand_graph().cards <= self.up.left).all(axis=1).astype(bool)
        nodes = [np.flatnonzero((play.reached > 0) & dealable) for play in self._plays]
        rows = zip(nodes, self._plays, strict=True)
        wanted = [play.stood[row] | self.ends for row, play in rows]
        return np.concatenate(nodes), np.concatenate(wanted), np.cumsum([0, *map(len, nodes)])

    @lazy_property
    def _cases(self) -> tuple[Array, Array]:
        """The play of each case, and (cases, values) the cards left in it."""
        numbers = {id(play): number for number, play in enumerate(self._plays)}
        played = [np.full(len(lefts), numbers[id(play)]) for play, lefts in self.groups]
        return np.concatenate(played), np.concatenate([lefts for _, lefts in self.groups])

    def _by_group(self, rows: Array) -> list[Array]:
        """Split the rows of all cases by group."""
        ends = np.cumsum([len(lefts) for _, lefts in self.groups])
        parts = zip(np.split(rows, ends[:-1]), self.groups, strict=True)
        return [part[:, : len(group.play.wanted_nodes)] for part, group in parts]

    @property
    def outcomes(self) -> DealerOutcomes:
        """The dealer's outcomes, for other plays."""
        return self._dealer_outcomes[0]

    @lazy_property
    def _dealer_outcomes(self) -> tuple[DealerOutcomes, Array]:
        """The dealer's outcomes, and the row of every hand in every case."""
        up = self.up
        (played, lefts) = self._cases
        _, _, first = self._rows
        hands = int(np.diff(first)[played].sum())
        met = _unset(up, hands, OUTCOMES)
        numbers = np.full(hands, NOT_MET, dtype=np.int64)
        outcomes = _make_outcomes(hands + hands // 4 + 1 | 1, met)
        keys = _node_keys(), (up.left - lefts).astype(np.int64) @ _PLACES
        slots = outcomes[:2]
        before = self.before or _make_outcomes(1, met[:0])
        meet_all = _kernels(up).meet_all
        meet_all(up.deal, self._rows, self._cases, keys, slots, tuple(before), (met, numbers))
        return outcomes, numbers

    def values(self) -> list[Array]:
        """Return (cases, wanted hands) by group: the value of each hand of two cards."""
        up = self.up
        ((_, _, met), numbers) = self._dealer_outcomes
        wanted = self._wanted_nodes
        nodes = hand_graph().size
        out = up.arithmetic.zeros(len(self._cases[0]), wanted.shape[1])
        pays = np.stack([exact_pays(play.tables, up.arithmetic) for play in self._plays])
        _kernels(up).play_all(
            up.deal,
            self._rows,
            self._cases,
            (self._paid_immediately, pays, self._actions, standing_results(up.rules.setup.rules)),
            (met, numbers),
            (up.arithmetic.zeros(nodes), up.arithmetic.zeros(nodes)),
            (wanted, out),
        )
        return self._by_group(out)

    def results(self) -> list[Array]:
        """Return (cases, wanted hands, ends, outcomes) by group: the results of each hand."""
        up = self.up
        ((_, _, met), numbers) = self._dealer_outcomes
        wanted = self._wanted_nodes
        nodes = hand_graph().size
        against = standing_results(self.up.rules.setup.rules)
        out = np.zeros((len(self._cases[0]), wanted.shape[1], ENDS, OUTCOMES))
        kernels.end_all(
            up.deal,
            self._rows,
            self._cases,
            (self._paid_immediately, self._actions, against),
            (met, numbers),
            (np.zeros((nodes, ENDS, OUTCOMES)), np.zeros((nodes, OUTCOMES))),
            (wanted, out),
        )
        return self._by_group(out)

    @property
    def _wanted_nodes(self) -> Array:
        """(plays, hands): the wanted nodes; node 0 where a play has fewer."""
        nodes = np.zeros((len(self._plays), len(TWO_CARDS)), dtype=np.int64)
        for row, play in zip(nodes, self._plays, strict=True):
            row[: len(play.wanted_nodes)] = play.wanted_nodes
        return nodes

    @property
    def _paid_immediately(self) -> Array:
        return np.stack([play.tables.paid_immediately for play in self._plays])

    @property
    def _actions(self) -> Array:
        return np.stack([play.actions.action for play in self._plays])


def pair_chances(up: UpCard, others: Array, pair: int, count: int) -> Array:
    """(others, count): how likely it is that the next 0, 1, 2 ... cards all pair, beside each."""
    chances = up.arithmetic.zeros(len(others), count)
    chances[:, 0] = up.arithmetic.number(1)
    for more in range(1, count):
        chance = next_chances(up, without(others, pair, 1 + more))[:, pair - 1]
        chances[:, more] = chances[:, more - 1] * chance
    return chances


def next_chances(up: UpCard, lefts: Array) -> Array:
    """(cases, values): the probability that each value is next, with those cards left."""
    chances = up.arithmetic.zeros(len(lefts), VALUES)
    _kernels(up).draw_next(lefts, up.forbidden, chances, up.scratch)
    return chances


def without(lefts: Array, value: int, count: int) -> Array:
    """(cases, values): the cards left without *count* of a value, as far as there are any."""
    left = lefts.copy()
    left[:, value - 1] = np.maximum(0, left[:, value - 1] - count)
    return left


@cache
def _node_keys() -> Array:
    """(nodes): a number for the cards of each hand."""
    return hand_graph().cards @ _PLACES


def _make_outcomes(slots: int, met: Array) -> DealerOutcomes:
    return DealerOutcomes(np.zeros(slots, dtype=np.int64), np.zeros(slots, dtype=np.int64), met)


def _unset(up: UpCard, *shape: int) -> Array:
    """Return an array that is written before it is read; memory is taken where it is written."""
    return np.empty(shape, dtype=object if up.arithmetic.number is Fraction else float)


def _kernels(up: UpCard) -> Any:  # noqa: ANN401 - a module
    return kernels if up.arithmetic.number is float else _load_kernels()


@cache
def _load_kernels() -> Any:  # noqa: ANN401 - a module
    """Return these kernels without compilation; they call others."""
    loaded = load_interpreted(kernels.__name__)
    loaded.kernels = load_interpreted(blackjack_kernels.__name__)
    return loaded
