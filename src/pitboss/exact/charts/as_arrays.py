"""What a chart does with every hand, as arrays: hands it cannot tell apart are asked about once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import BUST, VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import Hands, asked_nodes, situations
from pitboss.exact.charts.follow import NO_SPLIT, HandToPlay
from pitboss.exact.charts.model import Chart, Part, Place, pair_value, place_of

_DOUBLES = (action_codes.DOUBLE, action_codes.FREE_DOUBLE)


def charted(chart: Chart, hands: Hands) -> tuple[Array, Array]:
    """Return what a chart does with all hands of one situation, splitting left out.

    The arrays are (up card less one, node) and (level, up card less one, node).
    """
    nodes = hand_graph().size
    action = np.full((VALUES, nodes), action_codes.NOTHING, dtype=np.int8)
    doubled = np.full((action_codes.LEVELS, VALUES, nodes), action_codes.NOTHING, dtype=np.int8)
    alike, doubled_alike = _alike(hands), _doubled_alike(hands.tables)
    for up in range(1, VALUES + 1):
        for (_, _, mask, live), same in alike.items():
            asked = HandToPlay(up=up, node=same[0], legal=mask, carried=hands.carried, live=live)
            action[up - 1, same] = chart.choose(asked)
        for (level, mask, _), same in doubled_alike.items():
            asked = HandToPlay(
                up=up, node=same[0], legal=mask, doublings=level + 1, carried=hands.carried
            )
            doubled[level, up - 1, same] = chart.choose(asked)
    return action, doubled


def _alike(hands: Hands) -> dict[tuple[Place, int | None, int, bool], list[int]]:
    """Where hands stand, of what they are a pair, what they may do, whether live -> the hands."""
    found: dict[tuple[Place, int | None, int, bool], list[int]] = {}
    for node in asked_nodes(hands.tables):
        mask, live = int(hands.tables.legal[node]) & NO_SPLIT, node in hands.live
        found.setdefault((place_of(node), pair_value(node), mask, live), []).append(node)
    return found


def _doubled_alike(tables: RuleTables) -> dict[tuple[int, int, Place], list[int]]:
    """How often doubled, what the hands may do, where they stand -> the hands."""
    found: dict[tuple[int, int, Place], list[int]] = {}
    for level, node in np.argwhere(tables.doubled_legal).tolist():
        mask = int(tables.doubled_legal[level, node])
        found.setdefault((level, mask, place_of(node, doubled=True)), []).append(node)
    return found


def doubled_cells(chart: Chart, rules: Rules) -> set[tuple[Part, int, int]]:
    """Return part, row and up card of every doubled hand that a chart may come to.

    Which totals a double leads to depends on the total and the card alone, so that nothing is
    wanted here but what some hand of a cell that doubles comes to.
    """
    found = set()
    for hands in situations(rules):
        if hands.tables.doubled_legal.any():
            action, doubled = charted(chart, hands)
            for up in range(VALUES):
                reached = _reached(hands.tables, action[up], doubled[:, up])
                places = (place_of(node, doubled=True) for node in reached)
                found |= {(place.part, place.row, up + 1) for place in places}
    return found


def _reached(tables: RuleTables, action: Array, doubled: Array) -> Iterator[int]:
    """Yield the doubled hands that are asked anything, level by level."""
    drawing = np.nonzero(np.isin(action, _DOUBLES))[0]
    for level in range(action_codes.LEVELS):
        given = np.unique(hand_graph().child[drawing])
        held = given[given != BUST]
        held = held[tables.doubled_legal[level, held] > 0]
        yield from held.tolist()
        drawing = held[doubled[level, held] == action_codes.REDOUBLE]
