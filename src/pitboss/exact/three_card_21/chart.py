"""3 Card 21 "N" Done: optimal play as a chart.

With three cards as dealt every hand has its own line; hands with the same play share one. After
that a hand is charted by its total: the action of most hands of that total, weighted by
probability. `decisions` has every single hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import comb, prod

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KIND_OF, RuleTables
from pitboss.engine.actions import ActionKind
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.solver import PAID
from pitboss.exact.charts.model import UPS
from pitboss.exact.three_card_21.solver import CARDS, FirstThree, Three, ThreeCardGame
from pitboss.patterns.totals import TWENTY_ONE, best_total

CODES: dict[ActionKind | None, str] = {
    ActionKind.HIT: "H",
    ActionKind.STAND: "S",
    ActionKind.DOUBLE: "D",
    ActionKind.SPLIT: "P",
    ActionKind.SURRENDER: "R",
    None: "-",
}
LEGEND = {
    "H": "hit",
    "S": "stand; a 21 is paid",
    "D": "double; where that is not allowed, hit",
    "Ds": "double; where that is not allowed, stand",
    "P": "split into three hands",
    "R": "surrender",
    "-": "nothing is asked: a 21 is paid",
}
Vote = tuple[int, str, float]
"""Cards in a hand, the code it votes for, how likely it is."""
Row = tuple[str, ...]
"""A code for each up card of `UPS`."""


def first_three(hands: Iterable[FirstThree]) -> dict[Three, Row]:
    """Return the actions with three cards as dealt, against each up card."""
    rows_by_hand: defaultdict[Three, dict[int, str]] = defaultdict(dict)
    for hand in hands:
        rows_by_hand[hand.values][hand.up] = CODES[hand.action]
    return {values: tuple(row[up] for up in UPS) for values, row in rows_by_hand.items()}


def group_by_play(rows: dict[Three, Row]) -> dict[Row, list[Three]]:
    """Return every line of codes and the hands that share it, the most shared line first."""
    groups: defaultdict[Row, list[Three]] = defaultdict(list)
    for values, row in rows.items():
        groups[row].append(values)
    return dict(sorted(groups.items(), key=lambda item: -len(item[1])))


Chart = dict[str, dict[str, Row]]
"""Part, hard or soft -> total -> a code for each up card."""


def after_hit(game: ThreeCardGame) -> Chart:
    """Chart four cards and more: they may only hit or stand."""
    ups = [game.against(up).up for up in UPS]
    tables = game.rules.first
    return _vote_chart(game, tables, [up.first.action for up in ups], CARDS + 1)


def after_split(game: ThreeCardGame) -> Chart:
    """Chart the hands of a split that do not start with an ace, which gets one card only."""
    ups = [game.against(up).up for up in UPS]
    tables = game.rules.split
    return _vote_chart(game, tables, [up.split[False, PAID].action for up in ups], 2)


def _vote_chart(game: ThreeCardGame, tables: RuleTables, actions: list[Array], least: int) -> Chart:
    """Let all hands of *least* cards or more vote in the cell of their total."""
    votes: defaultdict[tuple[bool, int, int], list[Vote]] = defaultdict(list)
    full = [int(count) for count in game.full]
    for node, soft, total, count in _nodes(tables, least):
        held = hand_graph().cards[node].tolist()
        ways = prod(comb(have, took) for have, took in zip(full, held, strict=True))
        weight = ways / comb(sum(full), count)
        for place, action in enumerate(actions):
            code = CODES[KIND_OF[max(int(action[node]), action_codes.STAND)]]
            votes[soft, total, place].append((count, code, weight))
    parts: Chart = {"hard": {}, "soft": {}}
    for soft, total, _ in sorted(votes):
        row = tuple(_cell(votes[soft, total, place]) for place in range(len(UPS)))
        parts["soft" if soft else "hard"][str(total)] = row
    return parts


def _nodes(tables: RuleTables, least: int) -> Iterator[tuple[int, bool, int, int]]:
    """Yield the hands with a decision: node, whether soft, total and cards."""
    graph = hand_graph()
    for node in range(graph.size):
        count, hard = int(graph.cards[node].sum()), int(graph.hard[node])
        if count >= least and tables.legal[node] and not tables.paid_immediately[node]:
            total = best_total(hard, bool(graph.cards[node, 0]))
            if total < TWENTY_ONE:
                yield node, total != hard, total, count


def _cell(votes: list[Vote]) -> str:
    """Return the code with the most votes; with the next choice after a double."""
    first: defaultdict[str, float] = defaultdict(float)
    more, every = first.copy(), first.copy()
    for count, code, weight in votes:
        (first if count == 2 else more)[code] += weight
        every[code] += weight
    if first and max(first, key=first.__getitem__) == "D":
        return "Ds" if more and max(more, key=more.__getitem__) == "S" else "D"
    return max(every, key=every.__getitem__)
