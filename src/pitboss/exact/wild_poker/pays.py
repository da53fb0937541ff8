"""Deuces Wild Xtreme: the pays of the table, from the engine with example hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.wild_poker import ANTE, ODDS, PLAY
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.wild_poker.matchups import WIN, IntArray, Matchups
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
