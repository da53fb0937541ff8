"""Deriving a chart from a solved game.

Every hand votes in its cell with its probability times the expected value of each choice: the code
of the cell is the one with the highest sum. Exceptions are kept if they gain something.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables
from pitboss.engine import legal
from pitboss.exact.blackjack.first_hands import SPLITS, FirstHand, SolvedGame
from pitboss.exact.blackjack.flow_kernel import reach
from pitboss.exact.blackjack.solver import CARRIED, PAID, HandValues, UpCard
from pitboss.exact.charts.follow import NO_SPLIT, SuitBonus, suit_bonus
from pitboss.exact.charts.model import (
    AnyCode,
    Cell,
    Chart,
    ChartPlace,
    Code,
    DoubledCode,
    Part,
    chart_place,
    chart_places,
    pair_value,
)

Array = Any
_LEAST_GAIN = 1e-8
"""The least gain of a printed exception, in units of the wager per round: one cent in a million
dollars wagered."""
_FAINT = 1e-9
"""The weight of hands that optimal play never holds; it fills cells that would be empty."""
_UNDOUBLED_CODES = (
    Code.HIT,
    Code.STAND,
    Code.DOUBLE,
    Code.DOUBLE_STAND,
    Code.FREE_DOUBLE,
    Code.SURRENDER,
    Code.SURRENDER_STAND,
)
_LATER_CODES = frozenset({Code.HIT, Code.STAND, Code.DOUBLE})
"""The codes of an exception by the number of cards."""
_ALMOST = 1e-15


class _Votes:
    """The votes of hands, doubled or not, in the order in which they are cast."""

    def __init__(self, codes: Sequence[AnyCode], *, doubled: bool) -> None:
        """Vote for one of the *codes* in every cell."""
        self.codes = codes
        self._doubled = doubled
        self._cast: list[tuple[Array, Array, Array, Array]] = []

    def add(
        self, up: int, nodes: Array, legal: Array, cast: tuple[Array, Array], *, carried: bool
    ) -> None:
        """Let hands vote against an up card: *cast* are their weights and (hands, actions) values.

        A hand without a choice has no vote.
        """
        has_vote = np.flatnonzero(legal)
        (weights, values) = cast
        if len(has_vote):
            numbers, _ = chart_places(doubled=self._doubled, carried=carried)
            cells = (numbers[nodes[has_vote]] * 2 + carried) * (VALUES + 1) + up
            votes = legal[has_vote], weights[has_vote], values[has_vote].astype(float)
            self._cast.append((cells, *votes))

    def count(self) -> Iterator[tuple[ChartPlace, int, _Count]]:
        """Yield each place and up card with the votes for every code."""
        if not self._cast:
            return
        cells, legal, weights, values = (
            np.concatenate(column) for column in zip(*self._cast, strict=True)
        )
        keys, first, group = np.unique(cells, return_index=True, return_inverse=True)
        sums = np.zeros((len(keys), len(self.codes)))
        rows = np.arange(len(cells))
        may = np.zeros(sums.shape, dtype=bool)
        for place, code in enumerate(self.codes):
            kinds = np.array([_action_by(code, mask) for mask in range(int(legal.max()) + 1)])
            # One vote after another, as they were cast.
            sums[:, place] = np.bincount(group, weights * values[rows, kinds[legal]])
            may[group[legal >> code.wanted[0] & 1 > 0], place] = True
        for cell in np.argsort(first, kind="stable").tolist():
            place, up = divmod(int(keys[cell]), VALUES + 1)
            _, places = chart_places(doubled=self._doubled, carried=bool(place % 2))
            yield places[place // 2], up, _Count(sums[cell].tolist(), may[cell])


def _action_by(code: AnyCode, legal: int) -> int:
    kind = code.choose(legal)
    return action_codes.STAND if kind is None else kind


class _Count(NamedTuple):
    """The votes of one cell's hands with the same number of cards."""

    sums: list[float]
    """By code."""
    may: Array
    """By code: whether the first action of the code is legal."""


_Parts = dict[Part, dict[int, dict[int, Cell]]]
"""Part -> row -> up card -> cell."""


class HandsPlayed(Protocol):
    """A solved game, and its hands."""

    @property
    def game(self) -> SolvedGame:
        """The value of every choice."""

    @property
    def hands(self) -> tuple[FirstHand, ...]:
        """The first two cards against every up card, each with its probability."""


def derive_chart(solution: HandsPlayed) -> Chart:
    """Return the chart of a solved game."""
    votes = _Votes(_UNDOUBLED_CODES, doubled=False), _Votes(tuple(DoubledCode), doubled=True)
    for up, solved in solution.game.ups.items():
        hands = [hand for hand in solution.hands if hand.up == up]
        _count_first(solution.game, solved, hands, votes)
        for pair, kind, share in _splits(hands):
            for loses in {PAID, CARRIED if kind == action_codes.FREE_SPLIT else PAID}:
                _count_split(solution.game, solved, pair, loses, share, votes)
    parts: _Parts = defaultdict(lambda: defaultdict(dict))
    for vote in votes:
        _fill_cells(vote, parts)
    _add_early_surrenders(solution, parts)
    _add_pairs(solution, parts)
    _add_bonuses(solution, parts)
    order = {part: parts[part] for part in Part if part in parts}
    return Chart({part: dict(sorted(rows.items())) for part, rows in order.items()})


def _splits(hands: Iterable[FirstHand]) -> list[tuple[int, int, float]]:
    """Return the pairs that are split, how, and how often."""
    shares: Counter[tuple[int, int]] = Counter()
    for hand in hands:
        if hand.action in SPLITS:
            share = float(hand.probability * (1 - hand.dealer_blackjack))
            shares[hand.values[0], hand.action] += share  # type: ignore[assignment]
    return [(pair, kind, float(share)) for (pair, kind), share in shares.items()]


def _count_first(
    game: SolvedGame, solved: UpCard, hands: Iterable[FirstHand], votes: tuple[_Votes, _Votes]
) -> None:
    mass = np.zeros((action_codes.LEVELS + 2, hand_graph().size))
    for hand in hands:
        share = float(hand.probability * (1 - hand.dealer_blackjack))
        faint = _FAINT if hand.action in SPLITS else 1.0
        mass[0, hand_graph().node(*hand.values)] += share * faint
    tables = game.rules.first
    _reach(solved, solved.left, solved.first, mass)
    _vote(solved, tables, solved.first, mass, votes, live=set(game.rules.live))


def _count_split(
    game: SolvedGame,
    solved: UpCard,
    pair: int,
    loses: int,
    share: float,
    votes: tuple[_Votes, _Votes],
) -> None:
    hand = game.splits[solved.up].hand(pair, 0, loses)
    start = hand_graph().node(pair)
    mass = np.zeros((action_codes.LEVELS + 2, hand_graph().size))
    for place in range(VALUES):
        mass[0, hand_graph().child[start, place]] += share * hand.chance[place]
    tables = game.rules.split_tables(pair)
    values = solved.split[pair == 1, loses]
    _reach(solved, hand.left, values, mass)
    live = set(game.rules.live_split)
    _vote(solved, tables, values, mass, votes, live=live, carried=loses == CARRIED)


def _reach(solved: UpCard, left: Array, values: HandValues, mass: Array) -> None:
    """Let *mass* flow along the actions of *values*; every hand on the way keeps its share."""
    reach(solved.deal, left, (values.action, values.doubled_action), mass)


def _vote(
    solved: UpCard,
    tables: RuleTables,
    values: HandValues,
    mass: Array,
    votes: tuple[_Votes, _Votes],
    *,
    live: set[int],
    carried: bool = False,
) -> None:
    """Let every reached hand vote; live hands have exceptions of their own."""
    nodes = np.flatnonzero(mass[0])
    legal = np.where(tables.paid_immediately[nodes], 0, tables.legal[nodes] & NO_SPLIT)
    faint = np.where([node in live for node in nodes.tolist()], _FAINT, 1.0)
    cast = mass[0, nodes] * faint, values.values[nodes]
    votes[0].add(solved.up, nodes, legal, cast, carried=carried)
    for level in range(action_codes.LEVELS):
        nodes = np.flatnonzero(mass[1 + level])
        stake = float(tables.stakes[level + 1])
        cast = mass[1 + level, nodes] * stake, values.doubled_values[level, nodes]
        votes[1].add(solved.up, nodes, tables.doubled_legal[level, nodes], cast, carried=False)


def _fill_cells(votes: _Votes, parts: _Parts) -> None:
    by_cell: dict[tuple[Part, int, int], dict[int, _Count]] = defaultdict(dict)
    for place, up, count in votes.count():
        by_cell[place.part, place.row, up][place.cards] = count
    for (part, row, up), by_count in by_cell.items():
        parts[part][row][up] = _elect_code(votes.codes, part, by_count)


def _elect_code(every: Sequence[AnyCode], part: Part, by_count: dict[int, _Count]) -> Cell:
    """Return the code with the highest sum, and from how many cards another is better."""
    # Where no hand may hit, as after a split of aces, standing is not called hitting.
    may = np.logical_or.reduce([tally.may for tally in by_count.values()])
    sums = {
        code: {cards: tally.sums[place] for cards, tally in by_count.items()}
        for place, code in enumerate(every)
        if may[place]
    }
    codes = tuple(sums)
    usual = _first_best((sum(sums[code].values()), code) for code in codes)
    best = Cell(code=usual)
    if part in {Part.DOUBLED_HARD, Part.DOUBLED_SOFT} or len(by_count) == 1:
        return best
    top = sum(sums[usual].values()) + _LEAST_GAIN
    for start in sorted(by_count)[1:]:
        few = {code: sum(v for n, v in sums[code].items() if n < start) for code in codes}
        many = {code: sum(v for n, v in sums[code].items() if n >= start) for code in codes}
        code = _first_best((few[code], code) for code in codes)
        then = _first_best((many[code], code) for code in codes if code in _LATER_CODES)
        if few[code] + many[then] > top + _ALMOST:
            top = few[code] + many[then]
            best = Cell(code=code, from_cards=start, then=then)
    return best


def _first_best(rated: Iterable[tuple[float, AnyCode]]) -> AnyCode:
    """Return the best code; of equal ones the first, which is the simplest."""
    pairs = list(rated)
    top = max(value for value, _ in pairs)
    return next(code for value, code in pairs if value >= top - _ALMOST)


def _add_pairs(solution: HandsPlayed, parts: _Parts) -> None:
    for up in solution.game.ups:
        for pair in range(1, VALUES + 1):
            by_suits = _actions(solution, up, (pair, pair))
            if by_suits:
                cell = _pair_cell(solution, up, pair, by_suits[SuitBonus.MIXED])
                live = hand_graph().node(pair, pair) in solution.game.rules.live
                bonus = _bonus(by_suits, cell) if live else None
                parts[Part.PAIRS][pair][up] = Cell(code=cell, bonus=bonus)


def _add_early_surrenders(solution: HandsPlayed, parts: _Parts) -> None:
    """Enter what is given up before the dealer looks: hands of a row for which most of them are."""
    shares: dict[tuple[Part, int, int], Counter[bool]] = defaultdict(Counter)
    for hand in solution.hands:
        if (
            legal.surrenders_early(solution.game.setup, hand.up)
            and hand.values[0] != hand.values[1]
        ):
            place = chart_place(hand_graph().node(*hand.values))
            is_given_up = hand.action == action_codes.SURRENDER
            shares[place.part, place.row, hand.up][is_given_up] += float(hand.probability)  # type: ignore[assignment]
    for (part, row, up), share in shares.items():
        if share[True] > share[False] and up in parts[part].get(row, {}):
            cell = parts[part][row][up]
            stands = cell.code is Code.STAND
            code = Code.SURRENDER_STAND if stands else Code.SURRENDER
            parts[part][row][up] = replace(cell, code=code)


def _pair_cell(solution: HandsPlayed, up: int, pair: int, kind: int) -> Code:
    """Return the code for a pair; for a surrender, with what to do if it is not allowed."""
    if kind == action_codes.SURRENDER:
        solved = solution.game.ups[up]
        node = hand_graph().node(pair, pair)
        split = solution.game.splits[up].value(pair)
        values = solved.first.values[node]
        if split > max(values[action_codes.HIT], values[action_codes.STAND]):
            return Code.SURRENDER_SPLIT
        stands = values[action_codes.STAND] > values[action_codes.HIT]
        return Code.SURRENDER_STAND if stands else Code.SURRENDER
    return next(code for code in _PAIR_CODES if code.wanted[0] == kind)


_PAIR_CODES = (Code.HIT, Code.STAND, Code.DOUBLE, Code.FREE_DOUBLE, Code.SPLIT, Code.FREE_SPLIT)


def _actions(solution: HandsPlayed, up: int, values: tuple[int, int]) -> dict[SuitBonus, int]:
    """Return the actions of two cards by the bonus that their suits allow."""
    shares: dict[SuitBonus, Counter[int]] = defaultdict(Counter)
    for hand in solution.hands:
        if (hand.up, hand.values) == (up, values):
            shares[suit_bonus(hand.suits)][hand.action] += float(hand.probability)  # type: ignore[assignment]
    by_suits = {suits: counted.most_common(1)[0][0] for suits, counted in shares.items()}
    if by_suits and SuitBonus.MIXED not in by_suits:
        by_suits[SuitBonus.MIXED] = by_suits[min(by_suits)]
    return by_suits


def _bonus(by_suits: dict[SuitBonus, int], code: AnyCode) -> SuitBonus | None:
    """Return the least chance of a bonus for which two cards are hit instead of the code."""
    if code is Code.HIT:
        return None
    hit = [suits for suits, kind in by_suits.items() if kind == action_codes.HIT]
    return min(hit, default=None)


def _add_bonuses(solution: HandsPlayed, parts: _Parts) -> None:
    """Mark the cells where two cards that can make a bonus are hit instead."""
    for live in solution.game.rules.live.values():
        if pair_value(live.node) is not None:
            continue
        place = chart_place(live.node)
        for up in solution.game.ups:
            cell = parts[place.part][place.row][up]
            bonus = _bonus(_actions(solution, up, live.values), cell.code)
            if bonus is not None:
                marked = Cell(
                    code=cell.code, from_cards=cell.from_cards, then=cell.then, bonus=bonus
                )
                parts[place.part][place.row][up] = marked
