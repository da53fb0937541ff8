"""Pai Jack laid out for simulation: the settings of five cards, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.arrays import Array
from pitboss.engine import settle
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.events import WagerSettled
from pitboss.engine.legal import count_setting
from pitboss.engine.rounds.pai_jack import pai_jack_rules
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.exact.pai_jack.settings import TOLD_IN_WORDS, setting_rules
from pitboss.exact.pai_jack.solution import PaiJackSolution, pai_jack_solution
from pitboss.patterns.pai_jack import BUST
from pitboss.patterns.totals import value
from pitboss.rulebook.pays import parse_ratio
from pitboss.simulator.cells.job import Cell, CellLayout
from pitboss.simulator.cells.round import PACKET
from pitboss.simulator.pai_jack.looks import VALUES, PaiJackTables
from pitboss.simulator.tally import BASE, Part

Setting = Mapping[tuple[int, ...], int]
"""The settings of hands, by the values of their cards: totals as `setting_totals` packs them."""

OPTIMAL, CHART, HOUSE_WAY = STRATEGIES = ("optimal", "chart", "house-way")


def pai_jack_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for the optimal settings, the printed rules or the house way."""
    solution = pai_jack_solution(setup)
    chosen = _choose_settings(solution, strategy)
    steps = distinct_sums(VALUES, PACKET)
    return CellLayout(
        setup=setup,
        strategy={_values(cards): setting for cards, setting in chosen.items()},
        parts=(Part("main", "The main wager", ("main",), BASE),),
        placed=("main",),
        cells=_cells(setup),
        tables=_tables(solution, chosen, steps),
        nets_most=(max(abs(cell.pays[0]) for cell in _cells(setup)),),
        cards_a_hand=PACKET,
        cards_most=PACKET,
    )


def decide(layout: CellLayout, state: State, question: Question) -> Action:
    """Set a hand at the table engine as the layout's strategy has it."""
    cards = state.seat(question.seat).hand(question.hand).cards
    wanted = layout.strategy[_values(cards)]
    (choice,) = question.choices
    for low in choice.lows:
        if count_setting(state.setup, cards, low) == wanted:
            return Action(seat=question.seat, hand=question.hand, kind=ActionKind.SET, low=low)
    raise AssertionError("a hand is set to totals that it has")


def _choose_settings(solution: PaiJackSolution, strategy: str) -> dict[tuple[Card, ...], int]:
    """Return the setting of every hand that a player must set."""
    hands = solution.set_hands
    if strategy == CHART:
        rules = setting_rules(solution)
        return {hand.cards: rules.setting(hand, TOLD_IN_WORDS) for hand in hands}
    return {hand.cards: hand.best if strategy == OPTIMAL else hand.house_way for hand in hands}


def _values(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(value, cards)))


def _tables(
    solution: PaiJackSolution, chosen: Mapping[tuple[Card, ...], int], steps: Array
) -> PaiJackTables:
    """Return the steps, and the settings of the player and of the dealer."""
    mine = np.full(PACKET * int(steps.max()) + 1, BUST, dtype=np.int16)
    dealers = mine.copy()
    for cards, house_way in zip(solution.hands.cards, solution.hands.totals, strict=True):
        number = sum(int(steps[value(card) - 1]) for card in cards)
        mine[number] = chosen.get(cards, house_way)
        dealers[number] = house_way
    return PaiJackTables(steps, mine, dealers)


def distinct_sums(count: int, terms: int) -> Array:
    """Return numbers of which any *terms*, with repetition, have a sum that no others have.

    The last is 0: ten-value cards, the most frequent, keep hands close together in a table.

    >>> distinct_sums(4, 2).tolist()
    [7, 3, 1, 0]
    """
    numbers = [0]
    sums = [1] * (terms + 1)  # of how many numbers -> a bit for every sum they have
    while len(numbers) < count:
        more = numbers[-1] + 1
        while not _are_distinct(sums, more):
            more += 1
        numbers.append(more)
        sums = [_sums_with(sums[: several + 1], more) for several in range(terms + 1)]
    return np.array(numbers[::-1], dtype=np.int64)


def _extend_sums(sums: list[int], more: int) -> Iterator[int]:
    """Yield the sums in which *more* comes never, once, twice and so on."""
    return (total << more * times for times, total in enumerate(reversed(sums)))


def _are_distinct(sums: list[int], more: int) -> bool:
    """Return whether *more* brings no sum that there is already."""
    whole = 0
    for bits in _extend_sums(sums, more):
        if whole & bits:
            return False
        whole |= bits
    return True


def _sums_with(sums: list[int], more: int) -> int:
    """Return all sums of as many numbers as the last of *sums* is for, *more* among them."""
    return reduce(or_, _extend_sums(sums, more))


def _cells(setup: Setup) -> tuple[Cell, ...]:
    """Return the results of the main wager in the order of the kernel, from the engine."""
    rules = pai_jack_rules(setup)
    hand = Hand(1, (), stake=BASE, base=BASE)
    seat = Seat(1, "", {"main": BASE}, ("main",), (hand,), {})
    win = parse_ratio(rules.win_pays)
    settled = (
        settle.pay_hand(setup, seat, hand, "Pai Jack", parse_ratio(rules.pai_jack_pays)),
        settle.pay_hand(setup, seat, hand, "win", win),
        settle.push_hand(seat, hand),
        settle.lose_hand(seat, hand, "lose"),
        settle.lose_hand(seat, hand, "bust"),
        settle.lose_hand(seat, hand, "dealer Pai Jack"),
    )
    lines = [line for (line,) in settled if isinstance(line, WagerSettled)]
    return tuple(Cell(events=(line.outcome,), pays=(line.net,), stakes=(BASE,)) for line in lines)
