"""3 Card 21 "N" Done: its edge, its spread and its best play, alone and beside the bonus.

In the charts every hand of three cards as dealt has its own line; hands with the same play share
one. After that a hand is charted by its total: the action of most hands of that total, weighted by
probability.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KIND_OF, RuleTables
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.flow_kernel import ENDS, GAVE_UP
from pitboss.exact.blackjack.results import (
    Ends,
    HandFigures,
    Money,
    Results,
    Tally,
    exact_pay,
    gains_together,
    up_cards_json,
)
from pitboss.exact.blackjack.solver import PAID
from pitboss.exact.blackjack.split_play import HandActions
from pitboss.exact.cache import Keep, load_or_compute, solution_part, table_key
from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.solution import EdgePart, ShortRepr, exact_json, table_json
from pitboss.exact.three_card_21.bonus import BONUS, Bonus, bonus, bonus_tables
from pitboss.exact.three_card_21.solver import (
    CARDS,
    FirstThree,
    Others,
    SplitInformation,
    Three,
    ThreeCardGame,
    count_values,
    starts,
)
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
        count = int(graph.cards[node].sum())
        hard = int(graph.hard[node])
        if count >= least and tables.legal[node] and not tables.paid_immediately[node]:
            total = best_total(hard, bool(graph.cards[node, 0]))
            if total < TWENTY_ONE:
                yield node, total != hard, total, count


def _cell(votes: list[Vote]) -> str:
    """Return the code with the most votes; with the next choice after a double."""
    first: defaultdict[str, float] = defaultdict(float)
    more = first.copy()
    every = first.copy()
    for count, code, weight in votes:
        (first if count == 2 else more)[code] += weight
        every[code] += weight
    if first and max(first, key=first.__getitem__) == "D":
        return "Ds" if more and max(more, key=more.__getitem__) == "S" else "D"
    return max(every, key=every.__getitem__)


_NAME = "three-card-21"
CONVENTION = "per unit of the main wager; with the bonus, of one of the two equal wagers"
METHOD = (
    "exact in floating point, every card that leaves counted: each hand of a split is played for"
    " the best by its own cards, the up card and the cards that start the other two hands, and not"
    " by what those draw"
)
RESULTS_METHOD = (
    "exact but for splits, whose three hands are taken to be independent given the dealer's"
    " outcome; the mean is not touched by that"
)


@dataclass(frozen=True, slots=True)
class Together:
    """The main wager and an equal one on the bonus."""

    bonus: Bonus
    house_edge: float
    """The average loss of both, in units of one of them."""
    variance: float
    """Of both together, in squares of one."""

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of both together, in units of one."""
        return float(self.variance**0.5)

    def as_json(self) -> dict[str, Any]:
        """Return the edge of the bonus, and of both together."""
        return {
            **exact_json("bonus_edge", self.bonus.edge),
            "house_edge_with_bonus": self.house_edge,
            "standard_deviation_with_bonus": self.standard_deviation,
        }


@dataclass(frozen=True, repr=False)
class ThreeCardSolution(ShortRepr, HandFigures):
    """The game solved for a full shoe."""

    setup: Setup
    game: ThreeCardGame
    hands: tuple[FirstThree, ...]
    key: str | None = None
    """By which its parts are cached."""

    @solution_part
    def results(self) -> Results:
        """How rounds end."""
        return three_card_results(self.game, self.hands)

    @solution_part
    def house_edge_by_own_cards(self) -> float:
        """The edge where hands of a split are played by their own cards and the up card alone."""
        hands = self.game.first_hands(SplitInformation.OWN_CARDS)
        return -float(sum(hand.probability * hand.value for hand in hands))

    @cached_property
    def by_values(self) -> dict[Three, tuple[float, float]]:
        """The values of three cards -> their probability and expected value."""
        by_hand: dict[Three, tuple[float, float]] = {}
        for hand in self.hands:
            share, worth = by_hand.get(hand.values, (0.0, 0.0))
            chance = float(hand.probability)
            by_hand[hand.values] = share + chance, worth + chance * float(hand.value)
        return {values: (share, worth / share) for values, (share, worth) in by_hand.items()}

    def action_chances(self) -> dict[ActionKind | None, float]:
        """First action -> its probability; None: a 21 that is paid, or a dealer blackjack."""
        chances: dict[ActionKind | None, float] = {}
        for hand in self.hands:
            chance = float(hand.probability)
            decided = 1.0
            if hand.paid is None:
                decided -= float(hand.dealer_blackjack)
            chances[hand.action] = chances.get(hand.action, 0.0) + chance * decided
            chances[None] = chances.get(None, 0.0) + chance * (1 - decided)
        return chances

    def together(self, table: str) -> Together:
        """Return the figures of the main wager and the bonus together, at a pay table."""
        bonus_odds = bonus(self.setup.configured.game.id, table, self.setup.rules.decks)
        both = sum(
            float(gain) * self.by_values[values][1] for values, gain in bonus_odds.by_values.items()
        )
        covariance = both + self.value * float(bonus_odds.edge)
        variance = self.variance + float(bonus_odds.variance) + 2 * covariance
        return Together(bonus_odds, self.house_edge + float(bonus_odds.edge), variance)

    @property
    def every_bonus(self) -> tuple[Together, ...]:
        """The same for every pay table that the deck count allows."""
        tables = bonus_tables(self.setup.configured.game.id, self.setup.rules.decks)
        return tuple(self.together(table.id) for table in tables)

    @property
    def bonus_table(self) -> str:
        """The pay table of the bonus at this table."""
        table = self.setup.configured.spots[BONUS].table
        assert table is not None, "the bonus is compulsory"
        return table.id

    @property
    def unit(self) -> str:
        """The unit of the edge."""
        return "the main wager"

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The main wager, and with it the bonus at the pay table of this table."""
        both = self.together(self.bonus_table)
        with_bonus = EdgePart(
            id="with-bonus",
            unit="one of the two equal wagers",
            edge=both.house_edge,
            standard_deviation=both.standard_deviation,
        )
        return self.main_part, with_bonus

    def as_json(self) -> dict[str, Any]:
        """Return the edges, how rounds end and the best play."""
        posted = self.together(self.bonus_table)
        return table_json(self.setup) | {
            "convention": CONVENTION,
            "method": METHOD,
            "house_edge": self.house_edge,
            "house_edge_by_own_cards": self.house_edge_by_own_cards,
            "house_edge_with_bonus": posted.house_edge,
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "standard_deviation_with_bonus": posted.standard_deviation,
            "results_method": RESULTS_METHOD,
            "average_wager": self.average_wager,
            "element_of_risk": self.element_of_risk,
            "bonus": {together.bonus.table: together.as_json() for together in self.every_bonus},
            "by_up_card": up_cards_json(self.up_card_chances, self.by_up_card),
            "by_first_cards": [_hand_json(hand) for hand in self.hands],
            "outcomes": [
                {"outcome": "nothing asked" if kind is None else str(kind), "probability": chance}
                for kind, chance in self.action_chances().items()
            ],
            "distribution": self.distribution_json(),
            "strategy": self._strategy_json(),
        }

    def _strategy_json(self) -> dict[str, Any]:
        rows = first_three(self.hands)
        return {
            "legend": LEGEND,
            "first_three": {_name_hand(values): _row_json(row) for values, row in rows.items()},
            "after_hit": _chart_json(after_hit(self.game)),
            "after_split": _chart_json(after_split(self.game)),
        }


def _hand_json(hand: FirstThree) -> dict[str, Any]:
    return {
        "up": up_name(hand.up),
        "cards": _name_hand(hand.values),
        "probability": float(hand.probability),
        "house_edge": -float(hand.value),
        "action": None if hand.action is None else str(hand.action),
    }


def _name_hand(values: Three) -> str:
    return " ".join(map(up_name, values))


def _chart_json(chart: Chart) -> dict[str, dict[str, dict[str, str]]]:
    return {
        part: {total: _row_json(row) for total, row in rows.items()} for part, rows in chart.items()
    }


def _row_json(row: Row) -> dict[str, str]:
    return dict(zip(map(up_name, UPS), row, strict=True))


def three_card_solution(setup: Setup, keep: Keep = Keep.DISK) -> ThreeCardSolution:
    """Solve the game of a table, or return the cached solution."""

    def compute() -> ThreeCardSolution:
        game = ThreeCardGame(setup)
        return ThreeCardSolution(setup, game, tuple(game.first_hands()), table_key(setup, _NAME))

    return load_or_compute(setup, _NAME, compute, keep=keep)


def three_card_results(game: ThreeCardGame, hands: tuple[FirstThree, ...]) -> Results:
    """Return how rounds end that start with these hands; the game is solved with floats."""
    money = Money(game.setup.twenty_one_odds.ratio, gives_up=True)
    tally = Tally()
    for up in game.ups:
        spread = _Spread(game, up, money)
        for hand in hands:
            if hand.up == up:
                _add(tally, spread, hand)
    return tally.results()


def _add(tally: Tally, spread: _Spread, hand: FirstThree) -> None:
    """Count every end of three cards against an up card."""
    chance = float(hand.probability)
    blackjack = float(hand.dealer_blackjack)
    if hand.paid is not None and not hand.is_split:
        tally.add(exact_pay(hand.paid), 1, chance)
        return
    tally.add(Fraction(-1), 1, chance * blackjack)
    gains, staked = spread.split(hand) if hand.is_split else spread.hand_gains(hand)
    middle = len(gains) // 2
    for place in np.nonzero(gains)[0]:
        gain = Fraction(int(place) - middle, spread.money.unit)
        tally.add(gain, staked, chance * (1 - blackjack) * float(gains[place]))


class _Spread:
    """The ends of hands against one up card."""

    def __init__(self, game: ThreeCardGame, up: int, money: Money) -> None:
        self.money = money
        self._splits = game.against(up)
        self._up = self._splits.up
        self._hands: dict[tuple[int, Others], tuple[Array, float]] = {}
        self._room = Ends()
        every = np.ones(hand_graph().size, dtype=bool)
        mine = self._up
        first = self._room.fill(mine, every, mine.left, game.rules.first, mine.first.action)
        self._first = first.copy()

    def hand_gains(self, hand: FirstThree) -> tuple[Array, float]:
        """Return the gains of three cards played as one hand, and their stake."""
        node = hand_graph().index.get(count_values(hand.values))
        if node is None:  # over 21 and not split: surrendered
            ends = np.zeros(ENDS)
            ends[GAVE_UP] = 1
        else:
            ends = self._first[node].sum(axis=1)
        return self.money.gains @ ends, float(self.money.stakes @ ends)

    def split(self, hand: FirstThree) -> tuple[Array, float]:
        """Return the gains of all three hands of a split together, and their stake."""
        total = np.ones((1, OUTCOMES))
        staked = 0.0
        chances = np.zeros(OUTCOMES)
        for start, others in starts(hand.values):
            mine, wagered = self._hand(start, others)
            chances = mine.sum(axis=0)
            given = mine / np.where(chances > 0, chances, 1)
            total = gains_together(total, given)
            staked = staked + wagered
        return total @ chances, staked

    def _hand(self, start: int, others: Others) -> tuple[Array, float]:
        """(gains, outcomes) of one hand of a split, and its stake."""
        key = start, others
        if key not in self._hands:
            splits = self._splits
            node = hand_graph().node(start)
            left = splits.left_beside(others)
            action = splits.actions(start, others).astype(np.int64)
            tables = self._up.rules.split_tables(start)
            needed = self._reach(node, action)
            ends = self._room.fill(self._up, needed, left, tables, action)
            chance = self._up.chances_after(node, left)
            mine = np.tensordot(chance, ends[hand_graph().child[node]], axes=1)
            staked = float(self.money.stakes @ mine.sum(axis=1))
            self._hands[key] = self.money.gains @ mine, staked
        return self._hands[key]

    def _reach(self, start: int, action: Array) -> Array:
        levels = action_codes.LEVELS, hand_graph().size
        nothing = np.full(levels, action_codes.NOTHING, dtype=np.int64)
        return self._up.reach(start, HandActions(action, nothing))[0] > 0
