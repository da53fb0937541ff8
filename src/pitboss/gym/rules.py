"""A table's rules as the arrays of the kernel, every entry an answer of the table engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import EVERY_CARD, CardClasses, card_classes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS, make_cards, make_hand
from pitboss.engine import legal, settle
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import WagerSettled
from pitboss.engine.setup import Setup
from pitboss.engine.state import Seat, State
from pitboss.exact.blackjack.solver import Rules as RulesByNode
from pitboss.gym import lanes
from pitboss.gym.actions import action_mask
from pitboss.gym.kinds import KINDS as ROUND_KINDS
from pitboss.gym.tables import find_cut, full_shoe
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_soft, value
from pitboss.simulator.blackjack.layout import dealer_automaton
from pitboss.simulator.blackjack.strategy import HandHistory
from pitboss.simulator.hand_results import HandStake, ResultTable, most_added
from pitboss.simulator.tally import BASE

SITUATIONS = {
    lanes.FIRST: HandHistory(),
    lanes.SPLIT_PAIR: HandHistory(split=True),
    lanes.SPLIT_ACES: HandHistory(split=True, aces=True),
}
"""The histories of hands; the money holds whether a lammer carries one."""


def lane_rules(setup: Setup, penetration: float | None) -> lanes.LaneRules:
    """Compile the rules of a table with rounds of blackjack."""
    if not ROUND_KINDS[setup.round].is_vectorized:
        raise ValueError(
            f"{setup.configured.game.id} is not played on many tables at once by compiled code:"
            ' take gymnasium.make_vec(..., vectorization_mode="sync")'
        )
    return _Compiler(setup).compile(penetration)


@dataclass(frozen=True, slots=True)
class _HandMoney:
    """The money on a hand, and whether a lammer started it."""

    money: HandStake
    carried: bool = False

    def double(self, *, free: bool) -> _HandMoney:
        return replace(self, money=self.money.double(free=free))

    def redouble(self, most: int | None) -> _HandMoney:
        return replace(self, money=self.money.redouble(most))


def _list_money(setup: Setup) -> tuple[_HandMoney, ...]:
    """Return every money of a hand; the first two are a wager and a lammer as placed."""
    kinds = [
        _HandMoney(HandStake.first_wager()),
        _HandMoney(HandStake.carried_by_lammer(), carried=True),
    ]
    for laid in kinds:  # grows as it goes
        doublings = laid.money.doublings
        if not doublings:
            kinds.append(laid.double(free=False))
            kinds += [laid.double(free=True)] if setup.rules.free_bets else []
        elif setup.rules.redouble and doublings < action_codes.LEVELS:
            kinds.append(laid.redouble(most_added(setup)))
    return tuple(kinds)


class _Compiler:
    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.graph = hand_graph()
        self.by_node = RulesByNode.from_setup(setup)
        self.results = ResultTable(setup)
        self.laid = _list_money(setup)
        self.classes: CardClasses = card_classes(setup)
        aces = self.graph.cards[:, 0] > 0
        pairs = list(zip(self.graph.hard.tolist(), aces.tolist(), strict=True))
        self.total = np.array([best_total(hard, ace) for hard, ace in pairs], dtype=np.int64)
        self.soft = np.array([is_soft(hard, ace) for hard, ace in pairs], dtype=np.int64)

    def compile(self, penetration: float | None) -> lanes.LaneRules:
        setup = self.setup
        burn, cut = find_cut(setup, penetration)
        won, lost = self._insurance()
        dealer_first, dealer_steps = dealer_automaton(setup, EVERY_CARD)
        results = self._results()  # they are all found before what they pay is asked
        return lanes.LaneRules(
            full=full_shoe(setup),
            burn=burn,
            cut=cut,
            bonus=setup.bonus_cards,
            hands_max=setup.rules.max_hands,
            peeks=setup.rules.peek,
            blackjack_wins=setup.rules.blackjack_wins,
            asks_blackjack=setup.rules.blackjack_wins and setup.rules.blackjack_double,
            insurance_won=won,
            insurance_lost=lost,
            natural=self.graph.node(1, VALUES),
            child=self.graph.child,
            total=self.total,
            soft=self.soft,
            legal=self._legal(),
            doubled_legal=self._doubled_legal(),
            doubled=self._following(lambda laid: laid.double(free=False)),
            free_doubled=self._following(lambda laid: laid.double(free=True)),
            redoubled=self._following(lambda laid: laid.redouble(most_added(setup))),
            doublings=self._array_by_money(lambda laid: laid.money.doublings),
            carried=self._array_by_money(lambda laid: laid.carried),
            lammers=self._array_by_money(lambda laid: laid.money.free // BASE),
            **results,
            card_class=np.array(self.classes.class_of, dtype=np.int64),
            pays=np.array([end.pays for end in self.results.results], dtype=np.int64),
            stands=np.array([end.waits for end in self.results.results], dtype=np.int64),
            dealer_first=dealer_first.astype(np.int64),
            dealer_steps=dealer_steps.astype(np.int64),
        )

    def _array_by_money(self, fact: Callable[[_HandMoney], int]) -> Array:
        return np.array([fact(laid) for laid in self.laid], dtype=np.int64)

    def _following(self, after: Callable[[_HandMoney], _HandMoney]) -> Array:
        """Return the number of the successor of each; those that do not occur have none."""
        numbers = {laid: number for number, laid in enumerate(self.laid)}
        return self._array_by_money(lambda laid: numbers.get(after(laid), -1))

    def _insurance(self) -> tuple[int, int]:
        """Return the pay and the cost of insurance; zero if it is not offered."""
        choices = legal.insurance_choices(self.setup, "main", BASE)
        most = next((c.high for c in choices if c.kind is ActionKind.INSURE), None)
        if not most:
            return 0, 0
        nets = []
        for down in (VALUES, VALUES - 1):  # with an ace, a blackjack and none
            dealer = make_cards((1, down))
            seat = Seat(1, "", {}, ("main",), (), {legal.insurance_wager("main"): most})
            hard = sum(map(value, dealer))
            state = State(
                self.setup, (seat,), {}, dealer=dealer, dealer_hard=hard, dealer_has_ace=True
            )
            (line,) = settle.insurance(state)
            assert isinstance(line, WagerSettled)
            nets.append(line.net)
        return nets[0], nets[1]

    def _legal(self) -> Array:
        masks = np.zeros((2, len(SITUATIONS), self.graph.size), dtype=np.int64)
        for kind, situation in SITUATIONS.items():
            bits = situation.tables(self.by_node).legal
            masks[:, kind] = _translate_masks(bits, KINDS)
            for rank_value in range(1, VALUES + 1):
                hand = make_hand(make_cards((rank_value, rank_value)), split=situation.split)
                choices = legal.hand_choices(self.setup, hand, self.setup.rules.max_hands)
                masks[1, kind, self.graph.node(rank_value, rank_value)] = action_mask(
                    c.kind for c in choices
                )
        return masks

    def _doubled_legal(self) -> Array:
        return np.array(
            [
                _translate_masks(situation.tables(self.by_node).doubled_legal, DOUBLED_KINDS)
                for situation in SITUATIONS.values()
            ]
        )

    def _results(self) -> dict[str, Array]:
        """Return the results of hands: arrays of their numbers."""
        results = self.results
        totals = range(TWENTY_ONE + 1)
        return {
            "bust": self._array_by_money(lambda laid: results.bust(laid.money)),
            "surrendered": self._array_by_money(lambda laid: results.surrender(laid.money)),
            # Only a hand doubled with own money can be rescued (GR7); the others are never asked.
            "rescued": self._array_by_money(
                lambda laid: (
                    results.rescue(laid.money) if 0 < laid.money.portion < laid.money.stake else 0
                )
            ),
            "stood": np.array(
                [[results.stood(laid.money, total) for total in totals] for laid in self.laid],
                dtype=np.int64,
            ),
            "paid": self._paid_results(),
            "suited": self._suited_results(),
            "peeked": self._peek_results(),
        }

    def _paid_results(self) -> Array:
        """Return the hands that are paid at once, in every situation with every money."""
        shape = len(SITUATIONS), len(self.laid), self.graph.size
        results = np.full(shape, lanes.NO_END, dtype=np.int64)
        counts = self.graph.cards.sum(axis=1)
        for kind, situation in SITUATIONS.items():
            nodes = np.nonzero(situation.tables(self.by_node).paid_immediately)[0].tolist()
            for number, laid in enumerate(self.laid):
                if laid.carried and not situation.split:
                    continue
                came = HandHistory(split=situation.split, aces=situation.aces, carried=laid.carried)
                for node in nodes:
                    if counts[node] >= 2 + laid.money.doublings:
                        results[kind, number, node] = self.results.pay(laid.money, node, came)
        return results

    def _suited_results(self) -> Array:
        """Return three cards of 21 without an ace, whose suits a bonus may depend on."""
        count = self.classes.count
        values = self.classes.values
        results = np.full((2, 2, count, count, count), lanes.NO_END, dtype=np.int64)
        for three in product(range(count), repeat=3):
            held = [values[card_class] for card_class in three]
            if sum(held) != TWENTY_ONE or 1 in held:
                continue
            node = self.graph.node(*held)
            cards = self._cards(*three)
            for split, money in ((0, lanes.PLACED), (1, lanes.PLACED), (1, lanes.CARRIED)):
                situation = HandHistory(split=bool(split), carried=money == lanes.CARRIED)
                if situation.tables(self.by_node).paid_immediately[node]:
                    end = self.results.pay(self.laid[money].money, node, situation, cards)
                    results[(split, money, *three)] = end
        return results

    def _peek_results(self) -> Array:
        classes = range(self.classes.count)
        against = self.results.against_blackjack
        results = [[against(self._cards(one, two)) for two in classes] for one in classes]
        return np.array(results, dtype=np.int64)

    def _cards(self, *classes: int) -> tuple[Card, ...]:
        return tuple(self.classes.cards[card_class] for card_class in classes)


def _translate_masks(bits: Array, places: dict[ActionKind, int]) -> Array:
    """Return the solver's masks as masks over the actions of an environment."""
    masks = np.zeros_like(bits)
    for kind, place in places.items():
        masks |= (bits >> place & 1) * action_mask((kind,))
    return masks
