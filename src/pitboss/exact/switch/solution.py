"""Blackjack Switch solved: its edge, its spread, when to switch and how to play.

Everything is in units of both wagers together, as the edge is published: the gain of a round
divided by two. Multiply by two for units of one of the two wagers.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from inspect import unwrap
from typing import Any

import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import standing_results
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.flow_kernel import meet, standing_result
from pitboss.exact.blackjack.results import (
    Money,
    PlayFigures,
    Results,
    gains_together,
    patterns_by_chance,
    up_cards_json,
)
from pitboss.exact.blackjack.solution import AfterSplit, plays_of_split
from pitboss.exact.blackjack.solver import PAID, main_rules
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute, solution_part, table_key
from pitboss.exact.charts.model import UPS, Chart, up_name
from pitboss.exact.copies import side_by_side
from pitboss.exact.solution import ShortRepr, table_json
from pitboss.exact.switch.cases import (
    TWO_CARDS,
    DealerOutcomes,
    FollowedGroup,
    FollowedPlays,
    TwoCards,
    next_chances,
    pair_chances,
    without,
)
from pitboss.exact.switch.charts import SwitchPoints, follow_switch, play_chart, switch_points
from pitboss.exact.switch.play import NATURAL, FollowedSplit, SwitchUpCard, as_unsplit
from pitboss.exact.switch.solver import WAGERS, SolvedSwitch, SwitchDeals, solve_switch
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.rulebook.model import SwitchRules

_NAME = "switch"
ROUNDED = 10
"""Points rounded to multiples of this are easier to add."""
CONVENTION = "per unit of both wagers together"
_ALIKE = ((0, 1, 2, 3), (2, 3, 0, 1), (1, 0, 3, 2), (3, 2, 1, 0))
"""Four cards that make the same two hands, before and after the switch."""
NOTHING: Mapping[int, DealerOutcomes] = {}
_HANDS = len(TWO_CARDS)
_NATURAL = TWO_CARDS.index(NATURAL)
_result_of = unwrap(standing_result)
"""The rule itself: few calls, so it is not compiled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCards:
    """Two hands as dealt against an up card, in either order."""

    up: int
    first: TwoCards
    second: TwoCards
    """The last cards of both may be exchanged, or the first: the result is the same."""
    probability: float
    value: float
    """Before the dealer looks."""
    switches: bool

    def as_json(self) -> dict[str, Any]:
        """Return both hands, and whether to switch their second cards."""
        return {
            "up": up_name(self.up),
            "cards": " ".join(map(up_name, self.first)),
            "other": " ".join(map(up_name, self.second)),
            "probability": self.probability,
            "house_edge": -self.value,
            "action": str(ActionKind.SWITCH if self.switches else ActionKind.KEEP),
        }


@dataclass(frozen=True, repr=False)
class SwitchSolution(ShortRepr, PlayFigures):
    """The game solved for a full shoe."""

    setup: Setup
    game: SolvedSwitch
    split_play: SplitPlay = SplitPlay.BEST
    """How hands made by a split are played."""
    key: str | None = None
    """The key of its parts in the cache."""
    outcomes: dict[int, DealerOutcomes] = field(default_factory=dict, repr=False, compare=False)
    """Up card -> the dealer's outcomes, where the game was just solved; results use them last."""

    @property
    def unit(self) -> str:
        """The unit of the edge."""
        return "both first wagers together"

    @property
    def value(self) -> float:
        """The expected value of a round, in units of both wagers together."""
        return float(self.game.value) / WAGERS

    @solution_part
    def results(self) -> Results:
        """The results of rounds."""
        results = switch_results(self.game, self.outcomes)
        self.outcomes.clear()
        return results

    @solution_part
    def chart(self) -> Chart:
        """The play of the hands after the switch."""
        return play_chart(self.game)

    @solution_part
    def chart_costs(self) -> tuple[float, float]:
        """The cost of following chart and points, with exceptions and without them."""
        chart = self.chart
        plain = self.chart.plain
        cost = self._cost(chart)
        return (cost, cost) if plain == chart else (cost, self._cost(plain))

    def _cost(self, chart: Chart) -> float:
        played = follow_switch(self.game, chart, self.outcomes)
        return self.points.edge(played) - self.house_edge

    @cached_property
    def points(self) -> SwitchPoints:
        """When to switch."""
        return switch_points(self.game)

    @solution_part
    def after_split(self) -> tuple[AfterSplit, ...]:
        """The hands made by a split that are played otherwise than the same cards unsplit."""
        plays: list[AfterSplit] = []
        for up in sorted(self.game.ups, key=UPS.index):
            against = self.game.ups[up]
            for pair, hands in against.split_hands.items():
                if not hands.plays_like(as_unsplit(against.solved, pair)):
                    plays += plays_of_split(BestSplits(against.solved), pair, PAID)
        return tuple(sorted(plays, key=lambda play: play.pair))

    @property
    def by_up_card(self) -> dict[int, float]:
        """Up card's value -> the expected value of a round against it."""
        return {part.up: float(part.value) / WAGERS for part in self.game.by_up}

    @property
    def up_card_chances(self) -> dict[int, float]:
        """Up card's value -> its probability."""
        return {part.up: float(part.probability) for part in self.game.by_up}

    def first_cards(self) -> tuple[FirstCards, ...]:
        """Return every four cards against every up card, equivalent ones together."""
        return tuple(
            cards
            for part in self.game.by_up
            for cards in self._deal_cards(part.up, part.probability)
        )

    def _deal_cards(self, up: int, chance: float) -> list[FirstCards]:
        deals = self.game.deals[up]
        lost = deals.probability * deals.dealer_blackjack * deals.against_blackjack
        worth = deals.switch_chances * np.maximum(deals.keep, deals.switch) + lost
        powers = VALUES ** np.arange(len(deals.cards))[::-1]
        names = np.min([powers @ deals.cards[list(order)] for order in _ALIKE], axis=0)
        _, first, alike = np.unique(names, return_index=True, return_inverse=True)
        shares, worths = (np.bincount(alike, weights) for weights in (deals.probability, worth))
        rows = []
        switches = deals.switches.tolist()
        for name, place in enumerate(first.tolist()):
            one, two, three, four = (deals.cards[:, place] + 1).tolist()
            rows.append(
                FirstCards(
                    up=up,
                    first=(one, two),
                    second=(three, four),
                    probability=float(chance * shares[name]),
                    value=float(worths[name] / shares[name]) / WAGERS,
                    switches=switches[place],
                )
            )
        return rows

    def as_json(self) -> dict[str, Any]:
        """Return the edges, the spread, when to switch and how to play."""
        game = self.game
        points = self.points
        return table_json(self.setup) | {
            "split_play": self.split_play.value,
            **self.figures_json(),
            "by_up_card": up_cards_json(self.up_card_chances, self.by_up_card),
            "by_first_cards": [cards.as_json() for cards in self.first_cards()],
            "distribution": self.distribution_json(),
            "strategy": self.chart.as_json(),
            "after_split": [play.as_json() for play in self.after_split],
            "convention": CONVENTION,
            "house_edge_of_one_wager": float(game.edge_of_one_wager),
            "standard_deviation_of_one_wager": WAGERS * self.standard_deviation,
            "house_edge_never_switching": float(game.edge_never_switching),
            "house_edge_by_hand_values": float(game.edge_by_values),
            "house_edge_by_points": points.edge(game),
            "house_edge_by_rounded_points": points.edge(game, ROUNDED),
            "switch_probability": float(game.switch_probability),
            "switch_points": points.as_json(),
        }


def switch_rules(setup: Setup) -> Hashable:
    """Return all that the game is solved by."""
    return main_rules(setup), setup.kind_rules(SwitchRules)


def switch_solution(
    setup: Setup, keep: Keep = Keep.DISK, split_play: SplitPlay = SplitPlay.BEST
) -> SwitchSolution:
    """Return the solution of a table, cached or new.

    *keep* says where a new solution is kept, *split_play* how hands made by a split are played.
    """
    rules = switch_rules(setup)
    play = split_play.value
    outcomes: dict[int, DealerOutcomes] = {}

    def compute() -> SolvedSwitch:
        return solve_switch(setup, split_play=split_play, outcomes=outcomes)

    game = load_or_compute(setup, _NAME, compute, play, rules=rules, keep=keep)
    key = table_key(setup, _NAME, play, rules=rules)
    return SwitchSolution(setup=setup, game=game, split_play=split_play, key=key, outcomes=outcomes)


def switch_results(
    solved: SolvedSwitch, outcomes: Mapping[int, DealerOutcomes] = NOTHING
) -> Results:
    """Return the results of rounds, in units of both wagers together; solved with floats.

    The dealer's *outcomes* by up card, if they are known, need not be worked out again.
    """
    money, steps = switch_money(solved.setup)
    gains = np.zeros(2 * steps - 1)
    staked = 0.0
    ups = (solved.ups[part.up] for part in solved.by_up)
    every = side_by_side(lambda up: Spreads(up, money, steps, outcomes.get(up.solved.up)), ups)
    for part, spreads in zip(solved.by_up, every, strict=True):
        deals = solved.deals[part.up]
        for switched in (False, True):
            weight = float(part.probability) * _weight(deals, switched=switched)
            meet(weight, spreads.select(switched=switched), gains)
            staked += float((weight * (spreads.staked + spreads.staked.T)).sum())
        lost = float(part.probability) * deals.probability * deals.dealer_blackjack
        places = np.rint(deals.against_blackjack * money.unit).astype(int) + steps - 1
        np.add.at(gains, places, lost)
        staked += WAGERS * float(lost.sum())
    chances = {
        Fraction(int(place) + 1 - steps, WAGERS * money.unit): float(gains[place])
        for place in np.nonzero(gains)[0]
    }
    return Results(chances, staked / WAGERS)


def switch_money(setup: Setup) -> tuple[Money, int]:
    """Return the money of one hand's results, and the number of gains of all hands of a wager."""
    rules = setup.rules
    money = Money(setup.blackjack_odds.ratio, gives_up=bool(rules.surrender))
    return money, 2 * money.most * rules.max_hands + 1


def _weight(deals: SwitchDeals, *, switched: bool) -> Array:
    """(hands, other hands): the probability that the two hands are played, switched or kept."""
    hands = deals.switched_hands if switched else deals.kept_hands
    weight = np.zeros((_HANDS, _HANDS))
    np.add.at(
        weight, (hands[0], hands[1]), np.where(deals.switches == switched, deals.switch_chances, 0)
    )
    return weight


class Spreads:
    """Against one up card: the gains of every hand beside every other, by the dealer's outcome."""

    def __init__(
        self, solved: SwitchUpCard, money: Money, steps: int, before: DealerOutcomes | None = None
    ) -> None:
        """Follow every hand to its ends; *before* are outcomes of the dealer that are known."""
        self._solved = solved
        self._money = money
        self._steps = steps
        self._before = before
        shape = (_HANDS, _HANDS, steps, OUTCOMES)
        self._kept = np.zeros(shape)
        self._waits = np.zeros(shape[1:])
        self.staked = np.zeros((_HANDS, _HANDS))
        """(hands, other hands): the stake of a hand at the end."""
        lefts = {place: solved.left_beside(other) for place, other in enumerate(TWO_CARDS)}
        beside = {place: left for place, left in lefts.items() if left is not None}
        if beside:
            self._fill([*beside], np.stack([*beside.values()]))

    def select(self, *, switched: bool) -> Array:
        """(hands, other hands, gains, outcomes) of hands that were kept, or made by a switch."""
        if not switched:
            return self._kept
        made = self._kept.copy()
        made[_NATURAL] = self._waits  # 2105(8)(b), (e): switched it is 21, and waits.
        return made

    def _fill(self, places: list[int], others: Array) -> None:
        """Follow every hand beside the other hands of those *places*, each without its cards."""
        up = self._solved.solved
        splits = self._solved.splits
        groups = [FollowedGroup(self._solved.followed_hands, others)]
        for pair, split in splits.items():
            groups += split.groups(without(others, pair, 1))
        ends, *of_splits = FollowedPlays(up, groups, ends=True, before=self._before).results()
        cards = hand_graph().cards[[hand_graph().node(*hand) for hand in TWO_CARDS]]
        dealable = (others[:, np.newaxis] >= cards).all(axis=2)
        ends[~dealable] = 0
        gains = self._wide(self._money.gains @ ends)
        self._kept[:, places] = gains.swapaxes(0, 1)
        self.staked[:, places] = (ends.sum(axis=3) @ self._money.stakes).T
        self._waits[places] = self._wide(self._money.gains @ self._waiting(ends[:, _NATURAL]))
        for pair, split in splits.items():
            row = TWO_CARDS.index((pair, pair))
            may_be = others[:, pair - 1] > 1
            at = np.array(places)[may_be]
            values = split.take(of_splits)
            self._kept[row, at], self.staked[row, at] = self._split(
                split, others[may_be], values[may_be]
            )

    def _waiting(self, natural: Array) -> Array:
        """(others, ends, outcomes) of an ace and a ten-value card that wait as 21."""
        against = standing_results(self._solved.solved.rules.setup.rules)
        outcomes = natural.sum(axis=1)
        ends = np.zeros_like(natural)
        for place in range(OUTCOMES):
            result = _result_of(place, TWENTY_ONE, against)
            ends[:, result, place] = outcomes[:, place]
        return ends

    def _wide(self, gains: Array) -> Array:
        """Spread the gains of one hand, or of several, over all gains of a wager."""
        *more, count, outcomes = gains.shape
        wide = np.zeros((*more, self._steps, outcomes))
        room = (self._steps - count) // 2
        wide[..., room : room + count, :] = gains
        return wide

    def _split(self, split: FollowedSplit, others: Array, values: Array) -> tuple[Array, Array]:
        """Return the gains of all hands of a split together, and their stake at the end.

        *values* (others, values, ends, outcomes) are the results of one hand by its second card.
        """
        up = split.up
        pair = split.pair
        chance = next_chances(up, without(others, pair, 2))
        ends = chance[:, :, np.newaxis, np.newaxis] * values
        hands = {
            no_pair: _SplitHand(ends, self._money, pair * no_pair) for no_pair in (False, True)
        }
        total = np.zeros((len(others), self._steps, OUTCOMES))
        staked = np.zeros(len(others))
        all_pair = pair_chances(up, others, pair, 2 * split.hands_max)
        for pattern, likely in patterns_by_chance(split.hands_max, all_pair.T, split.again):
            gains = np.ones((1, OUTCOMES))
            for hand in pattern.hands:
                gains = gains_together(gains, hands[hand.no_pair].gains)
                staked += likely * hands[hand.no_pair].staked
            total += likely[:, np.newaxis, np.newaxis] * self._wide(gains)
        return total * ends.sum(axis=(1, 2))[:, np.newaxis], staked


class _SplitHand:
    """One hand of a split, its second card anything or anything but *no_pair*."""

    def __init__(self, ends: Array, money: Money, no_pair: int) -> None:
        """*ends* are (others, values, ends, outcomes)."""
        seconds = [place for place in range(VALUES) if place + 1 != no_pair]
        mine = ends[:, seconds].sum(axis=1)
        outcomes = mine.sum(axis=1)
        self.gains = money.gains @ mine / np.where(outcomes > 0, outcomes, 1)[:, np.newaxis]
        """(others, gains, outcomes): given the outcome."""
        every = outcomes.sum(axis=1)
        self.staked = mine.sum(axis=2) @ money.stakes / np.where(every > 0, every, 1)
        """(others): its stake at the end."""
