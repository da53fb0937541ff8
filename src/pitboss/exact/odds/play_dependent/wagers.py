"""Wagers that depend on the play: the exact probability of each outcome, and their odds.

The play is the printed strategy of the main game or, for Straight Jack, the play that is best for
the main wager and an equal wager beside it. For that play every probability is a fraction of whole
numbers of deals.

>>> setup = table_with_wager("co/free-bet", "pot-of-gold", "POG-01", decks=6, soft17="hit")
>>> classes = played_classes(setup, "pot-of-gold").classes
>>> round(float(classes[1]), 6), round(float(classes[7]), 9)
(0.143418, 1.896e-06)
>>> setup = table_with_wager("co/ride-free", "silver-stack", "PT-FLT-SB2-01", decks=6, soft17="hit")
>>> f"{float(play_dependent_odds(setup, 'silver-stack').edge):.4%}"
'8.2390%'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from pitboss.engine.setup import Setup, SideWager, prepare
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.cache import Keep, load_or_compute, load_or_compute_part, make_key
from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.odds.play_dependent.hand_of_30 import Thirty
from pitboss.exact.odds.play_dependent.lammers import Lammers
from pitboss.exact.odds.play_dependent.straights import Straights
from pitboss.exact.odds.play_dependent.strategy import MainStrategy
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import (
    MeterValue,
    Result,
    WagerOdds,
    WithMain,
    depends_on_play,
    wager_odds,
)
from pitboss.patterns.rows import unpaid_outcome
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Game, OptionValue, PayTable, Wager
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


_DOLLAR = 100
Key = tuple[str, str, int]
"""A wager, a pay table and a deck count."""


def play_dependent_odds(
    setup: Setup, wager_id: str, aim: Aim = Aim.MAIN, *, meter: Fraction = Fraction(0)
) -> WagerOdds:
    """Return the odds of a wager at the table's own pays when the player plays for *aim*.

    *meter* is the value of 100 % of the meter in units of the wager, if both are played for.
    """
    played = played_classes(setup, wager_id, aim, meter=meter)
    item = replace(make_odds(setup, wager_id, played), play=f"best for {aim.value}")
    if side_wager(setup, wager_id).family != "straight-length":
        return item
    if aim is Aim.BOTH and item.meter is not None:
        words = f"${float(meter):,.2f} on the meter for $1" if meter else "the meter left out"
        item = replace(item, play=f"{item.play}, {words}")
    main = WithMain(edge=printed_strategy(setup).edge, given_up=played.given_up)
    return replace(item, with_main=main)


def make_odds(setup: Setup, wager_id: str, played: WagerPlay) -> WagerOdds:
    """Return the odds of a wager whose outcomes are known."""
    wager = side_wager(setup, wager_id)
    game = setup.configured.game
    rules = setup.rules
    table = wager.spot.table
    assert table is not None
    rows = {kind: (row,) for kind, row in wager.by_class[0].items()}
    results = [
        Result(
            chance,
            rows.get(kind, ()),
            "" if kind in rows else unpaid_outcome(table.family, [(0, kind)]),
        )
        for kind, chance in played.classes.items()
    ]
    results.append(Result(1 - sum((one.probability for one in results), Fraction(0)), ()))
    shoe = ShoeKey(deck=game.deck, decks=rules.decks, hits_soft_17=rules.soft17 == "hit")
    item = wager_odds(game, wager_id, table, shoe, {"soft17": rules.soft17}, results)
    # Edges by up card are computed from the dealer's hand alone.
    return item if played.dealer_alone else replace(item, by_up_card={})


def best_play(
    game: Game,
    tables: Iterable[tuple[Wager, PayTable]],
    *,
    decks: int | None,
    options: Mapping[str, OptionValue],
    value: MeterValue,
) -> dict[Key, list[WagerOdds]]:
    """Return the odds of wagers under optimal play, for every deck count and soft-17 rule.

    Each game is solved once, with all queries about it, before the next.
    """
    pairs = list(tables)
    counts = sorted(
        {count for _, table in pairs for count in table.decks if decks in (None, count)}
    )
    best: dict[Key, list[WagerOdds]] = {}
    for count in counts:
        for rule in game.option("soft17").values:
            if options.get("soft17") not in (None, rule):
                continue
            for wager, table in pairs:
                if count in table.decks:
                    at = table_with_wager(
                        game.id, wager.id, table.id, decks=count, soft17=str(rule)
                    )
                    best.setdefault((wager.id, table.id, count), []).extend(
                        _records(at, wager, value)
                    )
    return best


def _records(setup: Setup, wager: Wager, value: MeterValue) -> list[WagerOdds]:
    """Return one record for each aim."""
    alone = play_dependent_odds(setup, wager.id)
    if side_wager(setup, wager.id).family != "straight-length":
        return [alone]
    return [alone, _play_for_both(setup, alone, value)]


def _play_for_both(setup: Setup, alone: WagerOdds, value: MeterValue) -> WagerOdds:
    """Play for both wagers at the given meter, or at the mean that this play leads to.

    The search starts from the main wager's own play. A higher meter is played for more often and so
    is lower on average; there are few different plays, and after two or three steps the same one
    returns.
    """
    meter = _meter(alone, value)
    before = list[object]()
    item = alone
    if value.meter is not None or not meter:
        return play_dependent_odds(setup, alone.wager, Aim.BOTH, meter=meter)
    while item.rows not in before:
        before.append(item.rows)
        item = play_dependent_odds(setup, alone.wager, Aim.BOTH, meter=_meter(item, value))
    return item


def _meter(item: WagerOdds, value: MeterValue) -> Fraction:
    """Return the given meter, or its long-run mean if that is known, for one dollar."""
    if value.meter is not None:
        return Fraction(value.meter, _DOLLAR)
    mean = None if item.meter is None else meter_value(item, value).mean_meter
    return mean or Fraction(0)
