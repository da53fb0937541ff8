"""The solver's strategy as the simulator takes it."""

from __future__ import annotations

from itertools import product
from typing import Any

from pitboss.cards import SUIT_LETTERS, suit_of
from pitboss.engine.setup import Setup
from pitboss.exact.first_hands import SPLITS, SolvedGame
from pitboss.exact.hand_graph import VALUES, hand_graph
from pitboss.exact.solution import Solution, solve
from pitboss.exact.solver import CARRIED, PAID, Found, UpCard
from pitboss.exact.suited import CardsLeft
from pitboss.exact.suited_play import SuitedPlay
from pitboss.exact.switch import SolvedSwitch, solve_switch
from pitboss.rulebook.model import RoundKind
from pitboss.simulate.strategy import FIRST, SWITCHED, Situation, Strategy

_SPADES = SUIT_LETTERS.index("s")


def best_play(setup: Setup) -> Strategy:
    """Solve a table's main game and return its best strategy."""
    if setup.round == RoundKind.SWITCH:
        return switch_strategy(solve_switch(setup))
    return strategy_of(solve(setup))


def strategy_of(solution: Solution) -> Strategy:
    """Return the strategy of a game that is solved, or that was followed by another strategy."""
    strategy = Strategy.empty(solution.game.rules)
    for up, solved in solution.game.ups.items():
        _drawn(strategy, solved, solved.first)
        _TwoCards(strategy, solution.game, up).fill()
    return strategy


def _drawn(strategy: Strategy, solved: UpCard, first: Found) -> None:
    """Hands of three cards and more, and doubled hands."""
    for kind in strategy.more:
        found = first
        if kind.split:
            found = solved.split[kind.aces, CARRIED if kind.carried else PAID]
        strategy.more[kind][solved.up - 1] = found.action
        strategy.doubled[kind][:, solved.up - 1] = found.doubled_action


class _TwoCards:
    """The actions of two cards against one up card, by suits where those matter."""

    def __init__(self, strategy: Strategy, game: SolvedGame, up: int) -> None:
        self.strategy, self.game, self.up = strategy, game, up
        self.known: dict[Any, int] = {}

    def fill(self) -> None:
        symbols = self.strategy.symbols
        for seen in symbols.of_value(self.up):
            suit = suit_of(symbols.cards[seen])
            left = CardsLeft(self.game.by_suit).without((self.up, suit))
            play = SuitedPlay(self.game.splits[self.up], left)
            for one, two in product(range(symbols.count), repeat=2):
                self._fill(play, suit, seen, one, two)

    def _fill(self, play: SuitedPlay, up_suit: int, seen: int, one: int, two: int) -> None:
        symbols, strategy = self.strategy.symbols, self.strategy
        cards = sorted((symbols.values[s], suit_of(symbols.cards[s])) for s in (one, two))
        (low, low_suit), (high, high_suit) = cards
        node = hand_graph().node(low, high)
        strategy.two[FIRST][seen, one, two] = self._first(
            play, up_suit, (low, high), (low_suit, high_suit)
        )
        for kind in strategy.two:
            if kind.split:
                action = int(strategy.more[kind][self.up - 1, node])
                if node in strategy.rules.live_split and low_suit == high_suit:
                    action = play.split_actions[node, low_suit]
                strategy.unsplit[kind][seen, one, two] = action
                strategy.two[kind][seen, one, two] = _again(strategy, kind, node, action)

    def _first(
        self, play: SuitedPlay, up_suit: int, values: tuple[int, int], suits: tuple[int, int]
    ) -> int:
        """Ask the solver about two cards, once for all suits that are alike."""
        matter = self.game.suits_matter(hand_graph().node(*values), values)
        one, two = suits
        alike = (one == _SPADES, two == _SPADES, one == two, one == up_suit, two == up_suit)
        key = (values, alike, up_suit == _SPADES) if matter else values
        if key not in self.known:
            self.known[key] = self.game.first_action(play, values, suits if matter else None)[1]
        return self.known[key]


def _again(strategy: Strategy, kind: Situation, node: int, action: int) -> int:
    """A pair that a split has made is split again wherever that is legal, free where it may be."""
    legal = int(kind.tables(strategy.rules).legal[node])
    return next((each for each in reversed(SPLITS) if legal >> each & 1), action)


def switch_strategy(solved: SolvedSwitch) -> Strategy:
    """Return the strategy of Blackjack Switch: when to switch, and how to play on."""
    rules = next(iter(solved.ups.values())).solved.rules
    strategy = Strategy.empty(rules)
    for up, found in solved.ups.items():
        _drawn(strategy, found.solved, found.first)
        for one, two in product(range(VALUES), repeat=2):
            node = hand_graph().node(one + 1, two + 1)
            action = int(found.first.action[node])
            for kind in (FIRST, SWITCHED):
                strategy.two[kind][up - 1, one, two] = action
            for kind in strategy.two:
                if kind.split:
                    action = int(strategy.more[kind][up - 1, node])
                    strategy.unsplit[kind][up - 1, one, two] = action
                    strategy.two[kind][up - 1, one, two] = _again(strategy, kind, node, action)
        deals = solved.deals[up]
        strategy.switches[(up - 1, *deals.cards)] = deals.switches
    natural = hand_graph().node(1, VALUES)
    assert rules.first.legal[natural] == 0, "a blackjack is asked nothing"
    return strategy
