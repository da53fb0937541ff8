"""Deuces Wild Xtreme: the pays, when to fold for certain wagers, and the edge of a round.

Pays come from the engine with example hands. Nothing is estimated: `matchups` has counted every
comparison, and all figures are fractions. Bonus wagers stay after a fold (2118(8)(b)(i)) and change
nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.wild_poker import ANTE, ODDS, PLAY
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.wild_poker.matchups import LOSS, TIE, WIN, IntArray, Matchups
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildRank

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
        cards, suits = met.cards(place), [suit for suit in met.suited[place] if suit]
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
        paid, ends = self.paid, self.ends
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
