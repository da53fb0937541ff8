"""The solver's strategy as a strategy of the simulator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from pitboss.cards import SUIT_LETTERS, card_suit
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.first_hands import SPLITS, SolvedGame
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.solver import CARRIED, PAID, HandValues, Splits, UpCard
from pitboss.exact.blackjack.split_play import Start
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.exact.switch.play import PlayedSplits
from pitboss.exact.switch.solution import switch_solution
from pitboss.exact.switch.solver import SolvedSwitch
from pitboss.simulator.blackjack.strategy import (
    FIRST,
    HandHistory,
    Strategy,
    deals_two_hands,
    fill_dealt,
    fill_split,
    fill_unsplit,
    in_suits,
    suit_dependent_nodes,
)

_SPADES = SUIT_LETTERS.index("s")


def best_play(setup: Setup) -> Strategy:
    """Solve a table's main game and return its best strategy."""
    if deals_two_hands(setup):
        return switch_strategy(switch_solution(setup).game)
    return make_strategy(solve(setup))


def make_strategy(solution: BlackjackSolution) -> Strategy:
    """Return the strategy of a game that is solved, or evaluated with a fixed strategy."""
    return _strategy(solution.game)


def _strategy(game: SolvedGame) -> Strategy:
    strategy = Strategy.empty(game.rules)
    for solved in game.ups.values():
        _set_later_actions(strategy, solved, solved.first)
    _set_split_actions(strategy, game.splits, {up: game.split_pairs(up) for up in game.ups})
    _TwoCards(strategy, game).fill()
    return strategy


def _set_split_actions(
    strategy: Strategy, splits: Mapping[int, Splits], split_pairs: Mapping[int, frozenset[int]]
) -> None:
    """Set the actions after the split of each pair, where they differ from those unsplit.

    *split_pairs* are the pairs that are split, by up card: a pair that only a counter splits is
    played as unsplit.
    """
    kinds = [kind for kind in strategy.two if kind.split]
    for kind, pair, paired in product(kinds, range(1, VALUES + 1), (False, True)):
        if kind.aces == (pair == 1):
            more = strategy.more[kind].copy()
            doubled = strategy.doubled[kind].copy()
            for up, against in splits.items():
                if pair not in split_pairs[up]:
                    continue
                play = against.actions(pair, _loses(strategy, kind))
                actions = play.paired if paired else play.usual
                more[up - 1] = actions.action
                doubled[:, up - 1] = actions.doubled_action
            differ = more != strategy.more[kind]
            if differ.any() or (doubled != strategy.doubled[kind]).any():
                own = kind.after(pair, pair if paired else 0)
                strategy.more[own] = more
                strategy.doubled[own] = doubled


def _loses(strategy: Strategy, kind: HandHistory) -> int:
    """Return what a hand may lose while it is played."""
    is_free = kind.carried and strategy.rules.setup.rules.free_bets
    return CARRIED if is_free else PAID


def _set_later_actions(strategy: Strategy, solved: UpCard, first: HandValues) -> None:
    """Set the actions of hands of three cards and more, and of doubled hands."""
    for kind in strategy.more:
        values = first
        if kind.split:
            values = solved.split[kind.aces, _loses(strategy, kind)]
        strategy.more[kind][solved.up - 1] = values.action
        strategy.doubled[kind][:, solved.up - 1] = values.doubled_action


class _TwoCards:
    """The actions of two cards against one up card, by suits where those matter."""

    def __init__(self, strategy: Strategy, game: SolvedGame) -> None:
        self.strategy = strategy
        self.game = game
        self.known: dict[Any, int] = {}

    def fill(self) -> None:
        strategy = self.strategy
        rules = self.strategy.rules
        fill_dealt(strategy, FIRST)
        dealt = list(in_suits(strategy, suit_dependent_nodes(rules)))
        made = list(in_suits(strategy, set(rules.live_split)))
        split = [kind for kind in strategy.two if kind.split]
        for kind in split:
            fill_unsplit(strategy, kind)
        for up in self.game.ups:
            for seen in strategy.classes.classes_with_value(up):
                suit = card_suit(strategy.classes.cards[seen])
                play = self.game.play(up, suit)
                for one, two, node, values, suits in dealt:
                    action = self._first(play, suit, node, values, suits)
                    strategy.two[FIRST][seen, one, two] = action
                for one, two, node, _, suits in made:
                    if suits[0] == suits[1]:
                        pair = strategy.classes.values[one]
                        live = rules.live_split[node]
                        action = play.split_action(pair, live, suits[0])
                        for kind in split:
                            strategy.unsplit[kind][seen, one, two] = action
        for kind in split:
            fill_split(strategy, kind, self._not_split_again(kind))

    def _not_split_again(self, kind: HandHistory) -> Iterator[tuple[int, int]]:
        """Yield the up cards and pairs that are split once only."""
        start = Start.FIRST if _loses(self.strategy, kind) == PAID else Start.DRAWN
        for up, splits in self.game.splits.items():
            for pair in range(1, VALUES + 1):
                if self._is_split(up, pair) and start not in splits.split_again(pair):
                    yield up, pair

    def _is_split(self, up: int, pair: int) -> bool:
        """Whether a pair as dealt is split, at least in some suits."""
        classes = self.strategy.classes
        own = classes.classes_with_value(pair)
        dealt = self.strategy.two[FIRST][np.ix_(classes.classes_with_value(up), own, own)]
        return bool(np.isin(dealt, SPLITS).any())

    def _first(
        self,
        play: SuitedPlay,
        up_suit: int,
        node: int,
        values: tuple[int, int],
        suits: tuple[int, int],
    ) -> int:
        """Ask the solver about two cards, once for all suits that are alike."""
        one, two = suits
        key: tuple[object, ...] = (play.up.up, values)
        matter = self.game.suits_matter(node, values)
        if matter:
            alike = (one == _SPADES, two == _SPADES, one == two, one == up_suit, two == up_suit)
            key = (*key, alike, up_suit == _SPADES)
        if key not in self.known:
            self.known[key] = self.game.first_action(play, values, suits if matter else None)[1]
        return self.known[key]


def switch_strategy(solved: SolvedSwitch) -> Strategy:
    """Return the strategy of Blackjack Switch: when to switch, and how to play on."""
    rules = next(iter(solved.ups.values())).solved.rules
    strategy = Strategy.empty(rules)
    for up, up_card in solved.ups.items():
        _set_later_actions(strategy, up_card.solved, up_card.first)
        deals = solved.deals[up]
        strategy.switches[(up - 1, *deals.cards)] = deals.switches
    splits = {
        up: PlayedSplits(up_card.solved, up_card.split_hands) for up, up_card in solved.ups.items()
    }
    _set_split_actions(
        strategy, splits, {up: frozenset(up_card.split_hands) for up, up_card in solved.ups.items()}
    )
    for kind in strategy.two:
        if kind.split:
            fill_unsplit(strategy, kind)
            fill_split(strategy, kind, _split_once(solved))
        else:
            fill_dealt(strategy, kind)
    natural = hand_graph().node(1, VALUES)
    assert rules.first.legal[natural] == 0, "a blackjack is asked nothing"
    return strategy


def _split_once(solved: SolvedSwitch) -> Iterator[tuple[int, int]]:
    """Yield the up cards and pairs of Blackjack Switch that are split once only."""
    for up, against in solved.ups.items():
        for pair, hands in against.split_hands.items():
            if Start.FIRST not in hands.again:
                yield up, pair
