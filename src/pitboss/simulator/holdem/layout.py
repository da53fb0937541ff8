"""21-Hold 'em laid out for simulation: hands of blackjack, and a poker part that may be folded.

The decisions to bet on are sets of cards in bits. The table engine gives the results. A house may
post the most that it pays on a poker wager in a round, for all seats together (ruling C74): if more
is due, the pay of a hand depends on the total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb, gcd

import numpy as np

from pitboss.cards import Card, Rank, Suit, card
from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import EVERY_CARD
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.events import Event, WagerSettled
from pitboss.engine.rounds import holdem
from pitboss.engine.rounds.holdem import community
from pitboss.engine.rounds.poker_wagers import apply_limits
from pitboss.engine.setup import Setup
from pitboss.engine.state import Seat, State
from pitboss.engine.values import replace
from pitboss.exact.holdem.poker import FOLDS, Community, PokerSolution, poker_solution
from pitboss.exact.holdem.solution import FoldRules, fold_rules
from pitboss.patterns.five_card import FiveCard
from pitboss.simulator import strategies
from pitboss.simulator.blackjack.engine_player import player
from pitboss.simulator.blackjack.job import result_events
from pitboss.simulator.blackjack.layout import Layout, layout
from pitboss.simulator.blackjack.play import COLUMNS
from pitboss.simulator.blackjack.strategy import Strategy
from pitboss.simulator.buffers import SEATS_MAX
from pitboss.simulator.cells.five_cards import FiveCardTables, five_cards, hands_by_number
from pitboss.simulator.cells.job import Cell, CellLayout
from pitboss.simulator.holdem.looks import DECK, STAYED, HoldemTables, classify_hands, pair_number
from pitboss.simulator.tally import BASE, Part

Ways = tuple[int, ...]
Pair = tuple[Card, Card]
Decided = Callable[[Community], tuple[Array, Array]]
"""Returns whether to bet with one of the cards left, and with one and then another."""
_BITS = np.uint64(1) << np.arange(DECK, dtype=np.uint64)
_RENAMED = [
    np.array([card(rank, suit) for rank in Rank for suit in suits]) for suits in permutations(Suit)
]
"""Card -> card, for every way to rename the suits."""
OPTIMAL, CHART = STRATEGIES = (strategies.OPTIMAL, strategies.CHART)
_CARDS_A_HAND = 4
_CARDS_MOST = 12


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which poker ends for a seat."""

    name: str
    lines: tuple[WagerSettled, ...]
    """What the engine settles, before any limit."""

    @property
    def net(self) -> int:
        """Cents won on all wagers together."""
        return sum(line.net for line in self.lines)

    @property
    def stake(self) -> int:
        """Cents on all of them."""
        return sum(line.stake for line in self.lines)

    @property
    def due(self) -> int:
        """Cents due on each of them."""
        first, *more = (line.net for line in self.lines)
        assert all(net == first for net in more), "2104(13)(b): all are paid at the same odds"
        return max(0, first)


class PokerResults:
    """Every way in which poker ends at a table, and its pays."""

    def __init__(self, setup: Setup) -> None:
        """Ask the engine about both folds and every hand, the best first."""
        self.setup = setup
        self._found = {FiveCard(kind): self._settle(kind) for kind in reversed(FiveCard)}
        folded = (Way(name, self._fold_way(made)) for made, name in enumerate(FOLDS, start=1))
        self.ways = tuple(dict.fromkeys((*folded, *self._found.values())))
        assert self.ways.index(self._found[FiveCard.ROYAL_FLUSH]) == STAYED

    def _state(self, made: int | None = None) -> tuple[State, Seat]:
        """Return a table with one seat that has made *count* poker wagers, or all of them."""
        wagers = dict.fromkeys(list(self.setup.played_tables)[:made], BASE)
        seat = Seat(1, "", wagers, (), (), {})
        return State(self.setup, (seat,), {}), seat

    def _fold_way(self, made: int) -> tuple[WagerSettled, ...]:
        return _lines(holdem.settle_fold(*self._state(made)))

    def _settle(self, kind: int) -> Way:
        lines = _lines(holdem.settle_poker(*self._state(), kind))
        return Way(lines[0].outcome, lines)

    @property
    def way_by_hand(self) -> Array:
        """`FiveCard` -> the number of its way."""
        return np.array([self.ways.index(self._found[kind]) for kind in FiveCard], dtype=np.int64)

    @cached_property
    def unit(self) -> int:
        """Cents: every amount due is a multiple of it."""
        return gcd(*(way.due for way in self.ways)) or 1

    @property
    def dues(self) -> Array:
        """Way -> what is due on each wager, in units."""
        return np.array([way.due // self.unit for way in self.ways], dtype=np.int64)

    @cached_property
    def reachable_ways(self) -> Mapping[int, Ways]:
        """Cents that may be due on a wager in a round -> hands of the fewest seats for it."""
        reached: dict[int, Ways] = {0: ()}
        paid = [number for number, way in enumerate(self.ways) if way.due]
        for seats in range(SEATS_MAX):
            last = [(due, ways) for due, ways in reached.items() if len(ways) == seats]
            for due, ways in last:
                for number in paid:
                    reached.setdefault(due + self.ways[number].due, (*ways, number))
        return reached

    @property
    def limit(self) -> int | None:
        """The lowest limit of a wager, if one has any."""
        spots = (self.setup.configured.spots[wager] for wager in self.setup.played_tables)
        return min((s.aggregate for s in spots if s.aggregate is not None), default=None)

    def limited_wins(self) -> Iterator[tuple[int, Mapping[int, int]]]:
        """Yield every amount that may be due above a limit, with the win of each way in cents."""
        for due in sorted(self.reachable_ways):
            if self.limit is not None and due > self.limit:
                yield due, dict(self._share(due))

    def _share(self, due: int) -> Iterator[tuple[int, int]]:
        for number, way in enumerate(self.ways):
            others = self.reachable_ways.get(due - way.due)
            if way.due and others is not None and len(others) < SEATS_MAX:
                yield number, self._win_beside(number, others)

    def _win_beside(self, number: int, others: Ways) -> int:
        """Return the cents won by a seat where the others have *hands*."""
        events: list[Event] = [
            replace(line, seat=seat)
            for seat, way in enumerate((number, *others), start=1)
            for line in self.ways[way].lines
        ]
        lines = _lines(apply_limits(self.setup, events))
        return sum(line.net for line in lines if line.seat == 1)


def _lines(events: list[Event]) -> tuple[WagerSettled, ...]:
    return tuple(event for event in events if isinstance(event, WagerSettled))


@dataclass(frozen=True, eq=False, slots=True)
class Betting:
    """The cards that are bet on, for each pair of community cards by `pair_number`."""

    first: Array
    """Pair -> the cards to bet on with after the first."""
    second: Array
    """Pair and first card -> the same after the second."""

    def bets(self, community: Pair, held: tuple[Card, ...]) -> bool:
        """Return whether to bet on with one card of the player's own, or with two."""
        pair = pair_number(*community)
        (*before, last) = held
        cards = self.second[pair * DECK + before[0]] if before else self.first[pair]
        return bool(int(cards) >> last & 1)


def no_betting() -> Betting:
    """Return the sets of a table without a poker part, which asks no question."""
    return Betting(np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64))


def best_betting(solution: PokerSolution) -> Betting:
    """Return when the solver bets on."""
    return _betting(solution, lambda community: (community.bets_first, community.bets_second))


def betting_by_rules(rules: FoldRules) -> Betting:
    """Return when the rules that `pitboss solve` prints bet on."""

    def decide(community: Community) -> tuple[Array, Array]:
        first = np.array([rules.bets(community.cards, (one,)) for one in community.left])
        second = np.zeros((len(community.left), len(community.left)), dtype=np.bool_)
        for one in np.flatnonzero(first):  # nobody is asked again who has folded
            for two, other in enumerate(community.left):
                if one != two:
                    second[one, two] = rules.bets(community.cards, (community.left[one], other))
        return first, second

    return _betting(rules.solution, decide)


def _betting(solution: PokerSolution, decided: Decided) -> Betting:
    """Copy the decisions for one pair of each kind to every pair: suits are interchangeable."""
    pairs = comb(DECK, 2)
    first = np.zeros(pairs, dtype=np.uint64)
    second = np.zeros((pairs, DECK), dtype=np.uint64)
    for shown in solution.communities:
        left = np.array(shown.left)
        first_bets, second_bets = decided(shown)
        np.fill_diagonal(second_bets, val=False)
        for named in _RENAMED:
            number = pair_number(*named[list(shown.cards)].tolist())
            bits = _BITS[named[left]]
            first[number] = bits[first_bets].sum()
            second[number, named[left]] = (second_bets * bits).sum(axis=1)
    return Betting(first, second.ravel())


@dataclass(frozen=True, eq=False, slots=True)
class HoldemStrategy:
    """How both parts are played."""

    blackjack: Strategy
    poker: Betting


def holdem_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for optimal play, or for the chart and the printed rules."""
    parts = _parts(setup)
    blackjack = layout(strategies.find_strategy(setup, strategy))
    betting = _choose_betting(setup, strategy)
    cells = [*_hand_cells(blackjack, parts)]
    splits_at = len(cells)
    cells += _split_cells(setup, parts)
    poker = _poker_arrays(setup, cells)
    most = [max(abs(cell.pays[place]) for cell in cells) for place in range(len(parts))]
    return CellLayout(
        setup=setup,
        strategy=HoldemStrategy(blackjack.strategy, betting),
        parts=parts,
        placed=tuple(part.wagers[0] for part in parts),
        cells=tuple(cells),
        tables=HoldemTables(
            blackjack.tables(EVERY_CARD),
            blackjack.strategy.switches.ravel(),
            np.int64(splits_at),
            _has_poker(setup),
            betting.first,
            betting.second,
            *_ways(poker[0]),
            *poker[1:],
        ),
        nets_most=(most[0] * setup.rules.max_hands, *most[1:]),
        cards_a_hand=_CARDS_A_HAND,
        cards_most=_CARDS_MOST,
    )


def _ways(way_of: Array) -> tuple[Array, FiveCardTables, Array]:
    """Return the ways in which poker ends, by kinds of hands and by their numbers."""
    ranks = hands_by_number()
    suits = np.array([0, 1, 2, 3, 0])
    ways = np.zeros(len(ranks), dtype=np.int64)
    if len(way_of) > 1:
        classify_hands(4 * ranks + suits, way_of, ways)
    return way_of, five_cards([card >> 2 for card in range(DECK)]), ways


def decide(layout: CellLayout, state: State, question: Question) -> Action:
    """Decide at the table engine as the layout's strategy does."""
    strategy = layout.strategy
    if question.wager not in layout.parts[-1].wagers:
        return player(strategy.blackjack, {})(state, question)
    one, two = community(state)
    bets = strategy.poker.bets((one, two), state.seat(question.seat).poker)
    kind = ActionKind.BET if bets else ActionKind.FOLD
    return Action(seat=question.seat, hand=question.hand, kind=kind)


def _has_poker(setup: Setup) -> bool:
    """Whether the felt offers the poker part."""
    return bool(setup.played_tables)


def _parts(setup: Setup) -> tuple[Part, ...]:
    main = Part("main", "The main game", setup.mains, BASE)
    poker = Part("poker", "The poker part", (*setup.played_tables,), BASE, "PK", "PK wagers")
    return (main, poker) if _has_poker(setup) else (main,)


def _choose_betting(setup: Setup, strategy: str) -> Betting:
    if not _has_poker(setup):
        return no_betting()
    solution = poker_solution(setup)
    return best_betting(solution) if strategy == OPTIMAL else betting_by_rules(fold_rules(solution))


def _hand_cells(blackjack: Layout, parts: tuple[Part, ...]) -> Iterator[Cell]:
    """Return every result of a hand against every outcome of the dealer."""
    nothing = (0,) * (len(parts) - 1)
    for result in blackjack.results:
        for outcome in range(COLUMNS):
            yield Cell(
                events=(*result_events(result),),
                pays=(result.pays[outcome], *nothing),
                stakes=(result.money.stake, *nothing),
            )


def _split_cells(setup: Setup, parts: tuple[Part, ...]) -> Iterator[Cell]:
    """One split, two, and as many as there may be."""
    nothing = (0,) * len(parts)
    for splits in range(1, setup.rules.max_hands):
        yield Cell(events=("split",) * splits, pays=nothing, stakes=nothing)


def _poker_arrays(setup: Setup, cells: list[Cell]) -> tuple[Array, ...]:
    """Return the ways in which poker ends, what is due, and their cells, added to *cells*.

    The amount due in a round and the way in which poker ends for a seat give its cell.
    """
    if not _has_poker(setup):
        nothing = np.zeros(1, dtype=np.int64)
        return nothing, nothing, nothing, nothing[np.newaxis]
    results = PokerResults(setup)
    numbers: dict[Cell, int] = {}

    def number(way: Way, net: int) -> int:
        cell = Cell(events=(f"poker: {way.name}",), pays=(0, net), stakes=(0, way.stake))
        return numbers.setdefault(cell, len(cells) + len(numbers))

    rows = [[number(way, way.net) for way in results.ways]]
    limited = np.zeros(max(results.reachable_ways) // results.unit + 1, dtype=np.int64)
    for due, won in results.limited_wins():
        limited[due // results.unit] = len(rows)
        nets = (won.get(place, way.net) for place, way in enumerate(results.ways))
        rows.append([number(way, net) for way, net in zip(results.ways, nets, strict=True)])
    cells += numbers
    return results.way_by_hand, results.dues, limited, np.array(rows, dtype=np.int64)
