"""The cells that a game's chart can have: the hands of each cell, and their legal actions.

Everything is read from the rule tables, which come from the engine. Hands in the same cell get the
same action, so each group is looked up once. An index play must be legal for some hand of its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import BUST, VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KIND_OF, KIND_OF, KINDS, RuleTables
from pitboss.counts.files import ILLEGAL_INDEX
from pitboss.counts.index_play import INSURANCE, IndexPlay, hand_row
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.cache import Keep, load_or_compute
from pitboss.exact.charts.follow import NO_SPLIT, HandToPlay
from pitboss.exact.charts.model import TWO, Cell, Chart, ChartPlace, Part, chart_place, pair_value
from pitboss.rulebook.problems import Problem, RulesError

_DOUBLES = (action_codes.DOUBLE, action_codes.FREE_DOUBLE)
DOUBLED = frozenset({Part.DOUBLED_HARD, Part.DOUBLED_SOFT})


@dataclass(slots=True)
class PossibleCell:
    """The hands of a cell, against any up card."""

    legal: dict[int, int] = field(default_factory=dict)
    """Number of cards -> a bit for every action that is legal for some hand of that many."""
    bonus: bool = False
    """Whether two cards of this cell may become a suited bonus."""

    def add(self, cards: int, mask: int) -> None:
        """Add hands of *count* cards with the legal actions of *mask*."""
        self.legal[cards] = self.legal.get(cards, 0) | mask

    def never(self, cell: Cell, *, doubled: bool) -> str | None:
        """Return an action of the cell that is never legal for its hands; None if there is none."""
        names = DOUBLED_KIND_OF if doubled else KIND_OF
        late = cell.from_cards or 1 + max(self.legal)
        few = _union(mask for cards, mask in self.legal.items() if cards < late)
        many = _union(mask for cards, mask in self.legal.items() if cards >= late)
        for kind in cell.code.wanted:
            if not few >> kind & 1:
                return f"no hand of this cell may {_verb(names[kind])}"
        for kind in cell.then.wanted if cell.then else ():
            if not many >> kind & 1:
                return f"no hand of {late} or more cards in this cell may {_verb(names[kind])}"
        if cell.bonus is not None and not self.bonus:
            return "no two cards of this cell may become a suited bonus"
        return None


def _verb(kind: str) -> str:
    return {"free-double": "double free", "free-split": "split free"}.get(kind, kind)


def _union(masks: Iterator[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


AskedCells = dict[Part, dict[int, PossibleCell]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartHands:
    """The hands of one situation, grouped by cell."""

    tables: RuleTables
    live: frozenset[int] = frozenset()
    """Nodes that one card may make a suited bonus."""
    carried: bool = False
    """A lammer carries them."""


def situations(rules: Rules) -> tuple[ChartHands, ...]:
    """Return the situations of a chart: as dealt, and after every kind of split."""
    live = frozenset(rules.live)
    made = frozenset(rules.live_split)
    paid = (
        ChartHands(tables=rules.first, live=live),
        ChartHands(tables=rules.split, live=made),
        ChartHands(tables=rules.split_aces, live=made),
    )
    if not rules.setup.rules.free_bets:
        return paid
    return (
        *paid,
        *(ChartHands(tables=hands.tables, live=made, carried=True) for hands in paid[1:]),
    )


def possible_cells(rules: Rules) -> AskedCells:
    """Return every cell that a chart of this game can have; they are kept in memory."""
    return load_or_compute(rules.setup, "cells", lambda: _find_cells(rules), keep=Keep.MEMORY)


def _find_cells(rules: Rules) -> AskedCells:
    cells: AskedCells = {}

    def cell(part: Part, row: int) -> PossibleCell:
        return cells.setdefault(part, {}).setdefault(row, PossibleCell())

    for hands in situations(rules):
        for place, pair, mask, live in _undoubled_hands(hands):
            cell(place.part, place.row).add(place.cards, mask & NO_SPLIT)
            cell(place.part, place.row).bonus |= live and pair is None
            if pair is not None and not hands.carried:
                cell(Part.PAIRS, pair).add(TWO, mask)
                cell(Part.PAIRS, pair).bonus |= live
        for level, node in np.argwhere(hands.tables.doubled_legal).tolist():
            place = chart_place(node, doubled=True)
            mask = int(hands.tables.doubled_legal[level, node])
            cell(place.part, place.row).add(place.cards, mask)
    return {part: dict(sorted(cells[part].items())) for part in Part if part in cells}


def _undoubled_hands(hands: ChartHands) -> Iterator[tuple[ChartPlace, int | None, int, bool]]:
    """Yield the cell of every hand with a decision, its pair, its actions, whether it is live."""
    for node in nodes_with_decision(hands.tables):
        place = chart_place(node, carried=hands.carried)
        yield place, pair_value(node), int(hands.tables.legal[node]), node in hands.live


def nodes_with_decision(tables: RuleTables) -> Sequence[int]:
    """Return the hands with a decision: a hand that is paid at once has none."""
    nodes: list[int] = np.nonzero((tables.legal & NO_SPLIT > 0) & ~tables.paid_immediately)[
        0
    ].tolist()
    return nodes


def chart_actions(chart: Chart, hands: ChartHands) -> tuple[Array, Array]:
    """Return the chart's actions with all hands of one situation, without splits.

    The arrays are (up card less one, node) and (level, up card less one, node).
    """
    nodes = hand_graph().size
    action = np.full((VALUES, nodes), action_codes.NOTHING, dtype=np.int8)
    doubled = np.full((action_codes.LEVELS, VALUES, nodes), action_codes.NOTHING, dtype=np.int8)
    alike = _group_hands(hands)
    doubled_alike = _group_doubled_hands(hands.tables)
    for up in range(1, VALUES + 1):
        for (_, _, mask, live), same in alike.items():
            hand = HandToPlay(up=up, node=same[0], legal=mask, carried=hands.carried, live=live)
            action[up - 1, same] = chart.choose(hand)
        for (level, mask, _), same in doubled_alike.items():
            hand = HandToPlay(
                up=up, node=same[0], legal=mask, doublings=level + 1, carried=hands.carried
            )
            doubled[level, up - 1, same] = chart.choose(hand)
    return action, doubled


def _group_hands(hands: ChartHands) -> dict[tuple[ChartPlace, int | None, int, bool], list[int]]:
    """Return cell, pair, legal actions and whether live -> the hands."""
    groups: dict[tuple[ChartPlace, int | None, int, bool], list[int]] = {}
    for node in nodes_with_decision(hands.tables):
        mask = int(hands.tables.legal[node]) & NO_SPLIT
        live = node in hands.live
        groups.setdefault((chart_place(node), pair_value(node), mask, live), []).append(node)
    return groups


def _group_doubled_hands(tables: RuleTables) -> dict[tuple[int, int, ChartPlace], list[int]]:
    """Return level, legal actions and cell -> the doubled hands."""
    groups: dict[tuple[int, int, ChartPlace], list[int]] = {}
    for level, node in np.argwhere(tables.doubled_legal).tolist():
        mask = int(tables.doubled_legal[level, node])
        groups.setdefault((level, mask, chart_place(node, doubled=True)), []).append(node)
    return groups


def doubled_cells(chart: Chart, rules: Rules) -> set[tuple[Part, int, int]]:
    """Return part, row and up card of every doubled hand that a chart can reach.

    The total after a double depends on the total and the card alone, so only the hands of cells
    that double matter.
    """
    cells = set()
    for hands in situations(rules):
        if hands.tables.doubled_legal.any():
            action, doubled = chart_actions(chart, hands)
            for up in range(VALUES):
                reached = _reached_hands(hands.tables, action[up], doubled[:, up])
                places = (chart_place(node, doubled=True) for node in reached)
                cells |= {(place.part, place.row, up + 1) for place in places}
    return cells


def _reached_hands(tables: RuleTables, action: Array, doubled: Array) -> Iterator[int]:
    """Yield the doubled hands with a decision, level by level."""
    drawing = np.nonzero(np.isin(action, _DOUBLES))[0]
    for level in range(action_codes.LEVELS):
        given = np.unique(hand_graph().child[drawing])
        held = given[given != BUST]
        held = held[tables.doubled_legal[level, held] > 0]
        yield from held.tolist()
        drawing = held[doubled[level, held] == action_codes.REDOUBLE]


def is_playable(cells: AskedCells, play: IndexPlay) -> bool:
    """Return whether some hand of the row may be played so; *cells* are those of the table."""
    named = hand_row(play.hand)
    if named is None or play.action not in KINDS:
        return False
    part, row = named
    cell = cells.get(Part(part), {}).get(row)
    return cell is not None and any(mask >> KINDS[play.action] & 1 for mask in cell.legal.values())


def playable(setup: Setup, plays: Iterable[IndexPlay]) -> tuple[IndexPlay, ...]:
    """Return the plays that a table allows: a published list may have more.

    >>> from pitboss.counts import index_list
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="reference/blackjack"))
    >>> len(playable(setup, index_list("i18")))
    18
    """
    cells = possible_cells(Rules.from_setup(setup))
    insured = any(spot.startswith(INSURANCE) for spot in setup.configured.spots)
    return tuple(
        play for play in plays if (play.hand == INSURANCE and insured) or is_playable(cells, play)
    )


def check_playable(setup: Setup, plays: Sequence[IndexPlay], key: str = "indices") -> None:
    """Raise `RulesError` with every play that a table never allows."""
    allowed = set(playable(setup, plays))
    problems = [
        Problem(
            code=ILLEGAL_INDEX,
            key=f"{key}.{number}",
            message=f"{play}: no hand of this row may {play.action.value} at this table",
        )
        for number, play in enumerate(plays)
        if play not in allowed
    ]
    if problems:
        raise RulesError(problems)
