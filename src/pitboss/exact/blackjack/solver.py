"""Solving a blackjack game against one up card: every hand's value, and optimal play.

A hand's best play depends on its own cards and the up card alone, and after a split on the pair it
was split from. The other hands do not matter, whatever they get; so the value of a split is exact
for its play, not an approximation. `Splits` plays a hand as the same cards unsplit; `best_splits`
plays it best.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import (
    RuleTables,
    Situation,
    rule_tables,
    standing_results,
    unit_stakes,
)
from pitboss.compiled.suit_sensitive import SuitSensitiveHand, live_hands
from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Array, Number
from pitboss.exact.blackjack.split_play import ALWAYS, HandActions, PairPlay, Start, split_weights
from pitboss.exact.cache import load_or_compute
from pitboss.rulebook.pays import format_pay

TEN = VALUES - 1
ACE = 0
"""The places of the two values that make a blackjack."""
_SPLITS = 1 << action_codes.SPLIT | 1 << action_codes.FREE_SPLIT
PAID = 1
CARRIED = 0
"""The stake of a hand: its wager, or nothing if a lammer carries it."""


def forbidden_under(up: int) -> int:
    """Return the place of the value that would make a blackjack with the up card, or -1.

    >>> forbidden_under(1), forbidden_under(10), forbidden_under(6)
    (9, 0, -1)
    """
    return TEN if up == 1 else ACE if up == VALUES else -1


class HandValues(NamedTuple):
    """The values of all hands in one situation, and the best actions."""

    best: Array
    """(nodes): the value of the best choice, in units of the wager."""
    action: Array
    """(nodes): that choice, `action_codes.NOTHING` if there is none."""
    values: Array
    """(nodes, actions): the value of every choice; that of an illegal one means nothing."""
    doubled: Array
    """(levels, nodes): the same for doubled hands, per unit of the wager on them."""
    doubled_action: Array
    doubled_values: Array

    @classmethod
    def empty(cls, arithmetic: Arithmetic) -> HandValues:
        """Return empty arrays."""
        nodes = hand_graph().size
        levels = action_codes.LEVELS
        return cls(
            best=arithmetic.zeros(nodes),
            action=np.full(nodes, action_codes.NOTHING, dtype=np.int64),
            values=arithmetic.zeros(nodes, action_codes.ACTIONS),
            doubled=arithmetic.zeros(levels, nodes),
            doubled_action=np.full((levels, nodes), action_codes.NOTHING, dtype=np.int64),
            doubled_values=arithmetic.zeros(levels, nodes, action_codes.DOUBLED_ACTIONS),
        )

    @property
    def actions(self) -> HandActions:
        """The best actions."""
        return HandActions(self.action, self.doubled_action)

    def with_same_actions(self, arithmetic: Arithmetic) -> HandValues:
        """Return arrays for the values of the same actions with other cards left."""
        fresh = HandValues.empty(arithmetic)
        fresh.action[:] = self.action
        fresh.doubled_action[:] = self.doubled_action
        return fresh


def main_rules(setup: Setup) -> Hashable:
    """Return all that hands are solved by: many games are one blackjack with other wagers."""
    bonuses = sorted((str(kind), format_pay(row.pay)) for kind, row in setup.bonus_21.items())
    pays = setup.twenty_one_odds, tuple(bonuses)
    capped = () if setup.main_wager is None else (unit_stakes(setup),)
    return setup.round, setup.shoe, setup.rules, *pays, setup.more_money, *capped


@dataclass(frozen=True, slots=True)
class Rules:
    """A table's rules as arrays, made once for all up cards."""

    setup: Setup
    first: RuleTables
    split: RuleTables
    split_aces: RuleTables
    live: dict[int, SuitSensitiveHand]
    """Node -> hands whose suits matter, as dealt."""
    live_split: dict[int, SuitSensitiveHand]
    """The same for hands made by a split."""

    @classmethod
    def from_setup(cls, setup: Setup) -> Rules:
        """Compile the rules of a table."""

        def compile_rules() -> Rules:
            return cls(
                setup=setup,
                first=rule_tables(setup, Situation.FIRST),
                split=rule_tables(setup, Situation.SPLIT),
                split_aces=rule_tables(setup, Situation.SPLIT_ACES),
                live=live_hands(setup, split=False),
                live_split=live_hands(setup, split=True),
            )

        # Another set-up of the same table may have made them: what is written names this one alone.
        return replace(
            load_or_compute(setup, "rules", compile_rules, rules=main_rules(setup)), setup=setup
        )

    @property
    def live_values(self) -> tuple[int, ...]:
        """The values whose suits matter."""
        return tuple(sorted({value for hand in self.live.values() for value in hand.values}))

    @property
    def live_after_split(self) -> Array:
        """(nodes): whether the suits of a split hand matter."""
        live = np.zeros(hand_graph().size, dtype=bool)
        live[list(self.live_split)] = True
        return live

    def split_tables(self, value: int) -> RuleTables:
        """Return the rules for hands made by splitting a pair of *value*."""
        return self.split_aces if value == 1 else self.split


def exact_pays(tables: RuleTables, arithmetic: Arithmetic) -> Array:
    """Return (nodes) the immediate pays of hands, as numbers of that arithmetic."""
    if arithmetic.number is Fraction:
        return np.array(tables.exact_pays, dtype=object)
    return tables.pays


def exact_stakes(tables: RuleTables, arithmetic: Arithmetic) -> Array:
    """Return the units on a hand by its doublings, as numbers of that arithmetic."""
    if arithmetic.number is Fraction:
        return np.array(tables.stakes, dtype=object)
    return np.array([float(stake) for stake in tables.stakes])


class UpCard:
    """All hands against one up card; the dealer has no blackjack."""

    def __init__(self, rules: Rules, left: Array, up: int, arithmetic: Arithmetic = FLOATS) -> None:
        """Solve for the cards *left* of each value after an up card of value *up*."""
        self.rules = rules
        self.up = up
        self.arithmetic = arithmetic
        self.left = arithmetic.counts(left)
        blackjack = rules.setup.rules
        self.forbidden = forbidden_under(up) if blackjack.original_at_risk(up) else -1
        everything = np.ones(hand_graph().size, dtype=bool)
        self.win, self.loss = self.stands(self.left, everything)
        self.first = self._value_hands(rules.first, PAID)
        self.split = {
            (is_ace, loses): self._value_hands(rules.split_tables(1 if is_ace else 2), loses)
            for is_ace in (False, True)
            for loses in ((PAID, CARRIED) if rules.setup.rules.free_bets else (PAID,))
        }

    @cached_property
    def dealer(self) -> tuple[Array, ...]:
        """The dealer graph for this up card."""
        rules = self.rules.setup.rules
        peeks = rules.original_at_risk(self.up)
        return self.arithmetic.dealer(self.up, hits_soft_17=rules.soft17 == "hit", peeks=peeks)

    @property
    def rest_taken_by(self) -> int:
        """The place of the down card that takes the rest of a surrendered hand, or -1."""
        waits = legal.surrender_waits(self.rules.setup.rules, self.up)
        return forbidden_under(self.up) if waits and self.forbidden < 0 else -1

    @property
    def scratch(self) -> tuple[Array, ...]:
        """Working memory for the kernels."""
        return self.arithmetic.scratch

    @property
    def deal(self) -> tuple[Any, ...]:
        """The data for the kernels that all hands share."""
        return self.arithmetic.graph, self.forbidden, self.dealer, self.scratch

    def __getstate__(self) -> dict[str, Any]:
        """Leave out data that does not depend on this table; it is made again when needed."""
        return {k: v for k, v in vars(self).items() if k != "dealer"}

    def stands(self, left: Array, needed: Array) -> tuple[Array, Array]:
        """Return the probabilities that standing hands win and lose, where needed."""
        rules = self.rules.setup.rules
        nodes = hand_graph().size
        win = self.arithmetic.zeros(nodes)
        loss = self.arithmetic.zeros(nodes)
        ways = rules.twenty_one_wins, standing_results(rules)
        self.arithmetic.kernels.stand_all(self.deal, needed, left, ways, win, loss)
        return win, loss

    def _value_hands(self, tables: RuleTables, loses: int) -> HandValues:
        hands = HandValues.empty(self.arithmetic)
        self.play(hands, tables, loses, fixed=False)
        return hands

    def play(
        self,
        hands: HandValues,
        tables: RuleTables,
        loses: int,
        beside: tuple[Array, Array, Array] | None = None,
        needed: Array | None = None,
        *,
        fixed: bool,
    ) -> None:
        """Value hands under optimal play, or with *fixed* by the actions in *hands*.

        *beside* other hands: the cards left, and the chances of hands to win and to lose. Only the
        *needed* hands are valued; None: all.
        """
        left, win, loss = beside or (self.left, self.win, self.loss)
        if needed is None:
            needed = np.ones(hand_graph().size, dtype=bool)
        pays = exact_pays(tables, self.arithmetic)
        legal = tables.legal, tables.doubled_legal
        stakes = exact_stakes(tables, self.arithmetic)
        rules = *legal, tables.paid_immediately, pays, stakes, loses, fixed, self.rest_taken_by
        kernel = self.arithmetic.kernels.play_all
        kernel(self.deal, needed, left, rules, win, loss, tuple(hands))

    def reach(
        self, start: int, actions: HandActions, live: Array | None = None
    ) -> tuple[Array, Array]:
        """(nodes): the levels at which *actions* reach a hand from *start*; whether it may stand.

        *live* marks hands that may be hit for their suits.
        """
        size = hand_graph().size
        chosen = (actions.action, actions.doubled_action)
        reached = np.zeros(size, dtype=np.int64)
        stood = np.zeros(size, dtype=bool)
        suits = np.zeros(size, dtype=bool) if live is None else live
        graph = self.arithmetic.graph
        self.arithmetic.kernels.mark_needed(graph, start, chosen, suits, reached, stood)
        return reached, stood

    def chances(self, left: Array) -> Array:
        """Return the probability that each value is next, with those cards left."""
        cards = left.tolist()
        chance = [0] * VALUES
        one = self.arithmetic.number(1)
        self.arithmetic.few.chances(cards, sum(cards), self.forbidden, chance, one)
        return np.array(chance)

    def chances_after(self, node: int, left: Array | None = None) -> Array:
        """Return the same with the cards of a hand gone too."""
        cards = self.arithmetic.graph[0][node]
        return self.chances((self.left if left is None else left) - cards)

    def without(self, value: int, count: int) -> Array:
        """Return the cards left without *count* of a value."""
        left = self.left.copy()
        left[value - 1] = max(0, left[value - 1] - count)
        return left


@dataclass(frozen=True, slots=True)
class SplitHand:
    """One hand of a split when *gone* further pair cards are gone.

    One game has hundreds of them, so only the values by second card are kept.
    """

    left: Array
    """The cards left, with its own cards."""
    chance: list[Number]
    """The probability of each second card."""
    best: list[Number]
    """The value of the hand by its second card, played as split hands are."""
    hit: list[Number]
    """Its value if it is hit; it is set only where its suits matter."""


@dataclass(frozen=True, slots=True)
class _ReachedNodes:
    """The hands that can follow from one card of a pair."""

    needed: Array
    """(nodes): whether the strategy reaches it."""
    stood: Array
    """(nodes): whether it may stand there."""


class StandingHands:
    """The standing hands of splits, for several ways to play with the same cards left."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[Array, Array, Array]] = {}

    def compute_chances(
        self, up: UpCard, split: tuple[int, int], left: Array, stood: Array
    ) -> tuple[Array, Array]:
        """Return the probabilities to win and to lose, where *stood*, of a pair and cards gone."""
        if split not in self._kept:
            self._kept[split] = stood, *up.stands(left, stood)
            return self._kept[split][1:]
        known, win, loss = self._kept[split]
        missing = stood & ~known
        if missing.any():
            more = up.stands(left, missing)
            win[missing] = more[0][missing]
            loss[missing] = more[1][missing]
            self._kept[split] = known | stood, win, loss
        return win, loss


class Splits:
    """Values splits of pairs against one up card; every card that leaves the shoe counts.

    A hand of a split is played as the same cards unsplit, and a pair is always split again.
    """

    def __init__(self, up: UpCard, standing: StandingHands | None = None) -> None:
        """Value splits for *up*; *standing* keeps hands for other ways to play."""
        self.up = up
        self._standing = standing
        self._hands: dict[tuple[int, int, int], SplitHand] = {}
        self._values: dict[tuple[int, int, int, bool], Number] = {}
        self._totals: dict[tuple[int, bool, int], Number] = {}
        self._pairing: dict[tuple[int, int], list[Number]] = {}
        self._next: dict[tuple[int, int, int], list[Number]] = {}
        self._reached: dict[tuple[int, int], _ReachedNodes] = {}
        self._rooms: dict[int, HandValues] = {}
        """Thread -> working memory for one hand after another: hands not reached are never read."""

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_rooms": {}, "_standing": None}

    def actions(self, pair: int, loses: int) -> PairPlay:
        """Return how the hands of a split are played."""
        as_unsplit = self.up.split[pair == 1, loses].actions
        return PairPlay(as_unsplit, as_unsplit)

    def action(self, pair: int, loses: int, node: int, *, paired: bool) -> int:
        """Return the action with one hand of a split; *paired*: its second card paired."""
        play = self.actions(pair, loses)
        return int((play.paired if paired else play.usual).action[node])

    def split_again(self, pair: int) -> frozenset[Start]:  # noqa: ARG002 - another play looks
        """Return the starts of the hands that are split again where they pair."""
        return ALWAYS

    def is_split_again(self, pair: int, loses: int) -> bool:
        """Return whether hands that lose so much are split again where they pair."""
        if not self.is_free(pair):
            return self.split_again(pair) == ALWAYS
        return (Start.FIRST if loses == PAID else Start.DRAWN) in self.split_again(pair)

    def is_free(self, pair: int) -> bool:
        """Return whether the pair is split with a lammer."""
        legal = int(self.up.rules.first.legal[hand_graph().node(pair, pair)])
        return bool(legal >> action_codes.FREE_SPLIT & 1)

    def value(self, pair: int, *, free: bool = False, made: int = 1) -> Number:
        """Return the expected value of splitting a pair in units of the wager.

        In a free split the first hand has the wager and every other hand a lammer. *made* is the
        number of hands of the wager before it.
        """

        def worth(start: Start, gone: int, *, no_pair: bool) -> Number:
            loses = CARRIED if free and start is not Start.FIRST else PAID
            return self.hand_value(pair, gone, loses, no_pair=no_pair)

        key = pair, free, made
        if key not in self._totals:
            self._totals[key] = self.total(pair, worth, made)
        return self._totals[key]

    def total(self, pair: int, worth: Callable[..., Number], made: int = 1) -> Number:
        """Add up the hands of a split, each with the value *worth* returns."""
        hands_max = max(2, self.hands_max(pair) - made + 1)
        weights = split_weights(hands_max, self.split_again(pair))
        all_pair = self.all_pair(pair, 1 + max(gone for _, gone, _ in weights))
        total = self.up.arithmetic.number(0)
        for hand, gone, weight in weights:
            if all_pair[gone]:
                total += weight * all_pair[gone] * worth(hand.start, gone, no_pair=hand.no_pair)
        return total

    def hands_max(self, pair: int) -> int:
        """Return the most hands a pair may be split into; two if it cannot be split again."""
        rules = self.up.rules
        legal = rules.split_tables(pair).legal[hand_graph().node(pair, pair)]
        return rules.setup.rules.hands_for(pair) if legal & _SPLITS else 2

    def all_pair(self, pair: int, count: int) -> list[Number]:
        """Return the probabilities that the next 0, 1, 2 ... cards all pair."""
        key = pair, count
        if key not in self._pairing:
            chances = [self.up.arithmetic.number(1)]
            for gone in range(count - 1):
                last = chances[-1]  # where no further card can pair, nothing is left to ask
                left = self.up.without(pair, 2 + gone)
                chances.append(last and last * self.up.chances(left)[pair - 1])
            self._pairing[key] = chances
        return self._pairing[key]

    def hand_value(self, pair: int, gone: int, loses: int, *, no_pair: bool) -> Number:
        """Value one hand with any second card, or only with one that does not pair."""
        key = pair, gone, loses, no_pair
        if key not in self._values:
            hand = self.hand(pair, gone, loses)
            total = self.up.arithmetic.number(0)
            for place in range(VALUES):
                if not (no_pair and place == pair - 1):
                    total += hand.chance[place] * hand.best[place]
            self._values[key] = total
        return self._values[key]

    def next_chance(self, pair: int, gone: int, node: int) -> list[Number]:
        """Return the probability of each next card for a hand of a split."""
        key = pair, gone, node
        if key not in self._next:
            self._next[key] = self.up.chances_after(node, self.hand(pair, gone).left).tolist()
        return self._next[key]

    def hand(self, pair: int, gone: int, loses: int = PAID) -> SplitHand:
        """Follow the strategy for split hands when *gone* further pair cards are gone."""
        key = pair, gone, loses
        if key not in self._hands:
            self._follow(pair, gone)
        return self._hands[key]

    def _follow(self, pair: int, gone: int) -> None:
        """Value the hand with money on it and carried by a lammer, against the same dealer."""
        up = self.up
        start = hand_graph().node(pair)
        left = up.without(pair, 1 + gone)
        chance = up.chances_after(start, left)
        children = hand_graph().child[start]
        kinds = self._kinds(pair)
        stood = np.logical_or.reduce([self._reach(pair, loses).stood for loses in kinds])
        tables = up.rules.split_tables(pair)
        beside = (left, *self._stands(pair, gone, left, stood))
        for loses in kinds:
            play = self.actions(pair, loses)
            needed = self._reach(pair, loses).needed
            values = self._room_for(play.usual)
            up.play(values, tables, loses, beside, needed, fixed=True)
            best = values.best[children]
            hit = values.values[children, action_codes.HIT]
            if play.paired is not play.usual:
                values = self._room_for(play.paired)
                place = pair - 1
                needed = needed & (hand_graph().cards[:, place] > 1)
                up.play(values, tables, loses, beside, needed, fixed=True)
                best[place] = values.best[children[place]]
                hit[place] = values.values[children[place], action_codes.HIT]
            seconds = (
                column.tolist() for column in (chance, best, hit)
            )  # read one by one, and often
            self._hands[pair, gone, loses] = SplitHand(left, *seconds)

    def _kinds(self, pair: int) -> list[int]:
        """Return the possible stakes of the hands of a split."""
        return [loses for is_ace, loses in self.up.split if is_ace == (pair == 1)]

    def _stands(self, pair: int, gone: int, left: Array, stood: Array) -> tuple[Array, Array]:
        if self._standing is None:
            return self.up.stands(left, stood)
        return self._standing.compute_chances(self.up, (pair, gone), left, stood)

    def _room_for(self, actions: HandActions) -> HandValues:
        """Return arrays with the actions of split hands, which are followed and stay the same."""
        thread = get_ident()
        if thread not in self._rooms:
            self._rooms[thread] = HandValues.empty(self.up.arithmetic)
        action = actions.action
        doubled_action = actions.doubled_action
        return self._rooms[thread]._replace(action=action, doubled_action=doubled_action)

    def _reach(self, pair: int, loses: int) -> _ReachedNodes:
        key = pair, loses
        if key not in self._reached:
            self._reached[key] = self._mark_reached(pair, loses)
        return self._reached[key]

    def _mark_reached(self, pair: int, loses: int) -> _ReachedNodes:
        start = hand_graph().node(pair)
        play = self.actions(pair, loses)
        plays = {id(made): made for made in (play.usual, play.paired)}.values()
        live = self.up.rules.live_after_split
        marked = zip(*(self.up.reach(start, actions, live) for actions in plays), strict=True)
        reached, stood = (np.bitwise_or.reduce(marks) for marks in marked)
        needed = reached > 0
        needed[start] = False
        return _ReachedNodes(needed, stood)
