"""Deuces Wild Xtreme solved: the expected value of playing every hand, and when to fold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.cards import Card, format_cards
from pitboss.engine.setup import Setup
from pitboss.exact.cache import Keep, load_or_compute
from pitboss.exact.solution import MAIN, EdgePart, ShortRepr, table_json
from pitboss.exact.wild_poker.fold_rule import FoldRule, fold_rule
from pitboss.exact.wild_poker.folding import WITH_ODDS, WITHOUT_ODDS, Folding, gains
from pitboss.exact.wild_poker.matchups import matchups, suit_class
from pitboss.text.hands import rank_words

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
        main = EdgePart(
            id=MAIN,
            unit=_UNIT,
            edge=float(folding.house_edge),
            exact=folding.house_edge,
            standard_deviation=folding.standard_deviation,
        )
        wagers = folding.by_wager.items()
        return main, *(EdgePart(id=w, unit=_UNIT, edge=float(e), exact=e) for w, e in wagers)

    def as_json(self) -> dict[str, Any]:
        """Return the edges, the results of rounds and when to fold."""
        without = self.without_odds
        return table_json(self.setup) | {
            "convention": CONVENTION,
            "method": METHOD,
            **_folding_json(self.with_odds),
            "house_edge_without_odds": float(without.house_edge),
            "house_edge_without_odds_fraction": str(without.house_edge),
            "without_odds": _folding_json(without),
        }

    @cached_property
    def _places(self) -> dict[tuple[int, ...], int]:
        return {suited: place for place, suited in enumerate(self.with_odds.met.suited)}


def _folding_json(folding: Folding) -> dict[str, Any]:
    edge, rule = folding.house_edge, fold_rule(folding)
    return {
        "house_edge": float(edge),
        "house_edge_fraction": str(edge),
        "standard_deviation": folding.standard_deviation,
        "variance": float(folding.variance),
        "average_wager": float(folding.average_wager),
        "element_of_risk": float(edge / folding.average_wager),
        "by_wager": {
            wager: {"house_edge": float(share), "house_edge_fraction": str(share)}
            for wager, share in folding.by_wager.items()
        },
        "outcomes": [
            {"outcome": end, "probability": float(chance), "probability_fraction": str(chance)}
            for end, chance in folding.ends.items()
        ],
        "wins": [
            {"hand": rank_words(rank), "probability": float(chance)}
            for rank, chance in reversed(folding.wins.items())
        ],
        "distribution": [
            {"gain": float(gain), "probability": float(chance), "probability_fraction": str(chance)}
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
