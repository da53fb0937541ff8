"""Deuces Wild Xtreme solved: the expected value of playing every hand, and when to fold.

Pays come from the engine with example hands. Nothing is estimated: `matchups` has counted every
comparison, and all figures are fractions. Bonus wagers stay after a fold (2118(8)(b)(i)) and change
nothing here.

The fold rule in words groups hands by name: a pair of fours, ten high. Most groups are played or
folded as a whole. In a divided group the other cards decide: the lowest of them, or the highest,
must be high enough. The rule is checked against the solver for every hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import groupby
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.wild_poker import ANTE, ODDS, PLAY
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.cache import Keep, load_or_compute
from pitboss.exact.solution import MAIN, EdgePart, ShortRepr, exact_json, outcome_json, table_json
from pitboss.exact.wild_poker.matchups import (
    LOSS,
    TIE,
    WIN,
    IntArray,
    Matchups,
    matchups,
    suit_class,
)
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildRank
from pitboss.text.hands import height_word, rank_words, ranked_name

Cards = tuple[Card, ...]
Net = dict[str, Fraction]
"""Wager -> its gain, in units of the ante."""

WITH_ODDS = (ANTE, ODDS, PLAY)
WITHOUT_ODDS = (ANTE, PLAY)
_CENTS = 100
_HALF_OF_THE_SUITS = 2


@dataclass(frozen=True, slots=True)
class Gains:
    """The gain of a hand, wager by wager."""

    fold: Net
    win: dict[WildRank, Net]
    """By the rank of the winning hand."""
    tie: Net
    loss: Net


def gains(setup: Setup, met: Matchups) -> Gains:
    """Play example hands at the table of *setup* and return their gains.

    Posted limits are left out: their effect depends on the wagers and on other players (ruling
    C74).
    """
    setup = _without_limits(setup)
    by_value = met.value.argsort()
    win = {}
    for rank in WildRank:
        mine, dealers = _winning(met, by_value, rank)
        win[rank] = _net(setup, mine, dealers, ActionKind.BET)
    mine, dealers = _tied_hands(met, by_value)
    high, low = _winning(met, by_value, WildRank.PAIR)
    return Gains(
        fold=_net(setup, low, high, ActionKind.FOLD),
        win=win,
        tie=_net(setup, mine, dealers, ActionKind.BET),
        loss=_net(setup, low, high, ActionKind.BET),
    )


def _without_limits(setup: Setup) -> Setup:
    configured = setup.configured
    spots = {name: replace(spot, aggregate=None) for name, spot in configured.spots.items()}
    return replace(setup, configured=replace(configured, spots=spots))


def _winning(met: Matchups, by_value: IntArray, rank: WildRank) -> tuple[Cards, Cards]:
    """Return a hand of *rank* that beats another."""
    of_rank = by_value[met.value[by_value] >> RANK_SHIFT == rank]
    mine = next(place for place in of_rank[::-1] if met.met[place, WIN])
    cards = met.cards(mine)
    lower = (met.cards(place) for place in by_value if met.value[place] < met.value[mine])
    return cards, next(held for held in lower if not set(held) & set(cards))


def _tied_hands(met: Matchups, by_value: IntArray) -> tuple[Cards, Cards]:
    """Return two hands of the same ranks in other suits."""
    for place in by_value:
        cards = met.cards(place)
        suits = [suit for suit in met.suited[place] if suit]
        if len(suits) == _HALF_OF_THE_SUITS and set(cards).isdisjoint(met.deck.wild):
            return cards, tuple(Card(card ^ _HALF_OF_THE_SUITS) for card in cards)
    raise AssertionError("some hand has its cards in two suits")


def _net(setup: Setup, mine: Cards, dealers: Cards, kind: ActionKind) -> Net:
    """Play one round and return the gain of each wager."""
    unit = max(_CENTS, setup.main_min)

    def decide(_: State, question: Question) -> Action:
        return Action(seat=question.seat, kind=kind)

    round_ = Round.start(setup, [Bets(1, {ANTE: unit, ODDS: unit})])
    ended = round_.play(_deal_packets(setup, mine, dealers), decide)
    lines = {line.wager: Fraction(line.net, unit) for line in ended.settled}
    return {wager: lines.get(wager, Fraction(0)) for wager in WITH_ODDS}


def _deal_packets(setup: Setup, mine: Cards, dealers: Cards) -> Iterator[Card]:
    """2118(8): deal packets of five, and a replacement card for the joker if a wager needs one."""
    yield from (*mine, *dealers)
    yield from (card for card in setup.shoe.cards() if card not in (*mine, *dealers))


@dataclass(frozen=True, eq=False)
class Folding:
    """When to fold for certain wagers, and the value of a round."""

    met: Matchups
    paid: Gains
    wagers: tuple[str, ...]
    """The wagers that count."""

    @property
    def scale(self) -> int:
        """The factor that makes all gains whole numbers."""
        nets = (self.paid.fold, self.paid.tie, self.paid.loss, *self.paid.win.values())
        return lcm(*(net[wager].denominator for net in nets for wager in self.wagers))

    def gain(self, net: Net) -> Fraction:
        """Return the gain of these wagers together, in units of the ante."""
        return sum((net[wager] for wager in self.wagers), Fraction(0))

    @cached_property
    def play_value(self) -> IntArray:
        """(classes): the expected value of playing, times `scale` and the dealer's hands."""
        won = np.array([self._scale(self.paid.win[rank]) for rank in WildRank])
        met = self.met.met
        value: IntArray = met[:, WIN] * won[self.met.value >> RANK_SHIFT]
        value += met[:, TIE] * self._scale(self.paid.tie)
        value += met[:, LOSS] * self._scale(self.paid.loss)
        return value

    @property
    def fold_value(self) -> int:
        """The expected value of folding, times the same."""
        return self._scale(self.paid.fold) * self.met.dealer_hands

    def _scale(self, net: Net) -> int:
        return int(self.gain(net) * self.scale)

    @cached_property
    def plays(self) -> NDArray[np.bool_]:
        """(classes): whether to play."""
        return self.play_value > self.fold_value

    @property
    def house_edge(self) -> Fraction:
        """The expected loss, in units of the ante."""
        value = np.where(self.plays, self.play_value, self.fold_value)
        total = int((value * self.met.hand_count).sum())
        return Fraction(-total, self.scale * self.met.hands * self.met.dealer_hands)

    @cached_property
    def ends(self) -> dict[str, Fraction]:
        """Result of a round -> its probability: folded, won, tied or lost."""
        played = self.met.hand_count * self.plays
        total = self.met.hands * self.met.dealer_hands
        counts = {
            name: int((played * self.met.met[:, place]).sum())
            for name, place in (("win", WIN), ("tie", TIE), ("lose", LOSS))
        }
        ends = {name: Fraction(count, total) for name, count in counts.items()}
        return {"fold": 1 - sum(ends.values(), Fraction(0))} | ends

    @cached_property
    def wins(self) -> dict[WildRank, Fraction]:
        """Rank of a winning hand -> its probability."""
        total = self.met.hands * self.met.dealer_hands
        won = self.met.hand_count * self.plays * self.met.met[:, WIN]
        ranks = self.met.value >> RANK_SHIFT
        return {rank: Fraction(int(won[ranks == rank].sum()), total) for rank in WildRank}

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        """Gain in units of the ante -> its probability."""
        chances: dict[Fraction, Fraction] = {}
        for net, chance in self._nets():
            gain = self.gain(net)
            chances[gain] = chances.get(gain, Fraction(0)) + chance
        return {gain: chance for gain, chance in sorted(chances.items()) if chance}

    @property
    def by_wager(self) -> dict[str, Fraction]:
        """Wager -> the gain of the house on it, in units of the ante."""
        return {
            wager: -sum((net[wager] * chance for net, chance in self._nets()), Fraction(0))
            for wager in self.wagers
        }

    def _nets(self) -> list[tuple[Net, Fraction]]:
        paid = self.paid
        ends = self.ends
        others = [(paid.fold, ends["fold"]), (paid.tie, ends["tie"]), (paid.loss, ends["lose"])]
        return [*others, *((paid.win[rank], chance) for rank, chance in self.wins.items())]

    @property
    def variance(self) -> Fraction:
        """The variance of a round, in squares of the ante."""
        square = sum((gain**2 * chance for gain, chance in self.distribution.items()), Fraction(0))
        return square - self.house_edge**2

    @property
    def average_wager(self) -> Fraction:
        """The average wager, in antes: what a lost hand and a fold cost."""
        folded = self.ends["fold"]
        return -folded * self.gain(self.paid.fold) - (1 - folded) * self.gain(self.paid.loss)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation, in antes."""
        return float(float(self.variance) ** 0.5)


_LEADING_SHIFT = 16
_HEIGHT_BITS = 4
_HEIGHT = 15


@dataclass(frozen=True, slots=True, order=True)
class HandGroup:
    """Hands of one name, as a pair of fours."""

    rank: WildRank
    height: int
    """Of the card that names it: 14 is an ace."""

    @property
    def words(self) -> str:
        """The name of its hands."""
        return ranked_name(self.rank, self.height << _LEADING_SHIFT)


@dataclass(frozen=True, slots=True)
class DividedGroup:
    """A group of which some hands are played."""

    group: HandGroup
    lowest: int | None = None
    """Played where no other card is lower than this ..."""
    highest: int | None = None
    """... or where some other card is at least this high."""

    def plays(self, others: tuple[int, ...]) -> bool:
        """Return whether a hand with those other cards, the highest first, is played."""
        if self.lowest is not None:
            return others[-1] >= self.lowest
        assert self.highest is not None
        return others[0] >= self.highest

    @property
    def words(self) -> str:
        """The hands of the group that are played, in words."""
        if self.lowest is not None:
            return f"a {self.group.words} with no other card below {height_word(self.lowest)}"
        assert self.highest is not None
        return f"a {self.group.words} with another card of {height_word(self.highest)} or higher"


@dataclass(frozen=True, slots=True)
class FoldRule:
    """The hands to play; all others are folded."""

    always: HandGroup
    """This group and every better one."""
    divided: tuple[DividedGroup, ...]
    """Lower groups of which some hands are played, the best first."""

    def plays(self, value: int) -> bool:
        """Whether a hand of a comparison value is played."""
        group, others = classify_hand(value)
        if group >= self.always:
            return True
        return any(part.group == group and part.plays(others) for part in self.divided)

    @property
    def words(self) -> str:
        """When to play and when to fold, in words."""
        some = "".join(f", {part.words}" for part in self.divided)
        return f"Play a {self.always.words} or better{some}; fold everything else."


def classify_hand(value: int) -> tuple[HandGroup, tuple[int, ...]]:
    """Return the group of a hand by its comparison value, and the heights of its other cards.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.patterns.wild import wild_value
    >>> group, others = classify_hand(wild_value(parse_cards("4s 9h 4d 3c 7s")))
    >>> group.rank.name, group.height, others
    ('PAIR', 4, (9, 7, 3))
    """
    rank, order = divmod(value, 1 << RANK_SHIFT)
    heights = [order >> shift & _HEIGHT for shift in range(_LEADING_SHIFT, -1, -_HEIGHT_BITS)]
    return HandGroup(WildRank(rank), heights[0]), tuple(height for height in heights[1:] if height)


@cache
def fold_rule(folding: Folding) -> FoldRule:
    """Find the rule, and check that it agrees with the solver for every hand."""
    played_values = _plays_by_value(folding)
    groups = {
        group: {value: played_values[value] for value in values}
        for group, values in groupby(
            sorted(played_values), key=lambda value: classify_hand(value)[0]
        )
    }
    folded = [group for group, plays in groups.items() if not all(plays.values())]
    always = min(group for group in groups if not folded or group > max(folded))
    divided = tuple(
        _divide_group(group, groups[group]) for group in folded[::-1] if any(groups[group].values())
    )
    rule = FoldRule(always, divided)
    assert all(rule.plays(value) == played for value, played in played_values.items())
    return rule


def _plays_by_value(folding: Folding) -> dict[int, bool]:
    """Return comparison value -> whether its hands are played; they are all played alike."""
    values, place = np.unique(folding.met.value, return_inverse=True)
    played = np.bincount(place, folding.plays)
    assert ((played == 0) | (played == np.bincount(place))).all(), "a value decides"
    return dict(zip(values.tolist(), (played > 0).tolist(), strict=True))


def _divide_group(group: HandGroup, plays: dict[int, bool]) -> DividedGroup:
    """Find the condition on the other cards of a divided group."""
    others = {classify_hand(value)[1]: played for value, played in plays.items()}
    heights = sorted({height for held in others for height in held})
    for height in heights:
        for rule in (DividedGroup(group, lowest=height), DividedGroup(group, highest=height)):
            if all(rule.plays(held) == played for held, played in others.items()):
                return rule
    raise AssertionError(f"no single other card decides {group}")


CONVENTION = "per unit of the ante, with Odds of the same size, which are compulsory"
METHOD = (
    "exact: every player hand up to its suits, against every dealer hand of the cards left,"
    " counted by ranks"
)
_UNIT = "the ante"


@dataclass(frozen=True, slots=True)
class HandValue:
    """One hand: its comparisons, and the expected value of playing it."""

    value: int
    """Its comparison value."""
    met: tuple[int, int, int]
    """The number of dealer hands it beats, ties with and loses to."""
    play: Fraction
    """In units of the ante."""
    fold: Fraction


@dataclass(frozen=True, repr=False)
class WildSolution(ShortRepr):
    """The game solved, with Odds as the rules have it and for the other two wagers alone."""

    setup: Setup
    with_odds: Folding
    without_odds: Folding

    @property
    def house_edge(self) -> Fraction:
        """The expected loss of a round, in units of the ante: Odds are compulsory (ruling D1)."""
        return self.with_odds.house_edge

    def hand(self, cards: tuple[Card, ...], *, odds: bool = True) -> HandValue:
        """Return the value of five cards."""
        folding = self.with_odds if odds else self.without_odds
        met = folding.met
        place = self._places[suit_class(cards, met.deck)]
        won, tied, lost = (int(count) for count in met.met[place])
        play = Fraction(int(folding.play_value[place]), folding.scale * met.dealer_hands)
        fold = folding.gain(folding.paid.fold)
        return HandValue(int(met.value[place]), (won, tied, lost), play, fold)

    @property
    def standard_deviation(self) -> float:
        """Of a round, in antes."""
        return self.with_odds.standard_deviation

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """All wagers together, then one by one, in units of the ante."""
        folding = self.with_odds
        edge = folding.house_edge
        spread = folding.standard_deviation
        wagers = (EdgePart.exactly(wager, _UNIT, e) for wager, e in folding.by_wager.items())
        return EdgePart.exactly(MAIN, _UNIT, edge, spread), *wagers

    def as_json(self) -> dict[str, Any]:
        """Return the edges, the results of rounds and when to fold."""
        without = self.without_odds
        return table_json(self.setup) | {
            "convention": CONVENTION,
            "method": METHOD,
            **_folding_json(self.with_odds),
            **exact_json("house_edge_without_odds", without.house_edge),
            "without_odds": _folding_json(without),
        }

    @cached_property
    def _places(self) -> dict[tuple[int, ...], int]:
        return {suited: place for place, suited in enumerate(self.with_odds.met.suited)}


def _folding_json(folding: Folding) -> dict[str, Any]:
    edge = folding.house_edge
    rule = fold_rule(folding)
    return {
        **exact_json("house_edge", edge),
        "standard_deviation": folding.standard_deviation,
        "variance": float(folding.variance),
        "average_wager": float(folding.average_wager),
        "element_of_risk": float(edge / folding.average_wager),
        "by_wager": {
            wager: exact_json("house_edge", share) for wager, share in folding.by_wager.items()
        },
        "outcomes": [outcome_json(end, chance) for end, chance in folding.ends.items()],
        "wins": [
            {"hand": rank_words(rank), "probability": float(chance)}
            for rank, chance in reversed(folding.wins.items())
        ],
        "distribution": [
            {"gain": float(gain), **exact_json("probability", chance)}
            for gain, chance in folding.distribution.items()
        ],
        "strategy": _strategy_json(folding, rule),
    }


def _strategy_json(folding: Folding, rule: FoldRule) -> dict[str, Any]:
    lowest = min(folding.met.value[folding.plays])
    place = int((folding.met.value == lowest).argmax())
    return {
        "rule": rule.words,
        "play_from": rule.always.words,
        "play_some": [
            {
                "hand": part.group.words,
                "no_other_card_below": part.lowest,
                "another_card_of_at_least": part.highest,
            }
            for part in rule.divided
        ],
        "lowest_hand_played": format_cards(folding.met.cards(place)),
    }


def wild_solution(setup: Setup, keep: Keep = Keep.DISK) -> WildSolution:
    """Return the solution of a table, cached or new."""
    return load_or_compute(setup, "wild-poker", lambda: _solve(setup), keep=keep)


def _solve(setup: Setup) -> WildSolution:
    met = matchups()
    paid = gains(setup, met)
    with_odds, without = (Folding(met, paid, wagers) for wagers in (WITH_ODDS, WITHOUT_ODDS))
    return WildSolution(setup, with_odds, without)
