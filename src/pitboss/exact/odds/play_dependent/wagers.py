"""Wagers that depend on the play: the exact probability of each outcome.

The play is the printed strategy of the main game or, for Straight Jack, the play that is best for
the main wager and an equal wager beside it. For that play every probability is a fraction of whole
numbers of deals.

>>> setup = table_with_wager("co/free-bet", "pot-of-gold", "POG-01", decks=6, soft17="hit")
>>> classes = played_classes(setup, "pot-of-gold").classes
>>> round(float(classes[1]), 6), round(float(classes[7]), 9)
(0.143418, 1.896e-06)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from pitboss.engine.setup import Setup, SideWager, prepare
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.cache import Keep, load_or_compute, load_or_compute_part, make_key
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.lammers import Lammers
from pitboss.exact.odds.play_dependent.straights import Straights
from pitboss.exact.odds.play_dependent.strategy import MainStrategy
from pitboss.exact.odds.wager_odds import depends_on_play
from pitboss.rulebook.house import house_from
from pitboss.rulebook.pays import fixed_ratio, keeps_stake, meter_share
from pitboss.rulebook.reading.library import game as game_of

_ALL = 100
Value = TypeVar("Value")


class Aim(Enum):
    """The wagers that the player's play optimises."""

    MAIN = "the main wager"
    BOTH = "both wagers, of equal size"


@dataclass(frozen=True, slots=True)
class WagerPlay:
    """The result of the play for a wager."""

    classes: Mapping[int, Fraction]
    """Class -> probability; the rest is lost under every pay table."""
    given_up: float = 0.0
    """The loss of the main wager, in units of it, because it is not played for alone."""
    dealer_alone: bool = False
    """Whether the dealer's hand alone decides, because no play matters."""


def table_with_wager(game: str, wager: str, table: str, *, decks: int, soft17: str) -> Setup:
    """Return a table that offers one wager beside the main one, with an empty meter."""
    data: dict[str, Any] = {
        "game": game,
        "options": {"decks": decks, "soft17": soft17},
        "tables": {wager: table},
    }
    if game_of(game).wager(wager).jackpot is not None:
        terms = {"scheme": "progressive", "contribution": "0%", "seed": "0.00"}
        data["jackpots"] = {wager: terms}
    return prepare(house_from(data))


def played_classes(
    setup: Setup, wager_id: str, aim: Aim = Aim.MAIN, *, meter: Fraction = Fraction(0)
) -> WagerPlay:
    """Return class -> probability, with the cost to the main wager; it is cached.

    *meter* is the value of 100 % of the meter in units of the wager, if both wagers are played for.
    """
    wager = side_wager(setup, wager_id)

    def compute() -> WagerPlay:
        return _compute_classes(setup, wager, aim, meter)

    return load_or_compute(setup, "played-wager", compute, wager_id, aim.name, meter)


def _compute_classes(setup: Setup, wager: SideWager, aim: Aim, meter: Fraction) -> WagerPlay:
    strategy = printed_strategy(setup)
    if wager.family == "straight-length":
        if aim is Aim.MAIN:
            return WagerPlay(
                _keep_for_main(setup, "straights", lambda: Straights(strategy).classes())
            )
        both = Straights(strategy, straight_pays(wager, meter))
        return WagerPlay(both.classes(), float(both.main_loss()))
    if aim is not Aim.MAIN:
        message = f"{wager.id} is followed through the play of the main wager only"
        raise ValueError(message)
    if wager.family == "lammers":
        return WagerPlay(_keep_for_main(setup, "lammers", lambda: Lammers(strategy).classes()))
    thirty = Thirty(strategy, wager)
    return WagerPlay(thirty.classes(), dealer_alone=not thirty.reached)


def side_wager(setup: Setup, wager_id: str) -> SideWager:
    """Return a wager of the table that depends on play, or raise `ValueError`."""
    for wager in setup.side_wagers:
        if wager.id == wager_id and depends_on_play(wager.family, wager.spot.wager):
            return wager
    message = f"{setup.configured.game.id} has no wager {wager_id!r} here that depends on play"
    raise ValueError(message)


def straight_pays(wager: SideWager, meter: Fraction = Fraction(0)) -> Mapping[int, Fraction]:
    """Return class -> the return of one unit on a straight, with a share of *meter*."""
    return {
        kind: fixed_ratio(row.pay) + keeps_stake(row.pay) + meter_share(row.pay) * meter / _ALL
        for kind, row in wager.by_class[0].items()
    }


def printed_strategy(setup: Setup) -> MainStrategy:
    """Return optimal play of the main game; other wagers on the table do not change it."""

    def compute() -> MainStrategy:
        return MainStrategy(SolvedGame(setup))

    return _keep_for_main(setup, "strategy", compute)


def _keep_for_main(setup: Setup, name: str, make: Callable[[], Value]) -> Value:
    """Return the strategy of the main game; tables that differ only in pay tables share it."""
    main = setup.configured.game.id, setup.rules, setup.shoe, setup.blackjack_odds
    return load_or_compute_part(make_key("main", *main), name, make, keep=Keep.MEMORY)
