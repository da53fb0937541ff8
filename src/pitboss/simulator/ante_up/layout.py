"""Ante Up 21 laid out for simulation: the 21 wager, ANTE and BET, and their results.

A state is a hand by rank, with a bet, whose player wants a card. States with the same next states
are one state, as in `simulate.blackjack.automaton`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import EVERY_CARD
from pitboss.engine.actions import Action, Question
from pitboss.engine.events import WagerSettled
from pitboss.engine.rounds.ante_up import ANTE, BET, settle_fold
from pitboss.engine.setup import Setup
from pitboss.engine.state import Seat, State
from pitboss.exact.ante_up.hands import ANTES, RANKS, SUITS, AnteUpPays, make_card, rank_graph
from pitboss.exact.ante_up.play import Objective
from pitboss.exact.ante_up.solution import (
    DEALER_BLACKJACK,
    FOLDED,
    POKER_OUTCOMES,
    SPLIT,
    Ranks,
    ante_up_solution,
    find_node,
)
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.two_card_poker import BEST_TWO_SHIFT
from pitboss.simulator.ante_up.looks import (
    NATURAL,
    SPLIT_UP,
    TOTALS,
    UNSPLIT,
    AnteUpTables,
    BetTables,
)
from pitboss.simulator.ante_up.strategy import AnteUpPlay, Pair, solved_play, standing_play
from pitboss.simulator.blackjack.job import result_events
from pitboss.simulator.blackjack.layout import Layout, layout
from pitboss.simulator.blackjack.play import SPLIT as SPLIT_PAIR
from pitboss.simulator.blackjack.play import BlackjackTables
from pitboss.simulator.blackjack.strategy import FIRST
from pitboss.simulator.cells.job import Cell, CellLayout
from pitboss.simulator.hand_results import HandResult, HandStake, ResultTable
from pitboss.simulator.tally import BASE, Part

_CARDS_COUNTED = 7
"""Few splits draw more cards."""
_WORDS_MOST = 1 << 16
"""The most words that two bytes can number."""
MAIN = "main"
PARTS = (
    Part(MAIN, "The 21 wager", (MAIN,), BASE, "the 21 wager", "21 wagers"),
    Part("poker", "ANTE and BET", (ANTE, BET), BASE, "the ANTE", "ANTEs"),
    Part("both", "Both together", (MAIN, ANTE, BET), BASE, "the ANTE", "ANTEs"),
)
_AIMS = {"optimal": Objective.BOTH, "for-21": Objective.TWENTY_ONE, "for-poker": Objective.POKER}
STRATEGIES = tuple(_AIMS)
FOLDED_WAY = 0
"""The results of ANTE and BET are numbered; folding is the first."""
_BET = "bet"
_ENDED = {1: "won", 0: "pushed", -1: "lost"}
_BESTS = 2 << BEST_TWO_SHIFT
_CARDS_A_HAND = 4
_CARDS_MOST = 24


@dataclass
class HandTables:
    """The hands of one strategy as arrays."""

    play: AnteUpPlay
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    """Where every rank leads from a state -> its number."""

    def __post_init__(self) -> None:
        """Number the results of hands played for 21 alone first."""
        self._results = ResultTable(self.play.setup)
        self._numbers = {result: number for number, result in enumerate(self.alone.results)}
        self._known: dict[tuple[int, int], int] = {}
        self.first = np.zeros((RANKS, RANKS, RANKS), dtype=np.int16)
        self.after = np.zeros((2, TOTALS), dtype=np.int16)
        if self.play.together:
            self._fill()

    @cached_property
    def alone(self) -> Layout:
        """The hands played for 21 alone."""
        return layout(self.play.alone)

    @property
    def results(self) -> tuple[HandResult, ...]:
        """How hands may end."""
        return tuple(self._numbers)

    @property
    def blackjack(self) -> BlackjackTables:
        """The arrays of hands that are played for 21 alone."""
        waits = np.array([result.waits for result in self.results], dtype=np.uint8)
        return self.alone.tables(EVERY_CARD)._replace(waits=waits)

    @property
    def bet(self) -> BetTables:
        """The arrays of hands that are bet."""
        steps = np.array([*self.rows, (0,) * RANKS], dtype=np.int16)
        splits, placed, following, moves = self._splits()
        words, numbers = np.unique(moves, return_inverse=True)
        return BetTables(
            together=self.play.together,
            bets=self.play.bets.ravel(),
            first=self.first.ravel(),
            steps=np.repeat(steps, SUITS, axis=1).ravel(),
            splits=splits,
            placed=placed,
            following=following,
            moves=numbers.astype(np.uint16 if len(words) <= _WORDS_MOST else np.uint32),
            words=words,
            after=self.after.ravel(),
        )

    def _fill(self) -> None:
        for up, one, two in np.argwhere(self.play.bets).tolist():
            self.first[up, one, two] = self._code(up, find_node((one, two)))
        for doubled, money in enumerate(
            (HandStake.first_wager(), HandStake.first_wager().double(free=False))
        ):
            self.after[doubled] = [self._stands(money, total) for total in range(TOTALS)]

    def _code(self, up: int, hand: int) -> int:
        """Return the code of a hand: a state, or ~ its result."""
        if (up, hand) not in self._known:
            self._known[up, hand] = self._next_code(up, hand)
        return self._known[up, hand]

    def _next_code(self, up: int, hand: int) -> int:
        graph = rank_graph()
        money = HandStake.first_wager()
        action = self.play.actions[up, hand] if hand < graph.live else action_codes.STAND
        if action == action_codes.SPLIT:
            return ~SPLIT_PAIR
        if action == action_codes.HIT:
            row = [self._code(up, child) for child in graph.child[hand].tolist()]
            return self.rows.setdefault(tuple(row), len(self.rows))
        if action == action_codes.DOUBLE:
            twice = money.double(free=False)
            totals = graph.total[graph.child[hand]].tolist()
            row = [~self._stands(twice, total) for total in totals]
            return self.rows.setdefault(tuple(row), len(self.rows))
        assert action in (action_codes.STAND, action_codes.NOTHING), (
            "2106(11)(d): nothing is surrendered"
        )
        if hand < graph.live and self.play.alone.rules.first.paid_immediately[graph.node[hand]]:
            return ~self._number(self._results.pay(money, int(graph.node[hand]), FIRST))
        return ~self._stands(money, int(graph.total[hand]))

    def _stands(self, money: HandStake, total: int) -> int:
        """Return the result of a hand that draws no more."""
        if total > TWENTY_ONE:
            return self._number(self._results.bust(money))
        return self._number(self._results.stood(money, total))

    def _number(self, result: int) -> int:
        return self._numbers.setdefault(self._results.results[result], len(self._numbers))

    def _splits(self) -> tuple[Array, Array, Array, Array]:
        """Return the number of each split, the size and place of its arrays, and the arrays."""
        numbers = np.zeros((RANKS, RANKS, RANKS), dtype=np.int16)
        placed: dict[int, tuple[int, int, int, int]] = {}
        sights_at: dict[Pair, int] = {}
        orders: dict[Pair, Array] = {}
        following = [np.zeros(1, dtype=np.uint16)]
        moves = [np.zeros(1, dtype=np.uint64)]
        for (up, pair), split in self.play.splits.items():
            if pair not in sights_at:
                sights_at[pair] = sum(map(len, following))
                orders[pair] = _likeliest_first(split.following)
                following.append(_renumber(split.following, orders[pair]))
            if id(split) not in placed:
                _, most, size = split.moves.shape
                placed[id(split)] = sights_at[pair], sum(map(len, moves)), size, most
                moves.append(split.moves[:, :, orders[pair]].ravel())
            one, two = pair
            numbers[up, one, two] = numbers[up, two, one] = list(placed).index(id(split))
        runs = np.array([*placed.values(), (0, 0, 0, 0)], dtype=np.int64)
        return numbers.ravel(), runs, np.concatenate(following), np.concatenate(moves)


def _likeliest_first(following: Array) -> Array:
    """Return the memories, those first that are often reached: they share lines of a cache.

    The start stays the first.
    """
    chance = np.zeros(len(following))
    chance[0] = 1
    visits = np.zeros(len(following))
    for _ in range(_CARDS_COUNTED):
        drawn = np.repeat(chance / RANKS, RANKS)
        chance = np.bincount(following.ravel(), drawn, len(following)).astype(np.float64)
        visits += chance
    visits[0] = np.inf
    return np.argsort(-visits, kind="stable")


def _renumber(following: Array, order: Array) -> Array:
    """Return (memory, rank), one behind the other, with the memories in another order."""
    number = np.empty(len(order), dtype=np.uint16)
    number[order] = np.arange(len(order))
    return number[following[order]].ravel()


def poker_hands() -> dict[int, tuple[int, int]]:
    """Return every poker hand by its comparison value -> the ranks of two cards that make it."""
    graph = rank_graph()
    pairs = combinations_with_replacement(range(RANKS), 2)
    return {int(graph.best[find_node(ranks)]): ranks for ranks in pairs}


def ante_up_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for a player who plays for both wagers, for 21 or for poker."""
    return lay_out(setup, solved_play(ante_up_solution(setup), _AIMS[strategy]))


def standing_layout(setup: Setup) -> CellLayout:
    """Lay a table out for a player who never bets and takes no card; nothing is solved."""
    return lay_out(setup, standing_play(setup))


def lay_out(setup: Setup, play: AnteUpPlay) -> CellLayout:
    """Lay a table out for any strategy."""
    assert setup.rules.peek, "2106(9)(c)"
    hands = HandTables(play)
    of_21 = tuple(
        _cell_of_21(result, column)
        for result in hands.results
        for column in range(len(result.pays))
    )
    numbers, ways, of_poker = _poker(AnteUpPays(setup))
    most = setup.rules.max_hands * max(abs(cell.pays[0]) for cell in of_21)
    return CellLayout(
        setup=setup,
        strategy=play,
        parts=PARTS,
        placed=(MAIN, ANTE),
        cells=of_21 + of_poker,
        tables=AnteUpTables(hands.blackjack, hands.bet, numbers, ways, np.int64(len(of_21))),
        nets_most=(most, ANTES * BASE, most + ANTES * BASE),
        cards_a_hand=_CARDS_A_HAND,
        cards_most=_CARDS_MOST,
    )


def decide(layout: CellLayout, state: State, question: Question) -> Action:
    """Decide at the table engine as the layout's strategy does."""
    action: Action = layout.strategy.decide(state, question)
    return action


def _cell_of_21(result: HandResult, column: int) -> Cell:
    """Return the cell of a hand result against one outcome of the dealer."""
    pays = result.pays[column]
    stake = result.money.stake
    return Cell(events=tuple(result_events(result)), pays=(pays, 0, pays), stakes=(stake, 0, stake))


def _poker(pays: AnteUpPays) -> tuple[Array, Array, tuple[Cell, ...]]:
    """Return the numbers of poker hands, the result of one against another, and the cells.

    Every answer comes from the engine; folding is the first cell.
    """
    hands = poker_hands()
    numbers = np.zeros(_BESTS, dtype=np.int64)
    numbers[list(hands)] = range(len(hands))
    ways = np.zeros((3, len(hands), len(hands)), dtype=np.int64)
    cells = {_fold_cell(): FOLDED_WAY}
    for mine, ranks in hands.items():
        for dealers, others in hands.items():
            for how, cell in _compare_hands(pays, (mine, dealers), (ranks, others)):
                way = cells.setdefault(cell, len(cells))
                ways[how, numbers[mine], numbers[dealers]] = way
    return numbers, ways, tuple(cells)


def _compare_hands(
    pays: AnteUpPays, bests: tuple[int, int], ranks: tuple[Ranks, Ranks]
) -> Iterator[tuple[int, Cell]]:
    """Yield the result of a bet: with one hand, with several, and against a dealer blackjack."""
    gain = int(pays.poker[bests])
    outcome = POKER_OUTCOMES[gain]
    yield UNSPLIT, _cell(gain, outcome)
    yield SPLIT_UP, _cell(gain, f"{SPLIT}{outcome.removeprefix(_BET)}", SPLIT)
    if rank_graph().total[find_node(ranks[1])] == TWENTY_ONE:
        mine, dealers = (tuple(map(make_card, hand)) for hand in ranks)
        _, gain = pays.against_blackjack(mine, dealers)
        outcome = f"{DEALER_BLACKJACK}, ANTE {_ENDED[gain]}"
        yield NATURAL, _cell(gain, outcome, DEALER_BLACKJACK)


def _fold_cell() -> Cell:
    """Return the cell of a fold, which loses the ANTE."""
    seat = Seat(1, "", {ANTE: BASE}, (MAIN,), (), {})
    (line,) = (event for event in settle_fold(seat) if isinstance(event, WagerSettled))
    return Cell(events=(FOLDED,), pays=(0, line.net, line.net), stakes=(0, line.stake, line.stake))


def _cell(gain: int, *events: str) -> Cell:
    """Return the cell of ANTE and BET together."""
    won = gain * BASE
    stake = ANTES * BASE
    return Cell(events=events, pays=(0, won, won), stakes=(0, stake, stake))
