"""Wagers that depend on the play: how often each of their outcomes comes, exactly.

The play is the strategy that the solver prints for the main game or, for Straight Jack, the one
that is best for the main wager and an equal wager beside it. For that play every probability is a
fraction of whole numbers of ways to deal the cards.

>>> setup = offered("co/free-bet", "pot-of-gold", "POG-01", decks=6, soft17="hit")
>>> found = played_distribution(setup, "pot-of-gold")
>>> round(float(found["1"]), 6), round(float(found["7"]), 9)
(0.143418, 1.896e-06)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.cards import Shoe
from pitboss.engine.setup import Setup, SideWager, prepare
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.cache import cached
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.lammers import Lammers
from pitboss.exact.odds.play_dependent.straights import Straights
from pitboss.exact.odds.play_dependent.strategy import Strategy
from pitboss.exact.odds.wager_odds import depends_on_play
from pitboss.patterns.outcomes import DEALER_22, DEALER_BUST_UP_CARD, Outcomes
from pitboss.patterns.straights import LAMMERS, STRAIGHT_LENGTH
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import BlackjackRules
from pitboss.rulebook.pays import Odds, fixed_ratio, keeps_stake, meter_share
from pitboss.rulebook.reading.library import game as game_of

_ALL = 100

WORDS: Mapping[str, Outcomes] = {
    "straight-length": STRAIGHT_LENGTH,
    "lammers": LAMMERS,
    "dealer-22": DEALER_22,
    "dealer-bust-up-card": DEALER_BUST_UP_CARD,
}
"""Family -> class -> the outcomes it satisfies, most particular first."""


class Aim(Enum):
    """What the player plays for."""

    MAIN = "the main wager"
    BOTH = "both wagers, of equal size"


@dataclass(frozen=True, slots=True)
class Played:
    """What play makes of a wager."""

    classes: Mapping[int, Fraction]
    """Class -> probability; what is missing to 1 is lost whatever the pay table says."""
    given_up: float = 0.0
    """What the main wager loses, in units of it, by not being played for alone."""
    dealer_alone: bool = False
    """Whether nothing but the dealer's hand decides, because no play gets in its way."""


def offered(game: str, wager: str, table: str, *, decks: int, soft17: str) -> Setup:
    """Return a table that offers one wager beside the main one, its meter fed with nothing."""
    data: dict[str, Any] = {
        "game": game,
        "options": {"decks": decks, "soft17": soft17},
        "tables": {wager: table},
    }
    if game_of(game).wager(wager).jackpot is not None:
        terms = {"scheme": "progressive", "contribution": "0%", "seed": "0.00"}
        data["jackpots"] = {wager: terms}
    return prepare(house_from(data))


def played_distribution(
    setup: Setup, wager_id: str, aim: Aim = Aim.MAIN, *, meter: Fraction = Fraction(0)
) -> Mapping[str, Fraction]:
    """Return outcome -> probability, by the most particular word its family has for it.

    What has no word there - no straight, no lammer, a hand of 30 - is lost and left out. *meter* is
    what 100 % of the meter is worth in units of the wager, where both wagers are played for.
    """
    wager = side_wager(setup, wager_id)
    words = WORDS[wager.family]
    classes = played_classes(setup, wager_id, aim, meter=meter).classes
    return {words[kind][0]: chance for kind, chance in classes.items() if kind in words}


def played_classes(
    setup: Setup, wager_id: str, aim: Aim = Aim.MAIN, *, meter: Fraction = Fraction(0)
) -> Played:
    """Return the same by class, with what it costs the main wager; it is cached."""
    wager = side_wager(setup, wager_id)

    def played() -> Played:
        return _played(setup, wager, aim, meter)

    return cached(setup, "played-wager", played, wager_id, aim.name, meter)


def _played(setup: Setup, wager: SideWager, aim: Aim, meter: Fraction) -> Played:
    strategy = printed_strategy(setup)
    if wager.family == "straight-length":
        if aim is Aim.MAIN:
            return Played(_straights(strategy))
        both = Straights(strategy, straight_pays(wager, meter))
        return Played(both.classes(), float(both.given_up()))
    if aim is not Aim.MAIN:
        message = f"{wager.id} is followed through the play of the main wager only"
        raise ValueError(message)
    if wager.family == "lammers":
        return Played(_lammers(strategy))
    thirty = Thirty(strategy, wager)
    return Played(thirty.classes(), dealer_alone=not thirty.reached)


@lru_cache(maxsize=2)
def _straights(strategy: Strategy) -> Mapping[int, Fraction]:
    """How long straights get where nobody plays for them is the same at every pay table."""
    return Straights(strategy).classes()


@lru_cache(maxsize=2)
def _lammers(strategy: Strategy) -> Mapping[int, Fraction]:
    return Lammers(strategy).classes()


def side_wager(setup: Setup, wager_id: str) -> SideWager:
    """Return a wager of the table that depends on play, or raise `ValueError`."""
    for wager in setup.side_wagers:
        if wager.id == wager_id and depends_on_play(wager.family, wager.spot.wager):
            return wager
    message = f"{setup.configured.game.id} has no wager {wager_id!r} here that depends on play"
    raise ValueError(message)


def straight_pays(wager: SideWager, meter: Fraction = Fraction(0)) -> Mapping[int, Fraction]:
    """Return class -> what one unit on a straight gives back, with a share of *meter*."""
    return {
        kind: fixed_ratio(row.pay) + keeps_stake(row.pay) + meter_share(row.pay) * meter / _ALL
        for kind, row in wager.by_class[0].items()
    }


@dataclass(frozen=True, slots=True)
class _Game:
    """What the best play of the main game depends on."""

    id: str
    rules: BlackjackRules
    shoe: Shoe
    blackjack_odds: Odds
    setup: Setup = field(compare=False)


def printed_strategy(setup: Setup) -> Strategy:
    """Return the best play of the main game; other wagers on the table do not change it."""
    game = setup.configured.game.id
    return _strategy(_Game(game, setup.rules, setup.shoe, setup.blackjack_odds, setup))


@lru_cache(maxsize=2)
def _strategy(game: _Game) -> Strategy:
    return Strategy(SolvedGame(game.setup))
