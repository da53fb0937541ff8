"""The exact value of any fixed strategy, with splits and suited hands.

The kernels that find optimal play can also follow a given strategy. So the cost of a chart is not
an estimate: it is the same sum over every deal, with other choices.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol, runtime_checkable

import numpy as np

from pitboss.cards import SUIT_LETTERS
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import IntArray, hand_graph
from pitboss.compiled.rule_tables import RuleTables
from pitboss.compiled.suit_sensitive import SuitSensitiveHand
from pitboss.engine import legal
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.first_hands import SPLITS, SolvedGame
from pitboss.exact.blackjack.solver import CARRIED, PAID, HandValues, Splits, UpCard
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.blackjack.suited_play import SuitedPlay

_SPADES = SUIT_LETTERS.index("s")
NO_SPLIT = ~sum(1 << kind for kind in SPLITS)
"""Masks of legal actions without splitting."""


class SuitBonus(IntEnum):
    """The bonus that the suits of two cards allow, in rising order."""

    MIXED = 0
    SUITED = 1
    SPADES = 2


def suit_bonus(suits: tuple[int, int] | None) -> SuitBonus:
    """Return the bonus that two suits allow.

    >>> [suit_bonus(suits).name for suits in ((0, 0), (1, 1), (0, 1), None)]
    ['SPADES', 'SUITED', 'MIXED', 'MIXED']
    """
    if suits is None or suits[0] != suits[1]:
        return SuitBonus.MIXED
    return SuitBonus.SPADES if suits[0] == _SPADES else SuitBonus.SUITED


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToPlay:
    """A hand with a decision."""

    up: int
    node: int
    legal: int
    """A bit for each legal action of the kernels; of doubled hands if it has been doubled."""
    doublings: int = 0
    suits: SuitBonus = SuitBonus.MIXED
    carried: bool = False
    """A lammer carries it."""
    live: bool = False
    """One card may make it a suited bonus here."""


class Strategy(Protocol):
    """A fixed strategy.

    A live hand of a split may be hit for its suit; otherwise it is played like any other hand of
    its values. A pair made by a split is split again wherever that is legal, without a question.
    """

    def choose(self, hand: HandToPlay) -> int:
        """Return a legal action, one of the kernels' numbers."""


@runtime_checkable
class PlaysByRows(Protocol):
    """A strategy that looks at no more of a hand than the row it stands in."""

    def rows(self, *, doubled: bool, carried: bool) -> IntArray:
        """Return (nodes) a number of the row of each hand.

        Hands of one row with the same legal actions are played alike, but for those that one card
        may make a suited bonus.
        """


class FixedStrategyGame(SolvedGame):
    """A game with another strategy instead of the optimal one."""

    def __init__(self, game: SolvedGame, strategy: Strategy) -> None:
        """Follow *strategy* in a game that has been solved."""
        self.__dict__.update(game.__dict__)
        self.strategy = strategy
        self.split_play = SplitPlay.AS_UNSPLIT
        self.ups = {up: follow_strategy(solved, strategy) for up, solved in game.ups.items()}
        self.splits = {up: Splits(solved) for up, solved in self.ups.items()}

    def play(self, up: int, up_suit: int) -> SuitedPlay:
        """Return the strategy's play of hands whose suits matter."""
        return FixedStrategySuits(super().play(up, up_suit), self.strategy)

    def first_action(
        self, play: SuitedPlay, values: tuple[int, int], suits: tuple[int, int] | None
    ) -> tuple[Number, int]:
        """Return the value of two cards under the strategy, and its action."""
        return first_value(play, self.strategy, values, suits)


def first_value(
    play: SuitedPlay, strategy: Strategy, values: tuple[int, int], suits: tuple[int, int] | None
) -> tuple[Number, int]:
    """Return the value of two cards under the strategy, and its action."""
    node = hand_graph().node(*values)
    rules = play.up.rules
    mask = int(rules.first.legal[node])
    if legal.surrenders_early(rules.setup, play.up.up):
        mask |= 1 << action_codes.SURRENDER if mask else 0
    if rules.first.paid_immediately[node] or not mask:
        return play.up.first.best[node], action_codes.NOTHING
    hand = HandToPlay(
        up=play.up.up, node=node, legal=mask, suits=suit_bonus(suits), live=node in rules.live
    )
    kind = strategy.choose(hand)
    return FixedStrategySuits(play, strategy).value_action(kind, values, suits), kind


class FixedStrategySuits(SuitedPlay):
    """Suited hands of a split, played by a strategy."""

    def __init__(self, play: SuitedPlay, strategy: Strategy) -> None:
        """Play with the same cards left as *play*."""
        super().__init__(play.splits, play.cards)
        self.strategy = strategy

    def better(self, hands: HandValues, live: SuitSensitiveHand, suit: int) -> tuple[Number, int]:
        """Return the value of a live hand of a split under the strategy, and its action."""
        mask = int(self.up.rules.split.legal[live.node]) & NO_SPLIT
        suits = suit_bonus((suit, suit))
        hand = HandToPlay(up=self.up.up, node=live.node, legal=mask, suits=suits, live=True)
        kind = self.strategy.choose(hand)
        if kind == action_codes.HIT:
            return self.hit(hands, live, suit, self.completing_chance(live), self.cards), kind
        return hands.values[live.node, kind], kind


def follow_strategy(solved: UpCard, strategy: Strategy) -> UpCard:
    """Return all hands against one up card, played by the strategy."""
    made = copy(solved)
    rules = solved.rules
    made.first = _fill_actions(solved, strategy, rules.first, PAID, live=set(rules.live))
    made.split = {
        (is_ace, loses): _fill_actions(
            solved,
            strategy,
            rules.split_tables(1 if is_ace else 2),
            loses,
            live=set(rules.live_split),
        )
        for is_ace, loses in solved.split
    }
    return made


def _fill_actions(
    solved: UpCard, strategy: Strategy, tables: RuleTables, loses: int, *, live: set[int]
) -> HandValues:
    """Fill in the strategy's action with every hand of one situation, and its value."""
    values = HandValues.empty(solved.arithmetic)
    carried = loses == CARRIED
    masks = np.where(tables.paid_immediately, 0, tables.legal & NO_SPLIT)
    chooser = _HandsToPlay(solved.up, strategy, live, carried)
    chooser.choose_all(masks, 0, values.action)
    for level, masks in enumerate(tables.doubled_legal):
        chooser.choose_all(masks, level + 1, values.doubled_action[level])
    solved.play(values, tables, loses, fixed=True)
    return values


@dataclass(frozen=True, slots=True)
class _HandsToPlay:
    """All hands of one situation; the strategy chooses once for each group of equal hands."""

    up: int
    strategy: Strategy
    live: set[int]
    carried: bool

    def choose_all(self, masks: IntArray, doublings: int, out: IntArray) -> None:
        """Fill *out* with the action of every hand; *masks* (nodes) has the legal ones."""
        nodes = np.flatnonzero(masks)
        if not len(nodes):
            return
        live = set() if doublings else self.live
        is_live = np.array([node in live for node in nodes.tolist()])
        alike = (self._rows(doublings)[nodes] << action_codes.ACTIONS | masks[nodes]) << 1 | is_live
        _, first, group = np.unique(alike, return_index=True, return_inverse=True)
        actions = [
            self.strategy.choose(
                HandToPlay(
                    up=self.up,
                    node=int(nodes[place]),
                    legal=int(masks[nodes[place]]),
                    doublings=doublings,
                    carried=self.carried,
                    live=bool(is_live[place]),
                )
            )
            for place in first.tolist()
        ]
        out[nodes] = np.array(actions)[group]

    def _rows(self, doublings: int) -> IntArray:
        if isinstance(self.strategy, PlaysByRows):
            return self.strategy.rows(doubled=doublings > 0, carried=self.carried)
        return np.arange(hand_graph().size)
