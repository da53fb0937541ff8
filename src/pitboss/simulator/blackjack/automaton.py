"""A strategy and the rules of a table as one automaton: a card leads from state to state.

A state is a hand whose player wants a card. A card leads to the next such state, or to a result.
The table engine says what is legal and what every result pays. States with the same next states are
one state, so the automaton fits into the processor's nearest cache.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import BUST, VALUES, hand_graph
from pitboss.compiled.rule_tables import KINDS
from pitboss.counts.index_play import INSURANCE, UPS, IndexPlay, hand_row
from pitboss.engine import legal
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.charts.model import Part, chart_place, pair_value
from pitboss.patterns.totals import TWENTY_ONE, best_total
from pitboss.simulator.blackjack.play import FREE_SPLIT, SPLIT
from pitboss.simulator.blackjack.strategy import (
    FIRST,
    SWITCHED,
    HandHistory,
    Strategy,
    nodes_of_two,
)
from pitboss.simulator.counting.kernel import Ask
from pitboss.simulator.hand_results import HandResult, HandStake, ResultTable, most_added

NATURAL = (1, VALUES)
"""The values of an ace and a ten-value card."""
_ORDER = (
    (action_codes.SURRENDER,),
    SPLITS,
    (action_codes.FREE_DOUBLE,),
    (action_codes.DOUBLE,),
    (action_codes.STAND, action_codes.HIT),
)
_CANNOT_BUST = 11

Key = tuple[str, int, int]
"""The part of the chart, the row in it, and the up card."""
Asked = tuple[IndexPlay, int]
"""An index play, and its action as a number."""
_SPLITS = (SPLIT, FREE_SPLIT)
_SPLIT_OF = {action_codes.SPLIT: SPLIT, action_codes.FREE_SPLIT: FREE_SPLIT}
_SPLIT_APART = dict.fromkeys(_SPLIT_OF, FREE_SPLIT)
"""The same where the hands that a split makes settle otherwise than the first."""
ASKS = -(1 << 14)
"""Asks have codes from here on down until all results are known."""
_DOUBLED = {action_codes.DOUBLE: False, action_codes.FREE_DOUBLE: True}


@dataclass
class IndexRows:
    """The index plays of a counter by the rows of the chart, for the hands of one strategy.

    A hand is surrendered before it is split, split before it is doubled, and doubled before it
    stands or hits. Where the count does not reach an index play, the hand follows the strategy. If
    the strategy makes the same play, that play is left out and the next in the order follows.
    """

    strategy: Strategy
    plays: tuple[IndexPlay, ...] = ()
    _rows: dict[Key, list[IndexPlay]] = field(init=False)
    _fallback: dict[tuple[HandHistory, int, int, int], int] = field(init=False)
    _ups: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the plays by row."""
        self._rows = {}
        self._fallback = {}
        for play in self.plays:
            if play.hand != INSURANCE:
                self._rows.setdefault(_key(play), []).append(play)
        self._ups = frozenset(up for _, _, up in self._rows)

    def questions(
        self, kind: HandHistory, up: int, node: int, action: int, *, may_split: bool = False
    ) -> tuple[list[Asked], int]:
        """Return the index plays a hand depends on, first things first, and the play after them.

        *action* is the strategy's; *up* is the value of the up card.
        """
        if action == action_codes.NOTHING or up not in self._ups:
            return [], action
        early = legal.surrenders_early(self.strategy.rules.setup, up)
        if early and action == action_codes.SURRENDER:  # given up before anybody may ask
            return [], action
        mask = int(kind.tables(self.strategy.rules).legal[node])
        if early:  # the play before the dealer looks is the strategy's
            mask &= ~(1 << action_codes.SURRENDER)
        plays = list(self._list_plays(up, node, action, mask, may_split=may_split))
        if not plays:
            return [], action
        in_order: list[Asked] = []
        for same in _ORDER:
            own = [(play, code) for play, code in plays if code in same]
            in_order += own[:1]
            if action in same and not (own and own[0][1] == action):
                return in_order, action
        last = in_order[-1][1] if in_order else action
        return in_order, self._instead(kind, up, node, last)

    def _list_plays(
        self, up: int, node: int, action: int, mask: int, *, may_split: bool
    ) -> Iterator[Asked]:
        """Yield the legal index plays of a pair's row, then those of the row of its total."""
        place = chart_place(node)
        pair = pair_value(node)
        keys: list[Key] = [(place.part.value, place.row, up)]
        if pair is not None and may_split:
            keys = [(Part.PAIRS.value, pair, up), *([] if action in SPLITS else keys)]
        for key in keys:
            for play in self._rows.get(key, ()):
                code = KINDS[play.action]
                if mask >> code & 1 and (may_split or code not in SPLITS):
                    yield play, code

    def _instead(self, kind: HandHistory, up: int, node: int, action: int) -> int:
        """Return how a hand is played that stands or hits, but not by *action*."""
        if action == action_codes.STAND:
            return action_codes.HIT
        if action == action_codes.HIT:
            return action_codes.STAND
        place = chart_place(node)
        key = kind, up, place.row, int(place.part is Part.SOFT)
        if key not in self._fallback:
            self._fallback[key] = self._hit_or_stand(kind, up, node)
        return self._fallback[key]

    def _hit_or_stand(self, kind: HandHistory, up: int, node: int) -> int:
        """Return what most other hands of the same total do, those of few cards first."""
        if int(hand_graph().hard[node]) <= _CANNOT_BUST and not hand_graph().cards[node, 0]:
            return action_codes.HIT
        place = chart_place(node)
        actions = self.strategy.more[kind][up - 1]
        by_size: dict[int, Counter[int]] = {}
        for other in np.nonzero((actions == 0) | (actions == 1))[0].tolist():
            there = chart_place(other)
            if there.part is place.part and there.row == place.row:
                by_size.setdefault(there.cards, Counter())[int(actions[other])] += 1
        if not by_size:
            return action_codes.STAND
        return by_size[min(by_size)].most_common(1)[0][0]


def _key(play: IndexPlay) -> Key:
    place = hand_row(play.hand)
    assert place is not None, "checked when the play was read"
    return (*place, (UPS.index(play.up) + 1) % len(UPS) + 1)


@dataclass(frozen=True, slots=True)
class Automaton:
    """Where cards lead. A code that is not negative is a state; ~code is the number of a result."""

    classes: Array
    """Card -> class."""
    first: Array
    """(switched, up, first, second class): the code of two cards as dealt, or after a switch."""
    step: Array
    """(state, class): the next code."""
    starts: Array
    """(carried, up, class): the state of a hand that a split starts with one card."""
    refused: Array
    """(carried, up, first, second class): the code of a pair that cannot be split again."""
    peeked: Array
    """(up, first, second class): the result of two cards when the dealer shows a blackjack."""
    results: tuple[HandResult, ...]
    asks: tuple[Ask, ...] = ()
    """Questions about the count; `~code` of an ask is its number behind all results."""

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.step)


def automaton(strategy: Strategy, plays: tuple[IndexPlay, ...] = ()) -> Automaton:
    """Compile a strategy and the rules it is for; with *plays* it asks for the count."""
    return Builder(strategy, plays).build()


class HandToPlay(NamedTuple):
    """A hand whose player may decide."""

    kind: HandHistory
    up: int
    """The class of the up card."""
    node: int
    money: HandStake
    suited: tuple[int, ...] = ()
    """The classes of its cards, if it has two."""


@dataclass(slots=True)
class Builder:
    """Makes an automaton; what is decided with a hand is a method, so that others may be asked."""

    strategy: Strategy
    plays: tuple[IndexPlay, ...] = ()
    asks: dict[Ask, int] = field(default_factory=dict)
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    known: dict[tuple[Any, ...], int] = field(default_factory=dict)
    by_value: dict[tuple[Any, ...], tuple[list[int], dict[int, int]]] = field(default_factory=dict)
    """History, up card and money -> the action of every hand, and the codes computed so far."""
    told_apart: dict[tuple[Any, ...], bool] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    results: ResultTable = field(init=False)
    index_rows: IndexRows = field(init=False)
    natural: int = field(init=False)
    """The node of an ace and a ten-value card."""
    nodes: list[list[int]] = field(init=False)
    child: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.results = ResultTable(self.strategy.rules.setup)
        self.index_rows = IndexRows(self.strategy, self.plays)
        self.natural = hand_graph().node(*NATURAL)
        self.nodes = nodes_of_two(self.strategy).tolist()
        self.child = hand_graph().child.tolist()

    def build(self) -> Automaton:
        """Return the automaton of every hand that can be dealt."""
        classes = self.strategy.classes
        count = classes.count
        dealt = [kind for kind in (FIRST, SWITCHED) if kind in self.strategy.two]
        first = np.zeros((len(dealt), count, count, count), dtype=np.int16)
        starts = np.zeros((2, count, count), dtype=np.int16)
        refused = np.zeros((2, count, count, count), dtype=np.int16)
        peeked = np.zeros((count, count, count), dtype=np.int16)
        for one in range(count):
            for two in range(count):
                peeked[:, one, two] = self.results.against_blackjack(self._cards(one, two))
                for place, kind in enumerate(dealt):
                    for up in range(count):
                        first[place, up, one, two] = self._two(kind, up, one, two)
        self._surrender_early(first, peeked)
        for kind in self.strategy.two:
            if kind.split:
                self._split(kind, starts, refused)
        step = np.array(list(self.rows), dtype=np.int16).reshape(-1, count)
        return Automaton(
            np.array(classes.class_of, dtype=np.uint8),
            self._behind_results(first),
            self._behind_results(step),
            self._behind_results(starts),
            self._behind_results(refused),
            peeked,
            self.results.results,
            self._numbered_asks(),
        )

    def _surrender_early(self, first: Array, peeked: Array) -> None:
        """A hand given up before the dealer looks loses its half to a blackjack too."""
        given_up = self.strategy.two[FIRST] == action_codes.SURRENDER
        for up, worth in enumerate(self.strategy.classes.values):
            if legal.surrenders_early(self.strategy.rules.setup, worth):
                peeked[up][given_up[up]] = ~first[0, up][given_up[up]]

    def _behind_results(self, codes: Array) -> Array:
        """Number asks behind the results, all of which are known now."""
        moved = np.where(codes <= ASKS, codes - ASKS - len(self.results.results) - 1, codes)
        return moved.astype(np.int16)

    def _numbered_asks(self) -> tuple[Ask, ...]:
        codes = [(ask.yes, ask.no, ask.usual) for ask in self.asks]
        moved = self._behind_results(np.array(codes, dtype=np.int32).reshape(-1, 3)).tolist()
        return tuple(Ask(ask.at, *behind) for ask, behind in zip(self.asks, moved, strict=True))

    def _ask(self, play: IndexPlay, made: int, otherwise: int, usual: int) -> int:
        """Return the code of a question; for now asks are numbered far behind all results."""
        if made == otherwise:
            return made
        yes, no = (otherwise, made) if play.below else (made, otherwise)
        return ASKS - self.asks.setdefault(Ask(play.at, yes, no, usual), len(self.asks))

    def _split(self, kind: HandHistory, starts: Array, refused: Array) -> None:
        count = self.strategy.classes.count
        values = self.strategy.classes.values
        for one in range(count):
            if (values[one] == 1) != kind.aces:
                continue
            for up in range(count):
                row = [self._two(kind, up, one, two) for two in range(count)]
                starts[int(kind.carried), up, one] = self._state(row)
                refused[int(kind.carried), up, one] = [
                    self._two(kind, up, one, two, split=False) if self._may_split(code) else code
                    for two, code in enumerate(row)
                ]

    def _may_split(self, code: int) -> bool:
        """Return whether a code is a split, or asks for one."""
        if code > ASKS:
            return ~code in _SPLITS
        ask = list(self.asks)[ASKS - code]
        return self._may_split(ask.yes) or self._may_split(ask.no)

    def _cards(self, *classes: int) -> tuple[Any, ...]:
        return tuple(self.strategy.classes.cards[card_class] for card_class in classes)

    def _state(self, row: list[int]) -> int:
        return self.rows.setdefault(tuple(row), len(self.rows))

    def _two(self, kind: HandHistory, up: int, one: int, two: int, *, split: bool = True) -> int:
        """The code of two cards."""
        node = self.nodes[one][two]
        actions = self.strategy.two if split else self.strategy.unsplit
        action = int(actions[kind][up, one, two])
        money = HandStake.after_split(self.strategy.rules.setup, is_later=kind.carried)
        values = self.strategy.classes.values
        kind = self.strategy.situation(kind, values[one], values[two])
        return self._decide(HandToPlay(kind, up, node, money, (one, two)), action, split=split)

    def _decide(self, hand: HandToPlay, action: int, *, split: bool = False) -> int:
        """Return the code of a hand whose player decides, or a question about the count."""
        usual = self._code(hand, action)
        if not self.plays or hand.money.doublings:
            return usual
        value = self.strategy.classes.values[hand.up]
        plays, otherwise = self.index_rows.questions(
            hand.kind, value, hand.node, action, may_split=split
        )
        if not plays:
            return usual
        code = self._code(hand, otherwise)
        for play, made in reversed(plays):
            code = self._ask(play, self._code(hand, made), code, usual)
        return code

    def _code(self, hand: HandToPlay, action: int) -> int:
        """Return the code after an action."""
        if action in _SPLIT_OF:
            apart = self.strategy.rules.setup.rules.original_bets_only
            return ~(_SPLIT_APART if apart else _SPLIT_OF)[action]
        if hand.money.doublings:
            return self._double_code(hand, action)
        if action == action_codes.HIT:
            return self._find_state(hand)
        if action in _DOUBLED:
            return self._double(hand, hand.money.double(free=_DOUBLED[action]))
        if action == action_codes.SURRENDER:
            return ~self.results.surrender(hand.money)
        is_paid = hand.kind.tables(self.strategy.rules).paid_immediately[hand.node]
        return self._stand(hand, is_paid=is_paid and not (hand.kind.switched and hand.suited))

    def _double_code(self, hand: HandToPlay, action: int) -> int:
        if action == action_codes.RESCUE:
            return ~self.results.rescue(hand.money)
        if action == action_codes.REDOUBLE:
            return self._double(hand, hand.money.redouble(most_added(self.strategy.rules.setup)))
        wins = self.strategy.rules.setup.rules.twenty_one_wins
        return self._stand(hand, is_paid=wins and self._total(hand.node) == TWENTY_ONE)

    def _double(self, hand: HandToPlay, money: HandStake) -> int:
        return self._find_state(hand._replace(money=money, suited=()))

    def _stand(self, hand: HandToPlay, *, is_paid: bool) -> int:
        """Return the result of a hand that takes no more cards."""
        if is_paid:
            by_suit = self.strategy.rules.setup.suited_blackjack_odds is not None
            is_two = by_suit and len(hand.suited) == len(NATURAL)
            cards = self._cards(*hand.suited) if is_two and hand.node == self.natural else ()
            return ~self.results.pay(hand.money, hand.node, hand.kind, cards)
        return ~self.results.stood(hand.money, self._total(hand.node))

    def _total(self, node: int) -> int:
        if node not in self.totals:
            graph = hand_graph()
            self.totals[node] = best_total(int(graph.hard[node]), bool(graph.cards[node, 0]))
        return self.totals[node]

    def _find_state(self, hand: HandToPlay) -> int:
        """Return the state of a hand that is dealt a card."""
        kind, up, node, money, suited = hand
        by_suit = bool(suited) and self._may_be_bonus(kind, node)
        key: tuple[object, ...] = (kind, self.strategy.classes.values[up], node, money)
        if by_suit:
            key = (kind, up, *sorted(suited), money)
        if key not in self.known:
            row = [*self._codes_by_value(hand)]
            if by_suit:
                self._bonuses(hand, row)
            self.known[key] = self._state(row)
        return self.known[key]

    def _codes_by_value(self, hand: HandToPlay) -> list[int]:
        """Return the next code for every card by its value alone."""
        kind, up, node, money, _ = hand
        classes = self.strategy.classes
        value = classes.values[up]
        key = kind, value, money
        if key not in self.by_value:
            actions = self.strategy.more[kind][value - 1]
            if money.doublings:
                actions = self.strategy.doubled[kind][money.doublings - 1, value - 1]
            self.by_value[key] = actions.tolist(), {}
        actions, codes = self.by_value[key]
        by_value = []
        for child in self.child[node]:
            if child not in codes:
                codes[child] = (
                    ~self.results.bust(money)
                    if child == BUST
                    else self._decide(HandToPlay(kind, up, child, money), actions[child])
                )
            by_value.append(codes[child])
        return [by_value[value - 1] for value in classes.values]

    def _may_be_bonus(self, kind: HandHistory, node: int) -> bool:
        """Return whether two cards and a third may make a 21 that pays by suit."""
        key = kind, node
        if key not in self.told_apart:
            graph = hand_graph()
            worth = TWENTY_ONE - int(graph.hard[node])
            paid = (
                1 < worth <= VALUES
                and not graph.cards[node, 0]
                and kind.tables(self.strategy.rules).paid_immediately[graph.child[node, worth - 1]]
            )
            values = {worth, *(np.nonzero(graph.cards[node])[0] + 1).tolist()}
            in_suits = any(
                len(self.strategy.classes.classes_with_value(value)) > 1 for value in values
            )
            self.told_apart[key] = bool(paid and in_suits)
        return self.told_apart[key]

    def _bonuses(self, hand: HandToPlay, row: list[int]) -> None:
        """Set the codes of cards whose suits decide what a 21 of three cards pays."""
        classes = self.strategy.classes
        worth = TWENTY_ONE - int(hand_graph().hard[hand.node])
        child = self.child[hand.node][worth - 1]
        for third in classes.classes_with_value(worth):
            cards = self._cards(*hand.suited, third)
            up = classes.cards[hand.up]
            row[third] = ~self.results.pay(hand.money, child, hand.kind, cards, up)
