"""The results of rounds under optimal play, and the figures of every solved game from them.

Rounds without a split are followed to every end exactly. The hands of a split share the dealer:
given the dealer's outcome they are taken to be independent, which ignores only the effect of one
hand's cards on the other. The mean of a split therefore comes from the exact splits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import NamedTuple, Protocol

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.dealer_graph import BLACKJACK, OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import RuleTables, standing_results
from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack import kernels
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.first_hands import SPLITS, FirstHand, SolvedGame
from pitboss.exact.blackjack.flow_kernel import (
    AT_ONCE,
    DOUBLED,
    ENDS,
    GAVE_UP,
    LOSE,
    PUSH,
    WIN,
    ends_all,
    flow,
)
from pitboss.exact.blackjack.solver import CARRIED, PAID, Splits, UpCard
from pitboss.exact.blackjack.split_play import ALWAYS, HandActions, Pattern, Start, split_patterns
from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.solution import MAIN, EdgePart

_MOST = 8
_FINEST = 120
"""A hand gains or loses at most eight units; the gains of a split are counted in steps."""


def _steps(tables: RuleTables) -> int:
    """Return the steps in a unit: halves, or finer where the maximum caps a double.

    A wager that goes into the maximum in an odd way is counted to the next 1/120 of a unit; the
    mean of a split does not depend on it.
    """
    return min(_FINEST, 2 * lcm(*(stake.denominator for stake in tables.stakes)))


@dataclass(frozen=True, slots=True)
class Results:
    """The results of rounds."""

    gains: dict[Fraction, float]
    """Units gained -> probability."""
    average_wager: float
    """Units put on the table in a round, without insurance."""

    def variance(self, mean: float) -> float:
        """Return the variance of a round around the exact *mean*."""
        return sum(float(gain) ** 2 * chance for gain, chance in self.gains.items()) - mean**2


class Tally:
    """Adds up results."""

    def __init__(self) -> None:
        self.gains: Counter[Fraction] = Counter()
        self.wagered = 0.0

    def add(self, gain: Fraction, staked: float | Fraction, chance: float) -> None:
        """Count a result."""
        self.gains[gain] += chance  # type: ignore[assignment]  # a Counter of floats
        self.wagered += float(staked) * chance

    def results(self) -> Results:
        """Return the counted results."""
        return Results(dict(sorted(self.gains.items())), self.wagered)


class Money:
    """The gain and the stake of a result of one hand, in units of its wager."""

    def __init__(self, paid_at_once: Fraction, *, gives_up: bool) -> None:
        """Count gains in steps that divide every pay of the table."""
        one = Fraction(1)
        gains = {WIN: one, PUSH: 0 * one, LOSE: -one, AT_ONCE: paid_at_once}
        gains |= {DOUBLED + WIN: 2 * one, DOUBLED + PUSH: 0 * one, DOUBLED + LOSE: -2 * one}
        if gives_up:
            gains[GAVE_UP] = -one / 2
        self.unit = lcm(*(gain.denominator for gain in gains.values()))
        """Steps in a wager."""
        self.most = int(max(map(abs, gains.values())) * self.unit)
        """The most steps that one hand gains or loses."""
        self.gains = np.zeros((2 * self.most + 1, ENDS))
        """(gains, ends): which result has which gain, zero in the middle."""
        for end, gain in gains.items():
            self.gains[self.most + int(gain * self.unit), end] = 1
        self.stakes = np.where(np.arange(ENDS) // DOUBLED == 1, 2.0, 1.0)


class Ends:
    """Working memory for the results of every hand together with the dealer's outcome."""

    def __init__(self) -> None:
        nodes = hand_graph().size
        self.ends = np.zeros((nodes, ENDS, OUTCOMES))
        self.outcomes = np.zeros((nodes, OUTCOMES))

    def fill(
        self, up: UpCard, needed: Array, left: Array, tables: RuleTables, action: Array
    ) -> Array:
        """Return (nodes, ends, outcomes) of the *needed* hands, played by *action*."""
        rules = up.rules.setup.rules
        ways = tables.paid_immediately, standing_results(rules)
        ends_all(up.deal, needed, left, ways, action, (self.ends, self.outcomes))
        return self.ends


def gains_together(one: Array, other: Array) -> Array:
    """Return (..., gains, outcomes) of two hands together, in each of several cases."""
    cases = np.broadcast_shapes(one.shape[:-2], other.shape[:-2])
    mine = one.shape[-2]
    steps = other.shape[-2]
    gains = np.zeros((*cases, mine + steps - 1, OUTCOMES))
    for step in range(steps):
        gains[..., step : step + mine, :] += one * other[..., step : step + 1, :]
    return gains


def results(game: SolvedGame, hands: Iterable[FirstHand]) -> Results:
    """Return the results of rounds that start with these hands."""
    tally = Tally()
    by_up: dict[int, list[FirstHand]] = {up: [] for up in game.ups}
    for hand in hands:
        by_up[hand.up].append(hand)
        chance = float(hand.probability * hand.dealer_blackjack)
        if chance:
            tally.add(exact_pay(hand.against_blackjack), Fraction(1), chance)
    for up, mine in by_up.items():
        _unsplit(game, game.ups[up], [hand for hand in mine if hand.action not in SPLITS], tally)
        for pair, kind in {(hand.values[0], hand.action) for hand in mine if hand.action in SPLITS}:
            same = [hand for hand in mine if (hand.values, hand.action) == ((pair, pair), kind)]
            share = sum(float(hand.probability * (1 - hand.dealer_blackjack)) for hand in same)
            _split(game, up, pair, share, tally, free=kind == action_codes.FREE_SPLIT)
    return tally.results()


def exact_pay(pay: Number) -> Fraction:
    """Return a pay as the fraction that it is."""
    return Fraction(float(pay)).limit_denominator(100)


@dataclass(slots=True)
class ResultShares:
    """The probabilities of results by the dealer's outcome."""

    ended: Array
    paid: Array
    gave_up: Array

    @classmethod
    def empty(cls) -> ResultShares:
        """Return shares of nothing."""
        levels = action_codes.LEVELS + 2
        return cls(
            np.zeros((OUTCOMES, levels, 3)),
            np.zeros((OUTCOMES, hand_graph().size)),
            np.zeros((OUTCOMES, levels)),
        )

    def results(
        self, place: int, tables: RuleTables, loses: int
    ) -> Iterator[tuple[Fraction, Fraction, float]]:
        """Yield gain, stake and probability together with one outcome of the dealer's."""
        for level in range(action_codes.LEVELS + 2):
            staked, won = _money(level, loses, tables.stakes)
            for result, gain in enumerate((won, Fraction(0), -staked)):
                yield gain, staked, self.ended[place, level, result]
            lost = _given_up(level, staked, tables.stakes)
            if place == BLACKJACK and level == 0:  # it took the rest of a hand that waited
                lost = staked
            yield -lost, staked, self.gave_up[place, level]
        nodes = np.nonzero(self.paid[place])[0]
        _pays, first, alike = np.unique(tables.pays[nodes], return_index=True, return_inverse=True)
        shares = np.bincount(alike, self.paid[place, nodes], len(first))
        for node, share in zip(nodes[first], shares, strict=True):
            yield tables.exact_pays[node], Fraction(loses), share


def _given_up(level: int, staked: Fraction, stakes: tuple[Fraction, ...]) -> Fraction:
    """Return the loss of a hand that is surrendered, or rescued: all but the last portion."""
    return stakes[level - 1] if 0 < level < len(stakes) else staked / 2


def _money(level: int, loses: int, stakes: tuple[Fraction, ...]) -> tuple[Fraction, Fraction]:
    """Return the stake of a hand of a level, and its win: a lammer wins like a wager."""
    if level == kernels.FREE_LEVEL:
        return Fraction(loses), Fraction(2)
    if loses == PAID:
        return stakes[level], stakes[level]
    return Fraction(1 if level else 0), Fraction(2 if level else 1)


def no_mass() -> Array:
    """Return (levels, nodes): no hands yet."""
    return np.zeros((action_codes.LEVELS + 2, hand_graph().size))


def follow(
    solved: UpCard,
    left: Array,
    tables: RuleTables,
    actions: HandActions,
    mass: Array,
    ends: ResultShares,
) -> None:
    """Let *mass* flow along the *actions* to the *ends*."""
    rules = solved.rules.setup.rules
    ways = tables.paid_immediately, standing_results(rules)
    chosen = (actions.action, actions.doubled_action)
    shares = (ends.ended, ends.paid, ends.gave_up)
    flow(solved.deal, left, ways, chosen, mass, shares)


def _unsplit(game: SolvedGame, solved: UpCard, hands: list[FirstHand], tally: Tally) -> None:
    mass = no_mass()
    for hand in hands:
        node = hand_graph().node(*hand.values)
        share = float(hand.probability * (1 - hand.dealer_blackjack))
        if hand.action == action_codes.SURRENDER and legal.surrenders_early(game.setup, hand.up):
            tally.add(Fraction(-1, 2), Fraction(1), share)
        elif hand.values == (1, VALUES) and game.setup.suited_blackjack_odds is not None:
            tally.add(exact_pay(hand.best), Fraction(1), share)
        elif hand.suit is not None and hand.action == action_codes.HIT:
            _hit_suited(game, solved, hand, share, mass, tally)
        else:
            mass[0, node] += share
    ends = ResultShares.empty()
    follow(solved, solved.left, game.rules.first, solved.first.actions, mass, ends)
    for place in range(OUTCOMES):
        for gain, staked, chance in ends.results(place, game.rules.first, PAID):
            if chance:
                tally.add(gain, staked, float(chance))


def _hit_suited(
    game: SolvedGame, solved: UpCard, hand: FirstHand, share: float, mass: Array, tally: Tally
) -> None:
    """Draw one card to a hand of one suit: the bonus for its suit is a result of its own."""
    node = hand_graph().node(*hand.values)
    live = game.rules.live[node]
    chance = solved.chances_after(node)
    suited = float(hand.completing_share)
    assert hand.suit is not None
    for place in range(VALUES):
        to = hand_graph().child[node, place]
        likely = share * float(chance[place])
        if to < 0:
            tally.add(Fraction(-1), Fraction(1), likely)
        elif place + 1 == live.completes:
            mass[0, to] += likely * (1 - suited)
            pays = game.rules.first.exact_pays[to] + live.gains[hand.suit]
            tally.add(pays, Fraction(1), likely * suited)
        else:
            mass[0, to] += likely


def _split(game: SolvedGame, up: int, pair: int, share: float, tally: Tally, *, free: bool) -> None:
    """Count the results of a split that is made with probability *share*."""

    def both_kinds(loses: int) -> tuple[list[_HandResults], ...]:
        kinds = (False, True)
        return tuple(_hand_results(game, up, pair, loses, no_pair=kind) for kind in kinds)

    paid = both_kinds(PAID)
    others = both_kinds(CARRIED) if free else paid
    steps = _steps(game.rules.split_tables(pair))
    middle = _MOST * steps * game.splits[up].hands_max(pair)
    total = np.zeros(2 * middle + 1)
    for pattern, chance in pattern_chances(game.splits[up], pair):
        for place in range(OUTCOMES):
            outcome = paid[False][place].outcome
            if outcome <= 0:
                continue
            gains = np.ones(1)
            staked = 0.0
            for number, hand in enumerate(pattern.hands):
                which = (paid if number == 0 else others)[hand.no_pair][place]
                gains = np.convolve(gains, which.gains)
                staked = staked + which.staked
            weight = share * chance * outcome
            reach = len(gains) // 2
            total[middle - reach : middle + reach + 1] += weight * gains
            tally.wagered += weight * staked
    for at in np.nonzero(total)[0]:
        tally.gains[Fraction(int(at) - middle, steps)] += float(total[at])  # type: ignore[assignment]


def pattern_chances(splits: Splits, pair: int) -> Iterator[tuple[Pattern, float]]:
    """Yield the patterns of a split, and their probabilities."""
    hands_max = splits.hands_max(pair)
    all_pair = splits.all_pair(pair, 2 * hands_max)
    for pattern, chance in patterns_by_chance(hands_max, all_pair, splits.split_again(pair)):
        yield pattern, float(chance)


def patterns_by_chance(
    hands_max: int, all_pair: Sequence[Number], again: frozenset[Start] = ALWAYS
) -> Iterator[tuple[Pattern, Number]]:
    """Yield the patterns of a split and their probabilities.

    *all_pair* are those that the next 0, 1, 2 ... cards all pair: numbers, or arrays of them.
    """
    for pattern in split_patterns(hands_max, again):
        yield (
            pattern,
            sum(
                (-1) ** more * comb(pattern.no_pairs, more) * all_pair[pattern.pairs + more]
                for more in range(pattern.no_pairs + 1)
            ),
        )


class _HandResults(NamedTuple):
    """The results of one hand of a split, given one of the dealer's outcomes."""

    gains: Array
    """In halves of a unit around the middle."""
    staked: float
    """The average stake."""
    outcome: float
    """The probability of the dealer's outcome."""


def _hand_results(
    game: SolvedGame, up: int, pair: int, loses: int, *, no_pair: bool
) -> list[_HandResults]:
    """Return the results of one hand of a split, by the dealer's outcome."""
    hand = game.splits[up].hand(pair, 0, loses)
    start = hand_graph().node(pair)
    play = game.splits[up].actions(pair, loses)
    tables = game.rules.split_tables(pair)
    parts = {id(actions): (actions, no_mass()) for actions in (play.usual, play.paired)}
    for place in range(VALUES):
        if not (no_pair and place == pair - 1):
            actions = play.paired if place == pair - 1 else play.usual
            mass = parts[id(actions)][1]
            mass[0, hand_graph().child[start, place]] += hand.chance[place]
    ends = ResultShares.empty()
    every = sum(mass.sum() for _, mass in parts.values())
    for actions, mass in parts.values():
        follow(game.ups[up], hand.left, tables, actions, mass / every, ends)
    results_by_outcome = []
    steps = _steps(tables)
    middle = _MOST * steps
    for place in range(OUTCOMES):
        gains = np.zeros(2 * middle + 1)
        staked = 0.0
        for gain, stake, chance in ends.results(place, tables, loses):
            gains[middle + round(steps * gain)] += chance
            staked += float(stake) * float(chance)
        total = float(gains.sum())
        given = max(total, 1e-300)
        results_by_outcome.append(_HandResults(gains / given, staked / given, total))
    return results_by_outcome


class PlayFigures(ABC):
    """The edge of a game and its spread, in units of the first wager."""

    setup: Setup

    @property
    @abstractmethod
    def value(self) -> float:
        """The expected value of a round to the player."""

    @property
    @abstractmethod
    def results(self) -> Results:
        """The results of rounds."""

    @property
    def house_edge(self) -> float:
        """The expected loss of the player per unit of the first wager."""
        return -self.value

    @property
    def variance(self) -> float:
        """The variance of a round."""
        return self.results.variance(self.value)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round."""
        return float(self.variance**0.5)

    @property
    def average_wager(self) -> float:
        """The average wager at the end, in units of the first wager."""
        return self.results.average_wager

    @property
    def element_of_risk(self) -> float:
        """The expected loss of the player per unit of everything wagered."""
        return self.house_edge / self.average_wager

    @property
    def unit(self) -> str:
        """The unit of the edge."""
        return "the first wager"

    @property
    def main_part(self) -> EdgePart:
        """The main wager."""
        return EdgePart(
            id=MAIN,
            unit=self.unit,
            edge=self.house_edge,
            standard_deviation=self.standard_deviation,
        )

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The main wager alone, unless a game has more."""
        return (self.main_part,)

    def figures_json(self) -> dict[str, float]:
        """Return the edge and its spread."""
        return {
            "house_edge": self.house_edge,
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "average_wager": self.average_wager,
            "element_of_risk": self.element_of_risk,
        }

    def distribution_json(self) -> list[dict[str, float]]:
        """Return the results of rounds, gain by gain."""
        return [
            {"gain": float(gain), "probability": chance}
            for gain, chance in self.results.gains.items()
        ]


class DealtHand(Protocol):
    """The first cards of a hand against an up card."""

    @property
    def up(self) -> int:
        """The up card's value."""

    @property
    def probability(self) -> Number:
        """Of these cards against this up card."""

    @property
    def value(self) -> Number:
        """Before the dealer looks."""


class HandFigures(PlayFigures):
    """The same for a game that is known by its first hands, whose probabilities add up to 1."""

    hands: Sequence[DealtHand]

    @cached_property
    def value(self) -> float:
        """The expected value of a round to the player, in units of the first wager."""
        return float(sum(hand.probability * hand.value for hand in self.hands))

    @cached_property
    def up_card_chances(self) -> dict[int, float]:
        """Up card's value -> its probability."""
        chances: dict[int, float] = {}
        for hand in self.hands:
            chances[hand.up] = chances.get(hand.up, 0.0) + float(hand.probability)
        return chances

    @cached_property
    def by_up_card(self) -> dict[int, float]:
        """Up card's value -> the expected value of a round against it."""
        values = {}
        for up in self.up_card_chances:
            mine = [hand for hand in self.hands if hand.up == up]
            share = sum(hand.probability for hand in mine)
            values[up] = float(sum(hand.probability * hand.value for hand in mine) / share)
        return values


def up_cards_json(
    chances: Mapping[int, float], values: Mapping[int, float]
) -> dict[str, dict[str, float]]:
    """Return the probability of each up card, and the edge against it."""
    return {
        up_name(up): {"probability": chances[up], "house_edge": -values[up]}
        for up in UPS
        if up in chances
    }
