"""21-Hold 'em laid out for simulation: hands of blackjack, and a poker part that may be folded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.compiled.card_classes import EVERY_CARD
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.rounds.holdem import community
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.holdem.poker import poker_solution
from pitboss.exact.holdem.solution import fold_rules
from pitboss.simulate import strategies
from pitboss.simulate.blackjack.engine_player import player
from pitboss.simulate.blackjack.job import result_events
from pitboss.simulate.blackjack.layout import Layout, layout
from pitboss.simulate.blackjack.play import COLUMNS
from pitboss.simulate.blackjack.strategy import Strategy
from pitboss.simulate.cells.five_cards import FiveCardTables, five_cards, hands_by_number
from pitboss.simulate.cells.layout import Cell, CellLayout
from pitboss.simulate.holdem.kernel import DECK, HoldemTables, classify_hands
from pitboss.simulate.holdem.pays import PokerResults, Way
from pitboss.simulate.holdem.strategy import Betting, best_betting, betting_by_rules, no_betting
from pitboss.simulate.tally import BASE, Part

Array = Any
OPTIMAL, CHART = STRATEGIES = (strategies.OPTIMAL, strategies.CHART)
_CARDS_A_HAND, _CARDS_MOST = 4, 12


@dataclass(frozen=True, eq=False, slots=True)
class HoldemStrategy:
    """How both parts are played."""

    blackjack: Strategy
    poker: Betting


def holdem_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for optimal play, or for the chart and the printed rules."""
    parts, blackjack = _parts(setup), layout(strategies.find_strategy(setup, strategy))
    betting = _betting(setup, strategy)
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
    ranks, suits = hands_by_number(), np.array([0, 1, 2, 3, 0])
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


def _betting(setup: Setup, strategy: str) -> Betting:
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
